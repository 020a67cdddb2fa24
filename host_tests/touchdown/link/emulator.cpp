#include "link/emulator.hpp"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

namespace touchdown {
namespace {

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
