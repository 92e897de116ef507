package render

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/causal/presence"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/lanes"
)

// journeys follow the places of characters. An event ties the characters that attend it, and those
// that it moves from place to place, for their lines turn there.
type journeys struct {
	*presence.Telling
	graph   *causal.Graph
	folding *fold.Folding
	cast    []lanes.Character
	been    []bool         // by character: whether they were anywhere by now
	tied    []map[int]bool // by character: the groups of events that tie them
}

func newJourneys(a *artist, chart *lanes.Chart) *journeys {
	j := &journeys{
		Telling: presence.New(a.graph, a.followed, a.company.Location).Tell(presence.Options{}), graph: a.graph,
		folding: a.folding,
		cast:    chart.Cast, been: make([]bool, len(chart.Cast)), tied: make([]map[int]bool, len(chart.Cast)),
	}
	for who := range j.cast {
		j.been[who], j.tied[who] = j.Start(who) != 0, make(map[int]bool)
	}
	return j
}

// follow goes through the whole run, for characters move in events, too, that are not
// drawn. The beginning of the picture is before the first that is.
func (j *journeys) follow() {
	drawn := j.folding.Selection.Events
	for e := range causal.Event(j.graph.Len()) {
		if len(drawn) > 0 && e == drawn[0] {
			for who := range j.cast {
				j.cast[who].Start = j.place(who)
			}
		}
		j.stop(e, true)
		j.tell(e)
		j.stop(e, false)
	}
}

// place names the current place of a character, "" for nowhere.
func (j *journeys) place(who int) string {
	if j.At[who] == 0 {
		return ""
	}
	return visible.Picture(j.Place(j.At[who]).String())
}

// tell enters the characters that an event ties, and moves them to their places after it.
func (j *journeys) tell(e causal.Event) {
	group, was := j.folding.Group(e), slices.Clone(j.At)
	for _, who := range j.Attend(e) {
		j.tied[who][group] = true
	}
	for _, who := range j.Settle(e) {
		j.been[who] = true
		if j.At[who] != was[who] {
			j.tied[who][group] = true
		}
	}
}

// stop enters where those are that take part in an event: before the first event of its
// group, and after the last.
func (j *journeys) stop(e causal.Event, before bool) {
	group := j.folding.Group(e)
	if group < 0 || before && e != j.folding.Groups[group].Events[0] {
		return
	}
	for who := range j.cast {
		stops := j.cast[who].Stops
		i, there := slices.BinarySearchFunc(stops, group, func(s lanes.Stop, group int) int { return s.Node - group })
		switch place := j.place(who); {
		case !there:
		case before:
			stops[i].From = place
		default:
			stops[i].Place, stops[i].Gone = place, j.been[who] && place == ""
		}
	}
}

// part removes the stops of characters that are only mentioned there, unless they are born or die.
// A character with a last stop that leaves it nowhere for good ends there.
func (j *journeys) part() {
	for who := range j.cast {
		c := &j.cast[who]
		c.Stops = slices.DeleteFunc(c.Stops, func(s lanes.Stop) bool {
			return !j.tied[who][s.Node] && !slices.Contains(c.Born, s.Node) && !slices.Contains(c.Died, s.Node)
		})
		if n := len(c.Stops); n > 0 && c.Stops[n-1].Gone && j.At[who] == 0 {
			c.Died = append(c.Died, c.Stops[n-1].Node)
		}
	}
}
