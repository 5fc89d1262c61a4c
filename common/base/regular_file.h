// A file that is read piece by piece, by several threads, while others may write to it.
#ifndef WEFT_BASE_REGULAR_FILE_H_
#define WEFT_BASE_REGULAR_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace weft {

// Tells one state of a file from another.
struct FileStamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  std::int64_t modified_ns = 0;  // since 1970
  std::int64_t changed_ns = 0;   // of its inode

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

// Of what the path leads to; all zero if there is nothing that can be asked.
FileStamp stamp_of(const std::string& path);

// It is not mapped: whoever truncates a mapped file kills its readers.
class RegularFile {
 public:
  // Does not block on a pipe. Throws BadInput if it cannot be read, is no regular file, or has more
  // than `largest` bytes.
  RegularFile(std::string path, std::uint64_t largest);
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;
  ~RegularFile();

  std::uint64_t size() const { return stamp_.bytes; }  // when it was opened

  // Reads up to `bytes` bytes from this offset; fewer, or none, only where the file ends. From any
  // thread. Throws BadInput.
  std::size_t read_at(std::uint64_t offset, char* to, std::size_t bytes) const;

  // Throws BadInput if the file is not as it was when it was opened.
  void require_unchanged() const;

 private:
  [[noreturn]] void fail() const;

  std::string path_;
  int descriptor_;
  FileStamp stamp_;
};

}  // namespace weft

#endif  // WEFT_BASE_REGULAR_FILE_H_
