// `touchdown identify --model`: tosses of two boxes on a hinge. Simulated ones, whose body and impacts are known and
// whose simulation shares no method with the program (hinged_simulation.hpp), and recorded ones.
//
// Seen red: with the slope of the joint's mass left out of the flight (friction, speeds, models); with the contact's
// arm taken from the hinge and not from the common centre of mass.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>

#include "hinged/hinged_identification.hpp"
#include "hinged_simulation.hpp"
#include "program.hpp"
#include "records/source.hpp"
#include "report/statistics.hpp"

using namespace program;
namespace sim = hinged_simulation;
using touchdown::host::median;

namespace {

const std::string data = TOUCHDOWN_DROPS_FOLDER;
const std::string elbow = data + "/elbow.hinged.json", recorded = data + "/elbow_tosses.csv.gz";
constexpr double frame = 1.0 / 148;

// Not as elbow.hinged.json has it: other masses, centres of mass off the middles, and inertias that are no boxes'.
sim::Body unlike_the_model() {
  sim::Body body;
  body.link[0] = {0.40, {1.8e-4, 4.3e-4, 4.1e-4}, {0.034, -0.0605, 0.0008}, {0.035, -0.06, 0}};
  body.link[1] = {0.35, {1.6e-4, 3.4e-4, 3.6e-4}, {0.0335, 0.001, 0.0004}, {0.035, 0, 0}};
  body.friction = 5e-4;
  body.gravity = 9.7;
  return body;
}

sim::State thrown(const sim::Body &body, std::mt19937 &random) {
  std::normal_distribution<double> normal;
  sim::State state;
  state.q[0] = Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized();
  state.q[1] = state.q[0] * Eigen::Quaterniond(Eigen::AngleAxisd(3 * normal(random), sim::Vector::UnitY()));
  state.hinge = {0.1 * normal(random), 0.1 * normal(random), 0.28 + 0.03 * normal(random)};
  const sim::Vector v(0.3 * normal(random), 0.3 * normal(random), -0.4),
      w(3 * normal(random), 3 * normal(random), 3 * normal(random));
  const double rate = 6 * normal(random);
  for (int i = 0; i < 2; ++i) {
    const sim::Vector spin = w + (i == 1 ? rate : 0) * (state.q[0] * sim::Vector::UnitY());
    state.u.segment<3>(6 * i) = v + spin.cross(state.q[i] * body.link[i].centre);
    state.u.segment<3>(6 * i + 3) = spin;
  }
  return state;
}

double joint_of(const sim::State &state) {
  const Eigen::Quaterniond turn = state.q[0].conjugate() * state.q[1];
  return 2 * std::atan2(turn.y(), turn.w());
}

struct Simulated {
  std::string table;
  std::vector<std::vector<sim::Impact>> impacts;  // by toss
};

// As the tracker of the records tells them, with its errors.
Simulated simulated(const sim::Body &body, std::size_t count, std::mt19937 &random) {
  std::normal_distribution<double> normal;
  std::ostringstream table;
  table << "toss,k,qw,qx,qy,qz,x,y,z,joint\n";
  table.precision(9);
  Simulated all;
  for (std::size_t toss = 0; toss < count; ++toss) {
    sim::Toss flying(body, thrown(body, random));
    for (int k = 0; k < 60; ++k) {
      const sim::State &s = flying.state();
      const sim::Vector turn = 5e-4 * sim::Vector(normal(random), normal(random), normal(random));
      const Eigen::Quaterniond q = s.q[0] * Eigen::Quaterniond(1, turn[0] / 2, turn[1] / 2, turn[2] / 2).normalized();
      const sim::Vector x = s.hinge - s.q[0] * sim::Vector(-0.035, 0.06, 0);
      table << toss << ',' << k << ',' << q.w() << ',' << q.x() << ',' << q.y() << ',' << q.z();
      for (const double place : x) table << ',' << place + 5e-5 * normal(random);
      table << ',' << std::remainder(joint_of(s) + 1e-3 * normal(random), 6.283185307179586) << '\n';
      flying.run(frame);
    }
    all.impacts.push_back(flying.impacts());
  }
  all.table = table.str();
  return all;
}

// The figures of the line of a model: e, mu, E-norm.
struct Line {
  double e, mu, norm;
};

Line line_of(const std::string &out, const std::string &model) {
  const std::size_t at = out.find("  " + model);
  REQUIRE(at != std::string::npos);
  std::istringstream line(out.substr(at + 2 + model.size()));
  Line figures{};
  line >> figures.e >> figures.mu >> figures.norm;
  REQUIRE(line);
  return figures;
}

double number_after(const std::string &out, const std::string &words) {
  const std::size_t at = out.find(words);
  REQUIRE(at != std::string::npos);
  return std::stod(out.substr(at + words.size()));
}

// What a simulated impact did to the joint's coordinates: velocity of the common centre of mass, w of link 1, joint
// rate.
Eigen::Matrix<double, 7, 1> speeds_of(const sim::Body &body, const sim::State &s) {
  Eigen::Matrix<double, 7, 1> u;
  const double m0 = body.link[0].mass, m1 = body.link[1].mass;
  u.head<3>() = (m0 * s.u.head<3>() + m1 * s.u.segment<3>(6)) / (m0 + m1);
  u.segment<3>(3) = s.u.segment<3>(3);
  u[6] = (s.q[0] * sim::Vector::UnitY()).dot(s.u.segment<3>(9) - s.u.segment<3>(3));
  return u;
}

struct Matched {
  std::size_t clean = 0, found = 0;
  std::vector<double> off;  // of the speeds after, in m/s and, times 5 cm, rad/s
};

// The clean impacts of a table against those that happened.
Matched matched(const Table &table, const sim::Body &body, const Simulated &truth) {
  const char *names[] = {"vp_x", "vp_y", "vp_z", "wp_x", "wp_y", "wp_z", "rate_p"};
  Matched result;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::string letter = table.text(i, "cls");
    if (letter != "A" && letter != "B") continue;
    ++result.clean;
    const double corner = 8 * (table.number(i, "link") - 1) + table.number(i, "corner");
    for (const sim::Impact &impact : truth.impacts[static_cast<std::size_t>(table.number(i, "toss"))]) {
      if (std::abs(impact.time - table.number(i, "t")) > 0.6 * frame) continue;
      if (static_cast<double>(impact.corner) != corner) continue;
      ++result.found;
      const auto u = speeds_of(body, impact.after);
      double squares = 0;
      for (int k = 0; k < 7; ++k) squares += std::pow((table.number(i, names[k]) - u[k]) * (k < 3 ? 1 : 0.05), 2);
      result.off.push_back(std::sqrt(squares));
      break;
    }
  }
  return result;
}

}  // namespace

TEST_CASE("simulated tosses: the body, its impacts, its surface") {
  std::mt19937 random(7);
  const sim::Body body = unlike_the_model();
  const Simulated truth = simulated(body, 40, random);
  const Folder folder;
  const Ended ended = run("identify " + folder.file("tosses.csv", truth.table) + " --model " + elbow +
                          " --on host-float -o " + folder.file("impacts.csv"));
  INFO(ended.out << ended.err);
  REQUIRE(ended.status == 0);
  // The first moments, in mm: m0 c0 / m, m1 c1 / m; the axis' share is told for both together.
  const double m = body.link[0].mass + body.link[1].mass;
  CHECK(std::abs(number_after(ended.out, "Link 1: first moment about the hinge over the mass of both ") -
                 1000 * body.link[0].mass * body.link[0].centre[0] / m) < 0.15);
  CHECK(std::abs(number_after(ended.out, "Link 2: first moment about the hinge over the mass of both ") -
                 1000 * body.link[1].mass * body.link[1].centre[0] / m) < 0.15);
  CHECK(std::abs(number_after(ended.out, "They fall with ") - body.gravity) < 0.02);
  CHECK(std::abs(number_after(ended.out, "Hinge friction, over the mass of both links: ") - body.friction / m) < 1e-4);
  const Table table(folder.text("impacts.csv"));
  const Matched impacts = matched(table, body, truth);
  CHECK(impacts.clean > 30);
  CHECK(static_cast<double>(impacts.found) >= 0.95 * static_cast<double>(impacts.clean));
  CHECK(median(impacts.off) < 0.02);
  const Line path = line_of(ended.out, "exact slip path, joint free");
  CHECK(std::abs(path.e - body.e) < 0.03);
  CHECK(std::abs(path.mu - body.mu) < 0.03);
  CHECK(path.norm < 3);
  CHECK(path.norm < 0.7 * line_of(ended.out, "one step, Newton and cone").norm);
  CHECK(path.norm < 0.5 * line_of(ended.out, "exact slip path, joint locked").norm);
  CHECK(path.norm < 0.5 * line_of(ended.out, "separate bodies").norm);
  // One e and one mu are the truth here: nothing is won by more of them.
  CHECK(number_after(ended.out, "of its own for each impact, the exact path is ") > 0.6 * path.norm);
  CHECK(number_after(ended.out, "exact path through both: at most ") < 1e-9);
}

TEST_CASE("recorded tosses of the elbow: clean impacts, floor, models in their order") {
  const Folder folder;
  const Ended ended = run("identify " + recorded + " --model " + elbow + " -o " + folder.file("impacts.csv") +
                          " --report " + folder.file("report.html"));
  INFO(ended.out << ended.err);
  REQUIRE(ended.status == 0);
  CHECK(number_after(ended.out, "tilted by ") > 1);
  CHECK(number_after(ended.out, "tilted by ") < 3);
  CHECK(std::abs(number_after(ended.out, "They fall with ") - 9.63) < 0.1);
  const double path = line_of(ended.out, "exact slip path, joint free").norm;
  CHECK(path < line_of(ended.out, "one step, Newton and cone").norm);
  CHECK(path < line_of(ended.out, "slip direction frozen").norm);
  CHECK(path > 1.5 * number_after(ended.out, "the floor of the data: "));
  CHECK(path < 0.8 * line_of(ended.out, "exact slip path, joint locked").norm);
  // With an e and a mu of its own each impact is nearer, and still not near.
  CHECK(number_after(ended.out, "of its own for each impact, the exact path is ") < 0.8 * path);
  CHECK(number_after(ended.out, "of its own for each impact, the exact path is ") > 9);
  CHECK(path < 0.5 * line_of(ended.out, "separate bodies").norm);
  const Table table(folder.text("impacts.csv"));
  std::size_t clean = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!table.text(i, "spoiled_by").empty()) continue;
    ++clean;
    // An error below what the best impulse leaves would be wrong.
    for (const char *model : {"error_path", "error_one_step", "error_frozen", "error_giving"})
      CHECK(table.number(i, model) > 0.999 * table.number(i, "floor"));
  }
  CHECK(clean >= 55);
  CHECK(folder.text("report.html").find("</html>") != std::string::npos);
}

TEST_CASE("further tosses are held against what was found on others") {
  std::mt19937 random(11);
  const sim::Body body = unlike_the_model();
  const Folder folder;
  const std::string first = folder.file("first.csv", simulated(body, 30, random).table),
                    second = folder.file("second.csv", simulated(body, 20, random).table);
  const Ended ended = run("identify " + first + " --model " + elbow + " --check " + second);
  INFO(ended.out << ended.err);
  REQUIRE(ended.status == 0);
  const std::size_t at = ended.out.find("parameters found on the others");
  REQUIRE(at != std::string::npos);
  CHECK(line_of(ended.out.substr(at), "exact slip path, joint free").norm < 4);
}

TEST_CASE("what is wrong with a model or a table is told with its place") {
  const Folder folder;
  const std::string model = Folder::all_of(elbow), table = "toss,k,qw,qx,qy,qz,x,y,z,joint\n";
  const auto with = [&](const std::string &what, const std::string &instead) {
    std::string text = model;
    return folder.file("model.json", text.replace(text.find(what), what.size(), instead));
  };
  const auto refused = [&](const std::string &arguments, const std::string &words) {
    const Ended ended = run("identify " + arguments);
    INFO(ended.err);
    CHECK(ended.status == 2);
    CHECK(ended.err.find(words) != std::string::npos);
  };
  refused(recorded + " --model " + with("\"axis\"", "\"axes\""), "/hinge/axis");
  refused(recorded + " --model " + with("[0, 1, 0]", "[0, 0, 0]"), "/hinge/axis must be above 0");
  refused(recorded + " --model " + with("\"mass\": 0.37}\n", "\"mass\": 0}\n"), "/links/1/mass must be above 0");
  refused(recorded + " --model " + with("148", "\"148\""), "/rate must be a number");
  refused(recorded + " --model " + with("0.0015", "0.05"), "/corner_radius");
  refused(folder.file("no.csv", "toss,k,qw,qx,qy,qz,x,y,z\n1,0,1,0,0,0,0,0,0\n") + " --model " + elbow, "joint");
  refused(folder.file("none.csv", table) + " --model " + elbow, "holds no toss");
  refused(folder.file("short.csv", table + "1,0,1,0,0,0,0,0,0.2,0\n1,1,1,0,0,0,0,0,0.19,0\n") + " --model " + elbow,
          "");
  refused(recorded + " --model " + elbow + " --impacts x.csv", "-o");
  refused(recorded + " --on host-float", "--on goes with --model");
}

TEST_CASE("rows that are no poses are named and left out, tosses without motion spoil nothing") {
  std::mt19937 random(3);
  const sim::Body body = unlike_the_model();
  std::string table = simulated(body, 30, random).table;
  for (int k = 0; k < 20; ++k) table += "still," + std::to_string(k) + ",1,0,0,0,0,0,0.025,0\n";
  table += "one,0,1,0,0,0,0,0,0.1,0\nodd,0,1,0,0,0,nan,0,0.1,0\nodd,1,0,0,0,0,0,0,0.1,0\nodd,2,1,0,0\n";
  const Folder folder;
  const Ended ended = run("identify " + folder.file("tosses.csv", table) + " --model " + elbow);
  INFO(ended.out << ended.err);
  CHECK(ended.status == 1);
  CHECK(ended.err.find("tosses.csv:") != std::string::npos);
  CHECK(ended.err.find("3 rows left out") != std::string::npos);
  CHECK(line_of(ended.out, "exact slip path, joint free").norm < 3.5);
}
