#include "replay/replay.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <sstream>
#include <system_error>

#include "cli/text.hpp"
#include "records/csv.hpp"
#include "records/source.hpp"

namespace touchdown::host {
namespace {

constexpr std::size_t fields_before_link = 11;
constexpr const char *first_columns = "session,board,version,sources,unit,body,drop,request,status,work,result";

std::string header() {
  std::string text = first_columns;
  for (const NamedCount &named : link_counts) text += std::string(",") + named.name;
  return text + ",check";
}

std::string check_of(const std::string &text) {
  return std::to_string(td_crc32(reinterpret_cast<const std::uint8_t *>(text.data()), static_cast<int>(text.size())));
}

std::string hex(const std::vector<std::uint8_t> &bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += formatted("%02x", byte);
  return text;
}

// What a line cannot be read as.
struct Unreadable {};

template <class Number>
Number number_of(const std::string &text, int base = 10) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) throw Unreadable();
  return value;
}

std::vector<std::uint8_t> bytes_of(const std::string &hex_digits) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < hex_digits.size(); i += 2)
    bytes.push_back(number_of<std::uint8_t>(hex_digits.substr(i, 2), 16));
  return bytes;
}

LinkCounts link_of(const CsvRow &row) {
  LinkCounts link;
  std::size_t at = fields_before_link;
  for (const NamedCount &named : link_counts) link.*named.count = number_of<std::uint64_t>(row.fields[at++].text);
  return link;
}

CsvRow row_of(const std::string &line) {
  std::istringstream in(line);
  CsvRow row;
  try {
    CsvReader(in).next(row);
  } catch (const CsvError &) {
    throw Unreadable();
  }
  if (row.fields.size() != fields_before_link + link_counts.size()) throw Unreadable();
  return row;
}

bool same(const TargetIdentity &a, const TargetIdentity &b) {
  return csv_defused(a.board) == csv_defused(b.board) && csv_defused(a.counter) == csv_defused(b.counter) &&
         a.version == b.version && a.sources == b.sources;
}

std::string in_words(const TargetIdentity &target) {
  return target.board + " (library " + std::to_string(target.version) + " of sources " + target.sources +
         ", counted in " + target.counter + ')';
}

// The line without its checksum, if that is right.
std::optional<std::string> checked(const std::string &line) {
  const std::size_t comma = line.rfind(',');
  if (comma == std::string::npos || check_of(line.substr(0, comma)) != line.substr(comma + 1)) return std::nullopt;
  return line.substr(0, comma);
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

ReplayLog::ReplayLog(std::string path) : path_(std::move(path)), claim_(path_), descriptor_(opened(path_)) {
  buffer_.use(descriptor_.get());
  Source source(path_, SourceUse::written_as_well);
  const bool is_new = source.peek() == std::char_traits<char>::eof();
  const bool in_mid_line = !is_new && !read(source);
  if (is_new) file_ << header() << '\n';
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
    const bool is_header = first && line == header();
    const bool good = is_header || take(line);
    ours = ours || good;
    torn_lines_ += good ? 0 : 1;
  }
  if (!ours) throw std::runtime_error(path_ + ": is no results file of this version's replay");
  return has_end;
}

// Whether the line is whole.
bool ReplayLog::take(const std::string &line) {
  const std::optional<std::string> text = checked(line);
  if (!text) return false;
  try {
    const CsvRow row = row_of(*text);
    const auto field = [&](std::size_t place) { return row.fields[place].text; };
    const auto session = number_of<std::size_t>(field(0));
    const TargetIdentity target{field(1), field(4), number_of<std::uint32_t>(field(2)), field(3), 0, {}};
    const LinkCounts link = link_of(row);
    LoggedAnswer answer;
    const bool is_end = field(7).empty();
    if (!is_end)
      answer = {field(5),
                field(6),
                number_of<std::uint32_t>(field(7)),
                {number_of<std::int32_t>(field(8)), number_of<std::uint32_t>(field(9)), bytes_of(field(10))}};
    if (target_ && !same(*target_, target)) refuse(target);
    target_ = target;
    session_ = session;
    links_[session_] = link;
    if (!is_end) answers_.push_back(answer);
    return true;
  } catch (const Unreadable &) {
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
  write(answer.body, answer.drop,
        std::to_string(answer.request) + ',' + std::to_string(answer.outcome.status) + ',' +
            std::to_string(answer.outcome.counter) + ',' + hex(answer.outcome.result),
        link);
}

void ReplayLog::end_session(const LinkCounts &link) { write("", "", ",,,", link); }

void ReplayLog::write(const std::string &body, const std::string &drop, const std::string &answer,
                      const LinkCounts &link) {
  links_[session_] = link;
  std::string line = std::to_string(session_) + ',' + csv_text(target_->board) + ',' +
                     std::to_string(target_->version) + ',' + target_->sources + ',' + csv_text(target_->counter) +
                     ',' + csv_text(body) + ',' + csv_text(drop) + ',' + answer;
  for (const NamedCount &named : link_counts) line += ',' + std::to_string(link.*named.count);
  file_ << line << ',' << check_of(line) << '\n';
  file_.flush();
  if (!file_) throw std::runtime_error(path_ + ": cannot be written");
}

}  // namespace touchdown::host
