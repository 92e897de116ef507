// Package stubborn leaves out transitions of a search that only repeat, in another order, what other runs do.
// Where several characters act on their own, a search need not fire their actions in every order. In each state
// it fires a stubborn set of transitions, and the rest later (Valmari, "Stubborn sets for reduced state space
// generation", 1991).
//
// # What stays
//
// Each final state is found, each quiescent one, and the states of the questions that were asked: if a state
// meets a goal, or violates a statement, one that does is found. Each of these is found at its distance from the
// start, so runs to them stay shortest. Other states, and transitions, may be missing. So may be runs that never
// end, and states in which the search would have ended with an error.
//
// # Why
//
// A set T of the transitions of a state s, enabled and disabled ones, is stubborn if
//
//  1. for all t in T, and t1 … tn that are not: if the run t1 … tn t exists from s, so does t t1 … tn, which
//     leads to the same state;
//  2. T has an enabled transition that no run of transitions outside of T disables, unless none is enabled in s.
//
// Take a shortest run from s to a state without transitions. One of its transitions is in T, or the enabled one
// of (2) would still be enabled in the end. By (1), the first of these can be fired at once, and the others after
// it, in the same number of steps. From there a shorter run leads to the same state, and by induction the search
// finds it.
//
// For a goal, T also has enough transitions that each run to the goal has one of them. Then the same argument
// leads to the goal, and no cycle can put it off (Schmidt, "Stubborn sets for standard properties", 1999;
// Kristensen and Valmari, "Improved stubborn set methods for state properties", 2000). For the counts of an
// invariant, T has all transitions that change a count.
//
// Links are fired where no rule of the stage applies. So each stage is a system of its own, of which the states
// without transitions are the quiescent ones. In these, all links are fired. An ordered stage is not reduced, for
// there a rule that applies takes others away.
//
// # How sets are found
//
// The transitions of T are written as schemes: a rule with values for some of its variables. From an enabled
// transition, or the questions, the set grows until it is closed (selector.go, enable.go):
//
//   - With an enabled transition, it has all that use up a linear fact that the transition uses up or reads, and
//     all that read a fact that it uses up. Two that only read do not disturb each other, nor do two that make
//     the same permanent fact. A rule that makes a fact again reads it. What proofs read counts as all facts of
//     these predicates.
//   - With a disabled transition, it has all that make one of the facts that it lacks.
//
// If one of t1 … tn used up a fact that t in T needs, or t used up a fact that it needs, it would be
// in T by the first rule; if t were disabled in s, one of them would be in T by the second. So (1) and (2) hold.
// Comparisons, and premises that are proved without the state, do not change: leaving them out makes T larger,
// not wrong. They are used if the values are known, and clauses are, if they are facts. The smallest of the sets
// from several enabled transitions is taken; a set that gets too large or takes too much work is given up for all
// transitions.
package stubborn

import (
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Questions are the questions of a search beside the final states.
type Questions struct {
	// Goals are facts that a state may have together.
	Goals []*goal.Goal
	// Statements may be violated.
	Statements []*lang.Statement
}

// New returns what makes the reducers of a search: [explore.Options.Reducer].
func New(prog *lang.Program, start *lang.Start, ask Questions) func(*explore.Names) explore.Reducer {
	return func(names *explore.Names) explore.Reducer {
		a := newAnalysis(prog, start)
		for _, g := range ask.Goals {
			a.seek(g)
		}
		for _, st := range ask.Statements {
			a.watch(st)
		}
		r := &reducer{selector: newSelector(a), names: names, numbers: make(map[*lang.Rule]int)}
		for i, rule := range prog.Rules() {
			r.numbers[rule] = i
		}
		r.now.facts = make([][]fact, len(prog.Preds))
		return r
	}
}

// reducer hands states to a selector in its own numbers of terms.
type reducer struct {
	*selector
	names   *explore.Names
	numbers map[*lang.Rule]int
	known   []numbered // by fact
	now     holding
	varying []int // the predicates with facts that the next state may not have
	fixed   bool  // the facts that are the same in all states are entered
	list    []instance
}

// numbered is a fact in the numbers of the selector.
type numbered struct {
	pred int
	args []trace.Sym
}

// Select implements [explore.Reducer].
func (r *reducer) Select(state *explore.View, all []explore.Instance) ([]int, bool) {
	if len(all) < 2 {
		return nil, false
	}
	if !r.fixed {
		for _, h := range state.Fixed() {
			r.enter(h)
		}
		r.fixed = true
		r.varying = nil
	}
	for _, p := range r.varying {
		r.now.facts[p] = r.now.facts[p][:0]
	}
	r.varying = r.varying[:0]
	for _, h := range state.Varying() {
		r.enter(h)
	}
	r.now.stage, r.list = state.Stage(), r.list[:0]
	for i := range all {
		values := r.terms.InternAll(nil, r.names.Args(&all[i]))
		r.list = append(r.list, instance{r.numbers[all[i].Rule], values})
	}
	chosen, _ := r.choose(&r.now, r.list)
	return chosen, false
}

// enter enters a fact of the present state.
func (r *reducer) enter(h explore.Held) {
	for next := explore.Fact(len(r.known)); next <= h.Fact; next++ {
		f := r.names.Fact(next)
		r.known = append(r.known, numbered{r.preds[f.Pred], r.terms.InternAll(nil, f.Args)})
	}
	f := r.known[h.Fact]
	if len(r.now.facts[f.pred]) == 0 {
		r.varying = append(r.varying, f.pred)
	}
	r.now.facts[f.pred] = append(r.now.facts[f.pred], fact{f.args, int(h.Copies), h.Permanent})
}
