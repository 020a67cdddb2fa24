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

// (M.6): (1 + chi squared / nu)^-(nu + n)/2, for nu = 20.
template <class Size, class Scalar>
Scalar likelihood(Size n, Scalar chi_squared) {
  const Scalar x = 1 / (1 + chi_squared / Scalar(tolerance::noise_freedoms));
  const Scalar x2 = x * x, x4 = x2 * x2;
  const Scalar root = square_root(x);
  Scalar likelihood = x4 * x4 * x2;
  each(n, [&](int) { likelihood *= root; });
  return likelihood;
}

// Of a normal number, where it is above 0: by Sampford's bound (1953), which makes its deviation the same. The mean is
// below 0; written without a difference, which float would lose.
template <class Scalar>
Scalar mean_above_zero(Scalar mean, Scalar variance) {
  return 2 * variance / (square_root(mean * mean + 8 * variance) - mean);
}

// What came in, in deviations of each component; what may have given it; and how well each of that explains it.
template <class Source>
struct Weighing {
  using Scalar = typename Source::Scalar;
  using Size = typename Source::Size;
  static constexpr int places = room<Size>, entries = row_of(places);

  // What the impulses of feet are before any is seen, each of mean 1: mean and covariance of the momentum that they
  // bring, in deviations; L^-1 J^T n, of M = L L^T, and the covariance's trace in the metric of M^-1.
  struct Impulses {
    Scalar mean[places], covariance[entries];
    Scalar pull[places], spread;
  };

  // A foot that may have touched, or that stands. What it brings is kept where the components are few; else it is found
  // anew for each set, for there is no room on the stack.
  struct NotKept {};
  struct Foot {
    int number;              // of the machine
    Vector3<Scalar> normal;  // of length 1; 0: unknown, and an impulse may have any direction
    Scalar across;           // [-] variance across the normal, of 1 along it: (M.8), Q = across + (1 - across) n n^T
    std::conditional_t<Source::jointed, NotKept, Impulses> kept;
  };

  // An explanation: y ~ N(mean, covariance). chi squared, and sqrt(det noise^2 / det covariance).
  struct Fitted {
    Scalar covariance[entries];  // its factor L, once fitted
    Scalar inverse_diagonal[places];
    Scalar rest[places];  // y - mean; L^-1 of it, once fitted
    Scalar chi_squared, part, scale;

    // C = L L^T, and L^-1 of the rest.
    void fit(Size components) {
      part = 1;
      chi_squared = 0;
      each(components, [&](auto i) {
        Scalar *const row = covariance + row_of(i), *const diagonal = inverse_diagonal;
        each(i, [&](auto j) { row[j] = (row[j] - product(j, row, covariance + row_of(j))) * diagonal[j]; });
        diagonal[i] = 1 / square_root(max(row[i] - product(i, row, row), tolerance::least_pivot<Scalar>));
        part *= diagonal[i];
        rest[i] = (rest[i] - product(i, row, rest)) * diagonal[i];
        chi_squared += square(rest[i]);
      });
    }
    // x <- L^-1 x, with the factor L once fitted.
    void solve_lower(Size components, Scalar *x) const {
      each(components, [&](auto i) { x[i] = (x[i] - product(i, covariance + row_of(i), x)) * inverse_diagonal[i]; });
    }
    // w = L^-T of the rest, once fitted.
    void solve_upper(Size components, Scalar *w) const {
      for (int i = components - 1; i >= 0; --i) {
        w[i] = rest[i];
        for (int j = i + 1; j < components; ++j) w[i] -= covariance[row_of(j) + i] * w[j];
        w[i] *= inverse_diagonal[i];
      }
    }
  };

  explicit Weighing(const Source &of) : source(of), n(of.n) {}

  const Source &source;
  Size n;
  int feet = 0, standing = 0;
  Foot foot[TD_MAX_FEET];  // those that may have touched, and then those that stand
  Scalar y[places];
  Scalar variance[places], per_deviation[places];  // 1 over its root
  Scalar thrust[places];                           // what a given thrust may be off by
  Scalar noise[entries];                           // covariance of y without a contact
  Scalar energy;                                   // y^T M^-1 y
  Scalar hidden[3] = {};  // of y, what clipped readings show: a contact was that, and may have been more
  Scalar unlike = 0;      // chi squared of what no contact does: pull, or clip a reading without a rise beside it
  Scalar to_and_fro = 0;  // chi squared of momentum that went to and fro: several feet give theirs one way

  Scalar evidence[TD_EXPLANATIONS] = {};  // what each weighs
  Scalar of_foot[TD_MAX_FEET] = {};       // of the sets that it is in, by `foot`
  std::uint32_t likeliest[2] = {};        // one foot, several: a bit for each of `foot`
  Scalar highest[2] = {}, least = 0;      // what these weigh; chi squared of the best set
  Scalar anything = 0;                    // part that the noise leaves of any momentum of that energy

  // ---- What is asked

  // Momentum, its noise as a multiple of one sample's, and the square of all that went to and fro: (M.3), (M.16), the
  // model is wrong by a part of that.
  void ask(const Scalar *p, Scalar noise_of_it, Scalar went) {
    const Scalar model = square(unless_zero(source.machine.model_error, tolerance::default_model_error)) * went;
    each(n, [&](int j) {
      thrust[j] = 0;
      variance[j] = source.noise_of(j, noise_of_it) + model * source.share_of_size(j);
      per_deviation[j] = 1 / square_root(variance[j]);
      y[j] = p[j] * per_deviation[j];
    });
  }

  // A foot of the machine with that normal, one more of those that may have touched, or that stand.
  Foot &ask_foot(int number, const Vector3<Scalar> &normal, int &count) {
    Foot &one = foot[feet + standing];
    ++count;
    one.number = number;
    one.normal = normal;
    one.across =
        normal.squaredNorm() > 0 ? square(cone_of(source.machine, source.machine.foot[number])) / 2 : Scalar(1);
    return one;
  }

  // What a foot brings alone.
  Impulses impulses_of(const Foot &one) const {
    Impulses alone;
    Vector3<Scalar> columns[places];  // of the Jacobian
    source.fill_columns(one.number, one.normal, columns);
    each(n, [&](int j) { alone.mean[j] = per_deviation[j] * one.normal.dot(columns[j]); });
    each(n, [&](auto i) {
      const Vector3<Scalar> row = one.across * per_deviation[i] * columns[i];
      const Scalar along = (1 - one.across) * alone.mean[i];
      const auto enter = [&](int j) {
        alone.covariance[row_of(i) + j] = per_deviation[j] * row.dot(columns[j]) + along * alone.mean[j];
      };
      each(i, enter);
      enter(i);
    });
    solve_lower(source.mass, columns);
    alone.spread = 0;
    each(n, [&](int j) {
      alone.pull[j] = one.normal.dot(columns[j]);
      alone.spread += one.across * columns[j].squaredNorm() + (1 - one.across) * square(alone.pull[j]);
    });
    return alone;
  }
  decltype(auto) alone(int i) const {
    if constexpr (Source::jointed)
      return impulses_of(foot[i]);
    else
      return (foot[i].kept);
  }

  TD_COLD Impulses sum_of(std::uint32_t set) const {
    Impulses sum = {};
    for (int i = 0; i < feet; ++i) {
      if ((set >> i & 1U) == 0) continue;
      const Impulses &one = alone(i);
      add_scaled(n, Scalar(1), one.mean, sum.mean);
      add_scaled(row_of(n), Scalar(1), one.covariance, sum.covariance);
      add_scaled(n, Scalar(1), one.pull, sum.pull);
      sum.spread += one.spread;
    }
    return sum;
  }

  // ---- One explanation

  // An impulse of so much is expected, so that y^T M^-1 y is as it is where that varies by `expected` (M.8).
  Scalar scale_of(Scalar expected) const { return expected > 0 ? square_root(energy / expected) : Scalar(0); }

  // Deviation of what a clipped reading hides: as much again as it shows, twice as uncertain.
  Scalar spread_of_excess(int k) const { return Scalar(tolerance::hidden_spread) * hidden[k]; }

  // The noise, thrust, and feet that stand (M.18): they may have taken any force, a load that ends too. Nothing else.
  TD_COLD void fit_nothing(Fitted &fitted) {
    fill_zero(row_of(n), noise);
    each(n, [&](auto i) { noise[row_of(i) + i] = 1; });
    for (int i = 0; i < n; ++i) add_scaled(i + 1, thrust[i], thrust, noise + row_of(i));
    for (int i = feet; i < feet + standing; ++i) {
      const Impulses &impulse = alone(i);
      add_scaled(row_of(n), square(scale_of(impulse.spread)), impulse.covariance, noise);
    }
    copy(row_of(n), noise, fitted.covariance);
    copy(n, y, fitted.rest);
    fitted.fit(n);
  }

  // y less the mean of all that some feet bring, and its covariance; with, or by `sign` without, another.
  template <int sign = 1, class... Another>
  void expect(Fitted &fitted, const Impulses &some, const Another &...another) const {
    Scalar expected = (some.spread + ... + (sign * another.spread));
    each(n, [&](int j) { expected += square((some.pull[j] + ... + (sign * another.pull[j]))); });
    const Scalar scale = scale_of(expected), times = square(scale);
    fitted.scale = scale;
    const auto enter = [&](int k) {
      fitted.covariance[k] = noise[k] + times * (some.covariance[k] + ... + (sign * another.covariance[k]));
    };
    each(n, [&](auto i) {
      each(i, [&](int j) { enter(row_of(i) + j); });
      enter(row_of(i) + i);
      fitted.rest[i] = y[i] - scale * (some.mean[i] + ... + (sign * another.mean[i]));
    });
  }

  // f(k, mean, variance) of each excess that would be below 0, now that y is known: a reading is beyond the end of its
  // range, not before it.
  template <class Of>
  void each_below_zero(const Fitted &fitted, const Of &f) const {
    for (int k = 0; k < 3; ++k) {
      if (hidden[k] == 0) continue;
      Scalar z[places] = {};
      z[k] = spread_of_excess(k);
      fitted.solve_lower(n, z);
      const Scalar mean = Scalar(1 / tolerance::hidden_spread) - product(n, z, fitted.rest);
      if (mean < 0) f(k, mean, max(1 - product(n, z, z), tolerance::least_pivot<Scalar>));
    }
  }

  // Chi squared of these.
  Scalar below_zero(const Fitted &fitted) const {
    Scalar sum = 0;
    each_below_zero(fitted, [&](int, Scalar mean, Scalar variance_of_it) { sum += square(mean) / variance_of_it; });
    return sum;
  }

  // As it is reported, of what some feet bring. An excess of which y would make something negative is what a normal
  // number of that mean and variance is above 0: that says more than the prior, more mean and more variance.
  void fit_whole(const Impulses &some, Fitted &fitted) const {
    constexpr Scalar prior = Scalar(1 / tolerance::hidden_spread);
    Scalar more[3] = {}, varies[3] = {};
    bool learnt = false;
    expect(fitted, some);
    fitted.fit(n);
    each_below_zero(fitted, [&](int k, Scalar mean, Scalar variance_of_it) {
      const Scalar above = mean_above_zero(mean, variance_of_it), spread = square(above);
      const Scalar left = 1 + spread - spread / variance_of_it, size = spread_of_excess(k);
      varies[k] = (spread / left - 1) * square(size);
      more[k] = ((above + spread * (prior - mean / variance_of_it)) / left - prior) * size;
      learnt = true;
    });
    if (!learnt) return;
    expect(fitted, some);
    for (int k = 0; k < 3; ++k) {
      fitted.covariance[row_of(k) + k] += varies[k];
      fitted.rest[k] += more[k];
    }
    fitted.fit(n);
  }

  // ---- All of them

  template <int sign = 1, class... Some>
  TD_COLD void weigh_set(std::uint32_t set, Scalar prior, const Some &...some) {
    Fitted fitted;
    expect<sign>(fitted, some...);
    fitted.fit(n);
    const int kind = (set & (set - 1U)) == 0 ? 0 : 1;
    const Scalar missed = fitted.chi_squared + below_zero(fitted);
    const Scalar against = unlike + (kind == 0 ? Scalar(0) : to_and_fro);
    const Scalar weight = prior * (fitted.part * likelihood(n, missed + against));
    evidence[kind == 0 ? TD_EXPLAINED_BY_FOOT : TD_EXPLAINED_BY_FEET] += weight;
    for (int i = 0; i < feet; ++i)
      if ((set >> i & 1U) != 0) of_foot[i] += weight;
    if (weight > highest[kind] || likeliest[kind] == 0) {
      highest[kind] = weight;
      likeliest[kind] = set;
    }
    if (missed < least) least = missed;
  }

  // (M.9): what one foot explains, more do no better.
  TD_COLD void weigh_feet() {
    const std::uint32_t all = (1U << feet) - 1U;
    const Scalar share = 1 / static_cast<Scalar>(feet), of_pairs = 2 / static_cast<Scalar>(feet * (feet - 1));
    for (int i = 0; i < feet; ++i) weigh_set(1U << i, share, alone(i));
    if (feet < 2 || least < Scalar(tolerance::explained)) return;
    for (int i = 0; i < feet; ++i) {
      const Impulses &one = alone(i);
      for (int j = i + 1; j < feet; ++j) weigh_set(1U << i | 1U << j, of_pairs, one, alone(j));
    }
    if (feet == 2) return;
    const Impulses sum = sum_of(all);
    weigh_set(all, 1, sum);
    for (int i = 0; i < feet && feet > 3; ++i) weigh_set<-1>(all & ~(1U << i), share, sum, alone(i));
  }

  // Any momentum of that energy.
  TD_COLD void weigh_anything() {
    Fitted fitted;
    copy(n, y, fitted.rest);
    for (int i = 0; i < n; ++i) {
      const int row = row_of(i);
      const Scalar scale = energy / static_cast<Scalar>(n) * per_deviation[i];
      for (int j = 0; j <= i; ++j)
        fitted.covariance[row + j] = noise[row + j] + scale * per_deviation[j] * source.mass_entry(i, j);
    }
    fitted.fit(n);
    anything = fitted.part;
    evidence[TD_EXPLAINED_BY_NO_CONTACT] +=
        max(Scalar(tolerance::no_contact_prior) * fitted.part * likelihood(n, fitted.chi_squared),
            Scalar(tolerance::least_evidence));
  }

  // (M.21): pushes that are no contacts, each as the impulse of a foot without friction. A stop does not pull.
  void weigh_pushes() {
    const JointsSample<Scalar> &sample = *source.sample;
    for (int k = 0; k < sample.pushes; ++k) {
      Impulses push;
      Fitted fitted;
      copy(n, sample.push + n * k, push.pull);
      for (int i = 0; i < n; ++i) {
        push.mean[i] = push.pull[i] * per_deviation[i];
        for (int j = 0; j <= i; ++j) push.covariance[row_of(i) + j] = push.mean[i] * push.mean[j];
      }
      if (dot(n, push.mean, y) < 0) continue;
      solve_lower(source.mass, push.pull);
      push.spread = dot(n, push.pull, push.pull);
      expect(fitted, push);
      fitted.fit(n);
      const Scalar weight = fitted.part * likelihood(n, fitted.chi_squared);
      if (weight > 0) evidence[TD_EXPLAINED_BY_NO_CONTACT] += weight / static_cast<Scalar>(sample.pushes);
    }
  }

  TD_COLD void weigh_nothing() {
    Fitted fitted;
    fit_nothing(fitted);
    least = fitted.chi_squared;
    evidence[TD_EXPLAINED_BY_NOTHING] = Scalar(tolerance::contacts_are_rare) * fitted.part * likelihood(n, least);
    if constexpr (Source::jointed) weigh_pushes();
  }

  // What clipped readings hide, of all that is more than noise.
  void count_hidden() {
    for (int k = 0; k < 3; ++k) {
      if (hidden[k] == 0) continue;
      y[k] += hidden[k];
      noise[row_of(k) + k] += square(spread_of_excess(k));
    }
  }

  void weigh() {
    weigh_nothing();
    count_hidden();
    weigh_anything();
    weigh_feet();
  }

  // ---- What is reported

  void report(ContactEvent<Scalar> &event) const {
    Scalar sum = 0;
    for (const Scalar part : evidence) sum += part;
    event.explanation = event.foot = 0;
    for (int i = 0; i < TD_EXPLANATIONS; ++i) {
      event.probability[i] = evidence[i] / sum;
      if (evidence[i] > evidence[event.explanation]) event.explanation = i;
    }
    event.touched = event.probability[TD_EXPLAINED_BY_FOOT] + event.probability[TD_EXPLAINED_BY_FEET] +
                    event.probability[TD_EXPLAINED_BY_POINT];
    for (Scalar &one : event.foot_probability) one = 0;
    for (int i = 0; i < feet; ++i) {
      event.foot_probability[foot[i].number] = of_foot[i] / sum;
      if (likeliest[0] == 1U << i) event.foot = foot[i].number;
    }
    report_impulses(event);
  }

  // The impulse that each foot of the set took, by `foot`, by (M.8), with the rest as fitted. Returns the variance of
  // their sum, over all axes; `known` are the rows by which what came in reduces it.
  Scalar share_among_feet(std::uint32_t set, const Fitted &fitted, Vector3<Scalar> *impulse) const {
    const Scalar scale = fitted.scale;
    Scalar known[3][places] = {}, w[places], varies = 0;
    fitted.solve_upper(n, w);
    for (int i = 0; i < feet; ++i) {
      const Foot &one = foot[i];
      impulse[i].setZero();
      if ((set >> i & 1U) == 0) continue;
      Vector3<Scalar> columns[places];
      source.fill_columns(one.number, one.normal, columns);
      impulse[i] = scale * one.normal;
      varies += square(scale) * (1 + 2 * one.across);
      for (int j = 0; j < n; ++j) {
        const Vector3<Scalar> along = (1 - one.across) * one.normal.dot(columns[j]) * one.normal;
        const Vector3<Scalar> column = square(scale) * per_deviation[j] * (one.across * columns[j] + along);
        impulse[i] += w[j] * column;
        for (int axis = 0; axis < 3; ++axis) known[axis][j] += column[axis];
      }
    }
    for (int axis = 0; axis < 3; ++axis) {
      fitted.solve_lower(n, known[axis]);
      varies -= product(n, known[axis], known[axis]);
    }
    return max(varies, Scalar(0));
  }

  // The impulses of the likeliest feet, where they are the likeliest explanation.
  void report_impulses(ContactEvent<Scalar> &event) const {
    for (auto &impulse : event.foot_impulse) view(impulse).setZero();
    if (event.explanation != TD_EXPLAINED_BY_FOOT && event.explanation != TD_EXPLAINED_BY_FEET) return;
    const std::uint32_t set = likeliest[event.explanation == TD_EXPLAINED_BY_FOOT ? 0 : 1];
    Vector3<Scalar> impulse[TD_MAX_FEET], sum = Vector3<Scalar>::Zero();
    Fitted fitted;
    fit_whole(sum_of(set), fitted);
    const Scalar varies = share_among_feet(set, fitted, impulse);
    for (int i = 0; i < feet; ++i) {
      view(event.foot_impulse[foot[i].number]) = impulse[i];
      sum += impulse[i];
    }
    view(event.impulse) = sum;
    event.impulse_uncertainty = square_root(varies / 3);
  }
};

}  // namespace touchdown::monitor

#endif
