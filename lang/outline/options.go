package outline

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Options returns what fits a place of a program, none where the path names no such place:
//
//   - of an argument, the terms that may stand there instead: its own one among them. The side is of no account;
//   - of a rule, clause or `#never` and a side, `l` or `r`, the predicates of which a premise or result may be added;
//   - of a context or run, the predicates of which a fact may be added.
//
// A term is written as the place needs it, in parentheses where it is an argument, and a predicate with arguments: on
// left sides new variables, else what is known there. In a program without errors, no option causes one. A variable
// of a left side that is used elsewhere and bound nowhere else therefore has few.
func Options(a *lang.Analysis, path, side string) []Option {
	n, ok := Locate(a.File, path)
	if !ok {
		return []Option{}
	}
	p := newPlace(a, n, side)
	switch {
	case n.term:
		return p.fitting(p.terms())
	case n.Expr == nil && p.takesMore():
		return p.fitting(p.predicates())
	}
	return []Option{}
}

// place is where options are for.
type place struct {
	*scope
	*Node
	side string // of the premise or fact that is, or is to be, there
	in   setting
	vars []Var
	// bound are those of vars that facts or derived premises give a value.
	bound   []Var
	uniform bool            // the constants that fit are those of one type, and no numbers
	taken   map[string]bool // names of variables
}

func newPlace(a *lang.Analysis, n *Node, side string) *place {
	p := &place{scope: newScope(a), Node: n, side: side, taken: make(map[string]bool)}
	holder := n
	for ; holder.Expr != nil; holder = holder.Up {
		p.side = holder.Side // at last that of the premise
	}
	switch n.Decl.(type) {
	case *syntax.Context, *syntax.Trace:
		p.in, p.side = inContext, ""
	case *syntax.Rule, *syntax.Stage:
		if p.in = atLeft; p.side == "r" {
			p.in = atRight
		}
	default:
		p.in = inClause
	}
	var all, binding []syntax.Expr
	for _, side := range []string{"h", "l", "r"} {
		for _, part := range holder.Parts(side) {
			all = append(all, part.Expr)
			if b, ok := part.Expr.(*syntax.Binary); side != "r" && !(ok && b.Op.IsComparison()) {
				binding = append(binding, matched(part.Expr)...)
			}
		}
	}
	p.vars = p.scope.vars(all...)
	for _, v := range p.vars {
		p.taken[v.Name] = true
		if slices.ContainsFunc(binding, func(x syntax.Expr) bool { return x.(*syntax.Name).Text == v.Name }) {
			p.bound = append(p.bound, v)
		}
	}
	return p
}

// matched returns the variables that a premise gives a value: all but those of calculations, in which only `N + 1`
// and the like do.
func matched(x syntax.Expr) []syntax.Expr {
	var all []syntax.Expr
	switch x := x.(type) {
	case *syntax.Name:
		if syntax.IsVariable(x.Text) {
			return []syntax.Expr{x}
		}
	case *syntax.Apply:
		for _, a := range x.Args {
			all = append(all, matched(a)...)
		}
	case *syntax.Prefix:
		return matched(x.X)
	case *syntax.Binary:
		_, known := x.Y.(*syntax.Number)
		if x.Op == syntax.Star || x.Op == syntax.Plus && known {
			return append(matched(x.X), matched(x.Y)...)
		}
	}
	return all
}

// takesMore reports whether a premise or fact may be added on the side.
func (p *place) takesMore() bool {
	switch d := p.Decl.(type) {
	case *syntax.Rule:
		return p.side == "l" || p.side == "r"
	case *syntax.Stage:
		return p.Rule != nil && (p.side == "l" || p.side == "r")
	case *syntax.Clause:
		return p.side == "l"
	case *syntax.Signature:
		known := p.byName[d.Result.Text]
		return p.side == "l" && known != nil && known.Kind == lang.Backward && len(d.Args) == 0
	case *syntax.Statement:
		return p.side == "l" && d.Op == ""
	case *syntax.Context:
		return true
	case *syntax.Trace:
		return d.Inline != nil
	}
	return false
}

// predicates returns the predicates that may stand there, as far as their kinds tell.
func (p *place) predicates() []Option {
	allowed := map[setting][]lang.PredKind{
		atLeft:    {lang.OfState, lang.Backward, lang.Sense},
		atRight:   {lang.OfState, lang.Action},
		inClause:  {lang.OfState, lang.Backward},
		inContext: {lang.OfState},
	}[p.in]
	notes := p.notes()
	options := []Option{}
	for _, pred := range p.analysis.Known.Preds {
		if !slices.Contains(allowed, pred.Kind) {
			continue
		}
		args, ok := p.fill(pred.Args, p.in == atRight || pred.Kind != lang.OfState)
		if !ok {
			continue
		}
		label := pred.Name
		for _, t := range pred.Args {
			label += " " + typeName(t)
		}
		options = append(options, Option{Kind: "predicate", Label: label, Term: pred.Name + args,
			Note: notes[pred.Start.Offset]})
	}
	return options
}

// notes returns the comments on the declarations, by where their names start.
func (p *place) notes() map[int]string {
	notes := make(map[int]string)
	for _, n := range root(p.analysis.File).Parts("") {
		if s, ok := n.Decl.(*syntax.Signature); ok {
			notes[s.Name.Start.Offset] = n.said()
		}
	}
	return notes
}

// fill returns arguments of the types with a space before each, and false where there are none. These are variables
// with values where known ones are preferred; else new variables, or ground terms where there can be none. No two are
// the same as long as there are others.
func (p *place) fill(types []*lang.Type, preferKnown bool) (args string, ok bool) {
	used := make(map[string]bool)
	own, _ := p.Expr.(*syntax.Name)
	left := p.in == atLeft || p.in == inClause
	for _, t := range types {
		if t == nil {
			return "", false
		}
		var terms []string
		for _, v := range p.bound {
			// A variable that is put into a term stays what it was.
			if v.Type == t.Name && (preferKnown || own != nil && v.Name == own.Text) {
				terms = append(terms, v.Name)
			}
		}
		if left {
			terms = append(terms, p.fresh(t.Name, used))
		} else {
			terms = append(terms, p.ground(t)...)
		}
		if len(terms) == 0 {
			return "", false
		}
		term := terms[0]
		if i := slices.IndexFunc(terms, func(term string) bool { return !used[term] }); i >= 0 {
			term = terms[i]
		}
		used[term] = true
		args += " " + term
	}
	return args, true
}

// fresh returns a name for a new variable of a type: its initial, with a number where that is taken.
func (p *place) fresh(of string, used map[string]bool) string {
	r, _ := utf8.DecodeRuneInString(of)
	initial := string(unicode.ToUpper(r))
	if !syntax.IsVariable(initial) || initial == syntax.Wildcard {
		initial = "X"
	}
	name := initial
	for i := 2; p.taken[name] || used[name]; i++ {
		name = initial + strconv.Itoa(i)
	}
	return name
}

// ground returns terms of a type without variables, as arguments, the simplest first: its constants, and one for each
// constructor of which there are arguments.
func (p *place) ground(of *lang.Type) []string {
	switch {
	case of.Numerals:
		return []string{"0", "1", "2"}
	case of.Texts:
		return append(p.strings(), `""`)
	}
	simplest := p.simplest()
	var terms []string
	for _, k := range of.Constructors {
		if term := build(k, simplest); term != "" {
			terms = append(terms, term)
		}
	}
	sort.SliceStable(terms, func(i, j int) bool { return terms[i][0] != '(' && terms[j][0] == '(' })
	return terms
}

// build returns a constructor with the simplest arguments, as an argument itself; "" where a type has no term.
func build(k *lang.Constructor, simplest map[*lang.Type]string) string {
	term := k.Name
	for _, a := range k.Args {
		if simplest[a] == "" {
			return ""
		}
		term += " " + simplest[a]
	}
	return argument(term)
}

// simplest returns one ground term for each type that has any, of least depth.
func (p *place) simplest() map[*lang.Type]string {
	terms := make(map[*lang.Type]string)
	types := slices.Clone(p.analysis.Known.Types)
	for _, t := range types {
		for _, k := range t.Constructors {
			types = append(types, k.Args...) // the built-in type of texts is in no list
		}
	}
	for _, t := range types {
		switch {
		case t == nil:
		case t.Numerals:
			terms[t] = "0"
		case t.Texts:
			terms[t] = `""`
		}
	}
	for changed := true; changed; {
		changed = false
		found := make(map[*lang.Type]string)
		for _, t := range p.analysis.Known.Types {
			for _, k := range t.Constructors {
				if term := build(k, terms); terms[t] == "" && found[t] == "" && term != "" {
					found[t], changed = term, true
				}
			}
		}
		for t, term := range found {
			terms[t] = term
		}
	}
	return terms
}

// argument returns a term as an argument: in parentheses if it has several words, or is a name that is an operator or
// a word of statements elsewhere.
func argument(term string) string {
	switch {
	case term == "-", term == "/", term == string(syntax.Mod), term == "in":
	case !strings.Contains(term, " "):
		return term
	}
	return "(" + term + ")"
}
