#include "common/base/regular_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "common/base/error.h"

namespace weft {
namespace {

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

FileStamp make_stamp(const struct stat& status) {
  return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino),
          static_cast<std::uint64_t>(status.st_size), nanoseconds(status.st_mtim),
          nanoseconds(status.st_ctim)};
}

}  // namespace

FileStamp stamp_of(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? make_stamp(status) : FileStamp{};
}

RegularFile::RegularFile(std::string path, std::uint64_t largest)
    : path_(std::move(path)),
      descriptor_(::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)) {
  if (descriptor_ < 0) fail();
  try {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail();
    if (!S_ISREG(status.st_mode)) {
      throw BadInput(fmt::format("{}: cannot be read: it is not a regular file", path_));
    }
    stamp_ = make_stamp(status);
    if (stamp_.bytes > largest) {
      throw BadInput(
          fmt::format("{}: has more than {} MiB, which no subnet needs", path_, largest >> 20));
    }
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

RegularFile::~RegularFile() { ::close(descriptor_); }

std::size_t RegularFile::read_at(std::uint64_t offset, char* to, std::size_t bytes) const {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t got =
        ::pread(descriptor_, to + done, bytes - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail();
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

void RegularFile::require_unchanged() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) fail();
  if (make_stamp(status) != stamp_) {
    throw BadInput(fmt::format("{}: was changed while it was read", path_));
  }
}

void RegularFile::fail() const {
  throw BadInput(
      fmt::format("{}: cannot be read: {}", path_, std::generic_category().message(errno)));
}

}  // namespace weft
