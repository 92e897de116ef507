package render

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/lanes"
)

// storyline draws who is with whom, when: a line for each character, which runs close
// to those of others while they are in the same place.
func (a *artist) storyline() error {
	chart, err := a.chart()
	if err != nil || chart == nil {
		return err
	}
	a.locate(chart)
	a.take(lanes.Storyline(chart, a.font()))
	return nil
}

// locate enters where each character is after each of its stops.
func (a *artist) locate(chart *lanes.Chart) {
	j := &journeys{artist: a, pred: a.Place, who: make(map[string]*lanes.Character, len(chart.Cast)), at: make(map[string]string)}
	for i, name := range a.names {
		j.who[name] = &chart.Cast[i]
	}
	if j.pred == "" {
		j.pred = causal.FindPlace(a.graph.Trace, a.names)
	}
	if j.pred == "" {
		a.note(Placeless, "nothing says where the characters are, so lines run together where they meet")
		return
	}
	j.start()
	for e := range a.graph.Len() {
		j.arrive(a.graph.Step(causal.Event(e)).Produces)
		j.stop(causal.Event(e))
	}
}

// journeys follow where characters are.
type journeys struct {
	*artist
	pred string // of the facts that say so
	who  map[string]*lanes.Character
	at   map[string]string // places, by name: as in the trace, not as it is shown
}

// start enters where they are at the beginning.
func (j *journeys) start() {
	var there []trace.ResourceID
	for i := range j.graph.Resources {
		if r := &j.graph.Resources[i]; r.Producer == causal.Outside {
			there = append(there, r.ID)
		}
	}
	j.arrive(there)
	for name, c := range j.who {
		c.Start = j.at[name]
	}
}

// arrive enters what facts say of where characters are.
func (j *journeys) arrive(facts []trace.ResourceID) {
	for _, id := range facts {
		r := j.graph.Resource(id)
		if r.Pred != j.pred {
			continue
		}
		if who, where, ok := causal.Located(r.Resource); ok {
			j.at[who] = plain(where.String())
		}
	}
}

// stop enters where those are that take part in an event: after the last event of its
// group.
func (j *journeys) stop(e causal.Event) {
	group := j.folding.Group(e)
	if group < 0 {
		return
	}
	for name, c := range j.who {
		i, there := slices.BinarySearchFunc(c.Stops, group, func(s lanes.Stop, group int) int { return s.Node - group })
		if there {
			c.Stops[i].Place = j.at[name]
		}
	}
}
