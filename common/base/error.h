// What Weft throws. Each message is a sentence that an administrator can act on; none of these
// leaves a callback of OpenSM.
#ifndef WEFT_BASE_ERROR_H_
#define WEFT_BASE_ERROR_H_

#include <stdexcept>

namespace weft {

// A file, an option or a command line is wrong. The message names file and line where there are
// any.
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The engine cannot route this fabric, or its routing was refused. OpenSM tries the next engine.
class CannotRoute : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// OpenSM was asked to stop, or the caller was.
class Stopped : public CannotRoute {
 public:
  Stopped() : CannotRoute("routing was given up because opensm was asked to stop") {}
};

}  // namespace weft

#endif  // WEFT_BASE_ERROR_H_
