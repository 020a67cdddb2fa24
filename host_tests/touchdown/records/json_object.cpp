#include "records/json_object.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>

#include "records/json_text.hpp"
#include "records/source.hpp"

namespace touchdown::host {
namespace {

constexpr int deepest = 32;
constexpr std::size_t most_values = 1000000;
constexpr std::size_t most_keys = 256;  // of an object, which finds a key by looking at all
constexpr std::size_t longest_key = 1000, longest_word = 64;

// Letters to be put in, taken out, or changed (Wagner & Fischer 1974).
std::size_t distance(const std::string &a, const std::string &b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({changed, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

// Refuses what nests deeper than anything here does, holds more values than a memory should, or holds a key twice.
class JsonLimits {
 public:
  void take(int depth, Json::parse_event_t event, const Json &parsed) {
    using Event = Json::parse_event_t;
    if (depth > deepest) throw JsonError("nests deeper than " + std::to_string(deepest) + " levels");
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end && !keys_.empty()) keys_.pop_back();
    if (event == Event::key && !keys_.empty()) take_key(parsed.get_ref<const std::string &>());
    const bool is_more = event == Event::value || event == Event::object_start || event == Event::array_start;
    if (is_more && ++values_ > most_values)
      throw JsonError("holds more than " + std::to_string(most_values) + " values");
  }
  // What was counted is done with.
  void forget_values() { values_ = 0; }

 private:
  void take_key(const std::string &key) {
    if (key.size() > longest_key) throw JsonError("has a key of " + std::to_string(key.size()) + " bytes");
    if (!keys_.back().insert(key).second) throw JsonError("key " + key + " stands twice in one object");
    if (keys_.back().size() > most_keys)
      throw JsonError("has more than " + std::to_string(most_keys) + " keys in one object");
  }

  std::size_t values_ = 0;
  std::vector<std::set<std::string>> keys_;  // of the objects that are open
};

template <class Number>
bool fits(const Json &value) {
  if (value.is_number_unsigned())
    return value.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
  if (!value.is_number_integer()) return false;
  const std::int64_t number = value.get<std::int64_t>();  // negative: what is not stands as unsigned
  return std::is_signed_v<Number> && number >= static_cast<std::int64_t>(std::numeric_limits<Number>::min());
}

template <class Number>
Number number_in(const Json &value, const std::string &place) {
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

template <class Scalar>
std::vector<Scalar> numbers_in(const Json &given, const std::string &place, std::size_t count) {
  if (!given.is_array() || (count > 0 && given.size() != count))
    throw std::runtime_error(place + " must be a list of " + (count > 0 ? std::to_string(count) + ' ' : "") +
                             "numbers");
  std::vector<Scalar> numbers;
  for (std::size_t i = 0; i < given.size(); ++i)
    numbers.push_back(number_in<Scalar>(given[i], place + '/' + std::to_string(i)));
  return numbers;
}

}  // namespace

Json parse_json(std::istream &in, const JsonCallback &callback) {
  JsonLimits limits;
  try {
    const JsonCallback limited = [&](int depth, Json::parse_event_t event, Json &parsed) {
      limits.take(depth, event, parsed);
      const bool keep = callback == nullptr || callback(depth, event, parsed);
      if (!keep) limits.forget_values();
      return keep;
    };
    return Json::parse(in, limited, true, true);  // // and /* */ are skipped
  } catch (const Json::exception &error) {
    const std::string words = error.what(), end_of_name = "] ";
    throw JsonError("is no JSON: " + words.substr(words.find(end_of_name) + end_of_name.size()));
  }
}

std::shared_ptr<const Json> read_json(const std::string &path) {
  Source in(path, SourceUse::description);
  try {
    return std::make_shared<const Json>(parse_json(in));
  } catch (const JsonError &error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

bool holds_any(const Json &json, const std::vector<std::string> &keys) {
  return std::any_of(keys.begin(), keys.end(), [&](const std::string &key) { return json.contains(key); });
}

JsonObject::JsonObject(const Json &from, std::string place) : from_(&from), place_(std::move(place)) {
  if (!from.is_object()) throw std::runtime_error((place_.empty() ? "" : place_ + ' ') + "is no object");
}

std::string JsonObject::place_of(const std::string &key) const {
  return place_ + (Json::json_pointer() / key).to_string();
}

bool JsonObject::has(const std::string &key) const { return from_->contains(key); }

std::vector<std::string> JsonObject::keys() const {
  std::vector<std::string> names;
  for (const auto &[key, value] : from_->items()) names.push_back(key);
  return names;
}

const Json &JsonObject::at(const std::string &key) const {
  if (!has(key)) throw std::runtime_error(place_of(key) + " is missing");
  return from_->at(key);
}

bool JsonObject::is_list(const std::string &key) const { return at(key).is_array(); }
bool JsonObject::is_list_of_lists(const std::string &key) const {
  return is_list(key) && std::all_of(at(key).begin(), at(key).end(), [](const Json &one) { return one.is_array(); });
}
bool JsonObject::is_object(const std::string &key) const { return at(key).is_object(); }
bool JsonObject::is_text(const std::string &key) const { return at(key).is_string(); }
bool JsonObject::is_null(const std::string &key) const { return at(key).is_null(); }
std::size_t JsonObject::size(const std::string &key) const { return at(key).size(); }

std::string JsonObject::text(const std::string &key) const {
  if (!at(key).is_string()) throw std::runtime_error(place_of(key) + " must be a text");
  return at(key).get<std::string>();
}

std::string JsonObject::text(const std::string &key, const std::string &otherwise) const {
  return has(key) ? text(key) : otherwise;
}

std::vector<std::string> JsonObject::texts(const std::string &key) const {
  return at(key).get<std::vector<std::string>>();
}

bool JsonObject::flag(const std::string &key, bool otherwise) const {
  return has(key) ? at(key).get<bool>() : otherwise;
}

JsonObject JsonObject::object(const std::string &key) const { return JsonObject(at(key), place_of(key)); }

template <class Number>
Number JsonObject::number(const std::string &key) const {
  return number_in<Number>(at(key), place_of(key));
}

template <class Scalar>
std::vector<Scalar> JsonObject::list(const std::string &key, std::size_t count) const {
  return numbers_in<Scalar>(at(key), place_of(key), count);
}

template <class Scalar>
std::vector<Scalar> JsonObject::matrix(const std::string &key, std::size_t rows, std::size_t columns) const {
  const Json &given = at(key);
  const std::string place = place_of(key);
  if (!given.is_array() || (rows > 0 && given.size() != rows))
    throw std::runtime_error(place + " must have " + (rows > 0 ? std::to_string(rows) : "") + " rows");
  if (columns == 0 && !given.empty() && given[0].is_array()) columns = given[0].size();
  std::vector<Scalar> numbers;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::vector<Scalar> row = numbers_in<Scalar>(given[i], place + '/' + std::to_string(i), columns);
    numbers.insert(numbers.end(), row.begin(), row.end());
  }
  return numbers;
}

#define INSTANTIATE(Number)                                                              \
  template Number JsonObject::number(const std::string &) const;                         \
  template std::vector<Number> JsonObject::list(const std::string &, std::size_t) const; \
  template std::vector<Number> JsonObject::matrix(const std::string &, std::size_t, std::size_t) const;
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(std::int32_t)
INSTANTIATE(std::size_t)
#undef INSTANTIATE

std::vector<JsonObject> JsonObject::objects(const std::string &key, std::size_t least, std::size_t most) const {
  const Json &given = at(key);
  if (!given.is_array() || given.size() < least || given.size() > most)
    throw std::runtime_error(place_of(key) + " must be a list of " + std::to_string(least) + " to " +
                             std::to_string(most) + " objects");
  std::vector<JsonObject> list;
  for (std::size_t i = 0; i < given.size(); ++i) list.emplace_back(given[i], place_of(key) + '/' + std::to_string(i));
  return list;
}

std::string did_you_mean(const std::string &word, const std::vector<std::string> &names) {
  if (word.size() < 3 || word.size() > longest_word) return "";
  const auto nearest = std::min_element(names.begin(), names.end(), [&](const std::string &a, const std::string &b) {
    return distance(word, a) < distance(word, b);
  });
  if (nearest == names.end() || distance(word, *nearest) > word.size() / 2) return "";
  return "; did you mean " + *nearest + "?";
}

}  // namespace touchdown::host
