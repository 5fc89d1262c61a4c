#include "common/session/qos_lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "common/base/text.h"
#include "common/options/vl_arbitration.h"

namespace weft {
namespace {

constexpr Sl kNoSl = 255;

unsigned most_data_vls(const Fabric& fabric) {
  unsigned most = 1;
  for (const Port& port : fabric.all_ports()) {
    if (port.kind == PeerKind::kSwitch) most = std::max<unsigned>(most, port.link.data_vls);
  }
  return most;
}

// «VLs 0, 1, 2, 3»
std::string joined_vls(VlSet set) { return "VLs " + joined(numbers_in(set), ", "); }

}  // namespace

Sl2Vl::Map parse_sl2vl_option(const char* list) {
  Sl2Vl::Map map = {};
  for (Vl& vl : map) {
    char* end = nullptr;
    vl = static_cast<Vl>(std::strtoul(list, &end, 0) & 15);
    list = *end == '\0' ? end : end + 1;
  }
  return map;
}

LaneBudget lane_budget(const Sl2Vl::Map& map, const Fabric& fabric, VlSet unserved, SlSet unsent) {
  std::array<Sl, kDropVl> lowest;
  lowest.fill(kNoSl);
  for (unsigned sl = kSls; sl-- > 0;) {
    if (map[sl] != kDropVl && (unsent >> sl & 1) == 0) lowest[map[sl]] = static_cast<Sl>(sl);
  }
  LaneBudget budget;
  budget.lanes.clear();
  const std::size_t vls = std::min<std::size_t>(lowest.size(), most_data_vls(fabric));
  for (std::size_t vl = 0; vl < vls; ++vl) {
    if (lowest[vl] == kNoSl || (unserved >> vl & 1) != 0) continue;
    budget.lanes.push_back({lowest[vl], static_cast<Vl>(vl)});
  }
  return budget.lanes.empty() ? LaneBudget{} : budget;
}

LaneSettings qos_lanes(const QosOptions& qos, const Fabric& fabric, VlSet unserved) {
  if (!qos.is_on) return {};
  const Sl2Vl::Map map = parse_sl2vl_option(qos.sl2vl.c_str());
  const auto configured = static_cast<VlSet>((1u << qos.most_data_vls) - 1);
  const auto unusable = static_cast<VlSet>(unserved | ~configured);
  LaneSettings lanes = {lane_budget(map, fabric, unusable, unsent_sls(qos, fabric)), map};
  lanes.budget.vls = qos.most_data_vls;
  return lanes;
}

SlSet unsent_sls(const QosOptions& qos, std::uint8_t data_vls) {
  if (!qos.is_on) return 0;
  // The SLs that a port with arbitration tables of full size sends.
  const auto sent = [&](const std::string& sl2vl, const std::string& high, const std::string& low) {
    constexpr std::uint8_t kLargestRoom = 32;
    const Sl2Vl::Map map = parse_sl2vl_option(sl2vl.c_str());
    // OpenSM writes no tables to a port with one VL.
    const unsigned served = data_vls == 1 ? 1
                                          : VlArbitration(high.c_str(), low.c_str())
                                                .served({kLargestRoom, kLargestRoom}, data_vls);
    unsigned sls = 0;
    for (unsigned sl = 0; sl < map.size(); ++sl) {
      const bool is_sent = map[sl] != kDropVl && (served >> fold_vl(map[sl], data_vls) & 1) != 0;
      if (is_sent) sls |= 1u << sl;
    }
    return sls;
  };
  return static_cast<SlSet>(sent(qos.sl2vl, qos.vlarb_high, qos.vlarb_low) &
                            ~sent(qos.ca_sl2vl, qos.ca_vlarb_high, qos.ca_vlarb_low));
}

SlSet unsent_sls(const QosOptions& qos, const Fabric& fabric) {
  std::array<bool, kDropVl + 1> is_there = {};  // by number of data VLs
  for (const EndPort& end_port : fabric.end_ports()) {
    const std::uint8_t data_vls = fabric.ports(end_port.sw)[end_port.switch_port].link.data_vls;
    is_there[std::min<std::size_t>(data_vls, kDropVl)] = true;
  }
  unsigned unsent = 0;
  for (std::uint8_t data_vls = 1; data_vls <= kDropVl; ++data_vls) {
    if (is_there[data_vls]) unsent |= unsent_sls(qos, data_vls);
  }
  return static_cast<SlSet>(unsent);
}

std::vector<std::string> unsent_sentences(SlSet unsent) {
  if (unsent == 0) return {};
  return {fmt::format(
      "some CAs do not send packets with SLs {}: qos_ca_sl2vl maps these to VL 15, or to a VL "
      "without weight in qos_ca_vlarb_high and qos_ca_vlarb_low; no lane has such an SL",
      joined(numbers_in(unsent), ", "))};
}

VlSet unserved_vls(const QosOptions& qos, const Fabric& fabric, std::span<const VlSet> levels) {
  if (!qos.is_on) return 0;
  constexpr std::uint8_t kUsualRoom = 8;
  const VlArbitration arbitration(qos.vlarb_high.c_str(), qos.vlarb_low.c_str());
  std::array<bool, kDropVl + 1> is_there = {};  // by number of data VLs
  for (const Port& port : fabric.all_ports()) {
    if (port.kind != PeerKind::kSwitch) continue;
    is_there[std::min<std::size_t>(port.link.data_vls, kDropVl)] = true;
  }
  unsigned unserved = 0;
  for (std::uint8_t data_vls = 1; data_vls <= kDropVl; ++data_vls) {
    if (!is_there[data_vls]) continue;
    const std::uint8_t room = std::max(kUsualRoom, data_vls);
    unserved |= ((1u << data_vls) - 1) & ~arbitration.served({room, room}, data_vls, levels);
  }
  return static_cast<VlSet>(unserved);
}

std::vector<std::string> unserved_sls(const Sl2Vl::Map& map, VlSet unserved) {
  std::vector<std::string> sentences;
  for (unsigned sl = 0; sl < map.size(); ++sl) {
    if ((unserved >> map[sl] & 1) == 0) continue;
    sentences.push_back(fmt::format(
        "SL {} is mapped to VL {}, which has no weight in qos_swe_vlarb_high and "
        "qos_swe_vlarb_low: switches do not forward its packets, and no path uses that lane",
        sl, map[sl]));
  }
  return sentences;
}

std::vector<std::string> unserved_levels(std::span<const VlSet> levels, VlSet unserved) {
  std::vector<std::string> sentences;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const auto vls = static_cast<VlSet>(levels[level] & unserved);
    if (vls == 0) continue;
    sentences.push_back(
        fmt::format("QoS level {} is mapped to {}, which have no weight in qos_swe_vlarb_high and "
                    "qos_swe_vlarb_low, or no room in the arbitration table of some port: switches "
                    "do not forward its packets",
                    level, joined_vls(vls)));
  }
  return sentences;
}

std::vector<std::string> overruled_options(const QosOptions& qos, std::span<const VlSet> levels) {
  std::vector<std::string> sentences;
  const QosOptions usual;
  if (levels.empty() || !qos.is_on) return sentences;
  const auto map_of = [](const QosOptions& of) { return parse_sl2vl_option(of.sl2vl.c_str()); };
  if (map_of(qos) != map_of(usual)) {
    sentences.emplace_back(
        "qos_sl2vl and qos_swe_sl2vl have no effect on switches: this engine writes its own SL2VL "
        "maps");
  }
  if (qos.vlarb_high == usual.vlarb_high && qos.vlarb_low == usual.vlarb_low) return sentences;
  const VlArbitration arbitration(qos.vlarb_high.c_str(), qos.vlarb_low.c_str());
  for (std::size_t level = 0; level < levels.size(); ++level) {
    if (arbitration.serves_alike(levels[level])) continue;
    sentences.push_back(fmt::format(
        "qos_swe_vlarb_high and qos_swe_vlarb_low give VLs of QoS level {} different weights: its "
        "packets change between these VLs, so each gets the mean instead; give {} the same weight",
        level, joined_vls(levels[level])));
  }
  return sentences;
}

}  // namespace weft
