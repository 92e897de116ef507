package lanes

import (
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// Sizes of the storyline, in points.
const (
	trackGap  = 14.0 // between lines that run together
	rowHead   = 16.0 // for the words at the top of a place
	rowFoot   = 8.0
	rowGap    = 10.0
	turn      = 34.0 // width that a line takes to go from one place to another
	eventGap  = 14.0
	eventFont = 9.0
	acrossW   = 1.2 // width of a tie between the parts of an event
)

// Storyline returns a picture of the company of characters over time: a line for each character,
// close to the lines of others while they are in the same place. Places are stacked, those with
// much traffic between them next to each other; a line keeps its track while it stays. An event is
// a dot, or a capsule across the lines of its characters, with its name above them in the place of
// most of these. Names move aside where lines turn.
//
// If no places are known, places are companies: characters of one event stay together until one of
// them is in another.
func Storyline(chart *Chart, f *fonts.Font) *diagram.Diagram {
	return newStory(chart, f).draw()
}

// story is a storyline in the making.
type story struct {
	*canvas
	places []place // in the order in which they are first seen; later in that of the picture
	index  map[string]int
	visits [][]visit // by character and stop
	nth    [][]int   // by event and part: which stop of the character it is
	x      []float64 // by event
	stays  [][]*stay // by character, in the order of time
	left   float64   // where lines begin
	right  float64   // where they end
}

func newStory(chart *Chart, f *fonts.Font) *story {
	s := &story{canvas: newCanvas(newPlan(chart), f), index: make(map[string]int)}
	s.across = acrossW
	s.journeys()
	s.arrangePlaces()
	s.spread()
	all := s.stay()
	s.weigh(all)
	s.assignTracks(all)
	y := margin // the places are below each other
	for i := range s.places {
		s.places[i].top = y
		if len(s.places[i].tracks) > 0 {
			y += s.places[i].height() + rowGap
		}
	}
	return s
}

// place is a strip of the picture.
type place struct {
	name    string    // name is "" for companies, if no place has one
	company bool      // company of characters in no place
	words   float64   // words is the right end of the text at its top
	stays   []*stay   // stays by their beginning
	tracks  [][]*stay // tracks from top to bottom, each in the order of time
	top     float64
}

func (p *place) height() float64 {
	return rowHead + float64(len(p.tracks))*trackGap + rowFoot
}

// bottom is where the last place ends.
func (s *story) bottom() float64 {
	y := margin
	for i := range s.places {
		if p := &s.places[i]; len(p.tracks) > 0 {
			y = p.top + p.height()
		}
	}
	return y
}

func (s *story) y(t *stay) float64 {
	return s.places[t.place].top + rowHead + (float64(t.track)+0.5)*trackGap
}
