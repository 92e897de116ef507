package render

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/showing"
)

// palette gives names their colours. It goes by the whole run, so that pictures of its parts agree.
type palette struct {
	nameOf func(causal.Event) string // "" for what has no colour
	hues   map[string]int
	stages bool // names are those of stages
}

// palette returns the colours that events have; nil where these mean nothing.
func (a *artist) palette() *palette {
	if a.Overlay != nil {
		return nil // colours tell the sides
	}
	most := len(a.Theme.Light.Picture.Threads)
	stages := &palette{nameOf: func(e causal.Event) string { return a.graph.Step(e).Stage }, stages: true}
	rules := &palette{nameOf: func(e causal.Event) string { return a.graph.Label(e) }}
	switch a.Colour {
	case showing.ByStage:
		stages.rank(a, most)
		return stages
	case showing.ByRule:
		rules.rank(a, most)
		return rules
	case showing.ByCharacter:
		return a.characters()
	case showing.NoColours:
		return nil
	}
	if stages.rank(a, most) > 1 {
		return stages
	}
	if n := rules.rank(a, most); n > 1 && n <= most {
		return rules
	}
	return nil
}

// rank gives the most frequent names of events that do not change the stage their colours, in the
// order in which they first occur. It returns how many names there are.
func (p *palette) rank(a *artist, most int) int {
	var events []causal.Event
	for e := range a.graph.Len() {
		e := causal.Event(e)
		if p.nameOf(e) != "" && a.eventLook(a.graph.Step(e)) == diagram.Event {
			events = append(events, e)
		}
	}
	names := tally(len(events), func(i int) string { return p.nameOf(events[i]) })
	common := make(map[string]bool)
	for _, n := range names[:min(most, len(names))] {
		common[n.name] = true
	}
	p.hues = make(map[string]int)
	for _, e := range events {
		if name := p.nameOf(e); common[name] && p.hues[name] == 0 {
			p.hues[name] = len(p.hues) + 1
		}
	}
	return len(names)
}

// characters gives characters the colours of their lines in other views.
func (a *artist) characters() *palette {
	var company causal.Cast
	if a.Cast != nil {
		company = *a.Cast
	} else if found, err := cast.Find(a.graph, cast.Options{}); err == nil {
		company = found
	} else {
		return nil // there are none
	}
	p := &palette{hues: make(map[string]int)}
	for i, name := range company.Names {
		p.hues[name] = i + 1
	}
	p.nameOf = func(e causal.Event) string {
		names := constants(a.graph.Step(e).Args)
		if i := slices.IndexFunc(names, func(name string) bool { return p.hues[name] > 0 }); i >= 0 {
			return names[i]
		}
		return ""
	}
	return p
}

// colourGroups colours the boxes of events, each by the name that more than half of its events have,
// and explains just the colours that there are. The boxes are the last nodes.
func (a *artist) colourGroups() {
	p := a.palette()
	if p == nil {
		return
	}
	boxes := a.Nodes[len(a.Nodes)-len(a.folding.Groups):]
	used := make(map[string]bool)
	plain := false
	for i := range boxes {
		n, name := &boxes[i], p.most(&a.folding.Groups[i])
		switch hue := p.hues[name]; {
		case n.Look != diagram.Event:
		case hue == 0:
			n.Look = diagram.Resource // pale: the colour of events may be near that of a name
			plain = true
		default:
			n.Hue = hue
			used[name] = true
		}
	}
	a.legendOfColours(p, used, plain)
}

// most returns the name that more than half of the events of a group have.
func (p *palette) most(g *fold.Group) string {
	names := tally(len(g.Events), func(i int) string { return p.nameOf(g.Events[i]) })
	if 2*names[0].count > len(g.Events) {
		return names[0].name
	}
	return ""
}

func (a *artist) legendOfColours(p *palette, used map[string]bool, plain bool) {
	names := make([]string, 0, len(used))
	for name := range used {
		names = append(names, name)
	}
	slices.SortFunc(names, func(x, y string) int { return cmp.Compare(p.hues[x], p.hues[y]) })
	for _, name := range names {
		text := visible.Picture(name)
		if p.stages {
			text = a.say("stage {stage}", "stage", text)
		}
		a.Legend = append(a.Legend,
			diagram.Entry{Text: a.short(text), Node: &diagram.Node{Look: diagram.Event, Hue: p.hues[name]}})
	}
	if plain && len(used) > 0 {
		a.explain("others, or of several", &diagram.Node{Look: diagram.Resource}, nil)
	}
}
