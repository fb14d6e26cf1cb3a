// Plays as greedy.cpp does, move by move: maximises the gain as if the hand ended at once.
package main

import "mybot/tribunal"

// suitWorth is the approximate worth of a suit, for every way of scoring.
const suitWorth = 4

// rating counts the gain first; preference decides among equal gains.
type rating struct{ gain, preference int }

// points are those that I would get for a suit if the melds stayed as they are.
func points(view *tribunal.View, suit tribunal.Suit) int {
	if view.Winning(suit) {
		return suitWorth
	}
	return -len(view.Mine().Meld(suit))
}

func gainOfPlaying(view *tribunal.View, card tribunal.Card) int {
	if card.Suit == tribunal.NoSuit { // a joker of other games
		return 0
	}
	before, meld := points(view, card.Suit), &view.Mine().Melds[card.Suit]
	*meld = append(*meld, card)
	after := points(view, card.Suit)
	*meld = (*meld)[:len(*meld)-1]
	return after - before
}

// lead is the number of suits that I win, less that of the best rival.
func lead(view *tribunal.View) int {
	won, best := map[int]int{}, 0
	for _, suit := range tribunal.Suits {
		won[view.Winner(suit)]++
	}
	for seat, suits := range won {
		if seat >= 0 && seat != view.Me && suits > best {
			best = suits
		}
	}
	return won[view.Me] - best
}

// rateStake raises the stakes when it leads, and folds when it is far behind, in a session with chips or a cube.
func rateStake(view *tribunal.View, verb string) int {
	const farBehind = -2
	switch verb {
	case "bet", "raise", "double":
		if lead(view) > 0 {
			return 1
		}
		return -1
	case "fold", "drop":
		if view.Option("session", "") != "hustler" && lead(view) <= farBehind {
			return 1
		}
		return -100
	}
	return 0 // pay, check, accept
}

// rate prefers playing to discarding, high plays and low discards.
func rate(view *tribunal.View, action tribunal.Action) rating {
	card := action.Card()
	switch action.Verb() {
	case "play":
		return rating{gainOfPlaying(view, card), card.Rank}
	case "take":
		if view.Fits(view.Me, card) {
			return rating{gainOfPlaying(view, card), 0}
		}
		return rating{-1, 0}
	case "call":
		isTyrants := view.Legal[len(view.Legal)-1] == "pass"
		if isTyrants && view.Winning(tribunal.Clubs) { // the tyrant wins that suit too
			return rating{-1, 0}
		} else if isTyrants {
			return rating{1, 0}
		}
	case "discard":
		return rating{0, -card.Rank}
	}
	return rating{rateStake(view, action.Verb()), 0}
}

func decide(view *tribunal.View) (tribunal.Action, string) {
	best, bestRating := view.Legal[0], rate(view, view.Legal[0])
	for _, action := range view.Legal[1:] {
		it := rate(view, action)
		if it.gain > bestRating.gain || it.gain == bestRating.gain && it.preference > bestRating.preference {
			best, bestRating = action, it
		}
	}
	return best, ""
}

func main() { tribunal.Run("greedy-go", "1.0", decide) }
