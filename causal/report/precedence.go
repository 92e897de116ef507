package report

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Precedence tells how the steps of two kinds lie to each other.
type Precedence struct {
	*causal.Precedence
	Left, Right string // the names of the kinds
}

// Print prints the answer in sections.
func (p *Precedence) Print(b *Text) {
	left, right := kind{p.Left, len(p.Precedence.Left)}, kind{p.Right, len(p.Precedence.Right)}
	if p.same() {
		b.Line("%s.", left)
	} else {
		b.Line("%s; %s.", left, right)
	}
	between := func(heading string, n causal.Between, after, before string) {
		b.Title(heading)
		if p.same() {
			b.Item("%s", right.part(n.RightAfterLeft, after+" another"))
			b.Item("%s", left.part(n.LeftBeforeRight, before+" another"))
			return
		}
		b.Item("%s", right.part(n.RightAfterLeft, after+" "+p.Left))
		b.Item("%s", left.part(n.LeftBeforeRight, before+" "+p.Right))
		b.Item("%s", left.part(n.LeftAfterRight, after+" "+p.Right))
		b.Item("%s", right.part(n.RightBeforeLeft, before+" "+p.Left))
	}
	between("Causes, by what one step made and another used:", p.Led, "rested on", "led to")
	between("Order, whatever made one step wait for another:", p.Order, "had to come after", "had to come before")
	p.printPairs(b)
}

// kind is a kind of steps, with how many there are.
type kind struct {
	name  string
	steps int
}

func (k kind) String() string { return k.name + ": " + english.Count(k.steps, "step") }

// part says how many steps of the kind do something.
func (k kind) part(n int, do string) string {
	return fmt.Sprintf("%d of %s of %s %s (%s)", n, english.Count(k.steps, "step"), k.name, do, percent(n, k.steps))
}

// same reports whether both kinds are the same steps.
func (p *Precedence) same() bool { return slices.Equal(p.Precedence.Left, p.Precedence.Right) }

func percent(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of)) }

// printPairs prints how many pairs of two steps, one of each kind, there are.
func (p *Precedence) printPairs(b *Text) {
	n := p.Pairs
	switch {
	case n == nil:
		b.Title("There are too many pairs to count.")
		return
	case n.All == 0:
		return
	}
	item := func(pairs int, what string) { b.Item("%d (%s): %s", pairs, percent(pairs, n.All), what) }
	b.Title(english.Count(n.All, "pair") + " of two steps:")
	switch {
	case p.same():
		item(n.Either, "one had to come before the other")
	default:
		item(n.LeftFirst, p.Left+" had to come before "+p.Right)
		item(n.RightFirst, p.Right+" had to come before "+p.Left)
		if n.Either > 0 {
			item(n.Either, "one had to come before the other, and both are of both kinds")
		}
	}
	item(n.Concurrent, "concurrent")
}

// precedenceData is how the steps of two kinds lie to each other, as data.
type precedenceData struct {
	Left  kindData      `json:"left"`
	Right kindData      `json:"right"`
	Led   betweenData   `json:"led"`
	Order betweenData   `json:"order"`
	Pairs *causal.Pairs `json:"pairs"` // null where there are too many to be counted
}

// kindData is the steps of a kind.
type kindData struct {
	What  string `json:"what"`
	Steps int    `json:"steps"`
}

// betweenData is a [causal.Between] with the shares of the kinds.
type betweenData struct {
	LeftBeforeRight shareData `json:"leftBeforeRight"`
	RightAfterLeft  shareData `json:"rightAfterLeft"`
	RightBeforeLeft shareData `json:"rightBeforeLeft"`
	LeftAfterRight  shareData `json:"leftAfterRight"`
}

// shareData is a number of steps, and which share of their kind they are.
type shareData struct {
	Steps int     `json:"steps"`
	Share float64 `json:"share"`
}

// Data returns the answer as data.
func (p *Precedence) Data() any {
	left, right := len(p.Precedence.Left), len(p.Precedence.Right)
	share := func(n, of int) shareData { return shareData{n, float64(n) / float64(of)} }
	between := func(b causal.Between) betweenData {
		return betweenData{
			share(b.LeftBeforeRight, left), share(b.RightAfterLeft, right),
			share(b.RightBeforeLeft, right), share(b.LeftAfterRight, left),
		}
	}
	return precedenceData{kindData{p.Left, left}, kindData{p.Right, right}, between(p.Led), between(p.Order), p.Pairs}
}
