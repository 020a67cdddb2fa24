// A way through an engine fitted to recorded tosses, and judged on them; FLIGHTS is what toss_flights prints.
//   tosses ways                              their names
//   tosses fit WAY FLIGHTS EVALUATIONS       rows with the parameters that were found
//   tosses judge WAY FLIGHTS "NAME VALUE .." rows with these
// A row: set; way; tosses; right face; final position, median; 90 %; final rotation, median; path, position; rotation;
// position after 50, 100, 200, 400 ms, median; rotation after them; evaluations; parameters. Shares are in per cent,
// positions in mm and those of the path in per cent of the width, rotations in degrees.
//
// The tosses in the order of the record: of every two, the first is there to be fitted to and the second is held out.
// What is fitted is the sum of the path's two figures, over every third of the first (63 tosses). The search is the
// same for all: where the engine's parameters start, a third of the evaluations anywhere in their ranges, then around
// the best so far, in a box that shrinks.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

#include "report/statistics.hpp"
#include "tosses/recorded_toss.hpp"

namespace {

using namespace peers;
using touchdown::host::collected;
using touchdown::host::mean;
using touchdown::host::median;
using touchdown::host::quantile;

constexpr std::size_t fitted_stride = 6;
constexpr double degrees = 180 / 3.14159265358979323846;

using Values = std::vector<double>;
using Errors = std::vector<TossError>;

Errors errors_over(const Recorded &recorded, const Tossing &way, const Values &values, std::size_t stride, bool end) {
  Errors errors;
  const auto simulator = way.make(recorded.body, values);
  for (std::size_t i = 0; i < recorded.tosses.size(); i += stride)
    errors.push_back(errors_of(recorded.body, recorded.tosses[i], *simulator, end));
  return errors;
}

double path_position(const Recorded &recorded, const Errors &errors) {
  return 100 / recorded.body.width * mean(collected(errors, [](const TossError &e) { return e.path.position; }));
}

double path_turn(const Errors &errors) {
  return degrees * mean(collected(errors, [](const TossError &e) { return e.path.turn; }));
}

std::string text_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

// From the unit interval into the range, to the digits that are printed: a row is what its parameters give.
double value_of(const Parameter &p, double part) {
  return std::stod(
      text_of(p.by_ratio ? p.least * std::pow(p.most / p.least, part) : p.least + part * (p.most - p.least)));
}

double part_of(const Parameter &p) {
  return p.by_ratio ? std::log(p.start / p.least) / std::log(p.most / p.least)
                    : (p.start - p.least) / (p.most - p.least);
}

class Search {
 public:
  Search(const Recorded &recorded, const Tossing &way) : recorded_(recorded), way_(way) {}

  Values best_of(int evaluations) {
    Values parts;
    for (const Parameter &p : way_.parameters) parts.push_back(part_of(p));
    consider(parts);
    const int anywhere = evaluations / 3;
    for (int i = 1; i < evaluations; ++i) {
      const double along = static_cast<double>(i - anywhere) / (evaluations - anywhere);
      consider(i <= anywhere ? around(0.5, 0.5) : around(-1, 0.3 * std::pow(0.1, along)));
    }
    return values_of(best_);
  }

 private:
  Values values_of(const Values &parts) const {
    Values values;
    for (std::size_t i = 0; i < parts.size(); ++i) values.push_back(value_of(way_.parameters[i], parts[i]));
    return values;
  }

  // In a box of this half width, around a centre or, below 0, around the best.
  Values around(double centre, double half) {
    Values parts;
    for (const double best : best_) {
      const double uniform = static_cast<double>(random_() >> 11) * 0x1p-53;
      const double at = (centre < 0 ? best : centre) + half * (2 * uniform - 1);
      parts.push_back(std::min(1.0, std::max(0.0, at)));
    }
    return parts;
  }

  void consider(const Values &parts) {
    const Errors errors = errors_over(recorded_, way_, values_of(parts), fitted_stride, false);
    const double badness = path_position(recorded_, errors) + path_turn(errors);
    if (!best_.empty() && !(badness < least_)) return;
    best_ = parts;
    least_ = badness;
    std::fprintf(stderr, "  %.3f", least_);
  }

  const Recorded &recorded_;
  const Tossing &way_;
  std::mt19937_64 random_{1};
  Values best_;
  double least_ = 0;
};

double median_known(const Values &values) {
  Values known;
  for (const double value : values)
    if (!std::isnan(value)) known.push_back(value);
  return median(known);
}

void print_row(const std::string &set, const std::string &way, const Recorded &recorded, const Errors &errors) {
  const auto right = collected(errors, [](const TossError &e) { return e.right_face ? 100.0 : 0.0; });
  const auto last = collected(errors, [](const TossError &e) { return 1000 * e.final_pose.position; });
  const auto turned = collected(errors, [](const TossError &e) { return degrees * e.final_pose.turn; });
  std::printf("%s;%s;%zu;%.1f;%.1f;%.1f;%.1f;%.2f;%.2f", set.c_str(), way.c_str(), errors.size(), mean(right),
              median(last), quantile(last, 0.9), median(turned), path_position(recorded, errors), path_turn(errors));
  for (std::size_t i = 0; i < looks.size(); ++i)
    std::printf(";%.1f", median_known(collected(errors, [i](const TossError &e) { return 1000 * e.at[i].position; })));
  for (std::size_t i = 0; i < looks.size(); ++i)
    std::printf(";%.1f", median_known(collected(errors, [i](const TossError &e) { return degrees * e.at[i].turn; })));
}

void print_rows(const Recorded &recorded, const Tossing &way, const Values &values, int evaluations) {
  const Errors all = errors_over(recorded, way, values, 1, true);
  Errors held_out;
  for (std::size_t i = 1; i < all.size(); i += 2) held_out.push_back(all[i]);
  for (const bool is_all : {false, true}) {
    print_row(is_all ? "all" : "held out", way.name, recorded, is_all ? all : held_out);
    std::printf(";%d;", evaluations);
    for (std::size_t i = 0; i < values.size(); ++i)
      std::printf("%s%s %s", i > 0 ? ", " : "", way.parameters[i].name.c_str(), text_of(values[i]).c_str());
    std::printf("\n");
  }
}

Tossing way_named(const std::string &name) {
  for (const Tossing &way : tossings()) {
    if (way.name == name) return way;
  }
  throw std::runtime_error("no such way: " + name);
}

// As print_rows prints them.
Values values_in(const Tossing &way, const std::string &text) {
  std::istringstream from(text);
  Values values;
  for (const Parameter &p : way.parameters) {
    std::string word;
    double value = 0;
    std::istringstream name(p.name);
    for (std::string expected; name >> expected;)
      if (!(from >> word) || word != expected) throw std::runtime_error("parameter missing: " + p.name);
    if (!(from >> value)) throw std::runtime_error("no value: " + p.name);
    from.ignore();
    values.push_back(value);
  }
  return values;
}

Recorded recorded_in(const std::string &path) {
  std::ifstream from(path);
  return read_recorded(from);
}

}  // namespace

int main(int argc, char **argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "ways" && argc == 2) {
    for (const Tossing &way : tossings()) std::printf("%s\n", way.name.c_str());
    return 0;
  }
  if ((what != "fit" && what != "judge") || argc != 5)
    return std::fprintf(stderr, "tosses ways | fit WAY FLIGHTS EVALUATIONS | judge WAY FLIGHTS PARAMETERS\n"), 2;
  const Tossing way = way_named(argv[2]);
  const Recorded recorded = recorded_in(argv[3]);
  if (what == "judge") return print_rows(recorded, way, values_in(way, argv[4]), 0), 0;
  const int evaluations = way.parameters.empty() ? 0 : std::atoi(argv[4]);
  const Values values = evaluations > 0 ? Search(recorded, way).best_of(evaluations) : Values();
  print_rows(recorded, way, values, evaluations);
  return 0;
}
