package edit

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// like is a thing that can take the place of another of its kind.
type like struct{ kind, name string }

// likes returns the things that can take the place of one: of the same kind, with arguments of the same types.
func (c *change) likes(thing any) []like {
	kind := string(assist.KindOf(thing))
	var all []like
	add := func(of any, name string, fits bool) {
		if of != thing && fits {
			all = append(all, like{kind, name})
		}
	}
	switch thing := thing.(type) {
	case *lang.Type:
		for _, t := range c.Known.Types {
			add(t, t.Name, true)
		}
	case *lang.Constructor:
		for _, k := range thing.Result.Constructors {
			add(k, k.Name, slices.Equal(k.Args, thing.Args))
		}
	case *lang.Pred:
		for _, p := range c.Known.Preds {
			add(p, p.Name, p.Kind == thing.Kind && slices.Equal(p.Args, thing.Args))
		}
	case *lang.Stage:
		for _, s := range c.Known.Stages {
			add(s, s.Name, s.Start.IsValid())
		}
	case *syntax.Context:
		for _, d := range c.File.Decls {
			if d, ok := d.(*syntax.Context); ok {
				add(d, d.Name.Text, true)
			}
		}
	}
	return all
}

// substitute deletes a declaration and puts another name wherever the program uses it. Directives about it go, and so
// do links that would lead from a stage to itself.
func (c *change) substitute(n *outline.Node, thing any, name string) error {
	k := &cut{change: c}
	k.part(n)
	root, _ := outline.Locate(c.File, "")
	decls := root.Parts("")
	for _, m := range assist.Of(c.Analysis, c.text).Uses(thing) {
		i := slices.IndexFunc(decls, func(d *outline.Node) bool { return m.Start.Offset < d.End.Offset })
		if i < 0 || decls[i].Path == n.Path {
			continue
		}
		switch d := decls[i].Decl.(type) {
		case *syntax.Directive:
			k.argument(decls[i], d, m.Start.Offset)
			continue
		case *syntax.Rule:
			if stage, ok := thing.(*lang.Stage); ok && circles(decls[i], stage.Name, name) {
				k.part(decls[i])
				continue
			}
		}
		c.replaceSpan(m.Span, name)
	}
	c.focusBeside(n)
	k.done()
	return nil
}

// circles reports whether a link leads from one of two stages to the other.
func circles(link *outline.Node, a, b string) bool {
	from, to := stageIn(link.Parts("l")), stageIn(link.Parts("r"))
	if from == nil || to == nil {
		return false
	}
	left, right := from.Expr.(*syntax.StageRef).Name.Text, to.Expr.(*syntax.StageRef).Name.Text
	return left != right && (left == a || left == b) && (right == a || right == b)
}
