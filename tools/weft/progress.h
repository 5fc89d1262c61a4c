// Shows the progress of a command at a terminal.
// Tested by tests/e2e/test_progress.py.
#ifndef WEFT_TOOLS_WEFT_PROGRESS_H_
#define WEFT_TOOLS_WEFT_PROGRESS_H_

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace weft::tool {

// One line on standard error that is overwritten, from two seconds after construction until
// destruction. No line if standard error is not a terminal. Destroy it before the command prints
// its result.
class ProgressLine {
 public:
  // json: standard output is JSON, so no progress is shown.
  explicit ProgressLine(bool json = false);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();  // removes the line

  // Sets the text, a few words. Callable from any thread.
  void say(std::string what);

 private:
  void show(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::string what_;
  std::jthread thread_;  // none: no progress is shown
};

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PROGRESS_H_
