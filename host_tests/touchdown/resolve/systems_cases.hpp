// The forms of `touchdown resolve` that hold matrices, as JSON: pairs, generalized speeds with constraints, several
// contacts at once. case.schema.json says what each has.
#pragma once

#include "cli/standard.hpp"

namespace touchdown::host {

// Names of their schemas.
extern const std::vector<std::string> forms_of_systems;

using Complain = std::function<void(const std::string &words)>;

// The cases of a text, each done in Scalar and written as soon as it is read, so that a memory need not hold them all;
// `each` is called after each, `complain` for one that cannot be read or is refused. Throws std::runtime_error where
// the text is no JSON, or holds no list of cases. How many there were.
template <class Scalar>
std::size_t resolve_cases(std::istream &in, std::ostream &out, const Complain &complain,
                          const std::function<void()> &each);

// Whether the file is one of these by its name.
bool holds_systems(const std::string &path);

// The command for such a file. Returns the program's exit status.
int resolve_systems_file(const std::string &cases, const std::string &place, const std::string &results);

}  // namespace touchdown::host
