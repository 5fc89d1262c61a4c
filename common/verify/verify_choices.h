// verify() for tables whose switches choose among several ports: what holds for all choices?
#ifndef WEFT_VERIFY_VERIFY_CHOICES_H_
#define WEFT_VERIFY_VERIFY_CHOICES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/workers.h"
#include "common/verify/port_choices.h"
#include "common/verify/verify.h"

namespace weft {

struct ChoiceVerdict {
  // Entries of switches for LIDs in use, and how many of them name several ports.
  std::uint64_t entries = 0;
  std::uint64_t with_several_ports = 0;
  // Pairs, as in Verdict, whose packets can get lost or loop by some choice; those among them that
  // the topology does not connect.
  std::uint64_t unsafe_pairs = 0;
  std::uint64_t disconnected_pairs = 0;
  // The same for pairs of a switch and the base LID of another that links connect.
  std::uint64_t unsafe_switch_pairs = 0;
  // LIDs in use for which some choices can loop, whether or not packets get there.
  std::uint64_t looping_lids = 0;
  // SL2VL maps can drop packets of end ports by some choice.
  bool drops = false;
  // One cycle of channel dependencies, as in Verdict. Every pair of a link in and a link out that
  // packets to a LID may take is a dependency.
  std::vector<Channel> credit_loop;
  unsigned lanes_used = 0;  // distinct VLs on links between switches
  // As link_load of Figures, with paths that are spread evenly over the ports of every switch.
  double max_link_load = 0;
  double mean_link_load = 0;
  std::uint64_t unused_links = 0;
  // Up to 8 sentences, each with an example of an error.
  std::vector<std::string> findings;

  // Whether all pairs are reached by all choices.
  bool reaches_all() const {
    return unsafe_pairs == disconnected_pairs && looping_lids == 0 && !drops;
  }
};

// view: its tables, multicast and granted are ignored. choices: a row for each switch; any set may
// have any ports. LIDs of one destination for which all other switches have the same choices are
// one class and walked together. Cost: O(S L) along the rows; for each class O(links), and if it
// has end ports O(pairs of links that packets can come in and go out by), times the number of
// lanes. Memory: with one lane 4 bytes a turn between links, with more lanes x (2 + lanes / 8)
// bytes. Deterministic with any number of threads. Throws Stopped and std::bad_alloc.
ChoiceVerdict verify_choices(const RoutingView& view, const PortChoices& choices,
                             const Workers& workers);

}  // namespace weft

#endif  // WEFT_VERIFY_VERIFY_CHOICES_H_
