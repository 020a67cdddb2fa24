// One trial of one public function: inputs drawn from integers alone, so that they are the same on every machine, one
// field of them spoiled if asked for, the call, and what came of it as a hash and a verdict. The proofs of this
// folder's users (same bits, fuzzing, bit flips, cost) are loops over trials.
#ifndef TOUCHDOWN_CALLS_TRIAL_HPP
#define TOUCHDOWN_CALLS_TRIAL_HPP

#include <cstddef>
#include <cstdint>

namespace calls {

// Integers: first from the given bytes, then from the seed (splitmix64, Steele et al. 2014).
class Draw {
 public:
  explicit Draw(std::uint64_t seed, const std::uint8_t *given = nullptr, std::size_t count = 0)
      : state(seed * 0x9E3779B97F4A7C15U), bytes(given), left(count) {}

  std::uint32_t bits() {
    if (left > 0) return given_bits();
    state += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return static_cast<std::uint32_t>(z >> 32);
  }
  // 0 .. count - 1
  int below(int count) { return static_cast<int>((std::uint64_t{bits()} * static_cast<std::uint32_t>(count)) >> 32); }
  bool one_in(int count) { return below(count) == 0; }
  // Of the bytes given.
  std::size_t unread() const { return left; }

 private:
  std::uint32_t given_bits() {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4 && left > 0; ++i, --left) value |= std::uint32_t{*bytes++} << 8 * i;
    return value;
  }

  std::uint64_t state;
  const std::uint8_t *bytes;
  std::size_t left;
};

// The change of one field of the input after it was drawn. Real fields take the special values below, integers take
// extremes; flip_bits + b flips bit b; raw takes `word` as it is; pointers become null.
struct Spoil {
  enum Kind : std::uint32_t { nothing, nan, infinity, minus_infinity, denormal, huge, negative, zero, tiny, flip_bits };
  static constexpr std::uint32_t kinds = flip_bits + 64, raw = kinds;
  std::uint32_t kind = nothing;
  std::uint32_t field = 0;  // modulo the number of fields
  std::uint64_t word = 0;   // what `raw` puts there, bit for bit
};

// FNV-1a over words.
class Hash {
 public:
  void add(std::uint32_t word) { state = (state ^ word) * 0x100000001B3U; }
  void add(std::uint64_t word) {
    add(static_cast<std::uint32_t>(word));
    add(static_cast<std::uint32_t>(word >> 32));
  }
  std::uint64_t value() const { return state; }

 private:
  std::uint64_t state = 0xCBF29CE484222325U;
};

// Called right before and right after the call, for counting and painting.
class Probe {
 public:
  virtual void before() = 0;
  virtual void after() = 0;

 protected:
  ~Probe() = default;
};

// Receives every field of the input and then, unless it was refused, of the output, in the order of the header.
class Reader {
 public:
  virtual void next() = 0;             // the output begins
  virtual void named(const char *) {}  // "foot[2].surface.mu_s": what comes next
  virtual void real(double value) = 0;
  virtual void integer(std::int32_t value) = 0;
  virtual void pointer(bool there) { integer(there ? 1 : 0); }

 protected:
  ~Reader() = default;
};

struct Trial {
  explicit Trial(const Draw &source) : draw(source) {}

  Draw draw;
  Spoil spoil;
  const Spoil *more = nullptr;  // and then these
  std::size_t more_count = 0;
  Probe *probe = nullptr;
  Reader *reader = nullptr;

  Hash hash;                       // of the status and, unless refused, of every bit written
  std::int32_t status = 0;         // what the function returned
  const char *broken = nullptr;    // the first promise that was not kept
  std::uint32_t input_fields = 0;  // what Spoil::field is taken modulo
  enum { no_field, a_real, an_integer, a_pointer } spoiled = no_field;  // the last of them

  // The input is as it was drawn.
  bool sound() const { return spoil.kind == Spoil::nothing && more_count == 0; }
  void promise(bool kept, const char *what) {
    if (!kept && broken == nullptr) broken = what;
  }
};

struct Call {
  const char *name;  // of the function in the archive
  int share;         // of trials; dear functions have a smaller one
  void (*run)(Trial &trial);
};

struct Calls {
  const char *precision;
  const Call *list;
  int count;
};

extern const Calls in_float, in_double;  // names and version, which know no precision, are in the first
extern const Calls narrowed;             // parts of some functions' inputs: "function:which"

void nothing(Trial &trial);  // what a probe counts of a function that returns 0 at once

}  // namespace calls

#endif
