package outline

import (
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Options returns the terms or predicates that fit a place of a program, none if the path names no such place:
//
//   - of an argument, the terms that may stand there instead: its own one among them. The side does not matter;
//   - of a rule, clause or `#never` and a side, `l` or `r`, the predicates of which a premise or result may be added;
//   - of an `#invariant` and the side `c`, the predicates of which facts may be counted;
//   - of a context or run, the predicates of which a fact may be added, and the contexts that it may include;
//   - of a context that another includes, the contexts that may be included instead: the same one among them.
//
// A term is written as the place needs it, in parentheses where it is an argument, and a predicate as [DraftPremise]
// and [DraftFact] do. In a program without errors, no option causes one. A variable of a left side that is used
// elsewhere and bound nowhere else therefore has few.
func Options(a *lang.Analysis, path, side string) []Option {
	n, ok := Locate(a.File, path)
	if !ok {
		return []Option{}
	}
	p := newPlace(a, n, side)
	switch {
	case n.term:
		return p.fitting(p.terms())
	case n.Expr == nil && p.side == "c" && p.takesMore():
		return p.predicates()
	case n.Expr == nil && p.takesMore():
		return append(p.fitting(p.predicates()), p.includable(n, "")...)
	case p.in == inContext && n.Expr != nil && p.included(n.Expr) != "":
		return p.includable(n.Up, p.included(n.Expr))
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
	var all []syntax.Expr
	bound := make(map[string]bool)
	for _, side := range []string{"h", "l", "r", "c"} {
		for _, part := range holder.Parts(side) {
			all = append(all, part.Expr)
			if b, ok := part.Expr.(*syntax.Binary); side != "r" && !(ok && b.Op.IsComparison()) {
				bind(part.Expr, bound)
			}
		}
	}
	p.vars = p.scope.vars(all...)
	for _, v := range p.vars {
		p.taken[v.Name] = true
		if bound[v.Name] {
			p.bound = append(p.bound, v)
		}
	}
	return p
}

// bind enters the variables that a premise gives a value: all but those of calculations, in which only `N + 1` and
// the like do.
func bind(x syntax.Expr, bound map[string]bool) {
	switch x := x.(type) {
	case *syntax.Name:
		bound[x.Text] = true
	case *syntax.Apply:
		for _, a := range x.Args {
			bind(a, bound)
		}
	case *syntax.Prefix:
		bind(x.X, bound)
	case *syntax.Binary:
		if _, known := x.Y.(*syntax.Number); x.Op == syntax.Star || x.Op == syntax.Plus && known {
			bind(x.X, bound)
			bind(x.Y, bound)
		}
	}
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
		return p.side == "l" && d.Op == "" || p.side == "c" && d.Op != ""
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
	if p.side == "c" {
		allowed = []lang.PredKind{lang.OfState}
	}
	notes := p.notes()
	options := []Option{}
	left, facts := p.Parts("l"), p.Parts("")
	for _, pred := range p.analysis.Known.Preds {
		if !slices.Contains(allowed, pred.Kind) {
			continue
		}
		text, err := p.draft(pred, left)
		switch {
		case p.in == inContext:
			text, _, err = DraftFact(pred, facts)
		case p.side == "c":
			text, err = DraftCount(pred), nil
		}
		if err != nil {
			continue
		}
		label := pred.Name
		for _, t := range pred.Args {
			label += " " + typeName(t)
		}
		options = append(options, Option{Kind: "predicate", Label: label, Term: text, Note: notes[pred.Start.Offset],
			Pred: pred.Name})
	}
	return options
}

// includable returns the contexts that a context or run may include: those that it does not include yet, apart from
// one, and that do not lead back to it. There are none at other places.
func (p *place) includable(n *Node, but string) []Option {
	if p.in != inContext {
		return nil
	}
	self, _ := n.Decl.(*syntax.Context)
	included := make(map[string]bool)
	for _, x := range n.operands("") {
		if name := p.included(x); name != but {
			included[name] = true
		}
	}
	options := []Option{}
	for _, d := range p.analysis.File.Decls {
		d, ok := d.(*syntax.Context)
		if !ok || included[d.Name.Text] || p.included(d.Name) == "" || self != nil && p.leads(d, self, nil) {
			continue
		}
		included[d.Name.Text] = true // one of two of that name
		options = append(options, Option{Kind: "context", Label: d.Name.Text, Term: d.Name.Text, Pred: d.Name.Text,
			Note: english.Count(len(d.Facts), "fact")})
	}
	return options
}

// leads reports whether a context includes another, directly or through others, or is called the same.
func (p *place) leads(from, to *syntax.Context, seen map[string]bool) bool {
	if from.Name.Text == to.Name.Text {
		return true
	}
	if seen == nil {
		seen = make(map[string]bool)
	}
	seen[from.Name.Text] = true
	for _, x := range from.Facts {
		name := p.included(x)
		for _, d := range p.analysis.File.Decls {
			d, ok := d.(*syntax.Context)
			if ok && name == d.Name.Text && !seen[name] && p.leads(d, to, seen) {
				return true
			}
		}
	}
	return false
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

// fill returns the arguments of a constructor, and false where there are none. At the right these are variables of
// the rule and ground terms; elsewhere the variable that the term takes in, if its own place has one, and new ones.
// No two are the same as long as there are others.
func (p *place) fill(types []*lang.Type) (args []string, ok bool) {
	taken := maps.Clone(p.taken)
	used := make(map[string]bool)
	own, _ := p.Expr.(*syntax.Name)
	for _, t := range types {
		var terms []string
		for _, v := range p.bound {
			if t != nil && v.Type == t.Name && (p.in == atRight || own != nil && v.Name == own.Text) {
				terms = append(terms, v.Name)
			}
		}
		if p.in == atRight || p.in == inContext {
			terms = append(terms, Ground(t, len(types))...)
		}
		term := ""
		if i := slices.IndexFunc(terms, func(term string) bool { return !used[term] }); i >= 0 {
			term = terms[i]
		} else if p.in == atLeft || p.in == inClause {
			term = Fresh(t, taken)
		} else if len(terms) > 0 {
			term = terms[0]
		} else {
			return nil, false
		}
		used[term] = true
		args = append(args, term)
	}
	return args, true
}
