// A subcommand: its options, its help and what runs it; and what every one of them needs. The parser of the command
// line stands behind program.cpp alone.
#pragma once

#include "cli/embedded.hpp"
#include "cli/program.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "report/document.hpp"

namespace touchdown::host {

// What the program's exit status says; `touchdown --help` prints this list.

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

class Command {
 public:
  // Of `program`; `run` returns the exit status, or throws Failed, TargetError, or another std::exception (unusable).
  Command(CLI::App &program, const char *name, const char *words, const std::function<int()> &run);

  // Options. Each is called as CLI11 calls it ("-o,--output"; without dashes by its place), and keeps what it holds
  // where it is not given.
  Command &required(const char *name, std::string &value, const char *words);
  Command &option(const char *name, std::string &value, const char *words);
  Command &option(const char *name, std::vector<std::string> &value, const char *words);
  Command &flag(const char *name, bool &value, const char *words);
  // Of double, int, std::uint32_t or std::size_t.
  template <class Number>
  Command &number(const char *name, Number &value, Number least, Number most, const char *words);
  // One option the other.
  Command &needs(const char *name, const char *other);

  // Options that several subcommands have: --on, where to compute; --results, that keeps what a target answers, and
  // --patience, in seconds; --report and --json;
  // --example, an input to begin with, of the schema of this name.
  Command &place(std::string &on);
  Command &answers(std::string &file, double &seconds);
  Command &documents(DocumentFiles &files);
  Command &example(const std::string &schema, const std::string &option = "--example");
  // Below the options: a text, and what schemas say of the inputs.
  Command &help(const std::string &text, const std::vector<std::string> &schemas = {});

 private:
  CLI::App &app_;
};

}  // namespace touchdown::host
