"""The kits as authors of each language meet them: comments, hooks, plain words, a decision that is not an action, formatters and linters.
KITS names the languages."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import unittest
from typing import Dict, List, Tuple

import languages

# Lines of the referee, and the answers that come at once.
TALK = (
    ("tribunal 1\ngame mitch players=2 seats=2 you=0\n", "ready b 1\n"),
    ("deal 0 Kc Qc\nsneeze 1 loudly\nask 1 10 play:Kh pass\n", "# start mitch, deal 0 2 2, sneeze 1 1 2, and more\nmove 1 pass\n"),
    ("ask 2 10 play:Kh pass call:1\n", "move 2 play:Kh\n"),
    ("result 1 2 places 2 1\nask 3 10 play:Kh pass\n", "# start mitch, deal 0 2 2, sneeze 1 1 2, end, and more\nmove 3 pass\n"),
)
# Bots that tell in their comments, in two lines, what their hooks heard. From one legal action they choose none, from three a plain word.
BOTS: Dict[str, Tuple[str, str]] = {
    "Python": ("bot.py", """from tribunal_bot import Decision, Hooks, run

heard = []


def decide(view):
    if len(view.legal) == 2:
        return Decision(view.legal[1], ",".join(heard) + ",\\nand more")
    return "play:Kh" if len(view.legal) == 3 else Decision("", "why not")


hooks = Hooks(
    lambda view: heard.append("start " + view.game),
    lambda view, event: heard.append(f" {event.verb} {event.seat} {len(event.arguments)} {len(view.hand)}"),
    lambda view: heard.append(" end"),
)
run("b", "1", decide, hooks)
"""),
    "JavaScript": ("bot.mjs", """import { Decision, run } from "./tribunal_bot.mjs";

let heard = "";

function decide(view) {
  if (view.legal.length === 2) return new Decision(view.legal[1], `${heard}\\nand more`);
  return view.legal.length === 3 ? "play:Kh" : new Decision("", "why not");
}

run("b", "1", decide, {
  gameStart: (view) => (heard += `start ${view.game},`),
  event: (view, event) => (heard += ` ${event.verb} ${event.seat} ${event.arguments.length} ${view.hand.length},`),
  gameEnd: () => (heard += " end,"),
});
"""),
    "C++": ("bot.cpp", """#include "tribunal_bot.hpp"

using namespace tribunal::bot;

int main() {
  std::string heard;
  const auto decide = [&](const View& view) -> Decision {
    if (view.legal.size() == 2) return {view.legal[1], heard + "\\nand more"};
    return view.legal.size() == 3 ? "play:Kh" : Decision{"", "why not"};
  };
  Hooks hooks;
  hooks.game_start = [&](const View& view) { heard += "start " + view.game + ","; };
  hooks.event = [&](const View& view, const Event& event) {
    heard += " " + std::string{event.verb};
    for (const auto number : {static_cast<std::size_t>(event.seat), event.arguments.size(), view.hand().size()})
      heard += " " + std::to_string(number);
    heard += ",";
  };
  hooks.game_end = [&](const View&) { heard += " end,"; };
  return tribunal::run("b", "1", decide, hooks);
}
"""),
    "Go": ("bot.go", """package main

import (
	"fmt"

	"mybot/tribunal"
)

func main() {
	heard := ""
	decide := func(view *tribunal.View) (tribunal.Action, string) {
		switch len(view.Legal) {
		case 2:
			return view.Legal[1], heard + "\\nand more"
		case 3:
			return "play:Kh", ""
		}
		return "", "why not"
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
        match view.legal.len() {
            2 => (view.legal[1].clone(), self.heard.clone() + "\\nand more").into(),
            3 => "play:Kh".into(),
            _ => "".into(),
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
    return switch (view.legal.size()) {
      case 2 -> new Decision(view.legal.get(1), heard + "\\nand more");
      case 3 -> new Decision("play:Kh", "");
      default -> new Decision("", "why not");
    };
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
WANTED = os.environ.get("KITS", "Python JavaScript C++").split()


class Idioms(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def source(self, language: str) -> pathlib.Path:
        """The bot's file; skips the test without the language's compiler."""
        languages.require(languages.COMPILERS[language])
        name, source = BOTS[language]
        (self.folder / name).write_text(source)
        return self.folder / name

    def test_comments_hooks_and_a_decision_that_is_no_action(self) -> None:
        for language in WANTED:
            with self.subTest(language):
                source, folder = self.source(language), self.folder / language
                folder.mkdir()
                self.talk_to(languages.build(language, source, folder))

    def talk_to(self, command: List[str]) -> None:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bot:
            stop = threading.Timer(60, bot.kill)
            stop.start()
            for told, expected in TALK:  # an answer that is not flushed would never come
                bot.stdin.write(told)
                bot.stdin.flush()
                self.assertEqual("".join(bot.stdout.readline() for _ in expected.splitlines()), expected)
            said, errors = bot.communicate("ask 4 10 pass\n")
            stop.cancel()
        self.assertEqual((bot.returncode, said), (1, ""), errors)
        self.assertRegex(errors, r"(^b: |TypeError: decide returned ).*, which is not an action; expected one of view\.[Ll]egal: pass\n")

    def test_formatters_and_linters_say_nothing(self) -> None:
        for language in set(LINTERS).intersection(WANTED):
            self.source(language)
            languages.put_kit(language, self.folder)
            shutil.copy(languages.SDK / "rust" / "rustfmt.toml", self.folder)
            for linter in LINTERS[language]:
                if shutil.which(linter[0]) is None:
                    print(f"left out, as this machine lacks it: {linter[0]}")
                    continue
                with self.subTest(linter[0]):
                    self.assertEqual(languages.run(self.folder, *linter), "")

    def test_a_first_bot_is_short(self) -> None:
        page = (languages.SDK.parent / "docs" / "kits.md").read_text()
        for language in WANTED:
            mark = {"C++": "cpp", "JavaScript": "js"}.get(language, language.lower())
            self.assertLessEqual(len(page.split(f"```{mark}\n")[1].split("```")[0].splitlines()), LONGEST_FIRST_BOT)


if __name__ == "__main__":
    unittest.main()
