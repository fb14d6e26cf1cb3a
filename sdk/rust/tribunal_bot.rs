//! The Rust kit for bots of Tribunal: this one file, Rust 1.63 or later in any edition, the standard library only.
//! It is a module beside your bot, or a crate.
//!
//! ```no_run
//! # #[cfg(any())]
//! mod tribunal_bot;
//!
//! fn main() {
//!     tribunal_bot::run("mybot", "1.0", |view| view.legal[0].clone());
//! }
//! ```
//!
//! A bot is a function from its view to one of its legal actions. The view keeps the table for you. It ignores unknown
//! lines (later versions of the protocol, other games' events), which [`Bot::event`] still receives. The kits for other
//! languages have the same names, in their spelling, and meanings.
#![allow(dead_code)] // a bot does not need all of it

use std::cmp::Ordering;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io::{self, BufRead, Write};

// ---- Cards ----

pub const JACK: u8 = 11;
pub const QUEEN: u8 = 12;
pub const KING: u8 = 13;
pub const ACE: u8 = 14;
const JOKER: u8 = 15;
const RANKS: &str = "??23456789TJQKA";

/// The suit of a card. `None` is that of a joker and of a card that you may not see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
    #[default]
    None,
}

/// The four suits, for loops.
pub const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
pub const SUIT_NAMES: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

/// A card, a joker (rank 15) or a card that you may not see (rank 0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// 2 .. 10, [`JACK`], [`QUEEN`], [`KING`], [`ACE`]
    pub rank: u8,
    pub suit: Suit,
}

impl Card {
    /// A card that you may not see.
    pub const UNKNOWN: Card = Card { rank: 0, suit: Suit::None };

    /// Reads `Kh` or `Jo`; anything else, such as `??`, is a card that you may not see.
    pub fn parse(text: &str) -> Card {
        let find = |letters: &str, letter: u8| letters.bytes().rposition(|one| one == letter);
        match *text.as_bytes() {
            [b'J', b'o'] => Card { rank: JOKER, suit: Suit::None },
            [rank, suit] => match (find(RANKS, rank), find("cdhs", suit)) {
                (Some(rank @ 2..), Some(suit)) => Card { rank: rank as u8, suit: SUITS[suit] },
                _ => Card::UNKNOWN,
            },
            _ => Card::UNKNOWN,
        }
    }

    /// Whether you may see the card.
    pub fn known(self) -> bool {
        self.rank != 0
    }
}

impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match (self.rank, self.suit) {
            (JOKER, _) => out.write_str("Jo"),
            (_, Suit::None) => out.write_str("??"),
            (rank, suit) => write!(out, "{}{}", &RANKS[rank as usize..][..1], &"cdhs"[suit as usize..][..1]),
        }
    }
}

// ---- What you may do ----

/// A legal action: the referee's own word (`play:Kh`, `give:2,3c,4c,5c`, `pass`) and its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    pub text: String,
}

impl Action {
    /// The text before the colon.
    pub fn verb(&self) -> &str {
        self.text.split(':').next().unwrap_or("")
    }

    /// The text after the colon.
    pub fn arguments(&self) -> &str {
        self.text.split_once(':').map_or("", |(_, arguments)| arguments)
    }

    /// The card (the first, if there are several); unknown if there is none.
    pub fn card(&self) -> Card {
        self.words().map(Card::parse).find(|card| card.known()).unwrap_or_default()
    }

    /// All cards of the action.
    pub fn cards(&self) -> Vec<Card> {
        self.words().map(Card::parse).filter(|card| card.known()).collect()
    }

    /// The number in the place `index` after the colon.
    pub fn number(&self, index: usize) -> Option<i32> {
        self.words().nth(index).and_then(number)
    }

    /// The seat in the action.
    pub fn seat(&self) -> Option<usize> {
        self.number(0).filter(|&seat| seat >= 0).map(|seat| seat as usize)
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.arguments().split(',').filter(|word| !word.is_empty())
    }
}

impl fmt::Display for Action {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.text)
    }
}

/// An answer: an action and a comment, which the referee stores in the log beside the move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    pub action: String,
    pub comment: String,
}

impl From<&str> for Decision {
    fn from(action: &str) -> Decision {
        Decision { action: action.to_string(), comment: String::new() }
    }
}

impl From<Action> for Decision {
    fn from(action: Action) -> Decision {
        Decision { action: action.text, comment: String::new() }
    }
}

/// With a comment.
impl<Comment: Into<String>> From<(Action, Comment)> for Decision {
    fn from((action, comment): (Action, Comment)) -> Decision {
        Decision { action: action.text, comment: comment.into() }
    }
}

// ---- What you see ----

/// A place at the table, with everything known about it. The Mob and the dummy have the last place.
#[derive(Clone, Debug, Default)]
pub struct Seat {
    /// Yours are all known, another seat's only if taken openly.
    pub hand: Vec<Card>,
    /// By suit, in the order of play.
    pub melds: [Vec<Card>; 4],
    /// Aces that it showed and put aside.
    pub aces: Vec<Card>,
    /// Points of the last hand that was scored.
    pub points: i32,
    /// Score of the game so far.
    pub score: i32,
    /// Open cards before it that are not in melds: a castle, face-up royals.
    pub open: Vec<Card>,
    /// Cards captured in this hand.
    pub taken: Vec<Card>,
    /// Cards in its face-down pile.
    pub pile: i32,
    /// Its bid in this hand; empty if it made none.
    pub bid: String,
    /// Chips won in the game so far, less its chips in the pot.
    pub chips: i32,
    /// Whether it folded this hand, or is out of the game.
    pub out: bool,
}

impl Seat {
    /// Its meld of the suit; empty for the suit of a card that you may not see.
    pub fn meld(&self, suit: Suit) -> &[Card] {
        self.melds.get(suit as usize).map_or(&[], |meld| meld)
    }
}

/// A card of a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    pub seat: usize,
    pub card: Card,
}

/// The place of played cards: melds before the seats, a trick, or the discard pile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayedTo {
    #[default]
    Melds,
    Trick,
    Pile,
}

/// The table as you see it when you are asked, and when a hook is called.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// `mitch`, `revolution`, ...
    pub game: String,
    /// The key=value words of the line `game`.
    pub options: BTreeMap<String, String>,
    /// Your seat, from 0.
    pub me: usize,
    /// Seats that bots play.
    pub players: i32,
    /// All seats, clockwise.
    pub seats: Vec<Seat>,
    /// The place of played cards.
    pub played_to: PlayedTo,
    /// Number of the hand or round, from 1.
    pub hand_number: i32,
    /// The seat that dealt this hand.
    pub dealer: usize,
    /// The discard pile, its top card last.
    pub discards: Vec<Card>,
    /// The trick so far, in the order of play.
    pub trick: Vec<Play>,
    /// Cards turned up for all to see.
    pub turned: Vec<Card>,
    /// Tricks without a winner.
    pub aside: Vec<Card>,
    /// Chips in it.
    pub pot: i32,
    /// Cards left to draw.
    pub stock_size: i32,
    /// The legal actions; empty when you are not asked.
    pub legal: Vec<Action>,
    /// The time for this decision.
    pub milliseconds: i32,
    /// The score of each seat, when the game is over.
    pub scores: Vec<i32>,
    /// The place of each seat from 1, when the game is over; 0: not ranked.
    pub places: Vec<i32>,
}

impl View {
    /// Your seat.
    pub fn mine(&self) -> &Seat {
        &self.seats[self.me]
    }

    /// Your cards.
    pub fn hand(&self) -> &[Card] {
        &self.mine().hand
    }

    /// The seat of this number, if there is one.
    pub fn seat(&self, number: usize) -> Option<&Seat> {
        self.seats.get(number)
    }

    /// An option's text, if the game has it.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }

    /// Whether an option is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.option(name) == Some("on")
    }

    /// An option's number, if the game has it.
    pub fn number(&self, name: &str) -> Option<i32> {
        self.option(name).and_then(number)
    }

    /// The seat of the Mob, which the referee plays.
    pub fn mob(&self) -> Option<usize> {
        self.seats.len().checked_sub(1).filter(|_| self.is_on("mob"))
    }

    /// Number of packs of 52 in play.
    pub fn packs(&self) -> i32 {
        self.number("packs").unwrap_or(1)
    }

    /// Number of aces that all seats have shown in this hand.
    pub fn aces_shown(&self) -> i32 {
        self.seats.iter().map(|seat| seat.aces.len() as i32).sum()
    }

    /// Number of aces until drawing, or the hand, ends: 4 in Revolution, 3 per pack in Mitch.
    pub fn aces_left(&self) -> i32 {
        let usual = facts_of(&self.game).ace_limit * self.packs();
        let limit = self.number("ace_limit").filter(|&limit| limit > 0);
        (limit.unwrap_or(usual) - self.aces_shown()).max(0)
    }

    /// May the seat put `card` on its meld by the Golden Rule (and option high_low)?
    pub fn fits(&self, seat: usize, card: Card) -> bool {
        if card.suit == Suit::None || card.rank == ACE {
            return false;
        }
        let meld = self.seat(seat).map_or(&[][..], |seat| seat.meld(card.suit));
        match meld.last() {
            None => true,
            Some(_) if self.mob() == Some(seat) => true,
            Some(last) if !self.is_on("high_low") => card.rank < last.rank,
            Some(last) if meld.len() == 1 => card.rank != last.rank,
            Some(last) => card.rank != last.rank && (card.rank > last.rank) == runs_upward(meld),
        }
    }

    /// The seat that wins the suit by the current melds.
    pub fn winner(&self, suit: Suit) -> Option<usize> {
        let (mut best, mut strongest) = (None, &[][..]);
        for (number, seat) in self.seats.iter().enumerate() {
            let meld = seat.meld(suit);
            if meld.is_empty() || seat.out {
                continue; // a folded seat does not compete
            } else if self.beats(meld, strongest) {
                (best, strongest) = (Some(number), meld);
            } else if !self.beats(strongest, meld) {
                best = None; // equal melds, which two packs allow, do not win
            }
        }
        best
    }

    /// Whether you win the suit by the current melds.
    pub fn winning(&self, suit: Suit) -> bool {
        self.winner(suit) == Some(self.me)
    }

    /// True if meld `a` beats meld `b` of the same suit by length, then by their lowest cards.
    pub fn beats(&self, a: &[Card], b: &[Card]) -> bool {
        let order = a.len().cmp(&b.len()).then_with(|| self.strength(a).cmp(&self.strength(b)));
        let low_wins = a.len() == b.len() && self.option("suit_tie") == Some("low") && !self.is_on("high_low");
        order == if low_wins { Ordering::Less } else { Ordering::Greater }
    }

    /// Compares as melds of one length do: by the ranks from the lowest up (the Mob's cards are in any order). With
    /// high_low, for each card from the last, by twice its distance from the end of the meld's direction, and one more
    /// if the meld runs down.
    fn strength(&self, meld: &[Card]) -> Vec<i32> {
        let distance = |rank| if runs_upward(meld) { 2 * (i32::from(KING) - rank) } else { 2 * (rank - 2) + 1 };
        let mut ranks: Vec<i32> = meld.iter().rev().map(|card| i32::from(card.rank)).collect();
        match self.is_on("high_low") {
            true => ranks.iter_mut().for_each(|rank| *rank = distance(*rank)),
            false => ranks.sort_unstable(),
        }
        ranks
    }

    /// Every card of the game, except jokers, that you do not see now: in the stock, in a pile or in another hand.
    pub fn unseen(&self) -> Vec<Card> {
        let facts = facts_of(&self.game);
        let mut left = [[0; 16]; 5];
        for card in pack() {
            let rank = &RANKS[card.rank as usize..][..1];
            let more = facts.more_for == self.players && facts.more.contains(rank);
            let copies = if facts.without.contains(rank) { 0 } else { self.packs() + more as i32 };
            left[card.suit as usize][card.rank as usize] = copies;
        }
        let mut seen = vec![&self.discards, &self.turned, &self.aside];
        for seat in &self.seats {
            seen.extend([&seat.hand, &seat.aces, &seat.open, &seat.taken]);
            seen.extend(&seat.melds);
        }
        let played = self.trick.iter().map(|play| &play.card);
        for card in seen.into_iter().flatten().chain(played) {
            left[card.suit as usize][card.rank as usize] -= 1; // of hidden cards and jokers in the row of no suit
        }
        let copies = |card: &Card| left[card.suit as usize][card.rank as usize].max(0) as usize;
        pack().flat_map(|card| vec![card; copies(&card)]).collect()
    }
}

/// An event of the game: `VERB SEAT ARGUMENTS`.
#[derive(Clone, Debug, Default)]
pub struct Event {
    pub verb: String,
    pub seat: usize,
    pub arguments: Vec<String>,
}

/// A bot with hooks, which the kit calls. [`run`] needs only a function.
pub trait Bot {
    /// Chooses one of `view.legal`.
    fn decide(&mut self, view: &View) -> Decision;

    fn game_start(&mut self, _view: &View) {}

    /// Called after the view is updated.
    fn event(&mut self, _view: &View, _event: &Event) {}

    /// Called when scores and places are known.
    fn game_end(&mut self, _view: &View) {}
}

/// A function is a bot without hooks.
impl<Decide: FnMut(&View) -> Answer, Answer: Into<Decision>> Bot for Decide {
    fn decide(&mut self, view: &View) -> Decision {
        self(view).into()
    }
}

/// Plays games until the referee sends `quit` or closes the connection. If `decide` returns no action, it writes so to
/// standard error and ends the program with exit code 1.
pub fn run<Answer: Into<Decision>>(name: &str, version: &str, mut decide: impl FnMut(&View) -> Answer) {
    run_bot(name, version, &mut decide);
}

/// [`run`] for a bot with hooks.
pub fn run_bot(name: &str, version: &str, bot: &mut dyn Bot) {
    if let Err(error) = converse(io::stdin().lock(), io::stdout(), name, version, bot) {
        if error.kind() != io::ErrorKind::BrokenPipe {
            eprintln!("{name}: {error}");
            std::process::exit(1);
        }
    }
}

/// [`run_bot`] with other input and output, for tests.
pub fn converse(
    input: impl BufRead,
    output: impl Write,
    name: &str,
    version: &str,
    bot: &mut dyn Bot,
) -> io::Result<()> {
    let ready = format!("ready {name} {version}");
    let mut conversation = Conversation { ready, bot, output, table: Table::default() };
    conversation.table.view.seats.push(Seat::default());
    for line in input.split(b'\n') {
        let text = String::from_utf8_lossy(&line?).into_owned();
        let words: Vec<&str> = text.trim_end_matches('\r').split(' ').filter(|word| !word.is_empty()).collect();
        if words.first() == Some(&"quit") {
            break;
        }
        conversation.hear(&words)?;
        conversation.output.flush()?;
    }
    Ok(())
}

/// The view as a few lines of text, for debugging.
pub fn describe(view: &View) -> String {
    let View { game, hand_number, dealer, me, stock_size, .. } = view;
    let mut text = format!("{game} hand {hand_number} dealer {dealer} me {me} stock {stock_size} ");
    text += &format!("aces left {}\n", view.aces_left());
    for (number, seat) in view.seats.iter().enumerate() {
        text += &format!("seat {number} points {} score {}", seat.points, seat.score);
        text += &(part("hand", &seat.hand) + &part("aces", &seat.aces));
        for suit in SUITS {
            text += &part(SUIT_NAMES[suit as usize], seat.meld(suit));
            text += if view.winner(suit) == Some(number) { "*" } else { "" };
        }
        text += &(part("open", &seat.open) + &part("taken", &seat.taken) + &part("pile", &[seat.pile]));
        text += &if seat.bid.is_empty() { String::new() } else { format!(" bid {}", seat.bid) };
        text += &part("chips", &[seat.chips]);
        text += if seat.out { " out\n" } else { "\n" };
    }
    for play in &view.trick {
        text += &format!("played {} by {}\n", play.card, play.seat);
    }
    text += &format!("pile{}{}", part("of", &view.discards), part("turned", &view.turned));
    text += &(part("aside", &view.aside) + &part("pot", &[view.pot]));
    let unseen = view.unseen();
    text += &format!("\nunseen{}\nlegal", part(&unseen.len().to_string(), &unseen));
    view.legal.iter().for_each(|action| text += &format!(" {action}"));
    text + "\n"
}

// ---- How it works ----

/// A number of digits, with or without a minus.
fn number(text: &str) -> Option<i32> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}

/// The cards of a pack, without jokers.
fn pack() -> impl Iterator<Item = Card> {
    SUITS.iter().flat_map(|&suit| (2..=ACE).map(move |rank| Card { rank, suit }))
}

/// Does the meld run upward (option high_low)?
fn runs_upward(meld: &[Card]) -> bool {
    meld.len() > 1 && meld[1].rank > meld[0].rank
}

/// The name and the words; empty if there are none, or only a 0.
fn part(name: &str, words: &[impl fmt::Display]) -> String {
    let text: String = words.iter().map(|word| format!(" {word}")).collect();
    match text.as_str() {
        "" | " 0" => String::new(),
        _ => format!(" {name}{text}"),
    }
}

/// The facts about the table of a game.
struct Facts {
    dealt: i32,            // cards of each pack that are dealt and drawn in a hand; 0 in games without drawing
    piles: i32,            // cards of the equal piles at the start
    ace_limit: i32,        // aces of each pack until drawing ends
    without: &'static str, // ranks missing from the pack
    more: &'static str,    // ranks that have one more card in each suit
    more_for: i32,         // with this number of players
    played_to: PlayedTo,
}

/// Applies events to a view. Two packs have two cards of each face: only the card in the place that the event names
/// moves.
#[derive(Default)]
struct Table {
    view: View,
    event: Event,
    counted: usize,
    expected: VecDeque<Sources>, // where the next cards come from
}

/// A place that cards leave. Returns whether it had the card.
type Source = fn(&mut Table, Card) -> bool;
type Sources = &'static [Source];

const OPEN: Source = |t, card| take_out(&mut t.seat().open, |&one| one == card);
const ROYALS: Source = |t, card| (JACK..=KING).contains(&card.rank) && OPEN(t, card);
const TURNED: Source = |t, card| take_out(&mut t.view.turned, |&one| one == card);
const TRICK: Source = |t, card| take_out(&mut t.view.trick, |play| play.card == card);
const STOCK: Source = |t, _| take_one(&mut t.view.stock_size);
const PILE: Source = |t, _| take_one(&mut t.seat().pile);

/// Removes the card from the hand if it has it, otherwise an unknown card.
const HAND: Source = |t, card| {
    let hand = &mut t.seat().hand;
    if !card.known() {
        hand.fill(card); // none of its other cards is certain now
    }
    take_out(hand, |&one| one == card) || take_out(hand, |one| !one.known())
};

/// The source that is expected for this card, if any.
const NEXT: Source = |t, card| {
    let expected = t.expected.pop_front();
    expected.map(|from| from.iter().any(|source| source(t, card))).is_some()
};

fn take_out<T>(list: &mut Vec<T>, is_one: impl FnMut(&T) -> bool) -> bool {
    list.iter().position(is_one).map(|at| list.remove(at)).is_some()
}

/// Lowers a number of cards that are only counted.
fn take_one(number: &mut i32) -> bool {
    let had = *number > 0;
    *number -= i32::from(had);
    had
}

/// Removes up to this number of cards from the end of a list.
fn take_last(list: &mut Vec<Card>, count: usize) -> Vec<Card> {
    list.split_off(list.len().saturating_sub(count))
}

fn set(value: Option<i32>, number: &mut i32) {
    *number = value.unwrap_or(*number);
}

// generated by ./dev kits
/// Does to the table what the verb does.
#[rustfmt::skip]
fn apply(verb: &str, t: &mut Table) {
    match verb {
        "hand" => { set(t.number(0), &mut t.view.hand_number); t.clear(); }
        "deal" | "draw" => { let cards = t.take(&[STOCK, PILE]); t.seat().hand.extend(cards); }
        "play" => { let cards = t.take(&[ROYALS, HAND]); t.play(cards); }
        "score" => { set(t.number(0), &mut t.seat().points); set(t.number(1), &mut t.seat().score); }
        "turn" => { let cards = t.take(&[STOCK]); t.shown().extend(cards); }
        "place" | "fold" | "finish" | "lose" => { t.seat().out = true; }
        "ace" => { let cards = t.take(&[HAND]); t.seat().aces.extend(cards); }
        "take" => { take_last(&mut t.view.discards, 1); let cards = t.take(&[]); t.seat().hand.extend(cards); }
        "discard" => { let cards = t.take(&[HAND]); t.view.discards.extend(cards); }
        "ante" | "pay" => { t.view.pot += t.number(0).unwrap_or(0); t.seat().chips -= t.number(0).unwrap_or(0); }
        "win" => { t.view.pot -= t.number(0).unwrap_or(0); t.seat().chips += t.number(0).unwrap_or(0); }
        "chips" => { set(t.number(1), &mut t.seat().chips); }
        "round" => { set(t.number(0), &mut t.view.hand_number); t.pile_hands(); }
        "trick" => { t.seat().pile += t.number(0).unwrap_or(0); t.view.aside.clear(); t.view.trick.clear(); }
        "aside" => { t.view.aside.extend(t.view.trick.drain(..).map(|play| play.card)); }
        "remove" => { t.view.discards.append(&mut t.view.aside); }
        "bid" => { t.bid(0); }
        "give" => { t.give(&[HAND]); }
        "exchange" => { let cards = take_last(&mut t.view.turned, 1); t.seat().hand.extend(cards); let cards = t.take(&[HAND]); t.view.turned.extend(cards); }
        "bomb" => { t.take(&[TURNED]); t.explode(); }
        "capture" => { let cards = t.take(&[TRICK, TURNED]); t.seat().taken.extend(cards); }
        "gather" => { let cards = t.take(&[TRICK]); t.seat().hand.extend(cards); }
        "bid-card" => { t.bid(0); t.show(); }
        "lay" | "pair" | "revolution" | "extend" => { let cards = t.take(&[ROYALS, HAND]); t.view.discards.extend(cards); }
        "castle" | "reveal" => { let cards = t.take(&[HAND]); t.seat().open.extend(cards); }
        "court" => { let cards = t.take(&[ROYALS, HAND]); t.seat().open.extend(cards); }
        "siege" => { let cards = take_last(&mut t.view.discards, 13); t.view.turned.extend(cards); t.view.discards = take_last(&mut t.view.discards, 1); }
        "nope" => { t.take(&[HAND]); }
        "swap" | "favour" => { t.counted = 0; t.expected.clear(); }
        "offer" => { t.counted += 1; }
        "retry" => { t.expect(&[HAND]); t.expect(&[HAND]); t.expect(&[ROYALS, HAND]); t.expect(&[HAND]); }
        "deliver" => { t.give(&[NEXT, ROYALS, HAND]); }
        "reshuffle" => { set(t.number(0), &mut t.view.stock_size); t.view.discards = take_last(&mut t.view.discards, 1); }
        "conceal" => { let cards = t.take(&[OPEN]); t.seat().hand.extend(cards); }
        "execute" | "ruin" => { t.take(&[OPEN]); }
        "seize" => { let cards = t.take(&[]); t.seat().hand.extend(cards); t.view.stock_size = 0; }
        "killed" => { t.seat().hand.clear(); t.seat().open.clear(); t.seat().out = true; }
        _ => {}
    }
}

fn facts_of(game: &str) -> Facts {
    let (dealt, piles, ace_limit, without, more, more_for, played_to) = match game {
        "mitch" => (52, 0, 3, "", "", 0, PlayedTo::Melds),
        "tennis" => (0, 48, 4, "A", "", 0, PlayedTo::Trick),
        "anarchy" | "snark" => (0, 0, 4, "", "", 0, PlayedTo::Trick),
        "anarchist-bomb" | "organised-chaos" => (0, 0, 4, "", "678", 5, PlayedTo::Trick),
        "chez" => (55, 0, 4, "", "", 0, PlayedTo::Pile),
        _ => (52, 0, 4, "", "", 0, PlayedTo::Melds),
    };
    Facts { dealt, piles, ace_limit, without, more, more_for, played_to }
}

// end of generated

impl Table {
    /// The seat of the event.
    fn seat(&mut self) -> &mut Seat {
        &mut self.view.seats[self.event.seat]
    }

    /// An argument of the event, if it is a number.
    fn number(&self, index: usize) -> Option<i32> {
        self.event.arguments.get(index).and_then(|word| number(word))
    }

    /// The cards of the event, from the argument `first` on. Each leaves the first source that has it.
    fn take_from(&mut self, first: usize, from: Sources) -> Vec<Card> {
        let cards: Vec<Card> = self.event.arguments[first..].iter().map(|word| Card::parse(word)).collect();
        for &card in &cards {
            from.iter().any(|source| source(self, card));
        }
        cards
    }

    fn take(&mut self, from: Sources) -> Vec<Card> {
        self.take_from(0, from)
    }

    /// Gives cards to the seat that is the first argument of the event.
    fn give(&mut self, from: Sources) {
        let to = self.number(0).map_or(usize::MAX, |seat| seat as usize);
        if to < self.view.seats.len() {
            let cards = self.take_from(1, from);
            self.view.seats[to].hand.extend(cards);
        }
    }

    /// Puts cards where the game puts played cards.
    fn play(&mut self, cards: Vec<Card>) {
        let seat = self.event.seat;
        for card in cards {
            match self.view.played_to {
                PlayedTo::Trick => self.view.trick.push(Play { seat, card }),
                PlayedTo::Pile => self.view.discards.push(card),
                PlayedTo::Melds if card.suit == Suit::None => {}
                PlayedTo::Melds => self.seat().melds[card.suit as usize].push(card),
            }
        }
    }

    /// The discard pile if cards are played to it, otherwise the cards turned up.
    fn shown(&mut self) -> &mut Vec<Card> {
        match self.view.played_to {
            PlayedTo::Pile => &mut self.view.discards,
            _ => &mut self.view.turned,
        }
    }

    /// Makes an argument of the event the bid. A card means its suit.
    fn bid(&mut self, index: usize) {
        if let Some(word) = self.event.arguments.get(index) {
            let suit = Card::parse(word).suit as usize;
            let bid = SUIT_NAMES.get(suit).copied().unwrap_or(word).to_string();
            self.seat().bid = bid;
        }
    }

    /// Puts the hands of all seats onto their piles.
    fn pile_hands(&mut self) {
        for seat in &mut self.view.seats {
            seat.pile += seat.hand.drain(..).len() as i32;
        }
    }

    /// Takes this number of the next cards from these sources.
    fn expect(&mut self, from: Sources) {
        self.expected.extend((0..self.counted).map(|_| from));
    }

    /// The seat deals a new hand.
    fn clear(&mut self) {
        let view = &mut self.view;
        view.dealer = self.event.seat;
        view.discards.clear();
        view.trick.clear();
        view.turned.clear();
        view.stock_size = facts_of(&view.game).dealt * view.packs();
        for seat in &mut view.seats {
            let Seat { points, score, pile, chips, .. } = *seat;
            *seat = Seat { points, score, pile, chips, ..Seat::default() };
        }
    }

    /// All seats see that this hand has the cards of the event.
    fn show(&mut self) {
        let hand = &mut self.view.seats[self.event.seat].hand;
        for card in self.event.arguments.iter().map(|word| Card::parse(word)) {
            let unknown = hand.iter().position(|one| !one.known());
            if let (false, Some(at)) = (hand.contains(&card), unknown) {
                hand[at] = card;
            }
        }
    }

    /// The card of the event, if any, replaces the joker in the trick.
    fn explode(&mut self) {
        let odd = self.event.arguments.first().map(|word| Card::parse(word));
        self.view.trick.retain_mut(|play| {
            let is_joker = play.card.rank == JOKER;
            play.card = if is_joker { odd.unwrap_or(play.card) } else { play.card };
            !is_joker || odd.is_some()
        });
    }
}

/// The conversation with the referee, line by line.
struct Conversation<'a, Output> {
    ready: String,
    bot: &'a mut dyn Bot,
    output: Output,
    table: Table,
}

impl<Output: Write> Conversation<'_, Output> {
    /// Processes the words of a line.
    fn hear(&mut self, words: &[&str]) -> io::Result<()> {
        match words {
            [] => {}
            ["tribunal", ..] => writeln!(self.output, "{}", self.ready)?,
            ["ask", id, milliseconds, legal @ ..] if !legal.is_empty() => return self.answer(id, milliseconds, legal),
            ["ask", ..] => {}
            ["game", ..] => {
                self.table = Table { view: begin_game(words), ..Table::default() };
                self.bot.game_start(&self.table.view);
            }
            ["result", ..] => {
                let view = &mut self.table.view;
                let mut parts = words.split(|&word| word == "places"); // SCORE ... places PLACE ...
                view.scores.extend(parts.next().into_iter().flatten().filter_map(|word| number(word)));
                view.places.extend(parts.flatten().filter_map(|word| number(word)));
                self.bot.game_end(view);
            }
            [verb, seat, arguments @ ..] => self.hear_event(verb, number(seat), arguments),
            [_] => {}
        }
        Ok(())
    }

    fn hear_event(&mut self, verb: &str, seat: Option<i32>, arguments: &[&str]) {
        let view = &mut self.table.view;
        // The dummy, a hand that the referee plays, is the seat after those of the line `game`.
        let last = Some(view.seats.len() as i32);
        if seat == last && view.number("seats") == last && view.played_to == PlayedTo::Trick {
            view.seats.push(Seat::default());
        }
        let seat = seat.map_or(usize::MAX, |seat| seat as usize);
        if seat < view.seats.len() {
            let arguments = arguments.iter().map(|word| word.to_string()).collect();
            self.table.event = Event { verb: verb.to_string(), seat, arguments };
            apply(verb, &mut self.table);
            self.bot.event(&self.table.view, &self.table.event);
        }
    }

    fn answer(&mut self, id: &str, milliseconds: &str, legal: &[&str]) -> io::Result<()> {
        let view = &mut self.table.view;
        view.milliseconds = number(milliseconds).unwrap_or(view.milliseconds);
        view.legal = legal.iter().map(|word| Action { text: word.to_string() }).collect();
        let Decision { action, comment } = self.bot.decide(view);
        view.legal.clear();
        if action.is_empty() {
            let problem = "the bot decided for an empty text, which is not an action; expected one of view.legal:";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{problem} {}", legal.join(" "))));
        }
        let comment = comment.replace(['\r', '\n'], " ");
        let mut end = comment.len().min(4000); // a line of more than 4 KiB loses the game
        while !comment.is_char_boundary(end) {
            end -= 1;
        }
        let remark = if comment.is_empty() { String::new() } else { format!("# {}\n", &comment[..end]) };
        writeln!(self.output, "{remark}move {id} {action}")
    }
}

/// The view of a new game, from its line. It needs `seats` and `you`; other words may be missing.
fn begin_game(words: &[&str]) -> View {
    let mut view = View { game: words.get(1).unwrap_or(&"").to_string(), ..View::default() };
    for (key, value) in words.iter().skip(2).filter_map(|word| word.split_once('=')) {
        view.options.entry(key.to_string()).or_insert_with(|| value.to_string());
    }
    let facts = facts_of(&view.game);
    view.played_to = facts.played_to;
    view.players = view.number("players").unwrap_or(0);
    let seats = view.number("seats").unwrap_or(view.players).clamp(1, 64);
    view.me = view.number("you").unwrap_or(0).clamp(0, seats - 1) as usize;
    view.stock_size = facts.dealt * view.packs();
    view.seats = vec![Seat { pile: facts.piles / seats, ..Seat::default() }; seats as usize];
    view
}
