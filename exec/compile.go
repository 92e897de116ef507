package exec

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/premises"
	"github.com/ceptre-graph/ceptre/lang"
)

// rule is a rule as a machine uses it; it is made once.
type rule struct {
	*lang.Rule
	index int // among those of the program
	place int // among the rules or the links of the stage
	// variants are the places of the rules or links that are one rule as written, in ascending order; nil if this one is
	// alone, see [Chance.RuleFirst].
	variants []int
	link     *lang.Link
	first    bool           // if it has transitions, later rules of its ordered stage have none
	planned  *plan          // for matching premise by premise; nil before it is used
	names    []string       // names of the network's variables
	matches  *match.Matches // nil for rules that ask sensors, whose proofs read the state, or with too many
	uses     []bool         // by premise on the state: whether it uses up the resource that meets it
	plain    bool           // records hold the arguments unchanged
	results  []result
	simple   *compiledEffect // nil if the rule has none
	acts     []instance
	proves   []instance // premises that are proved or asked for
	// asksState says that proofs of premises may read the state.
	asksState bool
}

// instance is a compiled atom with its predicate.
type instance struct {
	match.Atom
	relation *relation
}

// instanceOf compiles an atom.
func (m *Machine) instanceOf(a lang.Atom) instance {
	return instance{m.network.Terms().Atom(a), m.relations[a.Pred]}
}

// result is a fact that a rule makes.
type result struct {
	instance
	permanent bool
}

// relation is a predicate as a machine uses it.
type relation struct {
	table *match.Table
	index int // among those of the program
	// plain says that records hold arguments unchanged: none is a number that constructors write.
	plain bool
}

// compile compiles the rules of a program.
func (m *Machine) compile(prog *lang.Program) {
	m.rules = make(map[*lang.Rule]*rule)
	for i, r := range prog.Rules() {
		c := &rule{Rule: r, index: i, link: r.Link(), first: r.Stage.Ordered &&
			r.Link() == nil, asksState: len(r.Reads()) > 0}
		p := premises.Of(r)
		if side, ok := match.Left(p); ok {
			c.matches, c.names = m.network.Matches(side), p.Names
			c.matches.Tag = i
		}
		for _, out := range r.Results {
			c.results = append(c.results, result{m.instanceOf(out.Atom), out.Permanent})
		}
		for _, a := range r.Actions {
			c.acts = append(c.acts, m.instanceOf(a))
		}
		c.plain = !slices.ContainsFunc(r.Vars, func(v lang.Var) bool { return v.Type.Unary() })
		for _, p := range r.Premises {
			if p.Kind.OnState() {
				c.uses = append(c.uses, p.Kind == lang.Consume)
			}
			if p.Kind == lang.Prove || p.Kind == lang.Ask {
				c.proves = append(c.proves, m.instanceOf(p.Atom))
			}
		}
		c.simple = m.newCompiledEffect(c)
		m.rules[r] = c
		m.byIndex = append(m.byIndex, c)
	}
	m.stages = make(map[*lang.Stage]*stage)
	m.stages[nil] = &stage{} // the stage of a run that has ended
	m.compiled = m.stages[nil]
	for _, s := range prog.Stages {
		m.stages[s] = m.newStage(s)
	}
}

// stage is a stage as a machine uses it.
type stage struct {
	*lang.Stage
	rules, links []*rule
	matches      []*match.Matches // of the rules; nil if those of a rule are not kept, or the stage is ordered
	weights      *weights         // of the rules, if they are many and the stage is not ordered
}

// keep keeps the matches of the rules that are counted in each state: all but those of an ordered
// stage, where a rule that applies hides those after it.
func (s *stage) keep() {
	for _, r := range s.rules {
		if r.matches != nil && !r.first {
			r.matches.Keep()
		}
	}
}

func (m *Machine) newStage(s *lang.Stage) *stage {
	out := &stage{Stage: s}
	for i, r := range s.Rules {
		m.rules[r].place = i
		out.rules = append(out.rules, m.rules[r])
		out.matches = append(out.matches, m.rules[r].matches)
	}
	if !s.Ordered && len(s.Rules) >= manyRules {
		out.weights = newWeights(len(s.Rules))
	}
	if s.Ordered || slices.Contains(out.matches, nil) {
		out.matches = nil
	}
	for i, l := range s.Links {
		m.rules[&l.Rule].place = i
		out.links = append(out.links, m.rules[&l.Rule])
	}
	findVariants(out.rules)
	findVariants(out.links)
	return out
}

// findVariants finds out which of some rules are one rule as written.
func findVariants(rules []*rule) {
	places := make(map[*lang.Rule][]int)
	for i, r := range rules {
		places[r.Written] = append(places[r.Written], i)
	}
	for _, r := range rules {
		if all := places[r.Written]; len(all) > 1 {
			r.variants = all
		}
	}
}
