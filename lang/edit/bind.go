package edit

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// loose is a variable to which nothing gives a value any more.
type loose struct {
	*outline.Node // the rule, clause or statement
	name          string
	of            *lang.Type // nil where it is not known
}

// id returns the ID of the question about the variable.
func (l loose) id() string { return l.Path + " " + l.name + " lost" }

// bind makes the splices, and asks about variables that nothing gives a value then: the premises and facts that name
// them go, or another term takes their place.
func (c *change) bind() error {
	if err := c.settle(); err != nil {
		return err
	}
	var all []loose
	bodies := make(map[string]string)
	at := bodyFinder(c.File)
	for _, e := range c.fresh(c.Errors) {
		n := at(e.Start.Offset)
		if e.Code != syntax.UnboundVariable || n == nil {
			continue
		}
		l := loose{Node: n, name: c.src.Slice(e.Span)}
		if slices.ContainsFunc(all, func(other loose) bool { return other.id() == l.id() }) {
			continue
		}
		for _, v := range c.vars(n) {
			if v.Name == l.name {
				l.of = v.Type
			}
		}
		all = append(all, l)
		bodies[n.Path] = c.bodyOf(n).noun
	}
	if len(all) == 0 {
		return nil
	}
	c.unbound = nil
	for _, l := range all {
		c.unbound = append(c.unbound, c.looseQuestion(l))
	}
	// Other answers than those proposed may leave variables that no question was about.
	open := slices.DeleteFunc(slices.Clone(c.unbound), func(q Question) bool {
		_, ok := c.edit.Answers[q.ID]
		return ok
	})
	if c.edit.Answers == nil || len(c.edit.Answers) > 0 && len(open) > 0 {
		c.ask = &Ask{Text: fmt.Sprintf("Then nothing gives a value to %s in %s.", english.Count(len(all), "variable"),
			counted(bodies)), Questions: open}
		try := *c
		if err := try.settleLoose(all); err != nil {
			return err
		}
		_, err := try.result()
		return err
	}
	return c.settleLoose(all)
}

// looseQuestion asks what becomes of a variable.
func (c *change) looseQuestion(l loose) Question {
	q := Question{ID: l.id(), Path: l.Path, Default: nothingToo, Text: fmt.Sprintf("In %s, what becomes of `%s`?",
		c.bodyOf(l.Node).name, l.name)}
	add := func(kind, term, label string) {
		q.Options = append(q.Options, outline.Option{Kind: kind, Label: label, Term: term})
	}
	add("delete", nothingToo, "leave out what names it")
	if l.of == nil {
		return q
	}
	f := &filling{signature: &signature{change: c}, of: l.of}
	for _, v := range f.bound(c.bodyOf(l.Node)) {
		add("variable", v, v)
	}
	for _, term := range f.constants() {
		add(f.termKind(), term, term)
	}
	return q
}

// settleLoose takes out the premises and facts that name variables, or puts terms in their place.
func (c *change) settleLoose(all []loose) error {
	var gone []syntax.Span              // the variables that go with the premises and facts that name them
	put := make(map[syntax.Span]string) // the terms for others
	for i, l := range all {
		answer, ok := c.edit.Answers[l.id()]
		if !ok {
			answer = c.unbound[i].Default
		}
		at := c.occurrences(l)
		if answer == nothingToo {
			gone = append(gone, at...)
			continue
		}
		x, err := readTerm(answer)
		if err != nil {
			return err
		}
		for _, s := range at {
			put[s] = argument(x)
		}
	}
	k := &cut{change: c}
	names := func(n *outline.Node) bool {
		return slices.ContainsFunc(gone, func(s syntax.Span) bool { return covers(n, s) })
	}
	done := make(map[string]bool)
	for _, l := range all {
		if done[l.Path] {
			continue
		}
		done[l.Path] = true
		for _, list := range [][]*outline.Node{l.Parts("l"), l.Parts("r")} {
			if slices.ContainsFunc(list, names) {
				k.items(list, names)
			}
			for _, n := range list {
				if names(n) {
					maps.DeleteFunc(put, func(s syntax.Span, _ string) bool { return covers(n, s) })
				}
			}
		}
	}
	for s, term := range put {
		c.replaceSpan(s, term)
	}
	k.done()
	return nil
}

// covers reports whether a span lies in a node.
func covers(n *outline.Node, s syntax.Span) bool {
	return n.Start.Offset <= s.Start.Offset && s.End.Offset <= n.End.Offset
}

// occurrences returns where a rule, clause or statement names a variable.
func (c *change) occurrences(l loose) []syntax.Span {
	var at []syntax.Span
	for _, m := range c.Mentions {
		if v, ok := m.Of.(*lang.Var); ok && v.Name == l.name && covers(l.Node, m.Span) && !slices.Contains(at, m.Span) {
			at = append(at, m.Span)
		}
	}
	return at
}
