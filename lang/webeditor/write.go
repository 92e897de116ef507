package webeditor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/naming"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// The objects of a file, with their keys in the order of the editor.
type (
	fileSet struct {
		ID       string   `json:"id"`
		Elements []string `json:"elements"`
	}
	filePredicate struct {
		ID            string         `json:"id"`
		Name          string         `json:"name"`
		ArgumentIndex int            `json:"argumentIndex"`
		Arguments     []fileArgument `json:"arguments"`
	}
	fileArgument struct {
		ID    string `json:"id"`
		Value string `json:"value"`
	}
	fileRule struct {
		Index          int        `json:"index"`
		ID             string     `json:"id"`
		Name           string     `json:"name"`
		ConditionIndex int        `json:"conditionIndex"`
		AddIndex       int        `json:"addIndex"`
		PredicateSet   []filePart `json:"predicateSet"`
		Sets           []fileSet  `json:"sets"`
	}
	filePart struct {
		ID         string     `json:"id"`
		Name       string     `json:"name"`
		Arguments  []fileTerm `json:"arguments"`
		RemoveFlag bool       `json:"removeFlag"`
	}
	fileTerm struct {
		ID       string `json:"id"`
		Arg      string `json:"arg"`
		Type     string `json:"type"`
		Variable any    `json:"variable"` // a boolean, or isExpr
		Value    string `json:"value,omitempty"`
	}
	fileAtom struct {
		ID            string     `json:"id"`
		Name          string     `json:"name"`
		ArgumentIndex int        `json:"argumentIndex"`
		Arguments     []fileTerm `json:"arguments"`
	}
)

// isExpr marks an argument of the editor that is an expression.
const isExpr = "expr"

// Write returns the file of the web editor that holds a program. The list holds the reasons why there is none, or else
// warnings about what the file leaves out without changing what rules do.
func Write(p *lang.Program) ([]byte, syntax.ErrorList) {
	w := &writer{prog: p, ruleNames: naming.New()}
	w.check()
	sets := w.sets()
	predicates := w.predicates()
	rules := []fileRule{}
	for i, r := range p.Stages[0].Rules {
		rules = append(rules, w.rule(r, i+1))
	}
	atoms := w.atoms()
	w.errs.Sort()
	if w.errs.Failed() {
		return nil, slices.DeleteFunc(w.errs, func(e *syntax.Error) bool { return e.Warning })
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode([parts]any{sets, predicates, predicates, rules, atoms, len(predicates), len(rules) + 1, len(atoms)})
	if err != nil {
		panic(err) // there is nothing that JSON cannot hold
	}
	return b.Bytes(), w.errs
}

// writer makes a file of a program.
type writer struct {
	prog      *lang.Program
	errs      syntax.ErrorList
	ruleNames *naming.Set // of the rules so far
}

// refuse enters a reason why there is no file.
func (w *writer) refuse(at syntax.Span, format string, args ...any) *syntax.Error {
	e := &syntax.Error{Source: w.prog.Source, Span: at, Code: syntax.NotSupported, Msg: fmt.Sprintf(format, args...)}
	w.errs = append(w.errs, e)
	return e
}

// warn enters a message about what the file leaves out.
func (w *writer) warn(at syntax.Span, format string, args ...any) {
	w.refuse(at, format, args...).Warning = true
}

// setName returns the ID of the set for a type.
func setName(t *lang.Type) string {
	if t.Numerals {
		return numbers
	}
	return t.Name
}

// sets returns the sets, of which that of numbers is the first.
func (w *writer) sets() []fileSet {
	out := []fileSet{{numbers, []string{}}}
	for _, t := range w.prog.Types {
		if t.Numerals {
			continue
		}
		s := fileSet{t.Name, []string{}}
		for _, c := range t.Constructors {
			s.Elements = append(s.Elements, c.Name)
		}
		out = append(out, s)
	}
	return out
}

// predicates returns the predicates, each of which is locked.
func (w *writer) predicates() []filePredicate {
	out := []filePredicate{}
	for i, p := range w.prog.Preds {
		f := filePredicate{fmt.Sprintf("p%d", i), p.Name, len(p.Args), []fileArgument{}}
		for k, t := range p.Args {
			f.Arguments = append(f.Arguments, fileArgument{fmt.Sprintf("p%d.%d", i, k), setName(t)})
		}
		out = append(out, f)
	}
	return out
}

// atoms returns the initial state.
func (w *writer) atoms() []fileAtom {
	out := []fileAtom{}
	start := w.start()
	if start == nil {
		return out
	}
	for i, f := range start.Facts {
		if f.Permanent {
			w.refuse(start.Span, "the web editor has no permanent facts, but the state begins with `%s`", f)
			continue
		}
		a := fileAtom{fmt.Sprintf("i%d", i), f.Fact.Pred.Name, len(f.Fact.Args), []fileTerm{}}
		for k, v := range f.Fact.Args {
			t := f.Fact.Pred.Args[k]
			if v.Of != nil {
				w.size(start.Span, v.Num)
			}
			a.Arguments = append(a.Arguments, fileTerm{fmt.Sprintf("i%d.%d", i, k), v.String(), setName(t), false, v.String()})
		}
		out = append(out, a)
	}
	return out
}

// rule returns a rule with its number.
func (w *writer) rule(r *lang.Rule, number int) fileRule {
	name := w.ruleNames.Take(r.Name)
	if name != r.Name {
		w.warn(r.Span, "two rules are called `%s`; in the web editor this one is `%s`", r.Name, name)
	}
	b := &ruleWriter{writer: w, rule: r, number: number}
	b.nameVariables()
	b.check()
	f := fileRule{Index: number, ID: fmt.Sprintf("r%dcontainer", number), Name: name, PredicateSet: []filePart{}}
	for _, p := range r.Premises {
		id := fmt.Sprintf("c.%d.%d", number, f.ConditionIndex)
		f.ConditionIndex++
		f.PredicateSet = append(f.PredicateSet, b.condition(p, id))
	}
	for _, p := range r.Results {
		id := fmt.Sprintf("a.%d.%d", number, f.AddIndex)
		f.AddIndex++
		if p.Permanent {
			w.refuse(p.Span, "the web editor has no permanent facts")
		}
		f.PredicateSet = append(f.PredicateSet, filePart{id, p.Atom.Pred.Name, b.terms(p.Span, id, p.Atom), false})
	}
	for _, s := range w.sets() {
		s.Elements = []string{}
		for i, v := range r.Vars {
			if v.Type != nil && setName(v.Type) == s.ID {
				s.Elements = append(s.Elements, b.names[i])
			}
		}
		f.Sets = append(f.Sets, s)
	}
	return f
}

// ruleWriter makes a rule of a file.
type ruleWriter struct {
	*writer
	rule   *lang.Rule
	number int
	names  []string // of the variables, in the file
}

// nameVariables names the variables: as in the program, but so that those in expressions are names of math.js. The
// n-th wildcard is `_n`.
func (w *ruleWriter) nameVariables() {
	inside := make([]bool, len(w.rule.Vars))
	for _, r := range w.rule.Results {
		for _, a := range r.Atom.Args {
			if _, alone := a.(lang.Variable); !alone {
				lang.EachVariable(a, func(v lang.Variable) { inside[v] = true })
			}
		}
	}
	taken := naming.New()
	w.names = make([]string, len(w.rule.Vars))
	for _, keeps := range []bool{true, false} {
		for i, v := range w.rule.Vars {
			name := v.Name
			if inside[i] {
				name = strings.Map(func(r rune) rune {
					if isSymbol(r) || '0' <= r && r <= '9' {
						return r
					}
					return '_'
				}, name)
			}
			if w.names[i] == "" && (name == v.Name) == keeps {
				w.names[i] = taken.Take(name)
			}
		}
	}
}

// condition returns a premise as a condition.
func (w *ruleWriter) condition(p lang.Premise, id string) filePart {
	if p.Kind != lang.Compare {
		if p.Kind == lang.Permanent {
			w.refuse(p.Span, "the web editor has no permanent facts")
		}
		return filePart{id, p.Atom.Pred.Name, w.terms(p.Span, id, p.Atom), p.Kind == lang.Consume}
	}
	w.comparison(p)
	part := filePart{ID: id}
	for name, op := range tests {
		if op == p.Op {
			part.Name = name
		}
	}
	for i, t := range []lang.Term{p.X, p.Y} {
		part.Arguments = append(part.Arguments, w.term(p.Span, fmt.Sprintf("%s.%d", id, i), t, numbers))
	}
	return part
}

// terms returns the arguments of an atom.
func (w *ruleWriter) terms(at syntax.Span, id string, a lang.Atom) []fileTerm {
	out := []fileTerm{}
	for i, t := range a.Args {
		out = append(out, w.term(at, fmt.Sprintf("%s.%d", id, i), t, setName(a.Pred.Args[i])))
	}
	return out
}

// term returns an argument.
func (w *ruleWriter) term(at syntax.Span, id string, t lang.Term, set string) fileTerm {
	out := fileTerm{ID: id, Type: set, Variable: false}
	switch t := t.(type) {
	case lang.Variable:
		out.Arg, out.Variable = w.names[t], true
	case *lang.Compound:
		out.Arg = t.Con.Name
	case lang.Number:
		w.size(at, t.Num)
		out.Arg = t.Num.String()
	case *lang.Successor, *lang.Calculation:
		if strings.HasPrefix(id, "c") {
			w.refuse(at, "the web editor calculates in effects only, not in conditions")
			break
		}
		x := w.expr(at, t)
		x.differences(func(d *expr) { w.difference(at, d) })
		out.Arg, out.Variable = x.print(func(name string) string { return name }), isExpr
	}
	return out
}

// expr returns a calculation as an expression.
func (w *ruleWriter) expr(at syntax.Span, t lang.Term) *expr {
	switch t := t.(type) {
	case lang.Variable:
		return &expr{variable: w.names[t]}
	case *lang.Successor:
		w.size(at, t.By)
		return &expr{op: syntax.Plus, x: &expr{variable: w.names[t.Var]}, y: &expr{number: t.By.String()}}
	case *lang.Calculation:
		switch t.Op {
		case lang.Divide, lang.Mod:
			w.refuse(at, "the web editor does not divide whole numbers as `%s` does here", t.Op)
		}
		return &expr{op: t.Op, x: w.expr(at, t.X), y: w.expr(at, t.Y)}
	case lang.Number:
		w.size(at, t.Num)
		return &expr{number: t.Num.String()}
	}
	return &expr{number: "0"} // the check before has refused it
}

// exact is the greatest number up to which JavaScript knows all.
const exact = 1<<53 - 1

// size refuses numbers that JavaScript rounds.
func (w *writer) size(at syntax.Span, n lang.Nat) {
	if n.Int() > exact {
		w.refuse(at, "the web editor rounds numbers above %s, such as %s", strconv.Itoa(exact), n)
	}
}
