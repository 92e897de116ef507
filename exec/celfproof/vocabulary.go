package celfproof

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// vocabulary maps the names in an answer to the declarations of the file, and these to the parts of the program.
type vocabulary struct {
	source *celf.File
	scheme *celf.Scheme // nil of a file without stages
	// declared are the declarations with a type or a value by the names that Celf prints: of those that are called
	// `-`, the first is `-`, the second `-1`, and so on.
	declared map[string]celf.Decl
	// types are those of the rules, by their places and by those of the whole declarations.
	types map[syntax.Span]celf.Expr
	// rules are those of the program by their names in Celf, but for those that are kept in the state.
	rules     map[string][]*lang.Rule
	ruleNames map[*lang.Rule]string
	// constants are those of the program by their names in Celf. Fresh names come behind those declared.
	constants map[string][]*lang.Constructor
	called    map[*lang.Constructor]string // the names that Celf prints
	preds     map[*lang.Pred]string        // names of predicates in Celf
	// kept are the rules that are resources, by the predicates of the facts that stand for them. Package celf gives
	// the rules the name of the predicate, and makes such a fact their first premise.
	kept map[*lang.Pred][]*lang.Rule
	// bounds are the largest numbers of steps of directives, by their offsets; there is none if any number will do.
	// Celf also counts the steps that take a state out of its braces, and a program does not.
	bounds map[int]int
}

// newVocabulary parses the Celf file of a program again, and finds the parts of the program by their places: all
// spans of the program are places in the file, and the span of a declaration begins with its name.
func newVocabulary(prog *lang.Program) *vocabulary {
	v := &vocabulary{declared: make(map[string]celf.Decl), types: make(map[syntax.Span]celf.Expr),
		rules: make(map[string][]*lang.Rule), ruleNames: make(map[*lang.Rule]string),
		constants: make(map[string][]*lang.Constructor), called: make(map[*lang.Constructor]string),
		preds: make(map[*lang.Pred]string),
		kept:  make(map[*lang.Pred][]*lang.Rule), bounds: make(map[int]int)}
	v.source, _ = celf.Parse(prog.Source)
	v.scheme = celf.SchemeOf(v.source)
	anonymous := 0
	byPlace := make(map[int]string) // the names of declarations, by their offsets
	for _, d := range v.source.Decls {
		v.addTypes(d)
		if run, ok := d.(*celf.Directive); ok && run.Word.Text != "#mode" && !run.Args[0].Any {
			v.bounds[run.Start.Offset] = run.Args[0].Num
		}
		name := declaredName(d)
		if name == nil {
			continue
		}
		printed := name.Text
		if printed == "-" {
			if anonymous > 0 {
				printed += strconv.Itoa(anonymous)
			}
			anonymous++
		}
		v.declared[printed] = d
		byPlace[d.Range().Start.Offset] = printed
	}
	byName := make(map[string]*lang.Pred)
	for _, p := range prog.Preds {
		byName[p.Name] = p
	}
	for _, r := range prog.Rules() {
		if p := byName[r.Name]; p != nil && len(r.Premises) > 0 && r.Premises[0].Atom.Pred == p {
			v.kept[p] = append(v.kept[p], r)
		}
		if name, ok := byPlace[r.Start.Offset]; ok {
			v.rules[name] = append(v.rules[name], r)
			v.ruleNames[r] = name
		}
	}
	for _, t := range prog.Types {
		for _, c := range t.Constructors {
			name := prog.Source.Slice(c.Span)
			v.called[c] = name
			if len(v.constants[name]) > 0 { // it is a fresh name, and Celf tells it from the other
				v.called[c] = "'" + name
			}
			v.constants[name] = append(v.constants[name], c)
		}
	}
	for _, p := range prog.Preds {
		v.preds[p] = cmp.Or(prog.Source.Slice(p.Span), p.Name) // what stands for a rule in the state has no name in Celf
	}
	return v
}

// addTypes enters the expressions in a declaration that may be rules.
func (v *vocabulary) addTypes(d celf.Decl) {
	switch d := d.(type) {
	case *celf.Constant:
		v.types[d.Span] = d.Type
		v.addType(d.Type)
	case *celf.Abbreviation:
		v.addType(d.Value)
	case *celf.Directive:
		v.addType(d.Of)
	}
}

// addType enters the binders and arrows in an expression.
func (v *vocabulary) addType(x celf.Expr) {
	switch x := x.(type) {
	case *celf.Binder:
		v.types[x.Span] = x
		v.addType(x.Body)
	case *celf.Arrow:
		v.types[x.Span] = x
		v.addType(x.From)
		v.addType(x.To)
	case *celf.Join:
		for _, part := range x.Parts {
			v.addType(part)
		}
	case *celf.Marked:
		v.addType(x.X)
	case *celf.Braces:
		v.addType(x.X)
	}
}

// query returns the directive of a start.
func (v *vocabulary) query(start *lang.Start) *celf.Directive {
	for _, d := range v.source.Decls {
		if q, ok := d.(*celf.Directive); ok && q.Start == start.Start {
			return q
		}
	}
	return &celf.Directive{}
}

// goalOf returns the expression behind the arrows of the type of a query, without its braces.
func goalOf(x celf.Expr) celf.Expr {
	_, _, end := celf.Telescope(x)
	if braces, ok := end.(*celf.Braces); ok {
		return braces.X
	}
	return end
}

// telescope returns the binders and the arrows of a type. If an abbreviation stands for the rest of the type, its
// binders and arrows are included.
func (v *vocabulary) telescope(x celf.Expr) ([]*celf.Binder, []*celf.Arrow) {
	binders, arrows, end := celf.Telescope(x)
	if name, ok := end.(*celf.Name); ok {
		if rest, ok := v.declared[name.Text].(*celf.Abbreviation); ok {
			b, a := v.telescope(rest.Value)
			return append(binders, b...), append(arrows, a...)
		}
	}
	return binders, arrows
}

// order returns, for the resources before the arrows of a type, in the order of the program, their places among the
// proofs or binders of an answer. The answer has the order of the arrows. In the program, resources before arrows that
// point back come behind the others, from the last arrow to the first: in the program, `{c} o- b o- a` has the premises
// b, a; it is the type `a -o b -o {c}`, so an answer has a, b.
func (v *vocabulary) order(x celf.Expr) []int {
	var all []int
	var behind [][]int
	n := 0
	_, arrows := v.telescope(x)
	for _, a := range arrows {
		var places []int
		for range v.conjuncts(a.From) {
			places = append(places, n)
			n++
		}
		if a.Reversed {
			behind = append(behind, places)
		} else {
			all = append(all, places...)
		}
	}
	slices.Reverse(behind)
	return append(all, slices.Concat(behind...)...)
}

// reordered returns the elements at some places of a list, in this order; the list as it is if the lengths differ.
func reordered[T any](list []T, places []int) []T {
	if len(list) != len(places) {
		return list
	}
	out := make([]T, len(list))
	for i, at := range places {
		out[i] = list[at]
	}
	return out
}

// conjuncts counts the resources of a state, with those of abbreviations in it.
func (v *vocabulary) conjuncts(x celf.Expr) int {
	switch x := x.(type) {
	case *celf.Unit:
		return 0
	case *celf.Join:
		n := 0
		for _, part := range x.Parts {
			n += v.conjuncts(part)
		}
		return n
	case *celf.Braces:
		return v.conjuncts(x.X)
	case *celf.Binder:
		if strings.EqualFold(x.Word.Text, "exists") {
			return v.conjuncts(x.Body)
		}
	case *celf.Name:
		if a, ok := v.declared[x.Text].(*celf.Abbreviation); ok {
			return v.conjuncts(a.Value)
		}
	}
	return 1
}

// declaredName returns the name that a declaration gives; nil of a directive.
func declaredName(d celf.Decl) *celf.Name {
	switch d := d.(type) {
	case *celf.Constant:
		return d.Name
	case *celf.Abbreviation:
		return d.Name
	}
	return nil
}

// constant returns the constant that a name of an answer means, or nil. Celf puts a quote before names that binders
// bring.
func (v *vocabulary) constant(name string) *lang.Constructor {
	if all := v.constants[name]; len(all) > 0 {
		return all[0]
	}
	if v.declared[name] != nil {
		return nil
	}
	bare, quoted := strings.CutPrefix(name, "'")
	if all := v.constants[bare]; quoted && len(all) > 0 {
		return all[len(all)-1]
	}
	if all := v.constants["'"+name]; len(all) > 0 {
		return all[len(all)-1]
	}
	return nil
}

// isTerm reports whether a head begins a term, and not a proof: it is a constant, or the abbreviation of a term.
func (v *vocabulary) isTerm(head string) bool {
	if v.constant(head) != nil || v.isNumber(head) {
		return true
	}
	a, ok := v.declared[head].(*celf.Abbreviation)
	if !ok {
		return false
	}
	switch x := a.Value.(type) {
	case *celf.Name:
		return v.isTerm(x.Text)
	case *celf.Apply:
		return v.isTerm(x.Fun.Text)
	}
	return false
}
