#include "replay/replay.hpp"

#include <random>
#include <thread>

#include "cli/text.hpp"
#include "records/csv.hpp"

namespace touchdown::host {
namespace {

constexpr std::chrono::milliseconds between_openings{200};
constexpr std::size_t asked_again = 8;  // of the answers there are, each time the target is opened

Call call_of(const Drop &drop) { return call_for<td_body_impact>(TD_LINK_RESOLVE_BODY, in_scalar<float>(drop.body)); }

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
  on_drop();
}

class Replay {
 public:
  Replay(std::vector<DropRun> &runs, const PlaceOfAnswers &place, const OnDrop &on_drop)
      : runs_(runs), place_(place), on_drop_(on_drop), sessions_(place, is_whole) {
    for (DropRun &run : runs_) {
      open_.emplace_back();
      for (const Drop &drop : run.set.drops) open_.back().push_back(&drop);
    }
  }

  TargetUse run() {
    TargetUse &use = sessions_.use;
    take_logged();
    if (unanswered() > 0)
      ask_open();
    else if (use.from_file > 0)
      ask_logged();
    use.complete = unanswered() == 0;
    return use;
  }

 private:
  std::size_t unanswered() const {
    std::size_t count = 0;
    for (const auto &drops : open_)
      count += drops.size() - static_cast<std::size_t>(std::count(drops.begin(), drops.end(), nullptr));
    return count;
  }

  void ask_open() {
    try {
      sessions_.ask([this](Target &target) {
        ask_again(target);
        for (std::size_t i = 0; i < runs_.size(); ++i) ask(target, i);
        target.settle();
      });
      sessions_.close();
    } catch (const TargetError &) {
      if (sessions_.use.sessions == 0 && sessions_.use.from_file == 0) throw;
    }
  }

  // All has been answered; whether this target gives those answers is seen where it can be opened.
  void ask_logged() {
    try {
      sessions_.ask_once([this](Target &target) { ask_again(target), target.settle(); });
      sessions_.close();
    } catch (const TargetError &lost) {
      sessions_.use.not_asked = lost.what();
    }
  }

  // An answer whose result the function cannot give counts as lost.
  static bool is_whole(const LoggedAnswer &answer) {
    return answer.outcome.result.size() == (answer.outcome.status < 0 ? 0 : sizeof(td_body_impact));
  }

  void take_logged() {
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      std::vector<const Drop *> rest;
      for (const Drop *drop : open_[i]) {
        const Outcome *found = sessions_.find(runs_[i].set.name, drop->id, crc_of(in_scalar<float>(drop->body)));
        if (found == nullptr) {
          rest.push_back(drop);
          continue;
        }
        keep_to_ask(*drop, *found);
        take(runs_[i], *drop, *found, on_drop_);
      }
      open_[i] = rest;
    }
  }

  void keep_to_ask(const Drop &drop, const Outcome &outcome) {
    if (answered_.size() < asked_again) answered_.emplace_back(&drop, outcome);
  }

  // The same input gives the same bits; if it does not, this is another target than gave the answers before, of the
  // results file or of this run, whatever it calls itself and wherever it is plugged in.
  void ask_again(Target &target) const {
    target.call_all(
        answered_.size(), [&](std::size_t index) { return call_of(*answered_[index].first); },
        [&](std::size_t index, const Outcome &outcome) {
          const auto &[drop, before] = answered_[index];
          if (outcome.status == before.status && outcome.result == before.result) return;
          const bool from_file = sessions_.use.from_file > 0;
          const std::string where = from_file ? place_.results : place_.on;
          throw std::runtime_error(where + ": drop " + drop->id + ": this target's answer is not the one " +
                                   (from_file ? "in the file" : "it gave before"));
        });
  }

  void ask(Target &target, std::size_t which) {
    DropRun &run = runs_[which];
    std::vector<const Drop *> &open = open_[which];
    open.erase(std::remove(open.begin(), open.end(), nullptr), open.end());
    const std::vector<const Drop *> asked = open;
    target.call_all(
        asked.size(), [&](std::size_t index) { return call_of(*asked[index]); },
        [&](std::size_t index, const Outcome &outcome) {
          const Drop &drop = *asked[index];
          sessions_.keep({run.set.name, drop.id, crc_of(in_scalar<float>(drop.body)), outcome});
          keep_to_ask(drop, outcome);
          open[index] = nullptr;
          take(run, drop, outcome, on_drop_);
        });
  }

  std::vector<DropRun> &runs_;
  const PlaceOfAnswers &place_;
  const OnDrop &on_drop_;
  TargetSessions sessions_;
  std::vector<std::vector<const Drop *>> open_;             // by run: not answered yet, or nothing
  std::vector<std::pair<const Drop *, Outcome>> answered_;  // some of what has been
};

}  // namespace

TargetUse replay_on_target(std::vector<DropRun> &runs, const PlaceOfAnswers &place, const OnDrop &on_drop) {
  const TargetUse use = Replay(runs, place, on_drop).run();
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
      on_drop();
    }
}

template void resolve_here<float>(std::vector<DropRun> &, const OnDrop &);
template void resolve_here<double>(std::vector<DropRun> &, const OnDrop &);

void check_results(const PlaceOfAnswers &place) {
  if (!place.results.empty() && !is_target(place.on))
    throw std::runtime_error("--results keeps the answers of a target; " + place.on + " is not one");
}

TargetSessions::TargetSessions(PlaceOfAnswers place, const std::function<bool(const LoggedAnswer &)> &is_whole)
    : place_(std::move(place)) {
  if (place_.results.empty()) return;
  log_.emplace(place_.results);
  log_->check_sources();
  if (log_->target()) use.target = *log_->target();
  use.link = log_->link();
  use.sessions = log_->sessions();
  use.torn_lines = log_->torn_lines();
  for (const LoggedAnswer &answer : log_->answers())
    if (is_whole(answer))
      known_[{answer.body, answer.drop, answer.request}] = &answer.outcome;
    else
      ++use.torn_lines;
}

const Outcome *TargetSessions::find(const std::string &body, const std::string &drop, std::uint32_t request) {
  const auto found = known_.find({csv_defused(body), csv_defused(drop), request});
  if (found == known_.end()) return nullptr;
  ++use.from_file;
  return found->second;
}

// A board that starts anew may take its device along for a while.
void TargetSessions::open() {
  const std::chrono::milliseconds patience(static_cast<long>(1000 * place_.patience));
  const auto give_up = std::chrono::steady_clock::now() + patience;
  while (!target_) try {
      target_ = std::make_unique<Target>(open_stream(place_.on), std::random_device{}(), patience);
    } catch (const TargetError &) {
      if (use.losses.empty() || std::chrono::steady_clock::now() > give_up) throw;
      std::this_thread::sleep_for(between_openings);
    }
  if (log_) log_->begin_session(target_->identity());
  use.target = target_->identity();
  use.sessions++;
}

void TargetSessions::ask_once(const std::function<void(Target &)> &ask) {
  if (!target_) open();
  try {
    ask(*target_);
  } catch (const TargetError &) {
    close();
    throw;
  }
}

void TargetSessions::ask(const std::function<void(Target &)> &ask) {
  while (true) try {
      return ask_once(ask);
    } catch (const TargetError &lost) {
      use.losses.emplace_back(lost.what());
      if (!std::exchange(gets_on_, false)) throw;
    }
}

void TargetSessions::keep(const LoggedAnswer &answer) {
  gets_on_ = true;
  if (log_) log_->add(answer, target_->counts());
}

void TargetSessions::close() {
  if (!target_) return;
  use.link += target_->counts();
  if (log_) log_->end_session(target_->counts());
  target_.reset();
}

DataTable table_of(const TargetUse &use, const std::string &place) {
  DataTable table("what; value");
  table.add({"computed on", place});
  table.add({"board", use.target.board});
  table.add({"library of the board", version_text(static_cast<int>(use.target.version))});
  table.add({"its sources", use.target.sources});
  table.add({"work is counted in", use.target.counter});
  table.add({"all was answered", use.complete});
  table.add({"times the target was opened", use.sessions});
  for (const NamedCount &named : link_counts) table.add({named.meaning, use.link.*named.count});
  table.add({"answers taken from the results file", use.from_file});
  table.add({"damaged lines of the results file, left out", use.torn_lines});
  if (!use.not_asked.empty()) table.add({"all answers are from the file: the target was not asked", use.not_asked});
  for (const std::string &loss : use.losses) table.add({"lost", loss});
  return table;
}

}  // namespace touchdown::host
