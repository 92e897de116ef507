package workload

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// The predicates and rules of [Blocks], in the order of its text.
const (
	on = iota
	onTable
	clear
	holding
	armFree
)

const (
	pickUp = iota
	putDown
	stack
	unstack
)

// table stands for what is below a block that stands on no other.
const table = -1

// blocksHand is the state of a world of blocks. Each clear block gives one
// transition: where the arm is free it can be lifted from whatever it stands on,
// else the block in the air can be put on it.
type blocksHand struct {
	*hand
	block  trace.Sym // the first
	blocks []block
	clear  []int32 // which are clear, in any order
	arm    trace.ResourceID
	held   int32 // good while the arm is not free
	free   bool
	events [4]*trace.Event
}

// block is what is known of a block: what it stands on, and the resources that say
// so, or that it is held, and that it is clear.
type block struct {
	below         int32
	stands, clear trace.ResourceID
}

// BlocksByHand runs [Blocks] for so many steps. The error is the recorder's.
func BlocksByHand(n int, seed uint64, steps int, rec trace.Recorder) error {
	b := newBlocksHand(n, seed, rec)
	err := b.begin([]trace.Predicate{
		linear("on", "block", "block"), linear("on-table", "block"), linear("clear", "block"), linear("holding", "block"),
		linear("arm-free"),
	}, rule("pick-up", "X"), rule("put-down", "X"), rule("stack", "X", "Y"), rule("unstack", "X", "Y"))
	if err != nil {
		return err
	}
	b.events = [4]*trace.Event{
		pickUp:  b.event(pickUp, shape{args: 1, consumes: 3}, atom(holding, 1)),
		putDown: b.event(putDown, shape{args: 1, consumes: 1}, atom(onTable, 1), atom(clear, 1), atom(armFree, 0)),
		stack:   b.event(stack, shape{args: 2, consumes: 2}, atom(on, 2), atom(clear, 1), atom(armFree, 0)),
		unstack: b.event(unstack, shape{args: 2, consumes: 3}, atom(holding, 1), atom(clear, 1)),
	}
	for range steps {
		if err := rec.Step(b.step()); err != nil {
			return err
		}
	}
	return rec.End(b.end())
}

func newBlocksHand(n int, seed uint64, rec trace.Recorder) *blocksHand {
	b := &blocksHand{hand: newHand(seed, rec), blocks: make([]block, n), clear: make([]int32, n), free: true}
	b.block = b.constants("block", "b", n)
	b.arm = b.start(armFree)
	for i := range b.blocks {
		b.blocks[i].below = table
		b.blocks[i].stands = b.start(onTable, b.sym(int32(i)))
	}
	for i := range b.blocks {
		b.blocks[i].clear = b.start(clear, b.sym(int32(i)))
		b.clear[i] = int32(i)
	}
	return b
}

func (b *blocksHand) sym(block int32) trace.Sym { return b.block + trace.Sym(block) }

// step does one of what can be done.
func (b *blocksHand) step() *trace.Event {
	n := len(b.clear)
	if !b.free {
		n++ // the table
	}
	i := b.below(n)
	var e *trace.Event
	switch {
	case b.free:
		e = b.lift(i)
	case i == len(b.clear):
		e = b.putDown()
	default:
		e = b.stack(i)
	}
	e.Choices = n
	return e
}

// lift takes the i-th clear block up.
func (b *blocksHand) lift(i int) *trace.Event {
	x := b.clear[i]
	k := &b.blocks[x]
	e := b.events[pickUp]
	if k.below != table {
		e = b.events[unstack]
		y := &b.blocks[k.below]
		e.Args[1] = b.sym(k.below)
		e.Makes[1].Args[0] = e.Args[1]
		y.clear = b.last + 2
		b.clear[i] = k.below
	} else {
		b.clear[i] = b.clear[len(b.clear)-1]
		b.clear = b.clear[:len(b.clear)-1]
	}
	e.Args[0], e.Makes[0].Args[0] = b.sym(x), b.sym(x)
	e.Uses[0], e.Uses[1], e.Uses[2] = b.arm, k.stands, k.clear
	k.stands = b.last + 1
	b.held, b.free = x, false
	b.last += trace.ResourceID(len(e.Makes))
	return e
}

// putDown puts the block in the air on the table.
func (b *blocksHand) putDown() *trace.Event {
	e := b.events[putDown]
	k := &b.blocks[b.held]
	k.below = table
	e.Args[0] = b.sym(b.held)
	e.Uses[0] = k.stands
	e.Makes[0].Args[0], e.Makes[1].Args[0] = e.Args[0], e.Args[0]
	b.clear = append(b.clear, b.held)
	b.letGo(k)
	return e
}

// stack puts the block in the air on the i-th clear block.
func (b *blocksHand) stack(i int) *trace.Event {
	e := b.events[stack]
	y := b.clear[i]
	k := &b.blocks[b.held]
	k.below = y
	e.Args[0], e.Args[1] = b.sym(b.held), b.sym(y)
	e.Uses[0], e.Uses[1] = k.stands, b.blocks[y].clear
	e.Makes[0].Args[0], e.Makes[0].Args[1] = e.Args[0], e.Args[1]
	e.Makes[1].Args[0] = e.Args[0]
	b.clear[i] = b.held
	b.letGo(k)
	return e
}

// letGo numbers what both ways to put a block down make.
func (b *blocksHand) letGo(k *block) {
	k.stands, k.clear, b.arm = b.last+1, b.last+2, b.last+3
	b.last += 3
	b.free = true
}

func (b *blocksHand) end() *trace.End {
	alive := []trace.ResourceID{b.token}
	for _, k := range b.blocks {
		alive = append(alive, k.stands)
	}
	for _, x := range b.clear {
		alive = append(alive, b.blocks[x].clear)
	}
	if b.free {
		alive = append(alive, b.arm)
	}
	slices.Sort(alive)
	return &trace.End{Why: trace.LimitHit, Alive: alive}
}
