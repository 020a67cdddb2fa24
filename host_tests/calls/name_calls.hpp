// Names of statuses, modes and outcomes, and the version: of any number, however senseless.
#ifndef TOUCHDOWN_CALLS_NAME_CALLS_HPP
#define TOUCHDOWN_CALLS_NAME_CALLS_HPP

#include "draws.hpp"

namespace calls {
namespace CALLS_PRECISION {

struct Number {
  std::int32_t value;
};
template <class V>
void fields(V &v, Number &x) {
  CALLS_FIELDS(all, x.value);
}

struct Text {
  const char *begin;
};
template <class V>
void fields(V &v, Text &x) {
  Hash hash;
  for (const char *c = x.begin; *c != 0; ++c) hash.add(static_cast<std::uint32_t>(*c));
  std::int32_t text = static_cast<std::int32_t>(hash.value() & 0x7FFFFFFF);
  CALLS_FIELDS(all, text);
}

template <const char *(*Function)(std::int32_t)>
void name_of(Trial &trial) {
  Number input = {trial.draw.one_in(8) ? static_cast<std::int32_t>(trial.draw.bits()) : trial.draw.below(256) - 128};
  Text &output = *untouched<Text>();
  attempt(trial, input, output, [](const Number &in, Text &out) {
    out.begin = Function(in.value);
    return 0;
  });
  trial.promise(*output.begin != 0, "a name for every number");
}

// 0 has no name.
inline void advice(Trial &trial) {
  Number input = {trial.draw.one_in(8) ? static_cast<std::int32_t>(trial.draw.bits()) : trial.draw.below(256) - 128};
  Text &output = *untouched<Text>();
  attempt(trial, input, output, [](const Number &in, Text &out) {
    out.begin = td_status_advice(in.value);
    return 0;
  });
  trial.promise((*output.begin == 0) == (input.value == TD_SOLVED), "advice on every status but one");
}

struct NumberInSum {
  std::int32_t status, index;
};
template <class V>
void fields(V &v, NumberInSum &x) {
  CALLS_FIELDS(all, x.status, x.index);
}

inline void caveat_name(Trial &trial) {
  NumberInSum input = {static_cast<std::int32_t>(trial.draw.bits()), trial.draw.below(40) - 4};
  Text &output = *untouched<Text>();
  attempt(trial, input, output, [](const NumberInSum &in, Text &out) {
    out.begin = td_caveat_name(in.status, in.index);
    return 0;
  });
}

inline void limits(Trial &trial) {
  Number input = {};
  attempt(trial, input, *untouched<td_limits>(),
          [](const Number &, td_limits &out) { return td_limits_of_library(&out); });
}

inline void version(Trial &trial) {
  Number input = {};
  attempt(trial, input, *untouched<Number>(), [](const Number &, Number &out) {
    out.value = td_version();
    return 0;
  });
}

// Not seen through by the compiler.
__attribute__((noinline)) inline std::int32_t zero() {
  std::int32_t result = 0;
  __asm volatile("" : "+r"(result));
  return result;
}

inline void call_zero(Trial &trial) {
  Number input = {};
  attempt(trial, input, *untouched<Number>(), [](const Number &, Number &) { return zero(); });
}

}  // namespace CALLS_PRECISION
}  // namespace calls

#endif
