#include "plugins/opensm/stock_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <variant>

#include "common/options/option_table.h"
#include "plugins/opensm/lanes.h"
#include "plugins/opensm/vl_arbitration.h"

namespace weft {
namespace {

// Where an option stands in OpenSM's structure.
using StockPath = char* osm_subn_opt_t::*;
using StockMember =
    std::variant<boolean_t osm_subn_opt_t::*, std::uint8_t osm_subn_opt_t::*,
                 std::uint16_t osm_subn_opt_t::*, std::uint32_t osm_subn_opt_t::*, StockPath>;

// The bridge's column of the table of options.
struct StockOption {
  const OptionRow* option;
  StockMember member;
};
constexpr StockOption kStockOptions[] = {
    {&option("port_profile_switch_nodes"), &osm_subn_opt_t::port_profile_switch_nodes},
    {&option("port_shifting"), &osm_subn_opt_t::port_shifting},
    {&option("scatter_ports"), &osm_subn_opt_t::scatter_ports},
    {&option("guid_routing_order_no_scatter"), &osm_subn_opt_t::guid_routing_order_no_scatter},
    {&option("connect_roots"), &osm_subn_opt_t::connect_roots},
    {&option("max_reverse_hops"), &osm_subn_opt_t::max_reverse_hops},
    {&option("quasi_ftree_indexing"), &osm_subn_opt_t::quasi_ftree_indexing},
    {&option("lash_start_vl"), &osm_subn_opt_t::lash_start_vl},
    {&option("nue_max_num_vls"), &osm_subn_opt_t::nue_max_num_vls},
    {&option("nue_include_switches"), &osm_subn_opt_t::nue_include_switches},
    {&option("avoid_throttled_links"), &osm_subn_opt_t::avoid_throttled_links},
    {&option("root_guid_file"), &osm_subn_opt_t::root_guid_file},
    {&option("ids_guid_file"), &osm_subn_opt_t::ids_guid_file},
    {&option("cn_guid_file"), &osm_subn_opt_t::cn_guid_file},
    {&option("io_guid_file"), &osm_subn_opt_t::io_guid_file},
    {&option("guid_routing_order_file"), &osm_subn_opt_t::guid_routing_order_file},
    {&option("hop_weights_file"), &osm_subn_opt_t::hop_weights_file},
    {&option("port_prof_ignore_file"), &osm_subn_opt_t::port_prof_ignore_file},
    {&option("port_search_ordering_file"), &osm_subn_opt_t::port_search_ordering_file},
    {&option("torus_config"), &osm_subn_opt_t::torus_conf_file},
};

// Overloads for the pairs of types that there are.
void take(const osm_subn_opt_t& stock, boolean_t osm_subn_opt_t::*member, Options& options,
          bool Options::*field) {
  options.*field = stock.*member != 0;
}
template <typename Number>
void take(const osm_subn_opt_t& stock, Number osm_subn_opt_t::*member, Options& options,
          Number Options::*field) {
  options.*field = stock.*member;
}
template <typename Member, typename Field>
concept IsValue = requires(const osm_subn_opt_t& stock, Member member, Options& options,
                           Field field) {
  take(stock, member, options, field);
};

constexpr bool fits(const StockOption& row) {
  const bool is_value = std::visit(
      []<typename Member, typename Field>(Member, Field) { return IsValue<Member, Field>; },
      row.member, row.option->field);
  const bool is_file = is_file_of_lines(*row.option) || is_needed_file(*row.option);
  return is_value || (is_file && std::holds_alternative<StockPath>(row.member));
}

// It has a row here if OpenSM reads it for engines; files of tables are read by StoredFiles.
constexpr bool is_complete(const OptionRow& option) {
  const bool belongs =
      option.whose == Whose::kStock && option.scope == Scope::kStep && !is_file_of_tables(option);
  return std::ranges::count(kStockOptions, &option, &StockOption::option) == (belongs ? 1 : 0);
}

static_assert(std::ranges::all_of(kStockOptions, fits),
              "a member of OpenSM's structure is not of the type of its option's field");
static_assert(
    std::ranges::all_of(kOptionTable, is_complete),
    "an option that OpenSM reads for engines is missing or comes twice, or another is here");

void warn_of_unserved_sls(const StockLanes& lanes, Snapshot& snapshot) {
  const Sl2Vl::Map& map = lanes.settings.map;
  for (unsigned sl = 0; sl < map.size(); ++sl) {
    if ((lanes.unserved >> map[sl] & 1) == 0) continue;
    snapshot.warnings.add([&] {
      return fmt::format(
          "SL {} is sent on VL {}, which has no weight in qos_swe_vlarb_high and "
          "qos_swe_vlarb_low: "
          "its packets do not leave a switch, and no path is given that lane",
          sl, map[sl]);
    });
  }
}

void warn_of_unserved_levels(std::span<const VlSet> levels, VlSet unserved, Snapshot& snapshot) {
  for (std::size_t level = 0; level < levels.size(); ++level) {
    std::vector<unsigned> vls;
    for (unsigned vl = 0; vl < kDropVl; ++vl) {
      if ((levels[level] & unserved & 1u << vl) != 0) vls.push_back(vl);
    }
    if (vls.empty()) continue;
    snapshot.warnings.add([&] {
      return fmt::format(
          "QoS level {} is sent on VLs {}, which have no weight in qos_swe_vlarb_high and "
          "qos_swe_vlarb_low, or find no room in the tables of some port: its packets do not leave "
          "a switch",
          level, fmt::join(vls, ", "));
    });
  }
}

}  // namespace

// Engines are separated by commas and blanks.
bool names_engine(const osm_subn_opt_t& stock, std::string_view engine) {
  constexpr std::string_view kSeparators = ", \t\n";
  std::string_view rest = stock.routing_engine_names != nullptr ? stock.routing_engine_names : "";
  while (true) {
    const std::size_t first = rest.find_first_not_of(kSeparators);
    if (first == std::string_view::npos) return false;
    rest.remove_prefix(first);
    const std::string_view name = rest.substr(0, rest.find_first_of(kSeparators));
    if (name == engine) return true;
    rest.remove_prefix(name.size());
  }
}

void take_stock_options(const osm_subn_opt_t& stock, Options& options) {
  for (const StockOption& row : kStockOptions) {
    std::visit(
        [&]<typename Member, typename Field>(Member member, Field field) {
          if constexpr (IsValue<Member, Field>) take(stock, member, options, field);
        },
        row.member, row.option->field);
  }
}

StockLanes stock_lanes(const osm_subn_opt_t& stock, const Snapshot& snapshot) {
  if (stock.qos == 0) return {};
  const char* list = OSM_DEFAULT_QOS_SL2VL;
  if (stock.qos_options.sl2vl != nullptr) list = stock.qos_options.sl2vl;
  if (stock.qos_swe_options.sl2vl != nullptr) list = stock.qos_swe_options.sl2vl;
  const Sl2Vl::Map map = parse_sl2vl_option(list);
  const VlSet unserved = unserved_vls(stock, snapshot);
  StockLanes lanes = {{lane_budget(map, snapshot.fabric, unserved), map}, unserved};
  lanes.settings.budget.vls = kDropVl;
  return lanes;
}

void warn_of_unserved(const osm_subn_opt_t& stock, const StockLanes& lanes, const Routing& routing,
                      Snapshot& snapshot) {
  if (lanes.unserved == 0) return;
  if (routing.sl2vl == nullptr) {
    warn_of_unserved_sls(lanes, snapshot);
  } else {
    const std::vector<VlSet>& levels = routing.qos_levels;
    warn_of_unserved_levels(levels, unserved_vls(stock, snapshot, levels), snapshot);
  }
}

std::vector<NamedFile> stock_files(const osm_subn_opt_t& stock) {
  std::vector<NamedFile> files;
  for (const StockOption& row : kStockOptions) {
    const StockPath* const path = std::get_if<StockPath>(&row.member);
    if (path == nullptr) continue;
    const char* const value = stock.**path;
    const bool is_default = value != nullptr && *path == &osm_subn_opt_t::torus_conf_file &&
                            std::string_view(value) == OSM_DEFAULT_TORUS_CONF_FILE;
    files.push_back({row.option, value, is_default});
  }
  return files;
}

}  // namespace weft
