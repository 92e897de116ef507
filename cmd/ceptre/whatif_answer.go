package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// alternative tells of a run as it would have been.
type alternative struct {
	*inquiry.Counterfactual
	run    *causal.Graph // as it was
	change inquiry.Change
}

// title says what is changed.
func (a *alternative) title() string {
	var out, in []string
	for _, id := range a.change.Steps {
		e, _ := a.run.Event(id)
		out = append(out, id.String()+" "+a.run.Step(e).String())
	}
	for _, id := range a.change.Resources {
		out = append(out, a.run.Resource(id).String())
	}
	for _, f := range a.change.Facts {
		in = append(in, f.String())
	}
	var parts []string
	if len(out) > 0 {
		parts = append(parts, "without "+strings.Join(out, ", "))
	}
	if len(in) > 0 {
		parts = append(parts, "with "+strings.Join(in, ", "))
	}
	return strings.Join(parts, " and ")
}

// write writes the answer as text.
func (a *alternative) write(w io.Writer) error {
	b := &report{}
	b.line("The run %s:", a.title())
	b.list(fmt.Sprintf("%s lost", areSteps(len(a.Lost))), texts(a.Lost, a.loss))
	b.list("Others take the place of what is gone", texts(a.Swaps, a.swap))
	b.list("Not waited for", texts(a.Early, a.early))
	b.list("No longer there at the end", texts(a.Gone, trace.Resource.String))
	b.list("There at the end instead", texts(a.New, trace.Resource.String))
	b.line("")
	b.line("%s as before.", happens(len(a.Trace.Steps)))
	_, err := w.Write(b.Bytes())
	return err
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

// report is text of sections.
type report struct{ bytes.Buffer }

func (b *report) line(format string, args ...any) {
	fmt.Fprintln(b, trace.Visible(fmt.Sprintf(format, args...)))
}

// list writes a section, unless it is empty.
func (b *report) list(heading string, items []string) {
	if len(items) == 0 {
		return
	}
	b.line("")
	b.line("%s:", heading)
	for _, item := range items {
		b.line("  %s", item)
	}
}

// loss says why a step is lost.
func (a *alternative) loss(l inquiry.Loss) string {
	text := l.Step.ID.String() + " " + l.Step.String() + ": "
	if l.Err != nil {
		return text + l.Err.Error()
	}
	return text + "no " + strings.Join(texts(l.Missing, a.missing), ", no ")
}

// missing says what is missing, and who would have made it.
func (a *alternative) missing(r *trace.Resource) string {
	if r.By == 0 {
		return r.String()
	}
	return fmt.Sprintf("%s (of %s)", r, r.By)
}

func (a *alternative) swap(s inquiry.Swap) string {
	return fmt.Sprintf("%s takes %s for %s (%s)", s.Step, s.New.ID, s.Old.ID, s.New)
}

func (a *alternative) early(e inquiry.Early) string {
	return fmt.Sprintf("%s %s happens, though %s still could before", e.Step.ID, e.Step, e.First)
}

// alternativeData is the answer as data.
type alternativeData struct {
	Change string     `json:"change"`
	Lost   []lossData `json:"lost"`
	Swaps  []swapData `json:"swaps"`
	Early  []stepData `json:"early"`
	Gone   []string   `json:"gone"`
	New    []string   `json:"new"`
	Steps  int        `json:"steps"` // that happen
}

type stepData struct {
	Step string `json:"step"`
	What string `json:"what"`
}

type lossData struct {
	stepData
	Missing []string `json:"missing"` // resources
	Why     string   `json:"why,omitempty"`
}

type swapData struct {
	Step string `json:"step"`
	Old  string `json:"old"`
	New  string `json:"new"`
	Fact string `json:"fact"`
}

func (a *alternative) data() alternativeData {
	d := alternativeData{
		Change: a.title(), Lost: []lossData{}, Swaps: []swapData{}, Early: []stepData{},
		Gone: append([]string{}, texts(a.Gone, trace.Resource.String)...),
		New:  append([]string{}, texts(a.New, trace.Resource.String)...), Steps: len(a.Trace.Steps),
	}
	for _, l := range a.Lost {
		loss := lossData{stepData: stepData{l.Step.ID.String(), l.Step.String()}, Missing: []string{}}
		for _, r := range l.Missing {
			loss.Missing = append(loss.Missing, r.ID.String())
		}
		if l.Err != nil {
			loss.Why = l.Err.Error()
		}
		d.Lost = append(d.Lost, loss)
	}
	for _, s := range a.Swaps {
		d.Swaps = append(d.Swaps, swapData{s.Step.String(), s.Old.ID.String(), s.New.ID.String(), s.New.String()})
	}
	for _, e := range a.Early {
		d.Early = append(d.Early, stepData{e.Step.ID.String(), e.Step.String()})
	}
	return d
}
