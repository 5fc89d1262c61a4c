#include "common/fabric/generators/finite_field.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace weft {
namespace {

TEST(FiniteField, OfAPrimeIsArithmeticModuloIt) {
  const FiniteField field(7);
  EXPECT_EQ(field.size(), 7u);
  for (unsigned a = 0; a < 7; ++a) {
    for (unsigned b = 0; b < 7; ++b) {
      EXPECT_EQ(field.add(a, b), (a + b) % 7);
      EXPECT_EQ(field.times(a, b), a * b % 7);
    }
  }
  EXPECT_EQ(field.minus(2), 5u);
  EXPECT_EQ(field.power(1), 3u) << "2 is no primitive element";
}

// x^2 = x + 1, where x is 2.
TEST(FiniteField, OfFourElements) {
  const FiniteField field(4);
  EXPECT_EQ(field.add(2, 3), 1u);
  EXPECT_EQ(field.minus(3), 3u);
  EXPECT_EQ(field.times(2, 2), 3u);
  EXPECT_EQ(field.times(2, 3), 1u);
  EXPECT_EQ(field.times(3, 3), 2u);
}

TEST(FiniteField, IsAField) {
  for (const unsigned q : {2u, 3u, 4u, 5u, 8u, 9u, 16u, 25u, 27u, 49u}) {
    const FiniteField field(q);
    std::set<unsigned> powers;
    for (unsigned i = 0; i + 1 < q; ++i) powers.insert(field.power(i));
    EXPECT_EQ(powers.size(), q - 1) << q;
    EXPECT_FALSE(powers.contains(0)) << q;
    for (unsigned a = 0; a < q; ++a) {
      EXPECT_EQ(field.add(a, field.minus(a)), 0u);
      EXPECT_EQ(field.times(a, 1), a);
      for (unsigned b = 0; b < q; ++b) {
        const unsigned c = (a + 3 * b + 1) % q;
        EXPECT_EQ(field.times(a, field.add(b, c)), field.add(field.times(a, b), field.times(a, c)))
            << q << ": " << a << " " << b << " " << c;
      }
    }
  }
}

TEST(FiniteField, IsThereForPowersOfPrimesAlone) {
  for (const unsigned q : {2u, 3u, 4u, 5u, 7u, 8u, 9u, 32u, 49u, 65537u}) {
    EXPECT_NO_THROW(check_prime_power("a plane", q)) << q;
  }
  for (const unsigned q : {0u, 1u, 6u, 10u, 12u, 45u, 100u}) {
    EXPECT_THROW(check_prime_power("a plane", q), BadInput) << q;
  }
  try {
    check_prime_power("a plane", 6);
  } catch (const BadInput& e) {
    EXPECT_EQ(std::string(e.what()),
              "a plane is made of a field of q elements, so q is a power of a prime (2, 3, 4, 5, "
              "7, 8, 9, 11, ...), and 6 is none");
  }
}

}  // namespace
}  // namespace weft
