// Writes several files that belong together.
// Tested by tests/e2e/test_discover.py, tests/e2e/test_tool.py.
#ifndef WEFT_TOOLS_WEFT_FILES_AT_ONCE_H_
#define WEFT_TOOLS_WEFT_FILES_AT_ONCE_H_

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace weft::tool {

// Files that get their names together, when all are complete: a failure before leaves those of an
// earlier time as they are. They are written into a temporary folder inside the target folder; the
// destructor removes it.
class FilesAtOnce {
 public:
  // Creates the folder. Throws BadInput.
  explicit FilesAtOnce(std::string directory);
  FilesAtOnce(const FilesAtOnce&) = delete;
  FilesAtOnce& operator=(const FilesAtOnce&) = delete;
  ~FilesAtOnce();

  // Where to write the file of this name.
  std::string path(const std::string& name);
  // Also removes files with a name in `instead` that were not written now: they are of an earlier
  // time. Throws BadInput.
  void commit(std::span<const char* const> instead);

 private:
  std::filesystem::path directory_;
  std::filesystem::path temporary_;
  std::vector<std::string> names_;
};

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_FILES_AT_ONCE_H_
