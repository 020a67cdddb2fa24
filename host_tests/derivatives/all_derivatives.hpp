// All derivatives of an impact in one struct: by W, by everything else, and by the pose.
#ifndef TOUCHDOWN_ALL_DERIVATIVES_HPP
#define TOUCHDOWN_ALL_DERIVATIVES_HPP

#include "touchdown/touchdown.hpp"

namespace all_derivatives {

template <class Scalar>
struct OfContact : touchdown::ImpactInertiaDerivatives<Scalar> {
  touchdown::ImpactDerivatives<Scalar> derivatives;
};

template <class Scalar>
struct OfBody : touchdown::BodyPoseDerivatives<Scalar> {
  touchdown::BodyDerivatives<Scalar> derivatives;
};

template <class Given, class Found>
touchdown::Status resolve(const Given &given, Found &found) {
  return touchdown::resolve(given, found.derivatives, &found);
}

}  // namespace all_derivatives

#endif
