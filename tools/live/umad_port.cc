#include "tools/live/umad_port.h"

#include <endian.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <infiniband/umad.h>
#include <infiniband/umad_types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <vector>

#include "common/base/error.h"
#include "common/base/text.h"

namespace weft {
namespace {

constexpr int kSubnetManagement = 0x81;  // by directed routes
constexpr int kSubnetAdministration = 0x03;
constexpr std::uint16_t kPermissive = 0xFFFF;

std::string reason(int error) { return std::generic_category().message(error); }

// Of a CA; released at the end.
class CaPort {
 public:
  CaPort(const char* ca, std::uint32_t port)
      : found_(umad_get_port(ca, static_cast<int>(port), &port_) == 0) {}
  CaPort(const CaPort&) = delete;
  CaPort& operator=(const CaPort&) = delete;
  ~CaPort() {
    if (found_) umad_release_port(&port_);
  }
  bool found() const { return found_; }
  const umad_port_t& operator*() const { return port_; }

 private:
  umad_port_t port_{};
  bool found_;
};

class UmadPort : public MadPort {
 public:
  UmadPort(int descriptor, const std::string& name, std::chrono::milliseconds timeout)
      : descriptor_(descriptor),
        name_(name),
        timeout_(static_cast<int>(timeout.count())),
        buffer_(umad_size() + kMadBytes) {
    management_ = register_for(kSubnetManagement, 1);
    administration_ = register_for(kSubnetAdministration, 2);
    if (management_ < 0 || administration_ < 0) {
      const int error = errno;
      umad_close_port(descriptor_);
      throw BadInput(fmt::format("{}: no MADs can be sent: {}", name_, reason(error)));
    }
  }
  ~UmadPort() override { umad_close_port(descriptor_); }

  void send(const Mad& mad, Lid to) override {
    void* const umad = buffer_.data();
    std::memset(umad, 0, buffer_.size());
    std::ranges::copy(mad, static_cast<std::uint8_t*>(umad_get_mad(umad)));
    if (to == 0) {
      umad_set_addr(umad, kPermissive, 0, 0, 0);
    } else {
      umad_set_addr(umad, to, 1, 0, static_cast<int>(UMAD_QKEY));
    }
    // Repeated is by Exchange alone.
    const int sent = umad_send(descriptor_, to == 0 ? management_ : administration_, umad,
                               kMadBytes, timeout_, 0);
    if (sent < 0) fail("sent", -sent);
  }

  std::optional<Mad> receive(std::chrono::milliseconds at_most) override {
    void* const umad = buffer_.data();
    int length = kMadBytes;
    const int received =
        umad_recv(descriptor_, umad, &length,
                  static_cast<int>(std::max<std::chrono::milliseconds::rep>(at_most.count(), 1)));
    if (received == -ETIMEDOUT || received == -EWOULDBLOCK || received == -EINTR) {
      return std::nullopt;
    }
    if (received < 0) fail("received", -received);
    // What nobody answered comes back, and says so.
    if (umad_status(umad) != 0) return std::nullopt;
    Mad mad{};  // some are shorter
    std::copy_n(static_cast<const std::uint8_t*>(umad_get_mad(umad)),
                std::clamp(length, 0, static_cast<int>(kMadBytes)), mad.begin());
    return mad;
  }

 private:
  int register_for(int management_class, int version) const {
    return umad_register(descriptor_, management_class, version, 0, nullptr);
  }
  [[noreturn]] void fail(std::string_view what, int error) const {
    throw BadInput(fmt::format("{}: MADs cannot be {}: {}", name_, what, reason(error)));
  }

  int descriptor_;
  std::string name_;
  int timeout_;  // ms
  int management_ = -1;
  int administration_ = -1;
  std::vector<std::uint8_t> buffer_;
};

std::vector<std::string> ca_names() {
  std::vector<std::string> names;
  umad_device_node* const list = umad_get_ca_device_list();
  for (const umad_device_node* each = list; each != nullptr; each = each->next) {
    names.emplace_back(each->ca_name);
  }
  umad_free_ca_device_list(list);
  std::ranges::sort(names);
  return names;
}

// libibumad prints where this file is missing.
void check_module() {
  const int file = ::open("/sys/class/infiniband_mad/abi_version", O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    throw BadInput("no MADs can be sent from this host: load the kernel's module ib_umad");
  }
  ::close(file);
}

std::string name_of(const PortChoice& choice) {
  return fmt::format("{}{}", choice.ca.empty() ? "any CA" : "CA " + choice.ca,
                     choice.port == 0 ? "" : fmt::format(", port {}", choice.port));
}

void check_ca(const std::string& ca) {
  const std::vector<std::string> names = ca_names();
  if (names.empty()) throw BadInput("this host has no InfiniBand CA: the kernel knows of none");
  if (ca.empty() || std::ranges::find(names, ca) != names.end()) return;
  throw BadInput(fmt::format("this host has no CA «{}»; it has {}", ca, joined(names, ", ")));
}

void check_port(const umad_port_t& port, const std::string& name) {
  const std::string_view layer = port.link_layer;
  if (layer != "InfiniBand" && layer != "IB") {
    throw BadInput(fmt::format("{} is of no InfiniBand fabric, but {}", name, layer));
  }
  constexpr unsigned kDown = 1;
  if (port.state <= kDown) throw BadInput(fmt::format("{} is down", name));
}

}  // namespace

OpenPort open_mad_port(const PortChoice& choice, std::chrono::milliseconds timeout) {
  if (umad_init() < 0) throw BadInput("libibumad does not start");
  check_ca(choice.ca);
  check_module();
  const CaPort port(choice.ca.empty() ? nullptr : choice.ca.c_str(), choice.port);
  if (!port.found()) {
    throw BadInput(fmt::format("{} has no such InfiniBand port that is up", name_of(choice)));
  }
  const std::string name = fmt::format("CA {}, port {}", (*port).ca_name, (*port).portnum);
  check_port(*port, name);
  errno = 0;
  const int descriptor = umad_open_port((*port).ca_name, (*port).portnum);
  if (descriptor < 0) {
    throw BadInput(fmt::format(
        "{} cannot be opened: {}: MADs are for root, and for who may open /dev/infiniband/umad*",
        name, reason(errno != 0 ? errno : -descriptor)));
  }
  return {std::make_unique<UmadPort>(descriptor, name, timeout), be64toh((*port).port_guid),
          static_cast<Lid>((*port).sm_lid)};
}

}  // namespace weft
