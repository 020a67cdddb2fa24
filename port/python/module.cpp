// The extension module under port/python/touchdown/__init__.py: the tables of the headers, and one way to call any of
// their functions over arrays. Types and shapes are checked in Python. What is checked here keeps every array that
// comes from being read or written beyond its entries; addresses within structs are the caller's.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <optional>
#include <sstream>
#include <string>
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

// A call to be made, with what determines how many bytes each argument points to.
struct Asked {
  const Interface &interface;
  const Function &function;
  std::size_t real;
  const py::list &arrays;

  const Struct *struct_of(const std::string &type) const {
    for (const Struct &known : interface.structs)
      if (type == known.name) return &known;
    return nullptr;
  }
  std::size_t size_of(const std::string &type) const {
    if (const Struct *known = struct_of(type)) return known->size;
    return type == "td_real" ? real : type == "const char" ? sizeof(char *) : sizeof(std::int32_t);
  }
};

// Where in a struct the number `name` stands; nothing where it does not.
std::optional<std::size_t> offset_of(const Asked &asked, const Struct &within, const std::string &name) {
  for (const Field &field : within.fields) {
    if (field.pointer != 0 || !field.dimensions.empty()) continue;
    if (name == field.name && std::string(field.type) == "int32_t") return field.offset;
    const Struct *inner = asked.struct_of(field.type);
    const auto found = inner == nullptr ? std::nullopt : offset_of(asked, *inner, name);
    if (found) return field.offset + *found;
  }
  return std::nullopt;
}

// The largest of the integers that stand `offset` bytes into the entries.
double largest(const py::array &array, std::size_t offset) {
  std::vector<py::ssize_t> shape(array.shape(), array.shape() + array.ndim()), index(shape.size(), 0);
  if (array.size() == 0) return 0;
  if (static_cast<std::size_t>(array.itemsize()) < offset + sizeof(std::int32_t))
    throw py::value_error("an array's entries are too small");
  std::vector<Laid> one{lay(array, shape)};
  char *at[] = {one[0].address + offset};
  std::int32_t most = 0;
  do {
    std::int32_t number = 0;
    std::memcpy(&number, at[0], sizeof number);
    most = std::max(most, number);
  } while (next(index, shape, one, at));
  return most;
}

// The value of a name in a shape, from the argument or the field of that name; 0 without one.
double number_named(const Asked &asked, const std::string &name) {
  double most = 0;
  for (std::size_t k = 0; k < asked.function.parameters.size(); ++k) {
    const Parameter &parameter = asked.function.parameters[k];
    const Struct *within = asked.struct_of(parameter.type);
    const bool is_it = parameter.pointer == 0 && name == parameter.name;
    const auto offset = within == nullptr ? std::nullopt : offset_of(asked, *within, name);
    if (!asked.arrays[k].is_none() && (is_it || offset))
      most = std::max(most, largest(py::cast<py::array>(asked.arrays[k]), offset.value_or(0)));
  }
  return most;
}

// "n", "3", "3 count", "(n + 3)".
double factor_of(const Asked &asked, const std::string &factor) {
  std::istringstream words(factor.substr(factor[0] == '(' ? 1 : 0));
  std::string word;
  double product = 1, more = 0;
  while (words >> word) {
    if (word == "+")
      words >> more;
    else
      product *= std::isdigit(static_cast<unsigned char>(word[0])) != 0 ? std::stod(word) : number_named(asked, word);
  }
  return product + more;
}

void check_entries(const py::array &array, double bytes, std::size_t alignment, bool is_written) {
  if (py::cast<bool>(array.dtype().attr("hasobject"))) throw py::type_error("an array of objects");
  if (array.size() == 0) return;  // of no row
  if (!(static_cast<double>(array.itemsize()) >= bytes)) throw py::value_error("an array's entries are too small");
  if (is_written && !array.writeable()) throw py::value_error("an array that is written cannot be");
  bool aligned = reinterpret_cast<std::uintptr_t>(array.data()) % alignment == 0;
  for (py::ssize_t i = 0; i < array.ndim(); ++i)
    aligned = aligned && array.strides(i) % static_cast<py::ssize_t>(alignment) == 0;
  if (!aligned) throw py::value_error("an array's entries are not aligned");
}

void check_argument(const Asked &asked, std::size_t k, std::size_t preset) {
  const Parameter &parameter = asked.function.parameters[k];
  if (asked.arrays[k].is_none()) {
    if (parameter.pointer == 0 || preset > 0) throw py::value_error("a number, or room for a result, is missing");
    return;
  }
  const auto array = py::cast<py::array>(asked.arrays[k]);
  double bytes = static_cast<double>(asked.size_of(parameter.type));
  for (const char *factor : parameter.shape) bytes *= factor_of(asked, factor);
  const bool is_real = asked.struct_of(parameter.type) != nullptr || std::string(parameter.type) == "td_real";
  check_entries(array, std::max(bytes, static_cast<double>(preset)), is_real && bytes > 0 ? asked.real : 1,
                parameter.pointer != 0 && parameter.constant == 0);
}

// A null argument stands for the null pointer of every row. preset: of each argument, as in Laid.
void call(std::size_t function, bool is_double, const py::list &arrays, const std::vector<std::size_t> &preset,
          const py::array &result) {
  const Interface &interface = interface_of(is_double);
  const Function &called = interface.functions.at(function);
  if (arrays.size() != called.parameters.size() || preset.size() != arrays.size())
    throw py::value_error("wrong number of arguments");
  const Asked asked{interface, called, is_double ? sizeof(double) : sizeof(float), arrays};
  const std::size_t returned = asked.size_of(called.returns);
  check_entries(result, static_cast<double>(returned), returned, true);
  const std::vector<py::ssize_t> shape(result.shape(), result.shape() + result.ndim());
  std::vector<Laid> arguments;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    check_argument(asked, k, preset[k]);
    arguments.push_back(arrays[k].is_none() ? Laid{nullptr, std::vector<py::ssize_t>(shape.size(), 0), 0}
                                            : lay(py::cast<py::array>(arrays[k]), shape));
    arguments.back().preset = preset[k];
  }
  arguments.push_back(lay(result, shape));
  const py::gil_scoped_release others_run;
  call_rows(called.call, arguments, shape);
}

// A name for each row.
py::list names(std::size_t function, const py::list &arrays, const py::array &addresses) {
  const bool has_names = std::string(interface_float().functions.at(function).returns) == "const char";
  if (!has_names || (addresses.flags() & py::array::c_style) == 0 || addresses.itemsize() != sizeof(char *))
    throw py::value_error("a function that returns no names, or no room for them");
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
  for (const int fewer : field.most) most.append(fewer);
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
