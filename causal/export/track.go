package export

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// tracks are the lines on which timelines show the steps of a run.
type tracks struct {
	names []string
	// of has the tracks of each event, at least one. The first is its host: for
	// formats in which an event stands in one place only.
	of    [][]int
	notes []string
}

// tracks gives each character of the cast a track, and one more to the steps without characters.
// Without a cast each stage has a track; without stages there is one for all.
//
// The host of a step is the first of the cast that its arguments name, as rules tend to name the
// actor first; if they name none, it is the first of the cast that takes part.
func (r *run) tracks() *tracks {
	t := &tracks{of: make([][]int, r.Len())}
	if len(r.cast.Names) == 0 {
		t.byStage(r)
	} else {
		t.byCharacter(r)
	}
	return t
}

func (t *tracks) byCharacter(r *run) {
	t.notes = r.picked()
	index := make(map[string]int)
	for i, thread := range r.Threads(r.cast) {
		t.names = append(t.names, thread.Character)
		index[thread.Character] = i
		for _, e := range thread.Events {
			t.of[e] = append(t.of[e], i)
		}
	}
	idle := -1
	for e := range t.of {
		if len(t.of[e]) > 0 {
			hostFirst(t.of[e], index, r.Step(causal.Event(e)).Args)
			continue
		}
		if idle < 0 {
			idle = t.add("(nobody)")
			t.notes = append(t.notes, "steps without a character have a track of their own, "+t.names[idle])
		}
		t.of[e] = []int{idle}
	}
}

// picked returns a note on the characters picked by default, and the reason.
func (r *run) picked() []string {
	if r.cast.Picked == "" {
		return nil
	}
	return []string{r.cast.Picked}
}

// add adds a track and returns it; where the name is taken it is given primes.
func (t *tracks) add(name string) int {
	for slices.Contains(t.names, name) {
		name += "'"
	}
	t.names = append(t.names, name)
	return len(t.names) - 1
}

// hostFirst puts the track of the first character named by the terms before the others.
func hostFirst(tracks []int, index map[string]int, args []trace.Term) {
	host, ok := firstNamed(index, args)
	if i := slices.Index(tracks, host); ok && i > 0 {
		copy(tracks[1:i+1], tracks[:i])
		tracks[0] = host
	}
}

// firstNamed returns the track of the first name in terms that has one.
func firstNamed(index map[string]int, args []trace.Term) (int, bool) {
	for _, a := range args {
		if i, ok := index[a.Head]; ok {
			return i, true
		}
		if i, ok := firstNamed(index, a.Args); ok {
			return i, true
		}
	}
	return 0, false
}

// byStage gives each stage a track, in the order in which they come up.
func (t *tracks) byStage(r *run) {
	index := make(map[string]int)
	for e := range t.of {
		stage := r.Step(causal.Event(e)).Stage
		if _, ok := index[stage]; !ok {
			name := stage
			if name == "" {
				name = "run"
			}
			index[stage] = t.add(name)
		}
		t.of[e] = []int{index[stage]}
	}
	if len(t.names) > 1 {
		t.notes = []string{"no characters are followed: there is a track for each stage, " + strings.Join(t.names, ", ")}
	} else {
		t.notes = []string{"no characters are followed: there is one track for all steps"}
	}
}
