#include "common/state/state_code.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/bytes.h"
#include "common/base/checksum.h"
#include "common/base/error.h"
#include "common/session/acceptance.h"
#include "common/session/granted_sls.h"
#include "common/session/verified.h"
#include "common/state/fabric_code.h"
#include "common/state/routing_code.h"
#include "common/state/sections.h"

namespace weft {
namespace {

constexpr std::string_view kMagic = "WEFTSTAT";
constexpr std::size_t kSummed = kStateHead - sizeof(std::uint64_t);  // bytes of the head
constexpr std::size_t kMostOlder = std::size_t{16} * GrantedSls::kMost;

std::string encode_head(std::uint32_t sections, std::uint64_t generation) {
  ByteWriter to;
  to.number(kStateVersion);
  to.number(sections);
  to.number(generation);
  std::string head = std::string(kMagic) + to.take();
  to.number(checksum(head));
  return head + to.take();
}

struct Head {
  std::uint32_t sections = 0;
  std::uint64_t generation = 0;
};

Head decode_head(std::string_view bytes) {
  if (bytes.size() < kStateHead) throw BadInput("it is cut off");
  if (!bytes.starts_with(kMagic)) throw BadInput("it is not a state file of Weft's");
  ByteReader from(bytes.substr(kMagic.size(), kStateHead - kMagic.size()));
  // Another version may have another head.
  if (from.number<std::uint32_t>() != kStateVersion) {
    throw BadInput("another version of Weft wrote it, or it is damaged");
  }
  Head head;
  head.sections = from.number<std::uint32_t>();
  head.generation = from.number<std::uint64_t>();
  if (from.number<std::uint64_t>() != checksum(bytes.substr(0, kSummed))) {
    throw BadInput("a checksum does not match");
  }
  return head;
}

enum class Baseline : std::uint8_t { kNone, kLast, kOther };

Baseline baseline_of(const SessionState& state) {
  if (state.baseline == nullptr) return Baseline::kNone;
  return state.baseline == state.last ? Baseline::kLast : Baseline::kOther;
}

// The row of a switch for all LIDs.
std::size_t row_bytes(const Fabric& fabric) { return fabric.max_lid() + std::size_t{1}; }

void write_end(ByteWriter& to, const LinkEnd& end) {
  to.number(end.guid);
  to.number(end.port);
}

LinkEnd read_end(ByteReader& from) {
  LinkEnd end;
  end.guid = from.number<Guid>();
  end.port = from.number<PortNum>();
  return end;
}

std::string encode_lost_links(const LinkWatch::Histories& histories) {
  ByteWriter to;
  to.count(histories.size());
  for (const auto& [link, history] : histories) {
    write_end(to, link.first);
    write_end(to, link.second);
    to.flag(history.is_held);
    to.number(history.up_since);
    to.numbers<UnixSeconds>(history.losses);
  }
  return to.take();
}

LinkWatch::Histories decode_lost_links(const std::string& bytes) {
  ByteReader from(bytes);
  LinkWatch::Histories histories;
  constexpr std::size_t kLeast = 2 * (sizeof(Guid) + sizeof(PortNum)) + 1 + sizeof(UnixSeconds);
  for (std::size_t left = from.count(kLeast); left > 0; --left) {
    const LinkEnd first = read_end(from);
    const SwitchLink link = make_link(first, read_end(from));
    LinkWatch::History history;
    history.is_held = from.flag();
    history.up_since = from.number<UnixSeconds>();
    history.losses = from.numbers<UnixSeconds>();
    histories.insert_or_assign(link, std::move(history));
  }
  from.finish();
  return histories;
}

void write_plan(SectionWriter& to, const Fabric& fabric, const LanePlan& plan) {
  ByteWriter head;
  const auto* by_switch = std::get_if<SlBySwitch>(&plan);
  head.flag(by_switch != nullptr);
  if (by_switch == nullptr) return to.add(head.take());
  head.number(by_switch->from_hint);
  std::vector<std::uint32_t> sizes;
  for (const std::vector<Sl>& row : by_switch->rows) {
    sizes.push_back(static_cast<std::uint32_t>(std::min(row.size(), row_bytes(fabric))));
  }
  head.numbers<std::uint32_t>(sizes);
  to.add(head.take());
  to.add_rows(sizes.size(), row_bytes(fabric), [&](std::size_t s, char* row) {
    std::memcpy(row, by_switch->rows[s].data(), sizes[s]);
    std::memset(row + sizes[s], 0, row_bytes(fabric) - sizes[s]);
  });
}

LanePlan read_plan(SectionReader& from, const Fabric& fabric, const Workers& workers) {
  const std::string bytes = from.next();
  ByteReader head(bytes);
  if (!head.flag()) {
    head.finish();
    return OneLane{};
  }
  SlBySwitch plan;
  plan.from_hint = head.number_up_to<Sl>(kSls - 1);
  const auto sizes = head.numbers<std::uint32_t>(static_cast<std::uint32_t>(row_bytes(fabric)));
  head.finish();
  if (sizes.size() > fabric.switch_count()) ByteReader::refuse();
  const auto allocate = [&] { plan.rows.assign(sizes.size(), std::vector<Sl>(row_bytes(fabric))); };
  from.next_rows(sizes.size(), row_bytes(fabric), allocate,
                 [&](std::size_t s) { return reinterpret_cast<char*>(plan.rows[s].data()); });
  workers.parallel_for(sizes.size(), 16, [&](std::size_t first, std::size_t last) {
    for (std::size_t s = first; s < last; ++s) {
      if (std::ranges::any_of(plan.rows[s], [](Sl sl) { return sl >= kSls; })) {
        ByteReader::refuse();
      }
      plan.rows[s].resize(sizes[s]);
    }
  });
  return plan;
}

void write_verified(SectionWriter& to, const Verified& verified) {
  const Fabric& fabric = verified.fabric;
  to.add(encode_fabric(fabric));
  to.add(encode_routing(fabric, verified.routing));
  to.add_rows(fabric.switch_count(), row_bytes(fabric), [&](std::size_t s, char* row) {
    std::memcpy(row, verified.tables->tables().row(static_cast<SwitchIndex>(s)), row_bytes(fabric));
  });
  write_plan(to, fabric, verified.routing.lanes);
}

std::shared_ptr<Verified> read_verified(SectionReader& from, const Workers& workers) {
  auto verified = std::make_shared<Verified>();
  verified->fabric = decode_fabric(from.next());
  const Fabric& fabric = verified->fabric;
  verified->routing = decode_routing(fabric, from.next());
  std::shared_ptr<TableBlock> tables;
  const auto allocate = [&] {
    tables = std::make_shared<TableBlock>(fabric.switch_count(), fabric.max_lid());
  };
  from.next_rows(fabric.switch_count(), row_bytes(fabric), allocate, [&](std::size_t s) {
    return reinterpret_cast<char*>(tables->tables().row(static_cast<SwitchIndex>(s)));
  });
  verified->tables = std::move(tables);
  verified->routing.lanes = read_plan(from, fabric, workers);
  return verified;
}

// Verifies the routing like that of an engine. granted: lane plans with granted SLs. Repairs keep
// to the turns of these plans and of the routing.
void check(Verified& verified, const LaneSettings& lanes, std::span<const LanePlan> granted,
           const Workers& workers) {
  if (verified.routing.sl2vl == nullptr) {
    check_sls(verified.fabric, verified.routing.lanes, lanes.budget);
  }
  verified.verdict = verify_lanes(verified.fabric, std::as_const(*verified.tables).tables(),
                                  verified.routing, lanes.map, granted, workers);
  if (verified.verdict.forwarding_loops > 0) throw BadInput("its tables have forwarding loops");
}

}  // namespace

std::string encode_state(const SessionState& state, std::uint64_t generation,
                         const Workers& workers) {
  const std::size_t older = state.older == nullptr ? 0 : state.older->size();
  ByteWriter meta;
  meta.text(state.engine);
  meta.number(state.options);
  meta.text(encode_lanes(state.lanes.budget));
  for (const Vl vl : state.lanes.map) meta.number(vl);
  meta.number(static_cast<std::uint8_t>(baseline_of(state)));
  meta.count(older);
  SectionWriter to(workers);
  to.add(meta.take());
  write_verified(to, *state.last);
  if (baseline_of(state) == Baseline::kOther) write_verified(to, *state.baseline);
  for (std::size_t i = 0; i < older; ++i) write_plan(to, state.last->fabric, (*state.older)[i]);
  to.add(encode_lost_links(state.lost_links));
  return encode_head(to.count(), generation) + to.sections();
}

std::uint64_t decode_generation(std::string_view head) { return decode_head(head).generation; }

SessionState decode_state(std::string_view bytes, const Workers& workers) {
  SectionReader from(bytes.substr(std::min(bytes.size(), kStateHead)), decode_head(bytes).sections,
                     workers);
  const std::string meta_bytes = from.next();
  ByteReader meta(meta_bytes);
  SessionState state;
  state.engine = meta.text();
  state.options = meta.number<std::uint64_t>();
  state.lanes.budget = decode_lanes(meta.text());
  for (Vl& vl : state.lanes.map) vl = meta.number_up_to<Vl>(kDropVl);
  const auto baseline_is = static_cast<Baseline>(
      meta.number_up_to<std::uint8_t>(static_cast<std::uint8_t>(Baseline::kOther)));
  const std::size_t older = meta.number_up_to<std::uint32_t>(kMostOlder);
  meta.finish();
  const std::shared_ptr<Verified> last = read_verified(from, workers);
  std::shared_ptr<Verified> baseline = baseline_is == Baseline::kLast ? last : nullptr;
  if (baseline_is == Baseline::kOther) baseline = read_verified(from, workers);
  std::vector<LanePlan> plans;
  for (std::size_t i = 0; i < older; ++i) plans.push_back(read_plan(from, last->fabric, workers));
  state.lost_links = decode_lost_links(from.next());
  from.finish();
  try {
    check(*last, state.lanes, plans, workers);
    if (baseline_is == Baseline::kOther) check(*baseline, state.lanes, {}, workers);
  } catch (const Stopped&) {
    throw;
  } catch (const CannotRoute& failure) {
    throw BadInput(failure.what());
  }
  state.last = last;
  state.baseline = baseline;
  if (older > 0) state.older = std::make_shared<const std::vector<LanePlan>>(std::move(plans));
  return state;
}

}  // namespace weft
