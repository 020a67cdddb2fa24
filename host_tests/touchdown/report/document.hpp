// The document of a run: one JSON (page/report.schema.json), which `--json` writes and the page of `--report` shows.
// Tables hold all figures once; what is drawn names their columns.
#ifndef TOUCHDOWN_HOST_TESTS_DOCUMENT_HPP
#define TOUCHDOWN_HOST_TESTS_DOCUMENT_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/output.hpp"
#include "records/json_object.hpp"

namespace CLI {
class App;
}

namespace touchdown::host {

struct Column {
  std::string name, unit = "";  // names differ within a table
};

// Cells are texts, whole numbers, numbers (kept to nine digits; null where not finite), truths, or null.
class DataTable {
 public:
  explicit DataTable(const std::vector<Column> &columns);
  void add(Json::array_t cells);
  bool empty() const { return rows_.empty(); }
  Json json() const { return {{"columns", columns_}, {"rows", rows_}}; }

 private:
  Json columns_ = Json::array(), rows_ = Json::array();
};

enum class Verdict { good, open, bad };

struct Document {
  std::string command, title;
  std::string answer = "";  // to the question that the command was asked, in a sentence
  Verdict verdict = Verdict::open;
  std::vector<std::string> caveats = {};
  std::optional<std::uint64_t> seed = {};
  Json tables = Json::object(), sections = Json::array();

  void section(const std::string &name) { sections.push_back({{"title", name}, {"parts", Json::array()}}); }
  // Into the last section; figures are drawn beside each other where there is room.
  void heading(const std::string &text) { part({{"heading", text}}); }
  void text(const std::string &words) { part({{"text", words}}); }
  void code(const std::string &words) { part({{"code", words}}); }
  void figures(Json::array_t all) { part({{"figures", std::move(all)}}); }
  void motion(Json data) { part({{"motion", std::move(data)}}); }
  void table(const std::string &name) { part({{"table", name}}); }
  void table(const std::string &name, const DataTable &data) {
    tables[name] = data.json();
    table(name);
  }

 private:
  void part(Json one) { sections.back()["parts"].push_back(std::move(one)); }
};

// The options --report and --json, and the files that they name.
struct DocumentFiles {
  std::string report, json;
};
void add_document_options(CLI::App &command, DocumentFiles &files);

class DocumentOutput {
 public:
  // Makes the files beside their final names; what is not asked for is not made.
  explicit DocumentOutput(const DocumentFiles &files);
  bool is_wanted() const { return report_ || json_; }
  // Writes and keeps them. Throws std::runtime_error naming the file.
  void write(const Document &document);

 private:
  std::optional<Output> report_, json_;
};

}  // namespace touchdown::host

#endif
