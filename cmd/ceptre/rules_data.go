package main

import "github.com/ceptre-graph/ceptre/causal"

// ruleData is the report of a run's rules as --json prints it.
type ruleData struct {
	Rules       []ruleItem     `json:"rules"`
	Links       []linkItem     `json:"links"`
	Loops       [][]string     `json:"loops"`
	Cycles      []cycleItem    `json:"cycles"`
	AllCycles   bool           `json:"allCycles"`
	Invariants  invariantsItem `json:"invariants"`
	Possible    []possibleItem `json:"possible,omitempty"`    // with the program
	Competition []contestItem  `json:"competition,omitempty"` // with the program
	Exact       bool           `json:"exact"`                 // changes are those of the program's rules
	Cut         int            `json:"cut,omitempty"`         // states not looked at in full
}

type ruleItem struct {
	Rule    string       `json:"rule"`
	Stage   string       `json:"stage,omitempty"`
	Count   int          `json:"count"`
	Changes []changeItem `json:"changes"`
}

// changeItem is what a firing, or a round, adds to the number of facts.
type changeItem struct {
	Fact  string `json:"fact"` // with ! before a permanent one
	Least int    `json:"least"`
	Most  int    `json:"most"`
}

type linkItem struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Consumed int      `json:"consumed"`
	Read     int      `json:"read"`
	Preds    []string `json:"predicates"`
}

type cycleItem struct {
	Rules   []string        `json:"rules"`
	Kind    causal.LoopKind `json:"kind"`
	Changes []changeItem    `json:"changes"`
}

type invariantsItem struct {
	Firings []map[string]int `json:"firings"`
	Varying []string         `json:"varying"`        // rules left out
	More    int              `json:"more,omitempty"` // that are not listed
	Cut     bool             `json:"cut,omitempty"`
}

type possibleItem struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Consumed []string `json:"consumed,omitempty"`
	Read     []string `json:"read,omitempty"`
}

type contestItem struct {
	Winner string   `json:"winner"`
	Loser  string   `json:"loser"`
	Count  int      `json:"count"`
	Later  int      `json:"later"`
	Preds  []string `json:"predicates"`
}

// data returns the report as data.
func (r *ruleReport) data() ruleData {
	return ruleData{
		Rules:     r.ruleItems(),
		Links:     each(r.graph.Edges, r.linkItem),
		Loops:     each(r.graph.Loops(), r.names),
		Cycles:    each(r.cycles, r.cycleItem),
		AllCycles: r.all,
		Invariants: invariantsItem{
			Firings: each(r.invariants.Firings, r.firingItem),
			Varying: r.names(r.invariants.Varying),
			More:    r.more,
			Cut:     r.invariants.Cut,
		},
		Possible:    each(r.possible, func(l causal.PossibleLink) possibleItem { return possibleItem(l) }),
		Competition: each(r.preventions, func(p causal.RulePrevention) contestItem { return contestItem(p) }),
		Exact:       r.exact,
		Cut:         r.cut,
	}
}

func (r *ruleReport) ruleItems() []ruleItem {
	out := make([]ruleItem, len(r.graph.Nodes))
	for i, n := range r.graph.Nodes {
		out[i] = ruleItem{n.Rule, n.Stage, n.Count, changeItems(r.incidences[i])}
	}
	return out
}

func changeItems(n causal.Incidence) []changeItem {
	return each(n, func(c causal.Change) changeItem { return changeItem{c.Fact(), c.Least, c.Most} })
}

func (r *ruleReport) linkItem(e causal.RuleEdge) linkItem {
	return linkItem{r.name(e.From), r.name(e.To), e.Consumed, e.Read, e.Preds}
}

func (r *ruleReport) cycleItem(cycle []int) cycleItem {
	around := causal.Around(cycle, r.incidences)
	return cycleItem{r.names(cycle), around.Kind(), changeItems(around)}
}

// firingItem returns an invariant by the names of its rules.
func (r *ruleReport) firingItem(times []int) map[string]int {
	out := make(map[string]int)
	for rule, n := range times {
		if n > 0 {
			out[r.name(rule)] = n
		}
	}
	return out
}
