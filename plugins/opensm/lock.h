// Holds OpenSM's lock in a scope.
#ifndef WEFT_PLUGINS_OPENSM_LOCK_H_
#define WEFT_PLUGINS_OPENSM_LOCK_H_

#include "plugins/opensm/opensm.h"

namespace weft {

class OpensmLock {
 public:
  using Acquire = void (*)(cl_plock_t*);

  // acquire: cl_plock_acquire, to read; cl_plock_excl_acquire, to write.
  OpensmLock(cl_plock_t& lock, Acquire acquire) : lock_(lock) { acquire(&lock_); }
  OpensmLock(const OpensmLock&) = delete;
  OpensmLock& operator=(const OpensmLock&) = delete;
  ~OpensmLock() { cl_plock_release(&lock_); }

 private:
  cl_plock_t& lock_;
};

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_LOCK_H_
