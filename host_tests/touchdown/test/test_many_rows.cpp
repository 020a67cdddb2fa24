// Memory over rows: what is answered row by row takes as much for two hundred thousand as for one; where rows are kept,
// for medians and pictures, a row takes no more than is said here.
#include <doctest/doctest.h>

#include <functional>

#include "program.hpp"

using namespace program;

namespace {

// [bytes] of address space that the program needs for a table of no size, and some more.
constexpr std::size_t by_itself = 20 << 20;

// The exit status of the program where it has no more than so many bytes.
int within(std::size_t bytes, const std::string &arguments) {
  const int status = std::system(
      ("ulimit -v " + std::to_string(bytes / 1024) + "; exec " TOUCHDOWN_PROGRAM " " + arguments + " >/dev/null")
          .c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string rows(const std::string &first, std::size_t count, const std::function<std::string(std::size_t)> &row) {
  std::string text = first;
  for (std::size_t i = 0; i < count; ++i) text += row(i);
  return text;
}

}  // namespace

TEST_CASE("many rows: cases and samples are not kept") {
  constexpr std::size_t many = 200000;  // at 30 bytes each too many
  const Folder folder;
  const std::string cases = folder.file("cases.csv", rows(contact_header + '\n', many, [](std::size_t i) {
                                          return 'a' + std::to_string(i) + ',' + contact_numbers + ",,\n";
                                        }));
  const std::string systems = folder.file(
      "cases.json", rows("{\"cases\": [", many, [](std::size_t i) {
                      return (i > 0 ? ",\n" : "") + std::string(
                                                        "{\"form\": \"operational_space_inertia\", \"M\": [[1]], "
                                                        "\"J\": [[1], [0], [0]], \"axes\": \"contact\"}");
                    }) + "]}");
  const std::string record = folder.file("record.csv", rows("t,ax,ay,az\n", many, [](std::size_t i) {
                                           return std::to_string(static_cast<double>(i) / 5000) + ",0,0,9.81\n";
                                         }));
  const std::string rig =
      folder.file("rig.json", "{\"normal\": [0, 0, 1], \"range\": 1e5, \"threshold\": 150, \"rate\": 5000}");
  CHECK(within(by_itself, "resolve " + cases) == 0);
  CHECK(within(by_itself, "resolve " + systems) == 0);
  CHECK(within(by_itself, "drop " + record + " --rig " + rig) == 0);
}

// Seen red: with 1536 bytes for each.
TEST_CASE("many rows: a drop of a replay takes 1.7 kB at most") {
  constexpr std::size_t many = 66000, most = 1700;  // just beyond a power of 2, at which a list moves
  const Folder folder;
  const std::vector<std::string> recorded = lines_of(Folder::all_of(TOUCHDOWN_DROPS_FOLDER "/cube.csv"));
  const std::string drops = folder.file("drops.csv", rows(recorded[0] + '\n', many, [&](std::size_t i) {
                                          const std::string &row = recorded[1 + i % (recorded.size() - 1)];
                                          return std::to_string(i) + row.substr(row.find(',')) + '\n';
                                        }));
  CHECK(within(by_itself + most * many, "replay -q --on host-float " + drops) == 0);
}
