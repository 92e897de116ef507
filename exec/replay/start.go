package replay

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// origin is a state to start from that is read from resources of a trace.
type origin struct {
	names *Names
	start lang.Start
	facts []trace.ResourceID // in the order of the start's facts
	token trace.ResourceID   // 0 before there is one
	holds map[string]bool    // the permanent facts, as written
}

// newOrigin reads a state. The error is a [*Fault].
func newOrigin(n *Names, initial []trace.Resource) (*origin, error) {
	o := &origin{names: n, start: lang.Start{Context: &lang.Context{}}, holds: make(map[string]bool)}
	for _, x := range initial {
		add := o.fact
		if x.Pred == trace.StagePred {
			add = o.stage
		}
		if err := add(x); err != nil {
			return nil, err
		}
	}
	if o.start.Stage == nil {
		return nil, &Fault{
			Kind: BadStart, Err: errors.New(
				"the trace does not say in which stage the run starts: its initial state has no resource of the predicate `stage`"),
		}
	}
	return o, nil
}

// ids returns the resources in the order in which a machine makes them: the token
// comes last.
func (o *origin) ids() []trace.ResourceID { return append(o.facts, o.token) }

// stage enters the token of the first stage.
func (o *origin) stage(x trace.Resource) error {
	stage, err := o.names.stageOf(x)
	switch {
	case err != nil:
		return &Fault{Kind: UnknownName, Resource: x.ID, Err: err}
	case x.Persistent:
		return &Fault{Kind: BadStart, Resource: x.ID, Err: fmt.Errorf("resource %s: a stage token is not permanent", x.ID)}
	case o.token != 0:
		return &Fault{Kind: BadStart, Resource: x.ID,
			Err: fmt.Errorf("the run starts in two stages at once: %s and %s are both stage tokens", o.token, x.ID)}
	}
	o.start.Stage, o.token = stage, x.ID
	return nil
}

// fact enters a fact. Permanent ones are a set.
func (o *origin) fact(x trace.Resource) error {
	f, err := o.names.Initial(x)
	if err != nil {
		return &Fault{Kind: UnknownName, Resource: x.ID, Err: err}
	}
	if text := x.String(); x.Persistent {
		if o.holds[text] {
			return &Fault{Kind: BadStart, Resource: x.ID,
				Err: fmt.Errorf("resource %s: the initial state holds the permanent fact %s twice", x.ID, text)}
		}
		o.holds[text] = true
	}
	o.start.Context.Facts = append(o.start.Context.Facts, f)
	o.facts = append(o.facts, x.ID)
	return nil
}

// Start returns the facts from which a trace starts, in terms of the program. The error is
// a [*Fault].
func Start(prog *lang.Program, t *trace.Trace) ([]lang.Initial, error) {
	names := NewNames(prog)
	var out []lang.Initial
	for _, r := range t.Initial() {
		if r.Pred == trace.StagePred {
			continue
		}
		f, err := names.Initial(r)
		if err != nil {
			return nil, &Fault{Kind: UnknownName, Resource: r.ID, Err: err}
		}
		out = append(out, f)
	}
	return out, nil
}

// Resume returns a start for the program in the state in which a trace ends, if [trace.Validate]
// accepts it: the facts in the order in which they were made, and the stage, which is nil where a
// link ended the run. The error has the name that the program lacks, or the part that the trace
// lacks.
func Resume(prog *lang.Program, t *trace.Trace) (*lang.Start, error) {
	names := NewNames(prog)
	stage, err := names.lastStage(t)
	if err != nil {
		return nil, err
	}
	start := &lang.Start{Stage: stage, Context: &lang.Context{}}
	for _, r := range t.Final() {
		if r.Pred == trace.StagePred {
			continue
		}
		f, err := names.Initial(r)
		if err != nil {
			return nil, err
		}
		start.Context.Facts = append(start.Context.Facts, f)
	}
	return start, nil
}

// lastStage returns the stage in which a trace ends, or nil where a link has
// used up the last token.
func (n *Names) lastStage(t *trace.Trace) (*lang.Stage, error) {
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
	return nil, errors.New("the trace does not say in which stage the run is: it has no resource of the predicate " +
		"`stage`, the token that links pass on")
}
