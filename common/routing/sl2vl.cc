#include "common/routing/sl2vl.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

// A VL has four bits on the wire.
Sl2Vl::Map masked(Sl2Vl::Map map) {
  for (Vl& vl : map) vl &= 15;
  return map;
}

}  // namespace

Sl2Vl::Sl2Vl(const Map& base) : maps_{masked(base)}, numbers_{{maps_[0], 0}} {}

bool Sl2Vl::uniform() const {
  return std::ranges::all_of(switches_, [](const Ports& ports) {
    return std::ranges::all_of(ports.numbers, [](Number number) { return number == 0; });
  });
}

Sl2Vl::Number Sl2Vl::number_of(const Map& map) {
  const auto [found, added] = numbers_.try_emplace(masked(map), static_cast<Number>(maps_.size()));
  if (added) maps_.push_back(found->first);
  return found->second;
}

void Sl2Vl::set_number(SwitchIndex s, PortNum in_port, PortNum out_port, Number number) {
  if (s >= switches_.size()) switches_.resize(s + std::size_t{1});
  Ports& ports = switches_[s];
  const std::size_t least = std::max(in_port, out_port) + std::size_t{1};
  if (least > ports.count) ports.grow(least);
  ports.numbers[in_port * ports.count + out_port] = number;
}

Sl2Vl Sl2Vl::renumbered(std::span<const SwitchIndex> before) const {
  Sl2Vl now;
  now.maps_ = maps_;
  now.numbers_ = numbers_;
  now.switches_.resize(before.size());
  for (std::size_t s = 0; s < before.size(); ++s) {
    if (before[s] < switches_.size()) now.switches_[s] = switches_[before[s]];
  }
  return now;
}

// Grows by a quarter at least, so that maps that are set port by port are not copied for each port.
void Sl2Vl::Ports::grow(std::size_t least) {
  const std::size_t more = std::max(least, count + count / 4);
  std::vector<Number> grown(more * more, 0);
  for (std::size_t in = 0; in < count; ++in) {
    std::copy_n(numbers.data() + in * count, count, grown.data() + in * more);
  }
  count = more;
  numbers = std::move(grown);
}

}  // namespace weft
