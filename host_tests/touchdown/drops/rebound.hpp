// A measured and a predicted rebound held against each other.
#ifndef TOUCHDOWN_HOST_TESTS_REBOUND_HPP
#define TOUCHDOWN_HOST_TESTS_REBOUND_HPP

#include <optional>

#include "drops/data.hpp"
#include "link/place.hpp"

namespace touchdown::host {

// What became of the slip, by one definition for what was measured and what was predicted.
enum class Slip { slid_on, reversed, stopped };
constexpr std::size_t slip_kinds = 3;
const char *name_of(Slip slip);

// Of the contact point.
struct ContactSpeed {
  double normal;         // [m/s] up
  Vector3<double> slip;  // [m/s] in the ground
};
ContactSpeed contact_speed(const DropBody &body, const Motion &motion);

// Below 0.1 m/s after: stopped; turned by more than 90 degrees: reversed.
Slip slip_between(const ContactSpeed &before, const ContactSpeed &after);

// Predicted minus measured.
struct ReboundError {
  double linear;   // [m/s]
  double angular;  // [rad/s]
  double E_norm;   // [-] sqrt(|dv|^2 + dw.I.dw/m) over that of the measured state
};

struct Rebound {
  const Drop *drop;
  Answer answer;
  std::int32_t compression, restitution;
  Motion predicted;
  ContactSpeed before, measured_after, predicted_after;
  Slip measured_slip, predicted_slip;
  ReboundError error;
  std::optional<bool> same_bits;  // as the host build; nothing in process
};

template <class Scalar>
BodyContact<Scalar> in_scalar(const DropBody &body);

// What was predicted, held against what was measured. `impact` as resolved, `answer` not negative.
template <class Scalar>
Rebound rebound_of(const Drop &drop, const Answer &answer, const BodyImpact<Scalar> &impact);

// Resolves the drop in process; throws std::runtime_error should it be refused.
template <class Scalar>
Rebound rebound_of(const Drop &drop);

}  // namespace touchdown::host

#endif
