#include "report/picture.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "cli/text.hpp"
#include "report/report.hpp"

namespace touchdown::host {
namespace {

constexpr const char *script_file = "picture.gp", *svg_file = "picture.svg", *words_file = "words";

std::string text_of(const std::filesystem::path &path) {
  std::ostringstream all;
  all << std::ifstream(path).rdbuf();
  return all.str();
}

// Runs gnuplot in a folder, what it says going to a file there; no shell, and no start-up file of the user's. Its exit
// status, or -1.
int run_gnuplot(const std::filesystem::path &folder, const char *argument) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, words_file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  char name[] = "gnuplot", no_start_up[] = "-d";
  std::string last = argument;
  char *const arguments[] = {name, no_start_up, last.data(), nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, name, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failed != 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

void write_file(const std::filesystem::path &path, const std::string &text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(path.string() + ": cannot be written");
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

Picture::Picture(int width, int height) : width_(width), height_(height) {
  std::string name = (std::filesystem::temp_directory_path() / "touchdown-picture-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": cannot be made");
  folder_ = name;
}

Picture::~Picture() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

// gnuplot wants at least one row.
void Picture::data(const std::string &name, const std::vector<Row> &rows) const {
  std::string text;
  bool any = false;
  for (const Row &row : rows) {
    if (!is_finite(row)) continue;
    text += line_of(row);
    any = any || !row.empty();
  }
  write_file(folder_ / (name + ".dat"), any ? text : "nan nan nan nan\n");
}

void Picture::data(const std::string &name, const std::vector<Point> &points) const {
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
                    " font 'sans-serif,12' noenhanced\nset output '" + svg_file + "'\n" + script.str();
  if (script.str().empty()) all += "plot [0:1][0:1] 0\n";
  write_file(folder_ / script_file, all);
  if (run_gnuplot(folder_, script_file) != 0)
    throw std::runtime_error("gnuplot could not draw a picture: " + printable(text_of(folder_ / words_file)));
  std::string svg = embeddable(text_of(folder_ / svg_file));
  for (std::size_t i = 0; i < texts_.size(); ++i) replace_all(svg, mark(i), escaped(texts_[i]));
  return svg;
}

}  // namespace touchdown::host
