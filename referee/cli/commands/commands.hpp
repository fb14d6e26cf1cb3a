#pragma once

#include "cli/options/exit_code.hpp"

namespace CLI {
class App;
}

namespace tribunal {

// Each function adds a command to `app`; a command that runs leaves its result in `exit_code`.

void add_analyse_command(CLI::App& app, ExitCode& exit_code);
void add_deal_command(CLI::App& app, ExitCode& exit_code);
void add_commit_command(CLI::App& app, ExitCode& exit_code);
void add_reveal_command(CLI::App& app, ExitCode& exit_code);
void add_completion_command(CLI::App& app, ExitCode& exit_code);
void add_complete_command(CLI::App& app, ExitCode& exit_code);
void add_manual_command(CLI::App& app, ExitCode& exit_code);
void add_doctor_command(CLI::App& app, ExitCode& exit_code);
void add_luck_command(CLI::App& app, ExitCode& exit_code);
void add_games_command(CLI::App& app, ExitCode& exit_code);
void add_new_plan_command(CLI::App& app, ExitCode& exit_code);
void add_play_command(CLI::App& app, ExitCode& exit_code);
void add_check_command(CLI::App& app, ExitCode& exit_code);
void add_compare_command(CLI::App& app, ExitCode& exit_code);
void add_ratings_command(CLI::App& app, ExitCode& exit_code);
void add_replay_command(CLI::App& app, ExitCode& exit_code);
void add_verify_command(CLI::App& app, ExitCode& exit_code);
void add_intake_command(CLI::App& app, ExitCode& exit_code);
void add_merge_command(CLI::App& app, ExitCode& exit_code);
void add_submit_command(CLI::App& app, ExitCode& exit_code);
void add_help_command(CLI::App& app, ExitCode& exit_code);
void add_export_command(CLI::App& app, ExitCode& exit_code);
void add_faults_command(CLI::App& app, ExitCode& exit_code);
void add_report_command(CLI::App& app, ExitCode& exit_code);
void add_ruling_command(CLI::App& app, ExitCode& exit_code);
void add_standings_command(CLI::App& app, ExitCode& exit_code);
void add_tournament_command(CLI::App& app, ExitCode& exit_code);

}  // namespace tribunal
