// Reads files that cannot be read in parts.
// Tested by tests/common/stored/table_reader_test.cc.
#ifndef WEFT_STORED_PIPE_TEXT_H_
#define WEFT_STORED_PIPE_TEXT_H_

#include <optional>
#include <string>

namespace weft {

// The text of a file that is gzipped or not a regular file: at most 4 GiB, uncompressed. Nothing
// for another file, or if it does not exist. Throws BadInput.
std::optional<std::string> read_pipe_text(const std::string& path);

}  // namespace weft

#endif  // WEFT_STORED_PIPE_TEXT_H_
