package lanes

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// stories checks a law of storylines that are placed and not yet drawn.
func stories(t *testing.T, law func(t *rapid.T, s *story)) {
	f := fonts.Like("")
	rapid.Check(t, func(t *rapid.T) { law(t, newStory(charts().Draw(t, "chart"), f)) })
}

func (t *stay) overlaps(o *stay) bool { return t.from < o.to && o.from < t.to }

func TestEverybodyIsAlwaysSomewhere(t *testing.T) {
	stories(t, func(t *rapid.T, s *story) {
		for who, stays := range s.stays {
			for k, a := range stays {
				require.Equal(t, who, a.who)
				require.Less(t, a.from, a.to)
				require.True(t, k == 0 || stays[k-1].to == a.from && stays[k-1].place != a.place)
			}
			for k, stop := range s.lives[who].stops {
				require.Equal(t, s.visits[who][k].before, s.at(who, s.x[stop.Node]).place)
			}
		}
	})
}

func TestThoseTogetherRunOnTracksOfTheirOwn(t *testing.T) {
	stories(t, func(t *rapid.T, s *story) {
		var all []*stay
		for _, stays := range s.stays {
			all = append(all, stays...)
		}
		for i, a := range all {
			for _, b := range all[:i] {
				if !a.overlaps(b) {
					continue
				}
				apart := math.Abs(s.y(a) - s.y(b))
				if a.place == b.place {
					require.NotEqual(t, a.track, b.track)
					require.LessOrEqual(t, apart, float64(len(s.places[a.place].tracks)-1)*trackGap+1e-9)
				} else {
					require.Greater(t, apart, 2*trackGap)
				}
			}
		}
	})
}

func TestTracksAreAsFewAsCanBe(t *testing.T) {
	stories(t, func(t *rapid.T, s *story) {
		for _, p := range s.places {
			most := 0
			for _, a := range p.stays {
				here := 0
				for _, b := range p.stays {
					if b.during(a.from) {
						here++
					}
				}
				most = max(most, here)
			}
			require.Len(t, p.tracks, most)
			for k, track := range p.tracks {
				require.True(t, slices.IsSortedFunc(track, func(a, b *stay) int { return cmp.Compare(a.to, b.from) }) ||
					len(track) < 2)
				for _, a := range track {
					require.Equal(t, k, a.track)
				}
			}
		}
	})
}

// effort is the cost of all tracks.
func (p *place) effort() (sum int) {
	for _, a := range p.stays {
		sum += a.cost(a.track)
	}
	return sum / 2 // each tie is counted from both sides
}

func TestChangesOfTracksHelp(t *testing.T) {
	f := fonts.Like("")
	rapid.Check(t, func(t *rapid.T) {
		s := &story{canvas: newCanvas(newPlan(charts().Draw(t, "chart")), f), index: make(map[string]int)}
		s.journeys()
		s.arrangePlaces()
		s.spread()
		all := s.stay()
		s.weigh(all)
		for _, a := range all {
			s.places[a.place].take(a)
		}
		left := trials
		for i := range s.places {
			p := &s.places[i]
			for _, a := range p.stays {
				for k := range p.tracks {
					if k == a.track {
						continue
					}
					before := p.effort()
					if p.try(a, k, &left) {
						require.Less(t, p.effort(), before)
					} else {
						require.Equal(t, before, p.effort())
					}
				}
			}
		}
	})
}

// TestTiesAreCrossings compares what ties of moves say with the lines as they are
// drawn: a line that leaves its place crosses those on that side, and one that enters
// a place crosses those it comes past.
func TestTiesAreCrossings(t *testing.T) {
	stories(t, func(t *rapid.T, s *story) {
		for _, stays := range s.stays {
			for i := range stays {
				stays[i].ties = nil
			}
		}
		want := 0
		for _, stays := range s.stays {
			for k := 1; k < len(stays); k++ {
				a, b := stays[k-1], stays[k]
				s.weighMove(a, b)
				low, high := min(s.y(a), s.y(b)), max(s.y(a), s.y(b))
				for who := range s.Cast {
					want += s.crossedAtOnce(who, a, b)
					o := s.at(who, b.from)
					if o.from < b.from && o.during(b.from) && (o.place == a.place || o.place == b.place) && low < s.y(o) &&
						s.y(o) < high {
						want += crossing
					}
				}
			}
		}
		got := 0
		for _, stays := range s.stays {
			for _, a := range stays {
				a.merge()
				got += a.cost(a.track)
			}
		}
		require.Equal(t, 2*want, got)
	})
}

// crossedAtOnce returns the cost if a character earlier in the cast moves at the same time, and
// arrives on the other side: in each place that both share.
func (s *story) crossedAtOnce(who int, a, b *stay) (cost int) {
	for k := 1; who < a.who && k < len(s.stays[who]); k++ {
		c, d := s.stays[who][k-1], s.stays[who][k]
		if d.from != b.from || (s.y(a)-s.y(c))*(s.y(b)-s.y(d)) > 0 {
			continue
		}
		if c.place == a.place {
			cost += crossing
		}
		if d.place == b.place {
			cost += crossing
		}
	}
	return cost
}

func TestLinesAreLevelWhereTheyStay(t *testing.T) {
	stories(t, func(t *rapid.T, s *story) {
		c := s.Chart
		for who, line := range legs(c, s.draw()) {
			for _, e := range line {
				for k := 0; k+3 < len(e.Path); k += 3 {
					a, b := e.Path[k], e.Path[k+3]
					if a.Y == b.Y {
						continue
					}
					require.LessOrEqual(t, b.X-a.X, turn+1e-9)
					moved := slices.ContainsFunc(s.stays[who], func(n *stay) bool { return a.X-1e-9 <= n.from && n.from <= b.X+1e-9 })
					require.True(t, moved, "a turn in nobody's way at %v", a)
				}
			}
		}
	})
}

func TestWordsStandAboveTheirEvents(t *testing.T) {
	stories(t, func(t *rapid.T, s *story) {
		d := s.draw()
		for i := range d.Nodes {
			n := &d.Nodes[i]
			if slices.Contains(n.Classes, "name") {
				x := s.x[eventOf(d, i)]
				require.LessOrEqual(t, boxOf(n).left, x+dotSize/2+1e-9)
				require.GreaterOrEqual(t, boxOf(n).right, x-dotSize/2-1e-9)
			}
		}
	})
}

func TestWordsAreCrossedAsLittleAsCanBe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(0, 200).Draw(t, "x")) })
		var crossed []span
		for _, from := range rapid.SliceOfN(number, 0, 8).Draw(t, "lines") {
			crossed = append(crossed, span{from, from + 1 + float64(rapid.IntRange(0, int(turn)).Draw(t, "wide"))})
		}
		slices.SortFunc(crossed, func(a, b span) int { return cmp.Compare(a.to, b.to) })
		w := &words{left: number.Draw(t, "left"), width: 1 + number.Draw(t, "width")}
		low, high := w.left-number.Draw(t, "low"), w.left+number.Draw(t, "high")
		hits := func(left float64) (n int) {
			for _, c := range crossed {
				if c.from < left+w.width && left < c.to {
					n++
				}
			}
			return n
		}
		best := w.best(low, high, crossed)
		require.True(t, low <= best && best <= high)
		for left := low; left <= high; left++ {
			require.LessOrEqual(t, hits(best), hits(left))
			if hits(left) == hits(best) {
				require.LessOrEqual(t, math.Abs(best-w.left), math.Abs(left-w.left))
			}
		}
	})
}

func TestTurnsAreWhereTheyAreDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Float64Range(0.01, 0.99).Draw(t, "t")
		b := func(p [4]float64) float64 { // Bézier
			u := 1 - at
			return u*u*u*p[0] + 3*u*u*at*p[1] + 3*u*at*at*p[2] + at*at*at*p[3]
		}
		x, y := b([4]float64{0, turn / 2, turn / 2, turn}), b([4]float64{0, 0, 1, 1})
		require.InDelta(t, x-turn/2, turnedAt(y), 1e-3)
	})
}

func TestSharedColoursAreToldApart(t *testing.T) {
	c := crowd(200, 20)
	c.Hues = 8
	for _, v := range []view{Threads, Storyline} {
		for i, line := range legs(c, v(c, fonts.Like(""))) {
			want := diagram.Solid
			if i >= 8 && i < 16 {
				want = diagram.Dashed
			}
			for _, e := range line {
				require.Equal(t, want, e.Stroke, "%d", i)
			}
		}
	}
}
