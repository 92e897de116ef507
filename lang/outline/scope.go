package outline

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// scope is what the names of a program stand for.
type scope struct {
	analysis *lang.Analysis
	known    map[string]*lang.Type // the types that the program declares
	byName   map[string]*lang.Pred
	cons     map[string]*lang.Constructor
	contexts map[string]bool
	numbers  string      // the name of the type of numerals, empty where there is none
	mentions map[int]any // by where they start
}

func newScope(a *lang.Analysis) *scope {
	s := &scope{analysis: a, known: make(map[string]*lang.Type), byName: make(map[string]*lang.Pred),
		cons: make(map[string]*lang.Constructor), contexts: make(map[string]bool),
		mentions: make(map[int]any, len(a.Mentions))}
	for _, t := range a.Known.Types {
		s.known[t.Name] = t
		if t.Numerals {
			s.numbers = t.Name
		}
		for _, k := range t.Constructors {
			s.cons[k.Name] = k
		}
	}
	for _, p := range a.Known.Preds {
		s.byName[p.Name] = p
	}
	for _, d := range a.File.Decls {
		if c, ok := d.(*syntax.Context); ok {
			s.contexts[c.Name.Text] = true
		}
	}
	for _, m := range a.Mentions {
		s.mentions[m.Start.Offset] = m.Of
	}
	return s
}

// typeName returns the name of a type, empty where the type is not known.
func typeName(t *lang.Type) string {
	if t == nil {
		return ""
	}
	return t.Name
}

// varType returns the name of the type of a variable at a place, empty where it is not known.
func (s *scope) varType(n *syntax.Name) string {
	if v, ok := s.mentions[n.Start.Offset].(*lang.Var); ok {
		return typeName(v.Type)
	}
	return ""
}

// typeOf returns the name of the type of a term, empty where it is not known.
func (s *scope) typeOf(x syntax.Expr) string {
	switch x := x.(type) {
	case *syntax.Name:
		if syntax.IsVariable(x.Text) {
			return s.varType(x)
		}
		if k := s.cons[x.Text]; k != nil {
			return k.Result.Name
		}
	case *syntax.Apply:
		if k := s.cons[x.Fun.Text]; k != nil {
			return k.Result.Name
		}
	case *syntax.Number, *syntax.Binary:
		return s.numbers
	case *syntax.String:
		return lang.StringType
	}
	return ""
}

// wants returns the names of the types that the places of a premise's or term's arguments want.
func (s *scope) wants(n *Node) []string {
	switch x := Unmarked(n.Expr).(type) {
	case *syntax.Apply:
		var types []*lang.Type
		if k := s.cons[x.Fun.Text]; n.term && k != nil {
			types = k.Args
		} else if p := s.byName[x.Fun.Text]; !n.term && p != nil {
			types = p.Args
		}
		names := make([]string, len(x.Args))
		for i, t := range types[:min(len(types), len(names))] {
			names[i] = typeName(t)
		}
		return names
	case *syntax.Binary:
		of := s.numbers
		if x.Op == syntax.Same || x.Op == syntax.Differs {
			if of = s.typeOf(x.X); of == "" {
				of = s.typeOf(x.Y)
			}
		}
		return []string{of, of}
	}
	return nil
}

// isLink reports whether a rule outside of stages speaks of stages or quiescence.
func (s *scope) isLink(d *syntax.Rule) bool {
	return slices.ContainsFunc(joined(joined(nil, d.Left), d.Right), func(x syntax.Expr) bool {
		x = Unmarked(x)
		_, stage := x.(*syntax.StageRef)
		return stage || s.isQuiescence(x)
	})
}

// included returns the name of the context that an entry of a context includes, empty where it is a fact.
func (s *scope) included(x syntax.Expr) string {
	if name, ok := x.(*syntax.Name); ok && s.contexts[name.Text] && !isFact(s.byName[name.Text]) {
		return name.Text
	}
	return ""
}

// isQuiescence reports whether an operand is `qui`; a program may have a predicate of that name.
func (s *scope) isQuiescence(x syntax.Expr) bool {
	name, ok := x.(*syntax.Name)
	return ok && name.Text == "qui" && s.byName["qui"] == nil
}

// vars returns the variables of expressions in the order of the text, wildcards left out.
func (s *scope) vars(xs ...syntax.Expr) []Var {
	vars := []Var{}
	index := make(map[string]int)
	for _, x := range xs {
		syntax.EachVariable(x, func(n *syntax.Name) {
			i, ok := index[n.Text]
			if !ok {
				i = len(vars)
				index[n.Text] = i
				vars = append(vars, Var{Name: n.Text})
			}
			if vars[i].Type == "" {
				vars[i].Type = s.varType(n)
			}
		})
	}
	return vars
}
