#include "report/document.hpp"

#include <openssl/evp.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>

#include "cli/command_line.hpp"
#include "cli/text.hpp"
#include "link.h"
#include "touchdown/touchdown.h"

// page/page.html, as it stands in the tree.
__asm__(".pushsection .rodata\n.globl touchdown_report_page\ntouchdown_report_page:\n.incbin \"" TOUCHDOWN_REPORT_PAGE
        "\"\n.byte 0\n.popsection\n");
extern "C" const char touchdown_report_page[];

namespace touchdown::host {
namespace {

constexpr const char *place_of_report = "<!--report-->";
constexpr std::size_t most_input_text = 16384;  // bytes of a description that a document repeats

double to_nine_digits(double x) { return std::strtod(formatted("%.9g", x).c_str(), nullptr); }

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

Json run_of(const Document &document) {
  std::uint32_t sources[2];
  td_link_sources(sources);
  char hash[17];
  std::snprintf(hash, sizeof hash, "%08x%08x", sources[0], sources[1]);
  Json inputs = Json::array();
  for (const std::string &name : claimed_inputs()) inputs.push_back(input_of(name));
  Json run = {{"version", version_text(td_version())},
              {"sources", hash},
              {"date", date()},
              {"command_line", command_line()},
              {"inputs", inputs}};
  if (document.seed) run["seed"] = *document.seed;
  return run;
}

std::string text_of(const Document &document) {
  static constexpr const char *verdicts[] = {"good", "open", "bad"};
  return harmless({{"format", "touchdown-report-1"},
                   {"command", document.command},
                   {"title", document.title},
                   {"answer", document.answer},
                   {"verdict", verdicts[static_cast<int>(document.verdict)]},
                   {"caveats", document.caveats},
                   {"run", run_of(document)},
                   {"tables", document.tables},
                   {"sections", document.sections}});
}

}  // namespace

DataTable::DataTable(const std::vector<Column> &columns) {
  for (const Column &column : columns) columns_.push_back({{"name", column.name}, {"unit", column.unit}});
}

void DataTable::add(Json::array_t cells) {
  for (Json &cell : cells)
    if (cell.is_number_float())
      cell = std::isfinite(cell.get<double>()) ? Json(to_nine_digits(cell.get<double>())) : Json();
  rows_.push_back(std::move(cells));
}

void add_document_options(CLI::App &command, DocumentFiles &files) {
  command.add_option("--report", files.report, "HTML file to write: the answer, pictures, tables; opens offline");
  command.add_option("--json", files.json, "JSON file to write: all that the report shows");
}

DocumentOutput::DocumentOutput(const DocumentFiles &files) {
  if (!files.report.empty()) report_.emplace(files.report);
  if (!files.json.empty()) json_.emplace(files.json);
}

void DocumentOutput::write(const Document &document) {
  if (!is_wanted()) return;
  const std::string text = text_of(document), page = touchdown_report_page;
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
