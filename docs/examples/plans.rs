//! mybot, a bot for Revolution: it plans all four suits together (tribunal help first-bot).
mod tribunal_bot;

use tribunal_bot::{run, Action, Card, View, ACE};

const KEEN: f64 = 0.3; // share of the fitting cards that a seat will get and play
const SURE: f64 = 1.5; // certainty with which the stronger meld wins a suit
const TURNS: usize = 40; // more than a hand has

/// A way to go on in a suit: its turns, points, the chance to win it, and a weight that is high for short melds.
struct Plan {
    turns: f64,
    points: f64,
    chance: f64,
    weight: f64,
}

/// The length of a meld; of equal lengths the higher lowest card wins.
fn strength(length: f64, low: u8) -> f64 {
    match length > 0.0 {
        true => length + f64::from(low) / 20.0,
        false => 0.0,
    }
}

fn lowest(meld: &[Card]) -> u8 {
    meld.last().map_or(ACE, |card| card.rank)
}

/// The table as all actions of a decision find it.
struct Outlook<'a> {
    view: &'a View,
    seats: f64,
    /// Points for a suit, and for the shortest of all winning melds.
    worth: f64,
    /// That a seat still has until the last ace, on average.
    turns: f64,
    /// Without aces.
    unseen: Vec<Card>,
    /// By suit: the best meld of the others now.
    best: [&'a [Card]; 4],
    /// Its strength at the end.
    rivals: [f64; 4],
}

impl<'a> Outlook<'a> {
    fn new(view: &'a View) -> Outlook<'a> {
        let (seats, aces, stock) = (view.seats.len() as f64, f64::from(view.aces_left()), f64::from(view.stock_size));
        let turns = (stock - aces) * aces / (aces + 1.0) / seats;
        let unseen = view.unseen().into_iter().filter(|card| card.rank < ACE).collect();
        let mut outlook = Outlook { view, seats, worth: 1.0 + seats, turns, unseen, best: [&[]; 4], rivals: [0.0; 4] };
        let others = view.seats.iter().enumerate().filter(|(number, _)| *number != view.me);
        for (_, seat) in others {
            for (suit, meld) in seat.melds.iter().enumerate() {
                if view.beats(meld, outlook.best[suit]) {
                    outlook.best[suit] = meld;
                }
                let growth = outlook.growth(suit, lowest(meld), seat.hand.len() as f64 + turns);
                let end = strength(meld.len() as f64, lowest(meld)) + growth;
                outlook.rivals[suit] = outlook.rivals[suit].max(end);
            }
        }
        outlook
    }

    /// The chance that the last ace comes within so many turns of all seats.
    fn is_over(&self, turns: usize) -> f64 {
        let stock = f64::from(self.view.stock_size);
        let aces = (0..self.view.aces_left()).map(f64::from);
        aces.map(|ace| ((turns as f64 * self.seats - ace) / (stock - ace).max(1.0)).clamp(0.0, 1.0)).product()
    }

    /// The length that so many unseen cards add to a meld whose lowest card is `low`.
    fn growth(&self, suit: usize, low: u8, cards: f64) -> f64 {
        let fits = |card: &&Card| card.suit as usize == suit && card.rank < low;
        let fitting = self.unseen.iter().filter(fits).count() as f64;
        KEEN * fitting * (cards / (self.unseen.len() as f64).max(1.0)).min(1.0)
    }

    /// My points if the hand ended at once.
    fn points_now(&self, melds: &[Vec<Card>; 4]) -> f64 {
        let mut points = 0.0;
        let mut winners = Vec::new();
        for (meld, best) in melds.iter().zip(&self.best) {
            let is_mine = self.view.beats(meld, best);
            points += if is_mine { self.worth } else { -(meld.len() as f64) };
            let winner = if is_mine { meld } else { *best };
            let mut ranks: Vec<u8> = winner.iter().map(|card| card.rank).collect();
            ranks.sort_unstable();
            winners.push((ranks.len(), ranks, is_mine));
        }
        match winners.into_iter().filter(|winner| winner.0 > 0).min() {
            Some((_, _, true)) => points + self.worth,
            _ => points,
        }
    }

    /// Ways to go on in a suit.
    fn plans(&self, suit: usize, meld: &[Card], hand: &[Card]) -> Vec<Plan> {
        let low = lowest(meld);
        let fits = |card: &&Card| card.suit as usize == suit && card.rank < low;
        let mut held: Vec<u8> = hand.iter().filter(fits).map(|card| card.rank).collect();
        held.sort_unstable_by(|a, b| b.cmp(a));
        let mut ways = vec![(0.0, low)];
        ways.extend(held.iter().enumerate().map(|(turns, &low)| (turns as f64 + 1.0, low)));
        ways.push((held.len() as f64 + self.growth(suit, low, self.turns), 5));
        let plan = |(turns, low)| {
            let (length, rival) = (meld.len() as f64 + turns, self.rivals[suit]);
            let odds = (SURE * (rival - strength(length, low))).exp();
            let chance = if length > 0.0 { 1.0 / (1.0 + odds) } else { 0.0 };
            let points = chance * self.worth - (1.0 - chance) * length;
            Plan { turns, points, chance, weight: (-length.max(rival)).exp() }
        };
        ways.into_iter().map(plan).collect()
    }

    /// The points of the best plans for all suits, averaged over the turns that the hand may still have.
    fn expected(&self, melds: &[Vec<Card>; 4], hand: &[Card]) -> f64 {
        let plans: Vec<Vec<Plan>> = (0..4).map(|suit| self.plans(suit, &melds[suit], hand)).collect();
        let mut best = [-99.0_f64; TURNS];
        for a in &plans[0] {
            for b in &plans[1] {
                for c in &plans[2] {
                    for d in &plans[3] {
                        let turns = (a.turns + b.turns + c.turns + d.turns).ceil() as usize;
                        let best = &mut best[turns.min(TURNS - 1)];
                        let won = a.chance * a.weight + b.chance * b.weight + c.chance * c.weight + d.chance * d.weight;
                        let bonus = won / (a.weight + b.weight + c.weight + d.weight);
                        *best = best.max(a.points + b.points + c.points + d.points + self.worth * bonus);
                    }
                }
            }
        }
        let mut over = self.is_over(1);
        let mut total = over * self.points_now(melds);
        for turns in 1..TURNS {
            best[turns] = best[turns].max(best[turns - 1]);
            let after = if turns + 1 < TURNS { self.is_over(turns + 1) } else { 1.0 };
            total += (after - over) * best[turns];
            over = after;
        }
        total
    }
}

/// The points that I expect after an action.
fn rate(outlook: &Outlook, action: &Action) -> f64 {
    if action.verb() != "play" && action.verb() != "discard" {
        return 0.0;
    }
    let (card, mine) = (action.card(), outlook.view.mine());
    let hand: Vec<Card> = mine.hand.iter().filter(|&&held| held != card).cloned().collect();
    let mut melds = mine.melds.clone();
    if action.verb() == "play" {
        melds[card.suit as usize].push(card);
    }
    outlook.expected(&melds, &hand)
}

fn decide(view: &View) -> Action {
    let mut best = &view.legal[0];
    if view.game == "revolution" {
        let (outlook, mut most) = (Outlook::new(view), f64::NEG_INFINITY);
        for action in &view.legal {
            let points = rate(&outlook, action);
            if points > most {
                best = action;
                most = points;
            }
        }
    }
    best.clone()
}

fn main() {
    run("mybot", "3.0", decide);
}
