// What is read: a file, a pipe or, by the name "-", standard input; plain or gzipped. A read error is no end of file:
// it is thrown out of whatever reads, as is what was packed and ends early, or unpacks to far more than a table could.
// A flight's log is read as a table where its reader (logs/table.mjs) is there.
#pragma once

#include <streambuf>

#include "cli/standard.hpp"

struct z_stream_s;

namespace touchdown::host {

// What is read row by row, and not kept, may go on for ever. What is kept has a bound, which is lower for a description
// in JSON or URDF.
enum class SourceUse { kept, description, row_by_row, written_as_well };

// Which table a log is read as: "imu", "poses", or "joints" and their names. Empty: none.
using LogTable = std::vector<std::string>;

class SourceBuffer : public std::streambuf {
 public:
  SourceBuffer(const std::string &path, SourceUse use, LogTable log);
  ~SourceBuffer() override;

  const std::string &name() const { return name_; }
  // Of the file itself, packed or not; size 0: not known.
  std::size_t size() const { return size_; }
  std::size_t place() const { return place_; }

 protected:
  int_type underflow() override;

 private:
  struct EndInflation {
    void operator()(z_stream_s *inflation) const;
  };

  [[noreturn]] void fail(const std::string &why) const;
  bool read_more();
  void begin();
  void read_log(const char *words);
  bool feed();
  bool unpack_some();
  std::size_t unpack();
  void check_growth() const;

  std::string name_;
  LogTable log_;
  FILE *reader_ = nullptr;  // the log's, whose output is the table
  int descriptor_ = -1;
  std::size_t most_, size_ = 0, place_ = 0, unpacked_ = 0, given_ = 0;
  std::array<char, 1 << 16> raw_{}, part_{};  // as it is read; unpacked
  std::size_t raw_end_ = 0;
  std::unique_ptr<z_stream_s, EndInflation> inflation_;  // null: it is not packed
  bool begun_ = false, between_members_ = false;         // a gzip file may be several, one after the other
};

// Everything throws std::runtime_error naming the file.
class Source : private SourceBuffer, public std::istream {
 public:
  explicit Source(const std::string &path, SourceUse use = SourceUse::kept, const LogTable &log = {});
  using SourceBuffer::name;
  using SourceBuffer::place;
  using SourceBuffer::size;
};

}  // namespace touchdown::host
