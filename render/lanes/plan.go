package lanes

import (
	"cmp"
	"slices"
)

// plan is what both views need to know of a chart.
type plan struct {
	*Chart
	who   [][]int // by node: the characters that take part, ascending
	order []int   // all nodes, by the longest chain of drawn causes, then by index
	lives []life  // by character
}

// life is a character's way in the order of the plan.
type life struct {
	stops []Stop
	// born and died are indexes of stops: stops before born mention a character that does not
	// exist yet, stops after died one that exists no more. Born is 0 and birth false for
	// characters of the initial state; died is the last and death false for characters that stay.
	born, died   int
	birth, death bool
}

// newPlan orders events by how much has to happen before them. That does not depend
// on the order in which concurrent events fired but for ties, which stand in the
// order of the chart.
func newPlan(c *Chart) *plan {
	p := &plan{Chart: c, who: make([][]int, len(c.Nodes)), lives: make([]life, len(c.Cast))}
	for i, person := range c.Cast {
		for _, s := range person.Stops {
			p.who[s.Node] = append(p.who[s.Node], i)
		}
	}
	rank := p.sort()
	for i := range c.Cast {
		p.lives[i] = newLife(&c.Cast[i], rank)
	}
	return p
}

func (p *plan) drawn(node int) bool { return len(p.who[node]) > 0 }

// sort fills in the order, and returns the place of each node in it.
func (p *plan) sort() (rank []int) {
	depth := make([]int, len(p.Nodes))
	p.order = make([]int, len(p.Nodes))
	for n := range p.Nodes {
		p.order[n] = n
		for _, c := range p.causes(n) {
			after := depth[c]
			if p.drawn(c) {
				after++
			}
			depth[n] = max(depth[n], after)
		}
	}
	slices.SortStableFunc(p.order, func(a, b int) int { return cmp.Compare(depth[a], depth[b]) })
	rank = make([]int, len(p.Nodes))
	for i, n := range p.order {
		rank[n] = i
	}
	return rank
}

func (p *plan) causes(node int) []int {
	if node < len(p.Causes) {
		return p.Causes[node]
	}
	return nil
}

func newLife(c *Character, rank []int) life {
	l := life{stops: slices.Clone(c.Stops), died: len(c.Stops) - 1}
	slices.SortStableFunc(l.stops, func(a, b Stop) int { return cmp.Compare(rank[a.Node], rank[b.Node]) })
	born, died := setOf(c.Born), setOf(c.Died)
	if i := slices.IndexFunc(l.stops, func(s Stop) bool { return born[s.Node] }); i >= 0 {
		l.born, l.birth = i, true
	}
	for i, s := range slices.Backward(l.stops) {
		if i >= l.born && died[s.Node] {
			l.died, l.death = i, true
			break
		}
	}
	return l
}

func setOf(nodes []int) map[int]bool {
	set := make(map[int]bool, len(nodes))
	for _, n := range nodes {
		set[n] = true
	}
	return set
}
