#include "replay/target_sessions.hpp"

#include <random>
#include <stdexcept>
#include <thread>
#include <utility>

#include "cli/text.hpp"
#include "link/place.hpp"

namespace touchdown::host {
namespace {

constexpr std::chrono::milliseconds between_openings{200};

}  // namespace

void check_results(const PlaceOfAnswers &place) {
  if (!place.results.empty() && !is_target(place.on))
    throw std::runtime_error("--results keeps the answers of a target; " + place.on + " is not one");
}

TargetSessions::TargetSessions(PlaceOfAnswers place) : place_(std::move(place)) {
  if (place_.results.empty()) return;
  log_.emplace(place_.results);
  log_->check_sources();
  if (log_->target()) use.target = *log_->target();
  use.link = log_->link();
  use.sessions = log_->sessions();
  use.torn_lines = log_->torn_lines();
}

// A board that starts anew may take its device along for a while.
void TargetSessions::open() {
  const std::chrono::milliseconds patience = milliseconds_in(place_.patience);
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
