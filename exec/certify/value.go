package certify

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// arg is a value in a case. Texts that begin with `~` are of values that are not told apart from others.
type arg struct {
	text string
	sum  map[string]int64  // of a number: how often it has each unknown, and 1, whose name is ""
	con  *lang.Constructor // of a term with arguments
	args []arg
}

// fact is a fact in a case.
type fact struct {
	pred      *lang.Pred
	args      []arg
	permanent bool
}

// same says whether two texts are of equal values: yes, no or, where both are false, perhaps.
func same(a, b string) (yes, no bool) {
	return a == b, a != b && !strings.HasPrefix(a, "~") && !strings.HasPrefix(b, "~")
}

// number returns a constant as the value that it is, and large numbers as unknowns.
func number(c lang.Value) arg {
	if n := c.Num.Int(); n < 1<<30 {
		return arg{text: c.String(), sum: map[string]int64{"": n}}
	}
	return arg{text: c.String(), sum: map[string]int64{c.String(): 1}}
}

// value returns the value of a term.
func value(t lang.Term, v map[lang.Variable]arg) arg {
	switch t := t.(type) {
	case lang.Variable:
		if a, ok := v[t]; ok {
			return a
		}
		name := fmt.Sprintf("~%d", t)
		return arg{text: name, sum: map[string]int64{name: 1}}
	case *lang.Compound:
		a := arg{text: t.Con.Name}
		for _, x := range t.Args {
			a.con, a.args = t.Con, append(a.args, value(x, v))
			a.text += " (" + a.args[len(a.args)-1].text + ")"
		}
		if strings.Contains(a.text, "~") {
			a.text = "~" + a.text
		}
		return a
	case lang.Literal:
		return arg{text: lang.Value{Text: string(t)}.String()}
	case lang.Number:
		return number(lang.NumberValue(t.Of, t.Num))
	case *lang.Successor:
		return value(&lang.Calculation{Of: t.Of, Op: lang.Plus, X: t.Var, Y: lang.Number{Of: t.Of, Num: t.By}}, v)
	case *lang.Calculation:
		x, y, sign := value(t.X, v).sum, value(t.Y, v).sum, int64(1)
		if t.Op == lang.Minus {
			sign = -1
		}
		if t.Op == lang.Plus || t.Op == lang.Minus {
			sum := maps.Clone(x)
			for name, n := range y {
				sum[name] += sign * n
			}
			return arg{text: fmt.Sprintf("~%v", sum), sum: sum}
		}
	}
	name := "~" + lang.TermText(t, func(w lang.Variable) string { return fmt.Sprint(value(w, v).text) })
	return arg{text: name, sum: map[string]int64{name: 1}}
}

// fact returns an atom in a case.
func (k *induction) fact(a lang.Atom, v map[lang.Variable]arg) fact {
	f := fact{pred: a.Pred, permanent: k.permanent[a.Pred]}
	for _, t := range a.Args {
		f.args = append(f.args, value(t, v))
	}
	return f
}

func (f fact) equal(g fact) bool {
	return f.pred == g.pred && slices.EqualFunc(f.args, g.args, func(a, b arg) bool { return a.text == b.text })
}

// mayEqual reports whether two facts may be the same.
func (f fact) mayEqual(g fact) bool {
	return f.pred == g.pred && slices.EqualFunc(f.args, g.args, func(a, b arg) bool {
		_, no := same(a.text, b.text)
		return !no
	})
}

// match matches a pattern with a fact, given values of some variables, and returns the values of all of them. It is
// not sure where it depends on values that are not told apart.
func (k *induction) match(a lang.Atom, f fact, v map[lang.Variable]arg) (
	out map[lang.Variable]arg, matches, sure bool) {
	if a.Pred != f.pred {
		return nil, false, true
	}
	out, sure = maps.Clone(v), true
	for i, t := range a.Args {
		yes, no := k.fits(t, f.args[i], out)
		if no {
			return nil, false, true
		}
		sure = sure && yes
	}
	return out, true, sure
}

// fits says whether a term of a pattern is a value: yes, no or, where both are false, perhaps. It gives the value to
// a variable that has none.
func (k *induction) fits(t lang.Term, a arg, v map[lang.Variable]arg) (yes, no bool) {
	w, ok := t.(lang.Variable)
	if ok && v[w].text == "" {
		v[w] = a
		return true, false
	}
	if c, ok := t.(*lang.Compound); ok && len(c.Args) > 0 {
		if yes, no = a.con == c.Con, a.con != c.Con && (a.con != nil || !strings.HasPrefix(a.text, "~")); yes {
			for i, x := range c.Args {
				y, n := k.fits(x, a.args[i], v)
				yes, no = yes && y, no || n
			}
		}
		return yes && !no, no
	} else if ok && a.con != nil {
		return false, true
	}
	open := false
	lang.EachVariable(t, func(lang.Variable) { open = !ok })
	if open { // such as N + 1
		return false, false
	}
	b := value(t, v)
	yes, no = same(a.text, b.text)
	return yes, no || !yes && a.sum != nil && b.sum != nil && (k.greater(a, b) || k.greater(b, a))
}

// greater reports whether a number is surely greater than another: the difference is 1 and numbers that are not below
// 0, among them those that the comparisons of the rule say.
func (k *induction) greater(a, b arg) bool {
	for _, more := range append(k.above, map[string]int64{}) {
		low, least := false, int64(0)
		for _, sum := range []map[string]int64{a.sum, b.sum, more} {
			for name := range sum {
				if n := a.sum[name] - b.sum[name] - more[name]; name == "" {
					least = n
				} else {
					low = low || n < 0
				}
			}
		}
		if !low && least >= 1 {
			return true
		}
	}
	return false
}
