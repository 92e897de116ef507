package explore

import (
	"context"
	"encoding/binary"
	"errors"
	"runtime"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// search is a search in progress.
//
// States are expanded in the order of their numbers, and those that they lead to get the next numbers, in the order
// of the transitions. With several processors, a batch of states is expanded by several goroutines, which look the
// successors up among the states that were known before the batch; then the others are added in that same order.
// Numbers of facts and terms are given in that order, too: a state that leads to a new fact, or asks a new question
// of the clauses, is left out of the batch, and expanded when it is its turn. So the result does not depend on the
// number of goroutines, or on the sizes of batches.
type search struct {
	Options
	*Space
	store   *store // that of the space
	done    context.Context
	goal    Question
	open    []*lang.Statement // that no state so far violates
	view    *View             // of the state that a question is about
	bytes   []byte            // of that
	workers []*worker
	level   State // the first state of the next level
	moves   map[string]Move
	key     []byte
	buffer  []byte // of states from the file
	parts   []*part
	fewest  int // states of a batch
	alone   int // up to this state, the search expands states itself
}

// worker expands states, in a goroutine of its own or in that of the search.
type worker struct {
	*expander
	search  *search
	from    State
	buffer  []byte // of the state, if it is from the file
	seen    []byte // of states that may be the same as others
	part    *part  // of a batch; nil if successors are added at once
	reducer Reducer
	list    []Instance // of the present state, if there is a reducer
	omitted int        // of these, left out
	canon   Symmetry
	other   *View // the state that is to be replaced
	renamed []byte
}

// newSearch returns a search that has found the first state.
func newSearch(ctx context.Context, prog *lang.Program, start *lang.Start, o Options) *search {
	e, first := compile(prog, start, o.Limits)
	states := newStore(o.Memory)
	space := &Space{engine: e, start: start, store: states, levels: []State{0}}
	space.Deaf = slices.ContainsFunc(e.rules, func(r *rule) bool { return r.never })
	s := &search{Options: o, Space: space, store: states, done: ctx, view: newView(e), moves: make(map[string]Move),
		fewest: fewestBatch}
	s.goal = o.Question
	if o.Until != nil {
		s.goal = newGoalQuestion(e, o.Until)
	}
	s.open = slices.Clone(o.Statements)
	n := o.Workers
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	for range n {
		s.workers = append(s.workers, s.newWorker())
	}
	w := s.workers[0]
	space.canon = w.canon
	state := w.canonical(appendState(nil, first.stage, len(e.fixed), first.held))
	states.add(states.hash(state), state, 0)
	return s
}

// run expands one state after the other, until it has expanded all that it found.
func (s *search) run() (err error) {
	defer func() {
		if r := recover(); r != nil {
			read, ok := r.(readError)
			if !ok {
				panic(r)
			}
			s.Ended, err = Failed, &Error{State: State(s.Looked), Err: read.error}
		}
	}()
	if err := s.ask(0); err != nil || s.Ended != Complete {
		return s.failed(err)
	}
	told := -often
	for s.Looked < s.Len() {
		if s.Progress != nil && s.Looked-told >= often {
			told = s.Looked
			s.Progress(s.Len(), s.Looked)
		}
		if s.done.Err() != nil {
			s.Ended = ended(s.done)
			return nil
		}
		if s.store.err != nil {
			return s.failed(s.store.err)
		}
		if State(s.Looked) >= s.level {
			s.level = State(s.Len())
		}
		if err := s.next(); err != nil || s.Ended != Complete {
			if s.done.Err() != nil && s.Ended == Complete {
				s.Ended = ended(s.done)
				return nil
			}
			return s.failed(err)
		}
	}
	return nil
}

// next expands the next states.
func (s *search) next() error {
	if n, ok := s.batch(); ok {
		return s.expandBatch(n)
	}
	err := s.workers[0].expandHere(State(s.Looked))
	if err == nil && s.Ended == Complete {
		s.Looked++
	}
	return err
}

// failed notes an error in the state that is looked at, or of a question about another, if there is one, and returns
// it with the way there.
func (s *search) failed(err error) error {
	if err == nil {
		return nil
	}
	at := State(s.Looked)
	if of, ok := errors.AsType[*Error](err); ok {
		at, err = of.State, of.Err
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
func (s *search) arrive(from State, hash uint64, state []byte, move Move) error {
	to, known := s.store.find(hash, state, &s.buffer)
	if known {
		s.connect(from, to, move)
		return nil
	}
	if s.Len() == s.MaxStates || State(s.Len()) == unknown { // states are numbered in 32 bits
		s.Ended = TooMany
		return errStop
	}
	if from >= s.levels[len(s.levels)-1] {
		s.levels = append(s.levels, State(s.Len()))
	}
	to = s.store.add(hash, state, from)
	s.connect(from, to, move)
	if err := s.ask(to); err != nil {
		return err
	}
	if s.Ended != Complete {
		return errStop
	}
	return nil
}

// connect adds a transition between states.
func (s *search) connect(from, to State, move Move) {
	s.Transitions++
	if s.KeepEdges {
		s.Edges = append(s.Edges, Edge{from, to, move})
	}
}

// ask asks the question about a state. The error is an [Error] without the way there.
func (s *search) ask(n State) error {
	if s.goal == nil && len(s.open) == 0 {
		return nil
	}
	if err := s.answer(n); err != nil {
		return &Error{State: n, Err: err}
	}
	return nil
}

// answer ends the search if a state meets its question.
func (s *search) answer(n State) error {
	s.view.load(s.store.read(n, &s.bytes))
	if err := s.watch(n); err != nil || s.goal == nil {
		return err
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

// watch checks the statements that no state so far violates.
func (s *search) watch(n State) error {
	for i := 0; i < len(s.open); i++ {
		v, err := s.view.Check(s.done, s.open[i])
		if err != nil {
			return err
		}
		if v == nil {
			continue
		}
		s.Violations = append(s.Violations, Violation{n, v})
		s.open = slices.Delete(s.open, i, i+1)
		if i--; len(s.open) == 0 {
			s.Ended, s.Goal = Found, n
		}
	}
	return nil
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
	if w.part != nil {
		return w.part.add(w, hash, state, r, args)
	}
	return s.arrive(w.from, hash, state, s.move(r, args))
}

// expandOne expands a state.
func (w *worker) expandOne(from State) error {
	w.from, w.list, w.omitted = from, w.list[:0], 0
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
	w.search.Omitted += w.omitted
	return err
}
