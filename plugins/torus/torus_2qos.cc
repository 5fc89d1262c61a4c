#include "plugins/torus/torus_2qos.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/fabric/counts.h"
#include "common/graph/pieces.h"
#include "common/graph/switch_graph.h"
#include "common/repair/around_missing.h"
#include "common/repair/fabric_match.h"
#include "common/repair/translate.h"
#include "common/topology/product_labels.h"
#include "common/topology/whole_product.h"
#include "common/verify/lane_walk.h"
#include "common/verify/verify.h"
#include "plugins/torus/seeded_torus.h"
#include "plugins/torus/torus.h"
#include "plugins/torus/torus_lanes.h"
#include "plugins/torus/torus_tables.h"
#include "plugins/torus/torus_tree.h"

namespace weft {
namespace {

// The most pairs of a missing link and a LID with which the whole torus is repaired: each takes
// some 20 us.
constexpr std::uint64_t kMostToRepair = 400'000;

// The product of a fabric that is one product.
const Product& only(const ProductLabels& labels) {
  if (labels.products.empty()) throw CannotRoute("the fabric is no torus and no mesh");
  if (labels.products.size() > 1) {
    throw CannotRoute(fmt::format("the fabric is in {} pieces", labels.products.size()));
  }
  return labels.products.front();
}

class Torus2Qos {
 public:
  Torus2Qos(const RouteRequest& request, Tables rows)
      : request_(request),
        fabric_(request.fabric),
        rows_(rows),
        conf_(std::get_if<TorusConf>(&request.options.torus_conf)),
        data_vls_(std::min(fewest_data_vls(fabric_), request.lanes.vls)) {}

  Routing route() {
    if (const auto* fault = std::get_if<FileFault>(&request_.options.torus_conf)) {
      throw CannotRoute(fault->reason);
    }
    const RegularPart part = find_regular_part(fabric_);
    const Fabric& regular = part.fabric ? *part.fabric : fabric_;
    const Torus torus = place(regular, only(part.labels));
    check_vls(torus);
    const std::optional<WholeProduct> whole = with_whole_products(regular, part.labels);
    Routing routing = !part.fabric && (!whole || suits_stock(torus))
                          ? of_places(torus)
                          : around_missing({regular, torus, whole});
    say_what_it_is(torus, routing);
    if (conf_ != nullptr) {
      std::ranges::move(differences(regular, torus, *conf_), std::back_inserter(routing.warnings));
    }
    return routing;
  }

 private:
  Torus place(const Fabric& fabric, const Product& product) const {
    return conf_ == nullptr ? torus_of(product, fabric.switch_count())
                            : seeded_torus(fabric, product, *conf_);
  }

  bool follows_stock() const { return request_.options.balance == Balance::kSwitch; }
  bool suits_stock(const Torus& torus) const {
    // Packets that turn back around a missing switch need separate VLs.
    const bool has_vls = data_vls_ >= 4 || fabric_.switch_count() == torus.place_count();
    return follows_stock() && has_vls && suits_stock_rule(torus, TorusPorts(fabric_, torus));
  }

  void check_vls(const Torus& torus) const {
    const bool has_ring = std::ranges::any_of(
        torus.dimensions(), [](const TorusDimension& d) { return !d.is_mesh && d.radix > 2; });
    if (data_vls_ >= 2 || !has_ring) return;
    throw CannotRoute(
        request_.lanes.vls < 2
            ? "a torus needs two virtual lanes: set qos TRUE in opensm.conf"
            : "a torus needs two virtual lanes, but some link between switches has only one (see "
              "max_op_vls)");
  }

  Routing of_whole(const Fabric& fabric, const Torus& torus, Tables rows) const {
    const TorusPorts ports(fabric, torus);
    Routing routing;
    SlBySwitch sls = write_torus_tables(
        {fabric, torus, ports, follows_stock() ? TorusRule::kStock : TorusRule::kWhole,
         conf_ == nullptr ? std::span<const PortNum>() : conf_->port_order, request_.workers},
        rows);
    if (torus.dimensions().size() < kMostTorusDimensions) sls.from_hint = kSecondLevel;
    routing.lanes = std::move(sls);
    routing.sl2vl = torus_sl2vl(fabric, torus, data_vls_);
    routing.qos_levels = qos_levels(torus.dimensions().size());
    routing.multicast.masters.push_back(grow_torus_tree(fabric, torus, ports));
    routing.notes.coordinates = coordinates(torus, fabric.switch_count());
    return routing;
  }

  // By switch; at least x, y and z.
  static std::vector<std::vector<std::uint16_t>> coordinates(const Torus& torus,
                                                             std::uint32_t switch_count) {
    std::vector<std::vector<std::uint16_t>> result(switch_count);
    for (SwitchIndex s = 0; s < switch_count; ++s) {
      if (torus.place_of(s) == kNone) continue;
      result[s].resize(std::max(kTorusDimensions, torus.dimensions().size()));
      for (std::uint32_t d = 0; d < torus.dimensions().size(); ++d) {
        result[s][d] = static_cast<std::uint16_t>(torus.coordinate(torus.place_of(s), d));
      }
    }
    return result;
  }

  // For a fabric that is a complete torus by its links. A conf may have more places.
  Routing of_places(const Torus& torus) const {
    Routing routing = of_whole(fabric_, torus, rows_);
    if (is_whole(torus) || leads_everywhere(verdict_of(routing))) return routing;
    return without_turning_back(FabricMatch(fabric_, fabric_), routing);
  }

  bool is_whole(const Torus& torus) const {
    const TorusPorts ports(fabric_, torus);
    for (Torus::Place place = 0; place < torus.place_count(); ++place) {
      if (torus.switch_at(place) == kNone) return false;
      for (std::uint32_t d = 0; d < torus.dimensions().size(); ++d) {
        const auto& [radix, is_mesh] = torus.dimensions()[d];
        const bool is_last = torus.coordinate(place, d) + 1u == radix;
        if (radix == 1 || (is_mesh && is_last)) continue;
        if (ports.ports(torus.switch_at(place), way_up(d)).empty()) return false;
      }
    }
    return true;
  }

  Verdict verdict_of(const Routing& routing) const {
    return verify({fabric_, rows_, routing.lanes, routing.sl2vl.get(), &routing.multicast},
                  request_.workers);
  }
  static bool leads_everywhere(const Verdict& verdict) {
    return verdict.reaches_all() && verdict.credit_loop.empty();
  }

  // A torus that lacks parts, or that has switches beside it.
  struct Incomplete {
    const Fabric& regular;  // without the switches beside it
    const Torus& torus;     // of `regular`
    const std::optional<WholeProduct>& whole;

    bool has_all_switches_of(const Fabric& fabric) const {
      return regular.switch_count() == fabric.switch_count();
    }
    std::uint64_t to_repair() const {
      return whole ? std::uint64_t{whole->added_links} * regular.max_lid() : 0;
    }
  };

  // A routing by the rule of whole tori, and the repair of what the requested fabric lacks of it.
  struct Start {
    Start(const Torus2Qos& engine, const Fabric& fabric, const Torus& torus)
        : block(fabric.switch_count(), fabric.max_lid()),
          routing(engine.of_whole(fabric, torus, block.tables())),
          from_hint(std::get<SlBySwitch>(routing.lanes).from_hint),
          missing(&fabric == &engine.fabric_ ? engine.missing_entries(block.tables())
                                             : std::vector<std::pair<Lid, SwitchIndex>>()) {
      std::get<SlBySwitch>(routing.lanes).from_hint = 0;
      around.emplace(engine.request_, fabric, block.tables(), routing, missing);
    }

    TableBlock block;
    Routing routing;
    Sl from_hint;
    std::vector<std::pair<Lid, SwitchIndex>> missing;
    std::optional<AroundMissing> around;
  };

  // A repair begins with the whole torus, and spreads the paths over missing parts over the links
  // beside them. Or it begins with the fabric as it is: where a ring lacks one part, paths take the
  // other way round, and only where it lacks several entries are missing. Then links of such
  // rings carry up to twice the mean, which a repair of the whole torus is not better than if many
  // paths are to be repaired; that takes longer, and more often some pair gets no path.
  Routing around_missing(const Incomplete& given) const {
    const Fabric whole =
        with_all_of_products(given.whole ? Fabric(given.whole->fabric) : Fabric(given.regular));
    const Torus torus = place(whole, only(find_products(SwitchGraph(whole))));
    const bool has_rings = given.has_all_switches_of(fabric_);
    std::optional<Start> from_whole;
    std::optional<Start> from_rings;
    for (const Sparing sparing : {Sparing::kNothing, Sparing::kTurns}) {
      std::optional<Routing> repaired;
      if (!has_rings || given.to_repair() <= kMostToRepair) {
        repaired = repair(from_whole, whole, torus, sparing);
      }
      if (!repaired && has_rings) repaired = repair(from_rings, fabric_, given.torus, sparing);
      if (repaired) return *std::move(repaired);
    }
    TableBlock block(whole.switch_count(), whole.max_lid());
    return without_turning_back(FabricMatch(whole, fabric_),
                                of_whole(whole, torus, block.tables()));
  }

  // The (LID, switch) without an entry, of pairs that links connect, ascending.
  std::vector<std::pair<Lid, SwitchIndex>> missing_entries(ConstTables tables) const {
    const Pieces pieces = find_pieces(fabric_);
    std::vector<std::pair<Lid, SwitchIndex>> missing;
    for (SwitchIndex s = 0; s < fabric_.switch_count(); ++s) {
      const PortNum* const row = tables.row(s);
      for (std::size_t l = 1; l <= fabric_.max_lid(); ++l) {
        if (row[l] != kNoPath) continue;
        const auto lid = static_cast<Lid>(l);
        const SwitchIndex to = fabric_.destination_switch(lid);
        if (to != kNone && pieces.of[s] == pieces.of[to]) missing.emplace_back(lid, s);
      }
    }
    std::ranges::sort(missing);
    return missing;
  }

  // Pairs without a path on their SL may get any other SL of the first QoS level. With kTurns, if
  // these do not suffice, they may get those of the second level, which then no other pairs have.
  // Both levels have the same paths, on separate VLs, so only one level is repaired.
  // Nothing: some pairs have no path.
  std::optional<Routing> repair(std::optional<Start>& start, const Fabric& fabric,
                                const Torus& torus, Sparing sparing) const {
    const unsigned sls = 1u << torus.dimensions().size();
    const LaneBudget first{.lanes = lanes_of_sls(0, sls)};
    std::vector<Lane> reserve;
    if (sparing == Sparing::kTurns && sls <= kSecondLevel && data_vls_ >= 8) {
      reserve = lanes_of_sls(kSecondLevel, kSecondLevel + sls);
    }
    try {
      if (!start) start.emplace(*this, fabric, torus);
      fill_no_path(rows_);
      Routing repaired = start->around->repaired(first, reserve, sparing, true, rows_);
      if (!reserve.empty() && sls_in_use(repaired.lanes) >> kSecondLevel != 0) {
        repaired.remarks.push_back(
            "so much of the torus is missing that some paths need the lanes of the second QoS "
            "level: there is only one level");
      } else {
        std::get<SlBySwitch>(repaired.lanes).from_hint = start->from_hint;
      }
      const Verdict verdict = verdict_of(repaired);
      if (leads_everywhere(verdict) && verdict.credit_loop_multicast.empty()) return repaired;
    } catch (const Stopped&) {
      throw;
    } catch (const CannotRoute&) {  // some pair has no path
    }
    return std::nullopt;
  }

  // Paths that close no cycle on one lane close none on any VLs, so all SLs can stay.
  Routing without_turning_back(const FabricMatch& from_whole, const Routing& whole) const {
    const auto nue = std::ranges::find(request_.engines, "nue", &EngineInfo::name);
    if (nue == request_.engines.end()) throw CannotRoute("too much of the torus is missing");
    fill_no_path(rows_);
    RouteRequest on_one_lane = request_;
    on_one_lane.lanes = LaneBudget{};
    Routing routing = (*nue)->route(on_one_lane, rows_);
    routing.lanes = translate_lanes(from_whole, whole.lanes);
    routing.sl2vl = translate_sl2vl(from_whole, whole.sl2vl);
    routing.qos_levels = whole.qos_levels;
    routing.notes = translate_notes(from_whole, whole.notes);
    routing.remarks.push_back(
        "so much of the torus is missing that engine nue routes all paths on one lane; SLs are "
        "those of the torus");
    return routing;
  }

  bool has_end_port_on_one_vl() const {
    return std::ranges::any_of(fabric_.all_ports(), [](const Port& port) {
      return port.kind == PeerKind::kEndPort && port.link.data_vls < 2;
    });
  }

  void say_what_it_is(const Torus& torus, Routing& routing) const {
    routing.remarks.push_back(fmt::format("a torus of {}", describe(torus.dimensions())));
    if (data_vls_ < 4) {
      routing.remarks.push_back(fmt::format(
          "links have {} VLs: paths around missing switches need 4, a second QoS level 8",
          data_vls_));
    } else if (torus.dimensions().size() == kMostTorusDimensions) {
      routing.remarks.push_back("four dimensions leave no bit of the SL for a second QoS level");
    } else if (data_vls_ < 8) {
      routing.remarks.push_back(fmt::format(
          "links have {} VLs: both QoS levels share them; 8 would separate the levels", data_vls_));
    } else if (has_end_port_on_one_vl()) {
      routing.remarks.emplace_back("both QoS levels share the links to end ports that have one VL");
    }
  }

  const RouteRequest& request_;
  const Fabric& fabric_;
  Tables rows_;
  const TorusConf* conf_;  // null: none
  unsigned data_vls_;      // of all links between switches
};

Routing route_torus_2qos(const RouteRequest& request, Tables rows) {
  return Torus2Qos(request, rows).route();
}

}  // namespace

const EngineInfo& torus_2qos_engine() {
  static constexpr EngineInfo kEngine = {
      "torus-2QoS", "tori and meshes on two virtual lanes, with two levels of QoS",
      Claims{.credit_loop_free = true}, &route_torus_2qos};
  return kEngine;
}

}  // namespace weft
