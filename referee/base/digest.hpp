#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

struct SHA256state_st;  // OpenSSL's

namespace tribunal {

/// 32 bytes: a SHA-256 digest, a secret, a key.
using Bytes32 = std::array<std::uint8_t, 32>;

/// SHA-256 (FIPS 180-4) of `text`.
[[nodiscard]] Bytes32 sha256(std::string_view text);

/// SHA-256 of text that comes in pieces.
class Sha256 {
 public:
  Sha256() { begin(); }
  void add(std::string_view text);
  /// Begins another text.
  void begin();
  /// Ends the computation; call it once for each text.
  [[nodiscard]] Bytes32 finish();

 private:
  SHA256state_st* context();

  /// A context of OpenSSL, whose headers users do not need.
  alignas(8) std::array<std::byte, 112> context_{};
};

/// Appends a cell of a table to a text that is hashed, as a netstring: `5:hello,`.
void append_netstring(std::string& text, std::string_view cell);

/// HMAC-SHA256 (RFC 2104) of the parts, one after another.
[[nodiscard]] Bytes32 hmac_sha256(const Bytes32& key, std::initializer_list<std::string_view> parts);

/// `number` as eight bytes, most significant first.
[[nodiscard]] std::string big_endian_64(std::uint64_t number);

/// 64 lower-case hexadecimal digits.
[[nodiscard]] std::string to_hex(const Bytes32& bytes);

/// Reads 64 lower-case hexadecimal digits; returns nothing for any other text.
[[nodiscard]] std::optional<Bytes32> from_hex(std::string_view text);

/// The first bytes as a number, to distinguish many digests in little memory.
[[nodiscard]] std::uint64_t first_bytes(const Bytes32& bytes);

/// The bytes as text, for use as a message.
[[nodiscard]] std::string_view as_text(const Bytes32& bytes);

}  // namespace tribunal
