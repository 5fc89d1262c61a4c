#include "common/verify/fabric_index.h"

#include "common/fabric/counts.h"

namespace weft {

FabricIndex::FabricIndex(const Fabric& fabric)
    : fabric_(fabric), pieces_(find_pieces(fabric)), links_(fabric) {
  number_slots();
  sort_sources();
  count_pieces();
}

void FabricIndex::number_slots() {
  const std::uint32_t switches = switch_count();
  first_slot_.reserve(switches);
  beyond_.reserve(switches);
  const std::size_t slots = fabric_.all_ports().size() + switches;
  slot_next_.reserve(slots);
  slot_link_.reserve(slots);
  for (SwitchIndex s = 0; s < switches; ++s) {
    const auto ports = fabric_.ports(s);
    first_slot_.push_back(static_cast<std::uint32_t>(slot_next_.size()));
    beyond_.push_back(static_cast<PortNum>(ports.size()));
    for (std::size_t p = 0; p < ports.size(); ++p) {
      slot_next_.push_back(ports[p].kind == PeerKind::kSwitch ? ports[p].peer : kDeadEnd);
      slot_link_.push_back(links_.at(s, static_cast<PortNum>(p)));
    }
    slot_next_.push_back(kDeadEnd);
    slot_link_.push_back(kNone);
  }
}

void FabricIndex::sort_sources() {
  const auto end_ports = fabric_.end_ports();
  const std::vector<std::uint32_t> counts = sources_by_switch(fabric_);
  first_source_.push_back(0);
  for (const std::uint32_t count : counts) first_source_.push_back(first_source_.back() + count);
  sources_.resize(first_source_.back());
  std::vector<std::uint32_t> next(first_source_.begin(), first_source_.end() - 1);
  for (EndPortIndex e = 0; e < end_ports.size(); ++e) {
    if (end_ports[e].lid != 0) sources_[next[end_ports[e].sw]++] = e;
  }
}

void FabricIndex::count_pieces() {
  piece_switches_.resize(pieces_.count);
  piece_end_ports_.resize(pieces_.count);
  piece_senders_.resize(pieces_.count);
  for (SwitchIndex s = 0; s < switch_count(); ++s) {
    ++piece_switches_[piece(s)];
    piece_end_ports_[piece(s)] += source_count(s);
    if (source_count(s) == 0) continue;
    ++piece_senders_[piece(s)];
    ++senders_;
  }
}

}  // namespace weft
