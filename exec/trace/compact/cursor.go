package compact

import "encoding/binary"

// cursor reads numbers and texts off arbitrary bytes. Reading past the end returns zero and makes
// the cursor fail for good.
type cursor struct {
	rest   []byte
	spoilt bool
}

func (c *cursor) spoil() {
	c.rest, c.spoilt = nil, true
}

func (c *cursor) uint() uint64 {
	if len(c.rest) > 0 && c.rest[0] < 0x80 { // most are small
		x := uint64(c.rest[0])
		c.rest = c.rest[1:]
		return x
	}
	x, n := binary.Uvarint(c.rest)
	if n <= 0 {
		c.spoil()
		return 0
	}
	c.rest = c.rest[n:]
	return x
}

// int reads a number with a sign.
func (c *cursor) int() int {
	x := c.uint()
	return int(int64(x>>1) ^ -int64(x&1))
}

// count reads how many things follow in another cursor, or in this one. Each takes
// a byte at least, so that no more room is made than there are bytes.
func (c *cursor) count(of *cursor) int { return c.bounded(c.uint(), of) }

// bounded returns a number of things that follow in a cursor, if there is room for
// them.
func (c *cursor) bounded(n uint64, of *cursor) int {
	if n > uint64(len(of.rest)) {
		c.spoil()
		return 0
	}
	return int(n)
}

// part reads a part.
func (c *cursor) part() []byte {
	n := c.count(c)
	p := c.rest[:n]
	c.rest = c.rest[n:]
	return p
}
