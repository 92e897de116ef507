package render

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/timeline"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// timeline draws the course of the run over time: from left to right as many spans of time as fit;
// above, the numbers in facts, as lines; and in rows the number of events in each stage, the
// firings of each rule in each span, and the most facts of each kind. Every row has a scale of its
// own, so that rare ones are seen as well; numbers of a kind share one. The width of the picture
// does not depend on the length of the run.
func (a *artist) timeline() error {
	s, err := a.selection()
	if err != nil || len(s.Events) == 0 {
		return err
	}
	timeline := timeline.Of(a.graph, s.Events, mostSlots, a.kindsOf(a.graph))
	a.draft(timeline, a.rows(timeline))
	return nil
}

// row is what a timeline shows of one thing.
type row struct {
	group      group
	id, name   string
	says       string // how much it is in all
	look       diagram.Look
	class, tip string
	url        string
	weight     int              // how much it has to tell, if not all rows are drawn
	values     []int            // by span
	number     *timeline.Number // of lines; nil of bars
}

// group is what rows stand together.
type group int

const (
	ofNumbers group = iota
	ofStages
	ofRules
	ofFacts
)

// rows returns what there is to show; where that is too much, the rules that fire most
// and the facts that change most.
func (a *artist) rows(c *timeline.Timeline) []row {
	var rows []row
	for i := range c.Numbers {
		rows = append(rows, a.numberRow(i, &c.Numbers[i]))
	}
	if len(c.Stages) > 1 {
		for i, s := range c.Stages {
			rows = append(rows, a.stageRow(i, &s))
		}
	}
	for i, r := range c.Rules {
		rows = append(rows, a.ruleRow(i, &r))
	}
	for i, f := range c.Facts {
		rows = append(rows, a.factRow(i, &f))
	}
	return a.telling(rows)
}

// telling leaves out the rows that have least to tell, where there are too many.
func (a *artist) telling(rows []row) []row {
	if a.MaxNodes == 0 || len(rows) <= a.MaxNodes {
		return rows
	}
	weights := make([]int, len(rows))
	for i, r := range rows {
		weights[i] = r.weight
	}
	slices.SortFunc(weights, func(x, y int) int { return cmp.Compare(y, x) })
	least, room := weights[a.MaxNodes-1], a.MaxNodes
	for _, w := range weights {
		if w > least {
			room--
		}
	}
	kept := slices.DeleteFunc(slices.Clone(rows), func(r row) bool {
		if r.weight == least {
			room--
			return room < 0
		}
		return r.weight < least
	})
	a.note(TooMany, "only %s of %s are drawn, those in which most happens", grouped(len(kept)), counted(len(rows), "row"))
	return kept
}

func (a *artist) stageRow(i int, s *timeline.Stage) row {
	name := visible.Picture(cmp.Or(s.Stage, "no stage"))
	return row{
		group: ofStages, id: fmt.Sprintf("s%d", i+1), name: a.short(name), says: grouped(s.Count), look: diagram.Link,
		class: class("stage", s.Stage),
		tip:   "stage " + name + "\n" + counted(s.Count, "event"), weight: s.Count, values: s.Events,
	}
}

func (a *artist) ruleRow(i int, r *timeline.Rule) row {
	step := a.graph.Step(r.First)
	return row{
		group: ofRules, id: ruleName(i), name: a.short(r.Rule), says: grouped(r.Count) + "×", look: a.eventLook(step),
		class: class("rule", r.Rule),
		tip:   a.ruleTip(r.Rule, fmt.Sprintf("fired %d×, first as %s", r.Count, step.ID)), weight: r.Count, values: r.Firings,
		url: a.link(step),
	}
}

func (a *artist) factRow(i int, f *timeline.Fact) row {
	return row{
		group: ofFacts, id: fmt.Sprintf("k%d", i+1), name: a.short(f.Kind),
		says: fmt.Sprintf("%s → %s", grouped(f.Start), grouped(f.End)), look: diagram.Line,
		class: "fact",
		tip: fmt.Sprintf("%s\n%d at the start, %d at the end; at least %d, at most %d", visible.Picture(f.Kind), f.Start,
			f.End, f.Least, f.Most),
		weight: f.Most - f.Least, values: f.Peaks,
	}
}
