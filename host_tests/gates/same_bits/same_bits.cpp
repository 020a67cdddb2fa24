// Prints one hash for each public function and precision, over trials whose inputs come from integers alone. Two
// machines that print the same compute the same bits (host_tests/gates/same_bits/compare).
//
//   same_bits COUNT                        `function trials hash`, for COUNT shares of trials of each function
//   same_bits FUNCTION FROM TO             hash of these trials of one function
//   same_bits FUNCTION FROM show           input and hash of one trial
//
// Of eight trials five are as drawn, two have one field spoiled (NaN, infinities, denormal, huge, negative, zero,
// tiny), and one has a flipped bit.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "printer.hpp"

namespace {

calls::Trial trial_of(std::uint32_t index) {
  calls::Draw draw(index);
  const std::uint32_t how = index % 8, kind = draw.bits(), field = draw.bits();
  calls::Trial trial(draw);
  if (how == 5 || how == 6) trial.spoil.kind = calls::Spoil::nan + kind % (calls::Spoil::flip_bits - calls::Spoil::nan);
  if (how == 7) trial.spoil.kind = calls::Spoil::flip_bits + kind % 64;
  trial.spoil.field = field;
  return trial;
}

std::uint64_t hash_of(const calls::Call &call, std::uint32_t from, std::uint32_t to) {
  calls::Hash hash;
  for (std::uint32_t i = from; i < to; ++i) {
    calls::Trial trial = trial_of(i);
    call.run(trial);
    hash.add(trial.hash.value());
  }
  return hash.value();
}

void print(const calls::Call &call, std::uint32_t from, std::uint32_t to) {
  const std::uint64_t hash = hash_of(call, from, to);
  std::printf("%s %lu %08lx%08lx\n", call.name, static_cast<unsigned long>(to - from),
              static_cast<unsigned long>(hash >> 32), static_cast<unsigned long>(hash & 0xFFFFFFFFU));
}

void show(const calls::Call &call, std::uint32_t index) {
  calls::Printer printer;
  calls::Trial trial = trial_of(index);
  trial.reader = &printer;
  std::printf("%s, trial %lu:", call.name, static_cast<unsigned long>(index));
  call.run(trial);
  std::printf("\nstatus %ld%s%s\n", static_cast<long>(trial.status),
              trial.broken == nullptr ? "" : ", broken promise: ", trial.broken == nullptr ? "" : trial.broken);
}

const calls::Call *named(const char *name) {
  for (const calls::Calls *calls : {&calls::in_float, &calls::in_double})
    for (int i = 0; i < calls->count; ++i)
      if (std::strcmp(calls->list[i].name, name) == 0) return &calls->list[i];
  return nullptr;
}

}  // namespace

int main(int argc, char **argv) {
  const auto number = [&](int i) { return static_cast<std::uint32_t>(std::strtoul(argv[i], nullptr, 10)); };
  const calls::Call *const one = argc == 4 ? named(argv[1]) : nullptr;
  if (one != nullptr) {
    std::strcmp(argv[3], "show") == 0 ? show(*one, number(2)) : print(*one, number(2), number(3));
  } else if (argc == 2) {
    for (const calls::Calls *calls : {&calls::in_float, &calls::in_double})
      for (int i = 0; i < calls->count; ++i)
        print(calls->list[i], 0, number(1) * static_cast<std::uint32_t>(calls->list[i].share));
  } else {
    std::fprintf(stderr, "same_bits COUNT | FUNCTION FROM TO | FUNCTION FROM show\n");
    return 2;
  }
  return 0;
}
