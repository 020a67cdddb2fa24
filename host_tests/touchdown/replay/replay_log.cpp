#include "replay/replay_log.hpp"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "crc32.h"
#include "records/csv.hpp"

namespace touchdown::host {
namespace {

constexpr std::size_t fields_before_link = 10;
constexpr const char *first_columns = "session,board,version,unit,body,drop,request,status,work,result";

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
  for (const std::uint8_t byte : bytes) {
    char two[3];
    std::snprintf(two, sizeof two, "%02x", byte);
    text += two;
  }
  return text;
}

template <class Number>
Number number_of(const std::string &text, int base = 10) {
  Number value{};
  std::from_chars(text.data(), text.data() + text.size(), value, base);
  return value;
}

std::vector<std::uint8_t> bytes_of(const std::string &hex_digits) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex_digits.size(); i += 2)
    bytes.push_back(number_of<std::uint8_t>(hex_digits.substr(i, 2), 16));
  return bytes;
}

LinkCounts link_of(const CsvRow &row) {
  LinkCounts link;
  std::size_t at = fields_before_link;
  for (const NamedCount &named : link_counts) link.*named.count = number_of<std::uint64_t>(row.fields[at++].text);
  return link;
}

// The line without its checksum, if that is right.
std::optional<std::string> checked(const std::string &line) {
  const std::size_t comma = line.rfind(',');
  if (comma == std::string::npos || check_of(line.substr(0, comma)) != line.substr(comma + 1)) return std::nullopt;
  return line.substr(0, comma);
}

bool ends_in_mid_line(const std::string &path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file || file.tellg() == std::streampos(0)) return false;
  file.seekg(-1, std::ios::end);
  return file.get() != '\n';
}

}  // namespace

ReplayLog::ReplayLog(std::string path) : path_(std::move(path)) {
  const bool is_new = !std::filesystem::exists(path_) || std::filesystem::file_size(path_) == 0;
  if (!is_new) read();
  const bool in_mid_line = ends_in_mid_line(path_);
  file_.open(path_, std::ios::app);
  if (is_new) file_ << header() << '\n';
  if (in_mid_line) file_ << '\n';
  file_.flush();
  if (!file_) throw std::runtime_error(path_ + ": cannot be written");
}

void ReplayLog::read() {
  std::ifstream file(path_);
  std::string line;
  if (!std::getline(file, line) || line != header())
    throw std::runtime_error(path_ + ": is no results file of this version's replay");
  while (std::getline(file, line))
    if (!line.empty()) take(line);
}

void ReplayLog::take(const std::string &line) {
  const std::optional<std::string> text = checked(line);
  if (!text) {
    torn_lines_++;
    return;
  }
  std::istringstream in(*text);
  CsvReader reader(in);
  CsvRow row;
  reader.next(row);
  const auto field = [&](std::size_t place) { return row.fields.at(place).text; };
  session_ = number_of<std::size_t>(field(0));
  links_[session_] = link_of(row);
  target_ = TargetIdentity{field(1), field(3), number_of<std::uint32_t>(field(2)), 0, {}};
  if (field(6).empty()) return;  // the end of a session
  answers_.push_back({field(4),
                      field(5),
                      number_of<std::uint32_t>(field(6)),
                      {number_of<std::int32_t>(field(7)), number_of<std::uint32_t>(field(8)), bytes_of(field(9))}});
}

LinkCounts ReplayLog::link() const {
  LinkCounts sum;
  for (const auto &[session, link] : links_) sum += link;
  return sum;
}

void ReplayLog::begin_session(const TargetIdentity &target) {
  if (target_ && (csv_defused(target_->board) != csv_defused(target.board) || target_->version != target.version))
    throw std::runtime_error(path_ + ": holds answers of " + target_->board + ", library " +
                             std::to_string(target_->version) + "; this is " + target.board + ", library " +
                             std::to_string(target.version));
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
                     std::to_string(target_->version) + ',' + csv_text(target_->counter) + ',' + csv_text(body) + ',' +
                     csv_text(drop) + ',' + answer;
  for (const NamedCount &named : link_counts) line += ',' + std::to_string(link.*named.count);
  file_ << line << ',' << check_of(line) << '\n';
  file_.flush();
  if (!file_) throw std::runtime_error(path_ + ": cannot be written");
}

}  // namespace touchdown::host
