// Package temporal answers questions about all runs of a program: what always holds, what every run
// comes to, where a run is stuck or goes round for ever.
//
// A [Formula] says something about a state. An [Inquiry] asks about the states that a search finds: it looks
// up in which of them each formula holds, and decides by the [Graph] of these states. Its questions are claims
// of linear temporal logic (Pnueli, "The temporal logic of programs", FOCS 1977), and what keeps runs from
// going on:
//
//	Always F      G F           F holds in each state
//	Eventually F  F F           each run comes to F
//	LeadsTo F, G  G (F → F G)   from each state with F, each run goes on to G, at once or later
//	DeadEnds                    no state is final, but for those with a formula
//	Livelocks                   from each state the end can be reached, or a state with a formula
//
// # Fairness
//
// Runs are those of a Markov decision process, of which only the graph counts. In interactive stages the
// player chooses the next transition, and may avoid a state for ever. In all other stages chance does,
// and gives each transition some probability: a transition that is possible again and again is taken at some time.
// Links are chosen like transitions of the stage that they leave. So a run that never comes to F has a
// probability above 0, for some player, if and only if the states without F that can be reached through
// such states have
//
//   - a dead end: a state without transitions, or
//   - an end component: states that are strongly connected by transitions that stay among them, where
//     chance has no transition out of them; the player may have some.
//
// (de Alfaro, "Formal verification of probabilistic systems", PhD thesis, Stanford 1997, chapter 3; Baier
// and Katoen, "Principles of model checking", MIT Press 2008, section 10.6.) Without fairness, the player
// is thought to choose everywhere, so that each cycle counts.
//
// # Algorithms
//
// Strongly connected components are found by Tarjan's algorithm ("Depth-first search and linear graph
// algorithms", SIAM Journal on Computing 1, 1972) without recursion. Maximal end components are found by
// removing the states that chance may leave by, with those that then have no way to stay, and dividing
// the rest into components again, until nothing is to be removed (Baier and Katoen, algorithm 47).
// Counterexamples are found breadth first, so no way to the dead end or the component is shorter; nor is
// the way once round the component from there.
//
// # Searches that were cut short
//
// Some transitions of states that were not looked at are unknown. These states belong to no component,
// and are no dead ends, so what refutes a claim does so in the whole space. A claim holds if no such state
// can be reached where it matters; otherwise the answer is not known.
package temporal

import "github.com/ceptre-graph/ceptre/exec/explore"

// Verdict is the answer to whether a claim holds.
type Verdict string

// The verdicts.
const (
	Holds   Verdict = "holds"
	Refuted Verdict = "refuted"
	// Open says that the search was cut short, or sensors gave it no answers, and it found nothing against the claim.
	Open Verdict = "not known"
)

// Path is a way from the start through states.
type Path struct {
	// States are the states on the way, the start included.
	States []explore.State
	// Loop is the index in States at which a cycle begins, which ends with the last of States, the same
	// state again; -1 for a path without one.
	Loop int
	// Stay are the states among which the run stays from Loop on, in ascending order, if it has one.
	Stay []explore.State
}

// Last returns the state in which the path ends.
func (p *Path) Last() explore.State { return p.States[len(p.States)-1] }
