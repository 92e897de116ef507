package webeditor

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The oracle is the editor read aloud: for each rule, every choice of different atoms for its conditions; a variable
// has one value, and the number tests compare numbers. It sees nothing but the array.

// array is a file, as far as the oracle looks at it.
type array struct {
	rules []fileRule
	atoms []fileAtom
}

func decode(t require.TestingT, data []byte) array {
	var all []json.RawMessage
	require.NoError(t, json.Unmarshal(data, &all))
	var a array
	require.NoError(t, json.Unmarshal(all[rulePart], &a.rules))
	require.NoError(t, json.Unmarshal(all[atomPart], &a.atoms))
	return a
}

// transitions lists those of the initial state: the number of the rule, the numbers of the atoms that meet its
// conditions, whether these go, and the effects.
func (a array) transitions() []string {
	var out []string
	for i, r := range a.rules {
		a.choose(r, 0, nil, map[string]string{}, func(chosen []int, values map[string]string) {
			effects, ok := r.effects(values)
			if ok && r.passes(values) {
				out = append(out, fmt.Sprintf("%d %v %v %s", i, chosen, r.removes(), effects))
			}
		})
	}
	slices.Sort(out)
	return out
}

// choose chooses atoms for the conditions of a rule from one on.
func (a array) choose(r fileRule, from int, chosen []int, values map[string]string, f func([]int, map[string]string)) {
	if from == len(r.PredicateSet) {
		f(chosen, values)
		return
	}
	p := r.PredicateSet[from]
	if p.ID[0] != 'c' || tests[p.Name] != "" {
		a.choose(r, from+1, chosen, values, f)
		return
	}
	for i, atom := range a.atoms {
		if slices.Contains(chosen, i) || atom.Name != p.Name {
			continue
		}
		with := make(map[string]string)
		for k, v := range values {
			with[k] = v
		}
		ok := true
		for k, arg := range p.Arguments {
			value := atom.Arguments[k].Value
			if arg.Variable == true {
				key := arg.Type + " " + arg.Arg
				before, known := with[key]
				ok = ok && (!known || before == value)
				with[key] = value
			} else {
				ok = ok && arg.Arg == value
			}
		}
		if ok {
			a.choose(r, from+1, append(slices.Clip(chosen), i), with, f)
		}
	}
}

// evaluate returns the value of an argument, and whether it is no negative number.
func evaluate(a fileTerm, values map[string]string) (string, bool) {
	switch a.Variable {
	case true:
		return values[a.Type+" "+a.Arg], true
	case isExpr:
		x, err := parser.ParseExpr(a.Arg)
		if err != nil {
			panic(err)
		}
		ok := true
		n := calculate(x, values, &ok)
		return n.String(), ok
	}
	return a.Arg, true
}

// calculate evaluates an expression, which for these operators is one of Go. A negative part makes it not ok.
func calculate(x ast.Expr, values map[string]string, ok *bool) *big.Int {
	n := new(big.Int)
	switch x := x.(type) {
	case *ast.BasicLit:
		n.SetString(x.Value, 10)
	case *ast.Ident:
		n.SetString(values[numbers+" "+x.Name], 10)
	case *ast.ParenExpr:
		return calculate(x.X, values, ok)
	case *ast.BinaryExpr:
		a, b := calculate(x.X, values, ok), calculate(x.Y, values, ok)
		switch x.Op {
		case token.ADD:
			n.Add(a, b)
		case token.SUB:
			n.Sub(a, b)
		case token.MUL:
			n.Mul(a, b)
		}
	}
	*ok = *ok && n.Sign() >= 0
	return n
}

// passes reports whether the number tests of a rule hold.
func (r fileRule) passes(values map[string]string) bool {
	for _, p := range r.PredicateSet {
		if p.ID[0] != 'c' || tests[p.Name] == "" {
			continue
		}
		x, okX := evaluate(p.Arguments[0], values)
		y, okY := evaluate(p.Arguments[1], values)
		a, _ := new(big.Int).SetString(x, 10)
		b, _ := new(big.Int).SetString(y, 10)
		c := a.Cmp(b)
		holds := map[string]bool{"less_than": c < 0, "greater_than": c > 0, "equal": c == 0, "less_than_equal": c <= 0,
			"greater_than_equal": c >= 0}
		if !okX || !okY || !holds[p.Name] {
			return false
		}
	}
	return true
}

// removes returns for each condition on an atom whether it goes.
func (r fileRule) removes() []bool {
	var out []bool
	for _, p := range r.PredicateSet {
		if p.ID[0] == 'c' && tests[p.Name] == "" {
			out = append(out, p.RemoveFlag)
		}
	}
	return out
}

// effects returns the facts that a rule makes, and whether no number in them is negative.
func (r fileRule) effects(values map[string]string) (string, bool) {
	var out []string
	for _, p := range r.PredicateSet {
		if p.ID[0] != 'a' {
			continue
		}
		fact := p.Name
		for _, a := range p.Arguments {
			value, ok := evaluate(a, values)
			if !ok {
				return "", false
			}
			fact += " " + value
		}
		out = append(out, fact)
	}
	return strings.Join(out, ", "), true
}

// enabled lists the transitions of the initial state of a program in the same way.
func enabled(t require.TestingT, p *lang.Program) []string {
	m, start := exec.NewMachine(p, p.Traces[0], exec.Limits{})
	number := make(map[trace.ResourceID]int)
	for i, r := range start {
		number[r.ID] = i
	}
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	var out []string
	for t := range e.All() {
		var chosen []int
		for _, r := range t.Uses {
			chosen = append(chosen, number[r.ID])
		}
		var removes []bool
		for _, p := range t.Rule.Premises {
			if p.Kind.OnState() {
				removes = append(removes, p.Kind == lang.Consume)
			}
		}
		var effects []string
		for _, f := range t.Results() {
			effects = append(effects, f.String())
		}
		out = append(out, fmt.Sprintf("%d %v %v %s", slices.Index(p.Stages[0].Rules, t.Rule), chosen, removes,
			strings.Join(effects, ", ")))
	}
	slices.Sort(out)
	return out
}

// arrays draws files, in which each variable has a value from a condition. Names are those of the language.
type arrays struct{ *rapid.T }

func (d arrays) number(most int, what string) int { return rapid.IntRange(0, most).Draw(d.T, what) }

func (d arrays) of(what string, all ...string) string { return rapid.SampledFrom(all).Draw(d.T, what) }

// signatures are the arguments of the predicates of random files.
var signatures = map[string][]string{
	"p": {"t"}, "q": {"t", "u"}, "r": nil, "n": {numbers}, "m": {"u", numbers},
}

// elements are those of the sets of random files; `a` is in both.
var elements = map[string][]string{"t": {"a", "b"}, "u": {"c", "d"}, numbers: {"0", "1", "2", "9", "10"}}

func (d arrays) draw() []byte {
	preds := []filePredicate{}
	for i, name := range []string{"p", "q", "r", "n", "m"} {
		f := filePredicate{ID: fmt.Sprintf("p%d", i), Name: name, Arguments: []fileArgument{}}
		for k, s := range signatures[name] {
			f.Arguments = append(f.Arguments, fileArgument{fmt.Sprintf("p%d.%d", i, k), s})
		}
		preds = append(preds, f)
	}
	atoms := []fileAtom{}
	for i := range 2 + d.number(5, "atoms") {
		a := fileAtom{ID: fmt.Sprintf("i%d", i), Name: d.of("predicate", "p", "q", "r", "n", "m"), Arguments: []fileTerm{}}
		for _, s := range signatures[a.Name] {
			a.Arguments = append(a.Arguments, fileTerm{Type: s, Variable: false, Value: d.of("value", elements[s]...)})
		}
		atoms = append(atoms, a)
	}
	rules := []fileRule{}
	for i := range 1 + d.number(2, "rules") {
		rules = append(rules, d.rule(i+1))
	}
	sets := []fileSet{{numbers, []string{}}, {"t", elements["t"]}, {"u", elements["u"]}}
	data, err := json.Marshal([]any{sets, preds, preds, rules, atoms, len(preds), len(rules) + 1, len(atoms)})
	require.NoError(d, err)
	return data
}

func (d arrays) rule(number int) fileRule {
	r := fileRule{Index: number, ID: fmt.Sprintf("r%dcontainer", number), Name: fmt.Sprintf("rule%d", number)}
	bound := make(map[string][]string) // variables by set
	var parts, later []filePart
	for range 1 + d.number(2, "conditions") {
		p := filePart{ID: "c", Name: d.of("predicate", "p", "q", "r", "n", "m"), RemoveFlag: rapid.Bool().Draw(d.T, "remove")}
		for _, s := range signatures[p.Name] {
			a := fileTerm{Type: s, Arg: d.of("variable", "X", "Y"), Variable: true}
			if d.number(3, "constant") == 0 {
				a.Arg, a.Variable = d.of("element", elements[s]...), false
			} else if !slices.Contains(bound[s], a.Arg) {
				bound[s] = append(bound[s], a.Arg)
			}
			p.Arguments = append(p.Arguments, a)
		}
		parts = append(parts, p)
	}
	for range d.number(1, "tests") {
		name := d.of("test", "less_than", "greater_than", "equal", "less_than_equal", "greater_than_equal")
		p := filePart{ID: "c", Name: name, Arguments: []fileTerm{d.term(numbers, bound, 0), d.term(numbers, bound, 0)}}
		if rapid.Bool().Draw(d.T, "first") {
			parts = append([]filePart{p}, parts...)
		} else {
			parts = append(parts, p)
		}
	}
	for range 1 + d.number(1, "effects") {
		p := filePart{ID: "a", Name: d.of("predicate", "p", "q", "r", "n", "m")}
		for _, s := range signatures[p.Name] {
			p.Arguments = append(p.Arguments, d.term(s, bound, 2))
		}
		later = append(later, p)
	}
	r.PredicateSet = append(parts, later...)
	return r
}

// term draws an argument that has a value: an element, a variable or, down to a depth, an expression.
func (d arrays) term(s string, bound map[string][]string, depth int) fileTerm {
	t := fileTerm{Type: s, Variable: false, Arg: d.of("element", elements[s]...)}
	switch choice := d.number(3, "term"); {
	case choice == 0 && s == numbers && depth > 0:
		t.Arg, t.Variable = d.expr(bound[s], depth), isExpr
	case choice > 1 && len(bound[s]) > 0:
		t.Arg, t.Variable = d.of("variable", bound[s]...), true
	}
	return t
}

func (d arrays) expr(variables []string, depth int) string {
	if depth == 0 || d.number(2, "leaf") == 0 {
		return d.of("operand", append([]string{"1", "3", "10"}, variables...)...)
	}
	text := d.expr(variables, depth-1) + d.of("operator", " + ", " - ", "*", "+") + d.expr(variables, depth-1)
	if rapid.Bool().Draw(d.T, "group") {
		return "(" + text + ")"
	}
	return text
}

// whole reports whether no expression has a part without variables that is below zero: such rules are left out.
func whole(t require.TestingT, a array) bool {
	for _, r := range a.rules {
		for _, p := range r.PredicateSet {
			for _, arg := range p.Arguments {
				if arg.Variable == isExpr {
					if _, err := parseExpr(arg.Arg); err != nil {
						require.ErrorContains(t, err, "below zero")
						return false
					}
				}
			}
		}
	}
	return true
}

// The initial transitions of the program that comes of a file are those of the editor, each copy of an atom a choice
// of its own. Where the program can be written back, those of the new file are the same.
func TestTransitionsAreTheEditors(t *testing.T) {
	written, several := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		data := arrays{rt}.draw()
		a := decode(rt, data)
		if !whole(rt, a) {
			rt.Skip()
		}
		text, errs := Read("f.json", data)
		require.NotNil(rt, text, errs)
		p := requireRight(rt, text)
		require.Len(rt, p.Stages[0].Rules, len(a.rules), "%s\n%s", data, errs)
		want := a.transitions()
		require.Equal(rt, want, enabled(rt, p), "%s\n%s", data, text)
		if len(want) > 1 {
			several++
		}
		if back, _ := Write(p); back != nil {
			written++
			require.Equal(rt, want, decode(rt, back).transitions(), "%s\n%s", text, back)
		}
	})
	require.Positive(t, written)
	require.Positive(t, several)
}
