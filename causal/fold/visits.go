package fold

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// visits numbers by position the visits to stages. A visit lasts as long as one
// mark of a stage does, or for traces without such marks, as steps that follow each
// other name one stage.
func (s *Selection) visits() []int32 {
	visits := make([]int32, len(s.Events))
	for i := 1; i < len(s.Events); i++ {
		visits[i] = visits[i-1]
		if !sameVisit(s.Graph, s.Events[i-1], s.Events[i]) {
			visits[i]++
		}
	}
	return visits
}

func sameVisit(g *causal.Graph, a, b causal.Event) bool {
	return token(g, a) == token(g, b) && g.Step(a).Stage == g.Step(b).Stage
}

// token returns the mark of the stage that an event uses up, or reads; 0 if none.
func token(g *causal.Graph, e causal.Event) trace.ResourceID {
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

// stageName names the stage that an event is in, "" where the trace does not say.
func stageName(g *causal.Graph, e causal.Event) string {
	if stage := g.Step(e).Stage; stage != "" {
		return stage
	}
	if id := token(g, e); id != 0 {
		return strings.TrimPrefix(g.Resource(id).String(), trace.StagePred+" ")
	}
	return ""
}

// stay is a stretch of the run in one stage.
type stay struct {
	stage string
	first causal.Event
}

// stays divides a run into stays. Visits to a stage that follow each other directly are one.
func stays(g *causal.Graph) []stay {
	var all []stay
	for e := range causal.Event(g.Len()) {
		if stage := stageName(g, e); len(all) == 0 || all[len(all)-1].stage != stage {
			all = append(all, stay{stage, e})
		}
	}
	return all
}

// findRounds numbers by event the rounds of the run, from 1 on; 0 is for events in none.
//
// A round begins with each stay in the first stage of the run that is left and entered
// again. Stages at the end that are entered only once are not part of the last round.
func (s *Selection) findRounds() []int32 {
	rounds := make([]int32, s.Graph.Len())
	all := append(stays(s.Graph), stay{first: causal.Event(len(rounds))})
	often := make(map[string]int)
	for _, v := range all[:len(all)-1] {
		often[v.stage]++
	}
	end := len(all) - 1
	for end > 0 && often[all[end-1].stage] == 1 {
		end--
	}
	round, start := int32(0), -1
	for i, v := range all[:end] {
		if start < 0 && v.stage != "" && often[v.stage] > 1 {
			start = i
		}
		if start >= 0 && v.stage == all[start].stage {
			round++
		}
		for e := v.first; e < all[i+1].first; e++ {
			rounds[e] = round
		}
	}
	return rounds
}

// Visit names the stage of the visit that all events of a group are in, in a run with several
// visits, and reports whether the group is all that is selected of it. For events of several
// visits, the name is "".
func (f *Folding) Visit(g *Group) (stage string, whole bool) {
	s := f.Selection
	visits := s.visited()
	first, last, together := s.stretch(g)
	if visits[first] != visits[last] || visits[0] == visits[len(visits)-1] {
		return "", false
	}
	begins := first == 0 || visits[first-1] != visits[first]
	ends := last == len(visits)-1 || visits[last+1] != visits[last]
	return stageName(s.Graph, g.Events[0]), together && begins && ends
}

// Rounds returns the first and the last of the rounds of the run that a group is, if it is
// all that is selected of one or several; or else 0.
func (f *Folding) Rounds(g *Group) (from, to int) {
	s := f.Selection
	rounds := s.rounds()
	first, last, together := s.stretch(g)
	from, to = int(rounds[s.Events[first]]), int(rounds[s.Events[last]])
	if !together || from == 0 || to == 0 || first > 0 && int(rounds[s.Events[first-1]]) == from ||
		last < len(s.Events)-1 && int(rounds[s.Events[last+1]]) == to {
		return 0, 0
	}
	return from, to
}

// Round returns the round of the run that all events of a group are in, 0 for none.
func (f *Folding) Round(g *Group) int {
	rounds := f.Selection.rounds()
	first, last := rounds[g.Events[0]], rounds[g.Events[len(g.Events)-1]]
	if first != last { // the same round at both ends is the same between them
		return 0
	}
	return int(first)
}

// stretch returns the positions of the first and the last event of a group, and whether all
// events between them are in it.
func (s *Selection) stretch(g *Group) (first, last int, together bool) {
	first, _ = slices.BinarySearch(s.Events, g.Events[0])
	last, _ = slices.BinarySearch(s.Events, g.Events[len(g.Events)-1])
	return first, last, last-first+1 == len(g.Events)
}
