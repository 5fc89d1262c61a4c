// A state file taken apart into its sections, and put together again, checksums included.
#ifndef WEFT_TESTS_SUPPORT_RAW_STATE_H_
#define WEFT_TESTS_SUPPORT_RAW_STATE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/bytes.h"
#include "common/base/checksum.h"
#include "common/state/sections.h"
#include "common/state/state_code.h"

namespace weft::test {

struct RawState {
  std::uint32_t version = 0;
  std::uint64_t generation = 0;
  std::vector<std::string> sections;  // what is in them
};

inline RawState taken_apart(std::string_view bytes) {
  ByteReader head(bytes.substr(8, kStateHead - 8));
  RawState raw;
  raw.version = head.number<std::uint32_t>();
  const auto count = head.number<std::uint32_t>();
  raw.generation = head.number<std::uint64_t>();
  const Workers workers(1);
  SectionReader from(bytes.substr(kStateHead), count, workers);
  for (std::uint32_t i = 0; i < count; ++i) raw.sections.push_back(from.next());
  return raw;
}

inline std::string put_together(const RawState& raw) {
  const Workers workers(1);
  SectionWriter to(workers);
  for (const std::string& section : raw.sections) to.add(section);
  ByteWriter head;
  head.number(raw.version);
  head.number(to.count());
  head.number(raw.generation);
  const std::string bytes = "WEFTSTAT" + head.take();
  head.number(checksum(bytes));
  return bytes + head.take() + to.sections();
}

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_RAW_STATE_H_
