#include "report/picture.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <unistd.h>

namespace touchdown::host {
namespace {

// A file of our own, gone in the end.
class TemporaryFile {
 public:
  TemporaryFile() {
    path_ = (std::filesystem::temp_directory_path() / "touchdown-picture-XXXXXX").string();
    const int descriptor = mkstemp(path_.data());
    if (descriptor < 0) throw std::runtime_error(path_ + ": cannot be made");
    close(descriptor);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  ~TemporaryFile() { std::remove(path_.c_str()); }
  const std::string &path() const { return path_; }
  std::string text() const {
    std::ostringstream all;
    all << std::ifstream(path_).rdbuf();
    return all.str();
  }

 private:
  std::string path_;
};

void replace_all(std::string &text, const std::string &from, const std::string &to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// gnuplot's names of its curves, which browsers would show under the pointer.
void remove_titles(std::string &svg) {
  const std::string end = "</title>";
  for (std::size_t at = svg.find("<title>"); at != std::string::npos; at = svg.find("<title>", at))
    svg.erase(at, svg.find(end, at) + end.size() - at);
}

// Without the XML prologue, and with ids of its own.
std::string embeddable(std::string svg, std::string name) {
  const std::size_t begin = svg.find("<svg");
  if (begin == std::string::npos) throw std::runtime_error("gnuplot drew no SVG for " + name);
  svg.erase(0, begin);
  remove_titles(svg);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '-');
  for (const char *before : {" id='", " id=\"", "href='#", "href=\"#", "url(#"})
    replace_all(svg, before, before + name);
  return svg;
}

}  // namespace

void check_gnuplot() {
  if (std::system("gnuplot --version >/dev/null 2>&1") != 0)
    throw std::runtime_error("gnuplot, which draws the report's pictures, cannot be run: apt-get install gnuplot-nox");
}

std::string drawn(const std::string &name, int width, int height, const std::string &script) {
  const TemporaryFile svg;
  std::FILE *gnuplot = popen("gnuplot", "w");
  if (gnuplot == nullptr) throw std::runtime_error("gnuplot cannot be started");
  const std::string all = "set terminal svg size " + std::to_string(width) + ',' + std::to_string(height) +
                          " font 'sans-serif,12' noenhanced\nset output '" + svg.path() + "'\n" + script;
  const bool written = std::fwrite(all.data(), 1, all.size(), gnuplot) == all.size();
  if (pclose(gnuplot) != 0 || !written) throw std::runtime_error("gnuplot could not draw " + name);
  return embeddable(svg.text(), name);
}

}  // namespace touchdown::host
