import os
import stat
import tempfile
import unittest

from program import tribunal

SECRET = "c018e82a25b5b2d5e7a401d2b7339ca31ffe76a5f1550daeb8337af966aefb76"
COMMITMENT = "f4eea1d6e1fa690a5b0a5560653802eaed71c94b977107a7c159911538fd3918"
KEY = "0e9e8c28da35a4cd734b8c0a62b0eaafd625fbb7a5c11fabc50923da68f507ad"


class Deal(unittest.TestCase):
    def test_a_seed_and_a_number_show_the_documented_stock(self):
        ended = tribunal("deal", "--seed", "42").expect()
        key, stock = ended.out.splitlines()
        self.assertEqual(key, "key " + KEY)
        self.assertTrue(stock.startswith("hand 1: Jc Qd 5s 5h 3s"))

    def test_the_key_of_a_log_opens_the_same_deal(self):
        self.assertEqual(tribunal("deal", "--key", KEY).out, tribunal("deal", "--seed", "42").out)

    def test_a_game_is_shown_as_dealt(self):
        lines = tribunal("deal", "revolution", "--players", "3", "--seed", "42").out.splitlines()
        self.assertEqual(lines[1], "hand 0 1")
        self.assertEqual(lines[2], "deal 1 Jc 5h 3h 4h Ts")


class CommitAndReveal(unittest.TestCase):
    def test_a_seed_commits_and_reveals(self):
        self.assertEqual(tribunal("commit", "--seed", "42").out, COMMITMENT + "\n")
        tribunal("reveal", "--seed", "42", "--commitment", COMMITMENT).expect(shows="secret " + SECRET)

    def test_a_public_value_is_repeated_and_has_one_spelling(self):
        self.assertIn('with the public value "DAX 18000" ', tribunal("reveal", "--seed", "42", "--public", "DAX 18000").out)
        for value in ("DAX 18000\n", " DAX 18000", "DAX  18000", "DAX\u00a018000", ""):
            tribunal("reveal", "--seed", "42", "--public", value).expect(2, "words separated by one space")

    def test_another_secret_is_found_out(self):
        self.assertEqual(tribunal("reveal", "--seed", "43", "--commitment", COMMITMENT).code, 1)

    def test_a_fresh_secret_is_kept_for_its_owner_alone_and_never_overwritten(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "secret")
            made = tribunal("commit", "--new", file).expect()
            self.assertEqual(stat.S_IMODE(os.stat(file).st_mode), 0o600)
            self.assertEqual(tribunal("commit", "--secret-file", file).out, made.out)
            self.assertEqual(tribunal("reveal", "--secret-file", file, "--commitment", made.out.strip()).code, 0)
            self.assertEqual(tribunal("commit", "--new", file).code, 74)
            self.assertEqual(tribunal("commit", "--secret-file", file).out, made.out)
