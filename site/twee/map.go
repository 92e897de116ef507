package twee

import "github.com/ceptre-graph/ceptre/site/scenes"

// The tiles of Twine's map: a column for each hour, a row for each character's lane.
const (
	margin = 50
	pitch  = 150 // from one tile to the next; tiles are 100 wide and high
)

// at returns the place of a tile. Before the first hour there are two columns: one for
// the start, one for the characters.
func at(hour, lane int) point { return point{margin + (hour+1)*pitch, margin + lane*pitch} }

// tile returns the position of a scene: its hour, and the lane of the first of its cast. No
// character is in two scenes of an hour. Interludes have lanes below, as many as there are at once.
func (c *composer) tile(s *scenes.Scene, used map[point]bool) point {
	lane := len(c.cast)
	if len(s.Cast) > 0 {
		lane = c.lanes[s.Cast[0]]
	}
	for used[at(s.Hour, lane)] {
		lane++
	}
	used[at(s.Hour, lane)] = true
	return at(s.Hour, lane)
}
