package scenes

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Walking by the exits from the first scene of a character, or of a room, is reading its way, with all
// shared scenes that lie on it.
func TestSharedWays(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, _ Method) {
		alone := make(map[string][]*Scene)
		for _, c := range p.Cast.Names {
			alone[c] = p.Way(c)
		}
		var shared []*Scene
		for _, s := range p.Turns() {
			if rapid.IntRange(0, 3).Draw(t, "shared") > 0 {
				shared = append(shared, s)
			}
		}
		p.Share(shared)
		require.NoError(t, p.Check())
		for _, c := range p.Cast.Names {
			way := p.Way(c)
			if len(way) == 0 {
				continue
			}
			walked := []*Scene{way[0]}
			for next := way[:1]; len(next) > 0; walked = append(walked, next...) {
				next = taken(walked[len(walked)-1].Exits, c)
			}
			require.Equal(t, numbers(way), numbers(walked))
			require.Contains(t, way[0].Begins, c)
			require.Contains(t, way[len(way)-1].Ends, c)
			own := alone[c]
			for _, s := range p.Scenes {
				on := slices.Contains(way, s)
				switch {
				case slices.Contains(own, s):
					require.True(t, on)
				case !slices.Contains(shared, s):
					require.False(t, on)
				case own[0].Number < s.Number && s.Number < own[len(own)-1].Number:
					require.True(t, on, "between two of its scenes")
				}
				require.Equal(t, on && !slices.Contains(own, s), slices.Contains(s.Led, c))
			}
		}
		for _, r := range p.Rooms {
			var last *Scene
			for s := r.Way[0]; s != nil; {
				last = s
				i := slices.IndexFunc(s.Exits, func(x Passage) bool {
					return slices.ContainsFunc(x.Rooms, r.Place.Equal)
				})
				if s = nil; i >= 0 {
					s = last.Exits[i].Scene
					require.Contains(t, r.Way, s)
					for _, o := range r.Way {
						require.False(t, last.Hour < o.Hour && o.Hour < s.Hour, "no way leads past it")
					}
				}
			}
			require.Equal(t, r.Way[len(r.Way)-1].Hour, last.Hour)
		}
	})
}
