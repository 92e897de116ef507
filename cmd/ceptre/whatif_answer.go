package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/site/words"
)

// alternative tells of a run as it would have been.
type alternative struct {
	*inquiry.Counterfactual
	run    *causal.Graph // as it was
	shapes *shape.Set    // how the answer is written
	change inquiry.Change
	all    bool // list everything
}

// title describes the change.
func (a *alternative) title() string {
	out := texts(a.change.Steps, func(id trace.StepID) string { return a.named(a.step(id)) })
	out = append(out, texts(a.change.Resources, func(id trace.ResourceID) string { return a.fact(*a.run.Resource(id).Resource) })...)
	in := texts(a.change.Facts, a.fact)
	var parts []string
	if len(out) > 0 {
		parts = append(parts, "without "+strings.Join(report.Counted(out), ", "))
	}
	if len(in) > 0 {
		parts = append(parts, "with "+strings.Join(report.Counted(in), ", "))
	}
	return strings.Join(parts, " and ")
}

// named returns a step of the run with its id.
func (a *alternative) named(s *trace.Step) string { return report.Named(a.run.Rules(), a.shapes, s) }

// fact returns a fact, with numbers and lists in their short forms.
func (a *alternative) fact(r trace.Resource) string { return a.shapes.Resource(r).String() }

// step returns a step of the run as it was.
func (a *alternative) step(id trace.StepID) *trace.Step {
	e, _ := a.run.Event(id)
	return a.run.Step(e)
}

// write writes the answer as text.
func (a *alternative) write(w io.Writer) error {
	b := &report.Text{All: a.all}
	b.Line("The run %s:", a.title())
	b.List(areSteps(len(a.Lost))+" lost", texts(a.Lost, a.loss))
	b.List(happens(len(a.Adapted))+" with other numbers", texts(a.Adapted, a.adapted))
	b.List("Others take the place of what is gone", texts(a.Swaps, a.swap))
	b.List("Not waited for", texts(a.Early, a.early))
	b.List("No longer there at the end", report.Counted(texts(withoutTokens(a.Gone), a.fact)))
	b.List("There at the end only now", report.Counted(texts(withoutTokens(a.New), a.fact)))
	b.Line("")
	b.Lines(a.kept())
	b.Lines(a.ending())
	_, err := w.Write(b.Bytes())
	return err
}

// kept says how much is as it was.
func (a *alternative) kept() []string {
	switch n := len(a.Trace.Steps) - len(a.Adapted); {
	case len(a.Trace.Steps) == 0:
		return []string{"No step is left."}
	case len(a.Lost) == 0:
		return []string{"No step is lost.", happens(n) + " as before."}
	default:
		return []string{happens(n) + " as before."}
	}
}

// ending says in which stage the end is, if it is in another one than it was.
func (a *alternative) ending() []string {
	before, now := stageOf(a.Gone), stageOf(a.New)
	switch {
	case now == "":
		return nil
	case before == "":
		return []string{"The end is in " + now + ", and no link ends the run."}
	}
	return []string{"The end is in " + now + ", and not in " + before + "."}
}

// stageOf returns the mark of a stage among resources, or "".
func stageOf(resources []trace.Resource) string {
	for _, r := range resources {
		if r.Pred == trace.StagePred {
			return r.String()
		}
	}
	return ""
}

func areSteps(n int) string {
	if n == 1 {
		return "1 step is"
	}
	return fmt.Sprintf("%d steps are", n)
}

func happens(n int) string {
	if n == 1 {
		return "1 step happens"
	}
	return fmt.Sprintf("%d steps happen", n)
}

// loss says why a step is lost.
func (a *alternative) loss(l inquiry.Loss) string {
	text := a.named(l.Step) + ": "
	missing := "no " + strings.Join(texts(l.Missing, a.missing), ", no ")
	switch unfit := words.List(texts(l.Unfit, func(f trace.Fact) string { return a.shapes.Fact(f).String() })); {
	case l.Err != nil && unfit != "":
		return text + "with " + unfit + ", " + l.Err.Error()
	case l.Err != nil:
		return text + l.Err.Error()
	case len(l.Unfit) > 1:
		return text + missing + "; " + unfit + " do not fit"
	case unfit != "":
		return text + missing + "; " + unfit + " does not fit"
	}
	return text + missing
}

// adapted says which numbers of a step are other ones.
func (a *alternative) adapted(s inquiry.Adapted) string {
	return a.named(s.Step) + ": " + s.Written(a.shapes)
}

// args writes the arguments of the steps that happen with other numbers, with those that they
// had: 3→1.
func (a *alternative) args() map[trace.StepID]string {
	out := make(map[trace.StepID]string)
	for _, s := range a.Adapted {
		out[s.Step.ID] = ""
	}
	for _, now := range a.Trace.Steps {
		if _, adapted := out[now.ID]; adapted {
			out[now.ID] = bothArgs(a.shapes.ShortAll(a.step(now.ID).Args), a.shapes.ShortAll(now.Args))
		}
	}
	return out
}

func bothArgs(before, now []trace.Term) string {
	both := make([]string, len(now))
	for i := range now {
		was, is := arguments(before[i]), arguments(now[i])
		if both[i] = is; was != is {
			both[i] = was + "→" + is
		}
	}
	return strings.Join(both, " ")
}

// arguments returns terms as programs write arguments.
func arguments(terms ...trace.Term) string {
	return strings.TrimPrefix(trace.Step{Args: terms}.String(), " ")
}

// missing says which fact is missing, and which step would have made it.
func (a *alternative) missing(r *trace.Resource) string {
	if r.By == 0 {
		return a.fact(*r)
	}
	return fmt.Sprintf("%s (made by %s)", a.fact(*r), r.By)
}

func (a *alternative) swap(s inquiry.Swap) string {
	return fmt.Sprintf("%s takes %s for %s (%s)", s.Step, s.New.ID, s.Old.ID, a.fact(*s.New))
}

// early says what a step did not wait for: often a step that was taken away and
// could still happen.
func (a *alternative) early(e inquiry.Early) string {
	first := trace.Term{Head: e.First.Rule.Label, Args: a.shapes.ShortAll(exec.Terms(e.First.Args))}.String()
	if slices.ContainsFunc(a.change.Steps, func(id trace.StepID) bool { return report.Unnumbered(a.run.Rules(), a.shapes, a.step(id)) == first }) {
		first += ", which was taken away,"
	}
	return fmt.Sprintf("%s happens, though %s still could before", a.named(e.Step), first)
}
