#include "tournament/imports/csv_records.hpp"

#include <csv.h>
#include <fmt/format.h>
#include <new>

namespace tribunal {

void CsvRecords::Free::operator()(csv_parser* parser) const {
  csv_free(parser);
  std::default_delete<csv_parser>{}(parser);
}

CsvRecords::CsvRecords(char delimiter) : record_{std::make_unique<Record>()} {
  auto parser = std::make_unique<csv_parser>();
  // CSV_STRICT: a quotation mark within a field that is not quoted is an error.
  if (csv_init(parser.get(), CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc{};
  parser_.reset(parser.release());
  csv_set_delim(parser_.get(), static_cast<unsigned char>(delimiter));
}

Result<bool> CsvRecords::add(std::string_view line) {
  if (record_->complete) {
    record_->complete = false;
    record_->fields.clear();
    size_ = 0;
  }
  size_ += line.size() + 1;
  if (size_ > longest_csv_record) {
    return std::unexpected{fmt::format("a quotation mark is not closed within {} bytes", longest_csv_record)};
  }
  if (!parse(line) || !parse("\n"))
    return std::unexpected{std::string{"a quotation mark that neither begins nor ends a field"}};
  return record_->complete;
}

bool CsvRecords::parse(std::string_view text) {
  const auto add_field = [](void* field, std::size_t size, void* record) {
    static_cast<Record*>(record)->fields.emplace_back(static_cast<const char*>(field), size);
  };
  const auto end_record = [](int, void* record) { static_cast<Record*>(record)->complete = true; };
  return csv_parse(parser_.get(), text.data(), text.size(), add_field, end_record, record_.get()) ==
         text.size();
}

}  // namespace tribunal
