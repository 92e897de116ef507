// Package structure finds properties of all runs of a program in its rules, without running it.
//
// Rules are read as schemes, with variables for arguments. Facts of a predicate are places of a net, all of them
// together, apart by the symbols that rules name, and for each value of an argument. The P-semiflows of the net are
// invariants (flow), found by the algorithm of package farkas. Its siphons and traps say which facts never come back,
// and which never go (siphon), and rounds of rules which facts may become more and more (growth). A relaxed search
// (reach) says which rules never fire.
package structure

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// Findings are properties of all runs from a start.
type Findings struct {
	// Invariants hold in each state. Invariants of few counts come first.
	Invariants []*Invariant
	// Losses are sets of predicates of which the facts, once all are gone, never come back: minimal siphons.
	Losses []Set
	// Always are sets of predicates of which some fact is always there, and Once sets without facts at the start of
	// which some fact is always there once one was: minimal traps. They do not follow from the invariants.
	Always, Once []Set
	// Growths are the predicates that may grow without bound. Bounded are the others of which rules make facts.
	Growths []Growth
	Bounded []*lang.Pred
	// Idle are the rules and links that never fire, but for those of the stages Unentered, which no run enters; in
	// the order written.
	Idle      []*lang.Rule
	Unentered []*lang.Stage
	// Cut says that some search was given up, so that there may be more.
	Cut bool
}

// Invariant is an invariant that was found.
type Invariant struct {
	// Statement has no name and no place in a text. Its label is the text of it.
	Statement *lang.Statement
	flow      flow
}

// StatedIn returns the statement of a program, about all its stages, that says the same; nil if there is none.
func (v *Invariant) StatedIn(prog *lang.Program) *lang.Statement {
	for _, s := range prog.Statements {
		unnamed := *s
		unnamed.Name = ""
		if unnamed.String() == v.Statement.Label {
			return s
		}
	}
	return nil
}

// Options bound the findings. The zero value has default bounds.
type Options struct {
	// MaxInvariants is the greatest number of invariants; 0 for 40.
	MaxInvariants int
}

// mostInvariants is how many invariants are found without being asked for more.
const mostInvariants = 40

// finder is a program while its properties are searched.
type finder struct {
	prog    *lang.Program
	facts   []lang.Initial // at the start, permanent ones once
	reach   *reach
	kinds   map[*lang.Pred]kind
	schemes []scheme // of the rules that may fire
	cut     bool
}

// Find returns properties of all runs from a start. Where the context ends, these are the ones found until then.
func Find(ctx context.Context, prog *lang.Program, start *lang.Start, o Options) *Findings {
	f := newFinder(prog, start)
	out := &Findings{}
	out.Idle, out.Unentered = f.reach.idle(prog)
	out.Invariants = f.invariants(ctx)
	out.Idle = f.blocked(prog, out)
	f.findSets(out)
	var ok bool
	out.Growths, out.Bounded, ok = f.growths(ctx)
	f.cut = f.cut || !ok
	most := o.MaxInvariants
	if most == 0 {
		most = mostInvariants
	}
	if len(out.Invariants) > most {
		out.Invariants, f.cut = out.Invariants[:most], true
	}
	out.Cut = f.cut
	return out
}

// blocked returns the idle rules of some findings, and in their places in the order written those that need more
// facts together than an invariant allows.
func (f *finder) blocked(prog *lang.Program, found *Findings) []*lang.Rule {
	never := make(map[*lang.Rule]bool)
	for _, r := range found.Idle {
		never[r] = true
	}
	for i := range f.schemes {
		s := &f.schemes[i]
		never[s.rule] = slices.ContainsFunc(found.Invariants, func(v *Invariant) bool { return v.flow.forbids(s) })
	}
	var out []*lang.Rule
	for _, r := range prog.Rules() {
		if never[r] {
			out = append(out, r)
		}
	}
	return out
}

// findSets finds siphons and traps.
func (f *finder) findSets(out *Findings) {
	n := f.newNet()
	var siphons, traps bool
	out.Losses, siphons = n.losses()
	out.Always, out.Once, traps = n.stays(out.Invariants)
	f.cut = f.cut || !siphons || !traps
}

// newFinder reads a program.
func newFinder(prog *lang.Program, start *lang.Start) *finder {
	f := &finder{prog: prog, reach: newReach(prog, start)}
	var rules []*lang.Rule
	for _, r := range prog.Rules() {
		if _, ok := f.reach.rules[r]; ok {
			rules = append(rules, r)
		}
	}
	f.kinds = kindsOf(start, rules)
	for _, r := range rules {
		f.schemes = append(f.schemes, newScheme(r, f.reach.rules[r], f.kinds))
	}
	seen := make(map[string]bool)
	for _, i := range start.Context.Facts {
		if text := i.String(); !i.Permanent || !seen[text] {
			seen[text] = true
			f.facts = append(f.facts, i)
		}
	}
	return f
}

// invariants returns the flows as statements, the simple ones first, without those that follow from others.
func (f *finder) invariants(ctx context.Context) []*Invariant {
	var out []*Invariant
	known := make(map[string]bool)
	for _, of := range f.flows(ctx) {
		s := of.statement()
		if text := s.String(); !known[text] {
			known[text] = true
			s.Label = text
			out = append(out, &Invariant{Statement: s, flow: of})
		}
	}
	slices.SortFunc(out, simpler)
	return slices.DeleteFunc(out, func(v *Invariant) bool {
		return slices.ContainsFunc(out, func(w *Invariant) bool { return w.implies(v) })
	})
}

// implies reports whether another invariant follows from this one: it is the sum of this one over all keys, or what
// this one says of all facts together it says of those of each key.
func (v *Invariant) implies(w *Invariant) bool {
	switch s, t := v.Statement, w.Statement; {
	case s.Free == t.Free:
		return false
	case s.Free > 0:
		return s.Op == lang.Same && sameCounts(s, t)
	default:
		falling := func(c lang.Count) bool { return c.Times < 0 }
		return t.Op == lang.LessEq && s.Bound <= t.Bound && !slices.ContainsFunc(s.Sum, falling) && sameCounts(t, s)
	}
}

// sameCounts reports whether an invariant without key counts the same facts as one with a key, which for the second
// has to be any value.
func sameCounts(keyed, total *lang.Statement) bool {
	return slices.EqualFunc(keyed.Sum, total.Sum, func(c, d lang.Count) bool {
		if c.Times != d.Times || c.Pattern.Pred != d.Pattern.Pred || (c.Of < 0) != (d.Of < 0) {
			return false
		}
		for i, arg := range c.Pattern.Args {
			x, y := lang.TermText(arg, names(keyed)), lang.TermText(d.Pattern.Args[i], names(total))
			isKey := arg == lang.Term(lang.Variable(0)) && y == "_"
			isNumber := c.Of >= 0 && arg == lang.Term(c.Of) && d.Pattern.Args[i] == lang.Term(d.Of)
			if x != y && !isKey && !isNumber {
				return false
			}
		}
		return true
	})
}
