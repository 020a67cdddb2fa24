#include "report/document.hpp"

#include <openssl/evp.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/embedded.hpp"
#include "cli/text.hpp"
#include "link.h"
#include "records/csv.hpp"
#include "records/json_object.hpp"
#include "touchdown/touchdown.h"

namespace touchdown::host {
namespace {

constexpr const char *place_of_report = "<!--report-->";
std::vector<std::string> &command_line() {
  static std::vector<std::string> words;
  return words;
}

constexpr std::size_t most_input_text = 16384;  // bytes of a description that a document repeats

Json number_of(double x) {
  return std::isfinite(x) ? Json(std::strtod(formatted("%.9g", x).c_str(), nullptr)) : Json();
}

Json json_of(const Cell &cell) {
  struct {
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(bool x) const { return x; }
    Json operator()(std::int64_t x) const { return x; }
    Json operator()(double x) const { return number_of(x); }
    Json operator()(const std::string &x) const { return x; }
  } as_json;
  return std::visit(as_json, cell.value);
}

// A word or a number.
bool is_plain(const std::string &text) {
  if (is_csv_word(text)) return true;
  char *end = nullptr;
  std::strtod(text.c_str(), &end);
  const bool is_whole = end == text.c_str() + text.size();  // a byte of 0 ends what strtod reads
  return is_whole && std::isspace(static_cast<unsigned char>(text[0])) == 0 && text.back() != ')';
}

Json json_of(const DataTable &table) {
  Json columns = Json::array(), rows = Json::array();
  for (const Labelled &column : table.columns) columns.push_back({{"name", column.label}, {"unit", column.unit}});
  for (const Cells &cells : table.rows) {
    Json row = Json::array();
    for (const Cell &cell : cells) row.push_back(json_of(cell));
    rows.push_back(std::move(row));
  }
  return {{"columns", columns}, {"rows", rows}};
}

Json json_of(const Axis &axis) {
  Json json = {{"label", axis.label}, {"unit", axis.unit}};
  if (axis.log) json["log"] = true;
  if (axis.least) json["from"] = *axis.least;
  if (axis.most) json["to"] = *axis.most;
  if (!axis.names.empty()) json["names"] = axis.names;
  return json;
}

Json numbers_of(const std::vector<double> &numbers) {
  Json list = Json::array();
  for (const double x : numbers) list.push_back(number_of(x));
  return list;
}

Json json_of(const Grid &grid) {
  return {{"x", grid.x}, {"y", grid.y}, {"across", grid.across}, {"values", numbers_of(grid.values)}};
}

// Members that say something.
void put(Json &json, std::initializer_list<std::pair<const char *, std::string>> texts) {
  for (const auto &[key, text] : texts)
    if (!text.empty()) json[key] = text;
}

Json json_of(const Mark &mark) {
  Json json = {{"mark", mark.mark}};
  put(json, {{"table", mark.table},
             {"x", mark.x},
             {"y", mark.y},
             {"x2", mark.x2},
             {"y2", mark.y2},
             {"colour", mark.colour},
             {"tone", mark.tone},
             {"name", mark.name},
             {"along", mark.along}});
  for (const auto &[column, is] : mark.where) json["where"][column] = json_of(is);
  if (mark.step) json["step"] = true;
  if (mark.arrow) json["arrow"] = true;
  if (mark.at) json["at"] = *mark.at;
  if (mark.grid) json["grid"] = json_of(*mark.grid);
  return json;
}

Json json_of(const Figure &figure) {
  Json json = Json::object();
  put(json, {{"title", figure.title}, {"caption", figure.caption}});
  json["x"] = json_of(figure.x), json["y"] = json_of(figure.y);
  if (figure.same) json["same"] = true;
  if (figure.to_scale) json["to_scale"] = true;
  if (figure.colour) json["colour"] = json_of(*figure.colour);
  for (const Mark &mark : figure.marks) json["marks"].push_back(json_of(mark));
  return json;
}

Json json_of(const MovingPicture::Run &run) {
  Json tracks = Json::array();
  for (const MovingPicture::Track &track : run.tracks) {
    Json poses = Json::array();
    for (const std::vector<double> &pose : track.poses) poses.push_back(numbers_of(pose));
    tracks.push_back({{"tone", track.tone}, {"poses", poses}});
  }
  return {{"name", run.name}, {"t", numbers_of(run.times)}, {"tracks", tracks}};
}

Json json_of(const MovingPicture &motion) {
  const MovingPicture::Shape &shape = motion.shape;
  Json json = {{"feet", shape.feet},   {"axes", shape.axes},     {"edges", shape.edges},
               {"point", shape.point}, {"normal", shape.normal}, {"size", shape.size}};
  if (shape.axes.empty()) json.erase("axes");
  if (shape.mesh) json["mesh"] = json_of(*shape.mesh);
  Json runs = Json::array();
  for (const MovingPicture::Run &run : motion.runs) runs.push_back(json_of(run));
  return {{"shape", json}, {"seconds", 10}, {"legend", motion.legend}, {"runs", runs}};
}

Json json_of(const Document::Part &part) {
  if (part.motion) return {{part.kind, json_of(*part.motion)}};
  if (part.figures.empty()) return {{part.kind, part.words}};
  Json figures = Json::array();
  for (const Figure &figure : part.figures) figures.push_back(json_of(figure));
  return {{part.kind, figures}};
}

// In ASCII, without anything that a page takes for a tag, or shows as it should not be.
std::string harmless(const Json &data) {
  const std::string text = data.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const bool is_code = text.compare(at, 2, "\\u") == 0, is_escape = text[at] == '\\';
    const std::size_t length = is_code ? 6 : is_escape ? 2 : 1;
    const bool is_shown = is_code ? !is_control(static_cast<char32_t>(std::stoul(text.substr(at + 2, 4), nullptr, 16)))
                                  : !is_escape || std::string("brf").find(text[at + 1]) == std::string::npos;
    shown += text[at] == '<' ? "\\u003c" : is_shown ? text.substr(at, length) : "\\ufffd";
    at += length;
  }
  return shown;
}

// As sha256sum prints it.
std::string sha256_of(std::istream &file) {
  const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX *)> hash(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  EVP_DigestInit_ex(hash.get(), EVP_sha256(), nullptr);
  std::array<char, 1 << 16> part;
  while (file.read(part.data(), part.size()), file.gcount() > 0)
    EVP_DigestUpdate(hash.get(), part.data(), static_cast<std::size_t>(file.gcount()));
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned length = 0;
  EVP_DigestFinal_ex(hash.get(), digest.data(), &length);
  std::string text(2 * length, '0');
  for (unsigned i = 0; i < length; ++i) {
    text[2 * i] = "0123456789abcdef"[digest.at(i) >> 4];
    text[2 * i + 1] = "0123456789abcdef"[digest.at(i) & 15];
  }
  return text;
}

Json input_of(const std::string &name) {
  std::error_code error;  // opening a pipe may wait for ever
  if (!std::filesystem::is_regular_file(name, error)) return {{"name", name}};
  const std::uintmax_t bytes = std::filesystem::file_size(name, error);
  std::ifstream file(name, std::ios::binary);
  if (!file || error) return {{"name", name}};
  Json input = {{"name", name}, {"bytes", bytes}, {"sha256", sha256_of(file)}};
  if (bytes > most_input_text || std::filesystem::path(name).extension() != ".json") return input;
  file.clear();
  file.seekg(0);
  input["text"] = std::string(std::istreambuf_iterator<char>(file), {});
  return input;
}

// Now, or the moment that SOURCE_DATE_EPOCH names (reproducible-builds.org).
std::string date() {
  const char *given = std::getenv("SOURCE_DATE_EPOCH");
  const std::time_t now = given != nullptr ? std::strtoll(given, nullptr, 10) : std::time(nullptr);
  std::tm parts{};
  char text[32];
  return gmtime_r(&now, &parts) != nullptr && std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0 ? text
                                                                                                                 : "";
}

Json this_run() {
  std::uint32_t sources[2];
  td_link_sources(sources);
  char hash[17];
  std::snprintf(hash, sizeof hash, "%08x%08x", sources[0], sources[1]);
  Json inputs = Json::array();
  for (const std::string &name : claimed_inputs()) inputs.push_back(input_of(name));
  return {{"version", version_text(td_version())},
          {"sources", hash},
          {"date", date()},
          {"command_line", command_line()},
          {"inputs", inputs}};
}

std::string text_of(const Document &document) {
  static constexpr const char *verdicts[] = {"good", "open", "bad"};
  Json tables = Json::object(), sections = Json::array();
  for (const auto &[name, table] : document.tables) tables[name] = json_of(table);
  for (const Document::Section &section : document.sections) {
    Json parts = Json::array();
    for (const Document::Part &part : section.parts) parts.push_back(json_of(part));
    sections.push_back({{"title", section.title}, {"parts", parts}});
  }
  return harmless({{"format", "touchdown-report-1"},
                   {"command", document.command},
                   {"title", document.title},
                   {"answer", document.answer},
                   {"verdict", verdicts[static_cast<int>(document.verdict)]},
                   {"caveats", document.caveats},
                   {"run", this_run()},
                   {"tables", tables},
                   {"sections", sections}});
}

}  // namespace

void set_command_line(int argc, char **argv) {
  command_line().assign(argv, argv + argc);
  command_line().front() = "touchdown";
}

Labelled::Labelled(const std::string &words) {
  const std::size_t open = !words.empty() && words.back() == ']' ? words.rfind(" [") : std::string::npos;
  label = words.substr(0, open);
  if (open < words.size()) unit = words.substr(open + 2, words.size() - open - 3);
}

DataTable::DataTable(const std::string &names) {
  for (std::size_t at = 0, end = 0; end < names.size(); at = end + 2) {
    end = std::min(names.find("; ", at), names.size());
    columns.emplace_back(names.substr(at, end - at));
  }
}

void DataTable::add(Cells cells) {
  cells.resize(columns.size());
  rows.push_back(std::move(cells));
}

void print(const DataTable &table) {
  if (table.rows.empty()) return;
  std::vector<std::vector<std::string>> lines(1);
  for (const Labelled &column : table.columns)
    lines[0].push_back(column.label + (column.unit.empty() ? "" : ' ' + column.unit));
  for (const Cells &row : table.rows) {
    lines.emplace_back();
    for (const Cell &cell : row) {
      const Json json = json_of(cell);
      lines.back().push_back(json.is_number_float() ? formatted("%.4g", json.get<double>())
                             : json.is_string()     ? printable(json.get<std::string>())
                             : json.is_null()       ? ""
                                                    : json.dump());
    }
  }
  std::printf("\n");
  for (const std::vector<std::string> &line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) {
      std::size_t width = 0;
      for (const std::vector<std::string> &other : lines) width = std::max(width, other[i].size());
      std::printf("%*s%s", i == 0 ? -static_cast<int>(width) : static_cast<int>(width) + 2, line[i].c_str(),
                  i + 1 < line.size() ? "" : "\n");
    }
}

void print(const Document &document) {
  constexpr std::size_t most_rows = 40;
  std::printf("%s\n", without_controls(document.answer, "?", "\n").c_str());
  for (const Document::Section &section : document.sections)
    for (const Document::Part &part : section.parts) {
      const auto table = document.tables.find(part.words);
      if (part.kind == "text" || part.kind == "code") std::printf("\n%s\n", printable(part.words).c_str());
      if (part.kind == "table" && table->second.rows.size() <= most_rows) print(table->second);
    }
}

void write_csv(std::ostream &out, const Cells &row, int digits) {
  const char *comma = "";
  for (const Cell &cell : row) {
    out << comma;
    comma = ",";
    if (const auto *text = std::get_if<std::string>(&cell.value))
      out << (is_plain(*text) ? *text : csv_text(*text));
    else if (const auto *number = std::get_if<double>(&cell.value); number != nullptr && std::isfinite(*number))
      out << (digits > 0 ? formatted(("%." + std::to_string(digits) + "g").c_str(), *number) : Json(*number).dump());
    else if (number == nullptr && cell.value.index() > 0)
      out << json_of(cell).dump();
  }
  out << '\n';
}

DocumentOutput::DocumentOutput(const DocumentFiles &files) {
  if (!files.report.empty()) report_.emplace(files.report);
  if (!files.json.empty()) json_.emplace(files.json);
}

void DocumentOutput::write(const Document &document) {
  if (!is_wanted()) return;
  const std::string text = text_of(document), page = embedded("page/page.html");
  const std::size_t place = page.find(place_of_report);
  if (report_) {
    report_->stream() << page.substr(0, place) << text << page.substr(place + std::string(place_of_report).size());
    report_->keep();
  }
  if (json_) {
    json_->stream() << text << '\n';
    json_->keep();
  }
}

}  // namespace touchdown::host
