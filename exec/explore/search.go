package explore

import (
	"context"
	"encoding/binary"
	"errors"
	"math"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// search is a search in progress.
//
// States are expanded in the order of their numbers, and those that they lead to get the next numbers, in the order
// of the transitions.
type search struct {
	Options
	*Space
	done    context.Context
	goal    Question
	view    *View  // of the state that a question is about
	bytes   []byte // of that
	workers []*worker
	level   State // the first state of the next level
	moves   map[string]Move
	key     []byte
}

// worker expands states, in a goroutine of its own or in that of the search.
type worker struct {
	*expander
	search  *search
	from    State
	buffer  []byte // of states from the file
	reducer Reducer
	list    []Instance // of the present state, if there is a reducer
	canon   Symmetry
	other   *View // the state that is to be replaced
	renamed []byte
}

// newSearch returns a search that has found the first state.
func newSearch(ctx context.Context, prog *lang.Program, start *lang.Start, o Options) *search {
	e, first := compile(prog, start, o.Limits)
	space := &Space{engine: e, start: start, store: newStore(o.Memory), levels: []State{0}}
	s := &search{Options: o, Space: space, done: ctx, view: newView(e), moves: make(map[string]Move)}
	s.goal = o.Question
	if o.Until != nil {
		s.goal = newGoalQuestion(e, o.Until)
	}
	w := s.newWorker()
	s.workers = []*worker{w}
	space.canon = w.canon
	state := w.canonical(appendState(nil, first.stage, len(e.fixed), first.held))
	space.store.add(space.store.hash(state), state, 0)
	return s
}

// run expands one state after the other, until it has expanded all that it found.
func (s *search) run() error {
	if err := s.ask(0); err != nil || s.Ended != Complete {
		return s.failed(0, err)
	}
	for s.Looked < s.Len() {
		if s.Progress != nil && s.Looked%often == 0 {
			s.Progress(s.Len(), s.Looked)
		}
		if s.done.Err() != nil {
			s.Ended = ended(s.done)
			return nil
		}
		if s.store.err != nil {
			return s.failed(State(s.Looked), s.store.err)
		}
		from := State(s.Looked)
		if from >= s.level {
			s.level = State(s.Len())
		}
		err := s.workers[0].expandHere(from)
		if err != nil && s.done.Err() != nil {
			s.Ended = ended(s.done)
			return nil
		}
		if err != nil || s.Ended != Complete {
			return s.failed(from, err)
		}
		s.Looked++
	}
	return nil
}

// failed notes the error in a state, if there is one, and returns it with the way there.
func (s *search) failed(at State, err error) error {
	if err == nil {
		return nil
	}
	s.Ended = Failed
	choices, lost := s.Choices(at)
	return &Error{at, choices, errors.Join(err, lost)}
}

// ended says why a context ended the search.
func ended(ctx context.Context) Why {
	limit, ok := errors.AsType[*exec.LimitError](context.Cause(ctx))
	switch {
	case ok:
		return Why(limit.Limit)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return OutOfTime
	}
	return Interrupted
}

// errStop ends the expansion of a state because the search has ended.
var errStop = errors.New("the search has ended")

// arrive adds a transition to a state, which may be new.
func (s *search) arrive(w *worker, hash uint64, state []byte, move Move) error {
	to, known := s.store.find(hash, state, &w.buffer)
	if !known {
		if s.Len() == s.MaxStates || s.Len() >= math.MaxUint32-1 { // states are numbered in 32 bits
			s.Ended = TooMany
			return errStop
		}
		if w.from >= s.levels[len(s.levels)-1] {
			s.levels = append(s.levels, State(s.Len()))
		}
		to = s.store.add(hash, state, w.from)
	}
	s.Transitions++
	if s.KeepEdges {
		s.Edges = append(s.Edges, Edge{w.from, to, move})
	}
	if known {
		return nil
	}
	if err := s.ask(to); err != nil {
		return err
	}
	if s.Ended != Complete {
		return errStop
	}
	return nil
}

// ask asks the question about a state.
func (s *search) ask(n State) error {
	if s.goal == nil && s.Watch == nil {
		return nil
	}
	s.view.load(s.store.read(n, &s.bytes))
	if s.Watch != nil {
		stop, err := s.Watch(n, s.view.Stage(), s.view.initial)
		if stop {
			s.Ended, s.Goal = Found, n
		}
		if err != nil || s.goal == nil {
			return err
		}
	}
	met, err := s.goal.Meets(s.view)
	if met {
		s.Ended, s.Goal = Found, n
		if g, ok := s.goal.(*goalQuestion); ok {
			s.Bindings = g.bindings
		}
	}
	return err
}

// move returns the number of a rule with its arguments, if edges are kept.
func (s *search) move(rule *rule, env []trace.Sym) Move {
	if !s.KeepEdges {
		return 0
	}
	s.key = binary.AppendUvarint(s.key[:0], uint64(rule.index))
	for _, v := range env[:len(rule.Vars)] {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(v))
	}
	m, known := s.moves[string(s.key)]
	if !known {
		m = Move(len(s.made))
		s.moves[string(s.key)] = m
		s.made = append(s.made, made{rule, append([]trace.Sym(nil), env[:len(rule.Vars)]...)})
	}
	return m
}

func (s *search) newWorker() *worker {
	w := &worker{search: s, other: newView(s.engine)}
	w.expander = newExpander(s.done, s.engine, w.meets)
	if s.Reducer != nil {
		w.reducer = s.Reducer(s.names)
		w.making = true
	}
	if s.Symmetry != nil {
		w.canon = s.Symmetry(s.names)
	}
	return w
}

// meets fires the present instance, or enters it into the list of the reducer.
func (w *worker) meets() error {
	if w.reducer != nil {
		w.list = append(w.list, w.instance())
		return nil
	}
	return w.fire(w.rule, w.env, w.changes)
}

// fire adds a transition.
func (w *worker) fire(r *rule, args []trace.Sym, changes []change) error {
	s := w.search
	state := w.canonical(w.successor(r.to, changes))
	hash := s.store.hash(state)
	return s.arrive(w, hash, state, s.move(r, args))
}

// expandOne expands a state.
func (w *worker) expandOne(from State) error {
	w.from, w.list = from, w.list[:0]
	w.load(w.search.store.read(from, &w.buffer))
	if err := w.expand(); err != nil || w.reducer == nil {
		return err
	}
	return w.reduced()
}

// expandHere expands a state, and adds its successors at once.
func (w *worker) expandHere(from State) error {
	before := w.search.Transitions
	err := w.expandOne(from)
	if err == errStop {
		return nil
	}
	if err == nil && w.search.Transitions == before {
		w.search.Final = append(w.search.Final, from)
	}
	return err
}
