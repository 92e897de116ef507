package clingo

import (
	"math"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
)

// aspif writes a program in aspif, the format between gringo and clasp (Kaminski, Romero, Schaub and Wanko, “How to
// build your own ASP-based system?!”, TPLP 23, 2023, appendix A).
//
// Atoms have their numbers plus one, and each atom that has a rule is shown as its number. Sums become atoms of their
// own, which follow.
func aspif(p *ground.Program) []byte {
	w := &writer{text: []byte("asp 1 0 0\n"), last: p.Atoms.Len()}
	shown := make([]bool, p.Atoms.Len())
	for _, r := range p.Rules {
		body := make([]int, 0, len(r.Pos)+len(r.Not)+len(r.Sums))
		for _, a := range r.Pos {
			body = append(body, positive(a))
		}
		for _, a := range r.Not {
			body = append(body, -positive(a))
		}
		for _, s := range r.Sums {
			body = append(body, w.sum(s))
		}
		heads := make([]int, len(r.Head))
		for i, a := range r.Head {
			heads[i] = positive(a)
			if !shown[a] {
				shown[a] = true
				name := strconv.Itoa(int(a))
				w.text = append(w.text, "4 "+strconv.Itoa(len(name))+" "+name+" 1 "...)
				w.text = append(strconv.AppendInt(w.text, int64(heads[i]), 10), '\n')
			}
		}
		if r.Choice == nil {
			w.rule(0, heads, body)
		} else {
			w.choice(heads, r.Choice, body)
		}
	}
	return append(w.text, "0\n"...)
}

func positive(a ground.Atom) int { return int(a) + 1 }

// writer appends statements, which are lines of numbers. The first number of a line is the kind of the statement: 1
// for rules, 4 for output statements.
type writer struct {
	text []byte
	last int // the largest number of an atom
}

func (w *writer) number(n int64) { w.text = append(strconv.AppendInt(w.text, n, 10), ' ') }

func (w *writer) list(numbers []int) {
	w.number(int64(len(numbers)))
	for _, n := range numbers {
		w.number(int64(n))
	}
}

// rule writes a rule: kind 0 derives its only head, and kind 1 chooses.
func (w *writer) rule(kind int64, heads, body []int) {
	w.number(1)
	w.number(kind)
	w.list(heads)
	w.number(0)
	w.list(body)
	w.text = append(w.text, '\n')
}

// choice writes a choice, and its bounds as constraints: aspif has only choices without bounds.
func (w *writer) choice(heads []int, bounds *ground.Bounds, body []int) {
	w.rule(1, heads, body)
	slices.Sort(heads)
	heads = slices.Compact(heads)
	terms := make([]weighted, len(heads))
	for i, h := range heads {
		terms[i] = weighted{h, 1}
	}
	if bounds.Lower > 0 {
		w.rule(0, nil, append(slices.Clone(body), -w.atLeast(terms, int64(bounds.Lower))))
	}
	if bounds.Upper < len(heads) {
		w.rule(0, nil, append(body, w.atLeast(terms, int64(bounds.Upper)+1)))
	}
}

// weighted is a literal with its weight.
type weighted struct {
	literal int
	weight  int64
}

// atLeast writes a rule that derives a new atom if the weights of the literals that hold sum up to a bound, and
// returns the atom. Weights in aspif are positive: a negative weight of a literal is a positive one of its negation.
func (w *writer) atLeast(terms []weighted, bound int64) int {
	rest := make([]weighted, 0, len(terms))
	for _, t := range terms {
		switch {
		case t.weight > 0:
			rest = append(rest, t)
		case t.weight < 0:
			bound -= t.weight
			rest = append(rest, weighted{w.not(t.literal), -t.weight})
		}
	}
	w.last++
	w.number(1)
	w.number(0)
	w.list([]int{w.last})
	w.number(1)
	w.number(max(bound, 0))
	w.number(int64(len(rest)))
	for _, t := range rest {
		w.number(int64(t.literal))
		w.number(t.weight)
	}
	w.text = append(w.text, '\n')
	return w.last
}

// not returns the negation of a literal. That of a negative literal is a double negation, which supports nothing, and
// needs an atom of its own.
func (w *writer) not(literal int) int {
	if literal > 0 {
		return -literal
	}
	w.last++
	w.rule(0, []int{w.last}, []int{literal})
	return -w.last
}

// sum writes rules for a sum and returns its literal. Both bounds are lower bounds, of the sum and of its negative.
// In a recursive sum the weights of recursive atoms have one sign (see package stable), so that the recursion goes
// through positive literals of one of the two.
func (w *writer) sum(s ground.Sum) int {
	terms, negative := make([]weighted, len(s.Elements)), make([]weighted, len(s.Elements))
	for i, e := range s.Elements {
		literal := positive(e.Atom)
		if e.Not {
			literal = -literal
		}
		terms[i], negative[i] = weighted{literal, e.Weight}, weighted{literal, -e.Weight}
	}
	var body []int
	if s.Lower != math.MinInt64 {
		body = append(body, w.atLeast(terms, s.Lower))
	}
	if s.Upper != math.MaxInt64 {
		body = append(body, w.atLeast(negative, -s.Upper))
	}
	w.last++
	met := w.last
	w.rule(0, []int{met}, body)
	if s.Negated {
		return -met
	}
	return met
}
