package exec

import (
	"context"
	"errors"
	"iter"
	"math"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// list returns the transitions of a rule in the fixed order, each with the number of those that it
// stands for, as [match.Matches.List] does. Those of a rule that asks sensors are searched for, and
// stand for themselves; they need not use the facts. The transitions have been counted, so there
// are no errors but that the context ends.
func (m *Machine) list(ctx context.Context, r *rule, alike bool, using []match.Fact) iter.Seq2[Transition, int] {
	if r.matches == nil {
		return m.search(ctx, r)
	}
	return func(yield func(Transition, int) bool) {
		for c, ways := range r.matches.List(ctx, m.context.inOrder, alike, using) {
			if !yield(m.transition(r, c), int(min(ways, math.MaxInt))) {
				return
			}
		}
	}
}

// errEnough ends a search early.
var errEnough = errors.New("enough")

// search returns the transitions of a rule as matching finds them.
func (m *Machine) search(ctx context.Context, r *rule) iter.Seq2[Transition, int] {
	return func(yield func(Transition, int) bool) {
		_ = m.match(ctx, r, func(found *matcher) error {
			if !yield(found.transition(), 1) {
				return errEnough
			}
			return nil
		})
	}
}

// at returns the i-th transition of a rule, which has more.
func (m *Machine) at(r *rule, i int) (t Transition) {
	if r.matches == nil {
		err := m.match(context.Background(), r, func(found *matcher) error {
			if i--; i < 0 {
				t = found.transition()
				return errEnough
			}
			return nil
		})
		if err != errEnough {
			panic(errFired)
		}
		return t
	}
	for t := range m.list(context.Background(), r, false, nil) {
		if i--; i < 0 {
			return t
		}
	}
	panic(errFired)
}

// errFired says that a list is used after the machine has fired.
var errFired = errors.New("exec: no such transition; the machine has fired since")

// inOrder returns the i-th oldest resource of a predicate, as the network wants it.
func (c *Context) inOrder(p *lang.Pred, i int) (match.Fact, trace.ResourceID, bool) {
	list := c.Of(p)
	if i >= len(list) {
		return match.Fact{}, 0, false
	}
	return list[i].at, list[i].ID, true
}

// Move is an entry of a menu: a transition, with the number of those that look just like it and
// differ only in the choice of equal resources. The transition is the first of them. There may be
// more than an int holds: then it is [math.MaxInt].
type Move struct {
	Transition
	Count int
}

// Choice returns the choice of the move.
func (m Move) Choice(by trace.Chosen) Choice { return Choice{By: by, move: &m.Transition} }

// Moves returns the menu of a state, in the fixed order of the first of each. It is incomplete if
// the context ended, as in [Enabled.All].
//
// It takes time for each move, not for each transition.
func (e *Enabled) Moves() []Move {
	moves, _ := e.Menu(math.MaxInt)
	return moves
}

// Menu returns at most so many moves of each rule, and whether these are all.
func (e *Enabled) Menu(most int) (moves []Move, whole bool) {
	return e.Find(most, every)
}

// every fits all moves.
func every(Transition) bool { return true }

// Some returns at most so many moves, the first ones, and whether these are all.
func (e *Enabled) Some(most int) (moves []Move, whole bool) {
	for r := range e.withSome() {
		m := menu{rule: r, fits: every}
		whole = m.addAll(e, most-len(moves))
		if moves = append(moves, m.moves...); !whole {
			return moves, false
		}
	}
	return moves, true
}

// Find is [Enabled.Menu] of just the moves that fit. It looks at all moves, if need be, until the
// context of the transitions ends.
func (e *Enabled) Find(most int, fits func(Transition) bool) (moves []Move, whole bool) {
	whole = true
	for r := range e.withSome() {
		m := menu{rule: r, fits: fits}
		whole = m.addAll(e, most) && whole
		moves = append(moves, m.moves...)
	}
	return moves, whole
}

// MovesOf returns the moves of one rule, as they stand in the menu.
func (e *Enabled) MovesOf(rule *lang.Rule) []Move {
	for r := range e.withSome() {
		if r.Rule == rule {
			m := menu{rule: r, fits: every}
			m.addAll(e, math.MaxInt)
			return m.moves
		}
	}
	return nil
}

// menu is the part of a menu with the moves of a rule.
type menu struct {
	rule  *rule
	fits  func(Transition) bool // the moves to enter
	moves []Move
	index map[string]int // of moves of the rule, by look
	key   []byte
}

// addAll enters the transitions of the rule up to so many moves, and is false if there are more.
func (m *menu) addAll(e *Enabled, most int) bool {
	for t, ways := range e.machine.list(e.done, m.rule, true, nil) {
		if !m.fits(t) {
			continue
		}
		if m.add(t, ways); len(m.moves) > most {
			m.moves = m.moves[:most]
			return false
		}
	}
	return true
}

// add enters a transition that stands for a number of them. If no fact of it meets several
// premises, it is listed once for all that look alike, and need not be looked up.
func (m *menu) add(t Transition, ways int) {
	if m.rule.matches != nil && !t.repeats() {
		m.moves = append(m.moves, Move{t, ways})
		return
	}
	m.key = t.appendLook(m.key[:0])
	at, ok := m.index[string(m.key)]
	if !ok {
		if m.index == nil {
			m.index = make(map[string]int)
		}
		at = len(m.moves)
		m.index[string(m.key)] = at
		m.moves = append(m.moves, Move{Transition: t})
	}
	m.moves[at].Count = plus(m.moves[at].Count, ways)
}

// repeats reports whether a fact meets several premises on the state.
func (t Transition) repeats() bool {
	for i, r := range t.Uses {
		for _, other := range t.Uses[:i] {
			if r.at == other.at {
				return true
			}
		}
	}
	return false
}

// appendLook appends a text that is the same for transitions of one rule that look
// alike: those with the same arguments, which consume and read the same facts. The
// arguments say which fact meets each premise, but not how often it is a linear
// resource of it that is consumed, or read.
func (t Transition) appendLook(to []byte) []byte {
	to = term.AppendKeys(to, t.Args)
	for i := range t.Uses {
		consumed, read := t.shares(i)
		to = append(to, ' ', byte(consumed), byte(read))
	}
	return to
}

// shares returns how many linear resources of the fact of a premise on the state are
// consumed and read.
func (t Transition) shares(of int) (consumed, read int) {
	i := 0
	for k := range t.Rule.Premises {
		kind := t.Rule.Premises[k].Kind
		if !kind.OnState() {
			continue
		}
		r := t.Uses[i]
		i++
		switch {
		case r.Permanent || r.at != t.Uses[of].at:
		case kind == lang.Consume:
			consumed++
		default:
			read++
		}
	}
	return consumed, read
}
