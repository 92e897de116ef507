package emit

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// openTerm is a term of a rule that is being written: a variable, or a constructor with its arguments.
type openTerm struct {
	con      string // empty of a variable
	variable int
	args     []*openTerm
}

// constructor is a constructor of the file.
type constructor struct {
	name string
	args []*lang.Type
	of   *lang.Type
	text string // the text in quotes that the constant stands for, if any
}

// largest is the largest number that is written: the size of its term, and of the file, grows with it.
const largest = 1000

// findTypes finds the types of the program. The type of texts is not declared.
func (w *writer) findTypes() {
	w.types = slices.Clone(w.prog.Types)
	see := func(types []*lang.Type) {
		for _, t := range types {
			if !slices.Contains(w.types, t) {
				w.types = append(w.types, t)
				w.typ[t] = w.take("type", t.Name)
			}
		}
	}
	for _, t := range w.prog.Types {
		for _, c := range t.Constructors {
			see(c.Args)
		}
	}
	for _, p := range w.prog.Preds {
		see(p.Args)
	}
}

// constructors returns the constructors of a type, those of numbers and texts included.
func (w *writer) constructors(t *lang.Type) []constructor {
	var out []constructor
	if t.Texts {
		for _, text := range w.texts {
			out = append(out, constructor{name: w.text[text], of: t, text: syntax.Quote(text)})
		}
		return out
	}
	if t.Numerals && t.Succ == nil {
		zero, succ := w.digits(t)
		return []constructor{{name: zero, of: t}, {name: succ, args: []*lang.Type{t}, of: t}}
	}
	for _, c := range t.Constructors {
		out = append(out, constructor{name: w.con[c], args: c.Args, of: t})
	}
	return out
}

// digits returns the constructors of a type of numbers.
func (w *writer) digits(t *lang.Type) (zero, succ string) {
	if t.Succ != nil {
		return w.con[t.Zero], w.con[t.Succ]
	}
	if w.relations.zero == "" { // at most one type has numerals
		w.relations.zero, w.relations.succ = w.taken.Take("z", "ero"), w.taken.Take("s", "ucc")
	}
	return w.relations.zero, w.relations.succ
}

// above returns the number that is so much above a term.
func (b *ruleWriter) above(t *lang.Type, n lang.Nat, x *openTerm) *openTerm {
	if n.Int() > largest {
		b.refuse(b.at, "numbers of Celf are written by zero and successor, so %s is too large: want at most %d", n, largest)
		return x
	}
	_, succ := b.digits(t)
	for range n.Int() {
		x = &openTerm{con: succ, args: []*openTerm{x}}
	}
	return x
}

// number returns a number as a term.
func (b *ruleWriter) number(t *lang.Type, n lang.Nat) *openTerm {
	zero, _ := b.digits(t)
	return b.above(t, n, &openTerm{con: zero})
}

// term returns a term of the program. A calculation is a new variable, which waits for the relation that tells it.
func (b *ruleWriter) term(t lang.Term) *openTerm {
	switch t := t.(type) {
	case lang.Variable:
		return &openTerm{variable: int(t)}
	case *lang.Compound:
		out := &openTerm{con: b.con[t.Con]}
		for _, a := range t.Args {
			out.args = append(out.args, b.term(a))
		}
		return out
	case lang.Literal:
		return &openTerm{con: b.literal(string(t))}
	case lang.Number:
		return b.number(t.Of, t.Num)
	case *lang.Successor:
		return b.above(t.Of, t.By, &openTerm{variable: int(t.Var)})
	case *lang.Calculation:
		return b.calculation(t)
	}
	panic("a term of no kind")
}

// values returns the arguments of a fact.
func (b *ruleWriter) values(f lang.Fact) []*openTerm {
	out := make([]*openTerm, len(f.Args))
	for i, v := range f.Args {
		out[i] = b.value(v)
	}
	return out
}

// value returns a ground term.
func (b *ruleWriter) value(v lang.Value) *openTerm {
	switch {
	case v.Of != nil:
		return b.number(v.Of, v.Num)
	case v.Con == nil:
		return &openTerm{con: b.literal(v.Text)}
	}
	out := &openTerm{con: b.con[v.Con]}
	for _, a := range v.Args {
		out.args = append(out.args, b.value(a))
	}
	return out
}

// resolve follows the values of variables up to a term that is no bound variable.
func (b *ruleWriter) resolve(t *openTerm) *openTerm {
	for t.con == "" && b.solved[t.variable] != nil {
		t = b.solved[t.variable]
	}
	return t
}

// unify makes two terms the same by giving variables values, and reports whether that is possible. The algorithm is
// Robinson's (“A machine-oriented logic based on the resolution principle”, Journal of the ACM 12, 1965).
func (b *ruleWriter) unify(x, y *openTerm) bool {
	x, y = b.resolve(x), b.resolve(y)
	switch {
	case x.con == "" && y.con == "" && x.variable == y.variable:
		return true
	case x.con == "" && y.con == "" && x.variable < y.variable: // names of the author stay before others
		x, y = y, x
	}
	switch {
	case x.con == "":
		return b.solve(x.variable, y)
	case y.con == "":
		return b.solve(y.variable, x)
	case x.con != y.con:
		return false
	}
	for i := range x.args {
		if !b.unify(x.args[i], y.args[i]) {
			return false
		}
	}
	return true
}

// solve gives a variable a value, unless the variable stands in it.
func (b *ruleWriter) solve(v int, value *openTerm) bool {
	if b.mentions(value, v) {
		return false
	}
	b.solved[v] = value
	return true
}

// mentions reports whether a variable stands in a term.
func (b *ruleWriter) mentions(t *openTerm, v int) bool {
	found := false
	b.eachVariable(t, func(u int) { found = found || u == v })
	return found
}

// eachVariable calls f with the variables of a term that have no value.
func (b *ruleWriter) eachVariable(t *openTerm, f func(int)) {
	if t = b.resolve(t); t.con == "" {
		f(t.variable)
	}
	for _, a := range t.args {
		b.eachVariable(a, f)
	}
}

// exprs returns terms as arguments.
func (b *ruleWriter) exprs(terms []*openTerm) []celf.Expr {
	out := make([]celf.Expr, len(terms))
	for i, t := range terms {
		out[i] = b.expr(t)
	}
	return out
}

// expr returns a term as it is written.
func (b *ruleWriter) expr(t *openTerm) celf.Expr {
	if t = b.resolve(t); t.con == "" {
		return word(b.name(t.variable))
	}
	if n := b.numeral(t); n > 0 {
		return word(b.abbreviated(n))
	}
	return apply(t.con, b.exprs(t.args)...)
}

// spelledOut is the largest numeral that is written in full.
const spelledOut = 4

// numeral returns the number that a term is, if it is a numeral of the program that has an abbreviation. Of others it
// is 0.
func (b *ruleWriter) numeral(t *openTerm) int {
	numbers := b.numbers()
	if numbers == nil {
		return 0
	}
	zero, succ := b.digits(numbers)
	n := 0
	for ; t.con == succ; n++ {
		t = b.resolve(t.args[0])
	}
	if t.con != zero || n <= spelledOut {
		return 0
	}
	return n
}

// numbers returns the type of numerals, or nil.
func (w *writer) numbers() *lang.Type {
	for _, t := range w.prog.Types {
		if t.Numerals {
			return t
		}
	}
	return nil
}
