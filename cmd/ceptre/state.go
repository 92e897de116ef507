package main

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
)

// holding returns the facts of a state, oldest first, each copy by itself.
func holding(prog *lang.Program, state *exec.Context) []lang.Initial {
	var all []*exec.Resource
	for _, p := range prog.Preds {
		all = append(all, state.Of(p)...)
	}
	slices.SortFunc(all, func(a, b *exec.Resource) int { return cmp.Compare(a.ID, b.ID) })
	return factsOf(all)
}

func factsOf(resources []*exec.Resource) []lang.Initial {
	out := make([]lang.Initial, len(resources))
	for i, r := range resources {
		out[i] = lang.Initial{Fact: r.Fact, Permanent: r.Permanent}
	}
	return out
}

// made returns what firing a transition adds to the state: what it asserts, but
// for permanent facts that hold already.
func made(t exec.Transition, state *exec.Context) []lang.Initial {
	var out []lang.Initial
	for _, f := range t.Results() {
		again := func(g lang.Initial) bool { return g.Permanent && g.Fact.Equal(f.Fact) }
		if f.Permanent && (holds(f.Fact, state) || slices.ContainsFunc(out, again)) {
			continue
		}
		out = append(out, f)
	}
	return out
}

// holds reports whether a fact holds permanently.
func holds(f lang.Fact, state *exec.Context) bool {
	return slices.ContainsFunc(state.Of(f.Pred), func(r *exec.Resource) bool {
		return r.Permanent && r.Fact.Equal(f)
	})
}

// written returns a fact as programs write it, with `!` before a permanent one.
func written(f lang.Initial) string {
	if f.Permanent {
		return "!" + f.Fact.String()
	}
	return f.Fact.String()
}
