#include "records/json_object.hpp"

#include <algorithm>
#include <utility>

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

std::string as_pointer(const std::string &key) {
  std::string token;
  for (const char c : key) token += c == '~' ? std::string("~0") : c == '/' ? std::string("~1") : std::string(1, c);
  return token;
}

}  // namespace

void JsonLimits::take(int depth, Json::parse_event_t event, const Json &parsed) {
  using Event = Json::parse_event_t;
  if (depth > deepest) throw JsonError("nests deeper than " + std::to_string(deepest) + " levels");
  if (event == Event::object_start) keys_.emplace_back();
  if (event == Event::object_end && !keys_.empty()) keys_.pop_back();
  if (event == Event::key && !keys_.empty()) take_key(parsed.get_ref<const std::string &>());
  const bool is_more = event == Event::value || event == Event::object_start || event == Event::array_start;
  if (is_more && ++values_ > most_values) throw JsonError("holds more than " + std::to_string(most_values) + " values");
}

void JsonLimits::take_key(const std::string &key) {
  if (key.size() > longest_key) throw JsonError("has a key of " + std::to_string(key.size()) + " bytes");
  if (!keys_.back().insert(key).second) throw JsonError("key " + key + " stands twice in one object");
  if (keys_.back().size() > most_keys)
    throw JsonError("has more than " + std::to_string(most_keys) + " keys in one object");
}

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

Json read_json(const std::string &path) {
  Source in(path, SourceUse::description);
  try {
    return parse_json(in);
  } catch (const JsonError &error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

JsonObject::JsonObject(const Json &from, std::string place) : from_(&from), place_(std::move(place)) {
  if (!from.is_object()) throw std::runtime_error((place_.empty() ? "" : place_ + ' ') + "is no object");
}

std::string JsonObject::place_of(const std::string &key) const { return place_ + '/' + as_pointer(key); }

bool JsonObject::has(const std::string &key) {
  asked_.insert(key);
  return from_->contains(key);
}

std::vector<std::string> JsonObject::keys() const {
  std::vector<std::string> names;
  for (const auto &[key, value] : from_->items()) names.push_back(key);
  return names;
}

const Json &JsonObject::at(const std::string &key) {
  if (has(key)) return from_->at(key);
  std::string misspelt;
  for (const auto &[other, value] : from_->items())
    if (misspelt.empty() && asked_.count(other) == 0 && !did_you_mean(other, {key}).empty())
      misspelt = "; " + place_of(other) + " may be it";
  throw std::runtime_error(place_of(key) + " is missing" + misspelt);
}

std::string JsonObject::text(const std::string &key) {
  if (!at(key).is_string()) throw std::runtime_error(place_of(key) + " must be a text");
  return at(key).get<std::string>();
}

std::string JsonObject::text(const std::string &key, const std::string &otherwise) {
  return has(key) ? text(key) : otherwise;
}

bool JsonObject::flag(const std::string &key, bool otherwise) {
  if (!has(key)) return otherwise;
  if (!at(key).is_boolean()) throw std::runtime_error(place_of(key) + " must be true or false");
  return at(key).get<bool>();
}

JsonObject JsonObject::object(const std::string &key) { return JsonObject(at(key), place_of(key)); }

std::vector<JsonObject> JsonObject::objects(const std::string &key, std::size_t least, std::size_t most) {
  const Json &given = at(key);
  if (!given.is_array() || given.size() < least || given.size() > most)
    throw std::runtime_error(place_of(key) + " must be a list of " + std::to_string(least) + " to " +
                             std::to_string(most) + " objects");
  std::vector<JsonObject> list;
  for (std::size_t i = 0; i < given.size(); ++i) list.emplace_back(given[i], place_of(key) + '/' + std::to_string(i));
  return list;
}

void JsonObject::finish() const {
  const std::vector<std::string> names(asked_.begin(), asked_.end());
  for (const auto &[key, value] : from_->items())
    if (asked_.count(key) == 0)
      throw std::runtime_error(place_of(key) + " has no meaning here" + did_you_mean(key, names));
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
