#include "cards/commit_reveal.hpp"

#include <algorithm>
#include <new>
#include <unistd.h>

namespace tribunal {

using namespace std::string_view_literals;

Secret Secret::random() {
  Secret secret;
  if (::getentropy(secret.bytes.data(), secret.bytes.size()) != 0) throw std::bad_alloc{};  // an old kernel
  return secret;
}

Secret Secret::from_seed(std::string_view text) {
  Sha256 hash;
  hash.add("tribunal seed 1\0"sv);
  hash.add(text);
  return {hash.finish()};
}

Secret Secret::with_public_value(std::string_view value) const {
  return {hmac_sha256(bytes, {"tribunal public 1\0"sv, value})};
}

bool is_public_value(std::string_view value) {
  constexpr std::size_t longest = 200;
  const auto is_printable = [](char c) { return c >= ' ' && c <= '~'; };
  return !value.empty() && value.size() <= longest && value.front() != ' ' && value.back() != ' ' &&
         !value.contains("  ") && std::ranges::all_of(value, is_printable);
}

Bytes32 Secret::commitment() const { return sha256(as_text(bytes)); }

DealKey deal_key(const Secret& secret, std::string_view event, std::uint64_t number) {
  return {hmac_sha256(secret.bytes, {"tribunal deal 1\0"sv, event, "\0"sv, big_endian_64(number)})};
}

}  // namespace tribunal
