// Bytes made into one trial of one public function: which function, up to seven fields to spoil, and the integers that
// the rest of the input is drawn from. Whatever the bytes, the input is a legal call; few bytes are enough, the rest is
// drawn from a fixed seed.
#ifndef TOUCHDOWN_FUZZ_FUZZ_INPUT_HPP
#define TOUCHDOWN_FUZZ_FUZZ_INPUT_HPP

#include <cstddef>
#include <cstdint>

#include "trial.hpp"

namespace fuzz {

class Bytes {
 public:
  Bytes(const std::uint8_t *data, std::size_t size) : at(data), left(size) {}
  std::uint64_t take(unsigned count) {  // little-endian; 0 where the bytes end
    std::uint64_t value = 0;
    for (unsigned i = 0; i < count && left > 0; ++i, --left) value |= std::uint64_t{*at++} << 8 * i;
    return value;
  }
  const std::uint8_t *rest() const { return at; }
  std::size_t size() const { return left; }

 private:
  const std::uint8_t *at;
  std::size_t left;
};

inline int function_count() { return calls::in_float.count + calls::in_double.count; }

inline const calls::Call &function(int index) {
  return index < calls::in_float.count ? calls::in_float.list[index]
                                       : calls::in_double.list[index - calls::in_float.count];
}

inline calls::Spoil take_spoil(Bytes &bytes) {
  calls::Spoil spoil;
  spoil.kind = static_cast<std::uint32_t>(bytes.take(1)) % (calls::Spoil::raw + 1);
  spoil.field = static_cast<std::uint32_t>(bytes.take(2));
  if (spoil.kind == calls::Spoil::raw) spoil.word = bytes.take(8);
  return spoil;
}

// `only`: index of the function, or -1 where the first byte is to say. The first broken promise, or null.
inline const char *try_bytes(const std::uint8_t *data, std::size_t size, int only = -1,
                             calls::Reader *reader = nullptr) {
  Bytes bytes(data, size);
  const int named = static_cast<int>(bytes.take(1)) % function_count();
  calls::Spoil spoils[7];
  const std::size_t count = bytes.take(1) % 8;
  for (std::size_t i = 0; i < count; ++i) spoils[i] = take_spoil(bytes);
  calls::Trial trial(calls::Draw(0, bytes.rest(), bytes.size()));
  trial.more = spoils;
  trial.more_count = count;
  trial.reader = reader;
  function(only < 0 ? named : only).run(trial);
  return trial.broken;
}

}  // namespace fuzz

#endif
