// mybot, a bot for Revolution: it plans all four suits together (tribunal help first-bot).
package main

import (
	"math"
	"sort"

	"mybot/tribunal"
)

const (
	keen  = 0.3 // share of the fitting cards that a seat will get and play
	sure  = 1.5 // certainty with which the stronger meld wins a suit
	turns = 40  // more than a hand has
)

type cards = []tribunal.Card

// plan is a way to go on in a suit: its turns, points, the chance to win it, and a weight that is high for short melds.
type plan struct{ turns, points, chance, weight float64 }

// strength is the length of a meld; of equal lengths the higher lowest card wins.
func strength(length float64, low int) float64 {
	if length == 0 {
		return 0
	}
	return length + float64(low)/20
}

func lowest(meld cards) int {
	if len(meld) == 0 {
		return tribunal.Ace
	}
	return meld[len(meld)-1].Rank
}

func ranks(meld cards) (ranks []int) {
	for _, card := range meld {
		ranks = append(ranks, card.Rank)
	}
	sort.Ints(ranks)
	return ranks
}

// isShorter compares the lengths of two melds, then their ranks from the lowest on.
func isShorter(a, b []int) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// outlook is the table as all actions of a decision find it.
type outlook struct {
	view         *tribunal.View
	seats, worth float64    // worth: points for a suit, and for the shortest of all winning melds
	turns        float64    // that a seat still has until the last ace, on average
	unseen       cards      // without aces
	best         [5]cards   // by suit: the best meld of the others now,
	rivals       [5]float64 // and its strength at the end
}

func look(view *tribunal.View) *outlook {
	seats, aces := float64(len(view.Seats)), float64(view.AcesLeft())
	o := &outlook{view: view, seats: seats, worth: 1 + seats}
	o.turns = (float64(view.StockSize) - aces) * aces / (aces + 1) / seats
	for _, card := range view.Unseen() {
		if card.Rank < tribunal.Ace {
			o.unseen = append(o.unseen, card)
		}
	}
	for number, seat := range view.Seats {
		if number == view.Me {
			continue
		}
		for _, suit := range tribunal.Suits {
			meld := seat.Meld(suit)
			if view.Beats(meld, o.best[suit]) {
				o.best[suit] = meld
			}
			end := strength(float64(len(meld)), lowest(meld)) + o.growth(suit, lowest(meld), float64(len(seat.Hand))+o.turns)
			o.rivals[suit] = math.Max(o.rivals[suit], end)
		}
	}
	return o
}

// isOver is the chance that the last ace comes within so many turns of all seats.
func (o *outlook) isOver(turns int) float64 {
	chance := 1.0
	for ace := 0; ace < o.view.AcesLeft(); ace++ {
		left := math.Max(1, float64(o.view.StockSize-ace))
		chance *= math.Max(0, math.Min(1, (float64(turns)*o.seats-float64(ace))/left))
	}
	return chance
}

// growth is the length that so many unseen cards add to a meld whose lowest card is low.
func (o *outlook) growth(suit tribunal.Suit, low int, unseen float64) float64 {
	fitting := 0.0
	for _, card := range o.unseen {
		if card.Suit == suit && card.Rank < low {
			fitting++
		}
	}
	return keen * fitting * math.Min(1, unseen/math.Max(1, float64(len(o.unseen))))
}

// pointsNow are my points if the hand ended at once.
func (o *outlook) pointsNow(melds [5]cards) float64 {
	points, isMine := 0.0, false
	var shortest []int
	for _, suit := range tribunal.Suits {
		winner, wins := o.best[suit], o.view.Beats(melds[suit], o.best[suit])
		if wins {
			winner = melds[suit]
			points += o.worth
		} else {
			points -= float64(len(melds[suit]))
		}
		meld := ranks(winner)
		if meld != nil && (shortest == nil || isShorter(meld, shortest) || !wins && !isShorter(shortest, meld)) {
			shortest, isMine = meld, wins
		}
	}
	if isMine {
		points += o.worth
	}
	return points
}

// plans are the ways to go on in a suit.
func (o *outlook) plans(suit tribunal.Suit, meld, hand cards) (plans []plan) {
	var held []int
	for _, card := range hand {
		if card.Suit == suit && card.Rank < lowest(meld) {
			held = append(held, card.Rank)
		}
	}
	sort.Sort(sort.Reverse(sort.IntSlice(held)))
	add := func(turns float64, low int) {
		length, rival, chance := float64(len(meld))+turns, o.rivals[suit], 0.0
		if length > 0 {
			chance = 1 / (1 + math.Exp(sure*(rival-strength(length, low))))
		}
		plans = append(plans, plan{turns, chance*o.worth - (1-chance)*length, chance, math.Exp(-math.Max(length, rival))})
	}
	add(0, lowest(meld))
	for i, low := range held {
		add(float64(i+1), low)
	}
	add(float64(len(held))+o.growth(suit, lowest(meld), o.turns), 5)
	return plans
}

// expected are the points of the best plans for all suits, averaged over the turns that the hand may still have.
func (o *outlook) expected(melds [5]cards, hand cards) float64 {
	var plans [5][]plan
	for _, suit := range tribunal.Suits {
		plans[suit] = o.plans(suit, melds[suit], hand)
	}
	var best [turns]float64
	for i := range best {
		best[i] = -99
	}
	for _, a := range plans[tribunal.Clubs] {
		for _, b := range plans[tribunal.Diamonds] {
			for _, c := range plans[tribunal.Hearts] {
				for _, d := range plans[tribunal.Spades] {
					at := int(math.Min(math.Ceil(a.turns+b.turns+c.turns+d.turns), turns-1))
					bonus := (a.chance*a.weight + b.chance*b.weight + c.chance*c.weight + d.chance*d.weight) /
						(a.weight + b.weight + c.weight + d.weight)
					best[at] = math.Max(best[at], a.points+b.points+c.points+d.points+o.worth*bonus)
				}
			}
		}
	}
	over := o.isOver(1)
	total := over * o.pointsNow(melds)
	for at := 1; at < turns; at++ {
		best[at] = math.Max(best[at], best[at-1])
		after := 1.0
		if at+1 < turns {
			after = o.isOver(at + 1)
		}
		total += (after - over) * best[at]
		over = after
	}
	return total
}

// rate is the number of points that I expect after an action.
func rate(o *outlook, action tribunal.Action) float64 {
	if action.Verb() != "play" && action.Verb() != "discard" {
		return 0
	}
	played, melds := action.Card(), o.view.Mine().Melds
	var hand cards
	for _, card := range o.view.Hand() {
		if card != played {
			hand = append(hand, card)
		}
	}
	if action.Verb() == "play" {
		melds[played.Suit] = append(melds[played.Suit], played)
	}
	return o.expected(melds, hand)
}

func decide(view *tribunal.View) (tribunal.Action, string) {
	best := view.Legal[0]
	if view.Game != "revolution" {
		return best, ""
	}
	o, most := look(view), math.Inf(-1)
	for _, action := range view.Legal {
		if points := rate(o, action); points > most {
			best, most = action, points
		}
	}
	return best, ""
}

func main() { tribunal.Run("mybot", "3.0", decide) }
