package site

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// A change is what an event did, in the program's own words.
type change struct {
	Choice string
	Facts  []facts
}

// facts are facts with the part they played.
type facts struct {
	Name  string
	Facts []string
}

// change says what an event used, needed and made, and why it happened.
func (b *builder) change(e causal.Event) change {
	step := b.graph.Step(e)
	c := change{Choice: choice(step)}
	var needed []string
	for _, r := range b.tell.resources(step.Reads) {
		if !r.StageToken() {
			needed = append(needed, visible(r.String()))
		}
	}
	for _, f := range step.Proves {
		needed = append(needed, visible(f.String()))
	}
	for _, f := range []facts{
		{"Used up", b.notation(step.Consumes)},
		{"Needed", needed},
		{"Made", b.notation(step.Produces)},
	} {
		if len(f.Facts) > 0 {
			c.Facts = append(c.Facts, f)
		}
	}
	return c
}

// notation returns resources as programs write them.
func (b *builder) notation(ids []trace.ResourceID) []string {
	out := make([]string, len(ids))
	for i, r := range b.tell.resources(ids) {
		out[i] = visible(r.String())
	}
	return out
}

// choice says who chose a step, and among how many.
func choice(step *trace.Step) string {
	chooser := map[trace.Chosen]string{
		trace.ByChance: "Chance chose it", trace.ByPlayer: "The player chose it", trace.ByScript: "It was chosen beforehand",
	}[step.Chosen]
	switch {
	case step.Choices == 1:
		return "Nothing else could happen."
	case chooser == "" && step.Choices == 0:
		return ""
	case step.Choices == 0:
		return chooser + "."
	case chooser == "":
		return fmt.Sprintf("It was one of %d things that could happen.", step.Choices)
	}
	return fmt.Sprintf("%s among %d things that could happen.", chooser, step.Choices)
}
