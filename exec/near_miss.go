package exec

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// NearMiss is a match of some premises of a rule, while others are not met.
type NearMiss struct {
	Rule *lang.Rule
	// Args are the values of Rule.Vars, where Known says that they have one.
	Args  []lang.Value
	Known []bool
	// Standings and Uses are of Rule.Premises, in their order. Uses are the
	// resources that meet premises on the state; nil elsewhere.
	Standings []Standing
	Uses      []*Resource
	// NoResult says that a calculation of the right side has no value.
	NoResult bool
}

// Standing says whether a premise is met.
type Standing int

// The standings.
const (
	Met     Standing = iota
	Unmet            // nothing meets it
	Unknown          // it depends on values that unmet premises would give
)

// NearMisses are the partial matches of a rule in which the fewest premises are not met.
type NearMisses struct {
	// Ways are in the order of the number of unknown variables, then of the number of missing
	// proofs, then in the order in which transitions are found.
	Ways []NearMiss
	// More is the number of ways that are left out.
	More int
	// Cut says that the search stopped at its limit.
	Cut bool
}

const (
	// nearMissSteps bounds how many resources are tried for a number of unmet premises.
	nearMissSteps = 2_000_000
	// mostNearMisses bounds how many ways are compared.
	mostNearMisses = 10_000
)

// NearMisses returns at most so many partial matches of a rule in the state, whatever the stage,
// with the fewest unmet premises. Variables that are known have the values given. If all premises
// can be met, these are the transitions, each once whatever equal resources meet it. The error is
// that of the context.
//
// It tries with no premise unmet, then with one, and so on (iterative deepening:
// Korf, "Depth-first iterative-deepening", Artificial Intelligence 27, 1985).
func (m *Machine) NearMisses(ctx context.Context, rule *lang.Rule, given []lang.Value, known []bool, most int) (
	NearMisses, error) {
	m.network.Commit(ctx)
	return nearest(most, anyNumber, func() *partialMatcher { return newPartialMatcher(ctx, m, rule, given, known) })
}

// Fits returns the ways that [Machine.NearMisses] finds if all premises can be met, and else none.
func (m *Machine) Fits(ctx context.Context, rule *lang.Rule, given []lang.Value, known []bool, most int) (
	NearMisses, error) {
	m.network.Commit(ctx)
	return nearest(most, 0, func() *partialMatcher { return newPartialMatcher(ctx, m, rule, given, known) })
}

// anyNumber of premises may be unmet: there is a way without any of them.
const anyNumber = math.MaxInt

// nearest searches with one unmet premise more each time, until there are ways or more
// would be unmet than may be.
func nearest(most, mayLack int, begin func() *partialMatcher) (NearMisses, error) {
	var out NearMisses
	for unmet := 0; unmet <= mayLack; unmet++ {
		s := begin()
		err := s.from(0, unmet)
		out.Cut = out.Cut || errors.Is(err, errEnough)
		switch {
		case s.done.Err() != nil:
			return out, s.done.Err()
		case err != nil && !errors.Is(err, errEnough) && !errors.Is(err, errFirst):
			return out, err
		case len(s.found) > 0:
			slices.SortStableFunc(s.found, func(a, b NearMiss) int { // a missing fact may still come, a proof may not
				return cmp.Or(a.unknown()-b.unknown(), a.unproved()-b.unproved())
			})
			out.Ways = s.found[:min(most, len(s.found))]
			out.More = len(s.found) - len(out.Ways)
			return out, nil
		}
	}
	return out, nil
}

// key is the same for ways that differ in equal resources only, or in which of several
// premises that ask for the same fact are met.
func (n *NearMiss) key() string {
	var key []byte
	for i, known := range n.Known {
		if known {
			key = term.AppendKey(key, n.Args[i])
		} else {
			key = append(key, '_')
		}
	}
	premises := make([]string, len(n.Standings))
	for i, s := range n.Standings {
		premises[i] = fmt.Sprintf("%d %d", n.Group(i), s)
		if r := n.Uses[i]; r != nil {
			premises[i] += " " + r.Fact.String()
		}
	}
	slices.Sort(premises)
	return string(key) + strings.Join(premises, ";")
}

// Group returns the first premise that asks for the very fact that the i-th asks for, and
// takes a resource of its own for it.
func (n *NearMiss) Group(i int) int {
	return slices.IndexFunc(n.Rule.Premises[:i+1], func(p lang.Premise) bool { return n.alike(&p, &n.Rule.Premises[i]) })
}

func (n *NearMiss) alike(p, q *lang.Premise) bool {
	if p.Kind > lang.Keep || q.Kind > lang.Keep || p.Atom.Pred != q.Atom.Pred {
		return p.Span == q.Span
	}
	return slices.EqualFunc(p.Atom.Args, q.Atom.Args, func(a, b lang.Term) bool {
		if lang.EqualTerms(a, b) {
			return true
		}
		return term.Known(a, n.Known) && term.Known(b, n.Known) && n.Instance(a).String() == n.Instance(b).String()
	})
}

// Copies returns how many resources of the very fact that the i-th premise asks for the rule
// takes, this one included, and how many of them there are in the way that was found: its
// premises are met by as many as there are.
func (n *NearMiss) Copies(i int) (needs, there int) {
	for k := range n.Standings {
		if n.Group(k) == n.Group(i) {
			needs++
			if n.Standings[k] == Met {
				there++
			}
		}
	}
	return needs, there
}

func (n *NearMiss) unknown() int {
	count := 0
	for _, known := range n.Known {
		if !known {
			count++
		}
	}
	return count
}

// unmet returns the premises that are not met.
func (n *NearMiss) unmet() (out []int) {
	for i, s := range n.Standings {
		if s == Unmet {
			out = append(out, i)
		}
	}
	return out
}

// unproved returns how many premises are not met that facts to come cannot meet.
func (n *NearMiss) unproved() int {
	count := 0
	for i, s := range n.Standings {
		if s == Unmet && n.Rule.Premises[i].Kind == lang.Prove {
			count++
		}
	}
	return count
}

// String returns the rule's name and arguments as programs write them, with `_` for those that are
// unknown.
func (n *NearMiss) String() string { return n.Text(nil) }

// Text is String with numbers and lists of some shapes in their short forms.
func (n *NearMiss) Text(shapes *shape.Set) string {
	t := trace.Term{Head: n.Rule.Label}
	for i, known := range n.Known {
		arg := trace.Const(trace.Open)
		if known {
			arg = shapes.Short(term.Record(n.Args[i]))
		}
		t.Args = append(t.Args, arg)
	}
	return t.String()
}

// Instance returns a term of the rule as far as its values are known, with
// [trace.Open] for what is not.
func (n *NearMiss) Instance(t lang.Term) trace.Term {
	return term.Partial(t, n.Args, n.Known, func(lang.Variable) string { return trace.Open })
}

// Fact returns the atom of a premise as far as its values are known.
func (n *NearMiss) Fact(a lang.Atom) trace.Fact {
	f := trace.Fact{Pred: a.Pred.Name}
	for _, t := range a.Args {
		f.Args = append(f.Args, n.Instance(t))
	}
	return f
}

// shown is [NearMiss.Instance], but numbers that are calculated from unknown values stand as in the rule:
// `N + 2`.
func (n *NearMiss) shown(t lang.Term) trace.Term {
	if term.Known(t, n.Known) {
		return n.Instance(t)
	}
	infix := func(x, op, y trace.Term) trace.Term {
		left := trace.Term{Args: []trace.Term{x}}.String() // with parentheses where x has arguments
		return trace.Term{Head: strings.TrimSpace(left), Args: []trace.Term{op, y}}
	}
	name := func(v lang.Variable) trace.Term { return trace.Const(n.Rule.Vars[v].Name) }
	switch t := t.(type) {
	case *lang.Successor:
		return infix(name(t.Var), trace.Const(string(lang.Plus)), trace.Atomic(t.By.String()))
	case *lang.Calculation:
		part := func(t lang.Term) trace.Term {
			if v, ok := t.(lang.Variable); ok && !n.Known[v] {
				return name(v)
			}
			return n.shown(t)
		}
		return infix(part(t.X), trace.Const(string(t.Op)), part(t.Y))
	case *lang.Compound:
		out := trace.Const(t.Con.Name)
		for _, a := range t.Args {
			out.Args = append(out.Args, n.shown(a))
		}
		return out
	}
	return n.Instance(t)
}

// Premise returns the i-th premise as far as its values are known: as programs write it, but for
// numbers and lists of some shapes.
func (n *NearMiss) Premise(i int, shapes *shape.Set) string {
	p := &n.Rule.Premises[i]
	if p.Kind == lang.Compare {
		return fmt.Sprintf("%s %s %s", shapes.Short(n.Instance(p.X)), p.Op, shapes.Short(n.Instance(p.Y)))
	}
	atom := trace.Fact{Pred: p.Atom.Pred.Name}
	for _, t := range p.Atom.Args {
		atom.Args = append(atom.Args, n.shown(t))
	}
	fact := shapes.Fact(atom).String()
	switch p.Kind {
	case lang.Keep:
		return "$" + fact
	case lang.Permanent:
		return "!" + fact
	}
	return fact
}
