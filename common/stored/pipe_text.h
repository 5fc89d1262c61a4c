// The text of files that cannot be read part by part.
// Tested by tests/common/stored/table_reader_test.cc.
#ifndef WEFT_STORED_PIPE_TEXT_H_
#define WEFT_STORED_PIPE_TEXT_H_

#include <optional>
#include <string>

namespace weft {

// All of a file that is no regular one, or is gzipped: without compression 4 GiB at most. Nothing
// if it is neither, or is not there. Throws BadInput.
std::optional<std::string> read_pipe_text(const std::string& path);

}  // namespace weft

#endif  // WEFT_STORED_PIPE_TEXT_H_
