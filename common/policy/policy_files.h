// The policy files of a chain, read again and again as the administrator changes them.
#ifndef WEFT_POLICY_POLICY_FILES_H_
#define WEFT_POLICY_POLICY_FILES_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/workers.h"
#include "common/options/configuration.h"
#include "common/policy/chain_policy.h"
#include "common/policy/option_overlay.h"

namespace weft {

// What becomes of groups, topologies and steps with mistakes where there was no policy before.
enum class Mistaken {
  kLeftOut,  // the rest counts
  kRefused,  // there is no policy
};

class PolicyFiles {
 public:
  struct Report {
    std::vector<std::string> errors;    // if there are any, the policy is what it was
    std::vector<std::string> warnings;  // of what was read now, or has errors still
  };

  // Reads the files, of up to 16 MiB, and those of 1 MiB that steps name, unless all are those that
  // were read last, in the state that they had: then what was wrong with them is wrong still. A
  // file that could not be read is tried again.
  // Without an rch_policy_file the policy has no links; without any file there is none.
  //
  // Files with mistakes leave the last policy as it was. If there was none, groups, topologies and
  // steps with mistakes are left out if that is asked for, and what refers to them; warnings say
  // so. There is no policy then if a file cannot be read, or if the first step has mistakes.
  //
  // Throws std::bad_alloc and Stopped, with everything as it was.
  Report read(const PolicyPaths& paths, std::span<const std::string_view> engines,
              const Workers& workers, Mistaken mistaken = Mistaken::kLeftOut);

  // The last good one; null: there was none. The same object as long as the files do not change.
  std::shared_ptr<const ChainPolicy> policy() const { return policy_; }

 private:
  std::shared_ptr<const ChainPolicy> policy_;
  PolicyPaths paths_;
  FileStamps stamps_;  // of all files that were read
  // The last reading found all files.
  bool was_read_ = false;
  Report faults_;  // what was wrong with them; empty if nothing was
};

}  // namespace weft

#endif  // WEFT_POLICY_POLICY_FILES_H_
