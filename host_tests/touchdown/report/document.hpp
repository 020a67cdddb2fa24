// The document of a run: one JSON (page/report.schema.json), which `--json` writes and the page of `--report` shows.
// Tables hold all figures once; what is drawn names their columns.
#ifndef TOUCHDOWN_HOST_TESTS_DOCUMENT_HPP
#define TOUCHDOWN_HOST_TESTS_DOCUMENT_HPP

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

// What is drawn, as page/report.schema.json says it.
struct Axis : Json {
  Axis(const char *words) : Axis(Labelled(words)) {}         // NOLINT(google-explicit-constructor)
  Axis(const std::string &words) : Axis(Labelled(words)) {}  // NOLINT(google-explicit-constructor)
  Axis(const std::string &label, const std::string &unit) : Axis(Labelled(label, unit)) {}
  explicit Axis(const Labelled &of) : Json(object({{"label", of.label}, {"unit", of.unit}})) {}
  Axis from(double end) { return with("from", end); }
  Axis to(double end) { return with("to", end); }
  Axis with(const std::string &key, Json is) { return (*this)[key] = std::move(is), *this; }
};

// Evenly spaced, row by row from the least y; `x` and `y` are the ends.
struct Grid {
  std::array<double, 2> x, y;
  std::size_t across;
  std::vector<double> values;
  Json json() const { return Json::object({{"x", x}, {"y", y}, {"across", across}, {"values", values}}); }
};

// Of a figure, which is not added to as long as this is used.
class Mark {
 public:
  explicit Mark(Json &json) : json_(&json) {}
  Mark of(const std::string &column, const Cell &is) { return (*json_)["where"][column] = is, *this; }
  Mark to(const std::string &x2, const std::string &y2) { return with("x2", x2).with("y2", y2); }
  Mark by(const std::string &column) { return with("colour", column); }
  Mark in(const std::string &colours) { return with("tone", colours); }
  Mark named(const std::string &legend) { return with("name", legend); }
  Mark with(const std::string &key, const Json &is) {
    return is.text("?").empty() ? *this : ((*json_)[key] = is, *this);
  }

 private:
  Json *json_;
};

struct Figure : Json {
  Figure(const std::string &title, const std::string &caption, const Axis &x, const Axis &y, bool same = false);
  Mark add(const char *mark, const std::string &table, const std::string &x, const std::string &y) {
    return add(mark).with("table", table).with("x", x).with("y", y);
  }
  Mark rule(double at, const char *along) { return add("rule").with("at", at).with("along", along); }
  Mark diagonal() { return add("diagonal"); }
  Mark grid(const Grid &values) { return add("grid").with("grid", values.json()); }
  std::size_t marks() const { return find("marks")->list().size(); }

 private:
  Mark add(const char *mark);
};
using Figures = std::vector<Figure>;

// The colour of the n-th of several lines.
inline std::string tone_of(std::size_t number) { return std::string(1, static_cast<char>('a' + number % 6)); }

// A moving picture of bodies: their feet, what joins them, and poses x, y, z, qw, qx, qy, qz and strokes over time.
struct MovingPicture {
  using Place = std::array<double, 3>;
  struct Shape {
    std::vector<Place> feet, axes;  // axes: along which the feet go by their strokes
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
  std::map<std::string, DataTable> tables = {};

  std::vector<Json> sections = {};

  void section(const std::string &name) {
    sections.push_back(Json::object({{"title", name}, {"parts", Json::List()}}));
  }
  // Into the last section; figures are drawn beside each other where there is room.
  void heading(const std::string &words) { part("heading", words); }
  void text(const std::string &words) { part("text", words); }
  void code(const std::string &words) { part("code", words); }
  void figures(const Figures &all) { part("figures", all); }
  void motion(const MovingPicture &all);
  void table(const std::string &name, DataTable data) {
    tables[name] = std::move(data);
    part("table", name);
  }

 private:
  void part(const std::string &kind, Json is) {
    sections.back()["parts"].append(Json::object({{kind, std::move(is)}}));
  }
};

// Of this run, for the documents that it writes.
void set_command_line(int argc, char **argv);

// For a terminal: the answer, texts, tables that have no more rows, and caveats.
constexpr std::size_t usual_rows = 40;
void print(const Document &document, std::size_t most_rows = usual_rows);

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
  std::optional<Output> report_, json_;
};

}  // namespace touchdown::host

#endif
