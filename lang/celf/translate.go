package celf

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/lang/naming"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// translation makes a program of Ceptre of a signature. [translate] fills it; [translation.file] puts the parts of the
// program together.
type translation struct {
	sig          *signature
	errs         syntax.ErrorList
	taken        *naming.Set       // the names in the program, all in one name space as in Celf
	names        map[string]string // those of declarations, by their names in Celf
	was          map[string]string // names in Celf that the program has changed, by the names in the program
	anonymous    map[*Name]string  // names in the program of declarations called `-` in Celf
	constructors map[*family][]*constant
	finite       map[*family]bool // types with finitely many terms, as far as known
	preds        []*predicate
	predicates   map[string]*predicate    // by their names in Celf
	params       map[string]string        // names of the fresh names, by [paramKey]
	terms        []ground                 // of the facts of the signature, by number
	held         map[string]string        // predicates of rules in the state, by [heldKey]
	holds        map[string]int           // how many such rules there are, by the rule or state that makes them
	phases       map[*phase]*syntax.Stage // the stages of a file that has some

	// The parts of the program, in order. Later parts are as long as the file has such declarations.
	types, constants, predDecls, fresh, clauses []syntax.Decl
	stages                                      []*syntax.Stage
	links                                       []*syntax.Rule
	ordered                                     []*syntax.Directive
	contexts                                    []*syntax.Context
	traces                                      []*syntax.Trace
}

// param is a fresh name of a run, which the program has as a constant.
type param struct {
	name string // in the program
	of   *family
}

// stageName is the name of the only stage of a file that tells of none.
const stageName = "main"

// translate translates a signature. Its errors are forms that no program of Ceptre has a counterpart for.
func translate(sig *signature) *translation {
	t := &translation{
		sig: sig, taken: naming.New(), names: make(map[string]string), was: make(map[string]string),
		anonymous: make(map[*Name]string), constructors: make(map[*family][]*constant), finite: make(map[*family]bool),
		predicates: make(map[string]*predicate), params: make(map[string]string), held: make(map[string]string),
		holds: make(map[string]int),
	}
	for _, c := range sig.constants {
		t.constructors[c.result] = append(t.constructors[c.result], c)
	}
	t.nameAll()
	t.sortPredicates()
	t.declare()
	t.declareStages()
	for _, p := range t.preds {
		if p.form == backward || p.form == provedToo {
			for _, c := range p.clauses {
				t.clause(p, c)
			}
		}
	}
	for _, r := range sig.rules {
		t.rule(r, &syntax.Name{Span: r.name.Span, Text: t.nameOf(r.name)}, nil, nil)
	}
	t.translateRuns()
	t.placeStages()
	return t
}

// file returns the program as a syntax tree.
func (t *translation) file() *syntax.File {
	f := &syntax.File{Source: t.sig.source, Skipped: make(map[string]bool)}
	f.Decls = slices.Concat(t.types, t.constants, t.fresh, t.predDecls, t.clauses)
	for _, s := range t.stages {
		f.Decls = append(f.Decls, s)
	}
	for _, l := range t.links {
		f.Decls = append(f.Decls, l)
	}
	for _, d := range t.ordered {
		f.Decls = append(f.Decls, d)
	}
	for _, c := range t.contexts {
		f.Decls = append(f.Decls, c)
	}
	for _, r := range t.traces {
		f.Decls = append(f.Decls, r)
	}
	return f
}

// errorf enters an error at a place of the Celf file.
func (t *translation) errorf(code syntax.Code, span syntax.Span, format string, args ...any) *syntax.Error {
	e := &syntax.Error{Source: t.sig.source, Span: span, Code: code, Msg: fmt.Sprintf(format, args...)}
	t.errs = append(t.errs, e)
	return e
}

// nameAll gives all declarations names of the program. Names that are names of Ceptre, too, are given first, so that
// no changed name takes their place. Declarations called `-` become `-`, `-1` and so on, as Celf prints them.
func (t *translation) nameAll() {
	var declared, anonymous []*Name
	enter := func(n *Name) {
		switch {
		case n == nil:
		case n.Text == "-":
			anonymous = append(anonymous, n)
		default:
			declared = append(declared, n)
		}
	}
	for _, f := range t.sig.families {
		enter(f.name)
	}
	for _, c := range t.sig.constants {
		if c.name.Text == "-" { // the minus is no name of a term
			t.anonymous[c.name] = t.take(c.name.Text, naming.Constant(c.name.Text))
			continue
		}
		enter(c.name)
	}
	if t.sig.stages != nil {
		for _, p := range t.sig.stages.phases {
			if p.isStage() {
				enter(p.name)
			}
		}
	}
	for _, c := range t.sig.clauses {
		enter(c.name)
	}
	for _, r := range t.sig.rules {
		enter(r.name)
	}
	byPlace := func(a, b *Name) int { return a.Start.Offset - b.Start.Offset }
	slices.SortStableFunc(declared, byPlace)
	slices.SortStableFunc(anonymous, byPlace)
	for i, n := range anonymous { // as Celf prints them
		name := "-"
		if i > 0 {
			name += strconv.Itoa(i)
		}
		t.anonymous[n] = t.taken.Take(name)
	}
	for _, keeps := range []bool{true, false} {
		for _, n := range declared {
			if name := naming.Constant(n.Text); (name == n.Text) == keeps && t.names[n.Text] == "" {
				t.names[n.Text] = t.take(n.Text, name)
			}
		}
	}
}

// nameOf returns the name in the program of a declaration.
func (t *translation) nameOf(n *Name) string {
	if name, ok := t.anonymous[n]; ok {
		return name
	}
	return t.names[n.Text]
}

// take returns a free name of the program for a name in Celf: the wanted one, or it with a number.
func (t *translation) take(old, want string) string {
	name := t.taken.Take(want)
	if name != old {
		t.was[name] = old
	}
	return name
}

// declare makes the declarations of types, constants and predicates.
func (t *translation) declare() {
	for _, f := range t.sig.families {
		if f.terms {
			t.types = append(t.types, t.signature(f.name.Span, t.names[f.name.Text], nil, "type"))
		}
	}
	for _, c := range t.sig.constants {
		t.constants = append(t.constants, t.signature(c.name.Span, t.nameOf(c.name), c.args, t.names[c.result.name.Text]))
	}
	for _, p := range t.preds {
		p.name = t.names[p.of.name.Text]
		kind := "pred"
		switch p.form {
		case dropped:
			continue
		case backward:
			kind = "bwd"
		case provedToo:
			if t.beside(p); !p.isLoose() {
				continue
			}
		}
		t.predDecls = append(t.predDecls, t.signature(p.of.name.Span, p.name, p.of.args, kind))
	}
}

// beside declares the predicates beside one of the form provedToo: the backward one, and the one of its persistent
// facts if there are any. A clause proves the persistent facts, so that a fact that is both persistent and derived
// counts once.
func (t *translation) beside(p *predicate) {
	at, old := p.of.name.Span, p.of.name.Text
	if p.proved = p.name; p.isLoose() {
		p.proved = t.take(old, p.name+"_proved")
	}
	t.predDecls = append(t.predDecls, t.signature(at, p.proved, p.of.args, "bwd"))
	if !p.made[Persistent].Start.IsValid() {
		return
	}
	p.kept = t.take(old, p.name+"_kept")
	t.predDecls = append(t.predDecls, t.signature(at, p.kept, p.of.args, "pred"))
	vars := make([]syntax.Expr, len(p.of.args))
	for i := range vars {
		vars[i] = &syntax.Name{Span: at, Text: "X" + strconv.Itoa(i+1)}
	}
	kept := apply(&syntax.Name{Span: at, Text: p.kept}, vars, at)
	t.clauses = append(t.clauses, &syntax.Clause{Span: at, Head: apply(&syntax.Name{Span: at, Text: p.proved}, vars, at),
		Premises: []syntax.Expr{marked(Persistent, kept, at)}})
}

// signature returns the declaration `name args : result.` at a place of the Celf file.
func (t *translation) signature(at syntax.Span, name string, args []*family, result string) *syntax.Signature {
	s := &syntax.Signature{Span: at, Name: &syntax.Name{Span: at, Text: name}}
	s.Result = &syntax.Name{Span: at, Text: result}
	for _, a := range args {
		s.Args = append(s.Args, &syntax.Name{Span: at, Text: t.names[a.name.Text]})
	}
	return s
}

// paramKey names a fresh name: those of two runs are the same constant if they have the same name and type.
func paramKey(v variable) string { return v.name.Text + " " + v.of.name.Text }

// param returns the constant for a fresh name, which it declares at its first use.
func (t *translation) param(v variable) param {
	key := paramKey(v)
	if t.params[key] == "" {
		t.params[key] = t.take(v.name.Text, naming.Constant(v.name.Text))
		t.fresh = append(t.fresh, t.signature(v.name.Span, t.params[key], nil, t.names[v.of.name.Text]))
	}
	return param{t.params[key], v.of}
}
