// Recorded impacts put to a target over its link until each is answered, beside the host build of the same library.
// Resumed from a results file; a target that goes away is opened again as long as it gets on.
#ifndef TOUCHDOWN_HOST_TESTS_REPLAY_HPP
#define TOUCHDOWN_HOST_TESTS_REPLAY_HPP

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "drops/rebound.hpp"
#include "link/target.hpp"

namespace touchdown::host {

struct ReplayOptions {
  std::string on;
  std::string results;  // the file; none if empty
  std::chrono::milliseconds patience{10000};
};

// How the answers were come by.
struct TargetUse {
  TargetIdentity target;
  LinkCounts link;                  // of every session with it, those of the results file among them
  std::size_t sessions = 0;         // times it was opened
  std::size_t from_file = 0;        // answers that the results file held
  std::size_t torn_lines = 0;       // of the results file, left out
  std::vector<std::string> losses;  // what ended a session before its time, in this run
  bool complete = false;            // all was answered; if not, the last of `losses` says why
  std::string not_asked;            // why the target was not, where the results file held all; else empty
};

using OnDrop = std::function<void(const DropRun &, const Rebound &)>;

// Fills in the runs' rebounds, in the order of the drops in the end; `on_drop` is called for each as it comes. Throws
// std::runtime_error if the results file cannot be used, TargetError if the target could not be opened at all.
TargetUse replay_on_target(std::vector<DropRun> &runs, const ReplayOptions &options, const OnDrop &on_drop);

// The same in this process.
template <class Scalar>
void resolve_here(std::vector<DropRun> &runs, const OnDrop &on_drop);

}  // namespace touchdown::host

#endif
