import json
import unittest

from program import tribunal


class Games(unittest.TestCase):
    def test_the_list_names_every_game_and_preset(self):
        listed = tribunal("games")
        self.assertEqual(listed.code, 0)
        for game in json.loads(tribunal("games", "--json").out):
            for name in [game["name"]] + [preset["name"] for preset in game["presets"]]:
                self.assertIn(name, listed.out)

    def test_one_game_shows_its_options_with_values_and_defaults(self):
        shown = tribunal("games", "mitch").out
        self.assertIn("hand_size = 0..9  (default 5)", shown)
        options = {option["name"]: option for option in json.loads(tribunal("games", "mitch", "--json").out)["options"]}
        self.assertEqual(options["hand_size"]["default"], 5)
        self.assertEqual(options["draw"]["words"], ["stock", "either", "either-must-play"])

    def test_an_unknown_game_gets_a_suggestion(self):
        ended = tribunal("games", "mich")
        self.assertEqual(ended.code, 2)
        self.assertIn("mitch", ended.err)


class Commands(unittest.TestCase):
    def test_an_unknown_command_gets_a_suggestion(self):
        ended = tribunal("turnament")
        self.assertEqual(ended.code, 2)
        self.assertIn("did you mean 'tournament'?", ended.err)


if __name__ == "__main__":
    unittest.main()
