// Operations on all fields of a struct (struct_fields.hpp): hash them, spoil one, show them. Compiled once for each
// precision, in a namespace of its own.
#ifndef TOUCHDOWN_CALLS_FIELDS_HPP
#define TOUCHDOWN_CALLS_FIELDS_HPP

#include <cstring>
#include <type_traits>

#include "struct_fields.hpp"
#include "trial.hpp"

namespace calls {
namespace CALLS_PRECISION {

// Walks down to numbers: Own::number(td_real &), Own::number(std::int32_t &), Own::pointer(const T *&).
template <class Own>
struct Visitor {
  template <class... T>
  void all(T &...x) {
    (visit(x), ...);
  }
  // Fields that may be TD_NOT_APPLICABLE.
  template <class... T>
  void optional(T &...x) {
    may_be_absent = true;
    all(x...);
    may_be_absent = false;
  }
  template <class T, std::size_t N>
  void first(std::int32_t count, T (&x)[N]) {
    for (std::int32_t i = 0; i < count && i < static_cast<std::int32_t>(N); ++i) visit(x[i]);
  }
  void visit(td_real &x) { own().number(x); }
  void visit(std::int32_t &x) { own().number(x); }
  template <class T>
  void visit(const T *&x) {
    own().pointer(x);
  }
  template <class T, std::size_t N>
  void visit(T (&x)[N]) {
    for (T &entry : x) visit(entry);
  }
  template <class T>
  void visit(T &x) {
    fields(*this, x);
  }

  bool may_be_absent = false;

 private:
  Own &own() { return static_cast<Own &>(*this); }
};

using Word = std::conditional_t<sizeof(td_real) == 4, std::uint32_t, std::uint64_t>;
constexpr int fraction_bits = sizeof(td_real) == 4 ? 23 : 52;
constexpr Word exponent_mask = ((Word{1} << (8 * sizeof(td_real) - 1)) - 1) & ~((Word{1} << fraction_bits) - 1);

inline Word word_of(td_real x) {
  Word word;
  std::memcpy(&word, &x, sizeof word);
  return word;
}
inline td_real real_of(Word word) {
  td_real x;
  std::memcpy(&x, &word, sizeof x);
  return x;
}
inline bool finite(td_real x) { return (word_of(x) & exponent_mask) != exponent_mask; }

struct Hasher : Visitor<Hasher> {
  explicit Hasher(Trial &t) : trial(t) {}
  void number(td_real &x) {
    trial.promise(finite(x) || (may_be_absent && x == TD_NOT_APPLICABLE), "finite outputs");
    const bool nan = x != x;  // the machine chooses which NaN
    trial.hash.add(nan ? exponent_mask | 1U : word_of(x));
  }
  void number(std::int32_t &x) { trial.hash.add(static_cast<std::uint32_t>(x)); }
  template <class T>
  void pointer(const T *&) {}
  Trial &trial;
};

struct Counter : Visitor<Counter> {
  void number(td_real &) { ++count; }
  void number(std::int32_t &) { ++count; }
  template <class T>
  void pointer(const T *&) {
    ++count;
  }
  std::uint32_t count = 0;
};

inline td_real spoiled(td_real x, const Spoil &spoil) {
  constexpr Word sign = Word{1} << (8 * sizeof(td_real) - 1), one = 1;
  switch (spoil.kind) {
    case Spoil::nan:
      return real_of(exponent_mask | (one << (fraction_bits - 1)));
    case Spoil::infinity:
      return real_of(exponent_mask);
    case Spoil::minus_infinity:
      return real_of(exponent_mask | sign);
    case Spoil::denormal:
      return real_of(one << (fraction_bits / 2));
    case Spoil::huge:
      return real_of(exponent_mask - (one << fraction_bits) + (word_of(x) & ((one << fraction_bits) - 1)));
    case Spoil::negative:
      return -x;
    case Spoil::zero:
      return 0;
    case Spoil::tiny:
      return real_of((one << fraction_bits) + (word_of(x) & ((one << fraction_bits) - 1)));
    case Spoil::raw:
      return real_of(static_cast<Word>(spoil.word));
    default:
      return real_of(word_of(x) ^ (one << (spoil.kind - Spoil::flip_bits) % (8 * sizeof(td_real))));
  }
}

inline std::int32_t spoiled(std::int32_t x, const Spoil &spoil) {
  constexpr std::int32_t extremes[] = {0, INT32_MIN, INT32_MAX, -1, 1, 65536, 0, 1025, 65};
  if (spoil.kind < Spoil::flip_bits) return extremes[spoil.kind];
  if (spoil.kind == Spoil::raw) return static_cast<std::int32_t>(static_cast<std::uint32_t>(spoil.word));
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) ^ (1U << (spoil.kind - Spoil::flip_bits) % 32));
}

struct Spoiler : Visitor<Spoiler> {
  Spoiler(Trial &t, const Spoil &how) : trial(t), spoil(how), left(how.field % t.input_fields) {}
  void number(td_real &x) {
    if (left-- != 0) return;
    x = spoiled(x, spoil);
    trial.spoiled = Trial::a_real;
  }
  void number(std::int32_t &x) {
    if (left-- != 0) return;
    x = spoiled(x, spoil);
    trial.spoiled = Trial::an_integer;
  }
  template <class T>
  void pointer(const T *&x) {
    if (left-- != 0) return;
    x = nullptr;
    trial.spoiled = Trial::a_pointer;
  }
  Trial &trial;
  const Spoil &spoil;
  std::uint32_t left;
};

// Each field by its name.
class Shower {
 public:
  explicit Shower(Reader &to) : reader_(to) {}
  void called(const char *names) { names_ = names; }
  template <class... T>
  void all(T &...x) {
    (show_next(x), ...);
  }
  template <class... T>
  void optional(T &...x) {
    all(x...);
  }
  template <class T, std::size_t N>
  void first(std::int32_t count, T (&x)[N]) {
    const std::size_t above = length_;
    add_next_name();  // of the count
    cut_to(above);
    add_next_name();
    for (std::int32_t i = 0; i < count && i < static_cast<std::int32_t>(N); ++i) show_entry(i, x[i]);
    cut_to(above);
  }

 private:
  void cut_to(std::size_t length) { path_[length_ = length] = 0; }
  void add(char c) {
    if (length_ + 1 < sizeof path_) path_[length_++] = c;
    path_[length_] = 0;
  }
  // "x.before.mass, x.data->J" is "before.mass" and then "data->J".
  void add_next_name() {
    while (*names_ == ' ' || *names_ == '*') ++names_;
    if (std::strncmp(names_, "x.", 2) == 0) names_ += 2;
    if (length_ > 0 && *names_ != 0) add('.');
    for (; *names_ != 0 && *names_ != ','; ++names_) add(*names_);
    if (*names_ == ',') ++names_;
  }
  template <class T>
  void show_next(T &x) {
    const std::size_t above = length_;
    add_next_name();
    const char *const names = names_;
    visit(x);
    names_ = names;
    cut_to(above);
  }
  template <class T>
  void show_entry(std::int32_t i, T &x) {
    const std::size_t above = length_;
    add('[');
    for (std::int32_t unit = i < 10 ? 1 : i < 100 ? 10 : i < 1000 ? 100 : 1000; unit > 0; unit /= 10)
      add(static_cast<char>('0' + i / unit % 10));
    add(']');
    visit(x);
    cut_to(above);
  }
  void visit(td_real &x) {
    reader_.named(path_);
    reader_.real(static_cast<double>(x));
  }
  void visit(std::int32_t &x) {
    reader_.named(path_);
    reader_.integer(x);
  }
  template <class T>
  void visit(const T *&x) {
    reader_.named(path_);
    reader_.pointer(x != nullptr);
  }
  template <class T, std::size_t N>
  void visit(T (&x)[N]) {
    for (std::size_t i = 0; i < N; ++i) show_entry(static_cast<std::int32_t>(i), x[i]);
  }
  template <class T>
  void visit(T &x) {
    fields(*this, x);
  }

  Reader &reader_;
  char path_[96] = "";
  std::size_t length_ = 0;
  const char *names_ = "";
};

// ---- The call -------------------------------------------------------------------------------------------------------

template <class Input>
void apply(Trial &trial, const Spoil &spoil, Input &input) {
  if (spoil.kind == Spoil::nothing) return;
  Spoiler spoiler(trial, spoil);
  spoiler.all(input);
}

// A struct of inputs that holds no pointer into itself.
template <class Input>
void spoil_and_show(Trial &trial, Input &input) {
  Counter counter;
  counter.all(input);
  trial.input_fields = counter.count;
  apply(trial, trial.spoil, input);
  for (std::size_t i = 0; i < trial.more_count; ++i) apply(trial, trial.more[i], input);
  if (trial.reader == nullptr) return;
  Shower shower(*trial.reader);
  shower.all(input);
}

// Calls `function(input, output)`, and checks what every function promises: a refusal leaves the output untouched, an
// answer is finite.
template <class Input, class Output, class Function>
void attempt(Trial &trial, Input &input, Output &output, const Function &function) {
  static Output before;
  spoil_and_show(trial, input);
  std::memcpy(static_cast<void *>(&before), &output, sizeof output);
  if (trial.probe != nullptr) trial.probe->before();
  trial.status = function(input, output);
  if (trial.probe != nullptr) trial.probe->after();
  trial.hash.add(static_cast<std::uint32_t>(trial.status));
  if (trial.status < 0) {
    trial.promise(std::memcmp(&before, &output, sizeof output) == 0, "outputs untouched on refusal");
    return;
  }
  Hasher hasher(trial);
  hasher.all(output);
  if (trial.reader == nullptr) return;
  trial.reader->next();
  Shower shower(*trial.reader);
  shower.all(output);
}

template <class Output>
Output *untouched() {
  static Output output;
  std::memset(static_cast<void *>(&output), 0x5A, sizeof output);
  return &output;
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
