package lang

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// lintDeadlocks warns of rules that can never fire because each waits for what only
// another makes: those that are left when every rule has fired that may, from the facts of
// all contexts on, by the predicates of its premises, as in the relaxed plans of Bonet and
// Geffner ("Planning as heuristic search", Artificial Intelligence 129, 2001). Of rules that
// wait for each other the first is named; why others cannot fire, which wait for these or
// for rules that are warned of already, follows from that. A program without traces is not
// judged.
func (c *checker) lintDeadlocks() {
	if len(c.prog.Traces) == 0 {
		return
	}
	d := newDeadlocks(c.prog)
	for _, r := range d.dead {
		if _, why := c.firstUnmet(r.Premises); why != "" {
			d.explain(r)
		}
	}
	for _, r := range d.dead {
		if !d.explained[r] {
			r = d.deadlocked(r)
			p, makers := d.lacking(r)
			c.warnf(syntax.NeverFires, p.Span, "rule `%s` can never fire: %s", r.Name, inTurn(r, p, makers))
			d.explain(r)
		}
	}
}

// inTurn says why the rules that make what a rule lacks do not.
func inTurn(r *Rule, p Premise, makers []*Rule) string {
	fact := "`" + p.Atom.Pred.Name + "`"
	if p.Kind == Permanent {
		fact = "`!" + p.Atom.Pred.Name + "`"
	}
	if len(makers) == 1 && makers[0] == r {
		return "only the rule itself makes " + fact
	}
	var names []string
	for _, m := range makers {
		names = append(names, "`"+m.Name+"`")
	}
	why := ", which waits for this rule in turn"
	if len(makers) > 1 {
		why = ", none of which can ever fire"
	}
	return fact + " is made only by " + strings.Join(names, ", ") + why
}

// deadlocks are the rules that can never fire.
type deadlocks struct {
	makers, waiting map[need][]*Rule // those that wait as often as they lack it
	missing         map[*Rule]int    // how many premises cannot be met yet
	possible        map[need]bool
	dead            []*Rule
	explained       map[*Rule]bool // explained: the rule has a reported cause, or follows from one that has
}

// need is what a premise asks for: a fact of a predicate, or a permanent one.
type need struct {
	pred      *Pred
	permanent bool
}

// needOf returns what a premise asks for; false where that is not of the state.
func needOf(p Premise) (need, bool) { return need{p.Atom.Pred, p.Kind == Permanent}, p.Kind.OnState() }

// meets returns what a fact meets.
func meets(pred *Pred, permanent bool) []need {
	if permanent {
		return []need{{pred, false}, {pred, true}}
	}
	return []need{{pred, false}}
}

// newDeadlocks finds the rules of a program that can never fire.
func newDeadlocks(prog *Program) *deadlocks {
	d := &deadlocks{
		makers: make(map[need][]*Rule), waiting: make(map[need][]*Rule), missing: make(map[*Rule]int),
		possible: make(map[need]bool), explained: make(map[*Rule]bool),
	}
	rules := prog.Rules()
	for _, r := range rules {
		d.enter(r)
	}
	for _, r := range rules {
		if d.missing[r] == 0 {
			d.fire(r)
		}
	}
	for _, ctx := range prog.Contexts {
		d.start(ctx)
	}
	for _, t := range prog.Traces {
		d.start(t.Context)
	}
	for _, r := range rules {
		if d.missing[r] > 0 {
			d.dead = append(d.dead, r)
		}
	}
	return d
}

// enter notes what a rule makes, and what it waits for.
func (d *deadlocks) enter(r *Rule) {
	for _, result := range r.Results {
		for _, n := range meets(result.Atom.Pred, result.Permanent) {
			if all := d.makers[n]; len(all) == 0 || all[len(all)-1] != r {
				d.makers[n] = append(all, r)
			}
		}
	}
	for _, p := range r.Premises {
		if n, ok := needOf(p); ok {
			d.waiting[n] = append(d.waiting[n], r)
			d.missing[r]++
		}
	}
}

func (d *deadlocks) start(ctx *Context) {
	for _, f := range ctx.Facts {
		d.make(f.Fact.Pred, f.Permanent)
	}
}

// fire enters what a rule makes.
func (d *deadlocks) fire(r *Rule) {
	for _, result := range r.Results {
		d.make(result.Atom.Pred, result.Permanent)
	}
}

// make enters a fact, and fires the rules that have waited for it only.
func (d *deadlocks) make(pred *Pred, permanent bool) {
	for _, n := range meets(pred, permanent) {
		if d.possible[n] {
			continue
		}
		d.possible[n] = true
		for _, r := range d.waiting[n] {
			if d.missing[r]--; d.missing[r] == 0 {
				d.fire(r)
			}
		}
	}
}

// lacking returns the first premise that a dead rule lacks, and the rules that make it.
func (d *deadlocks) lacking(r *Rule) (Premise, []*Rule) {
	i := slices.IndexFunc(r.Premises, func(p Premise) bool {
		n, ok := needOf(p)
		return ok && !d.possible[n]
	})
	n, _ := needOf(r.Premises[i])
	return r.Premises[i], d.makers[n]
}

// deadlocked returns the first of some rules that wait for each other, and for which a rule
// waits.
func (d *deadlocks) deadlocked(r *Rule) *Rule {
	var way []*Rule
	place := make(map[*Rule]int)
	for place[r] == 0 {
		way = append(way, r)
		place[r] = len(way)
		_, makers := d.lacking(r)
		r = makers[0]
	}
	return slices.MinFunc(way[place[r]-1:], func(a, b *Rule) int { return a.Start.Offset - b.Start.Offset })
}

// explain notes that it is known why a rule can never fire, and so why those cannot that
// wait for what it makes.
func (d *deadlocks) explain(r *Rule) {
	if d.explained[r] {
		return
	}
	d.explained[r] = true
	for _, result := range r.Results {
		for _, n := range meets(result.Atom.Pred, result.Permanent) {
			if d.possible[n] {
				continue
			}
			others := d.waiting[n]
			delete(d.waiting, n)
			for _, other := range others {
				d.explain(other)
			}
		}
	}
}
