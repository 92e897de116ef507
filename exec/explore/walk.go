package explore

import (
	"math"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// walker is a machine that can go to each state that was found.
type walker struct {
	machine *exec.Machine
	at      State
	nodes   []node
	changes []change // of all nodes, one after the other
	facts   []fact
	ids     map[string]change // of facts, as written
	net     []int32           // by facts, how many more there are to be; all 0 between visits
	touched []change          // those whose net was changed
}

// node is how a state was found: from which one, and by which changes.
type node struct {
	parent State
	end    uint32 // of the changes, which begin where those of the node before it end
}

// change is a fact that came, as an index from 1, or that has gone, as its negative.
// The stage token counts as a fact.
type change int32

// fact is a fact of a state, or the token of a stage.
type fact struct {
	lang.Initial
	stage *lang.Stage // nil for all others
}

func newWalker(m *exec.Machine) walker {
	return walker{machine: m, nodes: make([]node, 1), ids: make(map[string]change)}
}

// id returns the number of a fact, which is known by how it is written.
func (w *walker) id(written string, f fact) change {
	if id, known := w.ids[written]; known {
		return id
	}
	w.facts = append(w.facts, f)
	w.net = append(w.net, 0)
	id := change(len(w.facts))
	w.ids[written] = id
	return id
}

func (w *walker) idOf(r *exec.Resource) change {
	return w.id(r.String(), fact{Initial: lang.Initial{Fact: r.Fact, Permanent: r.Permanent}})
}

func (w *walker) idOfStage(s *lang.Stage) change {
	return w.id(trace.StagePred+" "+s.Name, fact{stage: s})
}

// origin is the state in which the machine was before it fired a transition.
type origin struct {
	State
	mark  exec.Mark
	stage *lang.Stage
}

// add enters the state in which the machine is.
func (w *walker) add(from origin) State {
	gone, come := w.machine.Changes(from.mark)
	for _, r := range gone {
		w.changes = append(w.changes, -w.idOf(r))
	}
	for _, r := range come {
		w.changes = append(w.changes, w.idOf(r))
	}
	if now := w.machine.Stage(); now != from.stage {
		w.changes = append(w.changes, -w.idOfStage(from.stage))
		if now != nil {
			w.changes = append(w.changes, w.idOfStage(now))
		}
	}
	w.nodes = append(w.nodes, node{from.State, uint32(len(w.changes))})
	return State(len(w.nodes) - 1)
}

// full reports whether there is no room for more states: they are numbered in 32 bits.
func (w *walker) full() bool { return max(len(w.nodes), len(w.changes)) >= math.MaxInt32 }

// of returns the changes by which a state was found. The start has none.
func (w *walker) of(s State) []change {
	if s == 0 {
		return nil
	}
	return w.changes[w.nodes[s-1].end:w.nodes[s].end]
}

// visit brings the machine to a state. On the way from one to the other by their last
// common ancestor most changes cancel out; the machine makes only those that are
// left. A state is found after the one from which it was found, so the younger of
// two is never an ancestor of the other.
func (w *walker) visit(to State) {
	for s, t := w.at, to; s != t; {
		if s > t {
			w.count(w.of(s), -1)
			s = w.nodes[s].parent
		} else {
			w.count(w.of(t), 1)
			t = w.nodes[t].parent
		}
	}
	w.settle()
	w.at = to
}

// count adds changes up, or takes them off.
func (w *walker) count(changes []change, times int32) {
	for _, c := range changes {
		by := times
		if c < 0 {
			c, by = -c, -by
		}
		w.net[c-1] += by
		w.touched = append(w.touched, c)
	}
}

// settle has the machine make the changes that were counted.
func (w *walker) settle() {
	var gone, come []lang.Initial
	stage := w.machine.Stage()
	for _, c := range w.touched {
		n := w.net[c-1]
		w.net[c-1] = 0
		f := w.facts[c-1]
		switch {
		case n == 0: // or counted already
		case f.stage != nil && n > 0:
			stage = f.stage
		case f.stage != nil && f.stage == stage:
			stage = nil
		case f.stage != nil:
		case n > 0:
			come = append(come, repeat(f.Initial, n)...)
		default:
			gone = append(gone, repeat(f.Initial, -n)...)
		}
	}
	w.touched = w.touched[:0]
	w.machine.Adjust(gone, come, stage)
}

func repeat(f lang.Initial, times int32) []lang.Initial {
	out := make([]lang.Initial, times)
	for i := range out {
		out[i] = f
	}
	return out
}
