// Slim Fly: M. Besta, T. Hoefler, Slim Fly: A Cost Effective Low-Diameter Network Topology, SC
// 2014, of the graphs of B. D. McKay, M. Miller, J. Siran, A Note on Large Graphs of Diameter Two
// and Given Maximum Degree, Journal of Combinatorial Theory B 74, 1998.
#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "common/fabric/generators/drawing.h"
#include "common/fabric/generators/finite_field.h"
#include "common/fabric/generators/generators.h"

namespace weft {
namespace {

// The differences between neighbours in a column, for the given half (0, 1). Powers of a primitive
// element: even ones in half 0, odd ones in half 1. If -1 is not an even power, both change parity
// half way, so that each element's negative is included.
std::vector<unsigned> differences(const FiniteField& field, unsigned half) {
  const unsigned q = field.size();
  std::vector<unsigned> set;
  if (q % 4 == 3) {
    const unsigned w = (q + 1) / 4;
    for (unsigned i = 0; i < w; ++i) set.push_back(field.power(half + 2 * i));
    for (unsigned i = 0; i < w; ++i) set.push_back(field.power(2 * w - 1 + half + 2 * i));
  } else {
    for (unsigned i = half; i < q; i += 2) set.push_back(field.power(i));
    if (q % 4 == 1) set.resize((q - 1) / 2);
  }
  return set;
}

// One link for each pair of elements whose difference is in the set; at each end, the port of the
// difference as seen from that end.
void join_column(FabricDrawing& drawing, const FiniteField& field, NodeId first,
                 const std::vector<unsigned>& set) {
  std::vector<unsigned> port_of(field.size());
  for (unsigned i = 0; i < set.size(); ++i) port_of[set[i]] = 1 + i;
  for (unsigned from = 0; from < field.size(); ++from) {
    for (const unsigned difference : set) {
      const unsigned to = field.add(from, difference);
      if (from > to) continue;
      drawing.link(first + from, port_of[difference], first + to, port_of[field.minus(difference)],
                   1);
    }
  }
}

}  // namespace

Fabric make_slim_fly(const SlimFlySpec& spec) {
  const unsigned q = spec.q;
  check_prime_power("a Slim Fly", q);
  if (q < 3) throw BadInput("a Slim Fly needs a q of at least 3");
  const std::uint64_t inside = q % 4 == 1 ? q / 2 : (q + std::uint64_t{1}) / 2;
  const std::uint64_t degree = q + inside;
  const std::uint64_t cas = spec.cas.value_or(static_cast<unsigned>((degree + 1) / 2));
  const std::uint64_t switches = times(2, times(q, q));
  FabricDrawing drawing(
      "a Slim Fly",
      {.switches = switches, .switch_ports = degree + cas, .cas = times(switches, cas)}, spec.link);

  const FiniteField field(q);
  const NodeId half = q * q;
  for (NodeId s = 0; s < 2 * half; ++s) {
    drawing.add_switch(fmt::format("switch ({},{},{})", s / half, s / q % q, s % q), degree + cas);
  }
  for (unsigned h = 0; h < 2; ++h) {
    const std::vector<unsigned> set = differences(field, h);
    for (unsigned column = 0; column < q; ++column) {
      join_column(drawing, field, h * half + column * q, set);
    }
  }
  // (0,x,y) and (1,m,c) are neighbours if the point (x,y) is on the line y = m x + c.
  for (unsigned x = 0; x < q; ++x) {
    for (unsigned y = 0; y < q; ++y) {
      for (unsigned m = 0; m < q; ++m) {
        const unsigned c = field.add(y, field.minus(field.times(m, x)));
        drawing.link(x * q + y, 1 + inside + m, half + m * q + c, 1 + inside + x, 1);
      }
    }
  }
  for (NodeId s = 0; s < 2 * half; ++s) {
    drawing.attach_cas(s, 1 + degree, static_cast<unsigned>(cas));
  }
  return drawing.build();
}

}  // namespace weft
