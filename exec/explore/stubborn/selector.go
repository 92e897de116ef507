package stubborn

import (
	"encoding/binary"
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
	nodes   []node
	known   map[string]int // nodes by rule and binding
	byRule  [][]int        // the nodes of enabled instances
	schemes []int          // by rule: how many nodes it has
	key     []byte
	room    binding     // of a maker that is tried
	args    []trace.Sym // of a fact that is looked up
	from    int         // the node that is being expanded
	work    int         // left before the search is given up

	stack   []int // Tarjan's
	count   int
	best    []int // the smallest set so far
	givesUp bool  // the present seed has no smaller set
}

// node is a scheme: a rule with values for some of its variables stands for all its instances with these values. A
// set that has the node has all nodes after it.
type node struct {
	rule     int
	env      binding
	fires    []int // the enabled instances that it is, in several ways to choose permanent or linear facts
	next     []int
	expanded bool
	mark     mark
	index    int // Tarjan's
	low      int
}

// mark is the state of a node while sets are compared.
type mark uint8

const (
	unknown  mark = iota
	open          // it is on the stack
	harmless      // the least set with the node has no enabled instance
	settled       // the least set with the node has enabled instances, and was looked at or is not smaller
)

func newSelector(a *analysis) *selector {
	return &selector{analysis: a, byRule: make([][]int, len(a.rules)), schemes: make([]int, len(a.rules)),
		known: make(map[string]int)}
}

const (
	// leastWork and workForEach bound the work in a state, in facts and makers looked at: a thousand take some
	// 50 µs.
	leastWork   = 10_000
	workForEach = 50
	// mostSchemes is the number of schemes of one rule at which all its instances go into the set. It keeps sets
	// finite where rules count.
	mostSchemes = 500
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
	s.begin()
	asked := s.ask()
	needed := s.reach(asked)
	switch {
	case s.work <= 0:
		return nil, false
	case len(needed) > 0:
		slices.Sort(needed)
		return needed, len(needed) < len(enabled)
	}
	for _, x := range enabled {
		if seed, _ := s.node(x.rule, binding(x.values)); s.nodes[seed].mark == unknown {
			s.givesUp = false
			s.visit(seed)
			s.settle()
		}
		if s.work <= 0 || len(s.best) == 1 {
			break
		}
	}
	slices.Sort(s.best)
	return s.best, s.best != nil && len(s.best) < len(enabled)
}

// begin enters the enabled instances of a state.
func (s *selector) begin() {
	s.nodes, s.stack, s.best, s.count = s.nodes[:0], s.stack[:0], nil, 0
	s.work = leastWork + workForEach*len(s.enabled)
	clear(s.known)
	for r := range s.byRule {
		s.byRule[r], s.schemes[r] = s.byRule[r][:0], 0
	}
	for i, x := range s.enabled {
		n, fresh := s.node(x.rule, binding(x.values))
		if fresh {
			s.byRule[x.rule] = append(s.byRule[x.rule], n)
		}
		s.nodes[n].fires = append(s.nodes[n].fires, i)
		s.schemes[x.rule] = 0
	}
}

// node returns the node of a scheme, which may be new.
func (s *selector) node(rule int, env binding) (n int, fresh bool) {
	s.key = binary.LittleEndian.AppendUint32(s.key[:0], uint32(rule))
	for _, x := range env {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(x))
	}
	if n, ok := s.known[string(s.key)]; ok {
		return n, false
	}
	if s.schemes[rule]++; s.schemes[rule] == mostSchemes {
		s.schemes[rule] = mostSchemes - 1 // the next ones, too
		if wide := free(len(env)); !slices.Equal(wide, env) {
			return s.node(rule, wide)
		}
	}
	n = len(s.nodes)
	s.known[string(s.key)] = n
	s.nodes = append(s.nodes, node{rule: rule, env: slices.Clone(env)})
	return n, true
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

// free returns a binding of unbound variables.
func free(vars int) binding {
	env := make(binding, vars)
	for v := range env {
		env[v] = unbound
	}
	return env
}

// reach returns the enabled instances of the least set that has some nodes. If there are none, its nodes are
// harmless.
func (s *selector) reach(from []int) (fires []int) {
	list := slices.Clone(from)
	for _, n := range list {
		s.nodes[n].mark = harmless
	}
	for i := 0; i < len(list) && s.work > 0; i++ {
		fires = append(fires, s.nodes[list[i]].fires...)
		for _, n := range s.after(list[i]) {
			if s.nodes[n].mark == unknown {
				s.nodes[n].mark = harmless
				list = append(list, n)
			}
		}
	}
	return fires
}

// visit looks for the least sets with a node, by the algorithm of Tarjan ("Depth-first search and linear graph
// algorithms", 1972). A component that leads to no enabled instances and has some is a stubborn set together with
// the nodes to which it leads. Nodes that lead to it have larger sets.
func (s *selector) visit(n int) {
	s.count++
	s.nodes[n].index, s.nodes[n].low, s.nodes[n].mark = s.count, s.count, open
	s.stack = append(s.stack, n)
	for _, to := range s.after(n) {
		switch s.nodes[to].mark {
		case unknown:
			if s.visit(to); !s.givesUp {
				s.nodes[n].low = min(s.nodes[n].low, s.nodes[to].low)
			}
		case open:
			s.nodes[n].low = min(s.nodes[n].low, s.nodes[to].index)
		case settled:
			s.givesUp = true
		}
		if s.givesUp = s.givesUp || s.work <= 0; s.givesUp {
			return
		}
	}
	if s.nodes[n].low < s.nodes[n].index {
		return
	}
	from := slices.Index(s.stack, n)
	var fires []int
	for _, k := range s.stack[from:] {
		fires = append(fires, s.nodes[k].fires...)
	}
	if s.givesUp = len(fires) > 0; s.givesUp {
		if s.best == nil || len(fires) < len(s.best) {
			s.best = fires
		}
		return
	}
	for _, k := range s.stack[from:] {
		s.nodes[k].mark = harmless
	}
	s.stack = s.stack[:from]
}

// settle marks the nodes that a visit left open.
func (s *selector) settle() {
	for _, n := range s.stack {
		s.nodes[n].mark = settled
	}
	s.stack = s.stack[:0]
}

// after returns the nodes that each set with a node has.
func (s *selector) after(n int) []int {
	x := s.nodes[n]
	if x.expanded {
		return x.next
	}
	s.nodes[n].expanded = true
	s.from = n
	for _, k := range s.byRule[x.rule] {
		if s.work--; k != n && x.env.has(s.nodes[k].env) {
			s.nodes[n].next = append(s.nodes[n].next, k)
		}
	}
	if len(x.fires) > 0 {
		s.conflicts(&s.enabled[x.fires[0]])
	}
	s.enable(s.rules[x.rule], x.env, s.add)
	return s.nodes[n].next
}

// add adds a scheme to those after the node that is being expanded.
func (s *selector) add(rule int, env binding) {
	n, _ := s.node(rule, env)
	s.nodes[s.from].next = append(s.nodes[s.from].next, n)
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
			if s.work--; f.linear == 0 || !s.acceptsAll(p.args, env, f.args) {
				continue
			}
			for _, at := range s.stage.users[p.pred] {
				if q := &s.rules[at.rule].premises[at.at]; p.uses || q.uses {
					s.addMatching(at.rule, q, f)
				}
			}
			if p.uses {
				for _, rule := range s.stage.proofs[p.pred] {
					s.add(rule, free(s.rules[rule].vars))
				}
			}
		}
	}
	for _, pred := range r.reads {
		for _, at := range s.stage.users[pred] {
			if s.rules[at.rule].premises[at.at].uses {
				s.add(at.rule, free(s.rules[at.rule].vars))
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
	if s.work--; s.matchAll(p.args, env, f.args) && !s.rules[rule].contradicts(s, env) {
		s.add(rule, env)
	}
}

// contradicts reports whether a comparison of the rule does not hold.
func (r *rule) contradicts(s *selector, env binding) bool {
	for i := range r.compares {
		if s.isFalse(&r.compares[i], env) {
			return true
		}
	}
	return false
}
