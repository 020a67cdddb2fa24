#include "report/picture.hpp"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "cli/text.hpp"
#include "report/report.hpp"

namespace touchdown::host {
namespace {

// A file without a name, which is gone with the program however that ends.
class Unnamed {
 public:
  explicit Unnamed(const std::string &text) : descriptor_(memfd_create("picture", MFD_CLOEXEC)) {
    if (::write(descriptor_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
      throw std::runtime_error("a picture cannot be drawn: no memory for it");
  }
  Unnamed(const Unnamed &) = delete;
  Unnamed &operator=(const Unnamed &) = delete;
  ~Unnamed() { close(descriptor_); }

  int descriptor() const { return descriptor_; }
  std::string text() const {
    std::string all(static_cast<std::size_t>(std::max<off_t>(lseek(descriptor_, 0, SEEK_END), 0)), '\0');
    if (pread(descriptor_, all.data(), all.size(), 0) != static_cast<ssize_t>(all.size())) all.clear();
    return all;
  }

 private:
  int descriptor_;
};

// Runs gnuplot; no shell, and no start-up file of the user's. Its exit status, or -1.
int run_gnuplot(const Unnamed &script, const Unnamed &svg, const Unnamed &words) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, script.descriptor(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, svg.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, words.descriptor(), STDERR_FILENO);
  char name[] = "gnuplot", no_start_up[] = "-d", standard_input[] = "/dev/stdin";
  char *const arguments[] = {name, no_start_up, standard_input, nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, name, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failed != 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

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
std::string embeddable(std::string svg) {
  static unsigned pictures = 0;
  const std::string name = "picture-" + std::to_string(++pictures) + '-';
  const std::size_t begin = svg.find("<svg");
  if (begin == std::string::npos) throw std::runtime_error("gnuplot drew no SVG");
  svg.erase(0, begin);
  remove_titles(svg);
  for (const char *before : {" id='", " id=\"", "href='#", "href=\"#", "url(#"})
    replace_all(svg, before, before + name);
  return svg;
}

std::string mark(std::size_t text) { return "@text-" + std::to_string(text) + '@'; }

std::string line_of(const Picture::Row &row) {
  std::string line;
  for (const double x : row) line += formatted("%.9g ", x);
  return line + '\n';
}

bool is_finite(const Picture::Row &row) {
  return std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

void check_gnuplot() {
  const Picture nothing(200, 100);
  try {
    nothing.drawn();
  } catch (const std::runtime_error &) {
    throw std::runtime_error("gnuplot, which draws the report's pictures, cannot be run: apt-get install gnuplot-nox");
  }
}

// gnuplot wants at least one row.
void Picture::data(const std::string &name, const std::vector<Row> &rows) {
  std::string text;
  bool any = false;
  for (const Row &row : rows) {
    if (!is_finite(row)) continue;
    text += line_of(row);
    any = any || !row.empty();
  }
  data_ += '$' + name + " << END\n" + (any ? text : "nan nan nan nan\n") + "END\n";
}

void Picture::data(const std::string &name, const std::vector<Point> &points) {
  std::vector<Row> rows;
  for (const auto &[x, y] : points) rows.push_back({x, y});
  data(name, rows);
}

std::string Picture::placeholder(const std::string &text) {
  texts_.push_back(text);
  return mark(texts_.size() - 1);
}

std::string Picture::drawn() const {
  std::string all = "set terminal svg size " + std::to_string(width_) + ',' + std::to_string(height_) +
                    " font 'sans-serif,12' noenhanced\n" + data_ + script.str();
  if (script.str().empty()) all += "plot [0:1][0:1] 0\n";
  const Unnamed input(all), output(""), words("");
  if (run_gnuplot(input, output, words) != 0)
    throw std::runtime_error("gnuplot could not draw a picture: " + printable(words.text()));
  std::string svg = embeddable(output.text());
  for (std::size_t i = 0; i < texts_.size(); ++i) replace_all(svg, mark(i), escaped(texts_[i]));
  return svg;
}

}  // namespace touchdown::host
