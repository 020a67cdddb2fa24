// The document that a page holds (page/report.schema.json), as the tests read it.
#pragma once

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace program {

inline nlohmann::json document_in(const std::string &page) {
  const std::string begin = "<script type=\"application/json\" id=\"report\">", end = "</script>";
  const std::size_t from = page.find(begin);
  REQUIRE(from != std::string::npos);
  return nlohmann::json::parse(page.substr(from + begin.size(), page.find(end, from) - from - begin.size()));
}

// The layouts of the page by which it is drawn, each followed by a blank.
inline std::string figures_in(const nlohmann::json &document) {
  std::string layouts;
  for (const auto &section : document.at("sections"))
    for (const auto &part : section.at("parts"))
      if (part.contains("figures")) layouts += part.at("figures").get<std::string>() + ' ';
  return layouts;
}

// All texts of the document, a line each.
inline std::string texts_in(const nlohmann::json &document) {
  if (document.is_string()) return document.get<std::string>() + '\n';
  std::string texts;
  for (const auto &[key, one] : document.items())
    texts += (document.is_object() ? key + '\n' : "") + (one.is_primitive() && !one.is_string() ? "" : texts_in(one));
  return texts;
}

}  // namespace program
