#include "common/counters/hot_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "common/base/text.h"
#include "common/counters/counter_names.h"
#include "common/fabric/link_rate.h"

namespace weft {
namespace {

constexpr std::array kCableErrors = {Counter::kSymbolErrors, Counter::kLinkErrorRecovery,
                                     Counter::kRcvErrors, Counter::kLocalLinkIntegrityErrors};
constexpr std::size_t kMostHops = 64;
constexpr std::size_t kMostTried = 64;  // hosts examined for a link
using Limits = HotLinkLimits;

// The LIDs of end ports for which packets use the direction.
std::vector<Lid> lids_over(const Fabric& fabric, ConstTables tables, const LinkMeasure& link) {
  std::vector<Lid> lids;
  for (std::size_t i = 1; i <= fabric.max_lid(); ++i) {
    const auto lid = static_cast<Lid>(i);
    if (fabric.owner(lid).kind != PeerKind::kEndPort) continue;
    const bool is_over =
        link.from.kind != PeerKind::kSwitch || tables.row(link.from.index)[lid] == link.from.port;
    if (is_over) lids.push_back(lid);
  }
  return lids;
}

// The counters of a port above their limits, as «symbol errors 70000, link downed 3»; all: their
// sum.
struct PortFaults {
  std::uint64_t all = 0;
  std::vector<std::string> names;
};

PortFaults faults_of(const PortCounters& port, bool is_between) {
  PortFaults faults;
  const auto look = [&](Counter counter, std::uint64_t limit) {
    const auto value = port.get(counter);
    if (!value || *value <= limit) return;
    faults.all += *value;
    std::string name(counter_names()[static_cast<std::size_t>(counter)].key);
    std::ranges::replace(name, '_', ' ');
    faults.names.push_back(
        fmt::format("{} {}{}", name, *value, port.is_full(counter) ? " or more" : ""));
  };
  look(Counter::kLinkDowned, is_between ? Limits::downs_between : Limits::downs);
  for (const Counter counter : kCableErrors) look(counter, Limits::errors);
  return faults;
}

class HotLinkFinder {
 public:
  HotLinkFinder(const Fabric& fabric, ConstTables tables, const FabricMeasures& measures,
                const CountedTraffic& counted)
      : fabric_(fabric),
        tables_(tables),
        measures_(measures),
        counted_(counted),
        known_(measures.links.size(), false),
        is_bad_(measures.links.size(), false) {}

  std::vector<HotLink> find() {
    for_each([&](DirectionIndex i) { find_bad_cable(i); });
    for_each([&](DirectionIndex i) { find_waiting(i); });
    for (const DirectionIndex i : std::exchange(culprits_, {})) {
      if (!known_[i] && link(i).to.kind == PeerKind::kEndPort) {
        add(i, HotCause::kEndPort).is_incast = true;
      }
    }
    for_each([&](DirectionIndex i) { find_hot(i); });
    std::ranges::stable_sort(found_, [](const HotLink& a, const HotLink& b) {
      return a.cause != b.cause ? a.cause < b.cause : a.harm > b.harm;
    });
    return std::move(found_);
  }

 private:
  const LinkMeasure& link(DirectionIndex i) const { return measures_.links[i]; }

  template <typename Look>
  void for_each(Look look) {
    for (DirectionIndex i = 0; i < measures_.links.size(); ++i) {
      if (link(i).kind != kNone && !known_[i]) look(i);
    }
  }

  bool waits(const LinkMeasure& l) const { return l.waited.value_or(0) >= Limits::waits; }
  bool carries_much(const LinkMeasure& l) const {
    if (l.measured < Limits::hot) return false;
    return l.used ? *l.used >= Limits::least_used
                  : *l.octets >= Limits::least_seconds * octets_per_second(l.link);
  }
  bool is_busy(const LinkMeasure& l) const {
    return l.used ? *l.used >= Limits::busy : carries_much(l);
  }

  HotLink& add(DirectionIndex i, HotCause cause) {
    known_[i] = true;
    HotLink& hot = found_.emplace_back();
    hot.direction = i;
    hot.cause = cause;
    hot.harm = link(i).waited.value_or(0) + link(i).used.value_or(link(i).measured);
    return hot;
  }

  // Reports the direction whose receiver counted more.
  void find_bad_cable(DirectionIndex i) {
    const LinkMeasure& l = link(i);
    const PortFaults here = faults_at(l.from);
    const PortFaults there = faults_at(l.to);
    if (here.all + there.all == 0) return;
    const DirectionIndex back = opposite(fabric_, l);
    add(here.all > there.all ? back : i, HotCause::kCable).harm =
        static_cast<double>(here.all + there.all);
    known_[i] = known_[back] = true;
    is_bad_[i] = is_bad_[back] = true;
  }

  PortFaults faults_at(const WireEnd& port) const {
    return faults_of(counters_of(fabric_, counted_.counters, port), counted_.is_between);
  }

  void find_waiting(DirectionIndex i) {
    const LinkMeasure& l = link(i);
    if (!waits(l)) return;
    if (l.to.kind == PeerKind::kEndPort) {
      add(i, HotCause::kEndPort);
      return;
    }
    const DirectionIndex culprit = find_culprit(i);
    if (culprit == kNone) return;
    culprits_.push_back(culprit);
    if (!carries_much(l) && !is_busy(l)) add(i, HotCause::kSpread).held_up_by = culprit;
  }

  // The last link on the path of the packets that is busy, waits or is bad.
  DirectionIndex find_culprit(DirectionIndex i) const {
    std::vector<Lid> lids = lids_over(fabric_, tables_, link(i));
    DirectionIndex culprit = kNone;
    WireEnd at = link(i).to;
    for (std::size_t hops = 0; hops < kMostHops && at.kind == PeerKind::kSwitch; ++hops) {
      const DirectionIndex next = worst_of(at.index, lids);
      if (next == kNone) break;
      culprit = next;
      if (!waits(link(next))) break;
      const PortNum port = link(next).from.port;
      std::erase_if(lids, [&](Lid lid) { return tables_.row(at.index)[lid] != port; });
      at = link(next).to;
    }
    return culprit;
  }

  DirectionIndex worst_of(SwitchIndex s, const std::vector<Lid>& lids) const {
    std::array<bool, 256> is_used = {};
    for (const Lid lid : lids) is_used[tables_.row(s)[lid]] = true;
    DirectionIndex worst = kNone;
    double most = 0;
    const Switch& sw = fabric_.switches()[s];
    for (unsigned port = 1; port <= sw.port_count; ++port) {
      const DirectionIndex i = sw.first_port + port;
      const LinkMeasure& l = link(i);
      if (!is_used[port] || l.kind == kNone) continue;
      const bool is_bad = is_bad_[i];
      const double held = l.waited.value_or(0) + l.used.value_or(l.measured) + (is_bad ? 1 : 0);
      if ((is_bad || waits(l) || is_busy(l)) && held > most) {
        most = held;
        worst = i;
      }
    }
    return worst;
  }

  void find_hot(DirectionIndex i) {
    const LinkMeasure& l = link(i);
    const bool between_switches =
        l.from.kind == PeerKind::kSwitch && l.to.kind == PeerKind::kSwitch;
    const bool is_loaded =
        between_switches && (carries_much(l) || l.used.value_or(0) >= Limits::busy);
    if (!is_loaded && !waits(l)) return;
    if (l.is_slow) {
      add(i, HotCause::kSlow);
    } else if (!is_loaded) {
      add(i, HotCause::kUnclear);
    } else if (l.predicted >= Limits::uneven && l.measured < Limits::hot * l.predicted) {
      add(i, HotCause::kRoutes);
    } else {
      add(i, l.measured >= Limits::hot ? HotCause::kJob : HotCause::kLoad);
    }
  }

  const Fabric& fabric_;
  ConstTables tables_;
  const FabricMeasures& measures_;
  const CountedTraffic& counted_;
  std::vector<bool> known_;   // by direction: it or its opposite direction is reported
  std::vector<bool> is_bad_;  // by direction: it has a bad cable
  std::vector<DirectionIndex> culprits_;
  std::vector<HotLink> found_;
};

// Does a path from the switch of the end port to the LID use the direction?
bool leads_over(const Fabric& fabric, ConstTables tables, EndPortIndex from, Lid lid,
                const WireEnd& sender) {
  SwitchIndex s = fabric.end_ports()[from].sw;
  for (std::size_t hops = 0; hops < kMostHops; ++hops) {
    const PortNum port = tables.row(s)[lid];
    if (s == sender.index && port == sender.port) return true;
    if (port == 0 || port > fabric.switches()[s].port_count) return false;
    const Port& next = fabric.ports(s)[port];
    if (next.kind != PeerKind::kSwitch) return false;
    s = next.peer;
  }
  return false;
}

using Rated = std::vector<std::pair<double, EndPortIndex>>;

// The end ports with at least half of the largest value.
template <typename Counts>
std::vector<EndPortIndex> largest(Rated& rated, std::size_t most, Counts counts) {
  std::ranges::stable_sort(rated, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<EndPortIndex> ports;
  double first = 0;
  std::size_t tried = 0;
  for (const auto& [octets, e] : rated) {
    if (ports.size() == most || octets <= 0 || 2 * octets < first || ++tried > kMostTried) break;
    if (!counts(e)) continue;
    if (ports.empty()) first = octets;
    ports.push_back(e);
  }
  return ports;
}

std::string names_of(const Fabric& fabric, const FabricMeasures& measures,
                     const std::vector<EndPortIndex>& ports) {
  std::vector<std::string> names;
  names.reserve(ports.size());
  for (const EndPortIndex e : ports) {
    names.push_back(
        describe_end(fabric, measures, {PeerKind::kEndPort, e, fabric.end_ports()[e].port_num}));
  }
  return joined(names, ", ");
}

std::string percent(double part) { return fmt::format("{:.0f} %", 100 * part); }

std::string describe_cable(const Fabric& fabric, const FabricMeasures& measures,
                           const LinkMeasure& link, const CountedTraffic& counted) {
  std::vector<std::string> ends;
  for (const WireEnd& end : {link.to, link.from}) {
    const PortFaults faults =
        faults_of(counters_of(fabric, counted.counters, end), counted.is_between);
    if (faults.names.empty()) continue;
    ends.push_back(joined(faults.names, ", ") + " at " + describe_end(fabric, measures, end));
  }
  return joined(ends, "; ") + ": reseat or change the cable, or drain the link until then";
}

std::string describe_end_port(const Fabric& fabric, const FabricMeasures& measures,
                              const LinkMeasure& link, bool is_incast) {
  const std::string host = describe_end(fabric, measures, link.to);
  if (is_incast) {
    return fmt::format(
        "{} is sent more than its link carries{}, and what is behind waits for it: several send "
        "to it at once (incast), which no routes change",
        host, link.used ? fmt::format(" (used to {})", percent(*link.used)) : "");
  }
  return fmt::format(
      "{} does not take what it is sent: the port waited in {} of the time{}: look at the host, "
      "its PCIe slot first",
      host, percent(link.waited.value_or(0)),
      link.used ? fmt::format(", and its link was used to {}", percent(*link.used)) : "");
}

std::string describe_job(const Fabric& fabric, ConstTables tables, const FabricMeasures& measures,
                         DirectionIndex direction) {
  constexpr std::size_t kNamed = 3;
  const LinkMeasure& link = measures.links[direction];
  const LikelyHosts hosts = find_likely_hosts(fabric, tables, measures, direction, kNamed);
  std::string text =
      fmt::format("it carries {:.1f} times what its peers do, and {:.1f} times their paths",
                  link.measured, link.predicted);
  if (!hosts.senders.empty() && !hosts.receivers.empty()) {
    text += fmt::format(": a job, by the counters of hosts mostly from {} to {}",
                        names_of(fabric, measures, hosts.senders),
                        names_of(fabric, measures, hosts.receivers));
  } else {
    text += ": a job; which one, counters of hosts would tell";
  }
  return text;
}

}  // namespace

std::string_view name_of(HotCause cause) {
  constexpr std::array<std::string_view, 8> kCauses = {"cable", "slow",   "end port", "routes",
                                                       "job",   "spread", "load",     "unclear"};
  return kCauses[static_cast<std::size_t>(cause)];
}

std::vector<HotLink> find_hot_links(const Fabric& fabric, ConstTables tables,
                                    const FabricMeasures& measures, const CountedTraffic& counted) {
  return HotLinkFinder(fabric, tables, measures, counted).find();
}

LikelyHosts find_likely_hosts(const Fabric& fabric, ConstTables tables,
                              const FabricMeasures& measures, DirectionIndex direction,
                              std::size_t most) {
  const LinkMeasure& link = measures.links[direction];
  const auto octets = [&](DirectionIndex i) { return measures.links[i].octets.value_or(0); };
  Rated received;
  for (const Lid lid : lids_over(fabric, tables, link)) {
    const EndPortIndex e = fabric.owner(lid).index;
    const EndPort& end = fabric.end_ports()[e];
    if (end.lid != lid) continue;
    received.emplace_back(octets(fabric.switches()[end.sw].first_port + end.switch_port), e);
  }
  const auto is_over = [&](EndPortIndex from, EndPortIndex to) {
    return to != from && leads_over(fabric, tables, from, fabric.end_ports()[to].lid, link.from);
  };
  const auto has_sender = [&](EndPortIndex to) {
    for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
      if (is_over(e, to)) return true;
    }
    return false;
  };
  LikelyHosts hosts;
  hosts.receivers = largest(received, most, has_sender);
  Rated sent;
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (std::ranges::any_of(hosts.receivers, [&](EndPortIndex to) { return is_over(e, to); })) {
      sent.emplace_back(octets(static_cast<DirectionIndex>(fabric.all_ports().size() + e)), e);
    }
  }
  hosts.senders = largest(sent, most, [](EndPortIndex) { return true; });
  return hosts;
}

std::string describe_cause(const Fabric& fabric, ConstTables tables, const FabricMeasures& measures,
                           const CountedTraffic& counted, const HotLink& hot) {
  const LinkMeasure& link = measures.links[hot.direction];
  switch (hot.cause) {
    case HotCause::kCable:
      return describe_cable(fabric, measures, link, counted);
    case HotCause::kSlow:
      return fmt::format(
          "it runs at {}, and most of its like are faster: reseat or change the cable",
          describe_rate(link.link));
    case HotCause::kEndPort:
      return describe_end_port(fabric, measures, link, hot.is_incast);
    case HotCause::kRoutes:
      return fmt::format(
          "the routes lead {:.1f} times as many paths over it as over its peers, and it carries "
          "{:.1f} times what they do: other routes spread that",
          link.predicted, link.measured);
    case HotCause::kJob:
      return describe_job(fabric, tables, measures, hot.direction);
    case HotCause::kSpread:
      return fmt::format("it waits in {} of the time for {}", percent(link.waited.value_or(0)),
                         describe_direction(fabric, measures, hot.held_up_by));
    case HotCause::kLoad:
      return fmt::format("it is used to {}, {:.1f} times what its peers are: all are busy",
                         percent(link.used.value_or(0)), link.measured);
    case HotCause::kUnclear:
      break;
  }
  return fmt::format(
      "it waits in {} of the time, and nothing that its packets go on by is busy or waits",
      percent(link.waited.value_or(0)));
}

}  // namespace weft
