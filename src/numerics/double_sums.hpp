// Correctly rounded sums of doubles on Armv7-M and Armv8-M cores without an FPU for them, whose sums are libgcc's.
//
// If the exponents of a difference lie 33 apart, and its leading bit is lost, libgcc 12's __aeabi_dadd (ieee754-df.S)
// rounds by the wrong bit: 2 - 0x1.cbbc97f4p-32 is one unit low. Its other sums are right, and so are libgcc on Armv6-M
// and clang's library. Every file of the library in double includes this; its calls then go to the sums below, by the
// assembler's renaming, and no other code of a program is touched.
#ifndef TOUCHDOWN_NUMERICS_DOUBLE_SUMS_HPP
#define TOUCHDOWN_NUMERICS_DOUBLE_SUMS_HPP

#if defined(TD_DOUBLE) && defined(__arm__) && !(defined(__ARM_FP) && (__ARM_FP & 8)) && !defined(__ARM_ARCH_6M__) && \
    !defined(__clang__)

#include <cstdint>

// By the run-time ABI for Arm, whatever registers the program uses for other doubles.
#define TOUCHDOWN_RUNTIME __attribute__((pcs("aapcs")))

// libgcc's sum, by a name that is not renamed.
extern "C" TOUCHDOWN_RUNTIME double __adddf3(double x, double y);

namespace touchdown {

inline std::uint64_t bits_of_double(double x) {
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline double double_of_bits(std::uint64_t bits) {
  double x = 0;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}
inline std::int32_t exponent_of_double(double x) {
  const std::int32_t field = static_cast<std::int32_t>(bits_of_double(x) >> 52) & 0x7FF;
  return field == 0 ? 1 : field;  // of a denormal
}

// large + small, of unlike signs and exponents 33 apart. If the leading bit is lost, the difference with the upper word
// of the small number is exact, and the lower word is too small to be rounded by the wrong bit.
inline double difference_of_far(double large, double small) {
  const double head = double_of_bits(bits_of_double(small) & 0xFFFFFFFF00000000U);
  const double difference = __adddf3(large, head);
  if (exponent_of_double(difference) >= exponent_of_double(large)) return __adddf3(large, small);
  return __adddf3(difference, __adddf3(small, -head));
}

__attribute__((used)) TOUCHDOWN_RUNTIME static double double_sum(double x, double y) __asm__("td_double_sum");
__attribute__((used)) TOUCHDOWN_RUNTIME static double double_less(double x, double y) __asm__("td_double_less");
__attribute__((used)) TOUCHDOWN_RUNTIME static double double_from(double x, double y) __asm__("td_double_from");

static double double_sum(double x, double y) {
  const std::int32_t apart = exponent_of_double(x) - exponent_of_double(y);
  const bool unlike = static_cast<std::int64_t>(bits_of_double(x) ^ bits_of_double(y)) < 0;
  if (apart == 33 && unlike) return difference_of_far(x, y);
  if (apart == -33 && unlike) return difference_of_far(y, x);
  return __adddf3(x, y);
}
static double double_less(double x, double y) { return double_sum(x, -y); }
static double double_from(double x, double y) { return double_sum(y, -x); }

// Calls are resolved to the functions above within this file. The remaining names are weak, so that the rest of a
// program uses libgcc's own.
__asm__(
    ".weak __aeabi_dadd, __aeabi_dsub, __aeabi_drsub\n"
    ".hidden __aeabi_dadd, __aeabi_dsub, __aeabi_drsub\n"
    ".eqv __aeabi_dadd, td_double_sum\n"
    ".eqv __aeabi_dsub, td_double_less\n"
    ".eqv __aeabi_drsub, td_double_from\n");

}  // namespace touchdown

#undef TOUCHDOWN_RUNTIME

#endif

#endif
