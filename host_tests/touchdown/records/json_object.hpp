// JSON whose every key must have been asked for: what is misspelt, of another type, or does not fit is reported with
// its place, as a JSON pointer (RFC 6901).
#ifndef TOUCHDOWN_HOST_TESTS_JSON_OBJECT_HPP
#define TOUCHDOWN_HOST_TESTS_JSON_OBJECT_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace touchdown::host {

using Json = nlohmann::ordered_json;

// Text that is no JSON, or none that is taken; where it stands is in its words.
struct JsonError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Refuses what nests deeper than anything here does, holds more values than a memory should, or holds a key twice.
class JsonLimits {
 public:
  // As nlohmann's parser calls back. Throws JsonError.
  void take(int depth, Json::parse_event_t event, const Json &parsed);
  // What was counted is done with.
  void forget_values() { values_ = 0; }

 private:
  void take_key(const std::string &key);

  std::size_t values_ = 0;
  std::vector<std::set<std::string>> keys_;  // of the objects that are open
};

using JsonCallback = std::function<bool(int depth, Json::parse_event_t event, Json &parsed)>;

// Throws JsonError. `callback`, if there is one, receives nlohmann's parser events, after the limits.
Json parse_json(std::istream &in, const JsonCallback &callback = nullptr);
// Of a file, which is named in what it throws.
Json read_json(const std::string &path);

class JsonObject {
 public:
  // `place`: the pointer to it; what it says of errors begins with it.
  explicit JsonObject(const Json &from, std::string place = "");

  bool has(const std::string &key);
  std::vector<std::string> keys() const;
  const Json &at(const std::string &key);
  std::string place_of(const std::string &key) const;

  std::string text(const std::string &key);
  std::string text(const std::string &key, const std::string &otherwise);
  bool flag(const std::string &key, bool otherwise);
  JsonObject object(const std::string &key);
  // Of a list with at least and at most so many.
  std::vector<JsonObject> objects(const std::string &key, std::size_t least, std::size_t most);

  template <class Number>
  Number number(const std::string &key) {
    return number_in<Number>(at(key), place_of(key));
  }

  template <class Number>
  Number number(const std::string &key, Number otherwise) {
    return has(key) ? number<Number>(key) : otherwise;
  }

  // Exactly `count` numbers; any number of them for 0.
  template <class Scalar>
  std::vector<Scalar> list(const std::string &key, std::size_t count) {
    return numbers_in<Scalar>(at(key), place_of(key), count);
  }

  // As many numbers as `to` has, an array or a vector of Eigen's.
  template <class Numbers>
  void fill(const std::string &key, Numbers &to) {
    using Scalar = std::decay_t<decltype(to[0])>;
    const std::vector<Scalar> numbers = list<Scalar>(key, static_cast<std::size_t>(std::size(to)));
    std::copy(numbers.begin(), numbers.end(), std::begin(to));
  }

  // The same where the key is there; `to` keeps what it holds where it is not.
  template <class Numbers>
  void fill_if_given(const std::string &key, Numbers &to) {
    if (has(key)) fill(key, to);
  }

  // Rows of `columns` numbers, one after the other; exactly `rows` of them, any number for 0.
  template <class Scalar>
  std::vector<Scalar> matrix(const std::string &key, std::size_t rows, std::size_t columns) {
    const Json &given = at(key);
    const std::string place = place_of(key);
    if (!given.is_array() || (rows > 0 && given.size() != rows))
      throw std::runtime_error(place + " must have " + (rows > 0 ? std::to_string(rows) : "") + " rows");
    std::vector<Scalar> numbers;
    for (std::size_t i = 0; i < given.size(); ++i) {
      const std::vector<Scalar> row = numbers_in<Scalar>(given[i], place + '/' + std::to_string(i), columns);
      numbers.insert(numbers.end(), row.begin(), row.end());
    }
    return numbers;
  }

  // Throws if a key was never asked for.
  void finish() const;

 private:
  template <class Number>
  static Number number_in(const Json &value, const std::string &place) {
    if constexpr (std::is_integral_v<Number>) {
      if (!fits<Number>(value))
        throw std::runtime_error(place + " must be a whole number from " +
                                 std::to_string(std::numeric_limits<Number>::min()) + " to " +
                                 std::to_string(std::numeric_limits<Number>::max()));
      return value.get<Number>();
    } else {
      if (!value.is_number()) throw std::runtime_error(place + " must be a number");
      const double number = value.get<double>();
      if (!(std::abs(number) <= static_cast<double>(std::numeric_limits<Number>::max())))
        throw std::runtime_error(place + " is too large for its scalar");
      return static_cast<Number>(number);
    }
  }

  template <class Number>
  static bool fits(const Json &value) {
    if (value.is_number_unsigned())
      return value.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
    if (!value.is_number_integer()) return false;
    const std::int64_t number = value.get<std::int64_t>();  // negative: what is not stands as unsigned
    return std::is_signed_v<Number> && number >= static_cast<std::int64_t>(std::numeric_limits<Number>::min());
  }

  template <class Scalar>
  static std::vector<Scalar> numbers_in(const Json &given, const std::string &place, std::size_t count) {
    if (!given.is_array() || (count > 0 && given.size() != count))
      throw std::runtime_error(place + " must be a list of " + (count > 0 ? std::to_string(count) + ' ' : "") +
                               "numbers");
    std::vector<Scalar> numbers;
    for (std::size_t i = 0; i < given.size(); ++i)
      numbers.push_back(number_in<Scalar>(given[i], place + '/' + std::to_string(i)));
    return numbers;
  }

  const Json *from_;
  std::string place_;
  std::set<std::string> asked_;
};

// What `read` makes of the object that was in a file. What it throws names the file, and what that was to be.
template <class Read>
auto object_in(const Json &json, const std::string &path, const std::string &what, const Read &read) {
  try {
    return read(JsonObject(json));
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(path + ": no " + what + ": " + error.what());
  }
}

template <class Read>
auto read_object(const std::string &path, const std::string &what, const Read &read) {
  return object_in(read_json(path), path, what, read);
}

// That of the names which is spelt most like a word, if any is: ", did you mean ..?", else nothing.
std::string did_you_mean(const std::string &word, const std::vector<std::string> &names);

}  // namespace touchdown::host

#endif
