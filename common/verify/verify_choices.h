// verify, where switches choose among several ports: what holds whatever they choose?
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
  // Pairs, as of Verdict, whose packets some choice on the way can lead to where they end, or round
  // for ever; those among them that the topology does not connect.
  std::uint64_t unsafe_pairs = 0;
  std::uint64_t disconnected_pairs = 0;
  // Pairs of a switch and the base LID of another that links connect, likewise.
  std::uint64_t unsafe_switch_pairs = 0;
  // LIDs in use to which some choices lead round, whether or not packets get there.
  std::uint64_t looping_lids = 0;
  // SL2VL maps can drop packets of end ports on the way of some choice.
  bool drops = false;
  // One cycle of channel dependencies, as of Verdict: every choice of a link in and one out that
  // packets to a LID have is a dependency.
  std::vector<Channel> credit_loop;
  unsigned lanes_used = 0;  // distinct VLs on links between switches
  // As link_load of Figures, but of paths that are spread evenly over the ports at every switch.
  double max_link_load = 0;
  double mean_link_load = 0;
  std::uint64_t unused_links = 0;
  // Up to 8 sentences, each naming an example of what is wrong.
  std::vector<std::string> findings;

  // Whatever the choices.
  bool reaches_all() const {
    return unsafe_pairs == disconnected_pairs && looping_lids == 0 && !drops;
  }
};

// view: its tables, multicast and granted count for nothing. choices: a row a switch; any set may
// have any ports. LIDs of one destination to which all other switches have the same choices are
// walked together. Cost: O(S L) along the rows; for each such class O(links), and with end ports
// one for each pair of links that packets can come in and go out by, times lanes where there are
// several. Memory: 4 bytes a turn between links with one lane; lanes x (2 + lanes / 8) bytes with
// more. Deterministic with any number of threads. Throws Stopped and std::bad_alloc.
ChoiceVerdict verify_choices(const RoutingView& view, const PortChoices& choices,
                             const Workers& workers);

}  // namespace weft

#endif  // WEFT_VERIFY_VERIFY_CHOICES_H_
