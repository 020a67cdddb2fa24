#include "records/schema.hpp"

#include <deque>
#include <sstream>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "cli/embedded.hpp"

namespace touchdown::host {
namespace {

using Adapter = valijson::adapters::NlohmannJsonAdapter;
using Fault = valijson::ValidationResults::Error;

constexpr std::size_t most_named = 20, width = 120;
constexpr const char *schema_of_editors = "$schema";  // which editors check a file by

// What stands at a key, and null without it.
const Json &at(const Json &schema, const std::string &key) {
  static const Json none;
  const auto found = schema.find(key);
  return found != schema.end() ? *found : none;
}

// Empty where there is none.
std::string text_in(const Json &json) { return json.is_string() ? json.get<std::string>() : ""; }

std::string text_of(const Json &schema, const char *key) { return text_in(at(schema, key)); }

// A list of texts, or one.
bool holds(const Json &texts, const std::string &text) {
  return std::any_of(texts.begin(), texts.end(), [&](const Json &one) { return one == text; });
}

// What a schema refers to, a definition of its root; its own words stay beside it.
const Json &resolved(const Json &root, const Json &schema) {
  const std::string place = text_of(schema, "$ref"), before = "#/definitions/";
  return place.empty() ? schema : at(at(root, "definitions"), place.substr(before.size()));
}

const Json &find(const Json &root, const Json &schema, const char *key) {
  const Json &own = at(schema, key);
  return own.is_null() ? at(resolved(root, schema), key) : own;
}

// The schema of a member or an element; null without one.
const Json &below(const Json &root, const Json &schema, const std::string &token) {
  const Json &whole = resolved(root, schema), &member = at(at(whole, "properties"), token);
  if (!member.is_null()) return member;
  return at(whole, "additionalProperties").is_object() ? at(whole, "additionalProperties") : at(whole, "items");
}

bool has_type(const Json &schema, const char *type) { return holds(at(schema, "type"), type); }

std::string joined(const std::vector<std::string> &words, const std::string &last, const char *between = ", ") {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i)
    all += (i == 0 ? "" : i + 1 == words.size() ? last : between) + words[i];
  return all;
}

std::string bounds_of(const Json &schema) {
  std::vector<std::string> words;
  const auto bound = [&](const char *key) { return at(schema, key).is_null() ? "" : at(schema, key).dump(); };
  const std::string least = bound("minimum"), most = bound("maximum"), above = bound("exclusiveMinimum");
  if (!least.empty() && !most.empty()) return " from " + least + " to " + most;
  if (!above.empty()) words.push_back("above " + above);
  if (!least.empty()) words.push_back("of " + least + " or more");
  if (!most.empty()) words.push_back("at most " + most);
  return words.empty() ? "" : " " + joined(words, " and ");
}

// "a list of 3 numbers".
std::string kind_of(const Json &root, const Json &from, bool several = false) {
  const Json &schema = resolved(root, from);
  if (schema.contains("mustBe") && !several) return text_of(schema, "mustBe");
  if (schema.contains("enum")) return "one of " + joined(schema["enum"].get<std::vector<std::string>>(), ", ");
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
    const Json &least = at(schema, "minItems"), &most = at(schema, "maxItems");
    const std::string count = !least.is_null() && least == most ? least.dump() + ' '
                              : !most.is_null()                 ? "at most " + most.dump() + ' '
                              : !least.is_null()                ? least.dump() + " or more "
                                                                : "";
    kinds.push_back((several ? "lists of " : "a list of ") + count +
                    (schema.contains("items") ? kind_of(root, schema["items"], true) : "values"));
  }
  return joined(kinds, " or ");
}

// An example made of the examples of its members; null without any.
Json example_of(const Json &root, const Json &from) {
  if (const Json &examples = find(root, from, "examples"); !examples.is_null()) return examples.front();
  Json example;
  for (const auto &[key, member] : at(resolved(root, from), "properties").items()) {
    const Json one = example_of(root, member);
    if (!one.is_null()) example[key] = one;
  }
  return example;
}

// What a fault says behind its place: what it is, and how it is written.
std::string hint_of(const Json &root, const Json &schema) {
  const std::string words = text_in(find(root, schema, "description"));
  const Json example = example_of(root, schema);
  return (words.empty() ? "" : ": " + words) + (example.is_null() ? "" : "; for example " + written(example));
}

// Where a key that has no meaning may belong: under another name here, deeper below, or misspelt here.
std::string meant_by(const Json &root, const Json &from, const std::string &key) {
  std::vector<std::string> names;
  std::deque<std::pair<std::string, const Json *>> open{{"", &from}};
  for (; !open.empty(); open.pop_front()) {
    const auto [place, next] = open.front();
    const Json &schema = resolved(root, *next);
    if (schema.contains("items")) open.emplace_back(place + "0/", &schema["items"]);
    for (const auto &[name, member] : at(schema, "properties").items()) {
      if (name == key || holds(find(root, member, "aliases"), key)) return "; did you mean " + place + name + "?";
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
std::vector<std::string> words_of(const Json &root, const Json &whole, const Fault &fault) {
  const Json *schema = &root, *input = &whole;
  std::string place;
  for (std::size_t i = 1; i < fault.context.size(); ++i) {  // behind <root>, in brackets
    const std::string token = fault.context[i].substr(1, fault.context[i].size() - 2);
    schema = &below(root, *schema, token);
    input = input->is_array() ? &input->at(std::stoul(token)) : &at(*input, token);
    place = pointer_to(place, token);
  }
  if (schema->is_null()) return {};
  const Json &here = resolved(root, *schema);
  const auto is = [&](const char *words) { return fault.description.rfind(words, 0) == 0; };
  if (is("Missing")) {
    const std::string key = quoted_in(fault.description, " '");
    const bool needed = is("Missing dependency") || holds(at(here, "required"), key);
    const Json &member = below(root, *schema, key);
    if (!needed || member.is_null()) return {};
    return {place + '/' + key + " is missing" + hint_of(root, member)};
  }
  if (is("Object contains a property")) {
    std::vector<std::string> all;
    for (const auto &[key, value] : input->items())
      if (!at(here, "properties").contains(key))
        all.push_back(pointer_to(place, key) + " has no meaning here" + meant_by(root, *schema, key));
    return all;
  }
  const bool alternatives =
      is("Failed to validate against any ") || is("Failed to validate against exactly") || is("Target should not");
  if (alternatives && here.contains("otherwise"))
    return {(place.empty() ? "" : place + ": ") + text_of(here, "otherwise")};
  // What an alternative does not take, though the schema as a whole does.
  if (is("Value type not permitted") && has_type(here, input->type_name())) return {};
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
  for (const auto &[key, member] : at(schema, "properties").items()) {
    std::string line = std::string(indent, ' ') + (holds(at(schema, "required"), key) ? "" : "?") + key;
    line += std::string(line.size() < column ? column - line.size() : 1, ' ');
    const std::string words = text_in(find(root, member, "description"));
    text += line + wrapped(words.empty() ? kind_of(root, member) : words, column) + '\n';
    const Json &whole = resolved(root, member);
    describe(text, root, whole.contains("properties") ? whole : at(whole, "items"), indent + 2);
  }
}

void show(std::string &text, const Json &root, const Json &from, const Json &example, const std::string &indent) {
  text += "{\n";
  const char *comma = "";
  for (const auto &[key, value] : example.items()) {
    const Json &member = below(root, from, key);
    const std::string words = text_in(find(root, member, "description"));
    text += comma;
    if (!words.empty()) text += indent + "// " + words + '\n';
    text += indent + '"' + key + "\": ";
    if (value.is_object() && resolved(root, member).contains("properties"))
      show(text, root, member, value, indent + "  ");
    else
      text += written(value);
    comma = ",\n";
  }
  text += '\n' + indent.substr(2) + '}';
}

// Names of files in an example are those of the tree.
Json with_folder(Json example) {
  if (example.contains("urdf")) example["urdf"] = in_the_tree(example["urdf"]);
  return example;
}

Json parsed(const char *text, const std::string &definition) {
  std::istringstream in(text);
  Json whole = parse_json(in);
  if (!definition.empty()) whole.update(Json(whole["definitions"][definition]));
  return whole;
}

}  // namespace

InputFaults::InputFaults(const std::string &before, std::vector<std::string> found)
    : std::runtime_error(before + joined(found, "; ", "; ")), faults(std::move(found)) {
  for (std::string &fault : faults) fault.insert(0, before);
}

void take_all(const std::vector<std::function<void()>> &steps) {
  std::vector<std::string> faults;
  for (const std::function<void()> &step : steps) try {
      step();
    } catch (const InputFaults &found) {
      faults.insert(faults.end(), found.faults.begin(), found.faults.end());
    } catch (const std::runtime_error &error) {
      faults.emplace_back(error.what());
    }
  if (!faults.empty()) throw InputFaults("", faults);
}

InputSchema::InputSchema(const char *text, const std::string &definition) : schema_(parsed(text, definition)) {
  const auto compiled = std::make_shared<valijson::Schema>();
  const nlohmann::json whole = schema_;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(Adapter(whole), *compiled);
  compiled_ = compiled;
}

std::string InputSchema::title() const { return text_of(schema_, "title"); }

std::vector<std::string> InputSchema::faults(const Json &input) const {
  if (input.contains(schema_of_editors)) {
    Json rest = input;
    rest.erase(schema_of_editors);
    return faults(rest);
  }
  const nlohmann::json whole = input;
  valijson::ValidationResults found;
  std::vector<std::string> faults;
  if (valijson::Validator().validate(*compiled_, Adapter(whole), &found)) return faults;
  std::set<std::string> seen;
  for (const Fault &fault : found)
    for (const std::string &words : words_of(schema_, input, fault))
      if (seen.insert(words).second && faults.size() < most_named) faults.push_back(words);
  if (seen.size() > faults.size()) faults.push_back(std::to_string(seen.size() - faults.size()) + " further faults");
  if (faults.empty()) faults.emplace_back("it does not fit its schema");
  return faults;
}

void InputSchema::check(const Json &input, const std::string &before) const {
  if (const std::vector<std::string> found = faults(input); !found.empty()) throw InputFaults(before, found);
}

std::string InputSchema::help() const {
  std::string text = wrapped(text_of(schema_, "description") + " A key behind ? may be left out.", 0) + '\n';
  describe(text, schema_, schema_, 2);
  return text + '\n';
}

std::string InputSchema::example() const {
  std::string text = "// " + text_of(schema_, "description") + "\n";
  show(text, schema_, schema_, with_folder(example_of(schema_, schema_)), "  ");
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
