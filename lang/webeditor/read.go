package webeditor

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/naming"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// reader makes a program of a file.
type reader struct {
	src       *syntax.Source
	errs      syntax.ErrorList
	stateOnly bool            // the file is a list of atoms: they alone tell the sets and predicates
	keys      map[string]bool // unknown keys that have been reported

	sets  []*set
	preds []*pred
	rules []string         // in the text of the program
	facts []string         // of the initial state, in the text of the program
	left  [parts][]string  // comments on the parts that are left out, by part of the file
	named map[string]*set  // sets by their IDs
	known map[string]*pred // predicates by their names in the file

	// The names of the program. They are settled when all that is declared has one.
	types, constants, predicates, ruleNames *naming.Set
	settled                                 bool
}

// set is a set of the editor, a type of the program.
type set struct {
	old, name string
	elements  []*element
	by        map[string]*element // elements by their old names
	numeric   bool                // its elements are the natural numbers
	used      bool                // of a numeric set: something is a number
}

// element is an element of a set, a constant of the program.
type element struct{ old, name string }

// pred is a predicate.
type pred struct {
	old, name string
	args      []*set
}

// warn enters a message about a part that is taken over in another form.
func (r *reader) warn(at int, format string, args ...any) {
	e := r.fail(at, format, args...)
	e.Warning = true
}

// fail enters an error.
func (r *reader) fail(at int, format string, args ...any) *syntax.Error {
	e := &syntax.Error{Source: r.src, Span: r.src.Pos(at).Span(), Code: syntax.NotSupported}
	e.Msg = fmt.Sprintf(format, args...)
	r.errs = append(r.errs, e)
	return e
}

// leave leaves a thing of a part out: it becomes a comment, with the reason.
func (r *reader) leave(part, at int, reason, content string) {
	r.warn(at, "%s; it stays as a comment", reason)
	r.left[part] = append(r.left[part], "Left out: "+reason+".", "  "+content)
}

// program reads a whole file.
func (r *reader) program(root *node) {
	r.named, r.known, r.keys = make(map[string]*set), make(map[string]*pred), make(map[string]bool)
	r.types, r.constants, r.predicates, r.ruleNames = naming.New(), naming.New(), naming.New(), naming.New()
	var part [parts][]*node
	switch {
	case root.kind != isArray:
		r.fail(root.at, "this is no file of the web editor, which is an array of sets, predicates, rules and atoms")
		return
	case len(root.items) == 0 || root.items[0].kind == isObject:
		r.stateOnly = true
		part[atomPart] = root.items
	case len(root.items) < counterPart:
		r.fail(root.at, "this is no program of the web editor, which has %d parts: here are %d", parts, len(root.items))
		return
	default:
		for i, n := range root.items[:counterPart] {
			if n.kind != isArray {
				r.fail(n.at, "part %d of a program of the web editor is an array, but this is none", i+1)
				return
			}
			part[i] = n.items
		}
		if len(root.items) > parts {
			r.warn(root.items[parts].at, "the file has more than %d parts; the others are left out", parts)
		}
	}
	r.readSets(part[setPart])
	r.readPredicates(part[predicatePart], part[lockedPart])
	r.nameAll()
	for i, n := range part[rulePart] {
		r.readRule(n, i+1)
	}
	for i, n := range part[atomPart] {
		r.readAtom(n, i+1)
	}
}

// only warns of keys of an object that are not known, once each.
func (r *reader) only(n *node, what string, known ...string) {
	for _, k := range n.keys {
		if full := what + "\x00" + k; !slices.Contains(known, k) && !r.keys[full] {
			r.keys[full] = true
			r.warn(n.of[k].at, "`%s` of %s means nothing here and is left out", shown(k), what)
		}
	}
}

// readSets reads the sets.
func (r *reader) readSets(items []*node) {
	for i, n := range items {
		id := n.word("id")
		if id == "" {
			r.leave(setPart, n.at, fmt.Sprintf("set %d has no name", i+1), r.raw(n))
			continue
		}
		r.only(n, "sets", "id", "elements")
		s := r.named[id]
		if s != nil {
			r.warn(n.at, "there are two sets `%s`; they become one type", shown(id))
		} else {
			s = r.newSet(id)
		}
		for _, e := range n.list("elements") {
			switch old := e.string(); {
			case old == "":
				r.leave(setPart, e.at, fmt.Sprintf("an element of set `%s` has no name", shown(id)), r.raw(n))
			case s.by[old] != nil:
				r.warn(e.at, "`%s` is twice in set `%s`; one constant is enough", shown(old), shown(id))
			default:
				s.add(old)
			}
		}
	}
	if s := r.named[numbers]; s != nil {
		s.numeric = !slices.ContainsFunc(s.elements, func(e *element) bool { return !isNatural(e.old) })
	}
}

// newSet enters a set. The one of numbers is numeric as long as it has no elements of other names.
func (r *reader) newSet(id string) *set {
	s := &set{old: id, by: make(map[string]*element), numeric: id == numbers}
	r.sets = append(r.sets, s)
	r.named[id] = s
	return s
}

// add enters an element, without a name of the program.
func (s *set) add(old string) *element {
	e := &element{old: old}
	s.elements = append(s.elements, e)
	s.by[old] = e
	return e
}

// setOf returns the set of that ID. A set that is not there is made, with a message; "" has none.
func (r *reader) setOf(id string, at int, what string) *set {
	if id == "" {
		return nil
	}
	s := r.named[id]
	if s == nil {
		s = r.newSet(id)
		if !r.stateOnly && !s.numeric {
			r.warn(at, "%s has an argument of the set `%s`, which is not there; it is made", what, shown(id))
		}
		if r.settled {
			s.name = r.types.Take(naming.Clean(id, "set"))
		}
	}
	s.used = true
	return s
}

// readPredicates reads predicates, of which the locked ones are those that rules use.
func (r *reader) readPredicates(all, locked []*node) {
	for i, list := range [][]*node{locked, all} {
		for k, n := range list {
			p, reason := r.predicate(n, k+1)
			before := r.known[n.word("name")]
			switch {
			case reason != "" && i == 1 && len(locked) > 0 && before != nil: // the locked one is whole
			case reason != "":
				r.leave(predicatePart, n.at, reason, r.raw(n))
			case before == nil:
				r.known[p.old] = p
				r.preds = append(r.preds, p)
			case !slices.Equal(before.args, p.args):
				r.warn(n.at, "predicate `%s` has other arguments where it is locked; those are taken", shown(p.old))
			}
		}
	}
	place := make(map[string]int)
	for i, n := range all {
		place[n.word("name")] = i - len(all)
	}
	slices.SortStableFunc(r.preds, func(a, b *pred) int { return place[a.old] - place[b.old] })
	r.preds = slices.DeleteFunc(r.preds, func(p *pred) bool { return r.isTest(p.old) })
}

// predicate reads a predicate, or returns why it cannot be taken over.
func (r *reader) predicate(n *node, number int) (*pred, string) {
	p := &pred{old: n.word("name")}
	if p.old == "" {
		return nil, fmt.Sprintf("predicate %d has no name", number)
	}
	r.only(n, "predicates", "id", "name", "argumentIndex", "arguments")
	for i, a := range n.list("arguments") {
		r.only(a, "arguments of predicates", "id", "value")
		s := r.setOf(a.word("value"), a.at, "predicate `"+shown(p.old)+"`")
		if s == nil {
			return nil, fmt.Sprintf("argument %d of predicate `%s` has no set", i+1, shown(p.old))
		}
		p.args = append(p.args, s)
	}
	return p, ""
}

// isTest reports whether a name is that of a built-in number test. It is none in a program that has a predicate of the
// name with other arguments, or an early one that lists the numbers as elements.
func (r *reader) isTest(name string) bool {
	if tests[name] == "" {
		return false
	}
	p := r.known[name]
	return p == nil || len(p.args) == 2 && p.args[0].isBuiltIn() && p.args[1].isBuiltIn()
}

// isBuiltIn reports whether the set is that of all numbers.
func (s *set) isBuiltIn() bool { return s.numeric && len(s.elements) == 0 }

// nameAll gives types, constants and predicates names of the program: first those that keep theirs.
func (r *reader) nameAll() {
	for _, keeps := range []bool{true, false} {
		for _, s := range r.sets {
			if name := naming.Clean(s.old, "set"); s.name == "" && (name == s.old && !r.types.Has(name)) == keeps {
				s.name = r.types.Take(name)
			}
			for _, e := range s.elements {
				same := naming.Constant(e.old) == e.old && !r.constants.Has(e.old)
				if e.name == "" && same == keeps && !s.numeric {
					r.nameElement(s, e)
				}
			}
		}
		for _, p := range r.preds {
			if name := naming.Clean(p.old, "fact"); p.name == "" && (name == p.old) == keeps {
				p.name = r.predicates.Take(name)
			}
		}
	}
	r.settled = true
}

// nameElement gives an element a name: its own, with that of its set where another set has the same element, or with
// a number.
func (r *reader) nameElement(s *set, e *element) {
	name := naming.Constant(e.old)
	if name == e.old {
		e.name = r.constants.Take(name, "_"+naming.Clean(s.old, "set"))
	} else {
		e.name = r.constants.Take(name)
	}
}

// predicateOf returns the predicate that a part of a rule or an atom uses. One that is not there is made of the types
// of the arguments. The reason says why it cannot be used so.
func (r *reader) predicateOf(n *node, what string) (p *pred, reason string) {
	old := n.word("name")
	if old == "" {
		return nil, "has no predicate"
	}
	args := n.list("arguments")
	p = r.known[old]
	if p == nil {
		p = &pred{old: old, name: r.predicates.Take(naming.Clean(old, "fact"))}
		for i, a := range args {
			s := r.setOf(a.word("type"), a.at, what)
			if s == nil {
				return nil, fmt.Sprintf("uses the predicate `%s`, which is not there, and its argument %d has no set",
					shown(old), i+1)
			}
			p.args = append(p.args, s)
		}
		r.known[old] = p
		r.preds = append(r.preds, p)
		if !r.stateOnly {
			r.warn(n.at, "%s uses the predicate `%s`, which is not there; it is made", what, shown(old))
		}
	}
	if len(args) != len(p.args) {
		return nil, fmt.Sprintf("gives %s to `%s`, which has %d", english.Count(len(args), "argument"), shown(old),
			len(p.args))
	}
	return p, ""
}

// elementOf returns the constant of an element. One that is not there is made, with a message.
func (r *reader) elementOf(s *set, old string, at int, what string) *element {
	e := s.by[old]
	if e == nil {
		e = s.add(old)
		if !r.stateOnly {
			r.warn(at, "%s uses `%s`, which is not in the set `%s`; it is added", what, shown(old), shown(s.old))
		}
	}
	if e.name == "" {
		r.nameElement(s, e)
	}
	return e
}

// readAtom reads a fact of the initial state.
func (r *reader) readAtom(n *node, number int) {
	what := fmt.Sprintf("atom %d", number)
	if old := n.word("name"); old != "" {
		what += " (`" + shown(r.raw(n)) + "`)"
	}
	fact, reason := r.fact(n, what)
	if reason != "" {
		r.leave(atomPart, n.at, what+" "+reason, r.raw(n))
		return
	}
	r.facts = append(r.facts, fact)
}

// fact returns a fact of the initial state as the program writes it, or the reason why it cannot.
func (r *reader) fact(n *node, what string) (text, reason string) {
	r.only(n, "atoms", "id", "name", "argumentIndex", "arguments")
	if r.isTest(n.word("name")) {
		return "", "is a number test, which is no fact"
	}
	p, reason := r.predicateOf(n, what)
	if reason != "" {
		return "", reason
	}
	text = p.name
	for i, a := range n.list("arguments") {
		r.only(a, "arguments of atoms", "id", "arg", "type", "variable", "value")
		value := a.word("value")
		if arg := a.word("arg"); value == "" && (p.args[i].numeric || p.args[i].by[arg] != nil) {
			value = arg // in early files
		}
		switch s := p.args[i]; {
		case value == "":
			return "", fmt.Sprintf("has no value for argument %d", i+1)
		case a.yes("variable") || a.word("variable") == "expr":
			return "", fmt.Sprintf("has the variable or expression `%s` for argument %d", shown(value), i+1)
		case s.numeric && !isNatural(value):
			return "", fmt.Sprintf("has `%s` for argument %d, which %s", shown(value), i+1, unnatural(value))
		case s.numeric:
			text += " " + natural(value)
		default:
			text += " " + r.elementOf(s, value, a.at, what).name
		}
	}
	return text, ""
}
