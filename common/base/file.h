// Whole files, in and out.
#ifndef WEFT_BASE_FILE_H_
#define WEFT_BASE_FILE_H_

#include <cstddef>
#include <string>

namespace weft {

// Larger files are refused: a subnet of 49,151 LIDs takes some 100 MB in the wordiest format.
inline constexpr std::size_t kLargestFile = std::size_t{1} << 30;

// The contents of a file. Throws BadInput if it cannot be read or has more than `largest` bytes.
std::string read_file(const std::string& path, std::size_t largest = kLargestFile);

// The same for a daemon, which must not wait for the other end of a pipe, nor for a device: throws
// BadInput if it is not a regular file.
std::string read_regular_file(const std::string& path, std::size_t largest);

// What becomes of something that is no regular file (a terminal, a pipe) and has the name of a new
// file.
enum class Existing { kWrittenTo, kReplaced };

// A file that appears under its name only when it is complete: it is written under a temporary name
// beside it, with mode 0644 at most. Follows no symbolic link but to what kWrittenTo writes to.
// Throws BadInput with the system's reason.
class NewFile {
 public:
  explicit NewFile(std::string path, Existing existing = Existing::kWrittenTo);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();  // without commit() nothing remains

  // Append here, and call flush_if_full() from time to time.
  std::string& buffer() { return buffer_; }
  void flush_if_full() {
    if (buffer_.size() >= kFull) flush();
  }
  void commit();
  // The same, but the file takes its name only when the disk has all of it; what has that name yet
  // is called `before` from then on. What cuts this short leaves at least one of both names, with
  // all of its file. Not where something is written to.
  void commit_durably(const std::string& before);

 private:
  static constexpr std::size_t kFull = std::size_t{1} << 20;

  [[noreturn]] void fail() const;
  void flush();
  void close_and_rename();

  std::string path_;
  std::string temporary_;  // empty: written directly
  int descriptor_ = -1;
  std::string buffer_;
};

}  // namespace weft

#endif  // WEFT_BASE_FILE_H_
