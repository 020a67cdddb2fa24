// Structs of the C headers and JSON, field by field by the names that they have there.
#pragma once

#include "calls/struct_fields.hpp"
#include "records/json.hpp"

namespace touchdown::host {

// A visitor of fields that knows what each is called.
class NamedFields {
 public:
  // "x.mass, x.inertia"
  void called(const char *names) { names_ = names, at_ = 0; }

 protected:
  std::string next() {
    const std::size_t begin = names_.find("x.", at_) + 2;
    at_ = names_.find(',', begin);
    return names_.substr(begin, at_ - begin);
  }

 private:
  std::string names_;
  std::size_t at_ = 0;
};

// Numbers and lists of them are read where they stand in the object; what is of another kind is left as it is. Lists
// that are longer than the field are cut, and shorter ones leave the rest: the schema checks lengths.
class FieldsFromJson : public NamedFields {
 public:
  explicit FieldsFromJson(const JsonObject &from) : from_(from) {}
  template <class... T>
  void all(T &...x) {
    (take(x), ...);
  }
  template <class T>
  void first(std::int32_t, T &) {}

 private:
  template <class T>
  void take(T &x) {
    using Number = std::remove_extent_t<T>;
    const std::string name = next();
    if constexpr (std::is_arithmetic_v<T>) {
      if (from_.at(name).is_number()) x = from_.number<T>(name);
    } else if constexpr (std::is_arithmetic_v<Number>) {
      if (!from_.at(name).is_array()) return;
      const std::vector<Number> numbers = from_.list<Number>(name, 0);
      std::copy_n(numbers.begin(), std::min(numbers.size(), std::size(x)), x);
    }
  }

  const JsonObject &from_;
};

template <class Struct>
void read_fields(const JsonObject &from, Struct &to) {
  using calls::fields;
  FieldsFromJson visitor(from);
  fields(visitor, to);
}

// p.n becomes p_n, what does not apply null, and a mode its name.
class FieldsToJson : public NamedFields {
 public:
  explicit FieldsToJson(Json &to, std::string before = "") : to_(to), before_(std::move(before)) {}
  template <class... T>
  void all(T &...x) {
    (put(x, false), ...);
  }
  template <class... T>
  void optional(T &...x) {
    (put(x, true), ...);
  }

 private:
  template <class T>
  void put(T &x, bool may_not_apply) {
    using calls::fields;
    std::string name = before_ + next();
    if (name == "case_number") name = "case";  // as in a table of results
    if constexpr (std::is_class_v<T>) {
      FieldsToJson within(to_, name + '_');
      fields(within, x);
    } else if constexpr (std::is_integral_v<T>) {
      to_[name] = name.rfind("mode", 0) == 0 ? Json(td_mode_name(x)) : Json(x);
    } else if constexpr (std::is_floating_point_v<T>) {
      to_[name] = may_not_apply && x == static_cast<T>(TD_NOT_APPLICABLE) ? Json() : Json(x);
    } else {
      to_[name] = x;
    }
  }

  Json &to_;
  std::string before_;
};

template <class Struct>
Json json_of(Struct from) {
  using calls::fields;
  Json json = Json::object();
  FieldsToJson visitor(json);
  fields(visitor, from);
  return json;
}

}  // namespace touchdown::host
