#include "plugins/opensm/stock_options.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <variant>

#include "common/options/engine_list.h"
#include "common/options/option_table.h"
#include "common/options/vl_arbitration.h"
#include "common/session/qos_lanes.h"
#include "plugins/opensm/unserved_vls.h"

namespace weft {
namespace {

// A member of OpenSM's option structure.
using StockPath = char* osm_subn_opt_t::*;
using StockMember =
    std::variant<boolean_t osm_subn_opt_t::*, std::uint8_t osm_subn_opt_t::*,
                 std::uint16_t osm_subn_opt_t::*, std::uint32_t osm_subn_opt_t::*, StockPath>;

// The plug-in's column of the option table.
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

// Overloads for the existing pairs of types.
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

// An option needs exactly one row here if OpenSM reads it for engines; files of tables are read by
// StoredFiles.
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

// The options of some ports have priority over those of all ports; else the default stays.
void take(const osm_qos_options_t& own, const osm_qos_options_t& of_all, QosTables& tables) {
  const auto take_list = [](const char* first, const char* second, std::string& list) {
    if (second != nullptr) list = second;
    if (first != nullptr) list = first;
  };
  take_list(own.sl2vl, of_all.sl2vl, tables.sl2vl);
  take_list(own.vlarb_high, of_all.vlarb_high, tables.vlarb_high);
  take_list(own.vlarb_low, of_all.vlarb_low, tables.vlarb_low);
}

QosOptions qos_options(const osm_subn_opt_t& stock) {
  QosOptions qos;
  qos.is_on = stock.qos != 0;
  take(stock.qos_swe_options, stock.qos_options, qos.switches);
  take(stock.qos_ca_options, stock.qos_options, qos.cas);
  return qos;
}

}  // namespace

bool names_engine(const osm_subn_opt_t& stock, std::string_view engine) {
  const char* const list = stock.routing_engine_names;
  const std::vector<std::string_view> names = engines_in(list != nullptr ? list : "");
  return std::ranges::find(names, engine) != names.end();
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

std::optional<QosTables> switch_tables(const osm_subn_opt_t& stock) {
  QosOptions qos = qos_options(stock);
  if (!qos.is_on) return std::nullopt;
  return std::move(qos.switches);
}

StockLanes stock_lanes(const osm_subn_opt_t& stock, const Snapshot& snapshot) {
  const QosOptions qos = qos_options(stock);
  const VlSet unserved =
      qos.is_on ? unserved_vls(VlArbitration(qos.switches), snapshot.fabric, snapshot.switches)
                : VlSet{0};
  return {qos_lanes(qos, snapshot.fabric, unserved), unserved};
}

void warn_of_qos(const osm_subn_opt_t& stock, const StockLanes& lanes, const Verified& result,
                 OsmSwitches switches, Warnings& warnings) {
  const QosOptions qos = qos_options(stock);
  const std::vector<VlSet>& levels = result.routing.qos_levels;
  // Levels only make ports serve more.
  const VlSet unserved =
      lanes.unserved == 0 || levels.empty()
          ? lanes.unserved
          : unserved_vls(VlArbitration(qos.switches), result.fabric, switches, levels);
  for (const std::string& sentence :
       qos_sentences(qos, result.fabric, result.routing, lanes.settings.map, unserved)) {
    warnings.add([&] { return sentence; });
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
