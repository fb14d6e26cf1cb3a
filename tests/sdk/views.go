// A bot that always does the first thing and shows what it sees: after every line that the Go kit takes in, what it heard,
// and the view. The views programs of the other languages show the same of the same lines, byte for byte.
//
//	views < LINES
//	views cases < QUESTIONS     answers what kits_test.py asks of a view, of a card, or of an action
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"mybot/tribunal"
)

func show(view *tribunal.View, heard ...any) {
	fmt.Print(fmt.Sprintln(heard...), tribunal.Describe(view), "\n")
}

// listed has words and numbers as arguments of show.
func listed[T any](list []T) (words []any) {
	for _, word := range list {
		words = append(words, word)
	}
	return words
}

func first(view *tribunal.View) (tribunal.Action, string) { return view.Legal[0], "" }

func viewAfter(lines string) *tribunal.View {
	last := &tribunal.View{Seats: make([]tribunal.Seat, 1)}
	hooks := tribunal.Hooks{GameStart: func(view *tribunal.View) { last = view }}
	_ = tribunal.Converse(strings.NewReader(strings.ReplaceAll(lines, ", ", "\n")), io.Discard, "x", "1", first, hooks)
	return last
}

// ofAction is all that the view and the action may be asked of each other.
func ofAction(view *tribunal.View, action tribunal.Action) string {
	card, fits, beats := action.Card(), 0, 0
	for _, number := range []int{action.Seat(), -2, 0, 1, 2, 64} {
		fits += yes(view.Fits(number, card))
		beats += yes(view.Beats(view.Seat(number).Meld(card.Suit), view.Mine().Meld(card.Suit)))
	}
	return fmt.Sprintf("%s (%s) cards (%s) card %v numbers %d %d %d seat %d fits %d beats %d winning %d", action.Verb(),
		action.Arguments(), strings.Trim(fmt.Sprint(action.Cards()), "[]"), card, action.Number(0, 0),
		action.Number(1, 0), action.Number(7, -5), action.Seat(), fits, beats, yes(view.Winning(card.Suit)))
}

func answer(question string) any {
	lines, asked := "", question
	if at := strings.LastIndex(question, " | "); at >= 0 {
		lines, asked = question[:at], question[at+3:]
	}
	view, words := viewAfter(lines), append(strings.Split(asked, " "), "", "")
	number, _ := strconv.Atoi(words[1])
	otherwise, _ := strconv.Atoi(words[2])
	switch words[0] {
	case "action":
		return ofAction(view, tribunal.Action(words[1]))
	case "card":
		return tribunal.ParseCard(words[1])
	case "winner":
		for _, suit := range tribunal.Suits {
			if suit.String() == words[1] {
				return view.Winner(suit)
			}
		}
	case "fits":
		return yes(view.Fits(number, tribunal.ParseCard(words[2])))
	case "on":
		return yes(view.IsOn(words[1]))
	case "number":
		return view.Number(words[1], otherwise)
	case "option":
		return view.Option(words[1], words[2])
	case "mob":
		return view.Mob()
	case "held":
		return len(view.Seat(number).Hand)
	case "played":
		return [...]string{"melds", "trick", "pile"}[view.PlayedTo]
	case "seat":
		for _, line := range strings.Split(tribunal.Describe(view), "\n") {
			if strings.HasPrefix(line, asked) {
				return line
			}
		}
	}
	return ""
}

func yes(is bool) int {
	if is {
		return 1
	}
	return 0
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "cases" {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			fmt.Println(answer(lines.Text()))
		}
		return
	}
	decide := func(view *tribunal.View) (tribunal.Action, string) {
		show(view, "asked", view.Milliseconds)
		return first(view)
	}
	tribunal.Run("views", "1", decide, tribunal.Hooks{
		GameStart: func(view *tribunal.View) { show(view, "game", view.Game) },
		Event: func(view *tribunal.View, event tribunal.Event) {
			show(view, append([]any{"event", event.Verb, event.Seat}, listed(event.Arguments)...)...)
		},
		GameEnd: func(view *tribunal.View) {
			show(view, append(append(append([]any{"result"}, listed(view.Scores)...), "places"), listed(view.Places)...)...)
		},
	})
}
