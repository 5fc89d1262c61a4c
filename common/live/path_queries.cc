#include "common/live/path_queries.h"

#include <cstddef>
#include <optional>

#include "common/fabric/counts.h"
#include "common/live/attributes.h"
#include "common/live/mad.h"

namespace weft {

std::uint64_t count_path_queries(const Fabric& fabric) {
  std::uint64_t sources = 0;
  std::uint64_t lids = 0;
  std::uint64_t own = 0;  // pairs of a port and its own LIDs
  for (const EndPort& port : fabric.end_ports()) {
    sources += port.lid != 0;
    lids += lids_of(port).count;
    own += lids_of(port).count;
  }
  return sources * lids - own;
}

QueriedSls query_path_sls(MadPort& port, Lid administration, const Fabric& fabric,
                          const ExchangeLimits& limits) {
  QueriedSls queried;
  queried.sls.rows.resize(fabric.end_port_count());
  for (std::vector<Sl>& row : queried.sls.rows) row.resize(fabric.max_lid() + std::size_t{1});
  EndPortIndex from = 0;
  std::uint32_t to = 0;  // the LID of the last question
  const auto next = [&]() -> std::optional<Exchange::Question> {
    for (; from < fabric.end_port_count(); ++from, to = 0) {
      const EndPort& source = fabric.end_ports()[from];
      while (source.lid != 0 && ++to <= fabric.max_lid()) {
        const LidOwner owner = fabric.owner(static_cast<Lid>(to));
        if (owner.kind != PeerKind::kEndPort || owner.index == from) continue;
        return Exchange::Question{path_request(source.lid, static_cast<Lid>(to)), administration,
                                  std::uint64_t{from} << 32 | to};
      }
    }
    return std::nullopt;
  };
  Exchange exchange(port, limits);
  exchange.run(next, [&](std::uint64_t tag, const Mad* answer) {
    if (answer == nullptr) {
      ++queried.unanswered;
    } else {
      queried.sls.rows[tag >> 32][tag & 0xFFFFFFFF] = read_path_sl(attribute_of(*answer));
    }
  });
  return queried;
}

}  // namespace weft
