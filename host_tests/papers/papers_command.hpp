// `touchdown papers`: the papers' numbers beside the library's, and their pictures.
#ifndef TOUCHDOWN_PAPERS_PAPERS_COMMAND_HPP
#define TOUCHDOWN_PAPERS_PAPERS_COMMAND_HPP

namespace CLI {
class App;
}

namespace papers {

// Adds the subcommand to the program. It fails where a number disagrees.
void add_papers_command(CLI::App &program);

}  // namespace papers

#endif
