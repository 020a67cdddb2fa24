// `touchdown monitor`: the log of a lander that touches (host_tests/contact_monitor/lander.hpp) through the program,
// held against what its simulation knows; and through a target (emulated_target.hpp), whose every answer is the host's
// to the last bit of the monitor's state.
//
// Seen red: the age left out of a touch's time; MonitorOnTarget that does not compare answers.
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "document.hpp"
#include "monitor_landing.hpp"
#include "monitor_link.h"
#include "program.hpp"
#include "terminal_board.hpp"

using namespace program;
using monitor_landing::landing, monitor_landing::Log, monitor_landing::machine_text;

namespace {

void check_reported(const Ended &ended, const Log &log) {
  CHECK_MESSAGE(ended.status == 0, ended.err);
  const Table table(ended.out);
  std::size_t row = table.size();
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table.text(i, "reported") == "1" && row == table.size()) row = i;
  REQUIRE(row < table.size());
  CHECK(table.text(row, "explanation") == "foot");
  CHECK(table.number(row, "foot") == log.foot);
  CHECK(table.number(row, "truth_foot") == log.foot);
  CHECK(std::abs(table.number(row, "t") - log.touched_at) < 0.01);
}

}  // namespace

TEST_CASE("monitor: the touch of a log, beside its truth, in float and in double") {
  const Folder folder;
  const Log log = landing();
  REQUIRE(log.foot >= 0);
  const std::string arguments =
      "monitor " + folder.file("log.csv", log.text) + " --machine " + folder.file("machine.json", machine_text);
  check_reported(run(arguments), log);
  check_reported(run(arguments + " --on host-double"), log);
  check_reported(run("monitor " + folder.file("log.csv") + " --machine -", machine_text), log);
  const Ended ended = run(arguments + " --report " + folder.file("page.html"));
  CHECK(ended.err.find("1 touches in the log: 1 reported with their foot") != std::string::npos);
  const nlohmann::json document = document_in(folder.text("page.html"));
  CHECK(figures_in(document) == "feet felt contact ");
  CHECK(document["answer"].get<std::string>().find("1 touches in the log: 1 reported with their foot") !=
        std::string::npos);
}

// Seen red: "several at once at 0.999 s", and the likeliest single foot in the table of the page.
TEST_CASE("monitor: feet that touch at once are named") {
  const Folder folder;
  const std::string machine = folder.file("m.json", run("monitor --example").out);
  std::mt19937 random(1);
  std::normal_distribution<double> a(0, 0.05), w(0, 0.005);
  std::ostringstream log;
  log << "t,ax,ay,az,wx,wy,wz\n";
  for (int i = 0; i < 1300; ++i) {
    const double jolt = i >= 1000 && i < 1004 ? 280 * std::sin(3.14159265358979 * (i - 999.5) / 4) : 0;
    const double turn = i >= 1000 ? -2 * std::min(1.0, (i - 1000) / 4.0) : 0;
    log << i / 1000.0 << ',' << a(random) << ',' << a(random) << ',' << jolt + a(random) << ',' << w(random) << ','
        << turn + w(random) << ',' << w(random) << '\n';
  }
  const Ended ended = run("monitor " + folder.file("l.csv", log.str()) + " --machine " + machine);
  CHECK(ended.err.find("foot 0 and foot 1 and foot 2 at ") != std::string::npos);
  CHECK(Table(ended.out).text(0, "feet").find("0 1 2") == 0);
}

TEST_CASE("monitor: what it cannot use is said") {
  const Folder folder;
  const std::string log = folder.file("log.csv", "t,ax,ay,az,wx,wy,wz\n0,0,0,0,0,0,0\n");
  CHECK(run("monitor " + log + " --machine " + folder.file("none.json")).status == 2);
  const Ended odd = run("monitor " + log + " --machine " + folder.file("odd.json", "{\"mass\": 1, \"foot\": 2}"));
  CHECK(odd.status == 2);
  CHECK(odd.err.find("machine of a contact monitor") != std::string::npos);
}

// Its page has no section with nothing in it.
TEST_CASE("monitor: a log without a sample that can be used is refused") {
  const Folder folder;
  const std::string machine = folder.file("machine.json", machine_text);
  for (const char *rows : {"", "0,0,0,x,0,0,0\n"}) {
    const std::string log = folder.file("log.csv", std::string("t,ax,ay,az,wx,wy,wz\n") + rows);
    const Ended ended = run("monitor " + log + " --machine " + machine);
    CHECK(ended.status == 2);
    CHECK(ended.err.find("log.csv: holds no sample that can be used") != std::string::npos);
  }
}

// Seen red: a truth that fits into no int converted as it is, which is undefined.
TEST_CASE("monitor: a row whose truth is no foot is left out and counted") {
  const Folder folder;
  const std::string machine = folder.file("machine.json", machine_text);
  for (const char *truth : {"1e51", "-1", "0.5", "1000"}) {
    CAPTURE(truth);
    const std::string rows =
        std::string("t,ax,ay,az,wx,wy,wz,truth\n0,0,0,0,0,0,0,\n0.001,0,0,0,0,0,0,") + truth + '\n';
    const Ended ended = run("monitor " + folder.file("log.csv", rows) + " --machine " + machine);
    CHECK(ended.status == 1);
    CHECK(ended.err.find("no number of a foot or contact") != std::string::npos);
  }
}

TEST_CASE("monitor: on a board the same, bit by bit, and a board that differs is reported") {
  const Folder folder;
  const std::string words =
      "monitor " + folder.file("log.csv", landing().text) + " --machine " + folder.file("machine.json", machine_text);
  std::vector<td_link_function> functions(monitor_link, monitor_link + MONITOR_LINK_COUNT);
  TerminalBoard::Flaws flaws = TerminalBoard::Flaws::serving(functions);
  {
    const TerminalBoard board(flaws);
    const Ended there = run(words + " --on " + board.place());
    CHECK_MESSAGE(there.status == 0, there.err);
    CHECK(there.out == run(words).out);
    CHECK(there.err.find("a sample in the mean") != std::string::npos);
  }
  functions.back().call = [](void *context, const void *request, void *result) -> std::int32_t {
    const std::int32_t status = monitor_link[MONITOR_LINK_COUNT - 1].call(context, request, result);
    static_cast<monitor_link_answer *>(result)->state ^= 1;  // a bit of the state that no answer shows
    return status;
  };
  const TerminalBoard other(flaws);
  const Ended differs = run(words + " --on " + other.place());
  CHECK(differs.status == 4);
  CHECK(differs.err.find("differs from host-float") != std::string::npos);
  CHECK(differs.out == run(words).out);
}
