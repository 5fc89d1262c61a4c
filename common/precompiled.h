// What nearly every source of the libraries includes, compiled once for all of them. A source names
// what it uses all the same: clang-tidy sees it without this.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/error.h"
#include "common/base/types.h"
#include "common/base/workers.h"
#include "common/fabric/fabric.h"
