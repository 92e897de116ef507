package lanes

import (
	"cmp"
	"slices"
)

// Each place has as many tracks as there are ever lines in it. First, stays take
// tracks as they come; then chains of stays change tracks as long as that helps.
// Two tracks are like two colours of a graph in which stays are joined that
// overlap: a chain is one of its connected parts, and can always be swapped (after
// Kempe, "On the Geographical Problem of the Four Colours", 1879).

// Bounds of the search for better tracks.
const (
	rounds   = 8
	chainMax = 200        // stays
	trials   = 40_000_000 // ties looked at, in all places
)

// assignTracks gives each stay a track of its place.
func (s *story) assignTracks(all []*stay) {
	for _, t := range all {
		s.places[t.place].take(t)
	}
	left := trials
	for range rounds {
		better := false
		for i := range s.places {
			better = s.places[i].improve(&left) || better
		}
		if !better {
			return
		}
	}
}

// take gives a stay the best of the free tracks, or else a new one. Of equals that
// counts which is nearest to where it comes from.
func (p *place) take(t *stay) {
	best, least := -1, 0
	for k, track := range p.tracks {
		if track[len(track)-1].to > t.from {
			continue
		}
		if cost := t.cost(k); best < 0 || cost < least || cost == least && !t.above {
			best, least = k, cost
		}
	}
	if best < 0 {
		best = len(p.tracks)
		p.tracks = append(p.tracks, nil)
	}
	t.track = best
	p.tracks[best] = append(p.tracks[best], t)
}

// improve swaps chains where that helps, as long as some work is left, and reports
// whether anything is better.
func (p *place) improve(left *int) (better bool) {
	for _, t := range p.stays {
		for k := range p.tracks {
			if k != t.track && len(t.ties) > 0 && *left > 0 {
				better = p.try(t, k, left) || better
			}
		}
	}
	return better
}

// try moves a stay to another track, and all that has to move for that, and reports
// whether that is better; otherwise all is as it was.
func (p *place) try(t *stay, track int, left *int) bool {
	a := part{track: t.track}
	a.from, _ = slices.BinarySearchFunc(p.tracks[a.track], t.from, func(s *stay, x float64) int {
		return cmp.Compare(s.from, x)
	})
	a.to = a.from + 1
	b := p.chain(&a, track)
	chain := slices.Concat(p.of(a), p.of(b))
	if len(chain) > chainMax {
		return false
	}
	before := weight(chain, left)
	shift(p.of(a), b.track)
	shift(p.of(b), a.track)
	if weight(chain, left) < before {
		as, bs := slices.Clone(p.of(a)), slices.Clone(p.of(b))
		p.tracks[a.track] = slices.Replace(p.tracks[a.track], a.from, a.to, bs...)
		p.tracks[b.track] = slices.Replace(p.tracks[b.track], b.from, b.to, as...)
		return true
	}
	shift(p.of(a), a.track)
	shift(p.of(b), b.track)
	return false
}

// part is some of the stays of a track.
type part struct{ track, from, to int }

func (p *place) of(a part) []*stay { return p.tracks[a.track][a.from:a.to] }

// chain widens a part of a track until it overlaps with nothing of another track but a
// part of that, and returns this part.
func (p *place) chain(a *part, track int) part {
	b := part{track: track}
	for a.to-a.from+b.to-b.from <= chainMax {
		size := a.to - a.from
		b = p.beside(*a, track)
		if b.from == b.to {
			return b
		}
		if c := p.beside(b, a.track); c.from < c.to {
			a.from, a.to = min(a.from, c.from), max(a.to, c.to)
		}
		if a.to-a.from == size {
			return b
		}
	}
	return b
}

// beside returns what of a track overlaps with a part of another, which is not empty.
func (p *place) beside(a part, track int) part {
	stays := p.of(a)
	from, to := stays[0].from, stays[len(stays)-1].to
	b := part{track: track}
	b.from, _ = slices.BinarySearchFunc(p.tracks[track], from, func(t *stay, x float64) int {
		if t.to <= x {
			return -1
		}
		return 1
	})
	for b.to = b.from; b.to < len(p.tracks[track]) && p.tracks[track][b.to].from < to; b.to++ {
	}
	return b
}

func shift(stays []*stay, track int) {
	for _, t := range stays {
		t.track = track
	}
}

// weight is the cost of a chain: of ties within it once.
func weight(chain []*stay, left *int) (sum int) {
	for _, t := range chain {
		t.moving = true
	}
	for _, t := range chain {
		*left -= len(t.ties)
		for i := range t.ties {
			other := t.ties[i].other
			if !other.moving || t.who < other.who || t.who == other.who && t.from < other.from {
				sum += t.ties[i].cost(t.track)
			}
		}
	}
	for _, t := range chain {
		t.moving = false
	}
	return sum
}
