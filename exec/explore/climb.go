package explore

// climb is a walk from two states of the same depth up to where their ways meet. It counts
// the changes on the way to one of them, and takes off those on the way from the other.
type climb struct {
	*walker
	from, to State // as far as it has come
}

// meet climbs from a depth to a common ancestor.
func (c *climb) meet(depth int) {
	for c.from != c.to {
		rank, length := c.leaps.longest(depth)
		c.up(rank)
		depth -= length
	}
}

// up climbs along hops of a rank, and reports whether the ways are apart even there: then
// the hops are leaps from now on.
func (c *climb) up(rank uint8) bool {
	if rank == 0 {
		return c.step()
	}
	from, to := hop{c.from, rank}, hop{c.to, rank}
	if c.leaps.has(from) && c.leaps.has(to) {
		return c.leap(from, to)
	}
	for range c.leaps.stride {
		if !c.up(rank - 1) {
			return false
		}
	}
	c.keep(from, c.from)
	c.keep(to, c.to)
	return true
}

// step climbs by one level. The younger state comes first, so that all states that the
// walk passes are in order.
func (c *climb) step() bool {
	if c.from > c.to {
		c.from = c.pass(c.from, -1)
		c.to = c.pass(c.to, 1)
	} else {
		c.to = c.pass(c.to, 1)
		c.from = c.pass(c.from, -1)
	}
	return c.from != c.to
}

// leap climbs by leaps. Where the ways meet before their ends, what is counted on one way
// from there on is taken off again on the other.
func (c *climb) leap(from, to hop) bool {
	c.from = c.skip(from, -1)
	c.to = c.skip(to, 1)
	return c.from != c.to
}
