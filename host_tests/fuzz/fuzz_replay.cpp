// Replays inputs of the fuzzer, with any compiler.
//
//   fuzz_replay CORPUS             every line of the file, an input in hexadecimal
//   fuzz_replay show HEX           one input: what was called with what, and what came of it
//   fuzz_replay functions          the functions, by index, each with its share of trials
//   fuzz_replay unpack CORPUS DIR  a file for each line, in a folder for each function, as the fuzzer wants them
//   fuzz_replay pack DIR           and back: a line for each file that breaks no promise
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz_input.hpp"
#include "printer.hpp"

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

Bytes bytes_of(const std::string &hex) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

std::string hex_of(const Bytes &bytes) {
  std::string hex;
  for (const std::uint8_t byte : bytes) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

int function_of(const Bytes &bytes) { return (bytes.empty() ? 0 : bytes[0]) % fuzz::function_count(); }

const char *broken_by(const Bytes &bytes, calls::Reader *reader = nullptr) {
  return fuzz::try_bytes(bytes.data(), bytes.size(), -1, reader);
}

int show(const std::string &hex) {
  const Bytes bytes = bytes_of(hex);
  std::printf("%s:", fuzz::function(function_of(bytes)).name);
  calls::Printer printer;
  const char *const broken = broken_by(bytes, &printer);
  std::printf("\n%s\n", broken == nullptr ? "every promise kept" : broken);
  return broken == nullptr ? 0 : 1;
}

int list_functions() {
  for (int i = 0; i < fuzz::function_count(); ++i)
    std::printf("%d %s %d\n", i, fuzz::function(i).name, fuzz::function(i).share);
  return 0;
}

std::vector<Bytes> inputs_of(const char *corpus) {
  std::ifstream file(corpus);
  std::vector<Bytes> inputs;
  for (std::string hex; std::getline(file, hex);) inputs.push_back(bytes_of(hex));
  return inputs;
}

int replay(const char *corpus) {
  const std::vector<Bytes> inputs = inputs_of(corpus);
  int failures = 0;
  for (const Bytes &bytes : inputs) {
    const char *const broken = broken_by(bytes);
    if (broken == nullptr) continue;
    std::printf("broken promise: %s: fuzz_replay show %s\n", broken, hex_of(bytes).c_str());
    ++failures;
  }
  std::printf("%zu inputs, %d broke a promise\n", inputs.size(), failures);
  return !inputs.empty() && failures == 0 ? 0 : 1;
}

int unpack(const char *corpus, const fs::path &folder) {
  int number = 0;
  for (int i = 0; i < fuzz::function_count(); ++i) fs::create_directories(folder / std::to_string(i));
  for (const Bytes &bytes : inputs_of(corpus)) {
    std::ofstream file(folder / std::to_string(function_of(bytes)) / ("seed" + std::to_string(number++)));
    std::copy(bytes.begin(), bytes.end(), std::ostreambuf_iterator<char>(file));
  }
  return 0;
}

int pack(const fs::path &folder) {
  std::vector<std::string> lines;
  for (int i = 0; i < fuzz::function_count(); ++i) {
    if (!fs::exists(folder / std::to_string(i))) continue;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder / std::to_string(i))) {
      std::ifstream file(entry.path(), std::ios::binary);
      Bytes bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
      if (bytes.empty()) bytes.resize(1);
      bytes[0] = static_cast<std::uint8_t>(i);
      if (broken_by(bytes) == nullptr) lines.push_back(hex_of(bytes));
    }
  }
  std::sort(lines.begin(), lines.end());
  for (const std::string &line : lines) std::printf("%s\n", line.c_str());
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  const auto asked = [&](const char *what, int arguments) {
    return argc == arguments + 2 && std::strcmp(argv[1], what) == 0;
  };
  if (asked("show", 1)) return show(argv[2]);
  if (asked("functions", 0)) return list_functions();
  if (asked("unpack", 2)) return unpack(argv[2], argv[3]);
  if (asked("pack", 1)) return pack(argv[2]);
  if (argc == 2) return replay(argv[1]);
  std::fprintf(stderr, "fuzz_replay CORPUS | show HEX | functions | unpack CORPUS DIR | pack DIR\n");
  return 2;
}
