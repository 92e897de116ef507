package statement

import (
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// tally is the state as an invariant counts it.
type tally struct {
	*lang.Statement
	facts []lang.Initial
	parts []part
	seen  [][]lang.Value // values of all free variables that some fact gives, in the order of the facts
	full  bool           // each count gives values to all free variables
}

// part is one count of an invariant in a state.
type part struct {
	free []lang.Variable  // the free variables in its pattern
	sums map[string]total // by the key of their values
}

// newTally counts the facts of a state.
func newTally(s *lang.Statement, facts []lang.Initial) *tally {
	t := &tally{Statement: s, facts: facts, full: true}
	known := make(map[string]bool)
	for i := range s.Sum {
		c := &s.Sum[i]
		p := part{free: free(s, c), sums: make(map[string]total)}
		t.full = t.full && len(p.free) == s.Free
		for _, f := range facts {
			values, amount, ok := t.count(c, f)
			if !ok {
				continue
			}
			k := key(values, p.free)
			p.sums[k] = p.sums[k].plus(amount)
			if t.full && !known[k] {
				known[k] = true
				t.seen = append(t.seen, values[:s.Free])
			}
		}
		t.parts = append(t.parts, p)
	}
	return t
}

// free returns the free variables that stand in the pattern of a count, in their order.
func free(s *lang.Statement, c *lang.Count) []lang.Variable {
	var out []lang.Variable
	for _, t := range c.Pattern.Args {
		lang.EachVariable(t, func(v lang.Variable) {
			if int(v) < s.Free && !slices.Contains(out, v) {
				out = append(out, v)
			}
		})
	}
	slices.Sort(out)
	return out
}

// key returns a text that is the same for equal values of some variables only.
func key(values []lang.Value, of []lang.Variable) string {
	var k []byte
	for _, v := range of {
		k = term.AppendKey(k, values[v])
	}
	return string(k)
}

// count returns by how much a fact changes a sum, and the values that it gives the variables; false if it does
// not match.
func (t *tally) count(c *lang.Count, f lang.Initial) (values []lang.Value, amount total, ok bool) {
	b := term.NewBindings(len(t.Vars))
	if c.Permanent && !f.Permanent || c.Pattern.Pred != f.Fact.Pred ||
		!b.FitAll(c.Pattern.Args, f.Fact.Args) {
		return nil, total{}, false
	}
	amount = newTotal(c.Times)
	if c.Of >= 0 {
		amount = amount.times(b.Args[c.Of].Num)
	}
	return b.Args, amount, true
}

// violation returns the first violation, nil if there is none: for values that facts give, then for others.
func (t *tally) violation() *Violation {
	for _, values := range t.seen {
		if v := t.violated(values); v != nil {
			return v
		}
	}
	if t.full && (total{}).meets(t.Op, t.Bound) {
		return nil
	}
	return t.first(nil)
}

// first returns the first violation, for any values of the free variables after the chosen ones.
func (t *tally) first(chosen []lang.Value) (found *Violation) {
	if len(chosen) == t.Free {
		return t.violated(chosen)
	}
	for v := range t.domain(lang.Variable(len(chosen))) {
		if found = t.first(append(chosen[:len(chosen):len(chosen)], v)); found != nil {
			break
		}
	}
	return found
}

// domain returns the values of a free variable. Of an infinite type, it returns the values in facts, and another one.
func (t *tally) domain(v lang.Variable) iter.Seq[lang.Value] {
	if !t.Vars[v].Type.Infinite() {
		return terms(t.Vars[v].Type)
	}
	return slices.Values(append(t.given(v), other))
}

// given returns the values that facts give to a free variable.
func (t *tally) given(v lang.Variable) []lang.Value {
	var out []lang.Value
	seen := make(map[string]bool)
	for i := range t.Sum {
		if !slices.Contains(t.parts[i].free, v) {
			continue
		}
		for _, f := range t.facts {
			values, _, ok := t.count(&t.Sum[i], f)
			if !ok {
				continue
			}
			if k := key(values, []lang.Variable{v}); !seen[k] {
				seen[k] = true
				out = append(out, values[v])
			}
		}
	}
	return out
}

// sum returns the sum for some values of the free variables.
func (t *tally) sum(values []lang.Value) (sum total) {
	for _, p := range t.parts {
		sum = sum.plus(p.sums[key(values, p.free)])
	}
	return sum
}

// violated returns the violation for some values of the free variables, nil if there is none.
func (t *tally) violated(values []lang.Value) *Violation {
	sum := t.sum(values)
	if sum.meets(t.Op, t.Bound) {
		return nil
	}
	v := &Violation{Statement: t.Statement, Values: values, Sum: sum.String()}
	for _, f := range t.facts {
		counts := func(c lang.Count) bool {
			given, _, ok := t.count(&c, f)
			return ok && key(given, free(t.Statement, &c)) == key(values, free(t.Statement, &c))
		}
		if slices.ContainsFunc(t.Sum, counts) {
			v.Facts = append(v.Facts, f)
		}
	}
	return v
}
