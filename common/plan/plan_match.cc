#include "common/plan/plan_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "common/base/text.h"
#include "common/export/exported_hosts.h"
#include "common/export/switch_names.h"
#include "common/fabric/counts.h"
#include "common/fabric/guid_index.h"
#include "common/fabric/hosts.h"

namespace weft {
namespace {

// Points for a likely pair of switches: a matched neighbour, the same port of the neighbour, the
// same port of the switch.
constexpr std::uint32_t kNeighbour = 1;
constexpr std::uint32_t kPortOfNeighbour = 8;
constexpr std::uint32_t kOwnPort = 2;
// A switch with fewer links is accepted with any name.
constexpr std::uint32_t kFewLinks = 2;
constexpr std::size_t kMostSeeds = 32;
constexpr std::uint64_t kMostSeedWork = 20'000'000;

// Normalises a name: «leaf1» for «MF0;leaf01:MQM8700/U1», «leaf-01/U1» and «Leaf 1». Removes
// leading zeros and capitals, unifies separators, and drops the chip «U1».
std::string as_people_write(std::string_view description) {
  std::string text;
  for (char c : plain_switch_name(description)) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-' || c == '_' || c == '.') c = ' ';
    const auto is_digit = [](char d) { return d >= '0' && d <= '9'; };
    // Skip a leading zero.
    if (is_digit(c) && !text.empty() && text.back() == '0' &&
        (text.size() == 1 || !is_digit(text[text.size() - 2]))) {
      text.pop_back();
    }
    text += c;
  }
  if (text.ends_with(" u1")) text.resize(text.size() - 3);
  return text;
}

// Nodes by a unique key; kNone: several nodes have the key.
template <typename KeyOf>
std::map<std::string, std::uint32_t> unique_keys(std::uint32_t count, KeyOf key_of) {
  std::map<std::string, std::uint32_t> keys;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::string key = key_of(i);
    if (key.empty()) continue;
    const auto [place, is_new] = keys.try_emplace(std::move(key), i);
    if (!is_new) place->second = kNone;
  }
  return keys;
}

class PlanMatcher {
 public:
  PlanMatcher(const PlannedFabric& plan, const Fabric& there)
      : given_(plan), plan_(plan.fabric), there_(there) {
    match_.switch_there.assign(plan_.switch_count(), kNone);
    match_.switch_planned.assign(there_.switch_count(), kNone);
    match_.port_there.assign(plan_.end_port_count(), kNone);
    match_.port_planned.assign(there_.end_port_count(), kNone);
    match_.switch_by.assign(plan_.switch_count(), MatchedBy::kNothing);
    match_.port_by.assign(plan_.end_port_count(), MatchedBy::kNothing);
  }

  PlanMatch run() && {
    if (given_.has_guids) match_guids();
    match_switch_names();
    match_hosts();
    match_port_names();
    compare_ports();
    doubt_names();
    grow();
    const bool is_any =
        std::ranges::any_of(match_.switch_there, [](SwitchIndex s) { return s != kNone; });
    if (!is_any) try_seeds();
    match_ports_in_place();
    return std::move(match_);
  }

 private:
  void match(SwitchIndex planned, SwitchIndex there, MatchedBy by) {
    match_.switch_there[planned] = there;
    match_.switch_planned[there] = planned;
    match_.switch_by[planned] = by;
  }
  void match_port(EndPortIndex planned, EndPortIndex there, MatchedBy by) {
    match_.port_there[planned] = there;
    match_.port_planned[there] = planned;
    match_.port_by[planned] = by;
  }
  bool is_free(SwitchIndex planned, SwitchIndex there) const {
    return match_.switch_there[planned] == kNone && match_.switch_planned[there] == kNone;
  }
  bool is_port_free(EndPortIndex planned, EndPortIndex there) const {
    return match_.port_there[planned] == kNone && match_.port_planned[there] == kNone;
  }

  void match_guids() {
    for (SwitchIndex p = 0; p < plan_.switch_count(); ++p) {
      const Guid guid = plan_.switches()[p].node_guid;
      const SwitchIndex s = is_made_up(guid) ? kNone : find_switch(there_, guid);
      if (s != kNone && is_free(p, s)) match(p, s, MatchedBy::kGuid);
    }
    const EndPortsOfNodes nodes(there_);
    for (EndPortIndex p = 0; p < plan_.end_port_count(); ++p) {
      const EndPort& planned = plan_.end_ports()[p];
      if (is_made_up(planned.node_guid)) continue;
      EndPortIndex found = find_end_port(there_, planned.node_guid);
      for (const auto& [guid, e] : nodes.of(planned.node_guid)) {
        if (there_.end_ports()[e].port_num == planned.port_num) found = e;
      }
      if (found != kNone && is_port_free(p, found)) match_port(p, found, MatchedBy::kGuid);
    }
  }

  void match_switch_names() {
    const auto as_it_is = [](std::string_view name) { return std::string(trim(name)); };
    match_keys(as_it_is);
    match_keys(as_people_write);
  }

  template <typename KeyOf>
  void match_keys(KeyOf key_of) {
    const auto keys = [&](const Fabric& fabric) {
      return unique_keys(fabric.switch_count(), [&](SwitchIndex s) {
        const std::string_view name = fabric.switch_name(s);
        return is_default_description(name) ? std::string() : key_of(name);
      });
    };
    const auto there = keys(there_);
    for (const auto& [key, planned] : keys(plan_)) {
      const auto found = there.find(key);
      if (planned == kNone || found == there.end() || found->second == kNone) continue;
      if (is_free(planned, found->second)) match(planned, found->second, MatchedBy::kName);
    }
  }

  void match_hosts() {
    const std::vector<Host> planned = find_hosts(plan_);
    const std::vector<Host> there = find_hosts(there_);
    const auto keys = [](const std::vector<Host>& hosts) {
      return unique_keys(static_cast<std::uint32_t>(hosts.size()),
                         [&](std::uint32_t h) { return std::string(hosts[h].name); });
    };
    const auto names = keys(there);
    for (const auto& [name, h] : keys(planned)) {
      const auto found = names.find(name);
      if (h == kNone || found == names.end() || found->second == kNone) continue;
      match_host(planned[h], there[found->second]);
    }
  }

  // Matches whole descriptions: «node-1_HCA-2» and «node-1 HCA-2» are the same.
  void match_port_names() {
    const auto keys = [](const Fabric& fabric) {
      return unique_keys(fabric.end_port_count(), [&](EndPortIndex e) {
        return fmt::format("{} {}", as_people_write(fabric.end_port_name(e)),
                           fabric.end_ports()[e].port_num);
      });
    };
    const auto there = keys(there_);
    for (const auto& [key, p] : keys(plan_)) {
      const auto found = there.find(key);
      if (p == kNone || found == there.end() || found->second == kNone) continue;
      if (is_port_free(p, found->second)) match_port(p, found->second, MatchedBy::kName);
    }
  }

  void match_host(const Host& planned, const Host& there) {
    if (planned.rails.size() == there.rails.size()) {
      for (std::size_t r = 0; r < planned.rails.size(); ++r) {
        if (is_port_free(planned.rails[r], there.rails[r])) {
          match_port(planned.rails[r], there.rails[r], MatchedBy::kName);
        }
      }
      return;
    }
    // Match by description, then by place, then by order.
    const auto has_same_name = [&](EndPortIndex p, EndPortIndex e) {
      return plan_.end_port_name(p) == there_.end_port_name(e) &&
             plan_.end_ports()[p].port_num == there_.end_ports()[e].port_num;
    };
    const auto is_same_switch = [&](EndPortIndex p, EndPortIndex e) {
      return match_.switch_there[plan_.end_ports()[p].sw] == there_.end_ports()[e].sw;
    };
    const auto is_same_place = [&](EndPortIndex p, EndPortIndex e) {
      return is_same_switch(p, e) &&
             plan_.end_ports()[p].switch_port == there_.end_ports()[e].switch_port;
    };
    const auto any = [](EndPortIndex, EndPortIndex) { return true; };
    match_rails(planned, there, has_same_name);
    match_rails(planned, there, is_same_place);
    match_rails(planned, there, is_same_switch);
    match_rails(planned, there, any);
  }

  template <typename IsSame>
  void match_rails(const Host& planned, const Host& there, IsSame is_same) {
    for (const EndPortIndex p : planned.rails) {
      for (const EndPortIndex e : there.rails) {
        if (is_port_free(p, e) && is_same(p, e)) {
          match_port(p, e, MatchedBy::kName);
          break;
        }
      }
    }
  }

  // The matched neighbour of a planned port, as a node of the fabric.
  struct Neighbour {
    PeerKind kind = PeerKind::kNothing;
    std::uint32_t index = kNone;

    // NOLINTNEXTLINE(modernize-use-nullptr): it is compared with 0, which is no pointer
    friend auto operator<=>(const Neighbour&, const Neighbour&) = default;
  };
  Neighbour planned_neighbour(const Port& port) const {
    if (port.kind == PeerKind::kSwitch) return {port.kind, match_.switch_there[port.peer]};
    if (port.kind == PeerKind::kEndPort) return {port.kind, match_.port_there[port.peer]};
    return {};
  }
  bool is_matched(const Port& port) const {
    if (port.kind == PeerKind::kSwitch) return match_.switch_planned[port.peer] != kNone;
    return port.kind == PeerKind::kEndPort && match_.port_planned[port.peer] != kNone;
  }

  bool knows_port(SwitchIndex planned, std::size_t port) const {
    return given_.is_port_known[plan_.switches()[planned].first_port + port];
  }

  // Compares a planned switch with one of the fabric by their links to matched nodes.
  struct Fit {
    std::uint32_t planned = 0;
    std::uint32_t there = 0;
    std::uint32_t common = 0;      // links that both have
    std::uint32_t same_ports = 0;  // common links with the same ports at both ends
  };
  Fit fit_of(SwitchIndex planned, SwitchIndex s) const {
    Fit fit;
    std::map<Neighbour, std::uint32_t> wanted;
    for (std::size_t n = 1; n < plan_.ports(planned).size(); ++n) {
      const Port& port = plan_.ports(planned)[n];
      const Neighbour neighbour = planned_neighbour(port);
      if (neighbour.index == kNone) continue;
      ++fit.planned;
      ++wanted[neighbour];
      if (n >= there_.ports(s).size()) continue;
      const Port& same = there_.ports(s)[n];
      const bool is_far_end_alike =
          port.kind == PeerKind::kEndPort || same.peer_port == port.peer_port;
      fit.same_ports += same.kind == neighbour.kind && same.peer == neighbour.index &&
                        is_far_end_alike && knows_port(planned, n);
    }
    for (const Port& port : there_.ports(s)) {
      if (!is_matched(port)) continue;
      ++fit.there;
      const auto found = wanted.find({port.kind, port.peer});
      if (found == wanted.end() || found->second == 0) continue;
      --found->second;
      ++fit.common;
    }
    return fit;
  }

  void compare_ports() {
    std::uint64_t common = 0;
    std::uint64_t same = 0;
    for (SwitchIndex p = 0; p < plan_.switch_count(); ++p) {
      if (match_.switch_there[p] == kNone) continue;
      const Fit fit = fit_of(p, match_.switch_there[p]);
      common += fit.common;
      same += fit.same_ports;
    }
    match_.are_ports_alike = common > 0 && 2 * same >= common;
  }

  std::uint32_t fitting(const Fit& fit) const {
    return match_.are_ports_alike ? fit.same_ports : fit.common;
  }

  void doubt_names() {
    std::vector<std::tuple<SwitchIndex, SwitchIndex, MatchedBy>> doubtful;
    for (SwitchIndex p = 0; p < plan_.switch_count(); ++p) {
      const SwitchIndex s = match_.switch_there[p];
      if (s == kNone) continue;
      const Fit fit = fit_of(p, s);
      if (fit.planned >= kFewLinks && fit.there >= kFewLinks && 2 * fitting(fit) < fit.planned) {
        doubtful.emplace_back(p, s, match_.switch_by[p]);
      }
    }
    if (doubtful.empty()) return;
    for (const auto& [p, s, by] : doubtful) {
      match_.switch_there[p] = match_.switch_planned[s] = kNone;
      match_.switch_by[p] = MatchedBy::kNothing;
    }
    grow();
    for (const auto& [p, s, by] : doubtful) {
      if (is_free(p, s) || match_.switch_there[p] == s) match(p, s, by);
    }
  }

  // --- By place ---------------------------------------------------------------------------------

  using SwitchPair = std::pair<SwitchIndex, SwitchIndex>;              // of the plan, of the fabric
  using Likely = std::tuple<std::uint32_t, SwitchIndex, SwitchIndex>;  // points first; sorted so
                                                                       // that the last is the best

  void grow() {
    likely_.clear();
    queue_ = {};
    for (SwitchIndex p = 0; p < plan_.switch_count(); ++p) {
      if (match_.switch_there[p] != kNone) vote(p, match_.switch_there[p]);
    }
    for (EndPortIndex p = 0; p < plan_.end_port_count(); ++p) {
      if (match_.port_there[p] != kNone) vote_of_port(p, match_.port_there[p]);
    }
    while (!queue_.empty()) {
      const auto [votes, not_p, not_s] = queue_.top();
      queue_.pop();
      const SwitchIndex p = ~not_p;
      const SwitchIndex s = ~not_s;
      if (!is_free(p, s) || !is_likely_enough(p, s)) continue;
      match(p, s, MatchedBy::kPlace);
      vote(p, s);
    }
  }

  // A neighbour of a matched planned switch may be any neighbour of its fabric switch.
  void vote(SwitchIndex planned, SwitchIndex s) {
    for (std::size_t n = 1; n < plan_.ports(planned).size(); ++n) {
      const Port& port = plan_.ports(planned)[n];
      if (port.kind != PeerKind::kSwitch || match_.switch_there[port.peer] != kNone) continue;
      for (std::size_t m = 1; m < there_.ports(s).size(); ++m) {
        const Port& other = there_.ports(s)[m];
        if (other.kind != PeerKind::kSwitch || match_.switch_planned[other.peer] != kNone) continue;
        const bool is_known = knows_port(planned, n) && knows_port(port.peer, port.peer_port);
        add_votes({port.peer, other.peer},
                  kNeighbour + (is_known && n == m ? kPortOfNeighbour : 0) +
                      (is_known && port.peer_port == other.peer_port ? kOwnPort : 0));
      }
    }
  }
  void vote_of_port(EndPortIndex planned, EndPortIndex e) {
    const EndPort& port = plan_.end_ports()[planned];
    const EndPort& other = there_.end_ports()[e];
    if (!is_free(port.sw, other.sw)) return;
    add_votes({port.sw, other.sw}, kNeighbour + kPortOfNeighbour +
                                       (port.switch_port == other.switch_port ? kOwnPort : 0));
  }
  void add_votes(SwitchPair pair, std::uint32_t votes) {
    const std::uint64_t key = std::uint64_t{pair.first} << 32 | pair.second;
    const std::uint32_t all = likely_[key] += votes;
    queue_.emplace(all, ~pair.first, ~pair.second);
    ++work_;
  }

  bool is_likely_enough(SwitchIndex planned, SwitchIndex s) const {
    if (is_seeded_) return true;
    const Fit fit = fit_of(planned, s);
    const std::uint32_t least = std::min(fit.planned, fit.there);
    const std::uint32_t most = std::max(fit.planned, fit.there);
    if (2 * fit.common < least || 3 * fit.common < most || fit.common == 0) return false;
    if (!has_name(plan_, planned) || !has_name(there_, s)) return true;
    // Different names are a hint against a match, so most links must fit.
    return 3 * fitting(fit) >= 2 * fit.planned;
  }
  static bool has_name(const Fabric& fabric, SwitchIndex s) {
    return !trim(fabric.switch_name(s)).empty() && !is_default_description(fabric.switch_name(s));
  }

  // --- Without names ----------------------------------------------------------------------------

  static std::tuple<std::size_t, std::size_t> degrees(const Fabric& fabric, SwitchIndex s) {
    std::size_t switches = 0;
    std::size_t ends = 0;
    for (const Port& port : fabric.ports(s)) {
      switches += port.kind == PeerKind::kSwitch;
      ends += port.kind == PeerKind::kEndPort;
    }
    return {switches, ends};
  }

  // Candidates in the fabric for the plan's first switch of the rarest kind.
  std::pair<SwitchIndex, std::vector<SwitchIndex>> seeds() const {
    std::map<std::tuple<std::size_t, std::size_t>, std::vector<SwitchIndex>> planned, there;
    for (SwitchIndex p = 0; p < plan_.switch_count(); ++p) planned[degrees(plan_, p)].push_back(p);
    for (SwitchIndex s = 0; s < there_.switch_count(); ++s) {
      there[degrees(there_, s)].push_back(s);
    }
    SwitchIndex rarest = kNone;
    const std::vector<SwitchIndex>* candidates = nullptr;
    for (const auto& [kind, switches] : planned) {
      const auto same = there.find(kind);
      if (same == there.end()) continue;
      if (candidates != nullptr && same->second.size() >= candidates->size()) continue;
      rarest = switches.front();
      candidates = &same->second;
    }
    return {rarest, candidates == nullptr ? std::vector<SwitchIndex>() : *candidates};
  }

  void try_seeds() {
    const PlanMatch nothing = match_;
    PlanMatch best = match_;
    std::uint64_t most = 0;
    std::uint64_t links = 0;  // counted at both ends
    for (const Port& port : plan_.all_ports()) links += port.kind == PeerKind::kSwitch;
    const auto [planned, candidates] = seeds();
    is_seeded_ = true;
    for (std::size_t i = 0; i < std::min(candidates.size(), kMostSeeds); ++i) {
      if (work_ > kMostSeedWork || most == links) break;
      match_ = nothing;
      match(planned, candidates[i], MatchedBy::kPlace);
      grow();
      std::uint64_t common = 0;
      for (SwitchIndex p = 0; p < plan_.switch_count(); ++p) {
        if (match_.switch_there[p] != kNone) common += fit_of(p, match_.switch_there[p]).common;
      }
      if (common <= most) continue;
      most = common;
      best = match_;
    }
    match_ = 10 * most >= 9 * links ? best : nothing;
    compare_ports();
  }

  // --- End ports --------------------------------------------------------------------------------

  // Matches end ports without a useful name by switch port; if no host has a useful name, by
  // switch.
  void match_ports_in_place() {
    const bool are_named =
        std::ranges::any_of(match_.port_by, [](MatchedBy by) { return by != MatchedBy::kNothing; });
    for (const bool is_any_port : {false, true}) {
      if (is_any_port && are_named) break;
      for (EndPortIndex p = 0; p < plan_.end_port_count(); ++p) {
        if (match_.port_there[p] != kNone) continue;
        const EndPort& port = plan_.end_ports()[p];
        const SwitchIndex s = match_.switch_there[port.sw];
        if (s == kNone) continue;
        for (std::size_t n = 1; n < there_.ports(s).size(); ++n) {
          const Port& other = there_.ports(s)[n];
          if (other.kind != PeerKind::kEndPort || (!is_any_port && n != port.switch_port)) continue;
          if (!is_port_free(p, other.peer) || !is_host_port(there_, other.peer)) continue;
          match_port(p, other.peer, MatchedBy::kPlace);
          break;
        }
      }
    }
  }

  const PlannedFabric& given_;
  const Fabric& plan_;
  const Fabric& there_;
  PlanMatch match_;
  std::unordered_map<std::uint64_t, std::uint32_t> likely_;  // votes by pair of switches
  std::priority_queue<Likely> queue_;
  std::uint64_t work_ = 0;  // votes
  bool is_seeded_ = false;
};

}  // namespace

PlanMatch match_plan(const PlannedFabric& plan, const Fabric& there) {
  return PlanMatcher(plan, there).run();
}

}  // namespace weft
