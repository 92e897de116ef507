package tell

import (
	"cmp"

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
	c := Change{Title: cmp.Or(t.Title(e), t.title(e)), Choice: t.choice(step)}
	var needed []string
	for _, r := range t.resources(step.Reads) {
		if !r.StageToken() {
			needed = append(needed, t.written(*r.Resource))
		}
	}
	for _, f := range step.Proves {
		needed = append(needed, t.written(trace.Resource{Pred: f.Pred, Args: f.Args}))
	}
	var absent []string
	for _, f := range step.Absent {
		absent = append(absent, t.written(trace.Resource{Pred: f.Pred, Args: f.Args}))
	}
	for _, f := range []Facts{
		{t.Names.Words.Say("used"), t.notation(step.Consumes)},
		{t.Names.Words.Say("needed"), needed},
		{t.Names.Words.Say("unheld"), absent},
		{t.Names.Words.Say("produced"), t.notation(step.Produces)},
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
func (t *Teller) choice(step *trace.Step) string {
	chooser := map[trace.Chosen]string{
		trace.ByChance: "chance-chose", trace.ByPlayer: "player-chose", trace.ByScript: "script-chose",
	}[step.Chosen]
	say := t.Names.Words.Say
	switch {
	case step.Choices == 1:
		return say("forced")
	case chooser == "" && step.Choices == 0:
		return ""
	case step.Choices == 0:
		return say(chooser)
	case chooser == "":
		return say("chosen", "n", step.Choices)
	}
	return say(chooser+"-among", "n", step.Choices)
}
