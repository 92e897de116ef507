package temporal

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/goal"
)

// Kind is a kind of question.
type Kind string

// The kinds of questions.
const (
	Always     Kind = "always"     // does F hold in each state?
	Eventually Kind = "eventually" // does each run come to F?
	LeadsTo    Kind = "leads-to"   // does each run that comes to F come to G, then or later?
	DeadEnds   Kind = "dead-ends"  // does F hold in each state without transitions?
	Livelocks  Kind = "livelocks"  // can F or the end of the run be reached from each state?
)

// Question is a question about all runs of a program.
type Question struct {
	Kind Kind
	// F and G are its formulas. F may be nil in questions of dead ends and livelocks, where it is then nowhere
	// true; G is nil but for LeadsTo.
	F, G *Formula
	// Shared are the variables for each value of which LeadsTo makes its claim, see [Shared].
	Shared []string
}

// Question reads a question of a kind: a formula, which may be empty where the kind needs none, or two with
// [Arrow] between them for LeadsTo.
func (r Reader) Question(kind Kind, text string) (*Question, error) {
	q := &Question{Kind: kind}
	var err error
	switch {
	case kind == LeadsTo:
		if q.F, q.G, err = r.ParsePair(text); err == nil {
			q.Shared, err = Shared(q.F, q.G)
		}
	case text != "" || kind == Always || kind == Eventually:
		q.F, err = r.Parse(text)
	}
	return q, err
}

// Claim returns the formulas of the question as the user writes them; empty for none.
func (q *Question) Claim() string {
	switch {
	case q.G != nil:
		return q.F.String() + " " + Arrow + " " + q.G.String()
	case q.F != nil:
		return q.F.String()
	}
	return ""
}

// needsEdges reports whether the answer depends on more than the states.
func (q *Question) needsEdges() bool { return q.Kind != Always && q.Kind != DeadEnds }

// Inquiry asks questions about the states that one search finds: as its [explore.Question] it looks at each, and it
// answers when the search has ended.
type Inquiry struct {
	Questions []*Question
	// Unfair says that chance may leave out a transition for ever, although it is possible again and again.
	Unfair bool
	// Done ends proofs that statements need.
	Done context.Context

	player  []bool // by state: the player chooses
	records []record
}

// record holds the observations in the states for a question.
type record struct {
	f, g    []bool // by state, whether the formulas hold
	refuted bool   // by a state
	// Of a question with shared variables: their values, the states in which F holds with each, and the index
	// of each value.
	values []goal.Bindings
	at     [][]explore.State
	index  map[string]int
}

// NeedsEdges reports whether the search has to keep all transitions.
func (q *Inquiry) NeedsEdges() bool { return slices.ContainsFunc(q.Questions, (*Question).needsEdges) }

// Meets implements [explore.Question]: it looks at the states of a search in turn. The search stops where nothing is
// left to be asked: all claims are about each state, and are refuted.
func (q *Inquiry) Meets(v *explore.View) (bool, error) {
	s := explore.State(len(q.player))
	q.extend(len(q.player) + 1)
	stage := v.Stage()
	q.player[s] = stage != nil && stage.Interactive
	open := len(q.Questions)
	for i, asked := range q.Questions {
		r := &q.records[i]
		if err := r.look(asked, s, Sight{v, q.Done}); err != nil {
			return false, err
		}
		if r.refuted = r.refuted || asked.Kind == Always && !r.f[s]; r.refuted {
			open--
		}
	}
	return open == 0, nil
}

// extend makes the records those of so many states. A state that could not be looked at, as a formula cannot be
// decided there, refutes nothing, and may be one that matters.
func (q *Inquiry) extend(states int) {
	if q.records == nil {
		q.records = make([]record, len(q.Questions))
	}
	for len(q.player) < states {
		q.player = append(q.player, false)
		for i, asked := range q.Questions {
			r := &q.records[i]
			r.f, r.g = append(r.f, asked.Kind == Always || asked.Kind == LeadsTo), append(r.g, false)
		}
	}
}

// look enters what holds in a state, the last of the record.
func (r *record) look(asked *Question, s explore.State, sight Sight) (err error) {
	if len(asked.Shared) > 0 {
		return r.lookShared(asked, s, sight)
	}
	f, g := false, false
	if asked.F != nil {
		f, err = asked.F.Holds(sight, nil)
	}
	if asked.G != nil && err == nil {
		g, err = asked.G.Holds(sight, nil)
	}
	if err == nil {
		r.f[s], r.g[s] = f, g
	}
	return err
}

// lookShared enters with which values of the shared variables F holds in a state.
func (r *record) lookShared(asked *Question, s explore.State, sight Sight) error {
	values, err := asked.F.Values(sight, asked.Shared)
	if r.index == nil {
		r.index = make(map[string]int)
	}
	for _, v := range values {
		key := keyOf(v)
		i, known := r.index[key]
		if !known {
			i = len(r.values)
			r.index[key] = i
			r.values, r.at = append(r.values, v), append(r.at, nil)
		}
		r.at[i] = append(r.at[i], s)
	}
	return err
}

// Each returns what a search by several processes asks of states, for [explore.Options]: a question for each of
// those of the inquiry.
func (q *Inquiry) Each() (each []explore.Question) {
	for _, asked := range q.Questions {
		each = append(each, refuter{q, asked})
	}
	return each
}

// refuter asks for a state that refutes a claim about all states. No state alone refutes another claim.
type refuter struct {
	*Inquiry
	asked *Question
}

// Meets implements [explore.Question].
func (r refuter) Meets(v *explore.View) (bool, error) {
	if r.asked.Kind != Always {
		return false, nil
	}
	holds, err := r.asked.F.Holds(Sight{v, r.Done}, nil)
	return err == nil && !holds, err
}

// Note takes note of what a search by several processes found for the questions of [Inquiry.Each], before
// [Inquiry.Answers].
func (q *Inquiry) Note(space *explore.Space) error {
	q.extend(space.Len())
	for i, s := range space.Met {
		q.records[i].f[s], q.records[i].refuted = false, true
	}
	for i, asked := range q.Questions {
		if asked.Kind != DeadEnds || asked.F == nil {
			continue
		}
		for _, s := range space.Final {
			holds, err := asked.F.Holds(Sight{space.View(s), q.Done}, nil)
			if err != nil {
				return err
			}
			q.records[i].f[s] = holds
		}
	}
	return nil
}
