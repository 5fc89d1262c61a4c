// The border between C++ and OpenSM: no exception leaves a guarded call.
#ifndef WEFT_PLUGINS_OPENSM_GUARDED_H_
#define WEFT_PLUGINS_OPENSM_GUARDED_H_

#include <exception>
#include <new>

#include "common/base/throwing.h"
#include "plugins/opensm/log.h"

namespace weft {

// Returns what body() returns. If body() throws, logs the reason without allocating memory and
// returns `failure`.
template <typename Result, typename Body>
Result guarded(const Log& log, Result failure, Body body) noexcept {
  if (!can_throw()) {
    log.error("there is not enough memory");
    return failure;
  }
  try {
    return body();
  } catch (const std::bad_alloc&) {
    log.error("there is not enough memory");
  } catch (const std::exception& error) {
    log.error(error.what());
  } catch (...) {
    log.error("an unknown error occurred");
  }
  return failure;
}

// The same for a body that returns nothing.
template <typename Body>
void guarded(const Log& log, Body body) noexcept {
  guarded(log, false, [&] {
    body();
    return true;
  });
}

}  // namespace weft

#endif  // WEFT_PLUGINS_OPENSM_GUARDED_H_
