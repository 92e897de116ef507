package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// FindPlace returns the predicate that says where characters are: one of linear
// facts, each of somebody and a constant that is nobody's name, of which nobody
// ever has two at a time. Somebody is a character, or of the type of one: whoever follows
// two of many wants to know where these two are. Of several it is the one with the most
// facts of the characters, of equals the first in the trace; "" is none.
func FindPlace(t *trace.Trace, names []string) string {
	c := newCensus(t.Program, names)
	var order []string
	for i := range t.Resources {
		r := &t.Resources[i]
		if !slices.Contains(order, r.Pred) {
			order = append(order, r.Pred)
		}
		c.judge(r)
	}
	c.walk(t)
	best := ""
	for _, pred := range order {
		if n := c.facts[pred]; n > 0 && !c.rejected[pred] && (best == "" || n > c.facts[best]) {
			best = pred
		}
	}
	return best
}

// Located returns whom a fact of a place predicate is about, and where they are.
func Located(r *trace.Resource) (who string, where trace.Term, ok bool) {
	if len(r.Args) != 2 || r.Persistent || len(r.Args[0].Args) > 0 || r.Args[1].Number {
		return "", trace.Term{}, false
	}
	return r.Args[0].String(), r.Args[1], true
}

// census counts the facts of predicates that may say where characters are.
type census struct {
	names    map[string]bool // of the characters
	somebody map[string]bool // they, and all others of their types
	facts    map[string]int  // of the characters, by predicate
	rejected map[string]bool
}

func newCensus(program *trace.Program, names []string) *census {
	c := &census{names: make(map[string]bool), somebody: make(map[string]bool), facts: make(map[string]int), rejected: make(map[string]bool)}
	for _, name := range names {
		c.names[name], c.somebody[name] = true, true
	}
	if program == nil {
		return c
	}
	for _, typ := range program.Types {
		if !slices.ContainsFunc(typ.Constants, func(name string) bool { return c.names[name] }) {
			continue
		}
		for _, name := range typ.Constants {
			c.somebody[name] = true
		}
	}
	return c
}

// judge counts a fact, and rejects its predicate where the fact is no place of a
// character.
func (c *census) judge(r *trace.Resource) {
	who, where, ok := Located(r)
	if !ok || len(where.Args) > 0 || c.somebody[where.String()] || !c.somebody[who] {
		c.rejected[r.Pred] = true
		return
	}
	if c.names[who] {
		c.facts[r.Pred]++
	}
}

// walk rejects predicates of which somebody has two facts at a time.
func (c *census) walk(t *trace.Trace) {
	type key struct{ pred, who string }
	held := make(map[key]int)
	count := func(r *trace.Resource, by int) {
		if who, _, ok := Located(r); ok && !c.rejected[r.Pred] {
			k := key{r.Pred, who}
			if held[k] += by; held[k] > 1 {
				c.rejected[r.Pred] = true
			}
		}
	}
	index := make(map[trace.ResourceID]*trace.Resource, len(t.Resources))
	for i := range t.Resources {
		r := &t.Resources[i]
		index[r.ID] = r
		if r.By == 0 {
			count(r, 1)
		}
	}
	for i := range t.Steps {
		for _, id := range t.Steps[i].Consumes {
			count(index[id], -1)
		}
		for _, id := range t.Steps[i].Produces {
			count(index[id], 1)
		}
	}
}
