// Escapes text from outside for HTML, SVG and Graphviz documents. A host sets its own node
// description, so the text must not end an element, a string or a line, and must not change the
// direction of the text around it.
#ifndef WEFT_BASE_MARKUP_H_
#define WEFT_BASE_MARKUP_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace weft {

// Returns UTF-8 with only visible characters. U+FFFD replaces invalid UTF-8, control characters,
// noncharacters, and characters without width or that change the direction (bidirectional controls,
// zero width characters, line and paragraph separators, tags, byte order marks).
std::string visible(std::string_view text);

// The last `most` characters of visible(); a longer text begins with an ellipsis. Names usually
// begin alike and differ at the end.
std::string shortened(std::string_view text, std::size_t most);

// visible(), escaped as text or quoted attribute of XML or HTML.
std::string xml_text(std::string_view text);

// visible(), as a quoted string of Graphviz with its quotes, without escape sequences.
std::string dot_string(std::string_view text);

// Bytes as text without markup (RFC 4648, section 4).
std::string base64(std::string_view data);

}  // namespace weft

#endif  // WEFT_BASE_MARKUP_H_
