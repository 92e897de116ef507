package lang

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/doubling"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// growing are texts of programs by their size, each of many of one thing.
var growing = []struct {
	name string
	text func(n int) string
}{
	{"declarations", func(n int) string {
		return numbered(n, "t%d : type. c%d : t%d. p%d t%d : pred. q%d t%d : bwd.\n")
	}},
	{"constants", func(n int) string { return "t : type. p t : pred.\n" + numbered(n, "c%d : t.\n") }},
	{"one line", func(n int) string { return "t : type. p t : pred. " + numbered(n, "c%d : t. ") }},
	{"numbers", func(n int) string { return numbered(n, "n%d : type. z%d : n%d. s%d n%d : n%d. #builtin NAT n%d.\n") }},
	{"types taken", func(n int) string { return numbered(n, "t%d : type. c%d t%d : t%d.\n") }},
	{"predicates", func(n int) string {
		return numbered(n, "p%d : pred.\n") + "stage play = {" + numbered(n, "p%d -o p%d.\n") + "} #trace _ play { p0 }."
	}},
	{"rules", func(n int) string { return rules(100 * n) }},
	{"rules of a", func(n int) string {
		return large + "stage play = {" + strings.Repeat("r : at X Y -o at Y X.\n", n) + "} #trace _ play { at a a }."
	}},
	{"twice", func(n int) string {
		return numbered(n, "p%d : pred.\n") + "stage play = {" + numbered(n, "p%d * $p%d -o ().\n") +
			"} #trace _ play { p0 }."
	}},
	{"waiting", func(n int) string {
		return numbered(n, "p%d : pred.\n") + "stage play = {" + numbered(n, "a%d : p%d -o p%d.\n") + "} #trace _ play { }."
	}},
	{"stages", func(n int) string {
		return numbered(n, "stage s%d = { }\nstage s%d -o stage s0.\n") + "#trace _ s0 { }."
	}},
	{"clauses", func(n int) string { return large + "e nat t : bwd.\n" + strings.Repeat("e (s N) X <- e N X.\n", n) }},
	{"calls", func(n int) string { return "b : bwd.\n" + numbered(n, "b%d : bwd. b%d <- b.\n") }},
	{"facts", func(n int) string {
		return large + "stage play = { at X Y -o sad X. } #trace _ play {" + strings.Repeat("at a a, ", n) + "at a a }."
	}},
	{"contexts", func(n int) string {
		return large + numbered(n, "context k%d = { at a a }\n#trace _ play k%d.\n") + "stage play = { at X Y -o sad X. }"
	}},
	{"unknown", func(n int) string { return large + numbered(n, "c%d : u%d.\n") }},
	{"mistakes", func(n int) string { return strings.Repeat(": x.\n", n) }},
	{"again", func(n int) string { return "t : type.\n" + strings.Repeat("c : t.\n", n) }},
	{"misspelt", func(n int) string { return numbered(n, "type%d : type. p%d type%dx : pred.\n") }},
	{"comments", func(n int) string { return strings.Repeat("% nothing\n", n) }},
	{"nested", func(n int) string { return strings.Repeat("%{ ", n) + strings.Repeat("}% ", n) }},
	{"brackets", func(n int) string { return large + "stage play = { " + strings.Repeat("(", n) + " -o num z. }" }},
	{"text", func(n int) string {
		return "w string : pred. w \"" + strings.Repeat("\\\"", n) + "\" -o w \"\". #trace _ main { w \"\" }."
	}},
	{"premises", func(n int) string {
		return large + "stage play = { " + strings.Repeat("at X Y * ", n) + "at X Y -o sad X. }"
	}},
	{"statements", func(n int) string {
		return large + numbered(n, "#invariant i%d : at X _ + sad X <= 9.\n#never n%d : at X Y * sad Y.\n")
	}},
	{"counts", func(n int) string {
		return large + "#invariant sad a" + numbered(n, " + at X%d _ - sad X%d") + " = 1.\n"
	}},
	{"types within types", func(n int) string {
		var b strings.Builder
		b.WriteString("t0 : type. c0 : t0. c : t0.\n")
		for i := range n {
			fmt.Fprintf(&b, "t%d : type. c%d t%d : t%d. p%d t%d : pred. #invariant p%d X = 1.\n", i+1, i+1, i, i+1, i, i, i)
		}
		return b.String()
	}},
	{"unnamed", func(n int) string { return large + numbered(n, "#never u%d at X Y.\n") }},
	{"directives", func(n int) string {
		return numbered(n, "p%d : sense. #sensor p%d LINE.\n")
	}},
}

// BenchmarkGrowth reads programs of doubling sizes.
func BenchmarkGrowth(b *testing.B) {
	for _, c := range growing {
		b.Run(c.name, func(b *testing.B) {
			doubling.Measure(b, 4_000, func(size int) func() {
				source := []byte(c.text(size))
				return func() {
					_, errs := Load("growing.cep", source)
					_ = errs.Fprint(&bytes.Buffer{}, syntax.Style{})
				}
			})
		})
	}
}
