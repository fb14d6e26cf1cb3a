"""The kits of compiled languages as an author meets them: comments, hooks, a decision that is not an action, formatters and linters. KITS
names the languages."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
from typing import Dict, List, Tuple

import compiled

LINES = """tribunal 1
game mitch players=2 seats=2 you=0
deal 0 Kc Qc
sneeze 1 loudly
ask 1 10 play:Kh pass
result 1 2 places 2 1
ask 2 10 play:Kh pass
ask 3 10 pass
"""
SAID = """ready b 1
# start mitch, deal 0 2 2, sneeze 1 1 2, and more
move 1 pass
# start mitch, deal 0 2 2, sneeze 1 1 2, end, and more
move 2 pass
"""
# A bot that tells in its comments, in two lines, what its hooks heard. From one legal action it chooses none.
BOTS: Dict[str, Tuple[str, str]] = {
    "Go": ("bot.go", """package main

import (
	"fmt"

	"mybot/tribunal"
)

func main() {
	heard := ""
	decide := func(view *tribunal.View) (tribunal.Action, string) {
		if len(view.Legal) == 1 {
			return "", "why not"
		}
		return view.Legal[1], heard + "\\nand more"
	}
	tribunal.Run("b", "1", decide, tribunal.Hooks{
		GameStart: func(view *tribunal.View) { heard += "start " + view.Game + "," },
		Event: func(view *tribunal.View, event tribunal.Event) {
			heard += fmt.Sprintf(" %s %d %d %d,", event.Verb, event.Seat, len(event.Arguments), len(view.Hand()))
		},
		GameEnd: func(*tribunal.View) { heard += " end," },
	})
}
"""),
    "Rust": ("bot.rs", """mod tribunal_bot;

use tribunal_bot::{run_bot, Bot, Decision, Event, View};

#[derive(Default)]
struct Talking {
    heard: String,
}

impl Bot for Talking {
    fn decide(&mut self, view: &View) -> Decision {
        match view.legal.get(1) {
            None => "".into(),
            Some(action) => (action.clone(), self.heard.clone() + "\\nand more").into(),
        }
    }

    fn game_start(&mut self, view: &View) {
        self.heard += &format!("start {},", view.game);
    }

    fn event(&mut self, view: &View, event: &Event) {
        self.heard += &format!(" {} {} {} {},", event.verb, event.seat, event.arguments.len(), view.hand().len());
    }

    fn game_end(&mut self, _view: &View) {
        self.heard += " end,";
    }
}

fn main() {
    run_bot("b", "1", &mut Talking::default());
}
"""),
    "Java": ("Talking.java", """import tribunal.TribunalBot;
import tribunal.TribunalBot.Answer;
import tribunal.TribunalBot.Decision;
import tribunal.TribunalBot.Event;
import tribunal.TribunalBot.View;

public final class Talking implements TribunalBot.Bot {
  private String heard = "";

  @Override
  public Answer decide(View view) {
    return view.legal.size() == 1 ? new Decision("", "why not") : new Decision(view.legal.get(1), heard + "\\nand more");
  }

  @Override
  public void gameStart(View view) {
    heard += "start " + view.game + ",";
  }

  @Override
  public void event(View view, Event event) {
    heard += " " + event.verb() + " " + event.seat() + " " + event.arguments().size() + " " + view.hand().size() + ",";
  }

  @Override
  public void gameEnd(View view) {
    heard += " end,";
  }

  public static void main(String[] args) {
    TribunalBot.run("b", "1", new Talking());
  }
}
"""),
}
# Programs that must say nothing. A machine may lack them.
LINTERS: Dict[str, List[List[str]]] = {
    "Go": [["gofmt", "-l", "."], ["go", "vet", "./..."]],
    "Rust": [["rustfmt", "--check", "bot.rs"], ["clippy-driver", "-D", "warnings", "--emit", "metadata", "bot.rs"],
             ["rustdoc", "-D", "warnings", "tribunal_bot.rs"]],
    "Java": [["javac", "-J-XX:+UseSerialGC", "-Xlint:all", "-Xdoclint:all,-missing", "-Werror", "tribunal/TribunalBot.java"]],
}
LONGEST_FIRST_BOT = 10


class Compiled(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.language,) = os.environ["KITS"].split()
        compiled.require(compiled.COMPILERS[self.language])

    def test_comments_hooks_and_a_decision_that_is_no_action(self) -> None:
        name, source = BOTS[self.language]
        (self.folder / name).write_text(source)
        (self.folder / "built").mkdir()
        command = compiled.build(self.language, self.folder / name, self.folder / "built")
        ended = subprocess.run(command, input=LINES, capture_output=True, text=True, check=False)
        self.assertEqual((ended.returncode, ended.stdout), (1, SAID), ended.stderr)
        self.assertRegex(ended.stderr, r"^b: .*, which is not an action; expected one of view\.[Ll]egal: pass\n$")

    def test_formatters_and_linters_say_nothing(self) -> None:
        compiled.put_kit(self.language, self.folder)
        name, source = BOTS[self.language]
        (self.folder / name).write_text(source)
        shutil.copy(compiled.SDK / "rust" / "rustfmt.toml", self.folder)
        for linter in LINTERS[self.language]:
            if shutil.which(linter[0]) is None:
                print(f"left out, as this machine lacks it: {linter[0]}")
                continue
            with self.subTest(linter[0]):
                self.assertEqual(compiled.run(self.folder, *linter), "")

    def test_a_first_bot_is_short(self) -> None:
        page = (compiled.SDK.parent / "docs" / "kits.md").read_text()
        _, example = page.split(f"```{self.language.lower()}\n")
        self.assertLessEqual(len(example.split("```")[0].splitlines()), LONGEST_FIRST_BOT)


if __name__ == "__main__":
    unittest.main()
