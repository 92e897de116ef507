package foreign_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/lang/doubling"
)

// growing are texts by their size in bytes, each of much of one thing. Most are no traces.
var growing = []struct {
	name string
	text func(n int) string
}{
	{"blanks", func(n int) string { return strings.Repeat(" ", n) }},
	{"lines", func(n int) string { return strings.Repeat("\n", n) }},
	{"blank lines", func(n int) string { return strings.Repeat(" \n", n/2) }},
	{"brackets", func(n int) string { return strings.Repeat("[", n) }},
	{"braces", func(n int) string { return strings.Repeat("{", n) }},
	{"commas", func(n int) string { return strings.Repeat(",", n) }},
	{"string", func(n int) string { return `"` + strings.Repeat("a", n) + `"` }},
	{"beginnings", func(n int) string { return strings.Repeat("x Trace: Solution:", n/18) }},
	{"comments", func(n int) string { return strings.Repeat("//\n", n/3) }},
	{"comment", func(n int) string { return "/*" + strings.Repeat("*", n) }},
	{"steps: key", func(n int) string { return `{"` + strings.Repeat("a", n) + `": 1}` }},
	{"steps: fields", func(n int) string {
		return `{"command": {"rulename": "a"}` + strings.Repeat(`, "a": 1`, n/8) + `}`
	}},
	{"steps: blanks", func(n int) string { return strings.Repeat(" ", n) + `{"command": ` }},
	{"steps: blanks between", func(n int) string { return `{"command": ` + strings.Repeat(" ", n) }},
	{"steps: rule", func(n int) string { return `{"command": {"rulename": "` + strings.Repeat("a", n) + `"}}` }},
	{"steps: many", func(n int) string { return strings.Repeat(`{"command": {"rulename": "a"}}`+"\n", n/31) }},
	{"text: blanks", func(n int) string { return "Trace:" + strings.Repeat(" ", n) }},
	{"text: commas", func(n int) string { return "Trace:\nlet [" + strings.Repeat(",", n) }},
	{"text: string", func(n int) string { return "Trace:\nlet [x1] = say \"" + strings.Repeat("a", n) + `" [];` }},
	{"text: facts", func(n int) string { return "Final state:\n{" + strings.Repeat("(at a b), ", n/10) + "(at a b)}" }},
	{"text: ids", func(n int) string { return "Trace:\nlet [" + strings.Repeat("x1, ", n/4) + "x1] = a [];" }},
	{"celf: blanks", func(n int) string { return "Solution:" + strings.Repeat(" ", n) }},
	{"celf: brackets", func(n int) string { return "Solution: " + strings.Repeat("{", n) }},
	{"celf: binders", func(n int) string { return "Solution: " + strings.Repeat(`\X1. `, n/5) }},
	{"celf: steps", func(n int) string {
		return `Solution: \X1. {` + strings.Repeat(`let {X1} = go !a X1 in `, n/23) + "X1}"
	}},
	{"celf: unpacking", func(n int) string {
		var b strings.Builder
		for i := range n / 50 {
			fmt.Fprintf(&b, `\X%d. `, i)
		}
		b.WriteString("{")
		for i := range n / 50 {
			fmt.Fprintf(&b, `let {X%d} = X%d in `, n+i, i)
		}
		return "Solution: " + b.String() + "1}"
	}},
	{"celf: deep unpacking", func(n int) string {
		var b strings.Builder
		for i := range n / 40 {
			fmt.Fprintf(&b, `let {X%d} = X%d in `, i+1, i)
		}
		return "Solution: {" + b.String() + "1}"
	}},
	{"celf: arguments", func(n int) string { return "Solution: go" + strings.Repeat(" X1", n/3) }},
	{"celf: stages", func(n int) string {
		return "Solution: " + strings.Repeat(`go {[X1, \X1. run (`, min(n/20, 4000))
	}},
	{"celf: answers", func(n int) string { return strings.Repeat("Solution: {1}\n", n/14) }},
	{"dot: blanks", func(n int) string { return "digraph {" + strings.Repeat(" ", n) + "}" }},
	{"dot: strict", func(n int) string { return "strict" + strings.Repeat(" ", n) }},
	{"dot: nodes", func(n int) string { return "digraph {" + strings.Repeat("x1; ", n/4) + "}" }},
	{"dot: edges", func(n int) string { return "digraph { x1" + strings.Repeat(" -> t1", n/6) + "}" }},
	{"dot: label", func(n int) string { return `digraph { x1 [label="` + strings.Repeat("a ", n/2) + `"]; }` }},
	{"dot: commas", func(n int) string { return "digraph { x1 [" + strings.Repeat(",", n) + "]; }" }},
	{"ours: blanks", func(n int) string {
		return `{"format": "ceptre-trace/1",` + strings.Repeat(" ", n) + `"resources": [], "steps": []}`
	}},
	{"ours: brackets", func(n int) string {
		return `{"format": "ceptre-trace/1", "resources": ` + strings.Repeat("[", n)
	}},
	{"ours: string", func(n int) string { return `{"format": "` + strings.Repeat("a", n) + `"}` }},
}

// BenchmarkGrowth reads texts of doubling sizes.
func BenchmarkGrowth(b *testing.B) {
	for _, c := range growing {
		b.Run(c.name, func(b *testing.B) {
			doubling.Measure(b, 1<<18, func(size int) func() {
				text := c.text(size)
				return func() { _, _, _ = foreign.Read("growing", strings.NewReader(text), nil) }
			})
		})
	}
}
