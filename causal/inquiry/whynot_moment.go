package inquiry

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// moment is a state of a run: just before an event, or at the end.
type moment struct {
	graph *causal.Graph
	at    causal.Event
	step  *trace.Step // nil at the end
}

// holds reports whether a resource is there.
func (m *moment) holds(r *causal.Resource) bool {
	return r.Producer < m.at && (r.Consumer == causal.Outside || r.Consumer >= m.at)
}

// stage returns the name of the stage, "" where the run has ended.
func (m *moment) stage() string {
	for i := range m.graph.Resources {
		if r := &m.graph.Resources[i]; r.StageToken() && m.holds(r) {
			return r.Args[0].String()
		}
	}
	return ""
}

// token returns the youngest mark of a stage before the moment, or nil.
func (m *moment) token(stage string) (last *causal.Resource) {
	for i := range m.graph.Resources {
		r := &m.graph.Resources[i]
		if !r.StageToken() || r.Args[0].String() != stage || r.Producer >= m.at {
			continue
		}
		if last == nil || r.Producer > last.Producer {
			last = r
		}
	}
	return last
}

// replay returns a machine in the state of the moment, in the stage of a rule,
// where sensors answer what they did.
func (m *moment) replay(prog *lang.Program, rule *lang.Rule) (*replay.Replay, error) {
	var state []trace.Resource
	var last trace.ResourceID
	for i := range m.graph.Resources {
		r := &m.graph.Resources[i]
		if last = max(last, r.ID); !r.StageToken() && m.holds(r) {
			state = append(state, *r.Resource)
		}
	}
	token := trace.Resource{ID: last + 1, Pred: trace.StagePred, Args: []trace.Term{trace.Const(rule.Stage.Name)}}
	r, err := replay.New(prog, m.graph.Trace, append(state, token))
	if err != nil {
		return nil, err
	}
	return r, r.Sense(m.sensed())
}

// sensed returns what sensors answered.
func (m *moment) sensed() []trace.Fact {
	switch end := m.graph.Trace.End; {
	case m.step != nil:
		return m.step.Sensed
	case end != nil:
		return end.Sensed
	}
	return nil
}

// miss says what became of what would meet the premises that are not met.
func (m *moment) miss(r *replay.Replay, n exec.NearMiss) NearMiss {
	miss := NearMiss{NearMiss: n, By: make([]*causal.Resource, len(n.Uses))}
	for i, used := range n.Uses {
		if used != nil && n.Standings[i] == exec.Met {
			id, _ := r.ID(used.ID)
			miss.By[i] = m.graph.Resource(id)
		}
	}
	for i, standing := range n.Standings {
		if standing == exec.Unmet && miss.Lack(i) == nil {
			miss.Lacks = append(miss.Lacks, m.lack(r, &miss, i))
		}
	}
	return miss
}

// lack finds out what became of what would meet the i-th premise.
func (m *moment) lack(r *replay.Replay, n *NearMiss, i int) Lack {
	p := &n.Rule.Premises[i]
	l := Lack{Premise: p, at: i}
	if p.Kind == lang.Compare {
		l.X, l.Y = n.Instance(p.X), n.Instance(p.Y)
		return l
	}
	l.Fact = n.Fact(p.Atom)
	if p.Kind.OnState() {
		l.Needs, l.There = n.Copies(i)
		m.search(&l, &ask{r.Names, &n.NearMiss, p.Atom})
	}
	return l
}

// search enters the resources similar to the missing fact. They are looked up by the reported
// fact, and then compared with the constraint of the premise.
func (m *moment) search(l *Lack, asked *ask) {
	wanted, akin := pattern(l.Fact), pattern(blinded(l.Fact, asked.atom.Pred))
	var others []*causal.Resource
	for i := range m.graph.Resources {
		switch r := &m.graph.Resources[i]; {
		case wanted.Matches(r.Pred, r.Args):
			m.account(l, r, asked.fits(r))
		case akin.Matches(r.Pred, r.Args) && m.holds(r) && (r.Persistent || l.Premise.Kind != lang.Permanent) &&
			asked.fitsButNumbers(r):
			others = append(others, r)
		}
	}
	if len(others) == 1 && l.Present == nil && l.Linear == nil {
		l.Other = others[0]
	}
}

// pattern returns what facts are like, with [trace.Open] for what may be anything.
func pattern(f trace.Fact) goal.Pattern {
	return goal.Pattern{Term: trace.Term{Head: f.Pred, Args: f.Args}}
}

// account enters a resource similar to the missing fact. A resource that does not fit the premise
// is reported only if it exists at the moment, since the report says that it does not fit; the
// report says of consumed, later or linear ones that they would have fit.
func (m *moment) account(l *Lack, r *causal.Resource, fits bool) {
	linear := l.Premise.Kind == lang.Permanent && !r.Persistent
	switch {
	case m.holds(r) && !linear:
		l.Present = r
	case !fits:
	case m.holds(r):
		l.Linear = r
	case linear:
	case r.Producer >= m.at:
		if l.Next == nil || r.Producer < l.Next.Producer {
			l.Next = r
		}
	case l.Last == nil || r.Consumer > l.Last.Consumer:
		l.Last = r
	}
}
