#pragma once

#include "cli/options/command_line.hpp"

namespace tribunal {

/// Declares the options of a command, and its action.
using Declare = void(CommandLine&);

Declare add_analyse_command, add_check_command, add_collusion_command, add_commit_command,
    add_compare_command, add_complete_command, add_completion_command, add_deal_command, add_doctor_command,
    add_export_command, add_faults_command, add_games_command, add_help_command, add_intake_command,
    add_library_command, add_luck_command, add_merge_command, add_new_bot_command, add_new_plan_command,
    add_play_command, add_ratings_command, add_replay_command, add_report_command, add_reveal_command,
    add_ruling_command, add_similar_command, add_site_command, add_standings_command, add_submit_command,
    add_tournament_command, add_verify_command;

}  // namespace tribunal
