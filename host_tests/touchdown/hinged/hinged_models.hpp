// The models of an impact that measurements of a hinged body are held against. All have one e and one mu, found by the
// same search: that of the least median error.
#ifndef TOUCHDOWN_HOST_TESTS_HINGED_MODELS_HPP
#define TOUCHDOWN_HOST_TESTS_HINGED_MODELS_HPP

#include <string>
#include <vector>

#include "hinged/hinged_impacts.hpp"
#include "hinged/pinned_bodies.hpp"

namespace touchdown::host {

enum class HingedHandling {
  slip_path,         // exact, the joint free
  one_step,          // Newton's law and the friction cone, as physics engines do; the joint free
  frozen_direction,  // the library's algebraic method; the joint free
  locked,            // exact slip path, the joint keeps its rate
  separate,          // exact slip path of the link that is hit, by itself
  giving,            // exact slip path of both links, the hinge partly held; it closes after the impact. A third number
};

struct HingedImpulse {
  const HingedImpact *impact;
  PinnedBodies pinned;
};

// The impacts that are clean and that the library takes.
std::vector<HingedImpulse> impulses_of(const HingedBody &body, const MassProperties &properties,
                                       const std::vector<HingedImpact> &impacts);

struct HingedParameters {
  double e, mu, hold;
};

// Speeds after of both links (pinned_bodies.hpp). Throws std::runtime_error for what the library refuses.
using PinnedSpeeds = Eigen::Matrix<double, pinned_speeds, 1>;
PinnedSpeeds predicted(const HingedImpulse &impulse, HingedHandling handling, const HingedParameters &with);

struct HingedFit {
  std::string name, column;  // in words; of a table
  HingedHandling handling;
  HingedParameters found;
  std::vector<double> norm;     // of each impact: M-norm of the error over that of the measured speeds after
  std::vector<double> impulse;  // of each: the same against what the impulse at the corner that fits best leads to
  std::size_t gains = 0;        // impacts whose prediction has more kinetic energy than before
};

std::vector<HingedFit> fit_models(const std::vector<HingedImpulse> &impulses);
// The figures of fits on other impacts than those they were found on.
HingedFit judged_on(const std::vector<HingedImpulse> &impulses, HingedFit fit);

// The median error where each impact has the e and mu that fit it best: the model comes below it by no e and mu that
// all share, nor by any that follow from the speed, the corner or the pose.
double median_with_own_parameters(const std::vector<HingedImpulse> &impulses, HingedHandling handling);

// How firmly the hinge couples what the corner feels: W_nn of the link that is hit by itself, over that with the other
// one on the hinge; 1 and more.
double coupling(const HingedImpulse &impulse);

// Largest difference that it makes whether the exact path is asked in seven speeds or of two bodies held by five rows,
// and of M and J themselves; as an M-norm.
double largest_pinned_difference(const std::vector<HingedImpulse> &impulses, const HingedParameters &with);

}  // namespace touchdown::host

#endif
