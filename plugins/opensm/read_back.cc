#include "plugins/opensm/read_back.h"

#include <endian.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <thread>
#include <vector>

#include "common/base/stopwatch.h"
#include "common/base/types.h"
#include "common/routing/tables.h"
#include "plugins/opensm/lock.h"

namespace weft {
namespace {

// Limit of requests in OpenSM's queue.
constexpr std::int32_t kQueue = 64;

struct Asked {
  ib_net64_t guid;
  osm_dr_path_t path;
  ib_net64_t m_key;
  std::uint32_t blocks;
};

// The switches to ask. Fills their table copies with kNoPath.
std::vector<Asked> prepare(osm_opensm_t& opensm) {
  const OpensmLock lock(opensm.lock, &cl_plock_excl_acquire);
  std::vector<Asked> list;
  const cl_qmap_t& all = opensm.subn.sw_guid_tbl;
  list.reserve(cl_qmap_count(&all));
  for (cl_map_item_t* item = cl_qmap_head(&all); item != cl_qmap_end(&all);
       item = cl_qmap_next(item)) {
    auto* const sw = reinterpret_cast<osm_switch_t*>(item);
    osm_physp_t* const port =
        sw->p_node == nullptr ? nullptr : osm_node_get_physp_ptr(sw->p_node, 0);
    if (port == nullptr) continue;
    const Lid top = std::min<Lid>(be16toh(sw->switch_info.lin_top), IB_LID_UCAST_END_HO);
    if (osm_switch_prepare_path_rebuild(sw, top) != 0) throw std::bad_alloc();
    std::memset(sw->lft, kNoPath, sw->lft_size);
    list.push_back({osm_node_get_node_guid(sw->p_node), *osm_physp_get_dr_path_ptr(port),
                    ib_port_info_get_m_key(&port->port_info),
                    static_cast<std::uint32_t>(top / kLftBlock + 1)});
  }
  return list;
}

class Requests {
 public:
  Requests(osm_opensm_t& opensm, std::chrono::milliseconds limit)
      : opensm_(opensm), end_(std::chrono::steady_clock::now() + limit) {}

  void ask(const Asked& asked, std::uint32_t block) {
    osm_madw_context_t context;
    std::memset(&context, 0, sizeof context);
    context.lft_context.node_guid = asked.guid;
    osm_req_get(&opensm_.sm, &asked.path, IB_MAD_ATTR_LIN_FWD_TBL, htobe32(block), FALSE,
                asked.m_key, 0, CL_DISP_MSGID_NONE, &context);
  }

  // False if the time limit is reached or opensm is to end.
  bool wait_for_fewer_than(std::int32_t most) const {
    while (opensm_.stats.qp0_mads_outstanding >= most) {
      if (osm_exit_flag != 0 || std::chrono::steady_clock::now() > end_) return false;
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    return osm_exit_flag == 0;
  }

 private:
  osm_opensm_t& opensm_;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace

TablesReadBack read_tables_back(osm_opensm_t& opensm, std::chrono::milliseconds limit) {
  const Stopwatch time;
  Requests requests(opensm, limit);
  const std::vector<Asked> list = prepare(opensm);
  TablesReadBack read{.switches = list.size()};
  std::uint32_t most = 0;
  for (const Asked& asked : list) most = std::max(most, asked.blocks);
  // Blocks in OpenSM's order: a slow switch does not delay the others.
  for (std::uint32_t block = 0; block < most; ++block) {
    for (const Asked& asked : list) {
      if (block >= asked.blocks) continue;
      if (!requests.wait_for_fewer_than(kQueue)) return read;
      requests.ask(asked, block);
      ++read.blocks;
    }
  }
  read.is_complete = requests.wait_for_fewer_than(1);
  read.ms = time.ms();
  return read;
}

}  // namespace weft
