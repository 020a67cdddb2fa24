// Which explanation of an event is likeliest (docs/theory, M.6, M.8, M.9): of n components of momentum, whatever felt
// them. The impulse that a foot may take is normal before anything is seen, so that the evidence of a set of feet has a
// closed form. The noise is learnt from a finite number of samples, so that a misfit is Student's: no exponential is
// needed. An explanation with more freedom explains more, and pays for it.
#ifndef TOUCHDOWN_MONITOR_EVIDENCE_HPP
#define TOUCHDOWN_MONITOR_EVIDENCE_HPP

#include "monitor/source.hpp"
#include "systems/generalized_speeds.hpp"

namespace touchdown::monitor {

// Lower triangles, by rows.
constexpr int row_of(int i) { return i * (i + 1) / 2; }
constexpr int most_entries = row_of(most_components);

// A foot that may have touched, or that stands. `row` is its Jacobian along n, t, s of its frame; whitened, and times
// the deviation of an impulse of mean 1, once it is prepared.
template <class Scalar>
struct Foot {
  int number;         // of the machine
  bool knows_normal;  // else an impulse may have any direction, and the frame is that of the axes
  Scalar slip;        // [-] deviation along t and s
  ContactFrame<Scalar> frame;
  Scalar row[3][most_components];
  Scalar pull[most_components];  // L^-1 J^T n, of M = L L^T; 0 where the normal is not known
  Scalar spread;                 // trace of what an impulse of mean 1 varies by, in the metric of M^-1
};

// What came in, in deviations of each component, and what may have touched. `y`, rows of feet and `excess` are whitened
// as noise is counted (count_noise).
template <class Scalar>
struct Asked {
  int n, feet, standing;
  Foot<Scalar> foot[TD_MAX_FEET];  // those that may have touched, and then those that stand
  Scalar y[most_components];
  Scalar variance[most_components], per_deviation[most_components];  // 1 over its root
  Scalar thrust[most_components];                                    // what a given thrust may be off by
  Scalar energy;                                                     // y^T M^-1 y
  Scalar hidden[most_components];  // of y, what clipped readings show: a contact was that, and may have been more
  Scalar taken_back;               // chi squared of normal impulse that was taken back: a contact cannot pull
  Scalar part;                     // sqrt(1 / det) of the noise that was counted
  int excesses;                    // deviations of what clipped readings hide, once they are counted
  Scalar excess[3][most_components];
};

using FeetSet = std::uint32_t;  // a bit for each of Asked::foot

// An explanation: y ~ N(mean, covariance). chi squared, and sqrt(det noise^2 / det covariance).
template <class Scalar>
struct Fitted {
  Scalar covariance[most_entries];  // its factor L, once fitted
  Scalar inverse_diagonal[most_components];
  Scalar rest[most_components];    // y - mean; L^-1 of it, once fitted
  Scalar answer[most_components];  // C^-1 (y - mean), once fitted
  Scalar chi_squared, part, scale;
  Scalar pulled;  // chi squared of feet that would have pulled
};

template <class Scalar>
struct Evidence {
  Scalar of[TD_EXPLANATIONS];
  Scalar of_foot[TD_MAX_FEET];  // of the sets that it is in, by Asked::foot
  FeetSet likeliest[2];         // one foot, several
  Scalar highest[2];            // what these weigh
  Scalar least;                 // chi squared of the best set
  Scalar anything;              // part that the noise leaves of any momentum of that energy
};

// (M.6): (1 + chi squared / nu)^-(nu + n)/2, for nu = 20.
template <class Scalar>
Scalar likelihood(int n, Scalar chi_squared) {
  const Scalar x = 1 / (1 + chi_squared / tolerance::noise_freedoms<Scalar>);
  const Scalar x2 = x * x, x4 = x2 * x2;
  const Scalar root = square_root(x);
  Scalar likelihood = x4 * x4 * x2;
  for (int j = 0; j < n; ++j) likelihood *= root;
  return likelihood;
}

// ---- Noise

// x -= c (x.v) v.
template <class Scalar>
void shrink(int n, const Scalar *v, Scalar c, Scalar *x) {
  add_scaled(n, Scalar(-c * dot(n, v, x)), v, x);
}

// The noise has v v^T more. (1 + v v^T)^-1/2 = 1 - c v v^T takes all to deviations of that.
template <class Scalar>
void count_noise(const Scalar *v, Asked<Scalar> &asked) {
  const int n = asked.n;
  const Scalar root = square_root(1 + dot(n, v, v)), c = 1 / (root * (root + 1));
  asked.part /= root;
  shrink(n, v, c, asked.y);
  for (int i = 0; i < asked.feet + asked.standing; ++i)
    for (Scalar *row : {asked.foot[i].row[0], asked.foot[i].row[1], asked.foot[i].row[2]}) shrink(n, v, c, row);
  for (int k = 0; k < asked.excesses; ++k) shrink(n, v, c, asked.excess[k]);
}

template <class Scalar>
Scalar standing_scale(const Asked<Scalar> &asked, int i) {
  const Scalar spread = asked.foot[i].spread;
  return spread > 0 ? square_root(asked.energy / spread) : Scalar(0);
}

// Thrust, and feet that stand (M.18): they may have taken any force, a load that ends too.
template <class Scalar>
void count_what_acts(Asked<Scalar> &asked) {
  const int n = asked.n;
  Scalar v[most_components];
  copy(n, asked.thrust, v);
  if (dot(n, v, v) > 0) count_noise(v, asked);
  for (int i = asked.feet; i < asked.feet + asked.standing; ++i)
    for (const Scalar *row : {asked.foot[i].row[0], asked.foot[i].row[1], asked.foot[i].row[2]}) {
      fill_zero(n, v);
      add_scaled(n, standing_scale(asked, i), row, v);
      count_noise(v, asked);
    }
}

// What clipped readings hide: as much again as they show, twice as uncertain.
template <class Scalar>
void count_excesses(Asked<Scalar> &asked) {
  constexpr Scalar mean = 1 / tolerance::hidden_spread<Scalar>;
  const int n = asked.n;
  Scalar v[most_components];
  for (int k = 0; k < asked.excesses; ++k) add_scaled(n, mean, asked.excess[k], asked.y);
  for (int k = 0; k < asked.excesses; ++k) {
    copy(n, asked.excess[k], v);
    count_noise(v, asked);
  }
}

// ---- One explanation

// The least of a pivot: no covariance is less than the noise, which is 1, but for what an excess is not.
template <class Scalar>
constexpr Scalar least_pivot = sizeof(Scalar) == 4 ? Scalar(1e-5) : Scalar(1e-12);

// Sum of products of N numbers: of a body's six no loop is left.
template <int N, class Scalar>
TOUCHDOWN_INLINE Scalar dot_of(const Scalar *x, const Scalar *y) {
  if constexpr (N == 0)
    return Scalar(0);
  else
    return dot_of<N - 1>(x, y) + x[N - 1] * y[N - 1];
}

template <int J, class Scalar>
TOUCHDOWN_INLINE void fit_entries(Fitted<Scalar> &fitted, Scalar *row) {
  if constexpr (J > 0) {
    fit_entries<J - 1>(fitted, row);
    row[J - 1] = (row[J - 1] - dot_of<J - 1>(row, fitted.covariance + row_of(J - 1))) * fitted.inverse_diagonal[J - 1];
  }
}

template <class Scalar>
TOUCHDOWN_INLINE void fit_end(Fitted<Scalar> &fitted, int i, Scalar pivot, Scalar known) {
  const Scalar inverse = 1 / square_root(max(pivot, least_pivot<Scalar>));
  fitted.inverse_diagonal[i] = inverse;
  fitted.part *= inverse;
  fitted.rest[i] = (fitted.rest[i] - known) * inverse;
  fitted.chi_squared += square(fitted.rest[i]);
}

template <int N, class Scalar>
TOUCHDOWN_INLINE void fit_rows(Fitted<Scalar> &fitted) {
  if constexpr (N > 0) {
    constexpr int i = N - 1;
    fit_rows<i>(fitted);
    Scalar *const row = fitted.covariance + row_of(i);
    fit_entries<i>(fitted, row);
    fit_end(fitted, i, Scalar(row[i] - dot_of<i>(row, row)), dot_of<i>(row, fitted.rest));
  }
}

template <class Scalar>
void fit(int n, Fitted<Scalar> &fitted) {
  fitted.part = 1;
  fitted.chi_squared = 0;
  if (n == body_components) return fit_rows<body_components>(fitted);
  for (int i = 0; i < n; ++i) {
    Scalar *row = fitted.covariance + row_of(i);
    for (int j = 0; j < i; ++j)
      row[j] = (row[j] - dot(j, row, fitted.covariance + row_of(j))) * fitted.inverse_diagonal[j];
    fit_end(fitted, i, Scalar(row[i] - dot(i, row, row)), dot(i, row, fitted.rest));
  }
}

// covariance += a (n n^T + t t^T + s s^T), of the first N rows.
template <int N, class Scalar>
TOUCHDOWN_INLINE void add_spread_to(const Scalar *a, const Foot<Scalar> &foot, Scalar *row) {
  if constexpr (N > 0) {
    add_spread_to<N - 1>(a, foot, row);
    row[N - 1] += a[0] * foot.row[0][N - 1] + a[1] * foot.row[1][N - 1] + a[2] * foot.row[2][N - 1];
  }
}
template <int N, class Scalar>
TOUCHDOWN_INLINE void add_spread_of(Scalar a, const Foot<Scalar> &foot, Scalar *covariance) {
  if constexpr (N > 0) {
    add_spread_of<N - 1>(a, foot, covariance);
    const Scalar b[3] = {a * foot.row[0][N - 1], a * foot.row[1][N - 1], a * foot.row[2][N - 1]};
    add_spread_to<N>(b, foot, covariance + row_of(N - 1));
  }
}

// covariance += a x x^T.
template <class Scalar>
void add_square(int n, Scalar a, const Scalar *x, Scalar *covariance) {
  for (int i = 0; i < n; ++i) add_scaled(i + 1, a * x[i], x, covariance + row_of(i));
}

template <class Scalar>
void set_to_noise(int n, Scalar *covariance) {
  if (n == body_components)
    each_of<row_of(body_components)>([&](int i) { covariance[i] = 0; });
  else
    fill_zero(row_of(n), covariance);
  each(n, [&](int j) { covariance[row_of(j) + j] = 1; });
}

// x <- L^-T x.
template <int N, class Scalar>
TOUCHDOWN_INLINE void solve_columns(const Fitted<Scalar> &fitted, Scalar *x) {
  if constexpr (N > 0) {
    const Scalar last = x[N - 1] *= fitted.inverse_diagonal[N - 1];
    each_of<N - 1>([&](int j) { x[j] -= last * fitted.covariance[row_of(N - 1) + j]; });
    solve_columns<N - 1>(fitted, x);
  }
}
template <class Scalar>
void solve_transposed(int n, const Fitted<Scalar> &fitted, Scalar *x) {
  if (n == body_components) return solve_columns<body_components>(fitted, x);
  for (int i = n - 1; i >= 0; --i) {
    x[i] *= fitted.inverse_diagonal[i];
    add_scaled(i, Scalar(-x[i]), fitted.covariance + row_of(i), x);
  }
}

// x <- L^-1 x.
template <int N, class Scalar>
TOUCHDOWN_INLINE void solve_rows(const Fitted<Scalar> &fitted, Scalar *x) {
  if constexpr (N > 0) {
    solve_rows<N - 1>(fitted, x);
    x[N - 1] = (x[N - 1] - dot_of<N - 1>(fitted.covariance + row_of(N - 1), x)) * fitted.inverse_diagonal[N - 1];
  }
}
template <class Scalar>
void solve_lower(int n, const Fitted<Scalar> &fitted, Scalar *x) {
  if (n == body_components) return solve_rows<body_components>(fitted, x);
  for (int i = 0; i < n; ++i) x[i] = (x[i] - dot(i, fitted.covariance + row_of(i), x)) * fitted.inverse_diagonal[i];
}

template <class Scalar>
void add_spread(int n, Scalar a, const Foot<Scalar> &foot, Scalar *covariance) {
  if (n == body_components) return add_spread_of<body_components>(a, foot, covariance);
  for (const Scalar *row : {foot.row[0], foot.row[1], foot.row[2]}) add_square(n, a, row, covariance);
}

// (M.8): so much that y^T M^-1 y is as expected.
template <class Scalar>
Scalar scale_of(const Asked<Scalar> &asked, FeetSet set) {
  Scalar sum[most_components], expected = 0;
  fill_zero(asked.n, sum);
  for (int i = 0; i < asked.feet; ++i) {
    if ((set >> i & 1U) == 0) continue;
    expected += asked.foot[i].spread;
    each(asked.n, [&](int j) { sum[j] += asked.foot[i].pull[j]; });
  }
  expected += dot(asked.n, sum, sum);
  return expected > 0 ? square_root(asked.energy / expected) : Scalar(0);
}

// y less the mean of a set of feet, by its covariance. `without` are excesses that are 0.
template <class Scalar>
void fit_feet(const Asked<Scalar> &asked, FeetSet set, std::uint32_t without, Fitted<Scalar> &fitted) {
  constexpr Scalar mean = 1 / tolerance::hidden_spread<Scalar>;
  const int n = asked.n;
  fitted.scale = scale_of(asked, set);
  set_to_noise(n, fitted.covariance);
  each(n, [&](int j) { fitted.rest[j] = asked.y[j]; });
  for (int i = 0; i < asked.feet; ++i) {
    if ((set >> i & 1U) == 0) continue;
    const Foot<Scalar> &foot = asked.foot[i];
    add_spread(n, square(fitted.scale), foot, fitted.covariance);
    if (foot.knows_normal) each(n, [&](int j) { fitted.rest[j] -= fitted.scale * foot.row[0][j]; });
  }
  for (int k = 0; k < asked.excesses; ++k) {
    if ((without >> k & 1U) == 0) continue;
    add_square(n, Scalar(-1), asked.excess[k], fitted.covariance);
    add_scaled(n, Scalar(-mean), asked.excess[k], fitted.rest);
  }
  fit(n, fitted);
  each(n, [&](int j) { fitted.answer[j] = fitted.rest[j]; });
  solve_transposed(n, fitted, fitted.answer);
}

// An excess is a reading's beyond the end of its range: of the other sign than the reading it is 0.
template <class Scalar>
std::uint32_t wrong_excesses(const Asked<Scalar> &asked, const Fitted<Scalar> &fitted) {
  constexpr Scalar mean = 1 / tolerance::hidden_spread<Scalar>;
  std::uint32_t wrong = 0;
  for (int k = 0; k < asked.excesses; ++k)
    if (dot(asked.n, asked.excess[k], fitted.answer) >= mean) wrong |= 1U << k;
  return wrong;
}

// A contact cannot pull: of its normal impulse s (1 + x), x has the mean s J C^-1 (y - mean) and the variance
// 1 - s^2 J C^-1 J^T.
template <class Scalar>
void count_pull(const Asked<Scalar> &asked, FeetSet set, Fitted<Scalar> &fitted) {
  const Scalar s = fitted.scale;
  fitted.pulled = 0;
  for (int i = 0; i < asked.feet; ++i) {
    const Foot<Scalar> &foot = asked.foot[i];
    if ((set >> i & 1U) == 0 || !foot.knows_normal) continue;
    const Scalar normal = 1 + s * dot(asked.n, foot.row[0], fitted.answer);
    if (normal >= 0) continue;
    Scalar z[most_components];
    copy(asked.n, foot.row[0], z);
    solve_lower(asked.n, fitted, z);
    fitted.pulled += square(normal) / max(1 - s * s * dot(asked.n, z, z), least_pivot<Scalar>);
  }
}

// Takes excesses of the wrong sign out of C and of the mean, one after the other: less v v^T of C = L L^T, z = L^-1 v,
// is a factor (1 - z z^T)^-1/2 of what is whitened. `answer` stays that of the whole C.
template <class Scalar>
void leave_out(const Asked<Scalar> &asked, std::uint32_t wrong, Fitted<Scalar> &fitted) {
  constexpr Scalar mean = 1 / tolerance::hidden_spread<Scalar>;
  const int n = asked.n;
  Scalar z[3][most_components];
  for (int k = 0; k < asked.excesses; ++k) {
    if ((wrong >> k & 1U) == 0) continue;
    copy(n, asked.excess[k], z[k]);
    solve_lower(n, fitted, z[k]);
  }
  for (int k = 0; k < asked.excesses; ++k) {
    if ((wrong >> k & 1U) == 0) continue;
    const Scalar own = dot(n, z[k], z[k]);
    const Scalar root = square_root(max(1 - own, least_pivot<Scalar>)), c = own > 0 ? (1 - 1 / root) / own : Scalar(0);
    add_scaled(n, -mean, z[k], fitted.rest);
    shrink(n, z[k], c, fitted.rest);
    for (int l = k + 1; l < asked.excesses; ++l)
      if ((wrong >> l & 1U) != 0) shrink(n, z[k], c, z[l]);
    fitted.part /= root;
  }
  fitted.chi_squared = dot(n, fitted.rest, fitted.rest);
}

template <class Scalar>
void fit_set(const Asked<Scalar> &asked, FeetSet set, Fitted<Scalar> &fitted) {
  fit_feet(asked, set, 0U, fitted);
  count_pull(asked, set, fitted);
  const std::uint32_t wrong = wrong_excesses(asked, fitted);
  if (wrong != 0) leave_out(asked, wrong, fitted);
}

// As it is reported, with all of its parts.
template <class Scalar>
void fit_whole(const Asked<Scalar> &asked, FeetSet set, Fitted<Scalar> &fitted) {
  fit_feet(asked, set, 0U, fitted);
  const std::uint32_t wrong = wrong_excesses(asked, fitted);
  if (wrong != 0) fit_feet(asked, set, wrong, fitted);
}

// ---- All of them

template <class Scalar>
Scalar evidence_of(const Asked<Scalar> &asked, const Fitted<Scalar> &fitted) {
  return asked.part * fitted.part * likelihood(asked.n, fitted.chi_squared + fitted.pulled + asked.taken_back);
}

template <class Scalar>
void count_set(const Asked<Scalar> &asked, FeetSet set, Scalar prior, const Fitted<Scalar> &fitted,
               Evidence<Scalar> &evidence) {
  const bool one = (set & (set - 1U)) == 0;
  const Scalar weight = prior * evidence_of(asked, fitted);
  evidence.of[one ? TD_EXPLAINED_BY_FOOT : TD_EXPLAINED_BY_FEET] += weight;
  for (int i = 0; i < asked.feet; ++i)
    if ((set >> i & 1U) != 0) evidence.of_foot[i] += weight;
  const int kind = one ? 0 : 1;
  if (weight > evidence.highest[kind] || evidence.likeliest[kind] == 0) {
    evidence.highest[kind] = weight;
    evidence.likeliest[kind] = set;
  }
  const Scalar missed = fitted.chi_squared + fitted.pulled;
  if (missed < evidence.least) evidence.least = missed;
}

template <class Scalar>
void weigh_set(const Asked<Scalar> &asked, FeetSet set, Scalar prior, Fitted<Scalar> &fitted,
               Evidence<Scalar> &evidence) {
  fit_set(asked, set, fitted);
  count_set(asked, set, prior, fitted, evidence);
}

// (M.9): what one foot explains, more do no better.
template <class Scalar>
void weigh_feet(const Asked<Scalar> &asked, Fitted<Scalar> &fitted, Evidence<Scalar> &evidence) {
  const int feet = asked.feet;
  const Scalar share = 1 / static_cast<Scalar>(max(feet, 1));
  for (int i = 0; i < feet; ++i) weigh_set(asked, 1U << i, share, fitted, evidence);
  if (feet < 2 || evidence.least < tolerance::explained<Scalar>) return;
  const Scalar of_pairs = 2 / static_cast<Scalar>(feet * (feet - 1));
  for (int i = 0; i < feet; ++i)
    for (int j = i + 1; j < feet; ++j) weigh_set(asked, 1U << i | 1U << j, of_pairs, fitted, evidence);
  if (feet == 2) return;
  const FeetSet all = (1U << feet) - 1U;
  weigh_set(asked, all, Scalar(1), fitted, evidence);
  for (int i = 0; i < feet && feet > 3; ++i) weigh_set(asked, all & ~(1U << i), share, fitted, evidence);
}

// Any momentum of that energy; M is by rows, n in a row. Before noise is counted.
template <class Scalar>
void weigh_anything(const Asked<Scalar> &asked, const Scalar *M, Fitted<Scalar> &fitted, Evidence<Scalar> &evidence) {
  const int n = asked.n;
  set_to_noise(n, fitted.covariance);
  copy(n, asked.y, fitted.rest);
  add_square(n, Scalar(1), asked.thrust, fitted.covariance);
  for (int i = asked.feet; i < asked.feet + asked.standing; ++i)
    add_spread(n, square(standing_scale(asked, i)), asked.foot[i], fitted.covariance);
  for (int i = 0; i < n; ++i) {
    Scalar *row = fitted.covariance + row_of(i);
    row[i] += square(tolerance::hidden_spread<Scalar> * asked.hidden[i]);
    fitted.rest[i] += asked.hidden[i];
    const Scalar scale = asked.energy / static_cast<Scalar>(n) * asked.per_deviation[i];
    for (int j = 0; j <= i; ++j) row[j] += scale * asked.per_deviation[j] * M[i * n + j];
  }
  fit(n, fitted);
  evidence.anything = fitted.part;
  evidence.of[TD_EXPLAINED_BY_NO_CONTACT] =
      max(tolerance::no_contact_prior<Scalar> * fitted.part * likelihood(n, fitted.chi_squared),
          tolerance::least_evidence<Scalar>);
}

// Noise alone; and readings at the end of their range that say nothing: without them there is noise.
template <class Scalar>
void weigh_nothing(const Asked<Scalar> &asked, Evidence<Scalar> &evidence) {
  constexpr Scalar mean = 1 / tolerance::hidden_spread<Scalar>;
  const int n = asked.n;
  Scalar y[most_components];
  copy(n, asked.y, y);
  evidence.of[TD_EXPLAINED_BY_NOTHING] =
      tolerance::contacts_are_rare<Scalar> * asked.part * likelihood(n, dot(n, y, y));
  if (asked.excesses == 0) return;
  for (int k = 0; k < asked.excesses; ++k) add_scaled(n, Scalar(-mean), asked.excess[k], y);
  evidence.of[TD_EXPLAINED_BY_NO_CONTACT] +=
      tolerance::spoilt_readings<Scalar> * asked.part * likelihood(n, dot(n, y, y));
}

template <class Scalar>
void begin_excesses(Asked<Scalar> &asked) {
  asked.excesses = 0;
  for (int j = 0; j < asked.n && asked.excesses < 3; ++j) {
    if (asked.hidden[j] == 0) continue;
    Scalar *excess = asked.excess[asked.excesses++];
    fill_zero(asked.n, excess);
    excess[j] = tolerance::hidden_spread<Scalar> * asked.hidden[j];
  }
}

template <class Scalar>
void weigh(Asked<Scalar> &asked, const Scalar *M, Fitted<Scalar> &fitted, Evidence<Scalar> &evidence) {
  evidence = {};
  weigh_anything(asked, M, fitted, evidence);
  asked.part = 1;
  begin_excesses(asked);
  count_what_acts(asked);
  weigh_nothing(asked, evidence);
  evidence.least = dot(asked.n, asked.y, asked.y);
  count_excesses(asked);
  weigh_feet(asked, fitted, evidence);
}

// ---- What the likeliest one says

// The impulse that each foot of the set took, by Asked::foot, by (M.8), with the rest as fitted.
template <class Scalar>
void share_among_feet(const Asked<Scalar> &asked, FeetSet set, const Fitted<Scalar> &fitted, Vector3<Scalar> *impulse) {
  const Scalar *const w = fitted.answer;
  const Scalar scale = fitted.scale, square = scale * scale;
  for (int i = 0; i < asked.feet; ++i) {
    const Foot<Scalar> &foot = asked.foot[i];
    impulse[i].setZero();
    if ((set >> i & 1U) == 0) continue;
    const Scalar n = square * dot(asked.n, foot.row[0], w) + (foot.knows_normal ? scale : Scalar(0));
    impulse[i] = to_world<Scalar>(foot.frame, {n, foot.slip * square * dot(asked.n, foot.row[1], w),
                                               foot.slip * square * dot(asked.n, foot.row[2], w)});
  }
}

// Variance of the sum of those impulses, over all axes.
template <class Scalar>
Scalar variance_of_sum(const Asked<Scalar> &asked, FeetSet set, const Fitted<Scalar> &fitted) {
  const Scalar square = fitted.scale * fitted.scale;
  Scalar known[3][most_components], sum = 0;
  for (int axis = 0; axis < 3; ++axis) fill_zero(asked.n, known[axis]);
  for (int i = 0; i < asked.feet; ++i) {
    const Foot<Scalar> &foot = asked.foot[i];
    if ((set >> i & 1U) == 0) continue;
    sum += square * (1 + 2 * foot.slip * foot.slip);
    for (int axis = 0; axis < 3; ++axis) {
      add_scaled(asked.n, Scalar(square * foot.frame.n[axis]), foot.row[0], known[axis]);
      add_scaled(asked.n, Scalar(square * foot.slip * foot.frame.t[axis]), foot.row[1], known[axis]);
      add_scaled(asked.n, Scalar(square * foot.slip * foot.frame.s[axis]), foot.row[2], known[axis]);
    }
  }
  for (Scalar *x : {known[0], known[1], known[2]}) {
    solve_lower(asked.n, fitted, x);
    sum -= dot(asked.n, x, x);
  }
  return max(sum, Scalar(0));
}

// ---- Feet

// From rows of the Jacobian to what is asked of a foot; the normal is of any length, 0 where it is not known.
template <class Scalar>
void prepare(const CholeskyView<Scalar> &mass, const Scalar *per_deviation, const Vector3<Scalar> &normal, Scalar mu,
             Foot<Scalar> &foot) {
  constexpr Scalar half_root = Scalar(0.7071067811865476);
  foot.knows_normal = frame_of(normal, foot.frame);
  foot.slip = foot.knows_normal ? half_root * mu : Scalar(1);
  if (!foot.knows_normal) (void)frame_of(Vector3<Scalar>(Vector3<Scalar>::UnitZ()), foot.frame);
  ContactVector<Scalar> Y[most_components];
  for (int j = 0; j < mass.n; ++j) {
    const ContactVector<Scalar> x =
        to_contact(foot.frame, Vector3<Scalar>(foot.row[0][j], foot.row[1][j], foot.row[2][j]));
    Y[j] = x;
    foot.row[0][j] = per_deviation[j] * x.n;
    foot.row[1][j] = per_deviation[j] * foot.slip * x.t;
    foot.row[2][j] = per_deviation[j] * foot.slip * x.s;
  }
  solve_lower(mass, Y);
  const ContactInertia<Scalar> W = gram(mass.n, Y);
  foot.spread = W.nn + square(foot.slip) * (W.tt + W.ss);
  for (int j = 0; j < mass.n; ++j) foot.pull[j] = foot.knows_normal ? Y[j].n : Scalar(0);
}

}  // namespace touchdown::monitor

#endif
