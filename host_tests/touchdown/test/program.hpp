// Runs the program `touchdown` as a user does, in a folder of its own.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "records/csv.hpp"

namespace program {

// A folder that is gone in the end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "touchdown-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error(name);
    path_ = name;
  }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const std::string &name) const { return path_ / name; }
  std::string file(const std::string &name, const std::string &text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }
  std::string text(const std::string &name) const { return all_of(file(name)); }
  static std::string all_of(const std::string &path) {
    std::ostringstream all;
    all << std::ifstream(path).rdbuf();
    return all.str();
  }

 private:
  std::filesystem::path path_;
};

struct Ended {
  int status;
  std::string out, err;
};

inline Ended run(const std::string &arguments, const std::string &input = "") {
  const Folder folder;
  const std::string command = std::string(TOUCHDOWN_PROGRAM) + ' ' + arguments + " <" + folder.file("in", input) +
                              " >" + folder.file("out") + " 2>" + folder.file("err");
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, folder.text("out"), folder.text("err")};
}

// The only child of a process.
inline pid_t child_of(pid_t process) {
  const std::string id = std::to_string(process);
  std::ifstream children("/proc/" + id + "/task/" + id + "/children");
  pid_t child = 0;
  children >> child;
  return child;
}

// The program, started and not waited for.
class Started {
 public:
  explicit Started(const std::vector<std::string> &arguments) {
    std::vector<std::string> words{TOUCHDOWN_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char *> pointers;
    for (std::string &word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    process_ = fork();
    if (process_ != 0) return;
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    execv(TOUCHDOWN_PROGRAM, pointers.data());
    _exit(127);
  }
  Started(const Started &) = delete;
  Started &operator=(const Started &) = delete;
  ~Started() {
    if (process_ > 0) end(SIGKILL);
  }

  pid_t emulator() const { return child_of(process_); }
  // Its exit status; -1 if it had to be ended by a signal.
  int end(int signal = 0) {
    int status = 0;
    if (signal != 0) kill(process_, signal);
    waitpid(process_, &status, 0);
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t process_;
};

// Rows of CSV by the names of their columns.
class Table {
 public:
  explicit Table(const std::string &text) {
    std::istringstream in(text);
    touchdown::host::CsvReader reader(in);
    if (!reader.next(header_)) throw std::runtime_error("no header");
    for (touchdown::host::CsvRow row; reader.next(row);) rows_.push_back(row);
  }
  std::size_t size() const { return rows_.size(); }
  std::string text(std::size_t row, const std::string &name) const {
    return rows_.at(row).fields.at(place_of(header_, name).value()).text;
  }
  double number(std::size_t row, const std::string &name) const { return std::stod(text(row, name)); }

 private:
  touchdown::host::CsvRow header_;
  std::vector<touchdown::host::CsvRow> rows_;
};

inline std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

inline std::size_t count(const std::string &text, const std::string &part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// Until a file has so many; false after 20 s.
inline bool wait_for_lines(const Folder &folder, const std::string &name, std::size_t lines) {
  for (int hundredths = 0; hundredths < 2000; ++hundredths) {
    if (lines_of(folder.text(name)).size() >= lines) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

// A column of figures left out of every row, so that runs can be compared that differ in it.
inline std::string without(const std::string &column, const std::string &csv) {
  std::string rest;
  std::size_t place = 0;
  for (const std::string &line : lines_of(csv)) {
    std::istringstream in(line + '\n');
    touchdown::host::CsvReader reader(in);
    touchdown::host::CsvRow row;
    reader.next(row);
    if (rest.empty()) place = touchdown::host::place_of(row, column).value();
    for (std::size_t i = 0; i < row.fields.size(); ++i)
      if (i != place) rest += row.fields[i].raw + ',';
    rest += '\n';
  }
  return rest;
}

const std::string contact_header = "id,W_nn,W_nt,W_ns,W_tt,W_ts,W_ss,v_n,v_t,v_s,mu_s,mu_k,e,law,method";
const std::string contact_numbers = "1,0.1,0.2,2,0.3,3,-1,0.7,0.4,0.3,0.25,0.6";
const std::string body_header =
    "id,mass,Ixx,Iyy,Izz,Ixy,Ixz,Iyz,rx,ry,rz,nx,ny,nz,vx,vy,vz,wx,wy,wz,mu_s,mu_k,e,law,method";
const std::string body_numbers =
    "0.37,1.0e-3,1.1e-3,0.9e-3,1e-5,-2e-5,3e-5,0.03,0.02,-0.07,0,0,1,0.4,-0.3,-1.2,3,-2,1,0.2,0.16,0.3";

}  // namespace program
