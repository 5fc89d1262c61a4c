// Weft's exceptions. Each message is a sentence that an administrator can act on. No exception
// leaves a callback of OpenSM.
#ifndef WEFT_BASE_ERROR_H_
#define WEFT_BASE_ERROR_H_

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

}  // namespace weft

#endif  // WEFT_BASE_ERROR_H_
