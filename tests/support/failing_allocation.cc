// In the place of the operators of the C++ library.
#include "tests/support/failing_allocation.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

thread_local std::uint64_t count = 0;
thread_local std::uint64_t failing = 0;

void* allocate(std::size_t size) noexcept {
  return ++count == failing ? nullptr : std::malloc(size == 0 ? 1 : size);
}

}  // namespace

namespace weft::test {

std::uint64_t allocations() { return count; }

void fail_allocation(std::uint64_t number) { failing = number == 0 ? 0 : count + number; }

}  // namespace weft::test

// Those of arrays call these.
void* operator new(std::size_t size) {
  void* const memory = allocate(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
