#include "common/base/throwing.h"

#include <cstddef>
#include <cstdlib>
#include <exception>

namespace weft {
namespace {

// Several times the loader's allocation for the data, which has some dozens of bytes.
constexpr std::size_t kMoreThanIsNeeded = 1024;

}  // namespace

bool can_throw() noexcept {
  // The volatile pointer keeps the compiler from removing the unused allocation.
  void* volatile const memory = std::malloc(kMoreThanIsNeeded);
  if (memory == nullptr) return false;
  std::free(memory);
  return std::uncaught_exceptions() >= 0;  // accesses the data
}

}  // namespace weft
