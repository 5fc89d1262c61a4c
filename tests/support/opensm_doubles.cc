// In the place of what opensm itself defines and the bridge calls, so that unit tests can link it.
#include "plugins/opensm/opensm.h"

extern "C" {

volatile unsigned int osm_exit_flag = 0;

cl_status_t osm_register_external_routing_engine(osm_opensm_t*,
                                                 const external_routing_engine_module_t*, void*) {
  return CL_SUCCESS;
}

osm_routing_engine_type_t osm_routing_engine_type(const char*) {
  return OSM_ROUTING_ENGINE_TYPE_UNKNOWN;
}

osm_switch* osm_get_switch_by_guid(const osm_subn_t* subnet, ib_net64_t guid) {
  cl_map_item_t* const item = cl_qmap_get(&subnet->sw_guid_tbl, guid);
  return item != cl_qmap_end(&subnet->sw_guid_tbl) ? reinterpret_cast<osm_switch*>(item) : nullptr;
}

void osm_mcast_tbl_set(osm_mcast_tbl_t*, uint16_t, uint8_t) {}

void osm_purge_mtree(osm_sm*, osm_mgrp_box_t*) {}

cl_status_t osm_switch_set_hops(osm_switch_t*, uint16_t, uint8_t, uint8_t) { return CL_SUCCESS; }

boolean_t osm_link_is_throttled(osm_physp_t*, boolean_t) { return FALSE; }

}  // extern "C"
