// Package timeline answers how a run went in the order in which it happened: how often each rule fired, how many
// facts there were of each kind, and how numbers changed, in spans of equally many steps. One pass over the
// events keeps the count of each kind of facts.
package timeline

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/kinds"
)

// Timeline is how a run went, in the order in which it happened: how often each rule
// fired in each of some spans of time, and how many facts of each kind there were.
type Timeline struct {
	Spans  []Span  // one after the other
	Rules  []Rule  // in order of first firing
	Stages []Stage // in order of their first event
	Facts  []Fact  // in order of the first fact; without kinds of which there were always as many
	// Numbers are the numbers in facts that rules changed in the run, in order of the first fact.
	Numbers []Number
}

// Span is a span of time: the events from one up to the one before another.
type Span struct{ From, To causal.Event }

// Rule says how often a rule fired in each span.
type Rule struct {
	Rule    string
	First   causal.Event
	Count   int
	Firings []int
}

// Stage says how many events there were in a stage in each span.
type Stage struct {
	Stage  string
	Count  int
	Events []int
}

// Fact says how many facts of a kind there were.
type Fact struct {
	Kind        string // with `!` before that of permanent facts
	Start, End  int    // before the first span, and after the last
	Peaks       []int  // the most in each span, from its beginning to its end
	Least, Most int    // at any time
}

// Of returns how a run went from the first to the last of some events, which are
// ascending, in at most so many spans of equally many steps, but for one. Of events,
// these alone count; of facts, all there were.
func Of(g *causal.Graph, events []causal.Event, spans int, k kinds.Table) *Timeline {
	c := &Timeline{}
	if len(events) == 0 {
		return c
	}
	first, all := events[0], int(events[len(events)-1]-events[0])+1
	n := min(max(spans, 1), all)
	for i := range n {
		c.Spans = append(c.Spans, Span{first + causal.Event(i*all/n), first + causal.Event((i+1)*all/n)})
	}
	c.addEvents(g, events)
	c.addFacts(g, k)
	c.addNumbers(g, k)
	return c
}

// addEvents counts events by their rules and stages.
func (c *Timeline) addEvents(g *causal.Graph, events []causal.Event) {
	rules, stages := make(map[int]int), make(map[string]int)
	span := 0
	for _, e := range events {
		for e >= c.Spans[span].To {
			span++
		}
		step := g.Step(e)
		r, known := rules[g.Rule(e)]
		if !known {
			r = len(c.Rules)
			rules[g.Rule(e)] = r
			c.Rules = append(c.Rules, Rule{Rule: g.Label(e), First: e, Firings: make([]int, len(c.Spans))})
		}
		c.Rules[r].Count++
		c.Rules[r].Firings[span]++
		s, known := stages[step.Stage]
		if !known {
			s = len(c.Stages)
			stages[step.Stage] = s
			c.Stages = append(c.Stages, Stage{Stage: step.Stage, Events: make([]int, len(c.Spans))})
		}
		c.Stages[s].Count++
		c.Stages[s].Events[span]++
	}
}

// addFacts counts facts of each kind.
func (c *Timeline) addFacts(g *causal.Graph, k kinds.Table) {
	s := newStock(g, k)
	first := c.Spans[0].From
	for e := range first {
		s.pass(g, e)
	}
	for k := range s.facts {
		f := &s.facts[k]
		f.Start, f.Least, f.Most = s.now[k], s.now[k], s.now[k]
	}
	for i, span := range c.Spans {
		for k := range s.facts {
			s.facts[k].Peaks = append(s.facts[k].Peaks, s.now[k])
		}
		for e := span.From; e < span.To; e++ {
			s.pass(g, e)
			s.mark(g, e, i)
		}
	}
	for k, f := range s.facts {
		if f.End = s.now[k]; f.Least < f.Most {
			c.Facts = append(c.Facts, f)
		}
	}
}

// stock is how many facts of each kind there are at a time.
type stock struct {
	facts []Fact
	of    []int // the kind of each resource; -1 for stage tokens
	now   []int // by kind
}

func newStock(g *causal.Graph, k kinds.Table) *stock {
	s := &stock{of: make([]int, len(g.Resources))}
	index := make(map[string]int)
	for i := range g.Resources {
		r := &g.Resources[i]
		if r.StageToken() {
			s.of[i] = -1
			continue
		}
		name := k.Of(r.Pred, r.Args)
		if r.Persistent {
			name = "!" + name
		}
		n, known := index[name]
		if !known {
			n = len(s.facts)
			index[name] = n
			s.facts, s.now = append(s.facts, Fact{Kind: name}), append(s.now, 0)
		}
		s.of[i] = n
		if r.Producer == causal.Outside {
			s.now[n]++
		}
	}
	return s
}

// pass goes on past an event.
func (s *stock) pass(g *causal.Graph, e causal.Event) {
	s.each(g, e, func(k, by int) { s.now[k] += by })
}

// mark notes how many facts there are after an event of a span, of the kinds that it
// touches.
func (s *stock) mark(g *causal.Graph, e causal.Event, span int) {
	s.each(g, e, func(k, _ int) {
		f, now := &s.facts[k], s.now[k]
		f.Least, f.Most, f.Peaks[span] = min(f.Least, now), max(f.Most, now), max(f.Peaks[span], now)
	})
}

// each calls a function with each kind of which an event uses up or makes a fact.
func (s *stock) each(g *causal.Graph, e causal.Event, change func(kind, by int)) {
	step := g.Step(e)
	for _, id := range step.Consumes {
		if k := s.of[g.Index(id)]; k >= 0 {
			change(k, -1)
		}
	}
	for _, id := range step.Produces {
		if k := s.of[g.Index(id)]; k >= 0 {
			change(k, 1)
		}
	}
}
