#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

struct csv_parser;

namespace tribunal {

using CsvFields = std::vector<std::string>;

/// The longest record of a table, in bytes.
inline constexpr std::size_t longest_csv_record = 1U << 20U;

/// Splits text into the records of a table (RFC 4180), by libcsv. A record may be several lines long.
class CsvRecords {
 public:
  explicit CsvRecords(char delimiter);

  /// Adds a line; whether a record ends with it. The error is a clause.
  [[nodiscard]] Result<bool> add(std::string_view line);
  /// The last record, until the next line.
  [[nodiscard]] const CsvFields& fields() const { return record_->fields; }
  /// Whether a record has begun and not ended.
  [[nodiscard]] bool is_open() const { return !record_->complete && size_ > 1; }

 private:
  struct Free {
    void operator()(csv_parser* parser) const;
  };
  /// The state that the library's callbacks fill.
  struct Record {
    CsvFields fields;
    bool complete = false;
  };

  [[nodiscard]] bool parse(std::string_view text);

  std::unique_ptr<csv_parser, Free> parser_;
  std::unique_ptr<Record> record_;
  std::size_t size_ = 0;  ///< of the record so far
};

}  // namespace tribunal
