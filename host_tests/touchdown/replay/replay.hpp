// Recorded impacts put to a target over its link until each is answered, beside the host build of the same library.
#ifndef TOUCHDOWN_HOST_TESTS_REPLAY_HPP
#define TOUCHDOWN_HOST_TESTS_REPLAY_HPP

#include <functional>
#include <vector>

#include "drops/rebound.hpp"
#include "replay/target_sessions.hpp"

namespace touchdown::host {

using OnDrop = std::function<void()>;

// Fills in the runs' rebounds, in the order of the drops in the end; `on_drop` is called for each as it comes. Throws
// std::runtime_error if the results file cannot be used, TargetError if the target could not be opened at all.
TargetUse replay_on_target(std::vector<DropRun> &runs, const PlaceOfAnswers &place, const OnDrop &on_drop);

// The same in this process.
template <class Scalar>
void resolve_here(std::vector<DropRun> &runs, const OnDrop &on_drop);

}  // namespace touchdown::host

#endif
