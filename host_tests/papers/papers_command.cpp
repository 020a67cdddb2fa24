#include "papers_command.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "cli/command.hpp"
#include "cli/text.hpp"
#include "figures.hpp"
#include "paper_number.hpp"

namespace papers {
namespace {

using touchdown::host::DataTable;
using touchdown::host::Document;
using touchdown::host::formatted;
using touchdown::host::Json;

struct Section {
  const Paper *paper;
  PaperNumbers numbers;
};

std::vector<Section> computed() {
  std::vector<Section> sections;
  for (const Paper &paper : all()) sections.push_back({&paper, paper.numbers()});
  return sections;
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

Json json_of(const Map &map) {
  const auto axis = [](const Axis &of) {
    return Json::object({{"label", of.label}, {"unit", of.unit}, {"from", of.lo}, {"to", of.hi}});
  };
  Json colour = Json::object({{"label", map.title}, {"unit", ""}, {"from", map.least}, {"to", map.greatest}});
  if (map.of_cases)
    colour["names"] = Json::array(
        {"slides", "stops, sticks", "stops, reverses", "sticks late", "reverses late", "sticks", "starts to slide"});
  std::vector<double> values;
  for (const double value : map.values) values.push_back(std::strtod(formatted("%.3g", value).c_str(), nullptr));
  const auto across = static_cast<std::size_t>(map.x.count);
  const touchdown::host::Grid grid{{map.x.lo, map.x.hi}, {map.y.lo, map.y.hi}, across, values};
  return Json::object(
      {{"title", map.title}, {"x", axis(map.x)}, {"y", axis(map.y)}, {"colour", colour}, {"grid", grid.json()}});
}

Document document_of(const std::vector<Section> &sections, int disagreeing) {
  Document document{"papers", "What the papers print, and what Touchdown computes"};
  std::size_t total = 0;
  DataTable table("paper; table; what; printed; computed; difference; agrees");
  for (const Section &section : sections)
    for (const PaperNumber &n : section.numbers) {
      table.add({section.paper->key, n.table, n.name, n.printed, n.computed, n.difference(), n.agrees()});
      ++total;
    }
  document.answer = std::to_string(total - static_cast<std::size_t>(disagreeing)) + " of " + std::to_string(total) +
                    " numbers that the papers print agree with what the library computes.";
  document.verdict = disagreeing == 0 ? touchdown::host::Verdict::good : touchdown::host::Verdict::bad;
  for (const Figure &figure : figures()) {
    document.section(figure.caption.substr(0, figure.caption.find(':')));
    document.text(figure.caption);
    Json maps = Json::array();
    for (const Map &map : figure.maps) maps.push_back(json_of(map));
    document.maps(maps);
  }
  document.section("Numbers");
  for (const Section &section : sections) document.text(std::string(section.paper->key) + ": " + section.paper->title);
  document.table("numbers", table);
  return document;
}

int run(const touchdown::host::DocumentFiles &files) {
  touchdown::host::DocumentOutput documents(files);
  const std::vector<Section> sections = computed();
  const int disagreeing = print(sections);
  if (documents.is_wanted()) documents.write(document_of(sections, disagreeing));
  return disagreeing > 0 ? touchdown::host::some_failed : touchdown::host::all_done;
}

}  // namespace

void add_papers_command(CLI::App &program) {
  const auto files = std::make_shared<touchdown::host::DocumentFiles>();
  touchdown::host::Command(program, "papers", "Reproduce the numbers and pictures of the papers",
                           [=] { return run(*files); })
      .documents(*files)
      .help(
          "Examples:\n"
          "  touchdown papers                        every number of the papers beside ours\n"
          "  touchdown papers --report papers.html   with the papers' figures recomputed, in one page\n\n");
}

}  // namespace papers
