package grid

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// census gathers the kinds of things on a grid.
type census struct {
	list  []Kind
	index map[string]int
}

// of returns the kind of the thing at a position, which has been entered.
func (c *census) of(p *position) int { return c.index[kindOf(p)] }

// kindOf names the kind of the thing at a position: by the first of its names, without the arguments
// of that, if the fact has these alone; by its predicate, if the fact is about the position.
func kindOf(p *position) string {
	switch {
	case !p.carried:
		return p.pred
	case len(p.rest) == 1:
		return p.rest[0].Head
	}
	return p.text()
}

// tally counts the things of a kind.
type tally struct {
	relation         string // the relation of the first of them
	facts, initial   int    // initial are those of the start
	permanent, moves bool   // permanent: all last; moves: one was made or used up
	carried          bool   // carried says that the relation has things, other than itself
	several          bool   // several says that they have several names each: a number and a colour
}

// leastGround is from how many things on, of which none comes or goes, a kind is ground.
const leastGround = 3

// blanks are names of squares on which nothing is.
var blanks = []string{"blank", "empty", "free", "none", "nothing", "floor", "dead", "off", "clear", "void", "vacant",
	"cell", "square", "tile", "field"}

// kinds finds the kinds of all things, in the order of the trace, and their roles.
func (f *finder) kinds() *census {
	c := &census{index: make(map[string]int)}
	var tallies []tally
	f.each(func(r *causal.Resource) {
		at, ok := f.read[r.Resource]
		if !ok {
			return
		}
		key := kindOf(&at)
		k, known := c.index[key]
		if !known {
			k = len(c.list)
			c.index[key] = k
			c.list = append(c.list, Kind{Name: key})
			tallies = append(tallies, tally{relation: at.pred, permanent: true, carried: at.carried,
				several: len(at.rest) > 1})
		}
		t := &tallies[k]
		t.facts++
		t.moves = t.moves || r.Producer != causal.Outside || r.Consumer != causal.Outside
		t.permanent = t.permanent && r.Persistent
		if r.Producer == causal.Outside {
			t.initial++
		}
	})
	f.empty(c, tallies)
	for i := range c.list {
		k, t := &c.list[i], &tallies[i]
		switch {
		case slices.Contains(blanks, k.Name):
			k.Role = Blank
		case k.Role == Piece && !t.moves && (t.permanent || t.facts >= leastGround && !f.covers(t.relation)):
			k.Role = Ground
		}
	}
	return c
}

// empty makes a kind blank where a relation says at the start of each position what is there: the most
// frequent one, if that is a third of them.
func (f *finder) empty(c *census, tallies []tally) {
	all, most := make(map[string]int), make(map[string]int) // facts at the start by relation; its most frequent kind
	told := make(map[string]bool)                           // relations with a kind that is blank by its name
	for i := range tallies {
		t := &tallies[i]
		told[t.relation] = told[t.relation] || slices.Contains(blanks, c.list[i].Name)
		all[t.relation] += t.initial
		if k, known := most[t.relation]; !known || t.initial > tallies[k].initial {
			most[t.relation] = i
		}
	}
	for relation, k := range most {
		t := &tallies[k]
		frequent := t.initial > 1 && 3*t.initial >= all[relation]
		changes := !t.permanent && (t.moves || t.carried)
		if frequent && changes && !t.several && !told[relation] && f.covers(relation) {
			c.list[k].Role = Blank
		}
	}
}

// covers reports whether a relation says at the start of each position what is there, of half of the
// grid or more.
func (f *finder) covers(relation string) bool {
	return 2*f.filled[relation] >= len(f.grid.Rows)*len(f.grid.Columns)
}

// decorate reads facts such as `decorate label tree t` and `decorate colour tree green`.
func (g *Grid) decorate() {
	for i := range g.graph.Resources {
		r := &g.graph.Resources[i]
		if r.Pred != "decorate" || len(r.Args) != 3 {
			continue
		}
		for k := range g.Kinds {
			kind := &g.Kinds[k]
			if r.Args[1].Head != kind.Name && r.Args[1].String() != kind.Name {
				continue
			}
			switch value := plain(r.Args[2]); r.Args[0].Head {
			case "label":
				if !isGlyph(value) {
					kind.Label = value
				}
			case "color", "colour":
				kind.Colour = colour(value)
			}
		}
	}
}

// plain returns a term as text, a literal without its quotes.
func plain(t trace.Term) string {
	if text, ok := t.Literal(); ok {
		return text
	}
	return t.String()
}

// isGlyph reports whether a label is the code of a sign in an icon font, such as font_f007, which
// pictures do not bring along.
func isGlyph(label string) bool { return strings.HasPrefix(label, "font_") }

// colour returns a colour as stylesheets write it: #8b0000 for hex_8b0000.
func colour(name string) string {
	if digits, hex := strings.CutPrefix(name, "hex_"); hex {
		return "#" + digits
	}
	return strings.ToLower(name)
}
