package render

// size is how much there is to lay out.
type size struct {
	nodes, edges int
	rows         int // the nodes of the longest path
	// bends is the sum of the rows that edges pass through. Graphviz puts an
	// invisible node into each, and these, not the nodes that can be seen,
	// make layout slow: a long chain of events that all read the same facts
	// has few nodes and very many bends.
	bends int
}

// MaxSize bounds the pictures that [SVG] lays out: the rows that edges pass
// through, and 15 for each edge, and one for each node. A run of some 1,400
// events among a dozen characters is at the bound, one of 800 that moves to
// another stage every 40 events, and one of 280 where each event follows from
// the one before. Most such pictures take some seconds, the worst, where
// everything uses everything, about 20.
const MaxSize = 100_000

// quickSize is the size beyond which Graphviz is told to hurry. Below it takes
// less than a second with its best efforts, in which it spares nothing: ten
// times the size can be a hundred times the time.
const quickSize = 7_500

// total weighs the parts of a layout by the time they took in trials.
func (s size) total() int { return s.bends + 15*s.edges + s.nodes }

// isBroad reports whether the picture reads better from left to right: where much
// goes on at once, rows are so full that from top to bottom it is several times
// as wide as high. Labels are broader than high, so columns of them hold more.
// An edge that passes through a row takes about a quarter of a node's room. In
// trials with runs of the examples the two directions were alike at the bound.
// Small pictures fit either way.
func (s size) isBroad() bool { return s.nodes > 50 && 5*(s.nodes+s.bends/4) > 3*s.rows*s.rows }

// size estimates the layout, in linear time. It takes the rows to be those of
// the longest paths, with sources drawn down to what they lead to, and relies
// on the order of edges: those into a node stand before those out of it, but
// for edges back to where a cycle began.
func (d *drawing) size() size {
	s := size{nodes: len(d.nodes), edges: len(d.edges)}
	rows := make(map[string]int, s.nodes)
	inner := make(map[string]bool, s.nodes) // nodes that are no sources
	left := make(map[string]bool, s.nodes)
	for _, e := range d.edges {
		left[e.from] = true
		if !left[e.to] {
			inner[e.to] = true
			rows[e.to] = max(rows[e.to], rows[e.from]+1)
		}
	}
	nearest := make(map[string]int, s.nodes)
	for _, e := range d.edges {
		if n, ok := nearest[e.from]; !ok || rows[e.to] < n {
			nearest[e.from] = rows[e.to]
		}
	}
	for _, e := range d.edges {
		from := rows[e.from]
		if !inner[e.from] {
			from = nearest[e.from] - 1
		}
		s.rows = max(s.rows, rows[e.to]+1)
		s.bends += max(from-rows[e.to], rows[e.to]-from, 1) - 1
	}
	return s
}
