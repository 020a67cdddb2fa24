// Text of a table, a rig, a scenario, a results file or a device that would be a command, markup or a formula where it
// is written to: nothing runs, and what is shown is the text. Seen red, each of them: the program whose pictures had
// ids, names and units in their script, so that the commands ran, and which printed and wrote text as it came.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>

#include "cli/text.hpp"
#include "document.hpp"
#include "program.hpp"
#include "records/source.hpp"
#include "replay/replay.hpp"
#include "terminal_board.hpp"
#include "touchdown/touchdown.h"

using namespace program;

namespace {

// Each would make the file RAN in the folder, were it run.
std::vector<std::string> hostile_texts(const Folder &folder) {
  const std::string touch = "touch " + folder.file("RAN");
  return {"x'; system('" + touch + "'); set title 'y",
          "x\"; system(\"" + touch + "\"); set title \"y",
          "`" + touch + "`",
          "$(" + touch + ")",
          "'; set output '" + folder.file("RAN") + "'; set title '",
          "o'brien",
          "<script>RAN()</script>",
          "</text></svg><img src=x onerror=RAN()>",
          "&amp; %s %n \\ @text-0@",
          "=cmd|'/c RAN'!A1",
          "@SUM(1+1)*cmd",
          "\x1b]0;RAN\x07",
          "\u009b31mC1",
          "\x9b\x31m astray",
          "\u202eright to left\u2066\u200f",
          "a\r=cmd|calc!A1"};
}

// No byte moves a cursor, turns the direction of the text, or begins a line of its own.
bool is_tame(const std::string &text) {
  for (const char *wild : {"\x1b", "\x07", "\r", "\u009b", "\u202e", "\u2066", "\u200f", "\nforged"})
    if (text.find(wild) != std::string::npos) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\x9b' && (i == 0 || static_cast<unsigned char>(text[i - 1]) < 0x80)) return false;
  return true;
}

// Cells as any spreadsheet may part them, none of which is calculated. Knows nothing of the writer.
void check_no_formula(const std::string &csv) {
  std::string cells = csv;
  for (const char *blank : {"\u00a0", "\ufeff", "\u3000"})
    for (std::size_t at; (at = cells.find(blank)) != std::string::npos;)
      cells.replace(at, std::string(blank).size(), " ");
  for (const char *wide : {"\uff1d", "\uff0b", "\uff0d", "\uff20"})
    for (std::size_t at; (at = cells.find(wide)) != std::string::npos;) cells.replace(at, 3, "=");
  const std::regex number("[+-]?([0-9.]+(e[+-]?[0-9]+)?|nan|inf)");
  const std::string ends(",;|\t\r\n\v\f\0\"", 10);
  for (std::size_t at = 0; at < cells.size();) {
    const std::size_t end = std::min(cells.find_first_of(ends, at), cells.size());
    std::string cell = cells.substr(at, end - at);
    cell.erase(0, std::min(cell.find_first_not_of(' '), cell.size()));
    cell.erase(cell.find_last_not_of(' ') + 1);
    const bool calculated = !cell.empty() && std::string("=+-@").find(cell[0]) != std::string::npos;
    CHECK_MESSAGE((!calculated || std::regex_match(cell, number)), cell);
    at = end + 1;
  }
}

std::string quoted(const std::string &text) {
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + '"';
}

// Impacts of the recorded square, so many, with the texts for ids.
std::string impacts(const std::vector<std::string> &ids, std::size_t count) {
  const std::vector<std::string> recorded = lines_of(Folder::all_of(TOUCHDOWN_DROPS_FOLDER "/square.csv"));
  std::string table = recorded.front() + '\n';
  for (std::size_t i = 1; i <= count; ++i)
    table += quoted(ids[i % ids.size()]) + recorded[i].substr(recorded[i].find(',')) + '\n';
  return table;
}

std::string unpacked(const std::string &path) {
  touchdown::host::Source in(path);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

std::string rig_named(const std::string &name) {
  nlohmann::json rig = nlohmann::json::parse(Folder::all_of(TOUCHDOWN_DROPS_FOLDER "/square.rig.json"));
  rig["name"] = rig["description"] = name;
  return rig.dump();
}

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void check_tame_page(const std::string &page) {
  CHECK(page.find("<script>RAN") == std::string::npos);
  CHECK(page.find("<img") == std::string::npos);
  CHECK(is_tame(on_one_line(page)));  // where a page's text goes on is up to the browser
}

// What a page shows of its document is held by page/page.test.mjs.
void check_page(const Folder &folder, const std::string &name, const std::vector<std::string> &shown) {
  check_tame_page(folder.text(name));
  const std::string texts = texts_in(document_in(folder.text(name)));
  CHECK(is_tame(on_one_line(texts)));
  for (const std::string &text : shown)
    CHECK_MESSAGE(texts.find(touchdown::host::without_controls(text, "\xEF\xBF\xBD", "\n")) != std::string::npos, text);
}

void check_terminal(const Ended &ended) {
  CHECK_MESSAGE(ended.status == 0, ended.err);
  CHECK_MESSAGE(is_tame(ended.out + ended.err), (ended.out + ended.err));
}

bool nothing_ran(const Folder &folder) { return !std::filesystem::exists(folder.file("RAN")); }

}  // namespace

TEST_CASE("hostile text: ids of drops, in each picture of a replay's report") {
  const Folder folder;
  const std::vector<std::string> texts = hostile_texts(folder);
  for (std::size_t from = 0; from < texts.size(); from += 4) {
    const std::vector<std::string> some(texts.begin() + static_cast<std::ptrdiff_t>(from),
                                        texts.begin() + static_cast<std::ptrdiff_t>(from + 4));
    check_terminal(run("replay --on host-float " + folder.file("drops.csv", impacts(some, 4)) + " --report " +
                       folder.file("report.html")));
    check_page(folder, "report.html", some);
  }
  CHECK(nothing_ran(folder));
}

TEST_CASE("hostile text: names of a rig, and ids in a report of identify") {
  const Folder folder;
  for (const std::string &text : {hostile_texts(folder)[0], hostile_texts(folder)[6], std::string("a\n'b\n")}) {
    const std::string table = folder.file("drops.csv", impacts(hostile_texts(folder), 24));
    const std::string rig = " --rig " + folder.file("rig.json", rig_named(text));
    check_terminal(run("identify " + table + rig + " --report " + folder.file("identified.html") + " -o " +
                       folder.file("surface.json")));
    check_page(folder, "identified.html", {text});
    check_terminal(run("replay -q --on host-float " + table + rig + " --surface " + folder.file("surface.json") +
                       " --report " + folder.file("replayed.html")));
    check_page(folder, "replayed.html", {text});
  }
  CHECK(nothing_ran(folder));
}

TEST_CASE("hostile text: what a device calls itself and its counter") {
  const Folder folder;
  const std::string table = folder.file("drops.csv", impacts({"a"}, 2));
  const char *names[] = {
      "';system('reboot');'", "`RAN`", "<img src=RAN>", "\x1b]0;RAN\x07", "a\nforged", "\u009b31m", "\x9b\x31m",
      "\u202eRAN\u2066"};
  for (const char *name : names) {
    TerminalBoard::Flaws flaws;
    flaws.name = flaws.counter_name = name;
    const TerminalBoard board(flaws);
    check_terminal(run("replay -q " + table + " --on " + board.place() + " --report " + folder.file("report.html")));
    check_page(folder, "report.html", {std::string(name).substr(0, 15)});
  }
}

TEST_CASE("hostile text: the unit of a results file that was made up") {
  const Folder folder;
  const std::string table = folder.file("drops.csv", impacts({"a"}, 2)), results = folder.file("results.csv");
  const std::string text = hostile_texts(folder)[0];
  const TerminalBoard board;
  REQUIRE(run("replay -q " + table + " --on " + board.place() + " --results " + results).status == 0);
  const touchdown::host::ReplayLog honest(results);
  const std::string made_up = folder.file("made_up.csv");
  {
    touchdown::host::ReplayLog log(made_up);
    touchdown::TargetIdentity identity = *honest.target();
    identity.counter = text;
    log.begin_session(identity);
    for (const auto &answer : honest.answers()) log.add(answer, {});
    log.end_session({});
  }
  const Ended ended = run("replay -q " + table + " --on serial:/no/such/device --results " + made_up + " --report " +
                          folder.file("report.html"));
  check_terminal(ended);
  check_page(folder, "report.html", {text});
  CHECK(nothing_ran(folder));
}

TEST_CASE("hostile text: a scenario's name and source") {
  const Folder folder;
  nlohmann::json scenario = nlohmann::json::parse(Folder::all_of(TOUCHDOWN_LANDINGS "/mascot_like.json"));
  for (const std::string &text : hostile_texts(folder)) {
    scenario["name"] = scenario["illustrates"] = scenario["source"] = text;
    check_terminal(
        run("land " +
            folder.file("scenario.json", scenario.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) +
            " --report " + folder.file("report.html")));
    check_page(folder, "report.html", {});
  }
  CHECK(nothing_ran(folder));
}

TEST_CASE("hostile text: fields that a spreadsheet would take for formulas") {
  const std::string cases = contact_header + ",note,offset\n=1+1," + contact_numbers +
                            ",,,\" @SUM(A1)\",-1.5\n\"+x,y\"," + contact_numbers + ",,,plain,-1.5m\n";
  const Ended ended = run("resolve -", cases);
  check_terminal(ended);
  const Table table(ended.out);
  CHECK(table.text(0, "id") == "'=1+1");
  CHECK(table.text(0, "note") == "' @SUM(A1)");
  CHECK(table.text(0, "offset") == "-1.5");
  CHECK(table.text(1, "id") == "'+x,y");
  CHECK(table.text(1, "note") == "plain");
  CHECK(table.text(1, "offset") == "'-1.5m");
}

// Seen red: a formula behind a carriage return, a blank that is not ASCII's, a byte of 0, in double width, or behind a
// semicolon, in each of them.
TEST_CASE("hostile text: no writer of tables writes a formula") {
  const Folder folder;
  using namespace std::string_literals;
  const std::string texts[] = {
      "=cmd|calc!A1"s, "x,=1"s,       "@SUM(1)"s,    "a\r=HYPERLINK(1)"s, " \t=1"s,  "x;=cmd|calc!A1"s, "x\t+cmd"s,
      "\uff1d1+1"s,    "\ufeff=1+1"s, "\u00a0=1+1"s, "\u3000\uff201"s,    "\v=1"s,   "\f=1"s,           "\0=1"s,
      "a\0=1"s,        "-2+3"s,       "-1;=1"s,      "1|-cmd"s,           "\r\r=1"s, "\uff0b1"s,        "\u200b=1"s,
      "-nan(1)"s};
  std::string cases = contact_header, poses = "id,turn\n", thrown = "toss,t,x,y,z,qw,qx,qy,qz\n";
  for (const std::string &text : texts) cases += ',' + quoted(text);
  cases += '\n';
  for (const std::string &text : texts) {
    cases += text.find(',') < text.size() ? quoted(text) : text;
    cases += ',' + contact_numbers + ",,";
    for (const std::string &cell : texts) cases += ',' + (cell.find(',') < cell.size() ? quoted(cell) : cell);
    cases += '\n';
    poses += quoted(text) + ",0\n";
  }
  const Ended resolved = run("resolve " + folder.file("cases.csv", cases));
  CHECK_MESSAGE(resolved.status == 0, resolved.err);
  CHECK(lines_of(resolved.out).size() == 1 + std::size(texts));
  check_no_formula(resolved.out);

  folder.file("arm.urdf",
              "<robot name='x'><link name='base'/><link name='=tip'><inertial><mass value='2'/><inertia ixx='0.01' "
              "iyy='0.01' izz='0.01' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='=turn' type='continuous'>"
              "<parent link='base'/><child link='=tip'/><axis xyz='0 0 1'/></joint></robot>");
  const std::string arm = folder.file(
      "arm.json",
      "{\"name\": \"x\", \"urdf\": \"arm.urdf\", \"base\": \"base\", \"tool\": \"=tip\", \"tool_point\": [0.5, "
      "0, 0], \"normal\": [0, -1, 0], \"surface\": {\"mu\": 0.2, \"e\": 0.5}, \"limits\": {\"joint_impulse\": 3}}");
  poses.replace(poses.find("turn"), 4, "=turn");
  const Ended reached = run("reach " + arm + " --poses " + folder.file("poses.csv", poses));
  CHECK_MESSAGE(reached.status == 0, reached.err);
  check_no_formula(reached.out);

  const std::vector<std::string> ids(std::begin(texts), std::end(texts));
  const TerminalBoard board;
  REQUIRE(run("replay -q " + folder.file("drops.csv", impacts(ids, std::size(texts))) + " --rig " +
              folder.file("rig.json", rig_named("\u00a0=1")) +
              " --surface " TOUCHDOWN_DROPS_FOLDER "/square.surface.json --on " + board.place() + " --results " +
              folder.file("results.csv"))
              .status == 0);
  check_no_formula(folder.text("results.csv"));

  std::string recorded;
  for (const std::string &row : lines_of(unpacked(TOUCHDOWN_DROPS_FOLDER "/cube_tosses.csv.gz")))
    if (row.rfind("0,", 0) == 0) recorded += row.substr(1) + '\n';
  for (const std::string &text : {texts[3], texts[5], texts[9], texts[13]}) {
    for (const std::string &row : lines_of(recorded)) thrown += quoted(text) + row + '\n';
  }
  const std::string toss_file = folder.file("tosses.csv", thrown);
  const Ended rolled = run("roll --on host-float " + toss_file + " -o -");
  CHECK_MESSAGE(rolled.status == 0, rolled.err);
  check_no_formula(rolled.out);
  run("identify " + toss_file + " --points 1 --impacts " + folder.file("impacts.csv"));
  check_no_formula(folder.text("impacts.csv"));
}

// Seen red: what could not be drawn ended the program with 2 and no report.
TEST_CASE("hostile text: a device that answers no number ends with a report, and the status that says it differs") {
  const Folder folder;
  const std::string table = folder.file("drops.csv", impacts({"a"}, 8));
  for (const float wrong :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e38F, -3e38F}) {
    static float answered;
    answered = wrong;
    std::vector<td_link_function> functions(td_link_resolver, td_link_resolver + TD_LINK_RESOLVER_COUNT);
    for (td_link_function &function : functions)
      if (function.signature.function == TD_LINK_RESOLVE_BODY)
        function.call = [](void *, const void *, void *result) -> std::int32_t {
          td_body_impact impact{};
          for (float &x : impact.v) x = answered;
          for (float &x : impact.w) x = answered;
          impact.impact.p.n = answered;
          std::memcpy(result, &impact, sizeof impact);
          return 0;
        };
    const TerminalBoard board(TerminalBoard::Flaws::serving(functions));
    const std::string report = folder.file("report.html");
    std::filesystem::remove(report);
    const Ended ended = run("replay " + table + " --on " + board.place() + " --report " + report);
    CHECK_MESSAGE(ended.status == 4, ended.err);
    CHECK(folder.text("report.html").find("</html>") != std::string::npos);
  }
}

TEST_CASE("hostile text: a results file knows its drops again, whatever their ids") {
  const Folder folder;
  const std::string table = folder.file("drops.csv", impacts(hostile_texts(folder), 12));
  const std::string results = folder.file("results.csv");
  const TerminalBoard board;
  REQUIRE(run("replay -q " + table + " --on " + board.place() + " --results " + results).status == 0);
  CHECK(run("replay -q " + table + " --on serial:/no/such/device --results " + results).status == 0);
  CHECK(folder.text("results.csv").find(",\"=cmd") == std::string::npos);
}
