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
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/label"
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
func (g *Game) Awaited(text string) (Awaited, error) {
	target, err := goal.Parse(text)
	if err != nil {
		return Awaited{}, err
	}
	if len(target.Facts) > 1 {
		target, err := report.WantGoal(g.Program(), target)
		if err == nil && !slices.ContainsFunc(target.Facts, g.comes) {
			err = fmt.Errorf("no rule makes any of %s, so none can come", target)
		}
		return Awaited{Goal: target, Fact: true}, err
	}
	p := target.Facts[0]
	rules, preds := g.names()
	a := Awaited{Goal: target, Rule: len(g.Program().Select(p.Head)) > 0, Fact: p.Head == trace.Open ||
		slices.Contains(preds, p.Head)}
	switch {
	case a.Rule:
		return a, cmp.Or(g.wantMade(a), g.wantArgs(p))
	case a.Fact:
		target, err := report.WantGoal(g.Program(), target)
		return Awaited{Goal: target, Fact: true}, cmp.Or(g.wantMade(a), err)
	}
	labels := g.Program().Labels()
	if near := label.Nearest(p.Head, append(rules, preds...)); near != "" && len(labels.Like(p.Head)) == 0 {
		return a, fmt.Errorf("there is no rule and no predicate %s; did you mean %s?", p.Head, near)
	}
	return a, fmt.Errorf("there is no rule and no predicate %s%s", p.Head, labels.MeantOrAll(p.Head))
}

// comes reports whether a rule makes a fact that a pattern may stand for.
func (g *Game) comes(p goal.Pattern) bool {
	return p.Head == trace.StagePred || p.Head == trace.Open || g.makes(p.Head, p.Permanent)
}

// wantMade refuses what no rule makes.
func (g *Game) wantMade(a Awaited) error {
	switch p := a.Facts[0]; {
	case p.Permanent && !g.makes(p.Head, true):
		return fmt.Errorf("no rule makes a permanent %s, and ! means that, not “no more”: for a fact that goes, name the "+
			"rules that use it up", p.Head)
	case !a.Rule && !g.comes(p):
		return fmt.Errorf("no rule makes a %s, so none can come", p.Head)
	}
	return nil
}

// EachAwaited returns what the items of a list stand for, of which any is enough: those
// between semicolons, see [Game.Awaited]. Commas stand between facts that are to be there
// together; where one of these is no fact, they stand between items, too.
func (g *Game) EachAwaited(list string) ([]Awaited, error) {
	var out []Awaited
	for _, item := range g.items(list) {
		a, err := g.Awaited(item)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// items returns the items of a list, see [Game.EachAwaited].
func (g *Game) items(list string) (items []string) {
	_, preds := g.names()
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
func (g *Game) makes(pred string, permanent bool) bool {
	wanted := func(x lang.Result) bool { return x.Atom.Pred.Name == pred && (x.Permanent || !permanent) }
	return slices.ContainsFunc(g.Program().Rules(),
		func(r *lang.Rule) bool { return slices.ContainsFunc(r.Results, wanted) })
}

// names returns the rules and the predicates of the state.
func (g *Game) names() (rules, preds []string) {
	for _, r := range g.Program().Rules() {
		rules = append(rules, r.Label)
	}
	for _, p := range g.teller.program.Predicates {
		preds = append(preds, p.Name)
	}
	return rules, append(preds, trace.StagePred)
}

// wantArgs refuses more arguments than a rule has, and constants that the program does not have:
// such a pattern would never match.
func (g *Game) wantArgs(p goal.Pattern) error {
	takes := 0
	for _, r := range g.Program().Select(p.Head) {
		takes = max(takes, len(r.Vars))
	}
	for _, q := range g.teller.program.Predicates {
		if q.Name == p.Head {
			takes = max(takes, len(q.Args))
		}
	}
	if len(p.Args) > takes {
		return fmt.Errorf("%s takes %s, and %s has %d", p.Head, english.Count(takes, "argument"), p, len(p.Args))
	}
	return g.wantConstants(p)
}

func (g *Game) wantConstants(p goal.Pattern) error {
	var known []string
	for _, t := range g.teller.program.Types {
		known = append(known, t.Constants...)
	}
	for _, arg := range p.Args {
		if _, literal := arg.Literal(); literal || arg.Number || len(arg.Args) > 0 || arg.Head == trace.Open ||
			slices.Contains(p.Vars, arg.Head) || slices.Contains(known, arg.Head) {
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
func (g *Game) BreakAt(list string) error {
	all, err := g.EachAwaited(list)
	for _, at := range all {
		g.Break(at)
	}
	return err
}

// UnbreakAt takes the breakpoints of a list away, of which the others are if one
// is none.
func (g *Game) UnbreakAt(list string) error {
	all, err := g.EachAwaited(list)
	for _, at := range all {
		if !g.Unbreak(at) {
			err = cmp.Or(err, fmt.Errorf("there is no breakpoint %s", at))
		}
	}
	return err
}

// Break has chance stop where something happens, whatever it was to go on to. It is false
// where that is a breakpoint already.
func (g *Game) Break(at Awaited) bool {
	if g.breakpoint(at) >= 0 {
		return false
	}
	g.breaks = append(g.breaks, at)
	return true
}

// Unbreak takes a breakpoint away, and is false where there is none.
func (g *Game) Unbreak(at Awaited) bool {
	i := g.breakpoint(at)
	if i >= 0 {
		g.breaks = slices.Delete(g.breaks, i, i+1)
	}
	return i >= 0
}

func (g *Game) breakpoint(at Awaited) int {
	return slices.IndexFunc(g.breaks, func(b Awaited) bool { return b.String() == at.String() })
}

// Breaks returns the breakpoints as [Game.BreakAt] takes them, the oldest first.
func (g *Game) Breaks() (out []string) {
	for _, b := range g.breaks {
		out = append(out, b.String())
	}
	return out
}

// Stopped says why chance stopped after the last move of the player, or the last run.
func (g *Game) Stopped() session.Stop { return g.stop }

// watched adds the breakpoints to the conditions that end a run.
func (g *Game) watched(u session.Until) session.Until {
	u.Rules, u.Goals = slices.Clone(u.Rules), slices.Clone(u.Goals)
	for _, b := range g.breaks {
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
