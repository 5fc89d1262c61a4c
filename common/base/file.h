// Reads and writes whole files.
#ifndef WEFT_BASE_FILE_H_
#define WEFT_BASE_FILE_H_

#include <cstddef>
#include <string>
#include <utility>

namespace weft {

// Larger files are refused; a subnet of 49,151 LIDs takes about 100 MB in the longest format.
inline constexpr std::size_t kLargestFile = std::size_t{1} << 30;

// Returns the contents of a file, without a byte order mark of UTF-8. Throws BadInput if it cannot
// be read or has more than `largest` bytes.
std::string read_file(const std::string& path, std::size_t largest = kLargestFile);

// The contents as they are, for a daemon, which must not wait for a pipe or a device: throws
// BadInput if the file is not regular.
std::string read_regular_file(const std::string& path, std::size_t largest);

// As read_regular_file(), for text that a person writes: without a byte order mark of UTF-8.
std::string read_written_file(const std::string& path, std::size_t largest);

// How to treat an existing file of the new file's name that is not regular (a terminal, a pipe), or
// is the standard output or error of this process (/dev/stdout, also redirected into a file).
// kReplaced: a device or standard output is refused.
enum class Existing { kWrittenTo, kReplaced };

// A file that appears under its name only when it is complete. It is written under a temporary name
// in the same directory, with mode 0644 at most. A symbolic link to a regular file is replaced, not
// followed, since it may be somebody else's.
// Throws BadInput with the system's reason.
class NewFile {
 public:
  explicit NewFile(std::string path, Existing existing = Existing::kWrittenTo)
      : NewFile(std::move(path), existing, kMode) {}
  // Replaces an existing file. The new one has the mode of another file, and its group; if this
  // process may not give it that group, its own group may do no more than everybody may. Nobody
  // else can read it before.
  NewFile(std::string path, const std::string& like);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();  // removes the file unless it was committed

  // Append to it, and call flush_if_full() regularly.
  std::string& buffer() { return buffer_; }
  void flush_if_full() {
    if (buffer_.size() >= kFull) flush();
  }
  void commit();
  // As commit(), but renames the file only after all of it is on the disk. An existing file of this
  // name is renamed to `before` first. If this is interrupted, at least one of both names has a
  // complete file. Not allowed if the file is written directly.
  void commit_durably(const std::string& before);

 private:
  static constexpr std::size_t kFull = std::size_t{1} << 20;
  // Mode of new files: others may read them; only the owner may write, with any umask.
  static constexpr unsigned kMode = 0644;

  NewFile(std::string path, Existing existing, unsigned mode);
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
