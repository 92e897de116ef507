package layered

import (
	"fmt"
	"math/rand/v2"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// story makes causal graphs of the form that runs have: characters act at the same time, each
// event uses up, reads and makes some facts, and a few facts are read all the time.
type story struct {
	d      *diagram.Diagram
	random *rand.Rand
	own    [][]int // the facts that each character has
	hubs   []int
}

func newStory(nodes, characters int, seed uint64) *diagram.Diagram {
	s := &story{d: &diagram.Diagram{}, random: rand.New(rand.NewPCG(seed, 7)), own: make([][]int, characters)}
	for range 3 {
		s.hubs = append(s.hubs, s.node(diagram.Oval))
	}
	for c := range characters {
		for range 2 {
			s.own[c] = append(s.own[c], s.node(diagram.Oval))
		}
	}
	for len(s.d.Nodes) < nodes {
		s.event()
	}
	return s.d
}

func (s *story) node(shape diagram.Shape) int {
	w, h := 50+float64(s.random.IntN(90)), 22.0
	if shape == diagram.Oval {
		h = 26
	}
	s.d.Nodes = append(s.d.Nodes, diagram.Node{ID: fmt.Sprint("n", len(s.d.Nodes)), Shape: shape, W: w, H: h})
	return len(s.d.Nodes) - 1
}

func (s *story) edge(from, to, pull int) {
	e := diagram.Edge{From: from, To: to, Pull: pull}
	if pull == 0 {
		e.Look = diagram.Faint
	}
	s.d.Edges = append(s.d.Edges, e)
}

// event is one step: a character takes part in it, and in every third another.
func (s *story) event() {
	t := s.node(diagram.Box)
	who := []int{s.random.IntN(len(s.own))}
	if s.random.IntN(3) == 0 && len(s.own) > 1 {
		who = append(who, (who[0]+1+s.random.IntN(len(s.own)-1))%len(s.own))
	}
	for _, c := range who {
		for n := 1 + s.random.IntN(2); n > 0 && len(s.own[c]) > 0; n-- {
			i := s.random.IntN(len(s.own[c]))
			s.edge(s.own[c][i], t, 3)
			s.own[c] = append(s.own[c][:i], s.own[c][i+1:]...)
		}
		if len(s.own[c]) > 0 && s.random.IntN(3) == 0 {
			s.edge(s.own[c][0], t, 0)
		}
		for n := 1 + s.random.IntN(2); n > 0; n-- {
			f := s.node(diagram.Oval)
			s.edge(t, f, 3)
			s.own[c] = append(s.own[c], f)
		}
	}
	if s.random.IntN(4) == 0 {
		s.edge(s.hubs[s.random.IntN(len(s.hubs))], t, 0)
	}
}
