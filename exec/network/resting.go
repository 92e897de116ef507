package network

// mostResting is how many facts of a table may rest, where there are few others.
const mostResting = 1 << 10

// crowded reports whether too many facts rest.
func (t *Table) crowded() bool { return t.resting > max(mostResting, t.len/2) }

// disperse drops all facts of a table that rest.
func (n *Network) disperse(t *Table) {
	for row := range uint32(t.rows()) {
		if t.facts[row].shown && t.stock(row) == 0 {
			n.drop(t, row)
		}
	}
	t.resting = 0
}
