// Weft's exceptions. Each message is a sentence that an administrator can act on. No exception
// leaves a callback of OpenSM.
// Tested by tests/plugins/opensm/routing_engine_test.cc.
#ifndef WEFT_BASE_ERROR_H_
#define WEFT_BASE_ERROR_H_

#include <exception>
#include <new>
#include <stdexcept>

namespace weft {

// An error in a file, an option or a command line. The message has file and line, if known.
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The engine cannot route this fabric, or its routing was refused. OpenSM then tries the next
// engine.
class CannotRoute : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// OpenSM or the caller was asked to stop.
class Stopped : public CannotRoute {
 public:
  Stopped() : CannotRoute("routing was given up because opensm was asked to stop") {}
};

// The sentence of an exception; that of std::bad_alloc says nothing to an administrator.
inline const char* reason_of(const std::exception& error) noexcept {
  const bool lacks_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return lacks_memory ? "there is not enough memory" : error.what();
}

}  // namespace weft

#endif  // WEFT_BASE_ERROR_H_
