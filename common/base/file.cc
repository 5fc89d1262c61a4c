#include "common/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "common/base/error.h"
#include "common/base/plain_text.h"

namespace weft {
namespace {

std::string reason() { return std::generic_category().message(errno); }

// Closes a descriptor for reading.
class Reading {
 public:
  Reading(const std::string& path, int flags)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags)) {}
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

enum class Kind { kAny, kRegular };

std::string read(const std::string& path, std::size_t largest, Kind kind) {
  const auto fail = [&] { throw BadInput(fmt::format("{}: cannot be read: {}", path, reason())); };
  const Reading file(path, kind == Kind::kRegular ? O_NONBLOCK | O_NOCTTY : 0);
  struct stat status {};
  if (file.descriptor() < 0 || ::fstat(file.descriptor(), &status) != 0) fail();
  if (kind == Kind::kRegular && !S_ISREG(status.st_mode)) {
    throw BadInput(fmt::format("{}: cannot be read: it is not a regular file", path));
  }
  std::string text;
  std::size_t used = 0;
  std::size_t expected = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
  expected = std::min(expected, largest);
  while (true) {
    // One byte more than expected, so the end of the file is found without doubling the buffer.
    if (used == text.size()) text.resize(std::max({used * 2, expected + 1, std::size_t{65536}}));
    const ssize_t got = ::read(file.descriptor(), text.data() + used, text.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail();
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    if (used > largest) {
      throw BadInput(
          fmt::format("{}: has more than {} MiB, which no subnet needs", path, largest >> 20));
    }
  }
  text.resize(used);
  return text;
}

void remove_byte_order_mark(std::string& text) {
  text.erase(0, text.size() - without_byte_order_mark(text).size());
}

// Standard output or standard error, if it is this file; else -1. A shell may have redirected
// /dev/stdout into a regular file: what is written by that name belongs behind what is there.
int standard_descriptor(const struct stat& file) {
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat status {};
    const bool is_same = ::fstat(descriptor, &status) == 0 && status.st_dev == file.st_dev &&
                         status.st_ino == file.st_ino;
    if (is_same) return descriptor;
  }
  return -1;
}

}  // namespace

std::string read_file(const std::string& path, std::size_t largest) {
  std::string text = read(path, largest, Kind::kAny);
  remove_byte_order_mark(text);
  return text;
}

std::string read_regular_file(const std::string& path, std::size_t largest) {
  return read(path, largest, Kind::kRegular);
}

std::string read_written_file(const std::string& path, std::size_t largest) {
  std::string text = read_regular_file(path, largest);
  remove_byte_order_mark(text);
  return text;
}

NewFile::NewFile(std::string path, Existing existing, unsigned mode) : path_(std::move(path)) {
  struct stat status {};
  const bool exists = ::stat(path_.c_str(), &status) == 0;
  const int standard = exists ? standard_descriptor(status) : -1;
  if (existing == Existing::kReplaced) {
    const bool is_device = exists && (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode));
    if (is_device || standard >= 0) {
      throw BadInput(
          fmt::format("{}: cannot be written: it is a device or standard output, which a "
                      "new file would replace",
                      path_));
    }
  }
  const bool is_written_to = exists && existing == Existing::kWrittenTo;
  if (is_written_to && standard >= 0) {
    descriptor_ = ::fcntl(standard, F_DUPFD_CLOEXEC, 0);
  } else if (is_written_to && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    temporary_ = fmt::format("{}.{}.tmp", path_, ::getpid());
    // In a directory that others can write to, the name may be a link to a system file.
    ::unlink(temporary_.c_str());
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  }
  if (descriptor_ < 0) fail();
}

NewFile::NewFile(std::string path, const std::string& like)
    : NewFile(std::move(path), Existing::kReplaced, 0600) {
  struct stat status {};
  if (::stat(like.c_str(), &status) != 0) fail();
  mode_t mode = status.st_mode & 0777U;
  if (::fchown(descriptor_, static_cast<uid_t>(-1), status.st_gid) != 0) {
    mode &= 0707U | (mode & 07U) << 3U;
  }
  if (::fchmod(descriptor_, mode) != 0) fail();
}

NewFile::~NewFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void NewFile::commit() {
  flush();
  close_and_rename();
}

void NewFile::commit_durably(const std::string& before) {
  flush();
  if (::fsync(descriptor_) != 0) fail();
  if (::rename(path_.c_str(), before.c_str()) != 0 && errno != ENOENT) fail();
  close_and_rename();
  const Reading directory(std::filesystem::path(path_).parent_path(), O_DIRECTORY);
  if (directory.descriptor() >= 0) ::fsync(directory.descriptor());
}

void NewFile::close_and_rename() {
  if (::close(std::exchange(descriptor_, -1)) != 0 ||
      (!temporary_.empty() && ::rename(temporary_.c_str(), path_.c_str()) != 0)) {
    const int error = errno;
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    errno = error;
    fail();
  }
}

void NewFile::fail() const {
  throw BadInput(fmt::format("{}: cannot be written: {}", path_, reason()));
}

void NewFile::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t put = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail();
    done += static_cast<std::size_t>(put);
  }
  buffer_.clear();
}

}  // namespace weft
