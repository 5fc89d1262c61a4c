// Reads a file in pieces, from several threads, while other processes may write to it.
#ifndef WEFT_BASE_REGULAR_FILE_H_
#define WEFT_BASE_REGULAR_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace weft {

// The state of a file, for comparison with a later state.
struct FileStamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  std::int64_t modified_ns = 0;  // since 1970
  std::int64_t changed_ns = 0;   // time of the inode's change

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

// The state of the file at the path, after links; all zero if it cannot be read.
FileStamp stamp_of(const std::string& path);

// Not mapped into memory: truncating a mapped file would kill its readers.
class RegularFile {
 public:
  // Does not block on a pipe. Throws BadInput if the file cannot be read, is not regular, or has
  // more than `largest` bytes.
  RegularFile(std::string path, std::uint64_t largest);
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;
  ~RegularFile();

  std::uint64_t size() const { return stamp_.bytes; }  // when opened

  // Reads up to `bytes` bytes at an offset; fewer, or none, only at the end of the file. Callable
  // from any thread. Throws BadInput.
  std::size_t read_at(std::uint64_t offset, char* to, std::size_t bytes) const;

  // Throws BadInput if the file has changed since it was opened.
  void require_unchanged() const;

 private:
  [[noreturn]] void fail() const;

  std::string path_;
  int descriptor_;
  FileStamp stamp_;
};

}  // namespace weft

#endif  // WEFT_BASE_REGULAR_FILE_H_
