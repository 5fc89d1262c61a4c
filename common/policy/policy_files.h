// Reads the policy files of a chain, and reads them again when they change.
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

// The files to read: those of chains and their topologies are only for a chain.
PolicyPaths files_to_read(const Configuration& options, bool has_chain);

// How to treat groups, topologies and steps with errors if there is no earlier policy.
enum class Mistaken {
  kLeftOut,  // they are left out, the rest counts
  kRefused,  // there is no policy
};

class PolicyFiles {
 public:
  struct Report {
    std::vector<std::string> errors;    // if not empty, the policy is unchanged
    std::vector<std::string> warnings;  // about the files read now, and about files that still have
                                        // errors
    std::vector<std::string> notes;     // about what is right, and works otherwise than it reads
  };

  // Reads the policy files, up to 16 MiB each, and the files of steps, up to 1 MiB each. If no file
  // has changed since the last reading, reports its errors again. An unreadable file is always
  // tried again. Without an rch_policy_file the policy has no links; without any file there is no
  // policy.
  //
  // Files with errors leave the last policy unchanged. Without a last policy, kLeftOut leaves out
  // groups, topologies and steps with errors, and parts that refer to them, each with a warning;
  // there is no policy if a file cannot be read or the first step has errors.
  //
  // Throws std::bad_alloc and Stopped, with everything as it was.
  Report read(const PolicyPaths& paths, std::span<const std::string_view> engines,
              const Workers& workers, Mistaken mistaken = Mistaken::kLeftOut);

  // The last policy without errors; null: none. The object stays the same while the files do not
  // change.
  std::shared_ptr<const ChainPolicy> policy() const { return policy_; }

 private:
  std::shared_ptr<const ChainPolicy> policy_;
  PolicyPaths paths_;
  FileStamps stamps_;  // of all files that were read
  // True if the last reading found all files.
  bool was_read_ = false;
  Report faults_;  // of the last reading
};

}  // namespace weft

#endif  // WEFT_POLICY_POLICY_FILES_H_
