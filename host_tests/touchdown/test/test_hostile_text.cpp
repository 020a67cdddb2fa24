// Text of a table, a rig, a scenario, a results file or a device that would be a command, markup or a formula where it
// is written to: nothing runs, and what is shown is the text. Seen red, each of them: the program whose pictures had
// ids, names and units in their script, so that the commands ran, and which printed and wrote text as it came.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"
#include "replay/replay_log.hpp"
#include "report/report.hpp"
#include "terminal_board.hpp"

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
          "\x1b]0;RAN\x07"};
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

std::string rig_named(const std::string &name) {
  nlohmann::json rig = nlohmann::json::parse(Folder::all_of(TOUCHDOWN_DROPS_FOLDER "/square.rig.json"));
  rig["name"] = rig["description"] = name;
  return rig.dump();
}

void check_page(const Folder &folder, const std::string &name, const std::vector<std::string> &shown) {
  const std::string page = folder.text(name);
  CHECK(page.find("<script>RAN") == std::string::npos);
  CHECK(page.find("<img") == std::string::npos);
  CHECK(page.find('\x1b') == std::string::npos);
  for (const std::string &text : shown)
    CHECK_MESSAGE(page.find(touchdown::host::escaped(text)) != std::string::npos, text);
}

void check_terminal(const Ended &ended) {
  CHECK_MESSAGE(ended.status == 0, ended.err);
  CHECK((ended.out + ended.err).find('\x1b') == std::string::npos);
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
  const char *names[] = {"';system('reboot');'", "`RAN`", "<img src=RAN>", "\x1b]0;RAN\x07"};
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
        run("land " + folder.file("scenario.json", scenario.dump()) + " --report " + folder.file("report.html")));
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

TEST_CASE("hostile text: a results file knows its drops again, whatever their ids") {
  const Folder folder;
  const std::string table = folder.file("drops.csv", impacts(hostile_texts(folder), 12));
  const std::string results = folder.file("results.csv");
  const TerminalBoard board;
  REQUIRE(run("replay -q " + table + " --on " + board.place() + " --results " + results).status == 0);
  CHECK(run("replay -q " + table + " --on serial:/no/such/device --results " + results).status == 0);
  CHECK(folder.text("results.csv").find(",\"=cmd") == std::string::npos);
}
