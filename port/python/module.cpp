// The extension module under port/python/touchdown/__init__.py: the tables of the headers, and one way to call any of
// their functions over arrays. All checks of types and shapes are in Python; what is checked here keeps memory safe
// whatever comes.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstring>
#include <vector>

#include "interface.hpp"

namespace py = pybind11;

namespace touchdown_python {
namespace {

constexpr std::size_t max_parameters = 8;

// An array of rows that is laid over a shape: its address, its step along each dimension, 0 where it is repeated, and
// of what a function writes how many bytes of each row are set to 0xFF before: NaN, or -1, where it writes nothing.
struct Laid {
  char *address = nullptr;
  std::vector<py::ssize_t> steps;
  std::size_t preset = 0;
};

Laid lay(const py::array &array, const std::vector<py::ssize_t> &shape) {
  const auto missing = static_cast<py::ssize_t>(shape.size()) - array.ndim();
  if (missing < 0) throw py::value_error("an array has more dimensions than the rows");
  Laid laid{const_cast<char *>(static_cast<const char *>(array.data())), std::vector<py::ssize_t>(shape.size(), 0), 0};
  for (py::ssize_t i = 0; i < array.ndim(); ++i) {
    const auto at = static_cast<std::size_t>(i + missing);
    if (array.shape(i) != 1 && array.shape(i) != shape[at]) throw py::value_error("an array does not fit the rows");
    laid.steps[at] = array.shape(i) == 1 ? 0 : array.strides(i);
  }
  return laid;
}

// Moves on by one row, the last dimension fastest. False after the last.
bool next(std::vector<py::ssize_t> &index, const std::vector<py::ssize_t> &shape, std::vector<Laid> &arguments,
          char **at) {
  for (std::size_t i = shape.size(); i-- > 0;) {
    const bool carried = ++index[i] == shape[i];
    const py::ssize_t rows = carried ? 1 - index[i] : 1;
    for (std::size_t k = 0; k < arguments.size(); ++k) at[k] += rows * arguments[k].steps[i];
    if (!carried) return true;
    index[i] = 0;
  }
  return false;
}

void call_rows(Call call, std::vector<Laid> &arguments, const std::vector<py::ssize_t> &shape) {
  char *at[max_parameters + 1] = {};  // the last is the result's
  for (std::size_t k = 0; k < arguments.size(); ++k) at[k] = arguments[k].address;
  for (const auto size : shape)
    if (size == 0) return;
  std::vector<py::ssize_t> index(shape.size(), 0);
  do {
    for (std::size_t k = 0; k < arguments.size(); ++k)
      if (arguments[k].preset > 0) std::memset(at[k], 0xFF, arguments[k].preset);
    call(at, at[arguments.size() - 1]);
  } while (next(index, shape, arguments, at));
}

const Interface &interface_of(bool is_double) { return is_double ? interface_double() : interface_float(); }

// A null argument stands for the null pointer of every row. preset: of each argument, as in Laid.
void call(std::size_t function, bool is_double, const py::list &arrays, const std::vector<std::size_t> &preset,
          const py::array &result) {
  const Function &called = interface_of(is_double).functions.at(function);
  if (arrays.size() != called.parameters.size() || preset.size() != arrays.size())
    throw py::value_error("wrong number of arguments");
  const std::vector<py::ssize_t> shape(result.shape(), result.shape() + result.ndim());
  std::vector<Laid> arguments;
  for (const auto &array : arrays) {
    arguments.push_back(array.is_none() ? Laid{nullptr, std::vector<py::ssize_t>(shape.size(), 0), 0}
                                        : lay(py::cast<py::array>(array), shape));
    arguments.back().preset = preset[arguments.size() - 1];
  }
  arguments.push_back(lay(result, shape));
  const py::gil_scoped_release others_run;
  call_rows(called.call, arguments, shape);
}

// A name for each row.
py::list names(std::size_t function, const py::list &arrays, const py::array &addresses) {
  call(function, false, arrays, std::vector<std::size_t>(arrays.size(), 0), addresses);
  const auto *first = static_cast<const char *const *>(addresses.data());
  py::list words;
  for (py::ssize_t i = 0; i < addresses.size(); ++i) words.append(py::str(first[i]));
  return words;
}

py::list list_of(const std::vector<const char *> &words) {
  py::list all;
  for (const char *word : words) all.append(word);
  return all;
}

py::dict dict_of(const Field &field) {
  py::dict row;
  row["name"] = field.name, row["type"] = field.type, row["pointer"] = field.pointer != 0;
  row["constant"] = field.constant != 0, row["offset"] = field.offset, row["said"] = field.said;
  py::list dimensions, most;
  for (const int dimension : field.dimensions) dimensions.append(dimension);
  for (const int fewer : field.most) most.append(fewer != 0);
  row["dimensions"] = dimensions, row["most"] = most, row["shape"] = list_of(field.shape);
  return row;
}

py::dict dict_of(const Parameter &parameter) {
  py::dict row;
  row["name"] = parameter.name, row["type"] = parameter.type, row["pointer"] = parameter.pointer != 0;
  row["constant"] = parameter.constant != 0, row["said"] = parameter.said, row["shape"] = list_of(parameter.shape);
  return row;
}

py::dict dict_of(const Struct &of) {
  py::dict row;
  py::list fields;
  for (const Field &field : of.fields) fields.append(dict_of(field));
  row["name"] = of.name, row["said"] = of.said, row["size"] = of.size, row["fields"] = fields;
  return row;
}

py::dict dict_of(const Function &function) {
  py::dict row;
  py::list parameters;
  for (const Parameter &parameter : function.parameters) parameters.append(dict_of(parameter));
  row["name"] = function.name, row["returns"] = function.returns, row["said"] = function.said;
  row["parameters"] = parameters;
  return row;
}

py::dict dict_of(const Constant &constant) {
  py::dict row;
  row["name"] = constant.name, row["said"] = constant.said, row["value"] = constant.value;
  return row;
}

template <class Rows>
py::list rows_of(const Rows &rows) {
  py::list all;
  for (const auto &row : rows) all.append(dict_of(row));
  return all;
}

py::dict interface(bool is_double) {
  const Interface &of = interface_of(is_double);
  py::dict all;
  all["structs"] = rows_of(of.structs), all["functions"] = rows_of(of.functions);
  all["constants"] = rows_of(of.constants);
  return all;
}

}  // namespace
}  // namespace touchdown_python

PYBIND11_MODULE(_touchdown, module) {
  module.doc() = "What touchdown/__init__.py is made of: the tables of the C headers, and their functions over arrays.";
  module.def("interface", &touchdown_python::interface, py::arg("is_double"));
  module.def("call", &touchdown_python::call);
  module.def("names", &touchdown_python::names);
}
