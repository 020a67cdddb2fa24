#include "records/json.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "cli/text.hpp"
#include "records/source.hpp"

namespace touchdown::host {
namespace {

constexpr std::size_t deepest = 32, most_values = 1000000;
constexpr std::size_t most_keys = 256;  // of an object, which finds a key by looking at all
constexpr std::size_t longest_key = 1000, longest_word = 64;

// A line may end, and nothing else of it moves a cursor or stands unseen.
std::string shown(const std::string &text) { return without_controls(text, "\xEF\xBF\xBD", "\n"); }

template <class Alternative>
const Alternative &held_or_empty(const Json &json) {
  static const Alternative empty;
  const auto *held = std::get_if<Alternative>(&json.value);
  return held != nullptr ? *held : empty;
}

// As the parser calls it: makes a value, and refuses what nests deeper than anything here does, holds more values than
// a memory should, or holds a key twice. Where elements are taken one by one they stand in the one member of an object.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(std::string key, const std::function<void(const Json &)> &take)
      : list_(std::move(key)), take_(take ? &take : nullptr) {}

  bool null() override { return put({}); }
  bool boolean(bool x) override { return put(x); }
  bool number_integer(std::int64_t x) override { return put(x); }
  bool number_unsigned(std::uint64_t x) override {
    return put(x <= std::uint64_t{INT64_MAX} ? Json(x) : Json(static_cast<double>(x)));
  }
  bool number_float(double x, const std::string &) override { return put(x); }
  bool string(std::string &x) override { return put(std::move(x)); }
  bool binary(binary_t &) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object({})); }
  bool start_array(std::size_t) override { return open(Json::List{}); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string &key) override {
    const Json &object = *open_.back();
    if (key.size() > longest_key) throw JsonError("has a key of " + std::to_string(key.size()) + " bytes");
    if (object.find(key) != nullptr) throw JsonError("key " + key + " stands twice in one object");
    if (object.members().size() == most_keys)
      throw JsonError("has more than " + std::to_string(most_keys) + " keys in one object");
    if (take_ != nullptr && open_.size() == 1 && key != list_) refuse_frame();
    (*open_.back())[key];
    return true;
  }
  bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &error) override {
    const std::string words = error.what(), end_of_name = "] ";
    throw JsonError("is no JSON: " + words.substr(words.find(end_of_name) + end_of_name.size()));
  }
  Json finish() {
    if (take_ != nullptr && root_.members().empty()) refuse_frame();
    return std::move(root_);
  }

 private:
  [[noreturn]] void refuse_frame() const { throw JsonError("must be {\"" + list_ + "\": [...]}"); }

  // Where it stands now.
  Json &place(Json one) {
    const bool fits = open_.empty() ? one.is_object() : open_.size() > 1 || one.is_list();
    if (take_ != nullptr && !fits) refuse_frame();
    if (++values_ > most_values) throw JsonError("holds more than " + std::to_string(most_values) + " values");
    if (open_.empty()) return root_ = std::move(one);
    if (auto *list = std::get_if<Json::List>(&open_.back()->value)) return list->emplace_back(std::move(one));
    return std::get<Json::Members>(open_.back()->value).back().value = std::move(one);
  }
  bool put(Json one) { return place(std::move(one)), is_whole(); }
  bool open(Json one) {
    if (open_.size() >= deepest) throw JsonError("nests deeper than " + std::to_string(deepest) + " levels");
    return open_.push_back(&place(std::move(one))), true;
  }
  bool close() { return open_.pop_back(), is_whole(); }
  bool is_whole() {
    if (take_ == nullptr || open_.size() != 2) return true;
    auto &list = std::get<Json::List>(open_.back()->value);
    (*take_)(list.back());
    list.clear();
    values_ = 0;
    return true;
  }

  std::string list_;
  const std::function<void(const Json &)> *take_;
  Json root_;
  std::vector<Json *> open_;  // lists and objects
  std::size_t values_ = 0;
};

Json built(std::istream &in, Builder builder) {
  nlohmann::json::sax_parse(in, &builder, nlohmann::json::input_format_t::json, true, true);
  return builder.finish();
}

// A value of the library's. `digits` of a number; 0: all. Texts lose what is not to be shown.
template <class Plain>
Plain plain(const Json &json, int digits = 0) {
  Plain all = json.is_list() ? Plain::array() : Plain::object();
  for (const Json &one : json.list()) all.push_back(plain<Plain>(one, digits));
  for (const auto &[key, member] : json.members()) all[shown(key)] = plain<Plain>(member, digits);
  if (json.is_list() || json.is_object()) return all;
  if (const auto *text = std::get_if<std::string>(&json.value)) return shown(*text);
  if (const auto *number = std::get_if<double>(&json.value))
    return digits > 0 ? std::strtod(formatted(("%." + std::to_string(digits) + 'g').c_str(), *number).c_str(), nullptr)
                      : *number;
  if (const auto *whole = std::get_if<std::int64_t>(&json.value)) return *whole;
  if (const auto *is = std::get_if<bool>(&json.value)) return *is;
  return nullptr;
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

template <class Number>
Number number_in(const Json &json, const std::string &place) {
  using Limits = std::numeric_limits<Number>;
  const auto *whole = std::get_if<std::int64_t>(&json.value);
  if constexpr (std::is_integral_v<Number>) {
    const bool fits = whole != nullptr && (*whole >= 0 ? static_cast<std::uint64_t>(*whole) <= Limits::max()
                                                       : std::is_signed_v<Number> && *whole >= std::int64_t{INT32_MIN});
    if (fits) return static_cast<Number>(*whole);
    throw std::runtime_error(place + " must be a whole number from " + std::to_string(Limits::min()) + " to " +
                             std::to_string(Limits::max()));
  } else {
    const auto *given = std::get_if<double>(&json.value);
    if (whole == nullptr && given == nullptr) throw std::runtime_error(place + " must be a number");
    const double number = whole != nullptr ? static_cast<double>(*whole) : *given;
    if (!(std::abs(number) <= static_cast<double>(Limits::max())))
      throw std::runtime_error(place + " is too large for its scalar");
    return static_cast<Number>(number);
  }
}

template <class Scalar>
std::vector<Scalar> numbers_in(const Json &given, const std::string &place, std::size_t count) {
  if (!given.is_list() || (count > 0 && given.list().size() != count))
    throw std::runtime_error(place + " must be a list of " + (count > 0 ? std::to_string(count) + ' ' : "") +
                             "numbers");
  std::vector<Scalar> numbers;
  for (const Json &one : given.list())
    numbers.push_back(number_in<Scalar>(one, place + '/' + std::to_string(numbers.size())));
  return numbers;
}

}  // namespace

Json Json::object(std::initializer_list<Member> members) {
  Json json;
  json.value = Members(members);
  return json;
}

const char *Json::type() const {
  constexpr const char *names[] = {"null", "boolean", "number", "number", "string", "array", "object"};
  return names[value.index()];
}

const Json::List &Json::list() const { return held_or_empty<List>(*this); }
const Json::Members &Json::members() const { return held_or_empty<Members>(*this); }

std::string Json::text(const std::string &otherwise) const {
  const auto *held = std::get_if<std::string>(&value);
  return held != nullptr ? *held : otherwise;
}

const Json *Json::find(const std::string &key) const {
  for (const Member &member : members())
    if (member.key == key) return &member.value;
  return nullptr;
}

Json &Json::operator[](const std::string &key) {
  if (is_null()) value = Members();
  auto &all = std::get<Members>(value);
  const auto found = std::find_if(all.begin(), all.end(), [&](const Member &member) { return member.key == key; });
  return found != all.end() ? found->value : all.emplace_back(Member{key, {}}).value;
}

void Json::append(Json one) {
  if (is_null()) value = List();
  std::get<List>(value).push_back(std::move(one));
}

std::string Json::written(int indent, int level, int digits) const {
  constexpr auto replaced = nlohmann::ordered_json::error_handler_t::replace;
  const std::string before(indent > 0 ? static_cast<std::size_t>(indent * level) : 0, ' ');
  std::string out;
  for (const char c : plain<nlohmann::ordered_json>(*this, digits).dump(indent, ' ', true, replaced)) {
    out += c == '<' ? "\\u003c" : std::string(1, c);
    if (c == '\n') out += before;
  }
  return out;
}

Json parse_json(std::istream &in) { return built(in, Builder("", nullptr)); }

void parse_json_list(std::istream &in, const std::string &key, const std::function<void(const Json &)> &take) {
  built(in, Builder(key, take));
}

Json read_json(const std::string &path) {
  Source in(path, SourceUse::description);
  try {
    return parse_json(in);
  } catch (const JsonError &error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

struct JsonValidator::Compiled {
  valijson::Schema schema;
};

JsonValidator::JsonValidator(const Json &schema) {
  auto compiled = std::make_unique<Compiled>();
  const nlohmann::json text = plain<nlohmann::json>(schema);
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(text), compiled->schema);
  compiled_ = std::move(compiled);
}

JsonValidator::~JsonValidator() = default;

std::vector<JsonValidator::Fault> JsonValidator::faults_of(const Json &json) const {
  const nlohmann::json input = plain<nlohmann::json>(json);
  valijson::ValidationResults results;
  valijson::Validator().validate(compiled_->schema, valijson::adapters::NlohmannJsonAdapter(input), &results);
  std::vector<Fault> faults;
  for (const valijson::ValidationResults::Error &error : results) {
    faults.push_back({{}, error.description});
    for (std::size_t i = 1; i < error.context.size(); ++i)  // behind <root>, in brackets
      faults.back().place.push_back(error.context[i].substr(1, error.context[i].size() - 2));
  }
  return faults;
}

std::string pointer_to(const std::string &place, const std::string &key) {
  std::string pointer = place + '/';
  for (const char c : key) pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return pointer;
}

JsonObject::JsonObject(const Json &from, std::string place) : from_(&from), place_(std::move(place)) {
  if (!from.is_object()) throw std::runtime_error((place_.empty() ? "" : place_ + ' ') + "is no object");
}

std::vector<std::string> JsonObject::keys() const {
  std::vector<std::string> names;
  for (const auto &[key, value] : from_->members()) names.push_back(key);
  return names;
}

const Json &JsonObject::at(const std::string &key) const {
  const Json *found = from_->find(key);
  if (found == nullptr) throw std::runtime_error(place_of(key) + " is missing");
  return *found;
}

bool JsonObject::is_list_of_lists(const std::string &key) const {
  const Json::List &all = at(key).list();
  return is_list(key) && std::all_of(all.begin(), all.end(), [](const Json &one) { return one.is_list(); });
}

std::string JsonObject::text(const std::string &key) const {
  if (!is_text(key)) throw std::runtime_error(place_of(key) + " must be a text");
  return at(key).text();
}

std::string JsonObject::text(const std::string &key, const std::string &otherwise) const {
  return has(key) ? text(key) : otherwise;
}

std::vector<std::string> JsonObject::texts(const std::string &key) const {
  std::vector<std::string> all;
  for (const Json &one : at(key).list()) all.push_back(one.text());
  return all;
}

bool JsonObject::flag(const std::string &key, bool otherwise) const {
  return has(key) ? std::get<bool>(at(key).value) : otherwise;
}

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
  const Json::List &given = at(key).list();
  const std::string place = place_of(key);
  if (!is_list(key) || (rows > 0 && given.size() != rows))
    throw std::runtime_error(place + " must have " + (rows > 0 ? std::to_string(rows) : "") + " rows");
  if (columns == 0 && !given.empty()) columns = given[0].list().size();
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
  const Json::List &given = at(key).list();
  if (!is_list(key) || given.size() < least || given.size() > most)
    throw std::runtime_error(place_of(key) + " must be a list of " + std::to_string(least) + " to " +
                             std::to_string(most) + " objects");
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
