#include "common/dumps/step_dumps.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>
#include <vector>

#include "common/base/error.h"
#include "common/base/file.h"
#include "common/dumps/ca_order_dump.h"
#include "common/dumps/lid_matrix.h"
#include "common/dumps/roots_dump.h"
#include "common/dumps/table_writer.h"
#include "common/dumps/torus_dump.h"
#include "common/fabric/writers/fabric_writer.h"

namespace weft {
namespace {

// Refuses a symbolic link: the owner of the link would choose where OpenSM writes.
void make_folder(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) == 0) return;
  const int error = errno;
  struct stat status {};
  if (error == EEXIST && ::lstat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return;
    throw BadInput(fmt::format("{}: is to be a directory, but is something else", path));
  }
  throw BadInput(
      fmt::format("{}: cannot be made: {}", path, std::generic_category().message(error)));
}

// Rows of the switches of a part.
std::vector<PortNum*> rows_of(Tables tables, const FabricPart* part) {
  std::vector<PortNum*> rows;
  if (part == nullptr) {
    for (SwitchIndex s = 0; s < tables.row_count(); ++s) rows.push_back(tables.row(s));
  } else {
    for (const SwitchIndex s : part->switches) rows.push_back(tables.row(s));
  }
  return rows;
}

}  // namespace

void write_step_dumps(const Fabric& whole, Tables tables, const RoutedStep& step,
                      const std::string& directory, const Workers& workers) {
  constexpr auto kReplaced = Existing::kReplaced;
  const std::string folder = fmt::format("{}/step-{}", directory, step.id);
  make_folder(folder);
  const Fabric& fabric = step.part != nullptr ? step.part->fabric : whole;
  const std::vector<PortNum*> rows = rows_of(tables, step.part.get());
  const Tables of_step(rows, tables.row_size());

  write_subnet_list(fabric, folder + "/opensm-subnet.lst", kReplaced);
  workers.check_stop();
  write_lfts_dump(fabric, of_step, folder + "/opensm-lfts.dump", kReplaced);
  workers.check_stop();
  write_fdbs(fabric, of_step, folder + "/opensm.fdbs", kReplaced);
  LidMatrix matrix(fabric, of_step, {step.notes.orientation, step.notes.by_stored_hops},
                   step.options, workers);
  write_lid_matrix(fabric, matrix, folder + "/opensm-lid-matrix.dump", kReplaced, workers);
  if (!step.notes.roots.empty()) {
    write_roots_dump(fabric, step.notes.roots, folder + "/" + kRootsDump);
  }
  if (!step.notes.ca_order.empty()) {
    write_ca_order(fabric, step.notes.ca_order, folder + "/" + kCaOrderDump);
  }
  if (!step.notes.coordinates.empty()) {
    write_torus_dump(fabric, step.notes, folder + "/" + kTorusDump);
  }
}

}  // namespace weft
