package emit

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
)

// relations are the relations that stand for comparisons and calculations, as far as rules use them.
type relations struct {
	zero, succ string            // the constructors of numerals, if the program has none
	of         map[string]string // names, by the operators; of `<>`, by the operator and the type
	differ     []*lang.Type      // with a relation of terms that are not the same, in the order of first use
	numbers    map[int]string    // abbreviations of numbers
	steps      map[int]string    // abbreviations of numbers of steps
}

// definitions are the relations on numbers. Each goes down in one of its arguments, so that proofs end. A quotient is
// found by subtraction; division by zero has no proof.
var definitions = []struct {
	op         lang.Op
	name, text string
}{
	{lang.Less, "lt", `
$lt : $nat -> $nat -> type.
- : $lt $z ($s N).
- : $lt ($s N) ($s M) <- $lt N M.
`},
	{lang.LessEq, "leq", `
$leq : $nat -> $nat -> type.
- : $leq $z N.
- : $leq ($s N) ($s M) <- $leq N M.
`},
	{lang.Plus, "plus", `
$plus : $nat -> $nat -> $nat -> type.
- : $plus $z N N.
- : $plus ($s N) M ($s R) <- $plus N M R.
`},
	{lang.Times, "times", `
$times : $nat -> $nat -> $nat -> type.
- : $times $z N $z.
- : $times ($s N) M R <- $times N M Q <- $plus M Q R.
`},
	{lang.Divide, "divide", `
$divide : $nat -> $nat -> $nat -> $nat -> type.
- : $divide N M $z N <- $lt N M.
- : $divide N ($s M) ($s Q) R <- $plus ($s M) N' N <- $divide N' ($s M) Q R.
`},
}

// needs has the relations that others are defined by.
var needs = map[lang.Op][]lang.Op{lang.Times: {lang.Plus}, lang.Divide: {lang.Less, lang.Plus}}

// relation returns the name of a relation on numbers, which the file then defines.
func (w *writer) relation(op lang.Op) string {
	for _, d := range definitions {
		if d.op == op && w.relations.of[d.name] == "" {
			w.relations.of[d.name] = w.taken.Take(d.name)
			for _, other := range needs[op] {
				w.relation(other)
			}
		}
		if d.op == op {
			return w.relations.of[d.name]
		}
	}
	panic("no relation for " + op)
}

// difference returns the name of the relation of terms of a type that are not the same.
func (w *writer) difference(t *lang.Type) string {
	key := string(lang.Differs) + t.Name
	if w.relations.of[key] == "" {
		w.relations.of[key] = w.taken.Take("neq", "/"+w.typ[t])
		w.relations.differ = append(w.relations.differ, t)
	}
	return w.relations.of[key]
}

// compare writes a comparison: `==` is solved, others wait for their variables.
func (b *ruleWriter) compare(p lang.Premise) {
	x, y, op := b.term(p.X), b.term(p.Y), p.Op
	if op == lang.More || op == lang.MoreEq {
		x, y, op = y, x, map[lang.Op]lang.Op{lang.More: lang.Less, lang.MoreEq: lang.LessEq}[op]
	}
	var name string
	switch op {
	case lang.Same:
		b.impossible = b.impossible || !b.unify(x, y)
		return
	case lang.Differs:
		t := cmp.Or(b.typeOf(p.X), b.typeOf(p.Y))
		if t == nil { // two texts
			b.impossible = b.impossible || p.X == p.Y
			return
		}
		name = b.difference(t)
	default:
		name = b.relation(op)
	}
	args := []*openTerm{x, y}
	b.waiting = append(b.waiting, condition{pred: name, args: args, inputs: args})
}

// typeOf returns the type of a term, nil of a text in quotes.
func (b *ruleWriter) typeOf(t lang.Term) *lang.Type {
	switch t := t.(type) {
	case lang.Variable:
		return b.vars[t].Type
	case *lang.Compound:
		return t.Con.Result
	case lang.Number:
		return t.Of
	case *lang.Successor:
		return t.Of
	case *lang.Calculation:
		return t.Of
	}
	return nil
}

// calculation returns a variable for the result of a calculation.
func (b *ruleWriter) calculation(t *lang.Calculation) *openTerm {
	x, y := b.term(t.X), b.term(t.Y)
	c := condition{inputs: []*openTerm{x, y}, output: b.fresh(t.Of)}
	switch t.Op {
	case lang.Minus: // x is the result and y
		c.pred, c.args = b.relation(lang.Plus), []*openTerm{y, c.output, x}
	case lang.Divide:
		c.pred, c.args = b.relation(lang.Divide), []*openTerm{x, y, c.output, b.fresh(t.Of)}
	case lang.Mod:
		c.pred, c.args = b.relation(lang.Divide), []*openTerm{x, y, b.fresh(t.Of), c.output}
	default:
		c.pred, c.args = b.relation(t.Op), []*openTerm{x, y, c.output}
	}
	b.waiting = append(b.waiting, c)
	return c.output
}

// relate defines the relations.
func (w *writer) relate(s *section) {
	for _, d := range definitions {
		if w.relations.of[d.name] == "" {
			continue
		}
		t := w.numbers()
		zero, succ := w.digits(t)
		names := map[string]string{"nat": w.typ[t], "z": zero, "s": succ}
		maps.Copy(names, w.relations.of)
		s.gap()
		s.template(strings.TrimPrefix(d.text, "\n"), names)
	}
	for i := 0; i < len(w.relations.differ); i++ { // a type may need those of arguments
		for _, c := range w.constructors(w.relations.differ[i]) {
			for _, a := range c.args {
				w.difference(a)
			}
		}
	}
	for _, t := range w.relations.differ {
		s.gap()
		s.add(declare(w.difference(t), w.function([]*lang.Type{t, t}, &celf.Kind{})))
	}
	for _, t := range w.relations.differ {
		s.gap()
		w.differ(s, t)
	}
	s.gap()
}

// mostDifferences bounds the constants of a type with pairs that are all written down.
const mostDifferences = 100

// differ defines that terms of a type are not the same: their constructors are not, or an argument is not.
func (w *writer) differ(s *section, t *lang.Type) {
	all, name := w.constructors(t), w.difference(t)
	if len(all) > mostDifferences {
		w.refuse(t.Span, "Celf has no `<>`, so all pairs of different terms are written down; `%s` has more than %d "+
			"constants", t.Name, mostDifferences)
		return
	}
	for _, c := range all {
		for _, d := range all {
			if c.name != d.name {
				s.add(declare(anonymous, apply(name, general(c, "X"), general(d, "Y"))))
			}
		}
		for i, a := range c.args {
			premise := apply(w.difference(a), word(fmt.Sprintf("X%d", i+1)), word(fmt.Sprintf("Y%d", i+1)))
			s.add(declare(anonymous, &celf.Arrow{Mode: celf.Persistent, Reversed: true, From: premise,
				To: apply(name, general(c, "X"), general(c, "Y"))}))
		}
	}
}

// general returns a constructor with variables for its arguments.
func general(c constructor, letter string) celf.Expr {
	var args []celf.Expr
	for i := range c.args {
		args = append(args, word(fmt.Sprintf("%s%d", letter, i+1)))
	}
	return apply(c.name, args...)
}

// abbreviated returns the abbreviation of a number.
func (w *writer) abbreviated(n int) string { return w.abbreviation(&w.relations.numbers, "n", n) }

func (w *writer) abbreviation(all *map[int]string, prefix string, n int) string {
	if *all == nil {
		*all = make(map[int]string)
	}
	if (*all)[n] == "" {
		(*all)[n] = w.taken.Take(fmt.Sprintf("%s%d", prefix, n))
	}
	return (*all)[n]
}

// writeNumbers writes the abbreviations of numbers.
func (w *writer) writeNumbers(s *section) {
	if t := w.numbers(); t != nil {
		zero, succ := w.digits(t)
		w.writeAbbreviations(s, w.relations.numbers, "n", w.typ[t], zero, succ)
	}
}

// largestGap is how far an abbreviation is above the one that it is written with, at most: a line is long then.
const largestGap = 20

// writeAbbreviations writes abbreviations of numbers, each on top of one before.
func (w *writer) writeAbbreviations(s *section, all map[int]string, prefix, of, zero, succ string) {
	below := 0
	for _, n := range slices.Sorted(maps.Keys(all)) {
		for below += largestGap; below < n; below += largestGap {
			w.abbreviation(&all, prefix, below)
		}
		below = n
	}
	var x celf.Expr = word(zero)
	below = 0
	for _, n := range slices.Sorted(maps.Keys(all)) {
		for ; below < n; below++ {
			x = apply(succ, x)
		}
		s.add(&celf.Abbreviation{Name: word(all[n]), Type: word(of), Value: x})
		x = word(all[n])
	}
	s.gap()
}
