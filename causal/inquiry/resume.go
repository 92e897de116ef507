package inquiry

import (
	"errors"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Resume returns a start for the program in the state in which a trace ends, if
// [trace.Validate] accepts it: the facts in the order in which they were made,
// and the stage, which is nil where a link ended the run. The error says what
// the program does not know, or what the trace does not say.
func Resume(prog *lang.Program, t *trace.Trace) (*lang.Start, error) {
	names := newNames(prog)
	stage, err := names.lastStage(t)
	if err != nil {
		return nil, err
	}
	start := &lang.Start{Stage: stage, Context: &lang.Context{}}
	for _, r := range t.Final() {
		if r.Pred == trace.StagePred {
			continue
		}
		f, err := names.initial(r)
		if err != nil {
			return nil, err
		}
		start.Context.Facts = append(start.Context.Facts, f)
	}
	return start, nil
}

// lastStage returns the stage in which a trace ends, or nil where a link has
// used up the last token.
func (n *names) lastStage(t *trace.Trace) (*lang.Stage, error) {
	for _, r := range t.Final() {
		if r.Pred == trace.StagePred {
			return n.stageOf(r)
		}
	}
	for _, r := range t.Resources {
		if r.Pred == trace.StagePred {
			return nil, nil
		}
	}
	return nil, errors.New("the trace does not say in which stage the run is: it has no resource of the predicate `stage`, the token that links pass on")
}
