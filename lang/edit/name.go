package edit

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// unusable are words of the language. Some would be names in some places, but no good ones.
var unusable = []string{"stage", "context", "pred", "-o", "o-", syntax.Wildcard, "-", "/", `\`, "mod", "qui", "type",
	"bwd", "sense", "action"}

// identifier returns a name that an author has typed, as programs write it, or an error where it is none.
func identifier(text string) (string, error) {
	if text == "" {
		return "", errors.New("a name is missing")
	}
	if slices.Contains(unusable, text) {
		return "", fmt.Errorf("`%s` is a word of the language: choose another name", text)
	}
	x, errs := syntax.ParseTerm(&syntax.Source{Text: []byte(text)})
	n, ok := x.(*syntax.Name)
	if len(errs) > 0 || !ok || n.Start.Offset != 0 || n.End.Offset != len(text) {
		if joined := strings.Join(strings.Fields(text), "_"); joined != text {
			if name, err := identifier(joined); err == nil {
				return "", fmt.Errorf("%q is not a name, as names have no spaces: write `%s`", text, name)
			}
		}
		return "", fmt.Errorf("%q is not a name: names begin with a letter and go on with letters, digits, - and _", text)
	}
	return n.Text, nil
}

// freeName returns a new name of a kind, or an error where it is none, or taken. The kinds are type, constant,
// predicate, stage, context, statement, and rule, link and clause, of which several may share a name.
func (c *change) freeName(kind, text string) (string, error) {
	name, err := identifier(text)
	if err != nil {
		return "", err
	}
	if kind == "constant" && syntax.IsVariable(name) {
		first, size := utf8.DecodeRuneInString(name)
		return "", fmt.Errorf("`%s` begins with a capital, as variables do: write `%c%s`",
			name, unicode.ToLower(first), name[size:])
	}
	if c.taken(kind, name) {
		return "", fmt.Errorf("there is a %s `%s` already", kind, name)
	}
	return name, nil
}

// taken reports whether there is something of a kind by a name.
func (c *change) taken(kind, name string) bool {
	switch kind {
	case "type":
		return c.typeNamed(name) != nil
	case "constant":
		return c.constant(name) != nil
	case "predicate":
		return c.pred(name) != nil
	case "stage":
		s := c.stage(name)
		return s != nil && (s.Start.IsValid() || c.lastDecl(c.isLoose) >= 0) // else it is the stage of no rules
	case "context":
		return c.context(name) != nil
	case "statement":
		return named(c.Known.Statements, func(s *lang.Statement) bool { return s.Name == name }) != nil
	}
	return false
}

// typeNamed returns a type, or nil; the type of texts has no place where the program declares none of its name.
func (c *change) typeNamed(name string) *lang.Type {
	return named(c.Known.Types, func(t *lang.Type) bool { return t.Name == name })
}

// constant returns a constant or constructor, or nil.
func (c *change) constant(name string) *lang.Constructor {
	for _, t := range c.Known.Types {
		if k := named(t.Constructors, func(k *lang.Constructor) bool { return k.Name == name }); k != nil {
			return k
		}
	}
	return nil
}

// pred returns a predicate, or nil.
func (c *change) pred(name string) *lang.Pred {
	return named(c.Known.Preds, func(p *lang.Pred) bool { return p.Name == name })
}

// stage returns a stage, or nil.
func (c *change) stage(name string) *lang.Stage {
	return named(c.Known.Stages, func(s *lang.Stage) bool { return s.Name == name })
}

// context returns a context as the tree has it, or nil.
func (c *change) context(name string) *syntax.Context {
	for _, d := range c.File.Decls {
		if d, ok := d.(*syntax.Context); ok && d.Name != nil && d.Name.Text == name {
			return d
		}
	}
	return nil
}

// named returns the element of which a condition holds, or nil.
func named[E any](list []*E, ok func(*E) bool) *E {
	if i := slices.IndexFunc(list, ok); i >= 0 {
		return list[i]
	}
	return nil
}

// rename gives a declared thing, or a variable of a rule, another name wherever the program has it. The name of a rule,
// link or clause is a label, which others may have, too: it changes at one place, where it may be new.
func rename(c *change) error {
	n, err := c.at(c.edit.At)
	if err != nil {
		return err
	}
	name, err := identifier(c.edit.Name)
	if err != nil {
		return err
	}
	c.focus = n.Path
	if c.edit.Var != "" {
		return c.renameVariable(n, name)
	}
	switch d := n.Decl.(type) {
	case *syntax.Clause:
		if isDecl[*syntax.Clause](n) {
			c.relabel(d.Name, d.Start, "", name, " : ")
			return nil
		}
	case *syntax.Statement:
		if isDecl[*syntax.Statement](n) && d.Name == nil {
			behind := ""
			if d.Stage == nil {
				behind = " :"
			}
			c.relabel(nil, d.Word.End, " ", name, behind)
			return nil
		}
	}
	if isRule(n) {
		c.relabel(n.Rule.Name, n.Rule.Start, "", name, " : ")
		return nil
	}
	old := declaredName(n)
	if old == nil {
		return errors.New("this has no name")
	}
	return c.renameAt(old.Start.Offset, name)
}

// declaredName returns the name that a declaration is of, or nil.
func declaredName(n *outline.Node) *syntax.Name {
	if n.Expr != nil || n.Unread || n.Rule != nil {
		return nil
	}
	return nameOf(n)
}

// relabel replaces a label, or adds one at a place with texts around it where there is none.
func (c *change) relabel(old *syntax.Name, at syntax.Pos, before, name, behind string) {
	if old != nil {
		c.replaceSpan(old.Span, name)
		return
	}
	c.insert(at.Offset, before+name+behind)
}

// renameVariable renames a variable of the rule, clause or statement that a node is or is in.
func (c *change) renameVariable(n *outline.Node, name string) error {
	for n.Expr != nil {
		n = n.Up
	}
	for _, m := range c.Mentions {
		v, ok := m.Of.(*lang.Var)
		if ok && v.Name == c.edit.Var && n.Start.Offset <= m.Start.Offset && m.End.Offset <= n.End.Offset {
			return c.renameAt(m.Start.Offset, name)
		}
	}
	return fmt.Errorf("there is no variable `%s` here", c.edit.Var)
}

// renameAt renames the thing that is named at an offset.
func (c *change) renameAt(offset int, name string) error {
	text := assist.Of(c.Analysis, c.text)
	m := text.At(offset)
	if m == nil || m.Start.Offset != offset {
		return errors.New("first put right what is wrong with this declaration")
	}
	r, err := text.Rename(m.Of, name)
	if err != nil {
		return err
	}
	for _, place := range r.Places {
		c.replaceSpan(place, r.Name)
	}
	return nil
}
