package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// survey is the result of a search.
type survey struct {
	*surveyor
	prog   *lang.Program
	start  *lang.Start
	space  *explore.Space
	failed error // the error that stopped it; nil for none
}

// tell prints the result, and writes the requested file.
func (v *survey) tell(ctx context.Context, s cli.Streams) error {
	var way *trace.Trace
	if v.found() || v.failed != nil {
		var err error
		if way, err = v.run(v.end()); err != nil {
			return place(v.prog, err)
		}
	}
	if err := v.show(s, way); err != nil {
		return err
	}
	switch {
	case v.out == "":
		return nil
	case v.drawn():
		return v.draw(ctx, s)
	case !v.found():
		return nil
	}
	return s.WriteFile(v.out, func(w io.Writer) error { return form.Write(v.out, w, way) })
}

func (v *survey) found() bool { return v.space.Ended == explore.Found }

// end returns the state to which a run is shown: the one that was to be found, or that
// in which something went wrong.
func (v *survey) end() explore.State {
	if at, ok := errors.AsType[*explore.Error](v.failed); ok {
		return at.State
	}
	return v.space.Goal
}

// lack says that there is no state as it was asked for, and so no trace.
func (v *survey) lack() error {
	if v.until == "" || v.found() {
		return nil
	}
	states, unwritten := "found so far", ""
	if v.space.Ended == explore.Complete {
		states = "that can be reached"
	}
	if v.out != "" && v.out != cli.Stdio && !v.drawn() {
		unwritten = fmt.Sprintf("; %s is not written", v.out)
	}
	return fmt.Errorf("%s: no state %s has %s %s%s", v.prog.Source, states, aFact(len(v.goal.Facts)),
		visible.Line(v.until), unwritten)
}

// show prints the result, unless standard output has another use.
func (v *survey) show(s cli.Streams, way *trace.Trace) error {
	switch {
	case v.out == cli.Stdio:
		return nil
	case v.json:
		return writeJSON(s.Out, v.data(way))
	}
	b := report.Text{All: v.all}
	v.write(&b, way)
	_, err := b.WriteTo(s.Out)
	return err
}

// write writes the result as text.
func (v *survey) write(b *report.Text, way *trace.Trace) {
	b.Line("%s, %s; the farthest is %s from the start", english.Count(v.space.Len(), "state"),
		english.Count(v.space.Transitions, "transition"), english.Count(v.space.Farthest(), "step"))
	if cut := v.cut(); cut != "" {
		b.Line("%s with %s not looked at: there may be more", cut, english.Count(v.space.Len()-v.space.Looked, "state"))
	}
	if v.found() {
		v.writeWay(b, "a state with "+v.until, way)
		if len(v.space.Bindings) > 0 {
			b.Title("The variables: " + standing(v.space.Bindings, exec.Shapes(v.prog)))
		}
		return
	}
	final := v.finals()
	if len(final) == 0 && v.space.Ended == explore.Complete {
		b.Line("No state is final: in each something can happen")
	}
	b.List(english.Count(len(final), "final state"), final)
	if way != nil {
		v.writeWay(b, "the state in which it goes wrong", way)
	}
}

// cut returns the reason why the search was cut short. It is empty if the search was complete or
// found its goal.
func (v *survey) cut() string {
	switch v.space.Ended {
	case explore.TooMany:
		return fmt.Sprintf("Stopped at --max-states %d", v.most)
	case explore.OutOfTime:
		return fmt.Sprintf("Stopped after --time %v", v.time)
	case explore.OutOfMemory:
		return fmt.Sprintf("Stopped at --memory %v", &v.memory)
	case explore.Failed:
		return "Stopped at an error"
	case explore.Interrupted:
		return "Interrupted"
	}
	return ""
}

// writeWay writes a shortest run, and where it comes to.
func (v *survey) writeWay(b *report.Text, to string, way *trace.Trace) {
	b.Title(fmt.Sprintf("A shortest run to %s: %s", to, english.Count(len(way.Steps), "step")))
	for i := range way.Steps {
		b.Item("%s", report.Named(v.prog.Labels(), exec.Shapes(v.prog), &way.Steps[i]))
	}
	b.Title("The state:")
	b.Item("%s", strings.Join(report.Counted(v.space.Written(v.end(), exec.Shapes(v.prog))), ", "))
	if len(way.Steps) > 0 {
		b.Title("'ceptre run' does it with --choose " + way.Run.Choose)
	}
}

// finals returns a line for each final state that is to be listed: how far it is, and
// its facts. The lines of the others are empty.
func (v *survey) finals() []string {
	lines, shapes := make([]string, len(v.space.Final)), exec.Shapes(v.prog)
	for i, s := range v.space.Final {
		if i < report.MostListed || v.all {
			lines[i] = fmt.Sprintf("%s: %s", english.Count(v.space.Depth(s), "step"),
				strings.Join(report.Counted(v.space.Written(s, shapes)), ", "))
		}
	}
	return lines
}
