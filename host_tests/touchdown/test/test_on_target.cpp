// The program with the emulated board: the bits of the host, and what is kept when the board goes away.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <thread>

#include "monitor_landing.hpp"
#include "program.hpp"
#include "records/source.hpp"
#include "replay/replay.hpp"

using namespace program;

namespace {

void check_same_bits(const std::string &cases) {
  const Ended host = run("resolve " + cases + " --on host-float"), board = run("resolve " + cases + " --on mps2-an386");
  REQUIRE(host.status <= 1);  // 1: some are refused
  REQUIRE(board.status == host.status);
  CHECK(without("instructions", board.out) == without("instructions", host.out));
  const Table table(board.out);
  REQUIRE(table.size() > 0);
  for (std::size_t row = 0; row < table.size(); ++row)
    CHECK(table.text(row, "instructions").empty() == (table.number(row, "status") < 0));
}

// The first tosses of the recorded ones.
std::string first_tosses(int count) {
  touchdown::host::Source source(TOUCHDOWN_DROPS_FOLDER "/cube_tosses.csv.gz");
  std::string some, line;
  for (bool header = true; std::getline(source, line); header = false)
    if (header || std::stoi(line) < count) some += line + '\n';
  return some;
}

// `touchdown resolve - --on mps2-an386 -o results.csv`, fed by us.
class Running {
 public:
  Running() {
    int ends[2];
    REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
    const std::string results = folder.file("results.csv"), errors = folder.file("err");
    process_ = fork();
    if (process_ == 0) {
      dup2(ends[0], STDIN_FILENO);
      dup2(open(errors.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
      execl(TOUCHDOWN_PROGRAM, "touchdown", "resolve", "-", "--on", "mps2-an386", "-o", results.c_str(), nullptr);
      _exit(127);
    }
    close(ends[0]);
    input_ = ends[1];
  }
  Running(const Running &) = delete;
  Running &operator=(const Running &) = delete;
  ~Running() {
    if (process_ > 0) kill(process_, SIGKILL), waitpid(process_, nullptr, 0);
  }

  void feed(const std::string &text) const {
    REQUIRE(write(input_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  pid_t emulator() const { return child_of(process_); }
  int ended() {
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  Folder folder;

 private:
  pid_t process_ = 0;
  int input_ = -1;
};

// The name that a file has in the folder until it is whole.
std::string beside(const Folder &folder, const std::string &name) {
  for (int hundredths = 0; hundredths < 2000; ++hundredths) {
    for (const auto &entry : std::filesystem::directory_iterator(folder.file("")))
      if (entry.path().filename().string().rfind(name + '.', 0) == 0) return entry.path().filename();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return name;
}

}  // namespace

TEST_CASE("on target: every vector has the bits of the host") {
  check_same_bits(TOUCHDOWN_VECTORS "/planar.csv");
  check_same_bits(TOUCHDOWN_VECTORS "/slip_path.csv");
}

TEST_CASE("on target: both forms, every law and method, refusals among them") {
  const Folder folder;
  std::string contacts = contact_header + '\n', bodies = body_header + '\n';
  for (const char *law : {"", "poisson", "energetic", "newton", "compromise", "automatic"})
    for (const char *method : {"", "slip_path", "algebraic", "planar"}) {
      const std::string choice = std::string(",") + law + ',' + method + '\n';
      contacts += "a," + contact_numbers + choice;
      contacts += "b,1,0.4,0,2,0,3,-1,0.7,0,0.3,0.25,0.6" + choice;
      bodies += "c," + body_numbers + choice;
    }
  check_same_bits(folder.file("contacts.csv", contacts));
  check_same_bits(folder.file("bodies.csv", bodies));
}

TEST_CASE("on target: every recorded drop has the bits of the host") {
  const Ended ended = run("replay -q --on mps2-an386");
  CHECK(ended.status == 0);
  CHECK(ended.out.find("bits equal to host-float: 349 of 349") != std::string::npos);
  CHECK(ended.out.find("bits equal to host-float: 529 of 529") != std::string::npos);
}

TEST_CASE("on target: when the board goes away the results so far are kept") {
  Running running;
  const std::string row = "a," + contact_numbers + ",,\n";
  running.feed(contact_header + '\n' + row + row + row);
  REQUIRE(wait_for_lines(running.folder, beside(running.folder, "results.csv"), 4));
  REQUIRE(running.emulator() > 0);
  REQUIRE(kill(running.emulator(), SIGKILL) == 0);
  running.feed(row + row);
  CHECK(running.ended() == 3);
  CHECK(Table(running.folder.text("results.csv")).size() == 3);
  const std::string words = running.folder.text("err");
  CHECK(words.find("mps2-an386: the emulator was killed") != std::string::npos);
  CHECK(words.find("3 results received before that are kept in " + running.folder.file("results.csv")) !=
        std::string::npos);
}

TEST_CASE("on target: a replay survives an emulator that dies, and every answer is there once") {
  const Folder folder;
  const std::string results = folder.file("results.csv");
  Started replay({"replay", "-q", TOUCHDOWN_DROPS_FOLDER "/cube.csv", "--on", "mps2-an386", "--results", results});
  REQUIRE(wait_for_lines(folder, "results.csv", 30));
  REQUIRE(replay.emulator() > 0);
  REQUIRE(kill(replay.emulator(), SIGKILL) == 0);
  CHECK(replay.end() == 0);
  const touchdown::host::ReplayLog log(results);
  CHECK(log.sessions() == 2);
  CHECK(log.answers().size() == 349);
  CHECK(log.link().answers == 349 + 8);  // eight are asked again of the emulator that comes after
}

TEST_CASE("on target: whole tosses have the poses of the host, and every step its bits") {
  const std::string some = first_tosses(2);
  const Ended host = run("roll - --on host-float -o -", some), board = run("roll - --on mps2-an386 -o -", some);
  REQUIRE(host.status <= 1);  // 1: some are refused
  REQUIRE(board.status == host.status);
  CHECK(without("instructions", board.out) == without("instructions", host.out));
  const Table table(board.out);
  REQUIRE(table.size() > 40);
  CHECK(table.number(0, "instructions") > 1000);
}

TEST_CASE("on target: the contact monitor reports on the board what it reports on the host, bit by bit") {
  const Folder folder;
  const std::string words = "monitor " + folder.file("log.csv", monitor_landing::landing().text) + " --machine " +
                            folder.file("machine.json", monitor_landing::machine_text);
  const Ended board = run(words + " --on mps2-an386");
  CHECK_MESSAGE(board.status == 0, board.err);
  CHECK(board.out == run(words).out);
  CHECK(board.err.find("instructions a sample in the mean") != std::string::npos);
}

TEST_CASE("on target: the momentum observer reports on the board what it reports on the host, bit by bit") {
  const std::string log = std::string(TOUCHDOWN_LANDINGS) + "/../arms/three_link";
  const std::string words = "monitor " + log + "_touches.csv.gz --machine " + log + ".monitor.json";
  const Ended board = run(words + " --on mps2-an386");
  CHECK_MESSAGE(board.status == 0, board.err);
  CHECK(board.out == run(words).out);
  CHECK(board.err.find("2 touches in the log: 2 reported with their contact") != std::string::npos);
  CHECK(board.err.find("instructions a sample in the mean") != std::string::npos);
}

TEST_CASE("on target: how fast an arm may touch is on the board what it is on the host, bit by bit") {
  const std::string arms = std::string(TOUCHDOWN_LANDINGS) + "/../arms/";
  const std::vector<std::string> poses = lines_of(Folder::all_of(arms + "panda_like_poses.csv"));
  const std::string some = poses[0] + '\n' + poses[1] + '\n' + poses[70] + '\n';
  const std::string words = "reach " + arms + "panda_like.json --poses - --on ";
  const Ended board = run(words + "mps2-an386", some);
  CHECK_MESSAGE(board.status == 0, board.err);
  CHECK(board.out == run(words + "host-float", some).out);
  CHECK(board.err.find("instructions a prediction in the median") != std::string::npos);
}
