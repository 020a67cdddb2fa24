#include "report/document.hpp"

#include <openssl/evp.h>
#include <unistd.h>

#include <cctype>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "cli/embedded.hpp"
#include "cli/text.hpp"
#include "records/csv.hpp"

namespace touchdown::host {
namespace {

constexpr const char *place_of_report = "<!--report-->";
std::vector<std::string> &command_line() {
  static std::vector<std::string> words;
  return words;
}

constexpr std::size_t most_input_text = 16384;  // bytes of a description that a document repeats

// A word or a number: neither a formula nor two fields.
bool is_plain(const std::string &text) {
  const auto is_of_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; };
  if (std::all_of(text.begin(), text.end(), is_of_word)) return true;
  char *end = nullptr;
  std::strtod(text.c_str(), &end);
  const bool is_whole = end == text.c_str() + text.size();  // a byte of 0 ends what strtod reads
  return is_whole && std::isspace(static_cast<unsigned char>(text[0])) == 0 && text.back() != ')';
}

// Of a cell without a text; empty where nothing is known. `digits` 0: as short as reads back. -0 + 0 is 0.
std::string number_text(const Cell &cell, int digits) {
  if (cell.is_null() || (cell.is_number_float() && !std::isfinite(cell.get<double>()))) return "";
  if (!cell.is_number_float() || digits == 0) return cell.dump();
  return formatted("%.*g", digits, cell.get<double>() + 0.0);
}

Json json_of(const DataTable &table) {
  Json columns = Json::array();
  for (const Labelled &column : table.columns)
    columns.push_back(Json::object({{"name", column.label}, {"unit", column.unit}}));
  return Json::object({{"columns", columns}, {"rows", table.rows}});
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
  std::string text;
  for (unsigned i = 0; i < length; ++i) text += formatted("%02x", digest.at(i));
  return text;
}

Json input_of(const std::string &name) {
  std::error_code error;  // opening a pipe may wait for ever
  if (!std::filesystem::is_regular_file(name, error)) return Json::object({{"name", name}});
  const std::uintmax_t bytes = std::filesystem::file_size(name, error);
  std::ifstream file(name, std::ios::binary);
  if (!file || error) return Json::object({{"name", name}});
  Json input = Json::object({{"name", name}, {"bytes", bytes}, {"sha256", sha256_of(file)}});
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

Json this_run(const Document &document) {
  Json inputs = Json::array();
  for (const std::string &name : claimed_inputs()) inputs.push_back(input_of(name));
  return Json::object(
      {{"version", version_text(td_version())},
       {"sources", program_sources()},
       {"date", date()},
       {"command_line", command_line()},
       {"seeds", document.samples > 0 ? Json::object({{"first", 0}, {"last", document.samples - 1}}) : Json()},
       {"inputs", inputs}});
}

std::string text_of(const Document &document) {
  static constexpr const char *verdicts[] = {"good", "open", "bad"};
  Json tables = Json::object();
  for (const auto &[name, table] : document.tables) tables[name] = json_of(table);
  const Json all = Json::object({{"format", "touchdown-report-1"},
                                 {"command", document.command},
                                 {"title", document.title},
                                 {"answer", document.answer},
                                 {"verdict", verdicts[static_cast<int>(document.verdict)]},
                                 {"caveats", document.caveats},
                                 {"run", this_run(document)},
                                 {"tables", tables},
                                 {"sections", document.sections}});
  return written(all, -1, 0, 9);
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

void Document::motion(const MovingPicture &all) {
  const MovingPicture::Shape &shape = all.shape;
  Json drawn = Json::object({{"feet", shape.feet},
                             {"edges", shape.edges},
                             {"point", shape.point},
                             {"normal", shape.normal},
                             {"size", shape.size}});
  if (shape.mesh) drawn["mesh"] = shape.mesh->json();
  Json runs = Json::array();
  for (const MovingPicture::Run &run : all.runs) {
    Json tracks = Json::array();
    for (const MovingPicture::Track &track : run.tracks)
      tracks.push_back(Json::object({{"tone", track.tone}, {"poses", track.poses}}));
    runs.push_back(Json::object({{"name", run.name}, {"t", run.times}, {"tracks", tracks}}));
  }
  part("motion", Json::object({{"shape", drawn}, {"seconds", 10}, {"legend", all.legend}, {"runs", runs}}));
}

void DataTable::add(Cells cells) {
  cells.resize(columns.size());
  rows.push_back(std::move(cells));
}

void print(const DataTable &table) {
  if (table.rows.empty()) return;
  std::vector<std::vector<std::string>> lines(1);
  for (const Labelled &column : table.columns)
    lines[0].push_back(printable(column.label + (column.unit.empty() ? "" : ' ' + column.unit)));
  for (const Cells &row : table.rows) {
    lines.emplace_back();
    for (const Cell &cell : row) {
      lines.back().push_back(printable(cell.is_string() ? cell.get<std::string>() : number_text(cell, 4)));
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

void say(const Document &document) {
  std::fprintf(stderr, "%s\n", without_controls(document.answer, "?", "\n").c_str());
}

void print(const Document &document, std::size_t most_rows) {
  std::printf("%s\n", without_controls(document.answer, "?", "\n").c_str());
  for (const Json &section : document.sections)
    for (const Json &part : section.at("parts")) {
      const std::string kind = part.begin().key(), is = part.front().is_string() ? part.front().get<std::string>() : "";
      if (kind == "text" || kind == "code") std::printf("\n%s\n", printable(is).c_str());
      if (kind == "table" && document.tables.at(is).rows.size() <= most_rows) print(document.tables.at(is));
    }
  for (const std::string &caveat : document.caveats) std::printf("\n%s\n", printable(caveat).c_str());
}

void write_csv(std::ostream &out, const Cells &row, int digits) {
  const char *comma = "";
  for (const Cell &cell : row) {
    out << comma;
    comma = ",";
    const std::string text = cell.is_string() ? cell.get<std::string>() : number_text(cell, digits);
    out << (!cell.is_string() || is_plain(text) ? text : csv_text(text));
  }
  out << '\n';
}

DocumentOutput::DocumentOutput(const DocumentFiles &files)
    : report_(wanted_output(files.report)), json_(wanted_output(files.json)) {}

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
