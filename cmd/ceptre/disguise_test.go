package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// disguised returns a program that means the same: one name of so many is another, none
// where that is 0, and what may stand in any order stands in another. Where names are
// others, types, constants, predicates and rules stay in their order: of those that are alike
// but for clauses, of which traces do not speak, it says which is which.
func disguised(t *rapid.T, text []byte, oneOf int) []byte {
	text = renamed(t, text, oneOf)
	file, errs := syntax.Parse(&syntax.Source{Name: "disguised.cep", Text: text})
	require.Empty(t, errs)
	d := &disguise{T: t, inOrder: oneOf > 0, actions: make(map[string]bool), proved: make(map[string]bool),
		ordered: make(map[string]bool)}
	for _, decl := range file.Decls {
		d.survey(decl)
	}
	for _, decl := range file.Decls {
		d.shuffle(decl)
	}
	file.Decls = d.decls(file.Decls)
	var b bytes.Buffer
	require.NoError(t, syntax.Fprint(&b, file))
	return b.Bytes()
}

// renamed gives some things that a program declares names that nothing has.
func renamed(t *rapid.T, text []byte, oneOf int) []byte {
	a := lang.Analyse("renamed.cep", text)
	require.NotNil(t, a.Program, "%v", a.Errors)
	slices.SortFunc(a.Mentions, func(a, b lang.Mention) int { return a.Start.Offset - b.Start.Offset })
	names := make(map[any]string)
	var b bytes.Buffer
	at := 0
	for _, m := range a.Mentions {
		if _, ok := names[m.Of]; !ok {
			names[m.Of] = a.File.Source.Slice(m.Span)
			builtIn := names[m.Of] == lang.StringType || names[m.Of] == "main"
			if oneOf > 0 && rapid.IntRange(1, oneOf).Draw(t, "rename") == 1 && !builtIn {
				names[m.Of] = fmt.Sprintf(map[bool]string{true: "New%d", false: "new%d"}[isVar(m.Of)], len(names))
			}
		}
		b.Write(text[at:m.Start.Offset])
		b.WriteString(names[m.Of])
		at = m.End.Offset
	}
	b.Write(text[at:])
	return b.Bytes()
}

func isVar(of any) bool {
	_, ok := of.(*lang.Var)
	return ok
}

// disguise puts things into another order.
type disguise struct {
	*rapid.T
	inOrder                  bool
	actions, proved, ordered map[string]bool
}

func (d *disguise) survey(decl syntax.Decl) {
	switch decl := decl.(type) {
	case *syntax.Signature:
		d.actions[decl.Name.Text] = decl.Result.Text == "action"
		d.proved[decl.Name.Text] = decl.Result.Text == "bwd"
	case *syntax.Directive:
		if decl.Name == "ordered" {
			d.ordered[decl.Args[0].(*syntax.Name).Text] = true
		}
	}
}

// decls returns declarations in another order, but for clauses, which are tried in theirs,
// and for the rules of a stage without a name, which may be ordered.
func (d *disguise) decls(list []syntax.Decl) []syntax.Decl {
	var free, kept []syntax.Decl
	for _, decl := range list {
		_, clause := decl.(*syntax.Clause)
		_, rule := decl.(*syntax.Rule)
		_, signature := decl.(*syntax.Signature)
		if clause || rule && d.ordered["main"] || signature && d.inOrder {
			kept = append(kept, decl)
		} else {
			free = append(free, decl)
		}
	}
	return append(permuted(d.T, free), kept...)
}

func permuted[T any](t *rapid.T, list []T) []T {
	if len(list) < 2 {
		return list
	}
	return rapid.Permutation(list).Draw(t, "order")
}

func (d *disguise) shuffle(decl syntax.Decl) {
	switch decl := decl.(type) {
	case *syntax.Stage:
		for _, r := range decl.Rules {
			d.rule(r)
		}
		if !d.ordered[decl.Name.Text] && !d.inOrder {
			decl.Rules = permuted(d.T, decl.Rules)
		}
	case *syntax.Rule:
		d.rule(decl)
	case *syntax.Context:
		decl.Facts = permuted(d.T, decl.Facts)
	case *syntax.Trace:
		if decl.Inline != nil {
			decl.Inline.Facts = permuted(d.T, decl.Inline.Facts)
		}
	}
}

// rule permutes premises and results. Premises that are proved stay behind the matched ones, which
// some proofs need first, and the first result for the outside stays first.
func (d *disguise) rule(r *syntax.Rule) {
	for _, x := range syntax.Joined(r.Left) {
		if b, ok := x.(*syntax.Binary); ok && rapid.Bool().Draw(d.T, "turn") {
			turned(b)
		}
	}
	r.Left = d.join(r.Left, func(x syntax.Expr) bool {
		_, binary := x.(*syntax.Binary)
		return binary || d.proved[head(x)]
	})
	r.Right = d.join(r.Right, func(x syntax.Expr) bool { return d.actions[head(x)] })
}

// turned says the same of two sides the other way round.
func turned(b *syntax.Binary) {
	other := map[syntax.Op]syntax.Op{
		syntax.Differs: syntax.Differs, syntax.Same: syntax.Same, syntax.Less: syntax.More, syntax.More: syntax.Less,
		syntax.LessEq: syntax.MoreEq, syntax.MoreEq: syntax.LessEq,
	}
	b.Op, b.X, b.Y = other[b.Op], b.Y, b.X
}

// join permutes operands, but for those that are kept in their order, at the end.
func (d *disguise) join(x syntax.Expr, keep func(syntax.Expr) bool) syntax.Expr {
	var free, kept []syntax.Expr
	for _, operand := range syntax.Joined(x) {
		if keep(operand) {
			kept = append(kept, operand)
		} else {
			free = append(free, operand)
		}
	}
	return joinedAgain(x, append(permuted(d.T, free), kept...))
}

func head(x syntax.Expr) string {
	switch x := x.(type) {
	case *syntax.Name:
		return x.Text
	case *syntax.Apply:
		return x.Fun.Text
	}
	return ""
}

// joinedAgain joins operands; where there are none, it is what it was.
func joinedAgain(old syntax.Expr, operands []syntax.Expr) syntax.Expr {
	if len(operands) == 0 {
		return old
	}
	x := operands[0]
	for _, y := range operands[1:] {
		x = &syntax.Binary{Op: syntax.Star, X: x, Y: y}
	}
	return x
}

// A run of an example is the same in a program that means the same, and comes back from
// there with its own hash.
func TestDisguisesKeepRuns(t *testing.T) {
	var runs []*trace.Trace
	programs := make(map[*trace.Trace]*lang.Program)
	eachExample(t, func(t *testing.T, p *lang.Program) {
		for i, start := range p.Traces {
			run := runExample(t, p, start, uint64(i))
			runs = append(runs, run)
			programs[run] = p
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		run := rapid.SampledFrom(runs).Draw(t, "run")
		p := programs[run]
		text := disguised(t, p.Source.Text, rapid.SampledFrom([]int{0, 1, 3, 20}).Draw(t, "one of"))
		q, errs := lang.Load("disguised.cep", text)
		require.NotNil(t, q, "%v", errs)
		now := sameAgain(t, q, run)
		back := sameAgain(t, p, now)
		require.Equal(t, hash.Of(causal.New(run)), hash.Of(causal.New(back)))
	})
}

// sameAgain makes the choices of a run again in a program in which it is the same run.
func sameAgain(t *rapid.T, p *lang.Program, run *trace.Trace) *trace.Trace {
	r, err := inquiry.RunAgain(context.Background(), p, run)
	require.NoError(t, err)
	require.Empty(t, r.Departures, "%s", p.Source.Text)
	require.NoError(t, replay.Verify(context.Background(), p, r.Now, replay.VerifyOptions{}))
	return r.Now
}

// A rule that needs more, or makes less, breaks the runs in which it fires; the report names its
// first step.
func TestChangedRulesBreakRuns(t *testing.T) {
	const more = "brand_new"
	changes := map[string]func(r *syntax.Rule) bool{
		"reads more": func(r *syntax.Rule) bool {
			r.Left = &syntax.Binary{Op: syntax.Star, X: r.Left, Y: &syntax.Prefix{Op: syntax.Keep, X: &syntax.Name{Text: more}}}
			return true
		},
		"makes less": func(r *syntax.Rule) bool {
			results := syntax.Joined(r.Right)
			if len(results) == 0 {
				return false
			}
			last := results[len(results)-1]
			if _, permanent := last.(*syntax.Prefix); permanent { // which may hold already
				return false
			}
			r.Right = joinedAgain(&syntax.Unit{}, results[:len(results)-1])
			return true
		},
	}
	tried := 0
	eachExample(t, func(t *testing.T, p *lang.Program) {
		run := runExample(t, p, p.Traces[0], 1)
		for i, name := range firedRules(run) {
			what := []string{"reads more", "makes less"}[i%2]
			if text, ok := changedRule(t, p, name, changes[what]); ok {
				q, errs := lang.Load("changed.cep", append(text, more+" : pred.\n"...))
				require.NotNil(t, q, "%v", errs)
				r, err := inquiry.RunAgain(context.Background(), q, run)
				require.NoError(t, err)
				require.NotEmpty(t, r.Departures, "%s %s", name, what)
				require.Equal(t, firstOf(run, name), r.Departures[0].Number, "%s %s", name, what)
				tried++
			}
		}
	})
	require.Greater(t, tried, 100)
}

// firedRules returns the rules with a name that fire in a run.
func firedRules(run *trace.Trace) []string {
	var out []string
	for _, r := range run.Program.Rules {
		if firstOf(run, r.Name) > 0 && !r.Link && strings.HasPrefix(r.Text, r.Name+" :") {
			out = append(out, r.Name)
		}
	}
	return out
}

// firstOf returns the number of the first step of a rule; 0 for none.
func firstOf(run *trace.Trace, rule string) int {
	return 1 + slices.IndexFunc(run.Steps, func(s trace.Step) bool { return s.Rule == rule })
}

// changedRule returns the text of a program with one of its rules changed.
func changedRule(t *testing.T, p *lang.Program, name string, change func(*syntax.Rule) bool) ([]byte, bool) {
	file, errs := syntax.Parse(p.Source)
	require.Empty(t, errs)
	done := false
	try := func(r *syntax.Rule) {
		if r.Name != nil && r.Name.Text == name {
			done = change(r)
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *syntax.Rule:
			try(decl)
		case *syntax.Stage:
			for _, r := range decl.Rules {
				try(r)
			}
		}
	}
	var b bytes.Buffer
	require.NoError(t, syntax.Fprint(&b, file))
	return b.Bytes(), done
}
