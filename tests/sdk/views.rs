//! A bot that always does the first thing and shows what it sees: after every line that the Rust kit takes in, what it
//! heard, and the view. The views programs of the other languages show the same of the same lines, byte for byte.
//!
//!     views < LINES
//!     views cases < QUESTIONS     answers what kits_test.py asks of a view, of a card, or of an action

mod tribunal_bot;

use std::io::{stdin, BufRead};
use tribunal_bot::{converse, describe, run_bot, Action, Bot, Card, Decision, Event, Seat, View, SUITS, SUIT_NAMES};

fn show(view: &View, heard: &str) {
    println!("{heard}\n{}", describe(view));
}

fn listed(words: &[impl ToString]) -> String {
    words.iter().map(|word| " ".to_string() + &word.to_string()).collect()
}

struct Views;

impl Bot for Views {
    fn decide(&mut self, view: &View) -> Decision {
        show(view, &format!("asked {}", view.milliseconds));
        view.legal[0].clone().into()
    }

    fn game_start(&mut self, view: &View) {
        show(view, &format!("game {}", view.game));
    }

    fn event(&mut self, view: &View, event: &Event) {
        show(view, &format!("event {} {}{}", event.verb, event.seat, listed(&event.arguments)));
    }

    fn game_end(&mut self, view: &View) {
        show(view, &format!("result{} places{}", listed(&view.scores), listed(&view.places)));
    }
}

/// Keeps the last view.
struct Last(View);

impl Bot for Last {
    fn decide(&mut self, view: &View) -> Decision {
        view.legal[0].clone().into()
    }

    fn game_start(&mut self, view: &View) {
        self.0 = view.clone();
    }

    fn event(&mut self, view: &View, _event: &Event) {
        self.0 = view.clone();
    }
}

fn view_after(lines: &str) -> View {
    let mut last = Last(View { seats: vec![Seat::default()], ..View::default() });
    converse(lines.replace(", ", "\n").as_bytes(), Vec::new(), "x", "1", &mut last).unwrap();
    last.0
}

/// All that the view and the action may be asked of each other. A seat that is not there is one beyond the last.
fn of_action(view: &View, action: &Action) -> String {
    let card = action.card();
    let meld = |seat: usize| view.seat(seat).map_or(Vec::new(), |seat| seat.meld(card.suit).to_vec());
    let seats = [action.seat().unwrap_or(usize::MAX), usize::MAX, 0, 1, 2, 64];
    let fits = seats.iter().filter(|&&seat| view.fits(seat, card)).count();
    let beats = seats.iter().filter(|&&seat| view.beats(&meld(seat), view.mine().meld(card.suit))).count();
    let numbers = [action.number(0).unwrap_or(0), action.number(1).unwrap_or(0), action.number(7).unwrap_or(-5)];
    format!(
        "{} ({}) cards ({}) card {card} numbers{} seat {} fits {fits} beats {beats} winning {}",
        action.verb(),
        action.arguments(),
        listed(&action.cards()).trim_start(),
        listed(&numbers),
        action.seat().map_or(-1, |seat| seat as i32),
        view.winning(card.suit) as i32
    )
}

fn answer(question: &str) -> String {
    let (lines, asked) = question.rsplit_once(" | ").unwrap_or(("", question));
    let view = view_after(lines);
    let words: Vec<&str> = asked.split(' ').chain(["", ""]).collect();
    let seat = words[1].parse().unwrap_or(usize::MAX);
    match words[0] {
        "action" => of_action(&view, &Action { text: words[1].to_string() }),
        "card" => Card::parse(words[1]).to_string(),
        "winner" => {
            let suit = SUITS[SUIT_NAMES.iter().position(|&name| name == words[1]).unwrap()];
            view.winner(suit).map_or(-1, |seat| seat as i32).to_string()
        }
        "fits" => (view.fits(seat, Card::parse(words[2])) as i32).to_string(),
        "on" => (view.is_on(words[1]) as i32).to_string(),
        "number" => view.number(words[1]).unwrap_or_else(|| words[2].parse().unwrap()).to_string(),
        "option" => view.option(words[1]).unwrap_or(words[2]).to_string(),
        "mob" => view.mob().map_or(-1, |seat| seat as i32).to_string(),
        "held" => view.seat(seat).map_or(0, |seat| seat.hand.len()).to_string(),
        "played" => ["melds", "trick", "pile"][view.played_to as usize].to_string(),
        _ => describe(&view).lines().find(|line| line.starts_with(asked)).unwrap_or("").to_string(),
    }
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("cases") {
        stdin().lock().lines().for_each(|question| println!("{}", answer(&question.unwrap())));
    } else {
        run_bot("views", "1", &mut Views);
    }
}
