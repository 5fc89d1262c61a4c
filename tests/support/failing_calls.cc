// LD_PRELOAD library for end-to-end tests: makes `operator new` and the creation of threads fail in
// Weft's callbacks inside the real opensm.
//
//   WEFT_FAIL_FIRST=n   the n-th call fails, counted from 1 over the whole process
//   WEFT_FAIL_COUNT=m   and so do the m - 1 that follow; 1 by default, 0: all of them
//   WEFT_FAIL_REPORT=F  at its end the process writes into file F how many calls there were, and
//   how
//                       many of them failed
//
// opensm itself is written in C: it never calls operator new, and starts its threads through
// libosmcomp. So what counts is Weft's, from the first callback of its first module on.
//
//   LD_PRELOAD="libfailing-calls.so libumad2sim.so" WEFT_FAIL_FIRST=7 opensm -o ...
//
// opensm must end with status 0 whatever the numbers are; tests/e2e/test_failures.py tries many.
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

std::atomic<unsigned long> calls = 0;
std::atomic<unsigned long> failures = 0;

unsigned long number(const char* variable, unsigned long otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoul(text, nullptr, 10);
}

bool next_call_fails() {
  static const unsigned long first = number("WEFT_FAIL_FIRST", 0);
  static const unsigned long count = number("WEFT_FAIL_COUNT", 1);
  const unsigned long call = ++calls;
  if (first == 0 || call < first || (count != 0 && call >= first + count)) return false;
  ++failures;
  return true;
}

void* allocate(std::size_t size, std::size_t alignment) {
  if (size == 0) size = 1;
  if (alignment <= alignof(std::max_align_t)) return std::malloc(size);
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocate_or_fail(std::size_t size, std::size_t alignment) noexcept {
  return next_call_fails() ? nullptr : allocate(size, alignment);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* memory = allocate_or_fail(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// std::thread starts its threads from within the C++ library.
bool called_by_cxx(void* caller) {
  Dl_info info;
  return dladdr(caller, &info) != 0 && info.dli_fname != nullptr &&
         (std::strstr(info.dli_fname, "libstdc++") != nullptr ||
          std::strstr(info.dli_fname, "libweft") != nullptr);
}

struct Reporter {
  ~Reporter() {
    const char* path = std::getenv("WEFT_FAIL_REPORT");
    if (path == nullptr || calls == 0) return;  // timeout(1) and the like have it loaded, too
    std::FILE* file = std::fopen(path, "w");
    if (file == nullptr) return;
    std::fprintf(file, "%lu calls, %lu failed\n", calls.load(), failures.load());
    std::fclose(file);
  }
} reporter;

}  // namespace

void* operator new(std::size_t size) { return allocate_or_throw(size, 1); }
void* operator new[](std::size_t size) { return allocate_or_throw(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate_or_fail(size, 1);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocate_or_fail(size, 1);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate_or_fail(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate_or_fail(size, static_cast<std::size_t>(alignment));
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*start)(void*), void* argument) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (called_by_cxx(__builtin_return_address(0)) && next_call_fails()) return EAGAIN;
  return create(thread, attributes, start, argument);
}
