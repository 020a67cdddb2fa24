// What the program's exit status says; `touchdown --help` prints this list.
#ifndef TOUCHDOWN_HOST_TESTS_EXIT_STATUS_HPP
#define TOUCHDOWN_HOST_TESTS_EXIT_STATUS_HPP

namespace touchdown::host {

enum ExitStatus {
  all_done = 0,
  some_failed = 1,  // rows that could not be read or were refused, or figures that disagree
  unusable = 2,     // wrong arguments, a file that cannot be read or written, a header that is no case form
  target_lost = 3,  // the target could not be opened, or went away
  bits_differ = 4,  // target and host disagree
  budget_exceeded = 5,
};

// What could not be done has been said.
struct Failed {
  int status;
};

constexpr const char *exit_status_help =
    "Exit status:\n"
    "  0  all done\n"
    "  1  some rows could not be read or were refused (each named), or figures disagree; the rest was done\n"
    "  2  nothing could be done: wrong arguments, unreadable or unwritable file, unknown header\n"
    "  3  the target could not be opened, or was lost on the way; results received until then are kept\n"
    "  4  target and host differ in a bit\n"
    "  5  an impact took more than the budget allows";

}  // namespace touchdown::host

#endif
