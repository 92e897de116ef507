package lanes

import (
	"cmp"
	"slices"
)

// What speaks against tracks.
const (
	crossing = 3 // a line crosses another
	passing  = 1 // a tie of an event passes a line that has no part in it
	distance = 2 // a track lies between two who meet
)

// tie holds the reasons for an order of two stays in the same place.
type tie struct {
	other       *stay
	over, under int // the cost if the stay is over the other, or under it
	meetings    int // in which both take part
	// along are the stays of the two before or after these, where they move together:
	// they cross if they change their order.
	along [][2]*stay
}

// weigh finds the ties of all stays.
func (s *story) weigh(all []*stay) {
	for _, stays := range s.stays {
		for k := 1; k < len(stays); k++ {
			s.weighMove(stays[k-1], stays[k])
		}
	}
	for _, event := range s.order {
		if len(s.who[event]) > 1 {
			s.weighMeeting(event)
		}
	}
	for _, t := range all {
		t.merge()
	}
}

// weighMove enters what a move from one stay to the next crosses: below the one if it
// leads downwards, above the other.
func (s *story) weighMove(a, b *stay) {
	down := a.place < b.place
	for who := range s.Cast {
		k := s.since(who, b.from)
		if who == a.who || k == len(s.stays[who]) {
			continue
		}
		t := s.stays[who][k]
		switch {
		case t.from == b.from && k > 0 && who < a.who:
			weighBoth(a, b, s.stays[who][k-1], t)
		case t.from >= b.from: // is not there yet
		case t.place == a.place:
			bind(a, t, down, crossing)
		case t.place == b.place:
			bind(b, t, !down, crossing)
		}
	}
}

// weighBoth enters what two moves at the same time cross, from a to b and from c to d.
func weighBoth(a, b, c, d *stay) {
	switch {
	case a.place == c.place && b.place == d.place:
		together(a, b, c, d)
		together(b, a, d, c)
	case a.place == c.place:
		bind(a, c, b.place > d.place, crossing)
	case b.place == d.place:
		bind(b, d, a.place > c.place, crossing)
	}
}

// together enters that two who are in a place have been in another together.
func together(a, b, c, d *stay) {
	a.ties = append(a.ties, tie{other: c, along: [][2]*stay{{b, d}}})
	c.ties = append(c.ties, tie{other: a, along: [][2]*stay{{d, b}}})
}

func (t *stay) during(x float64) bool { return t.from <= x && x < t.to }

// bind enters a cost for a stay that is over another, or under it.
func bind(a, b *stay, over bool, cost int) {
	ab, ba := tie{other: b}, tie{other: a}
	if over {
		ab.over, ba.under = cost, cost
	} else {
		ab.under, ba.over = cost, cost
	}
	a.ties, b.ties = append(a.ties, ab), append(b.ties, ba)
}

// weighMeeting enters the lines that meet in an event, and those passed on the way to it.
func (s *story) weighMeeting(event int) {
	x := s.x[event]
	var here []*stay
	for _, i := range s.who[event] {
		here = append(here, s.at(i, x))
	}
	top, bottom := here[0].place, here[0].place
	for k, a := range here {
		top, bottom = min(top, a.place), max(bottom, a.place)
		for _, b := range here[:k] {
			if a.place == b.place {
				a.ties, b.ties = append(a.ties, tie{other: b, meetings: 1}), append(b.ties, tie{other: a, meetings: 1})
			}
		}
	}
	if top < bottom {
		s.weighPassing(x, here, top, bottom)
	}
}

func (s *story) weighPassing(x float64, here []*stay, top, bottom int) {
	for who := range s.Cast {
		t := s.at(who, x)
		if !t.during(x) || slices.Contains(here, t) {
			continue
		}
		for _, a := range here {
			if a.place == t.place && a.place < bottom {
				bind(a, t, true, passing)
			}
			if a.place == t.place && a.place > top {
				bind(a, t, false, passing)
			}
		}
	}
}

// merge adds up the ties to the same stay.
func (t *stay) merge() {
	slices.SortStableFunc(t.ties, func(a, b tie) int {
		return cmp.Or(cmp.Compare(a.other.who, b.other.who), cmp.Compare(a.other.from, b.other.from))
	})
	merged := t.ties[:0]
	for _, tie := range t.ties {
		if n := len(merged); n > 0 && merged[n-1].other == tie.other {
			last := &merged[n-1]
			last.over, last.under, last.meetings = last.over+tie.over, last.under+tie.under, last.meetings+tie.meetings
			last.along = append(last.along, tie.along...)
			continue
		}
		merged = append(merged, tie)
	}
	t.ties = slices.Clone(merged)
}

// cost is what speaks against a track for a stay, as far as others have theirs.
func (t *stay) cost(track int) (sum int) {
	for i := range t.ties {
		if tie := &t.ties[i]; tie.other.track >= 0 {
			sum += tie.cost(track)
		}
	}
	return sum
}

func (t *tie) cost(track int) (sum int) {
	apart := track - t.other.track
	for _, m := range t.along {
		if (m[0].track-m[1].track)*apart < 0 {
			sum += crossing
		}
	}
	if apart < 0 {
		return sum + t.over + distance*t.meetings*(-apart-1)
	}
	return sum + t.under + distance*t.meetings*(apart-1)
}
