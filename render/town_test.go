package render

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// town writes a run of people who walk, rest, give, thank and meet. What they do is
// picked by a function that returns a number below its argument, so that rapid draws
// small runs and a seed long ones. A step uses up one or two facts, reads up to three
// and makes one or two or three.
type town struct {
	trace.Trace
	pick   func(n int) int
	people []person
	law    trace.ResourceID // law is permanent, from the start
	bell   trace.ResourceID // bell has no owner
	token  trace.ResourceID // token of the stage; 0 if there are no stages
}

// person is one of the town, and the facts about them.
type person struct {
	name         string
	place        int
	at, mood     trace.ResourceID
	purse        trace.ResourceID
	coins        int
	thanks, gift []trace.ResourceID
}

const places = 5

// newTown returns a run of that many people and steps.
func newTown(people, steps int, staged bool, pick func(n int) int) *causal.Graph {
	w := &town{pick: pick}
	w.Format, w.Program = trace.Format, &trace.Program{Name: "town",
		Types: []trace.Type{{Name: "person"}, {Name: "place"}}}
	for i := range people {
		w.Program.Types[0].Constants = append(w.Program.Types[0].Constants, fmt.Sprintf("p%d", i))
	}
	for i := range places {
		w.Program.Types[1].Constants = append(w.Program.Types[1].Constants, where(i).Head)
	}
	w.begin(people, staged)
	for range steps {
		w.step()
	}
	return causal.New(&w.Trace)
}

// longTown returns a long run of ten people, the same each time.
func longTown(steps int) *causal.Graph {
	return newTown(10, steps, false, rand.New(rand.NewPCG(1, 2)).IntN)
}

// eveningTown returns a short run with stages, the same each time.
func eveningTown() *causal.Graph {
	return newTown(4, 30, true, rand.New(rand.NewPCG(3, 4)).IntN)
}

// randomTown draws a run.
func randomTown(t *rapid.T) *causal.Graph {
	pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "pick") }
	people, steps := rapid.IntRange(1, 5).Draw(t, "people"), rapid.IntRange(0, 25).Draw(t, "steps")
	return newTown(people, steps, rapid.Bool().Draw(t, "staged"), pick)
}

func (w *town) begin(people int, staged bool) {
	for i := range people {
		p := person{name: fmt.Sprintf("p%d", i), place: i % places}
		p.at = w.fact(0, "at", trace.Const(p.name), where(p.place))
		p.mood = w.fact(0, "tired", trace.Const(p.name))
		p.purse = w.fact(0, "coins", trace.Const(p.name), number(0))
		w.people = append(w.people, p)
	}
	w.law, w.bell = w.fact(0, "law"), w.fact(0, "bell")
	w.Resources[w.law-1].Persistent = true
	if staged {
		w.token = w.fact(0, trace.StagePred, trace.Const("day"))
	}
}

func where(i int) trace.Term { return trace.Const("place" + strconv.Itoa(i)) }

func number(n int) trace.Term { return trace.Term{Head: strconv.Itoa(n), Number: true} }

func (w *town) fact(by trace.StepID, pred string, args ...trace.Term) trace.ResourceID {
	id := trace.ResourceID(len(w.Resources) + 1)
	w.Resources = append(w.Resources, trace.Resource{ID: id, Pred: pred, Args: args, By: by})
	return id
}

// step adds one step.
func (w *town) step() {
	s := &trace.Step{ID: trace.StepID(len(w.Steps) + 1)}
	if w.token != 0 {
		s.Stage = w.Resources[w.token-1].Args[0].Head
		s.Reads = append(s.Reads, w.token)
	}
	p := &w.people[w.pick(len(w.people))]
	s.Args = []trace.Term{trace.Const(p.name)}
	acts := []func(*trace.Step, *person){w.walk, w.rest, w.give, w.thank, w.earn, w.meet, w.walk, w.give, w.ring, w.dusk}
	act := w.pick(len(acts))
	if s.ID == 1 {
		act = 0 // at least one person is to be followed
	}
	acts[act](s, p)
	w.Steps = append(w.Steps, *s)
}

// renew uses up a fact and makes another in its place.
func (w *town) renew(s *trace.Step, old *trace.ResourceID, pred string, args ...trace.Term) {
	s.Consumes = append(s.Consumes, *old)
	*old = w.fact(s.ID, pred, args...)
	s.Produces = append(s.Produces, *old)
}

func (w *town) walk(s *trace.Step, p *person) {
	p.place = w.pick(places)
	s.Rule, s.Args = "walk", append(s.Args, where(p.place))
	s.Reads = append(s.Reads, w.law)
	w.renew(s, &p.at, "at", trace.Const(p.name), where(p.place))
}

func (w *town) rest(s *trace.Step, p *person) {
	s.Rule = "rest"
	s.Reads = append(s.Reads, p.at)
	w.renew(s, &p.mood, [2]string{"tired", "rested"}[w.pick(2)], trace.Const(p.name))
}

// give leaves a gift with another, who owes thanks for it.
func (w *town) give(s *trace.Step, p *person) {
	to := w.pick(len(w.people))
	other := &w.people[to]
	s.Rule, s.Args = "give", append(s.Args, trace.Const(other.name))
	s.Reads = append(s.Reads, p.at)
	w.renew(s, &p.mood, "tired", trace.Const(p.name))
	gift := w.fact(s.ID, "gift", trace.Const(other.name))
	thanks := w.fact(s.ID, "owes", trace.Const(other.name), trace.Const(p.name))
	other.gift, other.thanks = append(other.gift, gift), append(other.thanks, thanks)
	s.Produces = append(s.Produces, gift, thanks)
}

// thank consumes a debt; a person without debts rests.
func (w *town) thank(s *trace.Step, p *person) {
	if len(p.thanks) == 0 {
		w.rest(s, p)
		return
	}
	debt := w.Resources[p.thanks[0]-1]
	s.Rule, s.Args = "thank", debt.Args
	s.Reads = append(s.Reads, p.at)
	s.Consumes = append(s.Consumes, p.thanks[0], p.gift[0])
	p.thanks, p.gift = p.thanks[1:], p.gift[1:]
	friends := w.fact(s.ID, "friends", debt.Args...)
	w.Resources[friends-1].Persistent = w.pick(4) == 0
	s.Produces = append(s.Produces, friends)
}

func (w *town) earn(s *trace.Step, p *person) {
	p.coins++
	s.Rule = "earn"
	w.renew(s, &p.purse, "coins", trace.Const(p.name), number(p.coins))
}

// meet makes a fact about three, and uses up nothing.
func (w *town) meet(s *trace.Step, p *person) {
	other := &w.people[w.pick(len(w.people))]
	s.Rule, s.Args = "meet", append(s.Args, trace.Const(other.name))
	s.Reads = append(s.Reads, p.at)
	if other != p {
		s.Reads = append(s.Reads, other.at)
	}
	s.Produces = append(s.Produces, w.fact(s.ID, "met", trace.Const(p.name), trace.Const(other.name), where(p.place)))
}

// ring is a step without a person.
func (w *town) ring(s *trace.Step, _ *person) {
	s.Rule, s.Args = "ring", nil
	w.renew(s, &w.bell, "bell")
}

// dusk moves to another stage; where there are none the bell rings.
func (w *town) dusk(s *trace.Step, p *person) {
	if w.token == 0 {
		w.ring(s, p)
		return
	}
	next := "day"
	if s.Stage == "day" {
		next = "night"
	}
	s.Rule, s.Args, s.Reads = "dusk", nil, nil
	w.renew(s, &w.token, trace.StagePred, trace.Const(next))
}

// What the tests draw are runs as any engine records them.
func TestTownIsARun(t *testing.T) {
	require.NoError(t, trace.Validate(longTown(2000).Trace))
	rapid.Check(t, func(t *rapid.T) { require.NoError(t, trace.Validate(randomTown(t).Trace)) })
}
