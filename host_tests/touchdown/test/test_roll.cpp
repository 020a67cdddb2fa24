// `touchdown roll`: the recorded tosses of a cube predicted from their free flight, held against what was recorded here
// and not by the program's own measures; and broken tables and bodies.
//
// Seen red: with the cube's e at 0.6, and with its centre of mass at the tracked point. The samples: with a scatter of
// 0.002 in e and mu alone, and of 0.3. Shards: with the heading in each, and with parts of one toss more.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "program.hpp"
#include "records/source.hpp"
#include "report/statistics.hpp"

using namespace program;
using touchdown::host::mean;
using touchdown::host::median;

namespace {

const std::string data = TOUCHDOWN_DROPS_FOLDER;
const std::string tosses = data + "/cube_tosses.csv.gz", cube = data + "/cube.body.json";

std::string unpacked(const std::string &path) {
  touchdown::host::Source source(path);
  return {std::istreambuf_iterator<char>(source), {}};
}

// The header, and the tosses with these names.
std::string some_of(const std::string &table, const std::vector<std::string> &names) {
  std::string some;
  for (const std::string &line : lines_of(table)) {
    const std::string first = line.substr(0, line.find(','));
    if (some.empty() || std::find(names.begin(), names.end(), first) != names.end()) some += line + '\n';
  }
  return some;
}

struct Row {
  double t, x[3], q[4];
};
using Rows = std::map<std::string, std::vector<Row>>;  // by toss

Rows rows_in(const std::string &text) {
  const Table table(text);
  Rows rows;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto number = [&](const char *name) { return table.number(i, name); };
    rows[table.text(i, "toss")].push_back({number("t"),
                                           {number("x"), number("y"), number("z")},
                                           {number("qw"), number("qx"), number("qy"), number("qz")}});
  }
  return rows;
}

double distance(const Row &a, const Row &b) { return std::hypot(a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]); }

double turn(const Row &a, const Row &b) {
  double dot = 0;
  for (int i = 0; i < 4; ++i) dot += a.q[i] * b.q[i];
  return 2 * std::acos(std::min(1.0, std::abs(dot)));
}

// The figure that stands behind these words in a row of a table.
double printed(const std::string &out, const std::string &words) {
  const std::size_t at = out.find('\n' + words + ' ');
  REQUIRE(at != std::string::npos);
  return std::stod(out.substr(at + 1 + words.size()));
}

// Third row of the rotation: how far each axis of the body points up. The face is the one that does most.
int face(const Row &row) {
  const double *q = row.q;
  const double up[3] = {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                        1 - 2 * (q[1] * q[1] + q[2] * q[2])};
  int most = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(up[i]) > std::abs(up[most])) most = i;
  return up[most] > 0 ? most : most + 3;
}

}  // namespace

TEST_CASE("378 recorded tosses: right face in 96 %, ends within 14 mm in the median, 6.3 % and 6 deg on the way") {
  const Folder folder;
  const Ended ended = run("roll " + tosses + " --body " + cube + " --on host-float -o " + folder.file("out.csv"));
  REQUIRE(ended.status == 0);
  const Rows recorded = rows_in(unpacked(tosses)), predicted = rows_in(folder.text("out.csv"));
  REQUIRE(predicted.size() == 378);
  std::vector<double> right, last, way, turns;
  for (const auto &[name, rows] : predicted) {
    const std::vector<Row> &there = recorded.at(name);
    REQUIRE(rows.size() < there.size());
    const std::size_t free = there.size() - rows.size();  // what was recorded before the first contact
    std::vector<double> here, turned;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      REQUIRE(rows[i].t == there[free + i].t);
      here.push_back(distance(rows[i], there[free + i]));
      turned.push_back(turn(rows[i], there[free + i]));
    }
    right.push_back(face(rows.back()) == face(there.back()) ? 1 : 0);
    last.push_back(here.back());
    way.push_back(mean(here));
    turns.push_back(mean(turned));
  }
  MESSAGE("right face " << mean(right) << ", end " << median(last) << " m, way after the first contact " << mean(way)
                        << " m, " << mean(turns) << " rad");
  CHECK(mean(right) >= 0.96);
  CHECK(median(last) <= 0.014);
  CHECK(mean(way) <= 0.075 * 0.1048);  // what 6.3 % comes to without the flight before
  CHECK(mean(turns) <= 7 * 3.14159265 / 180);
  CHECK(printed(ended.out, "path, position, mean") <= 6.3);
  CHECK(printed(ended.out, "path, rotation, mean") <= 6.0);
}

// No calibration of the samples can help what they never end on; so agreement is held to being right, and the score to
// that of one prediction, which is twice the share of wrong faces.
TEST_CASE("samples know which tosses are open: where all agree the face is right, and they score better than one") {
  const Ended ended = run("roll " + tosses + " --body " + cube + " --on host-float --samples 31");
  REQUIRE(ended.status == 0);
  const double one = printed(ended.out, "Brier score of one prediction");
  CHECK(one == doctest::Approx(2 * (1 - printed(ended.out, "right face up") / 100)).epsilon(0.01));
  CHECK(printed(ended.out, "Brier score of the samples") < 0.85 * one);
  CHECK(printed(ended.out, "all samples agree") > 75);
  CHECK(printed(ended.out, "right face of these") == 100);
}

// Seen red: by the table without odds, and "after 400 ms, median  nan mm" of a record that ends before.
TEST_CASE("the odds of each toss stand in its rows, and nothing that was not measured is printed as a figure") {
  const Folder folder;
  const std::string some = some_of(unpacked(tosses), {"0", "7", "8"});
  const Ended ended = run("roll - --on host-double --samples 7 -o " + folder.file("out.csv"), some);
  REQUIRE(ended.status == 0);
  const Table table(folder.text("out.csv"));
  for (std::size_t row = 0; row < table.size(); ++row) {
    double sum = 0;
    for (const char *face : {"+x", "+y", "+z", "-x", "-y", "-z"}) sum += table.number(row, std::string("odds ") + face);
    CHECK(sum == doctest::Approx(1));
  }
  CHECK(count(ended.out, "its share, 95 %") == 2);
  std::string begun;  // 30 poses: 0.2 s
  for (const std::string &line : lines_of(some_of(unpacked(tosses), {"0"})))
    if (std::count(begun.begin(), begun.end(), '\n') < 31) begun += line + '\n';
  const Ended cut = run("roll - --on host-double --samples 7 --json " + folder.file("cut.json"), begun);
  CHECK(cut.status == 0);
  CHECK(count(cut.out, "nan") == 0);
  CHECK(count(cut.out, "after 400 ms") == 0);
  CHECK(count(folder.text("cut.json"), "\"seeds\":{\"first\":0,\"last\":6}") == 1);
  CHECK(run("roll --patience 0", some).status == 2);
  const Ended none = run("roll - --on host-double --samples 7 --json " + folder.file("none.json"),
                         "toss,t,x,y,z,qw,qx,qy,qz\na,0,0,0,0.05,1,0,0,0\na,1,0,0,0.05,1,0,0,0\n");
  CHECK(none.status == 1);
  CHECK(folder.text("none.json").find("no toss has a free flight") != std::string::npos);
}

// Every `each`-th pose, as a slower camera sees the same tosses: a bounce may lie between two of them.
std::string slower(const std::string &table, int each) {
  std::string some, toss;
  int k = 0;
  for (const std::string &line : lines_of(table)) {
    const std::string name = line.substr(0, line.find(','));
    k = name == toss ? k + 1 : 0;
    toss = name;
    if (some.empty() || k % each == 0) some += line + '\n';
  }
  return some;
}

// Seen red: with the last 18 clear poses fitted as one flight, over bounces too, which was right in 93 % at 30 Hz.
TEST_CASE("at 74, 49 and 30 Hz: where all samples agree the face is right, or the toss is left out") {
  const Folder folder;
  for (const int each : {2, 3, 5}) {
    CAPTURE(each);
    const Ended ended =
        run("roll " + folder.file("slow.csv", slower(unpacked(tosses), each)) + " --on host-float --samples 15");
    CHECK(ended.status <= 1);
    MESSAGE("agree ", printed(ended.out, "all samples agree"), ", right ", printed(ended.out, "right face of these"));
    CHECK(printed(ended.out, "right face of these") >= 97);
  }
}

// Seen red: by the program that predicted from them, faces right in 10 to 79 %; with y up all rows were used, and
// inches and centimetres too.
TEST_CASE("tosses in other units, and attitudes in another order, are refused before the work") {
  const Folder folder;
  const Table table(slower(unpacked(tosses), 2));
  struct Other {
    double metre = 1, second = 1;
    std::vector<const char *> x{"x", "y", "z"}, q{"qw", "qx", "qy", "qz"};
    double sign = 1;
  };
  const auto complains = [&](const char *words, const Other &other) {
    std::string text = "toss,t,x,y,z,qw,qx,qy,qz\n";
    for (std::size_t i = 0; i < table.size() && i < 4000; ++i) {
      text += table.text(i, "toss") + ',' + std::to_string(other.second * table.number(i, "t"));
      for (const char *x : other.x) text += ',' + std::to_string(other.metre * table.number(i, x));
      for (const char *q : other.q)
        text += ',' + std::to_string((std::string(q) == "qw" ? 1 : other.sign) * table.number(i, q));
      text += '\n';
    }
    const Ended ended = run("roll " + folder.file("other.csv", text) + " --on host-double");
    CHECK(ended.status == 2);
    CHECK_MESSAGE(count(ended.err, words) == 1, ended.err);
  };
  complains("attitude looks like x, y, z, w", {1, 1, {"x", "y", "z"}, {"qx", "qy", "qz", "qw"}});
  complains("attitude looks like world to body", {1, 1, {"x", "y", "z"}, {"qw", "qx", "qy", "qz"}, -1});
  complains("positions look like millimetres", {1000});
  complains("positions look like centimetres", {100});
  complains("positions look like inches", {1 / 0.0254});
  complains("time looks like milliseconds", {1, 1000});
  complains("y looks as if it pointed up", {1, 1, {"x", "z", "y"}});
  complains("x looks as if it pointed down", {-1, 1, {"z", "y", "x"}});
}

TEST_CASE("a table as it comes: plain, with further columns, with numbers of its own") {
  const Folder folder;
  const std::string some = some_of(unpacked(tosses), {"0", "7"});
  std::string other;
  int line = 0;
  for (const std::string &row : lines_of(some)) {
    const std::size_t comma = row.find(',');
    const std::string k = line == 0 ? "k" : std::to_string(1000 + line), more = line == 0 ? ",vx" : ",1.5";
    other += row.substr(0, comma) + ',' + k + row.substr(comma) + more + "\r\n";
    ++line;
  }
  const std::string rest = " --body " + cube + " --on host-double -o -";
  const Ended plain = run("roll " + folder.file("some.csv", some) + rest);
  const Ended wide = run("roll " + folder.file("other.csv", other) + rest);
  REQUIRE(plain.status == 0);
  REQUIRE(wide.status == 0);
  CHECK(without("k", plain.out) == without("k", wide.out));
  CHECK(lines_of(plain.out).front() == "toss,k,t,x,y,z,qw,qx,qy,qz,verdict,status,instructions");
  CHECK(Table(wide.out).number(0, "k") == Table(plain.out).number(0, "k") + 1001);
  const Ended piped = run("roll - --body " + cube + " --on host-double -o -", some);
  CHECK(piped.out == plain.out);
}

TEST_CASE("shards of the tosses make up the whole, byte by byte, and may be more of them than tosses") {
  const Folder folder;
  const std::string five = folder.file("five.csv", some_of(unpacked(tosses), {"0", "7", "8", "9", "10"}));
  const std::string rest = "roll " + five + " --on host-double -o -";
  const Ended whole = run(rest);
  REQUIRE(whole.status == 0);
  for (const int shards : {2, 3, 5, 7}) {
    std::string parts;
    for (int i = 1; i <= shards; ++i) {
      const Ended part = run(rest + " --shard " + std::to_string(i) + '/' + std::to_string(shards));
      CHECK(part.status == 0);
      parts += part.out;
    }
    CHECK(parts == whole.out);
  }
  CHECK(run(rest + " --shard 3/2").status == 2);
  CHECK(run(rest + " --shard 0/2").status == 2);
}

TEST_CASE("rows and tosses that cannot be used are named, and the rest is done") {
  const Folder folder;
  const std::string some = some_of(unpacked(tosses), {"0", "7"});
  const Ended bad_row = run("roll - --body " + cube + " --on host-double -o -", some + "7,none,0,0,0,1,0,0,0\n");
  CHECK(bad_row.status == 1);
  CHECK(count(bad_row.err, "t: 'none'") == 1);
  CHECK(Table(bad_row.out).size() > 90);
  const Ended on_the_ground = run("roll - --body " + cube + " --on host-double -o -",
                                  some + "still,0,0,0,0.05,1,0,0,0\nstill,1,0,0,0.05,1,0,0,0\n");
  CHECK(on_the_ground.status == 1);
  CHECK(count(on_the_ground.err, "1 tosses left out") == 1);
  CHECK(count(on_the_ground.err, "toss still") == 1);
  CHECK(Table(on_the_ground.out).size() > 90);
}

TEST_CASE("what is no table of tosses, and no body, is refused by its name") {
  const Folder folder;
  const std::string some = some_of(unpacked(tosses), {"0"});
  const std::string table = folder.file("some.csv", some), text = Folder::all_of(cube);
  const auto complains = [&](const std::string &arguments, const std::string &words) {
    const Ended ended = run("roll " + arguments + " --on host-double -o " + folder.file("never.csv"));
    CHECK(ended.status == 2);
    CHECK_MESSAGE(count(ended.err, words) == 1, ended.err);
    CHECK(!std::filesystem::exists(folder.file("never.csv")));
  };
  complains(table + " --samples -1", "--samples");
  const auto body = [&](const std::string &from, const std::string &to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return table + " --body " + folder.file("body.json", changed);
  };
  complains(folder.file("none.csv", "toss,t,x,y,z,qw,qx,qy\n") + " --body " + cube, "column qz (attitude) is missing");
  complains(folder.file("empty.csv", "toss,t,x,y,z,qw,qx,qy,qz\n") + " --body " + cube, "holds no toss");
  complains(folder.file("gone.csv") + " --body " + cube, "gone.csv");
  complains(table + " --body " + folder.file("gone.json"), "gone.json");
  complains(body("\"mass\": 0.37", "\"mass\": -1"), "/mass must be a number above 0");
  complains(body("0.001003, 0.000999, 0.000951", "1003, 999, 951"), "it looks like kg mm^2");
  complains(body("\"drag\"", "\"drug\""), "/drug");
  complains(body("\"radius\": 0.0042", "\"radius\": \"small\""), "/feet/0/radius must be a number");
  complains(body("[0, 1]", "[0, 8]"), "/edges/0 must be two feet");
  complains(body("\"width\": 0.1048", "\"width\": 0"), "/width must be a number above 0");
  complains(body("\"e\": 0.02", "\"e\": -1"), "/scatter/e must be a number of 0 or more");
  complains(body("\"attitude\": 0.003", "\"position\": [1]"), "/scatter/position must be a number");
  const std::size_t scatter = text.find(",\n  \"scatter\"");
  complains(table + " --samples 3 --body " + folder.file("sure.json", text.substr(0, scatter) + "}"), "has no scatter");
}
