#include "records/source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>

#include "cli/embedded.hpp"
#include "cli/output.hpp"

namespace touchdown::host {
namespace {

// Tables of measurements pack to a tenth or so; what unpacks to more is made to fill a memory or a disk.
constexpr std::size_t any_growth_until = std::size_t{64} << 20, most_growth = 100;

std::size_t most_of(SourceUse use) {
  if (use == SourceUse::row_by_row) return std::numeric_limits<std::size_t>::max();
  return (use == SourceUse::description ? std::size_t{64} : std::size_t{1024}) << 20;  // ten million rows and more
}

// Files that people give in place of a table, by how they begin.
constexpr std::pair<std::string_view, const char *> logs[] = {{"ULog\x01\x12\x35", " is a log of PX4"},
                                                              {"\xA3\x95", " is a log of ArduPilot"},
                                                              {"\x89MCAP", " is an MCAP recording"},
                                                              {"H Product:Blackbox", " is a blackbox of Betaflight"}};
constexpr std::pair<std::string_view, const char *> strangers[] = {
    {"PK\x03\x04", " is a workbook of a spreadsheet, or another archive; save the table as CSV"},
    {"\xFF\xFE", " is in UTF-16; save it in UTF-8"}};

template <std::size_t count>
const char *words_of(const std::pair<std::string_view, const char *> (&known)[count], std::string_view text) {
  for (const auto &[begins, words] : known)
    if (text.substr(0, begins.size()) == begins) return words;
  return nullptr;
}

// For a shell.
std::string in_quotes(const std::string &text) {
  std::string all = "'";
  for (const char c : text) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return all + "' ";
}

constexpr char magic[] = {'\x1f', '\x8b'};  // RFC 1952
constexpr int gzip_window = 16 + MAX_WBITS;

std::string reason() { return errno != 0 ? std::strerror(errno) : "no reason given"; }

}  // namespace

void SourceBuffer::EndInflation::operator()(z_stream_s *inflation) const {
  inflateEnd(inflation);
  delete inflation;
}

SourceBuffer::SourceBuffer(const std::string &path, SourceUse use, LogTable log)
    : name_(path == "-" ? "<stdin>" : path), log_(std::move(log)), most_(most_of(use)) {
  descriptor_ = path == "-" ? dup(STDIN_FILENO) : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0 || S_ISDIR(status.st_mode)) {
    const std::string why = descriptor_ >= 0 && S_ISDIR(status.st_mode) ? "is a folder" : reason();
    if (descriptor_ >= 0) close(descriptor_);
    throw std::runtime_error(name_ + ": cannot be read: " + why);
  }
  if (S_ISREG(status.st_mode)) size_ = static_cast<std::size_t>(status.st_size);
  if (use == SourceUse::written_as_well) return;
  try {
    claim_input(descriptor_, name_);
  } catch (const std::runtime_error &) {
    close(descriptor_);
    throw;
  }
}

SourceBuffer::~SourceBuffer() {
  if (reader_ != nullptr) pclose(reader_);
  close(descriptor_);
}

void SourceBuffer::fail(const std::string &why) const {
  throw std::runtime_error(name_ + ": cannot be read to its end: " + why);
}

// What has come so far, for the rows of a pipe are wanted as they come. False at the end.
bool SourceBuffer::read_more() {
  ssize_t count = 0;
  do count = read(reader_ != nullptr ? fileno(reader_) : descriptor_, raw_.data() + raw_end_, raw_.size() - raw_end_);
  while (count < 0 && errno == EINTR);
  if (count < 0) fail(reason());
  raw_end_ += static_cast<std::size_t>(count);
  place_ += static_cast<std::size_t>(count);
  if (count > 0 || reader_ == nullptr) return count > 0;
  FILE *const reader = std::exchange(reader_, nullptr);
  if (pclose(reader) != 0) throw std::runtime_error(name_ + ": not read as " + log_[0]);
  return false;
}

// Its bytes from now on are those of the table that logs/table.mjs makes of it.
void SourceBuffer::read_log(const char *words) {
  const char *const other = std::getenv("TOUCHDOWN_LOGS");
  const std::string folder = other != nullptr ? other : in_the_tree("logs"), program = folder + "/table.mjs";
  if (log_.empty() || name_ == "<stdin>")
    throw std::runtime_error(name_ + words + "; " + program + " makes tables of it");
  if (access((folder + "/node_modules").c_str(), F_OK) != 0 || std::system("command -v node >/dev/null") != 0)
    throw std::runtime_error(name_ + words + "; to read it, install Node.js 18 or later and run: npm ci --prefix " +
                             folder);
  std::string command = "exec node " + in_quotes(program) + in_quotes(log_[0]) + in_quotes(name_) + in_quotes("");
  for (std::size_t i = 1; i < log_.size(); ++i) command += in_quotes(log_[i]);
  std::fflush(nullptr);
  reader_ = popen(command.c_str(), "re");
  if (reader_ == nullptr) fail(reason());
  size_ = raw_end_ = 0;
  read_more();
}

// Its first bytes show whether it is packed, and whether it is something else than a text.
void SourceBuffer::begin() {
  begun_ = true;
  bool more = read_more();
  while (more && raw_end_ < sizeof magic && raw_[0] == magic[0]) more = read_more();
  const std::string_view text(raw_.data(), raw_end_);
  if (const char *const words = words_of(strangers, text)) throw std::runtime_error(name_ + words);
  if (const char *const words = words_of(logs, text)) read_log(words);
  if (raw_end_ < sizeof magic || !std::equal(magic, magic + sizeof magic, raw_.begin())) return;
  inflation_.reset(new z_stream_s{});
  if (inflateInit2(inflation_.get(), gzip_window) != Z_OK) fail("there is no memory to unpack it");
  inflation_->next_in = reinterpret_cast<Bytef *>(raw_.data());
  inflation_->avail_in = static_cast<uInt>(raw_end_);
}

// More to unpack. False at the end.
bool SourceBuffer::feed() {
  raw_end_ = 0;
  const bool more = read_more();
  inflation_->next_in = reinterpret_cast<Bytef *>(raw_.data());
  inflation_->avail_in = static_cast<uInt>(raw_end_);
  return more;
}

// Unpacks what there is. False at the end.
bool SourceBuffer::unpack_some() {
  z_stream_s &z = *inflation_;
  if (z.avail_in == 0 && !feed()) {
    if (!between_members_) fail("it ends in the middle of what was packed");
    return false;
  }
  if (between_members_) inflateReset(&z);
  const int result = inflate(&z, Z_NO_FLUSH);
  if (result != Z_OK && result != Z_STREAM_END) fail(z.msg != nullptr ? z.msg : "it cannot be unpacked");
  between_members_ = result == Z_STREAM_END;
  return true;
}

// How many bytes there are now; none at the end.
std::size_t SourceBuffer::unpack() {
  z_stream_s &z = *inflation_;
  z.next_out = reinterpret_cast<Bytef *>(part_.data());
  z.avail_out = static_cast<uInt>(part_.size());
  while (z.avail_out == part_.size() && unpack_some()) continue;
  const std::size_t count = part_.size() - z.avail_out;
  unpacked_ += count;
  check_growth();
  return count;
}

SourceBuffer::int_type SourceBuffer::underflow() {
  if (begun_ && !inflation_) raw_end_ = 0, read_more();
  if (!begun_) begin();
  const std::size_t count = inflation_ ? unpack() : raw_end_;
  if (count == 0) return traits_type::eof();
  given_ += count;
  if (given_ > most_) throw std::runtime_error(name_ + ": is longer than " + std::to_string(most_ >> 20) + " MiB");
  char *const first = inflation_ ? part_.data() : raw_.data();
  setg(first, first, first + count);
  return traits_type::to_int_type(*first);
}

void SourceBuffer::check_growth() const {
  if (unpacked_ < any_growth_until || unpacked_ / most_growth < place_) return;
  throw std::runtime_error(name_ + ": unpacks to more than " + std::to_string(most_growth) + " times its size");
}

Source::Source(const std::string &path, SourceUse use, const LogTable &log)
    : SourceBuffer(path, use, log), std::istream(static_cast<SourceBuffer *>(this)) {
  exceptions(std::ios::badbit);
}

}  // namespace touchdown::host
