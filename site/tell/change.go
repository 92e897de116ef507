package tell

import (
	"cmp"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Change is what an event did, in the program's own words.
type Change struct {
	Title  string
	Choice string
	Facts  []Facts
}

// Facts are facts with the part they played.
type Facts struct {
	Name  string
	Facts []string
}

// Change says what an event used, needed and made, and why it happened.
func (t *Teller) Change(e causal.Event) Change {
	step := t.performance.Graph.Step(e)
	c := Change{Title: cmp.Or(t.Title(e), t.title(e)), Choice: choice(step)}
	var needed []string
	for _, r := range t.resources(step.Reads) {
		if !r.StageToken() {
			needed = append(needed, t.written(*r.Resource))
		}
	}
	for _, f := range step.Proves {
		needed = append(needed, t.written(trace.Resource{Pred: f.Pred, Args: f.Args}))
	}
	for _, f := range []Facts{
		{"Used up", t.notation(step.Consumes)},
		{"Needed", needed},
		{"Made", t.notation(step.Produces)},
	} {
		if len(f.Facts) > 0 {
			c.Facts = append(c.Facts, f)
		}
	}
	return c
}

// written returns a resource as programs write it, but for numbers and lists.
func (t *Teller) written(r trace.Resource) string {
	r.Args = t.Names.Shapes.ShortAll(r.Args)
	return visible.Page(r.String())
}

// notation returns resources as written does.
func (t *Teller) notation(ids []trace.ResourceID) []string {
	out := make([]string, len(ids))
	for i, r := range t.resources(ids) {
		out[i] = t.written(*r.Resource)
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
