// A bot that prints its view. After every line that the Go kit processes it prints the line and the view; at a question
// also the answers of all functions of the view and of its actions. It takes the first action. The views programs of
// the other languages print the same for the same lines, byte for byte.
//
//	views < LINES
package main

import (
	"fmt"
	"strings"

	"mybot/tribunal"
)

func show(view *tribunal.View, heard ...any) {
	fmt.Print(fmt.Sprintln(heard...), tribunal.Describe(view), "\n")
}

// listed has the words of a list, without its brackets.
func listed(list any) string { return strings.Trim(fmt.Sprint(list), "[]") }

func yes(is bool) int {
	if is {
		return 1
	}
	return 0
}

func gameStart(view *tribunal.View) {
	place := [...]string{"melds", "trick", "pile"}[view.PlayedTo]
	text := fmt.Sprint("game ", view.Game, " played ", place, " mob ", view.Mob())
	for _, name := range []string{"high_low", "penalty", "none"} {
		text += fmt.Sprint(" ", name, " ", view.Option(name, "?"), " ", view.Number(name, 7), " ", yes(view.IsOn(name)))
	}
	show(view, text)
}

func ofAction(view *tribunal.View, action tribunal.Action) string {
	card, fits, beats := action.Card(), "", ""
	for _, number := range []int{0, 1, 2, 64, -2, action.Seat()} {
		fits += fmt.Sprint(yes(view.Fits(number, card)))
		beats += fmt.Sprint(yes(view.Beats(view.Seat(number).Meld(card.Suit), view.Mine().Meld(card.Suit))))
	}
	return fmt.Sprintf("action %s verb %s (%s) cards (%s) numbers %d %d %d seat %d card %v fits %s beats %s winner %d %d\n",
		action, action.Verb(), action.Arguments(), listed(action.Cards()), action.Number(0, 0), action.Number(1, 0),
		action.Number(7, -5), action.Seat(), card, fits, beats, view.Winner(card.Suit), yes(view.Winning(card.Suit)))
}

func decide(view *tribunal.View) (tribunal.Action, string) {
	show(view, "asked", view.Milliseconds)
	for _, action := range view.Legal {
		fmt.Print(ofAction(view, action))
	}
	switch first := view.Legal[0]; first.Verb() {
	case "comment":
		return first, "with\r\ntwo lines"
	case "long":
		return first, "x" + strings.Repeat("\u00fc", 3000)
	case "plain":
		return "plain", ""
	case "nothing":
		return "", "why not"
	default:
		return first, ""
	}
}

func main() {
	tribunal.Run("views", "1", decide, tribunal.Hooks{
		GameStart: gameStart,
		Event: func(view *tribunal.View, event tribunal.Event) {
			show(view, strings.TrimRight(fmt.Sprint("event ", event.Verb, " ", event.Seat, " ", listed(event.Arguments)), " "))
		},
		GameEnd: func(view *tribunal.View) {
			words := append(append([]any{"result"}, view.Scores), "places", view.Places)
			show(view, strings.Join(strings.Fields(strings.NewReplacer("[", "", "]", "").Replace(fmt.Sprint(words))), " "))
		},
	})
}
