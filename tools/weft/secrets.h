// Keeps the keys in an opensm.conf out of what the tool prints.
// Tested by tests/e2e/test_doctor.py.
#ifndef WEFT_TOOLS_WEFT_SECRETS_H_
#define WEFT_TOOLS_WEFT_SECRETS_H_

#include <string_view>

namespace weft::tool {

// True for the names of options whose values are keys, or from which keys are made: m_key,
// key_mgr_seed. Names of files are none.
bool is_secret(std::string_view option);

// The first word of a line, without what may be a secret: of «m_key=0x1» only m_key.
std::string_view without_secret(std::string_view word);

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_SECRETS_H_
