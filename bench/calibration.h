// A fixed piece of work that tells how fast the machine is at this moment, so that a time measured
// now can be set beside one that was measured earlier.
#ifndef WEFT_BENCH_CALIBRATION_H_
#define WEFT_BENCH_CALIBRATION_H_

namespace weft::bench {

// Milliseconds (the median of five) for 2^20 dependent steps through 32 MiB of memory, with some
// integer arithmetic at each: what a routing engine does when it walks a fabric that does not fit
// into the cache. Takes about a second in all.
double calibration_ms();

}  // namespace weft::bench

#endif  // WEFT_BENCH_CALIBRATION_H_
