#include "common/base/throwing.h"

#include <cstddef>
#include <cstdlib>
#include <exception>

namespace weft {
namespace {

// Some times what the loader allocates for the data, some dozens of bytes.
constexpr std::size_t kMoreThanIsNeeded = 1024;

}  // namespace

bool can_throw() noexcept {
  // Through a volatile pointer: compilers may leave out an allocation that nobody looks at.
  void* volatile const memory = std::malloc(kMoreThanIsNeeded);
  if (memory == nullptr) return false;
  std::free(memory);
  return std::uncaught_exceptions() >= 0;  // which asks for the data
}

}  // namespace weft
