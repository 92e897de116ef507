package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// post is where those facts of a table belong that are the same in all columns that a rule looks
// at, with some others: here they wait for heirs. Where only one fact belongs to a post, as where
// nothing is on two blocks, it is found there and lies in no slot of the set of tuples; so
// an heir takes over its row, and nothing else is moved.
type post struct {
	waits uint32 // one more than the row of the last fact that rests until it has an heir
	rows  uint32 // how many facts belong here
	sole  uint32 // one more than the row of the only one, if it is found here
}

// posts is how many posts there are of a table that has any.
const posts = mostResting

// await gives the facts posts, if they may have heirs, or takes those that they had away.
func (t *Table) await() {
	for _, p := range t.posts {
		if p.sole != 0 {
			t.lay(p.sole - 1)
		}
	}
	t.rests, t.posts = !t.restless && (t.width <= 1 || len(t.looked) < t.width), nil
	if t.rests && t.width > 1 {
		t.posts = make([]post, posts)
		for _, s := range t.slots {
			if s != 0 {
				t.post(t.at(s.row())).rows++
			}
		}
	}
	t.gauge()
}

// post returns the post that a fact belongs to, of a table that has posts.
func (t *Table) post(args []trace.Sym) *post {
	h := uint32(0)
	for _, c := range t.looked {
		h = 31*h + uint32(args[c]) // constants have numbers one after another
	}
	return &t.posts[h%posts]
}

// find returns the row of a fact, and false where it has none.
func (t *Table) find(args []trace.Sym) (uint32, bool) {
	if len(t.posts) > 0 {
		return t.findAt(t.post(args), args)
	}
	return t.tuples.find(args)
}

// findAt is find of a fact that belongs to a post.
func (t *Table) findAt(p *post, args []trace.Sym) (uint32, bool) {
	if p.sole == 0 && p.rows > 0 {
		return t.tuples.find(args)
	}
	return p.sole - 1, p.sole != 0 && slices.Equal(t.at(p.sole-1), args)
}

// rowAtPost is [Network.row] of a table that has posts.
func (n *Network) rowAtPost(t *Table, args []trace.Sym) uint32 {
	p := t.post(args)
	if p.sole != 0 && p.sole == p.waits && t.succeed(p.sole-1, args) {
		return p.sole - 1
	}
	if row, ok := t.findAt(p, args); ok {
		return row
	}
	if t.observed {
		if row, ok := n.inherit(t, p, args); ok {
			return row
		}
	}
	row := t.enter(args)
	t.join(p, row)
	return row
}

// join enters a fact that is new at its post.
func (t *Table) join(p *post, row uint32) {
	p.rows++
	if p.rows == 1 {
		p.sole = row + 1
		t.lift(row)
	} else if p.sole != 0 {
		t.lay(p.sole - 1)
		p.sole = 0
	}
}

// leavePost takes a fact away from its post.
func (t *Table) leavePost(row uint32) {
	p := t.post(t.at(row))
	p.rows--
	if p.sole == row+1 {
		p.sole = 0
		t.lay(row)
	}
}

// lift takes the row of a fact out of the slots, and lay puts it back into one.
func (t *Table) lift(row uint32) { t.clear(t.slotOf(row, t.at(row))) }

func (t *Table) lay(row uint32) {
	if t.full() {
		t.grow()
	}
	copy(t.tuples.at(row), t.at(row)) // which has been another one
	t.put(newSlot(row, t.at(row)))
}
