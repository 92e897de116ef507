package board

import (
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/grid"
)

// Few returns at most so many moments, two or more: the first, the last, and others at about equal
// distances.
func Few(all []grid.Moment, most int) []grid.Moment {
	if len(all) <= most {
		return all
	}
	few := make([]grid.Moment, most)
	for i := range few {
		few[i] = all[i*(len(all)-1)/(most-1)]
	}
	return few
}

// Film returns what stands on a grid of a run at some moments, with texts that name their steps, and their
// rule where it is one.
func Film(graph *causal.Graph, g *grid.Grid, moments []grid.Moment, o Options) []Frame {
	after := make([]causal.Event, len(moments))
	for i, m := range moments {
		after[i] = m.After
	}
	frames := make([]Frame, len(moments))
	for i, b := range g.Boards(after) {
		f := &frames[i]
		f.Board = b
		if i > 0 {
			f.Before = frames[i-1].Board
		}
		m := moments[i]
		if m.After == causal.Outside {
			f.ID, f.Text = "start", o.Say("start")
			continue
		}
		f.ID = graph.Step(m.After).ID.String()
		f.Text, f.URL = f.ID, o.Link(m.After)
		if len(m.Events) == 0 {
			continue
		}
		if first := graph.Step(m.Events[0]).ID.String(); first != f.ID {
			f.Text = first + "–" + f.ID
		}
		var stories []string
		same := true
		for _, e := range m.Events {
			stories = append(stories, o.Story(graph.Step(e)))
			same = same && graph.Rule(e) == graph.Rule(m.Events[0])
		}
		if same {
			f.Text += " " + graph.Label(m.Events[0])
		}
		f.Tip = strings.Join(stories, "\n\n")
	}
	return frames
}
