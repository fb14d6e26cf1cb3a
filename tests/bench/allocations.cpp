#include <atomic>
#include <cstddef>

#include "benches.hpp"

// The C library's own names for what is counted here. A sanitizer puts its own functions in this place; then
// nothing is counted.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {
// NOLINTNEXTLINE(*-avoid-non-const-global-variables): operator new has no other place
std::atomic<std::uint64_t> count{0};
}  // namespace

// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_memalign(alignment, size);
}
}
// NOLINTEND(bugprone-reserved-identifier)

namespace tribunal {
std::uint64_t allocations() { return count.load(std::memory_order_relaxed); }
}  // namespace tribunal

#else

namespace tribunal {
std::uint64_t allocations() { return 0; }
}  // namespace tribunal

#endif
