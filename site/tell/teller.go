// Package tell puts the events of a run into words: the author's, or else those that are
// made of the names in the program.
package tell

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/markup"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/words"
)

// Teller tells a play.
type Teller struct {
	Names       *Names
	performance *scenes.Performance
	passages    []*prose.Passage // by event, nil where the author wrote none; nil if of no event
	events      *prose.Narrator  // chooses the passages
	narrator    *prose.Narrator  // of all that is no event
	state       *state
	fired       map[string]int // how often each rule fired, by its label
}

// New returns a teller of a play; the prose may be nil. The error holds what does not
// fit the program, as [prose.Prose.Check] puts it.
func New(play *scenes.Performance, text *prose.Prose) (*Teller, error) {
	names := NewNames(play.Cast, text.Front())
	names.Learn(play.Graph.Trace)
	names.Text = text
	t := &Teller{Names: names, performance: play, fired: make(map[string]int)}
	for e := range causal.Event(play.Graph.Len()) {
		t.fired[play.Graph.Label(e)]++
	}
	program := play.Graph.Trace.Program
	if err := text.Check(program); err != nil {
		return nil, err
	}
	t.events = text.Narrator(program, t.seed())
	t.state = newState(play.Graph.Trace)
	if t.events.KnowsAny(prose.Rule) {
		play.Divide()
		t.choose()
	}
	t.narrator = text.Narrator(program, t.seed())
	return t, nil
}

// choose chooses the text of each event, in the order of the scenes, so that on any way through
// them the text for the first time comes before those for later times.
func (t *Teller) choose() {
	t.passages = make([]*prose.Passage, t.performance.Graph.Len())
	for _, s := range t.performance.Scenes {
		for _, e := range s.Events {
			m := prose.Moment{Topic: prose.Topic{Kind: prose.Rule, Name: t.performance.Graph.Label(e)}}
			if t.events.Knows(m.Topic) { // of the others there is nothing to ask
				m.Terms, m.Holds, m.Meets = t.terms(e), t.state.before(int(e)), t.state.meets(int(e))
			}
			t.passages[e] = t.events.Tell(m)
		}
	}
}

// seed returns the run's.
func (t *Teller) seed() uint64 {
	if run := t.performance.Graph.Trace.Run; run != nil {
		return run.Seed
	}
	return 0
}

// terms returns what a step's rule was applied to, by the names of its variables and by
// position.
func (t *Teller) terms(e causal.Event) map[string]trace.Term {
	step := t.performance.Graph.Step(e)
	terms := make(map[string]trace.Term, 2*len(step.Args))
	for i, arg := range step.Args {
		terms[strconv.Itoa(i+1)] = arg
	}
	rule := t.performance.Graph.Declared(e)
	if rule == nil {
		return terms
	}
	for i, param := range rule.Params {
		if i < len(step.Args) {
			terms[prose.VariableName(param.Name)] = step.Args[i]
		}
	}
	return terms
}

// values returns the terms as readers see them.
func (t *Teller) values(terms map[string]trace.Term) map[string]prose.Value {
	values := make(map[string]prose.Value, len(terms))
	for name, term := range terms {
		values[name] = t.Names.Value(term)
	}
	return values
}

// Telling is an event's text: the author's prose, or else sentences made from names.
type Telling struct {
	Title  string // the author's heading of the event, whole, or else what the program calls it
	Titled bool   // it is the author's
	Turns  bool   // the event changes the stage
	Merged bool   // it is told with the one before it
	Prose  markup.HTML
	Plain  string
}

// event tells an event with values for the variables of its text.
func (t *Teller) event(e causal.Event, values map[string]prose.Value) (Telling, error) {
	step := t.performance.Graph.Step(e)
	passage := t.passage(e)
	heading := ""
	if passage != nil {
		heading = words.Clean(passage.Title(values))
	}
	telling := Telling{Title: cmp.Or(heading, t.title(e)), Titled: heading != "", Turns: t.turn(step) != ""}
	if passage != nil {
		var err error
		if telling.Prose, err = passage.HTML(values); err != nil {
			return telling, fmt.Errorf("prose of %s: %w", step.Rule, err)
		}
	}
	if telling.Prose == "" { // none, or a title alone
		telling.Plain = t.retell(e)
	}
	return telling, nil
}

// passage returns what the author wrote for an event, nil for nothing.
func (t *Teller) passage(e causal.Event) *prose.Passage {
	if t.passages == nil {
		return nil
	}
	return t.passages[e]
}

// Written reports whether the author wrote a text for an event.
func (t *Teller) Written(e causal.Event) bool { return t.passage(e) != nil }

// Title returns the author's heading of an event at the length of a label, or "".
func (t *Teller) Title(e causal.Event) string { return t.Names.Short(t.heading(e)) }

func (t *Teller) heading(e causal.Event) string {
	passage := t.passage(e)
	if passage == nil {
		return ""
	}
	return words.Clean(passage.Title(t.values(t.terms(e))))
}
