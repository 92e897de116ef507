package explore

import (
	"cmp"
	"context"
	"slices"

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
	net     []int32           // by facts, the number of copies to add; all 0 between visits
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
	return walker{machine: m, ids: make(map[string]change), tree: tree{nodes: make([]node, 1), levels: make([]State, 1),
		leaps: leaps{stride: stride, index: make(map[hop]uint32), last: make(map[hop][]touch)}}}
}

// id returns the number of a fact, by its text.
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

// visit brings the machine to a state. The path leads over the nearest common ancestor; changes that
// cancel out on it are not made.
func (w *walker) visit(to State) {
	c := climb{w, w.at, to}
	from, depth := w.depth(w.at), w.depth(to)
	for ; from > depth; from-- {
		c.from = w.pass(c.from, -1)
	}
	for ; depth > from; depth-- {
		c.to = w.pass(c.to, 1)
	}
	for c.from != c.to { // up to a common ancestor
		rank, length := c.leaps.longest(depth)
		c.up(rank)
		depth -= length
	}
	w.settle()
	w.at = to
}

// pass counts the changes of a state, multiplied by times, and returns its parent.
func (w *walker) pass(s State, times int32) State {
	for _, c := range w.of(s) {
		w.count(c.fact(), times*c.more())
	}
	w.walked = append(w.walked, hop{from: s})
	return w.nodes[s].parent
}

// skip counts the net change of a leap, multiplied by times, and returns its upper end.
func (w *walker) skip(h hop, times int32) State {
	at := w.leaps.index[h]
	for _, a := range w.leaps.net(at) {
		w.count(a.fact, times*a.more)
	}
	w.walked, w.leapt = append(w.walked, h), true
	return w.leaps.all[at].to
}

// count adds to the net change of a fact.
func (w *walker) count(fact change, by int32) {
	if w.net[fact-1] == 0 {
		w.touched = append(w.touched, fact)
	}
	w.net[fact-1] += by
}

// settle applies the counted changes to the machine.
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

// fewMoves is the number of moves that are listed first, and heedless the number of moves between two
// checks of the context.
const (
	fewMoves = 1 << 12
	heedless = 1 << 6
)

// eachMove calls do for the moves in the state of a machine, until it returns false, and returns the
// number of listed moves. If do returns true, it has returned the machine to that state. The list is
// made in growing parts, as callers may need few of many moves.
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

// The order in which facts of a predicate are added decides the order of the transitions that take
// them, and thereby the numbers of states. It must be the order of a walk step by step: the facts
// changed last, on either path, come first. Leaps do not store it, so it is looked up if it matters.

// arrival is an added fact, and the last state on both paths at which it changed.
type arrival struct {
	fact change
	last State
}

// inOrder returns the counted facts, the added ones in order. Facts may occur several times, or have a
// net change of zero.
func (w *walker) inOrder() []change {
	if !w.leapt {
		return w.touched
	}
	come := w.coming()
	if !w.crowded(come) {
		return w.touched
	}
	for i := range come {
		come[i].last = w.lastAt(come[i].fact)
	}
	slices.SortFunc(come, func(a, b arrival) int {
		return cmp.Or(cmp.Compare(b.last, a.last), cmp.Compare(w.place(a.fact, a.last), w.place(b.fact, b.last)))
	})
	var order []change
	for _, a := range come {
		order = append(order, a.fact)
	}
	return append(order, w.touched...)
}

// coming returns the facts with a positive net change.
func (w *walker) coming() []arrival {
	var come []arrival
	for _, c := range w.touched {
		if w.net[c-1] > 0 {
			come = append(come, arrival{fact: c})
		}
	}
	slices.SortFunc(come, func(a, b arrival) int { return cmp.Compare(a.fact, b.fact) })
	return slices.Compact(come)
}

// crowded reports whether several added facts share a predicate.
func (w *walker) crowded(come []arrival) bool {
	seen := make(map[*lang.Pred]bool)
	for _, a := range come {
		p := w.facts[a.fact-1].Fact.Pred
		if seen[p] {
			return true
		}
		seen[p] = true
	}
	return false
}

// lastAt returns the last state on both paths at which a fact was added or removed.
func (w *walker) lastAt(fact change) State {
	var last State
	for _, h := range w.walked {
		if h.from > last { // or it cannot be later
			last = max(last, w.lastOn(h, fact))
		}
	}
	return last
}
