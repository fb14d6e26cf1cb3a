import unittest

from program import tribunal


class Games(unittest.TestCase):
    def test_the_list_names_every_game_and_preset(self):
        listed = tribunal("games").expect()
        for game in tribunal("games", "--json").json():
            for name in [game["name"]] + [preset["name"] for preset in game["presets"]]:
                self.assertIn(name, listed.out)

    def test_one_game_shows_its_options_with_values_and_defaults(self):
        shown = tribunal("games", "mitch").out
        self.assertIn("hand_size = 0..47  (default 5)", shown)
        options = {option["name"]: option for option in tribunal("games", "mitch", "--json").json()["options"]}
        self.assertEqual(options["hand_size"]["default"], 5)
        self.assertEqual(options["draw"]["words"], ["stock", "either", "either-must-play"])

    def test_one_game_shows_score_bounds_by_players_and_options(self):
        def scores(*words):
            shown = tribunal("games", *words, "--json").json()["scores"]
            return {each["players"]: (each["least"], each["most"]) for each in shown}

        self.assertIn("  3 players  0 to 4\n", tribunal("games", "tennis").out)
        self.assertEqual(scores("tennis"), {2: (0, 2), 3: (0, 4), 4: (0, 6), 6: (0, 10)})
        self.assertEqual(scores("revolution")[2], (-19, 15))
        self.assertEqual(scores("revolution", "--rule", "hands=10")[2], (-190, 150))
        self.assertEqual(scores("cube"), {2: (-1216, 3328)})  # a preset, with its options
        self.assertEqual(scores("mitch").keys(), {2, 3, 4, 5, 6, 7, 8, 9, 10})  # ten with two packs
        self.assertEqual(scores("mitch", "--rule", "packs=1").keys(), {2, 3, 4, 5, 6, 7, 8, 9})  # ten with four cards each
        self.assertEqual(scores("mitch", "--rule", "packs=2").keys(), {2, 3, 4, 5, 6, 7, 8, 9, 10})
        self.assertEqual(scores("mitch", "--rule", "hand_size=23").keys(), {2})
