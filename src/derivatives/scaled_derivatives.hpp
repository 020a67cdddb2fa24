// What is differentiated of an impact in contact space: impulse and velocity after, in the units of the scaled contact,
// and how near the next case is (E90), (E94).
#ifndef TOUCHDOWN_DERIVATIVES_SCALED_DERIVATIVES_HPP
#define TOUCHDOWN_DERIVATIVES_SCALED_DERIVATIVES_HPP

#include "derivatives/tangent_state.hpp"

namespace touchdown::derivatives {

// Impulse and velocity after in the axes of the contact, by the slip before along and across `along`, by mu_k and e,
// and by W if `count` says so.
template <class Scalar, int count>
struct ScaledDerivatives {
  Dual<Scalar, count> p[3], v[3];
  Vector2<Scalar> along;
  Scalar margin;
  bool two_sided;

  // The values.
  void put(Scalar p_n, Scalar v_n, const Vector2<Scalar> &p_T, const Vector2<Scalar> &v_T) {
    p[0].value = p_n;
    p[1].value = p_T.x;
    p[2].value = p_T.y;
    v[0].value = v_n;
    v[1].value = v_T.x;
    v[2].value = v_T.y;
  }
  // By one input.
  void put(int input, Scalar p_n, Scalar v_n, const Vector2<Scalar> &p_T, const Vector2<Scalar> &v_T) {
    p[0].by[input] = p_n;
    p[1].by[input] = p_T.x;
    p[2].by[input] = p_T.y;
    v[0].by[input] = v_n;
    v[1].by[input] = v_T.x;
    v[2].by[input] = v_T.y;
  }
};

// Of the gaps that a path meets, differentiated by the slip before along itself and across.
template <class Scalar>
struct Margins {
  Scalar slip;         // before
  Scalar size;         // of the velocity before
  Scalar least;        // least relative change of the velocity before, of those met, that changes the case
  Scalar least_slide;  // the same, of a stop where slip is slow; if it does not stop anyway
  bool stops;
  bool two_sided;  // nothing was left out that has a derivative

  Margins() = default;
  explicit Margins(Scalar slip_before)
      : slip(slip_before),
        size(sqrt_unchecked(1 + slip_before * slip_before)),
        least(1 / size),
        least_slide(largest<Scalar>),
        stops(false),
        two_sided(true) {}

  Scalar of(const Dual<Scalar, inputs> &gap) const {
    const Scalar x = gap.by[0], y = gap.by[1], n = slip * x;
    const Scalar slope = sqrt_unchecked(x * x + y * y + n * n) * size;
    return slope > 0 ? abs(gap.value) / slope : largest<Scalar>;
  }
  void note(const Dual<Scalar, inputs> &gap) { least = smaller(least, of(gap)); }
  void note_slide(const Dual<Scalar, inputs> &gap) { least_slide = smaller(least_slide, of(gap)); }

  static Scalar smaller(Scalar a, Scalar b) { return b < a ? b : a; }
};

// Slip that friction holds at once has no kink at 0: the impulse that stops it is linear in it.
template <class Scalar>
inline void conclude(Margins<Scalar> margins, bool held, ScaledDerivatives<Scalar, inputs> &result) {
  if (!margins.stops) margins.least = margins.smaller(margins.least, margins.least_slide);
  const Scalar with_start = margins.smaller(margins.least, margins.slip / margins.size);
  const Scalar kink = held ? margins.least : with_start;
  result.margin = with_start;
  result.two_sided = margins.two_sided && is_far(kink, margins.size);
}

}  // namespace touchdown::derivatives

#endif
