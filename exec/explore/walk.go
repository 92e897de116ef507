package explore

import (
	"context"
	"math"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// walker is a machine that can go to each state that was found.
type walker struct {
	machine *exec.Machine
	at      State
	tree
	facts   []fact
	ids     map[string]change // of facts, as written
	net     []int32           // by facts, how many more there are to be; all 0 between visits
	touched []change          // those whose net was changed
	walked  []hop             // the way on which they changed
	leapt   bool              // there are leaps on it
}

// fact is a fact of a state, or the token of a stage.
type fact struct {
	lang.Initial
	stage *lang.Stage // nil for all others
}

func newWalker(m *exec.Machine) walker {
	return walker{machine: m, tree: newTree(), ids: make(map[string]change)}
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
	return w.grow(from.State)
}

// full reports whether there is no room for more states: they are numbered in 32 bits.
func (w *walker) full() bool { return max(len(w.nodes), len(w.changes)) >= math.MaxInt32 }

// visit brings the machine to a state. On the way from one to the other by a common
// ancestor most changes cancel out; the machine makes only those that are left.
func (w *walker) visit(to State) {
	c := climb{w, w.at, to}
	from, depth := w.depth(w.at), w.depth(to)
	for ; from > depth; from-- {
		c.from = w.pass(c.from, -1)
	}
	for ; depth > from; depth-- {
		c.to = w.pass(c.to, 1)
	}
	c.meet(depth)
	w.settle()
	w.at = to
}

// pass counts the changes of a state so many times, and returns the one above it.
func (w *walker) pass(s State, times int32) State {
	for _, c := range w.of(s) {
		w.count(c.fact(), times*c.more())
	}
	w.walked = append(w.walked, hop{from: s})
	return w.nodes[s].parent
}

// skip counts the changes of a leap, and returns the state to which it leads.
func (w *walker) skip(h hop, times int32) State {
	at := w.leaps.index[h]
	for _, a := range w.leaps.net(at) {
		w.count(a.fact, times*a.more)
	}
	w.walked, w.leapt = append(w.walked, h), true
	return w.leaps.all[at].to
}

// count adds to what is to come of a fact.
func (w *walker) count(fact change, by int32) {
	if w.net[fact-1] == 0 {
		w.touched = append(w.touched, fact)
	}
	w.net[fact-1] += by
}

// settle has the machine make the changes that were counted.
func (w *walker) settle() {
	var gone, come []lang.Initial
	stage := w.machine.Stage()
	for _, c := range w.inOrder() {
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
	w.touched, w.walked, w.leapt = w.touched[:0], w.walked[:0], false
	w.machine.Adjust(gone, come, stage)
}

func repeat(f lang.Initial, times int32) []lang.Initial {
	out := make([]lang.Initial, times)
	for i := range out {
		out[i] = f
	}
	return out
}

// fewMoves is how many moves of a state are listed first, and heedless how many are done
// without a look at whether somebody interrupts.
const (
	fewMoves = 1 << 12
	heedless = 1 << 6
)

// eachMove does something with each move in the state of a machine, to which that returns the
// machine if it wants more, and returns how many moves were listed. There may be many more than
// somebody has use for, so that of many the first are listed first.
func eachMove(ctx context.Context, m *exec.Machine, do func(exec.Move) (more bool, err error)) (listed int, err error) {
	for most := fewMoves; ; most *= 4 {
		enabled, err := m.Enabled(ctx)
		if err != nil {
			return listed, err
		}
		moves, whole := enabled.Some(most)
		if ctx.Err() != nil {
			return listed, ctx.Err() // then there may be more
		}
		done := listed
		listed = len(moves)
		for i, move := range moves[done:] {
			if i%heedless == heedless-1 && ctx.Err() != nil {
				return listed, ctx.Err()
			}
			if more, err := do(move); err != nil || !more {
				return listed, err
			}
		}
		if whole {
			return listed, nil
		}
	}
}
