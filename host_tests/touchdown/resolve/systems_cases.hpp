// The forms of `touchdown resolve` that hold matrices, as JSON: pairs, generalized speeds with constraints, several
// contacts at once. case.schema.json says what each has.
#pragma once

#include "report/document.hpp"
#include "touchdown/status.h"

namespace touchdown::host {

// Names of their schemas.
extern const std::vector<std::string> forms_of_systems;

constexpr std::size_t most_shown = 10000;  // rows of a table may go on for ever

using Complain = std::function<void(const std::string &words)>;

// The cases of a text, each done in Scalar and written as soon as it is read, so that a memory need not hold them all;
// `each` is called with each answer, null for a case that cannot be read; `complain` for one that cannot be read or is
// refused. Throws std::runtime_error where the text is no JSON, or holds no list of cases. How many there were.
template <class Scalar>
std::size_t resolve_cases(std::istream &in, std::ostream &out, const Complain &complain,
                          const std::function<void(const Json &)> &each);

// Whether the file is one of these by its name.
bool holds_systems(const std::string &path);

// What the command did with cases, for its document.
struct CasesDone {
  std::size_t solved = 0, with_caveats = 0, refused = 0, unread = 0;
  std::set<std::string> caveats = {};

  void count(td_status status);
  // Its answer, verdict and caveats, and a section for what follows.
  Document document() const;
};

// The command for such a file, and what it writes. Returns the program's exit status.
int resolve_systems_file(const std::string &cases, const std::string &place, const std::string &results,
                         const DocumentFiles &documents);

}  // namespace touchdown::host
