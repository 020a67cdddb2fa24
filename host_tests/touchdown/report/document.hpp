// The document of a run: one JSON (page/report.schema.json), which `--json` writes and the page of `--report` shows.
// Tables hold all figures once; what is drawn names their columns.
#ifndef TOUCHDOWN_HOST_TESTS_DOCUMENT_HPP
#define TOUCHDOWN_HOST_TESTS_DOCUMENT_HPP

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/output.hpp"

namespace touchdown::host {

// A text, a whole number, a number (kept to nine digits; null where not finite), a truth, or null.
struct Cell {
  Cell() = default;
  Cell(const char *text) : value(std::string(text)) {}  // NOLINT(google-explicit-constructor)
  Cell(std::string text) : value(std::move(text)) {}    // NOLINT(google-explicit-constructor)
  template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
  Cell(Number number) {  // NOLINT(google-explicit-constructor)
    if constexpr (std::is_same_v<Number, bool>)
      value = number;
    else if constexpr (std::is_integral_v<Number>)
      value = static_cast<std::int64_t>(number);
    else
      value = static_cast<double>(number);
  }
  template <class Known>
  Cell(const std::optional<Known> &known)
      : Cell(known ? Cell(*known) : Cell()) {}  // NOLINT(google-explicit-constructor)

  std::variant<std::monostate, bool, std::int64_t, double, std::string> value;
};
using Cells = std::vector<Cell>;

// "approach [m/s]", or both by themselves.
struct Labelled {
  Labelled(const char *words) : Labelled(std::string(words)) {}  // NOLINT(google-explicit-constructor)
  Labelled(const std::string &words);                            // NOLINT(google-explicit-constructor)
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

// What is drawn: page/report.schema.json says what each field means.
struct Axis : Labelled {
  using Labelled::Labelled;
  Axis from(double end) { return least = end, *this; }
  Axis to(double end) { return most = end, *this; }
  bool log = false;
  std::optional<double> least, most;
  std::vector<std::string> names;
};

// Evenly spaced, row by row from the least y; `x` and `y` are the ends.
struct Grid {
  std::array<double, 2> x, y;
  std::size_t across;
  std::vector<double> values;
};

struct Mark {
  Mark &of(std::string column, Cell is) { return where.emplace_back(std::move(column), std::move(is)), *this; }
  Mark &to(std::string column_x, std::string column_y) {
    return x2 = std::move(column_x), y2 = std::move(column_y), *this;
  }
  Mark &by(std::string column) { return colour = std::move(column), *this; }
  Mark &in(std::string colours) { return tone = std::move(colours), *this; }
  Mark &named(std::string legend) { return name = std::move(legend), *this; }

  std::string mark, table = {}, x = {}, y = {}, x2 = {}, y2 = {}, colour = {}, tone = {}, name = {}, along = {};
  bool step = false, arrow = false;
  std::vector<std::pair<std::string, Cell>> where = {};
  std::optional<double> at = {};
  std::optional<Grid> grid = {};
};

struct Figure {
  std::string title, caption;
  Axis x, y;
  bool same = false, to_scale = false;
  std::optional<Axis> colour = {};
  std::vector<Mark> marks = {};

  Mark &add(const std::string &mark, const std::string &table, const std::string &of_x, const std::string &of_y) {
    return marks.emplace_back(Mark{mark, table, of_x, of_y});
  }
  Mark &rule(double at, const char *along) {
    marks.push_back({"rule"});
    marks.back().at = at, marks.back().along = along;
    return marks.back();
  }
  Mark &diagonal() { return marks.emplace_back(Mark{"diagonal"}); }
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

  struct Part {
    std::string kind, words = {};
    Figures figures = {};
    std::shared_ptr<const MovingPicture> motion = {};
  };
  struct Section {
    std::string title;
    std::vector<Part> parts;
  };
  std::vector<Section> sections = {};

  void section(const std::string &name) { sections.push_back({name, {}}); }
  // Into the last section; figures are drawn beside each other where there is room.
  void heading(const std::string &words) { part({"heading", words}); }
  void text(const std::string &words) { part({"text", words}); }
  void code(const std::string &words) { part({"code", words}); }
  void figures(Figures all) { part({"figures", {}, std::move(all)}); }
  void motion(MovingPicture all) { part({"motion", {}, {}, std::make_shared<const MovingPicture>(std::move(all))}); }
  void table(const std::string &name, DataTable data) {
    tables[name] = std::move(data);
    part({"table", name});
  }

 private:
  void part(Part one) { sections.back().parts.push_back(std::move(one)); }
};

// Of this run, for the documents that it writes.
void set_command_line(int argc, char **argv);

// For a terminal: the answer, texts and short tables.
void print(const Document &document);

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
