#include "common/stored/range_lines.h"

#include <cstring>

#include "common/base/plain_text.h"

namespace weft {
namespace {

constexpr std::size_t kWindow = std::size_t{1} << 18;  // fits into the L2 cache
constexpr std::size_t kLongestLine = std::size_t{1} << 16;

}  // namespace

RangeLines::RangeLines(const ReadAt& read_at)
    : read_at_(read_at), buffer_(kWindow + kLongestLine) {}

bool RangeLines::start(std::uint64_t begin, std::uint64_t end, IsHeading is_heading) {
  is_heading_ = is_heading;
  offset_ = begin == 0 ? 0 : begin - 1;
  filled_ = next_ = 0;
  count_ = 0;
  if (begin == 0) {
    if (refill()) next_ = filled_ - without_byte_order_mark(ahead()).size();
    return true;
  }
  // Skip the line of the byte before the range; the previous range has it.
  while (true) {
    if (next_ == filled_ && !refill()) return false;
    const char* const from = buffer_.data() + next_;
    const void* const newline = std::memchr(from, '\n', filled_ - next_);
    if (newline != nullptr) {
      next_ += static_cast<std::size_t>(static_cast<const char*>(newline) - from) + 1;
      break;
    }
    next_ = filled_;
    if (offset_ + next_ >= end) return false;
  }
  while (offset_ + next_ < end && next()) {
    if (!is_heading_(trim(line_))) continue;
    count_ = 0;
    next_ = line_start_;
    return true;
  }
  count_ = 0;
  return false;
}

// Moves the unread bytes to the front of the buffer and reads more; false at the end of the file.
bool RangeLines::refill() {
  std::memmove(buffer_.data(), buffer_.data() + next_, filled_ - next_);
  offset_ += next_;
  filled_ -= next_;
  next_ = 0;
  const std::size_t got =
      read_at_(offset_ + filled_, buffer_.data() + filled_, buffer_.size() - filled_);
  filled_ += got;
  return got != 0;
}

bool RangeLines::next() {
  std::size_t looked_at = 0;
  while (true) {
    const char* const from = buffer_.data() + next_;
    const std::size_t available = filled_ - next_;
    const void* const newline = available == looked_at
                                    ? nullptr
                                    : std::memchr(from + looked_at, '\n', available - looked_at);
    if (newline != nullptr) {
      line_ = {from, static_cast<std::size_t>(static_cast<const char*>(newline) - from) + 1};
      break;
    }
    looked_at = available;
    if (available <= kLongestLine && refill()) continue;
    line_ = {buffer_.data() + next_, available};
    if (available == 0) return false;
    break;
  }
  line_start_ = next_;
  next_ += line_.size();
  ++count_;
  if (line_.size() - (line_.back() == '\n' ? 1 : 0) > kLongestLine) {
    refuse("the line is longer than {} bytes", kLongestLine);
  }
  return true;
}

bool RangeLines::is_behind(std::uint64_t end) const {
  return offset_ + line_start_ >= end && begins_section();
}

void RangeLines::unread() {
  --count_;
  next_ = line_start_;
}

void RangeLines::skip(std::size_t bytes, unsigned lines) {
  next_ += bytes;
  count_ += lines;
}

}  // namespace weft
