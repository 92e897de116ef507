package report

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Counterfactual tells of a run as it would have been.
type Counterfactual struct {
	*inquiry.Counterfactual
	run    *causal.Graph // as it was
	shapes *shape.Set    // how the answer is written
	change inquiry.Change
}

// WhatIf replays a run of a program with a change.
func WhatIf(ctx context.Context, prog *lang.Program, g *causal.Graph, change inquiry.Change) (*Counterfactual, error) {
	would, err := inquiry.WhatIf(ctx, prog, g, change)
	if f, ok := errors.AsType[*replay.Fault](err); ok && errors.Unwrap(f.Err) != nil {
		err = errors.Unwrap(f.Err) // without the id that the fact would have had, which the user never saw
	}
	return &Counterfactual{Counterfactual: would, run: g, shapes: exec.Shapes(prog), change: change}, err
}

// Title describes the change.
func (a *Counterfactual) Title() string {
	out := each(a.change.Steps, func(id trace.StepID) string { return a.named(a.step(id)) })
	out = append(out, each(a.change.Resources,
		func(id trace.ResourceID) string { return a.fact(*a.run.Resource(id).Resource) })...)
	in := each(a.change.Facts, a.fact)
	var parts []string
	if len(out) > 0 {
		parts = append(parts, "without "+strings.Join(english.Counted(out), ", "))
	}
	if len(in) > 0 {
		parts = append(parts, "with "+strings.Join(english.Counted(in), ", "))
	}
	return strings.Join(parts, " and ")
}

// named returns a step of the run with its id.
func (a *Counterfactual) named(s *trace.Step) string { return Named(a.run.Rules(), a.shapes, s) }

// fact returns a fact, with numbers and lists in their short forms.
func (a *Counterfactual) fact(r trace.Resource) string { return a.shapes.Resource(r).String() }

// step returns a step of the run as it was.
func (a *Counterfactual) step(id trace.StepID) *trace.Step {
	e, _ := a.run.Event(id)
	return a.run.Step(e)
}

// Print prints which steps are lost and why, which happen in another way, and how the end differs.
func (a *Counterfactual) Print(b *Text) {
	b.Line("The run %s:", a.Title())
	b.List(steps(len(a.Lost), "is", "are")+" lost", each(a.Lost, a.loss))
	b.List(steps(len(a.Adapted), "happens", "happen")+" with other numbers", each(a.Adapted, a.adapted))
	b.List("Equal facts in place of those that are gone", each(a.Swaps, func(s inquiry.Swap) string {
		return fmt.Sprintf("%s takes %s for %s (%s)", s.Step, s.New.ID, s.Old.ID, a.fact(*s.New))
	}))
	b.List("Taken too early", each(a.Early, a.early))
	b.List("No longer there at the end", english.Counted(each(withoutTokens(a.Gone), a.fact)))
	b.List("New at the end", english.Counted(each(withoutTokens(a.New), a.fact)))
	b.Line("")
	if len(a.Trace.Steps) == 0 {
		b.Line("No step is left.")
	} else {
		if len(a.Lost) == 0 {
			b.Line("No step is lost.")
		}
		b.Line("%s as before.", steps(len(a.Trace.Steps)-len(a.Adapted), "happens", "happen"))
	}
	switch before, now := stageOf(a.Gone), stageOf(a.New); {
	case now == "": // the stage is the same
	case before == "":
		b.Line("The end is in %s, and no link ends the run.", now)
	default:
		b.Line("The end is in %s, and not in %s.", now, before)
	}
}

// withoutTokens returns resources without the marks of stages.
func withoutTokens(resources []trace.Resource) []trace.Resource {
	return slices.DeleteFunc(slices.Clone(resources), func(r trace.Resource) bool { return r.Pred == trace.StagePred })
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

// steps returns so many steps with a verb, which has one form for one step and another for several.
func steps(n int, one, several string) string {
	verb := several
	if n == 1 {
		verb = one
	}
	return english.Count(n, "step") + " " + verb
}

// loss says why a step is lost.
func (a *Counterfactual) loss(l inquiry.Loss) string {
	text := a.named(l.Step) + ": "
	missing := "no " + strings.Join(each(l.Missing, a.missing), ", no ")
	switch unfit := english.List(each(l.Unfit, func(f trace.Fact) string { return a.shapes.Fact(f).String() })); {
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
func (a *Counterfactual) adapted(s inquiry.Adapted) string {
	return a.named(s.Step) + ": " + s.Written(a.shapes)
}

// Union returns both runs laid over each other.
func (a *Counterfactual) Union() *compare.Union { return compare.Unite(a.run.Trace, a.Trace) }

// Args returns the arguments of the steps that happen with other numbers, with those that they
// had: 3→1.
func (a *Counterfactual) Args() map[trace.StepID]string {
	out := make(map[trace.StepID]string)
	for _, s := range a.Adapted {
		out[s.Step.ID] = ""
	}
	for _, now := range a.Trace.Steps {
		if _, adapted := out[now.ID]; !adapted {
			continue
		}
		before, args := a.shapes.ShortAll(a.step(now.ID).Args), a.shapes.ShortAll(now.Args)
		both := make([]string, len(args))
		for i := range args {
			was, is := arguments(before[i]), arguments(args[i])
			if both[i] = is; was != is {
				both[i] = was + "→" + is
			}
		}
		out[now.ID] = strings.Join(both, " ")
	}
	return out
}

// arguments returns terms as programs write arguments.
func arguments(terms ...trace.Term) string {
	return strings.TrimPrefix(trace.Step{Args: terms}.String(), " ")
}

// missing says which fact is missing, and which step would have made it.
func (a *Counterfactual) missing(r *trace.Resource) string {
	if r.By == 0 {
		return a.fact(*r)
	}
	return fmt.Sprintf("%s (made by %s)", a.fact(*r), r.By)
}

// early says what a step did not wait for: often a step that was taken away and
// could still happen.
func (a *Counterfactual) early(e inquiry.Early) string {
	first := trace.Term{Head: e.First.Rule.Label, Args: a.shapes.ShortAll(term.RecordAll(e.First.Args))}.String()
	if slices.ContainsFunc(a.change.Steps,
		func(id trace.StepID) bool { return Unnumbered(a.run.Rules(), a.shapes, a.step(id)) == first }) {
		first += ", which was taken away,"
	}
	return fmt.Sprintf("%s happens, though %s still could before", a.named(e.Step), first)
}

// counterfactualData is what would have become of a run, as data.
type counterfactualData struct {
	Change  string        `json:"change"`
	Lost    []lossData    `json:"lost"`
	Adapted []adaptedData `json:"adapted"`
	Swaps   []swapData    `json:"swaps"`
	Early   []earlyData   `json:"early"`
	Gone    []string      `json:"gone"` // at the end, marks of stages included
	New     []string      `json:"new"`
	Steps   int           `json:"steps"` // that happen
}

type lossData struct {
	StepData
	Missing []missingData `json:"missing"`
	Unfit   []string      `json:"unfit,omitempty"` // there instead, with other numbers
	Why     string        `json:"why,omitempty"`   // other obstacles
}

type missingData struct {
	Resource string `json:"resource"`
	Fact     string `json:"fact"`
	By       string `json:"by,omitempty"` // the step that made it
}

// adaptedData is a step that happens with other numbers.
type adaptedData struct {
	StepData
	inquiry.Numbers
}

type swapData struct {
	Step string `json:"step"`
	Old  string `json:"old"`
	New  string `json:"new"`
	Fact string `json:"fact"`
}

type earlyData struct {
	StepData
	First string `json:"first"` // the step that could happen before
}

// Data returns the answer as data.
func (a *Counterfactual) Data() any {
	return counterfactualData{
		Change:  a.Title(),
		Lost:    each(a.Lost, a.lossData),
		Adapted: each(a.Adapted, a.adaptedData),
		Swaps: each(a.Swaps, func(s inquiry.Swap) swapData {
			return swapData{s.Step.String(), s.Old.ID.String(), s.New.ID.String(), s.New.String()}
		}),
		Early: each(a.Early, a.earlyData),
		Gone:  each(a.Gone, trace.Resource.String),
		New:   each(a.New, trace.Resource.String),
		Steps: len(a.Trace.Steps),
	}
}

func (a *Counterfactual) lossData(l inquiry.Loss) lossData {
	d := lossData{StepData: a.stepData(l.Step), Unfit: each(l.Unfit, trace.Fact.String)}
	d.Missing = each(l.Missing, func(r *trace.Resource) missingData {
		m := missingData{Resource: r.ID.String(), Fact: r.String()}
		if r.By != 0 {
			m.By = r.By.String()
		}
		return m
	})
	if l.Err != nil {
		d.Why = l.Err.Error()
	}
	return d
}

func (a *Counterfactual) stepData(s *trace.Step) StepData {
	return NewStepData(a.run.Rules(), s)
}

func (a *Counterfactual) adaptedData(s inquiry.Adapted) adaptedData {
	return adaptedData{a.stepData(s.Step), s.Numbers}
}

func (a *Counterfactual) earlyData(e inquiry.Early) earlyData {
	return earlyData{a.stepData(e.Step), e.First.String()}
}
