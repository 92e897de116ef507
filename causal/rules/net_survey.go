package rules

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// NetSurvey gathers a net, firing by firing.
type NetSurvey struct {
	net    Net
	places map[Change]int // by kind, without its numbers
	rules  []ruleFirings
	counts []Flow // by place, of the firing at hand
}

// ruleFirings is what the firings of a rule did.
type ruleFirings struct {
	firings int
	at      map[int]int // of places among the flows of the transition
	seen    []int       // by flow: in how many firings there was anything
}

// NewNetSurvey returns a survey of rules.
func NewNetSurvey(rules []Node) *NetSurvey {
	s := &NetSurvey{places: make(map[Change]int)}
	for _, r := range rules {
		s.net.Transitions = append(s.net.Transitions, Transition{Rules: []Node{r}})
		s.rules = append(s.rules, ruleFirings{at: make(map[int]int)})
	}
	return s
}

// Place returns the place of facts of a kind, which is made where there is none.
func (s *NetSurvey) Place(kind string, permanent bool) int {
	key := Change{Kind: kind, Permanent: permanent}
	i, ok := s.places[key]
	if !ok {
		i = len(s.net.Places)
		s.places[key] = i
		s.net.Places = append(s.net.Places, Place{Kind: kind, Permanent: permanent})
		s.counts = append(s.counts, Flow{})
	}
	return i
}

// Fire adds a firing of a rule, by its index: the places of the facts that it uses up,
// reads and makes.
func (s *NetSurvey) Fire(rule int, uses, reads, makes []int) {
	r := &s.rules[rule]
	r.firings++
	for _, p := range uses {
		s.counts[p].Uses.Sum++
	}
	for _, p := range reads {
		s.counts[p].Reads.Sum++
	}
	for _, p := range makes {
		s.counts[p].Makes.Sum++
	}
	for _, list := range [3][]int{uses, reads, makes} {
		for _, p := range list {
			s.enter(rule, p)
		}
	}
}

// enter adds the current counts of a place to the flow of a rule, and resets them.
func (s *NetSurvey) enter(rule, place int) {
	now := s.counts[place]
	if now.Uses.Sum == 0 && now.Reads.Sum == 0 && now.Makes.Sum == 0 {
		return
	}
	s.counts[place] = Flow{}
	flow := Flow{Place: place, Uses: once(now.Uses), Reads: once(now.Reads), Makes: once(now.Makes)}
	r, t := &s.rules[rule], &s.net.Transitions[rule]
	i, ok := r.at[place]
	if !ok {
		i = len(t.Flows)
		r.at[place] = i
		t.Flows = append(t.Flows, flow)
		r.seen = append(r.seen, 1)
		return
	}
	t.Flows[i] = t.Flows[i].with(flow)
	r.seen[i]++
}

// Change adds to the flows of a rule what its firings so far add to quantities.
func (s *NetSurvey) Change(rule int, changes Incidence) {
	for _, c := range changes {
		if c.Quantity && !c.Total {
			flow := s.rules[rule].at[s.Place(c.Of, false)]
			f := &s.net.Transitions[rule].Flows[flow]
			f.Changes = append(f.Changes, c)
		}
	}
}

// once returns the flow of a single firing.
func once(f Amount) Amount { return Amount{f.Sum, f.Sum, f.Sum} }

// Net returns the net of the traces entered.
func (s *NetSurvey) Net() *Net {
	for i, r := range s.rules {
		flows := s.net.Transitions[i].Flows
		for k, seen := range r.seen {
			if seen < r.firings {
				flows[k].Uses.Least, flows[k].Reads.Least, flows[k].Makes.Least = 0, 0, 0
			}
		}
		slices.SortStableFunc(flows, func(a, b Flow) int { return a.Place - b.Place })
	}
	return &s.net
}

// NetOf returns the run as a net, with facts of these kinds.
func NetOf(g *causal.Graph, k kinds.Table) *Net {
	rg := &Graph{}
	of := rg.addNodes(g)
	s, t := NewNetSurvey(rg.Nodes), newTally(g, k)
	for _, kind := range t.names {
		if !kind.Quantity { // these come last
			s.Place(kind.Kind, kind.Permanent)
		}
	}
	var uses, reads, makes []int
	for e, rule := range of {
		step := g.Step(causal.Event(e))
		uses, reads, makes = t.places(uses[:0], step.Consumes), t.places(reads[:0], step.Reads),
			t.places(makes[:0], step.Produces)
		s.Fire(rule, uses, reads, makes)
		t.add(causal.Event(e), rule)
	}
	for rule, changes := range t.incidences() {
		s.Change(rule, changes)
	}
	s.hold(g, t)
	return s.Net()
}

// places appends the kinds of resources, by their numbers, but for stage tokens.
func (t *tally) places(to []int, resources []trace.ResourceID) []int {
	for _, id := range resources {
		if k := t.of[t.graph.Index(id)]; k >= 0 {
			to = append(to, k)
		}
	}
	return to
}

// hold counts what there is in the places before the run and after it.
func (s *NetSurvey) hold(g *causal.Graph, t *tally) {
	for i, k := range t.of {
		if k < 0 {
			continue
		}
		r := &g.Resources[i]
		if r.Producer == causal.Outside {
			s.net.Places[k].First++
		}
		if r.Consumer == causal.Outside {
			s.net.Places[k].Last++
		}
		if t.quantities != nil {
			for _, q := range t.quantities[i] {
				if of := t.names[q.kind]; !of.Total {
					s.net.Places[k].addSum(r, of.Kind, q.n)
				}
			}
		}
	}
}

// addSum counts a quantity of a fact of the place.
func (p *Place) addSum(r *causal.Resource, quantity string, n int) {
	i := slices.IndexFunc(p.Sums, func(s Sum) bool { return s.Quantity == quantity })
	if i < 0 {
		i = len(p.Sums)
		p.Sums = append(p.Sums, Sum{Quantity: quantity})
	}
	if r.Producer == causal.Outside {
		p.Sums[i].First = addBounds(p.Sums[i].First, n)
	}
	if r.Consumer == causal.Outside {
		p.Sums[i].Last = addBounds(p.Sums[i].Last, n)
	}
}
