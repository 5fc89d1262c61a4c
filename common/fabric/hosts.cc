#include "common/fabric/hosts.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "common/base/text.h"
#include "common/fabric/counts.h"

namespace weft {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes a run of digits, or one other character, from the front.
std::string_view take_piece(std::string_view& text) {
  std::size_t length = 1;
  if (is_digit(text.front())) {
    while (length < text.size() && is_digit(text[length])) ++length;
  }
  const std::string_view piece = text.substr(0, length);
  text.remove_prefix(length);
  return piece;
}

std::string_view without_zeros(std::string_view number) {
  return number.substr(std::min(number.find_first_not_of('0'), number.size() - 1));
}

// A port by what it is told by.
struct Named {
  std::string_view host;
  std::string_view description;
  Guid node_guid;
  PortNum port;
  EndPortIndex index;
};

bool less(const Named& a, const Named& b) {
  if (a.host != b.host) return natural_less(a.host, b.host);
  if (a.description != b.description) return natural_less(a.description, b.description);
  return std::pair(a.node_guid, a.port) < std::pair(b.node_guid, b.port);
}

// ports: those of one name, in their order.
bool are_one_host(std::span<const Named> ports) {
  if (ports.front().host.empty()) return false;
  for (std::size_t i = 1; i < ports.size(); ++i) {
    if (ports[i].description == ports[i - 1].description &&
        ports[i].node_guid != ports[i - 1].node_guid) {
      return false;
    }
  }
  return true;
}

void add_hosts(std::span<const Named> ports, std::vector<Host>& hosts) {
  const bool one = are_one_host(ports);
  Guid node = 0;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (i == 0 || (!one && ports[i].node_guid != node)) hosts.push_back({ports[i].host, {}});
    node = ports[i].node_guid;
    hosts.back().rails.push_back(ports[i].index);
  }
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  const std::string_view all_a = a;
  const std::string_view all_b = b;
  while (!a.empty() && !b.empty()) {
    const std::string_view x = take_piece(a);
    const std::string_view y = take_piece(b);
    if (!is_digit(x.front()) || !is_digit(y.front())) {
      if (x.front() != y.front()) return x.front() < y.front();
      continue;
    }
    const std::string_view m = without_zeros(x);
    const std::string_view n = without_zeros(y);
    if (m.size() != n.size()) return m.size() < n.size();
    if (m != n) return m < n;
  }
  if (a.empty() != b.empty()) return a.empty();
  return all_a < all_b;
}

std::vector<Host> find_hosts(const Fabric& fabric) {
  std::vector<Named> ports;
  ports.reserve(fabric.end_port_count());
  for (EndPortIndex e = 0; e < fabric.end_port_count(); ++e) {
    if (!is_host_port(fabric, e)) continue;
    const EndPort& port = fabric.end_ports()[e];
    const std::string_view description = trim(fabric.end_port_name(e));
    ports.push_back({Scanner(description).word(), description, port.node_guid, port.port_num, e});
  }
  std::sort(ports.begin(), ports.end(), less);

  std::vector<Host> hosts;
  for (std::size_t first = 0, last = 0; first < ports.size(); first = last) {
    while (last < ports.size() && ports[last].host == ports[first].host) ++last;
    add_hosts(std::span(ports).subspan(first, last - first), hosts);
  }
  return hosts;
}

}  // namespace weft
