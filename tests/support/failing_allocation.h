// Makes one allocation of memory fail, at the place that a test chooses.
#ifndef WEFT_TESTS_SUPPORT_FAILING_ALLOCATION_H_
#define WEFT_TESTS_SUPPORT_FAILING_ALLOCATION_H_

#include <cstdint>

namespace weft::test {

// How often this thread has called operator new.
std::uint64_t allocations();

// From now on, the call of this thread with that number, counted from 1, throws std::bad_alloc; 0:
// none does.
void fail_allocation(std::uint64_t number);

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_FAILING_ALLOCATION_H_
