#include "base/digest.hpp"

#include <array>
#include <cstring>
#include <new>

// OpenSSL 3 prefers functions that find an algorithm by its name. They load all algorithms, which takes 1.5
// ms of each start, and most of a module that has the library in it.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

namespace tribunal {
namespace {

// These calls of OpenSSL fail only if its installation is broken, which cannot be handled.
void require(bool done) {
  if (!done) throw std::bad_alloc{};
}

/// The bytes of a block of SHA-256, which HMAC fills with the key.
using KeyBlock = std::array<char, 64>;

/// `key`, padded with zeros; each byte is combined with `pad` by XOR.
KeyBlock key_block(const Bytes32& key, unsigned char pad) {
  KeyBlock block{};
  block.fill(static_cast<char>(pad));
  for (std::size_t i = 0; i < key.size(); ++i) block[i] = static_cast<char>(key[i] ^ pad);
  return block;
}

constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::uint8_t no_digit = 16;

/// The value of each character as a hexadecimal digit; `no_digit` for any other character.
constexpr auto digit_values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(no_digit);
  for (std::uint8_t digit = 0; digit < no_digit; ++digit)
    values[static_cast<unsigned char>(hex_digits[digit])] = digit;
  return values;
}();

std::uint8_t digit_of(char character) { return digit_values[static_cast<unsigned char>(character)]; }

}  // namespace

SHA256_CTX* Sha256::context() {
  static_assert(sizeof(SHA256_CTX) <= sizeof context_ && alignof(SHA256_CTX) <= alignof(Sha256));
  return reinterpret_cast<SHA256_CTX*>(context_.data());  // NOLINT: storage for it
}

void Sha256::begin() { require(SHA256_Init(context()) == 1); }

void Sha256::add(std::string_view text) { require(SHA256_Update(context(), text.data(), text.size()) == 1); }

Bytes32 Sha256::finish() {
  Bytes32 digest{};
  require(SHA256_Final(digest.data(), context()) == 1);
  return digest;
}

Bytes32 sha256(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hash.finish();
}

void append_netstring(std::string& text, std::string_view cell) {
  text += std::to_string(cell.size());
  text += ':';
  text += cell;
  text += ',';
}

Bytes32 hmac_sha256(const Bytes32& key, std::initializer_list<std::string_view> parts) {
  constexpr unsigned char inner_pad = 0x36;
  constexpr unsigned char outer_pad = 0x5c;
  Sha256 hash;
  const auto add_key = [&](unsigned char pad) {
    const auto block = key_block(key, pad);
    hash.add({block.data(), block.size()});
  };
  add_key(inner_pad);
  for (const auto part : parts) hash.add(part);
  const auto inner = hash.finish();
  hash.begin();
  add_key(outer_pad);
  hash.add(as_text(inner));
  return hash.finish();
}

std::string big_endian_64(std::uint64_t number) {
  std::string bytes(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>(number >> (56 - 8 * i));
  return bytes;
}

std::string to_hex(const Bytes32& bytes) {
  std::string text;
  text.reserve(64);
  for (const auto byte : bytes) {
    text += hex_digits[byte >> 4U];
    text += hex_digits[byte & 15U];
  }
  return text;
}

std::optional<Bytes32> from_hex(std::string_view text) {
  if (text.size() != 64) return std::nullopt;
  Bytes32 bytes{};
  unsigned seen = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const unsigned high = digit_of(text[2 * i]);
    const unsigned low = digit_of(text[2 * i + 1]);
    seen |= high | low;
    bytes[i] = static_cast<std::uint8_t>(high << 4U | low);
  }
  if ((seen & no_digit) != 0) return std::nullopt;
  return bytes;
}

std::uint64_t first_bytes(const Bytes32& bytes) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

std::string_view as_text(const Bytes32& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};  // NOLINT: bytes as a message
}

}  // namespace tribunal
