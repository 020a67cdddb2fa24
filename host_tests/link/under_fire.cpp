// Requests to a target over a line that loses, flips, doubles and cuts off bytes, while the target starts anew now and
// then: each must be answered once, by the right bits. Exit status 0 if they were.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstring>
#include <random>

#include "faulty_stream.hpp"
#include "link/stream.hpp"
#include "link/target.hpp"
#include "memory_stream.hpp"
#include "resolver.h"
#include "touchdown/touchdown.h"

namespace {

using touchdown::Call;
using touchdown::Outcome;
using touchdown::Target;

struct Arguments {
  std::size_t frames = 100000;
  std::uint32_t seed = 1;
  double rate = 0.01, resets = 1e-5;
  std::string on = "memory";
};

// Its contents depend on its seed and index alone, so that it can be made again when its answer comes.
td_contact contact_number(std::uint32_t seed, std::size_t index) {
  std::minstd_rand random(static_cast<std::uint32_t>(index) * 2654435761u + seed);
  const auto number = [&](double from, double to) {
    return static_cast<td_real>(from + (to - from) * static_cast<double>(random()) / 2147483647.0);
  };
  td_contact contact{};
  contact.W.nn = number(1, 2);
  contact.W.tt = number(1, 2);
  contact.W.ss = number(1, 2);
  contact.W.nt = number(-0.5, 0.5);
  contact.W.ns = number(-0.5, 0.5);
  contact.v.n = number(-3, 0.1);
  contact.v.t = number(-2, 2);
  contact.v.s = number(-2, 2);
  contact.surface.mu_s = contact.surface.mu_k = number(0, 1);
  contact.surface.e = number(0, 1);
  return contact;
}

bool is_right(const td_contact &contact, const Outcome &outcome) {
  td_impact here{};
  if (td_resolve(&contact, &here) != outcome.status) return false;
  return outcome.result.empty() || std::memcmp(outcome.result.data(), &here, sizeof here) == 0;
}

struct Verdict {
  std::size_t right = 0, wrong = 0, again = 0, missing = 0;
  bool good() const { return wrong + again + missing == 0; }
};

Verdict fire(Target &target, const Arguments &arguments) {
  Verdict verdict;
  std::vector<bool> answered(arguments.frames);
  try {
    target.call_all(
        arguments.frames,
        [&](std::size_t index) {
          const td_contact contact = contact_number(arguments.seed, index);
          const auto *bytes = reinterpret_cast<const std::uint8_t *>(&contact);
          return Call{TD_LINK_RESOLVE, {bytes, bytes + sizeof contact}, sizeof(td_impact)};
        },
        [&](std::size_t index, const Outcome &outcome) {
          ++(is_right(contact_number(arguments.seed, index), outcome) ? verdict.right : verdict.wrong);
          verdict.again += answered[index] ? 1 : 0;
          answered[index] = true;
        });
    target.settle();
  } catch (const touchdown::TargetError &lost) {
    std::printf("%s\n", lost.what());
  }
  for (const bool came : answered) verdict.missing += came ? 0 : 1;
  return verdict;
}

void print_line(const char *direction, const FaultCounts &line) {
  const auto n = [](std::uint64_t count) { return static_cast<unsigned long long>(count); };
  std::printf(
      "%-5s  %llu bytes, %llu frames; dropped %llu, flipped %llu, doubled %llu, cut off from %llu; resets %llu\n",
      direction, n(line.bytes), n(line.frames), n(line.dropped), n(line.flipped), n(line.duplicated), n(line.truncated),
      n(line.resets));
}

int report(const Arguments &arguments, const FaultyStream &line, const Target &target, const Verdict &verdict) {
  std::printf("%zu requests to %s, seed %u\n", arguments.frames, target.identity().board.c_str(), arguments.seed);
  print_line("there", line.there());
  print_line("here", line.here());
  for (const touchdown::NamedCount &named : touchdown::link_counts)
    std::printf("%10llu  %s\n", static_cast<unsigned long long>(target.counts().*named.count), named.meaning);
  std::printf("right results %zu, wrong results accepted %zu, accepted twice %zu, lost %zu\n", verdict.right,
              verdict.wrong, verdict.again, verdict.missing);
  return verdict.good() ? 0 : 1;
}

int run(const Arguments &arguments) {
  MemoryTarget memory({td_link_resolver, TD_LINK_RESOLVER_COUNT});
  std::unique_ptr<touchdown::Stream> stream = std::make_unique<MemoryStream>(memory);
  std::function<void()> reset = [&] { memory.reset(); };
  if (arguments.on != "memory") {
    auto board = std::make_unique<touchdown::Emulator>(arguments.on, touchdown::Emulator::firmware(arguments.on));
    reset = [&emulator = *board] { emulator.reset(); };
    stream = std::move(board);
  }
  Faults faults;
  faults.drop = faults.flip = faults.duplicate = faults.truncate = arguments.rate / 4;
  faults.reset = arguments.resets;
  auto faulty = std::make_unique<FaultyStream>(std::move(stream), faults, arguments.seed, reset);
  const FaultyStream &line = *faulty;
  Target target(std::move(faulty), arguments.seed);
  target.least_answer_time(std::chrono::milliseconds(20));
  target.patience = std::chrono::minutes(1);
  return report(arguments, line, target, fire(target, arguments));
}

}  // namespace

int main(int argc, char **argv) {
  Arguments arguments;
  CLI::App program{"The link to a target over a line that spoils what it carries, the same way for the same seed."};
  program.add_option("--frames", arguments.frames, "requests to be answered")->capture_default_str();
  program.add_option("--seed", arguments.seed, "of the faults and the requests")->capture_default_str();
  program.add_option("--rate", arguments.rate, "part of the bytes spoiled, in four ways alike")->capture_default_str();
  program.add_option("--resets", arguments.resets, "of the target, per byte")->capture_default_str();
  program.add_option("--on", arguments.on, "memory, or a board in the emulator")->capture_default_str();
  CLI11_PARSE(program, argc, argv);
  try {
    return run(arguments);
  } catch (const std::exception &failed) {
    std::fprintf(stderr, "link_under_fire: %s\n", failed.what());
    return 1;
  }
}
