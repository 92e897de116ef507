package inquiry

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// origin is a state to start from that is read from resources of a trace.
type origin struct {
	names *names
	start lang.Start
	facts []trace.ResourceID // in the order of the start's facts
	token trace.ResourceID   // 0 before there is one
	holds map[string]bool    // the permanent facts, as written
}

// newOrigin reads a state. The error is a [*Fault].
func newOrigin(n *names, initial []trace.Resource) (*origin, error) {
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
		return nil, &Fault{Kind: BadStart, Err: errors.New("the trace does not say in which stage the run starts: its initial state has no resource of the predicate `stage`")}
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
		return &Fault{Kind: BadStart, Resource: x.ID, Err: fmt.Errorf("the run starts in two stages at once: %s and %s are both stage tokens", o.token, x.ID)}
	}
	o.start.Stage, o.token = stage, x.ID
	return nil
}

// fact enters a fact. Permanent ones are a set.
func (o *origin) fact(x trace.Resource) error {
	f, err := o.names.initial(x)
	if err != nil {
		return &Fault{Kind: UnknownName, Resource: x.ID, Err: err}
	}
	if text := x.String(); x.Persistent {
		if o.holds[text] {
			return &Fault{Kind: BadStart, Resource: x.ID, Err: fmt.Errorf("resource %s: the initial state holds the permanent fact %s twice", x.ID, text)}
		}
		o.holds[text] = true
	}
	o.start.Context.Facts = append(o.start.Context.Facts, f)
	o.facts = append(o.facts, x.ID)
	return nil
}
