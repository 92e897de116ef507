package turns

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Turns are the turns of a run.
type Turns struct {
	// All divide the run, in the order of firing.
	All []Turn
	// Facts says that a fact marks them, and not the stage.
	Facts bool

	of    []int32  // by event: the turn
	names []string // by round, from 0: the fact that counts the rounds; empty where none does
}

// Turn is a stretch of the run in which the mark of turns stays the same. The event that
// changes the mark is the last of a turn.
type Turn struct {
	Mark  string       // the fact, or the name of the stage; "" where there is none
	First causal.Event // the events of a turn end before the first one of the next
	Round int          // from 1 on; 0 for turns in no round
}

// Of returns the turns of a run. Time is near-linear in the run, except for a bounded search
// for place invariants.
func Of(g *causal.Graph) *Turns {
	stages := byStages(g)
	if stages.rounds() == 0 {
		if t := byFacts(g); t != nil {
			return t
		}
	}
	return stages
}

// At returns the number of the turn of an event.
func (t *Turns) At(e causal.Event) int { return int(t.of[e]) }

// Round returns the round of an event, 0 if it is in none.
func (t *Turns) Round(e causal.Event) int { return t.All[t.of[e]].Round }

// Name returns the fact that counts the rounds as it is in a round, such as `day 7`; "" if
// there is none.
func (t *Turns) Name(round int) string {
	if round < 1 || round > len(t.names) {
		return ""
	}
	return t.names[round-1]
}

// rounds returns how many rounds there are.
func (t *Turns) rounds() int {
	n := 0
	for _, turn := range t.All {
		n = max(n, turn.Round)
	}
	return n
}

// byStages makes a turn of each stay in a stage. Visits to a stage that follow each other
// directly are one.
func byStages(g *causal.Graph) *Turns {
	var all []Turn
	for e := range causal.Event(g.Len()) {
		if stage := StageOf(g, e); len(all) == 0 || all[len(all)-1].Mark != stage {
			all = append(all, Turn{Mark: stage, First: e})
		}
	}
	number(all)
	return newTurns(g, all, false)
}

// byFacts makes a turn of each value of the clock; nil if the run has none.
func byFacts(g *causal.Graph) *Turns {
	g = g.Readable()
	c, names := findClock(g)
	if c == nil {
		return nil
	}
	turns := slices.Clone(c.turns)
	if n := len(turns); turns[n-1].First == causal.Event(g.Len()) { // the last event began it
		turns = turns[:n-1]
	}
	t := newTurns(g, turns, true)
	t.names = names
	return t
}

func newTurns(g *causal.Graph, all []Turn, facts bool) *Turns {
	t := &Turns{All: all, Facts: facts, of: make([]int32, g.Len())}
	for i := range all {
		for e := all[i].First; e < end(all, i, g.Len()); e++ {
			t.of[e] = int32(i)
		}
	}
	return t
}

// end returns the event before which a turn ends, in a run of so many events.
func end(turns []Turn, i, events int) causal.Event {
	if i+1 < len(turns) {
		return turns[i+1].First
	}
	return causal.Event(events)
}

// number numbers the rounds of turns.
//
// A round begins with each turn that has the first mark that comes again. Marks at the end
// that come only once are in no round. A mark may come no more, as of a player who is out:
// if the round that it began last has more than twice as many turns as any before, the next
// mark that comes again begins the rounds from there on.
func number(turns []Turn) {
	often := make(map[string]int)
	for _, t := range turns {
		often[t.Mark]++
	}
	last := len(turns)
	for last > 0 && often[turns[last-1].Mark] == 1 {
		last--
	}
	for round, from := 0, 0; from < last; {
		round, from = numberBy(turns[:last], from, round)
	}
}

// numberBy numbers the rounds of turns from one on by the first mark that comes again. The
// turns before it are in a given round, and so is it, unless that is 0. The results are the
// last round, and the turn from which on the rounds are to be numbered by another mark.
func numberBy(turns []Turn, from, round int) (last, next int) {
	often := make(map[string]int)
	for _, t := range turns[from:] {
		often[t.Mark]++
	}
	start, longest := -1, 0
	for i := from; i < len(turns); i++ {
		mark := turns[i].Mark
		switch {
		case start < 0 && mark != "" && often[mark] > 1:
			start = i
			round = max(round, 1)
		case start >= 0 && mark == turns[start].Mark:
			longest = max(longest, i-start)
			start = i
			round++
		}
		turns[i].Round = round
	}
	if start >= 0 && len(turns)-start > 2*longest {
		return round, start + 1
	}
	return round, len(turns)
}

// StageOf names the stage that an event is in, "" where the trace does not say.
func StageOf(g *causal.Graph, e causal.Event) string {
	if stage := g.Step(e).Stage; stage != "" {
		return stage
	}
	if id := StageToken(g, e); id != 0 {
		return strings.TrimPrefix(g.Resource(id).String(), trace.StagePred+" ")
	}
	return ""
}

// StageToken returns the mark of the stage that an event uses up, or reads; 0 if none.
func StageToken(g *causal.Graph, e causal.Event) trace.ResourceID {
	step := g.Step(e)
	for _, ids := range [][]trace.ResourceID{step.Consumes, step.Reads} {
		for _, id := range ids {
			if g.Resource(id).StageToken() {
				return id
			}
		}
	}
	return 0
}
