package summary

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/influence"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Observer counts which steps follow from which rules, in each run as it ends. Several goroutines may use it.
type Observer struct {
	links [][]int // by the second rule, the first ones
	lock  sync.Mutex
	total *influence.Total
}

// NewObserver returns an observer of the pairs of rules of a program that can feed each other.
func NewObserver(prog *lang.Program, start *lang.Start) *Observer {
	rules := prog.Rules()
	o := &Observer{links: make([][]int, len(rules))}
	var named total.Subject
	named.Name(&sweep.Sweep{Rules: rules})
	o.total = influence.New(named)
	index := make(map[string]int)
	for i, r := range rules {
		index[r.Label] = i
	}
	for _, l := range inquiry.NewPotential(prog, start.Context.Facts).Links {
		to := index[l.To]
		o.links[to] = append(o.links[to], index[l.From])
	}
	return o
}

// Read counts in the run of a trace.
func (o *Observer) Read(t *trace.Trace) error {
	run := influence.NewRun(causal.New(t), len(o.links), o.links)
	o.lock.Lock()
	defer o.lock.Unlock()
	o.total.Add(run)
	return nil
}

// Total returns the total of the observed runs, for their subject, which has the rules of the program.
func (o *Observer) Total(of total.Subject) *influence.Total {
	o.total.Subject = of
	return o.total
}

// Influence says which rules lead to which in many runs. Its exported fields are the JSON.
type Influence struct {
	Series
	Pairs []influence.Pair `json:"pairs"`

	total *influence.Total
}

// NewInfluence returns the influences in the runs of a total.
func NewInfluence(t *influence.Total) *Influence {
	return &Influence{Series: NewSeries(&t.Subject, t.Done), Pairs: t.Pairs(), total: t}
}

// Graph returns the rules that fired, without what passed between them.
func (i *Influence) Graph() *rules.Graph {
	g := new(rules.Graph)
	for k, r := range i.total.Rules {
		if n := i.total.Fired(k); n > 0 {
			g.Nodes = append(g.Nodes, rules.Node{Rule: r.Label, Stage: r.Stage, First: causal.Outside, Count: n})
		}
	}
	return g
}

// Data implements [report.Answer].
func (i *Influence) Data() any { return i }

// Print prints the influences as text. Influences that differ from chance come first; both these and the others are by
// falling difference.
func (i *Influence) Print(b *report.Text) {
	b.Title(i.Series.String())
	var t table.Table
	t.Row([]string{"rule", "follows from", "steps", "share", "from", "to", "by chance", "", "runs", "share", "from", "to"})
	pairs := slices.Clone(i.Pairs)
	slices.SortStableFunc(pairs, func(a, b influence.Pair) int {
		return cmp.Or(cmp.Compare(len(mark(b.Verdict)), len(mark(a.Verdict))),
			cmp.Compare(math.Abs(b.Share-b.Chance), math.Abs(a.Share-a.Chance)))
	})
	share := table.Share
	for _, p := range pairs {
		t.Row([]string{p.To, p.From, fmt.Sprintf("%d of %d", p.Steps, p.Firings), share(p.Share), share(p.Interval.Low),
			share(p.Interval.High), share(p.Chance), mark(p.Verdict), fmt.Sprintf("%d of %d", p.Followed, p.Runs),
			table.Percent(p.Followed, p.Runs), share(p.Spread.Low), share(p.Spread.High)})
	}
	if len(pairs) == 0 {
		b.Line("")
		b.Line("No step follows from another one: none used up or read a fact that a step made.")
		return
	}
	t.List(b, "How often rules follow from rules")
	b.Line("")
	b.Line("A step follows from a rule if a step of the rule made a fact that it used up or read. By chance,")
	b.Line("facts come from any earlier steps. + is more than by chance, - less; the chance that any of these")
	b.Line("marks is wrong is 5 %%. Intervals are Wilson's, of 95 %%; they allow for dependent steps.")
}

// mark returns a sign for a verdict: + for more than by chance, - for less.
func mark(v influence.Verdict) string {
	return map[influence.Verdict]string{influence.More: "+", influence.Less: "-"}[v]
}
