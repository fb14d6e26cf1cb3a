#include "tournament/intake/author_names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/spelling.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "tournament/plan/bot_names.hpp"
#include "tournament/plan/ruling.hpp"
#include "tournament/plan/toml/mistaken_file.hpp"
#include "tournament/plan/toml/plan_table.hpp"

namespace tribunal {
namespace {

constexpr std::string_view mark_of_moodle = "_assignsubmission_";
constexpr std::string_view top_of_name = "in a table [[names]]";

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// The name without a browser's number for a further copy, ` (1)`. Other numbers in parentheses, such as
/// years, remain.
std::string_view without_copy_number(std::string_view name) {
  constexpr std::size_t most_digits = 2;
  const auto open = name.rfind('(');
  if (!name.ends_with(')') || open == std::string_view::npos || open == 0) return name;
  const auto digits = name.substr(open + 1, name.size() - open - 2);
  if (digits.empty() || digits.size() > most_digits || !std::ranges::all_of(digits, is_digit)) return name;
  const auto before = trimmed(name.substr(0, open));
  return before.empty() ? name : before;
}

std::string key_of(const Submission& submission) { return author_name(submission.stem).key(); }

/// Whether a name in the organiser's list means the submission with a stem. The names are equal, or the
/// listed one lacks only Moodle's number.
bool means(const std::string& listed, const std::string& stem) {
  const auto meant = author_name(stem_of_submission(listed));
  const auto author = author_name(stem);
  return meant.name == author.name && (meant.moodle.empty() || meant.moodle == author.moodle);
}

StatedAuthor read_author(const PlanTable& table) {
  const std::vector<PlanPart> parts{
      {top_of_name, {"submission", "bot", "person", "team", "contact", "excluded"}}};
  table.allow_only(parts, top_of_name);
  StatedAuthor author{.submissions = table.text_or_texts("submission"),
                      .bot = table.text("bot").value_or(""),
                      .person = table.text("person").value_or(""),
                      .team = table.text("team").value_or(""),
                      .contact = table.text("contact").value_or(""),
                      .excluded = table.text("excluded").value_or("")};
  if (const auto reason = table.text("excluded"))
    if (const auto wrong = objection_to_reason(*reason); !wrong.empty()) table.report("excluded", wrong);
  if (author.submissions.empty())
    table.report("submission",
                 "expected the name of a submission, or a list of names of which the last counts");
  if (!author.bot.empty() && usable_bot_name(author.bot) != author.bot)
    table.report("bot", "'" + legible(author.bot) + "' is not a name of a bot; expected one " +
                            std::string{rule_of_bot_names});
  for (const auto& [key, text] :
       {std::pair{"person", &author.person}, {"team", &author.team}, {"contact", &author.contact}})
    if (std::ranges::any_of(*text, [](unsigned char letter) { return letter < 0x20 || letter == 0x7f; }))
      table.report(key, "expected one line of text; '" + legible(*text) + "' has control characters");
  return author;
}

/// The assignment of names to bots.
class Naming {
 public:
  Naming(std::vector<Submission>& submissions, const NamingFacts& facts, SubmissionNames& names)
      : submissions_{submissions}, facts_{facts}, names_{names} {
    for (const auto& name : facts.taken) (void)similar_.add(name);
    std::set<std::string> bots;
    for (auto entry = names_.begin(); entry != names_.end();) {
      const bool is_free = bots.contains(entry->second) || similar_.add(entry->second).empty();
      if (is_free) bots.insert(entry->second);
      entry = is_free ? std::next(entry) : names_.erase(entry);
    }
  }

  void run() {
    for (auto& one : submissions_) {
      if (!one.bot.empty()) {
        (void)similar_.add(one.bot);
        names_[key_of(one)] = one.bot;
      } else if (const auto known = names_.find(key_of(one)); known != names_.end()) {
        one.bot = known->second;
      }
    }
    for (auto& one : submissions_)
      if (one.bot.empty()) one.bot = by_name_alone(one);
    // Names of authors take precedence: a bot cannot take the name of another author by stating it.
    std::vector<std::string> own(submissions_.size());
    for (std::size_t i = 0; i < own.size(); ++i)
      if (submissions_[i].bot.empty() && facts_.name_in) own[i] = name_of_its_own(submissions_[i]);
    for (const bool states : {false, true})
      for (std::size_t i = 0; i < own.size(); ++i)
        if (submissions_[i].bot.empty() && states == !own[i].empty()) add(submissions_[i], own[i]);
  }

 private:
  /// The bot of the only absent submission by an author of this name with another Moodle number. Empty if
  /// there is none, or if another submission may be meant.
  std::string by_name_alone(Submission& one) {
    const auto author = author_name(one.stem);
    std::set<std::string> bots;
    for (const auto& [key, bot] : names_)
      if (author_name(key).name == author.name) bots.insert(bot);
    const auto has_its_name = [&](const Submission& other) {
      return author_name(other.stem).name == author.name;
    };
    if (bots.size() != 1 || std::ranges::count_if(submissions_, has_its_name) != 1) return {};
    one.as_before = "as the earlier submission did under another number from Moodle";
    return names_[author.key()] = *bots.begin();
  }

  /// The name that a submission states for its bot. Empty if that is the name of another author.
  [[nodiscard]] std::string name_of_its_own(const Submission& one) const {
    const auto stated = facts_.name_in(one);
    if (stated.empty()) return {};
    auto name = usable_bot_name(stated);
    SimilarNames others{look_of};
    for (const auto& other : submissions_)
      if (&other != &one) (void)others.add(usable_bot_name(author_name(other.stem).name));
    for (const auto& [key, bot] : names_) (void)others.add(usable_bot_name(author_name(key).name));
    return others.add(name).empty() ? name : std::string{};
  }

  void add(Submission& one, const std::string& stated) {
    one.bot = names_.try_emplace(key_of(one), "").first->second;
    if (!one.bot.empty()) return;
    const bool is_free = !stated.empty() && similar_.add(stated).empty();
    one.bot = names_[key_of(one)] =
        is_free ? stated : different_name(usable_bot_name(author_name(one.stem).name), similar_);
  }

  std::vector<Submission>& submissions_;
  const NamingFacts& facts_;
  SubmissionNames& names_;
  SimilarNames similar_{look_of};
};

/// Refuses several submissions for one bot, but keeps one of them for the report.
void refuse_equal_bots(std::vector<Submission>& all) {
  std::map<std::string, std::vector<std::string>> files;
  for (const auto& one : all)
    if (one.excluded.empty()) files[one.bot].push_back('\'' + legible(one.path.filename().string()) + '\'');
  std::vector<Submission> different;
  for (auto& one : all) {
    const bool is_excluded = !one.excluded.empty();
    if (!is_excluded && std::ranges::count(different, one.bot, &Submission::bot) > 0) continue;
    if (const auto& same = files[one.bot]; same.size() > 1 && !is_excluded) {
      one.refusal = fmt::format(
          "there are several submissions of this name: {}; expected one, or a names.toml that lists all of "
          "them by their file names, with the one that counts at the end",
          fmt::join(same, ", "));
    }
    different.push_back(std::move(one));
  }
  all = std::move(different);
}

/// Whether the list names this file itself, not only its author. It does so by the file's name, or by the
/// name without its ending if no other file has it.
bool is_file(const std::string& listed, const Submission& one, std::span<const Submission> all) {
  const auto has_name = [&](const Submission& other) { return other.path.filename() == listed; };
  return has_name(one) || (one.stem == listed && std::ranges::none_of(all, has_name));
}

/// Lets only the last submission of an author count, and adds a sentence for each that does not. Two files
/// with the same author's name, such as `ann.zip` and `ann (1).zip`, are distinguished only if the list has
/// both. Otherwise it is unknown which one counts.
void apply_entry(const StatedAuthor& author, const std::string& last, std::vector<Submission>& submissions,
                 std::vector<std::string>& left_out) {
  const auto is_listed_itself = [&](const Submission& one) {
    return std::ranges::any_of(author.submissions,
                               [&](const std::string& listed) { return is_file(listed, one, submissions); });
  };
  const bool are_all_listed = std::ranges::all_of(
      submissions, [&](const Submission& one) { return !means(last, one.stem) || is_listed_itself(one); });
  std::vector<std::filesystem::path> last_files;
  for (const auto& one : submissions)
    if (means(last, one.stem) && (!are_all_listed || is_file(last, one, submissions)))
      last_files.push_back(one.path);
  const auto counts = [&](const Submission& one) {
    if (std::ranges::find(last_files, one.path) != last_files.end()) return true;
    const bool is_listed = author.lists(one.stem);
    if (is_listed)
      left_out.push_back(fmt::format("{}: '{}' counts instead of it, by names.toml",
                                     legible(one.path.string()), legible(last)));
    return !is_listed;
  };
  std::erase_if(submissions, std::not_fn(counts));
  for (auto& one : submissions) {
    if (!means(last, one.stem)) continue;
    one.bot = author.own_bot();
    one.person = author.person;
    one.team = author.team;
    one.contact = author.contact;
  }
}

/// A submission that an unknown name in the list probably means.
struct ProbablyMeant {
  std::string name{};           ///< empty if there is none
  bool looks_the_same = false;  ///< whether a reader can confuse the unknown name with this one, or with the
                                ///< name of its bot
};

ProbablyMeant probably_meant(const std::string& listed, const StatedAuthor& author,
                             std::span<const Submission> submissions, const SubmissionNames& names) {
  const auto given = author_name(stem_of_submission(listed));
  const auto look = look_of(given.name);
  ProbablyMeant same;
  std::vector<std::string> others;
  const auto look_at = [&](const std::string& stem, const std::string& bot) {
    const auto other = author_name(stem);
    if (author.lists(stem)) return;
    others.push_back(other.name);
    const bool may_be_it = given.moodle.empty() || other.moodle.empty() || given.moodle == other.moodle;
    if (may_be_it && (look_of(other.name) == look || look_of(bot) == look)) same = {other.name, true};
  };
  for (const auto& one : submissions) look_at(one.stem, "");
  for (const auto& [key, bot] : names) look_at(key, bot);
  return same.looks_the_same ? same : ProbablyMeant{nearest(given.name, others)};
}

/// Adds a sentence about a listed name that no submission has. If its entry excludes the author, and the name
/// looks like that of another submission, it is an error, because somebody was to be excluded.
Result<void> note_unknown(const std::string& listed, const StatedAuthor& author,
                          std::span<const Submission> submissions, const SubmissionNames& names,
                          ListNotes& notes) {
  const auto meant = probably_meant(listed, author, submissions, names);
  const auto hint = did_you_mean(legible(meant.name));
  if (!author.excluded.empty() && meant.looks_the_same) {
    return failure(
        ErrorCode::wrong_plan,
        fmt::format("submission '{}' is excluded, but no submission has this name, and none had it before; "
                    "{} Expected its exact name",
                    legible(listed), hint));
  }
  notes.no_effect.push_back(
      fmt::format("names.toml: '{}' has no effect: no submission has this name, and none had it before{}",
                  legible(listed), hint.empty() ? hint : "; " + hint));
  return {};
}

}  // namespace

std::string StatedAuthor::own_bot() const {
  if (!bot.empty() || submissions.size() < 2) return bot;
  return usable_bot_name(author_name(stem_of_submission(submissions.front())).name);
}

bool StatedAuthor::lists(const std::string& stem) const {
  return std::ranges::any_of(submissions, [&](const auto& listed) { return means(listed, stem); });
}

AuthorName author_name(const std::string& stem) {
  auto composed = appearance_of(stem, LetterCase::matters);
  std::ranges::replace(composed, '\n', ' ');  // written by a script that created the folder
  const auto name = without_copy_number(trimmed(composed));
  const auto mark = name.find(mark_of_moodle);
  const auto before = name.substr(0, mark == std::string_view::npos ? 0 : mark);
  const auto end = before.rfind('_');
  if (end == std::string_view::npos || end == 0 || end + 1 == before.size() ||
      !std::ranges::all_of(before.substr(end + 1), is_digit))
    return {name.empty() ? composed : std::string{name}};
  // If Moodle hides the names of authors, it gives all of them this name. They differ by the number.
  if (before.starts_with("Participant_")) return {std::string{before}};
  return {std::string{before.substr(0, end)}, std::string{before.substr(end + 1)}};
}

Result<std::vector<StatedAuthor>> read_names(const std::filesystem::path& file) {
  if (auto objection = objection_to_file(file, expected_files::names))
    return std::unexpected{*std::move(objection)};
  const auto text = TRY(read_plan_text(file));
  auto authors = TRY(read_toml(text, file.string(), [](const PlanTable& table) {
    const std::vector<PlanPart> parts{{"at the top of names.toml", {"names"}}};
    table.allow_only(parts, "at the top of names.toml");
    std::vector<StatedAuthor> all;
    for (const auto& entry : table.tables("names")) all.push_back(read_author(entry));
    return all;
  }));
  std::map<std::string, std::size_t> listed;
  for (std::size_t author = 0; author < authors.size(); ++author) {
    for (const auto& submission : authors.at(author).submissions) {
      if (listed.try_emplace(author_name(stem_of_submission(submission)).key(), author).first->second !=
          author)
        return failure(ErrorCode::wrong_plan, file,
                       fmt::format("submission '{}' is listed twice; expected it once", legible(submission)));
    }
  }
  return authors;
}

Result<ListNotes> apply_list(std::vector<Submission>& submissions, std::span<const StatedAuthor> stated,
                             SubmissionNames& names) {
  ListNotes notes;
  for (const auto& author : stated) {
    std::string last;
    for (const auto& listed : author.submissions) {
      const bool is_here =
          std::ranges::any_of(submissions, [&](const auto& one) { return means(listed, one.stem); });
      if (is_here) last = listed;
      if (!is_here &&
          std::ranges::none_of(names, [&](const auto& known) { return means(listed, known.first); }))
        TRY(note_unknown(listed, author, submissions, names, notes));
    }
    if (author.excluded.empty() && !last.empty()) {
      apply_entry(author, last, submissions, notes.left_out);
      for (auto& [key, bot] : names)
        if (!author.own_bot().empty() && author.lists(key)) bot = author.own_bot();
    }
    if (author.excluded.empty()) continue;
    for (auto& one : submissions)
      if (author.lists(one.stem)) one.excluded = author.excluded;
  }
  return notes;
}

void name_bots(std::vector<Submission>& submissions, const NamingFacts& facts, SubmissionNames& names) {
  Naming{submissions, facts, names}.run();
  refuse_equal_bots(submissions);
}

}  // namespace tribunal
