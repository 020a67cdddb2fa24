#include "replay/replay.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <utility>

#include "crc32.h"
#include "records/csv.hpp"
#include "replay/replay_log.hpp"

namespace touchdown::host {
namespace {

constexpr std::chrono::milliseconds between_openings{200};
constexpr std::size_t asked_again = 8;  // of the answers there are, each time the target is opened

std::uint32_t crc_of(const td_body_contact &request) {
  return td_crc32(reinterpret_cast<const std::uint8_t *>(&request), sizeof request);
}

Call call_of(const td_body_contact &request) {
  const auto *bytes = reinterpret_cast<const std::uint8_t *>(&request);
  return {TD_LINK_RESOLVE_BODY, {bytes, bytes + sizeof request}, sizeof(td_body_impact)};
}

// Status and every bit of the result.
bool same_as_here(const td_body_contact &request, const Outcome &there) {
  td_body_impact here{};
  if (td_resolve_body(&request, &here) != there.status) return false;
  return there.status < 0 || std::memcmp(there.result.data(), &here, sizeof here) == 0;
}

void take(DropRun &run, const Drop &drop, const Outcome &outcome, const OnDrop &on_drop) {
  const bool same_bits = same_as_here(in_scalar<float>(drop.body), outcome);
  td_body_impact result{};
  if (outcome.status >= 0) std::memcpy(&result, outcome.result.data(), sizeof result);
  Rebound rebound = rebound_of(drop, {outcome.status, outcome.counter}, result);
  rebound.same_bits = same_bits;
  if (outcome.status < 0 || !std::isfinite(rebound.error.E_norm)) {
    run.refused.push_back({&drop, outcome.status, same_bits});
    return;
  }
  run.rebounds.push_back(rebound);
  on_drop(run, rebound);
}

class Replay {
 public:
  Replay(std::vector<DropRun> &runs, const ReplayOptions &options, const OnDrop &on_drop)
      : runs_(runs), options_(options), on_drop_(on_drop) {
    for (DropRun &run : runs_) {
      open_.emplace_back();
      for (const Drop &drop : run.set.drops) open_.back().push_back(&drop);
    }
    if (!options_.results.empty()) log_.emplace(options_.results);
  }

  TargetUse run() {
    take_logged();
    if (unanswered() == 0 && use_.from_file > 0) ask_logged();
    while (unanswered() > 0) {
      const std::size_t before = unanswered();
      try {
        hold_session();
      } catch (const TargetError &lost) {
        if (use_.sessions == 0 && use_.from_file == 0) throw;
        use_.losses.emplace_back(lost.what());
        if (unanswered() == before) break;  // it does not get on
      }
    }
    use_.complete = unanswered() == 0;
    return use_;
  }

 private:
  std::size_t unanswered() const {
    std::size_t count = 0;
    for (const auto &drops : open_)
      count += drops.size() - static_cast<std::size_t>(std::count(drops.begin(), drops.end(), nullptr));
    return count;
  }

  // The answers of a results file are those of the library that this program is of.
  void check_sources() const {
    std::uint32_t here[2];
    td_link_sources(here);
    char text[20];
    std::snprintf(text, sizeof text, "%08x%08x", here[0], here[1]);
    if (log_->target() && log_->target()->sources != text)
      throw std::runtime_error(options_.results + ": holds answers of a library of sources " + log_->target()->sources +
                               ", this program is of " + text);
  }

  // All has been answered; whether this target gives those answers is seen where it can be opened.
  void ask_logged() {
    try {
      hold_session();
    } catch (const TargetError &lost) {
      use_.not_asked = lost.what();
    }
  }

  // An answer whose result the function cannot give counts as lost.
  static bool is_whole(const Outcome &outcome) {
    return outcome.result.size() == (outcome.status < 0 ? 0 : sizeof(td_body_impact));
  }

  void take_logged() {
    if (!log_) return;
    check_sources();
    using Key = std::tuple<std::string, std::string, std::uint32_t>;
    std::map<Key, const Outcome *> known;
    std::size_t damaged = log_->torn_lines();
    for (const LoggedAnswer &answer : log_->answers())
      if (is_whole(answer.outcome))
        known[{answer.body, answer.drop, answer.request}] = &answer.outcome;
      else
        ++damaged;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      std::vector<const Drop *> rest;
      for (const Drop *drop : open_[i]) {
        const auto found =
            known.find({csv_defused(runs_[i].set.name), csv_defused(drop->id), crc_of(in_scalar<float>(drop->body))});
        if (found == known.end()) {
          rest.push_back(drop);
          continue;
        }
        use_.from_file++;
        keep_to_ask(*drop, *found->second);
        take(runs_[i], *drop, *found->second, on_drop_);
      }
      open_[i] = rest;
    }
    if (log_->target()) use_.target = *log_->target();
    use_.link = log_->link();
    use_.sessions = log_->sessions();
    use_.torn_lines = damaged;
  }

  // A board that starts anew may take its device along for a while.
  std::unique_ptr<Target> opened() {
    const auto give_up = std::chrono::steady_clock::now() + options_.patience;
    while (true) try {
        return std::make_unique<Target>(open_stream(options_.on), std::random_device{}(), options_.patience);
      } catch (const TargetError &) {
        if (use_.losses.empty() || std::chrono::steady_clock::now() > give_up) throw;
        std::this_thread::sleep_for(between_openings);
      }
  }

  void hold_session() {
    const std::unique_ptr<Target> target = opened();
    if (log_) log_->begin_session(target->identity());
    use_.target = target->identity();
    use_.sessions++;
    try {
      ask_again(*target);
      for (std::size_t i = 0; i < runs_.size(); ++i) ask(*target, i);
      target->settle();
    } catch (const TargetError &) {
      end_session(*target);
      throw;
    }
    end_session(*target);
  }

  void keep_to_ask(const Drop &drop, const Outcome &outcome) {
    if (answered_.size() < asked_again) answered_.emplace_back(&drop, outcome);
  }

  // The same input gives the same bits; if it does not, this is another target than gave the answers before, of the
  // results file or of this run, whatever it calls itself and wherever it is plugged in.
  void ask_again(Target &target) const {
    target.call_all(
        answered_.size(), [&](std::size_t index) { return call_of(in_scalar<float>(answered_[index].first->body)); },
        [&](std::size_t index, const Outcome &outcome) {
          const auto &[drop, before] = answered_[index];
          if (outcome.status == before.status && outcome.result == before.result) return;
          const std::string where = use_.from_file > 0 ? options_.results : options_.on;
          throw std::runtime_error(where + ": drop " + drop->id + ": this target's answer is not the one " +
                                   (use_.from_file > 0 ? "in the file" : "it gave before"));
        });
  }

  void end_session(const Target &target) {
    use_.link += target.counts();
    if (log_) log_->end_session(target.counts());
  }

  void ask(Target &target, std::size_t which) {
    DropRun &run = runs_[which];
    std::vector<const Drop *> &open = open_[which];
    open.erase(std::remove(open.begin(), open.end(), nullptr), open.end());
    const std::vector<const Drop *> asked = open;
    target.call_all(
        asked.size(), [&](std::size_t index) { return call_of(in_scalar<float>(asked[index]->body)); },
        [&](std::size_t index, const Outcome &outcome) {
          const Drop &drop = *asked[index];
          if (log_) log_->add({run.set.name, drop.id, crc_of(in_scalar<float>(drop.body)), outcome}, target.counts());
          keep_to_ask(drop, outcome);
          open[index] = nullptr;
          take(run, drop, outcome, on_drop_);
        });
  }

  std::vector<DropRun> &runs_;
  const ReplayOptions &options_;
  const OnDrop &on_drop_;
  std::optional<ReplayLog> log_;
  std::vector<std::vector<const Drop *>> open_;             // by run: not answered yet, or nothing
  std::vector<std::pair<const Drop *, Outcome>> answered_;  // some of what has been
  TargetUse use_;
};

}  // namespace

TargetUse replay_on_target(std::vector<DropRun> &runs, const ReplayOptions &options, const OnDrop &on_drop) {
  const TargetUse use = Replay(runs, options, on_drop).run();
  for (DropRun &run : runs)
    std::sort(run.rebounds.begin(), run.rebounds.end(),
              [](const Rebound &a, const Rebound &b) { return a.drop < b.drop; });
  return use;
}

template <class Scalar>
void resolve_here(std::vector<DropRun> &runs, const OnDrop &on_drop) {
  for (DropRun &run : runs)
    for (const Drop &drop : run.set.drops) {
      BodyImpact<Scalar> impact;
      const Status status = touchdown::resolve(in_scalar<Scalar>(drop.body), impact);
      if (status < 0) {
        run.refused.push_back({&drop, status, std::nullopt});
        continue;
      }
      run.rebounds.push_back(rebound_of(drop, {status, std::nullopt}, impact));
      on_drop(run, run.rebounds.back());
    }
}

template void resolve_here<float>(std::vector<DropRun> &, const OnDrop &);
template void resolve_here<double>(std::vector<DropRun> &, const OnDrop &);

}  // namespace touchdown::host
