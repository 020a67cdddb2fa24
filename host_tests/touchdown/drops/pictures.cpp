#include "drops/pictures.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>

#include "report/picture.hpp"
#include "report/statistics.hpp"

namespace touchdown::host {
namespace {

using Vector = Vector3<double>;
using Point = Picture::Point;

constexpr const char *slip_colours[slip_kinds] = {"#2f6ca8", "#d1495b", "#e0a030"};
constexpr const char *before_colour = "#8a94a0", *measured_colour = "#1d2733", *predicted_colour = "#e07020";

// Points of each kind of measured slip as s0, s1, s2, and the clauses of `plot` that draw them.
template <class PointOf>
void define_by_slip(Picture &picture, const std::string &name, const std::vector<Rebound> &rebounds,
                    const PointOf &point_of) {
  for (std::size_t kind = 0; kind < slip_kinds; ++kind) {
    std::vector<Point> points;
    for (const Rebound &r : rebounds)
      if (static_cast<std::size_t>(r.measured_slip) == kind) points.push_back(point_of(r));
    picture.data(name + std::to_string(kind), points);
  }
}

std::string plot_by_slip(const std::string &name, bool titles) {
  std::string clauses;
  for (std::size_t kind = 0; kind < slip_kinds; ++kind)
    clauses += ", $" + name + std::to_string(kind) + " with points pt 7 ps 0.35 lc rgb '" + slip_colours[kind] + "'" +
               (titles ? std::string(" title '") + name_of(static_cast<Slip>(kind)) + "'" : "");
  return clauses;
}

struct Component {
  const char *title;
  Vector Motion::*part;
  Eigen::Index axis;
};

std::vector<Component> components_of(const DropSet &set) {
  if (set.planar)
    return {{"v_x after, m/s", &Motion::v, 0}, {"v_z after, m/s", &Motion::v, 2}, {"w_y after, rad/s", &Motion::w, 1}};
  return {{"v_x after, m/s", &Motion::v, 0},   {"v_y after, m/s", &Motion::v, 1},
          {"v_z after, m/s", &Motion::v, 2},   {"w_x after, rad/s", &Motion::w, 0},
          {"w_y after, rad/s", &Motion::w, 1}, {"w_z after, rad/s", &Motion::w, 2}};
}

void plot_component(Picture &picture, const DropRun &run, const Component &component, std::size_t number) {
  std::vector<double> values{0};
  const std::string name = "c" + std::to_string(number) + "_";
  define_by_slip(picture, name, run.rebounds, [&](const Rebound &r) {
    const Point point{(r.drop->after.*component.part)[component.axis], (r.predicted.*component.part)[component.axis]};
    for (const double value : {point.first, point.second})
      if (std::isfinite(value)) values.push_back(value);
    return point;
  });
  if (values.size() > 1) values.erase(values.begin());
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  const double margin = 0.05 * (*greatest - *least) + 1e-6;
  picture.script << "set title '" << component.title << "' textcolor rgb '#1d2733'\nset xrange [" << *least - margin
                 << ':' << *greatest + margin << "]\nset yrange [" << *least - margin << ':' << *greatest + margin
                 << "]\nset key " << (number == 0 ? "on top left" : "off") << "\nplot x with lines lc rgb '#8a94a0'"
                 << plot_by_slip(name, number == 0) << '\n';
}

// Medians of ten groups of neighbours in the approach.
std::vector<Point> medians_of(std::vector<Point> points) {
  constexpr std::size_t groups = 10;
  std::vector<Point> medians;
  points.erase(std::remove_if(points.begin(), points.end(), [](const Point &p) { return !std::isfinite(p.second); }),
               points.end());
  std::sort(points.begin(), points.end());
  for (std::size_t group = 0; group < groups; ++group) {
    const auto at = [&](std::size_t i) {
      return points.begin() + static_cast<std::ptrdiff_t>(i * points.size() / groups);
    };
    const std::vector<Point> some(at(group), at(group + 1));
    if (some.empty()) continue;
    medians.emplace_back(median(collected(some, [](const Point &p) { return p.first; })),
                         median(collected(some, [](const Point &p) { return p.second; })));
  }
  return medians;
}

Point error_over_approach(const Rebound &r) { return {-r.before.normal, 100 * r.error.E_norm}; }

struct Arrow {
  Point to;
  const char *colour, *title;
};

// Arrows from the origin, each with its line in the key.
void plot_arrows(std::ostream &script, const std::vector<Arrow> &arrows, const std::string &also) {
  script << "plot " << also;
  for (const Arrow &arrow : arrows)
    script << (&arrow == arrows.data() && also.empty() ? "" : ", ") << "'+' using (0):(0):(" << arrow.to.first << "):("
           << arrow.to.second << ") every ::0::0 with vectors filled head lw 2 lc rgb '" << arrow.colour << "' title '"
           << arrow.title << "'";
  script << '\n';
}

// Where the slip goes before; x where there is none to speak of.
Vector slip_direction(const Rebound &r) {
  const double speed = r.before.slip.norm();
  return speed > 1e-9 ? Vector(r.before.slip / speed) : Vector(Vector::UnitX());
}

// Seen with the slip before going right and the normal up; lengths in mm from the contact point, 1 m/s drawn as 40 mm.
class SideView {
 public:
  SideView(const DropSet &set, const Rebound &rebound) : set_(set), r_(rebound), right_(slip_direction(rebound)) {}

  void draw(Picture &picture) const {
    const std::vector<Arrow> arrows{{before(), before_colour, "before"},
                                    {after(r_.measured_after), measured_colour, "after, measured"},
                                    {after(r_.predicted_after), predicted_colour, "after, predicted"}};
    define_body(picture);
    picture.script << "set size ratio -1\n"
                   << range_around(arrows) << "unset grid\nunset border\nunset tics\n"
                   << "set title '" << picture.placeholder("side view, drop " + r_.drop->id)
                   << "' textcolor rgb '#1d2733'\nset key outside right top\n";
    plot_arrows(picture.script, arrows,
                "0 with lines lw 1.5 lc rgb '#8a94a0', $edges with lines lw 1.2 lc rgb '#7da4cc', "
                "$mass with points pt 7 ps 0.6 lc rgb '#2f6ca8' title 'centre of mass'");
  }

 private:
  Point seen(const Vector &from_contact) const {
    return {1000 * from_contact.dot(right_), 1000 * from_contact.dot(r_.drop->body.n)};
  }
  static Point drawn_speed(double right, double up) { return {40 * right, 40 * up}; }
  Point before() const { return drawn_speed(r_.before.slip.dot(right_), r_.before.normal); }
  Point after(const ContactSpeed &speed) const { return drawn_speed(speed.slip.dot(right_), speed.normal); }

  Point seen_corner(std::size_t corner) const { return seen(r_.drop->corners[corner] - r_.drop->body.r); }

  std::string range_around(const std::vector<Arrow> &arrows) const {
    constexpr double margin = 12;
    double left = 0, right = 0, low = 0, high = 0;
    const auto take = [&](const Point &point) {
      left = std::min(left, point.first - margin);
      right = std::max(right, point.first + margin);
      low = std::min(low, point.second - margin);
      high = std::max(high, point.second + margin);
    };
    for (const Arrow &arrow : arrows) take(arrow.to);
    for (std::size_t corner = 0; corner < r_.drop->corners.size(); ++corner) take(seen_corner(corner));
    std::ostringstream range;
    range << "set xrange [" << left << ':' << right << "]\nset yrange [" << low << ':' << high << "]\n";
    return range.str();
  }

  void define_body(Picture &picture) const {
    picture.data("mass", std::vector<Point>{seen(-r_.drop->body.r)});
    std::vector<Picture::Row> edges;
    for (const auto &[a, b] : set_.edges) {
      for (const std::size_t corner : {a, b}) edges.push_back({seen_corner(corner).first, seen_corner(corner).second});
      edges.emplace_back();
    }
    picture.data("edges", edges);
  }

  const DropSet &set_;
  const Rebound &r_;
  Vector right_;
};

// The slip of the contact point from above, in m/s, before going right.
void draw_slip(Picture &picture, const Rebound &r) {
  const Vector right = slip_direction(r), up = r.drop->body.n.cross(right);
  const auto seen = [&](const ContactSpeed &speed) { return Point{speed.slip.dot(right), speed.slip.dot(up)}; };
  const double reach =
      1.15 * std::max({r.before.slip.norm(), r.measured_after.slip.norm(), r.predicted_after.slip.norm(), 0.1});
  picture.script << plain_look << "set size ratio -1\nset xrange [" << -reach << ':' << reach << "]\nset yrange ["
                 << -reach << ':' << reach
                 << "]\nset title 'slip from above, m/s' textcolor rgb '#1d2733'\nset key off\n";
  plot_arrows(picture.script,
              {{seen(r.before), before_colour, "before"},
               {seen(r.measured_after), measured_colour, "after, measured"},
               {seen(r.predicted_after), predicted_colour, "after, predicted"}},
              "");
}

}  // namespace

std::string components_picture(const DropRun &run) {
  const std::vector<Component> components = components_of(run.set);
  const int rows = static_cast<int>(components.size()) / 3;
  Picture picture(1080, 370 * rows);
  picture.script << plain_look << "set multiplot layout " << rows
                 << ",3\nset xlabel 'measured' textcolor rgb '#66717e'\n"
                 << "set ylabel 'predicted' textcolor rgb '#66717e'\nset size ratio 1\n";
  for (std::size_t i = 0; i < components.size(); ++i) plot_component(picture, run, components[i], i);
  picture.script << "unset multiplot\n";
  return picture.drawn();
}

std::string error_picture(const DropRun &run) {
  std::vector<Point> points;
  for (const Rebound &r : run.rebounds) points.push_back(error_over_approach(r));
  Picture picture(1080, 380);
  picture.script << plain_look << "set xlabel 'approach speed, m/s' textcolor rgb '#66717e'\n"
                 << "set ylabel 'E-norm error, %' textcolor rgb '#66717e'\nset logscale y\nset autoscale yfix\n"
                 << "set ytics (0.5, 1, 2, 5, 10, 20, 50, 100, 200)\nset offsets 0, 0, graph 0.05, graph 0.05\n"
                 << "set key outside right top\n";
  define_by_slip(picture, "s", run.rebounds, error_over_approach);
  picture.data("medians", medians_of(points));
  picture.script << "plot $medians with lines lw 2 lc rgb '#1d2733' title 'median'" << plot_by_slip("s", true) << '\n';
  return picture.drawn();
}

std::string work_picture(const DropRun &run, const std::string &unit, const Budget &budget) {
  std::vector<Point> works;
  for (const Rebound &r : run.rebounds) works.emplace_back(r.answer.instructions.value_or(0), 1);
  double most = budget ? *budget : 1;
  for (const Point &point : works) most = std::max(most, point.first);
  Picture picture(1080, 260);
  picture.data("work", works);
  picture.script << plain_look << "set xlabel '" << picture.placeholder(unit) << "' textcolor rgb '#66717e'\n"
                 << "set ylabel 'drops' textcolor rgb '#66717e'\nwidth = " << most / 60
                 << "\nset xrange [0:" << 1.05 * most << "]\nset yrange [0:*]\n"
                 << "set style fill solid 0.8\nset boxwidth width\nset key outside right top\n";
  if (budget) picture.script << "set arrow from " << *budget << ",graph 0 rto 0,graph 1 nohead lw 2 lc rgb '#d1495b'\n";
  picture.script << "plot $work using (width * (floor($1 / width) + 0.5)):2 smooth frequency with boxes lc rgb "
                    "'#2f6ca8' title 'drops'";
  if (budget) picture.script << ", NaN with lines lw 2 lc rgb '#d1495b' title 'budget'";
  picture.script << '\n';
  return picture.drawn();
}

std::string geometry_picture(const DropSet &set, const Rebound &rebound) {
  Picture picture(set.planar ? 520 : 900, set.planar ? 260 : 320);
  picture.script << plain_look;
  if (!set.planar) picture.script << "set multiplot layout 1,2\n";
  SideView(set, rebound).draw(picture);
  if (set.planar) return picture.drawn();
  picture.script << "reset\n";
  draw_slip(picture, rebound);
  picture.script << "unset multiplot\n";
  return picture.drawn();
}

}  // namespace touchdown::host
