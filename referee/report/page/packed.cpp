#include "report/page/packed.hpp"

#include <limits>
#include <new>
#include <stdexcept>
#include <zlib.h>

#include <openssl/evp.h>

namespace tribunal {
namespace {

constexpr int gzip_window = 15 + 16;  // 32 KiB; the 16 asks for the header of gzip
constexpr int most_memory = 9;

std::string gzipped(std::string_view text) {
  if (text.size() > std::numeric_limits<uInt>::max()) throw std::length_error{"more than 4 GiB in one block"};
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, most_memory, Z_DEFAULT_STRATEGY) !=
      Z_OK)
    throw std::bad_alloc{};
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  std::string in{text};  // zlib's interface wants bytes that it could write to
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int ended = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (ended != Z_STREAM_END) throw std::logic_error{"deflateBound was too small"};
  return out;
}

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');  // EVP_EncodeBlock writes a zero behind it
  const auto size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(size));
  return text;
}

std::string packed(std::string_view text) { return base64(gzipped(text)); }

}  // namespace tribunal
