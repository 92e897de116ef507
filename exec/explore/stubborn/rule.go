package stubborn

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// analysis holds the facts about a program that depend on no state. Several selectors may share it.
type analysis struct {
	program *lang.Program
	terms   term.Table
	rules   []*rule // by index in Program.Rules
	stages  []*stage
	preds   map[*lang.Pred]int
	tables  map[*lang.Pred][]fact // of predicates that are proved by ground facts alone
	// mayLast says, by predicate, that it may have permanent facts.
	mayLast []bool
	goals   []*rule
	visible []*visible
	blunt   bool // some question is about facts of any predicate
}

// rule is a compiled rule, or a question as the left side of one.
type rule struct {
	vars     int
	premises []premise // premises on the state, then the ones that are looked up in tables
	results  []result
	compares []comparison
	reads    []int // predicates that proofs of its premises read
	dead     bool  // it asks sensors, which say nothing
	stage    *lang.Stage
}

// premise is a premise that facts meet.
type premise struct {
	pred int
	args []pattern
	// permanent says that only permanent facts meet it.
	permanent bool
	// uses says that it uses up a linear fact that meets it. A fact that the rule makes again is not used up:
	// firing needs it, and leaves as many.
	uses  bool
	table []fact // that meet the premise, if it is not one on the state
}

// result is a fact that a rule makes.
type result struct {
	pred      int
	args      []pattern
	permanent bool
	again     bool // the rule has used up the same fact
}

type comparison struct {
	op   lang.Op
	x, y pattern
}

// stage is a stage with the places where its rules mention predicates.
type stage struct {
	*lang.Stage
	ordered bool
	makers  [][]place // by predicate: results
	users   [][]place // by predicate: premises met by linear facts
	proofs  [][]int   // by predicate: rules of which proofs read it
}

// place is a premise or result of a rule, by their indexes.
type place struct{ rule, at int }

// newAnalysis analyses a program with the contexts from which a trace starts.
func newAnalysis(prog *lang.Program, start *lang.Start) *analysis {
	a := &analysis{terms: term.NewTable(0), program: prog, preds: make(map[*lang.Pred]int),
		tables: make(map[*lang.Pred][]fact), mayLast: make([]bool, len(prog.Preds))}
	for i, p := range prog.Preds {
		a.preds[p] = i
		if p.Kind == lang.Backward {
			if table, ok := a.newTable(p); ok {
				a.tables[p] = table
			}
		}
	}
	for _, f := range start.Context.Facts {
		if f.Permanent {
			a.mayLast[a.preds[f.Fact.Pred]] = true
		}
	}
	for _, r := range prog.Rules() {
		for _, f := range r.Results {
			if f.Permanent {
				a.mayLast[a.preds[f.Atom.Pred]] = true
			}
		}
	}
	for _, r := range prog.Rules() {
		a.rules = append(a.rules, a.newRule(r))
	}
	for _, s := range prog.Stages {
		a.stages = append(a.stages, a.newStage(s))
	}
	return a
}

// newTable returns the facts of a predicate with clauses that are all ground facts.
func (a *analysis) newTable(p *lang.Pred) ([]fact, bool) {
	var out []fact
	for _, c := range p.Clauses {
		if len(c.Premises) > 0 || len(c.Vars) > 0 {
			return nil, false
		}
		values, err := term.EvaluateAll(c.Head.Args, nil)
		if err != nil {
			return nil, false
		}
		out = append(out, fact{args: a.terms.InternAll(nil, values), permanent: true})
	}
	return out, true
}

func (a *analysis) newRule(r *lang.Rule) *rule {
	out := &rule{vars: len(r.Vars), stage: r.Stage}
	a.addPremises(out, r.Premises)
	for _, f := range r.Results {
		at := a.preds[f.Atom.Pred]
		out.results = append(out.results, result{at, a.compileAll(f.Atom.Args), f.Permanent, false})
	}
	a.pairUp(out, r)
	return out
}

func (a *analysis) addPremises(to *rule, premises []lang.Premise) {
	var tables []premise
	for i := range premises {
		p := &premises[i]
		switch at := a.preds[p.Atom.Pred]; {
		case p.Kind.OnState():
			to.premises = append(to.premises, premise{at, a.compileAll(p.Atom.Args), p.Kind == lang.Permanent,
				p.Kind == lang.Consume, nil})
		case p.Kind == lang.Compare:
			to.compares = append(to.compares, comparison{p.Op, a.compile(p.X), a.compile(p.Y)})
		case p.Kind == lang.Ask:
			to.dead = true
		case p.Kind == lang.Prove:
			if table, ok := a.tables[p.Atom.Pred]; ok {
				tables = append(tables, premise{at, a.compileAll(p.Atom.Args), true, false, table})
			}
			for _, q := range p.Atom.Pred.Reads() {
				if at := a.preds[q]; !slices.Contains(to.reads, at) {
					to.reads = append(to.reads, at)
				}
			}
		}
	}
	to.premises = append(to.premises, tables...)
}

// pairUp finds the linear facts that a rule uses up and makes again. If a permanent fact may meet the premise
// in place of a linear one, firing may make one more.
func (a *analysis) pairUp(r *rule, of *lang.Rule) {
	at := 0
	for i := range of.Premises {
		p := &of.Premises[i]
		if !p.Kind.OnState() {
			continue
		}
		at++
		if p.Kind != lang.Consume || a.mayLast[a.preds[p.Atom.Pred]] {
			continue
		}
		for k := range of.Results {
			f := &of.Results[k]
			if !f.Permanent && !r.results[k].again && f.Atom.Equal(p.Atom) {
				r.results[k].again, r.premises[at-1].uses = true, false
				break
			}
		}
	}
}

func (a *analysis) newStage(s *lang.Stage) *stage {
	n := len(a.program.Preds)
	out := &stage{s, s.Ordered, make([][]place, n), make([][]place, n), make([][]int, n)}
	for i, r := range a.rules {
		if r.stage != s || r.dead || a.program.Rules()[i].Link() != nil {
			continue
		}
		for k, f := range r.results {
			if !f.again {
				out.makers[f.pred] = append(out.makers[f.pred], place{i, k})
			}
		}
		for k, p := range r.premises {
			if !p.permanent {
				out.users[p.pred] = append(out.users[p.pred], place{i, k})
			}
		}
		for _, p := range r.reads {
			out.proofs[p] = append(out.proofs[p], i)
		}
	}
	return out
}

// fact is a fact of a state, or a result of clauses.
type fact struct {
	args      []trace.Sym
	linear    int // number of linear copies
	permanent bool
}
