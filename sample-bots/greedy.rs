//! Plays as greedy.cpp does, move by move: maximises the gain as if the hand ended at once.
mod tribunal_bot;

use tribunal_bot::{run, Action, Card, Suit, View, SUITS};

/// The approximate worth of a suit, for every way of scoring.
const SUIT_WORTH: i32 = 4;

/// The points that I would get for a suit if the melds stayed as they are.
fn points(view: &View, suit: Suit) -> i32 {
    match view.winning(suit) {
        true => SUIT_WORTH,
        false => -(view.mine().meld(suit).len() as i32),
    }
}

fn gain_of_playing(view: &View, card: Card) -> i32 {
    if card.suit == Suit::None {
        return 0; // a joker of other games
    }
    let mut after = view.clone();
    after.seats[view.me].melds[card.suit as usize].push(card);
    points(&after, card.suit) - points(view, card.suit)
}

/// The number of suits that I win, less that of the best rival.
fn lead(view: &View) -> i32 {
    let won = |seat: usize| SUITS.iter().filter(|&&suit| view.winner(suit) == Some(seat)).count() as i32;
    let rivals = (0..view.seats.len()).filter(|&seat| seat != view.me);
    won(view.me) - rivals.map(won).max().unwrap_or(0)
}

/// In a session with chips or a cube: raises the stakes when it leads, and folds when it is far behind.
fn rate_stake(view: &View, verb: &str) -> i32 {
    let far_behind = -2;
    match verb {
        "bet" | "raise" | "double" if lead(view) > 0 => 1,
        "bet" | "raise" | "double" => -1,
        "fold" | "drop" if view.option("session") != Some("hustler") && lead(view) <= far_behind => 1,
        "fold" | "drop" => -100,
        _ => 0, // pay, check, accept
    }
}

/// The gain counts first. Among equal gains it plays before it discards, plays high and discards low.
fn rate(view: &View, action: &Action) -> (i32, i32) {
    let card = action.card();
    let is_tyrants = view.legal.last().map_or(false, |last| last.verb() == "pass");
    match action.verb() {
        "play" => (gain_of_playing(view, card), card.rank as i32),
        "take" if view.fits(view.me, card) => (gain_of_playing(view, card), 0),
        "take" => (-1, 0),
        "call" if is_tyrants && view.winning(Suit::Clubs) => (-1, 0), // the tyrant wins that suit too
        "call" if is_tyrants => (1, 0),
        "discard" => (0, -(card.rank as i32)),
        verb => (rate_stake(view, verb), 0),
    }
}

/// The first of the best actions.
fn decide(view: &View) -> Action {
    let mut best = &view.legal[0];
    for action in &view.legal[1..] {
        best = if rate(view, action) > rate(view, best) { action } else { best };
    }
    best.clone()
}

fn main() {
    run("greedy-rust", "1.0", decide);
}
