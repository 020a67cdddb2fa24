// What is misspelt, of another type, does not fit, or is in other units than it says: reported with its place, and
// never taken for something else. Seen red: each by the program that read known keys and left the others alone, that
// stopped at the first row it could not read, and that held no record against the body that is said to have made it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "records/json.hpp"
#include "records/source.hpp"

using namespace program;

namespace {

using Edit = std::function<void(nlohmann::json &)>;

std::string edited(const std::string &path, const Edit &edit) {
  nlohmann::json json = nlohmann::json::parse(Folder::all_of(path));
  edit(json);
  return json.dump();
}

struct Wrong {
  Edit edit;
  const char *words;
};

bool says(const Ended &ended, const std::string &words) { return ended.err.find(words) != std::string::npos; }

void check_refused(const Ended &ended, const std::string &words) {
  CHECK(ended.status == 2);
  CHECK_MESSAGE(says(ended, words), words << ": " << ended.err);
  CHECK_FALSE(says(ended, "json.exception"));
}

// A recorded table with its columns changed by name; the first `rows` rows.
using Cells = std::map<std::string, std::string>;
std::string changed(const std::string &name, std::size_t rows, const std::function<void(Cells &)> &change) {
  const std::string text = Folder::all_of(std::string(TOUCHDOWN_DROPS_FOLDER "/") + name);
  std::istringstream in(text);
  touchdown::host::CsvReader reader(in);
  touchdown::host::CsvRow header, row;
  reader.next(header);
  std::string table = lines_of(text).front() + '\n';
  for (std::size_t i = 0; i < rows && reader.next(row); ++i) {
    Cells cells;
    for (std::size_t k = 0; k < header.fields.size(); ++k) cells[header.fields[k].text] = row.fields[k].text;
    change(cells);
    for (std::size_t k = 0; k < header.fields.size(); ++k) table += (k > 0 ? "," : "") + cells[header.fields[k].text];
    table += '\n';
  }
  return table;
}

void scale(Cells &cells, const std::vector<std::string> &columns, double factor) {
  for (const std::string &column : columns) cells[column] = std::to_string(std::stod(cells[column]) * factor);
}

}  // namespace

TEST_CASE("input: what is wrong in a scenario is refused, with its place") {
  const Folder folder;
  const Wrong wrongs[] = {
      {[](auto &s) { s["state"]["velocityx"] = s["state"]["velocity"], s["state"].erase("velocity"); },
       "/state/velocityx has no meaning here; did you mean velocity?"},
      {[](auto &s) { s["gravty"] = s["gravity"], s.erase("gravity"); },
       "/gravty has no meaning here; did you mean gravity?"},
      {[](auto &s) { s["dispersions"] = s["dispersion"], s.erase("dispersion"); }, "did you mean dispersion?"},
      {[](auto &s) {
         s["dispersion"]["velocty"] = {1, 1, 1};
       },
       "/dispersion/velocty has no meaning here"},
      {[](auto &s) {
         s["dispersion"]["velocity"] = {0.5, -0.5, 1};
       },
       "/dispersion/velocity/1 must be a number of 0 or more"},
      {[](auto &s) { s["dispersion"]["slope"] = -0.1; }, "/dispersion/slope must be a number of 0 or more, or a list"},
      {[](auto &s) { s["$schema"] = "x", s["$shcema"] = "x"; }, "no landing: /$shcema has no meaning here"},
      {[](auto &s) { s["surface"]["mu_k"] = 1; }, "/surface/mu_k has no meaning here"},
      {[](auto &s) {
         s["ground"]["norml"] = {0, 0, 1};
       },
       "/ground/norml has no meaning here"},
      {[](auto &s) {
         s["feet"] = {1, 2, 3, 4};
       },
       "/feet/0 must be an object"},
      {[](auto &s) {
         s["feet"][1] = {{"x", {0, 0, 0}}};
       },
       "/feet/1/r is missing"},
      {[](auto &s) { s["feet"][0]["mus"] = 1; }, "/feet/0/mus has no meaning here"},
      {[](auto &s) { s["gravity"] = {0, 0, -1, 0, 0, 0, 0, 0, 0}; }, "/gravity must be a list of 3 numbers"},
      {[](auto &s) {
         s["inertia"] = {1, 1, 1, 0};
       },
       "/inertia must be a list of 3 or 6 numbers"},
      {[](auto &s) { s["mass"] = "heavy"; }, "/mass must be a number"},
      {[](auto &s) { s["mass"] = nullptr; }, "/mass must be a number"},
      {[](auto &s) { s["masss"] = s["mass"], s.erase("mass"); }, "/masss has no meaning here; did you mean mass?"},
      {[](auto &s) { s["name"] = 3; }, "/name must be a text"}};
  for (const Wrong &wrong : wrongs)
    check_refused(run("land " + folder.file("s.json", edited(TOUCHDOWN_LANDINGS "/odysseus_like.json", wrong.edit))),
                  wrong.words);
  for (const char *text : {"", "{", "[]", "3", "{\"name\": \"x\", \"name\": \"y\"}", "{\"mass\": 1e999}"})
    check_refused(run("land " + folder.file("s.json", text)), "s.json: ");
}

// Seen red: by the reader that stopped at the first fault, which takes seven attempts for these.
TEST_CASE("input: all faults of a file are named at once, with what is meant and an example") {
  const Folder folder;
  const std::string wrong = edited(TOUCHDOWN_LANDINGS "/odysseus_like.json", [](auto &s) {
    s.erase("surface");
    s["mu"] = 0.5;
    s["restitution"] = 0.3;
    s["gravty"] = s["gravity"], s.erase("gravity");
    s["inertia"] = {1, 1, 1, 0, 0};
    s["feet"][0]["friction"] = 1;
    s.erase("horizon");
  });
  const Ended ended = run("land " + folder.file("s.json", wrong));
  CHECK(ended.status == 2);
  CHECK(lines_of(ended.err).size() == 7);
  for (const char *words :
       {"/mu has no meaning here; did you mean surface/mu?",
        "/restitution has no meaning here; did you mean surface/e?",
        "/surface is missing: {mu, e} of all feet, for example {\"mu\": 0.5, \"e\": 0.3}", "did you mean gravity?",
        "/inertia must be a list of 3 or 6 numbers: [kg m^2] xx, yy, zz, and unless 0 xy, xz, yz about the centre of "
        "mass; "
        "for example [",
        "/feet/0/friction has no meaning here; did you mean mu?",
        "/horizon is missing: [s] nothing is followed further; for example 360"})
    CHECK_MESSAGE(says(ended, words), words << ": " << ended.err);
  for (const std::string &line : lines_of(ended.err)) CHECK(line.find("s.json: no landing: ") != std::string::npos);
}

namespace {

const std::string mark = "\xEF\xBB\xBF", ending = "\r\n";  // of a spreadsheet that Excel saves

// How often the tries of a command are refused before the first answer: files as they were first written, then with
// what the refusal before named. `options`: before each of the files.
std::size_t refusals(const std::string &command, const std::vector<std::vector<std::string>> &tries,
                     const std::vector<std::string> &options = {"", " --poses"}) {
  const Folder folder;
  folder.file("site.csv", "0,0;0,1;0,2\r\n0,0;0,1;0,2\r\n0,0;0,1;0,2\r\n");
  std::size_t count = 0;
  for (const std::vector<std::string> &one : tries) {
    std::string words = command;
    for (std::size_t i = 0; i < one.size(); ++i)
      words += options[i] + ' ' + folder.file(std::to_string(i) + (one[i][0] == '{' ? ".json" : ".csv"), one[i]);
    if (run(words).status == 0) return &one == &tries.back() ? count : 100;
    ++count;
  }
  return 100;
}

// The first rows of a table of numbers under other headings, with commas for points.
std::string as_excel(const std::string &headings, const std::string &table, std::size_t rows) {
  std::string text = mark + headings + ending;
  for (const std::string &line : lines_of(table))
    if (line.find_first_of("-0123456789") == 0 && rows > 0) text += line + ending, --rows;
  std::replace(text.begin(), text.end(), ',', ';');
  std::replace(text.begin() + static_cast<std::ptrdiff_t>(mark.size() + headings.size()), text.end(), '.', ',');
  return text;
}

const std::string corners =
    "[-0.05, -0.05, -0.05], [0.05, -0.05, -0.05], [-0.05, 0.05, -0.05], [0.05, 0.05, -0.05], [-0.05, -0.05, 0.05], "
    "[0.05, -0.05, 0.05], [-0.05, 0.05, 0.05], [0.05, 0.05, 0.05]";
// Poses of one toss after the other, three seconds between them, as logs/table.mjs makes a table of a flight.
std::string log_of_tosses(const std::string &table, std::size_t tosses) {
  std::string log = "t,x,y,z,qw,qx,qy,qz\n", last;
  double begun = 0, time = 0;
  for (const std::string &line : lines_of(table)) {
    const std::size_t first = line.find(','), second = line.find(',', first + 1);
    if (line[0] == 't') continue;
    if (const std::string toss = line.substr(0, first); toss != last) {
      if (tosses-- == 0) break;
      last = toss, begun = last.empty() ? 0 : time + 3;
    }
    time = begun + std::stod(line.substr(first + 1));
    log += std::to_string(time) + line.substr(second) + '\n';
  }
  return log;
}

const std::string die = R"({"name": "die", "mass": 0.37, "inertia": [0.001, 0.001, 0.001], )";

}  // namespace

// The tries of docs/guide/your_files.md. Seen red: with gravity a list alone in land/scenario.schema.json.
TEST_CASE("input: refusals before the first answer, of files as strangers write them") {
  const std::string arms = TOUCHDOWN_DROPS_FOLDER "/../arms/";
  const std::string row = "drop 1;0,37;0,001;0,0011;0,0009;0,03;-0,04;0,4;-1,2;0,2;0,5\r\n";
  const auto columns = [&](const std::string &x, const std::string &z) {
    return mark + "Case;Mass [kg];Ixx [kg m^2];Iyy [kg m^2];Izz [kg m^2];" + x + ';' + z +
           ";Vx [m/s];Vz [m/s];Friction;Restitution" + ending + row;
  };
  CHECK(refusals("resolve", {{columns("Contact x [m]", "Contact z [m]")}, {columns("rx [m]", "rz [m]")}}) == 1);
  const std::string bodies =
      R"("a": {"mass": 1, "inertia": [0.1, 0.1, 0.1], "r": [0, 0, -0.1], "v": [0, 0, -1]},
         "b": {"mass": 2, "inertia": [0.2, 0.2, 0.2], "r": [0, 0, 0.1]})";
  CHECK(refusals("resolve", {{R"({"cases": [{"form": "pair", "mu": 0.3, "e": 0.5, )" + bodies + "}]}"},
                             {R"({"cases": [{"form": "pair", "n": [0, 0, 1], "surface": {"mu_k": 0.3, "e": 0.5}, )" +
                              bodies + "}]}"}}) == 1);
  const std::string lander = R"({"name": "mine", "mass": 250, "inertia": [100, 100, 120], "gravity": 1.62,
    "feet": [[1, 1, -1], [1, -1, -1], [-1, -1, -1], [-1, 1, -1]], )";
  const std::string state = R"("surface": {"mu": 0.5, "e": 0.2}, "horizon": 60,
    "state": {"position": [0, 0, 2], "velocity": [0, 0, -1.5]}, "ground": )";
  CHECK(refusals("land", {{lander + R"("mu": 0.5, "e": 0.2, "ground": {"slope": 5}, "position": [0, 0, 2],
    "velocity": [0, 0, -1.5]})"},
                          {lander + state + R"({"normal": [0.087, 0, 1]}})"}}) == 1);
  CHECK(refusals("land",
                 {{lander + state + R"({"heights": "site.csv", "spacing": [10, 10], "origin": [-10, -10]}})"}}) == 0);
  // The state is typed out of a log.
  const std::string drone = R"({"mass": 1.5, "inertia": [0.02, 0.02, 0.035], )";
  const std::string pads = "[[0.2, 0.2, -0.15], [0.2, -0.2, -0.15], [-0.2, -0.2, -0.15], [-0.2, 0.2, -0.15]], ";
  CHECK(refusals(
            "land --samples 0",
            {{drone + R"("gravity": -9.81, "legs": )" + pads + R"("friction": 0.6, "restitution": 0.2, "ground": "flat",
    "initial": {"x": [0, 0, 0.5], "q": [0.996, 0.087, 0, 0], "v": [0.3, 0, -0.8]}, "duration": 10})"},
             {drone + R"("gravity": 9.81, "feet": )" + pads + R"("surface": {"mu": 0.6, "e": 0.2}, "ground": {},
    "state": {"position": [0, 0, 0.5], "attitude": [0.996, 0.087, 0, 0], "velocity": [0.3, 0, -0.8]}, "horizon": 10})"}}) ==
        1);
  const auto arm = [&](const std::string &links, const std::string &rest) {
    return R"({"name": "ur5", "urdf": ")" + arms + R"(ur5_like.urdf", )" + links + ", " + rest + "}";
  };
  const std::string others = R"("base": "base_link", "tool": "tool0")", links = R"("base": "base", "tool": "tip")";
  const std::string limits = R"("surface": {"mu": 0.4, "e": 0.2}, "limits": {"force": 280, "stiffness": 75000})";
  const std::string numbers = "1;0;-60,5;90;-30;-90;0\r\n";
  const std::string numbered =
      mark + "pose;joint_1 [deg];joint_2 [deg];joint_3 [deg];joint_4 [deg];joint_5 [deg];joint_6 [deg]" + ending +
      numbers;
  const std::string named =
      mark + "pose;shoulder_pan [deg];shoulder_lift [deg];elbow [deg];wrist_1 [deg];wrist_2 [deg];wrist_3 [deg]" +
      ending + numbers;
  CHECK(refusals("reach", {{arm(others, R"("mu": 0.4, "e": 0.2, "max_force": 280, "stiffness": 75000)"), numbered},
                           {arm(others, limits), numbered},
                           {arm(links, limits), numbered},
                           {arm(links, limits), named},
                           {arm(links, limits + R"(, "normal": [0, 0, 1])"), named}}) == 4);
  const std::string values = "0,0,-1,1.5,-0.5,-1.5,0\n", rest = limits + R"(, "normal": [0, 0, 1])";
  CHECK(refusals("reach",
                 {{arm(links, rest), "t,q1,q2,q3,q4,q5,q6\n" + values},
                  {arm(links, rest), "t,shoulder_pan,shoulder_lift,elbow,wrist_1,wrist_2,wrist_3\n" + values}}) == 1);
  // Typed with tabs, in degrees and N/mm.
  const std::string typed = "shoulder_pan\tshoulder_lift\telbow\twrist_1\twrist_2\twrist_3\n10\t-60\t90\t-30\t-90\t0\n";
  std::string in_degrees = typed, in_n_mm = rest;
  for (std::size_t at = 0; (at = in_degrees.find_first_of("\t\n", at)) < in_degrees.find("10"); at += 7)
    in_degrees.insert(at, " [deg]");
  in_n_mm.replace(in_n_mm.find("75000"), 5, "75");
  CHECK(refusals("reach", {{arm(links, in_n_mm), typed}, {arm(links, rest), in_degrees}}) == 1);
  // As numpy.savetxt and pandas write tables.
  const std::string names = "mass,Ixx,Iyy,Izz,rx,rz,vx,vz,mu,e\n",
                    numbers_of_one = "0.37,0.001,0.0011,0.0009,0.03,-0.04,0.4,-1.2,0.2,0.5\n";
  CHECK(refusals("resolve", {{"# " + names + numbers_of_one}, {names + numbers_of_one}}) == 1);
  CHECK(refusals("resolve", {{',' + names + "0," + numbers_of_one}}) == 0);
  CHECK(run("resolve " TOUCHDOWN_DROPS_FOLDER "/../../systems/examples/double_pendulum.json").status == 0);
  CHECK(run("replay --quiet --on host-float").status == 0);
}

// Seen red: without lists of three in `inertia` of monitor/sensor.schema.json.
TEST_CASE("input: refusals before the first answer, of sensors' records as strangers write them") {
  std::string fall, imu,
      ulog = "t,ax,ay,az,wx,wy,wz\n",
      betaflight =
          "loopIteration, time (us), gyroADC[0] (rad/s), gyroADC[1] (rad/s), gyroADC[2] (rad/s), accSmooth[0] (m/s/s), "
          "accSmooth[1] (m/s/s), accSmooth[2] (m/s/s)\n";
  for (int i = 0; i < 3600; ++i) {  // 0.3 m of fall, 4 ms of contact, e = 0.5
    const double t = i / 3200.0 - 0.5, fallen = 0.2473, within = t - fallen, pi = 3.14159265358979323846;
    const double a = t < 0 ? 1 : within < 0 || within > 0.004 ? 0 : 92.7 * std::sin(pi * within / 0.004);
    const double noise = 0.003 * (i * 7919 % 13 - 6);
    fall += std::to_string(1000 * t) + ',' + std::to_string(noise) + ',' + std::to_string(-noise) + ',' +
            std::to_string(a + noise) + '\n';
    imu += std::to_string(i) + ',' + std::to_string(noise) + ',' + std::to_string(-noise) + ',' +
           std::to_string(i >= 1200 && i < 1204 ? 40 : noise) + ",0.1,-0.1,0.1\n";
    ulog += std::to_string(t) + ",0,0," + std::to_string(9.80665 * (a + noise)) + ",0,0,0\n";
    betaflight +=
        std::to_string(i) + ", " + std::to_string(i * 312) + ", 0, 0, 0, 0, 0, " + std::to_string(9.81 * a) + '\n';
  }
  const std::string rig = R"({"range": 1962, "rate": 3200, "threshold": 49, "normal": [0, 0, 1]})";
  const std::string machine = R"({"mass": 102, "inertia": [30, 30, 40], "sensor": [0, 0, 0.1], "range": 294,
    "feet": [{"r": [-1, 0, -1], "mu": 0.6}, {"r": [0.5, 0.87, -1], "mu": 0.6}, {"r": [0.5, -0.87, -1], "mu": 0.6}],
    "accelerometer_noise": 0.05, "gyro_noise": 0.006})";
  const std::string record = as_excel("Time [ms],Acc X [g],Acc Y [g],Acc Z [g]", fall, 3600);
  CHECK(refusals("drop",
                 {{record, R"({"name": "sled", "range": "200 g", "rate": 3200, "threshold": "5 g", "normal": "z"})"},
                  {record, rig}},
                 {"", " --rig"}) == 1);
  for (const std::string &table : {ulog, betaflight}) {
    CHECK(refusals("drop", {{table, rig}}, {"", " --rig"}) == 0);
    CHECK(refusals("monitor", {{table, machine}}, {"", " --machine"}) == 0);
  }
  const std::string headings =
      "Timestamp (ms),Accel X (m/s^2),Accel Y (m/s^2),Accel Z (m/s^2),Gyro X (deg/s),"
      "Gyro Y (deg/s),Gyro Z (deg/s)";
  const std::string log = as_excel(headings, imu, 2000);
  CHECK(refusals("monitor",
                 {{log,
                   R"({"name": "lander", "mass": 102, "inertia": [30, 30, 40], "imu": [0, 0, 0.1], "mu": 0.6,
                       "feet": [[-1, 0, -1], [0.5, 0.87, -1], [0.5, -0.87, -1]], "range": 294, "noise": 0.05})"},
                  {log, machine}},
                 {"", " --machine"}) == 1);
}

// Seen red: without e and mu as an alternative in drops/surface.schema.json.
TEST_CASE("input: refusals before the first answer, of tosses and impacts as strangers write them") {
  const Folder folder;
  REQUIRE(std::system(("zcat " TOUCHDOWN_DROPS_FOLDER "/cube_tosses.csv.gz >" + folder.file("all.csv")).c_str()) == 0);
  const std::string tosses = as_excel("Toss,Time [s],X,Y,Z,qW,qX,qY,qZ", folder.text("all.csv"), 100);
  std::string feet = "{\"r\": " + corners + '}';
  for (std::size_t at = 0; (at = feet.find("], [", at)) != std::string::npos;) feet.replace(at, 4, "]}, {\"r\": [");
  CHECK(refusals("roll --on host-float",
                 {{tosses, die + R"("corners": [)" + corners + R"(], "mu": 0.2, "e": 0.3})"},
                  {tosses, die + R"("feet": [)" + feet + R"(], "surface": {"mu": 0.2, "e": 0.3}})"}},
                 {"", " --body"}) == 1);
  const std::string body = die + R"("feet": [)" + feet + R"(], "surface": {"mu": 0.2, "e": 0.3}})";
  const std::string log = log_of_tosses(folder.text("all.csv"), 8),
                    only = die + R"("com": [0, 0, 0.006], "corners": [)" + corners + "]}",
                    measured = die + R"("centre_of_mass": [0, 0, 0.006], "corners": [)" + corners + "]}";
  CHECK(refusals("roll --on host-float", {{log, body}}, {"", " --body"}) == 0);
  CHECK(refusals("roll --on host-float", {{log, only}, {log, body}}, {"", " --body"}) == 1);
  CHECK(refusals("identify --points 1", {{log}, {log, only}, {log, measured}}, {"", " --rig"}) == 2);
  REQUIRE(run("identify --points 1 " + folder.file("log.csv", log) + " --rig " + folder.file("body.json", measured) +
              " --impacts " + folder.file("found.csv"))
              .status == 0);
  const std::string friction = R"({"e": 0.3, "mu": 0.2})", found = folder.text("found.csv");
  CHECK(refusals("replay", {{log, measured, friction}, {found, measured, friction}}, {"", " --rig", " --surface"}) ==
        1);
  std::string columns_of_impacts;
  for (const char *what : {"contact", "v before", "w before", "v after", "w after"})
    for (const char *axis : {"x", "y", "z"}) columns_of_impacts += std::string(",") + what + ' ' + axis;
  const std::string cube = Folder::all_of(TOUCHDOWN_DROPS_FOLDER "/cube.csv");
  const std::string rest = cube.substr(cube.find(",mode_obs"), cube.find('\n') - cube.find(",mode_obs"));
  const std::string impacts = as_excel("Drop,toss,time,kind,qW,qX,qY,qZ" + columns_of_impacts + rest, cube, 60);
  const auto named = [](const std::string &id) {
    std::string text = "\"id\": " + id + R"(, "attitude": ["qw", "qx", "qy", "qz"])";
    for (const auto &[key, what] : {std::pair("r", "contact"),
                                    {"v_before", "v before"},
                                    {"w_before", "w before"},
                                    {"v_after", "v after"},
                                    {"w_after", "w after"}})
      text += std::string(", \"") + key + "\": [\"" + what + " x\", \"" + what + " y\", \"" + what + " z\"]";
    return text;
  };
  const std::string rig = die + R"("corners": [)" + corners + R"(], "impacts": {)",
                    right = rig + R"("columns": {)" + named(R"(["Drop"])") + "}}}";
  CHECK(refusals("identify --points 1", {{impacts, rig + named(R"("Drop")") + "}}"}, {impacts, right}},
                 {"", " --rig"}) == 1);
  CHECK(refusals("replay --quiet --on host-float",
                 {{impacts, right, R"({"restitution": 0.3, "friction": 0.2})"},
                  {impacts, right, R"({"e": 0.3, "mu": 0.2})"}},
                 {"", " --rig", " --surface"}) == 1);
}

// Impacts typed by hand, in the plane, in mm and degrees: they are the recorded ones.
TEST_CASE("input: refusals before the first answer, of impacts typed by hand") {
  const Folder folder;
  std::string typed =
      "no;angle [deg];rx [mm];rz [mm];vx in;vz in [m/s];spin in [deg/s];vx out;vz out;spin out [deg/s]\n";
  const Table square(Folder::all_of(TOUCHDOWN_DROPS_FOLDER "/square.csv"));
  const std::pair<const char *, double> columns[] = {{"theta", 57.29578}, {"r_x", 1000}, {"r_z", 1000},
                                                     {"vm_x", 1},         {"vm_z", 1},   {"wm", 57.29578},
                                                     {"vp_x", 1},         {"vp_z", 1},   {"wp", 57.29578}};
  for (std::size_t i = 0; i < 30; ++i) {
    typed += square.text(i, "id");
    for (const auto &[column, times] : columns) typed += ';' + std::to_string(times * square.number(i, column));
    typed += '\n';
  }
  std::replace(typed.begin(), typed.end(), '.', ',');
  const std::string rig = R"({"name": "block", "mass": 0.2, "inertia": [8.44e-5, 8.44e-5, 8.44e-5], "planar": true,
    "corners": [[0.03, 0, 0.03], [-0.03, 0, 0.03], [-0.03, 0, -0.03], [0.03, 0, -0.03]], "impacts": {"columns":
    {"id": ["no"], "attitude": ["angle"], "r": ["rx", "rz"], "v_before": ["vx in", "vz in"], "w_before": ["spin in"],
    "v_after": ["vx out", "vz out"], "w_after": ["spin out"]}}})";
  CHECK(refusals("replay", {{typed, rig, R"({"e": 0.55, "mu": 0.1})"}}, {"", " --rig", " --surface"}) == 0);
  CHECK(refusals("identify --points 1", {{typed, rig}}, {"", " --rig"}) == 0);
  const auto replayed = [&](const std::string &arguments) {
    CHECK(run("replay " + arguments + " --rows " + folder.file("rows.csv")).status == 0);
    return Table(folder.text("rows.csv"));
  };
  const Table as_typed = replayed(folder.file("typed.csv", typed) + " --rig " + folder.file("rig.json", rig) +
                                  " --surface " TOUCHDOWN_DROPS_FOLDER "/square.surface.json");
  const Table recorded = replayed(TOUCHDOWN_DROPS_FOLDER "/square.csv");
  std::map<std::string, double> errors;
  for (std::size_t i = 0; i < recorded.size(); ++i) errors[recorded.text(i, "drop")] = recorded.number(i, "E_norm");
  CHECK(as_typed.size() == 30);
  for (std::size_t i = 0; i < as_typed.size(); ++i)
    CHECK(as_typed.number(i, "E_norm") == doctest::Approx(errors.at(as_typed.text(i, "drop"))).epsilon(1e-3));
}

// Seen red: by the reader that took each for a table or a text, and named the columns or the letters it lacked.
TEST_CASE("input: logs and workbooks given in place of a table are named, with what makes a table of them") {
  const Folder folder;
  const std::string made = "logs/table.mjs makes tables of it";
  const std::pair<std::string, std::string> files[] = {{"ULog\x01\x12\x35\x01", made},
                                                       {"\xA3\x95\x80", made},
                                                       {"\x89MCAP0\r\n", made},
                                                       {"H Product:Blackbox flight data recorder", made},
                                                       {"PK\x03\x04", "save the table as CSV"},
                                                       {std::string("\xFF\xFEt\0", 4), "save it in UTF-8"}};
  for (const auto &[begins, words] : files)
    for (const char *command : {"resolve ", "identify ", "replay ", "land ", "reach --poses x.csv "})
      check_refused(run(command + folder.file("log", begins + "more")), words);
  setenv("TOUCHDOWN_LOGS", folder.file("").c_str(), 1);
  check_refused(run("roll " + folder.file("log", files[0].first)), "install Node.js 18 or later and run: npm ci");
  unsetenv("TOUCHDOWN_LOGS");
}

// Seen red: numbers "lacked mass Ixx Iyy", and so did names between blanks; poses of eight tosses were one, whose right
// face never came up, of a cube, without a word; poses "lacked columns" of impacts.
TEST_CASE("input: what a table looks like is said where it cannot be read") {
  const Folder folder;
  const std::string blanks = folder.file("blanks.txt", "mass Ixx Iyy Izz rx rz vz mu e\n1 1 1 1 0 -1 -1 0.5 0.5\n");
  const std::string numbers = folder.file("numbers.csv", "# mass,e\n1,2\n3,4\n");
  for (const char *command : {"resolve ", "identify ", "replay ", "roll "}) {
    check_refused(run(command + blanks), "commas, semicolons or tabs, and not by blanks");
    check_refused(run(command + numbers), "where headings must stand");
  }
  REQUIRE(std::system(("zcat " TOUCHDOWN_DROPS_FOLDER "/cube_tosses.csv.gz >" + folder.file("all.csv")).c_str()) == 0);
  const std::string log = folder.file("log.csv", log_of_tosses(folder.text("all.csv"), 8));
  const Ended rolled = run("roll " + log);
  CHECK(rolled.out.find("of 8 recorded tosses") != std::string::npos);
  CHECK(says(rolled, "no column toss; taken for 8"));
  const std::string taken = "taken for the cube that comes along; --";
  CHECK(says(rolled, taken + "body names another body"));
  CHECK(says(run("replay --quiet " + folder.file("some.csv", changed("cube.csv", 9, [](Cells &) {}))), taken + "rig"));
  CHECK_FALSE(says(run("replay --quiet " TOUCHDOWN_DROPS_FOLDER "/cube.csv"), taken));
  check_refused(run("identify " + log), "--rig names the body");
  const std::string without_centre = folder.file("rig.json", die + R"("corners": [)" + corners + "]}");
  check_refused(run("identify " + log + " --rig " + without_centre), "Not used, no single impulse explains it: ");
  check_refused(run("replay " + log + " --rig " TOUCHDOWN_DROPS_FOLDER "/cube.rig.json"), "holds poses");
}

// Seen red: `form` alone was named.
TEST_CASE("input: a case of an unknown form has its other faults named, by the form that it fits best") {
  const Folder folder;
  for (const char *form : {R"("form": "bodies", )", ""}) {
    const Ended ended = run("resolve " + folder.file("cases.json", std::string(R"({"cases": [{)") + form + R"("e": 0.5,
      "a": {"mass": 1, "inertia": [1, 1, 1], "r": [0, 0, -0.1]}, "b": {"mass": 2, "inertia": [1, 1, 1]}}]})"));
    CHECK(ended.status == 1);
    for (const char *words : {"by its other keys it is pair", "/e has no meaning here; did you mean surface/e?",
                              "/b/r is missing", "/n is missing", "/surface is missing"})
      CHECK_MESSAGE(says(ended, words), words << ": " << ended.err);
  }
}

// Seen red: `drop` counted impacts, `reach` left out what is counted, `resolve` gave a sentence to its failures alone,
// and `land` began with the scenario's name.
TEST_CASE("input: the first line that a subcommand says is its report's sentence") {
  const Folder folder;
  const std::string arms = TOUCHDOWN_DROPS_FOLDER "/../arms/", json = folder.file("report.json");
  std::string fall = "t,ax,ay,az\n";
  for (int i = 0; i < 3600; ++i) {
    const double t = i / 3200.0 - 0.5, within = t - 0.2473;
    fall += std::to_string(t) + ",0,0," +
            std::to_string(t < 0                          ? 9.81
                           : within < 0 || within > 0.004 ? 0
                                                          : 909 * std::sin(785.398 * within)) +
            '\n';
  }
  const std::string rig = folder.file("rig.json", R"({"range": 1962, "threshold": 49, "normal": [0, 0, 1]})");
  const std::pair<std::string, bool> commands[] = {
      {"drop " + folder.file("fall.csv", fall) + " --rig " + rig, false},
      {"monitor " + arms + "three_link_touches.csv.gz --machine " + arms + "three_link.monitor.json", false},
      {"reach " + arms + "ur5_like.json --poses " + arms + "ur5_like_poses.csv", false},
      {"resolve " + folder.file("case.csv", body_header + "\na," + body_numbers + ",,\n"), false},
      {"resolve " TOUCHDOWN_DROPS_FOLDER "/../../systems/examples/double_pendulum.json", false},
      {"roll -o -", false},
      {"roll", true},
      {"land --samples 0 " TOUCHDOWN_LANDINGS "/mascot_like.json", true},
      {"replay --quiet", true},
      {"identify --points 1 " + folder.file("some.csv", changed("cube.csv", 40, [](Cells &) {})), true}};
  for (const auto &[command, on_output] : commands) {
    CAPTURE(command);
    const Ended ended = run(command + " --json " + json);
    const std::string answer = nlohmann::json::parse(folder.text("report.json"))["answer"];
    const std::vector<std::string> said = lines_of(on_output ? ended.out : ended.err);
    REQUIRE_FALSE(said.empty());
    CHECK(said.front() == lines_of(answer).front());
    if (command[0] == 'd') CHECK(answer.find("Impact at 0.2") == 0);
    if (command[0] == 'd') CHECK(answer.find("no later impacts; none refused.") != std::string::npos);
  }
}

// Seen red: "/feet/0 must be an object", "/inertia must be a list of 6 numbers", "/gravity must be a list of 3
// numbers".
TEST_CASE("input: what can be meant in one way only need not be written out") {
  const Folder folder;
  const auto land = [&](const Edit &edit) {
    const Ended ended =
        run("land --samples 0 " + folder.file("s.json", edited(TOUCHDOWN_LANDINGS "/odysseus_like.json", edit)));
    CHECK_MESSAGE(ended.status == 0, ended.err);
    return ended.out;
  };
  const std::string whole = land([](auto &s) {
    for (int i = 3; i < 6; ++i) s["inertia"][i] = 0;
    s["gravity"] = {0, 0, -1.62};
  });
  CHECK(whole == land([](auto &s) {
          s["inertia"] = {s["inertia"][0], s["inertia"][1], s["inertia"][2]};
          s["gravity"] = 1.62;
          for (auto &foot : s["feet"]) foot = nlohmann::json(foot["r"]);
        }));
}

// Seen red: gravity upwards "stays upright", inertia in kg mm^2 "rests upright", a position in mm "tips", a
// lander in mm on an asteroid is undecided, 180 m in the ground.
TEST_CASE("input: a lander that no one builds is refused, with a word on what it looks like") {
  const Folder folder;
  const auto refused = [&](const Edit &edit, const char *words) {
    check_refused(run("land " + folder.file("s.json", edited(TOUCHDOWN_LANDINGS "/odysseus_like.json", edit))), words);
  };
  refused([](auto &s) { s["gravity"][2] = 1.62; }, "/gravity points out of the ground");
  refused(
      [](auto &s) {
        for (auto &one : s["inertia"]) one = one.template get<double>() * 1e6;
      },
      "it looks like kg mm^2, where kg m^2 is meant");
  refused(
      [](auto &s) {
        for (auto &one : s["inertia"]) one = one.template get<double>() * 1e-6;
      },
      "inertia is ");
  refused([](auto &s) { s["state"]["position"][2] = 300; }, "/state leads to the ground at 31 m/s");
  // Seen red: 1 MN and a start in the ground were answered; of two faults one was named; axes were taken in silence.
  const Edit strong = [](auto &s) {
    s["thrust"] = {0, 0, 1e6}, s["gravity"][2] = 1.62, s["state"]["position"][2] = -3;
  };
  for (const char *words :
       {"/thrust pushes the lander with ", "/gravity points out", "/state begins with the centre of mass"})
    refused(strong, words);
  const auto said = [&](std::vector<double> axis, const char *words) {
    const Edit edit = [&](auto &s) { s["feet"][1]["leg"]["axis"] = axis; };
    CHECK(says(run("land --samples 0 " + folder.file("s.json", edited(TOUCHDOWN_LANDINGS "/apollo_like.json", edit))),
               words));
  };
  said({0, 0.3, -1}, "/feet/1/leg/axis points to the foot: turned round");
  said({1, 0, 0}, "/feet/1/leg/axis is more than 60 deg off up");
  refused([](auto &s) { s["state"]["velocity"] = {900, 0, -2700}; }, "position is in m, velocity in m/s");
  const Edit in_millimetres = [](auto &s) {
    for (auto &one : s["inertia"]) one = one.template get<double>() * 1e6;
    for (auto &foot : s["feet"])
      for (auto &one : foot["r"]) one = one.template get<double>() * 1e3;
  };
  check_refused(run("land " + folder.file("s.json", edited(TOUCHDOWN_LANDINGS "/mascot_like.json", in_millimetres))),
                "/feet reach 222 m");
}

// Seen red: each was taken as it stood, without a word.
TEST_CASE("input: a number that looks like another unit is refused or named, and so is a column that nothing reads") {
  const Folder folder;
  const auto named = [&](const std::string &command, const std::string &table, const std::string &words) {
    const Ended ended = run(command + folder.file("table.csv", table));
    CHECK_MESSAGE(says(ended, words), command << words << ": " << ended.err);
  };
  const std::string header = "mass,Ixx,Iyy,Izz,rx,rz,vz,mu,e,Remark\n";
  named("resolve ", header + "12,0.9,0.9,0.4,0.35,-0.6,-1,0.5,0.3,x\n", "not read, only repeated: Remark");
  named("resolve ", header + "12,0.9,0.9,0.4,350,-600,-1,0.5,0.3,x\n", "line 2: r is 695 m of a body");
  named("resolve ", header + "12,0.9,0.9,0.4,0.35,-0.6,-1500,0.5,0.3,x\n", "line 2: v is 1.5e+03 m/s");
  named("resolve ", header + "12,0.9,0.9,0.4,0.35,-0.6,-1,50,0.3,x\n", "line 2: mu_k is 50; 50 % is 0.5");
  named("resolve ", header + "12,0.9,0.9,0.4,0.35,-0.6,1,0.5,0.3,x\n", "nothing approaches; n points out of");
  const auto log = [](const std::string &headings, double g, double up, double w) {
    std::string table = headings + '\n';
    for (int i = 0; i < 400; ++i) {
      const double read = (i == 300 ? 30 : 1) * up * g;
      table += std::to_string(i * 1e-3) + ",0,0," + std::to_string(read) + ",0,0," + std::to_string(w) + ",1\n";
    }
    return table;
  };
  const std::string headings = "t,ax,ay,az,wx,wy,wz,Baro", feet = R"([{"r": [1, 0, -1], "mu": 0.6}])";
  const std::string machine = folder.file("m.json", R"({"mass": 100, "inertia": [32, 30, 40], "range": 500,
    "accelerometer_noise": 0.05, "gyro_noise": 0.006, "feet": )" +
                                                        feet + '}');
  const std::string narrow =
      folder.file("n.json", R"({"name": "x", "normal": [0, 0, 1], "range": 100, "threshold": 50})");
  for (const std::string &command : {"monitor --machine " + machine + ' ', "drop --rig " + narrow + ' '}) {
    named(command, log(headings, 9.81, 1, 0), "not read: Baro");
    named(command, log(headings, 1, 1, 0), "acceleration looks like g; a heading says so: ax [g]");
    named(command, log(headings, 9.81, -1, 0), "they point down");
    named(command, log(headings, 9.81, 1, 90), "spin looks like deg/s");
    named(command, log("t,ax,ay,az,wx,wy,wz,fx", 9.81, 1, 0), command[0] == 'd' ? "not read: fx" : "column fx stands");
  }
  named("drop --rig " + narrow + ' ', log(headings, 9.81, 1, 0), "beyond the range of 100, which is in m/s^2");
}

// Seen red: each was an answer.
TEST_CASE("input: numbers in JSON that look like another unit are refused") {
  const Folder folder;
  const std::string arms = TOUCHDOWN_DROPS_FOLDER "/../arms/", data = TOUCHDOWN_DROPS_FOLDER "/";
  const auto refused = [&](const std::string &command, const std::string &file, const Edit &edit, const char *words) {
    check_refused(run(command + folder.file("edited.json", edited(file, edit))), words);
  };
  refused(
      "land ", TOUCHDOWN_LANDINGS "/odysseus_like.json",
      [](auto &s) { s["mass"] = 1e3 * s["mass"].template get<double>(); },
      "from 1e-3 to 1 is possible, of kg, m and kg m^2");
  refused(
      "land ", TOUCHDOWN_LANDINGS "/odysseus_like.json",
      [](auto &s) {
        s["dispersion"]["tilt"] = {3, 3, 0};
      },
      "/dispersion/tilt/0 must be a number from 0 to 1");
  refused(
      "land ", TOUCHDOWN_LANDINGS "/odysseus_like.json", [](auto &s) { s["surface"]["mu"] = 50; },
      "/surface/mu must be a number from 0 to 10");
  const std::string reach = "reach --poses " + arms + "ur5_like_poses.csv ";
  const auto arm = [&](const char *key, const nlohmann::json &value, const char *words) {
    refused(
        reach, arms + "ur5_like.json",
        [&](auto &a) {
          a["urdf"] = arms + "ur5_like.urdf";
          (key == std::string("tool_point") ? a : a["limits"])[key] = value;
        },
        words);
  };
  arm("tool_point", {0, 0, 120}, "/tool_point/2 must be a number from -10 to 10");
  arm("speed_jump", 180, "/limits/speed_jump must be a number from 0 to 50");
  const std::string roll = "roll --on host-float " + data + "cube_tosses.csv.gz --body ";
  refused(
      roll, data + "cube.body.json", [](auto &b) { b["gravity"] = -9.81; }, "/gravity must be a number of 0 or more");
  refused(
      roll, data + "cube.body.json",
      [](auto &b) {
        b["centre_of_mass"] = {0, 0, 6};
      },
      "inertia is");
  const std::string machine = folder.file("m.json", run("monitor --example").out);
  const std::string text = folder.text("m.json");
  const std::pair<std::string, const char *> machines[] = {{R"("sensor": [0, 0, 100])", "/sensor is beyond all feet"},
                                                           {R"("mass": 100000)", "inertia is"}};
  for (const auto &[member, words] : machines) {
    const std::string key = member.substr(0, member.find(':'));
    const std::size_t from = text.find(key), end = key == "\"mass\"" ? text.find(',', from) : text.find("],", from) + 1;
    check_refused(
        run("monitor x.csv --machine " + folder.file("wrong.json", text.substr(0, from) + member + text.substr(end))),
        words);
  }
}

// Seen red: with an example that lacks what its schema requires, and one of four remarks.
TEST_CASE("input: what --example prints can be used as it is") {
  const Folder folder;
  const auto example = [&](const std::string &option) {
    const Ended printed = run(option);
    CHECK(printed.status == 0);
    CHECK(count(printed.out, "// ") >= 6);
    return folder.file("example.json", printed.out);
  };
  const std::string data = TOUCHDOWN_DROPS_FOLDER "/", arms = data + "../arms/";
  CHECK(run("land --samples 0 " + example("land --example")).status == 0);
  CHECK(run("reach " + example("reach --example") + " --poses " + arms + "ur5_like_poses.csv").status == 0);
  CHECK(run("identify --points 1 " + data + "cube.csv --rig " + example("identify --example")).status == 0);
  CHECK(run("monitor " + arms + "three_link_touches.csv.gz --machine " + example("monitor --example-joints")).status ==
        0);
  std::string tosses, falls = "t,ax,ay,az,wx,wy,wz\n";
  REQUIRE(std::system(("zcat " + data + "cube_tosses.csv.gz >" + folder.file("all.csv")).c_str()) == 0);
  for (const std::string &row : lines_of(folder.text("all.csv")))
    if (row.rfind("toss", 0) == 0 || row.rfind("0,", 0) == 0) tosses += row + '\n';
  CHECK(run("roll --on host-float " + folder.file("tosses.csv", tosses) + " --body " + example("roll --example"))
            .status == 0);
  for (int i = 0; i < 2000; ++i) falls += std::to_string(i * 1e-3) + ",0,0,9.81,0,0,0\n";
  CHECK(run("monitor " + folder.file("log.csv", falls) + " --machine " + example("monitor --example")).status == 0);
  CHECK(run("drop " + folder.file("log.csv") + " --rig " + example("drop --example")).status == 0);
  CHECK(run("replay --on host-float " + data + "cube.csv --surface " + data + "cube.surface.json --rig " +
            example("replay --example"))
            .status == 0);
  CHECK(run("resolve " + folder.file("cases.json", run("resolve --example").out)).status == 0);
}

// Seen red: inertia in g mm^2 was searched with for half a minute, and then had "too few impacts".
TEST_CASE("input: what is wrong in a rig is refused, with its place") {
  const Folder folder;
  const Wrong wrongs[] = {
      {[](auto &r) {
         r["impacts"]["columns"]["r"] = {"r_x", "r_y", "r_z", "r_x"};
       },
       "/impacts/columns/r must be a list that names 2 or 3 columns"},
      {[](auto &r) {
         r["impacts"]["columns"]["attitude"] = {"qw", "qx"};
       },
       "/impacts/columns/attitude must be a list that names 1 or 4 columns"},
      {[](auto &r) { r["impacts"]["columns"]["r"] = "r_x"; },
       "/impacts/columns/r must be a list that names 2 or 3 columns"},
      {[](auto &r) { r["impacts"]["columns"].erase("v_after"); }, "/impacts/columns/v_after is missing"},
      {[](auto &r) {
         r["impacts"]["scale"] = {{"rr", 0.001}};
       },
       "/impacts/scale/rr has no meaning here"},
      {[](auto &r) { r["impacts"]["were"] = {}; }, "/impacts/were has no meaning here"},
      {[](auto &r) { r["massa"] = 1; }, "/massa has no meaning here"},
      {[](auto &r) { r["mass"] = -1; }, "/mass must be a number above 0"},
      {[](auto &r) {
         for (auto &one : r["inertia"]) one = one.template get<double>() * 1e9;
       },
       "it looks like g mm^2, where kg m^2 is meant"},
      {[](auto &r) {
         r["corners"][3] = {0, 1};
       },
       "/corners/3 must be a list of 3 numbers"}};
  const std::string data = TOUCHDOWN_DROPS_FOLDER "/cube.csv";
  for (const Wrong &wrong : wrongs)
    check_refused(run("replay -q --on host-float " + data + " --report " + folder.file("r.html") + " --rig " +
                      folder.file("rig.json", edited(TOUCHDOWN_DROPS_FOLDER "/cube.rig.json", wrong.edit))),
                  wrong.words);
  CHECK(folder.text("r.html").empty());
}

TEST_CASE("input: a JSON case nested beyond all measure, holding a key twice, or a number that does not fit") {
  const auto cases = [](const std::string &one) { return "{\"cases\": [" + one + "]}"; };
  const Folder folder;
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  check_refused(run("resolve " + folder.file("deep.json", cases("{\"id\": " + deep + "}"))), "nests deeper than");
  check_refused(run("resolve " + folder.file("deep.json", deep)), "deep.json: ");
  check_refused(run("resolve " + folder.file("twice.json", cases("{\"id\": 1, \"id\": 2}"))), "key id stands twice");
  const auto complaint = [&](const std::string &member) {
    const std::string body =
        "\"form\": \"body_multi_contact\", \"mass\": 1, \"inertia\": [1, 1, 1, 0, 0, 0], \"v\": [0, 0, -1], "
        "\"w\": [0, 0, 0], \"contacts\": [{\"r\": [0, 0, 0], \"n\": [0, 0, 1], \"surface\": "
        "{\"mu_s\": 0, \"mu_k\": 0, \"e\": 0}}]";
    const Ended ended = run("resolve " + folder.file("one.json", cases("{" + body + member + "}, {" + body + "}")));
    CHECK(ended.status == (member.empty() ? 0 : 1));
    CHECK(count(ended.out, "\"status\": 0") == (member.empty() ? 2 : 1));  // the other case is done
    return ended.err;
  };
  CHECK(complaint("") == "2 of 2 impacts solved, 0 of them with caveats; 0 refused, 0 could not be read.\n");
  check_refused(run("resolve " + folder.file("one.json", "{\"$schema\": [1], \"cases\": []}")), "must be {\"cases\"");
  check_refused(run("resolve " + folder.file("one.json", "{\"$schema\": \"x\"}")), "must be {\"cases\"");
  CHECK(complaint(", \"steps\": 4294967305").find("/steps must be a whole number") != std::string::npos);
  CHECK(complaint(", \"iterations\": 3.5").find("/iterations must be a whole number") != std::string::npos);
  CHECK(complaint(", \"iteratons\": 3").find("/iteratons has no meaning here; did you mean iterations?") !=
        std::string::npos);
}

TEST_CASE("input: arguments that do not fit") {
  const std::string land = std::string("land ") + TOUCHDOWN_LANDINGS "/mascot_like.json -o /dev/null --samples ";
  for (const char *wrong : {"-1", "4.9", "65536", "1e3x", "99999999999999999999", "10 --jobs 0", "10 --shard 1/-1",
                            "10 --shard 1/2/3", "10 --shard +1/2"})
    CHECK_MESSAGE(run(land + wrong).status == 2, wrong);
  CHECK(run("replay -q --on host-float --budget 4294967297").status == 2);
  CHECK(run("replay -q --on host-float --budget -1").status == 2);
  CHECK(run("identify x.csv --points 4294967297").status == 2);
  const Ended misspelt = run("idenify x.csv");
  CHECK(misspelt.status == 2);
  CHECK(says(misspelt, "idenify"));
  CHECK(says(misspelt, "identify"));
}

TEST_CASE("input: a misspelt column is named, and the one that may be it") {
  const Folder folder;
  const std::string cube = Folder::all_of(TOUCHDOWN_DROPS_FOLDER "/cube.csv");
  std::string misspelt = cube;
  misspelt.replace(misspelt.find("vm_x"), 4, "vmm_x");
  for (const char *command : {"identify ", "replay -q --on host-float "}) {
    check_refused(run(command + folder.file("drops.csv", misspelt)),
                  "its columns are those of the rig cube, but for vm_x; did you mean vmm_x?");
    check_refused(run(command + folder.file("drops.csv", misspelt) + " --rig " TOUCHDOWN_DROPS_FOLDER "/cube.rig.json"),
                  "column vm_x (v_before) is missing; did you mean vmm_x?");
  }
}

TEST_CASE("input: rows that cannot be used are named, the rest is done, and the exit status says so") {
  const Folder folder;
  std::size_t number = 0;
  std::vector<std::string> rows = lines_of(changed("cube.csv", 30, [&](Cells &cells) {
    if (++number == 7)
      for (auto &[column, cell] : cells) cell = column == "cls" ? "A" : "";
    if (number == 9) cells["vm_y"] = "nan";
  }));
  rows[3] = rows[3].substr(0, rows[3].rfind(','));  // short
  rows[5].insert(0, "\"");                          // a quote that does not end
  std::string table;
  for (const std::string &row : rows) table += row + '\n';
  const std::string file = folder.file("drops.csv", table);
  const std::pair<const char *, const char *> commands[] = {
      {"identify --points 1 ", "the 26 impacts"}, {"replay -q --on host-float ", "median of 26 recorded impacts"}};
  for (const auto &[command, count] : commands) {
    const Ended ended = run(command + file);
    CHECK(ended.status == 1);
    for (const char *line : {":4:", ":6:", ":8:", ":10:"}) CHECK_MESSAGE(says(ended, file + line), ended.err);
    CHECK(says(ended, "4 rows left out"));
    CHECK_MESSAGE(ended.out.find(count) != std::string::npos, ended.out);
  }
}

TEST_CASE("input: units, frame and order that are not the rig's are reported") {
  const Folder folder;
  const auto check = [&](const std::string &name, const std::string &words,
                         const std::function<void(Cells &)> &change) {
    const std::string file = folder.file("drops.csv", changed(name, 60, change));
    const Ended identified = run("identify --points 1 " + file), replayed = run("replay -q --on host-float " + file);
    if (words.empty()) {
      CHECK(replayed.status == 0);
      return;
    }
    check_refused(identified, words);
    check_refused(replayed, words);
  };
  check("cube.csv", "", [](Cells &) {});
  check("square.csv", "", [](Cells &) {});
  check("cube.csv", "r looks like millimetres", [](Cells &c) { scale(c, {"r_x", "r_y", "r_z"}, 1000); });
  check("cube.csv", "w looks like degrees per second", [](Cells &c) {
    scale(c, {"wm_x", "wm_y", "wm_z", "wp_x", "wp_y", "wp_z"}, 57.2958);
  });
  check("cube.csv", "v looks like millimetres per second", [](Cells &c) {
    scale(c, {"vm_x", "vm_y", "vm_z", "vp_x", "vp_y", "vp_z"}, 1000);
  });
  check("cube.csv", "z looks as if it pointed down", [](Cells &c) {
    scale(c, {"r_y", "r_z", "vm_y", "vm_z", "vp_y", "vp_z", "wm_y", "wm_z", "wp_y", "wp_z"}, -1);
  });
  check("cube.csv", "attitude looks like x, y, z, w", [](Cells &c) {
    const std::string w = c["qw"];
    c["qw"] = c["qx"], c["qx"] = c["qy"], c["qy"] = c["qz"], c["qz"] = w;
  });
  check("cube.csv", "attitude looks like world to body", [](Cells &c) { scale(c, {"qx", "qy", "qz"}, -1); });
  check("square.csv", "w looks like degrees per second", [](Cells &c) { scale(c, {"wm", "wp"}, 57.2958); });
}

TEST_CASE("input: what unpacks to far more than its size is no table, and a line has an end") {
  const Folder folder;
  const std::string zeros = folder.file("zeros.csv.gz");
  REQUIRE(std::system(("head -c 300M /dev/zero | gzip -1 >" + zeros).c_str()) == 0);
  check_refused(run("identify " + zeros), "unpacks to more than 100 times its size");
  const Ended ended =
      run("resolve -", contact_header + '\n' + std::string(3 << 20, 'x') + "\na," + contact_numbers + ",,\n");
  CHECK(ended.status == 1);
  CHECK(says(ended, "<stdin>:2:1048577: error: the line is longer than"));
  CHECK(lines_of(ended.out).size() == 2);
  std::string cut = Folder::all_of(TOUCHDOWN_DROPS_FOLDER "/cube_tosses.csv.gz");
  cut.resize(cut.size() / 2);
  check_refused(run("identify " + folder.file("cut.csv.gz", cut)), "cannot be read to its end");
}

// Seen red: each ran until its time was up, or for half a minute.
TEST_CASE("input: what has no end, or takes a square of its length, is refused in a moment") {
  const Folder folder;
  const std::string scenario = TOUCHDOWN_LANDINGS "/mascot_like.json", heights = TOUCHDOWN_LANDINGS "/crater_rim.json";
  const std::string endless =
      folder.file("endless.json", edited(heights, [](auto &s) { s["ground"]["heights"] = "/dev/zero"; }));
  std::string keys = "{\"a0\": 0", nested = "[";
  for (int i = 1; i < 40000; ++i) keys += ", \"a" + std::to_string(i) + "\": 0";
  for (int i = 0; i < 1500000; ++i) nested += "[],";
  const std::string many = folder.file("many.json", keys + '}'), lists = folder.file("lists.json", nested + "[]]");
  const std::string key = folder.file("key.json", "{\"" + std::string(30000000, 'x') + "\": 1}");
  const std::string rig = TOUCHDOWN_DROPS_FOLDER "/cube.rig.json";
  const auto refused = [&](const std::string &arguments, const std::string &from = "true") {
    CAPTURE(arguments);
    CAPTURE(from);
    const auto begun = std::chrono::steady_clock::now();
    const int status =
        std::system(("exec >/dev/null 2>&1; (" + from + ") | timeout 60 " TOUCHDOWN_PROGRAM " " + arguments).c_str());
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 2);
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(20));
  };
  for (const std::string table : {"/dev/zero", "-"})
    for (const std::string &command : {"resolve " + table, "identify " + table, "identify " + table + " --rig " + rig,
                                       "roll --on host-float " + table, "replay -q --on host-float " + table,
                                       "replay -q --on host-float --rig " + rig + " " + table})
      refused(command, "cat /dev/zero");
  refused("resolve -", "echo " + contact_header + "; cat /dev/zero");
  refused("resolve -", "echo " + contact_header + "; yes ''");
  refused("resolve -", "yes ' '");
  for (const std::string &json : {std::string("/dev/zero"), many, lists, key}) {
    refused("land " + json);
    refused("identify x.csv --rig " + json);
    refused("roll --on host-float --body " + json);
    refused("reach " + json + " --poses x.csv");
    refused("monitor x.csv --machine " + json);
  }
  refused("land " + endless);
  refused("land /dev/stdin", "yes ' '");
  refused("land /dev/stdin", "printf '\"'; yes x");
  refused("land /dev/stdin", "yes '['");
  for (const char *patience : {"nan", "NaN", "-nan", "inf", "-1", "0", "1e999", "1x", "3601"})
    refused(std::string("replay -q --patience ") + patience +
            " " TOUCHDOWN_DROPS_FOLDER "/cube.csv --on serial:/no/such");
  refused("land " + scenario + " --samples nan");
}

TEST_CASE("input: what is packed comes through a pipe as out of a file") {
  const Folder folder;
  const std::string cases = folder.file("cases.csv", [] {
    std::string table = contact_header + '\n';
    for (int i = 0; i < 5000; ++i) table += "a" + std::to_string(i) + ',' + contact_numbers + ",,\n";
    return table;
  }());
  const auto piped = [&](const std::string &command) {
    const Folder here;
    const int status = std::system(
        ("exec 2>" + here.file("err") + "; " + command + " | " TOUCHDOWN_PROGRAM " resolve - >" + here.file("out"))
            .c_str());
    return Ended{WIFEXITED(status) ? WEXITSTATUS(status) : -1, here.text("out"), here.text("err")};
  };
  const std::string plain = run("resolve " + cases).out;
  CHECK(lines_of(plain).size() == 5001);
  CHECK(piped("cat " + cases).out == plain);
  CHECK(piped("gzip -c " + cases).out == plain);
  CHECK(piped("gzip -c " + cases + " | dd bs=1 2>/dev/null").out == plain);
  CHECK(piped("(head -n 2000 " + cases + " | gzip; tail -n +2001 " + cases + " | gzip)").out == plain);
  check_refused(piped("head -c 300M /dev/zero | gzip -1"), "<stdin>: unpacks to more than 100 times its size");
  check_refused(piped("gzip -c " + cases + " | head -c 3000"), "it ends in the middle of what was packed");
  check_refused(piped("(gzip -c " + cases + "; echo more)"), "<stdin>: cannot be read to its end: ");
}

TEST_CASE("input: the schema that an editor checks a file by is passed over") {
  const Folder folder;
  const auto named = [](auto &json) { json["$schema"] = "scenario.schema.json"; };
  const std::string arms = TOUCHDOWN_DROPS_FOLDER "/../arms/", data = TOUCHDOWN_DROPS_FOLDER "/";
  const auto status = [&](const std::string &command, const std::string &file, const Edit &edit) {
    return run(command + folder.file("named.json", edited(file, edit))).status;
  };
  CHECK(status("land --samples 0 ", TOUCHDOWN_LANDINGS "/odysseus_like.json", named) == 0);
  CHECK(status("replay -q --on host-float " + data + "square.csv --surface " + data + "square.surface.json --rig ",
               data + "square.rig.json", named) == 0);
  CHECK(status("replay -q --on host-float " + data + "square.csv --rig " + data + "square.rig.json --surface ",
               data + "square.surface.json", named) == 0);
  CHECK(status("reach --poses " + arms + "ur5_like_poses.csv ", arms + "ur5_like.json", [&](auto &json) {
          named(json);
          json["urdf"] = arms + "ur5_like.urdf";
        }) == 0);
  CHECK(status("monitor " + arms + "three_link_touches.csv.gz --machine ", arms + "three_link.monitor.json",
               [&](auto &json) {
                 named(json);
                 json["urdf"] = arms + "three_link.urdf";
               }) == 0);
  CHECK(run("resolve " + folder.file("no_case.json", "{\"$schema\": \"x\", \"cases\": []}")).status ==
        run("resolve " + folder.file("no_case.json", "{\"cases\": []}")).status);
}
