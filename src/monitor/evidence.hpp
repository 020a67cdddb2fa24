// Which explanation of an event is likeliest (docs/theory, M.6, M.8, M.9): of n components of momentum, whatever felt
// them. The impulse that a foot may take is normal before anything is seen, so that the evidence of a set of feet has a
// closed form. The noise is learnt from a finite number of samples, so that a misfit is Student's: no exponential is
// needed. An explanation with more freedom explains more, and pays for it.
#ifndef TOUCHDOWN_MONITOR_EVIDENCE_HPP
#define TOUCHDOWN_MONITOR_EVIDENCE_HPP

#include "monitor/source.hpp"
#include "systems/contact_space.hpp"

namespace touchdown::monitor {

// Lower triangles, by rows.
constexpr int row_of(int i) { return i * (i + 1) / 2; }

// A foot that may have touched, or that stands. `row` is its Jacobian along n, t, s of its frame; whitened, and times
// the deviation of an impulse of mean 1, once it is prepared.
template <class Scalar, class Size>
struct Foot {
  int number;         // of the machine
  bool knows_normal;  // else an impulse may have any direction, and the frame is that of the axes
  Vector3<Scalar> normal;
  Scalar slip;  // [-] deviation along t and s
  Scalar row[3][room<Size>];
  Scalar pull[room<Size>];  // L^-1 J^T n, of M = L L^T; 0 where the normal is not known
  Scalar spread;            // trace of what an impulse of mean 1 varies by, in the metric of M^-1
};

// What came in, in deviations of each component, and what may have touched. `y`, rows of feet and `excess` are whitened
// as noise is counted (count_noise).
template <class Scalar, class Size = int>
struct Asked {
  Size n;
  int feet, standing;
  Foot<Scalar, Size> foot[TD_MAX_FEET];  // those that may have touched, and then those that stand
  Scalar y[room<Size>];
  Scalar variance[room<Size>], per_deviation[room<Size>];  // 1 over its root
  Scalar thrust[room<Size>];                               // what a given thrust may be off by
  Scalar energy;                                           // y^T M^-1 y
  Scalar hidden[room<Size>];   // of y, what clipped readings show: a contact was that, and may have been more
  Scalar taken_back;           // chi squared of normal impulse that was taken back: a contact cannot pull
  Scalar to_and_fro;           // chi squared of momentum that went to and fro: several feet give theirs one way
  Scalar part;                 // sqrt(1 / det) of the noise that was counted
  bool may_be_spoilt;          // there are clipped readings, and not behind a filter
  Scalar sharper[room<Size>];  // deviation over that where clipped readings say nothing, which brings no error
  int excesses;                // deviations of what clipped readings hide, once they are counted
  Scalar excess[3][room<Size>];
};

using FeetSet = std::uint32_t;  // a bit for each of Asked::foot

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
  FeetSet likeliest[2];         // one foot, several
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
  asked.feet = asked.standing = asked.excesses = 0;
  asked.taken_back = asked.to_and_fro = 0;
  asked.may_be_spoilt = false;
  asked.part = 1;
  each(asked.n, [&](int j) {
    asked.thrust[j] = asked.hidden[j] = 0;
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

// ---- Noise

// The noise has v v^T more, v = scale x. (1 + v v^T)^-1/2 = 1 - c v v^T takes all to deviations of that.
template <class Scalar, class Size>
void count_noise(Scalar scale, const Scalar *x, Asked<Scalar, Size> &asked) {
  const Size n = asked.n;
  Scalar v[room<Size>];  // for x may be shrunk, too
  each(n, [&](int j) { v[j] = scale * x[j]; });
  const Scalar root = square_root(1 + product(n, v, v)), c = 1 / (root * (root + 1));
  const auto shrink = [&](Scalar *y) {
    const Scalar along = c * product(n, v, y);
    each(n, [&](int j) { y[j] -= along * v[j]; });
  };
  asked.part /= root;
  shrink(asked.y);
  for (int i = 0; i < asked.feet + asked.standing; ++i)
    for (auto &row : asked.foot[i].row) shrink(row);
  for (int k = 0; k < asked.excesses; ++k) shrink(asked.excess[k]);
}

// An impulse of so much is expected of a foot that stands.
template <class Scalar, class Size>
Scalar standing_scale(const Asked<Scalar, Size> &asked, int i) {
  const Scalar spread = asked.foot[i].spread;
  return spread > 0 ? square_root(asked.energy / spread) : Scalar(0);
}

// Thrust, and feet that stand (M.18): they may have taken any force, a load that ends too.
template <class Scalar, class Size>
void count_what_acts(Asked<Scalar, Size> &asked) {
  if (product(asked.n, asked.thrust, asked.thrust) > 0) count_noise(Scalar(1), asked.thrust, asked);
  for (int i = asked.feet; i < asked.feet + asked.standing; ++i)
    for (const auto &row : asked.foot[i].row) count_noise(standing_scale(asked, i), row, asked);
}

// What clipped readings hide: as much again as they show, twice as uncertain.
template <class Scalar, class Size>
void count_excesses(Asked<Scalar, Size> &asked) {
  constexpr Scalar mean = Scalar(1 / tolerance::hidden_spread);
  for (int k = 0; k < asked.excesses; ++k) add_scaled(asked.n, mean, asked.excess[k], asked.y);
  for (int k = 0; k < asked.excesses; ++k) count_noise(Scalar(1), asked.excess[k], asked);
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

// covariance += a x x^T.
template <class Scalar, class Size>
void add_square(Size n, Scalar a, const Scalar *x, Scalar *covariance) {
  for (int i = 0; i < n; ++i) add_scaled(i + 1, a * x[i], x, covariance + row_of(i));
}

// covariance += a (n n^T + t t^T + s s^T).
template <class Scalar, class Size>
void add_spread(Size size, Scalar a, const Foot<Scalar, Size> &foot, Scalar *covariance) {
  const Scalar *const n = foot.row[0], *const t = foot.row[1], *const s = foot.row[2];
  each(size, [&](auto i) {
    Scalar *const row = covariance + row_of(i);
    const Scalar an = a * n[i], at = a * t[i], as = a * s[i];
    const auto add = [&](int j) { row[j] += an * n[j] + at * t[j] + as * s[j]; };
    each(i, add);
    add(i);
  });
}

template <class Scalar, class Size>
void set_to_noise(Size n, Scalar *covariance) {
  each(n, [&](auto i) {
    each(i, [&](int j) { covariance[row_of(i) + j] = 0; });
    covariance[row_of(i) + i] = 1;
  });
}

// (M.8): so much that y^T M^-1 y is as expected.
template <class Scalar, class Size>
Scalar scale_of(const Asked<Scalar, Size> &asked, FeetSet set) {
  Scalar sum[room<Size>], expected = 0;
  fill_zero(asked.n, sum);
  for (int i = 0; i < asked.feet; ++i) {
    if ((set >> i & 1U) == 0) continue;
    expected += asked.foot[i].spread;
    each(asked.n, [&](int j) { sum[j] += asked.foot[i].pull[j]; });
  }
  expected += product(asked.n, sum, sum);
  return expected > 0 ? square_root(asked.energy / expected) : Scalar(0);
}

// What is known of excesses beside their prior: more mean and more variance, in units of each.
template <class Scalar>
struct Learnt {
  Scalar mean[3] = {}, variance[3] = {};
};

// y less the mean of a set of feet, by its covariance.
template <class Scalar, class Size>
void fit_feet(const Asked<Scalar, Size> &asked, FeetSet set, const Learnt<Scalar> &learnt,
              Fitted<Scalar, Size> &fitted) {
  const Size n = asked.n;
  fitted.scale = scale_of(asked, set);
  set_to_noise(n, fitted.covariance);
  each(n, [&](int j) { fitted.rest[j] = asked.y[j]; });
  for (int i = 0; i < asked.feet; ++i) {
    if ((set >> i & 1U) == 0) continue;
    const Foot<Scalar, Size> &foot = asked.foot[i];
    add_spread(n, square(fitted.scale), foot, fitted.covariance);
    if (foot.knows_normal) each(n, [&](int j) { fitted.rest[j] -= fitted.scale * foot.row[0][j]; });
  }
  for (int k = 0; k < asked.excesses; ++k) {
    if (learnt.variance[k] == 0) continue;
    add_square(n, learnt.variance[k], asked.excess[k], fitted.covariance);
    add_scaled(n, learnt.mean[k], asked.excess[k], fitted.rest);
  }
  fit(n, fitted);
}

// An excess once y is known.
template <class Scalar>
struct Answered {
  Scalar mean, variance;
};

template <class Scalar, class Size>
Answered<Scalar> answered_excess(const Asked<Scalar, Size> &asked, int k, const Fitted<Scalar, Size> &fitted) {
  Scalar z[room<Size>];
  solve_lower(asked.n, fitted, asked.excess[k], z);
  return {Scalar(1 / tolerance::hidden_spread) - product(asked.n, z, fitted.rest),
          max(1 - product(asked.n, z, z), tolerance::least_pivot<Scalar>)};
}

// Chi squared of excesses below 0: a reading is beyond the end of its range, not before it.
template <class Scalar, class Size>
Scalar below_zero(const Asked<Scalar, Size> &asked, const Fitted<Scalar, Size> &fitted) {
  Scalar sum = 0;
  for (int k = 0; k < asked.excesses; ++k) {
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

// As it is reported: an excess of which y would make something negative is what a normal number of that mean and
// variance is above 0.
template <class Scalar, class Size>
void fit_whole(const Asked<Scalar, Size> &asked, FeetSet set, Fitted<Scalar, Size> &fitted) {
  constexpr Scalar prior = Scalar(1 / tolerance::hidden_spread);
  Learnt<Scalar> learnt;
  fit_feet(asked, set, learnt, fitted);
  bool learns = false;
  for (int k = 0; k < asked.excesses; ++k) {
    const Answered<Scalar> excess = answered_excess(asked, k, fitted);
    if (excess.mean >= 0) continue;
    const Scalar above = mean_above_zero(excess.mean, excess.variance), spread = square(above);
    const Scalar left = 1 + spread - spread / excess.variance;
    learnt.variance[k] = spread / left - 1;
    learnt.mean[k] = (above + spread * (prior - excess.mean / excess.variance)) / left - prior;
    learns = true;
  }
  if (learns) fit_feet(asked, set, learnt, fitted);
}

// ---- All of them

template <class Scalar, class Size>
void weigh_set(const Asked<Scalar, Size> &asked, FeetSet set, Scalar prior, Fitted<Scalar, Size> &fitted,
               Evidence<Scalar> &evidence) {
  fit_feet(asked, set, Learnt<Scalar>{}, fitted);
  const int kind = (set & (set - 1U)) == 0 ? 0 : 1;
  const Scalar missed = fitted.chi_squared + below_zero(asked, fitted);
  const Scalar against = asked.taken_back + (kind == 0 ? Scalar(0) : asked.to_and_fro);
  const Scalar weight = prior * (asked.part * fitted.part * likelihood(asked.n, missed + against));
  evidence.of[kind == 0 ? TD_EXPLAINED_BY_FOOT : TD_EXPLAINED_BY_FEET] += weight;
  for (int i = 0; i < asked.feet; ++i)
    if ((set >> i & 1U) != 0) evidence.of_foot[i] += weight;
  if (weight > evidence.highest[kind] || evidence.likeliest[kind] == 0) {
    evidence.highest[kind] = weight;
    evidence.likeliest[kind] = set;
  }
  if (missed < evidence.least) evidence.least = missed;
}

// (M.9): what one foot explains, more do no better.
template <class Scalar, class Size>
void weigh_feet(const Asked<Scalar, Size> &asked, Fitted<Scalar, Size> &fitted, Evidence<Scalar> &evidence) {
  const int feet = asked.feet;
  const Scalar share = 1 / static_cast<Scalar>(max(feet, 1));
  for (int i = 0; i < feet; ++i) weigh_set(asked, 1U << i, share, fitted, evidence);
  if (feet < 2 || evidence.least < Scalar(tolerance::explained)) return;
  const Scalar of_pairs = 2 / static_cast<Scalar>(feet * (feet - 1));
  for (int i = 0; i < feet; ++i)
    for (int j = i + 1; j < feet; ++j) weigh_set(asked, 1U << i | 1U << j, of_pairs, fitted, evidence);
  if (feet == 2) return;
  const FeetSet all = (1U << feet) - 1U;
  weigh_set(asked, all, Scalar(1), fitted, evidence);
  for (int i = 0; i < feet && feet > 3; ++i) weigh_set(asked, all & ~(1U << i), share, fitted, evidence);
}

// The noise, thrust, and feet that stand, before they are counted.
template <class Scalar, class Size>
void set_to_what_acts(const Asked<Scalar, Size> &asked, Scalar *covariance) {
  set_to_noise(asked.n, covariance);
  add_square(asked.n, Scalar(1), asked.thrust, covariance);
  for (int i = asked.feet; i < asked.feet + asked.standing; ++i)
    add_spread(asked.n, square(standing_scale(asked, i)), asked.foot[i], covariance);
}

// Any momentum of that energy. Before noise is counted.
template <class Scalar, class Size>
void weigh_anything(const Asked<Scalar, Size> &asked, const Scalar *M, Fitted<Scalar, Size> &fitted,
                    Evidence<Scalar> &evidence) {
  const Size n = asked.n;
  set_to_what_acts(asked, fitted.covariance);
  copy(n, asked.y, fitted.rest);
  for (int i = 0; i < n; ++i) {
    Scalar *row = fitted.covariance + row_of(i);
    row[i] += square(Scalar(tolerance::hidden_spread) * asked.hidden[i]);
    fitted.rest[i] += asked.hidden[i];
    const Scalar scale = asked.energy / static_cast<Scalar>(n) * asked.per_deviation[i];
    for (int j = 0; j <= i; ++j) row[j] += scale * asked.per_deviation[j] * M[i * n + j];
  }
  fit(n, fitted);
  evidence.anything = fitted.part;
  evidence.of[TD_EXPLAINED_BY_NO_CONTACT] =
      max(Scalar(tolerance::no_contact_prior) * fitted.part * likelihood(n, fitted.chi_squared),
          Scalar(tolerance::least_evidence));
}

// Readings at the end of their range that say nothing: without them there is noise. Before noise is counted.
template <class Scalar, class Size>
void weigh_spoilt(const Asked<Scalar, Size> &asked, Evidence<Scalar> &evidence) {
  if (!asked.may_be_spoilt) return;
  Scalar y[room<Size>], v[room<Size>], part = 1;
  for (int j = 0; j < asked.n; ++j) {
    y[j] = asked.sharper[j] * (asked.y[j] - asked.hidden[j]);
    v[j] = asked.sharper[j] * asked.thrust[j];
    part *= asked.sharper[j];
  }
  const Scalar variance = 1 + product(asked.n, v, v);
  const Scalar misfit = product(asked.n, y, y) - square(product(asked.n, v, y)) / variance;
  evidence.of[TD_EXPLAINED_BY_NO_CONTACT] +=
      Scalar(tolerance::spoilt_readings) * part / square_root(variance) * likelihood(asked.n, max(misfit, Scalar(0)));
}

template <class Scalar, class Size>
void begin_excesses(Asked<Scalar, Size> &asked) {
  asked.excesses = 0;
  for (int j = 0; j < asked.n && asked.excesses < 3; ++j) {
    if (asked.hidden[j] == 0) continue;
    Scalar *excess = asked.excess[asked.excesses++];
    fill_zero(asked.n, excess);
    excess[j] = Scalar(tolerance::hidden_spread) * asked.hidden[j];
  }
}

template <class Scalar, class Size>
void weigh(Asked<Scalar, Size> &asked, const Scalar *M, Fitted<Scalar, Size> &fitted, Evidence<Scalar> &evidence) {
  evidence = {};
  weigh_anything(asked, M, fitted, evidence);
  weigh_spoilt(asked, evidence);
  begin_excesses(asked);
  count_what_acts(asked);
  evidence.least = product(asked.n, asked.y, asked.y);
  evidence.of[TD_EXPLAINED_BY_NOTHING] =
      Scalar(tolerance::contacts_are_rare) * asked.part * likelihood(asked.n, evidence.least);
  count_excesses(asked);
  weigh_feet(asked, fitted, evidence);
}

// ---- Feet

// Whether the normal of a foot is known; else its frame is that of the axes.
template <class Scalar>
bool frame_of_foot(const Vector3<Scalar> &normal, ContactFrame<Scalar> &frame) {
  return frame_of(normal, frame) || !frame_of(Vector3<Scalar>(Vector3<Scalar>::UnitZ()), frame);
}

// From rows of the Jacobian to what is asked of a foot; the normal is of any length, 0 where it is not known.
template <class Scalar, class Size>
void prepare(const CholeskyView<Scalar> &mass, const Scalar *per_deviation, const Vector3<Scalar> &normal, Scalar mu,
             Foot<Scalar, Size> &foot) {
  constexpr Scalar half_root = Scalar(0.7071067811865476);
  ContactFrame<Scalar> frame;
  ContactVector<Scalar> Y[room<Size>];
  foot.normal = normal;
  foot.knows_normal = frame_of_foot(normal, frame);
  foot.slip = foot.knows_normal ? half_root * mu : Scalar(1);
  for (int j = 0; j < mass.n; ++j) {
    Y[j] = to_contact(frame, Vector3<Scalar>(foot.row[0][j], foot.row[1][j], foot.row[2][j]));
    foot.row[0][j] = per_deviation[j] * Y[j].n;
    foot.row[1][j] = per_deviation[j] * foot.slip * Y[j].t;
    foot.row[2][j] = per_deviation[j] * foot.slip * Y[j].s;
  }
  solve_lower(mass, Y);
  const ContactInertia<Scalar> W = gram(mass.n, Y);
  foot.spread = W.nn + square(foot.slip) * (W.tt + W.ss);
  for (int j = 0; j < mass.n; ++j) foot.pull[j] = foot.knows_normal ? Y[j].n : Scalar(0);
}

// The impulse of foot i, and its part of the rows by which `fitted` reduces the variance of the sum.
template <class Scalar, class Size>
void add_share(const Asked<Scalar, Size> &asked, int i, const Fitted<Scalar, Size> &fitted,
               Scalar (&known)[3][room<Size>], Vector3<Scalar> &impulse) {
  const Size n = asked.n;
  const Scalar scale = fitted.scale, square = scale * scale;
  const Foot<Scalar, Size> &foot = asked.foot[i];
  ContactFrame<Scalar> frame;
  if (frame_of_foot(foot.normal, frame)) impulse = scale * frame.n;
  const Vector3<Scalar> along[3] = {square * frame.n, foot.slip * square * frame.t, foot.slip * square * frame.s};
  for (int k = 0; k < 3; ++k) {
    Scalar z[room<Size>];
    solve_lower(n, fitted, foot.row[k], z);
    impulse += product(n, z, fitted.rest) * along[k];
    for (int axis = 0; axis < 3; ++axis) add_scaled(n, along[k][axis], z, known[axis]);
  }
}

// The impulse that each foot of the set took, by Asked::foot, by (M.8), with the rest as fitted. Returns the variance
// of their sum, over all axes.
template <class Scalar, class Size>
Scalar share_among_feet(const Asked<Scalar, Size> &asked, FeetSet set, const Fitted<Scalar, Size> &fitted,
                        Vector3<Scalar> *impulse) {
  Scalar known[3][room<Size>] = {}, variance = 0;
  for (int i = 0; i < asked.feet; ++i) {
    impulse[i].setZero();
    if ((set >> i & 1U) == 0) continue;
    add_share(asked, i, fitted, known, impulse[i]);
    variance += fitted.scale * fitted.scale * (1 + 2 * asked.foot[i].slip * asked.foot[i].slip);
  }
  for (const auto &x : known) variance -= product(asked.n, x, x);
  return max(variance, Scalar(0));
}

}  // namespace touchdown::monitor

#endif
