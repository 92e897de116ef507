package scenes

import "slices"

// A Reading is a way to read a play: a first scene, to which none leads, and from each
// scene one of its [Scene.Next], until an ending.
type Reading []*Scene

// Plan says how a play can be read.
type Plan struct {
	// Readings see every scene together, and there are as few as that takes:
	// in order of their first scenes.
	Readings []Reading
	// Best is a reading that sees most scenes. Of several it is the one that
	// has the first scenes at the end, read backwards.
	Best Reading
}

// Plan finds the fewest readings that see every scene, and the single one that sees
// most.
//
// The first is a minimum path cover in which paths may share scenes (Ntafos and
// Hakimi, "On path cover problems in digraphs and applications to program testing",
// IEEE Transactions on Software Engineering 5, 1979). Such paths are a flow that passes
// at least once through each scene, and a least one is found by taking as much away as
// can be taken (Ford and Fulkerson, "Flows in networks", 1962, section I.9); see
// [cover]. Their number is the most scenes of which no reading sees two (Dilworth, "A
// decomposition theorem for partially ordered sets", Annals of Mathematics 51, 1950).
//
// The second is a longest path. It has a scene of each hour: Next leads to later hours
// only, and to each scene of an hour from one of the hour before.
func (p *Performance) Plan() *Plan {
	ways := p.waysOn()
	return &Plan{Readings: newCover(ways).readings(p), Best: p.longest(ways)}
}

// ways are what [Scene.Next] says, by indexes into [Performance.Scenes].
type ways struct{ next, prev [][]int }

func (p *Performance) waysOn() *ways {
	w := &ways{next: make([][]int, len(p.Scenes)), prev: make([][]int, len(p.Scenes))}
	for i, s := range p.Scenes {
		for _, n := range s.Next() {
			w.next[i] = append(w.next[i], n.Number-1)
			w.prev[n.Number-1] = append(w.prev[n.Number-1], i)
		}
		slices.Sort(w.next[i])
	}
	return w
}

// longest returns a longest path. Scenes stand behind all that lead to them.
func (p *Performance) longest(w *ways) Reading {
	if len(p.Scenes) == 0 {
		return nil
	}
	length, from := make([]int, len(p.Scenes)), make([]int, len(p.Scenes))
	last := 0
	for i := range p.Scenes {
		from[i] = -1
		for _, b := range w.prev[i] {
			if length[b] >= length[i] {
				length[i], from[i] = length[b]+1, b
			}
		}
		if length[i] > length[last] {
			last = i
		}
	}
	var best Reading
	for i := last; i >= 0; i = from[i] {
		best = append(best, p.Scenes[i])
	}
	slices.Reverse(best)
	return best
}
