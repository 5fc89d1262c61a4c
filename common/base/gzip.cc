#include "common/base/gzip.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

#include "common/base/error.h"

namespace weft {
namespace {

constexpr int kLargestWindowOfGzip = 15 + 16;

class Inflating {
 public:
  Inflating() {
    if (::inflateInit2(&stream_, kLargestWindowOfGzip) != Z_OK) throw std::bad_alloc();
  }
  Inflating(const Inflating&) = delete;
  Inflating& operator=(const Inflating&) = delete;
  ~Inflating() { ::inflateEnd(&stream_); }

  // Reads from `data`, writes up to `size` bytes, and returns the number of bytes written.
  std::size_t write(std::string_view& data, char* to, std::size_t size) {
    constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
    // zlib does not write to its input.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
    stream_.avail_in = static_cast<uInt>(std::min(data.size(), kMost));
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(size);
    const uInt had = stream_.avail_in;
    status_ = ::inflate(&stream_, Z_NO_FLUSH);
    if (status_ == Z_MEM_ERROR) throw std::bad_alloc();
    data.remove_prefix(had - stream_.avail_in);
    return size - stream_.avail_out;
  }
  bool at_end_of_member() const { return status_ == Z_STREAM_END; }
  bool damaged() const {
    return status_ != Z_OK && status_ != Z_STREAM_END && status_ != Z_BUF_ERROR;
  }
  void begin_member() { ::inflateReset(&stream_); }

 private:
  z_stream stream_ = {};
  int status_ = Z_OK;
};

}  // namespace

bool is_gzip(std::string_view data) { return data.starts_with("\x1F\x8B"); }

std::string gzip(std::string_view data) {
  constexpr int kUsualMemory = 8;
  z_stream stream = {};
  if (::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kLargestWindowOfGzip, kUsualMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  const std::unique_ptr<z_stream, decltype(&::deflateEnd)> ending(&stream, &::deflateEnd);
  std::string packed(::deflateBound(&stream, data.size()), '\0');
  // zlib does not write to its input.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ::deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  return packed;
}

std::string gunzip(std::string_view data, const std::string& source, std::size_t largest) {
  constexpr std::size_t kStep = std::size_t{1} << 18;
  std::string text;
  Inflating inflating;
  while (true) {
    const std::size_t used = text.size();
    text.resize(used + kStep);
    const std::size_t got = inflating.write(data, text.data() + used, kStep);
    text.resize(used + got);
    if (inflating.damaged()) {
      throw BadInput(fmt::format("{}: is damaged: it is not what gzip packed", source));
    }
    if (text.size() > largest) {
      throw BadInput(fmt::format("{}: unpacks to more than {} MiB, which no subnet needs", source,
                                 largest >> 20));
    }
    if (inflating.at_end_of_member()) {
      if (data.find_first_not_of('\0') == std::string_view::npos) return text;
      inflating.begin_member();
    } else if (data.empty() && got < kStep) {
      throw BadInput(fmt::format("{}: is cut off: what gzip packed goes on", source));
    }
  }
}

}  // namespace weft
