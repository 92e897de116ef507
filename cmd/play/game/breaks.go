package game

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/plural"
)

// Awaited is a condition to wait for: a rule that fires, or facts that hold together. One text may
// mean both if a rule and a predicate have the same name.
type Awaited struct {
	goal.Goal
	Rule, Fact bool
}

// Awaited returns what a text stands for: `do/slay romeo`, `dead _`, `stage night`, or several
// facts with commas, `at C L, dead C`. Arguments at the end may be left out. What the program
// does not know is an error, and so is what no rule makes or, with `!`, makes permanent.
func (d *Game) Awaited(text string) (Awaited, error) {
	g, err := goal.Parse(text)
	if err != nil {
		return Awaited{}, err
	}
	if len(g.Facts) > 1 {
		g, err := d.wantTogether(g)
		return Awaited{Goal: g, Fact: true}, err
	}
	p := g.Facts[0]
	rules, preds := d.names()
	a := Awaited{Goal: g, Rule: len(d.Program().Select(p.Head)) > 0, Fact: p.Head == trace.Open || slices.Contains(preds, p.Head)}
	switch {
	case a.Rule:
		return a, cmp.Or(d.wantMade(a), d.wantArgs(p))
	case a.Fact:
		g, err := report.WantGoal(d.Program(), g)
		return Awaited{Goal: g, Fact: true}, cmp.Or(d.wantMade(a), err)
	}
	labels := d.Program().Labels()
	if near := label.Nearest(p.Head, append(rules, preds...)); near != "" && len(labels.Like(p.Head)) == 0 {
		return a, fmt.Errorf("there is no rule and no predicate %s; did you mean %s?", p.Head, near)
	}
	return a, fmt.Errorf("there is no rule and no predicate %s%s", p.Head, labels.MeantOrAll(p.Head))
}

// wantTogether is [report.WantGoal], and refuses facts that no rule makes.
func (d *Game) wantTogether(g goal.Goal) (goal.Goal, error) {
	g, err := report.WantGoal(d.Program(), g)
	if err == nil && !slices.ContainsFunc(g.Facts, d.comes) {
		err = fmt.Errorf("no rule makes any of %s, so none can come", g)
	}
	return g, err
}

// comes reports whether a rule makes a fact that a pattern may stand for.
func (d *Game) comes(p goal.Pattern) bool {
	return p.Head == trace.StagePred || p.Head == trace.Open || d.makes(p.Head, p.Permanent)
}

// wantMade refuses what no rule makes.
func (d *Game) wantMade(a Awaited) error {
	switch p := a.Facts[0]; {
	case p.Permanent && !d.makes(p.Head, true):
		return fmt.Errorf("no rule makes a permanent %s, and ! means that, not “no more”: for a fact that goes, name the rules that use it up", p.Head)
	case !a.Rule && !d.comes(p):
		return fmt.Errorf("no rule makes a %s, so none can come", p.Head)
	}
	return nil
}

// EachAwaited returns what the items of a list stand for, of which any is enough: those
// between semicolons, see [Game.Awaited]. Commas stand between facts that are to be there
// together; where one of these is no fact, they stand between items, too.
func (d *Game) EachAwaited(list string) ([]Awaited, error) {
	var out []Awaited
	for _, item := range d.items(list) {
		a, err := d.Awaited(item)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// items returns the items of a list, see [Game.EachAwaited].
func (d *Game) items(list string) (items []string) {
	_, preds := d.names()
	for _, item := range goal.Split(list, ';') {
		parts := goal.Split(item.Text, ',')
		if !slices.ContainsFunc(parts, func(p goal.Part) bool { return !isFact(p.Text, preds) }) {
			items = append(items, item.Text)
			continue
		}
		for _, p := range parts {
			items = append(items, p.Text)
		}
	}
	return items
}

// isFact reports whether an item of a list is a fact of one of some predicates.
func isFact(item string, preds []string) bool {
	_, number := steps(item)
	g, err := goal.Parse(item)
	if err != nil || number || item == untilTurn || item == untilEnd {
		return false
	}
	head := g.Facts[0].Head
	return head == trace.Open || slices.Contains(preds, head)
}

// makes reports whether a rule makes facts of a predicate or, if wanted, permanent ones.
func (d *Game) makes(pred string, permanent bool) bool {
	wanted := func(x lang.Result) bool { return x.Atom.Pred.Name == pred && (x.Permanent || !permanent) }
	return slices.ContainsFunc(d.Program().Rules(), func(r *lang.Rule) bool { return slices.ContainsFunc(r.Results, wanted) })
}

// names returns the rules and the predicates of the state.
func (d *Game) names() (rules, preds []string) {
	for _, r := range d.Program().Rules() {
		rules = append(rules, r.Label)
	}
	for _, p := range d.teller.program.Predicates {
		preds = append(preds, p.Name)
	}
	return rules, append(preds, trace.StagePred)
}

// wantArgs refuses more arguments than a rule has, and constants that the program does not have:
// such a pattern would never match.
func (d *Game) wantArgs(p goal.Pattern) error {
	takes := 0
	for _, r := range d.Program().Select(p.Head) {
		takes = max(takes, len(r.Vars))
	}
	for _, q := range d.teller.program.Predicates {
		if q.Name == p.Head {
			takes = max(takes, len(q.Args))
		}
	}
	if len(p.Args) > takes {
		return fmt.Errorf("%s takes %s, and %s has %d", p.Head, plural.Count(takes, "argument"), p, len(p.Args))
	}
	return d.wantConstants(p)
}

func (d *Game) wantConstants(p goal.Pattern) error {
	var known []string
	for _, t := range d.teller.program.Types {
		known = append(known, t.Constants...)
	}
	for _, arg := range p.Args {
		if _, literal := arg.Literal(); literal || arg.Number || len(arg.Args) > 0 || arg.Head == trace.Open || slices.Contains(p.Vars, arg.Head) || slices.Contains(known, arg.Head) {
			continue
		}
		if near := label.Nearest(arg.Head, known); near != "" {
			return fmt.Errorf("the program has no %s; did you mean %s?", arg.Head, near)
		}
		return fmt.Errorf("the program has no %s", arg.Head)
	}
	return nil
}

// BreakAt has chance stop where any of the items of a list happens, see [Game.EachAwaited] and
// [Game.Break].
func (d *Game) BreakAt(list string) error {
	all, err := d.EachAwaited(list)
	for _, at := range all {
		d.Break(at)
	}
	return err
}

// UnbreakAt takes the breakpoints of a list away, of which the others are if one
// is none.
func (d *Game) UnbreakAt(list string) error {
	all, err := d.EachAwaited(list)
	for _, at := range all {
		if !d.Unbreak(at) {
			err = cmp.Or(err, fmt.Errorf("there is no breakpoint %s", at))
		}
	}
	return err
}

// Break has chance stop where something happens, whatever it was to go on to. It is false
// where that is a breakpoint already.
func (d *Game) Break(at Awaited) bool {
	if d.breakpoint(at) >= 0 {
		return false
	}
	d.breaks = append(d.breaks, at)
	return true
}

// Unbreak takes a breakpoint away, and is false where there is none.
func (d *Game) Unbreak(at Awaited) bool {
	i := d.breakpoint(at)
	if i >= 0 {
		d.breaks = slices.Delete(d.breaks, i, i+1)
	}
	return i >= 0
}

func (d *Game) breakpoint(at Awaited) int {
	return slices.IndexFunc(d.breaks, func(b Awaited) bool { return b.String() == at.String() })
}

// Breaks returns the breakpoints as [Game.BreakAt] takes them, the oldest first.
func (d *Game) Breaks() (out []string) {
	for _, b := range d.breaks {
		out = append(out, b.String())
	}
	return out
}

// breakAgain enters breakpoints that were there once, as far as the program still has what
// they wait for.
func (d *Game) breakAgain(at []string) {
	for _, text := range at {
		if a, err := d.Awaited(text); err == nil {
			d.Break(a)
		}
	}
}

// Stopped says why chance stopped after the last move of the player, or the last run.
func (d *Game) Stopped() session.Stop { return d.stop }

// watched adds the breakpoints to the conditions that end a run.
func (d *Game) watched(u session.Until) session.Until {
	u.Rules, u.Goals = slices.Clone(u.Rules), slices.Clone(u.Goals)
	for _, b := range d.breaks {
		b.Await(&u)
	}
	return u
}

// Await adds the condition to u.
func (a Awaited) Await(u *session.Until) {
	if a.Rule {
		u.Rules = append(u.Rules, a.Facts[0])
	}
	if a.Fact {
		u.Goals = append(u.Goals, a.Goal)
	}
}
