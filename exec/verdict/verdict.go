// Package verdict settles the statements of a program about all states of all runs from a start: each is proved,
// refuted or open.
//
// Properties that the rules show (package structure) come first. With these known, all statements of the program are
// tried by induction over the rules, together. Then the states that can be reached are searched, breadth first, until
// the other statements are settled: a state that violates one refutes it, by a shortest run; where all states were
// seen, they are proved. Limits leave them open.
package verdict

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/induction"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/structure"
	"github.com/ceptre-graph/ceptre/lang"
)

// Outcome says whether a statement is settled, and how.
type Outcome string

// The outcomes.
const (
	Proved  Outcome = "proved"  // it holds in all states of all runs
	Refuted Outcome = "refuted" // a run violates it
	Open    Outcome = "open"    // neither is known
)

// By says how a statement was settled.
type By string

// The ways to settle a statement.
const (
	ByRules  By = "rules"  // each rule keeps it
	ByStates By = "states" // all states that can be reached meet it
	ByRun    By = "run"    // a run leads to a state that violates it
)

// Verdict is the outcome for one statement, with its reasons.
type Verdict struct {
	Statement *lang.Statement
	Outcome   Outcome
	By        By // empty of one that is open
	// Induction is the attempt to prove the statement by induction over the rules.
	Induction *induction.Proof
	// Violation says how the last state of a run violates the statement, and Choices are the numbers of the moves of
	// that run, as [exec.Script] takes them; of one that is refuted.
	Violation *statement.Violation
	Choices   []int
	state     explore.State
}

// Result holds the verdicts on the statements of a program, and the properties found in its rules.
type Result struct {
	Found    *structure.Findings
	Verdicts []*Verdict
	// Space holds the states that the search found; nil where there was nothing to search for.
	Space *explore.Space
	// Loops show that facts of some predicates grow without bound.
	Loops  []Loop
	proved []*lang.Statement // of the program, by induction
}

// Options say what to settle, and bound the search. The zero value settles all statements of the program without a
// bound.
type Options struct {
	// Statements are the statements of the program to settle; nil for all.
	Statements []*lang.Statement
	// MaxStates is the greatest number of states to find; 0 for any number.
	MaxStates int
	// Limits are the limits of the machine.
	Limits exec.Limits
	// Progress, if it is set, is called now and then with the number of states found, and of those that the search
	// has looked at.
	Progress func(found, looked int)
}

// Settle settles statements about all states of all runs from a start. Where a bound is reached or the context ends,
// the result has what is known until then. The error is an [explore.Error] that ended the search; the result is there
// with it.
func Settle(ctx context.Context, prog *lang.Program, start *lang.Start, o Options) (*Result, error) {
	if o.Statements == nil {
		o.Statements = prog.Statements
	}
	r := &Result{Found: structure.Find(ctx, prog, start, structure.Options{})}
	var growing []*lang.Pred
	for _, g := range r.Found.Growths {
		if g.Arg < 0 {
			growing = append(growing, g.Pred)
		}
	}
	r.Loops = findLoops(ctx, prog, start, growing, o.Limits)
	r.induct(ctx, prog, start, o.Statements)
	return r, r.search(ctx, prog, start, o)
}

// asksSensor reports whether the rule asks a sensor.
func asksSensor(r *lang.Rule) bool {
	return slices.ContainsFunc(r.Premises, func(p lang.Premise) bool { return p.Kind == lang.Ask })
}

// induct tries to prove statements by induction, together with the others of the program. Found invariants hold, and
// a statement that says the same as one holds, too, even if the induction fails because it looks at rules alone.
func (r *Result) induct(ctx context.Context, prog *lang.Program, start *lang.Start, wanted []*lang.Statement) {
	if len(wanted) == 0 {
		return
	}
	var found, same []*lang.Statement // same are found ones that the program states, too
	stated := make(map[*lang.Statement]bool)
	for _, i := range r.Found.Invariants {
		if s := i.StatedIn(prog); s != nil {
			stated[s] = true
			same = append(same, i.Statement)
		} else {
			found = append(found, i.Statement)
		}
	}
	proofs := induction.ProveAll(ctx, prog, start, prog.Statements, found)
	if slices.ContainsFunc(proofs, func(p *induction.Proof) bool { return stated[p.Statement] && !p.Holds }) {
		proofs = induction.ProveAll(ctx, prog, start, prog.Statements, slices.Concat(same, found))
	}
	for _, p := range proofs {
		if p.Holds || stated[p.Statement] {
			r.proved = append(r.proved, p.Statement)
		}
	}
	for _, s := range wanted {
		v := &Verdict{Statement: s, Outcome: Open, Induction: proofs[slices.Index(prog.Statements, s)]}
		if slices.Contains(r.proved, s) {
			v.Outcome, v.By = Proved, ByRules
		}
		r.Verdicts = append(r.Verdicts, v)
	}
}

// Lemmas returns the other statements that a proof by induction needs, each once, in the order in which they come up.
func (v *Verdict) Lemmas() []*lang.Statement {
	var out []*lang.Statement
	for _, step := range v.Induction.Steps {
		for _, s := range step.Uses {
			if s != v.Statement && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// open returns the verdicts that are open.
func (r *Result) open() []*Verdict {
	return slices.DeleteFunc(slices.Clone(r.Verdicts), func(v *Verdict) bool { return v.Outcome != Open })
}

// search goes through the states until no statement is open.
func (r *Result) search(ctx context.Context, prog *lang.Program, start *lang.Start, o Options) error {
	open := r.open()
	if len(open) == 0 {
		return nil
	}
	statements := make([]*lang.Statement, len(open))
	for i, v := range open {
		statements[i] = v.Statement
	}
	var failure error
	r.Space, failure = explore.Search(ctx, prog, start, explore.Options{
		MaxStates: o.MaxStates, Limits: o.Limits, Statements: statements, Progress: o.Progress,
	})
	for _, found := range r.Space.Violations {
		v := open[slices.Index(statements, found.Statement)]
		v.Violation, v.Outcome, v.By, v.state = found.Violation, Refuted, ByRun, found.State
	}
	open = r.open()
	for _, v := range r.Verdicts {
		if v.By == ByRun {
			var err error
			v.Choices, err = r.Space.Choices(v.state)
			failure = errors.Join(failure, err)
		}
	}
	if r.Space.Ended == explore.Complete && !r.Space.Deaf {
		for _, v := range open {
			v.Outcome, v.By = Proved, ByStates
		}
	}
	return failure
}

// Facts returns the facts of the state that violates a refuted statement, as [explore.Space.Facts] does.
func (r *Result) Facts(v *Verdict) []string { return r.Space.Facts(v.state) }
