package story

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
)

// firing is a replayed event of a part, with the indexes of the resources that it takes: first
// those it consumes, then those it reads.
type firing struct {
	event causal.Event
	takes []int32
}

// replay fires a part without one event, and without events that cannot happen then. Of equal
// resources initial ones are taken first, and then the oldest.
func (f *Finder) replay(part []causal.Event, without causal.Event) []firing {
	defer f.resetStocks()
	fired := make([]firing, 0, len(part))
	for _, e := range part {
		if e == without {
			continue
		}
		takes, ok := f.take(e)
		if !ok {
			continue
		}
		fired = append(fired, firing{e, takes})
		for _, id := range f.graph.Step(e).Produces {
			fact := f.factOf(id)
			f.stocks[fact] = append(f.stocks[fact], int32(f.graph.Index(id)))
			f.stocked = append(f.stocked, fact)
		}
	}
	return fired
}

// take takes the resources that an event needs, all or none. A resource consumed may not be read
// as well, nor a linear one read twice.
func (f *Finder) take(e causal.Event) (takes []int32, ok bool) {
	step := f.graph.Step(e)
	for _, id := range step.Consumes {
		fact := f.factOf(id)
		if f.work--; len(f.stocks[fact]) == 0 {
			f.putBack(takes)
			return nil, false
		}
		takes = append(takes, f.stocks[fact][0])
		f.stocks[fact] = f.stocks[fact][1:]
		f.stocked = append(f.stocked, fact)
	}
	for k, id := range step.Reads {
		fact, before := f.factOf(id), int(f.readBefore(step, k))
		if f.work--; len(f.stocks[fact]) <= before {
			f.putBack(takes[:len(step.Consumes)])
			return nil, false
		}
		takes = append(takes, f.stocks[fact][before])
	}
	return takes, true
}

// putBack puts back the resources that were consumed last.
func (f *Finder) putBack(consumed []int32) {
	for _, r := range slices.Backward(consumed) {
		fact := f.fact[r]
		f.stocks[fact] = append([]int32{r}, f.stocks[fact]...)
	}
}

// resetStocks makes the stocks those of the initial state.
func (f *Finder) resetStocks() {
	for _, fact := range f.stocked {
		f.stocks[fact] = slices.Clip(f.initial[fact])
	}
	f.stocked = f.stocked[:0]
}

// needed returns the events that led to an event as a part was fired; nil where the event did not
// fire. No other event fires after it.
func (f *Finder) needed(fired []firing, e causal.Event) []causal.Event {
	if len(fired) == 0 || fired[len(fired)-1].event != e {
		return nil
	}
	needed := make([]bool, len(fired))
	needed[len(fired)-1] = true
	var part []causal.Event
	for i := len(fired) - 1; i >= 0; i-- {
		if !needed[i] {
			continue
		}
		part = append(part, fired[i].event)
		for _, r := range fired[i].takes {
			maker := f.graph.Resources[r].Producer
			k, made := slices.BinarySearchFunc(fired, maker, func(x firing, e causal.Event) int { return int(x.event - e) })
			if made {
				needed[k] = true
			}
		}
	}
	slices.Reverse(part)
	return part
}
