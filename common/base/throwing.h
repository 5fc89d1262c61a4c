// Whether this thread can throw; without free memory it may not be able to.
// Tested by tests/e2e/test_no_memory.py.
#ifndef WEFT_BASE_THROWING_H_
#define WEFT_BASE_THROWING_H_

namespace weft {

// Call this before anything in this thread can throw; false: the thread must not throw.
//
// Throwing uses thread-local data of libstdc++. In a program without C++ of its own, such as
// opensm, a thread allocates this data on the heap at its first throw, and if that fails the loader
// ends the process. So this function allocates the data beforehand, if there is memory.
bool can_throw() noexcept;

}  // namespace weft

#endif  // WEFT_BASE_THROWING_H_
