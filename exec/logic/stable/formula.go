package stable

import (
	"context"
	"encoding/binary"
	"slices"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// yes and no are the literals of the first variable, which is true in all models.
const yes, no = z.Lit(2), z.Lit(3)

// formula is a propositional formula in conjunctive normal form that grows, and the solver that is given it.
type formula struct {
	clauses      []z.Lit // one after the other; each ends with z.LitNull
	variables    z.Var   // the number of variables, which are numbered from 1
	conjunctions map[string]z.Lit
	key          []byte
	nodeCount    int // of all decision diagrams

	preferences []z.Lit // clauses that each solver gets first, and that restart keeps
	solver      *gini.Gini
	given       int    // how many elements of clauses the solver has
	model       []bool // by variable: the values that solve found last
	broken      bool   // the formula has no model
}

func newFormula() *formula {
	return &formula{
		clauses:      []z.Lit{yes, z.LitNull},
		variables:    1,
		conjunctions: make(map[string]z.Lit),
	}
}

// variable returns a new variable as its positive literal.
func (f *formula) variable() z.Lit {
	f.variables++
	return f.variables.Pos()
}

// clause adds a clause. Literals that are constant are left out, and so are clauses that always hold.
func (f *formula) clause(literals ...z.Lit) {
	if slices.Contains(literals, yes) {
		return
	}
	for _, m := range literals {
		if m != no {
			f.clauses = append(f.clauses, m)
		}
	}
	f.clauses = append(f.clauses, z.LitNull)
}

// conjunction returns a literal that holds if and only if all of some literals do. It sorts them in place. Equal
// conjunctions are one literal.
func (f *formula) conjunction(literals []z.Lit) z.Lit {
	slices.Sort(literals)
	literals = slices.Compact(literals)
	f.key = f.key[:0]
	rest := literals[:0]
	for i, m := range literals {
		switch {
		case m == yes:
		case m == no || i > 0 && literals[i-1] == m.Not():
			return no
		default:
			rest = append(rest, m)
			f.key = binary.AppendUvarint(f.key, uint64(m))
		}
	}
	switch len(rest) {
	case 0:
		return yes
	case 1:
		return rest[0]
	}
	if m, ok := f.conjunctions[string(f.key)]; ok {
		return m
	}
	m := f.variable()
	f.conjunctions[string(f.key)] = m
	f.define(m, rest)
	return m
}

// define makes a literal equivalent to the conjunction of others.
func (f *formula) define(m z.Lit, literals []z.Lit) {
	all := make([]z.Lit, 0, len(literals)+1)
	for _, l := range literals {
		f.clause(m.Not(), l)
		all = append(all, l.Not())
	}
	f.clause(append(all, m)...)
}

// solve reports whether the formula has a model with the assumptions, which model then holds.
func (f *formula) solve(ctx context.Context, assumptions []z.Lit) (bool, error) {
	if f.broken {
		return false, nil
	}
	f.give()
	f.solver.Assume(assumptions...)
	result := 0
	if ctx.Done() == nil {
		result = f.solver.Solve()
	} else if result = f.wait(ctx); result == 0 {
		return false, ctx.Err()
	}
	if result < 0 {
		f.broken = len(f.failed()) == 0
		return false, nil
	}
	f.model = slices.Grow(f.model[:0], int(f.variables)+1)[:f.variables+1]
	for v := z.Var(1); v <= f.variables; v++ {
		f.model[v] = f.solver.Value(v.Pos())
	}
	return true, nil
}

// wait solves until the context ends and returns 1 if the formula is satisfiable, -1 if it is not, and 0 if the
// context ended before. The solver is unusable then.
func (f *formula) wait(ctx context.Context) int {
	if ctx.Err() != nil {
		return 0
	}
	// The control of a search can be asked for its result, or stopped, but not both at once: so it is asked.
	run := f.solver.GoSolve()
	for pause := 10 * time.Microsecond; ; pause = min(2*pause, 5*time.Millisecond) {
		if result, done := run.Test(); done {
			return result
		}
		select {
		case <-ctx.Done():
			run.Stop()
			return 0
		case <-time.After(pause):
		}
	}
}

// give hands clauses and variables to the solver that are new since the last time.
func (f *formula) give() {
	if f.solver == nil {
		// Loop formulas add more. The solver looks through all the variables that it has room for.
		f.solver = gini.NewVc(int(f.variables)+int(f.variables)/8+64, len(f.clauses)/3)
		for _, m := range f.preferences {
			f.solver.Add(m)
		}
	}
	// A new clause makes the solver forget the conflict that it ended with. Otherwise it would go on from there, which
	// can make it forget that the formula is unsatisfiable (gini 1.0.4).
	f.solver.Add(yes)
	f.solver.Add(z.LitNull)
	for _, m := range f.clauses[f.given:] {
		f.solver.Add(m)
	}
	f.given = len(f.clauses)
	for f.solver.MaxVar() < f.variables {
		f.solver.Lit()
	}
}

// restart makes the solver forget everything but the formula.
func (f *formula) restart() { f.solver, f.given = nil, 0 }

// failed returns a part of the last assumptions of solve that excludes all models together with the formula.
func (f *formula) failed() []z.Lit {
	if f.broken {
		return nil
	}
	return f.solver.Why(nil)
}

// holds reports whether a literal holds in the model that was found last.
func (f *formula) holds(m z.Lit) bool { return f.model[m.Var()] == m.IsPos() }
