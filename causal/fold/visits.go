package fold

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal/turns"
)

// visits numbers by position the visits to stages. A visit lasts as long as one
// mark of a stage does, or for traces without such marks, as steps that follow each
// other name one stage.
func (s *Selection) visits() []int32 {
	visits := make([]int32, len(s.Events))
	for i := 1; i < len(s.Events); i++ {
		visits[i] = visits[i-1]
		g, a, b := s.Graph, s.Events[i-1], s.Events[i]
		if turns.StageToken(g, a) != turns.StageToken(g, b) || g.Step(a).Stage != g.Step(b).Stage {
			visits[i]++
		}
	}
	return visits
}

// parts numbers by position the parts of the run within which runs of rules and chains are
// folded: visits to stages and, where a fact marks the turns, these as well.
func (s *Selection) parts() []int32 {
	visits, t := s.visited(), s.turns()
	if !t.Facts {
		return visits
	}
	parts := make([]int32, len(s.Events))
	for i := 1; i < len(parts); i++ {
		parts[i] = parts[i-1]
		if visits[i] != visits[i-1] || t.At(s.Events[i]) != t.At(s.Events[i-1]) {
			parts[i]++
		}
	}
	return parts
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
	return turns.StageOf(s.Graph, g.Events[0]), together && begins && ends
}

// Rounds returns the first and the last of the rounds of the run that a group is, if it is
// all that is selected of one or several; or else 0.
func (f *Folding) Rounds(g *Group) (from, to int) {
	s := f.Selection
	t := s.turns()
	first, last, together := s.stretch(g)
	from, to = t.Round(s.Events[first]), t.Round(s.Events[last])
	if !together || from == 0 || to == 0 || first > 0 && t.Round(s.Events[first-1]) == from ||
		last < len(s.Events)-1 && t.Round(s.Events[last+1]) == to {
		return 0, 0
	}
	return from, to
}

// Turn returns the fact that marks the turn of all events of a group, and whether the group is the
// whole selected turn. The fact is "" if events are of several turns, and in runs without marked
// turns.
func (f *Folding) Turn(g *Group) (fact string, whole bool) {
	s := f.Selection
	t := s.turns()
	first, last, together := s.stretch(g)
	turn := t.At(s.Events[first])
	if !t.Facts || turn != t.At(s.Events[last]) {
		return "", false
	}
	begins := first == 0 || t.At(s.Events[first-1]) != turn
	ends := last == len(s.Events)-1 || t.At(s.Events[last+1]) != turn
	return t.All[turn].Mark, together && begins && ends
}

// Marks returns the facts that mark the turns of the events of a group, each once, in the
// order of the run; none where no fact marks them.
func (f *Folding) Marks(g *Group) (facts []string) {
	t := f.Selection.turns()
	if !t.Facts {
		return nil
	}
	seen, last := make(map[string]bool), -1
	for _, e := range g.Events {
		turn := t.At(e)
		if mark := t.All[turn].Mark; turn != last && mark != "" && !seen[mark] {
			seen[mark] = true
			facts = append(facts, mark)
		}
		last = turn
	}
	return facts
}

// RoundName returns the fact that counts the rounds as it is in a round, "" if there is none.
func (f *Folding) RoundName(round int) string { return f.Selection.turns().Name(round) }

// Round returns the round of the run that all events of a group are in, 0 for none.
func (f *Folding) Round(g *Group) int {
	t := f.Selection.turns()
	first, last := t.Round(g.Events[0]), t.Round(g.Events[len(g.Events)-1])
	if first != last { // the same round at both ends is the same between them
		return 0
	}
	return first
}

// stretch returns the positions of the first and the last event of a group, and whether all
// events between them are in it.
func (s *Selection) stretch(g *Group) (first, last int, together bool) {
	first, _ = slices.BinarySearch(s.Events, g.Events[0])
	last, _ = slices.BinarySearch(s.Events, g.Events[len(g.Events)-1])
	return first, last, last-first+1 == len(g.Events)
}
