#include "common/repair/way_maker.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

// Bounds for one search: links to look at, and paths to try.
constexpr std::uint64_t kLooks = 20'000;
constexpr unsigned kTries = 64;
constexpr unsigned kMostLonger = 6;  // hops more than on the shortest path

}  // namespace

WayMaker::WayMaker(Setting setting, std::uint64_t& looks_left)
    : setting_(std::move(setting)),
      column_(setting_.column),
      links_(column_.links()),
      looks_left_(looks_left),
      search_(links_, column_.destination(), setting_.may_use) {}

std::vector<LinkIndex> WayMaker::lead(SwitchIndex from, SlSet sls) {
  std::vector<LinkIndex> way;
  if (setting_.is_good) way = lead(from, sls, true);
  return way.empty() ? lead(from, sls, false) : way;
}

std::vector<LinkIndex> WayMaker::lead(SwitchIndex from, SlSet sls, bool good_ones_stay) {
  std::vector<LinkIndex> taken;
  std::uint64_t looks = std::min(kLooks, looks_left_);
  looks_left_ -= looks;
  unsigned tries = kTries;
  const WaySearch::Task task = {
      .from = from,
      .most_longer = kMostLonger,
      .may_turn =
          [&](LinkTurn turn) {
            const SwitchIndex s = links_[turn.to].from;
            if (good_ones_stay && setting_.is_good(s) && column_.next(s) != turn.to) return false;
            return setting_.turns.fits(sls, turn);
          },
      .accept =
          [&](std::span<const LinkIndex> way) {
            if (lead_along(way)) {
              taken.assign(way.begin(), way.end());
              return true;
            }
            if (--tries == 0) looks = 0;
            return false;
          }};
  search_.find(task, looks);
  looks_left_ += looks;
  return taken;
}

bool WayMaker::lead_along(std::span<const LinkIndex> way) {
  // If a switch on the path had no path, other switches may send to it. They would get paths whose
  // turns are not checked.
  const bool has_holes = std::ranges::any_of(way, [&](LinkIndex link) {
    const SwitchIndex s = links_[link].from;
    return column_.hops(s) >= ColumnPaths::kNowhere && !setting_.is_broken(s);
  });
  if (has_holes) return false;
  std::vector<PortNum> before;
  for (const LinkIndex link : way) before.push_back(column_.entry(links_[link].from));
  const std::vector<SwitchIndex> moved = led_through(way);
  const auto weigh = [&](std::int64_t sign) {
    for (const SwitchIndex s : moved) {
      column_.add_load(column_.next(s), sign * setting_.senders[s]);
    }
  };
  weigh(-1);
  for (const LinkIndex link : way) column_.set_entry(links_[link].from, links_[link].port);
  std::vector<std::pair<SlSet, std::vector<LinkTurn>>> joined;
  const auto fits = [&](SwitchIndex s) {
    const LinkIndex first = column_.next(s);
    const SlSet own = setting_.lanes.sls(s, column_.lid());
    std::vector<LinkTurn> path;
    column_.append_turns(first, path);
    if (path.size() >= ColumnPaths::kMostHops) return false;
    if (!setting_.turns.has_lanes(own, first, path) || !setting_.turns.add_path(own, path)) {
      return false;
    }
    joined.emplace_back(own, std::move(path));
    return true;
  };
  const auto fits_from = [&](LinkIndex link) { return fits(links_[link].from); };
  const bool all_fit = std::ranges::all_of(way, fits_from) && std::ranges::all_of(moved, fits);
  if (!all_fit) {
    for (const auto& [sls, turns] : joined) setting_.turns.remove_path(sls, turns);
    for (std::size_t i = 0; i < way.size(); ++i) column_.set_entry(links_[way[i]].from, before[i]);
  }
  weigh(1);
  if (all_fit) column_.forget_hops();
  return all_fit;
}

// The switches whose paths use an entry that the new path changes.
std::vector<SwitchIndex> WayMaker::led_through(std::span<const LinkIndex> way) {
  std::vector<SwitchIndex> found;
  for (const LinkIndex link : way) {
    const SwitchIndex s = links_[link].from;
    if (column_.hops(s) < ColumnPaths::kNowhere && column_.next(s) != link) found.push_back(s);
  }
  // Such a switch may be on the path of another one.
  std::vector<char> is_found(links_.switch_count());
  for (const SwitchIndex s : found) is_found[s] = 1;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (LinkIndex link = links_.first_of(found[i]);
         link < links_.first_of(found[i]) + links_.count_of(found[i]); ++link) {
      const SwitchIndex sender = links_.to(link);
      if (is_found[sender] != 0 || column_.next(sender) != links_.opposite(link)) continue;
      if (sender == column_.destination()) continue;
      is_found[sender] = 1;
      found.push_back(sender);
    }
  }
  return found;
}

}  // namespace weft
