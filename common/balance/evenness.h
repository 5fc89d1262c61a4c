// When is it worth making choices again that were made before the loads of the links were known?
#ifndef WEFT_BALANCE_EVENNESS_H_
#define WEFT_BALANCE_EVENNESS_H_

namespace weft {

// Not where the busiest link carries no more than so many times the mean,
inline constexpr double kEven = 1.1;
// nor again after a time that left more than this share of the busiest link's load.
inline constexpr double kWorthwhile = 0.95;

}  // namespace weft

#endif  // WEFT_BALANCE_EVENNESS_H_
