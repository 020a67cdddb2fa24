#include "records/schema.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "cli/embedded.hpp"

namespace touchdown::host {
namespace {

constexpr std::size_t most_named = 20, width = 120;

std::string text_of(const Json &schema, const char *key) { return schema.value(key, std::string()); }

// What a schema refers to; its own words stay beside it.
const Json &resolved(const Json &root, const Json &schema) {
  if (!schema.contains("$ref")) return schema;
  return root.at(Json::json_pointer(schema.at("$ref").get<std::string>().substr(1)));
}

const Json *find(const Json &root, const Json &schema, const char *key) {
  for (const Json *one : {&schema, &resolved(root, schema)})
    if (one->contains(key)) return &one->at(key);
  return nullptr;
}

// The schema of a member or an element; null without one.
const Json *below(const Json &root, const Json &schema, const std::string &token) {
  const Json &whole = resolved(root, schema);
  if (whole.contains("properties") && whole["properties"].contains(token)) return &whole["properties"][token];
  if (whole.contains("additionalProperties") && whole["additionalProperties"].is_object())
    return &whole["additionalProperties"];
  return whole.contains("items") ? &whole["items"] : nullptr;
}

bool has_type(const Json &schema, const char *type) {
  if (!schema.contains("type")) return false;
  const Json &types = schema["type"];
  return types == type || (types.is_array() && std::find(types.begin(), types.end(), type) != types.end());
}

std::string joined(const std::vector<std::string> &words, const std::string &last, const char *between = ", ") {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i)
    all += (i == 0 ? "" : i + 1 == words.size() ? last : between) + words[i];
  return all;
}

std::string bounds_of(const Json &schema) {
  std::vector<std::string> words;
  if (schema.contains("minimum") && schema.contains("maximum"))
    return " from " + schema["minimum"].dump() + " to " + schema["maximum"].dump();
  if (schema.contains("exclusiveMinimum")) words.push_back("above " + schema["exclusiveMinimum"].dump());
  if (schema.contains("minimum")) words.push_back("of " + schema["minimum"].dump() + " or more");
  if (schema.contains("maximum")) words.push_back("at most " + schema["maximum"].dump());
  return words.empty() ? "" : " " + joined(words, " and ");
}

// "a list of 3 numbers".
std::string kind_of(const Json &root, const Json &from, bool several = false) {
  const Json &schema = resolved(root, from);
  if (schema.contains("mustBe") && !several) return text_of(schema, "mustBe");
  if (schema.contains("enum")) {
    std::vector<std::string> names;
    for (const Json &name : schema["enum"]) names.push_back(name.get<std::string>());
    return "one of " + joined(names, ", ");
  }
  std::vector<std::string> kinds;
  const auto add = [&](const char *type, const std::string &one, const std::string &more) {
    if (has_type(schema, type)) kinds.push_back(several ? more : one);
  };
  add("number", "a number" + bounds_of(schema), "numbers" + bounds_of(schema));
  add("integer", "a whole number" + bounds_of(schema), "whole numbers" + bounds_of(schema));
  add("string", "a text", "texts");
  add("boolean", "true or false", "true or false");
  add("null", "null", "null");
  add("object", "an object", "objects");
  if (has_type(schema, "array")) {
    const std::size_t least = schema.value("minItems", std::size_t{0}), most = schema.value("maxItems", std::size_t{0});
    const std::string count = least == most && least > 0 ? std::to_string(least) + ' '
                              : most > 0                 ? "at most " + std::to_string(most) + ' '
                              : least > 0                ? std::to_string(least) + " or more "
                                                         : "";
    const std::string of =
        " of " + count + (schema.contains("items") ? kind_of(root, schema["items"], true) : "values");
    kinds.push_back((several ? "lists" : "a list") + of);
  }
  return joined(kinds, " or ");
}

// An example made of the examples of its members; null without any.
Json example_of(const Json &root, const Json &from) {
  if (const Json *examples = find(root, from, "examples")) return examples->at(0);
  const Json &schema = resolved(root, from);
  Json example;
  const Json members = schema.value("properties", Json::object());
  for (const auto &[key, member] : members.items()) {
    const Json one = example_of(root, member);
    if (!one.is_null()) example[key] = one;
  }
  return example;
}

std::string pointer_of(const std::vector<std::string> &context) {
  Json::json_pointer pointer;
  for (std::size_t i = 1; i < context.size(); ++i) pointer /= context[i].substr(1, context[i].size() - 2);
  return pointer.to_string();
}

// What a fault says behind its place: what it is, and how it is written.
std::string hint_of(const Json &root, const Json &schema) {
  const Json *words = find(root, schema, "description");
  const Json example = example_of(root, schema);
  return (words == nullptr ? "" : ": " + words->get<std::string>()) +
         (example.is_null() ? "" : "; for example " + example.dump());
}

bool is_called(const Json &root, const Json &member, const std::string &key) {
  const Json *aliases = find(root, member, "aliases");
  return aliases != nullptr && std::find(aliases->begin(), aliases->end(), key) != aliases->end();
}

// Where a key that has no meaning may belong: under another name here, deeper below, or misspelt here.
std::string meant_by(const Json &root, const Json &from, const std::string &key) {
  std::vector<std::string> names;
  std::deque<std::pair<std::string, const Json *>> open{{"", &from}};
  for (; !open.empty(); open.pop_front()) {
    const auto [place, next] = open.front();
    const Json &schema = resolved(root, *next);
    if (schema.contains("items")) open.emplace_back(place + "0/", &schema["items"]);
    if (!schema.contains("properties")) continue;
    for (const auto &[name, member] : schema["properties"].items()) {
      if (name == key || is_called(root, member, key)) return "; did you mean " + place + name + "?";
      if (place.empty()) names.push_back(name);
      open.emplace_back(place + name + '/', &member);
    }
  }
  constexpr std::size_t most_listed = 8;
  const std::string meant = did_you_mean(key, names);
  return meant.empty() && names.size() <= most_listed ? "; known are " + joined(names, ", ") : meant;
}

std::string quoted_in(const std::string &text, const std::string &before) {
  const std::size_t begin = text.find(before), end = text.rfind('\'');
  return begin == std::string::npos ? "" : text.substr(begin + before.size(), end - begin - before.size());
}

// A fault that the validator found, in words; empty where it sums up those that it found below. Of keys without a
// meaning the validator names one for each object, and this all.
std::vector<std::string> words_of(const Json &root, const Json &input,
                                  const valijson::ValidationResults::Error &error) {
  const Json *schema = &root;
  for (std::size_t i = 1; i < error.context.size() && schema != nullptr; ++i)
    schema = below(root, *schema, error.context[i].substr(1, error.context[i].size() - 2));
  if (schema == nullptr) return {};
  const Json &here = resolved(root, *schema);
  const std::string place = pointer_of(error.context), &found = error.description;
  const auto is = [&](const char *words) { return found.rfind(words, 0) == 0; };
  if (is("Missing")) {
    const std::string key = quoted_in(found, " '");
    const Json required = here.value("required", Json::array());
    const bool needed = is("Missing dependency") || std::find(required.begin(), required.end(), key) != required.end();
    const Json *member = below(root, *schema, key);
    if (!needed || member == nullptr) return {};
    return {place + '/' + key + " is missing" + hint_of(root, *member)};
  }
  if (is("Object contains a property")) {
    std::vector<std::string> all;
    for (const auto &[key, value] : input.at(Json::json_pointer(place)).items())
      if (!here.at("properties").contains(key))
        all.push_back((Json::json_pointer(place) / key).to_string() + " has no meaning here" +
                      meant_by(root, *schema, key));
    return all;
  }
  const bool alternatives =
      is("Failed to validate against any ") || is("Failed to validate against exactly") || is("Target should not");
  if (alternatives && here.contains("otherwise"))
    return {(place.empty() ? "" : place + ": ") + text_of(here, "otherwise")};
  // What an alternative does not take, though the schema as a whole does.
  if (is("Value type not permitted") && has_type(here, input.at(Json::json_pointer(place)).type_name())) return {};
  if (is("Failed to validate") && !(alternatives && here.contains("mustBe"))) return {};
  return {(place.empty() ? "it" : place) + " must be " + kind_of(root, *schema) + hint_of(root, *schema)};
}

// A text in lines that begin `indent` further right.
std::string wrapped(const std::string &text, std::size_t indent) {
  std::string lines, line;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!line.empty() && indent + line.size() + 1 + word.size() > width) {
      lines += line + '\n' + std::string(indent, ' ');
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    at = end + 1;
  }
  return lines + line;
}

void describe(std::string &text, const Json &root, const Json &from, std::size_t indent) {
  constexpr std::size_t column = 28;
  const Json &schema = resolved(root, from);
  const Json required = schema.value("required", Json::array()), members = schema.value("properties", Json::object());
  for (const auto &[key, member] : members.items()) {
    const bool needed = std::find(required.begin(), required.end(), key) != required.end();
    std::string line = std::string(indent, ' ') + (needed ? "" : "?") + key;
    line += std::string(line.size() < column ? column - line.size() : 1, ' ');
    const Json *words = find(root, member, "description");
    text += line + wrapped(words != nullptr ? words->get<std::string>() : kind_of(root, member), column) + '\n';
    const Json &whole = resolved(root, member);
    describe(text, root, whole.contains("properties") ? whole : whole.value("items", Json::object()), indent + 2);
  }
}

void show(std::string &text, const Json &root, const Json &from, const Json &example, const std::string &indent) {
  text += "{\n";
  const char *comma = "";
  for (const auto &[key, value] : example.items()) {
    const Json *member = below(root, from, key), *words = find(root, *member, "description");
    text += comma;
    if (words != nullptr) text += indent + "// " + words->get<std::string>() + '\n';
    text += indent + '"' + key + "\": ";
    if (value.is_object() && resolved(root, *member).contains("properties"))
      show(text, root, *member, value, indent + "  ");
    else
      text += value.dump();
    comma = ",\n";
  }
  text += '\n' + indent.substr(2) + '}';
}

// Names of files in an example are those of the tree.
Json with_folder(Json example) {
  if (example.contains("urdf")) example["urdf"] = in_the_tree(example["urdf"].get<std::string>());
  return example;
}

}  // namespace

InputFaults::InputFaults(const std::string &before, std::vector<std::string> found)
    : std::runtime_error(before + joined(found, "; ", "; ")), faults(std::move(found)) {
  for (std::string &fault : faults) fault.insert(0, before);
}

InputSchema::InputSchema(const char *text, const std::string &definition) {
  Json whole = Json::parse(text);
  if (!definition.empty()) whole.update(Json(whole["definitions"][definition]));
  const nlohmann::json plain = whole;
  schema_ = std::make_unique<const Json>(std::move(whole));
  auto compiled = std::make_unique<valijson::Schema>();
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(plain), *compiled);
  compiled_ = std::move(compiled);
}

InputSchema::~InputSchema() = default;

std::string InputSchema::title() const { return text_of(*schema_, "title"); }

void InputSchema::check(const Json &input, const std::string &before) const {
  const nlohmann::json plain = input;
  valijson::ValidationResults results;
  if (valijson::Validator().validate(*compiled_, valijson::adapters::NlohmannJsonAdapter(plain), &results)) return;
  std::vector<std::string> faults;
  std::set<std::string> seen;
  for (const valijson::ValidationResults::Error &error : results) {
    for (const std::string &words : words_of(*schema_, input, error))
      if (seen.insert(words).second && faults.size() < most_named) faults.push_back(words);
  }
  if (seen.size() > faults.size()) faults.push_back(std::to_string(seen.size() - faults.size()) + " further faults");
  if (faults.empty()) faults.emplace_back("it does not fit its schema");
  throw InputFaults(before, faults);
}

std::string InputSchema::help() const {
  std::string text = wrapped(text_of(*schema_, "description") + " A key behind ? may be left out.", 0) + '\n';
  describe(text, *schema_, *schema_, 2);
  return text + '\n';
}

std::string InputSchema::example() const {
  std::string text = "// " + text_of(*schema_, "description") + "\n";
  show(text, *schema_, *schema_, with_folder(example_of(*schema_, *schema_)), "  ");
  return text + '\n';
}

const InputSchema &input_schema(const std::string &name) {
  static std::map<std::string, InputSchema> schemas;
  const std::size_t folder = name.find('/'), part = name.find('/', folder + 1);
  const std::string definition = part == std::string::npos ? "" : name.substr(part + 1);
  const std::string file = name.substr(0, part) + ".schema.json";
  return schemas.try_emplace(name, embedded(file), definition).first->second;
}

}  // namespace touchdown::host
