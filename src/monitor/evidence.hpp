// Which explanation of an event is likeliest (DESIGN.md, E155, E157, E158): of n components of momentum, whatever felt
// them. The impulse that a foot may take is normal before anything is seen, so that the evidence of a set of feet has a
// closed form. The noise is learnt from a finite number of samples, so that a misfit is Student's: no exponential is
// needed. An explanation with more freedom explains more, and pays for it.
#ifndef TOUCHDOWN_MONITOR_EVIDENCE_HPP
#define TOUCHDOWN_MONITOR_EVIDENCE_HPP

#include "monitor/momentum.hpp"
#include "systems/generalized_speeds.hpp"

namespace touchdown::monitor {

// Lower triangles, by rows.
constexpr int row_of(int i) { return i * (i + 1) / 2; }
// Components of momentum, at most: an inertial sensor has six, however few speeds the library is built for.
constexpr int most_components = max_speeds < 6 ? 6 : max_speeds;

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
  Scalar expected;               // and the square of its mean
  Scalar with_y[3];              // products of rows and y, once noise is counted
};

// What came in, in deviations of each component, and what may have touched. `y`, rows of feet and `excess` are whitened
// as noise is counted (count_noise).
template <class Scalar>
struct Asked {
  int n, feet, standing;
  Foot<Scalar> foot[TD_MAX_FEET];  // those that may have touched, and then those that stand
  Scalar y[most_components];
  Scalar per_deviation[most_components];  // 1 over it
  Scalar thrust[most_components];         // what told thrust may be off by
  Scalar energy;                          // y^T M^-1 y
  Scalar hidden[most_components];  // of y, what clipped readings told: a contact was that, and may have been more
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
  Scalar rest[most_components];  // y - mean; L^-1 of it, once fitted
  Scalar chi_squared, part, scale;
  Scalar pulled;  // chi squared of feet that would have pulled
};

// Of excesses z in the metric of what was fitted, C^-1: z_k z_l, and z_k (y - mean).
template <class Scalar>
struct Excesses {
  Scalar of[3][3], with_rest[3];
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

// (E155): (1 + chi squared / nu)^-(nu + n)/2, for nu = 20.
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
// -----------------------------------------------------------------------------------------------------------

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

// Thrust, and feet that stand (E181): they may have taken any force, a load that ends too.
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

// What clipped readings hide: as much again as they told, twice as uncertain.
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
// -------------------------------------------------------------------------------------------------

// The least of a pivot: no covariance is less than the noise, which is 1, but for what an excess is not.
template <class Scalar>
constexpr Scalar least_pivot = sizeof(Scalar) == 4 ? Scalar(1e-5) : Scalar(1e-12);

template <class Scalar>
void fit(int n, Fitted<Scalar> &fitted) {
  fitted.part = 1;
  fitted.chi_squared = 0;
  for (int i = 0; i < n; ++i) {
    Scalar *row = fitted.covariance + row_of(i);
    for (int j = 0; j < i; ++j)
      row[j] = (row[j] - dot(j, row, fitted.covariance + row_of(j))) * fitted.inverse_diagonal[j];
    const Scalar inverse = 1 / square_root(max(row[i] - dot(i, row, row), least_pivot<Scalar>));
    fitted.inverse_diagonal[i] = inverse;
    fitted.part *= inverse;
    fitted.rest[i] = (fitted.rest[i] - dot(i, row, fitted.rest)) * inverse;
    fitted.chi_squared += square(fitted.rest[i]);
  }
}

// covariance += a x x^T.
template <class Scalar>
void add_square(int n, Scalar a, const Scalar *x, Scalar *covariance) {
  for (int i = 0; i < n; ++i) add_scaled(i + 1, a * x[i], x, covariance + row_of(i));
}

template <class Scalar>
void set_to_noise(int n, Scalar *covariance) {
  fill_zero(row_of(n), covariance);
  for (int j = 0; j < n; ++j) covariance[row_of(j) + j] = 1;
}

// x <- L^-T x.
template <class Scalar>
void solve_transposed(int n, const Fitted<Scalar> &fitted, Scalar *x) {
  for (int i = n - 1; i >= 0; --i) {
    x[i] *= fitted.inverse_diagonal[i];
    add_scaled(i, Scalar(-x[i]), fitted.covariance + row_of(i), x);
  }
}

// (E157): so much that y^T M^-1 y is as expected.
template <class Scalar>
Scalar scale_of(const Asked<Scalar> &asked, FeetSet set) {
  Scalar sum[most_components], expected = 0;
  fill_zero(asked.n, sum);
  for (int i = 0; i < asked.feet; ++i) {
    if ((set >> i & 1U) == 0) continue;
    expected += asked.foot[i].spread;
    add_scaled(asked.n, Scalar(1), asked.foot[i].pull, sum);
  }
  expected += dot(asked.n, sum, sum);
  return expected > 0 ? square_root(asked.energy / expected) : Scalar(0);
}

// What explanations by feet have in common, set by set: n x n. `without` are excesses that are none.
template <class Scalar>
void fit_feet(const Asked<Scalar> &asked, FeetSet set, std::uint32_t without, Fitted<Scalar> &fitted) {
  constexpr Scalar mean = 1 / tolerance::hidden_spread<Scalar>;
  const int n = asked.n;
  fitted.scale = scale_of(asked, set);
  set_to_noise(n, fitted.covariance);
  copy(n, asked.y, fitted.rest);
  for (int i = 0; i < asked.feet; ++i) {
    if ((set >> i & 1U) == 0) continue;
    const Foot<Scalar> &foot = asked.foot[i];
    for (int k = 0; k < 3; ++k) add_square(n, square(fitted.scale), foot.row[k], fitted.covariance);
    if (foot.knows_normal) add_scaled(n, Scalar(-fitted.scale), foot.row[0], fitted.rest);
  }
  for (int k = 0; k < asked.excesses; ++k) {
    if ((without >> k & 1U) == 0) continue;
    add_square(n, Scalar(-1), asked.excess[k], fitted.covariance);
    add_scaled(n, Scalar(-mean), asked.excess[k], fitted.rest);
  }
  fitted.pulled = 0;
  fit(n, fitted);
}

// As it is told: what has the other sign than what was read is no excess.
template <class Scalar>
void fit_told(const Asked<Scalar> &asked, FeetSet set, Fitted<Scalar> &fitted) {
  constexpr Scalar mean = 1 / tolerance::hidden_spread<Scalar>;
  fit_feet(asked, set, 0U, fitted);
  if (asked.excesses == 0) return;
  Scalar w[most_components];
  copy(asked.n, fitted.rest, w);
  solve_transposed(asked.n, fitted, w);
  std::uint32_t without = 0;
  for (int k = 0; k < asked.excesses; ++k)
    if (dot(asked.n, asked.excess[k], w) >= mean) without |= 1U << k;
  if (without != 0) fit_feet(asked, set, without, fitted);
}

// An excess is a reading's beyond the end of its range: one of the other sign than the reading is none, and goes out of
// C and of the mean, one after the other.
template <class Scalar>
void leave_out(const Asked<Scalar> &asked, Excesses<Scalar> &excesses, Fitted<Scalar> &fitted) {
  constexpr Scalar mean = 1 / tolerance::hidden_spread<Scalar>;
  bool none[3];
  for (int k = 0; k < asked.excesses; ++k) none[k] = excesses.with_rest[k] >= mean;
  for (int k = 0; k < asked.excesses; ++k) {
    if (!none[k]) continue;
    const Scalar own = excesses.of[k][k], left = max(1 - own, least_pivot<Scalar>);
    const Scalar with_rest = excesses.with_rest[k] - mean * own;
    fitted.chi_squared += square(with_rest) / left - mean * (excesses.with_rest[k] + with_rest);
    fitted.part /= square_root(left);
    Scalar along[3];
    for (int l = 0; l < asked.excesses; ++l) along[l] = excesses.of[k][l];
    for (int l = 0; l < asked.excesses; ++l) {
      excesses.with_rest[l] += along[l] * (with_rest / left - mean);
      for (int j = 0; j < asked.excesses; ++j) excesses.of[l][j] += along[l] * along[j] / left;
    }
  }
}

// z <- L^-1 z.
template <class Scalar>
void solve_lower(int n, const Fitted<Scalar> &fitted, Scalar *z) {
  for (int i = 0; i < n; ++i) z[i] = (z[i] - dot(i, fitted.covariance + row_of(i), z)) * fitted.inverse_diagonal[i];
}

// After fit_feet.
template <class Scalar>
void leave_out(const Asked<Scalar> &asked, Fitted<Scalar> &fitted) {
  Scalar z[3][most_components];
  Excesses<Scalar> excesses;
  for (int k = 0; k < asked.excesses; ++k) {
    copy(asked.n, asked.excess[k], z[k]);
    solve_lower(asked.n, fitted, z[k]);
    excesses.with_rest[k] = dot(asked.n, z[k], fitted.rest);
    for (int l = 0; l <= k; ++l) excesses.of[k][l] = excesses.of[l][k] = dot(asked.n, z[k], z[l]);
  }
  leave_out(asked, excesses, fitted);
}

// One foot or two, by products of their rows: det(1 + s^2 J J^T) is that of n components, and x C^-1 y is
// x y - ((1 + s^2 J J^T)^-1/2 s J x) ((1 + s^2 J J^T)^-1/2 s J y).
template <class Scalar>
struct Products {
  int feet;
  const Foot<Scalar> *foot[2];
  Scalar of_rows[row_of(6)];
};

template <class Scalar>
void add_foot(const Asked<Scalar> &asked, const Foot<Scalar> &foot, Products<Scalar> &products) {
  const int before = 3 * products.feet;
  for (int k = 0; k < 3; ++k) {
    Scalar *row = products.of_rows + row_of(before + k);
    for (int j = 0; j < before; ++j) row[j] = dot(asked.n, foot.row[k], products.foot[0]->row[j]);
    for (int j = 0; j <= k; ++j) row[before + j] = dot(asked.n, foot.row[k], foot.row[j]);
  }
  products.foot[products.feet++] = &foot;
}

template <class Scalar>
Scalar scale_of(const Asked<Scalar> &asked, const Products<Scalar> &products) {
  const Foot<Scalar> &one = *products.foot[0], &other = *products.foot[1];
  Scalar expected = one.expected;
  if (products.feet == 2) expected += other.expected + 2 * dot(asked.n, one.pull, other.pull);
  return expected > 0 ? square_root(asked.energy / expected) : Scalar(0);
}

// s J x, and x less of it along the means.
template <class Scalar>
void leave_out(const Asked<Scalar> &asked, const Products<Scalar> &products, Fitted<Scalar> &fitted) {
  const int m = 3 * products.feet;
  Scalar z[3][6];
  Excesses<Scalar> excesses;
  for (int k = 0; k < asked.excesses; ++k) {
    const Scalar *x = asked.excess[k];
    Scalar rest = dot(asked.n, x, asked.y);
    for (int i = 0; i < m; ++i) {
      z[k][i] = fitted.scale * dot(asked.n, products.foot[i / 3]->row[i % 3], x);
      if (i % 3 == 0 && products.foot[i / 3]->knows_normal) rest -= z[k][i];
    }
    solve_lower(m, fitted, z[k]);
    excesses.with_rest[k] = rest - dot(m, z[k], fitted.rest);
    for (int l = 0; l <= k; ++l)
      excesses.of[k][l] = excesses.of[l][k] = dot(asked.n, x, asked.excess[l]) - dot(m, z[k], z[l]);
  }
  leave_out(asked, excesses, fitted);
}

// A contact cannot pull: of its normal impulse s (1 + x), x has the mean (1 + s^2 J J^T)^-1 s J r and the variance
// (1 + s^2 J J^T)^-1.
template <class Scalar>
void count_pull(const Products<Scalar> &products, Fitted<Scalar> &fitted) {
  const int m = 3 * products.feet;
  Scalar x[6];
  copy(m, fitted.rest, x);
  solve_transposed(m, fitted, x);
  fitted.pulled = 0;
  for (int q = 0; q < m; q += 3) {
    if (!products.foot[q / 3]->knows_normal || 1 + x[q] >= 0) continue;
    Scalar unit[6] = {};
    unit[q] = 1;
    solve_lower(m, fitted, unit);
    fitted.pulled += square(1 + x[q]) / dot(m, unit, unit);
  }
}

// The rows of the means are every third.
template <class Scalar>
void fit_few(const Asked<Scalar> &asked, const Products<Scalar> &products, Scalar y_squared, Fitted<Scalar> &fitted) {
  const int m = 3 * products.feet;
  const Scalar s = fitted.scale = scale_of(asked, products);
  Scalar all = y_squared;
  for (int i = 0; i < m; ++i) {
    const Foot<Scalar> &foot = *products.foot[i / 3];
    const Scalar *row = products.of_rows + row_of(i);
    Scalar *to = fitted.covariance + row_of(i);
    for (int j = 0; j <= i; ++j) to[j] = s * s * row[j];
    to[i] += 1;
    Scalar along = foot.with_y[i % 3];
    for (int q = 0; q < m; q += 3)
      if (products.foot[q / 3]->knows_normal) along -= s * (q <= i ? row[q] : products.of_rows[row_of(q) + i]);
    fitted.rest[i] = s * along;
    if (i % 3 == 0 && foot.knows_normal) all -= s * (foot.with_y[0] + along);
  }
  fit(m, fitted);
  fitted.chi_squared = max(all - fitted.chi_squared, Scalar(0));
  count_pull(products, fitted);
  if (asked.excesses > 0) leave_out(asked, products, fitted);
}

// ---- All of them
// -----------------------------------------------------------------------------------------------------

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
void weigh_few(const Asked<Scalar> &asked, int i, int j, Scalar prior, Scalar y_squared, Fitted<Scalar> &fitted,
               Evidence<Scalar> &evidence) {
  Products<Scalar> products;
  products.feet = 0;
  add_foot(asked, asked.foot[i], products);
  if (j != i) add_foot(asked, asked.foot[j], products);
  fit_few(asked, products, y_squared, fitted);
  count_set(asked, 1U << i | 1U << j, prior, fitted, evidence);
}

template <class Scalar>
void weigh_set(const Asked<Scalar> &asked, FeetSet set, Scalar prior, Fitted<Scalar> &fitted,
               Evidence<Scalar> &evidence) {
  fit_feet(asked, set, 0U, fitted);
  if (asked.excesses > 0) leave_out(asked, fitted);
  count_set(asked, set, prior, fitted, evidence);
}

// (E158): what one foot explains, more do no better.
template <class Scalar>
void weigh_feet(Asked<Scalar> &asked, Fitted<Scalar> &fitted, Evidence<Scalar> &evidence) {
  const int feet = asked.feet;
  const Scalar y_squared = dot(asked.n, asked.y, asked.y), share = 1 / static_cast<Scalar>(max(feet, 1));
  for (int i = 0; i < feet; ++i) {
    Foot<Scalar> &foot = asked.foot[i];
    for (int k = 0; k < 3; ++k) foot.with_y[k] = dot(asked.n, foot.row[k], asked.y);
    weigh_few(asked, i, i, share, y_squared, fitted, evidence);
  }
  if (feet < 2 || evidence.least < tolerance::explained<Scalar>) return;
  const Scalar of_pairs = 2 / static_cast<Scalar>(feet * (feet - 1));
  for (int i = 0; i < feet; ++i)
    for (int j = i + 1; j < feet; ++j) weigh_few(asked, i, j, of_pairs, y_squared, fitted, evidence);
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
    for (int k = 0; k < 3; ++k)
      add_square(n, square(standing_scale(asked, i)), asked.foot[i].row[k], fitted.covariance);
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

// Noise alone; and readings at the end of their range that tell nothing: without them there is noise.
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
// -------------------------------------------------------------------------------------

// The impulse that each foot of the set took, by Asked::foot, by (E157), with the rest as fitted.
template <class Scalar>
void share_among_feet(const Asked<Scalar> &asked, FeetSet set, const Fitted<Scalar> &fitted, Vector3<Scalar> *impulse) {
  Scalar w[most_components];
  copy(asked.n, fitted.rest, w);
  solve_transposed(asked.n, fitted, w);
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
    for (int i = 0; i < asked.n; ++i) {
      x[i] = (x[i] - dot(i, fitted.covariance + row_of(i), x)) * fitted.inverse_diagonal[i];
      sum -= x[i] * x[i];
    }
  }
  return max(sum, Scalar(0));
}

// ---- Feet
// ------------------------------------------------------------------------------------------------------------

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
  foot.expected = foot.spread + (foot.knows_normal ? W.nn : Scalar(0));
}

}  // namespace touchdown::monitor

#endif
