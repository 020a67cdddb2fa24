// Recorded impacts put to a target over its link until each is answered, beside the host build of the same library: in
// sessions, since it is opened again where it is lost, as long as it gets on. Each answer is kept in a results file.
#pragma once

#include <tuple>

#include "crc32.h"
#include "drops/rebound.hpp"
#include "link/target.hpp"
#include "report/document.hpp"

namespace touchdown::host {

// The results file of `replay` and `roll`: every answer of the target as it came, with what the link had counted by
// then, so that a run that was cut short goes on where it was. A line that was cut short or damaged, the first among
// them, is known by its checksum. One run at a time has the file.

struct LoggedAnswer {
  std::string body, drop;
  std::uint32_t request;  // CRC-32 of its bytes: state before, body and surface
  Outcome outcome;
};

// Everything throws std::runtime_error naming the file.
class ReplayLog {
 public:
  // Reads what is there; a file that is not there will be made. Throws where another run has it.
  explicit ReplayLog(std::string path);

  const std::vector<LoggedAnswer> &answers() const { return answers_; }
  const std::optional<TargetIdentity> &target() const { return target_; }  // that gave them
  LinkCounts link() const;                                                 // of all sessions in it
  std::size_t sessions() const { return links_.size(); }
  std::size_t torn_lines() const { return torn_lines_; }

  // Throws where its answers are of another library than this program is of.
  void check_sources() const;

  // The answers that follow are of this target, which must be the one of the sessions before.
  void begin_session(const TargetIdentity &target);
  void add(const LoggedAnswer &answer, const LinkCounts &link);
  void end_session(const LinkCounts &link);

 private:
  bool read(std::istream &file);
  bool take(const std::string &line);
  [[noreturn]] void refuse(const TargetIdentity &target) const;
  void write(const Json &answer, const LinkCounts &link);

  std::string path_;
  ClaimedOutput claim_;
  Descriptor descriptor_;  // locked
  OutputBuffer buffer_;
  std::ostream file_{&buffer_};
  std::vector<LoggedAnswer> answers_;
  std::optional<TargetIdentity> target_;
  std::map<std::size_t, LinkCounts> links_;  // by session, as last reported
  std::size_t session_ = 0, torn_lines_ = 0;
};

// Where answers come from.
struct PlaceOfAnswers {
  std::string on;        // as --on
  std::string results;   // the file; empty: no file
  double patience = 10;  // [s]
};

// Throws where answers are to be kept that come from no target.
void check_results(const PlaceOfAnswers &place);

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

DataTable table_of(const TargetUse &use, const std::string &place);

// One thing that is asked of a target, and the names by which a results file keeps its answer.
struct Question {
  std::string body, drop;
  Call call;
};

struct Inquiry {
  std::size_t count;  // of questions
  std::function<Question(std::size_t)> question;
  // Takes its answer, from the target or from the file; returns what the file is to keep as its result.
  std::function<std::vector<std::uint8_t>(std::size_t, const Outcome &, bool from_file)> take;
};

class TargetSessions {
 public:
  // Throws std::runtime_error if the results file cannot be used, or if it is of another library than this program. Its
  // answers that are not whole count as torn.
  TargetSessions(PlaceOfAnswers place, const std::function<bool(const LoggedAnswer &)> &is_whole);

  // Until all is answered, by the results file or in as many sessions as it takes. Throws TargetError where the target
  // cannot be opened, or where a session that ended before its time brought no answer.
  void answer(const Inquiry &inquiry);
  // Calls `ask` in a session. Throws TargetError where the target cannot be opened, or is lost.
  void in_session(const std::function<void(Target &)> &ask);
  // Whether there was one in this run.
  bool asked() const { return asked_; }
  // Ends the session, if there is one.
  void close();

  std::function<void(Target &)> first = [](Target &) {};  // what each session begins with
  TargetUse use;  // `link`, `sessions` and `target` as of the last session that ended

 private:
  const Outcome *find(const Question &question);
  void ask(Target &target, const Inquiry &inquiry, std::vector<std::size_t> &open);
  void open();

  PlaceOfAnswers place_;
  std::optional<ReplayLog> log_;
  std::map<std::tuple<std::string, std::string, std::uint32_t>, const Outcome *> known_;  // of log_
  std::unique_ptr<Target> target_;
  bool gets_on_ = false;  // an answer came since a target was last lost
  bool asked_ = false;
};

using OnDrop = std::function<void()>;

// Fills in the runs' rebounds, in the order of the drops in the end; `on_drop` is called for each as it comes. Throws
// std::runtime_error if the results file cannot be used, TargetError if the target could not be opened at all.
TargetUse replay_on_target(std::vector<DropRun> &runs, const PlaceOfAnswers &place, const OnDrop &on_drop);

// The same in this process.
template <class Scalar>
void resolve_here(std::vector<DropRun> &runs, const OnDrop &on_drop);

}  // namespace touchdown::host
