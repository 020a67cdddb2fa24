// The document of a run: one JSON (page/report.schema.json), which `--json` writes and the page of `--report` shows.
// Tables hold all figures once; what is drawn of them, and how, is the page's.
#pragma once

#include "cli/output.hpp"
#include "records/json.hpp"

namespace touchdown::host {

// Of a table: a text, a number (kept to nine digits), a truth, or null.
using Cell = Json;
using Cells = std::vector<Cell>;

// "approach [m/s]", or both by themselves.
struct Labelled {
  Labelled(const std::string &words);  // NOLINT(google-explicit-constructor)
  Labelled(std::string label_, std::string unit_) : label(std::move(label_)), unit(std::move(unit_)) {}
  std::string label, unit;
};

struct DataTable {
  DataTable() = default;
  // "body; drop; approach [m/s]": names differ within a table.
  explicit DataTable(const std::string &names);
  // The rest of the row is null.
  void add(Cells cells);

  std::vector<Labelled> columns;
  std::vector<Cells> rows;
};

// For a terminal, under a heading; nothing where it has no row.
void print(const DataTable &table);

// A row of CSV: numbers to so many digits, or as short as reads back for 0; texts that are not ours made harmless;
// empty for null.
void write_csv(std::ostream &out, const Cells &row, int digits = 9);

// Evenly spaced, row by row from the least y; `x` and `y` are the ends.
struct Grid {
  std::array<double, 2> x, y;
  std::size_t across;
  std::vector<double> values;
  Json json() const { return Json::object({{"x", x}, {"y", y}, {"across", across}, {"values", values}}); }
};

// A moving picture of bodies: their feet, what joins them, and poses over time: x, y, z, qw, qx, qy, qz, and x, y, z of
// how far each foot has moved in the body.
struct MovingPicture {
  using Place = std::array<double, 3>;
  struct Shape {
    std::vector<Place> feet;
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    Place point, normal;  // of the ground
    double size;
    std::optional<Grid> mesh = {};  // or its heights
  } shape;
  struct Track {
    std::string tone;
    std::vector<std::vector<double>> poses;
  };
  struct Run {
    std::string name;
    std::vector<double> times;
    std::vector<Track> tracks;
  };
  std::string legend;
  std::vector<Run> runs;
};

enum class Verdict { good, open, bad };

struct Document {
  std::string command, title;
  std::string answer = "";  // to the question that the command was asked, in a sentence
  Verdict verdict = Verdict::open;
  std::vector<std::string> caveats = {};
  int samples = 0;  // were drawn; the seed of each is its number, from 0
  std::map<std::string, DataTable> tables = {};

  std::vector<Json> sections = {};

  void section(const std::string &name) {
    sections.push_back(Json::object({{"title", name}, {"parts", Json::array()}}));
  }
  // Into the last section.
  void text(const std::string &words) { part("text", words); }
  void code(const std::string &words) { part("code", words); }
  // A layout of the page (page/layouts.mjs), which draws columns of the tables.
  void figures(const std::string &layout) { part("figures", layout); }
  void maps(Json all) { part("maps", std::move(all)); }
  void motion(const MovingPicture &all);
  void table(const std::string &name, DataTable data) {
    tables[name] = std::move(data);
    part("table", name);
  }

 private:
  void part(const std::string &kind, Json is) {
    sections.back()["parts"].push_back(Json::object({{kind, std::move(is)}}));
  }
};

// Of this run, for the documents that it writes.
void set_command_line(int argc, char **argv);

// For a terminal: the answer, texts, tables that have no more rows, and caveats.
constexpr std::size_t usual_rows = 40;
void print(const Document &document, std::size_t most_rows = usual_rows);

// The answer alone, on standard error: a table goes to standard output.
void say(const Document &document);

// The files that --report and --json name.
struct DocumentFiles {
  std::string report, json;
};

class DocumentOutput {
 public:
  // Makes the files beside their final names; what is not asked for is not made.
  explicit DocumentOutput(const DocumentFiles &files);
  bool is_wanted() const { return report_ || json_; }
  // Writes and keeps them. Throws std::runtime_error naming the file.
  void write(const Document &document);

 private:
  std::unique_ptr<Output> report_, json_;
};

}  // namespace touchdown::host
