// What the programs of bench/ have in common.
#ifndef WEFT_BENCH_PROGRAM_H_
#define WEFT_BENCH_PROGRAM_H_

#include <fmt/format.h>

#include <cstdio>
#include <exception>

namespace weft::bench {

// The exit code of a program: that of run, or 1 and a sentence if it throws.
inline int run_program(const char* name, int (*run)(int argc, char** argv), int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    return 1;
  }
}

}  // namespace weft::bench

#endif  // WEFT_BENCH_PROGRAM_H_
