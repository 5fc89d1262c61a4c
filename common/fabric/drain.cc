#include "common/fabric/drain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

#include "common/base/disjoint_sets.h"
#include "common/base/text.h"
#include "common/fabric/counts.h"
#include "common/fabric/guid_index.h"
#include "common/fabric/port_selection.h"

namespace weft {

// A part as found in the fabric.
struct FoundPart {
  SwitchIndex sw = kNone;      // kNone: no path of other nodes crosses it
  std::string why_not;         // why sw is kNone
  std::vector<PortNum> ports;  // with links to other switches; empty: the whole switch
  bool is_refused = false;     // true: why_not is an error
  bool is_not_found = false;   // true: there is no such node or link
};

namespace {

constexpr std::size_t kMostTries = 1000;
constexpr const char* kNoLink = "there is no link to another switch";

// The drained switches and links, and the remaining fabric.
class Rest {
 public:
  explicit Rest(const Fabric& fabric)
      : fabric_(&fabric), switches_(fabric.switch_count(), false), links_(fabric), kept_(fabric) {}

  void drain(const FoundPart& part) {
    if (part.ports.empty()) switches_[part.sw] = true;
    for (const PortNum p : part.ports) {
      const Port& link = fabric_->ports(part.sw)[p];
      links_.add_switch_port(*fabric_, part.sw, p);
      links_.add_switch_port(*fabric_, link.peer, link.peer_port);
    }
  }

  // Keeps the links among switches that are not drained. Each drained switch keeps the first link
  // towards them, possibly over other drained switches. Returns by switch the smallest switch
  // connected to it.
  std::vector<SwitchIndex> connect() {
    kept_ = PortSelection(*fabric_);
    DisjointSets sets(fabric_->switch_count());
    std::vector<bool> reached(switches_);
    reached.flip();
    std::vector<SwitchIndex> open;
    const auto keep = [&](SwitchIndex s, PortNum p) {
      const Port& port = fabric_->ports(s)[p];
      kept_.add_switch_port(*fabric_, s, p);
      kept_.add_switch_port(*fabric_, port.peer, port.peer_port);
      sets.unite(s, port.peer);
    };
    for (SwitchIndex s = 0; s < fabric_->switch_count(); ++s) {
      if (switches_[s]) continue;
      open.push_back(s);
      for_each_link(s, [&](PortNum p, SwitchIndex peer) {
        if (!switches_[peer]) keep(s, p);
      });
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      for_each_link(open[i], [&](PortNum p, SwitchIndex peer) {
        if (reached[peer]) return;
        reached[peer] = true;
        keep(open[i], p);
        open.push_back(peer);
      });
    }
    std::vector<SwitchIndex> smallest(fabric_->switch_count());
    for (SwitchIndex s = 0; s < fabric_->switch_count(); ++s) smallest[s] = sets.find(s);
    return smallest;
  }
  const PortSelection& kept() const { return kept_; }

 private:
  template <typename Visit>
  void for_each_link(SwitchIndex s, Visit visit) const {
    const std::span<const Port> ports = fabric_->ports(s);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const auto port = static_cast<PortNum>(p);
      if (ports[p].kind == PeerKind::kSwitch && !links_.has_switch_port(*fabric_, s, port)) {
        visit(port, ports[p].peer);
      }
    }
  }

  const Fabric* fabric_;
  std::vector<bool> switches_;
  PortSelection links_;
  PortSelection kept_;
};

// Finds parts in a fabric, which must stay where it is.
class PartSearch {
 public:
  explicit PartSearch(const Fabric& fabric) : fabric_(fabric), by_name_(all_switches(fabric)) {
    std::ranges::stable_sort(by_name_, {}, [&](SwitchIndex s) { return fabric.switch_name(s); });
    for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
      const EndPort& port = fabric.end_ports()[e];
      host_guids_.insert(host_guids_.end(), {port.port_guid, port.node_guid});
      host_names_.push_back(fabric.end_port_name(e));
    }
    std::ranges::sort(host_guids_);
    std::ranges::sort(host_names_);
  }

  FoundPart find(const DrainedPart& part) const {
    FoundPart found;
    if (!part.group.empty()) {
      found.is_refused = true;
      found.why_not = "pgrp_policy_file has no such group, or no link of a switch is in it";
      return found;
    }
    const std::vector<SwitchIndex> switches = switches_of(part);
    if (switches.size() == 1) {
      found.sw = switches.front();
      take_ports(part, found);
      if (part.reason == DrainReason::kFlapping && part.ports.empty() && hosts_at(found.sw) > 0) {
        found.is_refused = true;
        found.why_not = "hosts are linked to it";
      }
    } else if (switches.size() > 1) {
      found.is_refused = true;
      found.why_not =
          fmt::format("{} switches have this name: give the GUID of one", switches.size());
    } else if (is_host(part)) {
      found.why_not = "it is a host, and no path of other nodes goes through a host";
    } else {
      found.is_not_found = true;
      found.why_not = "it is not in the fabric";
    }
    if (found.sw != kNone && !found.is_refused && !part.stays_because.empty()) {
      found.is_refused = true;
      found.why_not = part.stays_because;
    }
    return found;
  }

  std::uint32_t hosts_at(SwitchIndex s) const {
    std::uint32_t hosts = 0;
    for (const Port& port : fabric_.ports(s)) {
      if (port.kind == PeerKind::kEndPort && is_host_port(fabric_, port.peer)) ++hosts;
    }
    return hosts;
  }

 private:
  std::vector<SwitchIndex> switches_of(const DrainedPart& part) const {
    std::vector<SwitchIndex> switches;
    if (part.guid != 0) {
      const SwitchIndex s = find_switch(fabric_, part.guid);
      if (s != kNone) switches.push_back(s);
      return switches;
    }
    const auto name_of = [&](SwitchIndex s) { return fabric_.switch_name(s); };
    switches.assign(std::ranges::lower_bound(by_name_, part.name, {}, name_of),
                    std::ranges::upper_bound(by_name_, part.name, {}, name_of));
    return switches;
  }

  bool is_host(const DrainedPart& part) const {
    return part.guid != 0 ? std::ranges::binary_search(host_guids_, part.guid)
                          : std::ranges::binary_search(host_names_, part.name);
  }

  // The switch's ports with links to other switches.
  void take_ports(const DrainedPart& part, FoundPart& found) const {
    const std::span<const Port> ports = fabric_.ports(found.sw);
    for (const PortNum p : part.ports) {
      if (p < ports.size() && ports[p].kind == PeerKind::kSwitch) found.ports.push_back(p);
    }
    if (part.ports.empty() || !found.ports.empty()) return;
    found.sw = kNone;
    found.is_not_found = true;
    found.why_not = kNoLink;
  }

  const Fabric& fabric_;
  std::vector<SwitchIndex> by_name_;
  std::vector<Guid> host_guids_;              // sorted
  std::vector<std::string_view> host_names_;  // sorted
};

}  // namespace

class Drainer {
 public:
  explicit Drainer(Fabric fabric) { drained_.fabric = std::move(fabric); }

  Drained drain(std::span<const DrainedPart> parts) && {
    const PartSearch search(fabric());
    for (const DrainedPart& part : parts) found_.push_back(search.find(part));
    Rest rest = allowed();
    rest.connect();
    drop_links(rest.kept());
    for (std::size_t i = 0; i < parts.size(); ++i) say(parts[i], found_[i], search);
    return std::move(drained_);
  }

 private:
  const Fabric& fabric() const { return drained_.fabric; }

  // Drains all parts, or, if that disconnects the fabric, part by part as long as it stays
  // connected. Retries refused parts: a switch behind a drained one must be drained too.
  Rest allowed() {
    const std::vector<SwitchIndex> whole = Rest(fabric()).connect();
    std::vector<FoundPart*> open;
    Rest all(fabric());
    for (FoundPart& part : found_) {
      if (part.sw == kNone || part.is_refused) continue;
      all.drain(part);
      open.push_back(&part);
    }
    if (all.connect() == whole) return all;
    Rest some(fabric());
    std::size_t tries = 0;
    for (bool has_grown = true; has_grown;) {
      has_grown = false;
      std::erase_if(open, [&](FoundPart* part) {
        Rest with = some;
        with.drain(*part);
        if (!is_allowed(with, whole, tries++, *part)) return false;
        some = std::move(with);
        return has_grown = true;
      });
    }
    return some;
  }

  // If false, sets the reason in the part.
  bool is_allowed(Rest& rest, const std::vector<SwitchIndex>& whole, std::size_t tries,
                  FoundPart& part) const {
    part.is_refused = true;
    if (tries >= kMostTries) {
      if (part.why_not.empty()) {
        part.why_not = fmt::format("Weft tries at most {} parts", kMostTries);
      }
      return false;
    }
    const std::vector<SwitchIndex> now = rest.connect();
    if (now != whole) {
      part.why_not = describe_cut(whole, now);
      return false;
    }
    part.is_refused = false;
    return true;
  }

  std::string describe_cut(const std::vector<SwitchIndex>& whole,
                           const std::vector<SwitchIndex>& now) const {
    const auto cut =
        static_cast<SwitchIndex>(std::ranges::mismatch(whole, now).in1 - whole.begin());
    return fmt::format("{} would be cut off from {}", fabric().describe_switch(cut),
                       fabric().describe_switch(whole[cut]));
  }

  void say(const DrainedPart& part, const FoundPart& found, const PartSearch& search) {
    std::string what = part.guid != 0 ? fmt::format("0x{:016x}", part.guid) : quote(part.name);
    if (!part.group.empty()) what = "group " + quote(part.group);
    if (found.sw != kNone) what = fabric().describe_switch(found.sw);
    const bool flaps = part.reason == DrainReason::kFlapping;
    DrainNotes& notes = flaps ? drained_.flapping : drained_.service;
    if (!part.ports.empty()) {
      const std::vector<PortNum> no_links = ports_without_links(part, found);
      if (found.sw != kNone && !no_links.empty()) {
        notes.not_found.push_back(
            fmt::format("port {} of {}: {}", joined(no_links, ", "), what, kNoLink));
      }
      what = fmt::format("port {} of {}",
                         joined(found.ports.empty() ? part.ports : found.ports, ", "), what);
    }
    if (found.is_refused) {
      notes.refused.push_back(fmt::format(
          "{} {}: {}", what, flaps ? "flaps but stays in use" : "is not drained", found.why_not));
    } else if (found.sw == kNone) {
      std::vector<std::string>& list = found.is_not_found ? notes.not_found : notes.drained;
      list.push_back(fmt::format("{}: {}", what, found.why_not));
    } else {
      notes.drained.push_back(fmt::format(
          "{} is drained{}: no path {}", what, flaps ? " until it stays up" : "",
          found.ports.empty() ? "of other nodes goes through it" + describe_rest(found.sw, search)
                              : "uses it"));
    }
  }

  // Of the ports that the part names.
  static std::vector<PortNum> ports_without_links(const DrainedPart& part, const FoundPart& found) {
    std::vector<PortNum> ports;
    std::ranges::copy_if(part.ports, std::back_inserter(ports), [&](PortNum port) {
      return std::ranges::find(found.ports, port) == found.ports.end();
    });
    return ports;
  }

  // Names the nodes that are still reached through a drained switch.
  std::string describe_rest(SwitchIndex s, const PartSearch& search) const {
    const std::uint32_t links = links_to_switches(fabric(), s);
    const std::uint32_t hosts = search.hosts_at(s);
    std::string text;
    if (links > 1) text += ", except to switches that are drained too";
    if (hosts > 0) text += fmt::format(", but {} end ports of hosts are still linked to it", hosts);
    return text;
  }

  void drop_links(const PortSelection& kept) {
    for (SwitchIndex s = 0; s < fabric().switch_count(); ++s) {
      for (unsigned p = 1; p <= fabric().switches()[s].port_count; ++p) {
        Port& port = drained_.fabric.ports_[fabric().switches()[s].first_port + p];
        const bool is_link = port.kind == PeerKind::kSwitch;
        if (is_link && !kept.has_switch_port(fabric(), s, static_cast<PortNum>(p))) port = Port{};
      }
    }
  }

  Drained drained_;
  std::vector<FoundPart> found_;  // by part
};

Drained drain(Fabric fabric, std::span<const DrainedPart> parts) {
  if (parts.empty()) return {std::move(fabric), {}, {}};
  return Drainer(std::move(fabric)).drain(parts);
}

std::vector<bool> parts_in_use(const Fabric& fabric, const Fabric* active,
                               std::span<const DrainedPart> parts) {
  if (active == nullptr) return std::vector<bool>(parts.size(), true);
  const PartSearch search(fabric);
  std::vector<FoundPart> found_parts;
  std::vector<bool> is_part(fabric.switch_count());
  for (const DrainedPart& part : parts) {
    const FoundPart& found = found_parts.emplace_back(search.find(part));
    if (found.sw != kNone && found.ports.empty()) is_part[found.sw] = true;
  }
  // How many of the part's links paths of others may take.
  const auto count = [&](const FoundPart& part, const auto& has_link) {
    std::size_t links = 0;
    const std::span<const Port> ports = fabric.ports(part.sw);
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const bool is_of_part =
          part.ports.empty() || std::ranges::find(part.ports, p) != part.ports.end();
      if (is_of_part && ports[p].kind == PeerKind::kSwitch && has_link(p, ports[p])) ++links;
    }
    return links;
  };
  std::vector<bool> in_use;
  for (const FoundPart& found : found_parts) {
    const SwitchIndex s =
        found.sw == kNone ? kNone : find_switch(*active, fabric.switches()[found.sw].node_guid);
    if (s == kNone) {
      in_use.push_back(false);
      continue;
    }
    const std::size_t links = count(found, [&](std::size_t p, const Port& port) {
      if (found.ports.empty() && is_part[port.peer]) return false;
      if (p >= active->ports(s).size()) return false;
      const Port& then = active->ports(s)[p];
      return then.kind == PeerKind::kSwitch &&
             active->switches()[then.peer].node_guid == fabric.switches()[port.peer].node_guid;
    });
    // A drained switch keeps one link, besides those to switches that are drained too.
    in_use.push_back(links > (found.ports.empty() ? 1 : 0));
  }
  return in_use;
}

std::vector<DrainedPart> take_back(std::span<const DrainedPart> parts,
                                   const std::vector<bool>& taken) {
  std::vector<DrainedPart> list(parts.begin(), parts.end());
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!taken[i] || !list[i].stays_because.empty()) continue;
    list[i].stays_because = "the engine cannot route the rest of the fabric";
  }
  return list;
}

std::vector<std::vector<DrainedPart>> ways_to_drain(std::span<const DrainedPart> parts,
                                                    const std::vector<bool>& in_use) {
  constexpr std::size_t kMostAlone = 4;
  std::vector<std::vector<DrainedPart>> ways = {{parts.begin(), parts.end()}};
  const auto add = [&](const std::vector<bool>& taken) {
    std::vector<DrainedPart> way = take_back(parts, taken);
    if (std::ranges::find(ways, way) == ways.end()) ways.push_back(std::move(way));
  };
  std::vector<bool> taken;
  for (const DrainedPart& part : parts) taken.push_back(part.reason == DrainReason::kFlapping);
  add(taken);
  std::vector<std::size_t> service;
  for (std::size_t i = parts.size(); i-- > 0;) {
    if (!taken[i]) service.push_back(i);
  }
  std::stable_partition(service.begin(), service.end(), [&](std::size_t i) { return in_use[i]; });
  for (std::size_t i = 0; i < service.size() && i < kMostAlone; ++i) {
    taken[service[i]] = true;
    add(taken);
    taken[service[i]] = false;
  }
  for (const std::size_t i : service) taken[i] = in_use[i];
  add(taken);
  add(std::vector<bool>(parts.size(), true));
  return ways;
}

}  // namespace weft
