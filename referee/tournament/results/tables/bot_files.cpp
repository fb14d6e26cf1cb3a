#include "tournament/results/tables/bot_files.hpp"

#include <algorithm>

namespace tribunal {

void write_bot_files(SQLite::Database& database, const std::string& sha256, const Manifest& files) {
  SQLite::Statement stored{database, "SELECT 1 FROM bot_files WHERE sha256 = ? LIMIT 1"};
  stored.bind(1, sha256);
  if (sha256.empty() || stored.executeStep()) return;
  SQLite::Statement insert{database, "INSERT OR REPLACE INTO bot_files VALUES (?, ?, ?, ?)"};
  for (const auto& file : files) {
    insert.bind(1, sha256);
    insert.bind(2, file.path);
    insert.bind(3, std::string{file.kind});
    insert.bind(4, file.content);
    insert.exec();
    insert.reset();
  }
}

Manifest read_bot_files(const SQLite::Database& database, const std::string& sha256) {
  Manifest files;
  SQLite::Statement select{database, "SELECT path, kind, content FROM bot_files WHERE sha256 = ?"};
  select.bind(1, sha256);
  while (select.executeStep()) {
    const auto kind = select.getColumn(1).getString();
    files.push_back({.path = select.getColumn(0).getString(),
                     .kind = kind.empty() ? BotFile::file : kind.front(),
                     .content = select.getColumn(2).getString(),
                     .key = {}});
  }
  std::ranges::sort(files, {}, &BotFile::path);
  return files;
}

}  // namespace tribunal
