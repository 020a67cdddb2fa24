// A report: one HTML file that opens offline, made of sections. Tables sort by a click on a heading.
#ifndef TOUCHDOWN_HOST_TESTS_REPORT_HPP
#define TOUCHDOWN_HOST_TESTS_REPORT_HPP

#include <ostream>
#include <string>
#include <vector>

namespace touchdown::host {

struct Section {
  std::string title;
  std::string html;
};

struct Report {
  std::string title, subtitle;  // text
  std::vector<Section> sections;
};

void write(std::ostream &page, const Report &report);

// Text as HTML.
std::string escaped(const std::string &text);

std::string paragraph(const std::string &text);

using Cells = std::vector<std::string>;  // text

// Columns whose first cell is a number are set flush right. `sortable`: by a click on a heading.
std::string table(const Cells &heading, const std::vector<Cells> &rows, bool sortable = false);

// A picture with a caption (text).
std::string figure(const std::string &svg, const std::string &caption);

}  // namespace touchdown::host

#endif
