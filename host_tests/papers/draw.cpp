// The gnuplot script of a figure.
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "figures.hpp"

namespace papers {
namespace {

std::string quoted(const std::string &text) {  // gnuplot: two quotes for one
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
}

constexpr const char *case_colours =
    "set palette maxcolors 7 defined (0 '#9ecae1', 1 '#31a354', 2 '#de2d26', 3 '#a1d99b', 4 '#fc9272', 5 '#006d2c', 6 "
    "'#67000d')\nset cbrange [-0.5:6.5]\n"
    "set cbtics ('0 slides' 0, '1 stops, sticks' 1, '2 stops, reverses' 2, '3 sticks late' 3, '4 reverses late' 4, '5 "
    "sticks' 5, '6 starts to slide' 6)\n";
constexpr const char *value_colours =
    "set palette maxcolors 0 defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')\n"
    "set format cb '%g'\nset cbtics autofreq\n";

void write_colours(std::ostream &script, const Map &map) {
  script << (map.of_cases ? case_colours : value_colours);
  if (!map.of_cases) script << "set cbrange [" << map.least << ':' << map.greatest << "]\n";
}

void write(std::ostream &script, const Map &map) {
  script << "set title " << quoted(map.title) << "\nset xlabel " << quoted(map.x.label) << "\nset ylabel "
         << quoted(map.y.label) << "\nset xrange [" << map.x.lo << ':' << map.x.hi << "]\nset yrange [" << map.y.lo
         << ':' << map.y.hi << "]\n";
  write_colours(script, map);
  script << "plot '-' using 1:2:3 with image notitle\n";
  std::size_t k = 0;
  for (int j = 0; j < map.y.count; ++j) {
    for (int i = 0; i < map.x.count; ++i) {
      script << map.x.lo + (map.x.hi - map.x.lo) * i / (map.x.count - 1) << ' '
             << map.y.lo + (map.y.hi - map.y.lo) * j / (map.y.count - 1) << ' ' << map.values[k++] << '\n';
    }
  }
  script << "e\n";
}

std::string script_of(const Figure &figure, const std::string &path) {
  std::ostringstream script;
  const int rows = (static_cast<int>(figure.maps.size()) + figure.columns - 1) / figure.columns;
  script << "set terminal svg size " << 620 * figure.columns << ',' << 320 * rows
         << " font 'sans-serif,12' background 'white' noenhanced\nset output " << quoted(path)
         << "\nset multiplot layout " << rows << ',' << figure.columns << "\nset rmargin 20\n";
  for (const Map &map : figure.maps) write(script, map);
  script << "unset multiplot\n";
  return script.str();
}

// gnuplot embeds each map as a small bitmap; it must not be smoothed when it is drawn large.
void sharpen(const std::string &path) {
  std::ifstream in(path);
  std::ostringstream all;
  all << in.rdbuf();
  std::string text = all.str();
  const std::string tag = "<image ", sharp = "<image style='image-rendering:pixelated' ";
  for (std::size_t at = text.find(tag); at != std::string::npos; at = text.find(tag, at + sharp.size())) {
    text.replace(at, tag.size(), sharp);
  }
  std::ofstream(path) << text;
}

}  // namespace

void draw(const Figure &figure, const std::string &folder) {
  const std::string path = folder + "/" + figure.name + ".svg", script = script_of(figure, path);
  std::FILE *gnuplot = popen("gnuplot", "w");
  if (gnuplot == nullptr) throw std::runtime_error("gnuplot cannot be started");
  const bool written = std::fwrite(script.data(), 1, script.size(), gnuplot) == script.size();
  if (pclose(gnuplot) != 0 || !written) throw std::runtime_error("gnuplot could not draw " + path);
  sharpen(path);
}

}  // namespace papers
