// Dual numbers: a value and its derivatives by `count` inputs, for forward differentiation of the templates that
// compute the impact. Values are the same bits as those of the plain scalar; comparisons use values alone.
#ifndef TOUCHDOWN_NUMERICS_DUAL_HPP
#define TOUCHDOWN_NUMERICS_DUAL_HPP

#include "numerics/scalar.hpp"
#include "numerics/square_root.hpp"

namespace touchdown {

template <class Scalar, int count>
struct Dual {
  Scalar value;
  Scalar by[count];  // derivatives

  Dual() = default;
  // A constant. Implicit, because constants stand among dual numbers in every formula.
  constexpr Dual(Scalar constant) : value(constant), by{} {}  // NOLINT(google-explicit-constructor)

  // f(a) and f(a, b), given the value and the partial derivatives.
  static Dual chain(Scalar value, Scalar by_a, const Dual &a) {
    Dual result;
    result.value = value;
    if constexpr (count <= few) {
#pragma GCC unroll few
      for (int i = 0; i < count; ++i) result.by[i] = by_a * a.by[i];
    } else {
      for (int i = 0; i < count; ++i) result.by[i] = by_a * a.by[i];
    }
    return result;
  }
  static Dual chain(Scalar value, Scalar by_a, const Dual &a, Scalar by_b, const Dual &b) {
    Dual result;
    result.value = value;
    if constexpr (count <= few) {
#pragma GCC unroll few
      for (int i = 0; i < count; ++i) result.by[i] = by_a * a.by[i] + by_b * b.by[i];
    } else {
      for (int i = 0; i < count; ++i) result.by[i] = by_a * a.by[i] + by_b * b.by[i];
    }
    return result;
  }

  friend Dual operator-(const Dual &a) { return chain(-a.value, Scalar(-1), a); }
  friend Dual operator+(Dual a, const Dual &b) {
    a += b;
    return a;
  }
  friend Dual operator+(Dual a, Scalar b) {
    a.value += b;
    return a;
  }
  friend Dual operator+(Scalar a, Dual b) {
    b.value = a + b.value;
    return b;
  }
  friend Dual operator-(Dual a, const Dual &b) {
    a.value -= b.value;
    if constexpr (count <= few) {
#pragma GCC unroll few
      for (int i = 0; i < count; ++i) a.by[i] -= b.by[i];
    } else {
      for (int i = 0; i < count; ++i) a.by[i] -= b.by[i];
    }
    return a;
  }
  friend Dual operator-(Dual a, Scalar b) {
    a.value -= b;
    return a;
  }
  friend Dual operator-(Scalar a, const Dual &b) { return chain(a - b.value, Scalar(-1), b); }
  friend Dual operator*(const Dual &a, const Dual &b) { return chain(a.value * b.value, b.value, a, a.value, b); }
  friend Dual operator*(const Dual &a, Scalar b) { return chain(a.value * b, b, a); }
  friend Dual operator*(Scalar a, const Dual &b) { return chain(a * b.value, a, b); }
  friend Dual operator/(const Dual &a, const Dual &b) {
    const Scalar quotient = a.value / b.value, per = 1 / b.value;
    return chain(quotient, per, a, -quotient * per, b);
  }
  friend Dual operator/(const Dual &a, Scalar b) { return chain(a.value / b, 1 / b, a); }
  friend Dual operator/(Scalar a, const Dual &b) {
    const Scalar quotient = a / b.value;
    return chain(quotient, -quotient / b.value, b);
  }
  Dual &operator+=(const Dual &b) {
    value += b.value;
    if constexpr (count <= few) {
#pragma GCC unroll few
      for (int i = 0; i < count; ++i) by[i] += b.by[i];
    } else {
      for (int i = 0; i < count; ++i) by[i] += b.by[i];
    }
    return *this;
  }
  template <class Other>
  Dual &operator+=(const Other &b) {
    return *this = *this + b;
  }
  template <class Other>
  Dual &operator-=(const Other &b) {
    return *this = *this - b;
  }
  template <class Other>
  Dual &operator*=(const Other &b) {
    return *this = *this * b;
  }

  friend constexpr bool operator<(const Dual &a, const Dual &b) { return a.value < b.value; }
  friend constexpr bool operator>(const Dual &a, const Dual &b) { return a.value > b.value; }
  friend constexpr bool operator<=(const Dual &a, const Dual &b) { return a.value <= b.value; }
  friend constexpr bool operator>=(const Dual &a, const Dual &b) { return a.value >= b.value; }
  friend constexpr bool operator==(const Dual &a, const Dual &b) { return a.value == b.value; }
  friend constexpr bool operator!=(const Dual &a, const Dual &b) { return a.value != b.value; }

  friend Dual abs(const Dual &a) { return a.value < 0 ? -a : a; }
  // At 0 the root has no derivative; 0 stands for it, because its factor there is 0 too.
  friend Dual sqrt_unchecked(const Dual &a) {
    const Scalar root = touchdown::sqrt_unchecked(a.value);
    return chain(root, root > 0 ? Scalar(0.5) / root : Scalar(0), a);
  }
};

template <class Scalar, int count>
struct RealOf<Dual<Scalar, count>> {
  using type = Scalar;
};

template <class Scalar, int count>
constexpr Scalar value_of(const Dual<Scalar, count> &x) {
  return x.value;
}

// The input with number `input`.
template <class Scalar, int count>
inline Dual<Scalar, count> input_of(Scalar value, int input) {
  Dual<Scalar, count> x = value;
  x.by[input] = 1;
  return x;
}

}  // namespace touchdown

#endif
