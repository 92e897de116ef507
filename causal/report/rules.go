package report

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Rules tells of a run at the level of its rules, or of a program alone.
type Rules struct {
	Graph       *rules.Graph
	Kinds       kinds.Table
	Possible    []rules.Link       // links that could have been
	Preventions []rules.Prevention // pairs of rules of which one kept the other from firing
	incidences  []rules.Incidence
	exact       bool // the incidences are those of the program
	observed    bool // some quantities change as they did in the run, for the rules do not say by how much
	static      bool // of the program alone
	sought      bool // cycles and invariants were asked for
	cycles      [][]int
	all         bool // there are no other cycles
	invariants  rules.Invariants
	more        int  // invariants that are not among these
	contested   bool // the competition between rules was computed
	prevented   []preventedData
	cut         int // states of which not all transitions were looked at
}

// NewRules reports on a run, in which these kinds of facts are told apart.
func NewRules(g *causal.Graph, k kinds.Table) *Rules {
	return &Rules{Graph: rules.Condense(g, k), incidences: rules.Incidences(g, k), Kinds: k}
}

// NewPotentialRules reports on the rules of a program that has not run.
func NewPotentialRules(prog *lang.Program, potential *inquiry.Potential) *Rules {
	return &Rules{
		Graph:      potential.Graph(prog),
		incidences: each(prog.Rules(), potential.Incidence),
		exact:      true, static: true,
	}
}

// AddProgram adds what the program says of its rules, and tells apart what the program
// does.
func (r *Rules) AddProgram(prog *lang.Program, g *causal.Graph) error {
	start, err := replay.Start(prog, g.Trace)
	if err != nil {
		return err
	}
	potential := inquiry.NewPotential(prog, start)
	*r = *NewRules(g, potential.Kinds)
	for _, rule := range prog.Rules() {
		if i := slices.IndexFunc(r.Graph.Nodes, func(n rules.Node) bool { return n.Rule == rule.Label }); i >= 0 {
			incidence, observed := potential.Incidence(rule).Observed(r.incidences[i])
			r.incidences[i], r.observed = incidence, r.observed || observed
		}
	}
	r.exact = true
	r.Possible = potential.Unhappened(r.Graph)
	return nil
}

// AddCompetition adds which rules kept which others from firing in the run.
func (r *Rules) AddCompetition(
	ctx context.Context, prog *lang.Program, t *trace.Trace, limits inquiry.CompetitionLimits,
) error {
	competition, err := inquiry.Compete(ctx, prog, t, limits)
	if err != nil {
		return err
	}
	r.contested = true
	r.Preventions, r.cut = competition.Rules, competition.Cut
	facts := make(map[trace.ResourceID]string)
	for _, x := range t.Resources {
		facts[x.ID] = x.String()
	}
	r.prevented = each(competition.Preventions, func(p inquiry.Prevention) preventedData {
		d := preventedData{Step: p.Winner.ID.String(), What: p.Winner.String(), Prevented: p.Loser(), Over: facts[p.Resource]}
		if p.Later != nil {
			d.Later = p.Later.ID.String()
		}
		return d
	})
	return nil
}

// FindCycles finds so many cycles, and so many invariants. Cycles come first that change
// something, and invariants that take several rules. Where none are wanted it does not even
// look whether there are any, which can take most of the time.
func (r *Rules) FindCycles(most int) {
	if most == 0 {
		return
	}
	r.sought = true
	r.cycles, r.all = r.Graph.Cycles(most)
	first(r.cycles, func(cycle []int) bool { return rules.Around(cycle, r.incidences).Kind() != rules.Neutral })
	r.invariants = rules.FindInvariants(r.incidences)
	first(r.invariants.Firings, func(firings []rules.Firing) bool { return len(firings) > 1 })
	listed := min(most, len(r.invariants.Firings))
	r.more = len(r.invariants.Firings) - listed
	r.invariants.Firings = r.invariants.Firings[:listed]
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

func (r *Rules) name(rule int) string { return r.Graph.Nodes[rule].Rule }

func (r *Rules) names(rules []int) []string { return each(rules, r.name) }

// firings returns an invariant as words: `a 2×, b`.
func (r *Rules) firings(firings []rules.Firing) string {
	return strings.Join(each(firings, func(f rules.Firing) string {
		if f.Times == 1 {
			return r.name(f.Rule)
		}
		return fmt.Sprintf("%s %d×", r.name(f.Rule), f.Times)
	}), ", ")
}

// Print prints the
func (r *Rules) Print(b *Text) {
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
}

func (r *Rules) writeRules(b *Text) {
	switch {
	case len(r.Graph.Nodes) == 0 && r.static:
		b.Title("The program has no rules")
		return
	case len(r.Graph.Nodes) == 0:
		b.Title("No rule fired")
		return
	}
	b.Title("Rules, with what a firing adds to the numbers of facts")
	for i, n := range r.Graph.Nodes {
		changes := each(r.incidences[i].Told(), rules.Change.String)
		if len(changes) == 0 {
			changes = []string{"nothing"}
		}
		name := n.Rule
		if !r.static {
			name += fmt.Sprintf(", %d×", n.Count)
		}
		b.Item("%s: %s", name, strings.Join(changes, ", "))
	}
	if r.observed {
		b.Item("Where a rule does not say by how much a number changes, it is by its firings in this run.")
	}
}

// writeLinks writes what fed what, how often, or what could.
func (r *Rules) writeLinks(b *Text) {
	lines := each(r.Graph.Edges, func(e rules.Edge) string {
		line := fmt.Sprintf("%s → %s: %s", r.name(e.From), r.name(e.To), strings.Join(e.Kinds, ", "))
		if !r.static && (e.Consumed > 0 || e.Read == 0) {
			line += fmt.Sprintf(", %d used", e.Consumed)
		}
		if !r.static && e.Read > 0 {
			line += fmt.Sprintf(", %d read", e.Read)
		}
		return line
	})
	switch {
	case r.static && len(lines) == 0:
		b.Title("No rule could feed another")
	case r.static:
		b.Title("What could feed what")
		b.Items(lines)
	case len(lines) == 0:
		b.Title("No rule fed another")
	default:
		b.Title("What fed what")
		for _, line := range lines {
			b.Item("%s", line)
		}
	}
}

func (r *Rules) writeLoops(b *Text) {
	loops := r.Graph.Loops()
	if len(loops) == 0 {
		b.Title("No loops: no rule feeds itself, directly or through others")
		return
	}
	b.Title("Loops: rules that feed each other, directly or through others")
	for _, loop := range loops {
		b.Item("%s", strings.Join(r.names(loop), ", "))
	}
}

func (r *Rules) writeCycles(b *Text) {
	switch {
	case len(r.cycles) == 0 && r.all:
		return // there are no loops
	case r.exact:
		b.Title("Cycles, with what going round once does")
	default:
		b.Title("Cycles, with what going round once does, by the firings of this run")
	}
	for _, cycle := range r.cycles {
		b.Item("%s", strings.Join(append(r.names(cycle), r.name(cycle[0])), " → "))
		b.Item("  %s", rules.Around(cycle, r.incidences).Sentence())
	}
	if !r.all {
		b.Item("There are more; --cycles says how many to list.")
	}
}

func (r *Rules) writeInvariants(b *Text) {
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
		b.Item("Left out, because their firings differ: %s", strings.Join(r.names(i.Varying), ", "))
	}
}

func (r *Rules) writePossible(b *Text) {
	if len(r.Possible) == 0 {
		b.Title("Every rule that could feed another did")
		return
	}
	b.Title("What could have fed what, and never did")
	b.Items(each(r.possibleLines(), func(l *possibleLine) string {
		return fmt.Sprintf("%s → %s: %s", l.from, strings.Join(l.to, ", "), l.what)
	}))
}

// possibleLine is one rule's links that could have been with the same predicates.
type possibleLine struct {
	from, what string
	to         []string
}

func (r *Rules) possibleLines() []*possibleLine {
	var out []*possibleLine
	known := make(map[[2]string]*possibleLine)
	for _, l := range r.Possible {
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
	return each(preds, func(p string) string { return p + " " + how })
}

func (r *Rules) writeCompetition(b *Text) {
	switch {
	case len(r.Preventions) > 0:
		b.Title("Competition: rules that used up what others wanted")
	case r.cut > 0:
		b.Title("No rule was seen to keep another from firing")
	default:
		b.Title("No rule kept another from firing")
	}
	b.Items(each(r.Preventions, func(p rules.Prevention) string {
		later := ""
		switch {
		case p.Later == 0:
		case p.Count == 1:
			later = ", and it fired later all the same"
		default:
			later = fmt.Sprintf(", and %d× it fired later all the same", p.Later)
		}
		return fmt.Sprintf("%s prevented %s %d×, over %s%s", p.Winner, p.Loser, p.Count, strings.Join(p.Kinds, ", "),
			later)
	}))
	if r.cut > 0 {
		b.Item("In %s there were too many moves to look at all.", english.Count(r.cut, "state"))
	}
	if len(r.prevented) > 0 {
		b.Title("Step by step")
		b.Items(each(r.prevented, preventedData.String))
	}
}
