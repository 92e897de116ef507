package causal

import "slices"

// firing is a replayed event of a part, with the indexes of the resources that it takes: first
// those it consumes, then those it reads.
type firing struct {
	event Event
	takes []int32
}

// replay fires a part without one event, and without those that cannot happen.
// Of equal resources initial ones are taken first, and then the oldest.
func (s *Stories) replay(part []Event, without Event) []firing {
	defer s.reset()
	fired := make([]firing, 0, len(part))
	for _, e := range part {
		if e == without {
			continue
		}
		if takes, ok := s.take(e); ok {
			fired = append(fired, firing{e, takes})
			for _, id := range s.graph.Step(e).Produces {
				s.put(int32(s.graph.resources.of(id)))
			}
		}
	}
	return fired
}

// take takes the resources that an event needs, all or none. A resource consumed may not be read
// as well, nor a linear one read twice.
func (s *Stories) take(e Event) (takes []int32, ok bool) {
	step := s.graph.Step(e)
	var consumed []int32 // facts
	for _, id := range step.Consumes {
		f := s.fact[s.graph.resources.of(id)]
		if s.work--; len(s.stocks[f]) == 0 {
			s.restore(takes, consumed)
			return nil, false
		}
		takes = append(takes, s.stocks[f][0])
		s.stocks[f] = s.stocks[f][1:]
		s.stocked = append(s.stocked, f)
		consumed = append(consumed, f)
	}
	for k, id := range step.Reads {
		f := s.fact[s.graph.resources.of(id)]
		before := 0 // how many equal ones it has read already
		for _, other := range step.Reads[:k] {
			if s.fact[s.graph.resources.of(other)] == f {
				before++
			}
		}
		if s.work--; len(s.stocks[f]) <= before {
			s.restore(takes[:len(consumed)], consumed)
			return nil, false
		}
		takes = append(takes, s.stocks[f][before])
	}
	return takes, true
}

// restore puts back the resources taken last.
func (s *Stories) restore(takes, facts []int32) {
	for i := len(facts) - 1; i >= 0; i-- {
		f := facts[i]
		s.stocks[f] = append([]int32{takes[i]}, s.stocks[f]...)
	}
}

func (s *Stories) put(resource int32) {
	f := s.fact[resource]
	s.stocks[f] = append(s.stocks[f], resource)
	s.stocked = append(s.stocked, f)
}

// reset makes the stocks those of the initial state.
func (s *Stories) reset() {
	for _, f := range s.stocked {
		s.stocks[f] = slices.Clip(s.initial[f])
	}
	s.stocked = s.stocked[:0]
}

// needed returns the events that led to an event as a part was fired; nil where
// it did not come to it. No other event fires after it.
func (s *Stories) needed(fired []firing, e Event) []Event {
	if len(fired) == 0 || fired[len(fired)-1].event != e {
		return nil
	}
	needed := make([]bool, len(fired))
	needed[len(fired)-1] = true
	var part []Event
	for i := len(fired) - 1; i >= 0; i-- {
		if !needed[i] {
			continue
		}
		part = append(part, fired[i].event)
		for _, r := range fired[i].takes {
			k, made := slices.BinarySearchFunc(fired, s.graph.Resources[r].Producer, func(f firing, e Event) int { return int(f.event - e) })
			if made {
				needed[k] = true
			}
		}
	}
	slices.Reverse(part)
	return part
}
