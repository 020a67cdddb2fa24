// `touchdown resolve` in process: forms, pass-through, refusals, errors, and numbers that read back to the same bits.
#include <doctest/doctest.h>

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "touchdown/touchdown.hpp"

using namespace program;

namespace {

std::string contact_cases(const std::string &rows) { return contact_header + '\n' + rows; }

template <class Scalar>
touchdown::Impact<Scalar> contact_impact() {
  const auto scalar = [](double x) { return static_cast<Scalar>(x); };
  touchdown::Contact<Scalar> contact{};
  contact.W = {1, scalar(0.1), scalar(0.2), 2, scalar(0.3), 3};
  contact.v = {-1, scalar(0.7), scalar(0.4)};
  contact.surface = {scalar(0.3), scalar(0.25), scalar(0.6)};
  touchdown::Impact<Scalar> impact{};
  REQUIRE(touchdown::resolve(contact, impact) >= 0);
  return impact;
}

float number(const std::string &text, float) { return std::strtof(text.c_str(), nullptr); }
double number(const std::string &text, double) { return std::strtod(text.c_str(), nullptr); }

template <class Scalar>
void check_bits(const Table &table, const std::string &column, Scalar expected) {
  const Scalar read = number(table.text(0, column), Scalar{});
  CAPTURE(column);
  CHECK(std::memcmp(&read, &expected, sizeof read) == 0);
}

template <class Scalar>
void check_contact_bits(const std::string &place) {
  const Ended ended = run("resolve - --on " + place, contact_cases("a," + contact_numbers + ",,\n"));
  REQUIRE(ended.status == 0);
  const Table table(ended.out);
  const touchdown::Impact<Scalar> impact = contact_impact<Scalar>();
  check_bits(table, "p_n", impact.p.n);
  check_bits(table, "p_t", impact.p.t);
  check_bits(table, "p_s", impact.p.s);
  check_bits(table, "v_n", impact.v.n);
  check_bits(table, "v_t", impact.v.t);
  check_bits(table, "v_s", impact.v.s);
  check_bits(table, "N_P", impact.N_P);
  check_bits(table, "N_N", impact.N_N);
  check_bits(table, "N_E", impact.N_E);
  check_bits(table, "energy_before", impact.energy_before);
  check_bits(table, "energy_after", impact.energy_after);
}

}  // namespace

TEST_CASE("resolve: results read back to the bits of the library, double and float") {
  check_contact_bits<double>("host-double");
  check_contact_bits<float>("host-float");
}

TEST_CASE("resolve: the body form gives the motion after") {
  const Ended ended = run("resolve - --on host-double", body_header + "\nb," + body_numbers + ",energetic,\n");
  REQUIRE(ended.status == 0);
  const Table table(ended.out);
  touchdown::BodyContact<double> body = {
      {0.37, {1.0e-3, 1.1e-3, 0.9e-3, 1e-5, -2e-5, 3e-5}, {0.4, -0.3, -1.2}, {3, -2, 1}},
      {0.03, 0.02, -0.07},
      {0, 0, 1},
      {},
      {}};
  body.surface = {0.2, 0.16, 0.3};
  body.options.law = TD_LAW_ENERGETIC;
  touchdown::BodyImpact<double> impact{};
  REQUIRE(touchdown::resolve(body, impact) == 0);
  const char *columns[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
  for (int i = 0; i < 6; ++i) check_bits(table, columns[i], i < 3 ? impact.v[i] : impact.w[i - 3]);
  check_bits(table, "energy_after", impact.impact.energy_after);
}

TEST_CASE("resolve: columns of the results in their order") {
  const std::string columns =
      "id,status,status_name,case,mode_compression,mode_restitution,p_n,p_t,p_s,v_n,v_t,v_s,N_P,N_N,N_E,energy_before,"
      "energy_after,"
      "instructions";
  CHECK(lines_of(run("resolve -", contact_header + '\n').out)[0] == columns);
  CHECK(lines_of(run("resolve -", body_header + '\n').out)[0] == columns + ",vx,vy,vz,wx,wy,wz");
}

TEST_CASE("resolve: columns in any order, unknown ones passed through as they stand") {
  const std::string plain = run("resolve -", contact_cases("a," + contact_numbers + ",newton,slip_path\n")).out;
  const std::string mixed = run("resolve -",
                                "note,law,v_n,v_t,v_s,mu_s,mu_k,e,id,method,W_ss,W_ts,W_tt,W_ns,W_nt,W_nn, last \n"
                                "\"x, \"\"y\"\"\",newton,-1,0.7,0.4,0.3,0.25,0.6,a,slip_path,3,0.3,2,0.2,0.1,1, z \n")
                                .out;
  REQUIRE(lines_of(mixed).size() == 2);
  CHECK(lines_of(mixed)[0] == lines_of(plain)[0] + ",note, last ");
  CHECK(lines_of(mixed)[1] == lines_of(plain)[1] + ",\"x, \"\"y\"\"\", z ");
}

TEST_CASE("resolve: a refused case has its status in words and empty figures, and the program says so") {
  const std::string numbers = "1,0,0,1,0,1,-1,1,0,0.5,0.5,";
  const Ended ended =
      run("resolve -", contact_cases("a," + numbers + "1.5,,\nb," + numbers + "nan,,\nc," + numbers + "0.5,,\n"));
  CHECK(ended.status == 1);
  CHECK(ended.err.find("1 of 3 impacts solved, 0 of them with caveats; 2 refused, 0 could not be read.") !=
        std::string::npos);
  const auto lines = lines_of(ended.out);
  REQUIRE(lines.size() == 4);
  const std::string refused =
      "," + std::to_string(TD_REFUSED_RESTITUTION) + ",\"refused: restitution: e is not in [0, 1]\"";
  CHECK(lines[1] == "a" + refused + ",,,,,,,,,,,,,,,");
  CHECK(lines[2] == "b" + refused + ",,,,,,,,,,,,,,,");
  CHECK(Table(ended.out).text(2, "status") == "0");
  CHECK(Table(ended.out).text(2, "status_name") == "solved");
}

TEST_CASE("resolve: N_P, N_N, N_E are empty where they do not apply") {
  const Table table(run("resolve -", contact_cases("a,1,0,0,1,0,1,-1,1,0,0.5,0.5,0,,\n")).out);
  for (const char *column : {"N_P", "N_N", "N_E"}) CHECK(table.text(0, column).empty());
  CHECK(table.text(0, "instructions").empty());
}

TEST_CASE("resolve: rows that cannot be read are named by file, line and column, the others done") {
  const Folder folder;
  const std::string file = folder.file("cases.csv", contact_cases("a,1,0,0,1,0,abc,-1,1,0,0.5,0.5,0.5,,\n"  //
                                                                  "b,1,0,0\n"                               //
                                                                  "c,1,0,0,1,0,1,-1,1,0,0.5,0.5,0.5,stronge,\n"
                                                                  "d,1,0,0,1,0,1,-1,1,0,0.5,0.5,0.5,,exact\n"
                                                                  "e,1,,0,1,0,1,-1,1,0,0.5,0.5,0.5,,\n"
                                                                  "f,\"1,0,0,1,0,1,-1,1,0,0.5,0.5,0.5,,\n"
                                                                  "g,1,0,0,1,0,1,-1,1,0,0.5,0.5,0.5,,,\n"
                                                                  "h,1,0,0,1,0,1,-1,1,0,0.5,0.5,0.5,,\n"));
  const Ended ended = run("resolve " + file);
  CHECK(ended.status == 1);
  const auto errors = lines_of(ended.err);
  REQUIRE(errors.size() == 8);
  const char *places[] = {":2:13: error: W_ss",
                          ":3:8: error: the row ends",
                          ":4:34: error: unknown law 'stronge'",
                          ":5:35: error: unknown method 'exact'",
                          ":6:5: error: W_nt is missing",
                          ":7:3: error: this quote",
                          ":8:36: error: more fields"};
  for (std::size_t i = 0; i < 7; ++i) {
    CAPTURE(errors[i]);
    CHECK(errors[i].rfind(file + places[i], 0) == 0);
  }
  CHECK(errors[7] == "1 of 8 impacts solved, 0 of them with caveats; 0 refused, 7 could not be read.");
  const Table table(ended.out);
  REQUIRE(table.size() == 1);
  CHECK(table.text(0, "id") == "h");
}

TEST_CASE("resolve: a header that is no case form, or both, or holds a column twice") {
  const Ended none = run("resolve -", "id,mass,Ixx\n");
  CHECK(none.status == 2);
  CHECK(none.err.find("<stdin>:1:12: error: no case form") == 0);
  CHECK(run("resolve -", contact_header + body_header.substr(2) + '\n').status == 2);
  const Ended twice = run("resolve -", contact_header + ",v_n\n");
  CHECK(twice.status == 2);
  CHECK(twice.err.find("<stdin>:1:69: error: column v_n stands here again") == 0);
  CHECK(run("resolve -", "").status == 2);
}

// Seen red: "the contact-space form it lacks W_nt W_ns ..", and by a reader that knew no unit.
TEST_CASE("resolve: a table of the columns that matter, as a spreadsheet writes it") {
  const Ended whole =
      run("resolve - --on host-double",
          body_header + "\na,0.37,0.001,0.0011,0.0009,0,0,0,0.03,0,-0.04,0,0,1,0.4,0,-1.2," + "0,0,0,0.2,0.2,0.5,,\n");
  const Ended few = run("resolve - --on host-double",
                        "\xEF\xBB\xBFMass [g];Ixx [kg m^2];Iyy;Izz;rx [mm];rz [cm];Vx (m/s);Vz (mm/s);mu;e;remark\r\n"
                        "370;0,001;0,0011;0,0009;30;-4;0,4;-1200;0,2;0,5;\"first; of all\"\r\n");
  REQUIRE_MESSAGE(few.status == 0, few.err);
  CHECK(few.err.find("taken are Ixy = 0, Ixz = 0, Iyz = 0, ry = 0, nx = 0, ny = 0, nz = 1, vy = 0, wx = 0, wy = 0, "
                     "wz = 0, mu_s = mu_k") != std::string::npos);
  CHECK(lines_of(whole.err).size() == 1);  // the answer
  const Table expected(whole.out), found(few.out);
  for (const char *column : {"p_n", "p_t", "v_n", "energy_before", "energy_after", "vx", "vz", "wy"})
    CHECK(found.number(0, column) == doctest::Approx(expected.number(0, column)).epsilon(1e-12));
  CHECK(found.text(0, "id") == "2");
  CHECK(found.text(0, "remark") == "first; of all");
  const Ended furlong = run("resolve -", "W_nn,W_tt,v_n [furlong/s],mu,e\n1,1,-1,0.2,0.5\n");
  CHECK(furlong.status == 2);
  CHECK(furlong.err.find("it lacks v_n") != std::string::npos);
  CHECK(run("resolve -", "mass,Ixx,Iyy,Izz,rx,rz,nx,vz,mu,e\n1,1,1,1,0,-1,0.1,-1,0.2,0.5\n").status == 2);  // nz?
}

// e at two of the speeds that cube.surface.json lists, beyond its last, and 0.2 of the way between two.
TEST_CASE("resolve: a surface by its name, e by the speed of the approach") {
  const nlohmann::json cube = nlohmann::json::parse(Folder::all_of(TOUCHDOWN_DROPS_FOLDER "/cube.surface.json"));
  const nlohmann::json &fit = cube["by_speed"], &curve = fit["restitution"];
  std::string rows = "id,W_nn,W_tt,v_n,v_t,surface\n";
  std::vector<double> expected;
  const auto add = [&](double speed, double e) {
    rows += "x,2,3," + std::to_string(-speed) + ",0.001,cube\n";
    expected.push_back((1 + e) * speed / 2);
  };
  const auto speed = [&](int i) { return curve["speed"][i].get<double>(); };
  const auto e = [&](int i) { return curve["e"][i]["value"].get<double>(); };
  add(speed(1), e(1));
  add(speed(3), e(3));
  add(5, e(5));
  add(0.8 * speed(0) + 0.2 * speed(1), 0.8 * e(0) + 0.2 * e(1));
  const Ended ended = run("resolve -", rows + "y,2,3,-1,0,granite\n");
  CHECK(ended.status == 1);
  CHECK(ended.err.find("<stdin>:6:12: error: ") != std::string::npos);
  CHECK(ended.err.find("granite") != std::string::npos);
  const Table table(ended.out);
  REQUIRE(table.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(table.number(i, "p_n") == doctest::Approx(expected[i]).epsilon(1e-5));
  CHECK(run("resolve - --surfaces /nowhere", rows).status == 1);
}

TEST_CASE("resolve: the document says how many were solved, refused and not read, and shows each") {
  const Folder folder;
  const std::string cases = contact_cases("a," + contact_numbers + ",,\nb,1,0,0,1,0,1,1,0,0,0.5,0.5,2,,\nc,1,0\n");
  CHECK(run("resolve - --json " + folder.file("r.json") + " --report " + folder.file("r.html"), cases).status == 1);
  const nlohmann::json document = nlohmann::json::parse(folder.text("r.json"));
  CHECK(document["answer"] == "1 of 3 impacts solved, 0 of them with caveats; 1 refused, 1 could not be read.");
  CHECK(document["verdict"] == "bad");
  const nlohmann::json &table = document["tables"]["impacts"];
  REQUIRE(table["rows"].size() == 2);
  for (const auto &row : table["rows"]) CHECK(row.size() == table["columns"].size());
  CHECK(table["rows"][0][0] == "a");
  CHECK(table["rows"][0][4].get<double>() == doctest::Approx(contact_impact<double>().p.n));
  CHECK(table["rows"][1][4].is_null());
  CHECK(folder.text("r.html").find("</html>") != std::string::npos);
}

TEST_CASE("resolve: wrong arguments and files have an exit status of their own") {
  CHECK(run("").status == 2);
  CHECK(run("resolve").status == 2);
  CHECK(run("resolve no-such-file.csv").status == 2);
  CHECK(run("resolve - --on abacus").status == 2);
  CHECK(run("resolve - -o /no/such/folder/results.csv", contact_header + '\n').status == 2);
  CHECK(run("resolve - --on serial:/no/such/device", contact_header + '\n').status == 3);
  const Folder folder;
  const std::string file = folder.file("cases.csv", contact_header + '\n');
  CHECK(run("resolve " + file + " -o " + file).status == 2);
  CHECK(folder.text("cases.csv") == contact_header + '\n');
}

// Seen red: all of them were done, and good.
TEST_CASE("resolve: an input without a case is refused") {
  const Folder folder;
  const std::string json = " --json " + folder.file("r.json");
  const Ended table = run("resolve - -o " + folder.file("r.csv") + json, contact_header + '\n');
  CHECK(table.status == 2);
  CHECK(table.err.find("<stdin>: holds no case") != std::string::npos);
  CHECK(!std::filesystem::exists(folder.file("r.csv")));
  CHECK(!std::filesystem::exists(folder.file("r.json")));
  const Ended list = run("resolve " + folder.file("c.json", "{\"cases\": []}"));
  CHECK(list.status == 2);
  CHECK(list.err.find("c.json: holds no case") != std::string::npos);
}

// Seen red: the program's examples under each subcommand's, of subcommands that one build has not.
TEST_CASE("help: every subcommand gives examples and exit status, once") {
  for (const char *command : {"", "resolve ", "replay "}) {
    const Ended ended = run(std::string(command) + "--help");
    CHECK(ended.status == 0);
    CHECK(ended.out.find("xamples") != std::string::npos);
    CHECK(count(ended.out, "Exit status:") == 1);
    if (*command == 0) CHECK(count(ended.out, "touchdown re") == 0);
  }
}

namespace {

template <class Scalar>
void check_derivatives(const std::string &place) {
  const Ended ended = run("resolve - --derivatives --on " + place, contact_cases("a," + contact_numbers + ",,\n"));
  REQUIRE(ended.status == 0);
  const Table table(ended.out);
  const auto scalar = [](double x) { return static_cast<Scalar>(x); };
  touchdown::Contact<Scalar> contact{};
  contact.W = {1, scalar(0.1), scalar(0.2), 2, scalar(0.3), 3};
  contact.v = {-1, scalar(0.7), scalar(0.4)};
  contact.surface = {scalar(0.3), scalar(0.25), scalar(0.6)};
  touchdown::ImpactDerivatives<Scalar> impact{};
  REQUIRE(touchdown::resolve(contact, impact) >= 0);
  const char *rows[] = {"n", "t", "s"}, *columns[] = {"v_n", "v_t", "v_s", "mu_s", "mu_k", "e"};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 6; ++j) {
      check_bits(table, std::string("d_p_") + rows[i] + '_' + columns[j], impact.p[i][j]);
      check_bits(table, std::string("d_v_") + rows[i] + '_' + columns[j], impact.v[i][j]);
    }
  check_bits(table, "p_n", impact.impact.p.n);
}

}  // namespace

TEST_CASE("resolve: derivatives are those of the library, and columns have their names") {
  check_derivatives<double>("host-double");
  check_derivatives<float>("host-float");
  const Ended plain = run("resolve - ", contact_cases("a," + contact_numbers + ",,\n"));
  CHECK(plain.out.find("d_p_n") == std::string::npos);
  CHECK(plain.out == run("resolve - --on host-float", contact_cases("a," + contact_numbers + ",,\n")).out);
  const Ended systems = run("resolve cases.json --derivatives");
  CHECK(systems.status != 0);
  CHECK(systems.err.find("--derivatives are for cases in CSV") != std::string::npos);
}

// Seen red: "--json is for cases in CSV".
TEST_CASE("resolve: cases in JSON have the document that those in CSV have") {
  const Folder folder;
  nlohmann::json cases =
      nlohmann::json::parse(Folder::all_of(TOUCHDOWN_DROPS_FOLDER "/../../systems/examples/double_pendulum.json"));
  const std::size_t count = cases["cases"].size();
  REQUIRE(count > 1);
  cases["cases"][0]["M"] = {{-1, 0}, {0, 1}};
  cases["cases"][2].erase("J");
  const Ended ended = run("resolve " + folder.file("c.json", cases.dump()) + " --json " + folder.file("d.json") +
                          " --report " + folder.file("d.html"));
  CHECK(ended.status == 1);
  const nlohmann::json document = nlohmann::json::parse(folder.text("d.json"));
  const std::string of = std::to_string(count - 2) + " of " + std::to_string(count) + " impacts solved, ";
  CHECK(document["answer"].get<std::string>().rfind(of, 0) == 0);
  CHECK(document["answer"].get<std::string>().find("; 1 refused, 1 could not be read.") != std::string::npos);
  CHECK(document["verdict"] == "bad");
  const nlohmann::json rows = document["tables"]["impacts"]["rows"];
  CHECK(rows.size() == count - 1);
  CHECK(rows[0][2].is_null());
  CHECK(rows[1][2].get<double>() > rows[1][3].get<double>());
}

// A spinning body that is hit beside its point comes at another speed there: by two runs for each axis.
TEST_CASE("resolve: sd_r is of all that another contact point changes") {
  const auto hit_at = [](double x, double y, double z) {
    std::ostringstream row;
    row << "b,2,0.01,0.02,0.03,0,0,0," << x << ',' << y << ',' << z << ",0,0,1,0.5,0.1,-1,3,-9,4,0.2,0.2,0.5,,,0.001\n";
    return row.str();
  };
  constexpr double h = 1e-5;
  const double r[3] = {0.05, -0.03, -0.1};
  std::string rows = hit_at(r[0], r[1], r[2]);
  for (int axis = 0; axis < 3; ++axis)
    for (const double step : {-h, h})
      rows += hit_at(r[0] + (axis == 0 ? step : 0), r[1] + (axis == 1 ? step : 0), r[2] + (axis == 2 ? step : 0));
  const Table table(run("resolve - --derivatives", body_header + ",sd_r\n" + rows).out);
  REQUIRE(table.size() == 7);
  for (const std::string name : {"vx", "vy", "vz", "wx", "wy", "wz"}) {
    CAPTURE(name);
    double variance = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double by = (table.number(2 * axis + 2, name) - table.number(2 * axis + 1, name)) / (2 * h);
      variance += by * by * 1e-6;
    }
    CHECK(variance > 0);
    CHECK(table.number(0, "cov_" + name + '_' + name) == doctest::Approx(variance).epsilon(1e-3));
  }
}

// Of a frictionless ball that bounces straight up, all by hand: v_z after is -e v_z.
TEST_CASE("resolve: a body with standard deviations has the covariance after") {
  const std::string header = body_header + ",sd_vx,sd_vy,sd_vz,sd_wx,sd_wy,sd_wz,sd_e,sd_mu";
  const std::string ball = "b,2,1,1,1,0,0,0,0,0,-1,0,0,1,0.1,0,-3,0,0,0,0,0,0.5,,";
  const Ended ended =
      run("resolve - --derivatives --on host-double", header + '\n' + ball + ",0.1,0.2,0.3,0.4,0.5,0.6,0.05,0\n");
  REQUIRE(ended.status == 0);
  const Table table(ended.out);
  CHECK(table.number(0, "d_vz_vz") == doctest::Approx(-0.5));
  CHECK(table.number(0, "d_vz_e") == doctest::Approx(3));
  CHECK(table.number(0, "d_vx_vx") == doctest::Approx(1));
  CHECK(table.number(0, "cov_vx_vx") == doctest::Approx(0.01));
  CHECK(table.number(0, "cov_vz_vz") == doctest::Approx(0.25 * 0.09 + 9 * 0.0025));
  CHECK(table.number(0, "cov_wz_wz") == doctest::Approx(0.36));
  CHECK(std::abs(table.number(0, "cov_vz_vx")) < 1e-8);
  // An impulse of 9 N s that is off by a part of it, or acts beside its point: by hand, v = dp / m, w = I^-1 (r x dp +
  // dr x p).
  const Ended off = run("resolve - --derivatives", body_header + ",sd_p,sd_r\n" + ball + ",0.01,0.002\n");
  REQUIRE(off.status == 0);
  const Table unexplained(off.out);
  CHECK(unexplained.number(0, "cov_vx_vx") == doctest::Approx(4.5 * 4.5 * 1e-4));
  CHECK(unexplained.number(0, "cov_vz_vz") == doctest::Approx(4.5 * 4.5 * 1e-4));
  CHECK(unexplained.number(0, "cov_wy_wy") == doctest::Approx(81 * 1e-4 + 81 * 4e-6));
  CHECK(unexplained.number(0, "cov_wy_vx") == doctest::Approx(-4.5 * 9 * 1e-4));
  CHECK(std::abs(unexplained.number(0, "cov_wz_wz")) < 1e-8);
  // Where slip stops, the impulse p = 2 (v' - v) along the surface is off by another part of it.
  const std::string stops = "b,2,0.01,0.02,0.03,0,0,0,0.05,-0.03,-0.1,0,0,1,0.5,0.1,-1,3,9,4,0.9,0.9,0.5,,";
  const Table turning(run("resolve - --derivatives", body_header + ",sd_turn\n" + stops + ",0.01\n").out);
  const double x = turning.number(0, "vx") - 0.5, y = turning.number(0, "vy") - 0.1, z = turning.number(0, "vz") + 1;
  const double square = (x * x + y * y + z * z) * 1e-4;
  CHECK(turning.number(0, "cov_vx_vx") == doctest::Approx(square));
  CHECK(turning.number(0, "cov_wy_vx") == doctest::Approx(-0.1 / 0.02 * 2 * square));
  CHECK(std::abs(turning.number(0, "cov_vz_vz")) < 1e-12);
  const Ended without = run("resolve - --derivatives", body_header + '\n' + ball + '\n');
  CHECK(without.out.find("cov_") == std::string::npos);
  const Ended negative = run("resolve - --derivatives", header + '\n' + ball + ",0.1,0.2,-0.3,0.4,0.5,0.6,0.05,0\n");
  CHECK(negative.status == 1);
  CHECK(negative.err.find("sd_vz is not a number of 0 or above") != std::string::npos);
}
