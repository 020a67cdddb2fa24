// Inputs in JSON against their schema (JSON Schema, draft 7; `*.schema.json` beside what reads them). One schema serves
// the check of a file, what --help says of it, and --example. Beyond the draft's keywords a schema may say what a value
// `mustBe`, what to put where no alternative is met (`otherwise`), and other names of a key (`aliases`).
#pragma once

#include "records/json.hpp"

namespace valijson {
class Schema;
}

namespace touchdown::host {

// All faults of one input, each with its place, what must stand there, and an example.
struct InputFaults : std::runtime_error {
  InputFaults(const std::string &before, std::vector<std::string> found);
  std::vector<std::string> faults;  // with what stands before each
};

// Takes all steps, and throws InputFaults of all that they throw.
void take_all(const std::vector<std::function<void()>> &steps);

class InputSchema {
 public:
  // Of a text, or of one of its definitions.
  explicit InputSchema(const char *text, const std::string &definition = "");

  std::string title() const;
  // Of an input, up to 20; empty where it is what it must be.
  std::vector<std::string> faults(const Json &input) const;
  // Throws InputFaults, with `before` before each.
  void check(const Json &input, const std::string &before = "") const;
  // Each key with its meaning, a line or more.
  std::string help() const;
  // An input that can be used, each key under a comment that says what it means.
  std::string example() const;

 private:
  Json schema_;
  std::shared_ptr<const valijson::Schema> compiled_;
};

// The schema of this name, such as "land/scenario", or "resolve/case/pair" for a definition of resolve/case. Throws
// std::out_of_range for an unknown name.
const InputSchema &input_schema(const std::string &name);

// What `read` makes of the object that was in a file, once it is what the schema says. What it throws names the file,
// and what that was to be.
template <class Read>
auto input_in(const Json &json, const std::string &path, const std::string &schema, const Read &read) {
  const InputSchema &wanted = input_schema(schema);
  const std::string before = path + ": no " + wanted.title() + ": ";
  wanted.check(json, before);
  try {
    return read(JsonObject(json));
  } catch (const InputFaults &found) {
    throw InputFaults(before, found.faults);
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(before + error.what());
  }
}

template <class Read>
auto read_input(const std::string &path, const std::string &schema, const Read &read) {
  return input_in(read_json(path), path, schema, read);
}

}  // namespace touchdown::host
