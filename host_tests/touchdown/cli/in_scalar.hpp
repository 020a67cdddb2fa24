// A struct of the C headers in another scalar, number by number.
#pragma once

#include "calls/struct_fields.hpp"
#include "cli/standard.hpp"

namespace touchdown::host {

// The numbers of structs in the order of their fields: taken out of one, or put into another. No pointers.
class NumbersOfFields {
 public:
  template <class... T>
  void all(T &...x) {
    (visit(x), ...);
  }
  template <class... T>
  void optional(T &...x) {
    all(x...);
  }
  template <class T>
  void first(std::int32_t, T &x) {  // those beyond the first are numbers too
    visit(x);
  }
  void turn() { puts_ = true; }

 private:
  template <class T>
  void visit(T &x) {
    using calls::fields;
    if constexpr (std::is_array_v<T>)
      for (auto &entry : x) visit(entry);
    else if constexpr (!std::is_arithmetic_v<T>)
      fields(*this, x);
    else if (puts_)
      x = static_cast<T>(numbers_[next_++]);
    else
      numbers_.push_back(static_cast<double>(x));
  }
  template <class T>
  void visit(T *&) {}

  std::vector<double> numbers_;
  std::size_t next_ = 0;
  bool puts_ = false;
};

template <class Scalar, template <class> class Struct, class From>
Struct<Scalar> in_scalar(Struct<From> from) {
  using calls::fields;
  NumbersOfFields numbers;
  fields(numbers, from);
  numbers.turn();
  Struct<Scalar> to{};
  fields(numbers, to);
  return to;
}

}  // namespace touchdown::host
