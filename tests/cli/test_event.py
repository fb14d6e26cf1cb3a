"""An event with a secret: committed to before, revealed after, and verified by a stranger from what was published."""
import hashlib
import json
import os
import re
import shutil
import tempfile
import unittest
from typing import List

from cup import PLAYER, Cup, Results, outcome, player
from cup import unconfined as plan
from program import Ended, Folder, put, tribunal

COMMITTED = 'secret_file = "secret.txt"\npublic_value = "DAX 18000"\ncommitment = "%s"'
GAMES = 18


def committed_plan(cup: Cup, deals: int = 6) -> str:
    return plan(deals=deals, seed="", head=COMMITTED % tribunal("commit", "--new", cup.path("secret.txt")).out.strip())


def committed_cup(deals: int = 6) -> Cup:
    """A tournament that was played with such a plan."""
    cup = Cup("")
    cup.write("cup.toml", committed_plan(cup, deals))
    return cup.played("--quiet")


class Published(Folder):
    """The folder of a stranger who has the plan, the logs, the secret and the standings, but no bots."""

    def __init__(self, cup: Cup) -> None:
        super().__init__("stranger")
        for name in ("cup.toml", "secret.txt"):
            shutil.copy(os.path.join(cup.folder, name), self.path(name))
        os.chmod(self.path("secret.txt"), 0o644)  # no longer one
        tribunal("export", cup.out, "--logs", self.path("games.jsonl")).expect()
        self.write("standings.json", tribunal("standings", cup.out, "--json").out)

    def change(self, name: str, before: str, after: str) -> None:
        text = self.read(name)
        assert before in text, before
        self.write(name, text.replace(before, after))

    def games(self) -> List[str]:
        begin = '{"tribunal"'
        return [begin + game for game in self.read("games.jsonl").split(begin)[1:]]

    def verify(self, *more: str) -> Ended:
        return tribunal("verify", self.path("games.jsonl"), "--plan", self.path("cup.toml"), "--secret-file",
                        self.path("secret.txt"), *more)


class Strangers(unittest.TestCase):
    cup: Cup

    @classmethod
    def setUpClass(cls) -> None:
        cls.cup = committed_cup()

    def test_all_that_was_published_holds(self) -> None:
        with Published(self.cup) as published:
            published.verify("--standings", published.path("standings.json")).expect(
                shows=[f"{GAMES} games hold", "and the secret matches the commitment", "standings.json: the standings follow from the logs"])
            table = tribunal("standings", self.cup.out).out
            self.assertTrue(published.verify().out.endswith("\n\n" + table))

    def test_one_game_holds_alone(self) -> None:
        with Cup(plan("one", deals=1, players=1, game="solitaire")).played("--quiet") as cup:
            cup.write("secret.txt", "")
            with Published(cup) as published:
                ended = tribunal("verify", published.path("games.jsonl"), "--plan", published.path("cup.toml"))
                self.assertIn(": 1 game holds: every deal", ended.out, ended)

    def test_another_secret_is_found_out(self) -> None:
        with Published(self.cup) as published:
            os.remove(published.path("secret.txt"))
            tribunal("commit", "--new", published.path("secret.txt"))
            published.verify().expect(1, "the secret does not match the commitment", out="")
            published.write("cup.toml", "".join(line for line in published.read("cup.toml").splitlines(True)
                                                if not line.startswith("commitment")))
            published.verify().expect(1, "which follows from the secret", out="")

    def test_games_left_out_added_or_exchanged_are_found_out(self) -> None:
        with Published(self.cup) as published:
            games = published.games()
            self.assertEqual(len(games), GAMES)
            for changed, word in ((games[:-1], "game 17 is missing"), (games + games[-1:], "game 18 is not in the plan"),
                                  (games[:3] + games[4:], "game 3: "), (games[1:2] + games[:1] + games[2:], "game 0: seat 0")):
                published.write("games.jsonl", "".join(changed))
                published.verify().expect(1, word, out="")

    def test_another_plan_is_found_out(self) -> None:
        for before, after, word in (("deals = 6", "deals = 7", "game 18 is missing"),
                                    ('name = "cup"', 'name = "mug"', "game 0: event"),
                                    ("move_ms = 30000", "move_ms = 500", "the limits of the plan"),
                                    ("deals = 6", 'deals = 6\nrules = { scoring = "advanced" }', "the rules of the plan"),
                                    ('name = "two"', 'name = "too"', "seat 1: two in the logs, too in the plan"),
                                    ('"DAX 18000"', '"DAX 18001"', "which follows from the secret")):
            with self.subTest(after=after), Published(self.cup) as published:
                published.change("cup.toml", before, after)
                published.verify().expect(1, word, out="")

    def test_intervals_from_drawn_tournaments_are_drawn_again(self) -> None:
        with committed_cup(deals=8) as cup, Published(cup) as published:  # fewer deals have no intervals
            file = published.path("standings.json")
            published.write("standings.json", tribunal("standings", cup.out, "--json", "--bootstrap", "100").out)
            self.assertEqual(published.verify("--standings", file).code, 0)
            standings = json.loads(published.read("standings.json"))
            standings["standings"]["rows"][0]["elo_drawn"][0] += 1
            published.write("standings.json", json.dumps(standings))
            published.verify("--standings", file).expect(1, '"standings" does not follow from the logs', out="")
            standings["bootstrap"] = 10**9
            published.write("standings.json", json.dumps(standings))
            published.verify("--standings", file).expect(2, "at most 1000000", out="")

    def test_wrong_standings_are_detected(self) -> None:
        with Published(self.cup) as published:
            file = published.path("standings.json")
            standings = json.loads(published.read("standings.json"))
            standings["standings"]["rows"][0]["bot"] = "two of them"
            published.write("standings.json", json.dumps(standings))
            published.verify("--standings", file).expect(1, '"standings" does not follow from the logs', out="")
            standings["content_sha256"] = "0" * 64
            published.write("standings.json", json.dumps(standings))
            published.verify("--standings", file).expect(1, '"content_sha256" does not follow', out="")
            published.write("standings.json", "rank 1: two of them")
            published.verify("--standings", file).expect(2, "cannot be read", out="")
            published.write("standings.json", '{"rulings": ' + "[" * 300_000 + "]" * 300_000 + "}")
            published.verify("--standings", file).expect(2, "nested more than 32 deep", out="")
            tribunal("verify", published.path("games.jsonl"), "--standings", file).expect(2, "--plan", out="")


class Bots(unittest.TestCase):
    """A plan that commits to its bots: `one` and `two` have separate programs."""

    cup: Cup

    @classmethod
    def setUpClass(cls) -> None:
        cls.cup = Cup("")
        for name in ("one", "two"):
            cls.cup.write(f"player-{name}.py", PLAYER + f"# {name}\n")
        tribunal("commit", "--new", cls.cup.path("secret.txt"))
        head = 'secret_file = "secret.txt"\npublic_value = "DAX 18000"'
        cls.cup.write("cup.toml", plan("one two", head, 6, players=2, seed="", command=lambda name: f"python3 player-{name}.py {name}"))
        cls.cup.write("cup.toml", tribunal("commit", cls.cup.path("cup.toml")).expect().out)
        cls.cup.played("--quiet")

    @staticmethod
    def exchanged(games: List[str], *members: str) -> List[str]:
        """Logs in which the two players have swapped these members, and sit in the schedule's seats again: every game
        by itself is valid."""
        changed = []
        for game in games:
            lines = game.splitlines(True)
            header = json.loads(lines[0])
            one, two = header["seats"]
            for member in members:
                one[member], two[member] = two[member], one[member]
            lines[0] = json.dumps(header, separators=(",", ":")) + "\n"
            result = json.loads(lines[-1])
            hashed = [{key: value for key, value in json.loads(line).items()
                       if key not in ("us", "host", "usage", "content_sha256")}
                      for line in lines if not line.startswith('{"comment"')]
            content = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in hashed)
            result["content_sha256"] = hashlib.sha256(content.encode()).hexdigest()
            lines[-1] = json.dumps(result, separators=(",", ":")) + "\n"
            changed.append("".join(lines))
        if "bot" not in members:
            return changed
        return [changed[at ^ 1] for at in range(len(changed))]  # a deal's two seatings

    def test_the_commitment_is_verified(self) -> None:
        with Published(self.cup) as published:
            published.verify().expect(
                shows=['the public value "DAX 18000" and its secret, and the secret matches the commitment; every bot\'s '
                      "files have the hash that the plan commits to"])
            self.assertEqual(tribunal("verify", self.cup.out).code, 0)

    def test_players_exchanged_throughout_are_found_out(self) -> None:
        for members, word in ((("bot",), "game 0: seat 0, sha256 of one"), (("bot", "version"), "game 0: seat 0, sha256 of one"),
                              (("sha256",), "game 0: seat 0, sha256 of one")):
            with self.subTest(members=members), Published(self.cup) as published:
                published.write("games.jsonl", "".join(self.exchanged(published.games(), *members)))
                self.assertEqual(tribunal("verify", published.path("games.jsonl")).code, 0)  # every game by itself
                published.verify().expect(1, word)
                published.change("cup.toml", "sha256", "# sha256")
                published.verify().expect(shows="the plan does not commit to the files of its bots")

    def test_moves_that_are_said_to_be_the_others_are_found_out_by_its_program(self) -> None:
        with Published(self.cup) as published:
            shown = published.path("games.jsonl")
            program = f"python3 {self.cup.folder}/player-one.py one"
            self.assertEqual(tribunal("replay", shown, "--seat", "0", "--", program).code, 0)
            published.write("games.jsonl", "".join(self.exchanged(published.games(), "bot", "version", "sha256")))
            self.assertEqual(published.verify().code, 0)  # the steps of docs/deals.md
            tribunal("replay", shown, "--seat", "0", "--", program).expect(1, shows="differ from the record")

    def test_hashes_exchanged_in_the_database_are_found_out(self) -> None:
        with tempfile.TemporaryDirectory() as holder:
            folder = os.path.join(holder, "out")
            shutil.copytree(self.cup.out, folder)
            results = Results(folder)
            (text,), = results.query("SELECT text FROM conditions")
            conditions = json.loads(text)
            conditions["sha256"].reverse()
            results.change(f"UPDATE conditions SET text = '{json.dumps(conditions)}'")
            tribunal("verify", folder).expect(1, "has different files of one than the plan commits to")

    def test_a_bot_changed_since_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as holder:
            folder = os.path.join(holder, "cup")
            shutil.copytree(self.cup.folder, folder)
            put(os.path.join(folder, "player-two.py"), "# better\n", "a")
            for more in ((), ("--dry-run",), ("--accept-changes",)):
                tribunal("tournament", os.path.join(folder, "cup.toml"), "--out", folder + "/new", *more).refused(78,
                    "bot two is not the one that the plan commits to")
            self.assertFalse(os.path.exists(folder + "/new"))

    def test_impossible_commitments_are_refused(self) -> None:
        with Cup(plan(seed="")) as cup:
            file = os.path.join(cup.folder, "cup.toml")
            for words, code, word in (([file], 78, "the plan has no secret to commit to"), ([file, "--seed", "1"], 2, "commit PLAN")):
                tribunal("commit", *words).expect(code, word, out="")

    def test_a_folder_is_not_checked_by_another_plan(self) -> None:
        tribunal("verify", self.cup.out, "--plan", os.path.join(self.cup.folder, "cup.toml")).expect(2, "--logs FILE")


class StandingsOfRounds(unittest.TestCase):
    """The results of rounds follow from the logs as well."""

    def test_wrong_logs_are_detected(self) -> None:
        for form, keys, changed in (
                ("swiss", "rounds = 2", lambda facts: facts["swiss"]["standing"].reverse()),
                ("knockout", "", lambda facts: facts["knockout"].update(winner="nobody")),
                ("ladder", "target_error = 150", lambda facts: facts["ladder"].pop()),
                ("final", "rounds = 4", lambda facts: facts["final"]["standing"].reverse())):
            text = plan("one two three four " + ("*five" if form == "ladder" else "five"), f'format = "{form}"\n{keys}', 2)
            with self.subTest(format=form), Cup(text).played("--quiet") as cup:
                cup.write("secret.txt", "")
                with Published(cup) as published:
                    words = ["verify", published.path("games.jsonl"), "--plan", published.path("cup.toml")]
                    shown = tribunal(*words).out
                    self.assertTrue(shown.endswith(tribunal("standings", cup.out).out), shown)
                    words += ["--standings", published.path("standings.json")]
                    published.write("standings.json", tribunal("standings", cup.out, "--json", "--crosstable").out)
                    tribunal(*words).expect()
                    honest = published.read("standings.json")
                    for member, change in ((form, changed), ("rounds", lambda facts: facts["rounds"].pop()),
                                           ("crosstable", lambda facts: facts["crosstable"]["encounters"].pop()),
                                           ("played_games", lambda facts: facts.pop("played_games")),
                                           ("prize", lambda facts: facts.update(prize="to one"))):
                        facts = json.loads(honest)
                        change(facts)
                        published.write("standings.json", json.dumps(facts))
                        tribunal(*words).expect(1, f'"{member}" does not follow from the logs')


class ChangedBots(unittest.TestCase):
    def test_a_changed_bot_is_a_new_version_with_a_rating_of_its_own(self) -> None:
        def two_differs(deals: int) -> str:
            return plan({"one": None, "two": "python3 player-two.py two", "three": None}, 'anchor = "two=1600"', deals)

        with Cup(two_differs(4)) as cup:
            for deals, change in ((4, ""), (8, "# better\n"), (10, "# better still\n"), (12, "# better\n")):
                cup.write("player-two.py", PLAYER + change)
                cup.write("cup.toml", two_differs(deals))
                cup.run("--quiet", "--accept-changes").expect()
            rows = {row["bot"]: row for row in outcome(cup)["standings"]["rows"]}
            versions = {bot: row["games"] for bot, row in rows.items() if bot.startswith("two")}
            for bot in versions:
                self.assertRegex(bot, "^two@[0-9a-f]{8}$")
            self.assertEqual(sorted(versions.values()), [6, 12, 18])
            self.assertEqual([rows["one"]["games"], rows["three"]["games"]], [36, 36])
            anchored = [bot for bot in versions if rows[bot]["elo"] == 1600]
            self.assertEqual([versions[bot] for bot in anchored], [12])
            self.assertEqual(tribunal("verify", cup.out).code, 0)
            cup.write("secret.txt", "")
            with Published(cup) as published:
                tribunal("verify", published.path("games.jsonl"), "--plan", published.path("cup.toml"),
                         "--standings", published.path("standings.json")).expect()


class Organisers(unittest.TestCase):
    def test_a_secret_that_others_may_read_is_refused(self) -> None:
        with Cup("") as cup:
            cup.write("cup.toml", committed_plan(cup))
            secret = os.path.join(cup.folder, "secret.txt")
            os.chmod(secret, 0o640)
            cup.run().refused(78, "chmod 600 " + secret)
            os.chmod(secret, 0o600)
            self.assertEqual(cup.run("--quiet").code, 0)
            kept = os.path.join(cup.out, "secret")
            os.chmod(kept, 0o604)
            cup.run().refused(2, "chmod 600 " + kept)

    def test_a_secret_of_another_commitment_is_refused(self) -> None:
        with Cup("") as cup:
            cup.write("cup.toml", committed_plan(cup))
            os.remove(os.path.join(cup.folder, "secret.txt"))
            tribunal("commit", "--new", os.path.join(cup.folder, "secret.txt"))
            cup.run().refused(78, "does not match the commitment in the plan")
            self.assertEqual(cup.run("--dry-run").code, 78)
            self.assertFalse(os.path.exists(cup.out))
            cup.write("cup.toml", plan(head='commitment = "12"'))
            cup.run().refused(78, "64 hexadecimal digits")


class Citations(unittest.TestCase):
    """A tournament with a secret, and a stranger who has its citation and its bots."""
    BOTS = {name: player(name) for name in ("one", "two", "three")}

    def setUp(self) -> None:
        self.cup, self.other = Cup(""), Cup("")
        secret = tribunal("commit", "--new", self.cup.path("secret.txt")).out.strip()
        self.cup.write("cup.toml", plan(self.BOTS, deals=2, seed="", head=COMMITTED % secret))

    def cite(self, folder: str) -> Ended:
        return tribunal("export", folder, "--citation", self.other.path("cited.json"))

    def repeat(self, *more: str) -> Ended:
        return tribunal("tournament", "--citation", self.other.path("cited.json"), "--out", self.other.out, "--quiet", *more)

    def test_a_cited_tournament_is_repeated_once(self) -> None:
        self.cup.played("--quiet")
        self.cite(self.cup.out).expect()
        cited = json.loads(self.other.read("cited.json"))
        shown = tribunal("standings", self.cup.out, "--json").json()
        self.assertEqual((cited["games"], cited["plan"], cited["secret"]), (6, self.cup.read("cup.toml"), self.cup.read("secret.txt").strip()))
        self.assertEqual((cited["content_sha256"], cited["commitment"]), (shown["content_sha256"], shown["commitment"]))
        self.assertEqual([*cited["bots"]], [*self.BOTS])
        self.assertRegex(cited["referee"], "^tribunal [0-9.]+, commit ")
        self.repeat("--dry-run").expect()
        self.assertFalse(os.path.exists(self.other.out))
        self.repeat().expect(0, "the games are those that")
        self.assertEqual(outcome(self.other), outcome(self.cup))
        self.repeat().refused(78, "all games are stored there; use --out with a new folder")

    def test_only_bots_that_decide_the_same_repeat_it(self) -> None:
        self.cup.played("--quiet")
        self.cite(self.cup.out).expect()
        for script, code, said in ((PLAYER + "# another comment\n", 0, "the games are those that"),
                                   (PLAYER.replace("word[3 + heard", "word[3 + (heard + 1)"), 1, "the games differ from those that")):
            self.other.write("player.py", script)
            self.other.out = self.other.path(f"ends with {code}")
            self.repeat().expect(code, said)

    def test_more_deals_and_late_bots_are_repeated_and_withdrawn_bots_are_named(self) -> None:
        self.cup.played("--quiet")
        late = f'[[bots]]\nname = "four"\ncommand = "{player("four")}"\njoins_after = 3\n'
        for deals, change, games in ((3, "", 9), (5, late, 60)):
            with self.subTest(deals=deals):
                self.cup.write("cup.toml", re.sub("deals = .", f"deals = {deals}", self.cup.read("cup.toml")) + change)
                self.cup.run("--quiet", "--accept-changes").expect()
                self.cite(self.cup.out).expect()
                self.assertEqual(json.loads(self.other.read("cited.json"))["games"], games)
                self.other.out = self.other.path(f"again-{deals}")
                self.repeat().expect(0, "the games are those that")
        self.cup.write("cup.toml", self.cup.read("cup.toml").replace("deals = 5", "deals = 6").replace("joins_after = 3", "joins_after = 3\nwithdrawn_after = 5"))
        self.cup.run("--quiet", "--accept-changes").expect()
        self.cite(self.cup.out).refused(1, "bot four was withdrawn, and a plan with withdrawn bots cannot be played from the start")

    def test_what_is_not_finished_keeps_its_secret(self) -> None:
        self.cup.played("--quiet")
        for table in ("games", "records"):
            self.cup.change(f"DELETE FROM {table} WHERE id = 5")
        self.cite(self.cup.out).refused(1, "not finished: 5 of 6 games")
        tribunal("tournament", self.cup.path("cup.toml"), "--quiet", "--out", self.cup.path("parts"), "--shard", "1/2").expect()
        (shard,) = (name for name in os.listdir(self.cup.path("parts")) if not name.startswith("."))
        self.cite(self.cup.path(f"parts/{shard}")).refused(1, "this is a shard")
        self.cup.played("--quiet")
        tribunal("ruling", self.cup.out, "--void", "3", "--reason", "fire").expect()
        self.cup.played("--quiet")
        self.cite(self.cup.out).refused(1, "rulings")
        self.assertFalse(os.path.exists(self.other.path("cited.json")))

    def test_a_citation_that_is_damaged_is_refused(self) -> None:
        self.cup.played("--quiet")
        self.cite(self.cup.out).expect()
        cited = json.loads(self.other.read("cited.json"))
        for text, why in (("", "cited.json: "), ("[1]", "cited.json: "), (json.dumps({**cited, "secret": "0" * 64}), 'does not match "commitment"'),
                          (json.dumps({**cited, "played_sha256": "x"}), "64 hexadecimal digits"), (json.dumps({**cited, "citation": 2}), "should be 1"),
                          (json.dumps({**cited, "plan": "x"}), "cited.json#plan:1:")):
            with self.subTest(why=why):
                self.other.write("cited.json", text)
                self.repeat().refused(78 if "#plan" in why else 2, why)
                self.assertFalse(os.path.exists(self.other.out))
        os.remove(self.other.path("cited.json"))
        os.mkfifo(self.other.path("cited.json"))
        self.repeat().expect(2, "cited.json")
