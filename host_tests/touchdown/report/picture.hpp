// Pictures: gnuplot, run as a child process without a file, draws SVG to be put into a page. Nothing that came from a
// file, a user or a device stands in its script but numbers: text never does.
#ifndef TOUCHDOWN_HOST_TESTS_PICTURE_HPP
#define TOUCHDOWN_HOST_TESTS_PICTURE_HPP

#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace touchdown::host {

// gnuplot's settings that all pictures begin with.
constexpr const char *plain_look =
    "set border 3 lc rgb '#8a94a0'\nset tics nomirror scale 0.5 textcolor rgb '#66717e'\n"
    "set grid lc rgb '#eceff2' lt 1\nset key noautotitle samplen 1 textcolor rgb '#1d2733'\n";

// Throws std::runtime_error saying what to install if gnuplot cannot be run.
void check_gnuplot();

class Picture {
 public:
  using Row = std::vector<double>;  // an empty one parts what is not to be joined
  using Point = std::pair<double, double>;

  Picture(int width, int height) : width_(width), height_(height) {}

  // The script that follows `set terminal svg size width,height`: our own words, and numbers.
  std::ostringstream script;

  // Makes $NAME, by which the script calls it; rows with a number that is not finite are left out.
  void data(const std::string &name, const std::vector<Row> &rows);
  void data(const std::string &name, const std::vector<Point> &points);

  // What the script is to show in place of a text that is not ours; the text itself is put into the SVG.
  std::string placeholder(const std::string &text);

  // One <svg> element whose ids differ from those of every other picture. Throws std::runtime_error if gnuplot refuses
  // the script.
  std::string drawn() const;

 private:
  int width_, height_;
  std::string data_;
  std::vector<std::string> texts_;
};

}  // namespace touchdown::host

#endif
