// Which explanation of an event is likeliest (docs/theory, M.6, M.8, M.9): of n components of momentum, whatever felt
// them. The impulse that a foot may take is normal before anything is seen, so that the evidence of a set of feet has a
// closed form. The noise is learnt from a finite number of samples, so that a misfit is Student's: no exponential is
// needed. An explanation with more freedom explains more, and pays for it.
#ifndef TOUCHDOWN_MONITOR_EVIDENCE_HPP
#define TOUCHDOWN_MONITOR_EVIDENCE_HPP

#include "monitor/source.hpp"

namespace touchdown::monitor {

// Lower triangles, by rows.
constexpr int row_of(int i) { return i * (i + 1) / 2; }

// What the impulses of feet are before any is seen, each of mean 1: mean and covariance of the momentum that they
// bring, in deviations; L^-1 J^T n, of M = L L^T, and the covariance's trace in the metric of M^-1.
template <class Scalar, class Size>
struct Impulses {
  Scalar mean[room<Size>], covariance[row_of(room<Size>)];
  Scalar pull[room<Size>], spread;
};

// A foot that may have touched, or that stands. What it brings is kept where the components are few; else it is found
// anew for each set, for there is no room on the stack.
struct NotKept {};
template <class Scalar, class Size>
struct Foot {
  int number;              // of the machine
  Vector3<Scalar> normal;  // of length 1; 0: unknown, and an impulse may have any direction
  Scalar slip;             // [-] deviation across the normal
  std::conditional_t<std::is_same_v<Size, int>, NotKept, Impulses<Scalar, Size>> kept;
};

// What came in, in deviations of each component, and what may have touched.
template <class Scalar, class Size = int>
struct Asked {
  Size n;
  int feet, standing;
  Foot<Scalar, Size> foot[TD_MAX_FEET];  // those that may have touched, and then those that stand
  Scalar y[room<Size>];
  Scalar variance[room<Size>], per_deviation[room<Size>];  // 1 over its root
  Scalar thrust[room<Size>];                               // what a given thrust may be off by
  Scalar noise[row_of(room<Size>)];                        // covariance of y without a contact
  Scalar energy;                                           // y^T M^-1 y
  Scalar hidden[3];            // of y, what clipped readings show: a contact was that, and may have been more
  Scalar taken_back;           // chi squared of normal impulse that was taken back: a contact cannot pull
  Scalar to_and_fro;           // chi squared of momentum that went to and fro: several feet give theirs one way
  bool may_be_spoilt;          // there are clipped readings, and not behind a filter
  Scalar sharper[room<Size>];  // deviation over that where clipped readings say nothing, which brings no error
};

// A set of feet that is weighed: a bit for each of Asked::foot.
template <class Scalar>
struct FeetSet {
  std::uint32_t feet;
  Scalar prior;
};

// An explanation: y ~ N(mean, covariance). chi squared, and sqrt(det noise^2 / det covariance).
template <class Scalar, class Size = int>
struct Fitted {
  Scalar covariance[row_of(room<Size>)];  // its factor L, once fitted
  Scalar inverse_diagonal[room<Size>];
  Scalar rest[room<Size>];  // y - mean; L^-1 of it, once fitted
  Scalar chi_squared, part, scale;
};

template <class Scalar>
struct Evidence {
  Scalar of[TD_EXPLANATIONS];
  Scalar of_foot[TD_MAX_FEET];  // of the sets that it is in, by Asked::foot
  std::uint32_t likeliest[2];   // one foot, several
  Scalar highest[2];            // what these weigh
  Scalar least;                 // chi squared of the best set
  Scalar anything;              // part that the noise leaves of any momentum of that energy
};

// A momentum that is asked about: its noise in that of a sample, and the square of all that went to and fro.
template <class Scalar>
struct Gathered {
  const Scalar *p;
  Scalar noise, went;
};

// (M.3), (M.16): the model is wrong by a part of all that went to and fro.
template <class Source, class Scalar, class Size>
void ask_momentum(const Monitor<Scalar> &monitor, const Source &source, const Gathered<Scalar> &gathered,
                  Asked<Scalar, Size> &asked) {
  const Scalar model = square(model_error_of(source.machine)) * gathered.went;
  asked.n = source.n;
  asked.feet = asked.standing = 0;
  asked.taken_back = asked.to_and_fro = 0;
  asked.may_be_spoilt = false;
  fill_zero(3, asked.hidden);
  each(asked.n, [&](int j) {
    asked.thrust[j] = 0;
    asked.variance[j] = noise_of(monitor, source, j, gathered.noise) + model * share_of_size(monitor, source, j);
    asked.per_deviation[j] = 1 / square_root(asked.variance[j]);
    asked.y[j] = gathered.p[j] * asked.per_deviation[j];
  });
}

// (M.6): (1 + chi squared / nu)^-(nu + n)/2, for nu = 20.
template <class Scalar>
Scalar likelihood(int n, Scalar chi_squared) {
  const Scalar x = 1 / (1 + chi_squared / Scalar(tolerance::noise_freedoms));
  const Scalar x2 = x * x, x4 = x2 * x2;
  const Scalar root = square_root(x);
  Scalar likelihood = x4 * x4 * x2;
  for (int j = 0; j < n; ++j) likelihood *= root;
  return likelihood;
}

// ---- One explanation

// C = L L^T, and L^-1 of the rest.
template <class Scalar, class Size>
void fit(Size n, Fitted<Scalar, Size> &fitted) {
  fitted.part = 1;
  fitted.chi_squared = 0;
  each(n, [&](auto i) {
    Scalar *const row = fitted.covariance + row_of(i), *const diagonal = fitted.inverse_diagonal;
    each(i, [&](auto j) { row[j] = (row[j] - product(j, row, fitted.covariance + row_of(j))) * diagonal[j]; });
    diagonal[i] = 1 / square_root(max(row[i] - product(i, row, row), tolerance::least_pivot<Scalar>));
    fitted.part *= diagonal[i];
    fitted.rest[i] = (fitted.rest[i] - product(i, row, fitted.rest)) * diagonal[i];
    fitted.chi_squared += square(fitted.rest[i]);
  });
}

// z = L^-1 x, with the factor L of a fitted covariance; z may be x.
template <class Scalar, class Size>
void solve_lower(Size n, const Fitted<Scalar, Size> &fitted, const Scalar *x, Scalar *z) {
  each(n, [&](auto i) { z[i] = (x[i] - product(i, fitted.covariance + row_of(i), z)) * fitted.inverse_diagonal[i]; });
}

// w = L^-T of the rest, once fitted.
template <class Scalar, class Size>
void solve_upper(Size n, const Fitted<Scalar, Size> &fitted, Scalar *w) {
  for (int i = n - 1; i >= 0; --i) {
    w[i] = fitted.rest[i];
    for (int j = i + 1; j < n; ++j) w[i] -= fitted.covariance[row_of(j) + i] * w[j];
    w[i] *= fitted.inverse_diagonal[i];
  }
}

// covariance += a x x^T.
template <class Scalar, class Size>
void add_square(Size n, Scalar a, const Scalar *x, Scalar *covariance) {
  for (int i = 0; i < n; ++i) add_scaled(i + 1, a * x[i], x, covariance + row_of(i));
}

// An impulse of so much is expected, so that y^T M^-1 y is as it is where that varies by `expected` (M.8).
template <class Scalar, class Size>
Scalar scale_of(const Asked<Scalar, Size> &asked, Scalar expected) {
  return expected > 0 ? square_root(asked.energy / expected) : Scalar(0);
}

// The noise, thrust, and feet that stand (M.18): they may have taken any force, a load that ends too. And nothing else.
template <class Source, class Scalar, class Size>
void fit_nothing(const Source &source, Asked<Scalar, Size> &asked, Fitted<Scalar, Size> &fitted) {
  const Size n = asked.n;
  fill_zero(row_of(n), asked.noise);
  each(n, [&](auto i) { asked.noise[row_of(i) + i] = 1; });
  add_square(n, Scalar(1), asked.thrust, asked.noise);
  for (int i = asked.feet; i < asked.feet + asked.standing; ++i) {
    const Impulses<Scalar, Size> &impulse = alone(source, asked, i);
    add_scaled(row_of(n), square(scale_of(asked, impulse.spread)), impulse.covariance, asked.noise);
  }
  copy(row_of(n), asked.noise, fitted.covariance);
  copy(n, asked.y, fitted.rest);
  fit(n, fitted);
}

template <class Scalar, class Size>
void add_impulses(Size n, Scalar sign, const Impulses<Scalar, Size> &x, Impulses<Scalar, Size> &sum) {
  add_scaled(n, sign, x.mean, sum.mean);
  add_scaled(row_of(n), sign, x.covariance, sum.covariance);
  add_scaled(n, sign, x.pull, sum.pull);
  sum.spread += sign * x.spread;
}

// Deviation of what a clipped reading hides: as much again as it shows, twice as uncertain.
template <class Scalar, class Size>
Scalar spread_of_excess(const Asked<Scalar, Size> &asked, int k) {
  return Scalar(tolerance::hidden_spread) * asked.hidden[k];
}

// y less the mean of all that some feet bring, and its covariance.
template <class Scalar, class Size, class... Feet>
void expect(const Asked<Scalar, Size> &asked, Fitted<Scalar, Size> &fitted, const Feet &...feet) {
  Scalar expected = (feet.spread + ...);
  each(asked.n, [&](int j) { expected += square((feet.pull[j] + ...)); });
  const Scalar scale = scale_of(asked, expected), variance = square(scale);
  fitted.scale = scale;
  each(asked.n, [&](auto i) {
    const auto add = [&](int k) { fitted.covariance[k] = asked.noise[k] + variance * (feet.covariance[k] + ...); };
    each(i, [&](int j) { add(row_of(i) + j); });
    add(row_of(i) + i);
    fitted.rest[i] = asked.y[i] - scale * (feet.mean[i] + ...);
  });
}

// An excess once y is known.
template <class Scalar>
struct Answered {
  Scalar mean, variance;
};

template <class Scalar, class Size>
Answered<Scalar> answered_excess(const Asked<Scalar, Size> &asked, int k, const Fitted<Scalar, Size> &fitted) {
  Scalar z[room<Size>] = {};
  z[k] = spread_of_excess(asked, k);
  solve_lower(asked.n, fitted, z, z);
  return {Scalar(1 / tolerance::hidden_spread) - product(asked.n, z, fitted.rest),
          max(1 - product(asked.n, z, z), tolerance::least_pivot<Scalar>)};
}

// Chi squared of excesses below 0: a reading is beyond the end of its range, not before it.
template <class Scalar, class Size>
Scalar below_zero(const Asked<Scalar, Size> &asked, const Fitted<Scalar, Size> &fitted) {
  Scalar sum = 0;
  for (int k = 0; k < 3; ++k) {
    if (asked.hidden[k] == 0) continue;
    const Answered<Scalar> excess = answered_excess(asked, k, fitted);
    if (excess.mean < 0) sum += square(excess.mean) / excess.variance;
  }
  return sum;
}

// Of a normal number, where it is above 0: by Sampford's bound (1953), which makes its deviation the same. The mean is
// below 0; written without a difference, which float would lose.
template <class Scalar>
Scalar mean_above_zero(Scalar mean, Scalar variance) {
  return 2 * variance / (square_root(mean * mean + 8 * variance) - mean);
}

// What clipped readings say beside the prior once y is known: more mean and more variance. An excess of which y would
// make something negative is what a normal number of that mean and variance is above 0.
template <class Scalar>
struct Learnt {
  Scalar mean[3] = {}, variance[3] = {};
  bool anything = false;
};

template <class Scalar, class Size>
Learnt<Scalar> learn_excesses(const Asked<Scalar, Size> &asked, const Fitted<Scalar, Size> &fitted) {
  constexpr Scalar prior = Scalar(1 / tolerance::hidden_spread);
  Learnt<Scalar> learnt;
  for (int k = 0; k < 3; ++k) {
    if (asked.hidden[k] == 0) continue;
    const Answered<Scalar> excess = answered_excess(asked, k, fitted);
    if (excess.mean >= 0) continue;
    const Scalar above = mean_above_zero(excess.mean, excess.variance), spread = square(above);
    const Scalar left = 1 + spread - spread / excess.variance, size = spread_of_excess(asked, k);
    learnt.variance[k] = (spread / left - 1) * square(size);
    learnt.mean[k] = ((above + spread * (prior - excess.mean / excess.variance)) / left - prior) * size;
    learnt.anything = true;
  }
  return learnt;
}

template <class Source, class Scalar, class Size>
Impulses<Scalar, Size> sum_of(const Source &source, const Asked<Scalar, Size> &asked, std::uint32_t feet) {
  Impulses<Scalar, Size> sum = {};
  for (int i = 0; i < asked.feet; ++i)
    if ((feet >> i & 1U) != 0) add_impulses(asked.n, Scalar(1), alone(source, asked, i), sum);
  return sum;
}

// As it is reported, of what some feet bring.
template <class Scalar, class Size>
void fit_whole(const Asked<Scalar, Size> &asked, const Impulses<Scalar, Size> &feet, Fitted<Scalar, Size> &fitted) {
  expect(asked, fitted, feet);
  fit(asked.n, fitted);
  const Learnt<Scalar> learnt = learn_excesses(asked, fitted);
  if (!learnt.anything) return;
  expect(asked, fitted, feet);
  for (int k = 0; k < 3; ++k) {
    if (learnt.variance[k] == 0) continue;
    fitted.covariance[row_of(k) + k] += learnt.variance[k];
    fitted.rest[k] += learnt.mean[k];
  }
  fit(asked.n, fitted);
}

// ---- All of them

template <class Scalar, class Size, class... Feet>
void weigh_set(const Asked<Scalar, Size> &asked, const FeetSet<Scalar> &set, Evidence<Scalar> &evidence,
               const Feet &...feet) {
  Fitted<Scalar, Size> fitted;
  expect(asked, fitted, feet...);
  fit(asked.n, fitted);
  const int kind = (set.feet & (set.feet - 1U)) == 0 ? 0 : 1;
  const Scalar missed = fitted.chi_squared + below_zero(asked, fitted);
  const Scalar against = asked.taken_back + (kind == 0 ? Scalar(0) : asked.to_and_fro);
  const Scalar weight = set.prior * (fitted.part * likelihood(asked.n, missed + against));
  evidence.of[kind == 0 ? TD_EXPLAINED_BY_FOOT : TD_EXPLAINED_BY_FEET] += weight;
  for (int i = 0; i < asked.feet; ++i)
    if ((set.feet >> i & 1U) != 0) evidence.of_foot[i] += weight;
  if (weight > evidence.highest[kind] || evidence.likeliest[kind] == 0) {
    evidence.highest[kind] = weight;
    evidence.likeliest[kind] = set.feet;
  }
  if (missed < evidence.least) evidence.least = missed;
}

// (M.9): what one foot explains, more do no better.
template <class Source, class Scalar, class Size>
void weigh_feet(const Source &source, const Asked<Scalar, Size> &asked, Evidence<Scalar> &evidence) {
  const int feet = asked.feet;
  const std::uint32_t all = (1U << feet) - 1U;
  const Scalar share = 1 / static_cast<Scalar>(max(feet, 1)), of_pairs = 2 / static_cast<Scalar>(feet * (feet - 1));
  for (int i = 0; i < feet; ++i) weigh_set(asked, {1U << i, share}, evidence, alone(source, asked, i));
  if (feet < 2 || evidence.least < Scalar(tolerance::explained)) return;
  for (int i = 0; i < feet; ++i) {
    const Impulses<Scalar, Size> &one = alone(source, asked, i);
    for (int j = i + 1; j < feet; ++j)
      weigh_set(asked, {1U << i | 1U << j, of_pairs}, evidence, one, alone(source, asked, j));
  }
  if (feet == 2) return;
  const Impulses<Scalar, Size> sum = sum_of(source, asked, all);
  weigh_set(asked, {all, 1}, evidence, sum);
  for (int i = 0; i < feet && feet > 3; ++i) {
    Impulses<Scalar, Size> others = sum;
    add_impulses(asked.n, Scalar(-1), alone(source, asked, i), others);
    weigh_set(asked, {all & ~(1U << i), share}, evidence, others);
  }
}

// Any momentum of that energy.
template <class Source, class Scalar, class Size>
void weigh_anything(const Source &source, const Asked<Scalar, Size> &asked, Evidence<Scalar> &evidence) {
  const Size n = asked.n;
  Fitted<Scalar, Size> fitted;
  copy(n, asked.y, fitted.rest);
  for (int i = 0; i < n; ++i) {
    const int row = row_of(i);
    const Scalar scale = asked.energy / static_cast<Scalar>(n) * asked.per_deviation[i];
    for (int j = 0; j <= i; ++j)
      fitted.covariance[row + j] = asked.noise[row + j] + scale * asked.per_deviation[j] * mass_entry(source, i, j);
  }
  fit(n, fitted);
  evidence.anything = fitted.part;
  evidence.of[TD_EXPLAINED_BY_NO_CONTACT] +=
      max(Scalar(tolerance::no_contact_prior) * fitted.part * likelihood(n, fitted.chi_squared),
          Scalar(tolerance::least_evidence));
}

// Readings at the end of their range that say nothing: without them there is noise.
template <class Scalar, class Size>
void weigh_spoilt(const Asked<Scalar, Size> &asked, Evidence<Scalar> &evidence) {
  if (!asked.may_be_spoilt) return;
  Scalar y[room<Size>] = {}, v[room<Size>], part = 1;
  for (int k = 0; k < 3; ++k) y[k] = -asked.hidden[k];
  for (int j = 0; j < asked.n; ++j) {
    y[j] = asked.sharper[j] * (asked.y[j] + y[j]);
    v[j] = asked.sharper[j] * asked.thrust[j];
    part *= asked.sharper[j];
  }
  const Scalar variance = 1 + product(asked.n, v, v);
  const Scalar misfit = product(asked.n, y, y) - square(product(asked.n, v, y)) / variance;
  evidence.of[TD_EXPLAINED_BY_NO_CONTACT] +=
      Scalar(tolerance::spoilt_readings) * part / square_root(variance) * likelihood(asked.n, max(misfit, Scalar(0)));
}

// What clipped readings hide, of all that is more than noise.
template <class Scalar, class Size>
void count_hidden(Asked<Scalar, Size> &asked) {
  for (int k = 0; k < 3; ++k) {
    if (asked.hidden[k] == 0) continue;
    asked.y[k] += asked.hidden[k];
    asked.noise[row_of(k) + k] += square(spread_of_excess(asked, k));
  }
}

template <class Source, class Scalar, class Size>
void weigh_nothing(const Source &source, Asked<Scalar, Size> &asked, Evidence<Scalar> &evidence) {
  Fitted<Scalar, Size> fitted;
  fit_nothing(source, asked, fitted);
  evidence.least = fitted.chi_squared;
  evidence.of[TD_EXPLAINED_BY_NOTHING] =
      Scalar(tolerance::contacts_are_rare) * fitted.part * likelihood(asked.n, evidence.least);
  if constexpr (Source::jointed) evidence.of[TD_EXPLAINED_BY_NO_CONTACT] = weigh_pushes(source, asked, fitted);
}

template <class Source, class Scalar, class Size>
void weigh(const Source &source, Asked<Scalar, Size> &asked, Evidence<Scalar> &evidence) {
  evidence = {};
  weigh_nothing(source, asked, evidence);
  weigh_spoilt(asked, evidence);
  count_hidden(asked);
  weigh_anything(source, asked, evidence);
  weigh_feet(source, asked, evidence);
}

// ---- Feet

// (M.8): Q is 1 along the normal and the square of the deviation across it; times x, or its root's.
template <class Scalar>
TOUCHDOWN_INLINE Vector3<Scalar> along_cone(const Vector3<Scalar> &normal, Scalar across, const Vector3<Scalar> &x) {
  return across * x + ((1 - across) * normal.dot(x)) * normal;
}

// A foot of the machine with that normal.
template <class Scalar, class Size>
void ask_foot(int number, const Vector3<Scalar> &normal, Scalar mu, Foot<Scalar, Size> &foot) {
  constexpr Scalar half_root = Scalar(0.7071067811865476);
  foot.number = number;
  foot.normal = normal;
  foot.slip = normal.squaredNorm() > 0 ? half_root * mu : Scalar(1);
}

// What it brings alone.
template <class Source, class Mass, class Scalar, class Size>
void find_impulses(const Source &source, const Mass &mass, const Asked<Scalar, Size> &asked,
                   const Foot<Scalar, Size> &foot, Impulses<Scalar, Size> &alone) {
  const Size n = asked.n;
  Vector3<Scalar> columns[room<Size>];  // of the Jacobian
  fill_columns(source, foot, columns);
  each(n, [&](int i) { columns[i] = along_cone(foot.normal, foot.slip, columns[i]); });
  each(n, [&](auto i) {
    const Vector3<Scalar> one = asked.per_deviation[i] * columns[i];
    const auto entry = [&](int j) { return asked.per_deviation[j] * one.dot(columns[j]); };
    each(i, [&](int j) { alone.covariance[row_of(i) + j] = entry(j); });
    alone.covariance[row_of(i) + i] = entry(i);
    alone.mean[i] = foot.normal.dot(one);
  });
  solve_lower(mass, columns);
  alone.spread = 0;
  each(n, [&](int i) {
    alone.spread += columns[i].squaredNorm();
    alone.pull[i] = foot.normal.dot(columns[i]);
  });
}

// The impulse that each foot of the set took, by Asked::foot, by (M.8), with the rest as fitted. Returns the variance
// of their sum, over all axes; `known` are the rows by which what came in reduces it.
template <class Source, class Scalar, class Size>
Scalar share_among_feet(const Source &source, const Asked<Scalar, Size> &asked, std::uint32_t set,
                        const Fitted<Scalar, Size> &fitted, Vector3<Scalar> *impulse) {
  const Scalar scale = fitted.scale;
  Scalar known[3][room<Size>] = {}, w[room<Size>], variance = 0;
  solve_upper(asked.n, fitted, w);
  for (int i = 0; i < asked.feet; ++i) {
    const Foot<Scalar, Size> &foot = asked.foot[i];
    impulse[i].setZero();
    if ((set >> i & 1U) == 0) continue;
    Vector3<Scalar> columns[room<Size>];
    fill_columns(source, foot, columns);
    impulse[i] = scale * foot.normal;
    variance += square(scale) * (1 + 2 * square(foot.slip));
    for (int j = 0; j < asked.n; ++j) {
      const Scalar size = square(scale) * asked.per_deviation[j];
      const Vector3<Scalar> one = size * along_cone(foot.normal, square(foot.slip), columns[j]);
      impulse[i] += w[j] * one;
      for (int axis = 0; axis < 3; ++axis) known[axis][j] += one[axis];
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    solve_lower(asked.n, fitted, known[axis], known[axis]);
    variance -= product(asked.n, known[axis], known[axis]);
  }
  return max(variance, Scalar(0));
}

}  // namespace touchdown::monitor

#endif
