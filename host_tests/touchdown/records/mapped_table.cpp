#include "records/mapped_table.hpp"

#include "cli/text.hpp"
#include "records/json.hpp"

namespace touchdown::host {
namespace {

constexpr std::size_t most_named = 20;
constexpr double longest_quaternion = 1.1, shortest_quaternion = 0.9;

Vector3<double> in_space(const std::vector<double> &x) {
  if (x.size() == 2) return {x[0], 0, x[1]};
  return {x.at(0), x.at(1), x.at(2)};
}

// Those of the columns that a map makes no use of, one of which may be what it misses.
std::vector<std::string> others(std::vector<std::string> there, const ColumnMap &map) {
  const auto used = [&](const std::string &name) {
    for (const auto *columns : {&map.columns, &map.spare})
      for (const auto &[quantity, names] : *columns)
        if (std::find(names.begin(), names.end(), name) != names.end()) return true;
    return false;
  };
  there.erase(std::remove_if(there.begin(), there.end(), used), there.end());
  return there;
}

std::string joined(const std::vector<std::string> &names) {
  std::string all;
  for (const std::string &name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

std::vector<std::string> names_in(const CsvRow &header) {
  std::vector<std::string> names;
  for (const CsvField &field : header.fields) names.push_back(field.text);
  return names;
}

}  // namespace

MappedTable::MappedTable(const std::string &path, const ColumnMap &map)
    : source_(path, SourceUse::kept, map.log), map_(map) {
  if (!reader_.next(header_)) throw std::runtime_error(source_.name() + ":1:1: the file is empty");
  std::string missing;
  for (const auto &[quantity, names] : map_.columns)
    for (const std::string &name : names)
      if (const auto place = place_of(header_, name))
        places_[quantity].push_back(*place);
      else
        missing += (missing.empty() ? "" : "; ") + ("column " + name) + " (" + quantity + ") is missing" +
                   did_you_mean(name, others(names_in(header_), map_));
  const std::vector<std::string> unused = others(names_in(header_), map_);
  if (!missing.empty()) check_headings(header_);
  if (!missing.empty())
    throw CsvError(header_, header_.end_column,
                   missing + (unused.empty() ? "" : "; the table has besides " + joined(unused)));
  for (const auto &[quantity, names] : map_.spare) place_spare(quantity, names);
}

void MappedTable::place_spare(const std::string &quantity, const std::vector<std::string> &names) {
  std::vector<std::size_t> places;
  for (const std::string &name : names)
    if (const auto place = place_of(header_, name)) places.push_back(*place);
  if (places.size() == names.size()) places_[quantity] = places;
}

void MappedTable::account_for_columns() const {
  std::set<std::size_t> used;
  std::vector<std::string> known;
  std::string words;
  for (const auto &[quantity, places] : places_) used.insert(places.begin(), places.end());
  for (const auto *columns : {&map_.columns, &map_.spare})
    for (const auto &[quantity, names] : *columns) known.insert(known.end(), names.begin(), names.end());
  for (const auto &[quantity, names] : map_.spare)
    if (names.size() > 1 && has(quantity)) words += "; " + joined(names) + " are taken as the " + quantity;
  std::vector<std::string> unused;
  for (std::size_t i = 0; i < header_.fields.size(); ++i) {
    const CsvField &field = header_.fields[i];
    if (used.count(i) > 0) continue;
    if (std::find(known.begin(), known.end(), field.text) != known.end())
      throw CsvError(header_, field.column, "column " + field.text + " stands without the others of its vector");
    unused.push_back(field.text + did_you_mean(field.text, known));
  }
  if (!unused.empty()) words += "; not read: " + joined(unused);
  if (!words.empty())
    std::fprintf(stderr, "%s: %s\n", printable(source_.name()).c_str(), printable(words.substr(2)).c_str());
}

void MappedTable::refuse(const std::string &quantity, const std::string &why) const {
  throw CsvError(row_, row_.fields[places_.at(quantity).front()].column, why);
}

bool MappedTable::wanted() const {
  for (const auto &[column, values] : map_.where) {
    const auto place = place_of(header_, column);
    if (place && std::find(values.begin(), values.end(), row_.fields[*place].text) == values.end()) return false;
  }
  return true;
}

bool MappedTable::next() {
  while (reader_.next(row_)) {
    check_width(row_, header_.fields.size());
    if (wanted()) return true;
  }
  return false;
}

std::string MappedTable::text(const std::string &quantity) const {
  return row_.fields[places_.at(quantity).front()].text;
}

std::vector<double> MappedTable::numbers(const std::string &quantity) const {
  const auto found = places_.find(quantity);
  if (found == places_.end()) throw std::runtime_error(source_.name() + ": the rig names no column for " + quantity);
  const auto scale = map_.scale.find(quantity);
  std::vector<double> values;
  for (const std::size_t place : found->second) {
    const std::string &heading = header_.fields[place].text;
    const auto factor = scale == map_.scale.end() ? scale_of(heading, quantity) : scale->second;
    if (!factor) throw std::runtime_error(source_.name() + ": the unit of column " + heading + " is not known");
    values.push_back(number_in<double>(row_, place, heading) * *factor);
    if (!std::isfinite(values.back()))
      throw CsvError(row_, row_.fields[place].column, heading + ": '" + row_.fields[place].text + "' is not finite");
  }
  return values;
}

double MappedTable::number(const std::string &quantity) const { return numbers(quantity).front(); }

Vector3<double> MappedTable::vector(const std::string &quantity) const { return in_space(numbers(quantity)); }

Vector3<double> MappedTable::spin(const std::string &quantity) const {
  const std::vector<double> x = numbers(quantity);
  return x.size() == 1 ? Vector3<double>(0, -x[0], 0) : in_space(x);
}

Eigen::Quaterniond MappedTable::attitude(const std::string &quantity) const {
  const std::vector<double> x = numbers(quantity);
  if (x.size() == 1) return Eigen::Quaterniond(Eigen::AngleAxisd(-x[0], Eigen::Vector3d::UnitY()));
  const Eigen::Quaterniond q(x.at(0), x.at(1), x.at(2), x.at(3));
  if (!(q.norm() > shortest_quaternion && q.norm() < longest_quaternion))
    refuse(quantity, quantity + " is no unit quaternion: its length is " + formatted("%.4g", q.norm()));
  return q.normalized();
}

void RowsLeftOut::add(const std::runtime_error &error) {
  if (++count_ <= most_named) std::fprintf(stderr, "%s\n", printable(error.what()).c_str());
  if (count_ == most_named + 1) std::fprintf(stderr, "further rows that cannot be read are counted only\n");
}

MissingColumns missing_columns(const std::string &path, const ColumnMap &map) {
  Source source(path, SourceUse::kept, map.log);
  CsvReader reader(source, path);
  CsvRow header;
  if (reader.next(header)) check_headings(header);
  const std::vector<std::string> there = names_in(header);
  MissingColumns missing;
  missing.unused = others(there, map);
  for (const auto &[quantity, names] : map.columns)
    for (const std::string &name : names) {
      ++missing.of;
      if (!place_of(header, name)) missing.names.push_back(name);
    }
  return missing;
}

std::string in_words(const MissingColumns &missing) {
  std::string words;
  for (const std::string &name : missing.names)
    words += (words.empty() ? "" : ", ") + name + did_you_mean(name, missing.unused);
  return words;
}

}  // namespace touchdown::host
