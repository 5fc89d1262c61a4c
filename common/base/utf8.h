// Text from outside, of which some will have UTF-8, and nothing else.
// Tested by tests/common/base/json_test.cc.
#ifndef WEFT_BASE_UTF8_H_
#define WEFT_BASE_UTF8_H_

#include <string_view>

namespace weft {

// Takes the first character off a text that is not empty. Of a byte that begins none it is U+FFFD.
std::string_view take_character(std::string_view& text);

}  // namespace weft

#endif  // WEFT_BASE_UTF8_H_
