package inquiry

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// Potential links follow from the program alone. Facts can pass from rule r to rule s if a result
// of r and a premise of s have an instance in common and
//
//   - the premise takes such a fact: `p` and `$p` one that is linear or
//     permanent, `!p` one that is permanent; of these `p` uses up the linear one,
//     and the others are read,
//   - the comparisons of both rules can hold of that instance, as far as they are
//     about it,
//   - the run can be in the stage of s after r: s is of the same stage, or of one
//     to which links lead.
//
// The other premises of the rules are not examined, so some of the possible links never happen;
// every link that happens in a run is possible.

// Potential is what the rules of a program can do for each other, whatever
// happens in a run.
type Potential struct {
	// Links are by From, then To, in the order of [lang.Program.Rules].
	Links []rules.Link
	// Kinds are those of the facts, as the rules tell them apart.
	Kinds kinds.Table

	sources map[*lang.Pred][]source
	stages  itinerary
}

// source is where facts come from: a result of a rule, or a fact of the start.
type source struct {
	rule      *lang.Rule // nil for a fact of the start
	args      []lang.Term
	permanent bool
}

// NewPotential returns what a program's rules can do for each other. Runs start
// from its contexts, and from the facts given beside.
func NewPotential(prog *lang.Program, start []lang.Initial) *Potential {
	p := &Potential{Kinds: Kinds(prog), sources: make(map[*lang.Pred][]source), stages: make(itinerary)}
	p.addFacts(start)
	for _, c := range prog.Contexts {
		p.addFacts(c.Facts)
	}
	for _, t := range prog.Traces {
		p.addFacts(t.Context.Facts)
	}
	rules := prog.Rules()
	for _, r := range rules {
		for _, result := range r.Results {
			p.sources[result.Atom.Pred] = append(p.sources[result.Atom.Pred], sourceOf(r, result))
		}
	}
	for _, s := range prog.Stages {
		p.stages[s] = make(map[*lang.Stage]bool)
		visit(s, p.stages[s])
	}
	takers := takersIn(rules)
	for _, from := range rules {
		for _, i := range takers.of(from) {
			if to := rules[i]; p.stages.leads(from, to) {
				p.addLink(from, to)
			}
		}
	}
	return p
}

// takers are the rules that take facts of each predicate, by their place among all rules:
// with the others no rule has to be compared.
type takers map[*lang.Pred][]int

func takersIn(rules []*lang.Rule) takers {
	t := make(takers)
	for i, r := range rules {
		for _, asked := range askedBy(r) {
			t[asked.premise.Atom.Pred] = append(t[asked.premise.Atom.Pred], i)
		}
	}
	return t
}

// asked is a premise on the state, with the rule that binds its variables. For a premise of a
// clause that is the clause as a rule.
type asked struct {
	rule    *lang.Rule
	premise lang.Premise
}

// askedBy returns the premises on the state of a rule, and those of the clauses by which its other
// premises may be proved.
func askedBy(r *lang.Rule) []asked {
	var out []asked
	add := func(r *lang.Rule) {
		for _, p := range r.Premises {
			if p.Kind.OnState() {
				out = append(out, asked{r, p})
			}
		}
	}
	add(r)
	seen := make(map[*lang.Pred]bool)
	for _, p := range r.Premises {
		if p.Kind != lang.Prove {
			continue
		}
		for _, pred := range append(p.Atom.Pred.Asks(), p.Atom.Pred) {
			if seen[pred] {
				continue
			}
			seen[pred] = true
			for _, c := range pred.Clauses {
				add(&lang.Rule{Name: r.Name, Label: r.Label, Stage: r.Stage, Vars: c.Vars, Premises: c.Premises})
			}
		}
	}
	return out
}

// of returns the rules that take facts of predicates of which a rule makes some, in order.
func (t takers) of(rule *lang.Rule) []int {
	var out []int
	for _, result := range rule.Results {
		out = append(out, t[result.Atom.Pred]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (p *Potential) addFacts(facts []lang.Initial) {
	for _, f := range facts {
		from := source{args: term.GroundAll(f.Fact.Args), permanent: f.Permanent}
		p.sources[f.Fact.Pred] = append(p.sources[f.Fact.Pred], from)
	}
}

// addLink enters what can pass from a rule to another, if anything can.
func (p *Potential) addLink(from, to *lang.Rule) {
	link := rules.Link{From: from.Label, To: to.Label}
	for _, result := range from.Results {
		for _, asked := range askedBy(to) {
			premise := asked.premise
			if premise.Atom.Pred != result.Atom.Pred || !sourceOf(from, result).meets(asked.rule, premise) {
				continue
			}
			kinds := &link.Read
			if premise.Kind == lang.Consume && !result.Permanent {
				kinds = &link.Consumed
			}
			*kinds = append(*kinds, p.kind(result.Atom))
		}
	}
	if len(link.Consumed)+len(link.Read) > 0 {
		link.Consumed, link.Read = set(link.Consumed), set(link.Read)
		p.Links = append(p.Links, link)
	}
}

// Makes reports whether some rule that can fire before another makes a fact that can meet a
// premise of this.
func (p *Potential) Makes(rule *lang.Rule, premise lang.Premise) bool {
	return slices.ContainsFunc(p.sources[premise.Atom.Pred], func(s source) bool {
		return s.rule != nil && p.stages.leads(s.rule, rule) && s.meets(rule, premise)
	})
}

// set returns names sorted, each once.
func set(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

func sourceOf(rule *lang.Rule, r lang.Result) source {
	return source{rule: rule, args: r.Atom.Args, permanent: r.Permanent}
}

// meets reports whether a source can meet a premise of a rule.
func (s source) meets(rule *lang.Rule, premise lang.Premise) bool {
	if premise.Kind == lang.Permanent && !s.permanent {
		return false
	}
	var after lang.Variable // the variables of the source's rule come first
	var comparisons []lang.Premise
	if s.rule != nil {
		after = lang.Variable(len(s.rule.Vars))
		comparisons = comparisonsOf(s.rule, 0)
	}
	comparisons = append(comparisons, comparisonsOf(rule, after)...)
	u := &unifier{values: make([]lang.Term, int(after)+len(rule.Vars))}
	for _, c := range comparisons {
		if c.Op == lang.Same && !u.unify(c.X, c.Y) {
			return false
		}
	}
	if !u.unifyAll(s.args, shiftAll(premise.Atom.Args, after)) {
		return false
	}
	return !slices.ContainsFunc(comparisons, u.fails)
}

// comparisonsOf returns the comparisons of a rule, its variables shifted.
func comparisonsOf(rule *lang.Rule, by lang.Variable) []lang.Premise {
	var out []lang.Premise
	for _, p := range rule.Premises {
		if p.Kind == lang.Compare {
			p.X, p.Y = shift(p.X, by), shift(p.Y, by)
			out = append(out, p)
		}
	}
	return out
}

// meeting returns the kinds of facts that can meet a premise of a rule, in the order in
// which programs make them; where there are none, what it asks for.
func (p *Potential) meeting(r *lang.Rule, premise lang.Premise) []rules.Change {
	var kinds []rules.Change
	for _, source := range p.sources[premise.Atom.Pred] {
		k := rules.Change{Kind: p.kind(lang.Atom{Pred: premise.Atom.Pred, Args: source.args}), Permanent: source.permanent}
		if !slices.Contains(kinds, k) && source.meets(r, premise) { // there are many facts of a kind
			kinds = append(kinds, k)
		}
	}
	if len(kinds) == 0 {
		kinds = append(kinds, rules.Change{Kind: p.kind(premise.Atom), Permanent: premise.Kind == lang.Permanent})
	}
	return kinds
}

// Graph returns the rules of a program with what can pass between them, as if nothing
// had happened yet: no rule has fired, and an edge counts the kinds of facts that can
// be used up along it, and those that can be read.
func (p *Potential) Graph(prog *lang.Program) *rules.Graph {
	g := &rules.Graph{Nodes: ruleNodes(prog.Rules())}
	index := make(map[string]int)
	for i, n := range g.Nodes {
		index[n.Rule] = i
	}
	for _, l := range p.Links {
		kinds := slices.Concat(l.Consumed, l.Read)
		slices.Sort(kinds)
		g.Edges = append(g.Edges, rules.Edge{
			From: index[l.From], To: index[l.To],
			Consumed: len(l.Consumed), Read: len(l.Read), Kinds: slices.Compact(kinds),
		})
	}
	return g
}

// Unhappened returns the links along which facts of some kind can pass and did not in
// a run, with these kinds alone.
func (p *Potential) Unhappened(run *rules.Graph) []rules.Link {
	happened := make(map[[2]string][]string)
	for _, e := range run.Edges {
		happened[[2]string{run.Nodes[e.From].Rule, run.Nodes[e.To].Rule}] = e.Kinds
	}
	var out []rules.Link
	for _, link := range p.Links {
		passed := happened[[2]string{link.From, link.To}]
		link.Consumed, link.Read = without(link.Consumed, passed), without(link.Read, passed)
		if len(link.Consumed)+len(link.Read) > 0 {
			out = append(out, link)
		}
	}
	return out
}

func without(list, gone []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(gone, s) })
}

// itinerary says for each stage to which ones a run can get from it, itself
// included.
type itinerary map[*lang.Stage]map[*lang.Stage]bool

func visit(s *lang.Stage, seen map[*lang.Stage]bool) {
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	for _, l := range s.Links {
		visit(l.To, seen)
	}
}

// leads reports whether a rule can fire after another has.
func (w itinerary) leads(from, to *lang.Rule) bool {
	return w[from.After()][to.Stage]
}
