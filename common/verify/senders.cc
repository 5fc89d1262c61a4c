#include "common/verify/senders.h"

#include <algorithm>
#include <bit>
#include <variant>

namespace weft {
namespace {

Sl sl_at(const std::vector<std::vector<Sl>>& rows, std::size_t row, std::uint32_t lid) {
  return row < rows.size() && lid < rows[row].size() ? rows[row][lid] & (kSls - 1) : Sl{0};
}

std::uint16_t joined(const SlBits& bits, SlSet sls) {
  unsigned all = 0;
  for (unsigned rest = sls; rest != 0; rest &= rest - 1)
    all |= bits[static_cast<std::size_t>(std::countr_zero(rest))];
  return static_cast<std::uint16_t>(all);
}

void add(std::uint16_t& set, std::uint16_t bits) { set = static_cast<std::uint16_t>(set | bits); }

}  // namespace

Senders::Senders(const FabricIndex& index, const SenderGroups& groups, const LanePlan& plan,
                 std::span<const LanePlan> granted, const SlBits& bits)
    : index_(&index),
      groups_(&groups),
      plan_(&plan),
      granted_(granted),
      bits_(bits),
      requests_(ColumnTile::kWidth * groups.count(), 0),
      replies_(groups.count(), 0),
      sent_(groups.count(), 0) {}

// The bits of an SL of the plan, with every value of the SL bits that clients set.
SlBits Senders::bits_of(const LanePlan& plan) const {
  SlBits all;
  for (unsigned sl = 0; sl < kSls; ++sl) {
    all[sl] = joined(bits_, with_hints(plan, static_cast<Sl>(sl)));
  }
  return all;
}

void Senders::load(std::span<const Column> columns) {
  std::fill(requests_.begin(), requests_.end(), std::uint16_t{0});
  load(*plan_, columns);
  for (const LanePlan& plan : granted_) load(plan, columns);
}

void Senders::load(const LanePlan& plan, std::span<const Column> columns) {
  if (const auto* by_path = std::get_if<SlByPath>(&plan)) {
    load_by_path(*by_path, columns);
  } else {
    load_by_switch(std::get_if<SlBySwitch>(&plan), bits_of(plan), columns);
  }
}

// plan: null if there is one lane.
void Senders::load_by_switch(const SlBySwitch* plan, const SlBits& bits,
                             std::span<const Column> columns) {
  // Some rows at a time, so that a whole cache line of a column is written at once.
  constexpr std::size_t kRows = 32;
  const std::size_t groups = groups_->count();
  for (std::size_t first = 0; first < groups; first += kRows) {
    const std::size_t last = std::min(first + kRows, groups);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::uint16_t* requests = requests_.data() + i * groups;
      for (std::size_t g = first; g < last; ++g) {
        const SwitchIndex s = groups_->switch_of[g];
        add(requests[g], bits[plan == nullptr ? Sl{0} : sl_at(plan->rows, s, columns[i].entry)]);
      }
    }
  }
}

void Senders::load_by_path(const SlByPath& plan, std::span<const Column> columns) {
  const std::size_t groups = groups_->count();
  for (std::size_t k = 0; k < index_->sources().size(); ++k) {
    std::uint16_t* requests = requests_.data() + groups_->of[k];
    for (std::size_t i = 0; i < columns.size(); ++i) {
      add(requests[i * groups], bits_[sl_at(plan.rows, index_->sources()[k], columns[i].entry)]);
    }
  }
}

std::span<const BothWays> Senders::sent(std::size_t i, const Column& column) {
  const std::uint16_t* requests = requests_.data() + i * groups_->count();
  const EndPortIndex owner = fabric().owner(static_cast<Lid>(column.entry)).index;
  const bool replies = !std::holds_alternative<OneLane>(*plan_) &&
                       fabric().end_ports()[owner].lid == static_cast<Lid>(column.entry);
  if (replies) {
    find_replies(column.destination, owner);
    for (std::size_t g = 0; g < sent_.size(); ++g) {
      sent_[g] = requests[g] | as_replies(replies_[g]);
    }
  } else {
    std::copy(requests, requests + sent_.size(), sent_.begin());
  }
  find_neighbours(column, owner, replies);
  return sent_;
}

// The groups at the owner's switch, without the owner.
void Senders::find_neighbours(const Column& column, EndPortIndex owner, bool replies) {
  const SwitchIndex s = column.destination;
  const std::uint32_t first = index_->first_source(s);
  const std::uint32_t last = first + index_->source_count(s);
  for (std::uint32_t k = first; k < last; ++k) sent_[groups_->of[k]] = 0;
  const auto lid = static_cast<Lid>(column.entry);
  for (std::uint32_t k = first; k < last; ++k) {
    const EndPortIndex e = index_->sources()[k];
    if (e == owner) continue;
    unsigned requests = path_sls(*plan_, {s, e}, lid);
    for (const LanePlan& plan : granted_) requests |= path_sls(plan, {s, e}, lid);
    BothWays& sent = sent_[groups_->of[k]];
    sent |= joined(bits_, static_cast<SlSet>(requests));
    if (!replies) continue;
    sent |= as_replies(joined(bits_, path_sls(*plan_, {s, owner}, fabric().end_ports()[e].lid)));
  }
}

void Senders::find_replies(SwitchIndex destination, EndPortIndex owner) {
  const auto* by_switch = std::get_if<SlBySwitch>(plan_);
  if (by_switch != nullptr && destination == replies_to_) return;
  replies_to_ = destination;
  const auto& rows = by_switch != nullptr ? by_switch->rows : std::get<SlByPath>(*plan_).rows;
  const std::size_t row = by_switch != nullptr ? destination : owner;
  const SlBits bits = bits_of(*plan_);
  std::fill(replies_.begin(), replies_.end(), std::uint16_t{0});
  for (std::size_t k = 0; k < index_->sources().size(); ++k) {
    const Lid lid = fabric().end_ports()[index_->sources()[k]].lid;
    add(replies_[groups_->of[k]], bits[sl_at(rows, row, lid)]);
  }
}

}  // namespace weft
