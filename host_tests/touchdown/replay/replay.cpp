#include "replay/replay.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "cli/text.hpp"

namespace touchdown::host {
namespace {

constexpr std::chrono::milliseconds between_openings{200};
constexpr std::size_t asked_again = 8;  // of the answers there are, each time the target is opened

Question question_of(const DropRun &run, const Drop &drop) {
  return {run.set.name, drop.id, call_for<td_body_impact>(TD_LINK_RESOLVE_BODY, in_scalar<float>(drop.body))};
}

std::uint32_t crc_of(const Call &call) { return td_crc32(call.request.data(), static_cast<int>(call.request.size())); }

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
      : place_(place), on_drop_(on_drop), sessions_(place, is_whole) {
    for (DropRun &run : runs)
      for (const Drop &drop : run.set.drops) drops_.emplace_back(&run, &drop);
    sessions_.first = [this](Target &target) { ask_again(target); };
  }

  // Where all has been answered by the file, whether this target gives those answers is seen where it can be opened.
  TargetUse run() {
    TargetUse &use = sessions_.use;
    const auto question = [this](std::size_t i) { return question_of(*drops_[i].first, *drops_[i].second); };
    const auto take_answer = [this](std::size_t i, const Outcome &outcome, bool) {
      if (answered_.size() < asked_again) answered_.emplace_back(i, outcome);
      take(*drops_[i].first, *drops_[i].second, outcome, on_drop_);
      return outcome.result;
    };
    try {
      sessions_.answer({drops_.size(), question, take_answer});
      use.complete = true;
      if (use.from_file > 0 && !sessions_.asked()) sessions_.in_session([](Target &target) { target.settle(); });
    } catch (const TargetError &lost) {
      if (use.complete) use.not_asked = lost.what();
      if (use.sessions == 0 && use.from_file == 0) throw;
    }
    sessions_.close();
    return use;
  }

 private:
  // An answer whose result the function cannot give counts as lost.
  static bool is_whole(const LoggedAnswer &answer) {
    return answer.outcome.result.size() == (answer.outcome.status < 0 ? 0 : sizeof(td_body_impact));
  }

  // The same input gives the same bits; if it does not, this is another target than gave the answers before, of the
  // results file or of this run, whatever it calls itself and wherever it is plugged in.
  void ask_again(Target &target) const {
    const auto drop = [this](std::size_t index) { return drops_[answered_[index].first]; };
    target.call_all(
        answered_.size(), [&](std::size_t index) { return question_of(*drop(index).first, *drop(index).second).call; },
        [&](std::size_t index, const Outcome &outcome) {
          const Outcome &before = answered_[index].second;
          if (outcome.status == before.status && outcome.result == before.result) return;
          const bool from_file = sessions_.use.from_file > 0;
          const std::string where = from_file ? place_.results : place_.on;
          throw std::runtime_error(where + ": drop " + drop(index).second->id +
                                   ": this target's answer is not the one " +
                                   (from_file ? "in the file" : "it gave before"));
        });
  }

  const PlaceOfAnswers &place_;
  const OnDrop &on_drop_;
  TargetSessions sessions_;
  std::vector<std::pair<DropRun *, const Drop *>> drops_;
  std::vector<std::pair<std::size_t, Outcome>> answered_;  // some of what has been, by its place in drops_
};

constexpr const char *header = "touchdown-results-1";

std::string check_of(const std::string &text) {
  return std::to_string(td_crc32(reinterpret_cast<const std::uint8_t *>(text.data()), static_cast<int>(text.size())));
}

// Throws Json::exception.
std::int64_t whole(const Json &number) { return number.get_ref<const std::int64_t &>(); }

template <class Number>
std::vector<Number> all_whole(const Json &numbers) {
  std::vector<Number> all;
  for (const Json &one : numbers) all.push_back(static_cast<Number>(whole(one)));
  return all;
}

bool same(const TargetIdentity &a, const TargetIdentity &b) {
  return csv_defused(a.board) == csv_defused(b.board) && csv_defused(a.counter) == csv_defused(b.counter) &&
         a.version == b.version && a.sources == b.sources;
}

std::string in_words(const TargetIdentity &target) {
  return target.board + " (library " + std::to_string(target.version) + " of sources " + target.sources +
         ", counted in " + target.counter + ')';
}

// The file, locked.
int opened(const std::string &path) {
  const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor < 0) throw std::runtime_error(system_error(path + ": cannot be written"));
  struct stat status {};
  const bool is_file = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  if (is_file && flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  close(descriptor);
  throw std::runtime_error(path +
                           (is_file ? ": another run writes to it" : ": is no file, which could be gone on with"));
}

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

const Outcome *TargetSessions::find(const Question &question) {
  const auto found = known_.find({csv_defused(question.body), csv_defused(question.drop), crc_of(question.call)});
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

void TargetSessions::in_session(const std::function<void(Target &)> &ask) {
  asked_ = true;
  const bool begins = !target_;
  if (begins) open();
  try {
    if (begins) first(*target_);
    ask(*target_);
  } catch (const TargetError &) {
    close();
    throw;
  }
}

constexpr std::size_t answered = std::numeric_limits<std::size_t>::max();  // in place of an answered question

void TargetSessions::answer(const Inquiry &inquiry) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < inquiry.count; ++i)
    if (const Outcome *found = log_ ? find(inquiry.question(i)) : nullptr)
      inquiry.take(i, *found, true);
    else
      open.push_back(i);
  while (!open.empty()) try {
      in_session([&](Target &target) { ask(target, inquiry, open); });
      return;
    } catch (const TargetError &lost) {
      use.losses.emplace_back(lost.what());
      if (!std::exchange(gets_on_, false)) throw;
      open.erase(std::remove(open.begin(), open.end(), answered), open.end());
    }
}

void TargetSessions::ask(Target &target, const Inquiry &inquiry, std::vector<std::size_t> &open) {
  target.call_all(
      open.size(), [&](std::size_t k) { return inquiry.question(open[k]).call; },
      [&](std::size_t k, const Outcome &there) {
        const Question question = inquiry.question(open[k]);  // which may be another once it is answered
        const std::vector<std::uint8_t> result = inquiry.take(open[k], there, false);
        open[k] = answered;
        gets_on_ = true;
        const LoggedAnswer kept{
            question.body, question.drop, crc_of(question.call), {there.status, there.counter, result}};
        if (log_) log_->add(kept, target.counts());
      });
  target.settle();
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

ReplayLog::ReplayLog(std::string path) : path_(std::move(path)), claim_(path_), descriptor_(opened(path_)) {
  buffer_.use(descriptor_.get());
  Source source(path_, SourceUse::written_as_well);
  const bool is_new = source.peek() == std::char_traits<char>::eof();
  const bool in_mid_line = !is_new && !read(source);
  if (is_new) file_ << header << '\n';
  if (in_mid_line) file_ << '\n';
  file_.flush();
  if (!file_) throw std::runtime_error(path_ + ": cannot be written");
}

// Whether its last line has an end. A first line that is damaged is counted as any other, if what follows is ours.
bool ReplayLog::read(std::istream &file) {
  std::string line;
  bool ours = false, has_end = true;
  for (bool first = true; std::getline(file, line); first = false) {
    has_end = !file.eof();
    if (line.empty()) continue;
    const bool is_header = first && line == header;
    const bool good = is_header || take(line);
    ours = ours || good;
    torn_lines_ += good ? 0 : 1;
  }
  if (!ours) throw std::runtime_error(path_ + ": is no results file of this version's replay");
  return has_end;
}

// Whether the line is whole: a list in JSON without its brackets, and its CRC-32.
bool ReplayLog::take(const std::string &line) {
  const std::size_t comma = line.rfind(',');
  if (comma == std::string::npos || check_of(line.substr(0, comma)) != line.substr(comma + 1)) return false;
  try {
    const Json row = Json::parse('[' + line.substr(0, comma) + ']'), &answer = row.at(5);
    const TargetIdentity target{row.at(1), row.at(4), static_cast<std::uint32_t>(whole(row.at(2))), row.at(3), 0, {}};
    const std::vector<std::uint64_t> counts = all_whole<std::uint64_t>(row.at(6));
    if (row.size() != 7 || counts.size() != link_counts.size()) return false;
    LoggedAnswer kept{};
    if (!answer.is_null())
      kept = {answer.at(0),
              answer.at(1),
              static_cast<std::uint32_t>(whole(answer.at(2))),
              {static_cast<std::int32_t>(whole(answer.at(3))), static_cast<std::uint32_t>(whole(answer.at(4))),
               all_whole<std::uint8_t>(answer.at(5))}};
    if (target_ && !same(*target_, target)) refuse(target);
    target_ = target;
    session_ = static_cast<std::size_t>(whole(row.at(0)));
    LinkCounts &link = links_[session_] = {};
    for (std::size_t i = 0; i < counts.size(); ++i) link.*link_counts.at(i).count = counts[i];
    if (!answer.is_null()) answers_.push_back(kept);
    return true;
  } catch (const Json::exception &) {
    return false;
  }
}

void ReplayLog::refuse(const TargetIdentity &target) const {
  throw std::runtime_error(path_ + ": holds answers of " + in_words(*target_) + "; this is " + in_words(target));
}

void ReplayLog::check_sources() const {
  if (target_ && target_->sources != sources_here())
    throw std::runtime_error(path_ + ": holds answers of a library of sources " + target_->sources +
                             ", this program is of " + sources_here());
}

LinkCounts ReplayLog::link() const {
  LinkCounts sum;
  for (const auto &[session, link] : links_) sum += link;
  return sum;
}

void ReplayLog::begin_session(const TargetIdentity &target) {
  if (target_ && !same(*target_, target)) refuse(target);
  target_ = target;
  session_++;
}

void ReplayLog::add(const LoggedAnswer &answer, const LinkCounts &link) {
  write(Json::array({csv_defused(answer.body), csv_defused(answer.drop), answer.request, answer.outcome.status,
                     answer.outcome.counter, answer.outcome.result}),
        link);
}

void ReplayLog::end_session(const LinkCounts &link) { write(Json(), link); }

void ReplayLog::write(const Json &answer, const LinkCounts &link) {
  links_[session_] = link;
  Json counts = Json::array();
  for (const NamedCount &named : link_counts) counts.push_back(link.*named.count);
  std::string line = written(Json::array({session_, csv_defused(target_->board), target_->version, target_->sources,
                                          csv_defused(target_->counter), answer, counts}));
  line = line.substr(1, line.size() - 2);
  file_ << line << ',' << check_of(line) << '\n';
  file_.flush();
  if (!file_) throw std::runtime_error(path_ + ": cannot be written");
}

}  // namespace touchdown::host
