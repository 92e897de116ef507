// Package stabletest has random ground programs for tests, and their stable models by definition.
package stabletest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"pgregory.net/rapid"
)

// Program returns a program over the atoms x0, x1, …
func Program(atoms int, rules ...ground.Rule) *ground.Program {
	p := &ground.Program{Terms: new(ground.Table), Atoms: new(ground.Atoms), Rules: rules}
	for i := range atoms {
		p.Atoms.Intern(logic.Predicate{Name: fmt.Sprint("x", i)}, nil)
	}
	return p
}

// bodyHolds reports whether a body holds in a part of a model, by the definition of the reduct: positive literals are
// looked up in the part, and negative literals and negated sums in the model. Sums have to be met in both.
func bodyHolds(r *ground.Rule, part, model int) bool {
	has := func(set int, a ground.Atom) bool { return set>>a&1 == 1 }
	for _, a := range r.Pos {
		if !has(part, a) || !has(model, a) {
			return false
		}
	}
	for _, a := range r.Not {
		if has(model, a) {
			return false
		}
	}
	met := func(s *ground.Sum, set int) bool {
		total := int64(0)
		for _, e := range s.Elements {
			if e.Not && !has(model, e.Atom) || !e.Not && has(set, e.Atom) {
				total += e.Weight
			}
		}
		return s.Lower <= total && total <= s.Upper
	}
	for i := range r.Sums {
		s := &r.Sums[i]
		if s.Negated == met(s, model) || !s.Negated && !met(s, part) {
			return false
		}
	}
	return true
}

// reductHolds reports whether a part of a model satisfies the reduct of all rules.
func reductHolds(p *ground.Program, part, model int) bool {
	for i := range p.Rules {
		r := &p.Rules[i]
		if !bodyHolds(r, part, model) {
			continue
		}
		if r.Choice == nil && (len(r.Head) == 0 || part>>r.Head[0]&1 == 0) {
			return false
		}
		if r.Choice != nil {
			heads := 0
			for _, h := range r.Head {
				heads |= 1 << h
			}
			count := 0
			for a := range 64 {
				count += (heads & model) >> a & 1
			}
			if count < r.Choice.Lower || count > r.Choice.Upper || heads&model&^part != 0 {
				return false
			}
		}
	}
	return true
}

// Enumerate returns all stable models of a program as sets of bits, by the definition: models of which no smaller part
// satisfies the reduct.
func Enumerate(p *ground.Program) []int {
	var out []int
	for model := range 1 << p.Atoms.Len() {
		stable := reductHolds(p, model, model)
		for part := range model {
			stable = stable && (part&^model != 0 || !reductHolds(p, part, model))
		}
		if stable {
			out = append(out, model)
		}
	}
	return out
}

// Programs generates programs with up to a number of atoms and of rules, with cycles of all kinds.
func Programs(mostAtoms, mostRules int) *rapid.Generator[*ground.Program] {
	return rapid.Custom(func(t *rapid.T) *ground.Program {
		n := rapid.IntRange(1, mostAtoms).Draw(t, "atoms")
		atom := rapid.Map(rapid.IntRange(0, n-1), func(i int) ground.Atom { return ground.Atom(i) })
		atoms := func(most int, name string) []ground.Atom { return rapid.SliceOfN(atom, 0, most).Draw(t, name) }
		var rules []ground.Rule
		origins := []*logic.Rule{nil, {}, {}} // of which rules are instances
		for range rapid.IntRange(1, mostRules).Draw(t, "rules") {
			r := ground.Rule{Pos: atoms(2, "pos"), Not: atoms(2, "not")}
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
			case 1, 2, 3:
				r.Head = atoms(4, "heads")
				lower := rapid.IntRange(-1, 2).Draw(t, "lower")
				r.Choice = &ground.Bounds{Lower: lower, Upper: lower + rapid.IntRange(0, 4).Draw(t, "more")}
			default:
				r.Head = []ground.Atom{atom.Draw(t, "head")}
			}
			if rapid.IntRange(0, 3).Draw(t, "summing") == 0 {
				r.Sums = rapid.SliceOfN(sums(atom), 1, 2).Draw(t, "sums")
			}
			r.Origin = rapid.SampledFrom(origins).Draw(t, "origin")
			rules = append(rules, r)
		}
		return Program(n, rules...)
	})
}

func sums(atom *rapid.Generator[ground.Atom]) *rapid.Generator[ground.Sum] {
	return rapid.Custom(func(t *rapid.T) ground.Sum {
		s := ground.Sum{Negated: rapid.Bool().Draw(t, "negated")}
		least := rapid.SampledFrom([]int{-3, 1, 1}).Draw(t, "least")
		for range rapid.IntRange(0, 5).Draw(t, "elements") {
			s.Elements = append(s.Elements, ground.Element{
				Weight: int64(rapid.IntRange(least, 3).Draw(t, "weight")),
				Atom:   atom.Draw(t, "atom"),
				Not:    rapid.Bool().Draw(t, "not"),
			})
		}
		s.Lower = rapid.SampledFrom([]int64{math.MinInt64, -2, 0, 1, 2, 3}).Draw(t, "lower")
		s.Upper = rapid.SampledFrom([]int64{math.MaxInt64, 0, 2, 4}).Draw(t, "upper")
		return s
	})
}

// Bits returns models as sets of bits, in ascending order.
func Bits(models [][]bool) []int {
	var out []int
	for _, m := range models {
		set := 0
		for a, holds := range m {
			if holds {
				set |= 1 << a
			}
		}
		out = append(out, set)
	}
	slices.Sort(out)
	return out
}

// Text returns a program in the input language of clingo.
func Text(p *ground.Program) string {
	var text strings.Builder
	name := func(a ground.Atom, not bool) string {
		prefix := ""
		if not {
			prefix = "not "
		}
		return prefix + string(p.Atoms.Append(nil, p.Terms, a))
	}
	for _, r := range p.Rules {
		var heads, body []string
		for _, a := range r.Head {
			heads = append(heads, name(a, false))
		}
		for _, a := range r.Pos {
			body = append(body, name(a, false))
		}
		for _, a := range r.Not {
			body = append(body, name(a, true))
		}
		for _, s := range r.Sums {
			body = append(body, sumText(s, name))
		}
		head := strings.Join(heads, "; ")
		if r.Choice != nil {
			head = fmt.Sprintf("%d { %s } %d", r.Choice.Lower, head, r.Choice.Upper)
		}
		fmt.Fprintf(&text, "%s :- %s.\n", head, strings.Join(body, ", "))
	}
	return text.String()
}

func sumText(s ground.Sum, name func(ground.Atom, bool) string) string {
	var elements []string
	for i, e := range s.Elements {
		elements = append(elements, fmt.Sprintf("%d,%d : %s", e.Weight, i, name(e.Atom, e.Not)))
	}
	// No sum of the generator is beyond these bounds.
	lower, upper := max(s.Lower, -1000), min(s.Upper, 1000)
	text := fmt.Sprintf("%d <= #sum { %s } <= %d", lower, strings.Join(elements, "; "), upper)
	if s.Negated {
		return "not " + text
	}
	return text
}
