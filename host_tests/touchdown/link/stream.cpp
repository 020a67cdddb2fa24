#include "link/stream.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <filesystem>

namespace touchdown {
namespace {

speed_t speed_of(unsigned baud) {
  static const std::map<unsigned, speed_t> speeds{
      {9600, B9600},     {19200, B19200},   {38400, B38400},   {57600, B57600},     {115200, B115200},
      {230400, B230400}, {460800, B460800}, {921600, B921600}, {1000000, B1000000}, {2000000, B2000000}};
  const auto found = speeds.find(baud);
  if (found == speeds.end()) throw TargetError(std::to_string(baud) + " baud: not a speed of serial devices");
  return found->second;
}

// A real board on a serial device.
class SerialDevice : public DescriptorStream {
 public:
  // 8 data bits, no parity, one stop bit, no flow control.
  SerialDevice(std::string path, unsigned baud) : path_(std::move(path)) {
    const speed_t speed = speed_of(baud);
    Descriptor opened(open(path_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
    if (opened.get() < 0) throw TargetError(system_error(path_));
    use(std::move(opened));
    termios settings{};
    if (tcgetattr(descriptor(), &settings) != 0) throw TargetError(system_error(path_ + " is no serial device"));
    cfmakeraw(&settings);
    settings.c_cflag |= CLOCAL | CREAD;
    settings.c_cflag &= ~static_cast<tcflag_t>(CSTOPB | CRTSCTS);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    if (cfsetspeed(&settings, speed) != 0 || tcsetattr(descriptor(), TCSANOW, &settings) != 0)
      throw TargetError(system_error(path_));
    tcflush(descriptor(), TCIOFLUSH);
  }

 private:
  std::string obituary() override { return path_ + ": the board has been unplugged"; }

  std::string path_;
};

constexpr std::chrono::seconds longest_write{10};

bool wait_for(short event, int descriptor, std::chrono::milliseconds timeout) {
  pollfd ready{descriptor, event, 0};
  return poll(&ready, 1, static_cast<int>(timeout.count())) > 0;
}

const std::string serial_prefix = "serial:";

bool is_serial(const std::string &place) { return place.compare(0, serial_prefix.size(), serial_prefix) == 0; }

std::unique_ptr<Stream> open_serial(const std::string &place) {
  const std::size_t colon = place.find(':', serial_prefix.size());
  const std::string path =
      place.substr(serial_prefix.size(), colon == std::string::npos ? colon : colon - serial_prefix.size());
  const std::string baud = colon == std::string::npos ? "115200" : place.substr(colon + 1);
  const bool is_number = !baud.empty() && baud.size() < 9 && std::all_of(baud.begin(), baud.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
  if (path.empty() || !is_number) throw TargetError(place + ": expected serial:DEVICE or serial:DEVICE:BAUD");
  return std::make_unique<SerialDevice>(path, static_cast<unsigned>(std::stoul(baud)));
}

struct Pair {
  Descriptor ours, its;
};

// Its end is inherited by the emulator, ours is not.
Pair socket_pair() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw TargetError(system_error("socketpair"));
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// An option for the emulator that makes a character device of the socket.
std::string device(const std::string &name, const Descriptor &socket) {
  return "socket,id=" + name + ",fd=" + std::to_string(socket.get());
}

void inherit(const Descriptor &descriptor) { fcntl(descriptor.get(), F_SETFD, 0); }

// QEMU's two threads hand the serial port over byte by byte; across cores that is three times as slow.
void stay_on_this_core() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(static_cast<unsigned>(sched_getcpu()), &cores);
  sched_setaffinity(0, sizeof cores, &cores);
}

// In the child, between fork and exec.
[[noreturn]] void become(const std::vector<std::string> &arguments, int words, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  stay_on_this_core();
  if (getppid() != parent) _exit(127);  // it died before it could be asked to take us along
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(words, STDERR_FILENO);
  std::vector<char *> pointers;
  for (const std::string &argument : arguments) pointers.push_back(const_cast<char *>(argument.c_str()));
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  const std::string words_of_failure = system_error(arguments[0]) + " (toolchain/install installs it)\n";
  (void)!write(STDERR_FILENO, words_of_failure.data(), words_of_failure.size());
  _exit(127);
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) return std::string("was killed (") + strsignal(WTERMSIG(status)) + ")";
  return "ended with exit status " + std::to_string(WEXITSTATUS(status));
}

std::string all_of(int descriptor) {
  std::string text;
  std::array<char, 1024> part{};
  lseek(descriptor, 0, SEEK_SET);
  for (ssize_t count = 0; (count = ::read(descriptor, part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(count));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// The emulator of a board, as toolchain/run-on-board has it. Its clock's nanoseconds for an instruction, 2^shift, are
// those with which the board's port counts exactly (port/cortex_m/drivers/cmsdk.c, port/riscv/port.c).
std::vector<std::string> machine_of(const std::string &board) {
  if (board.rfind("virt-rv32", 0) != 0) return {"qemu-system-arm", "-M", board, "-icount", "shift=10,sleep=off"};
  const std::string core = board == "virt-rv32imac" ? "rv32,f=off,d=off" : "rv32,d=off";
  return {"qemu-system-riscv32", "-M", "virt", "-bios", "none", "-cpu", core, "-icount", "shift=0,sleep=off"};
}

}  // namespace

Descriptor &Descriptor::operator=(Descriptor &&other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

std::string system_error(const std::string &what) { return what + ": " + std::strerror(errno); }

void DescriptorStream::use(Descriptor descriptor) {
  descriptor_ = std::move(descriptor);
  const int flags = fcntl(descriptor_.get(), F_GETFL);
  if (flags < 0 || fcntl(descriptor_.get(), F_SETFL, flags | O_NONBLOCK) != 0) throw TargetError(system_error("fcntl"));
}

std::vector<std::uint8_t> DescriptorStream::read(std::chrono::milliseconds timeout) {
  std::vector<std::uint8_t> bytes;
  if (!wait_for(POLLIN, descriptor_.get(), timeout)) return bytes;
  bytes.resize(4096);
  const ssize_t count = ::read(descriptor_.get(), bytes.data(), bytes.size());
  if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) throw TargetError(obituary());
  bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return bytes;
}

void DescriptorStream::write(const std::vector<std::uint8_t> &bytes) {
  for (std::size_t written = 0; written < bytes.size();) {
    const ssize_t count = ::write(descriptor_.get(), bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno != EINTR && errno != EAGAIN) throw TargetError(obituary());
    if (count > 0) written += static_cast<std::size_t>(count);
    if (count <= 0 && !wait_for(POLLOUT, descriptor_.get(), longest_write))
      throw TargetError("the target has taken nothing for " + std::to_string(longest_write.count()) + " s");
  }
}

bool is_emulated(const std::string &place) {
  const std::vector<std::string> boards{TOUCHDOWN_KNOWN_BOARDS};
  return std::find(boards.begin(), boards.end(), place) != boards.end();
}

bool is_target(const std::string &place) { return is_serial(place) || is_emulated(place); }

std::unique_ptr<Stream> open_stream(const std::string &place) {
  if (is_serial(place)) return open_serial(place);
  if (!is_target(place)) throw TargetError(place + ": no such target");
  return std::make_unique<Emulator>(place, Emulator::firmware(place));
}

std::string Emulator::firmware(const std::string &board) {
  std::vector<std::filesystem::path> places;
  if (const char *named = std::getenv("TOUCHDOWN_FIRMWARE")) places.emplace_back(named);
  std::error_code ignored;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", ignored);
  places.push_back(self.parent_path() / "firmware" / (board + ".elf"));
  places.push_back(std::filesystem::path(TOUCHDOWN_BOARDS_FOLDER) / board / "target_examples/drop_test/drop_test.elf");
  for (const std::filesystem::path &place : places)
    if (std::filesystem::exists(place)) return place;
  throw TargetError("no firmware for " + board + ": not at " + places.back().string() +
                    "; build with -DTOUCHDOWN_BOARDS=" + board + ", or set TOUCHDOWN_FIRMWARE");
}

Emulator::Emulator(std::string board, const std::string &image) : board_(std::move(board)) {
  signal(SIGPIPE, SIG_IGN);  // writing to a dead emulator is to be an error, not our end
  words_ = Descriptor(memfd_create("emulator", MFD_CLOEXEC));
  Pair serial = socket_pair(), monitor = socket_pair();
  start(image, serial.its, monitor.its);
  use(std::move(serial.ours));
  monitor_ = std::move(monitor.ours);
}

// sleep=off: the board's clock jumps over what it would sleep, so that it answers at once; it takes a whole core of the
// host in return.
void Emulator::start(const std::string &image, const Descriptor &serial, const Descriptor &monitor) {
  std::vector<std::string> arguments = machine_of(board_);
  arguments.insert(arguments.end(), {"-kernel", image, "-display", "none", "-chardev", device("serial", serial),
                                     "-serial", "chardev:serial", "-chardev", device("monitor", monitor), "-mon",
                                     "chardev=monitor", "-semihosting-config", "enable=on,target=native"});
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ < 0) throw TargetError(system_error("fork"));
  if (process_ > 0) return;
  inherit(serial);
  inherit(monitor);
  become(arguments, words_.get(), parent);
}

// What the monitor echoes is taken off, lest it stop when nobody reads it.
void Emulator::reset() {
  constexpr char command[] = "system_reset\n";
  if (send(monitor_.get(), command, sizeof command - 1, MSG_NOSIGNAL) < 0) throw TargetError(obituary());
  std::array<char, 4096> echo{};
  while (recv(monitor_.get(), echo.data(), echo.size(), MSG_DONTWAIT) > 0) continue;
}

// Its socket has closed, so it has ended or is about to.
std::string Emulator::obituary() {
  int status = 0;
  if (process_ < 0 || waitpid(process_, &status, 0) != process_) return board_ + ": the emulator is gone";
  process_ = -1;
  const std::string words = all_of(words_.get());
  return board_ + ": the emulator " + how_it_ended(status) + (words.empty() ? "" : ": " + words);
}

Emulator::~Emulator() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

}  // namespace touchdown
