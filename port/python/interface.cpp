// The tables of one precision, float or, with TD_DOUBLE, double.
#include "interface.hpp"

#include <utility>

#define TD_HEADERS
#include "interface.inc"
#undef TD_HEADERS

namespace touchdown_python {
namespace {

template <class T>
struct Argument {
  static T at(char *address) { return *reinterpret_cast<const T *>(address); }
};
template <class T>
struct Argument<T *> {
  static T *at(char *address) { return reinterpret_cast<T *>(address); }
};

template <auto function>
struct Row;
template <class Result, class... Arguments, Result (*function)(Arguments...)>
struct Row<function> {
  static void call(char *const *arguments, char *result) {
    call(arguments, result, std::index_sequence_for<Arguments...>());
  }

 private:
  template <std::size_t... i>
  static void call([[maybe_unused]] char *const *arguments, char *result, std::index_sequence<i...>) {
    *reinterpret_cast<Result *>(result) = function(Argument<Arguments>::at(arguments[i])...);
  }
};

Interface tables() {
  Interface all;
#define TD_STRUCT_ROW(name, said, ...) all.structs.push_back({#name, said, sizeof(name), __VA_ARGS__});
#define TD_FUNCTION_ROW(name, returns, said, ...) \
  all.functions.push_back({#name, returns, said, Row<name>::call, __VA_ARGS__});
#define TD_CONSTANT_ROW(name, said) all.constants.push_back({#name, said, static_cast<double>(name)});
#include "interface.inc"
  return all;
}

}  // namespace

#ifdef TD_DOUBLE
const Interface &interface_double() {
#else
const Interface &interface_float() {
#endif
  static const Interface all = tables();
  return all;
}

}  // namespace touchdown_python
