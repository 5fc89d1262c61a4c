#include "common/state/sections.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

#include "common/base/bytes.h"
#include "common/base/checksum.h"
#include "common/base/error.h"

namespace weft {
namespace {

constexpr int kLevel = 1;
constexpr std::size_t kRowsSection = std::size_t{1} << 20;  // bytes
constexpr std::size_t kSizes = 8;                           // bytes, of both sizes of a section
constexpr std::size_t kHead = kSizes + 8;

std::size_t rows_at_once(std::size_t size) { return std::max<std::size_t>(kRowsSection / size, 1); }

std::size_t sections_of(std::size_t count, std::size_t at_once) {
  return (count + at_once - 1) / at_once;
}

std::string pack(std::string_view content) {
  std::string compressed(ZSTD_compressBound(content.size()), '\0');
  const std::size_t size =
      ZSTD_compress(compressed.data(), compressed.size(), content.data(), content.size(), kLevel);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();  // the only possible error
  compressed.resize(size);
  ByteWriter head;
  head.number(static_cast<std::uint32_t>(content.size()));
  head.number(static_cast<std::uint32_t>(size));
  const std::string sizes = head.take();
  head.number(checksum(compressed, checksum(sizes)));
  return sizes + head.take() + compressed;
}

// Unpacks exactly `bytes` bytes to `to`.
void unpack(std::string_view compressed, char* to, std::size_t bytes) {
  const std::size_t size = ZSTD_decompress(to, bytes, compressed.data(), compressed.size());
  if (ZSTD_isError(size) != 0 || size != bytes) ByteReader::refuse();
}

}  // namespace

void SectionWriter::add(std::string_view content) {
  sections_ += pack(content);
  ++count_;
}

void SectionWriter::add_rows(std::size_t count, std::size_t size,
                             const std::function<void(std::size_t i, char* to)>& copy_row) {
  const std::size_t at_once = rows_at_once(size);
  std::vector<std::string> packed(sections_of(count, at_once));
  workers_.parallel_for(packed.size(), 1, [&](std::size_t first, std::size_t last) {
    std::string content;
    for (std::size_t k = first; k < last; ++k) {
      const std::size_t begin = k * at_once;
      const std::size_t end = std::min(count, begin + at_once);
      content.resize((end - begin) * size);
      for (std::size_t i = begin; i < end; ++i) copy_row(i, content.data() + (i - begin) * size);
      packed[k] = pack(content);
    }
  });
  for (const std::string& section : packed) sections_ += section;
  count_ += static_cast<std::uint32_t>(packed.size());
}

SectionReader::Section SectionReader::take() {
  if (left_ == 0 || rest_.size() < kHead) throw BadInput("it is cut off");
  const std::string_view sizes = rest_.substr(0, kSizes);
  ByteReader head(rest_.substr(0, kHead));
  Section section;
  section.bytes = head.number<std::uint32_t>();
  const std::size_t packed = head.number<std::uint32_t>();
  const auto sum = head.number<std::uint64_t>();
  if (packed > rest_.size() - kHead) throw BadInput("it is cut off");
  section.compressed = rest_.substr(kHead, packed);
  if (sum != checksum(section.compressed, checksum(sizes)))
    throw BadInput("a checksum does not match");
  if (section.bytes > kLargestSection) ByteReader::refuse();
  rest_.remove_prefix(kHead + packed);
  --left_;
  return section;
}

std::string SectionReader::next() {
  const Section section = take();
  std::string content(section.bytes, '\0');
  unpack(section.compressed, content.data(), content.size());
  return content;
}

void SectionReader::next_rows(std::size_t count, std::size_t size,
                              const std::function<void()>& allocate,
                              const std::function<char*(std::size_t i)>& to) {
  const std::size_t at_once = rows_at_once(size);
  const std::size_t wanted = sections_of(count, at_once);
  if (wanted > left_) throw BadInput("it is cut off");
  std::vector<Section> sections(wanted);
  for (std::size_t k = 0; k < sections.size(); ++k) {
    sections[k] = take();
    if (sections[k].bytes != std::min(at_once, count - k * at_once) * size) ByteReader::refuse();
  }
  allocate();
  workers_.parallel_for(sections.size(), 1, [&](std::size_t first, std::size_t last) {
    std::string content;
    for (std::size_t k = first; k < last; ++k) {
      content.resize(sections[k].bytes);
      unpack(sections[k].compressed, content.data(), content.size());
      for (std::size_t at = 0; at < content.size(); at += size) {
        std::memcpy(to(k * at_once + at / size), content.data() + at, size);
      }
    }
  });
}

void SectionReader::finish() const {
  if (left_ != 0 || !rest_.empty()) throw BadInput("unknown data follows");
}

}  // namespace weft
