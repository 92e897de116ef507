package logic_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/asp"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The oracle tries all sets of atoms over 1 and 2, and all values of variables. A set is a stable model if it is the
// least set that satisfies its reduct. Aggregates and conditions are over c/1 and d/1, which the rest does not decide.
type oracle struct {
	rules []*logic.Rule
	atoms []string
}

var universe = []string{"1", "2"}

// models returns the stable models, sorted.
func (o *oracle) models() []string {
	out := []string{}
	for bits := range 1 << len(o.atoms) {
		model := map[string]bool{"d(1)": true, "d(2)": true}
		var names []string
		for i, a := range o.atoms {
			if bits>>i&1 == 1 {
				model[a], names = true, append(names, a)
			}
		}
		if o.isStable(model) {
			slices.Sort(names)
			out = append(out, strings.Join(names, " "))
		}
	}
	slices.Sort(out)
	return out
}

func (o *oracle) isStable(model map[string]bool) bool {
	least := map[string]bool{}
	for more := true; more; {
		more = false
		for _, r := range o.rules {
			each(variables(r), func(v map[string]string) {
				if !o.all(r.Body, v, model, least) {
					return
				}
				for _, a := range o.heads(r, v, model) {
					if _, choice := r.Head.(*logic.Choice); !least[a] && (!choice || model[a]) {
						least[a], more = true, true
					}
				}
			})
		}
	}
	ok := true
	for _, r := range o.rules {
		each(variables(r), func(v map[string]string) {
			if !o.all(r.Body, v, model, model) {
				return
			}
			heads := o.heads(r, v, model)
			n := 0
			for _, a := range heads {
				if model[a] {
					n++
				}
			}
			switch h := r.Head.(type) {
			case nil:
				ok = false
			case *logic.Atom:
				ok = ok && n == 1
			case *logic.Choice:
				ok = ok && (h.Lower == nil || n >= number(text(h.Lower, v))) && (h.Upper == nil || n <= number(text(h.Upper, v)))
			}
		})
	}
	for a := range model {
		ok = ok && least[a]
	}
	return ok && len(least) == len(model)
}

// heads returns the atoms of a head; those of a choice whose conditions hold in the model.
func (o *oracle) heads(r *logic.Rule, v map[string]string, model map[string]bool) []string {
	switch h := r.Head.(type) {
	case *logic.Atom:
		return []string{text(&logic.Compound{Name: h.Name, Args: h.Args}, v)}
	case *logic.Choice:
		var out []string
		for _, e := range h.Elements {
			inner(v, func(w map[string]string) {
				a := text(&logic.Compound{Name: e.Atom.Name, Args: e.Atom.Args}, w)
				if o.all(e.Condition, w, model, model) && !slices.Contains(out, a) {
					out = append(out, a)
				}
			})
		}
		return out
	}
	return nil
}

// all reports whether literals hold: negation and conditions in the model, the rest in what has been derived.
func (o *oracle) all(ls []logic.Literal, v map[string]string, model, least map[string]bool) bool {
	for _, l := range ls {
		ok := true
		switch l := l.(type) {
		case *logic.AtomLiteral:
			in := least
			if l.Negations > 0 {
				in = model
			}
			ok = in[text(&logic.Compound{Name: l.Name, Args: l.Args}, v)] != (l.Negations == 1)
		case *logic.Comparison:
			ok = (text(l.Left, v) == text(l.Right, v)) == (l.Op == logic.Equal)
		case *logic.Conditional:
			inner(v, func(w map[string]string) {
				ok = ok && (!o.all(l.Condition, w, model, model) || o.all([]logic.Literal{l.Literal}, w, model, least))
			})
		case *logic.Aggregate:
			tuples := map[string]bool{}
			for _, e := range l.Elements {
				inner(v, func(w map[string]string) {
					if o.all(e.Condition, w, model, model) {
						tuples[text(&logic.Compound{Args: e.Tuple}, w)] = true
					}
				})
			}
			bound := number(text(l.Guards[0].Term, v))
			ok = (l.Guards[0].Op == logic.LessOrEqual && len(tuples) <= bound ||
				l.Guards[0].Op == logic.GreaterOrEqual && len(tuples) >= bound) != l.Negated
		}
		if !ok {
			return false
		}
	}
	return true
}

func number(s string) int { n, _ := strconv.Atoi(s); return n }

// text prints a term with the values of its variables.
func text(t logic.Term, v map[string]string) string {
	switch t := t.(type) {
	case *logic.Variable:
		return v[t.Name]
	case *logic.Compound:
		var args []string
		for _, a := range t.Args {
			args = append(args, text(a, v))
		}
		if args == nil {
			return t.Name
		}
		return t.Name + "(" + strings.Join(args, ",") + ")"
	}
	return t.String()
}

// variables returns those of X and Y that occur in a rule.
func variables(r *logic.Rule) []string {
	var out []string
	for _, name := range []string{"X", "Y"} {
		if strings.Contains(r.String(), name) {
			out = append(out, name)
		}
	}
	return out
}

// each calls yield with all values of variables.
func each(names []string, yield func(map[string]string)) {
	var extend func(i int, v map[string]string)
	extend = func(i int, v map[string]string) {
		if i == len(names) {
			yield(v)
			return
		}
		for _, u := range universe {
			v[names[i]] = u
			extend(i+1, v)
		}
	}
	extend(0, map[string]string{})
}

// inner calls yield with all values of Z, the variable of conditions.
func inner(v map[string]string, yield func(map[string]string)) {
	for _, u := range universe {
		w := map[string]string{"Z": u}
		for name, value := range v {
			w[name] = value
		}
		yield(w)
	}
}

// small writes random programs for the oracle.
func (g generator) small() string {
	text := "d(1). d(2). { c(Z) : d(Z) }" + g.pick("", " 1") + ".\n"
	for range 1 + g.IntN(6) {
		vars := []string{"X", "Y"}[:g.IntN(3)]
		term := func(more ...string) string { return g.pick(append(append([]string{"1", "2"}, vars...), more...)...) }
		atom := func() string { return g.pick("s", "p(T)", "q(T)", "p(T)", "q(T)", "c(T)") }
		fill := func(s string, more ...string) string {
			for strings.Contains(s, "T") {
				s = strings.Replace(s, "T", term(more...), 1)
			}
			return s
		}
		var body []string
		for _, v := range vars {
			body = append(body, strings.Replace(g.pick("d(V)", "p(V)", "q(V)", "c(V)"), "V", v, 1))
		}
		for range g.IntN(3) {
			condition := fill(g.pick("d(Z)", "c(Z)", "d(Z), not c(T)", "c(Z), Z != T", "d(Z), Z = T"), "Z")
			body = append(body, g.pick(fill(atom()), "not "+fill(atom()), "not "+fill(atom()), "not not "+fill(atom()),
				fill("T != T"), g.pick("", "not ")+fill(atom(), "Z")+" : "+condition,
				g.pick("", "not ")+"#count{ Z : "+condition+" } "+g.pick("<= 0", "<= 1", ">= 1", ">= 2")))
		}
		head := fill(g.pick("s", "p(T)", "q(T)"))
		switch g.IntN(6) {
		case 0:
			head = ""
		case 1:
			head = g.pick("", "1 ") + "{ " + fill(g.pick("p(T)", "q(T)"), "Z") + " : " + g.pick("d(Z)", "c(Z)") + "; " + head +
				" }" + g.pick("", " 1")
		}
		text += head + " :- " + strings.Join(append(body, "d(1)"), "; ") + ".\n"
	}
	return text
}

// TestNaive compares the stable models of random programs with those of the oracle.
func TestNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := generator{rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))}
		program := g.small()
		p, errs := asp.Parse(&syntax.Source{Name: "program", Text: []byte(program)})
		require.False(t, errs.Failed(), "%v\n%s", errs, program)
		o := &oracle{rules: p.Rules, atoms: []string{"c(1)", "c(2)", "s", "p(1)", "p(2)", "q(1)", "q(2)"}}
		base, answer, err := solveText(t, program, 200)
		require.NoError(t, err)
		got := []string{}
		for _, m := range answer.Models {
			got = append(got, strings.Join(shownAtoms(base, m), " "))
		}
		slices.Sort(got)
		require.Equal(t, o.models(), got, program)
	})
}
