// What a command is doing, for whoever waits for it at a terminal.
// Tested by tests/e2e/test_progress.py.
#ifndef WEFT_TOOLS_WEFT_PROGRESS_H_
#define WEFT_TOOLS_WEFT_PROGRESS_H_

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace weft::tool {

// One line on standard error, which is written over, from two seconds after it was made until it
// goes. There is none where standard error is no terminal. It has to be gone before the command
// prints what it found.
class ProgressLine {
 public:
  // json: is what standard output gets, so that nothing is shown.
  explicit ProgressLine(bool json = false);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();  // takes the line away

  // What is being done, in a few words. From any thread.
  void say(std::string what);

 private:
  void show(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::string what_;
  std::jthread thread_;  // none: nothing is shown
};

}  // namespace weft::tool

#endif  // WEFT_TOOLS_WEFT_PROGRESS_H_
