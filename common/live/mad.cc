#include "common/live/mad.h"

#include <algorithm>

namespace weft {
namespace {

// Offsets in every MAD.
constexpr std::size_t kClass = 1;
constexpr std::size_t kMethod = 3;
constexpr std::size_t kStatus = 4;
constexpr std::size_t kTransaction = 8;  // 64 bits
constexpr std::size_t kAttribute = 16;
constexpr std::size_t kModifier = 20;
// Offsets in SMPs with a directed route.
constexpr std::size_t kHopCount = 7;
constexpr std::size_t kSourceAndDestination = 32;  // two LIDs; permissive: directed route only
constexpr std::size_t kInitialPath = 128;          // [0] is unused
// Offset in MADs of subnet administration.
constexpr std::size_t kComponents = 48;
constexpr std::size_t kRecord = 56;
constexpr std::size_t kSmpData = 64;

constexpr std::uint8_t kDirectedRoute = 0x81;
constexpr std::uint8_t kAdministration = 0x03;
constexpr std::uint8_t kGet = 0x01;
constexpr std::uint8_t kGetResponse = 0x81;
constexpr std::uint16_t kPathRecord = 0x35;
// The highest bit of an SMP's status is its direction.
constexpr std::uint16_t kAnyError = 0x7FFF;

template <typename Number>
void put(Mad& mad, std::size_t offset, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    mad[offset + i] = static_cast<std::uint8_t>(number >> (8 * (sizeof(Number) - 1 - i)));
  }
}

template <typename Number>
Number number_at(std::span<const std::uint8_t> bytes, std::size_t offset) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) number = number << 8 | bytes[offset + i];
  return static_cast<Number>(number);
}

Mad request(std::uint8_t management_class, std::uint8_t class_version, std::uint16_t attribute) {
  Mad mad{};
  mad[0] = 1;  // version of the format
  mad[kClass] = management_class;
  mad[2] = class_version;
  mad[kMethod] = kGet;
  put(mad, kAttribute, attribute);
  return mad;
}

}  // namespace

Mad smp_request(const DirectPath& path, SmpAttribute attribute, std::uint32_t modifier) {
  Mad mad = request(kDirectedRoute, 1, static_cast<std::uint16_t>(attribute));
  put(mad, kModifier, modifier);
  mad[kHopCount] = path.hops;
  put(mad, kSourceAndDestination, std::uint32_t{0xFFFFFFFF});
  std::copy_n(path.ports.begin(), path.hops, mad.begin() + kInitialPath + 1);
  return mad;
}

Mad path_request(Lid from, Lid to) {
  constexpr std::size_t kToLid = 40;
  constexpr std::size_t kFromLid = 42;
  constexpr std::uint64_t kHasToLid = 1 << 4;
  constexpr std::uint64_t kHasFromLid = 1 << 5;
  Mad mad = request(kAdministration, 2, kPathRecord);
  put(mad, kComponents, kHasToLid | kHasFromLid);
  put(mad, kRecord + kToLid, to);
  put(mad, kRecord + kFromLid, from);
  return mad;
}

void set_transaction(Mad& mad, std::uint32_t number) { put(mad, kTransaction + 4, number); }

std::uint32_t transaction(const Mad& mad) {
  return number_at<std::uint32_t>(mad, kTransaction + 4);
}

bool answers(const Mad& answer, const Mad& request) {
  const auto same = [&](std::size_t offset, std::size_t bytes) {
    return std::equal(answer.begin() + static_cast<std::ptrdiff_t>(offset),
                      answer.begin() + static_cast<std::ptrdiff_t>(offset + bytes),
                      request.begin() + static_cast<std::ptrdiff_t>(offset));
  };
  return answer[kMethod] == kGetResponse && same(kClass, 1) && same(kAttribute, 2) &&
         same(kModifier, 4) && transaction(answer) == transaction(request) &&
         (number_at<std::uint16_t>(answer, kStatus) & kAnyError) == 0;
}

bool is_busy(const Mad& answer) {
  constexpr std::uint16_t kBusy = 1;
  return (number_at<std::uint16_t>(answer, kStatus) & kAnyError) == kBusy;
}

AttributeBytes attribute_of(const Mad& answer) {
  const std::size_t offset = answer[kClass] == kAdministration ? kRecord : kSmpData;
  return std::span(answer).subspan(offset).first<kAttributeBytes>();
}

std::uint16_t big_endian_16(std::span<const std::uint8_t> bytes, std::size_t offset) {
  return number_at<std::uint16_t>(bytes, offset);
}

std::uint64_t big_endian_64(std::span<const std::uint8_t> bytes, std::size_t offset) {
  return number_at<std::uint64_t>(bytes, offset);
}

}  // namespace weft
