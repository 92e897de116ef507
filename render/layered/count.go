package layered

// counter counts crossings between two rows, after Barth, Jünger and Mutzel ("Simple and
// efficient bilayer cross counting", 2002): in O(E log V), with a tree of sums.
type counter struct{ sums []int64 }

// between returns how many edges cross between a row and the next. The arms down must be in
// the order of the row below.
func (c *counter) between(g *proper, row int) int64 {
	below := len(g.rows[row+1])
	c.sums = append(c.sums[:0], make([]int64, below+1)...)
	total, crossings := int64(0), int64(0)
	for _, v := range g.rows[row] {
		arms := g.down.of(v)
		for _, a := range arms {
			crossings += int64(a.weight) * (total - c.upTo(g.pos[a.to]))
		}
		for _, a := range arms {
			c.add(g.pos[a.to], int64(a.weight))
			total += int64(a.weight)
		}
	}
	return crossings
}

// upTo returns the weight of what ends at a place or left of it.
func (c *counter) upTo(pos int32) int64 {
	sum := int64(0)
	for i := pos + 1; i > 0; i &= i - 1 {
		sum += c.sums[i]
	}
	return sum
}

func (c *counter) add(pos int32, weight int64) {
	for i := int(pos + 1); i < len(c.sums); i += i & -i {
		c.sums[i] += weight
	}
}
