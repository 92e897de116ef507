package desk

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/site/words"
)

// Awaited is what is waited for: a rule that fires or a fact that is made, as somebody asks for
// it. It may be both, where a rule and a predicate have the same name.
type Awaited struct {
	trace.Pattern
	Rule, Fact bool
}

// Awaited returns what a text stands for: `do/slay romeo`, `dead _`, or `stage night`.
// Arguments at the end may be left out. What the program does not know is an error, and so is
// what no rule makes or, with `!`, makes permanent.
func (d *Desk) Awaited(text string) (Awaited, error) {
	p, err := trace.ParsePattern(text)
	if err != nil {
		return Awaited{}, err
	}
	rules, preds := d.names()
	a := Awaited{Pattern: p, Rule: slices.Contains(rules, p.Head), Fact: slices.Contains(preds, p.Head)}
	switch {
	case p.Permanent && (a.Rule || a.Fact) && !d.makes(p.Head, true):
		return a, fmt.Errorf("no rule makes a permanent %s, and ! means that, not “no more”: for a fact that goes, name the rules that use it up", p.Head)
	case a.Fact && p.Head == trace.StagePred:
		if len(p.Args) == 0 || p.Args[0].Head == trace.Open {
			return a, nil
		}
		return a, d.wantStage(p.Args[0].Head)
	case a.Fact && !a.Rule && !d.makes(p.Head, false):
		return a, fmt.Errorf("no rule makes a %s, so none can come", p.Head)
	case a.Rule || a.Fact:
		return a, d.wantArgs(p)
	}
	if near := trace.Nearest(p.Head, append(rules, preds...)); near != "" {
		return a, fmt.Errorf("there is no rule and no predicate %s; did you mean %s?", p.Head, near)
	}
	return a, fmt.Errorf("there is no rule and no predicate %s", p.Head)
}

// EachAwaited returns what the items of a list with commas stand for, see [Desk.Awaited].
func (d *Desk) EachAwaited(list string) ([]Awaited, error) {
	var out []Awaited
	for _, item := range items(list) {
		a, err := d.Awaited(item)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// makes reports whether a rule makes facts of a predicate or, if wanted, permanent ones.
func (d *Desk) makes(pred string, permanent bool) bool {
	wanted := func(x lang.Result) bool { return x.Atom.Pred.Name == pred && (x.Permanent || !permanent) }
	return slices.ContainsFunc(d.Program().Rules(), func(r *lang.Rule) bool { return slices.ContainsFunc(r.Results, wanted) })
}

// names returns the rules and the predicates of the state.
func (d *Desk) names() (rules, preds []string) {
	for _, r := range d.teller.program.Rules {
		rules = append(rules, r.Name)
	}
	for _, p := range d.teller.program.Predicates {
		preds = append(preds, p.Name)
	}
	return rules, append(preds, trace.StagePred)
}

// wantArgs refuses more arguments than there are, and constants that the program does not
// have: what has them would never come.
func (d *Desk) wantArgs(p trace.Pattern) error {
	takes := 0
	for _, r := range d.teller.program.Rules {
		if r.Name == p.Head {
			takes = len(r.Params)
		}
	}
	for _, q := range d.teller.program.Predicates {
		if q.Name == p.Head {
			takes = max(takes, len(q.Args))
		}
	}
	if len(p.Args) > takes {
		return fmt.Errorf("%s takes %s, and %s has %d", p.Head, words.Count(takes, "argument"), p, len(p.Args))
	}
	return d.wantConstants(p.Args)
}

func (d *Desk) wantConstants(args []trace.Term) error {
	var known []string
	for _, t := range d.teller.program.Types {
		known = append(known, t.Constants...)
	}
	for _, arg := range args {
		if _, literal := arg.Literal(); literal || arg.Number || len(arg.Args) > 0 || arg.Head == trace.Open || slices.Contains(known, arg.Head) {
			continue
		}
		if near := trace.Nearest(arg.Head, known); near != "" {
			return fmt.Errorf("the program has no %s; did you mean %s?", arg.Head, near)
		}
		if syntax.IsVariable(arg.Head) {
			return fmt.Errorf("the program has no %s; `%s` stands for anything", arg.Head, trace.Open)
		}
		return fmt.Errorf("the program has no %s", arg.Head)
	}
	return nil
}

// BreakAt has chance stop where any of the items of a list with commas happens, see
// [Desk.Break].
func (d *Desk) BreakAt(list string) error {
	all, err := d.EachAwaited(list)
	for _, at := range all {
		d.Break(at)
	}
	return err
}

// UnbreakAt takes the breakpoints of a list with commas away, of which the others are if one
// is none.
func (d *Desk) UnbreakAt(list string) error {
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
func (d *Desk) Break(at Awaited) bool {
	if d.breakpoint(at) >= 0 {
		return false
	}
	d.breaks = append(d.breaks, at)
	return true
}

// Unbreak takes a breakpoint away, and is false where there is none.
func (d *Desk) Unbreak(at Awaited) bool {
	i := d.breakpoint(at)
	if i >= 0 {
		d.breaks = slices.Delete(d.breaks, i, i+1)
	}
	return i >= 0
}

func (d *Desk) breakpoint(at Awaited) int {
	return slices.IndexFunc(d.breaks, func(b Awaited) bool { return b.String() == at.String() })
}

// Breaks returns the breakpoints as [Desk.BreakAt] takes them, the oldest first.
func (d *Desk) Breaks() (out []string) {
	for _, b := range d.breaks {
		out = append(out, b.String())
	}
	return out
}

// breakAgain enters breakpoints that were there once, as far as the program still has what
// they wait for.
func (d *Desk) breakAgain(at []string) {
	for _, text := range at {
		if a, err := d.Awaited(text); err == nil {
			d.Break(a)
		}
	}
}

// Stopped says why chance stopped after the last move of the player, or the last run.
func (d *Desk) Stopped() play.Stop { return d.stop }

// watched returns what is waited for with the breakpoints.
func (d *Desk) watched(u play.Until) play.Until {
	u.Rules, u.Facts = slices.Clone(u.Rules), slices.Clone(u.Facts)
	for _, b := range d.breaks {
		b.Await(&u)
	}
	return u
}

// Await enters what is waited for.
func (a Awaited) Await(u *play.Until) {
	if a.Rule {
		u.Rules = append(u.Rules, a.Pattern)
	}
	if a.Fact {
		u.Facts = append(u.Facts, a.Pattern)
	}
}
