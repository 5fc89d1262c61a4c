#include "common/live/subnet.h"

#include <fmt/format.h>

#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>

#include "common/base/error.h"
#include "common/live/switch_tables.h"

namespace weft {
namespace {

class Reader {
 public:
  Reader(MadPort& port, const ExchangeLimits& limits,
         const std::function<void(const ReadingProgress&)>& progress)
      : exchange_(port, limits), progress_(progress) {}

  LiveSubnet read() {
    find_nodes();
    const auto tell_on = [&] { tell(); };
    read_switch_tables(exchange_, subnet_, tell_on);
    if (has_lanes(subnet_)) read_lane_maps(exchange_, subnet_, tell_on);
    subnet_.requests = exchange_.sent();
    subnet_.out_of_time = exchange_.out_of_time();
    return std::move(subnet_);
  }

 private:
  // A request about a node, sent to the node itself or through a port of a neighbour.
  struct Pending {
    SmpAttribute attribute = SmpAttribute::kNodeInfo;
    std::uint32_t near = kNone;  // the node with port `through`; kNone: this host
    PortNum through = 0;         // 0: the request is to `near` itself
    std::uint32_t about = kNone;
    PortNum port = 0;  // of a PortInfo
  };

  void find_nodes();
  void ask(const Pending& pending);
  Exchange::Question question_of(std::uint64_t tag) const;
  void answered(const Pending& pending, const Mad* answer);
  void met(const Pending& pending, const Mad* answer);
  std::uint32_t node_of(const Pending& pending, const NodeInfo& info);
  void note_port(const Pending& pending, const Mad* answer);
  LivePort& port(std::uint32_t node, PortNum port) { return subnet_.nodes[node].ports[port]; }
  void tell();

  Exchange exchange_;
  const std::function<void(const ReadingProgress&)>& progress_;
  LiveSubnet subnet_;
  ReadingProgress so_far_;
  std::unordered_map<Guid, std::uint32_t> node_of_guid_;
  std::unordered_map<std::uint64_t, Pending> pending_;  // by tag
  std::deque<std::uint64_t> unasked_;                   // tags
  std::uint64_t last_tag_ = 0;
};

void Reader::find_nodes() {
  ask({});
  exchange_.run(
      [&]() -> std::optional<Exchange::Question> {
        if (unasked_.empty()) return std::nullopt;
        const std::uint64_t tag = unasked_.front();
        unasked_.pop_front();
        return question_of(tag);
      },
      [&](std::uint64_t tag, const Mad* answer) {
        answered(pending_.extract(tag).mapped(), answer);
        tell();
      });
  if (subnet_.nodes.empty()) {
    throw BadInput("the port of this host does not answer: is it up, and may this user send SMPs?");
  }
}

void Reader::ask(const Pending& pending) {
  pending_.emplace(++last_tag_, pending);
  unasked_.push_back(last_tag_);
}

Exchange::Question Reader::question_of(std::uint64_t tag) const {
  const Pending& pending = pending_.at(tag);
  DirectPath path;
  if (pending.near != kNone) {
    path = subnet_.nodes[pending.near].path;
    if (pending.through != 0) path = path.through(pending.through);
  }
  return {smp_request(path, pending.attribute, pending.port), 0, tag};
}

void Reader::answered(const Pending& pending, const Mad* answer) {
  switch (pending.attribute) {
    case SmpAttribute::kNodeInfo:
      met(pending, answer);
      break;
    case SmpAttribute::kNodeDescription:
      if (answer != nullptr) {
        subnet_.nodes[pending.about].name = read_description(attribute_of(*answer));
      }
      break;
    case SmpAttribute::kSwitchInfo:
      subnet_.nodes[pending.about].no_switch_info = answer == nullptr;
      if (answer != nullptr) {
        subnet_.nodes[pending.about].sw = read_switch_info(attribute_of(*answer));
      }
      break;
    default:
      note_port(pending, answer);
      break;
  }
}

// Handles the answer, or its absence, from the other side of a port.
void Reader::met(const Pending& pending, const Mad* answer) {
  const bool is_this_host = pending.near == kNone;
  std::optional<NodeInfo> info;
  if (answer != nullptr) info = read_node_info(attribute_of(*answer));
  const auto known = info ? node_of_guid_.find(info->node_guid) : node_of_guid_.end();
  // A neighbour that is a switch reports an external port. A known node keeps its type and ports.
  if (info && !is_this_host && info->port == 0) info.reset();
  if (info && known != node_of_guid_.end()) {
    const NodeInfo& before = subnet_.nodes[known->second].info;
    if (before.type != info->type || info->port > before.port_count) info.reset();
  }
  if (!info) {
    if (!is_this_host) port(pending.near, pending.through).is_silent = true;
    return;
  }
  const std::uint32_t node = node_of(pending, *info);
  if (!is_this_host) {
    port(pending.near, pending.through).peer = node;
    port(pending.near, pending.through).peer_port = info->port;
  }
  if (info->type == NodeType::kSwitch || port(node, info->port).guid != 0) return;
  port(node, info->port).guid = info->port_guid;
  ask({SmpAttribute::kPortInfo, pending.near, pending.through, node, info->port});
}

// The node with the reported GUID; adds it if it is new.
std::uint32_t Reader::node_of(const Pending& pending, const NodeInfo& info) {
  const auto [found, is_new] =
      node_of_guid_.try_emplace(info.node_guid, static_cast<std::uint32_t>(subnet_.nodes.size()));
  const std::uint32_t node = found->second;
  if (!is_new) return node;
  if (subnet_.nodes.size() >= kMaxUnicastLid) {
    throw BadInput(
        fmt::format("more than {} nodes answer, and a subnet has no more LIDs: the last "
                    "one says that it is 0x{:016x}",
                    kMaxUnicastLid, info.node_guid));
  }
  const bool is_switch = info.type == NodeType::kSwitch;
  ++(is_switch ? so_far_.switches : so_far_.end_nodes);
  LiveNode& added = subnet_.nodes.emplace_back();
  added.info = info;
  added.ports.resize(info.port_count + std::size_t{1});
  if (pending.near != kNone) {
    added.path = subnet_.nodes[pending.near].path.through(pending.through);
  }
  ask({SmpAttribute::kNodeDescription, node, 0, node, 0});
  if (!is_switch) return node;
  ask({SmpAttribute::kSwitchInfo, node, 0, node, 0});
  for (unsigned p = 0; p <= info.port_count; ++p) {
    ask({SmpAttribute::kPortInfo, node, 0, node, static_cast<PortNum>(p)});
  }
  return node;
}

void Reader::note_port(const Pending& pending, const Mad* answer) {
  LiveNode& node = subnet_.nodes[pending.about];
  if (answer == nullptr) {
    ++node.ports_unanswered;
    return;
  }
  LivePort& here = node.ports[pending.port];
  here.answered = true;
  here.info = read_port_info(attribute_of(*answer));
  if (pending.port == 0 || !here.info.is_linked) return;
  // A directed route cannot pass through a CA, but it begins at the port of this host.
  if (node.info.type != NodeType::kSwitch && pending.near != kNone) return;
  if (node.path.hops == DirectPath::kMostHops) {
    here.is_silent = true;
    return;
  }
  ask({SmpAttribute::kNodeInfo, pending.about, pending.port, kNone, 0});
}

void Reader::tell() {
  if (!progress_) return;
  so_far_.requests = exchange_.sent();
  progress_(so_far_);
}

}  // namespace

LiveSubnet read_subnet(MadPort& port, const ExchangeLimits& limits,
                       const std::function<void(const ReadingProgress&)>& progress) {
  return Reader(port, limits, progress).read();
}

}  // namespace weft
