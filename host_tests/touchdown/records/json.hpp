// JSON: values, their text, their schema, and objects whose members are read by key. The library that parses and
// validates stands behind json.cpp alone.
#ifndef TOUCHDOWN_HOST_TESTS_JSON_HPP
#define TOUCHDOWN_HOST_TESTS_JSON_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <istream>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace touchdown::host {

// A truth, a whole number, a number, a text, a list, an object, whose members keep their order, or null.
struct Json {
  struct Member;
  using List = std::vector<Json>;
  using Members = std::vector<Member>;

  Json() = default;
  Json(const char *text) : value(std::string(text)) {}  // NOLINT(google-explicit-constructor)
  Json(std::string text) : value(std::move(text)) {}    // NOLINT(google-explicit-constructor)
  template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
  Json(Number number) {  // NOLINT(google-explicit-constructor)
    if constexpr (std::is_same_v<Number, bool>)
      value = number;
    else if constexpr (std::is_integral_v<Number>)
      value = static_cast<std::int64_t>(number);
    else
      value = static_cast<double>(number);
  }
  template <class Known>
  Json(const std::optional<Known> &known)
      : Json(known ? Json(*known) : Json()) {}  // NOLINT(google-explicit-constructor)
  template <class One>
  Json(const std::vector<One> &list) : value(List(list.begin(), list.end())) {}  // NOLINT(google-explicit-constructor)
  template <class One, std::size_t count>
  Json(const std::array<One, count> &list)  // NOLINT(google-explicit-constructor)
      : value(List(list.begin(), list.end())) {}
  template <class One>
  Json(const std::pair<One, One> &two) : value(List{two.first, two.second}) {}  // NOLINT(google-explicit-constructor)
  static Json object(std::initializer_list<Member> members);

  bool is_null() const { return value.index() == 0; }
  bool is_list() const { return std::holds_alternative<List>(value); }
  bool is_object() const { return std::holds_alternative<Members>(value); }
  // As JSON Schema calls it; "number" for a whole one as well.
  const char *type() const;
  // Empty of anything else.
  const List &list() const;
  const Members &members() const;
  std::string text(const std::string &otherwise = "") const;
  // Null where it is no object, or has no such key.
  const Json *find(const std::string &key) const;
  // The member of an object, or of null, which becomes one; made where it is missing.
  Json &operator[](const std::string &key);
  void append(Json one);

  // In ASCII, without anything that a page takes for a tag, or shows as it should not be; null for what is not finite.
  // `indent`: of each level, which begins its lines with those of `level`; on one line where it is negative. `digits`
  // of a number; 0: as short as reads back.
  std::string written(int indent = -1, int level = 0, int digits = 0) const;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Members> value;
};

struct Json::Member {
  std::string key;
  Json value;
};

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

// Whether values are what a schema says (JSON Schema, draft 7).
class JsonValidator {
 public:
  struct Fault {
    std::vector<std::string> place;  // keys and indices
    std::string words;
  };
  explicit JsonValidator(const Json &schema);
  ~JsonValidator();
  std::vector<Fault> faults_of(const Json &json) const;

 private:
  struct Compiled;
  std::unique_ptr<const Compiled> compiled_;
};

// A JSON pointer (RFC 6901), longer by a key.
std::string pointer_to(const std::string &place, const std::string &key);

// What a schema does not say is reported with its place.
class JsonObject {
 public:
  // `place`: the pointer to it; what it says of errors begins with it.
  explicit JsonObject(const Json &from, std::string place = "");

  bool has(const std::string &key) const { return from_->find(key) != nullptr; }
  std::vector<std::string> keys() const;
  std::string place_of(const std::string &key) const { return pointer_to(place_, key); }
  // What stands at a key that must be there.
  const Json &at(const std::string &key) const;
  bool is_list(const std::string &key) const { return at(key).is_list(); }
  bool is_list_of_lists(const std::string &key) const;
  bool is_object(const std::string &key) const { return at(key).is_object(); }
  bool is_text(const std::string &key) const { return std::holds_alternative<std::string>(at(key).value); }
  bool is_null(const std::string &key) const { return at(key).is_null(); }
  std::size_t size(const std::string &key) const { return at(key).list().size(); }

  std::string text(const std::string &key) const;
  std::string text(const std::string &key, const std::string &otherwise) const;
  std::vector<std::string> texts(const std::string &key) const;
  bool flag(const std::string &key, bool otherwise) const;
  JsonObject object(const std::string &key) const { return JsonObject(at(key), place_of(key)); }
  // The objects of a list that has `least` to `most` of them.
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
  const Json *from_;
  std::string place_;
};

// That of the names which is spelt most like a word, if any is: ", did you mean ..?", else nothing.
std::string did_you_mean(const std::string &word, const std::vector<std::string> &names);

}  // namespace touchdown::host

#endif
