package explore

import (
	"encoding/binary"
	"iter"

	"github.com/ceptre-graph/ceptre/lang"
)

// Held is a fact of a state.
type Held struct {
	Fact Fact
	// Copies is the number of linear copies.
	Copies uint32
	// Permanent says that the fact holds permanently, too. Then Copies may be 0.
	Permanent bool
}

// View is a state as questions, reductions and reports read it. Views that the search hands to its hooks change when
// the hook has returned; [Space.View] returns one that stays.
type View struct {
	*Names
	of    *engine
	stage int      // 0 for the end of a run; else one more than that in the program
	held  []Held   // the facts that vary, in ascending order
	kinds [][]Held // of those, by predicate
	where []uint32 // by fact: one more than its place in held, or 0
	// watched are the statements that were asked for.
	watched map[*lang.Statement]*watched
}

func newView(e *engine) *View {
	return &View{Names: e.names, of: e, kinds: make([][]Held, len(e.prog.Preds))}
}

// Stage returns the stage, nil if a link has ended the run.
func (v *View) Stage() *lang.Stage {
	if v.stage == 0 {
		return nil
	}
	return v.of.prog.Stages[v.stage-1]
}

// Varying returns the facts of the state that may differ from one state to another, in ascending order.
func (v *View) Varying() []Held { return v.held }

// Fixed returns the facts that are the same in all states: those of predicates of which no rule makes facts, or uses
// them up. The i-th is fact number i.
func (v *View) Fixed() []Held { return v.of.fixed }

// All returns all facts of the state, in ascending order.
func (v *View) All() iter.Seq[Held] {
	return func(yield func(Held) bool) {
		for _, h := range v.of.fixed {
			if !yield(h) {
				return
			}
		}
		for _, h := range v.held {
			if !yield(h) {
				return
			}
		}
	}
}

// Of returns the facts of a predicate, in ascending order.
func (v *View) Of(p *lang.Pred) []Held {
	i := v.index[p]
	if fixed := v.of.groups[i]; fixed != nil {
		return fixed
	}
	return v.kinds[i]
}

// Has returns how a fact is held; without copies, and not permanently, if it is not.
func (v *View) Has(f Fact) Held {
	if int(f) < len(v.of.fixed) {
		return v.of.fixed[f]
	}
	if int(f) < len(v.where) && v.where[f] > 0 {
		return v.held[v.where[f]-1]
	}
	return Held{Fact: f}
}

// Initial returns the facts of the state, each copy by itself.
func (v *View) Initial() (facts []lang.Initial) {
	for h := range v.All() {
		f := v.Fact(h.Fact)
		for range h.Copies {
			facts = append(facts, lang.Initial{Fact: f})
		}
		if h.Permanent {
			facts = append(facts, lang.Initial{Fact: f, Permanent: true})
		}
	}
	return facts
}

// The bytes of a state are the stage, and for each fact that varies the difference of its number from the one before,
// shifted by two bits that say how it is held. All are varints. Equal states have equal bytes.
const (
	once          = iota // one linear copy
	lasting              // permanent, no linear copy
	several              // the number of linear copies follows
	lastingCopies        // permanent, and the number of linear copies follows
)

// appendHeld appends the bytes of a fact.
func appendHeld(to []byte, difference uint64, copies uint32, permanent bool) []byte {
	how := uint64(several)
	switch {
	case permanent && copies == 0:
		how = lasting
	case permanent:
		how = lastingCopies
	case copies == 1:
		how = once
	}
	if x := difference<<2 | how; x < 0x80 {
		to = append(to, byte(x))
	} else {
		to = binary.AppendUvarint(to, x)
	}
	if how >= several {
		to = binary.AppendUvarint(to, uint64(copies))
	}
	return to
}

// appendState appends the bytes of a state.
func appendState(to []byte, stage, fixed int, held []Held) []byte {
	to = binary.AppendUvarint(to, uint64(stage))
	last := Fact(fixed)
	for _, h := range held {
		to = appendHeld(to, uint64(h.Fact-last), h.Copies, h.Permanent)
		last = h.Fact
	}
	return to
}

// load makes the view that of a state, given its bytes.
func (v *View) load(state []byte) {
	v.clear()
	stage, n := binary.Uvarint(state)
	state = state[n:]
	v.stage = int(stage)
	fact := uint64(len(v.of.fixed))
	for len(state) > 0 {
		x := uint64(state[0])
		if x < 0x80 {
			state = state[1:]
		} else {
			x, n = binary.Uvarint(state)
			state = state[n:]
		}
		fact += x >> 2
		h := Held{Fact: Fact(fact), Permanent: x&1 != 0}
		switch x & 3 {
		case once:
			h.Copies = 1
		case several, lastingCopies:
			copies, n := binary.Uvarint(state)
			state = state[n:]
			h.Copies = uint32(copies)
		}
		v.add(h)
	}
}

// set makes the view that of a state.
func (v *View) set(stage int, held []Held) {
	v.clear()
	v.stage = stage
	for _, h := range held {
		v.add(h)
	}
}

func (v *View) clear() {
	for _, h := range v.held {
		v.where[h.Fact] = 0
		k := v.facts[h.Fact].pred
		v.kinds[k] = v.kinds[k][:0]
	}
	v.held = v.held[:0]
	if n := len(v.facts); len(v.where) < n {
		v.where = append(v.where, make([]uint32, n-len(v.where))...)
	}
}

func (v *View) add(h Held) {
	v.held = append(v.held, h)
	v.where[h.Fact] = uint32(len(v.held))
	k := v.facts[h.Fact].pred
	v.kinds[k] = append(v.kinds[k], h)
}
