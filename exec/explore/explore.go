// Package explore finds all states that a program can reach.
//
// A state is a multiset of facts, which of them are permanent, and the stage; the ids of resources and the way to it
// do not count. States are found breadth first from where a trace starts, so the way by which a state is first found
// is a shortest one. Nothing bounds the runs: the number in a #trace does not count. Links between stages are
// transitions like others. Sensors give no answers, and actions are not carried out, since a search has no player.
//
// # How states are found
//
// The search has a matcher of its own, for it goes from each state to others of any kind, where package exec goes
// from one state to the next. Each fact has a number ([Names]), and a state is the row of the numbers of its facts as
// bytes (view.go), found by a table of hashes and told apart by its bytes (store.go). Facts that are the same in all
// states are held once. Each rule is a plan, in which the premises are matched with the facts of the state one after
// another (plan.go, expand.go). Questions to clauses that do not read the state are answered once (proofs.go); those
// whose proofs read the state are asked in each state. A matched rule changes numbers of copies (fire.go), and the
// bytes of the successor are made in one go from those of the state. All processors expand states (search.go,
// batch.go). Nothing of the result depends on their number. The oracle is plain enumeration with an [exec.Machine].
//
// # Hooks
//
// A [Question] ends the search at the first state that meets it. A [Reducer] selects some of the instances that can
// fire in a state, and a [Symmetry] replaces each state by one of its kind. They read states as [View]s, in which
// facts are numbers.
package explore

import (
	"context"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// Options bound the search. The zero value has no bound.
type Options struct {
	// MaxStates is the greatest number of states to find; 0 for any number.
	MaxStates int
	// Memory is how many bytes the states and the tables that find them may take in memory before the oldest states
	// go to a temporary file; 0 for any number. The tables take 20 to 30 bytes a state, and stay in memory.
	Memory int
	// Workers is the number of goroutines; 0 for one a processor. The result does not depend on it.
	Workers int
	// Until ends the search at the first state that meets it, the stage token included; nil for none.
	Until *goal.Goal
	// Question does the same. There is Until or Question.
	Question Question
	// Each are asked of each state, each until one meets it: [Space.Met]. If none is left, the search ends there, as
	// with Until. They are for [Lead] and [Serve], and Until then comes alone.
	Each []Question
	// Taken returns how many bytes the process takes, for [Lead] and [Serve], and Most is how many all processes may
	// take together; 0 for any number.
	Taken func() int
	Most  int
	// Statements are checked in each state, each until one violates it: [Space.Violations]. If none is left, the
	// search ends there, as with Until.
	Statements []*lang.Statement
	// KeepEdges asks for all transitions, not only for their number.
	KeepEdges bool
	// Limits are those of the machine.
	Limits exec.Limits
	// Progress, if it is set, is called now and then with the number of states found, and of those
	// that the search has looked at.
	Progress func(found, looked int)
	// Reducer makes a reducer for each goroutine; nil to fire all instances.
	Reducer func(*Names) Reducer
	// Symmetry makes a symmetry for each goroutine; nil to tell all states apart.
	Symmetry func(*Names) Symmetry
}

// Question is asked of each state that a search finds, in the order of their numbers.
type Question interface {
	// Meets reports whether the state ends the search. An error ends it, too.
	Meets(*View) (bool, error)
}

// State is a state, as the number of states that were found before it: 0 is the one
// from which the program starts.
type State uint32

// Move is the number of a rule with its arguments, in the order in which the search met them.
type Move uint32

// Edge is a transition between states.
type Edge struct {
	From, To State
	Move     Move
}

// Why says why a search ended.
type Why string

// The ways a search ends.
const (
	Complete    Why = ""            // all states were found
	TooMany     Why = "states"      // there are more states than it may find
	OutOfTime   Why = "time"        // the deadline of its context passed
	OutOfMemory Why = "memory"      // its context ended by a limit of memory
	Interrupted Why = "interrupted" // its context ended
	Failed      Why = "error"       // listing or firing the transitions of a state failed
	Found       Why = "until"       // it found a state that meets its question, or violations of all statements
)

// Space holds the states that a search found. It is not safe for concurrent use.
type Space struct {
	// Looked is the number of states that the search has looked at: all their transitions are
	// known. They are the first of those found.
	Looked int
	// Transitions is the number of transitions found: all of those states, and maybe some of the
	// next, if something ended the search there. Those that look alike, of one rule with the same
	// arguments and the same facts taken, are one; those that lead back to the same state count.
	Transitions int
	// Omitted is the number of transitions of those states that a reducer left out.
	Omitted int
	// Final are the states without transitions, in the order found.
	Final []State
	// Edges are all transitions, if Options.KeepEdges is set.
	Edges []Edge
	// Ended says why the search ended.
	Ended Why
	// Deaf says that rules of the program ask sensors, which gave no answers: with answers, there may be more states.
	Deaf bool
	// Goal is the state that ended the search as Found. If it meets Options.Until, Bindings are the
	// values of its variables there.
	Goal     State
	Bindings goal.Bindings
	// Met are the first states that meet the questions of Options.Each, by the index of the question.
	Met map[int]State
	// Violations are those of Options.Statements, each in the first state that violates it, in the order found.
	Violations []Violation

	*engine
	start  *lang.Start
	store  keeper
	levels []State // the first state of each depth: no state is found after a deeper one
	made   []made  // by Move
	view   *View   // of a state that is asked for
	bytes  []byte
	canon  Symmetry // nil for none
}

// keeper keeps the states of a space.
type keeper interface {
	size() int
	// read returns the bytes of a state. They are valid until the buffer is used again. It panics with a readError.
	read(n State, buffer *[]byte) []byte
	// parent returns the state from which a state was first found.
	parent(n State) State
	outside() int // bytes that are in a file
	close() error
}

// made is a rule with its arguments.
type made struct {
	rule *rule
	args []trace.Sym
}

// Error is an error that ended the search, with its state.
type Error struct {
	// State is the state that the search looked at.
	State State
	// Choices lead to the state, as moves are numbered from 1 in each.
	Choices []int
	Err     error
}

// mostSaid is the greatest number of choices that a message lists.
const mostSaid = 40

// Error returns the error and, if it is short, the way to its state.
func (e *Error) Error() string {
	switch n := len(e.Choices); {
	case n == 0:
		return e.Err.Error()
	case n > mostSaid:
		return fmt.Sprintf("%v (after %d choices)", e.Err, n)
	}
	return fmt.Sprintf("%v (after the choices %s)", e.Err, exec.Script(e.Choices))
}

// Unwrap returns the error without the way.
func (e *Error) Unwrap() error { return e.Err }

// Search finds the states that a program can reach from where a trace starts, until there are no
// more, one of the bounds is reached, or the context ends: the space then holds what was found
// until then. A context that is ended by an [exec.LimitError] is a bound, too. The error is an
// [Error]; with it, as well, the space holds what was found. No way to an error is shorter. The
// search does not go on past it: an error in a state mostly comes again in its successors, and a
// proof that is given up takes long each time.
func Search(ctx context.Context, prog *lang.Program, start *lang.Start, o Options) (*Space, error) {
	s := newSearch(ctx, prog, start, o)
	err := s.run()
	return s.Space, err
}

// Close removes the temporary file of the space, if it has one. The space cannot be asked about states any more.
func (s *Space) Close() error { return s.store.close() }

// Spilled returns how many bytes of states are in a temporary file.
func (s *Space) Spilled() int { return s.store.outside() }

// Len returns the number of states found.
func (s *Space) Len() int { return s.store.size() }

// Names returns the numbers of facts.
func (s *Space) Names() *Names { return s.names }

// Depth returns the number of transitions on a shortest way to a state.
func (s *Space) Depth(of State) int {
	i, first := slices.BinarySearch(s.levels, of)
	if first {
		return i
	}
	return i - 1
}

// Farthest returns the depth of the states that are farthest from the start.
func (s *Space) Farthest() int { return len(s.levels) - 1 }

// View returns a state. It is valid until the next call of a method that returns parts of a state.
func (s *Space) View(of State) *View {
	if s.view == nil {
		s.view = newView(s.engine)
	}
	s.view.load(s.store.read(of, &s.bytes))
	return s.view
}

// Rule returns the rule of a move.
func (s *Space) Rule(m Move) *lang.Rule { return s.made[m].rule.Rule }

// Args returns the arguments of a move, the values of the variables of its rule.
func (s *Space) Args(m Move) []lang.Value {
	made := s.made[m]
	out := make([]lang.Value, len(made.args))
	for i, a := range made.args {
		out[i] = s.names.terms.Value(a, made.rule.Vars[i].Type)
	}
	return out
}

// Label returns the rule of a move with its arguments.
func (s *Space) Label(m Move) string { return s.Rule(m).Label + lang.Arguments(s.Args(m)) }

// Facts returns the facts of a state as programs write them, `!` before those that
// are permanent, sorted; then the stage as `stage play`, unless a link ended
// the run.
func (s *Space) Facts(of State) []string { return s.Written(of, nil) }

// Written is Facts with numbers and lists of some shapes in their short forms.
func (s *Space) Written(of State, shapes *shape.Set) []string {
	v := s.View(of)
	facts := []string{}
	for h := range v.All() {
		for _, r := range appendResources(nil, term.RecordFact(v.Fact(h.Fact)), h) {
			facts = append(facts, shapes.Resource(r).String())
		}
	}
	slices.Sort(facts)
	if stage := v.Stage(); stage != nil {
		facts = append(facts, "stage "+stage.Name)
	}
	return facts
}

// At returns the stage of a state, nil where a link ended the run, and its facts, each copy by itself.
func (s *Space) At(state State) (*lang.Stage, []lang.Initial) {
	v := s.View(state)
	return v.Stage(), v.Initial()
}
