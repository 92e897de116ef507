package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/influence"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// influences draws how often steps follow from rules, instead of the facts that passed between rules. Each arrow says
// which share of the steps of the rule at its head follows from the rule at its tail; the greater the share, the wider
// the arrow. If there are too many arrows, those that differ least from chance are left out.
func (a *artist) influences(rg *rules.Graph) {
	index := make(map[string]int)
	for i, n := range rg.Nodes {
		index[n.Rule] = i
	}
	var drawn []influence.Pair
	for _, p := range a.Influences {
		_, from := index[p.From]
		_, to := index[p.To]
		if p.Steps > 0 && from && to {
			drawn = append(drawn, p)
		}
	}
	if left := len(drawn) - mostFeeds; left > 0 {
		slices.SortStableFunc(drawn, func(a, b influence.Pair) int {
			return cmp.Compare(math.Abs(b.Share-b.Chance), math.Abs(a.Share-a.Chance))
		})
		drawn = drawn[:mostFeeds]
		a.note(ReadsTold, "without %s that differ less from chance", counted(left, "arrow"))
	}
	there := make(map[influence.Verdict]bool)
	for _, p := range drawn {
		there[p.Verdict] = true
		e := influenceLook(p.Verdict)
		e.From, e.To, e.Pull = index[p.From], index[p.To], 1
		e.Width *= 1 + 4*p.Share
		e.Classes = []string{"influence", "influence-" + string(p.Verdict)}
		e.Text = []string{fmt.Sprintf("%.0f %%", 100*p.Share)}
		e.Tip = visible.Picture(fmt.Sprintf("%d of %s of %s follow from %s: %.0f %% (%.0f to %.0f), by chance %.0f %%",
			p.Steps, english.Count(p.Firings, "step"), p.To, p.From, 100*p.Share, 100*p.Interval.Low, 100*p.Interval.High,
			100*p.Chance))
		a.Edges = append(a.Edges, e)
	}
	for _, v := range []influence.Verdict{influence.More, influence.Less, influence.Unclear} {
		if sample := influenceLook(v); there[v] {
			a.explain(influenceText[v], nil, &sample)
		}
	}
}

// influenceText explains the arrows of a verdict in the legend.
var influenceText = map[influence.Verdict]string{
	influence.More:    "so many of its steps follow from the rule: more than by chance",
	influence.Less:    "so many of its steps follow from the rule: less than by chance",
	influence.Unclear: "so many of its steps follow from the rule: maybe by chance",
}

func influenceLook(v influence.Verdict) diagram.Edge {
	switch v {
	case influence.More:
		return diagram.Edge{Look: diagram.Line, Width: 1}
	case influence.Less:
		return diagram.Edge{Look: diagram.Line, Width: 1, Stroke: diagram.Dashed}
	}
	return diagram.Edge{Look: diagram.Faint, Width: 0.5, Head: diagram.Hollow}
}
