#include "records/csv.hpp"

#include <cctype>
#include <streambuf>

#include "cli/text.hpp"

namespace touchdown::host {
namespace {

constexpr const char *blanks = " \t";
constexpr std::size_t longest_line = 1 << 20, longest_between_rows = 64 << 20;

std::string trimmed(const std::string &text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// "Time [ms]" is Time, in ms.
struct Heading {
  std::string name, unit;
};

Heading heading_of(const std::string &text) {
  const std::size_t open = text.find_last_of("[(");
  if (open == std::string::npos || text.back() != (text[open] == '[' ? ']' : ')')) return {text, ""};
  const std::string unit = trimmed(text.substr(open + 1, text.size() - open - 2));
  if (unit == "0" || unit == "1" || unit == "2") return {text, ""};  // the axis of gyro_rad[0]
  return {trimmed(text.substr(0, open)), unit};
}

// In lower case, without blanks and lines, with axes as letters: gyro_rad[0] is gyroradx.
std::string plain(const std::string &text) {
  std::string letters;
  for (const char c : text)
    if (std::string(" _-.[]").find(c) == std::string::npos)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (!letters.empty() && text.back() == ']') letters.back() = static_cast<char>(letters.back() + 'x' - '0');
  return letters;
}

// What loggers call ax .. az and wx .. wz. Betaflight's two are counts unless the heading has a unit.
bool is_kind(char of, const std::string &kind, bool has_unit) {
  static const std::set<std::string> accelerates{
      "acc", "accel", "acceleration", "accelerometer", "accelerometerms2", "linearacceleration"},
      turns{"gyr", "gyro", "gyroscope", "gyrorad", "omega", "\u03c9", "spin", "angularvelocity"};
  if (of == 'a') return accelerates.count(kind) > 0 || (has_unit && kind == "accsmooth");
  return of == 'w' && (turns.count(kind) > 0 || (has_unit && kind == "gyroadc"));
}

// T may be a temperature and E a modulus, unless a unit follows; but X is x.
bool is_called(const Heading &heading, const std::string &name) {
  const std::string called = plain(heading.name);
  const bool has_unit = !heading.unit.empty();
  if (called == plain(name)) return has_unit || name.size() > 1 || name == "x" || name == "y" || name == "z";
  if (name == "t") return called == "time" || called == "timestamp";
  if (name.size() != 2 || called.empty() || called.back() != name[1]) return false;
  return is_kind(name[0], called.substr(0, called.size() - 1), has_unit);
}

// "kg m^2", "kg*m²" and "kgm2" are one.
std::string plain_unit(std::string unit) {
  const std::pair<const char *, const char *> others[] = {{" ", ""},       {"^", ""},       {"*", ""},
                                                          {"\u00b7", ""},  {"\u00b2", "2"}, {"\u00b0", "deg"},
                                                          {"\u00b5", "u"}, {"\u03bc", "u"}};
  for (const auto &[from, to] : others)
    for (std::size_t at = 0; (at = unit.find(from)) != std::string::npos;) unit.replace(at, std::strlen(from), to);
  return unit;
}

// The position just behind the quoted part that opens at `open`.
std::size_t end_of_quoted(const CsvRow &row, const std::string &text, std::size_t open) {
  std::size_t at = text.find('"', open + 1);
  while (at != std::string::npos && at + 1 < text.size() && text[at + 1] == '"') at = text.find('"', at + 2);
  if (at == std::string::npos) throw CsvError(row, open + 1, "this quote is not closed on its line");
  return at + 1;
}

std::string unquoted(const std::string &quoted) {
  std::string text;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    text += quoted[i];
    if (quoted[i] == '"') ++i;
  }
  return text;
}

// What parts the fields of a header, or of a first row of numbers, whose commas may be points.
char separator_in(const std::string &header) {
  const bool is_numbers = header.find_first_not_of("0123456789.,;+-eE \t") == std::string::npos;
  if (is_numbers && header.find(';') != std::string::npos) return ';';
  bool quoted = false, semicolon = false, tabulator = false;
  for (const char c : header) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == ',') return ',';
    semicolon = semicolon || c == ';';
    tabulator = tabulator || c == '\t';
  }
  return semicolon ? ';' : tabulator ? '\t' : ',';
}

std::string name_of(char separator) {
  return separator == ',' ? "a comma" : separator == ';' ? "a semicolon" : "a tabulator";
}

CsvField field_at(const CsvRow &row, const std::string &text, std::size_t begin) {
  const char separator = row.separator;
  const char *const between = separator == '\t' ? " " : blanks;
  const std::size_t first = text.find_first_not_of(between, begin);
  if (first == std::string::npos || text[first] != '"') {
    const std::string raw = text.substr(begin, text.find(separator, begin) - begin);
    return {trimmed(raw), raw, begin + 1};
  }
  const std::size_t closed = end_of_quoted(row, text, first);
  const std::size_t end = text.find_first_not_of(between, closed);
  if (end != std::string::npos && text[end] != separator)
    throw CsvError(row, end + 1, name_of(separator) + " or the end of the line must follow a closing quote");
  return {unquoted(text.substr(first, closed - first)), text.substr(begin, end - begin), begin + 1};
}

// Of a spreadsheet, in one locale or another.
bool ends_cell(char c) { return c == ',' || c == ';' || c == '\t' || c == '|'; }

bool is_blank(char32_t c) {
  return c == ' ' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

// Also those of double width and the small forms, which some spreadsheets take for the plain ones.
bool begins_formula(char32_t c) {
  constexpr char32_t signs[] = {'=', '+', '-', '@', 0xFF1D, 0xFF0B, 0xFF0D, 0xFF20, 0xFE66, 0xFE62, 0xFE63, 0xFE6B};
  return std::find(std::begin(signs), std::end(signs), c) != std::end(signs);
}

// Whether a cell that begins at `at` would be calculated: a sign of a formula behind blanks, and no number.
bool is_formula(const std::string &text, std::size_t at) {
  Character c = character_at(text, at);
  for (; c.length > 0 && is_blank(c.code); c = character_at(text, at)) at += c.length;
  if (!begins_formula(c.code)) return false;
  char *end = nullptr;
  std::strtod(text.c_str() + at, &end);
  const std::size_t behind = text.find_first_not_of(' ', static_cast<std::size_t>(end - text.c_str()));
  const bool is_number =
      end != text.c_str() + at && end[-1] != ')' && (behind == std::string::npos || ends_cell(text[behind]));
  return !is_number;
}

float parsed(const char *text, char **end, float) { return std::strtof(text, end); }
double parsed(const char *text, char **end, double) { return std::strtod(text, end); }

}  // namespace

std::optional<double> unit_in_si(const std::string &unit, const std::string &of) {
  constexpr double gravity = 9.80665, degree = 0.017453292519943295;
  static const std::map<std::string, double> known{
      {"s", 1},     {"sec", 1},   {"ms", 1e-3},    {"us", 1e-6},    {"ns", 1e-9},      {"m", 1},
      {"cm", 1e-2}, {"mm", 1e-3}, {"m/s", 1},      {"cm/s", 1e-2},  {"mm/s", 1e-3},    {"m/s2", 1},
      {"m/s/s", 1}, {"rad", 1},   {"deg", degree}, {"rad/s", 1},    {"deg/s", degree}, {"dps", degree},
      {"kg", 1},    {"kgm2", 1},  {"kgcm2", 1e-4}, {"kgmm2", 1e-6}, {"gcm2", 1e-7},    {"gmm2", 1e-9},
      {"1/kg", 1},  {"-", 1},     {"N", 1},        {"Nm", 1},       {"Ns", 1}};
  const std::string what = plain(of);
  if (unit == "g" || unit == "G" || unit == "mg") {
    const double thousandth = unit == "mg" ? 1e-3 : 1;
    if (what == "mass") return 1e-3 * thousandth;
    return what[0] == 'a' || what == "high" ? std::optional<double>(gravity * thousandth) : std::nullopt;
  }
  const auto found = known.find(plain_unit(unit));
  return found == known.end() ? std::nullopt : std::optional<double>(found->second);
}

std::optional<double> scale_of(const std::string &heading, const std::string &of) {
  const Heading parts = heading_of(heading);
  return parts.unit.empty() || parts.name.empty() ? 1 : unit_in_si(parts.unit, of.empty() ? parts.name : of);
}

bool means(const std::string &heading, const std::string &name) {
  const Heading parts = heading_of(heading);
  return is_called(parts, name) && (parts.unit.empty() || unit_in_si(parts.unit, name));
}

CsvError::CsvError(const CsvRow &row, std::size_t column_, const std::string &what)
    : std::runtime_error(row.file == nullptr || row.file->empty() ? what
                                                                  : *row.file + ':' + std::to_string(row.line) + ':' +
                                                                        std::to_string(column_) + ": " + what),
      line(row.line),
      column(column_) {}

// What holds no row for so long is no table, and may have no end.
void CsvReader::check_goes_on(std::size_t length) const {
  if (bytes_ - row_end_ + length > longest_between_rows)
    throw std::runtime_error("no row in " + std::to_string(longest_between_rows) + " bytes from line " +
                             std::to_string(line_ + 1) + " on");
}

// False at the end.
bool CsvReader::read_line() {
  constexpr int end = std::char_traits<char>::eof();
  std::streambuf *const in = in_.rdbuf();
  text_.clear();
  int c = in->sbumpc();
  if (c == end) return false;
  std::size_t length = 0;
  for (; c != end && c != '\n'; c = in->sbumpc()) {
    if (++length <= longest_line)
      text_ += static_cast<char>(c);
    else
      check_goes_on(length);
  }
  check_goes_on(length);
  ++line_;
  bytes_ += length + 1;
  if (length > longest_line)
    throw CsvError({line_, 0, {}, separator_, &file_}, longest_line + 1,
                   "the line is longer than " + std::to_string(longest_line) + " bytes");
  return true;
}

bool CsvReader::next_line() {
  if (!read_line()) return false;
  if (line_ == 1 && text_.rfind("\xEF\xBB\xBF", 0) == 0) text_.erase(0, 3);
  if (!text_.empty() && text_.back() == '\r') text_.pop_back();
  return true;
}

bool CsvReader::next(CsvRow &row) {
  do {
    if (!next_line()) return false;
  } while (text_.find_first_not_of(" \t,;") == std::string::npos || (separator_ == 0 && text_.front() == '#'));
  row_end_ = bytes_;
  if (separator_ == 0) separator_ = separator_in(text_);
  row = {line_, text_.size() + 1, {}, separator_, &file_};
  std::size_t begin = 0;
  do {
    row.fields.push_back(field_at(row, text_, begin));
    begin += row.fields.back().raw.size() + 1;
  } while (begin <= text_.size());
  return true;
}

std::optional<std::size_t> place_of(const CsvRow &header, const std::string &name) {
  bool exact = true;
  const auto named = [&](const CsvField &field) { return exact ? field.text == name : means(field.text, name); };
  auto found = std::find_if(header.fields.begin(), header.fields.end(), named);
  if (found == header.fields.end()) {
    exact = false;
    found = std::find_if(header.fields.begin(), header.fields.end(), named);
  }
  if (found == header.fields.end()) return std::nullopt;
  const auto again = std::find_if(std::next(found), header.fields.end(), named);
  if (again != header.fields.end()) throw CsvError(header, again->column, "column " + name + " stands here again");
  return static_cast<std::size_t>(found - header.fields.begin());
}

void check_headings(const CsvRow &header) {
  const auto is_number = [](const CsvField &field) {
    char *end = nullptr;
    return std::strtod(field.text.c_str(), &end), !field.text.empty() && *end == '\0';
  };
  const std::vector<CsvField> &fields = header.fields;
  if (fields.size() == 1 && fields[0].text.find_first_of(blanks) != std::string::npos)
    throw CsvError(header, 1, "fields are parted by commas, semicolons or tabs, and not by blanks");
  if (!fields.empty() && std::all_of(fields.begin(), fields.end(), is_number))
    throw CsvError(header, 1, "numbers, where headings must stand; a line of headings does not begin with #");
}

void check_width(const CsvRow &row, std::size_t width) {
  const std::size_t found = row.fields.size();
  if (found < width)
    throw CsvError(row, row.end_column,
                   "the row ends after " + std::to_string(found) + " of " + std::to_string(width) + " fields");
  if (found > width)
    throw CsvError(row, row.fields[width].column, "more fields than the header's " + std::to_string(width));
}

template <class Scalar>
Scalar number_in(const CsvRow &row, std::size_t place, const std::string &name) {
  const CsvField &field = row.fields[place];
  std::string text = field.text;
  if (row.separator != ',' && text.find('.') == std::string::npos)
    if (const std::size_t comma = text.find(','); comma != std::string::npos) text[comma] = '.';
  char *end = nullptr;
  const Scalar value = parsed(text.c_str(), &end, Scalar{});
  if (field.text.empty()) throw CsvError(row, field.column, name + " is missing");
  if (end != text.c_str() + text.size())
    throw CsvError(row, field.column, name + ": '" + field.text + "' is not a number");
  return value;
}

template float number_in(const CsvRow &, std::size_t, const std::string &);
template double number_in(const CsvRow &, std::size_t, const std::string &);

std::string csv_defused(const std::string &text) {
  const std::string plain = printable(text);
  std::string defused;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if ((i == 0 || ends_cell(plain[i - 1])) && is_formula(plain, i)) defused += '\'';
    defused += plain[i];
  }
  return defused;
}

std::string csv_text(const std::string &text) {
  std::string field = "\"";
  for (const char c : csv_defused(text)) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + '"';
}

std::string csv_again(const CsvField &field) {
  const bool parts = field.raw.find(',') != std::string::npos && field.raw.find('"') == std::string::npos;
  return parts || csv_defused(field.text) != field.text ? csv_text(field.text) : field.raw;
}

}  // namespace touchdown::host
