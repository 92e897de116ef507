// Package induction proves statements about all states of all runs by induction: they hold in the first state, and
// each rule leads from states in which they hold to states in which they hold. It runs no program.
//
// Why that is sound. A state is reached by finitely many transitions. If a statement holds in the first state, and a
// transition never leads from a state in which all assumptions hold to one in which it does not, it holds in all. The
// assumptions of [ProveAll] are the statements that it is given, which hold in all states, and those that it proves
// together. They are only used for the state before a transition, so that it does not matter that one is proved by
// another and the other way round. A statement that is not kept is given up, and the proofs that need it are tried
// again without it, so that in the end all remaining ones keep each other. A statement about one stage is only
// assumed before a transition in this stage, and only shown after one that stays in it or enters it.
//
// A transition is looked at with symbols for the values (scene). All that is not known is a case: which of two
// premises and facts are linear or permanent, whether a permanent fact that is made is there already, whether two
// values are equal, which constructor a value has, and whether a number is below, at or above another. The cases of a
// question cover all possibilities, and each is either closed or stays open; the rule keeps the statement if all are
// closed. What the method cannot judge only makes for more cases: proofs by clauses are looked into to some depth and
// then believed, the answers of sensors are any, and products of variables are unknown numbers. Facts are taken as
// resources: two premises never share a linear fact, any number of them may share a permanent one, and permanent
// facts are a set.
//
// A case of an invariant is closed by linear algebra (system). The facts that match a pattern are those of the scene
// that match it and the others, which the transition does not touch: their number is an unknown that is not below 0.
// The sum after the transition violates the invariant; the invariant itself and others, for the values that come up
// in the scene, hold before; comparisons are inequalities. If no fractions meet all of these, then no natural numbers
// do, and the case is impossible. A case of a `#never` is a choice of facts that meet its premises after the
// transition: made by it, kept by it, or other facts, which are then facts of the scene before. It is closed
// likewise, by the invariants, or as the facts of the scene violate a `#never` before: this one or another.
//
// A link fires if no rule of its stage can, and a rule of an ordered stage if none written before it can. That is
// used as if it were a `#never` of the premises of such a rule.
//
// The method is k-induction with k = 1 over a symbolic transition relation (Sheeran, Singh and Stålmarck, "Checking
// safety properties using induction and a SAT-solver", FMCAD 2000), with the greatest inductive subset of candidates
// as in Houdini (Flanagan and Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001).
package induction

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/lang"
)

// Proof is an attempt to prove a statement.
type Proof struct {
	Statement *lang.Statement
	// Holds says that the statement is proved. Otherwise Start or Failure says why it is not.
	Holds bool
	// Steps say how each rule keeps the statement, up to the first one that does not, in the order of
	// [lang.Program.Rules]. Rules that never lead to a state that the statement is about are left out.
	Steps []Step
	// Start is how the first state violates the statement, nil if it does not.
	Start *statement.Violation
	// Failure is the rule for which the induction fails. It does not mean that the statement is wrong.
	Failure *Failure
	// Unable says why the statement, or the program, is out of reach of the method; empty otherwise.
	Unable string
}

// Step is how a rule keeps a statement: each case ends well, as the statement holds after it if it holds before, or
// the case is impossible. A rule that never fires, or changes nothing that the statement is about, has no cases.
type Step struct {
	Rule *lang.Rule
	// Uses are the other statements that the argument needs before the rule fires, in the order in which they were
	// given, and Quiet the rules of the stage that could not fire then: all of them before a link, those written
	// before in an ordered stage.
	Uses  []*lang.Statement
	Quiet []*lang.Rule
}

// Failure is a case of a rule for which the induction fails.
type Failure struct {
	Rule *lang.Rule
	// Example is a made-up state from which the rule leads to a violation, nil if none was found. It need not be
	// reachable.
	Example *Example
	// Exhausted says that there were too many cases, too large numbers, or no more time.
	Exhausted bool
}

// assumption is a statement that holds before a rule fires: a given one, or that a rule cannot fire.
type assumption struct {
	statement *lang.Statement
	quiet     *lang.Rule
}

// maxCases bounds the cases of a rule, with their parts.
const maxCases = 4_000

// prover proves that rules keep a statement.
type prover struct {
	done      context.Context
	prog      *lang.Program
	possible  *possible
	tables    tables
	statement *lang.Statement
	known     []*lang.Statement // that hold before, in stages where they apply
	// The following are about a rule.
	assumed     bool          // the statement itself holds before
	holding     []*assumption // all that holds before
	assumptions []*assumption // the part of holding that the proof may use
	relevant    map[*lang.Pred]bool
	cases       int
	uses        map[*assumption]bool
}

// ProveAll tries to prove statements together: each may need that the others hold before a rule fires. It proves the
// greatest set of them that the method proves, and returns the attempts, in their order. The known statements
// hold in all states of runs from the start. When the context ends, the others stay open.
func ProveAll(ctx context.Context, prog *lang.Program, start *lang.Start, all, known []*lang.Statement) []*Proof {
	out := make([]*Proof, len(all))
	possible, proved := newPossible(prog, start), make(tables)
	var holds []*lang.Statement // of all, not given up
	for i, s := range all {
		out[i] = begin(prog, start, s)
		if out[i].Holds {
			holds = append(holds, s)
		}
	}
	for changed := true; changed; {
		changed = false
		for i, s := range all {
			if !out[i].Holds || out[i].Steps != nil && out[i].needs(holds, known) {
				continue
			}
			p := &prover{done: ctx, prog: prog, possible: possible, tables: proved, statement: s,
				known: usable(prog, slices.Concat(known, holds))}
			if out[i] = p.prove(); !out[i].Holds {
				changed = true
				holds = slices.DeleteFunc(holds, func(h *lang.Statement) bool { return h == s })
			}
		}
	}
	return out
}

// needs reports whether all statements that a proof needs are among some.
func (p *Proof) needs(some, others []*lang.Statement) bool {
	for _, s := range p.Steps {
		for _, u := range s.Uses {
			if !slices.Contains(some, u) && !slices.Contains(others, u) {
				return false
			}
		}
	}
	return true
}

// begin checks the first state.
func begin(prog *lang.Program, start *lang.Start, s *lang.Statement) *Proof {
	p := &Proof{Statement: s}
	if p.Unable = unable(prog, s); p.Unable != "" {
		return p
	}
	v, err := statement.Check(context.Background(), s, start.Stage, start.Context.Facts, prove.Limits{})
	if err != nil {
		p.Unable = err.Error()
		return p
	}
	p.Start = v
	p.Holds = v == nil
	return p
}

// unable says why a statement is out of reach.
func unable(prog *lang.Program, s *lang.Statement) string {
	for _, t := range prog.Types {
		other := func(c *lang.Constructor) bool { return c != t.Zero && c != t.Succ }
		if t.Counts() && slices.ContainsFunc(t.Constructors, other) {
			return "the type " + t.Name + " has terms that are not numbers"
		}
	}
	if s.Kind == lang.Never {
		return ""
	}
	for _, c := range s.Sum {
		if calculates(c.Pattern.Args) {
			return "a pattern calculates"
		}
	}
	for v, x := range s.Vars[:s.Free] {
		if finite(x.Type) {
			continue
		}
		for _, c := range s.Sum {
			if !slices.ContainsFunc(c.Pattern.Args, func(t lang.Term) bool { return mentions(t, lang.Variable(v)) }) {
				return "the values of " + x.Name + " have no end, and a count does not depend on it"
			}
		}
		if !compares(s.Op, s.Bound) {
			return "it does not hold of values without facts, which have no end"
		}
	}
	return ""
}

// compares reports whether 0 compares with a bound.
func compares(op lang.Op, bound int64) bool {
	return (op != lang.LessEq || 0 <= bound) && (op != lang.MoreEq || 0 >= bound) && (op != lang.Same || bound == 0)
}

func mentions(t lang.Term, v lang.Variable) bool {
	found := false
	lang.EachVariable(t, func(w lang.Variable) { found = found || v == w })
	return found
}

// finite reports whether the constants of a type are all its values.
func finite(t *lang.Type) bool {
	return !t.Counts() && !t.Texts &&
		!slices.ContainsFunc(t.Constructors, func(c *lang.Constructor) bool { return len(c.Args) > 0 })
}

// usable returns the statements that the method can use as assumptions, each once.
func usable(prog *lang.Program, all []*lang.Statement) []*lang.Statement {
	var out []*lang.Statement
	for _, s := range all {
		if !slices.Contains(out, s) && unable(prog, s) == "" && !slices.ContainsFunc(s.Premises, func(p lang.Premise) bool {
			return p.Kind.OnState() && calculates(p.Atom.Args)
		}) {
			out = append(out, s)
		}
	}
	return out
}

// prove goes through the rules.
func (p *prover) prove() *Proof {
	proof := &Proof{Statement: p.statement, Steps: []Step{}}
	for _, r := range p.prog.Rules() {
		if in := p.statement.Stage; in != nil && in != r.After() {
			continue
		}
		step, failure := p.rule(r)
		if failure != nil {
			proof.Failure = failure
			return proof
		}
		proof.Steps = append(proof.Steps, step)
	}
	proof.Holds = true
	return proof
}
