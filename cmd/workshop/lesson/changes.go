package lesson

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// lifted returns how many things are in the air in some state that is reached without rules of a set.
func (w *world) lifted(without map[*lang.Rule]bool) int {
	found := make(map[string]bool)
	for s := range w.reached(without) {
		if w.fault[s] != "" {
			continue
		}
		for _, x := range w.aloft(s) {
			found[x] = true
		}
	}
	return len(found)
}

// reached returns the states that are reached without rules of a set.
func (w *world) reached(without map[*lang.Rule]bool) map[explore.State]bool {
	found, left := map[explore.State]bool{0: true}, []explore.State{0}
	for len(left) > 0 {
		s := left[0]
		left = left[1:]
		for _, e := range w.next[s] {
			if !found[e.To] && !without[w.Rule(e.Move)] {
				found[e.To] = true
				left = append(left, e.To)
			}
		}
	}
	return found
}

// broken returns a sentence about the first state in which a thing is not at just one place, or "".
func (w *world) broken() string {
	if i := slices.IndexFunc(w.fault, func(f string) bool { return f != "" }); i >= 0 {
		return fmt.Sprintf("%s, %s.", w.way(explore.State(i)), w.fault[i])
	}
	return ""
}

func (c *check) arms(w *world) string {
	if fault := w.broken(); fault != "" {
		return fault
	}
	two := -1
	for s := range explore.State(w.Len()) {
		switch n := len(w.aloft(s)); {
		case n > 2:
			return fmt.Sprintf("%s, %s are in the air at once. There are two arms, and each can hold one block.", w.way(s),
				english.List(w.aloft(s)))
		case n == 2 && two < 0:
			two = int(s)
		}
	}
	if two < 0 {
		return "Two blocks are never in the air at once."
	}
	if missing := w.whole(); missing != "" {
		return missing
	}
	if stuck := w.stuck(nil); stuck != "" {
		return stuck
	}
	s := explore.State(two)
	c.says = fmt.Sprintf("%s, both %s are in the air.", w.way(s), english.List(w.aloft(s)))
	return ""
}

// stuck returns a sentence about a state in which a thing is in the air and nothing can happen, if no rule of a set
// led there; "" if there is none.
func (w *world) stuck(without map[*lang.Rule]bool) string {
	reached := w.reached(without)
	for _, s := range w.Final {
		if held := w.aloft(s); reached[s] && len(held) > 0 {
			return fmt.Sprintf("%s, nothing can happen any more: %s cannot be put down.", w.way(s),
				english.List(held))
		}
	}
	return ""
}

func (c *check) more(w *world) string {
	if fault := w.broken(); fault != "" {
		return fault
	}
	c.can = w.lifted(nil)
	if c.can > c.was {
		c.says = fmt.Sprintf("%d different blocks can be picked up now.", c.can)
		return ""
	}
	return fmt.Sprintf("%s can be picked up, as before. A new block needs a name, and facts at the start: it stands "+
		"somewhere, and it is clear.", english.Capital(english.Count(c.can, "block")))
}

// end looks for rules after which nothing can happen, and whether the world goes on without them.
func (c *check) end(w *world) string {
	if missing := w.whole(); missing != "" {
		return missing
	}
	last := make(map[explore.State]bool)
	for _, s := range w.Final {
		last[s] = true
	}
	ends := make(map[*lang.Rule]bool) // rules after which nothing can happen, wherever they fire
	for r := range w.rules {
		ends[r] = true
	}
	for _, e := range w.Edges {
		if !last[e.To] {
			delete(ends, w.Rule(e.Move))
		}
	}
	switch {
	case last[0]:
		return "Nothing can happen at the start."
	case len(last) == 0:
		return "Nothing ends the program: whatever happens, something can happen afterwards. " +
			"A rule ends it if it uses up what all others need."
	}
	if stuck := w.stuck(ends); stuck != "" {
		return stuck
	}
	if len(ends) == 0 {
		return fmt.Sprintf("%s, nothing can happen any more, but no rule ends the program wherever it fires.",
			w.way(w.Final[0]))
	}
	reached := w.reached(ends)
	for _, s := range w.Final {
		if reached[s] {
			return fmt.Sprintf("%s, nothing can happen any more, without a rule that ends the program.", w.way(s))
		}
	}
	c.can = w.lifted(ends)
	var names []string
	for _, r := range c.prog.Rules() {
		if ends[r] {
			names = append(names, r.Label)
		}
	}
	if c.can < least {
		return fmt.Sprintf("After %s nothing can happen any more. But without %s, only %s can be picked up.",
			english.List(names),
			english.List(names), english.Count(c.can, "block"))
	}
	c.says = fmt.Sprintf("After %s, nothing can happen any more.", english.List(names))
	return ""
}
