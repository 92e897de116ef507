package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Question asks what led to something in a run: to one thing, to two, or, without any, to its end.
type Question struct {
	Graph   *causal.Graph
	Reach   causal.Reach
	Fixed   bool   // the user cannot choose another reach
	All     bool   // ask about all that a word fits, and not only about the last
	Minimal bool   // cut the answer down to a story in which nothing can be left out
	Teller  Teller // tells of steps in sentences; nil for the notation of programs
	// Proofs finds the proofs of what steps proved; nil if the program is unknown.
	Proofs func(causal.Event, trace.Fact) (*causal.Derivation, error)

	names   []string // of what is asked about
	targets [][]causal.Target
}

// Teller tells of steps and facts in sentences.
type Teller interface {
	Sentence(causal.Event) string
	Fact(*causal.Resource) string
	// Absent says in a clause that there is no such fact.
	Absent(trace.Fact) string
}

// Explanation answers a [Question].
type Explanation interface {
	Answer
	Shown() *causal.Graph // of what a picture shows
	Picture() Picture
}

// Picture says how a picture of an explanation differs from one of its graph.
type Picture struct {
	Title       string
	Stages      bool // the marks of stages are shown
	Sides       compare.Sides
	Left, Right string // names of the sides
}

// CheckUntil refuses a rule to stop at that did not fire.
func (q *Question) CheckUntil() error {
	until := q.Reach.Until
	if until == "" {
		return nil
	}
	selected := q.Graph.Selected(until)
	for e := range causal.Event(q.Graph.Len()) {
		if selected(q.Graph.Rule(e)) {
			return nil
		}
	}
	meant := ""
	if rules := q.Graph.Rules(); len(rules.Select(until)) == 0 {
		meant = rules.MeantOrAll(until)
	}
	return fmt.Errorf("no rule %s fired%s", visible.Line(until), meant)
}

// Ask asks about what a word names. A note says which is meant of several.
func (q *Question) Ask(word string) (note string, err error) {
	found, err := q.Graph.FindEach(word)
	if err != nil {
		return "", errors.New(visible.Line(err.Error()))
	}
	last := len(found) - 1
	if last > 0 && !q.All {
		note = fmt.Sprintf("%s fits %d times; this is the last, %s; before came %s",
			visible.Line(word), last+1, q.Graph.Names(found[last]), q.Graph.NamesOfEach(found[:last]))
		found = found[last:]
	}
	if q.Minimal && len(found[0]) > 1 {
		return note, fmt.Errorf("--minimal explains one thing at a time, and %s is %s", visible.Line(word),
			english.Count(len(found[0]), "fact"))
	}
	q.names = append(q.names, q.nameOf(word, found))
	var targets []causal.Target
	known := make(map[causal.Target]bool)
	for _, t := range slices.Concat(found...) {
		if !known[t] {
			known[t] = true
			targets = append(targets, t)
		}
	}
	q.targets = append(q.targets, targets)
	return note, nil
}

// nameOf returns what a word names: the fact, the facts that were there together, or the
// firing; and the word where it fits several times.
func (q *Question) nameOf(word string, found [][]causal.Target) string {
	if len(found) > 1 {
		return word
	}
	return english.List(each(found[0], func(t causal.Target) string {
		if t.Resource != nil {
			return factOf(q.Graph, t.Resource)
		}
		return Unnumbered(q.Graph.Rules(), q.Graph.Shapes(), q.Graph.Step(t.Event))
	}))
}

// Answer answers the question.
func (q *Question) Answer() Explanation {
	whole := causal.Reach{Stages: q.Reach.Stages}
	switch {
	case len(q.targets) == 0:
		return &outcome{q.Graph.Outcome(q.Reach.Stages), q}
	case q.Minimal:
		return newTale(q, q.targets[0][0])
	case len(q.targets) > 1:
		left, right := q.Graph.Why(q.targets[0], whole), q.Graph.Why(q.targets[1], whole)
		return &parting{q, q.Graph.Why(append(left.Targets, right.Targets...), whole), left, right, causal.Part(left, right)}
	}
	return &proof{q, q.Graph.Why(q.targets[0], q.Reach)}
}

// picture returns the picture of an answer, with the question as its title.
func (q *Question) picture(sides compare.Sides, left, right string) Picture {
	return Picture{"why " + strings.Join(q.names, " and ") + "?", q.Reach.Stages, sides, left, right}
}

// tell returns a step, which may be of a story made of the run, as a sentence.
func (q *Question) tell(step *trace.Step) string {
	e, _ := q.Graph.Event(step.ID)
	return q.Teller.Sentence(e)
}

// say returns a step with its id.
func (q *Question) say(step *trace.Step) string {
	if q.Teller != nil {
		return q.tell(step) + " (" + step.ID.String() + ")"
	}
	return Named(q.Graph.Rules(), q.Graph.Shapes(), step)
}

// fact returns a fact of the run as it is written, or in words where these are asked for.
func (q *Question) fact(r *causal.Resource) string {
	if q.Teller != nil {
		return english.Capital(q.Teller.Fact(r))
	}
	return factOf(q.Graph, r)
}

// print prints an explanation, be it of the run or of a story made of it.
func (q *Question) print(b *Text, why *causal.Why) {
	if q.Teller == nil {
		why.Proofs = q.Proofs
		b.Err = why.Fprint(b)
		return
	}
	b.Err = why.Sentences(b, causal.Words{
		Tell: func(e causal.Event) string { return q.tell(why.Graph.Step(e)) },
		Fact: q.fact, Absent: q.Teller.Absent,
	})
}
