// Package tribunal is the Go kit for bots of Tribunal: this one file, Go 1.19 or later, the standard library only.
// Put it into the folder tribunal of your bot's module.
//
//	package main
//
//	import "mybot/tribunal"
//
//	func main() {
//		tribunal.Run("mybot", "1.0", func(view *tribunal.View) (tribunal.Action, string) {
//			return view.Legal[0], "" // the action, and a comment
//		})
//	}
//
// A bot is a function from its view to one of its legal actions. The view keeps the table for you. It ignores unknown
// lines (later versions of the protocol, other games' events), which [Hooks] still receive. The kits for other languages
// have the same names, in their spelling, and meanings.
package tribunal

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"
)

// ---- Cards ----

// Ranks with a name.
const (
	Jack  = 11
	Queen = 12
	King  = 13
	Ace   = 14
	joker = 15
)

// Suit is the suit of a card.
type Suit int

// NoSuit is the suit of a joker and of a card that you may not see.
const (
	NoSuit Suit = iota
	Clubs
	Diamonds
	Hearts
	Spades
)

// Suits has the four suits, for loops.
var Suits = [4]Suit{Clubs, Diamonds, Hearts, Spades}

var suitNames = [5]string{"none", "clubs", "diamonds", "hearts", "spades"}

// String is the name of the suit, such as hearts.
func (s Suit) String() string { return suitNames[s] }

// Card is a card, a joker (rank 15) or a card that you may not see (rank 0, the zero value).
type Card struct {
	Rank int // 2 .. 10, Jack, Queen, King, Ace
	Suit Suit
}

// ParseCard reads Kh or Jo; anything else, ?? too, is a card that you may not see.
func ParseCard(text string) Card { return cardOf[text] }

// String is the card as the referee writes it, such as Kh.
func (c Card) String() string {
	if c.Rank == joker {
		return "Jo"
	}
	return "??23456789TJQKA"[c.Rank:c.Rank+1] + "?cdhs"[c.Suit:c.Suit+1]
}

// Known tells whether you may see the card.
func (c Card) Known() bool { return c.Rank != 0 }

// pack has the cards of a pack, without jokers; cardOf has all cards by their texts.
var pack, cardOf = func() (cards []Card, of map[string]Card) {
	of = map[string]Card{"Jo": {joker, NoSuit}}
	for _, suit := range Suits {
		for rank := 2; rank <= Ace; rank++ {
			card := Card{rank, suit}
			cards, of[card.String()] = append(cards, card), card
		}
	}
	return cards, of
}()

// ---- What you may do ----

// Action is a legal action: the referee's own word, such as play:Kh, give:2,3c,4c,5c or pass.
type Action string

// Verb is the text before the colon.
func (a Action) Verb() string {
	verb, _, _ := strings.Cut(string(a), ":")
	return verb
}

// Arguments is the text after the colon.
func (a Action) Arguments() string {
	_, arguments, _ := strings.Cut(string(a), ":")
	return arguments
}

// Card is the card (the first, if there are several); unknown if there is none.
func (a Action) Card() Card {
	if cards := a.Cards(); len(cards) > 0 {
		return cards[0]
	}
	return Card{}
}

// Cards has all cards of the action.
func (a Action) Cards() []Card {
	var cards []Card
	for _, word := range split(a.Arguments(), ',') {
		if card := ParseCard(word); card.Known() {
			cards = append(cards, card)
		}
	}
	return cards
}

// Number is the number in the place index after the colon; otherwise if there is none.
func (a Action) Number(index, otherwise int) int {
	return numberAt(split(a.Arguments(), ','), index, otherwise)
}

// Seat is the seat in the action; -1 if there is none.
func (a Action) Seat() int { return a.Number(0, -1) }

// ---- What you see ----

// Seat is a place at the table, with everything known about it. The Mob and the dummy have the last place.
type Seat struct {
	Hand   []Card    // yours are all known, another seat's only if taken openly
	Melds  [5][]Card // by suit, in the order of play; that of NoSuit is empty
	Aces   []Card    // aces that it showed and put aside
	Points int       // points of the last hand that was scored
	Score  int       // score of the game so far
	Open   []Card    // open cards before it that are not in melds: a castle, face-up royals
	Taken  []Card    // cards captured in this hand
	Pile   int       // cards in its face-down pile
	Bid    string    // its bid in this hand; empty if it made none
	Chips  int       // chips won in the game so far, less its chips in the pot
	Out    bool      // whether it folded this hand, or is out of the game
}

// Meld is its meld of the suit; empty for the suit of a card that you may not see.
func (s *Seat) Meld(suit Suit) []Card { return s.Melds[suit] }

// Play is a card of a trick.
type Play struct {
	Seat int
	Card Card
}

// PlayedTo is the place of played cards.
type PlayedTo int

// Cards are played to melds before the seats, to a trick, or to the discard pile.
const (
	ToMelds PlayedTo = iota
	ToTrick
	ToPile
)

// View is the table as you see it when you are asked, and when a hook is called. It changes with every line of the
// referee, so copy what you keep.
type View struct {
	Game         string            // mitch, revolution, ...
	Options      map[string]string // the key=value words of the line game
	Me           int               // your seat, from 0
	Players      int               // seats that bots play
	Seats        []Seat            // all seats, clockwise
	PlayedTo     PlayedTo          // the place of played cards
	HandNumber   int               // number of the hand or round, from 1
	Dealer       int               // the seat that dealt this hand
	Discards     []Card            // the discard pile, its top card last
	Trick        []Play            // the trick so far, in the order of play
	Turned       []Card            // cards turned up for all to see
	Aside        []Card            // tricks that nobody won, set aside
	Pot          int               // chips in it
	StockSize    int               // cards left to draw
	Legal        []Action          // the legal actions; empty when you are not asked
	Milliseconds int               // the time for this decision
	Scores       []int             // the score of each seat, when the game is over
	Places       []int             // the place of each seat from 1, when the game is over; 0: not ranked
}

// Mine is your seat.
func (v *View) Mine() *Seat { return &v.Seats[v.Me] }

// Hand has your cards.
func (v *View) Hand() []Card { return v.Mine().Hand }

// Seat is the seat of this number; an empty one if there is none, as for an action without a seat.
func (v *View) Seat(number int) *Seat {
	if number < 0 || number >= len(v.Seats) {
		return &Seat{}
	}
	return &v.Seats[number]
}

// Option is an option's text; otherwise if the game has no such option.
func (v *View) Option(name, otherwise string) string {
	if text, ok := v.Options[name]; ok {
		return text
	}
	return otherwise
}

// IsOn tells whether an option is on.
func (v *View) IsOn(name string) bool { return v.Options[name] == "on" }

// Number is an option's number; otherwise if the game has no such option.
func (v *View) Number(name string, otherwise int) int {
	return numberAt([]string{v.Options[name]}, 0, otherwise)
}

// Mob is the seat of the Mob, which the referee plays; -1 without the Mob.
func (v *View) Mob() int {
	if v.IsOn("mob") {
		return len(v.Seats) - 1
	}
	return -1
}

// Packs is the number of packs of 52 in play.
func (v *View) Packs() int { return v.Number("packs", 1) }

// AcesShown is the number of aces that all seats have shown in this hand.
func (v *View) AcesShown() int {
	shown := 0
	for _, seat := range v.Seats {
		shown += len(seat.Aces)
	}
	return shown
}

// AcesLeft is the number of aces until drawing, or the hand, ends: 4 in Revolution, 3 per pack in Mitch.
func (v *View) AcesLeft() int {
	limit := v.Number("ace_limit", 0)
	if limit <= 0 {
		limit = factsOf(v.Game).aceLimit * v.Packs()
	}
	if left := limit - v.AcesShown(); left > 0 {
		return left
	}
	return 0
}

// Fits tells whether the seat may put the card on its meld by the Golden Rule (and option high_low).
func (v *View) Fits(seat int, card Card) bool {
	if card.Suit == NoSuit || card.Rank == Ace {
		return false
	}
	meld := v.Seat(seat).Melds[card.Suit]
	if len(meld) == 0 || seat == v.Mob() {
		return true
	}
	last := meld[len(meld)-1].Rank
	if !v.IsOn("high_low") {
		return card.Rank < last
	}
	if len(meld) == 1 {
		return card.Rank != last
	}
	return card.Rank > last == runsUpward(meld) && card.Rank != last
}

// Winner is the seat that wins the suit by the current melds; -1 if none does.
func (v *View) Winner(suit Suit) int {
	best, shared := -1, false
	for number := range v.Seats {
		meld := v.Seats[number].Melds[suit]
		if len(meld) == 0 || v.Seats[number].Out { // a folded seat does not compete
			continue
		}
		if best < 0 || v.Beats(meld, v.Seats[best].Melds[suit]) {
			best, shared = number, false
		} else if !v.Beats(v.Seats[best].Melds[suit], meld) {
			shared = true // with two packs melds can be equal: then nobody wins
		}
	}
	if shared {
		return -1
	}
	return best
}

// Winning tells whether you win the suit by the current melds.
func (v *View) Winning(suit Suit) bool { return v.Winner(suit) == v.Me }

// Beats tells whether meld a beats meld b of the same suit by length, then by their lowest cards.
func (v *View) Beats(a, b []Card) bool {
	if len(a) != len(b) {
		return len(a) > len(b)
	}
	if v.IsOn("high_low") {
		return isBefore(distances(b), distances(a))
	}
	if v.Option("suit_tie", "") == "low" {
		return isBefore(lowCards(a), lowCards(b))
	}
	return isBefore(lowCards(b), lowCards(a))
}

// Unseen has every card of the game, except jokers, that you do not see now: in the stock, in a pile or in another hand.
func (v *View) Unseen() []Card {
	var left [5][joker]int
	facts := factsOf(v.Game)
	for _, card := range pack {
		rank := card.String()[:1]
		if !strings.Contains(facts.without, rank) {
			left[card.Suit][card.Rank] = v.Packs()
		}
		if facts.moreFor == v.Players && strings.Contains(facts.more, rank) {
			left[card.Suit][card.Rank]++
		}
	}
	see := func(lists ...[]Card) {
		for _, list := range lists {
			for _, card := range list {
				left[card.Suit][card.Rank%joker]-- // jokers and unknown cards have no suit
			}
		}
	}
	see(v.Discards, v.Turned, v.Aside)
	for _, play := range v.Trick {
		see([]Card{play.Card})
	}
	for i := range v.Seats {
		seat := &v.Seats[i]
		see(seat.Hand, seat.Aces, seat.Open, seat.Taken)
		see(seat.Melds[:]...)
	}
	unseen := make([]Card, 0, len(pack))
	for _, card := range pack {
		for ; left[card.Suit][card.Rank] > 0; left[card.Suit][card.Rank]-- {
			unseen = append(unseen, card)
		}
	}
	return unseen
}

// Event is an event of the game: VERB SEAT ARGUMENTS.
type Event struct {
	Verb      string
	Seat      int
	Arguments []string
}

// Hooks has optional functions that the kit calls.
type Hooks struct {
	GameStart func(view *View)
	Event     func(view *View, event Event) // called after the view is updated
	GameEnd   func(view *View)              // called when scores and places are known
}

// Decide is a bot: it returns one of the legal actions and a comment, which the referee stores in the log beside the
// move. An empty comment is none.
type Decide func(view *View) (action Action, comment string)

// Run plays games on standard input and output until the referee sends quit or closes the connection. If decide returns
// no action, it writes so to standard error and ends the program with exit code 1.
func Run(name, version string, decide Decide, hooks ...Hooks) {
	if err := Converse(os.Stdin, os.Stdout, name, version, decide, append(hooks, Hooks{})[0]); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

// Converse is Run with other input and output, for tests. An error is a mistake of the bot, or one of writing.
func Converse(in io.Reader, out io.Writer, name, version string, decide Decide, hooks Hooks) error {
	talk := conversation{"ready " + name + " " + version + "\n", decide, hooks, out, table{view: &View{Seats: make([]Seat, 1)}}}
	for lines := bufio.NewReader(in); ; {
		line, end := lines.ReadString('\n')
		words := split(strings.TrimRight(line, "\r\n"), ' ')
		if len(words) > 0 && words[0] == "quit" {
			return nil
		}
		if err := talk.hear(words); err != nil {
			return err
		}
		if end != nil {
			return nil
		}
	}
}

// Describe is the view as a few lines of text, for debugging.
func Describe(view *View) string {
	text := fmt.Sprintf("%s hand %d dealer %d me %d stock %d aces left %d\n", view.Game, view.HandNumber, view.Dealer,
		view.Me, view.StockSize, view.AcesLeft())
	for number := range view.Seats {
		seat := &view.Seats[number]
		text += fmt.Sprintf("seat %d points %d score %d", number, seat.Points, seat.Score)
		text += listed("hand", seat.Hand) + listed("aces", seat.Aces)
		for _, suit := range Suits {
			text += listed(suit.String(), seat.Melds[suit])
			if view.Winner(suit) == number {
				text += "*"
			}
		}
		text += listed("open", seat.Open) + listed("taken", seat.Taken) + counted("pile", seat.Pile)
		if seat.Bid != "" {
			text += " bid " + seat.Bid
		}
		text += counted("chips", seat.Chips)
		if seat.Out {
			text += " out"
		}
		text += "\n"
	}
	for _, play := range view.Trick {
		text += fmt.Sprintf("played %v by %d\n", play.Card, play.Seat)
	}
	text += "pile" + listed("of", view.Discards) + listed("turned", view.Turned) + listed("aside", view.Aside)
	unseen := view.Unseen()
	text += counted("pot", view.Pot) + "\nunseen" + listed(strconv.Itoa(len(unseen)), unseen) + "\nlegal"
	for _, action := range view.Legal {
		text += " " + string(action)
	}
	return text + "\n"
}

// ---- How it works ----

func split(text string, separator rune) []string {
	return strings.FieldsFunc(text, func(letter rune) bool { return letter == separator })
}

// number reads digits, with or without a minus.
func number(word string) (value int, ok bool) {
	value, err := strconv.Atoi(word)
	return value, err == nil && word[0] != '+'
}

// numberAt is the word at index if it is a number.
func numberAt(words []string, index, otherwise int) int {
	if index < len(words) {
		if value, ok := number(words[index]); ok {
			return value
		}
	}
	return otherwise
}

// runsUpward tells whether the meld runs upward (option high_low).
func runsUpward(meld []Card) bool { return len(meld) > 1 && meld[1].Rank > meld[0].Rank }

// lowCards has the ranks from the lowest up; the Mob's cards are in any order.
func lowCards(meld []Card) []int {
	ranks := make([]int, len(meld))
	for i, card := range meld {
		ranks[i] = card.Rank
	}
	sort.Ints(ranks)
	return ranks
}

// distances has the last card's distance from the end of the meld's direction; 0 if the meld runs up, 1 if down; the
// distances of the earlier cards.
func distances(meld []Card) []int {
	key, end, sign := []int{0, 1}, 2, 1
	if runsUpward(meld) {
		key[1], end, sign = 0, King, -1
	}
	for i := range meld {
		key = append(key, sign*(meld[len(meld)-1-i].Rank-end))
	}
	if len(meld) > 0 { // the direction is less important than the last card
		key[0] = key[2]
	}
	return key
}

// isBefore compares lists of the same length by their first difference.
func isBefore(a, b []int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// listed is a name and the cards; empty if there are none.
func listed(name string, cards []Card) string {
	if len(cards) == 0 {
		return ""
	}
	for _, card := range cards {
		name += " " + card.String()
	}
	return " " + name
}

// counted is a name and a number; empty if it is 0.
func counted(name string, number int) string {
	if number == 0 {
		return ""
	}
	return fmt.Sprintf(" %s %d", name, number)
}

// facts are what is special about a game's table.
type facts struct {
	dealt    int      // cards of each pack that are dealt and drawn in a hand; 0 in games without drawing
	piles    int      // cards that are in equal piles before the seats at first
	aceLimit int      // aces of each pack until drawing ends
	without  string   // ranks missing from the pack
	more     string   // ranks that have one more card in each suit
	moreFor  int      // with this number of players
	playedTo PlayedTo // the place of played cards
}

// place points to a list of cards (*[]Card), melds (*[5][]Card), royals or a trick, to a number (of cards that are only counted, or of
// chips or points) or to the text of a bid.
type place interface{}

// royals are those of the open cards.
type royals []Card

// next is the place that expect named, if any, in place of those after it.
type next struct{}

type from []place

// table applies events to a view. Two packs have two cards of each face: only the card in the place that the event
// names moves.
type table struct {
	view     *View
	event    Event
	seat     *Seat // the seat of the event
	counted  int
	expected []func(*Seat) from // the places that the next cards leave
}

// generated by ./dev kits
// follow does to the table what the verb of the event does.
func (t *table) follow() {
	v, s := t.view, t.seat
	switch t.event.Verb {
	case "hand":
		t.set(&v.HandNumber, 0)
		t.clear()
	case "deal", "draw":
		t.moveCards(from{&v.StockSize, &s.Pile}, &s.Hand)
	case "score":
		t.set(&s.Points, 0)
		t.set(&s.Score, 1)
	case "place", "fold", "finish", "lose":
		s.Out = true
	case "ace":
		t.moveCards(from{&s.Hand}, &s.Aces)
	case "take":
		t.moveLast(1, &v.Discards, nil)
		t.moveCards(from{}, &s.Hand)
	case "discard":
		t.moveCards(from{&s.Hand}, &v.Discards)
	case "ante", "pay":
		t.add(&v.Pot, 0, 1)
		t.add(&s.Chips, 0, -1)
	case "win":
		t.add(&v.Pot, 0, -1)
		t.add(&s.Chips, 0, 1)
	case "chips":
		t.set(&s.Chips, 1)
	case "round":
		t.set(&v.HandNumber, 0)
		for i := range v.Seats {
			s := &v.Seats[i]
			t.moveAll(&s.Hand, &s.Pile)
		}
	case "trick":
		t.add(&s.Pile, 0, 1)
		t.moveAll(&v.Aside, nil)
		t.moveAll(&v.Trick, nil)
	case "aside":
		t.moveAll(&v.Trick, &v.Aside)
	case "remove":
		t.moveAll(&v.Aside, &v.Discards)
	case "bid":
		t.bid(0)
	case "give":
		t.giveCards(from{&s.Hand})
	case "exchange":
		t.moveLast(1, &v.Turned, &s.Hand)
		t.moveCards(from{&s.Hand}, &v.Turned)
	case "bomb":
		t.moveCards(from{&v.Turned}, nil)
		t.explode()
	case "capture":
		t.moveCards(from{&v.Trick, &v.Turned}, &s.Taken)
	case "gather":
		t.moveCards(from{&v.Trick}, &s.Hand)
	case "bid-card":
		t.bid(0)
		t.show()
	case "lay", "pair", "revolution", "extend":
		t.moveCards(from{(*royals)(&s.Open), &s.Hand}, &v.Discards)
	case "castle", "reveal":
		t.moveCards(from{&s.Hand}, &s.Open)
	case "court":
		t.moveCards(from{(*royals)(&s.Open), &s.Hand}, &s.Open)
	case "siege":
		t.moveLast(13, &v.Discards, &v.Turned)
		keepTop(&v.Discards)
	case "nope":
		t.moveCards(from{&s.Hand}, nil)
	case "swap", "favour":
		t.counted, t.expected = 0, nil
	case "offer":
		t.counted++
	case "retry":
		t.expect(func(s *Seat) from { return from{&s.Hand} })
		t.expect(func(s *Seat) from { return from{&s.Hand} })
		t.expect(func(s *Seat) from { return from{(*royals)(&s.Open), &s.Hand} })
		t.expect(func(s *Seat) from { return from{&s.Hand} })
	case "deliver":
		t.giveCards(from{next{}, (*royals)(&s.Open), &s.Hand})
	case "reshuffle":
		t.set(&v.StockSize, 0)
		keepTop(&v.Discards)
	case "conceal":
		t.moveCards(from{&s.Open}, &s.Hand)
	case "execute", "ruin":
		t.moveCards(from{&s.Open}, nil)
	case "seize":
		t.moveCards(from{}, &s.Hand)
		t.moveAll(&v.StockSize, nil)
	case "killed":
		t.moveAll(&s.Hand, nil)
		t.moveAll(&s.Open, nil)
		s.Out = true
	case "play":
		switch v.Game {
		case "tennis", "anarchy", "anarchist-bomb", "organised-chaos", "snark":
			t.moveCards(from{&s.Hand}, &v.Trick)
		case "chez":
			t.moveCards(from{(*royals)(&s.Open), &s.Hand}, &v.Discards)
		default:
			t.moveCards(from{&s.Hand}, &s.Melds)
		}
	case "turn":
		switch v.Game {
		case "chez":
			t.moveCards(from{&v.StockSize}, &v.Discards)
		default:
			t.moveCards(from{&v.StockSize}, &v.Turned)
		}
	}
}

func factsOf(game string) facts {
	switch game {
	case "mitch":
		return facts{52, 0, 3, "", "", 0, ToMelds}
	case "tennis":
		return facts{0, 48, 4, "A", "", 0, ToTrick}
	case "anarchy", "snark":
		return facts{0, 0, 4, "", "", 0, ToTrick}
	case "anarchist-bomb", "organised-chaos":
		return facts{0, 0, 4, "", "678", 5, ToTrick}
	case "chez":
		return facts{55, 0, 4, "", "", 0, ToPile}
	default:
		return facts{52, 0, 4, "", "", 0, ToMelds}
	}
}

// end of generated

// moveCards moves the cards of the event out of the first place that has them.
func (t *table) moveCards(source from, to place) { t.moveWords(t.event.Arguments, source, to) }

// giveCards moves the cards of the event to the hand of the seat that is its first argument.
func (t *table) giveCards(source from) {
	receiver := numberAt(t.event.Arguments, 0, -1)
	if receiver >= 0 && receiver < len(t.view.Seats) {
		t.moveWords(t.event.Arguments[1:], source, &t.view.Seats[receiver].Hand)
	}
}

func (t *table) moveWords(words []string, source from, to place) {
	for _, word := range words {
		card := ParseCard(word)
		t.take(source, card)
		t.put(to, card)
	}
}

// moveAll moves all cards; a number of cards becomes 0.
func (t *table) moveAll(source, to place) {
	switch cards := source.(type) {
	case *int:
		*cards = 0
	case *[]Play:
		played := *cards
		*cards = nil
		for _, play := range played {
			t.put(to, play.Card)
		}
	case *[]Card:
		t.moveLast(len(*cards), cards, to)
	}
}

// keepTop removes all cards but the last.
func keepTop(cards *[]Card) {
	if top := len(*cards) - 1; top > 0 {
		*cards = append([]Card(nil), (*cards)[top])
	}
}

func (t *table) moveLast(count int, cards *[]Card, to place) {
	first := len(*cards) - count
	if first < 0 {
		first = 0
	}
	moved := (*cards)[first:]
	*cards = append([]Card(nil), (*cards)[:first]...)
	for _, card := range moved {
		t.put(to, card)
	}
}

func (t *table) take(source from, card Card) {
	if len(source) > 0 && source[0] == next(next{}) {
		source = source[1:]
		if len(t.expected) > 0 {
			source, t.expected = t.expected[0](t.seat), t.expected[1:]
		}
	}
	for _, where := range source {
		if t.takeFrom(where, card) {
			return
		}
	}
}

func (t *table) takeFrom(where place, card Card) bool {
	switch it := where.(type) {
	case *int:
		if *it > 0 {
			*it--
			return true
		}
	case *[]Play:
		for i, play := range *it {
			if play.Card == card {
				*it = append((*it)[:i], (*it)[i+1:]...)
				return true
			}
		}
	case *[5][]Card:
		return takeOut(&it[card.Suit], card)
	case *royals:
		return card.Rank >= Jack && card.Rank <= King && takeOut((*[]Card)(it), card)
	case *[]Card:
		if it != &t.seat.Hand {
			return takeOut(it, card)
		}
		for i := 0; !card.Known() && i < len(*it); i++ { // none of its other cards is certain any more
			(*it)[i] = Card{}
		}
		return takeOut(it, card) || takeOut(it, Card{})
	}
	return false
}

// takeOut removes the card; false if it is not there.
func takeOut(cards *[]Card, card Card) bool {
	i := indexOf(*cards, card)
	if i >= 0 {
		*cards = append((*cards)[:i], (*cards)[i+1:]...)
	}
	return i >= 0
}

func indexOf(cards []Card, card Card) int {
	for i, one := range cards {
		if one == card {
			return i
		}
	}
	return -1
}

func (t *table) put(to place, card Card) {
	switch it := to.(type) {
	case *int:
		*it++
	case *[]Play:
		*it = append(*it, Play{t.event.Seat, card})
	case *[5][]Card:
		if card.Suit != NoSuit {
			it[card.Suit] = append(it[card.Suit], card)
		}
	case *[]Card:
		*it = append(*it, card)
	}
}

// set sets a number to an argument of the event.
func (t *table) set(number *int, index int) { *number = numberAt(t.event.Arguments, index, *number) }

// add adds an argument of the event, or subtracts it if sign is -1.
func (t *table) add(number *int, index, sign int) {
	*number += sign * numberAt(t.event.Arguments, index, 0)
}

// bid sets the bid to an argument of the event. A card means its suit.
func (t *table) bid(index int) {
	if index < len(t.event.Arguments) {
		t.seat.Bid = t.event.Arguments[index]
	}
	if suit := ParseCard(t.seat.Bid).Suit; suit != NoSuit {
		t.seat.Bid = suit.String()
	}
}

// clear begins a new hand, which the seat deals.
func (t *table) clear() {
	v := t.view
	v.Dealer, v.Discards, v.Trick, v.Turned = t.event.Seat, nil, nil, nil
	v.StockSize = factsOf(v.Game).dealt * v.Packs()
	for i, seat := range v.Seats {
		v.Seats[i] = Seat{Points: seat.Points, Score: seat.Score, Pile: seat.Pile, Chips: seat.Chips}
	}
}

// show lets all seats see that the hand has the cards of the event.
func (t *table) show() {
	for _, word := range t.event.Arguments {
		card, hand := ParseCard(word), t.seat.Hand
		if unknown := indexOf(hand, Card{}); unknown >= 0 && indexOf(hand, card) < 0 {
			hand[unknown] = card
		}
	}
}

// explode replaces the joker in the trick by the card of the event, if any.
func (t *table) explode() {
	var left []Play
	for _, play := range t.view.Trick {
		if play.Card.Rank != joker {
			left = append(left, play)
		} else if len(t.event.Arguments) > 0 {
			left = append(left, Play{play.Seat, ParseCard(t.event.Arguments[0])})
		}
	}
	t.view.Trick = left
}

// expect lets as many of the next cards as were counted leave from these places.
func (t *table) expect(source func(*Seat) from) {
	for i := 0; i < t.counted; i++ {
		t.expected = append(t.expected, source)
	}
}

// conversation is what is said between the referee and the bot.
type conversation struct {
	ready  string
	decide Decide
	hooks  Hooks
	out    io.Writer
	table  table
}

// hear processes the words of a line.
func (c *conversation) hear(words []string) (err error) {
	if len(words) == 0 {
		return nil
	}
	switch words[0] {
	case "ask":
		err = c.answer(words)
	case "tribunal":
		_, err = io.WriteString(c.out, c.ready)
	case "game":
		c.table = table{view: beginGame(words)}
		call(c.hooks.GameStart, c.table.view)
	case "result":
		takeResult(c.table.view, words)
		call(c.hooks.GameEnd, c.table.view)
	default:
		c.hearEvent(words)
	}
	return err
}

func call(hook func(view *View), view *View) {
	if hook != nil {
		hook(view)
	}
}

// beginGame is the view of a new game, from its line. It needs seats and you; other words may be missing.
func beginGame(words []string) *View {
	view := &View{Options: map[string]string{}}
	for i, word := range words[1:] {
		key, value, found := strings.Cut(word, "=")
		if _, known := view.Options[key]; i > 0 && found && !known {
			view.Options[key] = value
		} else if i == 0 {
			view.Game = word
		}
	}
	between := func(least, number, most int) int {
		numbers := []int{least, number, most}
		sort.Ints(numbers)
		return numbers[1]
	}
	facts := factsOf(view.Game)
	view.PlayedTo = facts.playedTo
	view.Players = view.Number("players", 0)
	view.Seats = make([]Seat, between(1, view.Number("seats", view.Players), 64))
	view.Me = between(0, view.Number("you", 0), len(view.Seats)-1)
	view.StockSize = facts.dealt * view.Packs()
	for i := range view.Seats {
		view.Seats[i].Pile = facts.piles / len(view.Seats)
	}
	return view
}

// takeResult reads result SCORE ... places PLACE ...
func takeResult(view *View, words []string) {
	numbers := &view.Scores
	for _, word := range words {
		if word == "places" {
			numbers = &view.Places
		} else if value, ok := number(word); ok {
			*numbers = append(*numbers, value)
		}
	}
}

func (c *conversation) hearEvent(words []string) {
	view, seat := c.table.view, numberAt(words, 1, -1)
	// The dummy, a hand that the referee plays, is the seat after those of the line game.
	if seats := len(view.Seats); seat == seats && seats == view.Number("seats", -1) && view.PlayedTo == ToTrick {
		view.Seats = append(view.Seats, Seat{})
	}
	if seat < 0 || seat >= len(view.Seats) {
		return
	}
	c.table.event, c.table.seat = Event{words[0], seat, words[2:]}, &view.Seats[seat]
	c.table.follow()
	if c.hooks.Event != nil {
		c.hooks.Event(view, c.table.event)
	}
}

func (c *conversation) answer(words []string) error {
	if len(words) < 4 {
		return nil
	}
	view := c.table.view
	view.Milliseconds = numberAt(words, 2, view.Milliseconds)
	for _, word := range words[3:] {
		view.Legal = append(view.Legal, Action(word))
	}
	action, comment := c.decide(view)
	view.Legal = nil
	if action == "" {
		return fmt.Errorf("decide returned an empty text, which is not an action; expected one of view.Legal: %s",
			strings.Join(words[3:], " "))
	}
	if comment != "" {
		comment = "# " + strings.NewReplacer("\r", " ", "\n", " ").Replace(comment) + "\n"
	}
	_, err := fmt.Fprintf(c.out, "%smove %s %s\n", comment, words[1], action)
	return err
}
