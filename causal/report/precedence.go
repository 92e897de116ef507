package report

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/site/words"
)

// Precedence tells how the steps of two kinds lie to each other.
type Precedence struct {
	*causal.Precedence
	Left, Right string // the names of the kinds
}

// Lines returns the answer as text, in sections with an empty line between them.
func (p *Precedence) Lines() []string {
	left, right := kind{p.Left, len(p.Precedence.Left)}, kind{p.Right, len(p.Precedence.Right)}
	first := left.String() + "."
	if !p.same() {
		first = fmt.Sprintf("%s; %s.", left, right)
	}
	between := func(b causal.Between, after, before string) []string {
		if p.same() {
			return []string{right.part(b.RightAfterLeft, after+" another"), left.part(b.LeftBeforeRight, before+" another")}
		}
		return []string{
			right.part(b.RightAfterLeft, after+" "+p.Left), left.part(b.LeftBeforeRight, before+" "+p.Right),
			left.part(b.LeftAfterRight, after+" "+p.Right), right.part(b.RightBeforeLeft, before+" "+p.Left),
		}
	}
	return slices.Concat([]string{first},
		section("Causes, by what one step made and another used", between(p.Led, "rested on", "led to")),
		section("Order, whatever made one step wait for another", between(p.Order, "had to come after", "had to come before")),
		p.pairs())
}

// kind is a kind of steps, with how many there are.
type kind struct {
	name  string
	steps int
}

func (k kind) String() string { return k.name + ": " + words.Count(k.steps, "step") }

// part says how many steps of the kind do something.
func (k kind) part(n int, do string) string {
	return fmt.Sprintf("%d of %s of %s %s (%s)", n, words.Count(k.steps, "step"), k.name, do, percent(n, k.steps))
}

// same reports whether both kinds are the same steps.
func (p *Precedence) same() bool { return slices.Equal(p.Precedence.Left, p.Precedence.Right) }

// section returns a heading with the lines below it.
func section(heading string, lines []string) []string {
	out := []string{"", heading + ":"}
	for _, line := range lines {
		out = append(out, "  "+line)
	}
	return out
}

func percent(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of)) }

// pairs tells of pairs of two steps, one of each kind.
func (p *Precedence) pairs() []string {
	n := p.Pairs
	switch {
	case n == nil:
		return []string{"", "There are too many pairs of them to count."}
	case n.All == 0:
		return nil
	}
	var lines []string
	add := func(pairs int, what string) {
		lines = append(lines, fmt.Sprintf("%d (%s): %s", pairs, percent(pairs, n.All), what))
	}
	switch {
	case p.same():
		add(n.Either, "one had to come before the other")
	default:
		add(n.LeftFirst, p.Left+" had to come before "+p.Right)
		add(n.RightFirst, p.Right+" had to come before "+p.Left)
		if n.Either > 0 {
			add(n.Either, "one had to come before the other, and both are of both kinds")
		}
	}
	add(n.Concurrent, "concurrent")
	return section(words.Count(n.All, "pair")+" of two steps", lines)
}

// PrecedenceData is how the steps of two kinds lie to each other, as data.
type PrecedenceData struct {
	Left  KindData `json:"left"`
	Right KindData `json:"right"`
	// Led relates two steps if one used a resource that the other made; Order relates them by the
	// whole causal order.
	Led   BetweenData `json:"led"`
	Order BetweenData `json:"order"`
	Pairs *PairsData  `json:"pairs"` // null where there are too many to be counted
}

// KindData is the steps of a kind.
type KindData struct {
	What  string `json:"what"`
	Steps int    `json:"steps"`
}

// BetweenData says how many steps of a kind have one of the other before or after them.
type BetweenData struct {
	LeftBeforeRight ShareData `json:"leftBeforeRight"`
	RightAfterLeft  ShareData `json:"rightAfterLeft"`
	RightBeforeLeft ShareData `json:"rightBeforeLeft"`
	LeftAfterRight  ShareData `json:"leftAfterRight"`
}

// ShareData is a number of steps, and which share of their kind they are.
type ShareData struct {
	Steps int     `json:"steps"`
	Share float64 `json:"share"`
}

// PairsData counts pairs of two steps, one of each kind.
type PairsData struct {
	All        int `json:"all"`
	LeftFirst  int `json:"leftFirst"`
	RightFirst int `json:"rightFirst"`
	Either     int `json:"either"` // both are of both kinds, and one had to come first
	Concurrent int `json:"concurrent"`
}

// Data returns the answer as data.
func (p *Precedence) Data() PrecedenceData {
	left, right := len(p.Precedence.Left), len(p.Precedence.Right)
	share := func(n, of int) ShareData { return ShareData{n, float64(n) / float64(of)} }
	between := func(b causal.Between) BetweenData {
		return BetweenData{
			share(b.LeftBeforeRight, left), share(b.RightAfterLeft, right),
			share(b.RightBeforeLeft, right), share(b.LeftAfterRight, left),
		}
	}
	d := PrecedenceData{
		Left: KindData{p.Left, left}, Right: KindData{p.Right, right},
		Led: between(p.Led), Order: between(p.Order),
	}
	if n := p.Pairs; n != nil {
		d.Pairs = &PairsData{n.All, n.LeftFirst, n.RightFirst, n.Either, n.Concurrent}
	}
	return d
}
