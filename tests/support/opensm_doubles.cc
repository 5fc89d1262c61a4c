// In the place of what opensm itself defines and the bridge calls, so that unit tests can link it.
#include "tests/support/opensm_doubles.h"

#include <endian.h>

namespace weft::test {

OpensmDoubles& opensm_doubles() {
  static OpensmDoubles doubles;
  return doubles;
}

}  // namespace weft::test

extern "C" {

volatile unsigned int osm_exit_flag = 0;

cl_status_t osm_register_external_routing_engine(osm_opensm_t*,
                                                 const external_routing_engine_module_t* module,
                                                 void* context) {
  weft::test::OpensmDoubles& doubles = weft::test::opensm_doubles();
  if (doubles.registration == CL_SUCCESS) {
    doubles.registered.push_back({module->name, *module, context});
  }
  return doubles.registration;
}

osm_routing_engine_type_t osm_routing_engine_type(const char* name) {
  return weft::test::opensm_doubles().taken_names.contains(name) ? OSM_ROUTING_ENGINE_TYPE_EXTERNAL
                                                                 : OSM_ROUTING_ENGINE_TYPE_UNKNOWN;
}

osm_switch* osm_get_switch_by_guid(const osm_subn_t* subnet, ib_net64_t guid) {
  cl_map_item_t* const item = cl_qmap_get(&subnet->sw_guid_tbl, guid);
  return item != cl_qmap_end(&subnet->sw_guid_tbl) ? reinterpret_cast<osm_switch*>(item) : nullptr;
}

void osm_mcast_tbl_set(osm_mcast_tbl_t* table, uint16_t mlid, uint8_t port) {
  weft::test::opensm_doubles().multicast_entries.insert({table, mlid, port});
}

void osm_purge_mtree(osm_sm*, osm_mgrp_box_t* group) {
  weft::test::opensm_doubles().purged.push_back(group);
}

cl_status_t osm_switch_set_hops(osm_switch_t* sw, uint16_t lid, uint8_t port, uint8_t hops) {
  weft::test::opensm_doubles().hops[{sw, lid, port}] = hops;
  return CL_SUCCESS;
}

void osm_sm_signal(osm_sm_t*, osm_signal_t signal) {
  weft::test::opensm_doubles().signals.push_back(signal);
}

void osm_ucast_cache_invalidate(osm_ucast_mgr_t* manager) {
  weft::test::opensm_doubles().invalidated_caches.push_back(manager);
}

// The memory is the test's, and has room.
int osm_switch_prepare_path_rebuild(osm_switch_t* sw, uint16_t max_lids) {
  return sw->lft != nullptr && max_lids < sw->lft_size ? 0 : -1;
}

// Answers at once, where there is something to answer.
ib_api_status_t osm_req_get(osm_sm_t* sm, const osm_dr_path_t*, ib_net16_t, ib_net32_t attribute,
                            boolean_t, ib_net64_t, uint32_t, cl_disp_msgid_t,
                            const osm_madw_context_t* context) {
  weft::test::OpensmDoubles& doubles = weft::test::opensm_doubles();
  const ib_net64_t guid = context->lft_context.node_guid;
  const std::uint32_t block = be32toh(attribute);
  doubles.asked_blocks.emplace_back(guid, block);
  if (!doubles.tables.contains(guid)) return IB_SUCCESS;
  std::vector<weft::PortNum> table = doubles.tables[guid];
  table.resize((block + std::size_t{1}) * IB_SMP_DATA_SIZE, weft::kNoPath);
  osm_switch_t* const sw = osm_get_switch_by_guid(sm->p_subn, guid);
  osm_switch_set_lft_block(sw, &table[block * std::size_t{IB_SMP_DATA_SIZE}], block);
  return IB_SUCCESS;
}

boolean_t osm_link_is_throttled(osm_physp_t* port, boolean_t) {
  return weft::test::opensm_doubles().throttled.contains(port) ? TRUE : FALSE;
}

}  // extern "C"
