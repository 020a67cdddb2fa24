// `touchdown replay` on boards at the far end of a terminal, good ones and bad ones, and in process; `touchdown roll`
// on boards that are lost.
#include <doctest/doctest.h>

#include <chrono>
#include <functional>
#include <map>
#include <sstream>
#include <thread>

#include "cli/text.hpp"
#include "crc32.h"
#include "document.hpp"
#include "land.h"
#include "program.hpp"
#include "records/csv.hpp"
#include "records/source.hpp"
#include "replay/replay.hpp"
#include "report/statistics.hpp"
#include "terminal_board.hpp"
#include "touchdown/touchdown.h"

using namespace program;

namespace {

const std::string cube = TOUCHDOWN_DROPS_FOLDER "/cube.csv";
const std::string damaged = "damaged lines of the results file, left out";
const std::string all_bits = "bits equal to host-float: 349 of 349";

std::string replay_cube(const TerminalBoard &board) { return "replay -q " + cube + " --on " + board.place(); }

bool says(const Ended &ended, const std::string &words) {
  return (ended.out + ended.err).find(words) != std::string::npos;
}

// What stands behind these words in a row of a printed table; empty where they begin none.
std::string value_of(const Ended &ended, const std::string &words) {
  for (const std::string &line : lines_of(ended.out))
    if (line.rfind(words + "  ", 0) == 0) return line.substr(line.find_first_not_of(' ', words.size()));
  return "";
}

// A firmware that is off by one bit in each of the drops.
std::int32_t wrong_resolve_body(void *, const void *request, void *result) {
  const td_status status =
      td_resolve_body(static_cast<const td_body_contact *>(request), static_cast<td_body_impact *>(result));
  static_cast<unsigned char *>(result)[5] ^= 1;
  return status;
}

const td_link_function always_wrong[TD_LINK_RESOLVER_COUNT] = {
    td_link_resolver[0],
    {{TD_LINK_RESOLVE_BODY, sizeof(td_body_contact), sizeof(td_body_impact)}, wrong_resolve_body, nullptr}};

// A firmware that is off by one bit in one of the drops.
std::int32_t almost_resolve_body(void *, const void *request, void *result) {
  const td_status status =
      td_resolve_body(static_cast<const td_body_contact *>(request), static_cast<td_body_impact *>(result));
  static int calls;
  if (++calls == 100) static_cast<unsigned char *>(result)[5] ^= 1;
  return status;
}

const td_link_function almost_right[TD_LINK_RESOLVER_COUNT] = {
    td_link_resolver[0],
    {{TD_LINK_RESOLVE_BODY, sizeof(td_body_contact), sizeof(td_body_impact)}, almost_resolve_body, nullptr}};

}  // namespace

// The hash is that of `sha256sum`, which makes it by other code. Seen red: the hash of a file that was read before;
// numbers to five digits; another document in the page than in the file of --json; the command line of the parser.
TEST_CASE("replay: in process it prints each drop and writes a report with its pictures") {
  const Folder folder;
  const std::string command =
      "replay --on host-float --report " + folder.file("drops.html") + " --json " + folder.file("d.json");
  const Ended ended = run(command);
  CHECK(ended.status == 0);
  CHECK(count(ended.out, "\ncube   ") >= 349);
  CHECK(count(ended.out, "\nsquare ") >= 529);
  CHECK(value_of(ended, "resolved").find("349") < value_of(ended, "resolved").find("529"));
  const nlohmann::json report = document_in(folder.text("drops.html"));
  CHECK(report == nlohmann::json::parse(folder.text("d.json")));
  CHECK(figures_in(report) == "components errors ");
  CHECK(report["sections"].size() == 7);
  CHECK(report["tables"]["drops"]["rows"].size() == 349 + 529);
  const nlohmann::json &drops = report["tables"]["drops"];
  CHECK(drops["columns"][7]["name"] == "E-norm");
  for (std::size_t i = 1; i < 349; ++i) CHECK(drops["rows"][i - 1][7] >= drops["rows"][i][7]);  // the worst first
  CHECK(report["verdict"] == "good");
  CHECK(report["answer"].get<std::string>().find("cube: predicted within 3.5") == 0);
  std::string words;
  for (const auto &word : report["run"]["command_line"]) words += word.get<std::string>() + ' ';
  CHECK(words == "touchdown " + command + ' ');
  CHECK(report["run"]["inputs"].size() == 6);  // two tables, each with its rig and its surface
  for (const auto &input : report["run"]["inputs"]) {
    const std::string name = input["name"], hash = input["sha256"];
    CHECK(std::system(("echo '" + hash + "  " + name + "' | sha256sum --check --status").c_str()) == 0);
    CHECK(input.contains("text") == (name.find(".json") != std::string::npos));
  }
}

// Seen red: E_norm and linear the other way round in the row; the rows of the first body alone; the lines printed as
// well.
TEST_CASE("replay: with --rows each drop is a row of a table, whose medians are those of the answer, and no line") {
  const Folder folder;
  const Ended ended = run("replay --on host-float --rows " + folder.file("drops.csv"));
  CHECK(ended.status == 0);
  CHECK(count(ended.out, "\ncube   ") < 20);
  std::istringstream file(folder.text("drops.csv"));
  touchdown::host::CsvReader reader(file);
  touchdown::host::CsvRow row;
  REQUIRE(reader.next(row));
  const std::size_t E_norm = *touchdown::host::place_of(row, "E_norm");
  std::map<std::string, std::vector<double>> errors;
  while (reader.next(row)) errors[row.fields.at(0).text].push_back(std::stod(row.fields.at(E_norm).text));
  CHECK(errors["cube"].size() == 349);
  CHECK(errors["square"].size() == 529);
  for (const auto &[body, of_body] : errors)
    CHECK(says(ended, body + ": predicted within " + touchdown::host::percent(touchdown::host::median(of_body)) +
                          " (E-norm)"));
}

TEST_CASE("replay: data that cannot be used are named") {
  const Folder folder;
  const std::string file =
      folder.file("drops.csv", "id,theta,r_x,r_z,vm_x,vm_z,wm,vp_x,vp_z,wp\n1,0,0,x,0,0,0,0,0,0\n");
  const Ended ended = run("replay -q --on host-float " + file);
  CHECK(ended.status == 2);
  CHECK(says(ended, file + ":2:7: r_z: 'x' is not a number"));
  CHECK(run("replay -q --on host-float " + folder.file("empty.csv", "")).status == 2);
  CHECK(run("replay -q --on host-float " + folder.file("other.csv", "a,b\n")).status == 2);
  CHECK(run("replay -q --on host-float --results " + folder.file("results.csv")).status == 2);
}

TEST_CASE("replay: a drop that the library refuses is named, the others are done") {
  const Folder folder;
  std::string table = "id,theta,r_x,r_z,vm_x,vm_z,wm,vp_x,vp_z,wp\n";
  table += "good,0.5,0.01,-0.04,0.3,-1,0,0.2,0.5,3\nbad,0.5,0.01,-0.04,1e30,-1e30,0,0.2,0.5,3\n";
  const Ended ended = run("replay -q --on host-float " + folder.file("drops.csv", table));
  CHECK(ended.status == 1);
  CHECK(value_of(ended, "resolved") == "1");
  CHECK(value_of(ended, "square   bad").find("refused: ") == 0);
}

TEST_CASE("replay: a board on a serial device") {
  const TerminalBoard board;
  const Folder folder;
  const Ended ended = run(replay_cube(board) + " --report " + folder.file("report.html"));
  INFO(ended.err);
  CHECK(ended.status == 0);
  CHECK(says(ended, all_bits));
  CHECK(value_of(ended, "requests put") == "349");
  CHECK(value_of(ended, "answers accepted") == "349");
  CHECK(value_of(ended, "requests sent again") == "0");
  CHECK(value_of(ended, "greetings sent") == "1");
  CHECK(value_of(ended, "work of an impact, median").find("nanoseconds") == 0);
  CHECK(figures_in(document_in(folder.text("report.html"))) == "components errors work ");
}

TEST_CASE("replay: a board that garbles, starts anew and stalls") {
  TerminalBoard::Flaws flaws;
  flaws.faults.drop = flaws.faults.flip = flaws.faults.duplicate = flaws.faults.truncate = 2e-4;
  flaws.faults.repeat = 0.01;
  flaws.faults.reset = 5e-5;
  flaws.stalls_every = 250;
  flaws.stall = std::chrono::milliseconds(2200);  // longer than any answer is waited for
  const TerminalBoard board(flaws);
  const Ended ended = run(replay_cube(board));
  CHECK(ended.status == 0);
  CHECK(says(ended, all_bits));
  CHECK(value_of(ended, "answers accepted") == "349");
  for (const char *counted :
       {"requests sent again", "of these: nothing came in time", "of these: something arrived garbled",
        "frames garbled on the way here", "frames garbled on the way there", "answers that came again",
        "times the target started anew"})
    CHECK_MESSAGE(std::stoi(value_of(ended, counted)) > 0, counted);
}

TEST_CASE("resolve: what a bad line cost is said") {
  const Folder folder;
  std::string cases = contact_header + '\n';
  for (int i = 0; i < 300; ++i) cases += "a," + contact_numbers + ",,\n";
  TerminalBoard::Flaws flaws;
  flaws.faults.flip = 2e-4;
  const TerminalBoard bad(flaws), good;
  const std::string resolve = "resolve " + folder.file("cases.csv", cases) + " --on ";
  const Ended ended = run(resolve + bad.place());
  CHECK(ended.status == 0);
  CHECK(ended.err.find("link: requests put: 300; answers accepted: 300; requests sent again: ") != std::string::npos);
  CHECK(lines_of(run(resolve + good.place()).err).size() == 1);  // the answer
}

TEST_CASE("replay: one bit that differs") {
  TerminalBoard::Flaws flaws;
  flaws.functions = almost_right;
  const TerminalBoard board(flaws);
  const Ended ended = run(replay_cube(board));
  CHECK(ended.status == 4);
  CHECK(says(ended, "bits equal to host-float: 348 of 349"));
  CHECK(says(ended, "the target differs from host-float in some bits of 1 drops"));
}

TEST_CASE("replay: a budget that is exceeded") {
  const TerminalBoard board;
  const Ended ended = run(replay_cube(board) + " --budget 1");
  CHECK(ended.status == 5);
  CHECK(value_of(ended, "over the budget of 1") == "349");
  CHECK(run(replay_cube(board) + " --budget 4000000000").status == 0);
  CHECK(run("replay -q " + cube + " --on host-float --budget 1").err.find("counts none") != std::string::npos);
}

TEST_CASE("replay: killed and started again it goes on, and comes to the same") {
  TerminalBoard::Flaws flaws;
  flaws.stalls_every = 1;
  flaws.stall = std::chrono::milliseconds(3);
  const TerminalBoard slow(flaws);
  const Folder folder;
  const std::string file = folder.file("results.csv");
  {
    Started replay({"replay", "-q", cube, "--on", slow.place(), "--results", file});
    REQUIRE(wait_for_lines(folder, "results.csv", 50));
    replay.end(SIGKILL);
  }
  const std::string cut = folder.text("results.csv");
  const std::size_t kept = lines_of(cut).size() - 1;
  REQUIRE(kept < 349);
  folder.file("results.csv", cut + lines_of(cut).back().substr(0, 100));  // the next line, cut short

  const Ended ended = run(replay_cube(slow) + " --results " + file);
  CHECK(ended.status == 0);
  CHECK(says(ended, all_bits));
  CHECK(value_of(ended, "times the target was opened") == "2");
  CHECK(value_of(ended, "answers taken from the results file") == std::to_string(kept));
  CHECK(value_of(ended, damaged) == "1");
  {
    const touchdown::host::ReplayLog log(file);
    CHECK(log.answers().size() == 349);
    CHECK(log.link().answers == 349 + 8);  // some that the file held are asked again
  }

  // Done, it needs the board no more.
  CHECK(run("replay -q " + cube + " --on serial:/nonexistent/tty --results " + file).status == 0);
}

// The tosses 0 and 1 of the cube.
std::string two_tosses() {
  touchdown::host::Source source(TOUCHDOWN_DROPS_FOLDER "/cube_tosses.csv.gz");
  std::string table, line;
  for (bool header = true; std::getline(source, line) && (header || std::stoi(line) < 2); header = false)
    table += line + '\n';
  return table;
}

TerminalBoard::Flaws landing_board(unsigned stalls_every, std::chrono::milliseconds stall) {
  TerminalBoard::Flaws flaws;
  flaws.functions = td_link_land;
  flaws.function_count = TD_LINK_LAND_COUNT;
  flaws.stalls_every = stalls_every;
  flaws.stall = stall;
  return flaws;
}

// What `roll` writes of the tosses, but for the work, which is of the target.
std::string rolled_in(const Folder &folder, const std::string &name) {
  return without("instructions", folder.text(name));
}

// Seen red:
TEST_CASE("roll: killed and started again it goes on, and comes to the same") {
  const TerminalBoard slow(landing_board(1, std::chrono::milliseconds(3)));
  const Folder folder;
  const std::string tosses = folder.file("tosses.csv", two_tosses()), file = folder.file("results.csv");
  {
    Started roll({"roll", tosses, "--on", slow.place(), "--results", file});
    REQUIRE(wait_for_lines(folder, "results.csv", 20));
    roll.end(SIGKILL);
  }
  const std::string cut = folder.text("results.csv");
  const std::size_t kept = lines_of(cut).size() - 1;
  folder.file("results.csv", cut + lines_of(cut).back().substr(0, 50));  // the next line, cut short

  const Ended here = run("roll " + tosses + " --on host-float -o " + folder.file("here.csv"));
  const std::string again = "roll " + tosses + " --results " + file + " -o " + folder.file("on.csv") + " --on ";
  const Ended ended = run(again + slow.place());
  INFO(ended.err);
  CHECK(ended.status == here.status);
  CHECK(value_of(ended, "times the target was opened") == "2");
  CHECK(value_of(ended, "answers taken from the results file") == std::to_string(kept));
  CHECK(value_of(ended, damaged) == "1");
  CHECK(rolled_in(folder, "on.csv") == rolled_in(folder, "here.csv"));
  // Done, it needs the board no more.
  const Ended without_board = run(again + "serial:/nonexistent/tty");
  CHECK(without_board.status == here.status);
  CHECK(says(without_board, "the target was not asked  "));
  CHECK(rolled_in(folder, "on.csv") == rolled_in(folder, "here.csv"));
  CHECK(run("roll " + tosses + " --on host-float --results " + file).status == 2);
}

// Seen red:
TEST_CASE("roll: a board that is lost is opened again, and gives the same") {
  const TerminalBoard bad(landing_board(40, std::chrono::milliseconds(1600)));
  const Folder folder;
  const std::string tosses = folder.file("tosses.csv", two_tosses());
  const Ended here = run("roll " + tosses + " --on host-float -o " + folder.file("here.csv"));
  const Ended lost = run("roll " + tosses + " --patience 1 -o " + folder.file("lost.csv") + " --on " + bad.place());
  INFO(lost.err);
  CHECK(lost.status == here.status);
  CHECK_FALSE(value_of(lost, "lost").empty());
  CHECK(rolled_in(folder, "lost.csv") == rolled_in(folder, "here.csv"));
}

TEST_CASE("replay: a results file holds answers to its own requests, of its own board") {
  const Folder folder;
  const std::string results = " --results " + folder.file("results.csv");
  const TerminalBoard board;
  CHECK(run(replay_cube(board) + results).status == 0);
  const Ended by_speed = run(replay_cube(board) + " --by-speed" + results);
  CHECK(by_speed.status == 0);
  CHECK(value_of(by_speed, "answers taken from the results file") == "0");  // other parameters, other requests
  TerminalBoard::Flaws flaws;
  flaws.name = "other";
  const TerminalBoard other(flaws);
  const Ended refused = run("replay -q --on " + other.place() + results);
  CHECK(refused.status == 2);
  CHECK(says(refused, "holds answers of host (library " + std::to_string(td_version()) + " of sources "));
  const std::string table = folder.file("table.csv", "a,b\n1,2\n");
  CHECK(run(replay_cube(board) + " --results " + table).status == 2);
  CHECK(folder.text("table.csv") == "a,b\n1,2\n");
}

TEST_CASE("replay: a board that is unplugged for good, what came is kept") {
  TerminalBoard::Flaws flaws;
  flaws.stalls_every = 1;
  flaws.stall = std::chrono::milliseconds(3);
  TerminalBoard board(flaws);
  const Folder folder;
  std::thread hand([&] {
    wait_for_lines(folder, "results.csv", 20);
    board.unplug();
  });
  const Ended ended = run(replay_cube(board) + " --patience 1 --results " + folder.file("results.csv"));
  hand.join();
  CHECK(ended.status == 3);
  CHECK(says(ended, "the board has been unplugged"));
  const touchdown::host::ReplayLog log(folder.file("results.csv"));
  CHECK(log.answers().size() >= 19);
  CHECK(value_of(ended, "answers accepted") == std::to_string(log.answers().size()));
}

// Seen red: with keep_to_ask() in take_logged() alone, the rest came from the other board.
TEST_CASE("replay: another board in the place of the one that was unplugged is not taken for it") {
  TerminalBoard::Flaws slow, wrong;
  slow.stalls_every = 1;
  slow.stall = std::chrono::milliseconds(3);
  wrong.functions = always_wrong;
  TerminalBoard board(slow);
  const TerminalBoard other(wrong);
  const Folder folder;
  const auto path_of = [](const TerminalBoard &there) { return there.place().substr(std::string("serial:").size()); };
  const std::string socket = folder.file("socket");
  std::filesystem::create_symlink(path_of(board), socket);
  std::thread hand([&] {
    wait_for_lines(folder, "results.csv", 20);
    std::filesystem::remove(socket);
    std::filesystem::create_symlink(path_of(other), socket);
    board.unplug();
  });
  const Ended ended =
      run("replay -q " + cube + " --on serial:" + socket + " --patience 5 --results " + folder.file("results.csv"));
  hand.join();
  CHECK(ended.status == 2);
  CHECK(says(ended, "this target's answer is not the one it gave before"));
}

// Seen red: with results that bear no identity, 349 of 349 drops were equal on another device with other bits; with
// answers copied as long as they stand in the file, the first of these read beyond its end.
TEST_CASE("replay: a results file is trusted as far as what gave it is known") {
  const Folder folder;
  const std::string file = folder.file("results.csv"), results = " --results " + file;
  const std::string table = folder.file("drops.csv", [] {
    std::string rows;
    for (const std::string &line : lines_of(Folder::all_of(cube))) {
      if (count(rows, "\n") < 21) rows += line + '\n';
    }
    return rows;
  }());
  const auto replay = [&](const std::string &place) { return run("replay -q " + table + " --on " + place + results); };
  {
    const TerminalBoard board;
    REQUIRE(replay(board.place()).status == 0);
    CHECK(says(replay(board.place()), "bits equal to host-float: 20 of 20"));
  }
  const std::string honest = Folder::all_of(file);
  const Ended without = replay("serial:/no/such/device");
  CHECK(without.status == 0);
  CHECK(says(without, "the target was not asked  "));

  // Another device with other bits, which calls itself the same; one whose firmware is stale.
  TerminalBoard::Flaws flaws;
  flaws.functions = always_wrong;
  const TerminalBoard wrong(flaws);
  const Ended refused = replay(wrong.place());
  CHECK(refused.status == 2);
  CHECK(says(refused, "this target's answer is not the one in the file"));
  TerminalBoard::Flaws old;
  old.stale = true;
  const TerminalBoard stale(old);
  const Ended warned = run("replay -q " + table + " --patience 2 --on " + stale.place());
  CHECK(warned.status == 3);
  CHECK(says(warned, "its firmware is stale"));
  CHECK(run("resolve " + folder.file("cases.csv", contact_header + "\na," + contact_numbers + ",,\n") + " --on " +
            stale.place())
            .status == 3);

  // Lines of the file: damaged, of another length, of other sources; its header.
  const TerminalBoard board;
  const auto with = [&](std::string text) {
    folder.file("results.csv", text);
    return replay(board.place());
  };
  std::string header = honest;
  header.replace(3, 4, "XXXX");
  const Ended repaired = with(header);
  CHECK(repaired.status == 0);
  CHECK(value_of(repaired, damaged) == "1");
  CHECK(with("nothing of ours\n").status == 2);
  const auto resealed = [&](const std::function<void(std::string &)> &change) {
    std::string text;
    for (std::string line : lines_of(honest)) {
      if (!text.empty()) {
        line = line.substr(0, line.rfind(','));
        change(line);
        line += ',' + std::to_string(td_crc32(reinterpret_cast<const std::uint8_t *>(line.data()),
                                              static_cast<std::int32_t>(line.size())));
      }
      text += line + '\n';
    }
    return text;
  };
  const auto hex_at = [](const std::string &line) { return line.find_first_of("0123456789abcdef", 60); };
  for (const auto &change : std::vector<std::function<void(std::string &)>>{
           [&](std::string &line) { line.erase(hex_at(line), 8); }, [](std::string &line) { line += ",1"; },
           [](std::string &line) { line = "1,2,3"; }, [](std::string &line) { line = "\"1"; },
           [](std::string &line) { line.replace(line.rfind(','), 1, ",x"); }}) {
    const Ended ended = with(resealed(change));
    CHECK((ended.status == 0 || ended.status == 2));
    CHECK_MESSAGE((says(ended, "20 of 20") || says(ended, "is no results file") || says(ended, "holds answers of")),
                  ended.err);
  }
  const std::size_t sources = honest.find(',' + std::to_string(td_version()) + ',') + 6;
  const std::string known = honest.substr(sources, 16);
  const Ended others =
      with(resealed([&](std::string &line) { line.replace(line.find(known), 16, "0123456789abcdef"); }));
  CHECK(others.status == 2);
  CHECK(says(others, "of sources 0123456789abcdef"));
}

TEST_CASE("replay: two runs do not write to one results file") {
  const Folder folder;
  const std::string file = folder.file("results.csv");
  const touchdown::host::ReplayLog mine(file);
  const TerminalBoard board;
  const Ended ended = run(replay_cube(board) + " --results " + file);
  CHECK(ended.status == 2);
  CHECK(says(ended, "another run writes to it"));
}
