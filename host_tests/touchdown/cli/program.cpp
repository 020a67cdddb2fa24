#include "cli/program.hpp"

#include <fcntl.h>

#include <CLI/CLI.hpp>
#include <sstream>

#include "cli/command.hpp"
#include "link/stream.hpp"
#include "records/schema.hpp"

namespace touchdown::host {
namespace {

void describe(CLI::App &program, std::initializer_list<AddCommand *> commands) {
  program.name("touchdown");
  program.set_version_flag("--version", version_text(td_version()));
  program.require_subcommand(1);
  for (AddCommand *const add : commands) add(program);
  // Behind the commands, which would take it over.
  program.footer(std::string("touchdown SUBCOMMAND --help has examples.\n\n") + exit_status_help);
}

// This run reads what the emulator of this place runs, so that no output is written over it.
void claim_firmware(const std::string &place) {
  if (!is_emulated(place)) return;
  const std::string image = Emulator::firmware(place);
  const Descriptor firmware(open(image.c_str(), O_RDONLY | O_CLOEXEC));
  if (firmware.get() >= 0) claim_input(firmware.get(), image);
}

// A word where a subcommand must stand, and which is not one.
void check_subcommand(const CLI::App &program, int argc, char **argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  if (word.empty() || word[0] == '-') return;
  std::vector<std::string> names;
  for (const CLI::App *command : program.get_subcommands([](const CLI::App *) { return true; })) {
    if (command->check_name(word)) return;
    names.push_back(command->get_name());
  }
  throw std::runtime_error(word + " is no subcommand" + did_you_mean(word, names));
}

// Help, or what is wrong with the arguments, which may be names of files that are not the user's own.
int said(const CLI::App &program, const CLI::ParseError &refused) {
  std::ostringstream out, err;
  const int code = program.exit(refused, out, err);
  std::fputs(out.str().c_str(), stdout);
  std::fputs(without_controls(err.str(), "?", "\n").c_str(), stderr);
  return code == 0 ? all_done : unusable;
}

int run(CLI::App &program, int argc, char **argv) {
  try {
    check_subcommand(program, argc, argv);
    program.parse(argc, argv);
    return all_done;
  } catch (const CLI::RuntimeError &ended) {
    return ended.get_exit_code();
  } catch (const Failed &failed) {
    return failed.status;
  } catch (const CLI::ParseError &refused) {
    return said(program, refused);
  } catch (const TargetError &lost) {
    std::fprintf(stderr, "touchdown: %s\n", printable(lost.what()).c_str());
    return target_lost;
  } catch (const InputFaults &refused) {
    for (const std::string &fault : refused.faults) std::fprintf(stderr, "touchdown: %s\n", printable(fault).c_str());
    return unusable;
  } catch (const std::exception &failed) {
    std::fprintf(stderr, "touchdown: %s\n", printable(failed.what()).c_str());
    return unusable;
  }
}

// What was printed must have been taken, to the last byte.
int finished(int status) {
  if (finish_standard_output()) return status;
  std::fprintf(stderr, "touchdown: standard output cannot be written\n");
  return status == all_done ? unusable : status;
}

template <class Number>
std::string in_words(Number number) {
  std::ostringstream words;
  words << number;
  return words.str();
}

}  // namespace

Command::Command(CLI::App &program, const char *name, const char *words, const std::function<int()> &run)
    : app_(*program.add_subcommand(name, words)) {
  app_.callback([run] {
    if (const int status = run(); status != all_done) throw CLI::RuntimeError(status);
  });
}

Command &Command::required(const char *name, std::string &value, const char *words) {
  return app_.add_option(name, value, words)->required(), *this;
}

Command &Command::option(const char *name, std::string &value, const char *words) {
  return app_.add_option(name, value, words)->capture_default_str(), *this;
}

Command &Command::option(const char *name, std::vector<std::string> &value, const char *words) {
  return app_.add_option(name, value, words), *this;
}

Command &Command::flag(const char *name, bool &value, const char *words) {
  return app_.add_flag(name, value, words), *this;
}

template <class Number>
Command &Command::number(const char *name, Number &value, Number least, Number most, const char *words) {
  const auto refusal = [=](const std::string &given) {
    Number number{};
    const bool fits = CLI::detail::lexical_cast(given, number) && number >= least && number <= most;
    return fits ? "" : given + " is not from " + in_words(least) + " to " + in_words(most);
  };
  return app_.add_option(name, value, words)->check(refusal)->capture_default_str(), *this;
}

template Command &Command::number(const char *, double &, double, double, const char *);
template Command &Command::number(const char *, int &, int, int, const char *);
template Command &Command::number(const char *, std::uint32_t &, std::uint32_t, std::uint32_t, const char *);
template Command &Command::number(const char *, std::size_t &, std::size_t, std::size_t, const char *);

Command &Command::needs(const char *name, const char *other) {
  return app_.get_option(name)->needs(app_.get_option(other)), *this;
}

Command &Command::place(std::string &on) {
  option("--on", on,
         "where to compute: host-double, host-float, mps2-an386 (emulated Cortex-M4F) or serial:DEVICE[:BAUD] "
         "(a board running the drop_test firmware; 115200 baud by default)");
  app_.get_option("--on")->check([](const std::string &given) {
    return given == "host-double" || given == "host-float" || is_target(given)
               ? ""
               : given + " is neither host-double, host-float, serial:DEVICE[:BAUD], nor a board";
  });
  app_.parse_complete_callback([&on] { claim_firmware(on); });
  return *this;
}

Command &Command::answers(std::string &file, double &seconds) {
  option("--results", file, "file that keeps each answer of a target, to go on from");
  return number("--patience", seconds, 0.1, 3600.0, "seconds after which a target that answers nothing is given up");
}

Command &Command::documents(DocumentFiles &files) {
  option("--report", files.report, "HTML file to write: the answer, pictures, tables; opens offline");
  return option("--json", files.json, "JSON file to write: all that the report shows");
}

Command &Command::example(const std::string &schema, const std::string &option) {
  const auto print = [schema] {
    std::fputs(input_schema(schema).example().c_str(), stdout);
    throw CLI::Success();
  };
  const std::string words = "Print a " + input_schema(schema).title() + " to begin with, with comments";
  return app_.add_flag_callback(option, print, words)->trigger_on_parse(), *this;
}

Command &Command::help(const std::string &text, const std::vector<std::string> &schemas) {
  app_.footer([=] {
    std::string all = text;
    for (const std::string &schema : schemas) all += input_schema(schema).help();
    return all + exit_status_help;
  });
  return *this;
}

int run_program(int argc, char **argv, std::initializer_list<AddCommand *> commands) {
  CLI::App program{
      "What happens when this body hits the ground? Resolves impacts on the host and on targets, and holds "
      "them against recorded drops."};
  describe(program, commands);
  set_command_line(argc, argv);
  return finished(run(program, argc, argv));
}

}  // namespace touchdown::host
