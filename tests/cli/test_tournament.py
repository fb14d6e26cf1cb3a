"""Tournaments as a user runs them: played, interrupted, killed, resumed, reported."""
import json
import os
import re
import signal
import time
import unittest
from typing import Any, List

from cup import PLAYER, STUBBORN, Cup, decathlon, outcome, player, recorded
from cup import plan as sandboxed
from cup import unconfined as plan
from program import SLOWNESS, blocks_of, stopped, tribunal
from test_journal import journal


class Playing(unittest.TestCase):
    def test_all_games_are_played_and_the_standings_shown(self) -> None:
        with Cup(sandboxed()) as cup:
            ended = cup.run().expect()
            self.assertEqual(cup.games(), 30)
            for bot in ("one", "two", "three"):
                self.assertIn(bot, ended.out)
            self.assertIn("1 group x 10 deals x 3 seatings = 30 games of revolution", ended.err)
            self.assertIn(cup.out, ended.err)
            cup.run("--quiet").expect(out=ended.out, err="")

    def test_what_is_played_does_not_depend_on_the_number_of_workers(self) -> None:
        """Nor if a bot crashes. test_kills.py tests other interruptions, and all formats."""
        found = []
        for workers in ("1", "2", "8"):
            with Cup(plan("one brittle three four", deals=8)).played("--workers", workers) as cup:
                found.append(outcome(cup))
        self.assertEqual(found[0]["played_games"], 96)
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])

    def test_bots_may_be_started_anew_for_every_game_or_match(self) -> None:
        found = []
        for restart in ("never", "match", "game"):
            with Cup(sandboxed(head=f'restart = "{restart}"', deals=2)).played() as cup:
                found.append(outcome(cup)["content_sha256"])
                self.assertEqual(cup.left_over(), [])
        self.assertEqual(len(set(found)), 1)

    def test_the_seed_alone_decides_the_deals(self) -> None:
        found = []
        for name, seed in (("cup", "42"), ("cup", "43"), ("mug", "42")):
            with Cup(plan(name=name, deals=2, seed=seed)).played() as cup:
                found.append(outcome(cup)["content_sha256"])
        self.assertEqual(len(set(found)), 3)


class SeveralGames(unittest.TestCase):
    def test_every_deal_is_played_with_every_game(self) -> None:
        with Cup(decathlon()) as cup:
            cup.run().expect(0, "1 group x 3 deals x 3 seatings x 2 games = 18 games: revolution, mitch; at ",
                             shows="\nmitch: 9 games of 3 deals.\n")
            self.assertEqual(tribunal("verify", cup.out).code, 0)
            rows = tribunal("export", cup.out, "--csv").rows()
            played = [(int(row["deal"]), row["game_name"]) for row in rows[::9]]
            self.assertEqual(played, [(deal, game) for deal in range(3) for game in ("revolution", "mitch")])

    def test_a_short_run_of_a_plan(self) -> None:
        with Cup(plan(deals=5)).played("--deals", "2") as cup:
            self.assertEqual(outcome(cup)["standings"]["deals"], 2)
            self.assertEqual(tribunal("verify", cup.out).code, 0)
            self.assertIn("have changed (deals: 2 there, 5 in the plan)", cup.run().err)
            self.assertEqual(cup.run("--accept-changes").code, 0)
            self.assertEqual(outcome(cup)["standings"]["deals"], 5)

    def test_every_changed_condition_is_named_in_the_refusal_by_the_run_and_with_the_results(self) -> None:
        def under(deals: int, sandbox: str, move_ms: int, word: str) -> str:
            return sandboxed({"one": None, "two": None, "three": f"python3 three.py {word}"}, f'sandbox = "{sandbox}"\n[limits]\nmove_ms = {move_ms}\n', deals)
        values = ["command of bot three: ", "three.py 1", "three.py 2", "limits move_ms: ", "3000", "4000", "sandbox: ", "none", "bwrap"]
        with Cup(under(2, "none", 3000, "1")) as cup:
            cup.write("three.py", PLAYER)
            cup.run("--quiet").expect()
            cup.write("cup.toml", under(2, "bwrap", 4000, "2"))
            cup.run().refused(78, *values)
            cup.run("--dry-run").refused(78, *values)
            cup.write("cup.toml", under(4, "bwrap", 4000, "2"))
            cup.run().refused(78, "deals: 2 there, 4 in the plan", *values)
            cup.run("--quiet", "--accept-changes").expect(0, "resumes under changed conditions", "deals: 2 there, 4 in the plan", *values)
            said = ["6 games were played under different conditions than the first games", *values, "The first is game 6."]
            ended = tribunal("standings", cup.out).expect()
            for each in said:
                self.assertIn(each, " ".join(ended.out.split()))
            (changed,) = outcome(cup)["changed_conditions"]
            self.assertEqual((changed["first_game"], changed["games"]), (6, 6))
            data = "".join(blocks_of(tribunal("report", cup.out, "-o", "-").expect().out).values())
            for each in ('bwrap, in the last games"', "6 games were played under different conditions"):
                self.assertIn(each, data)
            tribunal("verify", cup.out).expect()
            tribunal("export", cup.out, "--citation=" + cup.path("c.json")).refused(1, "the command of bot three changed between games")

    def test_standings_as_markdown_are_tables_of_the_same_figures(self) -> None:
        cup = recorded(decathlon())
        page = tribunal("standings", cup.out, "--markdown", "--crosstable").out
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if line.startswith("|")]
        first = [row for row in rows if row[0] == "1"][0]
        self.assertEqual(first[1], outcome(cup)["standings"]["rows"][0]["bot"])
        self.assertEqual(len([row for row in rows if set("".join(row)) <= set(":-")]), 3)
        self.assertEqual(page.count("\n~~~~~~\n"), 2)
        self.assertEqual(tribunal("standings", cup.out, "--markdown", "--csv").code, 2)

    def test_standings_come_over_all_games_and_for_each(self) -> None:
        cup = recorded(decathlon())
        found = outcome(cup)
        self.assertEqual([game["name"] for game in found["by_game"]], ["revolution", "mitch"])
        self.assertNotIn("game", found)
        self.assertEqual([row["points"] for row in found["standings"]["rows"]], [None] * 3)
        for game in found["by_game"]:
            self.assertEqual(game["standings"]["games"], 9)
            self.assertNotIn(None, [row["points"] for row in game["standings"]["rows"]])
        rows = tribunal("standings", cup.out, "--csv").rows()
        self.assertEqual([row["game"] for row in rows], [""] * 3 + ["revolution"] * 3 + ["mitch"] * 3)

    def test_a_game_is_played_as_if_it_were_alone(self) -> None:
        def logs(text: str) -> List[Any]:
            with Cup(text).played("--workers", "2") as cup:
                lines = tribunal("export", cup.out, "--logs", "-").out.splitlines()
                return [json.loads(line)["content_sha256"] for line in lines if "content_sha256" in line]

        alone, both = logs(plan(deals=3)), logs(decathlon())
        self.assertEqual(len(both), 18)
        self.assertEqual(alone, [both[game] for game in range(18) if game // 3 % 2 == 0])

    def test_it_goes_on_where_it_was_cut(self) -> None:
        with Cup(decathlon("one two slow", deals=2)) as cup:
            cup.interrupted(5, by=signal.SIGKILL)
            self.assertTrue(5 <= cup.games() < 12)
            self.assertEqual(cup.run().code, 0)
            expected = outcome(cup)
            cup.write("cup.toml", decathlon("one two slow", deals=3))
            self.assertEqual(cup.run().code, 78)
            self.assertEqual(cup.run("--accept-changes").code, 0)
            self.assertEqual(cup.games(), 18)
            self.assertEqual(tribunal("verify", cup.out).code, 0)
        with Cup(decathlon("one two slow", deals=2)).played("--workers", "3") as cup:
            self.assertEqual(outcome(cup), expected)


class Faults(unittest.TestCase):
    def test_a_bot_that_crashes_loses_and_is_started_again(self) -> None:
        with Cup(plan("one brittle three")).played() as cup:
            self.assertEqual(cup.games(), 30)
            crashes = cup.query("SELECT count(*) FROM games WHERE faults LIKE '%crash%'")[0][0]
            self.assertTrue(0 < crashes < 30, crashes)
            messages = cup.query("SELECT DISTINCT error_tail FROM notes WHERE kind = 'fault'")
            self.assertEqual(messages, [("oh no\n",)])

    def test_a_bot_that_never_starts_holds_nobody_up(self) -> None:
        with Cup(plan({"one": player("one"), "two": "false", "three": player("three")}, deals=40)) as cup:
            cup.run("--with-failing-bots").expect(5)
            self.assertEqual(cup.games(), 120)
            self.assertEqual(cup.query("SELECT count(*) FROM games WHERE faults LIKE '%\"start\":1%'"), [(120,)])
            self.assertTrue(any("withdrawn" in message for (message,) in cup.query("SELECT message FROM notes WHERE kind = 'fault'")))


class VoidGames(unittest.TestCase):
    def test_a_bot_that_stops_the_referee_gains_two_repetitions_and_then_its_fault(self) -> None:
        head = 'restart = "game"\n[limits]\nmove_ms = 150'
        with Cup(plan("stopper", deals=2, head=head, game="solitaire", players=1)) as cup:
            ended = cup.run("--workers", "1").expect(5)  # it was at fault in each of its games
            self.assertIn("\n4 games were void", ended.out)
            self.assertEqual(cup.query("SELECT count(*) FROM games WHERE faults LIKE '%\"timeout\":1%'"), [(2,)])
            tries = cup.query("SELECT game, attempt, reason FROM void_attempts ORDER BY 1, 2")
            self.assertEqual([row[:2] for row in tries], [(game, attempt) for game in range(2) for attempt in (1, 2)])
            for row in tries:
                self.assertRegex(row[2], r"^the referee checked the clock \d+ ms late$")
            self.assertEqual(tribunal("standings", cup.out, "--json").json()["void_games"], 4)
            void = [line for line in journal(cup.path("out/run.log")) if line.startswith("void")]
            self.assertEqual(len(void), 4)
            self.assertRegex(void[0], r"^void: game \d: the referee checked the clock \d+ ms late$")
            self.assertEqual(tribunal("verify", cup.out).code, 0)


class Crowding(unittest.TestCase):
    def test_more_tables_than_cores_are_warned_of_before_while_and_after_they_play(self) -> None:
        tables = str(4 * (os.cpu_count() or 1))
        warning = f"{tables} tables on "
        with Cup(plan("one two three", deals=1)) as cup:
            for more in (["--dry-run"], ["--events", cup.path("events")]):
                ended = cup.run("--workers", tables, *more).expect(0, "tribunal: warning: " + warning, 'clock = "cpu"')
            self.assertIn(warning, ended.out)  # with the results
            self.assertIn(warning, tribunal("standings", cup.out).out)
            self.assertIn(warning, tribunal("standings", cup.out, "--json").json()["crowding"])
            for log in ("out/run.log", "events"):
                self.assertIn(warning, cup.read(log))
        with Cup(plan("one two three", deals=1, head='[limits]\nclock = "cpu"')) as cup:
            self.assertNotIn("warning", cup.run("--workers", tables).err)
            self.assertNotIn("crowding", tribunal("standings", cup.out, "--json").json())

    def test_doctor_says_how_many_tables_there_are_cores_for(self) -> None:
        said = tribunal("doctor", "--json").json()
        self.assertGreater(said["usable_cores"], 0)
        self.assertIn("busy", said)
        self.assertIn(f"(workers = {max(1, int(said['usable_cores']))})", tribunal("doctor").out)


class GoingOn(unittest.TestCase):
    def test_ctrl_c_ends_in_good_order_and_the_same_command_goes_on(self) -> None:
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=signal_number), Cup(sandboxed("one slow three", deals=5)) as cup:
                cup.interrupted(3, by=signal_number).expect(75, "run the same command again to resume")
                self.assertEqual(cup.left_over(), [])
                self.assertTrue(3 <= cup.games() < 15)
                kept = cup.query("SELECT * FROM games ORDER BY game")
                self.assertEqual(cup.run().code, 0)
                self.assertEqual(cup.games(), 15)
                for row in kept:
                    self.assertIn(row, cup.query("SELECT * FROM games"))

    def test_no_signal_waits_for_stubborn_bots(self) -> None:
        for signals in ([signal.SIGINT], [signal.SIGTERM], [signal.SIGINT] * 3):
            with self.subTest(signals=signals), Cup(sandboxed("one slow three", command=player).replace("player.py", "stubborn.py")) as cup:
                # A bot that is asked to exit and still runs 1.5 s later is noticed.
                cup.write("stubborn.py", STUBBORN.replace("time.sleep(60)", "time.sleep(1.5); open('stayed', 'w')"))
                running = cup.start("--workers", "4")
                cup.wait_for_games(1)
                for number in signals:
                    running.send_signal(number)
                    time.sleep(0.05)
                _, err = running.communicate(timeout=30)
                self.assertEqual(running.returncode, 75, err)
                self.assertEqual(cup.left_over(), [])
                self.assertFalse(os.path.exists(cup.path("stayed")))

    def test_a_signal_is_answered_while_the_journal_cannot_be_written(self) -> None:
        """The full pipe without a reader stands for a slow disk; one to two thousand games wait for it."""
        with Cup(plan(deals=1000)) as cup:
            pipe = cup.path("journal")
            os.mkfifo(pipe)
            held = os.open(pipe, os.O_RDWR)
            try:
                running = cup.start("--log-file", pipe, "--log-level", "trace", "--quiet")
                cup.wait_for_games(10)
                stored, still = cup.games(), 0
                while still < 3:  # looks at which nothing more was stored
                    time.sleep(0.5 * SLOWNESS)
                    before, stored = stored, cup.games()
                    still = still + 1 if stored == before else 0
                stopped(running).expect(75, "interrupted; run the same command again to resume")
                self.assertEqual(cup.left_over(), [])
            finally:
                os.close(held)
            self.assertLess(cup.games(), 3000)
            self.assertEqual(cup.run("--quiet").code, 0)
            with Cup(plan(deals=1000)).played("--quiet") as undisturbed:
                self.assertEqual(outcome(cup), outcome(undisturbed))

    def test_a_signal_is_answered_while_games_are_only_forfeits(self) -> None:
        text = plan(deals=200_000)
        with Cup(re.sub("command = .*", "command = \"./fails\"", text)) as cup:
            cup.write("fails", "#!/bin/sh\nexit 1\n", 0o755)
            cup.interrupted(100, "--with-failing-bots", "--quiet").expect(75)


class Refusals(unittest.TestCase):
    def test_a_bad_plan_is_refused_with_its_place(self) -> None:
        with Cup(sandboxed(head="dealz = 3")) as cup:
            cup.run().refused(78, "cup.toml:6:1: there is no key 'dealz'; did you mean 'deals'?")
            self.assertFalse(os.path.exists(cup.out))
        with Cup(plan("one two")) as cup:
            cup.run().refused(78, "a game of 3 players needs 3 bots, but there are 2")
        with Cup(plan(command=player).replace(player("two"), "./player-two")) as cup:
            cup.run().refused(78, "bot two: there is no file")
        for words in (["tournament"], ["commit"], ["verify", "-", "--plan"]):
            tribunal(*words, "no-such-plan.toml").refused(2, "no-such-plan.toml: no such file")

    def test_a_folder_that_has_lost_its_games_is_refused(self) -> None:
        for seed in ("42", ""):
            with self.subTest(seed=seed), Cup(plan(deals=1, seed=seed)).played("--quiet") as cup:
                os.rename(cup.path("out/results.db"), cup.path("copy"))
                for more in ((), ("--dry-run",)):
                    cup.run(*more).expect(2, f"{cup.out}: results.db is missing, but run.log shows that games were played here; restore results.db "
                                             "from a copy, or use --out with a new folder")
                self.assertEqual(cup.games(), 0)
                os.rename(cup.path("copy"), cup.path("out/results.db"))
                cup.run("--quiet").expect()

    def test_a_changed_bot_or_plan_is_refused_unless_asked_for(self) -> None:
        with Cup(plan(deals=2, command=player)).played() as cup:
            cup.write("player.py", PLAYER + "# better\n")
            cup.run().refused(78, "--accept-changes")
            self.assertEqual(cup.run("--accept-changes").code, 0)
            cup.write("cup.toml", plan(deals=3, command=player))
            cup.run().refused(78, "deals: 2 there, 3 in the plan")
            self.assertEqual(cup.run("--accept-changes").code, 0)
            self.assertEqual(cup.games(), 9)
            for last in ("# best\n", "# worst\n"):  # runs that have nothing to play
                cup.write("player.py", PLAYER + last)
                cup.run("--accept-changes").expect()
                tribunal("verify", cup.out).expect()
                self.assertEqual(len(cup.query("SELECT id FROM conditions")), 3)
            self.assertEqual(len(cup.query("SELECT DISTINCT sha256 FROM bot_files")), 3)
            cup.write("cup.toml", plan("one two four", command=player))
            cup.run("--accept-changes").refused(78, "another tournament")

    def test_another_version_of_tribunal_goes_on_and_says_so(self) -> None:
        with Cup(plan(deals=2)).played("--quiet") as cup:
            self.assertEqual(cup.run("--quiet").err, "")
            cup.change("UPDATE conditions SET text = json_replace(text, '$.host.referee', '0.0.1\x1b[2J')")
            cup.change("DELETE FROM games WHERE game = 5")
            ended = cup.run("--quiet").expect(0, "Tribunal 0.0.1\\x1b[2J played the last games", "can read all of")
            self.assertEqual(len(ended.err.splitlines()), 2, ended.err)
            lines = tribunal("export", cup.out, "--logs", "-").out.splitlines()
            versions = [json.loads(line)["host"]["referee"] for line in lines if line.startswith('{"tribunal"')]
            self.assertEqual(set(versions[:5]), {"0.0.1\x1b[2J"})
            self.assertNotEqual(versions[5], versions[0])
            self.assertEqual(cup.run("--quiet").err, "")

    def test_two_runs_do_not_play_the_same_folder(self) -> None:
        with Cup(plan("one slow three", deals=100)) as cup:
            running = cup.start()
            cup.wait_for_games(1)
            cup.run().refused(75, "another run is playing this tournament; wait for it or stop it")
            stopped(running, signal.SIGTERM)

    def test_somebody_elses_folder_is_left_alone(self) -> None:
        with Cup(plan()) as cup:
            os.mkdir(cup.out)
            cup.write("out/thesis.txt", "years of work")
            cup.run().refused(2, "thesis.txt")
            self.assertEqual(os.listdir(cup.out), ["thesis.txt"])

    def test_a_full_disk_ends_the_run_and_loses_nothing(self) -> None:
        def small_disk() -> None:
            import resource

            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))

        # Such a limit also decides which sandbox levels work.
        with Cup(plan(deals=100)) as cup:
            running = cup.start(preexec_fn=small_disk, restore_signals=False)
            _, err = running.communicate(timeout=60)
            self.assertEqual(running.returncode, 74, err)
            self.assertIn("run again to resume", err)
            self.assertEqual(cup.left_over(), [])
            kept = cup.games()
            self.assertTrue(0 < kept < 300, kept)
            self.assertEqual(cup.run().code, 0)
            self.assertEqual(cup.games(), 300)


class Looking(unittest.TestCase):
    def test_standings_can_be_read_while_the_tournament_runs(self) -> None:
        with Cup(plan("one slow three", deals=100)) as cup:
            running = cup.start()
            cup.wait_for_games(3)
            tribunal("standings", cup.out).expect(shows="of 300 games played")
            stopped(running, signal.SIGTERM)

    def test_standings_come_as_table_json_and_csv(self) -> None:
        with Cup(plan(deals=2)).played() as cup:
            self.assertEqual(tribunal("standings", cup.out).out, cup.run("--quiet").out)
            found = outcome(cup)
            self.assertEqual((found["name"], found["scheduled_games"], found["played_games"]), ("cup", 6, 6))
            rows = tribunal("standings", cup.out, "--csv").rows()
            self.assertEqual(len(rows), 3)
        for command in (["standings"], ["export", "--csv"]):
            tribunal(command[0], "no-such-folder", *command[1:]).expect(2, "no-such-folder: no such folder")

    def test_games_come_as_csv_a_line_a_seat(self) -> None:
        with Cup(plan("one two three four", deals=2)).played() as cup:
            rows = tribunal("export", cup.out, "--csv").rows()
            self.assertEqual(len(rows), 24 * 3)
            self.assertEqual([int(row["game"]) for row in rows], sorted(int(row["game"]) for row in rows))
            ones = tribunal("export", cup.out, "--csv", "--bot", "one").rows()
            self.assertEqual(len(ones), 18 * 3)

    def test_logs_of_all_games_hold(self) -> None:
        with Cup(plan("one brittle three", deals=3)).played() as cup:
            logs = os.path.join(cup.folder, "cup.jsonl")
            self.assertEqual(tribunal("export", cup.out, "--logs", logs).code, 0)
            games = [json.loads(line) for line in cup.read(logs).splitlines() if line.startswith('{"tribunal"')]
            self.assertEqual([game["deal"]["number"] for game in games], [0, 0, 0, 1, 1, 1, 2, 2, 2])
            self.assertEqual(tribunal("verify", logs, "--seed", "42").code, 0)
            self.assertEqual(tribunal("verify", logs, "--seed", "43").code, 1)

    def test_verify_finds_what_is_missing(self) -> None:
        with Cup(plan("one slow three", deals=5)) as cup:
            cup.interrupted(3, by=signal.SIGTERM)
            unfinished = tribunal("verify", cup.out).expect(1)
            self.assertRegex(unfinished.err, rf"^tribunal: {cup.out}: the tournament is not finished: {cup.games()} of 15 games are stored "
                                             r"and hold, game \d+ is missing; run the command that started it again to resume it\n$")
            self.assertEqual(cup.run().code, 0)
            self.assertIn(f"{cup.out}: 15 games hold: every deal in every seating, and the standings follow\n",
                          tribunal("verify", cup.out).out)
            os.remove(os.path.join(cup.out, "secret"))
            self.assertEqual(tribunal("verify", cup.out).code, 2)
            self.assertEqual(tribunal("verify", cup.folder).err,
                             f"tribunal: {cup.folder}: there are no results here, but there are some in {cup.out}; expected a tournament's "
                             f"folder, such as results/demo; 'tribunal merge OUT {cup.folder}' unites shards\n")

    def test_a_file_that_cannot_be_written_is_said_to_be_so(self) -> None:
        with Cup(plan(deals=1)).played() as cup:
            for words in (["--csv=/dev/full"], ["--logs", "/dev/full"], ["--csv=/no/such/folder/file"]):
                tribunal("export", cup.out, *words).expect(74, words[-1].rpartition("=")[2])
            self.assertEqual(tribunal("export", cup.out).code, 2)
            self.assertEqual(tribunal("export", cup.out, "--csv", "--bot", "nobody").code, 2)
