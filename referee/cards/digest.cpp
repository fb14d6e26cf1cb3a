#include "cards/digest.hpp"

#include <array>
#include <new>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

namespace tribunal {
namespace {

// Every OpenSSL call below fails only for want of memory or a broken installation; neither can be acted on.
void require(bool done) {
  if (!done) throw std::bad_alloc{};
}

struct FreeMac {
  void operator()(EVP_MAC* mac) const { EVP_MAC_free(mac); }
  void operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }
};

// Looking an algorithm up by name is slow in OpenSSL 3: it is done once, and the results never change.
const EVP_MD* sha256_algorithm() {
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return algorithm;
}

// A keyless HMAC-SHA256 context to copy from.
const EVP_MAC_CTX* hmac_prototype() {
  static const std::unique_ptr<EVP_MAC_CTX, FreeMac> prototype = [] {
    const std::unique_ptr<EVP_MAC, FreeMac> mac{EVP_MAC_fetch(nullptr, "HMAC", nullptr)};
    require(mac != nullptr);
    std::unique_ptr<EVP_MAC_CTX, FreeMac> context{EVP_MAC_CTX_new(mac.get())};
    char name[] = "SHA256";
    const OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0),
                                     OSSL_PARAM_construct_end()};
    require(context && EVP_MAC_CTX_set_params(context.get(), parameters) == 1);
    return context;
  }();
  return prototype.get();
}

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());  // NOLINT: OpenSSL speaks unsigned char
}

constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::uint8_t no_digit = 16;

/// What each character is worth as a hexadecimal digit; `no_digit` if it is none.
constexpr auto digit_values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(no_digit);
  for (std::uint8_t digit = 0; digit < no_digit; ++digit)
    values[static_cast<unsigned char>(hex_digits[digit])] = digit;
  return values;
}();

std::uint8_t digit_of(char character) { return digit_values[static_cast<unsigned char>(character)]; }

}  // namespace

void Sha256::Free::operator()(void* context) const { EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context)); }

Sha256::Sha256() : context_{EVP_MD_CTX_new()} {
  require(context_ &&
          EVP_DigestInit_ex2(static_cast<EVP_MD_CTX*>(context_.get()), sha256_algorithm(), nullptr) == 1);
}

void Sha256::add(std::string_view text) {
  require(EVP_DigestUpdate(static_cast<EVP_MD_CTX*>(context_.get()), text.data(), text.size()) == 1);
}

Bytes32 Sha256::finish() {
  Bytes32 digest{};
  require(EVP_DigestFinal_ex(static_cast<EVP_MD_CTX*>(context_.get()), digest.data(), nullptr) == 1);
  return digest;
}

Bytes32 sha256(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hash.finish();
}

Bytes32 hmac_sha256(const Bytes32& key, std::initializer_list<std::string_view> parts) {
  const std::unique_ptr<EVP_MAC_CTX, FreeMac> context{EVP_MAC_CTX_dup(hmac_prototype())};
  require(context && EVP_MAC_init(context.get(), key.data(), key.size(), nullptr) == 1);
  for (const auto part : parts) require(EVP_MAC_update(context.get(), bytes_of(part), part.size()) == 1);
  Bytes32 digest{};
  std::size_t size = 0;
  require(EVP_MAC_final(context.get(), digest.data(), &size, digest.size()) == 1 && size == digest.size());
  return digest;
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

std::string_view as_text(const Bytes32& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};  // NOLINT: bytes as a message
}

}  // namespace tribunal
