// A forked child of opensm: it sees the subnet as it is now, and whatever it allocates, changes or
// breaks ends with it.
#ifndef WEFT_BENCH_CHILD_H_
#define WEFT_BENCH_CHILD_H_

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>

#include "plugins/opensm/opensm.h"

namespace weft::bench {

// A child that answers requests, one at a time, until its Child or its parent is gone. It is forked
// while OpenSM's lock and its log's lock are held, so that it finds both data in order; it keeps
// OpenSM's lock, as a routing engine expects. Requests and answers are texts without a NUL.
class Child {
 public:
  // Throws std::runtime_error if no child can be forked.
  Child(osm_opensm_t& osm, const std::function<std::string(const std::string& request)>& answer);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // What `answer` returned. Throws std::runtime_error with a sentence if it threw, crashed, or was
  // not done within the limit; nothing can be asked any more then.
  std::string ask(const std::string& request, std::chrono::seconds limit);

 private:
  std::string how_it_died();

  int socket_ = -1;
  pid_t pid_ = -1;  // -1: gone
};

// A child that answers once: what body returned. Throws as Child and ask().
std::string run_in_child(osm_opensm_t& osm, std::chrono::seconds limit,
                         const std::function<std::string()>& body);

}  // namespace weft::bench

#endif  // WEFT_BENCH_CHILD_H_
