#include "papers_command.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "cli/exit_status.hpp"
#include "figures.hpp"
#include "paper_number.hpp"

namespace papers {
namespace {

struct Section {
  const Paper *paper;
  PaperNumbers numbers;
};

std::vector<Section> computed() {
  std::vector<Section> sections;
  for (const Paper &paper : all()) sections.push_back({&paper, paper.numbers()});
  return sections;
}

std::string formatted(const char *format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

int print(const std::vector<Section> &sections) {
  int total = 0, disagreeing = 0;
  for (const Section &section : sections) {
    std::printf("\n%s\n", section.paper->title);
    std::string table;
    for (const PaperNumber &n : section.numbers) {
      if (n.table != table) {
        std::printf("  %s\n    %-56s %12s %12s %10s\n", n.table.c_str(), "", "printed", "computed", "difference");
      }
      table = n.table;
      std::printf("    %-56s %12.6g %12.6g %+10.2g  %s\n", n.name.c_str(), n.printed, n.computed, n.difference(),
                  n.agrees() ? "agrees" : "DIFFERS");
      ++total;
      disagreeing += !n.agrees();
    }
  }
  std::printf("\n%d numbers, %d agree\n", total, total - disagreeing);
  return disagreeing;
}

void write_numbers(std::ostream &page, const Section &section) {
  page << "<h2>" << section.paper->title << "</h2>\n<table>\n<tr><th>where</th><th>what</th><th>printed</th>"
       << "<th>computed</th><th>difference</th><th>verdict</th></tr>\n";
  for (const PaperNumber &n : section.numbers) {
    page << "<tr><td>" << n.table << "</td><td>" << n.name << "</td><td>" << formatted("%.6g", n.printed) << "</td><td>"
         << formatted("%.6g", n.computed) << "</td><td>" << formatted("%+.2g", n.difference()) << "</td><td>"
         << (n.agrees() ? "agrees" : "<b>differs</b>") << "</td></tr>\n";
  }
  page << "</table>\n";
}

void write_page(const std::string &file, const std::vector<Section> &sections, const std::vector<Figure> &pictures,
                const std::string &folder) {
  std::ofstream page(file);
  page << "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><title>Touchdown and the papers</title>\n"
       << "<style>body{font:15px sans-serif;margin:2em auto;max-width:80em}td,th{padding:.1em .8em;text-align:left}"
       << "figure{margin:2em 0}svg{max-width:100%;height:auto}</style></head><body>\n"
       << "<h1>What the papers print, and what Touchdown computes</h1>\n";
  for (const Section &section : sections) write_numbers(page, section);
  page << "<h2>Pictures</h2>\n";
  for (const Figure &figure : pictures) {
    std::ifstream svg(folder + "/" + figure.name + ".svg");
    std::string line;
    page << "<figure><figcaption>" << figure.caption << "</figcaption>\n";
    while (std::getline(svg, line)) {
      if (line.rfind("<?xml", 0) != 0) page << line << '\n';
    }
    page << "</figure>\n";
  }
  page << "</body></html>\n";
  if (!page) throw std::runtime_error("cannot write " + file);
}

struct Options {
  std::string folder, page;
};

std::filesystem::path folder_of_its_own() {
  std::string name = (std::filesystem::temp_directory_path() / "touchdown-papers-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": cannot be made");
  return name;
}

void draw_all(const Options &options, const std::vector<Section> &sections) {
  namespace fs = std::filesystem;
  const bool keep = !options.folder.empty();
  const fs::path folder = keep ? fs::path(options.folder) : folder_of_its_own();
  fs::create_directories(folder);
  const std::vector<Figure> pictures = figures();
  for (const Figure &figure : pictures) draw(figure, folder.string());
  if (!options.page.empty()) write_page(options.page, sections, pictures, folder.string());
  if (!keep) fs::remove_all(folder);
}

void run(const Options &options) {
  const std::vector<Section> sections = computed();
  const int disagreeing = print(sections);
  if (!options.folder.empty() || !options.page.empty()) draw_all(options, sections);
  if (disagreeing > 0) throw CLI::RuntimeError(touchdown::host::some_failed);
}

}  // namespace

void add_papers_command(CLI::App &program) {
  const auto options = std::make_shared<Options>();
  CLI::App *command = program.add_subcommand("papers", "Reproduce the numbers and pictures of the papers");
  command->add_option("--figures", options->folder, "Folder to draw the pictures into (SVG, needs gnuplot)");
  command->add_option("--html", options->page, "Page to write, numbers and pictures in one file");
  command->footer(
      std::string("Examples:\n"
                  "  touchdown papers                        every number of the papers beside ours\n"
                  "  touchdown papers --html papers.html     with the papers' figures recomputed, in one page\n"
                  "  touchdown papers --figures figures      the figures alone, as SVG\n\n") +
      touchdown::host::exit_status_help);
  command->callback([options] { run(*options); });
}

}  // namespace papers
