// Objects in JSON whose members are read by key. What a schema does not say is reported with its place, as a JSON
// pointer (RFC 6901). Comments (// and /* */) are skipped.
#ifndef TOUCHDOWN_HOST_TESTS_JSON_OBJECT_HPP
#define TOUCHDOWN_HOST_TESTS_JSON_OBJECT_HPP

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <type_traits>
#include <vector>

namespace touchdown::host {

using Json = nlohmann::ordered_json;

// Of a file, which is named in what it throws.
std::shared_ptr<const Json> read_json(const std::string &path);
// Whether it is an object with one of the keys.
bool holds_any(const Json &json, const std::vector<std::string> &keys);

class JsonObject {
 public:
  // `place`: the pointer to it; what it says of errors begins with it.
  explicit JsonObject(const Json &from, std::string place = "");

  bool has(const std::string &key) const;
  std::vector<std::string> keys() const;
  std::string place_of(const std::string &key) const;
  // What stands at a key that must be there.
  bool is_list(const std::string &key) const;
  bool is_list_of_lists(const std::string &key) const;
  bool is_object(const std::string &key) const;
  bool is_text(const std::string &key) const;
  bool is_null(const std::string &key) const;
  std::size_t size(const std::string &key) const;

  std::string text(const std::string &key) const;
  std::string text(const std::string &key, const std::string &otherwise) const;
  std::vector<std::string> texts(const std::string &key) const;
  bool flag(const std::string &key, bool otherwise) const;
  JsonObject object(const std::string &key) const;
  // Of a list with at least and at most so many.
  std::vector<JsonObject> objects(const std::string &key, std::size_t least, std::size_t most) const;

  // Of float, double, std::int32_t or std::size_t.
  template <class Number>
  Number number(const std::string &key) const;

  template <class Number>
  Number number(const std::string &key, Number otherwise) const {
    return has(key) ? number<Number>(key) : otherwise;
  }

  // Exactly `count` numbers; any number of them for 0.
  template <class Scalar>
  std::vector<Scalar> list(const std::string &key, std::size_t count) const;

  // As many numbers as `to` has, an array or a vector of Eigen's.
  template <class Numbers>
  void fill(const std::string &key, Numbers &to) const {
    using Scalar = std::decay_t<decltype(to[0])>;
    const std::vector<Scalar> numbers = list<Scalar>(key, static_cast<std::size_t>(std::size(to)));
    std::copy(numbers.begin(), numbers.end(), std::begin(to));
  }

  // The same where the key is there; `to` keeps what it holds where it is not.
  template <class Numbers>
  void fill_if_given(const std::string &key, Numbers &to) const {
    if (has(key)) fill(key, to);
  }

  // Moments of "inertia" xx, yy, zz, and unless they are left out the products xy, xz, yz.
  template <class Scalar>
  void fill_inertia(Scalar (&to)[6]) const {
    const std::vector<Scalar> numbers = list<Scalar>("inertia", 0);
    std::copy_n(numbers.begin(), std::min<std::size_t>(numbers.size(), 6), to);
  }

  // Rows of `columns` numbers, one after the other, as many as the first row has for 0; exactly `rows` of them, any
  // number for 0.
  template <class Scalar>
  std::vector<Scalar> matrix(const std::string &key, std::size_t rows, std::size_t columns) const;

 private:
  const Json &at(const std::string &key) const;

  const Json *from_;
  std::string place_;
};

// That of the names which is spelt most like a word, if any is: ", did you mean ..?", else nothing.
std::string did_you_mean(const std::string &word, const std::vector<std::string> &names);

}  // namespace touchdown::host

#endif
