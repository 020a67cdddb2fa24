#include "report/report.hpp"

#include <cstdlib>

#include "cli/text.hpp"

namespace touchdown::host {
namespace {

constexpr const char *style = R"(
:root { color-scheme: light; --ink: #1d2733; --soft: #66717e; --line: #dde2e8; --mark: #2f6ca8; }
body { margin: 0 auto; max-width: 72rem; padding: 2.5rem 1.5rem 4rem; background: #fff; color: var(--ink);
       font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { margin: 0; font-size: 1.7rem; font-weight: 650; }
h2 { margin: 3rem 0 .8rem; padding-top: .9rem; border-top: 1px solid var(--line); font-size: 1.2rem; font-weight: 600; }
h3 { margin: 1.6rem 0 .5rem; font-size: 1rem; font-weight: 600; }
p { max-width: 50rem; margin: .5rem 0; }
.badge { display: inline-block; padding: .2rem .7rem; border-radius: 1rem; color: #fff; font-weight: 600; }
.good { background: #2e7d4f; }
.open { background: #9a6a00; }
.bad { background: #b3323f; }
.subtitle, figcaption { color: var(--soft); }
nav { margin-top: 1rem; font-size: .9rem; }
nav a { margin-right: 1.2rem; color: var(--mark); text-decoration: none; }
nav a:hover { text-decoration: underline; }
table { border-collapse: collapse; margin: .8rem 0; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { padding: .25rem .8rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--soft); font-weight: 600; background: #fff; }
.number { padding-left: .8rem; text-align: right; }
.sortable { max-height: 34rem; overflow: auto; border: 1px solid var(--line); border-radius: 4px; }
.sortable table { margin: 0; width: 100%; }
.sortable th { position: sticky; top: 0; cursor: pointer; user-select: none; }
.sortable th, .sortable td { padding: .25rem .5rem; font-size: .82rem; }
.sortable th[aria-sort=ascending]::after { content: " \25B4"; }
.sortable th[aria-sort=descending]::after { content: " \25BE"; }
.sortable tbody tr:hover { background: #f4f7fa; }
.sortable th { white-space: normal; vertical-align: bottom; }
.gallery { display: flex; flex-wrap: wrap; gap: 0 2rem; }
figure { margin: 1rem 0 1.6rem; }
figcaption { max-width: 50rem; font-size: .9rem; }
.gallery figcaption { max-width: 32rem; }
svg { display: block; max-width: 100%; height: auto; }
)";

constexpr const char *script = R"(
for (const table of document.querySelectorAll('.sortable table'))
  table.tHead.addEventListener('click', event => {
    const heading = event.target.closest('th');
    if (!heading) return;
    const column = heading.cellIndex, body = table.tBodies[0];
    const order = heading.getAttribute('aria-sort') === 'ascending' ? 'descending' : 'ascending';
    for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
    heading.setAttribute('aria-sort', order);
    const text = row => row.cells[column].textContent;
    const compare = (a, b) => {
      const difference = parseFloat(text(a)) - parseFloat(text(b));
      return Number.isNaN(difference) ? text(a).localeCompare(text(b)) : difference;
    };
    const sign = order === 'ascending' ? 1 : -1;
    body.append(...[...body.rows].sort((a, b) => sign * compare(a, b)));
  });
)";

bool is_number(const std::string &text) {
  char *end = nullptr;
  std::strtod(text.c_str(), &end);
  return end != text.c_str();
}

std::string row(const char *tag, const Cells &cells, const Cells &first) {
  std::string html = "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool number = i < first.size() && is_number(first[i]);
    html += std::string("<") + tag + (number ? " class=number>" : ">") + escaped(cells[i]) + "</" + tag + ">";
  }
  return html + "</tr>\n";
}

}  // namespace

// The replacement character stands for control characters, which no page may hold.
std::string escaped(const std::string &text) {
  std::string html;
  for (const char c : without_controls(text, "\xEF\xBF\xBD", "\n")) switch (c) {
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '&':
        html += "&amp;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += c;
    }
  return html;
}

std::string paragraph(const std::string &text) { return "<p>" + escaped(text) + "</p>\n"; }

std::string table(const Cells &heading, const std::vector<Cells> &rows, bool sortable) {
  const Cells first = rows.empty() ? Cells{} : rows.front();
  std::string html = "<table><thead>" + row("th", heading, first) + "</thead><tbody>\n";
  for (const Cells &cells : rows) html += row("td", cells, first);
  html += "</tbody></table>\n";
  return sortable ? "<div class=sortable>" + html + "</div>\n" : html;
}

std::string figure(const std::string &svg, const std::string &caption) {
  return "<figure>" + svg + "<figcaption>" + escaped(caption) + "</figcaption></figure>\n";
}

void write(std::ostream &page, const Report &report) {
  page << "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>\n"
       << "<meta name=viewport content='width=device-width'>\n<title>" << escaped(report.title) << "</title>\n<style>"
       << style << "</style></head><body>\n<h1>" << escaped(report.title) << "</h1>\n<p class=subtitle>"
       << escaped(report.subtitle) << "</p>\n<nav>";
  for (std::size_t i = 0; i < report.sections.size(); ++i)
    page << "<a href='#section-" << i << "'>" << escaped(report.sections[i].title) << "</a>";
  page << "</nav>\n";
  for (std::size_t i = 0; i < report.sections.size(); ++i)
    page << "<section id='section-" << i << "'><h2>" << escaped(report.sections[i].title) << "</h2>\n"
         << report.sections[i].html << "</section>\n";
  page << "<script>" << script << "</script>\n</body></html>\n";
}

}  // namespace touchdown::host
