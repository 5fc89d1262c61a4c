#include "common/export/host_torus.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace weft {
namespace {

std::size_t cell_of(const TorusPlace& dims, const TorusPlace& place) {
  return place[0] + std::size_t{dims[0]} * (place[1] + std::size_t{dims[1]} * place[2]);
}

std::size_t cell_count(const TorusPlace& dims) { return std::size_t{dims[0]} * dims[1] * dims[2]; }

// By place: the first host of the place; kNone: no host.
std::vector<std::uint32_t> first_hosts(const SwitchTorus& torus, const ExportedHosts& hosts) {
  std::vector<std::uint32_t> first(cell_count(torus.radix), kNone);
  for (std::uint32_t h = 0; h < hosts.list.size(); ++h) {
    const auto& place = torus.places[hosts.list[h].home];
    if (!place) continue;
    std::uint32_t& at = first[cell_of(torus.radix, *place)];
    at = std::min(at, h);
  }
  return first;
}

}  // namespace

SwitchTorus in_order_of_hosts(SwitchTorus torus, const ExportedHosts& hosts) {
  const std::vector<std::uint32_t> first = first_hosts(torus, hosts);
  const auto least = std::min_element(first.begin(), first.end());
  if (least == first.end() || *least == kNone) return torus;
  const TorusPlace origin = *torus.places[hosts.list[*least].home];
  struct Axis {
    std::uint32_t first_host;  // at one step up in the dimension
    std::size_t dimension;
    bool is_turned;
  };
  std::array<Axis, 3> axes{};
  for (std::size_t d = 0; d < 3; ++d) {
    const std::uint32_t radix = torus.radix[d];
    TorusPlace up = origin, down = origin;
    up[d] = (origin[d] + 1) % radix;
    down[d] = (origin[d] + radix - 1) % radix;
    const std::uint32_t above = first[cell_of(torus.radix, up)];
    const std::uint32_t below = first[cell_of(torus.radix, down)];
    axes[d] = {radix == 1 ? kNone : std::min(above, below), d, below < above};
  }
  std::stable_sort(axes.begin(), axes.end(),
                   [](const Axis& a, const Axis& b) { return a.first_host < b.first_host; });
  SwitchTorus turned;
  for (std::size_t i = 0; i < 3; ++i) turned.radix[i] = torus.radix[axes[i].dimension];
  for (const auto& place : torus.places) {
    turned.places.emplace_back(place);
    for (std::size_t i = 0; place && i < 3; ++i) {
      const std::size_t d = axes[i].dimension;
      const std::uint32_t steps = axes[i].is_turned ? origin[d] + torus.radix[d] - (*place)[d]
                                                    : (*place)[d] + torus.radix[d] - origin[d];
      (*turned.places.back())[i] = steps % torus.radix[d];
    }
  }
  return turned;
}

HostTorus find_host_torus(const ExportedHosts& hosts, const SwitchTorus& torus,
                          std::vector<std::string>& remarks) {
  std::vector<std::vector<std::uint32_t>> at(cell_count(torus.radix));
  std::uint32_t elsewhere = 0;
  std::size_t most = 1;
  HostTorus result;
  for (std::uint32_t h = 0; h < hosts.list.size(); ++h) {
    const auto& place = torus.places[hosts.list[h].home];
    if (!place) {
      ++elsewhere;
      continue;
    }
    if (result.name.empty()) result.name = fmt::format("torus-{}", hosts.list[h].name);
    auto& here = at[cell_of(torus.radix, *place)];
    here.push_back(h);
    most = std::max(most, here.size());
  }
  result.dims = torus.radix;
  result.dims[0] *= static_cast<std::uint32_t>(most);
  // Places are in the order of cells.
  for (const std::vector<std::uint32_t>& here : at) {
    result.cells.insert(result.cells.end(), here.begin(), here.end());
    result.cells.insert(result.cells.end(), most - here.size(), kNone);
  }
  if (elsewhere > 0) {
    remarks.push_back(fmt::format(
        "{} hosts are on switches that have no place in the torus: they are left out", elsewhere));
  }
  return result;
}

}  // namespace weft
