#include "common/patterns/fair_shares.h"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace weft {

FairShares::FairShares(const FabricIndex& index, const LinkTimes& times, ConstTables tables)
    : index_(&index), walk_(index, tables) {
  for (EndPortIndex e = 0; e < index.fabric().end_port_count(); ++e) {
    capacity_.insert(capacity_.end(), 2, 1 / times.of_end_port(e));
  }
  first_link_ = static_cast<Resource>(capacity_.size());
  for (LinkIndex link = 0; link < index.links().count(); ++link) {
    capacity_.push_back(1 / times.of_link(link));
  }
}

std::span<const double> FairShares::share(std::span<const Flow> flows) {
  list_paths(flows);
  list_users();
  queue_.clear();
  for (Resource r = 0; r < capacity_.size(); ++r) {
    if (flows_[r] > 0) queue_.emplace_back(fair(r), r);
  }
  std::ranges::make_heap(queue_, std::greater());
  // The resource with the smallest fair share gives that share to its flows. The shares of the
  // other resources can only grow by this, so a resource whose share has grown returns to the
  // queue.
  while (!queue_.empty()) {
    std::ranges::pop_heap(queue_, std::greater());
    auto& [share, resource] = queue_.back();
    const Resource narrowest = resource;
    if (flows_[narrowest] == 0) {
      queue_.pop_back();
      continue;
    }
    if (const double now = fair(narrowest); now > share) {
      share = now;
      std::ranges::push_heap(queue_, std::greater());
      continue;
    }
    const double least = share;
    queue_.pop_back();
    for (std::size_t i = first_user_[narrowest]; i < first_user_[narrowest + 1]; ++i) {
      const std::uint32_t flow = users_[i];
      if (shares_[flow] >= 0) continue;
      if (narrowest >= first_link_) held_back_by_[flow] = narrowest - first_link_;
      freeze(flow, least);
    }
  }
  return shares_;
}

void FairShares::list_paths(std::span<const Flow> flows) {
  const auto end_ports = index_->fabric().end_ports();
  weight_.clear();
  resources_.clear();
  first_.assign(1, 0);
  shares_.clear();
  held_back_by_.assign(flows.size(), kNone);
  for (const Flow& flow : flows) {
    weight_.push_back(flow.weight);
    const bool arrives =
        walk_.walk(end_ports[flow.source].sw, flow.destination, flow.path_bits) && flow.weight > 0;
    if (arrives) {
      resources_.push_back(2 * flow.source);
      resources_.push_back(2 * flow.destination + 1);
      for (const LinkIndex link : walk_.links()) resources_.push_back(first_link_ + link);
    }
    first_.push_back(resources_.size());
    shares_.push_back(arrives ? -1 : 0);
  }
}

void FairShares::list_users() {
  left_ = capacity_;
  flows_.assign(capacity_.size(), 0);
  first_user_.assign(capacity_.size() + 1, 0);
  for (const Resource r : resources_) ++first_user_[r];
  std::size_t end = 0;
  for (std::size_t& first : first_user_) first = end += first;
  users_.resize(resources_.size());
  for (std::size_t flow = 0; flow < weight_.size(); ++flow) {
    for (const Resource r : path(flow)) {
      flows_[r] += weight_[flow];
      users_[--first_user_[r]] = static_cast<std::uint32_t>(flow);
    }
  }
}

void FairShares::freeze(std::size_t flow, double share) {
  shares_[flow] = share;
  for (const Resource r : path(flow)) {
    left_[r] = std::max(0.0, left_[r] - share * static_cast<double>(weight_[flow]));
    flows_[r] -= weight_[flow];
  }
}

}  // namespace weft
