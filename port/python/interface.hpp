// What the C headers declare, for one precision, as tables that toolchain/api writes and the compiler completes.
#ifndef TOUCHDOWN_PYTHON_INTERFACE_HPP
#define TOUCHDOWN_PYTHON_INTERFACE_HPP

#include <cstddef>
#include <vector>

namespace touchdown_python {

// Calls a function for one row: one address for each parameter, of what a pointer points to or of the value; and one
// for what the function returns.
using Call = void (*)(char *const *arguments, char *result);

struct Field {
  const char *name, *type;
  int pointer, constant;
  std::size_t offset;
  std::vector<int> dimensions;  // of an array within the struct
  std::vector<int> most;        // 1: the dimension is a constant of the headers, of which fewer may be used; 2: it is
                                // the square of one, a matrix by rows
  std::vector<const char *> shape;  // of what a pointer points to: factors like "n", "3 count"; none: one
  const char *said;
};

struct Struct {
  const char *name, *said;
  std::size_t size;
  std::vector<Field> fields;
};

struct Parameter {
  const char *name, *type;
  int pointer, constant;
  std::vector<const char *> shape;
  const char *said;
};

struct Function {
  const char *name, *returns, *said;
  Call call;
  std::vector<Parameter> parameters;
};

struct Constant {
  const char *name, *said;
  double value;
};

struct Interface {
  std::vector<Struct> structs;
  std::vector<Function> functions;
  std::vector<Constant> constants;
};

const Interface &interface_float();
const Interface &interface_double();

}  // namespace touchdown_python

#endif
