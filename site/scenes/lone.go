package scenes

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
)

// The life of one who is alone is a sequence, whatever of it might have happened in another
// order: where an apple was eaten is told by when, though nothing ties the two. So it is told
// in the order of the run, and a scene is what happens at one place.

// goOn returns the event with which a scene of one who is alone goes on: the next of the run,
// unless it leads elsewhere. A journey on which nothing happens is one scene.
func (c *cutter) goOn(s *staging) (causal.Event, bool) {
	told := int(c.courses.count)
	if told == len(c.order) {
		return 0, false
	}
	e := c.order[told]
	at := c.Spot(e)
	onward := c.method == Chain && s.arriving && at.From == s.place && !slices.Contains(s.been, at.To)
	return e, !at.Journey() || onward
}
