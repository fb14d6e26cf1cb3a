// @NAME@, a bot for Tribunal. Its idea is rate; the rest can stay.
package main

import "mybot/tribunal"

// rate is the worth of a legal action: playing any card is better than anything else.
func rate(view *tribunal.View, action tribunal.Action) float64 {
	if action.Verb() == "play" {
		return 1
	}
	return 0
}

func decide(view *tribunal.View) (tribunal.Action, string) {
	best := view.Legal[0]
	for _, action := range view.Legal[1:] {
		if rate(view, action) > rate(view, best) {
			best = action
		}
	}
	return best, "" // the action, and a comment
}

func main() { tribunal.Run("@NAME@", "1.0", decide) }
