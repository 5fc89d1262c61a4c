// PolarFly: K. Lakhotia, M. Besta, L. Monroe, K. Isham, P. Iff, T. Hoefler, F. Petrini, PolarFly: A
// Cost-Effective and Flexible Low-Diameter Topology, SC 2022, of the polarity graphs of P. Erdos,
// A. Renyi, V. T. Sos (On a Problem of Graph Theory, 1966) and W. G. Brown (On Graphs that do not
// Contain a Thomsen Graph, 1966).
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <vector>

#include "common/fabric/generators/drawing.h"
#include "common/fabric/generators/finite_field.h"
#include "common/fabric/generators/generators.h"

namespace weft {
namespace {

using Point = std::array<unsigned, 3>;

// The points of the projective plane over a field: of vectors that are multiples of each other, the
// one whose first coordinate other than 0 is 1. (0,0,1), (0,1,z), (1,y,z).
Point point(unsigned q, unsigned number) {
  if (number == 0) return {0, 0, 1};
  if (number <= q) return {0, 1, number - 1};
  return {1, (number - q - 1) / q, (number - q - 1) % q};
}

bool are_orthogonal(const FiniteField& field, const Point& a, const Point& b) {
  unsigned sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum = field.add(sum, field.times(a[i], b[i]));
  return sum == 0;
}

}  // namespace

Fabric make_polar_fly(const PolarFlySpec& spec) {
  const unsigned q = spec.q;
  check_prime_power("a PolarFly", q);
  const std::uint64_t degree = std::uint64_t{q} + 1;
  const std::uint64_t cas = spec.cas.value_or(static_cast<unsigned>((degree + 1) / 2));
  const std::uint64_t switches = times(q, q) + q + 1;
  FabricDrawing drawing(
      "a PolarFly",
      {.switches = switches, .switch_ports = degree + cas, .cas = times(switches, cas)}, spec.link);

  const FiniteField field(q);
  std::vector<Point> points;
  for (NodeId s = 0; s < switches; ++s) {
    points.push_back(point(q, s));
    drawing.add_switch(fmt::format("switch ({},{},{})", points[s][0], points[s][1], points[s][2]),
                       degree + cas);
  }
  std::vector<std::uint64_t> next_port(points.size(), 1);
  for (NodeId a = 0; a < points.size(); ++a) {
    for (NodeId b = a + 1; b < points.size(); ++b) {
      if (are_orthogonal(field, points[a], points[b])) {
        drawing.link(a, next_port[a]++, b, next_port[b]++, 1);
      }
    }
  }
  for (NodeId s = 0; s < points.size(); ++s) {
    drawing.attach_cas(s, 1 + degree, static_cast<unsigned>(cas));
  }
  return drawing.build();
}

}  // namespace weft
