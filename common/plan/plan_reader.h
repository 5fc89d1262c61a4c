// From a file to a plan, whoever wrote it.
#ifndef WEFT_PLAN_PLAN_READER_H_
#define WEFT_PLAN_PLAN_READER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/fabric/fabric.h"
#include "common/plan/planned_fabric.h"

namespace weft {

// What a daemon reads at most: the plan of a subnet of 49,151 end ports has 5 MB.
inline constexpr std::size_t kLargestPlan = std::size_t{256} << 20;

// What goes with a plan.
struct PlanFiles {
  std::string system_types;  // the folder of .ibnl files; empty: that of usual_system_types()
  // Lines «NAME = OTHER NAME», with ranges in brackets, for nodes that the plan calls otherwise.
  std::string names;
  std::string names_source;  // what messages about them begin with
};

// The format is recognised by content: a file of a fabric (fabric_reader.h) of another day; .topo,
// and cables as comma separated values, topo_config_file among them (cable_list.h); or a line of
// weft generate, «xgft --down 18,36 --up 18», whose further lines are such names. Any of them may
// be gzipped, begin with a byte order mark, or be in UTF-16. What is left out adds a sentence to
// `warnings`. Throws BadInput with source, line and reason.
PlannedFabric parse_plan(std::string_view text, const std::string& source, const Fabric& there,
                         const PlanFiles& files, std::vector<std::string>& warnings);

// Is this a line of weft generate?
bool is_generator_line(std::string_view line);

}  // namespace weft

#endif  // WEFT_PLAN_PLAN_READER_H_
