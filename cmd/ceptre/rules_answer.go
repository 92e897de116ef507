package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// ruleReport is what there is to say of a run's rules.
type ruleReport struct {
	graph       *rules.Graph
	kinds       kinds.Table
	incidences  []rules.Incidence
	exact       bool // the incidences are those of the program
	observed    bool // some quantities change as they did in the run, for the rules do not say by how much
	static      bool // of the program alone
	sought      bool // cycles and invariants were asked for
	cycles      [][]int
	all         bool // there are no other cycles
	invariants  rules.Invariants
	more        int // invariants that are not among these
	possible    []rules.Link
	contested   bool // the competition between rules was computed
	preventions []rules.Prevention
	prevented   []preventedData
	cut         int  // states of which not all transitions were looked at
	whole       bool // long lists are not cut
}

// newRuleReport reports on a run, in which these kinds of facts are told apart.
func newRuleReport(g *causal.Graph, k kinds.Table) *ruleReport {
	return &ruleReport{graph: rules.Condense(g, k), incidences: rules.Incidences(g, k), kinds: k}
}

// findCycles finds so many cycles, and so many invariants. Cycles come first that change
// something, and invariants that take several rules. Where none are wanted it does not even
// look whether there are any, which can take most of the time.
func (r *ruleReport) findCycles(most int) {
	if most == 0 {
		return
	}
	r.sought = true
	r.cycles, r.all = r.graph.Cycles(most)
	first(r.cycles, r.changing)
	r.invariants = rules.FindInvariants(r.incidences)
	first(r.invariants.Firings, severalRules)
	listed := min(most, len(r.invariants.Firings))
	r.more = len(r.invariants.Firings) - listed
	r.invariants.Firings = r.invariants.Firings[:listed]
}

// changing reports whether going round a cycle changes anything.
func (r *ruleReport) changing(cycle []int) bool {
	return rules.Around(cycle, r.incidences).Kind() != rules.Neutral
}

// first moves what something is true of to the front. Else all keeps its order.
func first[T any](all []T, is func(T) bool) {
	rank := func(x T) int {
		if is(x) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b T) int { return rank(a) - rank(b) })
}

// severalRules reports whether firings are of more than one rule.
func severalRules(firings []rules.Firing) bool { return len(firings) > 1 }

func (r *ruleReport) name(rule int) string { return r.graph.Nodes[rule].Rule }

func (r *ruleReport) names(rules []int) []string { return texts(rules, r.name) }

// round returns a cycle as words: `a → b → a`.
func (r *ruleReport) round(cycle []int) string {
	return strings.Join(append(r.names(cycle), r.name(cycle[0])), " → ")
}

// firings returns an invariant as words: `a 2×, b`.
func (r *ruleReport) firings(firings []rules.Firing) string {
	return strings.Join(texts(firings, func(f rules.Firing) string {
		if f.Times == 1 {
			return r.name(f.Rule)
		}
		return fmt.Sprintf("%s %d×", r.name(f.Rule), f.Times)
	}), ", ")
}

// write writes the report as text.
func (r *ruleReport) write(w io.Writer) error {
	b := &report.Text{All: r.whole}
	r.writeRules(b)
	r.writeLinks(b)
	r.writeLoops(b)
	if r.sought {
		r.writeCycles(b)
		r.writeInvariants(b)
	}
	if r.exact && !r.static {
		r.writePossible(b)
	}
	if r.contested {
		r.writeCompetition(b)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (r *ruleReport) writeRules(b *report.Text) {
	switch {
	case len(r.graph.Nodes) == 0 && r.static:
		b.Title("The program has no rules")
		return
	case len(r.graph.Nodes) == 0:
		b.Title("No rule fired")
		return
	}
	b.Title("Rules, with what a firing adds to the numbers of facts")
	for i, n := range r.graph.Nodes {
		changes := texts(r.incidences[i].Told(), rules.Change.String)
		if len(changes) == 0 {
			changes = []string{"nothing"}
		}
		b.Item("%s: %s", r.fired(n), strings.Join(changes, ", "))
	}
	if r.observed {
		b.Item("Where a rule does not say by how much a number changes, it is by its firings in this run.")
	}
}

// fired returns a rule, with how often it fired if there was a run.
func (r *ruleReport) fired(n rules.Node) string {
	if r.static {
		return n.Rule
	}
	return fmt.Sprintf("%s, %d×", n.Rule, n.Count)
}

func (r *ruleReport) writeLinks(b *report.Text) {
	switch {
	case r.static:
		r.writePotential(b)
		return
	case len(r.graph.Edges) == 0:
		b.Title("No rule fed another")
		return
	}
	b.Title("What fed what")
	for _, e := range r.graph.Edges {
		b.Item("%s → %s: %s, %s", r.name(e.From), r.name(e.To), strings.Join(e.Kinds, ", "), uses(e))
	}
}

// writePotential writes what could feed what.
func (r *ruleReport) writePotential(b *report.Text) {
	if len(r.graph.Edges) == 0 {
		b.Title("No rule could feed another")
		return
	}
	b.Title("What could feed what")
	b.Items(texts(r.graph.Edges, func(e rules.Edge) string {
		return fmt.Sprintf("%s → %s: %s", r.name(e.From), r.name(e.To), strings.Join(e.Kinds, ", "))
	}))
}

// uses says how often an edge was used up and read.
func uses(e rules.Edge) string {
	switch {
	case e.Read == 0:
		return fmt.Sprintf("%d used", e.Consumed)
	case e.Consumed == 0:
		return fmt.Sprintf("%d read", e.Read)
	}
	return fmt.Sprintf("%d used, %d read", e.Consumed, e.Read)
}

func (r *ruleReport) writeLoops(b *report.Text) {
	loops := r.graph.Loops()
	if len(loops) == 0 {
		b.Title("No loops: no rule feeds itself, be it by way of others")
		return
	}
	b.Title("Loops: rules that all feed each other, by some way")
	for _, loop := range loops {
		b.Item("%s", strings.Join(r.names(loop), ", "))
	}
}

func (r *ruleReport) writeCycles(b *report.Text) {
	switch {
	case len(r.cycles) == 0 && r.all:
		return // there are no loops
	case r.exact:
		b.Title("Cycles, with what going round once does")
	default:
		b.Title("Cycles, with what going round once does, by the firings of this run")
	}
	for _, cycle := range r.cycles {
		b.Item("%s", r.round(cycle))
		b.Item("  %s", rules.Around(cycle, r.incidences).Sentence())
	}
	if !r.all {
		b.Item("There are more; --cycles says how many to list.")
	}
}

func (r *ruleReport) writeInvariants(b *report.Text) {
	i := r.invariants
	switch {
	case i.Cut:
		b.Title("There are too many T-invariants to find")
	case len(i.Firings)+r.more == 0:
		b.Title("No T-invariants: no firings leave the numbers as they were")
	default:
		b.Title("T-invariants: firings that leave the numbers as they were")
		for _, firings := range i.Firings {
			b.Item("%s", r.firings(firings))
		}
	}
	if r.more > 0 {
		b.Item("There are %d more; --cycles says how many to list.", r.more)
	}
	if len(i.Varying) > 0 {
		b.Item("Left out, for their firings differ: %s", strings.Join(r.names(i.Varying), ", "))
	}
}

func (r *ruleReport) writePossible(b *report.Text) {
	if len(r.possible) == 0 {
		b.Title("All that could feed something did")
		return
	}
	b.Title("What could have fed what, and never did")
	b.Items(texts(r.possibleLines(), func(l *possibleLine) string {
		return fmt.Sprintf("%s → %s: %s", l.from, strings.Join(l.to, ", "), l.what)
	}))
}

// possibleLine is one rule's links that could have been with the same predicates.
type possibleLine struct {
	from, what string
	to         []string
}

func (r *ruleReport) possibleLines() []*possibleLine {
	var out []*possibleLine
	known := make(map[[2]string]*possibleLine)
	for _, l := range r.possible {
		key := [2]string{l.From, strings.Join(append(marked(l.Consumed, "used"), marked(l.Read, "read")...), ", ")}
		if known[key] == nil {
			known[key] = &possibleLine{from: key[0], what: key[1]}
			out = append(out, known[key])
		}
		known[key].to = append(known[key].to, l.To)
	}
	return out
}

// marked returns predicates with what would be done with their facts.
func marked(preds []string, how string) []string {
	return texts(preds, func(p string) string { return p + " " + how })
}

func (r *ruleReport) writeCompetition(b *report.Text) {
	switch {
	case len(r.preventions) > 0:
		b.Title("Competition: rules that used up what others wanted")
	case r.cut > 0:
		b.Title("No rule was seen to keep another from firing")
	default:
		b.Title("No rule kept another from firing")
	}
	b.Items(texts(r.preventions, prevention))
	if r.cut > 0 {
		b.Item("In %s there were too many moves to look at all.", english.Count(r.cut, "state"))
	}
	if len(r.prevented) > 0 {
		b.Title("Step by step")
		b.Items(texts(r.prevented, preventedData.String))
	}
}

// prevention says how often a rule prevented another, and over what.
func prevention(p rules.Prevention) string {
	return fmt.Sprintf("%s prevented %s %d×, over %s%s", p.Winner, p.Loser, p.Count, strings.Join(p.Kinds, ", "), later(p))
}

// later says how many of the prevented firings happened later.
func later(p rules.Prevention) string {
	switch {
	case p.Later == 0:
		return ""
	case p.Later == p.Count && p.Count == 1:
		return ", and it fired later all the same"
	}
	return fmt.Sprintf(", and %d× it fired later all the same", p.Later)
}
