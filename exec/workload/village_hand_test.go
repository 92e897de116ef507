package workload

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// The predicates and rules of [Village], in the order of its text.
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

// VillageByHand runs [Village] for so many steps. The error is the recorder's.
func VillageByHand(n int, seed uint64, steps int, rec trace.Recorder) error {
	v := newVillageHand(n, seed, rec)
	err := v.begin([]trace.Predicate{
		linear("at", "person", "place"), linear("likes", "person", "person"), linear("anger", "person", "person"),
		{Name: "path", Args: []string{"place", "place"}, Mode: trace.Backward},
	}, rule("travel", "C", "L", "L'"), rule("compliment", "C", "L", "C'"), rule("jealousy", "A", "L", "B", "C"),
		rule("insult", "C", "C'"), rule("forgive", "C", "C'"))
	if err != nil {
		return err
	}
	v.newEvents()
	for range steps {
		if err := rec.Step(v.step()); err != nil {
			return err
		}
	}
	return rec.End(v.end())
}

// villageHand is the state of a village.
//
// A liking is local where its two people are at one place. Compliments are the
// local likings. Jealousies are the pairs of a local liking of B and a local liking
// by B of somebody else; for each B that is a product, but for those likings that
// are returned. To draw one, a local liking is drawn, and one of as many likings by
// B as anybody ever had; where there is none so high up the list, or it does not
// fit, both are drawn again, which leaves each pair equally likely.
type villageHand struct {
	*hand
	person, place trace.Sym // the first
	places        int32
	at            []int32 // where people are
	people        []person
	likings       []liking
	unused        []int32 // entries of likings
	local         []int32 // entries of likings
	angers        []feeling
	jealousies    int
	mostOut       int // that anybody ever had
	events        [5]*trace.Event
}

type person struct {
	id                trace.ResourceID
	localIn, localOut int32 // how many
	in, out           []half
}

// half is a liking as the list of one of its people has it, with the other.
type half struct{ other, liking int32 }

// feeling is a feeling of one person for another.
type feeling struct {
	from, to int32
	id       trace.ResourceID
}

// liking is a feeling with its places in lists.
type liking struct {
	feeling
	local   int32 // -1 where it is not
	in, out int32 // in those of its people
}

func newVillageHand(n int, seed uint64, rec trace.Recorder) *villageHand {
	v := &villageHand{hand: newHand(seed, rec), places: int32(places(n)), at: make([]int32, n), people: make([]person, n)}
	v.person = v.constants("person", "c", n)
	v.place = v.constants("place", "p", places(n))
	for i := range v.people {
		v.at[i] = int32(i) % v.places
		v.people[i].id = v.start(at, v.who(int32(i)), v.where(v.at[i]))
	}
	for i := range n {
		for _, j := range liked(i, n) {
			f := feeling{from: int32(i), to: int32(j)}
			f.id = v.start(likes, v.who(f.from), v.who(f.to))
			v.like(f)
		}
	}
	return v
}

func (v *villageHand) newEvents() {
	v.events = [5]*trace.Event{
		travel:     v.event(travel, shape{args: 3, consumes: 1}, atom(at, 2)),
		compliment: v.event(compliment, shape{args: 3, consumes: 1, reads: 2}, atom(likes, 2)),
		jealousy:   v.event(jealousy, shape{args: 4, consumes: 1, reads: 4}, atom(anger, 2)),
		insult:     v.event(insult, shape{args: 2, consumes: 1}, atom(anger, 2)),
		forgive:    v.event(forgive, shape{args: 2, consumes: 1}, atom(likes, 2)),
	}
	v.events[travel].Proves = []trace.Atom{atom(path, 2)}
}

func (v *villageHand) who(person int32) trace.Sym  { return v.person + trace.Sym(person) }
func (v *villageHand) where(place int32) trace.Sym { return v.place + trace.Sym(place) }

// step does one of what can be done.
func (v *villageHand) step() *trace.Event {
	travels, angers := 2*len(v.people), len(v.angers)
	n := travels + len(v.local) + v.jealousies + 2*angers
	i := v.below(n)
	e := v.do(i, travels, angers)
	e.Choices = n
	return e
}

// do does the i-th thing that can be done.
func (v *villageHand) do(i, travels, angers int) *trace.Event {
	if i < travels {
		return v.travel(int32(i>>1), i&1 == 0)
	}
	if i -= travels; i < len(v.local) {
		return v.compliment(v.local[i])
	}
	if i -= len(v.local); i < v.jealousies {
		return v.jealousy()
	}
	if i -= v.jealousies; i < angers {
		return v.insult(i)
	}
	return v.forgive(i - angers)
}

// travel moves a person to the next place or to the one before.
func (v *villageHand) travel(c int32, on bool) *trace.Event {
	from := v.at[c]
	to := v.way(from, on)
	p := &v.people[c]
	e := v.events[travel]
	e.Args[0], e.Args[1], e.Args[2] = v.who(c), v.where(from), v.where(to)
	e.Proves[0].Args[0], e.Proves[0].Args[1] = e.Args[1], e.Args[2]
	e.Makes[0].Args[0], e.Makes[0].Args[1] = e.Args[0], e.Args[2]
	e.Uses[0] = p.id
	v.at[c], p.id = to, v.fresh()
	v.leave(p.out, from, to)
	v.leave(p.in, from, to)
	return e
}

// way returns the next place or the one before.
func (v *villageHand) way(from int32, on bool) int32 {
	switch {
	case on && from == v.places-1:
		return 0
	case on:
		return from + 1
	case from == 0:
		return v.places - 1
	}
	return from - 1
}

// leave goes through likings whose one side has left a place for another.
func (v *villageHand) leave(list []half, from, to int32) {
	for _, h := range list {
		switch v.at[h.other] {
		case from:
			v.leaveLocal(h.liking)
		case to:
			v.enterLocal(h.liking)
		}
	}
}

// compliment turns a local liking round.
func (v *villageHand) compliment(i int32) *trace.Event {
	f := v.likings[i].feeling
	a, b := &v.people[f.from], &v.people[f.to]
	e := v.events[compliment]
	e.Args[0], e.Args[1], e.Args[2] = v.who(f.from), v.where(v.at[f.from]), v.who(f.to)
	e.Uses[0], e.Uses[1], e.Uses[2] = f.id, a.id, b.id
	v.unlike(i)
	v.like(v.makes(e, f.to, f.from))
	return e
}

// jealousy turns a liking of somebody into anger at whom they like.
func (v *villageHand) jealousy() *trace.Event {
	i, j := v.triangle()
	f, g := v.likings[i].feeling, v.likings[j].feeling
	a, b, c := &v.people[f.from], &v.people[f.to], &v.people[g.to]
	e := v.events[jealousy]
	e.Args[0], e.Args[1], e.Args[2], e.Args[3] = v.who(f.from), v.where(v.at[f.from]), v.who(f.to), v.who(g.to)
	e.Uses[0], e.Uses[1], e.Uses[2], e.Uses[3], e.Uses[4] = f.id, a.id, b.id, c.id, g.id
	v.unlike(i)
	v.angers = append(v.angers, v.makes(e, f.from, g.to))
	return e
}

// triangle draws the two likings of a jealousy.
func (v *villageHand) triangle() (i, j int32) {
	for {
		i = v.local[v.below(len(v.local))]
		f := &v.likings[i]
		list := v.people[f.to].out
		k := v.below(v.mostOut)
		if k >= len(list) || list[k].other == f.from {
			continue
		}
		if j = list[k].liking; v.likings[j].local >= 0 {
			return i, j
		}
	}
}

// insult turns an anger round.
func (v *villageHand) insult(i int) *trace.Event {
	f := &v.angers[i]
	e := v.spend(insult, f)
	*f = v.makes(e, f.to, f.from)
	return e
}

// forgive turns an anger into a liking.
func (v *villageHand) forgive(i int) *trace.Event {
	f := v.angers[i]
	e := v.spend(forgive, &f)
	v.angers[i] = v.angers[len(v.angers)-1]
	v.angers = v.angers[:len(v.angers)-1]
	v.like(v.makes(e, f.from, f.to))
	return e
}

// spend fills in a step of a rule that needs an anger and no more.
func (v *villageHand) spend(rule int, f *feeling) *trace.Event {
	e := v.events[rule]
	e.Args[0], e.Args[1] = v.who(f.from), v.who(f.to)
	e.Uses[0] = f.id
	return e
}

// makes returns the feeling that a step makes.
func (v *villageHand) makes(e *trace.Event, from, to int32) feeling {
	args := e.Makes[0].Args
	args[0], args[1] = v.who(from), v.who(to)
	return feeling{from, to, v.fresh()}
}

func (v *villageHand) end() *trace.End {
	alive := []trace.ResourceID{v.token}
	for _, p := range v.people {
		alive = append(alive, p.id)
		for _, h := range p.out {
			alive = append(alive, v.likings[h.liking].id)
		}
	}
	for _, f := range v.angers {
		alive = append(alive, f.id)
	}
	slices.Sort(alive)
	return &trace.End{Why: trace.LimitHit, Alive: alive}
}
