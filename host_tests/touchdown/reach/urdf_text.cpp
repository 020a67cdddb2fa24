#include "reach/urdf_text.hpp"

#include <expat.h>

#include <iterator>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "records/source.hpp"

namespace touchdown::host {
namespace {

constexpr int deepest = 64, most_elements = 100000, most_links = 1000, most_attributes = 100;

// What is too much of a well-formed file, by the events of a parser that does not call itself.
struct Reader {
  XML_Parser parser;
  int depth = 0, elements = 0, links = 0;
  std::string why = {};

  void refuse(const std::string &words) {
    why = words;
    XML_StopParser(parser, XML_FALSE);
  }
};

void on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
  Reader &reader = *static_cast<Reader *>(data);
  int count = 0;
  while (attributes[2 * count] != nullptr) ++count;
  reader.links += std::string(name) == "link" ? 1 : 0;
  if (++reader.depth > deepest) reader.refuse("nests deeper than any URDF");
  if (count > most_attributes)
    reader.refuse("has a tag of more than " + std::to_string(most_attributes) + " attributes");
  if (++reader.elements > most_elements || reader.links > most_links)
    reader.refuse("has more than " + std::to_string(most_links) + " links or " + std::to_string(most_elements) +
                  " tags");
}

void on_end(void *data, const XML_Char *) { --static_cast<Reader *>(data)->depth; }

// The parser of URDF ends a declaration or an instruction at the next >, wherever that stands.
void on_doctype(void *data, const XML_Char *, const XML_Char *, const XML_Char *, int) {
  static_cast<Reader *>(data)->refuse("has a DOCTYPE, which no URDF needs");
}

void on_instruction(void *data, const XML_Char *, const XML_Char *) {
  static_cast<Reader *>(data)->refuse("has a processing instruction, which no URDF needs");
}

// In words, what is wrong; empty where nothing is.
std::string fault_of(const std::string &text) {
  const std::unique_ptr<std::remove_pointer_t<XML_Parser>, decltype(&XML_ParserFree)> parser(XML_ParserCreate("UTF-8"),
                                                                                             &XML_ParserFree);
  Reader reader{parser.get()};
  XML_SetUserData(parser.get(), &reader);
  XML_SetElementHandler(parser.get(), on_start, on_end);
  XML_SetStartDoctypeDeclHandler(parser.get(), on_doctype);
  XML_SetProcessingInstructionHandler(parser.get(), on_instruction);
  if (XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), XML_TRUE) == XML_STATUS_OK) return "";
  if (!reader.why.empty()) return reader.why;
  return "line " + std::to_string(XML_GetCurrentLineNumber(parser.get())) + ": " +
         XML_ErrorString(XML_GetErrorCode(parser.get()));
}

}  // namespace

std::string urdf_text(const std::string &path) {
  Source in(path, SourceUse::description);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const std::string fault = fault_of(text);
  if (!fault.empty()) throw std::runtime_error(path + ": no URDF: " + fault);
  return text;
}

}  // namespace touchdown::host
