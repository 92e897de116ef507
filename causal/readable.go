package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
)

// Readable returns the graph with the numbers and lists of its facts and steps in their short forms,
// as people write them, see [Graph.Shapes]. Events and ids are the same. It is for texts that nothing
// reads back as a program.
func (g *Graph) Readable() *Graph {
	known := g.Shapes()
	if known == nil {
		return g
	}
	t := *g.Trace
	t.Program = withoutEnds(known, t.Program)
	t.Resources = slices.Clone(t.Resources)
	t.Steps = slices.Clone(t.Steps)
	out := *g
	out.Trace, out.Resources = &t, slices.Clone(g.Resources)
	out.shapes = new(shapes)
	out.shapes.once.Do(func() {}) // short forms have no shorter ones
	for i := range t.Resources {
		r := &t.Resources[i]
		r.Args = known.ShortAll(r.Args)
		out.Resources[i].Resource = r
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		s.Args = known.ShortAll(s.Args)
		s.Proves, s.Absent = shortFacts(known, s.Proves), shortFacts(known, s.Absent)
		s.Sensed, s.Acts = shortFacts(known, s.Sensed), shortFacts(known, s.Acts)
	}
	return &out
}

func shortFacts(shapes *shape.Set, facts []trace.Fact) []trace.Fact {
	facts = slices.Clone(facts)
	for i := range facts {
		facts[i] = shapes.Fact(facts[i])
	}
	return facts
}

// withoutEnds returns a header without the constants that have short forms.
func withoutEnds(shapes *shape.Set, p *trace.Program) *trace.Program {
	if p == nil {
		return nil
	}
	out := *p
	out.Types = slices.Clone(p.Types)
	for i := range out.Types {
		t := &out.Types[i]
		t.Constants = slices.DeleteFunc(slices.Clone(t.Constants), func(c string) bool {
			_, ends := shapes.EndingIn(c)
			return ends
		})
	}
	return &out
}
