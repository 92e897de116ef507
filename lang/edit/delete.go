package edit

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// deletePart takes out the part that a path names, with the comments on it. It asks what becomes of the uses of a
// declared thing, and of the variables to which only a premise gave a value.
func deletePart(c *change) error {
	n, err := c.at(c.edit.At)
	if err != nil {
		return err
	}
	k := &cut{change: c}
	switch {
	case n.Path == "":
		return errors.New("the whole program cannot be deleted")
	case n.Expr != nil:
		return k.deleteItem(n)
	case !n.Unread && declared(c, n) != nil:
		return c.deleteDeclared(n, declared(c, n))
	}
	c.focusBeside(n)
	k.part(n)
	k.done()
	return nil
}

// focusBeside makes the neighbour of a part that goes the focus, or the part that both are in.
func (c *change) focusBeside(n *outline.Node) {
	list := n.Up.Parts(n.Side)
	if n.Unread {
		list = n.Up.Texts()
	}
	switch {
	case n.Index+1 < len(list):
		c.focus = n.Path
	case n.Index > 0:
		c.focus = list[n.Index-1].Path
	default:
		c.focus = n.Up.Path
	}
}

// deleteItem takes out a premise or fact, or the argument of a declaration.
func (k *cut) deleteItem(n *outline.Node) error {
	_, signature := n.Decl.(*syntax.Signature)
	switch {
	case n.Up.Expr != nil:
		return errors.New("an argument of a fact cannot go alone: delete the fact, or the argument of its predicate")
	case n.Side == "c":
		return k.removeCount(n)
	case n.Side == "h":
		return errors.New("this is what the clause says: delete the whole clause")
	case signature:
		k.edit.At, k.edit.Change, k.edit.Index = n.Up.Path, "remove", &n.Index
		return changeArgument(k.change)
	}
	list := n.Up.Parts(n.Side)
	if _, claim := n.Decl.(*syntax.Statement); claim && len(list) == 1 {
		return errors.New("this is all that the statement says: delete the whole statement")
	}
	k.focusBeside(n)
	if len(list) == 1 && n.Rule != nil {
		k.focus = n.Path // of the `()` there
	}
	k.item(n)
	return k.bind()
}

// declared returns the type, constant, predicate, stage or context that a declaration is of, or nil.
func declared(c *change, n *outline.Node) any {
	name := declaredName(n)
	if name == nil || n.Rule != nil {
		return nil
	}
	for _, m := range c.Mentions {
		if m.Start == name.Start {
			switch m.Of.(type) {
			case *lang.Type, *lang.Constructor, *lang.Pred, *lang.Stage, *syntax.Context:
				return m.Of
			}
		}
	}
	return nil
}

// The answers that stand for no term.
const (
	everything = "*"    // to `uses` and `rules`
	nothingToo = "()"   // to `also`, and where parts are left out
	usesID     = "uses" // of the question about the uses of a deleted thing
)

// deleteDeclared deletes a declaration, and its uses or those in which another thing takes its place.
func (c *change) deleteDeclared(n *outline.Node, thing any) error {
	d := &deletion{change: c, things: []any{thing}, doomed: make(map[string]*outline.Node),
		bodies: make(map[string]string), named: make(map[string]int)}
	if err := d.collect(); err != nil {
		return err
	}
	others := c.likes(thing)
	answer, answered := c.edit.Answers[usesID]
	switch {
	case c.edit.Answers == nil && len(d.bodies) > 0:
		return d.question(declaredName(n).Text, others)
	case answered && answer != everything:
		i := slices.IndexFunc(others, func(o like) bool { return o.name == answer })
		if i < 0 {
			return fmt.Errorf("`%s` cannot take the place of `%s`", answer, declaredName(n).Text)
		}
		return c.substitute(n, thing, others[i].name)
	}
	c.focusBeside(n)
	return d.apply()
}

// deletion is the deletion of things with their uses.
type deletion struct {
	*change
	things []any                    // declared; with a type, also its constants and all that takes such arguments
	doomed map[string]*outline.Node // the parts that go, by path: declarations, rules and items
	bodies map[string]string        // the nouns for the parts that have uses, by path
	named  map[string]int           // where directives name a part that goes, by path
}

// collect finds all that goes with the things.
func (d *deletion) collect() error {
	text := assist.Of(d.Analysis, d.text)
	root, _ := outline.Locate(d.File, "")
	decls := root.Parts("")
	declAt := func(offset int) *outline.Node {
		i := slices.IndexFunc(decls, func(n *outline.Node) bool { return offset < n.End.Offset })
		if i < 0 || decls[i].Start.Offset > offset {
			return nil
		}
		return decls[i]
	}
	for i := 0; i < len(d.things); i++ { // the list grows
		thing := d.things[i]
		if _, err := text.Renamable(thing); err != nil {
			return err
		}
		if takesArguments(thing) {
			uses, err := d.uses(thing)
			if err != nil {
				return err
			}
			for _, u := range uses {
				d.use(u, thing)
			}
		}
		for _, m := range text.Uses(thing) {
			if n := declAt(m.Start.Offset); n != nil {
				d.mention(n, m, thing, text)
			}
		}
	}
	return nil
}

// mention takes a place outside of rules that names a thing, or one of a stage or context.
func (d *deletion) mention(n *outline.Node, m lang.Mention, thing any, text *assist.Text) {
	switch decl := n.Decl.(type) {
	case *syntax.Signature:
		own := text.At(decl.Name.Start.Offset)
		if own == nil || own.Of == thing {
			d.doom(n)
			return
		}
		if !slices.Contains(d.things, own.Of) {
			d.things = append(d.things, own.Of)
		}
	case *syntax.Stage:
		if _, ok := thing.(*lang.Stage); ok {
			d.doom(n)
		}
	case *syntax.Context:
		if decl.Name.Start == m.Start {
			d.doom(n)
			return
		}
		if _, ok := thing.(*syntax.Context); ok {
			for _, f := range n.Parts("") {
				if f.Start.Offset <= m.Start.Offset && m.Start.Offset < f.End.Offset {
					d.doom(f)
				}
			}
		}
	case *syntax.Directive:
		d.doom(n)
		d.named[n.Path] = m.Start.Offset
	case *syntax.Rule, *syntax.Trace, *syntax.Statement:
		if !takesArguments(thing) {
			d.doom(n)
		}
	}
}

// doom marks a part that goes.
func (d *deletion) doom(n *outline.Node) {
	d.doomed[n.Path] = n
	for n.Expr != nil {
		n = n.Up
	}
	if noun := d.noun(n); noun != "" {
		d.bodies[n.Path] = noun
	}
}

// use takes a use of a predicate or constant. Clauses and statements go, as without a premise they would say more. What
// needs a constant goes, as no other fact will do; that another term differs from it is true.
func (d *deletion) use(u *use, thing any) {
	item := u.item
	_, constant := thing.(*lang.Constructor)
	switch {
	case item == nil || u.side == "h" || u.in.kind == claimBody || u.in.kind == clauseBody:
		d.doom(u.in.Node)
	case u.in.kind == factsBody && u.side == "":
		d.doom(item)
	case constant && u.side == "l" && !differs(item.Expr, u):
		d.doom(u.in.Node)
	default:
		d.doom(item)
	}
}

// differs reports whether a use is one whole side of `<>`.
func differs(x syntax.Expr, u *use) bool {
	b, ok := x.(*syntax.Binary)
	return ok && b.Op == syntax.Differs && (b.X.Range().Start == u.name.Start || b.Y.Range().Start == u.name.Start)
}

// apply takes out what goes, and then the rules, clauses and statements that cannot stand without it.
func (d *deletion) apply() error {
	for {
		k := &cut{change: d.change}
		d.cut(k)
		k.done()
		if err := d.settle(); err != nil {
			return err
		}
		clear(d.doomed)
		d.findBroken()
		if len(d.doomed) == 0 {
			return nil
		}
	}
}

// cut takes out the doomed parts. A rule whose left side would be empty goes as a whole.
func (d *deletion) cut(k *cut) {
	lists := make(map[string][]*outline.Node) // items that go, by the path and side of the list
	for path, n := range d.doomed {
		switch {
		case d.within(path):
		case n.Expr == nil:
			if directive, ok := n.Decl.(*syntax.Directive); ok {
				k.argument(n, directive, d.named[path])
				continue
			}
			k.part(n)
		default:
			key := n.Up.Path + " " + n.Side
			lists[key] = append(lists[key], n)
		}
	}
	for key, doomed := range lists {
		up := doomed[0].Up
		list := up.Parts(doomed[0].Side)
		if doomed[0].Side == "l" && len(list) == len(doomed) {
			k.part(up)
			d.doomed[up.Path] = up
			delete(lists, key)
		}
	}
	for _, doomed := range lists {
		if d.within(doomed[0].Path) {
			continue
		}
		paths := make(map[string]bool)
		for _, n := range doomed {
			paths[n.Path] = true
		}
		k.items(doomed[0].Up.Parts(doomed[0].Side), func(n *outline.Node) bool { return paths[n.Path] })
	}
}

// within reports whether a part lies in another one that goes.
func (d *deletion) within(path string) bool {
	for i := strings.LastIndexByte(path, '/'); i > 0; i = strings.LastIndexByte(path[:i], '/') {
		if d.doomed[path[:i]] != nil {
			return true
		}
	}
	return false
}

// findBroken dooms the rules, clauses and statements that have errors which the text before the edit has not.
func (d *deletion) findBroken() {
	at := bodyFinder(d.File)
	for _, e := range d.fresh(d.Errors) {
		if n := at(e.Start.Offset); n != nil && !isFactList(n) {
			d.doom(n)
		}
	}
}

// bodyAt returns the rule, clause, statement, context or run at an offset of a file, or nil.
func bodyAt(f *syntax.File, offset int) *outline.Node { return bodyFinder(f)(offset) }

// bodyFinder is bodyAt for many offsets of one file.
func bodyFinder(f *syntax.File) func(offset int) *outline.Node {
	var all []*outline.Node // in the order of the text
	root, _ := outline.Locate(f, "")
	for _, n := range root.Parts("") {
		switch n.Decl.(type) {
		case *syntax.Rule, *syntax.Clause, *syntax.Statement, *syntax.Context, *syntax.Trace:
			all = append(all, n)
		case *syntax.Stage:
			all = append(all, n.Parts("")...)
		}
	}
	return func(offset int) *outline.Node {
		i := sort.Search(len(all), func(i int) bool { return offset < all[i].End.Offset })
		if i == len(all) || offset < all[i].Start.Offset {
			return nil
		}
		return all[i]
	}
}
