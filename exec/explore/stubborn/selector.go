package stubborn

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// instance is a rule with the values of its variables.
type instance struct {
	rule   int // in [lang.Program.Rules]
	values []trace.Sym
}

// holding is a state.
type holding struct {
	stage *lang.Stage
	// facts are the facts, each once, by the index of their predicate in the program.
	facts [][]fact
}

// selector finds stubborn sets. It is not safe for concurrent use.
type selector struct {
	*analysis
	state   *holding
	stage   *stage
	enabled []instance
	chosen  []bool // by instance: it is in the set
	count   int    // of chosen instances
	items   []item // the schemes of the set
	byRule  [][]int
	done    int // number of leading items that are closed
	work    int // left before the search is given up
	bound   int // number of chosen instances at which the search is given up
}

// item is a scheme in the set: a rule with values for some of its variables stands for all its instances with
// these values.
type item struct {
	rule int
	env  binding
}

func newSelector(a *analysis) *selector {
	return &selector{analysis: a, byRule: make([][]int, len(a.rules))}
}

const (
	// mostSeeds is the number of instances from which sets are built, to take the smallest.
	mostSeeds = 256
	// mostWork bounds the partial matches that are visited for one set, and mostWorkInState those for all.
	mostWork        = 20_000
	mostWorkInState = 500_000
	// mostSchemes is the number of schemes of one rule at which all its instances go into the set. It keeps sets
	// finite where rules count.
	mostSchemes = 48
)

// choose returns the instances of a state that have to be fired, as ascending indexes into the enabled ones. These
// are all instances of the rules of the stage that are enabled in the state. It returns false if these are all.
func (s *selector) choose(state *holding, enabled []instance) ([]int, bool) {
	at := slices.Index(s.program.Stages, state.stage)
	if at < 0 || len(enabled) < 2 || s.stages[at].ordered || s.program.Rules()[enabled[0].rule].Link() != nil ||
		s.blunt {
		return nil, false
	}
	s.state, s.stage, s.enabled = state, s.stages[at], enabled
	s.chosen = slices.Grow(s.chosen[:0], len(enabled))[:len(enabled)]
	s.bound = len(enabled)
	s.cut(0)
	if !s.ask() || !s.close() {
		return nil, false
	}
	if s.count > 0 {
		return s.result(), true
	}
	base := len(s.items)
	var best []int
	left := mostWorkInState
	for seed := range min(len(enabled), mostSeeds) {
		s.add(item{enabled[seed].rule, binding(enabled[seed].values)})
		if s.close() {
			best, s.bound = s.result(), s.count
		}
		if left -= mostWork - s.work; s.bound == 1 || left < 0 {
			break
		}
		s.cut(base)
	}
	return best, best != nil
}

// cut removes all schemes but some first ones, which are closed and have no enabled instances.
func (s *selector) cut(to int) {
	clear(s.chosen)
	s.count, s.work = 0, mostWork
	for i := len(s.items) - 1; i >= to; i-- {
		of := &s.byRule[s.items[i].rule]
		for len(*of) > 0 && (*of)[len(*of)-1] >= to {
			*of = (*of)[:len(*of)-1]
		}
	}
	s.items = s.items[:to]
	s.done = to
}

// result returns the chosen instances.
func (s *selector) result() []int {
	var out []int
	for i, yes := range s.chosen {
		if yes {
			out = append(out, i)
		}
	}
	return out
}

// covered reports whether a scheme of the set has all instances of another.
func (s *selector) covered(rule int, env binding) bool {
	for _, i := range s.byRule[rule] {
		if s.items[i].env.has(env) {
			return true
		}
	}
	return false
}

// has reports whether each instance of a second binding is one of the first.
func (b binding) has(other binding) bool {
	for v, x := range b {
		if x != unbound && x != other[v] {
			return false
		}
	}
	return true
}

// add adds a scheme, whose binding it keeps, unless the set has its instances.
func (s *selector) add(x item) {
	if s.covered(x.rule, x.env) {
		return
	}
	if len(s.byRule[x.rule]) >= mostSchemes {
		x.env = free(s.rules[x.rule].vars)
	}
	s.byRule[x.rule] = append(s.byRule[x.rule], len(s.items))
	s.items = append(s.items, x)
}

// free returns a binding of unbound variables.
func free(vars int) binding {
	env := make(binding, vars)
	for v := range env {
		env[v] = unbound
	}
	return env
}

// close adds all that the schemes of the set require. It returns false if the set has become too large, or the
// work too much.
func (s *selector) close() bool {
	for ; s.done < len(s.items); s.done++ {
		x := s.items[s.done]
		for i := range s.enabled {
			if e := &s.enabled[i]; !s.chosen[i] && e.rule == x.rule && x.env.has(binding(e.values)) {
				s.chosen[i] = true
				s.count++
				s.conflicts(e)
			}
		}
		if s.count >= s.bound || !s.enable(s.rules[x.rule], x.env) {
			return false
		}
	}
	return true
}

// conflicts adds the schemes with which an enabled instance may be in conflict.
func (s *selector) conflicts(e *instance) {
	r, env := s.rules[e.rule], binding(e.values)
	for i := range r.premises {
		p := &r.premises[i]
		if p.permanent {
			continue
		}
		for k := range s.state.facts[p.pred] {
			f := &s.state.facts[p.pred][k]
			if f.linear == 0 || !s.acceptsAll(p.args, env, f.args) {
				continue
			}
			for _, at := range s.stage.users[p.pred] {
				if q := &s.rules[at.rule].premises[at.at]; p.uses || q.uses {
					s.addMatching(at.rule, q, f)
				}
			}
			if p.uses {
				for _, rule := range s.stage.proofs[p.pred] {
					s.add(item{rule, free(s.rules[rule].vars)})
				}
			}
		}
	}
	for _, pred := range r.reads {
		for _, at := range s.stage.users[pred] {
			if s.rules[at.rule].premises[at.at].uses {
				s.add(item{at.rule, free(s.rules[at.rule].vars)})
			}
		}
	}
}

func (s *selector) acceptsAll(ps []pattern, env binding, values []trace.Sym) bool {
	for i := range ps {
		if !s.accepts(&ps[i], env, values[i]) {
			return false
		}
	}
	return true
}

// addMatching adds the scheme of the instances of a rule in which a fact meets a premise.
func (s *selector) addMatching(rule int, p *premise, f *fact) {
	env := free(s.rules[rule].vars)
	if s.matchAll(p.args, env, f.args) && !s.rules[rule].contradicts(s, env) {
		s.add(item{rule, env})
	}
}

// contradicts reports whether a comparison of the rule does not hold.
func (r *rule) contradicts(s *selector, env binding) bool {
	return slices.ContainsFunc(r.compares, func(c comparison) bool { return s.isFalse(&c, env) })
}
