#include "common/counters/port_counters.h"

namespace weft {
namespace {

// Counters of a port that give no difference.
struct Untold {
  bool is_cleared = false;
  bool is_full = false;
};

PortCounters difference(const PortCounters& before, const PortCounters& after, Untold& untold) {
  PortCounters counted;
  for (std::size_t i = 0; i < kCounters; ++i) {
    const auto counter = static_cast<Counter>(i);
    const auto first = before.get(counter);
    const auto last = after.get(counter);
    if (!first || !last) continue;
    // A full 32-bit counter says nothing about 64 bits. A counter at 0 has the same value in both
    // widths.
    if (*first != 0 && before.is_wide(counter) != after.is_wide(counter)) continue;
    untold.is_full = untold.is_full || after.is_full(counter) || before.is_full(counter);
    // Less than before: the counter was cleared or wrapped; the difference is not known.
    if (*last < *first) {
      untold.is_cleared = true;
    } else if (!before.is_full(counter)) {
      counted.set(counter, *last - *first, after.is_wide(counter), after.is_full(counter));
    }
  }
  return counted;
}

void subtract(const std::vector<PortCounters>& before, const std::vector<PortCounters>& after,
              std::vector<PortCounters>& counted, CountedTraffic& all) {
  counted.reserve(after.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    Untold untold;
    counted.push_back(difference(before[i], after[i], untold));
    all.cleared += untold.is_cleared;
    all.full += untold.is_full;
  }
}

// Adds the counters that both have; removes the others.
void add(std::vector<PortCounters>& sums, const std::vector<PortCounters>& more) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    PortCounters sum;
    for (std::size_t c = 0; c < kCounters; ++c) {
      const auto counter = static_cast<Counter>(c);
      const auto a = sums[i].get(counter);
      const auto b = more[i].get(counter);
      if (!a || !b) continue;
      sum.set(counter, *a + *b, sums[i].is_wide(counter),
              sums[i].is_full(counter) || more[i].is_full(counter));
    }
    sums[i] = sum;
  }
}

std::size_t count_full(const std::vector<PortCounters>& ports) {
  std::size_t count = 0;
  for (const PortCounters& port : ports) {
    bool is_full = false;
    for (std::size_t i = 0; i < kCounters; ++i) {
      is_full = is_full || port.is_full(static_cast<Counter>(i));
    }
    count += is_full;
  }
  return count;
}

}  // namespace

void PortCounters::set(Counter counter, std::uint64_t value, bool wide, bool full) {
  const auto bit = static_cast<std::uint16_t>(1u << index(counter));
  const auto mark = [bit](std::uint16_t& bits, bool on) {
    bits = static_cast<std::uint16_t>(on ? bits | bit : bits & ~bit);
  };
  values_[index(counter)] = value;
  mark(has_, true);
  mark(wide_, wide);
  mark(full_, full);
}

CountedTraffic counted_until(const CounterSnapshot& snapshot) {
  CountedTraffic counted;
  counted.counters = snapshot.counters;
  counted.full =
      count_full(snapshot.counters.switch_ports) + count_full(snapshot.counters.end_ports);
  return counted;
}

CountedTraffic counted_between(const CounterSnapshot& before, const CounterSnapshot& after,
                               std::optional<double> seconds) {
  CountedTraffic counted;
  counted.is_between = true;
  subtract(before.counters.switch_ports, after.counters.switch_ports, counted.counters.switch_ports,
           counted);
  subtract(before.counters.end_ports, after.counters.end_ports, counted.counters.end_ports,
           counted);
  if (seconds) {
    counted.seconds = *seconds;
  } else if (before.time && after.time && *before.time < *after.time) {
    counted.seconds = static_cast<double>(*after.time - *before.time);
  }
  return counted;
}

CountedTraffic counted_over(const std::vector<CounterSnapshot>& snapshots,
                            std::optional<double> seconds) {
  if (snapshots.size() < 2) return counted_until(snapshots.front());
  CountedTraffic all = counted_between(snapshots[0], snapshots[1], seconds);
  for (std::size_t i = 2; i < snapshots.size(); ++i) {
    const CountedTraffic next = counted_between(snapshots[i - 1], snapshots[i], seconds);
    add(all.counters.switch_ports, next.counters.switch_ports);
    add(all.counters.end_ports, next.counters.end_ports);
    all.seconds = all.seconds > 0 && next.seconds > 0 ? all.seconds + next.seconds : 0;
    all.cleared += next.cleared;
    all.full += next.full;
  }
  return all;
}

}  // namespace weft
