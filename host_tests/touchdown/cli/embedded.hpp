// Files of the tree, as they stand: schemas, help, the page of a report.
#pragma once

#include "cli/standard.hpp"

namespace touchdown::host {

// By a name such as "land/help.txt". Throws std::out_of_range for an unknown one.
const char *embedded(const std::string &name);

// The fingerprint of the sources of library and program, in hexadecimal; sources_here() is of the library alone.
std::string program_sources();

// A file of the tree that is read where it stands.
std::string in_the_tree(const std::string &name);

}  // namespace touchdown::host
