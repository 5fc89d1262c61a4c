#include "common/options/option_table.h"

#include <algorithm>
#include <iterator>

namespace weft {
namespace {

constexpr bool is_unique(const OptionRow& row) {
  return std::ranges::count(kOptionTable, row.key, &OptionRow::key) == 1;
}

constexpr bool has_its_owners_key(const OptionRow& row) {
  return row.key.starts_with("weft_") == (row.whose == Whose::kWeft);
}

// OpenSM reads stock options; some of the vendor's options have no effect.
constexpr bool is_read_by_someone(const OptionRow& row) {
  return row.whose != Whose::kWeft || row.field != OptionField(kNotRead);
}

constexpr bool has_a_fitting_scope(const OptionRow& row) {
  return row.field == OptionField(kNotRead) ? row.scope != Scope::kStep
                                            : row.scope != Scope::kOpensm;
}

static_assert(std::ranges::all_of(kOptionTable, is_unique));
static_assert(std::ranges::all_of(kOptionTable, has_its_owners_key));
static_assert(std::ranges::all_of(kOptionTable, is_read_by_someone));
static_assert(std::ranges::all_of(kOptionTable, has_a_fitting_scope));

}  // namespace

const OptionRow* find_option(std::string_view key) {
  const auto* const found = std::ranges::find(kOptionTable, key, &OptionRow::key);
  return found != std::end(kOptionTable) ? found : nullptr;
}

}  // namespace weft
