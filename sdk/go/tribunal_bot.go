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
	"math"
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

// String is the name of the suit, such as hearts.
func (s Suit) String() string { return [...]string{"none", "clubs", "diamonds", "hearts", "spades"}[s] }

// Card is a card, a joker (rank 15) or a card that you may not see (rank 0, the zero value).
type Card struct {
	Rank int // 2 .. 10, Jack, Queen, King, Ace
	Suit Suit
}

// ParseCard reads Kh or Jo; anything else, such as ??, is a card that you may not see.
func ParseCard(text string) Card { return cardOf[text] }

// String is the card as the referee writes it, such as Kh.
func (c Card) String() string {
	if c.Rank == joker {
		return "Jo"
	}
	return "??23456789TJQKA"[c.Rank:c.Rank+1] + "?cdhs"[c.Suit:c.Suit+1]
}

// Known reports whether you may see the card.
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
func (a Action) Arguments() string { return strings.TrimPrefix(string(a)[len(a.Verb()):], ":") }

// Card is the card (the first, if there are several); unknown if there is none.
func (a Action) Card() Card { return append(a.Cards(), Card{})[0] }

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
	Aside        []Card            // tricks without a winner
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

// IsOn reports whether an option is on.
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
	return clamp(limit-v.AcesShown(), 0, math.MaxInt)
}

// Fits reports whether the seat may put the card on its meld by the Golden Rule (and option high_low).
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
	return card.Rank != last && (len(meld) == 1 || card.Rank > last == runsUpward(meld))
}

// Winner is the seat that wins the suit by the current melds; -1 if none does.
func (v *View) Winner(suit Suit) int {
	best, strongest := -1, []Card(nil)
	for number := range v.Seats {
		seat := &v.Seats[number]
		switch meld := seat.Melds[suit]; {
		case len(meld) == 0 || seat.Out: // a folded seat does not compete
		case v.Beats(meld, strongest):
			best, strongest = number, meld
		case !v.Beats(strongest, meld):
			best = -1 // equal melds, which two packs allow, do not win
		}
	}
	return best
}

// Winning reports whether you win the suit by the current melds.
func (v *View) Winning(suit Suit) bool { return v.Winner(suit) == v.Me }

// Beats reports whether meld a beats meld b of the same suit by length, then by their lowest cards.
func (v *View) Beats(a, b []Card) bool {
	if len(a) != len(b) {
		return len(a) > len(b)
	}
	if v.Option("suit_tie", "") == "low" && !v.IsOn("high_low") {
		a, b = b, a
	}
	return v.strength(a) > v.strength(b)
}

// Unseen has every card of the game, except jokers, that you do not see now: in the stock, in a pile or in another hand.
func (v *View) Unseen() []Card {
	var left [5][joker + 1]int
	facts, packs := factsOf(v.Game), v.Packs()
	if facts.moreFor != v.Players {
		facts.more = ""
	}
	for _, card := range pack {
		rank := card.String()[:1]
		left[card.Suit][card.Rank] = packs*(1-strings.Count(facts.without, rank)) + strings.Count(facts.more, rank)
	}
	seen := [][]Card{v.Discards, v.Turned, v.Aside, cardsOf(v.Trick)}
	for i := range v.Seats {
		seat := &v.Seats[i]
		seen = append(append(seen, seat.Hand, seat.Aces, seat.Open, seat.Taken), seat.Melds[:]...)
	}
	for _, cards := range seen {
		for _, card := range cards {
			left[card.Suit][card.Rank]--
		}
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
// no action, it writes a message to standard error and ends the program with exit code 1.
func Run(name, version string, decide Decide, hooks ...Hooks) {
	if err := Converse(os.Stdin, os.Stdout, name, version, decide, append(hooks, Hooks{})[0]); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

// Converse is Run with other input and output, for tests. An error is a mistake of the bot, or one of writing.
func Converse(in io.Reader, out io.Writer, name, version string, decide Decide, hooks Hooks) error {
	talk := conversation{"ready " + name + " " + version + "\n", decide, hooks, out, table{view: &View{Seats: make([]Seat, 1)}}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, math.MaxInt)
	for lines.Scan() {
		words := split(strings.TrimRight(lines.Text(), "\r"), ' ')
		if len(words) > 0 && words[0] == "quit" {
			break
		}
		if err := talk.hear(words); err != nil {
			return err
		}
	}
	return nil
}

// Describe is the view as a few lines of text, for debugging.
func Describe(view *View) string {
	text := fmt.Sprintf("%s hand %d dealer %d me %d stock %d aces left %d\n", view.Game, view.HandNumber, view.Dealer,
		view.Me, view.StockSize, view.AcesLeft())
	for number := range view.Seats {
		seat := &view.Seats[number]
		text += fmt.Sprintf("seat %d points %d score %d", number, seat.Points, seat.Score)
		text += part("hand", seat.Hand) + part("aces", seat.Aces)
		for _, suit := range Suits {
			text += part(suit.String(), seat.Melds[suit])
			if view.Winner(suit) == number {
				text += "*"
			}
		}
		text += part("open", seat.Open) + part("taken", seat.Taken) + part("pile", seat.Pile)
		text += part("bid", seat.Bid) + part("chips", seat.Chips)
		if seat.Out {
			text += " out"
		}
		text += "\n"
	}
	for _, play := range view.Trick {
		text += fmt.Sprintf("played %v by %d\n", play.Card, play.Seat)
	}
	unseen := view.Unseen()
	text += "pile" + part("of", view.Discards) + part("turned", view.Turned) + part("aside", view.Aside)
	text += part("pot", view.Pot) + "\nunseen" + part(strconv.Itoa(len(unseen)), unseen)
	text += "\nlegal"
	for _, action := range view.Legal {
		text += " " + string(action)
	}
	return text + "\n"
}

// ---- How it works ----

func split(text string, separator rune) []string {
	return strings.FieldsFunc(text, func(letter rune) bool { return letter == separator })
}

// numberAt is the word at index if it is a number: digits, with or without a minus.
func numberAt(words []string, index, otherwise int) int {
	if index < len(words) {
		if value, err := strconv.Atoi(words[index]); err == nil && words[index][0] != '+' {
			return value
		}
	}
	return otherwise
}

// runsUpward reports whether the meld runs upward (option high_low).
func runsUpward(meld []Card) bool { return len(meld) > 1 && meld[1].Rank > meld[0].Rank }

// strength compares as melds of the same length do: by their ranks from the lowest up (the Mob's cards are in any order),
// or with high_low from the last card by twice the distance from the end of the direction, and one more if it is down.
func (v *View) strength(meld []Card) string {
	key, isHighLow := make([]byte, len(meld)), v.IsOn("high_low")
	for i, card := range meld {
		backward := len(meld) - 1 - i
		if !isHighLow {
			key[backward] = byte(card.Rank)
		} else if runsUpward(meld) {
			key[backward] = byte(2 * (Ace - card.Rank))
		} else {
			key[backward] = byte(2*card.Rank - 1)
		}
	}
	if !isHighLow {
		sort.Slice(key, func(i, j int) bool { return key[i] < key[j] })
	}
	return string(key)
}

// clamp is the number, or the bound that it is beyond.
func clamp(number, least, most int) int {
	numbers := []int{least, number, most}
	sort.Ints(numbers)
	return numbers[1]
}

// part is a name and a value; empty if the value is 0, or has no text.
func part(name string, value any) string {
	text := strings.Trim(fmt.Sprint(value), "[]")
	if text == "" || value == 0 {
		return ""
	}
	return " " + name + " " + text
}

// facts describes the table of a game.
type facts struct {
	dealt    int      // cards of each pack that are dealt and drawn in a hand; 0 in games without drawing
	piles    int      // cards of the equal piles at the start
	aceLimit int      // aces of each pack until drawing ends
	without  string   // ranks missing from the pack
	more     string   // ranks that have one more card in each suit
	moreFor  int      // with this number of players
	playedTo PlayedTo // the place of played cards
}

// table applies events to a view. Two packs have two cards of each face: only the card in the place that the event
// names moves.
type table struct {
	view     *View
	event    Event
	seat     *Seat // the seat of the event
	counted  int
	expected [][]source // where the next cards come from
}

// source is a place that cards leave. Returns whether it had the card.
type source func(card Card) bool

// effects are the changes that verbs make to the table.

// generated by ./dev kits
var effects = map[string]func(t *table){
	"hand":       func(t *table) { t.view.HandNumber = t.number(0, t.view.HandNumber); t.clear() },
	"deal":       func(t *table) { put(&t.seat.Hand, t.take(t.stock, t.pile)) },
	"draw":       func(t *table) { put(&t.seat.Hand, t.take(t.stock, t.pile)) },
	"play":       func(t *table) { t.play(t.take(t.royals, t.hand)) },
	"score":      func(t *table) { t.seat.Points = t.number(0, t.seat.Points); t.seat.Score = t.number(1, t.seat.Score) },
	"turn":       func(t *table) { put(t.shown(), t.take(t.stock)) },
	"place":      func(t *table) { t.seat.Out = true },
	"fold":       func(t *table) { t.seat.Out = true },
	"finish":     func(t *table) { t.seat.Out = true },
	"lose":       func(t *table) { t.seat.Out = true },
	"ace":        func(t *table) { put(&t.seat.Aces, t.take(t.hand)) },
	"take":       func(t *table) { takeLast(&t.view.Discards, 1); put(&t.seat.Hand, t.take()) },
	"discard":    func(t *table) { put(&t.view.Discards, t.take(t.hand)) },
	"ante":       func(t *table) { t.view.Pot += t.number(0, 0); t.seat.Chips -= t.number(0, 0) },
	"pay":        func(t *table) { t.view.Pot += t.number(0, 0); t.seat.Chips -= t.number(0, 0) },
	"win":        func(t *table) { t.view.Pot -= t.number(0, 0); t.seat.Chips += t.number(0, 0) },
	"chips":      func(t *table) { t.seat.Chips = t.number(1, t.seat.Chips) },
	"round":      func(t *table) { t.view.HandNumber = t.number(0, t.view.HandNumber); t.pileHands() },
	"trick":      func(t *table) { t.seat.Pile += t.number(0, 0); t.view.Aside = nil; t.view.Trick = nil },
	"aside":      func(t *table) { put(&t.view.Aside, cardsOf(t.view.Trick)); t.view.Trick = nil },
	"remove":     func(t *table) { put(&t.view.Discards, t.view.Aside); t.view.Aside = nil },
	"bid":        func(t *table) { t.bid(0) },
	"give":       func(t *table) { t.give(t.hand) },
	"exchange":   func(t *table) { put(&t.seat.Hand, takeLast(&t.view.Turned, 1)); put(&t.view.Turned, t.take(t.hand)) },
	"bomb":       func(t *table) { t.take(t.turned); t.explode() },
	"capture":    func(t *table) { put(&t.seat.Taken, t.take(t.trick, t.turned)) },
	"gather":     func(t *table) { put(&t.seat.Hand, t.take(t.trick)) },
	"bid-card":   func(t *table) { t.bid(0); t.show() },
	"lay":        func(t *table) { put(&t.view.Discards, t.take(t.royals, t.hand)) },
	"pair":       func(t *table) { put(&t.view.Discards, t.take(t.royals, t.hand)) },
	"revolution": func(t *table) { put(&t.view.Discards, t.take(t.royals, t.hand)) },
	"extend":     func(t *table) { put(&t.view.Discards, t.take(t.royals, t.hand)) },
	"castle":     func(t *table) { put(&t.seat.Open, t.take(t.hand)) },
	"reveal":     func(t *table) { put(&t.seat.Open, t.take(t.hand)) },
	"court":      func(t *table) { put(&t.seat.Open, t.take(t.royals, t.hand)) },
	"siege":      func(t *table) { put(&t.view.Turned, takeLast(&t.view.Discards, 13)); keepTop(&t.view.Discards) },
	"nope":       func(t *table) { t.take(t.hand) },
	"swap":       func(t *table) { t.counted, t.expected = 0, nil },
	"favour":     func(t *table) { t.counted, t.expected = 0, nil },
	"offer":      func(t *table) { t.counted++ },
	"retry":      func(t *table) { t.expect(t.hand); t.expect(t.hand); t.expect(t.royals, t.hand); t.expect(t.hand) },
	"deliver":    func(t *table) { t.give(t.next, t.royals, t.hand) },
	"reshuffle":  func(t *table) { t.view.StockSize = t.number(0, t.view.StockSize); keepTop(&t.view.Discards) },
	"conceal":    func(t *table) { put(&t.seat.Hand, t.take(t.open)) },
	"execute":    func(t *table) { t.take(t.open) },
	"ruin":       func(t *table) { t.take(t.open) },
	"seize":      func(t *table) { put(&t.seat.Hand, t.take()); t.view.StockSize = 0 },
	"killed":     func(t *table) { t.seat.Hand = nil; t.seat.Open = nil; t.seat.Out = true },
}

var games = map[string]facts{
	"mitch":           {52, 0, 3, "", "", 0, ToMelds},
	"tennis":          {0, 48, 4, "A", "", 0, ToTrick},
	"anarchy":         {0, 0, 4, "", "", 0, ToTrick},
	"snark":           {0, 0, 4, "", "", 0, ToTrick},
	"anarchist-bomb":  {0, 0, 4, "", "678", 5, ToTrick},
	"organised-chaos": {0, 0, 4, "", "678", 5, ToTrick},
	"chez":            {55, 0, 4, "", "", 0, ToPile},
	"":                {52, 0, 4, "", "", 0, ToMelds},
}

// end of generated

func factsOf(game string) facts {
	if facts, ok := games[game]; ok {
		return facts
	}
	return games[""]
}

func (t *table) open(card Card) bool   { return takeOut(&t.seat.Open, card.is) }
func (t *table) royals(card Card) bool { return card.Rank >= Jack && card.Rank <= King && t.open(card) }
func (t *table) turned(card Card) bool { return takeOut(&t.view.Turned, card.is) }
func (t *table) trick(card Card) bool {
	return takeOut(&t.view.Trick, func(play Play) bool { return play.Card == card })
}
func (t *table) stock(Card) bool { return takeOne(&t.view.StockSize) }
func (t *table) pile(Card) bool  { return takeOne(&t.seat.Pile) }

// hand removes the card from the hand if it has it, otherwise an unknown card.
func (t *table) hand(card Card) bool {
	for i := range t.seat.Hand {
		if !card.Known() {
			t.seat.Hand[i] = Card{} // none of its other cards is certain now
		}
	}
	return takeOut(&t.seat.Hand, card.is) || takeOut(&t.seat.Hand, Card{}.is)
}

// next is the source that is expected for this card, if any.
func (t *table) next(card Card) bool {
	if len(t.expected) == 0 {
		return false
	}
	var from []source
	from, t.expected = t.expected[0], t.expected[1:]
	takeFirst(card, from)
	return true
}

// take has the cards of the event, each of which leaves the first source that has it.
func (t *table) take(from ...source) []Card { return takeEach(t.event.Arguments, from) }

// give gives cards to the seat that is the first argument of the event.
func (t *table) give(from ...source) {
	if to := t.number(0, -1); to >= 0 && to < len(t.view.Seats) {
		put(&t.view.Seats[to].Hand, takeEach(t.event.Arguments[1:], from))
	}
}

func takeEach(words []string, from []source) (cards []Card) {
	for _, word := range words {
		card := ParseCard(word)
		takeFirst(card, from)
		cards = append(cards, card)
	}
	return cards
}

func takeFirst(card Card, from []source) {
	for i := 0; i < len(from) && !from[i](card); i++ { // until one has it
	}
}

// takeLast removes up to this number of cards from the end of a list.
func takeLast(list *[]Card, count int) []Card {
	first := clamp(len(*list)-count, 0, len(*list))
	last := (*list)[first:]
	*list = (*list)[:first:first]
	return last
}

func keepTop(list *[]Card) { *list = takeLast(list, 1) }

func put(to *[]Card, cards []Card) { *to = append(*to, cards...) }

func cardsOf(trick []Play) (cards []Card) {
	for _, play := range trick {
		cards = append(cards, play.Card)
	}
	return cards
}

// takeOne lowers a number of cards that are only counted.
func takeOne(number *int) bool {
	had := *number > 0
	*number -= clamp(*number, 0, 1)
	return had
}

// play puts cards where the game puts played cards.
func (t *table) play(cards []Card) {
	for _, card := range cards {
		switch {
		case t.view.PlayedTo == ToTrick:
			t.view.Trick = append(t.view.Trick, Play{t.event.Seat, card})
		case t.view.PlayedTo == ToPile:
			t.view.Discards = append(t.view.Discards, card)
		case card.Suit != NoSuit:
			t.seat.Melds[card.Suit] = append(t.seat.Melds[card.Suit], card)
		}
	}
}

// shown is the discard pile if cards are played to it, otherwise the cards turned up.
func (t *table) shown() *[]Card {
	if t.view.PlayedTo == ToPile {
		return &t.view.Discards
	}
	return &t.view.Turned
}

// number is an argument of the event; otherwise if it is not a number.
func (t *table) number(at, otherwise int) int { return numberAt(t.event.Arguments, at, otherwise) }

// bid makes an argument of the event the bid. A card means its suit.
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

// pileHands puts the hands of all seats onto their piles.
func (t *table) pileHands() {
	for i := range t.view.Seats {
		seat := &t.view.Seats[i]
		seat.Pile, seat.Hand = seat.Pile+len(seat.Hand), nil
	}
}

// show notes that all seats see these cards in the hand.
func (t *table) show() {
	for _, word := range t.event.Arguments {
		card, unknown := ParseCard(word), indexOf(t.seat.Hand, Card{}.is)
		if unknown >= 0 && indexOf(t.seat.Hand, card.is) < 0 {
			t.seat.Hand[unknown] = card
		}
	}
}

// takeOut removes the first that is one; false if none is.
func takeOut[T any](list *[]T, isOne func(T) bool) bool {
	i := indexOf(*list, isOne)
	if i >= 0 {
		*list = append((*list)[:i], (*list)[i+1:]...)
	}
	return i >= 0
}

func indexOf[T any](list []T, isOne func(T) bool) int {
	for i, one := range list {
		if isOne(one) {
			return i
		}
	}
	return -1
}

func (c Card) is(other Card) bool { return c == other }

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

// expect takes the counted number of the next cards from these sources.
func (t *table) expect(from ...source) {
	for i := 0; i < t.counted; i++ {
		t.expected = append(t.expected, from)
	}
}

// conversation is the exchange between the referee and the bot.
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
		view := c.table.view
		for numbers, i := &view.Scores, 1; i < len(words); i++ { // SCORE ... places PLACE ...
			if words[i] == "places" {
				numbers = &view.Places
			} else if value := numberAt(words, i, math.MinInt); value != math.MinInt {
				*numbers = append(*numbers, value)
			}
		}
		call(c.hooks.GameEnd, view)
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
	view := &View{Game: append(words, "")[1], Options: map[string]string{}}
	for i := len(words) - 1; i > 1; i-- { // of equal keys the first counts
		if key, value, found := strings.Cut(words[i], "="); found {
			view.Options[key] = value
		}
	}
	facts := factsOf(view.Game)
	view.PlayedTo = facts.playedTo
	view.Players = view.Number("players", 0)
	view.Seats = make([]Seat, clamp(view.Number("seats", view.Players), 1, 64))
	view.Me = clamp(view.Number("you", 0), 0, len(view.Seats)-1)
	view.StockSize = facts.dealt * view.Packs()
	for i := range view.Seats {
		view.Seats[i].Pile = facts.piles / len(view.Seats)
	}
	return view
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
	if apply := effects[words[0]]; apply != nil {
		apply(&c.table)
	}
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
	const longest = 4000 // bytes; a line of more than 4 KiB loses the game
	if len(comment) > longest {
		comment = strings.ToValidUTF8(comment[:longest], "")
	}
	if comment != "" {
		comment = "# " + strings.NewReplacer("\r", " ", "\n", " ").Replace(comment) + "\n"
	}
	_, err := fmt.Fprintf(c.out, "%smove %s %s\n", comment, words[1], action)
	return err
}
