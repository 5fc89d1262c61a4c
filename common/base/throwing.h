// May this thread throw? Where there is no memory at all that is not a matter of course.
// Tested by tests/e2e/test_no_memory.py.
#ifndef WEFT_BASE_THROWING_H_
#define WEFT_BASE_THROWING_H_

namespace weft {

// To be asked before anything in this thread can throw: false means that it must not.
//
// Throwing takes thread-local data of libstdc++'s. In a program that has no C++ of its own, as
// opensm, a thread gets it from the heap when it throws for the first time, and where that fails
// the loader ends the process. So it is fetched here, if there is memory for it.
bool can_throw() noexcept;

}  // namespace weft

#endif  // WEFT_BASE_THROWING_H_
