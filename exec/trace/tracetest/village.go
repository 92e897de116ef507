package tracetest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Villagers is a run as an engine reports it: people who wander between places, compliment, envy,
// insult and forgive each other. The state keeps its size. The rules are not matched; each step
// uses facts that exist.
type Villagers struct {
	rand     *rand.Rand
	Declared bool // the header has the constants
	places   int
	at       []held // by person
	feelings []held
	next     trace.ResourceID
	choices  int
	event    trace.Event
	args     [8]trace.Sym
	facts    [4]trace.Sym
	uses     [8]trace.ResourceID
	makes    [1]trace.Made
	proves   [1]trace.Atom
}

// held is a fact with its arguments and, for feelings, its predicate.
type held struct {
	id   trace.ResourceID
	pred int
	a, b int
}

// The predicates, rules and terms of the village. Persons are the first terms.
const (
	at = iota
	likes
	anger
	path
)

const (
	travel = iota
	compliment
	jealousy
	insult
	forgive
)

// villageTerms is its table: persons, then places, then the stage.
type villageTerms struct{ persons, places int }

// Term implements [trace.Terms].
func (v villageTerms) Term(x trace.Sym) trace.Term {
	switch n := int(x); {
	case n < v.persons:
		return trace.Const(fmt.Sprintf("c%d", n))
	case n < v.persons+v.places:
		return trace.Const(fmt.Sprintf("l%d", n-v.persons))
	}
	return trace.Const("main")
}

// Args implements [trace.Terms].
func (v villageTerms) Args(trace.Sym) []trace.Sym { return nil }

// types declares the terms but for the stage, the places first.
func (v villageTerms) types() []trace.Type {
	types := []trace.Type{{Name: "place"}, {Name: "person"}}
	for x := range trace.Sym(v.persons + v.places) {
		of := &types[0]
		if int(x) < v.persons {
			of = &types[1]
		}
		of.Constants = append(of.Constants, v.Term(x).Head)
	}
	return types
}

// NewVillagers returns the run of so many people.
func NewVillagers(persons int) *Villagers {
	return &Villagers{
		rand: rand.New(rand.NewPCG(1, 2)), places: max(3, persons/10), at: make([]held, persons),
		next: 2, choices: 10 * persons,
	}
}

func villageHeader() *trace.Header {
	args := []string{"term", "term"}
	p := &trace.Program{Name: "village", Stages: []trace.Stage{{Name: "main"}}}
	for _, name := range []string{"at", "likes", "anger"} {
		p.Predicates = append(p.Predicates, trace.Predicate{Name: name, Args: args, Mode: trace.Linear})
	}
	p.Predicates = append(p.Predicates, trace.Predicate{Name: "path", Args: args, Mode: trace.Backward})
	for i, name := range []string{"travel", "compliment", "jealousy", "insult", "forgive"} {
		r := trace.Rule{Name: name, Stage: "main"}
		for _, param := range []string{"A", "B", "C", "D"}[:[]int{3, 3, 4, 3, 2}[i]] {
			r.Params = append(r.Params, trace.Param{Name: param, Type: "term"})
		}
		p.Rules = append(p.Rules, r)
	}
	return &trace.Header{Format: trace.Format, Program: p}
}

// Record plays as many steps into a recorder.
func (v *Villagers) Record(to trace.Recorder, steps int) error {
	if err := v.Begin(to); err != nil {
		return err
	}
	for range steps {
		if err := to.Step(v.Step()); err != nil {
			return err
		}
	}
	return to.End(v.End())
}

// Begin hands the header and the initial state to a recorder.
func (v *Villagers) Begin(to trace.Recorder) error {
	n := len(v.at)
	initial := []trace.Made{{Atom: trace.Atom{Pred: trace.StageToken, Args: []trace.Sym{trace.Sym(n + v.places)}}}}
	for c := range v.at {
		v.at[c] = held{v.take(), at, c, c % v.places}
		initial = append(initial, v.made(v.at[c]))
	}
	for c := range v.at {
		for _, other := range []int{c + 1, c + 2, c + v.places} {
			v.feelings = append(v.feelings, held{v.take(), likes, c, other % n})
			initial = append(initial, v.made(v.feelings[len(v.feelings)-1]))
		}
	}
	h, terms := villageHeader(), villageTerms{n, v.places}
	if v.Declared {
		h.Program.Types = terms.types()
	}
	return to.Begin(h, terms, initial)
}

func (v *Villagers) take() trace.ResourceID {
	v.next++
	return v.next - 1
}

func (v *Villagers) made(h held) trace.Made {
	return trace.Made{Atom: trace.Atom{Pred: h.pred, Args: v.terms(make([]trace.Sym, 0, 2), h)}}
}

// terms appends the arguments of a fact.
func (v *Villagers) terms(to []trace.Sym, h held) []trace.Sym {
	if h.pred == at {
		return append(to, trace.Sym(h.a), v.place(h.b))
	}
	return append(to, trace.Sym(h.a), trace.Sym(h.b))
}

func (v *Villagers) place(n int) trace.Sym { return trace.Sym(len(v.at) + n) }

// Step returns the next step; it is good until the one after it.
func (v *Villagers) Step() *trace.Event {
	e := &v.event
	*e = trace.Event{Choices: v.choices, Chosen: trace.ByChance}
	v.choices = max(1, v.choices+v.rand.IntN(41)-20)
	uses := append(v.uses[:0], 0) // the first is consumed
	if v.rand.IntN(3) == 0 {
		c := v.rand.IntN(len(v.at))
		from := v.at[c]
		v.at[c] = held{v.take(), at, c, (from.b + 1) % v.places}
		uses[0] = from.id
		e.Rule, e.Args = travel, append(v.args[:0], trace.Sym(c), v.place(from.b), v.place(v.at[c].b))
		v.proves[0] = trace.Atom{Pred: path, Args: e.Args[1:]}
		e.Proves = v.proves[:]
		return v.fire(uses, v.at[c])
	}
	f := &v.feelings[v.rand.IntN(len(v.feelings))]
	was := *f
	uses[0] = was.id
	*f = held{v.take(), likes, was.b, was.a}
	here := v.at[was.a]
	e.Args = append(v.args[:0], trace.Sym(was.a), trace.Sym(was.b), v.place(here.b))
	e.Rule = compliment
	if was.pred == anger {
		e.Rule, f.pred = insult, anger
		if v.rand.IntN(2) == 0 {
			e.Rule, f.pred, f.a, f.b, e.Args = forgive, likes, was.a, was.b, e.Args[:2]
		}
	} else if other := v.feelings[v.rand.IntN(len(v.feelings))]; other.id != f.id && v.rand.IntN(2) == 0 {
		e.Rule, f.pred, f.a, f.b = jealousy, anger, was.a, other.b
		e.Args = append(v.args[:0], trace.Sym(was.a), trace.Sym(was.b), trace.Sym(other.b), v.place(here.b))
		uses = append(uses, other.id)
	}
	uses = append(uses, here.id)
	if was.a != was.b {
		uses = append(uses, v.at[was.b].id)
	}
	return v.fire(uses, *f)
}

// fire ends a step that uses resources, consumes the first of them and makes a fact.
// All read the stage token.
func (v *Villagers) fire(uses []trace.ResourceID, makes held) *trace.Event {
	v.event.Uses, v.event.Consumes = append(uses, 1), 1
	v.makes[0] = trace.Made{Atom: trace.Atom{Pred: makes.pred, Args: v.terms(v.facts[:0], makes)}}
	v.event.Makes = v.makes[:]
	return &v.event
}

// End returns the end of the run.
func (v *Villagers) End() *trace.End {
	end := &trace.End{Why: trace.LimitHit, Alive: []trace.ResourceID{1}}
	for _, h := range append(v.at, v.feelings...) {
		end.Alive = append(end.Alive, h.id)
	}
	slices.Sort(end.Alive)
	return end
}

// Village returns a run of that many steps, each of which reads two facts,
// consumes one and makes one.
func Village(steps int) *trace.Trace {
	t := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	args := []trace.Term{trace.Const("romeo"), trace.Const("juliet")}
	make := func(pred string, by trace.StepID) trace.ResourceID {
		id := trace.ResourceID(len(t.Resources) + 1)
		t.Resources = append(t.Resources, trace.Resource{ID: id, Pred: pred, Args: args, By: by})
		return id
	}
	at, loves := make("at", 0), make("loves", 0)
	mood := make("anger", 0)
	for id := trace.StepID(1); int(id) <= steps; id++ {
		next := make("anger", id)
		t.Steps = append(t.Steps, trace.Step{
			ID: id, Rule: "do/mourn", Args: args, Stage: "day", Choices: 12, Chosen: trace.ByChance,
			Consumes: []trace.ResourceID{mood}, Reads: []trace.ResourceID{at, loves}, Produces: []trace.ResourceID{next},
		})
		mood = next
	}
	t.End = &trace.End{Why: trace.LimitHit, Alive: []trace.ResourceID{at, loves, mood}}
	return t
}
