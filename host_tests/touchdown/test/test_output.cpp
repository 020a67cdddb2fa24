// What is written: never over what is read, whole or not at all, and never counted as written where it is not. What is
// read: never taken to be at its end where it could not be read on. Seen red, each of them: the program that opened its
// outputs when it came to write them, under their names, and asked of each stream whether it had ended.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "link/target.hpp"
#include "program.hpp"

using namespace program;

namespace {

const std::string cube = TOUCHDOWN_DROPS_FOLDER "/cube.csv", square = TOUCHDOWN_DROPS_FOLDER "/square.csv";

std::string first_rows(const std::string &path, std::size_t rows) {
  std::string table;
  std::vector<std::string> lines = lines_of(Folder::all_of(path));
  lines.resize(std::min(lines.size(), rows + 1));
  for (const std::string &line : lines) table += line + '\n';
  return table;
}

std::string contact_cases(std::size_t rows) {
  std::string cases = contact_header + '\n';
  for (std::size_t i = 0; i < rows; ++i) cases += "a" + std::to_string(i) + ',' + contact_numbers + ",,\n";
  return cases;
}

const std::string systems_case =
    "{\"cases\": [{\"form\": \"operational_space_inertia\", \"M\": [[1]], \"J\": [[1], [0], [0]], \"axes\": "
    "\"contact\"}]}";

// A folder with a file for each input, and the commands that read them; OUT is where each writes.
struct Commands {
  Folder folder;
  std::string cases = folder.file("cases.csv", contact_cases(40));
  std::string systems = folder.file("cases.json", systems_case);
  std::string drops = folder.file("drops.csv", first_rows(square, 30));
  std::string scenario = folder.file("scenario.json", Folder::all_of(TOUCHDOWN_LANDINGS "/mascot_like.json"));
  std::string rig = folder.file("rig.json", Folder::all_of(TOUCHDOWN_DROPS_FOLDER "/square.rig.json"));
  std::string surface = folder.file("surface.json", Folder::all_of(TOUCHDOWN_DROPS_FOLDER "/square.surface.json"));
  std::string heights = copied(TOUCHDOWN_LANDINGS, "crater_rim.csv");
  std::string on_heights = copied(TOUCHDOWN_LANDINGS, "crater_rim.json");
  std::string arm = copied(TOUCHDOWN_ARMS, "ur5_like.json"), arm_urdf = copied(TOUCHDOWN_ARMS, "ur5_like.urdf");
  std::string poses = folder.file("poses.csv", first_rows(TOUCHDOWN_ARMS "/ur5_like_poses.csv", 3));
  std::string machine = copied(TOUCHDOWN_ARMS, "three_link.monitor.json");
  std::string machine_urdf = copied(TOUCHDOWN_ARMS, "three_link.urdf");
  std::string log = copied(TOUCHDOWN_ARMS, "three_link_touches.csv.gz");
  std::string tosses = copied(TOUCHDOWN_DROPS_FOLDER, "cube_tosses.csv.gz");
  std::string body = copied(TOUCHDOWN_DROPS_FOLDER, "cube.body.json");
  std::string record = folder.file("record.csv", "t,ax,ay,az\n0,0,0,9.8\n0.001,0,0,9.8\n0.002,0,0,9.8\n");
  std::string sensor = folder.file(
      "sensor.json", "{\"normal\": [0, 0, 1], \"range\": 1e5, \"threshold\": 150, \"gravity\": 9.81, \"rate\": 1000}");

  std::string copied(const std::string &from, const std::string &name) const {
    return folder.file(name, Folder::all_of(from + '/' + name));
  }

  struct Command {
    std::string words;                // up to the file to be written
    std::vector<std::string> inputs;  // that it reads
  };
  std::vector<Command> all() const {
    const std::string with_rig = " --rig " + rig;
    const std::vector<std::string> measured{drops, rig};
    return {{"resolve " + cases + " -o ", {cases}},
            {"resolve " + systems + " -o ", {systems}},
            {"identify --points 1 " + drops + with_rig + " -o ", measured},
            {"identify --points 1 " + drops + with_rig + " --report ", measured},
            {"identify --points 1 " + drops + with_rig + " --impacts ", measured},
            {"replay -q --on host-float " + drops + with_rig + " --surface " + surface + " --report ",
             {drops, rig, surface}},
            {"replay -q --on serial:/no/such " + drops + with_rig + " --surface " + surface + " --results ",
             {drops, rig, surface}},
            {"land " + scenario + " --report ", {scenario}},
            {"land " + scenario + " --samples 5 -o ", {scenario}},
            {"land --samples 0 " + on_heights + " --report ", {on_heights, heights}},
            {"reach " + arm + " --poses " + poses + " -o ", {arm, arm_urdf, poses}},
            {"reach " + arm + " --poses " + poses + " -o /dev/null --report ", {arm, arm_urdf, poses}}};
  }
  // And those that take longer, or read what cannot fail in their middle.
  std::vector<Command> slow() const {
    const std::string monitored = "monitor " + log + " --machine " + machine;
    return {{"land " + on_heights + " --samples 2 -o ", {on_heights, heights}},
            {monitored + " -o ", {log, machine, machine_urdf}},
            {monitored + " -o /dev/null --report ", {log, machine, machine_urdf}},
            {"drop " + record + " --rig " + sensor + " -o ", {record, sensor}},
            {"roll " + tosses + " --on host-float --body " + body + " -o ", {tosses, body}},
            {"drop " + record + " --rig " + sensor + " -o /dev/null --json ", {record, sensor}},
            {"roll " + tosses + " --on host-float --body " + body + " --report ", {tosses, body}}};
  }
};

std::vector<std::string> names_in(const Folder &folder) {
  std::vector<std::string> names;
  for (const auto &entry : std::filesystem::directory_iterator(folder.file("")))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

// The exit status of a command line of the shell; -1 if a signal ended it.
int shell(const std::string &line) {
  const int status = std::system(("exec >/dev/null 2>&1; " + line).c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("output: nothing that is read is written over, by whatever name") {
  const Commands commands;
  std::vector<Commands::Command> all = commands.all();
  for (const auto &command : commands.slow()) all.push_back(command);
  for (const auto &command : all)
    for (const std::string &input : command.inputs) {
      const std::string before = Folder::all_of(input);
      const std::string link = commands.folder.file("link"), hard = commands.folder.file("hard");
      std::filesystem::create_symlink(input, link);
      std::filesystem::create_hard_link(input, hard);
      for (const std::string &output : {input, link, hard}) {
        const Ended ended = run(command.words + output);
        CAPTURE(command.words);
        CHECK(ended.status == 2);
        CHECK_MESSAGE(ended.err.find("is read as well") != std::string::npos, ended.err);
        CHECK(Folder::all_of(input) == before);
      }
      std::filesystem::remove(link);
      std::filesystem::remove(hard);
    }
  const std::string image = commands.folder.file("image.elf", "as it was");
  for (const char *const option : {" --report ", " --results "})
    CHECK(shell("TOUCHDOWN_FIRMWARE=" + image + " " TOUCHDOWN_PROGRAM " replay -q --on mps2-an386 " + commands.drops +
                " --rig " + commands.rig + " --surface " + commands.surface + option + image) == 2);
  CHECK(Folder::all_of(image) == "as it was");
  CHECK(shell(TOUCHDOWN_PROGRAM " resolve " + commands.cases + " >>" + commands.cases) == 2);
  CHECK(shell(TOUCHDOWN_PROGRAM " resolve - -o " + commands.cases + " <" + commands.cases) == 2);
  const std::string results = commands.folder.file("results.csv");
  CHECK(run("replay -q --on serial:/no/such " + commands.drops + " --rig " + commands.rig + " --surface " +
            commands.surface + " --results " + results + " --report " + results)
            .err.find("written twice") != std::string::npos);
  CHECK(run("replay -q --on serial:/no/such " + commands.drops + " --results /dev/zero").err.find("is no file") !=
        std::string::npos);
  CHECK(
      run("identify " + commands.drops + " -o " + commands.folder.file("x") + " --report " + commands.folder.file("x"))
          .err.find("written twice") != std::string::npos);
}

TEST_CASE("output: the file that standard output goes to is gone on with, by its name too") {
  const Commands commands;
  const std::string out = commands.folder.file("out", "as it was\n");
  for (const std::string &name : {std::string("-"), std::string("/dev/stdout"), out})
    CHECK(std::system((TOUCHDOWN_PROGRAM " resolve " + commands.cases + " -o " + name + " >>" + out).c_str()) == 0);
  CHECK(lines_of(commands.folder.text("out")).size() == 1 + 3 * 41);
}

TEST_CASE("output: an output that cannot be written is refused before the work is done") {
  const Commands commands;
  for (const auto &command : commands.all()) {
    CAPTURE(command.words);
    const Ended ended = run(command.words + "/no/such/folder/out");
    CHECK(ended.out.empty());
    CHECK(ended.err.find("/no/such/folder/out") != std::string::npos);
    CHECK(ended.status == 2);
  }
  const auto begun = std::chrono::steady_clock::now();
  CHECK(run("land " + commands.scenario + " --samples 60000 -o /no/such/folder/out").status == 2);
  CHECK(run("land " + commands.scenario + " --samples 60000 -o /dev/full").status == 2);
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(20));
}

TEST_CASE("output: a full disk, a pipe nobody reads and a disk that dies end in no success and no half file") {
  const Commands commands;
  const Folder &folder = commands.folder;
  const std::string program = TOUCHDOWN_PROGRAM " ";
  for (const auto &command : commands.all()) {
    CAPTURE(command.words);
    if (command.words.find("serial:") == std::string::npos) CHECK(shell(program + command.words + "/dev/full") == 2);
    const std::string out = folder.file("out", "as it was");
    const std::vector<std::string> before = names_in(folder);
    for (const char *after : {"0", "100"}) {
      const int status = shell("FAIL_WRITE=/out. FAIL_AFTER=" + std::string(after) +
                               " LD_PRELOAD=" TOUCHDOWN_FAILING_IO " " + program + command.words + out);
      CHECK(status != 0);
      CHECK(folder.text("out") == "as it was");
      CHECK(names_in(folder) == before);
    }
    std::filesystem::remove(out);
  }
  for (const std::string &command :
       {"resolve " + commands.cases, "resolve " + commands.systems, "identify --points 1 " + commands.drops,
        "replay --on host-float " + commands.drops, "land " + commands.scenario,
        "land " + commands.scenario + " --samples 5 -o -", std::string("--help"), std::string("--version")}) {
    CAPTURE(command);
    CHECK(shell(program + command + " >/dev/full") == 2);
    CHECK(shell("bash -c 'set -o pipefail; (sleep 0.3; exec " + program + command + ") | true'") != 0);
  }
}

TEST_CASE("output: a read error is no end of file") {
  const Commands commands;
  const Folder &folder = commands.folder;
  for (const auto &command : commands.all()) {
    if (command.words.find("serial:") != std::string::npos) continue;
    for (const std::string &input : command.inputs)
      for (const std::size_t after : {std::size_t{0}, Folder::all_of(input).size() / 2}) {
        const std::string name = std::filesystem::path(input).filename();
        CAPTURE(command.words);
        CAPTURE(name);
        CHECK(shell("FAIL_READ=/" + name + " FAIL_AFTER=" + std::to_string(after) +
                    " LD_PRELOAD=" TOUCHDOWN_FAILING_IO " " TOUCHDOWN_PROGRAM " " + command.words +
                    folder.file("out")) == 2);
        CHECK_FALSE(std::filesystem::exists(folder.file("out")));
      }
  }
  CHECK(run("resolve " + folder.file("")).status == 2);
}

TEST_CASE("output: ended by a signal at any time, a file is whole or as it was") {
  const Folder folder;
  const std::string cases = folder.file("cases.csv", contact_cases(20000));
  const std::string scenario = TOUCHDOWN_LANDINGS "/mascot_like.json";
  const std::vector<std::vector<std::string>> commands{
      {"resolve", cases, "-o", folder.file("out")},
      {"land", scenario, "--samples", "3000", "-o", folder.file("out")},
      {"replay", "-q", cube, "--on", "host-float", "--report", folder.file("out")}};
  std::mt19937 random(3);
  const int signals[] = {SIGINT, SIGTERM, SIGPIPE, SIGALRM, SIGXFSZ, SIGQUIT, SIGUSR1, SIGXCPU, SIGABRT, SIGRTMIN};
  for (const auto &command : commands) {
    std::filesystem::remove(folder.file("out"));
    CHECK(Started(command).end() == 0);
    const std::string whole = folder.text("out");
    for (const int signal : signals) {
      folder.file("out", "as it was");
      Started program(command);
      std::this_thread::sleep_for(std::chrono::milliseconds(random() % 300));
      program.end(signal);
      const std::string now = folder.text("out");
      CHECK((now == "as it was" || now.size() == whole.size()));
      CHECK(names_in(folder).size() == 2);
    }
  }
  folder.file("out", "as it was");
  CHECK(shell("ulimit -f 1; " TOUCHDOWN_PROGRAM " resolve " + cases + " -o " + folder.file("out")) != 0);
  CHECK(folder.text("out") == "as it was");
  CHECK(names_in(folder).size() == 2);
}

TEST_CASE("output: a report leaves nothing beside itself, however the program ends") {
  const Folder folder, temporary;
  for (int time = 0; time < 6; ++time) {
    const int status = shell("TMPDIR=" + temporary.file("") + " timeout -s KILL 0." + std::to_string(1 + time) + " " +
                             TOUCHDOWN_PROGRAM " replay -q " + cube + " --on host-float --report " + folder.file("r"));
    CHECK((status == 0 || status == 137 || status == -1));
    CHECK(names_in(temporary).empty());
  }
}

// Seen red: with the fingerprint of the library alone, which a changed program kept.
TEST_CASE("output: a report has the fingerprint of library and program") {
  const Folder folder;
  REQUIRE(shell(TOUCHDOWN_PROGRAM " land " TOUCHDOWN_LANDINGS "/odysseus_like.json --samples 0 --json " +
                folder.file("r.json")) == 0);
  const std::string report = Folder::all_of(folder.file("r.json")), key = "\"sources\":\"";
  const std::string sources = report.substr(report.find(key) + key.size(), 17);
  CHECK(sources.find_first_not_of("0123456789abcdef") == 16);
  CHECK(sources.substr(0, 16) != touchdown::sources_here());
  CHECK(report.find("\"seeds\":null") != std::string::npos);  // none drawn
}
