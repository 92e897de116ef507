package edit

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/english"
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

// nouns are for the things that have uses, in the order of sentences.
var nouns = []string{"constant", "predicate", "rule", "link", "clause", "context", "run", "statement"}

// counted counts rules, contexts and the like, given by the nouns for them: 4 rules and 2 contexts.
func counted(bodies map[string]string) string {
	count := make(map[string]int)
	for _, noun := range bodies {
		count[noun]++
	}
	var parts []string
	for _, noun := range nouns {
		if n := count[noun]; n > 0 {
			parts = append(parts, english.Count(n, noun))
		}
	}
	return english.List(parts)
}

// noun returns the noun for a declaration or rule, empty for the deleted thing and for directives, which only serve it.
func (d *deletion) noun(n *outline.Node) string {
	if n.Rule == nil {
		switch decl := n.Decl.(type) {
		case *syntax.Signature:
			if of := declared(d.change, n); of == d.things[0] {
				return ""
			} else if of != nil {
				return string(assist.KindOf(of))
			}
		case *syntax.Context:
			if any(decl) == d.things[0] {
				return ""
			}
		case *syntax.Stage, *syntax.Directive:
			return ""
		}
	}
	return d.bodyOf(n).noun
}

// question asks what becomes of the uses of a thing: they go, too, or another thing takes its place in them.
func (d *deletion) question(name string, others []like) error {
	said := fmt.Sprintf("`%s` is used in %s.", name, counted(d.bodies))
	note, err := d.loss()
	if err != nil {
		return err
	}
	options := []outline.Option{{Kind: "delete", Label: "delete these uses, too", Term: everything, Note: note}}
	for _, o := range others {
		options = append(options, outline.Option{Kind: o.kind, Label: "put " + o.name + " in its place", Term: o.name})
	}
	d.ask = &Ask{Text: said, Questions: []Question{{ID: usesID, Text: "What becomes of the uses?", Options: options,
		Default: everything}}}
	return nil
}

// loss says how many rules go as a whole with the uses. It is an error if the program would be wrong then.
func (d *deletion) loss() (string, error) {
	try := *d
	try.change, try.doomed = changeOf(d.Analysis, d.edit), maps.Clone(d.doomed)
	before := rulesIn(d.File)
	if err := try.apply(); err != nil {
		return "", err
	}
	if _, err := try.result(); err != nil { // as without a constructor of numbers
		return "", err
	}
	return lossNote(before - rulesIn(try.File)), nil
}

// lossNote says how many rules go as a whole.
func lossNote(lost int) string {
	switch lost {
	case 0:
		return "all rules stay, some with less in them"
	case 1:
		return "1 rule goes as a whole"
	default:
		return english.Count(lost, "rule") + " go as a whole"
	}
}

// rulesIn counts the rules and links of a file.
func rulesIn(f *syntax.File) int {
	n := 0
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *syntax.Stage:
			n += len(d.Rules)
		case *syntax.Rule:
			n++
		}
	}
	return n
}
