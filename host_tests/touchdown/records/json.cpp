#include "records/json.hpp"

#include "cli/text.hpp"
#include "records/source.hpp"

namespace touchdown::host {
namespace {

constexpr int deepest = 32;
constexpr std::size_t most_values = 1000000;
constexpr std::size_t most_keys = 256;  // of an object, which finds a key by looking at all
constexpr std::size_t longest_key = 1000, longest_word = 64;

// Asked by the parser at whatever comes: refuses what nests deeper than anything here does, holds more values than a
// memory should, or holds a key twice. Where elements are taken one by one they are of the one member of an object.
struct Bounds {
  std::string list;
  std::function<void(const Json &)> take;
  std::vector<std::set<std::string>> keys = {};  // of the objects that are open
  std::size_t values = 0;
  bool is_framed = false, names_schema = false;

  [[noreturn]] void refuse_frame() const { throw JsonError("must be {\"" + list + "\": [...]}"); }

  void admit_key(const std::string &key, int depth) {
    if (key.size() > longest_key) throw JsonError("has a key of " + std::to_string(key.size()) + " bytes");
    if (!keys.back().insert(key).second) throw JsonError("key " + key + " stands twice in one object");
    if (keys.back().size() > most_keys)
      throw JsonError("has more than " + std::to_string(most_keys) + " keys in one object");
    names_schema = take && depth == 1 && key == "$schema";
    if (take && depth == 1 && key != list && !names_schema) refuse_frame();
    is_framed = is_framed || !names_schema;
  }

  // Whether the parser keeps it.
  bool admit(int depth, Json::parse_event_t event, const Json &value) {
    using Event = Json::parse_event_t;
    if (event == Event::key) return admit_key(value.get_ref<const std::string &>(), depth), true;
    if (std::exchange(names_schema, false)) return value.is_string() || (refuse_frame(), false);
    const bool begins = event == Event::object_start || event == Event::array_start;
    const bool ends = event == Event::object_end || event == Event::array_end;
    if (take && !ends && depth < 2 && event != (depth == 0 ? Event::object_start : Event::array_start)) refuse_frame();
    if (begins && depth >= deepest) throw JsonError("nests deeper than " + std::to_string(deepest) + " levels");
    if (!ends && ++values > most_values) throw JsonError("holds more than " + std::to_string(most_values) + " values");
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    if (!take || depth != 2 || begins) return true;
    take(value);
    values = 0;
    return false;
  }
};

Json parsed(std::istream &in, Bounds bounds) {
  try {
    const auto admit = [&](int depth, Json::parse_event_t event, const Json &value) {
      return bounds.admit(depth, event, value);
    };
    Json json = Json::parse(in, admit, true, true);
    if (bounds.take && !bounds.is_framed) bounds.refuse_frame();
    return json;
  } catch (const Json::exception &error) {
    const std::string words = error.what(), end_of_name = "] ";
    throw JsonError("is no JSON: " + words.substr(words.find(end_of_name) + end_of_name.size()));
  }
}

// A line may end, and nothing else of it moves a cursor or stands unseen.
std::string shown(const std::string &text) { return without_controls(text, "\xEF\xBF\xBD", "\n"); }

Json shown(const Json &json, int digits) {
  if (json.is_string()) return shown(json.get_ref<const std::string &>());
  if (json.is_number_float() && digits > 0)
    return std::strtod(formatted("%.*g", digits, json.get<double>() + 0.0).c_str(), nullptr);
  if (!json.is_structured()) return json;
  Json all = json.is_array() ? Json::array() : Json::object();
  if (json.is_array())
    for (const Json &one : json) all.push_back(shown(one, digits));
  else
    for (const auto &[key, one] : json.items()) all[shown(key)] = shown(one, digits);
  return all;
}

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

}  // namespace

Json parse_json(std::istream &in) { return parsed(in, {"", nullptr}); }

void parse_json_list(std::istream &in, const std::string &key, const std::function<void(const Json &)> &take) {
  parsed(in, {key, take});
}

Json read_json(const std::string &path) {
  Source in(path, SourceUse::description);
  try {
    return parse_json(in);
  } catch (const JsonError &error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

std::string written(const Json &json, int indent, int level, int digits) {
  const std::string before(indent > 0 ? static_cast<std::size_t>(indent * level) : 0, ' ');
  std::string out;
  for (const char c : shown(json, digits).dump(indent, ' ', true, Json::error_handler_t::replace)) {
    out += c == '<' ? "\\u003c" : std::string(1, c);
    if (c == '\n') out += before;
  }
  return out;
}

std::string pointer_to(const std::string &place, const std::string &key) {
  std::string pointer = place + '/';
  for (const char c : key) pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return pointer;
}

JsonObject::JsonObject(const Json &from, std::string place) : from_(&from), place_(std::move(place)) {
  if (!from.is_object() && !(from.is_null() && !place_.empty()))
    throw std::runtime_error((place_.empty() ? "" : place_ + ' ') + "is no object");
}

const Json &JsonObject::at(const std::string &key) const {
  static const Json none;
  return has(key) ? from_->at(key) : none;
}

std::vector<std::string> JsonObject::keys() const {
  std::vector<std::string> names;
  for (const auto &[key, value] : from_->items()) names.push_back(key);
  return names;
}

std::vector<JsonObject> JsonObject::objects(const std::string &key, std::size_t most) const {
  const Json &given = at(key);
  if (given.size() > most)
    throw std::runtime_error(place_of(key) + " must be a list of " + std::to_string(most) + " objects at most");
  std::vector<JsonObject> list;
  for (const Json &one : given) list.emplace_back(one, place_of(key) + '/' + std::to_string(list.size()));
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
