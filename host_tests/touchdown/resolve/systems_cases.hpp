// The forms of `touchdown resolve` that hold matrices, as JSON: pairs, generalized speeds with constraints, several
// contacts at once. case.schema.json says what each has.
#ifndef TOUCHDOWN_HOST_TESTS_SYSTEMS_CASES_HPP
#define TOUCHDOWN_HOST_TESTS_SYSTEMS_CASES_HPP

#include <cstddef>
#include <string>
#include <vector>

namespace touchdown::host {

// Names of their schemas.
extern const std::vector<std::string> forms_of_systems;

struct SystemsAnswer {
  std::string results;                  // JSON
  std::vector<std::string> complaints;  // one for each case that could not be read
};

// All cases of a text, done in Scalar. Throws std::runtime_error where the text is no JSON, or holds no list of cases.
template <class Scalar>
SystemsAnswer resolve_systems(const std::string &text);

// Whether the file is one of these by its name.
bool holds_systems(const std::string &path);

// The command for such a file. Returns the program's exit status.
int resolve_systems_file(const std::string &cases, const std::string &place, const std::string &results);

}  // namespace touchdown::host

#endif
