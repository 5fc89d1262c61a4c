#include "common/fabric/generators/finite_field.h"

#include <fmt/format.h>

namespace weft {
namespace {

unsigned least_prime_factor(unsigned q) {
  for (unsigned p = 2; p <= q / p; ++p) {
    if (q % p == 0) return p;
  }
  return q;
}

}  // namespace

void check_prime_power(std::string_view topology, unsigned q) {
  unsigned rest = q;
  while (rest > 1 && rest % least_prime_factor(q) == 0) rest /= least_prime_factor(q);
  if (q < 2 || rest != 1) {
    throw BadInput(fmt::format(
        "{} is made of a field of q elements, so q is a power of a prime (2, 3, 4, 5, 7, 8, 9, 11, "
        "...), and {} is none",
        topology, q));
  }
}

FiniteField::FiniteField(unsigned q) : size_(q), prime_(least_prime_factor(q)) {
  unsigned remainder = 1;
  while (!is_primitive(remainder)) ++remainder;
  logs_.resize(q);
  for (unsigned i = 0; i + 1 < q; ++i) logs_[powers_[i]] = i;
}

// remainder: x^n as a polynomial of lower degree. Tests x as a generator: its powers reach 1 after
// q - 1 steps, and not before, only if x is primitive, and then the ring is a field.
bool FiniteField::is_primitive(unsigned remainder) {
  const unsigned top = size_ / prime_;  // x^(n-1)
  powers_ = {1};
  for (;;) {
    const unsigned last = powers_.back();
    unsigned next = last % top * prime_;
    for (unsigned i = 0; i < last / top; ++i) next = add(next, remainder);
    if (next == 1) return powers_.size() == size_ - 1;
    if (next == 0 || powers_.size() == size_) return false;
    powers_.push_back(next);
  }
}

unsigned FiniteField::add(unsigned a, unsigned b) const {
  unsigned sum = 0;
  for (unsigned place = 1; place < size_; place *= prime_) {
    sum += (a / place + b / place) % prime_ * place;
  }
  return sum;
}

unsigned FiniteField::minus(unsigned a) const {
  unsigned negative = 0;
  for (unsigned place = 1; place < size_; place *= prime_) {
    negative += (prime_ - a / place % prime_) % prime_ * place;
  }
  return negative;
}

unsigned FiniteField::times(unsigned a, unsigned b) const {
  return a == 0 || b == 0 ? 0 : power(logs_[a] + logs_[b]);
}

}  // namespace weft
