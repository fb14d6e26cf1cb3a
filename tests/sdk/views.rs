//! A bot that prints its view. After every line that the Rust kit processes it prints the line and the view; at a
//! question also the answers of all functions of the view and of its actions. It takes the first action. The views
//! programs of the other languages print the same for the same lines, byte for byte.
//!
//!     views < LINES

mod tribunal_bot;

use tribunal_bot::{describe, run_bot, Action, Bot, Decision, Event, PlayedTo, View};

fn show(view: &View, heard: &str) {
    println!("{heard}\n{}", describe(view));
}

fn listed(words: &[impl ToString]) -> String {
    words.iter().map(|word| " ".to_string() + &word.to_string()).collect()
}

fn seat_number(seat: Option<usize>) -> i32 {
    seat.map_or(-1, |seat| seat as i32)
}

/// A seat that is not there is one beyond the last.
fn of_action(view: &View, action: &Action) -> String {
    let card = action.card();
    let meld = |seat: usize| view.seat(seat).map_or(Vec::new(), |seat| seat.meld(card.suit).to_vec());
    let seats = [0, 1, 2, 64, usize::MAX, action.seat().unwrap_or(usize::MAX)];
    let fits = seats.map(|seat| (view.fits(seat, card) as i32).to_string()).concat();
    let beats = seats.map(|seat| (view.beats(&meld(seat), view.mine().meld(card.suit)) as i32).to_string()).concat();
    let numbers = [action.number(0).unwrap_or(0), action.number(1).unwrap_or(0), action.number(7).unwrap_or(-5)];
    format!(
        "action {action} verb {} ({}) cards ({}) numbers{} seat {} card {card} fits {fits} beats {beats} winner {} {}",
        action.verb(),
        action.arguments(),
        listed(&action.cards()).trim_start(),
        listed(&numbers),
        seat_number(action.seat()),
        seat_number(view.winner(card.suit)),
        view.winning(card.suit) as i32
    )
}

struct Views;

impl Bot for Views {
    fn decide(&mut self, view: &View) -> Decision {
        show(view, &format!("asked {}", view.milliseconds));
        view.legal.iter().for_each(|action| println!("{}", of_action(view, action)));
        let first = view.legal[0].clone();
        match first.verb() {
            "long" => (first, format!("x{}", "\u{fc}".repeat(3000))).into(),
            "comment" => (first, "with\r\ntwo lines").into(),
            "plain" => "plain".into(),
            "nothing" => "".into(),
            _ => first.into(),
        }
    }

    fn game_start(&mut self, view: &View) {
        let place = match view.played_to {
            PlayedTo::Melds => "melds",
            PlayedTo::Trick => "trick",
            PlayedTo::Pile => "pile",
        };
        let options = ["high_low", "penalty", "none"].map(|name| {
            let (text, number) = (view.option(name).unwrap_or("?"), view.number(name).unwrap_or(7));
            format!(" {name} {text} {number} {}", view.is_on(name) as i32)
        });
        show(view, &format!("game {} played {place} mob {}{}", view.game, seat_number(view.mob()), options.concat()));
    }

    fn event(&mut self, view: &View, event: &Event) {
        show(view, &format!("event {} {}{}", event.verb, event.seat, listed(&event.arguments)));
    }

    fn game_end(&mut self, view: &View) {
        show(view, &format!("result{} places{}", listed(&view.scores), listed(&view.places)));
    }
}

fn main() {
    run_bot("views", "1", &mut Views);
}
