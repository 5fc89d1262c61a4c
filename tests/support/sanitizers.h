// Are the libraries under test those with the sanitizers, which are not optimised? The tests
// themselves are the same program.
#ifndef WEFT_TESTS_SUPPORT_SANITIZERS_H_
#define WEFT_TESTS_SUPPORT_SANITIZERS_H_

#include <dlfcn.h>

namespace weft::test {

inline bool has_sanitizers() { return dlsym(RTLD_DEFAULT, "__asan_init") != nullptr; }

}  // namespace weft::test

#endif  // WEFT_TESTS_SUPPORT_SANITIZERS_H_
