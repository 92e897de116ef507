package logic_test

import (
	"fmt"
	"testing"

	evaluator "github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/asp"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// board is a game on n times n cells, in which roles mark cells and want a row or a column.
const board = `
index(1..n). role(x). role(o).
init(cell(X,Y,b)) :- index(X), index(Y).
legal(P,mark(X,Y)) :- true(cell(X,Y,b)), role(P).
next(cell(X,Y,P)) :- does(P,mark(X,Y)).
next(cell(X,Y,M)) :- true(cell(X,Y,M)), M != b.
next(cell(X,Y,b)) :- true(cell(X,Y,b)), not marked(X,Y).
marked(X,Y) :- does(_,mark(X,Y)).
row(X,1,P) :- true(cell(X,1,P)), P != b.
row(X,Y+1,P) :- row(X,Y,P), true(cell(X,Y+1,P)).
column(1,Y,P) :- true(cell(1,Y,P)), P != b.
column(X+1,Y,P) :- column(X,Y,P), true(cell(X+1,Y,P)).
won(P) :- row(_,n,P).
won(P) :- column(n,_,P).
terminal :- won(_).
`

// TestGrowth plays on boards of 64 and of 256 cells: the matches of a step grow with the cells.
func TestGrowth(t *testing.T) {
	matches := func(n int) int {
		text := fmt.Sprintf("#const n=%d.\n%s", n, board)
		p, errs := asp.Parse(&syntax.Source{Name: "board", Text: []byte(text)})
		require.False(t, errs.Failed(), "%v", errs)
		base := &evaluator.Base{}
		program, err := evaluator.Compile(t.Context(), base, p, evaluator.Options{Inputs: []logic.Predicate{holds, does}})
		require.NoError(t, err)
		first, err := program.Solve(t.Context(), nil, 1, 1)
		require.NoError(t, err)
		state := first.Models[0].Atoms(initial)
		for step := range 10 {
			var facts []ground.Atom
			for _, a := range state {
				facts = append(facts, base.Atoms.Intern(holds, base.Atoms.Args(a)))
			}
			mark := base.Terms.Compound("mark", base.Terms.Integer(1), base.Terms.Integer(int32(step+1)))
			facts = append(facts, base.Atoms.Intern(does, []ground.Term{base.Terms.Compound("x"), mark}))
			answer, err := program.Solve(t.Context(), facts, 1, 1)
			require.NoError(t, err)
			state = answer.Models[0].Atoms(next)
		}
		return program.Matches()
	}
	small, large := matches(8), matches(16)
	require.Less(t, large, 5*small)
}

// TestQuestionsAreIndependent asks a program after other questions, and a new one: models and reasons are the same.
func TestQuestionsAreIndependent(t *testing.T) {
	p, errs := asp.Parse(&syntax.Source{Name: "board", Text: []byte("#const n=4.\n" + board +
		"{ fog(X,Y) : true(cell(X,Y,b)) } 3 :- does(P,mark(X,Y)). seen(X,Y) :- index(X), index(Y), not fog(X,Y).\n")})
	require.False(t, errs.Failed(), "%v", errs)
	base := &evaluator.Base{}
	compile := func() *evaluator.Program {
		program, err := evaluator.Compile(t.Context(), base, p, evaluator.Options{Inputs: []logic.Predicate{holds, does}})
		require.NoError(t, err)
		return program
	}
	ask := func(program *evaluator.Program, marked int32) *evaluator.Model {
		var facts []ground.Atom
		for n := range int32(16) {
			name := "b"
			if n < marked {
				name = "x"
			}
			cell := base.Terms.Compound("cell", base.Terms.Integer(n/4+1), base.Terms.Integer(n%4+1), base.Terms.Compound(name))
			facts = append(facts, base.Atoms.Intern(holds, []ground.Term{cell}))
		}
		mark := base.Terms.Compound("mark", base.Terms.Integer(4), base.Terms.Integer(4))
		facts = append(facts, base.Atoms.Intern(does, []ground.Term{base.Terms.Compound("o"), mark}))
		answer, err := program.Solve(t.Context(), facts, 7, 1)
		require.NoError(t, err)
		return answer.Models[0]
	}
	used := compile()
	for marked := range int32(10) {
		ask(used, marked)
	}
	got, want := ask(used, 6), ask(compile(), 6)
	for _, q := range []logic.Predicate{next, legal, terminal, {Name: "row", Arity: 3}, {Name: "seen", Arity: 2}} {
		require.Equal(t, want.Atoms(q), got.Atoms(q))
		for _, a := range want.Atoms(q) {
			require.Equal(t, want.Reason(a), got.Reason(a), "%s", base.Atoms.Append(nil, &base.Terms, a))
		}
	}
}
