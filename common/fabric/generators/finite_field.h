// Arithmetic in GF(q), the field with q elements, for graphs built from it.
#ifndef WEFT_FABRIC_GENERATORS_FINITE_FIELD_H_
#define WEFT_FABRIC_GENERATORS_FINITE_FIELD_H_

#include <string_view>
#include <vector>

#include "common/base/error.h"

namespace weft {

// Throws BadInput, which names the topology («a Slim Fly»), unless q is a power of a prime.
void check_prime_power(std::string_view topology, unsigned q);

// Elements are the numbers 0..q-1; 0 and 1 are those of the field. Their digits to the base p are
// the coefficients of a polynomial modulo one of degree n, where q = p^n: the first polynomial for
// which x is primitive. Where q is a prime, numbers are added and multiplied modulo q.
class FiniteField {
 public:
  // q: a power of a prime, up to 2^15. Cost: O(q^2) at most. Memory: O(q).
  explicit FiniteField(unsigned q);

  unsigned size() const { return size_; }
  unsigned add(unsigned a, unsigned b) const;
  unsigned minus(unsigned a) const;
  unsigned times(unsigned a, unsigned b) const;
  // The exponent-th power of a primitive element; exponents 0..q-2 give each element but 0 once.
  unsigned power(unsigned exponent) const { return powers_[exponent % (size_ - 1)]; }

 private:
  bool is_primitive(unsigned remainder);

  unsigned size_;
  unsigned prime_;
  std::vector<unsigned> powers_;  // by exponent, 0..q-2
  std::vector<unsigned> logs_;    // by element, but 0
};

}  // namespace weft

#endif  // WEFT_FABRIC_GENERATORS_FINITE_FIELD_H_
