#include "common/export/exported_hosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "common/base/natural_order.h"
#include "common/base/text.h"
#include "common/export/hostlist.h"
#include "common/fabric/counts.h"
#include "common/graph/pieces.h"

namespace weft {
namespace {

constexpr std::size_t kLongestHostname = 64;  // Linux's HOST_NAME_MAX
// A «host» with more cards is probably several hosts with one name.
constexpr std::size_t kManyCards = 32;

bool is_hostname(std::string_view word) {
  return !word.empty() && word.size() <= kLongestHostname && word.front() != '-' &&
         std::all_of(word.begin(), word.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  c == '.' || c == '-' || c == '_';
         });
}

// Is the word the default name of a freshly installed system?
bool is_nobody(std::string_view word) {
  return word == "localhost" || word.starts_with("localhost.");
}

// A port with its sort keys.
struct NamedPort {
  std::string_view host;   // empty: without a name
  std::string_view label;  // the rest of the node description: «HCA-1», «mlx5_0»
  EndPortIndex index;
};

NamedPort named_port(const Fabric& fabric, EndPortIndex e) {
  const std::string_view description = trim(fabric.end_port_name(e));
  Scanner scanner(description);
  const std::string_view word = scanner.word();
  const bool is_named =
      !is_default_description(description) && is_hostname(word) && !is_nobody(word);
  return {is_named ? word : std::string_view(), trim(scanner.rest()), e};
}

// Named by the system GUID of its CA.
std::string name_by_guid(const EndPort& port) {
  return fmt::format("ca-{:016x}", port.system_guid != 0 ? port.system_guid : port.node_guid);
}

class HostFinder {
 public:
  HostFinder(const Fabric& fabric, const PortSelection* only) : fabric_(fabric), only_(only) {}

  ExportedHosts find() {
    collect_ports();
    ExportedHosts hosts;
    const bool any_named = std::any_of(ports_.begin(), ports_.end(),
                                       [](const NamedPort& port) { return !port.host.empty(); });
    ByName by_name;
    for (const NamedPort& port : ports_) {
      if (!port.host.empty()) {
        by_name[std::string(port.host)].push_back(port);
      } else if (!any_named) {
        by_name[name_by_guid(fabric_.end_ports()[port.index])].push_back(port);
      }
    }
    remark_on_nameless(any_named, hosts.remarks);
    for (auto& [name, ports] : by_name) hosts.list.push_back(host(name, ports, hosts.remarks));
    remark_on_namesakes(by_name, hosts.remarks);
    std::sort(
        hosts.list.begin(), hosts.list.end(),
        [](const ExportedHost& a, const ExportedHost& b) { return natural_less(a.name, b.name); });
    find_homes(hosts.list);
    return hosts;
  }

 private:
  void collect_ports() {
    for (EndPortIndex e = 0; e < fabric_.end_port_count(); ++e) {
      if (!is_host_port(fabric_, e) || (only_ != nullptr && !only_->has_end_port(e))) continue;
      ports_.push_back(named_port(fabric_, e));
      label_[e] = ports_.back().label;
    }
  }

  ExportedHost host(const std::string& name, std::vector<NamedPort>& ports,
                    std::vector<std::string>& remarks) const {
    std::sort(ports.begin(), ports.end(), [&](const NamedPort& a, const NamedPort& b) {
      if (a.label != b.label) return natural_less(a.label, b.label);
      const EndPort &x = fabric_.end_ports()[a.index], &y = fabric_.end_ports()[b.index];
      return std::tie(x.node_guid, x.port_num, a.index) <
             std::tie(y.node_guid, y.port_num, b.index);
    });
    ExportedHost host{name, {}, fabric_.end_ports()[ports.front().index].sw};
    std::vector<Guid> cards;
    for (const NamedPort& port : ports) {
      host.ports.push_back(port.index);
      cards.push_back(fabric_.end_ports()[port.index].node_guid);
    }
    std::sort(cards.begin(), cards.end());
    cards.erase(std::unique(cards.begin(), cards.end()), cards.end());
    if (cards.size() > kManyCards) {
      remarks.push_back(fmt::format("{} CAs are called {}: they are taken for one host",
                                    cards.size(), quote(name)));
    }
    return host;
  }

  void remark_on_nameless(bool any_named, std::vector<std::string>& remarks) const {
    std::size_t count = 0;
    EndPortIndex example = kNone;
    for (const NamedPort& port : ports_) {
      if (!port.host.empty()) continue;
      ++count;
      if (example == kNone) example = port.index;
    }
    if (count == 0) return;
    remarks.push_back(fmt::format(
        "{} ports of CAs have no hostname in their node description, {} for example, and {}: "
        "rdma-ndd gives hosts their names",
        count, fabric_.describe_end_port(example),
        any_named ? "are left out" : "are called by GUID, since none has"));
  }

  using ByName = std::map<std::string, std::vector<NamedPort>, std::less<>>;

  // Ports with the same description on different islands may belong to different hosts. ports:
  // sorted by label.
  void remark_on_namesakes(const ByName& by_name, std::vector<std::string>& remarks) const {
    const Pieces pieces = find_pieces(fabric_);
    const auto piece = [&](const NamedPort& port) {
      return pieces.of[fabric_.end_ports()[port.index].sw];
    };
    std::size_t count = 0;
    std::string_view example;
    for (const auto& [name, ports] : by_name) {
      const bool found =
          std::ranges::adjacent_find(ports, [&](const NamedPort& a, const NamedPort& b) {
            return a.label == b.label && piece(a) != piece(b);
          }) != ports.end();
      if (found && count++ == 0) example = name;
    }
    if (count == 0) return;
    remarks.push_back(fmt::format(
        "{} hosts, {} for example, have CAs of one description in parts of the fabric that no link "
        "joins, and are listed once: if these are different hosts, give them different names",
        count, example));
  }

  // Switch, label and port number: ports that agree in these are of one rail.
  using Rail = std::tuple<SwitchIndex, std::string_view, PortNum>;
  Rail rail_of(EndPortIndex e) const {
    const EndPort& port = fabric_.end_ports()[e];
    return {port.sw, label_.at(e), port.port_num};
  }

  // By majority of the hosts that share a rail: most of them have not lost their earlier ports.
  void find_homes(std::vector<ExportedHost>& hosts) const {
    std::map<Rail, std::map<SwitchIndex, std::uint32_t>> votes;
    for (const ExportedHost& host : hosts) {
      for (const EndPortIndex e : host.ports) ++votes[rail_of(e)][host.home];
    }
    for (ExportedHost& host : hosts) {
      const auto& homes = votes[rail_of(host.ports.front())];
      std::uint32_t most = homes.at(host.home);
      const SwitchIndex own = host.home;
      for (const auto& [home, count] : homes) {
        if (home == own || count <= most) continue;
        most = count;
        host.home = home;
      }
    }
  }

  const Fabric& fabric_;
  const PortSelection* only_;
  std::vector<NamedPort> ports_;
  std::map<EndPortIndex, std::string_view> label_;
};

}  // namespace

bool is_default_description(std::string_view description) {
  return description.find("Mellanox Technologies") != std::string_view::npos;
}

ExportedHosts find_exported_hosts(const Fabric& fabric, const PortSelection* only) {
  return HostFinder(fabric, only).find();
}

}  // namespace weft
