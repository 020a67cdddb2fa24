// The results file of `replay` and `roll`: every answer of the target as it came, with what the link had counted by
// then, so that a run that was cut short goes on where it was. A line that was cut short or damaged, the first among
// them, is known by its checksum. One run at a time has the file.
#ifndef TOUCHDOWN_HOST_TESTS_REPLAY_LOG_HPP
#define TOUCHDOWN_HOST_TESTS_REPLAY_LOG_HPP

#include "cli/output.hpp"
#include "crc32.h"
#include "link/stream.hpp"
#include "link/target.hpp"

namespace touchdown::host {

struct LoggedAnswer {
  std::string body, drop;
  std::uint32_t request;  // CRC-32 of its bytes: state before, body and surface
  Outcome outcome;
};

template <class Request>
std::uint32_t crc_of(const Request &request) {
  return td_crc32(reinterpret_cast<const std::uint8_t *>(&request), sizeof request);
}

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
  void write(const std::string &body, const std::string &drop, const std::string &answer, const LinkCounts &link);

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

}  // namespace touchdown::host

#endif
