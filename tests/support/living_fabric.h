// A fabric to which things happen: links, switches and end ports go and return.
#ifndef WEFT_TESTS_SUPPORT_LIVING_FABRIC_H_
#define WEFT_TESTS_SUPPORT_LIVING_FABRIC_H_

#include <set>
#include <utility>
#include <vector>

#include "common/base/random.h"
#include "common/base/types.h"
#include "common/fabric/fabric.h"

namespace weft::test {

class LivingFabric {
 public:
  explicit LivingFabric(Fabric whole) : whole_(std::move(whole)) {}

  const Fabric& whole() const { return whole_; }
  // As it is: what is left, with the LIDs that it has in the whole. Switches without links are not
  // part of it.
  Fabric now() const;

  void lose_link(SwitchIndex s, PortNum port) { links_.insert(lower_end(s, port)); }
  void return_link(SwitchIndex s, PortNum port) { links_.erase(lower_end(s, port)); }
  void lose_switch(SwitchIndex s) { switches_.insert(s); }
  void return_switch(SwitchIndex s) { switches_.erase(s); }
  void lose_end_port(EndPortIndex e) { end_ports_.insert(e); }
  void return_end_port(EndPortIndex e) { end_ports_.erase(e); }
  void return_all();

  // One thing goes, or returns: more links than switches and end ports. No more than a third of
  // the links, and one switch of five and one end port of five, are away at a time.
  void change(Random& random);
  void lose_some_link(Random& random);
  // Two end ports change their places, for ever.
  void exchange_some_hosts(Random& random);

 private:
  using SwitchPort = std::pair<SwitchIndex, PortNum>;
  SwitchPort lower_end(SwitchIndex s, PortNum port) const;
  std::vector<SwitchPort> all_links() const;

  Fabric whole_;
  std::set<SwitchPort> links_;  // by their lower ends
  std::set<SwitchIndex> switches_;
  std::set<EndPortIndex> end_ports_;
};

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_LIVING_FABRIC_H_
