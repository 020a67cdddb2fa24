// Which explanation of an event is likeliest (DESIGN.md, E155, E157, E158): of n components of momentum, whatever felt
// them. The impulse that a foot may take is normal before anything is seen, so that the evidence of a set of feet has a
// closed form. The noise is learnt from a finite number of samples, so that a misfit is Student's: no exponential is
// needed. An explanation with more freedom explains more, and pays for it.
#ifndef TOUCHDOWN_CONTACT_MONITOR_EVIDENCE_HPP
#define TOUCHDOWN_CONTACT_MONITOR_EVIDENCE_HPP

#include "contact_monitor/momentum.hpp"
#include "systems/generalized_speeds.hpp"

namespace touchdown::monitor {

// Lower triangles, by rows.
constexpr int row_of(int i) { return i * (i + 1) / 2; }
// Components of momentum, at most: an inertial sensor has six, however few speeds the library is built for.
constexpr int most_components = max_speeds < 6 ? 6 : max_speeds;

constexpr int most_entries = row_of(most_components);

// A foot that may have touched. `row` is its Jacobian along n, t, s of its frame; whitened, and times the deviation of
// an impulse of mean 1, once it is prepared.
template <class Scalar>
struct Foot {
  int number;         // of the machine
  bool knows_normal;  // else an impulse may have any direction, and the frame is that of the axes
  Scalar slip;        // [-] deviation along t and s
  ContactFrame<Scalar> frame;
  Scalar row[3][most_components];
  Scalar pull[most_components];  // L^-1 J^T n, of M = L L^T
  Scalar spread;                 // trace of what an impulse of mean 1 varies by, in the metric of M^-1
};

// What came in, in deviations of each component, and what may have touched.
template <class Scalar>
struct Asked {
  int n, feet;
  Foot<Scalar> foot[TD_MAX_FEET];
  Scalar y[most_components];
  Scalar per_deviation[most_components];  // 1 over it
  Scalar noise[most_entries];             // covariance, whatever the explanation: 1 and what else acts
  Scalar energy;                          // y^T M^-1 y
  Scalar hidden[most_components];  // of y, what clipped readings told: a contact was that, and may have been more
  Scalar taken_back;               // chi squared of normal impulse that was taken back: a contact cannot pull
};

using FeetSet = std::uint32_t;  // a bit for each of Asked::foot

// An explanation: y ~ N(mean, covariance). chi squared, and sqrt(det noise^2 / det covariance).
template <class Scalar>
struct Fitted {
  Scalar covariance[most_entries];  // its factor L, once fitted
  Scalar inverse_diagonal[most_components];
  Scalar rest[most_components];  // y - mean; L^-1 of it, once fitted
  Scalar chi_squared, part, scale;
  std::uint32_t hides;  // a bit for each component of which clipped readings hide more
};

template <class Scalar>
struct Evidence {
  Scalar of[TD_EXPLANATIONS];
  Scalar of_foot[TD_MAX_FEET];  // of the sets that it is in, by Asked::foot
  FeetSet likeliest[2];         // one foot, several
  Scalar highest[2];            // what these weigh
  Scalar least;                 // chi squared of the best single foot
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

// ---- One explanation
// -------------------------------------------------------------------------------------------------

// No covariance is less than the noise, which is 1.
template <class Scalar>
void fit(int n, Fitted<Scalar> &fitted) {
  fitted.part = 1;
  fitted.chi_squared = 0;
  for (int i = 0; i < n; ++i) {
    Scalar *row = fitted.covariance + row_of(i);
    for (int j = 0; j < i; ++j)
      row[j] = (row[j] - dot(j, row, fitted.covariance + row_of(j))) * fitted.inverse_diagonal[j];
    const Scalar inverse = 1 / square_root(max(row[i] - dot(i, row, row), Scalar(1)));
    fitted.inverse_diagonal[i] = inverse;
    fitted.part *= inverse;
    fitted.rest[i] = (fitted.rest[i] - dot(i, row, fitted.rest)) * inverse;
    fitted.chi_squared += square(fitted.rest[i]);
  }
}

template <class Scalar>
Scalar evidence_of(int n, const Fitted<Scalar> &fitted, Scalar more) {
  return fitted.part * likelihood(n, fitted.chi_squared + more);
}

// covariance += a x x^T.
template <class Scalar>
void add_square(int n, Scalar a, const Scalar *x, Scalar *covariance) {
  for (int i = 0; i < n; ++i) add_scaled(i + 1, a * x[i], x, covariance + row_of(i));
}

// What clipped readings hide: as much again as they told, twice as uncertain.
template <class Scalar>
void add_hidden(const Asked<Scalar> &asked, Fitted<Scalar> &fitted) {
  for (int j = 0; j < asked.n; ++j) {
    if ((fitted.hides >> j & 1U) == 0) continue;
    fitted.covariance[row_of(j) + j] += square(tolerance::hidden_spread<Scalar> * asked.hidden[j]);
    fitted.rest[j] += asked.hidden[j];
  }
}

// x <- L^-T x.
template <class Scalar>
void solve_transposed(int n, const Fitted<Scalar> &fitted, Scalar *x) {
  for (int i = n - 1; i >= 0; --i) {
    x[i] *= fitted.inverse_diagonal[i];
    add_scaled(i, Scalar(-x[i]), fitted.covariance + row_of(i), x);
  }
}

// The components that hide more by what was fitted; none hides less than nothing.
template <class Scalar>
std::uint32_t hide_more(const Asked<Scalar> &asked, const Fitted<Scalar> &fitted) {
  if (fitted.hides == 0) return 0;
  Scalar w[most_components];
  copy(asked.n, fitted.rest, w);
  solve_transposed(asked.n, fitted, w);
  std::uint32_t more = 0;
  for (int j = 0; j < asked.n; ++j)
    if ((fitted.hides >> j & 1U) != 0 && square(tolerance::hidden_spread<Scalar>) * asked.hidden[j] * w[j] < 1)
      more |= 1U << j;
  return more;
}

// (E157): so much that y^T M^-1 y is as expected.
template <class Scalar>
Scalar square_of_scale(const Asked<Scalar> &asked, FeetSet set) {
  Scalar sum[most_components], expected = 0;
  fill_zero(asked.n, sum);
  for (int i = 0; i < asked.feet; ++i) {
    if ((set >> i & 1U) == 0) continue;
    expected += asked.foot[i].spread;
    if (asked.foot[i].knows_normal) add_scaled(asked.n, Scalar(1), asked.foot[i].pull, sum);
  }
  expected += dot(asked.n, sum, sum);
  return expected > 0 ? asked.energy / expected : Scalar(0);
}

template <class Scalar>
void fit_once(const Asked<Scalar> &asked, FeetSet set, Fitted<Scalar> &fitted) {
  const int n = asked.n;
  const Scalar square = square_of_scale(asked, set);
  fitted.scale = square_root(square);
  copy(row_of(n), asked.noise, fitted.covariance);
  copy(n, asked.y, fitted.rest);
  for (int i = 0; i < asked.feet; ++i) {
    if ((set >> i & 1U) == 0) continue;
    const Foot<Scalar> &foot = asked.foot[i];
    for (int k = 0; k < 3; ++k) add_square(n, square, foot.row[k], fitted.covariance);
    if (foot.knows_normal) add_scaled(n, Scalar(-fitted.scale), foot.row[0], fitted.rest);
  }
  add_hidden(asked, fitted);
  fit(n, fitted);
}

template <class Scalar>
std::uint32_t spoilt_components(const Asked<Scalar> &asked) {
  std::uint32_t spoilt = 0;
  for (int j = 0; j < asked.n; ++j)
    if (asked.hidden[j] != 0) spoilt |= 1U << j;
  return spoilt;
}

template <class Scalar>
void fit_feet(const Asked<Scalar> &asked, FeetSet set, Fitted<Scalar> &fitted) {
  fitted.hides = spoilt_components(asked);
  fit_once(asked, set, fitted);
  const std::uint32_t more = hide_more(asked, fitted);
  if (more == fitted.hides) return;
  fitted.hides = more;
  fit_once(asked, set, fitted);
}

// ---- All of them
// -----------------------------------------------------------------------------------------------------

template <class Scalar>
void weigh_set(const Asked<Scalar> &asked, FeetSet set, Scalar prior, Fitted<Scalar> &fitted,
               Evidence<Scalar> &evidence) {
  fit_feet(asked, set, fitted);
  const bool one = (set & (set - 1U)) == 0;
  const Scalar weight = prior * evidence_of(asked.n, fitted, asked.taken_back);
  evidence.of[one ? TD_EXPLAINED_BY_FOOT : TD_EXPLAINED_BY_FEET] += weight;
  for (int i = 0; i < asked.feet; ++i)
    if ((set >> i & 1U) != 0) evidence.of_foot[i] += weight;
  const int kind = one ? 0 : 1;
  if (weight > evidence.highest[kind] || evidence.likeliest[kind] == 0) {
    evidence.highest[kind] = weight;
    evidence.likeliest[kind] = set;
  }
  if (one && fitted.chi_squared < evidence.least) evidence.least = fitted.chi_squared;
}

template <class Scalar>
void weigh_pairs(const Asked<Scalar> &asked, Fitted<Scalar> &fitted, Evidence<Scalar> &evidence) {
  const Scalar prior = 2 / static_cast<Scalar>(asked.feet * (asked.feet - 1));
  for (int i = 0; i < asked.feet; ++i)
    for (int j = i + 1; j < asked.feet; ++j) weigh_set(asked, 1U << i | 1U << j, prior, fitted, evidence);
}

// All of them, and all but one.
template <class Scalar>
void weigh_most(const Asked<Scalar> &asked, Fitted<Scalar> &fitted, Evidence<Scalar> &evidence) {
  const FeetSet all = (1U << asked.feet) - 1U;
  weigh_set(asked, all, Scalar(1), fitted, evidence);
  if (asked.feet == 3) return;
  for (int i = 0; i < asked.feet; ++i)
    weigh_set(asked, all & ~(1U << i), 1 / static_cast<Scalar>(asked.feet), fitted, evidence);
}

// (E158).
template <class Scalar>
void weigh_feet(const Asked<Scalar> &asked, Fitted<Scalar> &fitted, Evidence<Scalar> &evidence) {
  for (int i = 0; i < asked.feet; ++i) weigh_set(asked, 1U << i, 1 / static_cast<Scalar>(asked.feet), fitted, evidence);
  // What one foot explains, several do no better.
  if (asked.feet < 2 || evidence.least < tolerance::explained<Scalar>) return;
  weigh_pairs(asked, fitted, evidence);
  if (asked.feet > 2) weigh_most(asked, fitted, evidence);
}

template <class Scalar>
void begin_fit(const Asked<Scalar> &asked, Fitted<Scalar> &fitted) {
  copy(row_of(asked.n), asked.noise, fitted.covariance);
  copy(asked.n, asked.y, fitted.rest);
}

// Any momentum of that energy; M is by rows, n in a row.
template <class Scalar>
void weigh_anything(const Asked<Scalar> &asked, const Scalar *M, Fitted<Scalar> &fitted, Evidence<Scalar> &evidence) {
  const int n = asked.n;
  begin_fit(asked, fitted);
  fitted.hides = spoilt_components(asked);
  add_hidden(asked, fitted);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      fitted.covariance[row_of(i) + j] +=
          asked.energy / static_cast<Scalar>(n) * asked.per_deviation[i] * asked.per_deviation[j] * M[i * n + j];
  fit(n, fitted);
  evidence.anything = fitted.part;
  evidence.of[TD_EXPLAINED_BY_NO_CONTACT] =
      max(tolerance::no_contact_prior<Scalar> * evidence_of(n, fitted, Scalar(0)), tolerance::least_evidence<Scalar>);
}

// Readings at the end of their range that tell nothing: without them there is noise.
template <class Scalar>
Scalar weigh_spoilt(const Asked<Scalar> &asked, Fitted<Scalar> &fitted) {
  Scalar told = 0;
  begin_fit(asked, fitted);
  for (int j = 0; j < asked.n; ++j) {
    fitted.rest[j] -= asked.hidden[j];
    told += square(asked.hidden[j]);
  }
  if (!(told > 0)) return 0;
  fit(asked.n, fitted);
  return evidence_of(asked.n, fitted, Scalar(0)) * tolerance::spoilt_readings<Scalar>;
}

template <class Scalar>
void weigh(const Asked<Scalar> &asked, const Scalar *M, Fitted<Scalar> &fitted, Evidence<Scalar> &evidence) {
  for (Scalar &of : evidence.of) of = 0;
  for (Scalar &of : evidence.of_foot) of = 0;
  for (int kind = 0; kind < 2; ++kind) {
    evidence.likeliest[kind] = 0;
    evidence.highest[kind] = 0;
  }
  begin_fit(asked, fitted);
  fit(asked.n, fitted);
  evidence.least = fitted.chi_squared;
  evidence.of[TD_EXPLAINED_BY_NOTHING] = evidence_of(asked.n, fitted, Scalar(0)) * tolerance::contacts_are_rare<Scalar>;
  weigh_anything(asked, M, fitted, evidence);
  evidence.of[TD_EXPLAINED_BY_NO_CONTACT] += weigh_spoilt(asked, fitted);
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
  for (int j = 0; j < mass.n; ++j) foot.pull[j] = Y[j].n;
}

}  // namespace touchdown::monitor

#endif
