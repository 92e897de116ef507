package outline

import (
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// mostOffered is how many numbers and texts of the program are offered.
const mostOffered = 20

// terms returns the terms that may stand at an argument, as far as types tell.
func (p *place) terms() []Option {
	want := p.want()
	of := p.known[want]
	if want == lang.StringType && of == nil {
		of = &lang.Type{Name: want, Texts: true}
	}
	p.uniform = of != nil && !of.Counts()
	options := []Option{}
	add := func(kind, label, term, note string) {
		options = append(options, Option{Kind: kind, Label: label, Term: term, Note: note})
	}
	if p.in != inContext {
		for _, v := range p.vars {
			if v.Type == want || v.Type == "" || want == "" {
				add("variable", v.Name, v.Name, v.Type)
			}
		}
	}
	if p.in == atLeft || p.in == inClause {
		if of != nil {
			name := Fresh(of, maps.Clone(p.taken))
			add("new variable", name, name, want)
		}
		add("any", "any", syntax.Wildcard, want)
	}
	if of == nil {
		return options
	}
	p.constants(of, add)
	if of.Numerals {
		for _, digits := range p.numerals() {
			add("number", digits, digits, "")
		}
		for _, v := range p.vars {
			if p.in != inContext && v.Type == want {
				add("calculation", v.Name+" + 1", p.operand(v.Name+" + 1"), "")
				add("calculation", v.Name+" - 1", p.operand(v.Name+" - 1"), "")
			}
		}
	}
	if of.Texts {
		for _, text := range append(p.strings(), `""`) {
			add("string", text, text, "")
		}
	}
	return options
}

// constants adds the constants of a type, and its constructors with arguments.
func (p *place) constants(of *lang.Type, add func(kind, label, term, note string)) {
	notes := p.notes()
	for _, k := range of.Constructors {
		note := notes[k.Start.Offset]
		if len(k.Args) == 0 {
			add("constant", k.Name, argument(k.Name), note)
		} else if args, ok := p.fill(k.Args); ok {
			term := atom(k.Name, args)
			add("compound", term, p.operand(term), note)
		}
	}
}

// want returns the name of the type that the place wants, empty where any does.
func (p *place) want() string {
	up := p.Up
	if b, ok := up.Expr.(*syntax.Binary); ok && (b.Op == syntax.Same || b.Op == syntax.Differs) {
		other := []syntax.Expr{b.Y, b.X}[p.Index]
		if t := p.typeOf(other); t != "" {
			return t
		}
		return p.typeOf(p.Expr)
	}
	return p.wants(up)[p.Index]
}

// operand returns a term of several words as the place needs it: with parentheses, but not as a side of a comparison.
func (p *place) operand(term string) string {
	if b, ok := p.Up.Expr.(*syntax.Binary); ok && b.Op.IsComparison() {
		return term
	}
	return "(" + term + ")"
}

// numerals returns the first numbers, and those that the program has, in ascending order.
func (p *place) numerals() []string {
	all := []string{"0", "1", "2"}
	eachTerm(p.analysis.File, func(x syntax.Expr) {
		if n, ok := x.(*syntax.Number); ok && len(all) < mostOffered && !slices.Contains(all, n.Digits) {
			all = append(all, n.Digits)
		}
	})
	slices.SortFunc(all, func(x, y string) int { return lang.ParseNat(x).Cmp(lang.ParseNat(y)) })
	return all
}

// strings returns the texts in quotes that the program has, the empty one left out, in the order of the text.
func (p *place) strings() []string {
	var all []string
	eachTerm(p.analysis.File, func(x syntax.Expr) {
		if s, ok := x.(*syntax.String); ok && s.Value != "" && len(all) < mostOffered {
			if text := syntax.Quote(s.Value); !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	})
	return all
}

// eachTerm calls f with each argument in rules, clauses, contexts, runs and statements, and with their parts.
func eachTerm(f *syntax.File, do func(syntax.Expr)) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *syntax.Clause:
			eachPart(do, append(d.Premises[:len(d.Premises):len(d.Premises)], d.Head)...)
		case *syntax.Rule:
			eachPart(do, d.Left, d.Right)
		case *syntax.Stage:
			for _, r := range d.Rules {
				eachPart(do, r.Left, r.Right)
			}
		case *syntax.Context:
			eachPart(do, d.Facts...)
		case *syntax.Trace:
			if d.Inline != nil {
				eachPart(do, d.Inline.Facts...)
			}
		case *syntax.Statement:
			eachPart(do, d.Premises)
			for _, c := range slices.Concat(d.Left, d.Right) {
				eachPart(do, c.Of)
			}
		}
	}
}

// eachPart calls f with expressions and all that they consist of.
func eachPart(do func(syntax.Expr), xs ...syntax.Expr) {
	for _, x := range xs {
		switch x := x.(type) {
		case nil:
			continue
		case *syntax.Apply:
			eachPart(do, x.Args...)
		case *syntax.Binary:
			eachPart(do, x.X, x.Y)
		case *syntax.Prefix:
			eachPart(do, x.X)
		}
		do(x)
	}
}
