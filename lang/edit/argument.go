package edit

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// changeArgument adds, removes, moves or retypes an argument of a predicate or constructor, in its declaration and in
// all uses.
func changeArgument(c *change) error {
	n, err := c.part(c.edit.At, "a predicate or constant", isDecl[*syntax.Signature])
	if err != nil {
		return err
	}
	thing := declared(c, n)
	if !takesArguments(thing) {
		return errors.New("only predicates and constants have arguments")
	}
	uses, err := c.uses(thing)
	if err != nil {
		return err
	}
	c.focus = n.Path
	s := &signature{change: c, decl: n.Decl.(*syntax.Signature), thing: thing, uses: uses}
	if c.edit.Change == "add" {
		return s.add()
	}
	if c.edit.Index == nil || *c.edit.Index < 0 || *c.edit.Index >= len(s.decl.Args) {
		return fmt.Errorf("`%s` has no such argument", s.decl.Name.Text)
	}
	s.index = *c.edit.Index
	switch c.edit.Change {
	case "remove":
		return s.remove()
	case "move":
		return s.move()
	case "type":
		return s.retype()
	}
	return fmt.Errorf("there is no change %q of an argument", c.edit.Change)
}

// signature is a predicate or constructor whose arguments change.
type signature struct {
	*change
	decl  *syntax.Signature
	thing any
	uses  []*use
	index int // of the argument
}

// kind returns the type that the edit names.
func (c *change) kind() (*lang.Type, error) {
	if t := c.typeNamed(c.edit.Type); t != nil {
		return t, nil
	}
	if c.edit.Type == lang.StringType {
		return &lang.Type{Name: lang.StringType, Texts: true}, nil
	}
	return nil, fmt.Errorf("there is no type `%s`", c.edit.Type)
}

// insertArgument writes a term, in parentheses where it needs some, before the argument with an index of a name.
func (c *change) insertArgument(name *syntax.Name, args []syntax.Expr, index int, term string) {
	at := name.End.Offset
	if index > 0 {
		at = c.argStretches(name, args)[index-1].to
	}
	c.insert(at, " "+term)
}

// insertInto is insertArgument for a use: a constant that is an argument itself gets parentheses around it.
func (c *change) insertInto(u *use, index int, term string) {
	if !u.term || len(u.args) > 0 {
		c.insertArgument(u.name, u.args, index, term)
		return
	}
	c.insert(u.name.Start.Offset, "(")
	c.insert(u.name.End.Offset, " "+term+")")
}

// removeArgument takes an argument out, with the changes within it.
func (c *change) removeArgument(name *syntax.Name, args []syntax.Expr, index int) {
	all := c.argStretches(name, args)
	from := name.End.Offset
	if index > 0 {
		from = all[index-1].to
	}
	c.render(from, all[index].to)
	c.remove(from, all[index].to)
}

// removeFrom is removeArgument for a use: a constructor without arguments loses the parentheses around it.
func (c *change) removeFrom(u *use, index int) {
	c.removeArgument(u.name, u.args, index)
	if !u.term || len(u.args) > 1 || slices.Contains(unusable, u.name.Text) {
		return
	}
	open, end := c.before(u.name.Start.Offset), c.behind(c.argStretches(u.name, u.args)[0].to)
	if open > 0 && c.text[open-1] == '(' && end < len(c.text) && c.text[end] == ')' {
		c.remove(open-1, u.name.Start.Offset)
		c.remove(c.argStretches(u.name, u.args)[0].to, end+1)
	}
}

// render returns a stretch of the text with the splices in it made, and drops these.
func (c *change) render(from, to int) string {
	part := &change{text: c.text[:to], edit: c.edit}
	c.splices = slices.DeleteFunc(c.splices, func(s splice) bool {
		within := from <= s.from && s.to <= to && (s.from < to || s.to > s.from)
		if within {
			part.splices = append(part.splices, s)
		}
		return within
	})
	text, err := part.spliced()
	if err != nil { // they do not overlap
		return c.text[from:to]
	}
	return text[from:]
}

// remove takes the argument out of the declaration and all uses. Variables that nothing gives a value then are asked
// about.
func (s *signature) remove() error {
	for _, u := range s.uses {
		s.removeFrom(u, s.index)
	}
	s.removeArgument(s.decl.Name, s.decl.Args, s.index)
	return s.bind()
}

// move puts the argument in another place, in the declaration and all uses.
func (s *signature) move() error {
	to, err := strconv.Atoi(s.edit.To)
	if err != nil || to < 0 || to >= len(s.decl.Args) {
		return fmt.Errorf("`%s` has no argument %q to move to: they count from 0", s.decl.Name.Text, s.edit.To)
	}
	for _, u := range s.uses {
		s.moveArgument(u.name, u.args, to)
	}
	s.moveArgument(s.decl.Name, s.decl.Args, to)
	return nil
}

// moveArgument puts the argument of a name in another place; those between move up.
func (s *signature) moveArgument(name *syntax.Name, args []syntax.Expr, to int) {
	all := s.argStretches(name, args)
	texts := make([]string, len(all))
	for i, a := range all {
		texts[i] = s.render(a.from, a.to)
	}
	moved := texts[s.index]
	texts = slices.Insert(slices.Delete(texts, s.index, s.index+1), to, moved)
	for i, a := range all {
		s.replace(a.from, a.to, texts[i])
	}
}

// retype gives the argument another type. Terms that do not fit it are asked about.
func (s *signature) retype() error {
	of, err := s.kind()
	if err != nil {
		return err
	}
	s.replaceSpan(s.decl.Args[s.index].Range(), of.Name)
	f := &filling{signature: s, of: of}
	for _, u := range s.uses {
		if !s.fits(u, of) {
			f.gaps = append(f.gaps, &gap{use: u, old: u.args[s.index], index: s.index})
		}
	}
	return f.fill(fmt.Sprintf("Argument %d of `%s` gets the type `%s`, which does not fit %s.", s.index+1,
		s.decl.Name.Text, of.Name, english.Count(len(f.gaps), "term")))
}

// fits reports whether the argument of a use is of a type, or becomes so with the declaration.
func (s *signature) fits(u *use, of *lang.Type) bool {
	switch x := u.args[s.index].(type) {
	case *syntax.Number, *syntax.Binary:
		return of.Numerals
	case *syntax.String:
		return of.Texts
	case *syntax.Apply:
		k := s.constant(x.Fun.Text)
		return k != nil && k.Result == of
	case *syntax.Name:
		if !syntax.IsVariable(x.Text) {
			k := s.constant(x.Text)
			return k != nil && k.Result == of
		}
		return x.Text == syntax.Wildcard || s.onlyHere(u.in, x.Text)
	}
	return false
}

// onlyHere reports whether a variable stands in a body only where the argument changes its type.
func (s *signature) onlyHere(in *body, name string) bool {
	here := make(map[int]bool)
	for _, u := range s.uses {
		if u.in.Path == in.Path {
			here[u.args[s.index].Range().Start.Offset] = true
		}
	}
	for _, m := range s.Mentions {
		v, ok := m.Of.(*lang.Var)
		if ok && v.Name == name && in.Start.Offset <= m.Start.Offset && m.Start.Offset < in.End.Offset &&
			!here[m.Start.Offset] {
			return false
		}
	}
	return true
}

// add gives the predicate or constructor another argument. Questions ask for the term in each use.
func (s *signature) add() error {
	of, err := s.kind()
	if err != nil {
		return err
	}
	s.index = len(s.decl.Args)
	if i := s.edit.Index; i != nil && *i >= 0 {
		s.index = min(*i, s.index)
	}
	return s.addWith(of)
}
