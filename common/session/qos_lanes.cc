#include "common/session/qos_lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>

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

// The numbers of data VLs of the ports that lead to nodes of a kind.
std::vector<std::uint8_t> numbers_of_vls(const Fabric& fabric, PeerKind kind) {
  std::array<bool, kDropVl + 1> is_there = {};
  for (const Port& port : fabric.all_ports()) {
    if (port.kind == kind) is_there[std::min<std::size_t>(port.link.data_vls, kDropVl)] = true;
  }
  std::vector<std::uint8_t> numbers;
  numbers.reserve(is_there.size());
  for (std::uint8_t data_vls = 1; data_vls <= kDropVl; ++data_vls) {
    if (is_there[data_vls]) numbers.push_back(data_vls);
  }
  return numbers;
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
  const Sl2Vl::Map map = parse_sl2vl_option(qos.switches.sl2vl.c_str());
  const auto configured = static_cast<VlSet>((1u << qos.most_data_vls) - 1);
  const auto unusable = static_cast<VlSet>(unserved | ~configured);
  LaneSettings lanes = {lane_budget(map, fabric, unusable, unsent_sls(qos, fabric)), map};
  lanes.budget.vls = qos.most_data_vls;
  return lanes;
}

SlSet unsent_sls(const QosOptions& qos, std::uint8_t data_vls) {
  if (!qos.is_on) return 0;
  // The SLs that a port with arbitration tables of full size sends.
  const auto sent = [&](const QosTables& tables) {
    constexpr std::uint8_t kLargestRoom = 32;
    const Sl2Vl::Map map = parse_sl2vl_option(tables.sl2vl.c_str());
    // OpenSM writes no tables to a port with one VL.
    const unsigned served =
        data_vls == 1 ? 1 : VlArbitration(tables).served({kLargestRoom, kLargestRoom}, data_vls);
    unsigned sls = 0;
    for (unsigned sl = 0; sl < map.size(); ++sl) {
      const bool is_sent = map[sl] != kDropVl && (served >> fold_vl(map[sl], data_vls) & 1) != 0;
      if (is_sent) sls |= 1u << sl;
    }
    return sls;
  };
  return static_cast<SlSet>(sent(qos.switches) & ~sent(qos.cas));
}

SlSet unsent_sls(const QosOptions& qos, const Fabric& fabric) {
  unsigned unsent = 0;
  for (const std::uint8_t data_vls : numbers_of_vls(fabric, PeerKind::kEndPort)) {
    unsent |= unsent_sls(qos, data_vls);
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
  const VlArbitration tables(qos.switches);
  unsigned unserved = 0;
  for (const std::uint8_t data_vls : numbers_of_vls(fabric, PeerKind::kSwitch)) {
    const std::uint8_t room = std::max(kUsualRoom, data_vls);
    unserved |= ((1u << data_vls) - 1) & ~tables.served({room, room}, data_vls, levels);
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
  const QosTables usual;
  const QosTables& own = qos.switches;
  if (levels.empty() || !qos.is_on) return sentences;
  if (parse_sl2vl_option(own.sl2vl.c_str()) != parse_sl2vl_option(usual.sl2vl.c_str())) {
    sentences.emplace_back(
        "qos_sl2vl and qos_swe_sl2vl have no effect on switches: this engine writes its own SL2VL "
        "maps");
  }
  if (own.vlarb_high == usual.vlarb_high && own.vlarb_low == usual.vlarb_low) return sentences;
  const VlArbitration tables(own);
  for (std::size_t level = 0; level < levels.size(); ++level) {
    if (tables.serves_alike(levels[level])) continue;
    sentences.push_back(fmt::format(
        "qos_swe_vlarb_high and qos_swe_vlarb_low give VLs of QoS level {} different weights: its "
        "packets change between these VLs, so each gets the mean instead; give {} the same weight",
        level, joined_vls(levels[level])));
  }
  return sentences;
}

std::vector<std::string> qos_sentences(const QosOptions& qos, const Fabric& fabric,
                                       const Routing& routing, const Sl2Vl::Map& map,
                                       VlSet unserved) {
  if (routing.sl2vl == nullptr) {
    std::vector<std::string> sentences = unserved_sls(map, unserved);
    std::ranges::move(unsent_sentences(unsent_sls(qos, fabric)), std::back_inserter(sentences));
    return sentences;
  }
  std::vector<std::string> sentences = overruled_options(qos, routing.qos_levels);
  std::ranges::move(unserved_levels(routing.qos_levels, unserved), std::back_inserter(sentences));
  return sentences;
}

}  // namespace weft
