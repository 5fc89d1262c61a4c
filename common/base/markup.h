// Text from outside inside of HTML, SVG and Graphviz documents. Any host sets its own node
// description, so nothing of it may end an element, a string or a line, or turn the direction that
// the text around it is read in.
#ifndef WEFT_BASE_MARKUP_H_
#define WEFT_BASE_MARKUP_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace weft {

// UTF-8 in which everything can be seen: U+FFFD stands for what is no UTF-8, for control and
// noncharacters, and for what changes directions or has no width (bidirectional controls, zero
// width characters, line and paragraph separators, tags, byte order marks).
std::string visible(std::string_view text);

// The last `most` characters of visible(), the first of them an ellipsis if that is not all: names
// mostly begin alike and end in what tells them apart.
std::string shortened(std::string_view text, std::size_t most);

// visible(), as text or a quoted attribute of XML or HTML.
std::string xml_text(std::string_view text);

// visible(), as a quoted string of Graphviz (quotes included), of which no backslash is an escape.
std::string dot_string(std::string_view text);

// Any bytes as text that no markup is in (RFC 4648, section 4).
std::string base64(std::string_view data);

}  // namespace weft

#endif  // WEFT_BASE_MARKUP_H_
