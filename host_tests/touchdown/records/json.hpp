// JSON: values of nlohmann's library, whose members keep their order, read within bounds; and objects whose members are
// read by key, once their schema has taken them.
#pragma once

#include <nlohmann/json.hpp>

#include "cli/standard.hpp"

// What is not known is null.
template <class Known>
struct nlohmann::adl_serializer<std::optional<Known>> {
  static void to_json(ordered_json &json, const std::optional<Known> &known) {
    json = known ? ordered_json(*known) : ordered_json();
  }
};

namespace touchdown::host {

using Json = nlohmann::ordered_json;

// Text that is no JSON, or none that is taken: too deep, too long or ambiguous. Where it stands is in its words.
struct JsonError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Comments (// and /* */) are skipped. Throws JsonError.
Json parse_json(std::istream &in);
// Of a text {key: [..]} each element of the list, as soon as it is read.
void parse_json_list(std::istream &in, const std::string &key, const std::function<void(const Json &)> &take);
// Of a file, which is named in what it throws.
Json read_json(const std::string &path);

// In ASCII, without anything that a page takes for a tag, or shows as it should not be; null for what is not finite.
// `indent`: spaces for each level, the first of which is `level`; negative: all on one line. `digits` of a number; 0:
// as few as read back the same.
std::string written(const Json &json, int indent = -1, int level = 0, int digits = 0);

// A JSON pointer (RFC 6901), longer by a key.
std::string pointer_to(const std::string &place, const std::string &key);

// `place` stands in what is thrown.
template <class Number>
Number number_in(const Json &json, const std::string &place) {
  if (!json.is_number()) throw std::runtime_error(place + " must be a number");
  const auto number = json.get<double>();
  if (!(std::abs(number) <= static_cast<double>(std::numeric_limits<Number>::max())))
    throw std::runtime_error(place + " is too large for its type");
  return static_cast<Number>(number);
}

// Exactly `count` of them; any number for 0.
template <class Number>
std::vector<Number> numbers_in(const Json &json, const std::string &place, std::size_t count) {
  if (!json.is_array() || (count > 0 && json.size() != count))
    throw std::runtime_error(place + " must be a list of " + (count > 0 ? std::to_string(count) + ' ' : "") +
                             "numbers");
  std::vector<Number> numbers;
  for (const Json &one : json) numbers.push_back(number_in<Number>(one, place + '/' + std::to_string(numbers.size())));
  return numbers;
}

// The schema checks that keys are there and of their type. This class checks how many numbers there are and how large
// they are, and names the place.
class JsonObject {
 public:
  // `place`: the pointer to it; what it says of errors begins with it.
  explicit JsonObject(const Json &from, std::string place = "");

  bool has(const std::string &key) const { return from_->contains(key); }
  std::vector<std::string> keys() const;
  std::string place_of(const std::string &key) const { return pointer_to(place_, key); }
  // The value at a key; null if the key is absent, which reads as an empty object or list.
  const Json &at(const std::string &key) const;

  std::string text(const std::string &key) const { return at(key).get<std::string>(); }
  std::string text(const std::string &key, const std::string &otherwise) const {
    return has(key) ? text(key) : otherwise;
  }
  std::vector<std::string> texts(const std::string &key) const { return at(key).get<std::vector<std::string>>(); }
  bool flag(const std::string &key, bool otherwise) const { return has(key) ? at(key).get<bool>() : otherwise; }
  JsonObject object(const std::string &key) const { return JsonObject(at(key), place_of(key)); }
  // The objects of a list that has no more than so many.
  std::vector<JsonObject> objects(const std::string &key, std::size_t most) const;

  // Of float, double or std::int32_t.
  template <class Number>
  Number number(const std::string &key) const {
    return number_in<Number>(at(key), place_of(key));
  }

  template <class Number>
  Number number(const std::string &key, Number otherwise) const {
    return has(key) ? number<Number>(key) : otherwise;
  }

  // Numbers by their keys, those that are there: read("mass", mass, "e", e). The others keep what they hold.
  template <class Number, class... More>
  void read(const char *key, Number &to, More &&...more) const {
    to = number<Number>(key, to);
    if constexpr (sizeof...(more) > 0) read(more...);
  }

  // Exactly `count` numbers; any number of them for 0.
  template <class Number>
  std::vector<Number> list(const std::string &key, std::size_t count) const {
    return numbers_in<Number>(at(key), place_of(key), count);
  }

  // As many numbers as `to` has, an array or a vector of Eigen's, which keeps what it holds where the key is not there.
  template <class Numbers>
  void fill(const std::string &key, Numbers &to) const {
    if (!has(key)) return;
    using Number = std::decay_t<decltype(to[0])>;
    const std::vector<Number> numbers = list<Number>(key, static_cast<std::size_t>(std::size(to)));
    std::copy(numbers.begin(), numbers.end(), std::begin(to));
  }

  // Rows of `columns` numbers, one after the other, as many as the first row has for 0; exactly `rows` of them, any
  // number for 0.
  template <class Number>
  std::vector<Number> matrix(const std::string &key, std::size_t rows, std::size_t columns) const {
    const Json &given = at(key);
    if (rows > 0 && given.size() != rows)
      throw std::runtime_error(place_of(key) + " must have " + std::to_string(rows) + " rows");
    if (columns == 0 && !given.empty() && given[0].is_array()) columns = given[0].size();
    std::vector<Number> numbers;
    for (std::size_t i = 0; i < given.size(); ++i)
      for (const Number number : numbers_in<Number>(given[i], place_of(key) + '/' + std::to_string(i), columns))
        numbers.push_back(number);
    return numbers;
  }

 private:
  const Json *from_;
  std::string place_;
};

// That of the names which is spelt most like a word, if any is: ", did you mean ..?", else nothing.
std::string did_you_mean(const std::string &word, const std::vector<std::string> &names);

}  // namespace touchdown::host
