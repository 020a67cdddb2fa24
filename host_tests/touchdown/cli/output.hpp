// What is written: a file or, by the name "-", standard output. A file is written beside its final name, which it gets
// once it is whole; until then, and where anything fails or ends the program, what was there before stays. Every byte
// is checked. No file is both read and written by one run, whichever comes first and by whatever names: links, or a
// name inside a file that was read. Everything throws std::runtime_error naming the file.
#pragma once

#include <streambuf>

#include "cli/standard.hpp"

namespace touchdown::host {

// The open file is one that this run reads.
void claim_input(int descriptor, const std::string &name);
// Those so far, by name.
std::vector<std::string> claimed_inputs();

// The file at `path` is one that this run writes, for as long as the claim lives.
class ClaimedOutput {
 public:
  explicit ClaimedOutput(const std::string &path);
  ClaimedOutput(const ClaimedOutput &) = delete;
  ClaimedOutput &operator=(const ClaimedOutput &) = delete;
  ~ClaimedOutput();

 private:
  std::string name_;
  bool is_claimed_ = false;
};

class OutputBuffer : public std::streambuf {
 public:
  OutputBuffer() { setp(part_.data(), part_.data() + part_.size()); }
  void use(int descriptor) { descriptor_ = descriptor; }
  int error() const { return error_; }

 protected:
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  bool write_out();

  int descriptor_ = -1, error_ = 0;
  std::array<char, 1 << 16> part_{};
};

class Output {
 public:
  // Makes the file beside its final name at once, so that a place that cannot be written to is refused before any work.
  explicit Output(const std::string &path);
  ~Output();

  std::ostream &stream() { return stream_; }
  const std::string &name() const { return name_; }
  // Throws if something written could not be.
  void check();
  // What was written is with the system.
  void flush();
  // The file is whole: it gets its name.
  void keep();

 private:
  void open(const std::string &path);

  std::string name_, final_, beside_;  // `beside_` is empty where the file is written under its name, as a device is
  ClaimedOutput claim_;
  int descriptor_ = -1;
  OutputBuffer buffer_;
  std::ostream stream_{&buffer_};
};

// Null where no path is given.
std::unique_ptr<Output> wanted_output(const std::string &path);

// Checks that all that was printed to standard output is with the system, and closes it.
bool finish_standard_output();

}  // namespace touchdown::host
