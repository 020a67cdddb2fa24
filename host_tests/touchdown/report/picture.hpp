// Pictures: gnuplot, run as a child process with its script on standard input, draws SVG to be put into a page.
#ifndef TOUCHDOWN_HOST_TESTS_PICTURE_HPP
#define TOUCHDOWN_HOST_TESTS_PICTURE_HPP

#include <string>

namespace touchdown::host {

// Throws std::runtime_error saying what to install if gnuplot cannot be run.
void check_gnuplot();

// Runs the script after `set terminal svg size width,height`. The result is one <svg> element whose ids begin with
// `name`, so that many can stand in a page. Throws std::runtime_error if gnuplot refuses the script.
std::string drawn(const std::string &name, int width, int height, const std::string &script);

}  // namespace touchdown::host

#endif
