package explore

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// engine is a program as the search runs it.
type engine struct {
	prog   *lang.Program
	limits exec.Limits
	names  *Names
	stages []stage // the first is that of a run that has ended
	rules  []*rule // as in [lang.Program.Rules]
	fixed  []Held  // the facts that are the same in all states: the i-th has the number i
	groups [][]Held
	tables map[*lang.Pred][]Held // the facts of predicates that are lists of facts
	proofs *prove.Table
	// known are the answers to questions that do not read the state, by premise: if there are at most two known
	// variables, by these.
	known     map[string]*answers
	knownFew  []map[uint64]*answers
	questions int // premises that are proved
}

// stage is a stage with its rules and links.
type stage struct {
	rules, links []*rule
	ordered      bool
}

// rule is a rule or a link, compiled.
type rule struct {
	*lang.Rule
	index   int
	never   bool // it asks a sensor, and these do not answer
	to      int  // the stage after it
	steps   []step
	vars    int                // the number of variables, with the plan's
	kinds   []lang.PremiseKind // of the premises on the state, in the order written
	results []result
	checks  []match.Expr // terms of actions, which must have values
}

// result is a fact that a rule makes.
type result struct {
	match.Atom
	pred      uint32
	permanent bool
}

// step is one premise in the order of matching.
type step struct {
	kind      stepKind
	pred      uint32
	place     int  // of an atom, among the premises on the state as written
	permanent bool // it wants a permanent fact
	columns   []column
	// all says that the arguments of a fact are variables with values, and constants. The fact can be looked up.
	all   bool
	facts []Held // the facts to match, if they are the same in all states; nil for the facts of the state
	// listed says that the facts are of a backward predicate, and in no state.
	listed bool
	index  *index // for facts that are the same in all states; nil if no column is known

	op   lang.Op       // of a comparison
	x, y match.Expr    // its sides
	is   match.Pattern // the left side of `==` that gives variables values

	premise *lang.Premise // of a proof
	inputs  []lang.Variable
	bound   []bool       // the known variables
	types   []*lang.Type // of all variables of the plan
	number  int          // of the premise of a proof, in the program
	reads   bool         // its proofs read the state
}

type stepKind uint8

const (
	stepFact    stepKind = iota // over the facts of a state
	stepCompare                 // x op y
	stepBind                    // x == y, where x is matched with the value of y
	stepProve
)

// column is an argument that is matched with a term.
type column struct {
	kind columnKind
	v    lang.Variable
	s    trace.Sym
	p    match.Pattern
}

type columnKind uint8

const (
	columnBind columnKind = iota
	columnSame
	columnConst
	columnPattern
)

// index finds facts by the columns that are known.
type index struct {
	columns []int
	facts   map[uint64][]Held // by the hash of the columns; others may be among them
}

// compile compiles a program, and the state from which a trace starts.
func compile(prog *lang.Program, start *lang.Start, limits exec.Limits) (*engine, *View) {
	e := &engine{prog: prog, limits: limits.OrDefaults(), names: newNames(prog), proofs: prove.NewTable(),
		known: make(map[string]*answers), tables: make(map[*lang.Pred][]Held)}
	fixed, varying := e.begin(start)
	e.fixed, e.groups = fixed, make([][]Held, len(prog.Preds))
	for _, h := range fixed {
		p := e.names.facts[h.Fact].pred
		e.groups[p] = append(e.groups[p], h)
	}
	e.list()
	e.stages = make([]stage, 1+len(prog.Stages))
	for i, r := range prog.Rules() {
		c := e.rule(r)
		c.index = i
		e.rules = append(e.rules, c)
		s := &e.stages[1+slices.Index(prog.Stages, r.Stage)]
		s.ordered = r.Stage.Ordered
		if r.Link() != nil {
			s.links = append(s.links, c)
		} else {
			s.rules = append(s.rules, c)
		}
	}
	v := newView(e)
	v.set(1+slices.Index(prog.Stages, start.Stage), varying)
	return e, v
}

// list numbers the facts of backward predicates whose clauses are facts without variables. Premises that ask for
// these are matched like those for facts that are the same in all states.
func (e *engine) list() {
	ground := func(c *lang.Clause) bool { return len(c.Premises) == 0 && len(c.Vars) == 0 }
	for _, p := range e.prog.Preds {
		if p.Kind != lang.Backward || slices.ContainsFunc(p.Clauses, func(c *lang.Clause) bool { return !ground(c) }) {
			continue
		}
		facts := []Held{}
		for _, c := range p.Clauses {
			args, err := term.EvaluateAll(c.Head.Args, nil)
			if err != nil {
				continue // a calculation without a result makes no fact
			}
			n := e.names.Len()
			if f := e.names.Number(lang.Fact{Pred: p, Args: args}); int(f) == n { // none of the list so far
				facts = append(facts, Held{Fact: f, Permanent: true})
			}
		}
		e.tables[p] = facts
	}
}

// begin returns the facts of the first state, in ascending order: the facts that all states have, and the
// others.
func (e *engine) begin(start *lang.Start) (fixed, varying []Held) {
	varies := e.varying(start)
	for _, now := range []bool{false, true} {
		for _, f := range start.Context.Facts {
			if varies[f.Fact.Pred] == now {
				e.names.Number(f.Fact)
			}
		}
	}
	all := make([]Held, e.names.Len())
	for i := range all {
		all[i].Fact = Fact(i)
	}
	for _, f := range start.Context.Facts {
		h := &all[e.names.Number(f.Fact)]
		if f.Permanent {
			h.Permanent = true
		} else {
			h.Copies++
		}
	}
	n := slices.IndexFunc(all, func(h Held) bool { return varies[e.names.Pred(h.Fact)] })
	if n < 0 {
		n = len(all)
	}
	return all[:n:n], all[n:]
}

// varying returns the predicates of which rules make facts, or use them up.
func (e *engine) varying(start *lang.Start) map[*lang.Pred]bool {
	varies, linear := make(map[*lang.Pred]bool), make(map[*lang.Pred]bool)
	for _, f := range start.Context.Facts {
		linear[f.Fact.Pred] = linear[f.Fact.Pred] || !f.Permanent
	}
	for _, r := range e.prog.Rules() {
		for _, p := range r.Premises {
			if p.Kind == lang.Consume && linear[p.Atom.Pred] {
				varies[p.Atom.Pred] = true
			}
		}
		for _, made := range r.Results {
			varies[made.Atom.Pred] = true
		}
	}
	return varies
}
