package induction

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// maxChoices bounds the values that are tried for the unknowns of a case.
const maxChoices = 2_000

// choice gives values to unknowns.
type choice struct {
	*store
	values  map[int]lang.Value
	numbers map[column]rational
	texts   []lang.Value // to choose from
	failed  bool         // some number is not a natural one
	tries   int
}

// choose gives values to unknowns that are allowed, different ones if possible. If it finds none, all says that there
// are none.
func (c *choice) choose(unknowns []int) (found, all bool) {
	if len(unknowns) == 0 {
		return true, true
	}
	of := c.unknowns[unknowns[0]]
	candidates := someValues(of.of, 2, c.texts)
	used := func(v lang.Value) bool {
		for _, w := range c.values {
			if v.Equal(w) {
				return true
			}
		}
		return false
	}
	var sorted []lang.Value
	for _, again := range []bool{false, true} {
		for _, v := range candidates {
			if used(v) == again && !slices.Contains(of.not, head{v.Con, v.Text}) {
				sorted = append(sorted, v)
			}
		}
	}
	all = finite(of.of)
	for _, v := range sorted {
		if c.tries++; c.tries > maxChoices {
			return false, false
		}
		c.values[unknowns[0]] = v
		if c.allowed() {
			found, complete := c.choose(unknowns[1:])
			if found {
				return true, true
			}
			all = all && complete
		}
		delete(c.values, unknowns[0])
	}
	return false, all
}

// allowed reports whether terms that have to differ do, as far as their values are known.
func (c *choice) allowed() bool {
	return !slices.ContainsFunc(c.apart, func(p [2]expr) bool {
		x, y := c.resolve(p[0]), c.resolve(p[1])
		return c.known(x) && c.known(y) && c.value(x).Equal(c.value(y))
	})
}

// known reports whether a term has a value that holds no numbers.
func (c *choice) known(t expr) bool {
	switch t.kind {
	case number:
		return false
	case unknown:
		_, ok := c.values[t.v]
		return ok
	}
	return !slices.ContainsFunc(t.args, func(a expr) bool { return !c.known(a) })
}

// value returns the value of a term.
func (c *choice) value(t expr) lang.Value {
	t = c.resolve(t)
	switch t.kind {
	case unknown:
		return c.values[t.v]
	case literal:
		return lang.Value{Text: t.text}
	case number:
		n := whole(t.num.c)
		for _, p := range t.num.parts {
			if v, ok := c.numbers[p.of]; ok {
				n = n.plus(v.times(whole(p.n)))
			}
		}
		if n.d != 1 || n.n < 0 {
			c.failed = true
			return lang.NumberValue(t.of, lang.Nat{})
		}
		return lang.NumberValue(t.of, lang.NewNat(n.n))
	}
	var args []lang.Value
	for _, a := range t.args {
		args = append(args, c.value(a))
	}
	if t.con == nil {
		return lang.NewValue(tuple, args)
	}
	return lang.NewValue(t.con, args)
}

func (c *choice) fact(pred *lang.Pred, args []expr, permanent bool) lang.Initial {
	v := c.value(expr{kind: compound, args: args})
	return lang.Initial{Fact: lang.Fact{Pred: pred, Args: v.Args}, Permanent: permanent}
}

// tuple stands for the constructor of arguments.
var tuple = &lang.Constructor{Result: &lang.Type{}}

// textsOf returns the literals of the rules of a program, each once, and some others.
func textsOf(prog *lang.Program) []lang.Value {
	var names term.Names
	for _, r := range prog.Rules() {
		for _, p := range r.Premises {
			names.Add(p.Atom.Args...)
		}
		for _, x := range r.Results {
			names.Add(x.Atom.Args...)
		}
	}
	return append(names.Texts, lang.Value{Text: "one"}, lang.Value{Text: "another"}, lang.Value{Text: "a third"})
}

// someValues returns values of a type, all of them if it is finite.
func someValues(t *lang.Type, depth int, texts []lang.Value) []lang.Value {
	switch {
	case t.Texts:
		return texts
	case t.Counts():
		return []lang.Value{lang.NumberValue(t, lang.Nat{}), lang.NumberValue(t, lang.NewNat(1))}
	}
	var out []lang.Value
	for _, k := range t.Constructors {
		all := [][]lang.Value{nil}
		for _, a := range k.Args {
			var longer [][]lang.Value
			if depth > 0 {
				for _, v := range someValues(a, depth-1, texts) {
					for _, args := range all {
						if len(longer) < 8 {
							longer = append(longer, append(slices.Clip(args), v))
						}
					}
				}
			}
			all = longer
		}
		for _, args := range all {
			out = append(out, lang.NewValue(k, args))
		}
	}
	return out
}
