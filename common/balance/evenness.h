// When is it worth choosing again, since the first choices were made before all loads were known?
#ifndef WEFT_BALANCE_EVENNESS_H_
#define WEFT_BALANCE_EVENNESS_H_

namespace weft {

// Not if the busiest link carries at most this multiple of the mean,
inline constexpr double kEven = 1.1;
// and not after a round that left more than this share of the busiest link's load.
inline constexpr double kWorthwhile = 0.95;

}  // namespace weft

#endif  // WEFT_BALANCE_EVENNESS_H_
