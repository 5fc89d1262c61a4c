// Sections of a file. Each is compressed separately (zstd) and has its own checksum (XXH3, 64
// bits). So threads share the work, and a damaged file is detected before it is used.
//
//     per section: u32 bytes, u32 compressed bytes, u64 checksum of these eight bytes and what
//                  follows, then the compressed bytes; the lowest byte of a number first
#ifndef WEFT_STATE_SECTIONS_H_
#define WEFT_STATE_SECTIONS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "common/base/workers.h"

namespace weft {

// A larger section is refused before memory is allocated.
inline constexpr std::size_t kLargestSection = std::size_t{256} << 20;  // bytes

class SectionWriter {
 public:
  // The workers must outlive it.
  explicit SectionWriter(const Workers& workers) : workers_(workers) {}

  // Up to kLargestSection bytes. Throws std::bad_alloc.
  void add(std::string_view content);
  // Adds `count` rows of `size` bytes, about a MiB per section. copy_row: writes all bytes of row i
  // to `to`; called from several threads. Memory: a MiB per worker, plus the compressed rows.
  // Throws Stopped and std::bad_alloc.
  void add_rows(std::size_t count, std::size_t size,
                const std::function<void(std::size_t i, char* to)>& copy_row);

  std::uint32_t count() const { return count_; }
  const std::string& sections() const { return sections_; }

 private:
  const Workers& workers_;
  std::uint32_t count_ = 0;
  std::string sections_;
};

// Reads sections in the order of writing. Throws BadInput for content that SectionWriter did not
// write, Stopped and std::bad_alloc.
class SectionReader {
 public:
  // The bytes and the workers must outlive it.
  SectionReader(std::string_view sections, std::uint32_t count, const Workers& workers)
      : rest_(sections), left_(count), workers_(workers) {}

  std::string next();
  // to(i): the destination of row i. allocate: called before, once the file is known to have so
  // many rows.
  void next_rows(std::size_t count, std::size_t size, const std::function<void()>& allocate,
                 const std::function<char*(std::size_t i)>& to);
  // Throws BadInput if anything is left.
  void finish() const;

 private:
  struct Section {
    std::size_t bytes = 0;
    std::string_view compressed;
  };
  Section take();

  std::string_view rest_;
  std::uint32_t left_;
  const Workers& workers_;
};

}  // namespace weft

#endif  // WEFT_STATE_SECTIONS_H_
