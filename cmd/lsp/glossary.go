package lsp

import (
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/assist"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// entry is something of a program that prose can name.
type entry struct {
	key
	syntax.Span
	of any // the thing that mentions in the program refer to; nil for a rule without a name
}

// key is how prose finds an entry. Rule is empty but for the variables of a rule, which its label
// tells from others. The name of a rule is that in traces, which every rule has; rules of one name
// are one entry.
type key struct {
	sense      prose.Sense
	name, rule string
}

// glossary is all that prose can name, in an order that does not depend on names: when a
// program gets other names, each entry stays where it is.
type glossary struct {
	entries []entry
	byKey   map[key][]int
	labels  *label.Set
}

func newGlossary(d *assist.Text) *glossary {
	g := &glossary{byKey: make(map[key][]int), labels: d.Known.Labels()}
	for _, t := range d.Known.Types {
		for _, k := range t.Constructors {
			g.add(entry{key{prose.OfConstant, k.Name, ""}, k.Span, k})
		}
	}
	for _, p := range d.Known.Preds {
		g.add(entry{key{prose.OfPredicate, p.Name, ""}, p.Span, p})
	}
	for _, s := range d.Known.Stages {
		g.add(entry{key{prose.OfStage, s.Name, ""}, s.Span, s})
		for _, r := range s.Rules {
			g.rule(d, r)
		}
		for _, l := range s.Links {
			g.rule(d, &l.Rule)
		}
	}
	return g
}

func (g *glossary) add(e entry) {
	g.byKey[e.key] = append(g.byKey[e.key], len(g.entries))
	g.entries = append(g.entries, e)
}

// rule adds a rule with its variables.
func (g *glossary) rule(d *assist.Text, r *lang.Rule) {
	var of any
	if m := d.At(r.Start.Offset); m != nil && assist.KindOf(m.Of) == assist.Rule {
		of = m.Of
	}
	if named := (key{prose.OfRule, r.Name, ""}); len(g.byKey[named]) == 0 {
		g.add(entry{named, r.Span, of})
	}
	for i := range r.Vars {
		v := &r.Vars[i]
		g.add(entry{key{prose.OfVariable, prose.VariableName(v.Name), r.Label}, v.Span, v})
	}
}

// selected returns the labels of the rules that a selector means.
func (g *glossary) selected(selector string) []string {
	return g.labels.Labels(g.labels.Select(selector))
}

// meant returns which entries a name in prose can stand for.
func (g *glossary) meant(n prose.Naming) []int {
	var both []int
	switch n.Sense {
	case prose.OfCharacter:
	case prose.OfVariable:
		for _, rule := range g.selected(n.Rule) {
			both = append(both, g.byKey[key{n.Sense, n.Name, rule}]...)
		}
		return both
	default:
		return g.byKey[key{n.Sense, n.Name, ""}]
	}
	both = append(both, g.byKey[key{prose.OfConstant, n.Name, ""}]...)
	return append(both, g.byKey[key{prose.OfPredicate, n.Name, ""}]...)
}
