// The text of a URDF, once it is known to be XML that its parser can take: that parser calls itself at every level of
// nesting, searches the attributes of a tag from the first on, and walks a chain of links when it lets go of it.
#ifndef TOUCHDOWN_HOST_TESTS_URDF_TEXT_HPP
#define TOUCHDOWN_HOST_TESTS_URDF_TEXT_HPP

#include <string>

namespace touchdown::host {

// Throws std::runtime_error naming the file.
std::string urdf_text(const std::string &path);

}  // namespace touchdown::host

#endif
