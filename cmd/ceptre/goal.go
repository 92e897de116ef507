package main

import (
	"strings"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
)

// goalUsage says how facts are asked for.
const goalUsage = `

In facts, a name that begins with a capital is a variable, and the same wherever it
stands; _ is anything, and arguments at the end may be left out. '!won' is only a permanent
fact, and 'stage night' is a fact, too. Several facts with commas between them are there
together: 'at C L, dead C'; 'seat, seat' asks for two, and so does '2 × seat'.`

// aFact says how many facts are meant.
func aFact(n int) string {
	if n == 1 {
		return "a fact"
	}
	return "the facts"
}

// standing returns the values of variables as text.
func standing(b goal.Bindings, shapes *shape.Set) string {
	parts := make([]string, len(b))
	for i, x := range b {
		parts[i] = x.Var + " = " + shapes.Short(x.Term).String()
	}
	return strings.Join(parts, ", ")
}

// variables returns the values of variables as data.
func variables(b goal.Bindings) map[string]string {
	out := make(map[string]string, len(b))
	for _, x := range b {
		out[x.Var] = x.Term.String()
	}
	return out
}
