// Package verdicttest draws programs with statements for tests, and goes through their states by plain enumeration.
package verdicttest

import (
	"context"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Program draws the text of a small program with statements: rules of which most move facts, permanent facts, clauses
// that read the state, numbers, comparisons, and two stages with links.
func Program(t *rapid.T) string {
	draw := func(of ...string) string { return rapid.SampledFrom(of).Draw(t, "part") }
	term := func() string { return draw("X", "X", "Y", "Y", "a", "b") }
	atom := func() string {
		return draw("r", "p "+term(), "d "+term(), "q "+term()+" "+term(), "n "+term()+" "+draw("N", "(N + 1)", "2"))
	}
	var b strings.Builder
	b.WriteString("nat : type. #builtin NAT nat. t : type. a : t. b : t. c : t.\n" +
		"p t : pred. q t t : pred. d t : pred. n t nat : pred. r : pred. " +
		"i : type. o : i. f t : i. h i : pred. e t t : bwd. e a b. e b c. e X X <- d X.\n")
	for _, stage := range []string{"one", "two"} {
		b.WriteString("stage " + stage + " = {\n")
		for range rapid.IntRange(1, 3).Draw(t, "rules") {
			left := []string{draw("q X Y", "$q X Y", "p X * p Y", "p X * e X Y", "d X * q X Y", "q X Y * p X") + " * " +
				draw("n X N", "n Y (N + 1)", "$n X N")}
			right := []string{draw("()", "p X", "q X Y", "q Y X", "!d X", "d Y", "p X * p Y"),
				draw("n X N", "n X (N + 1)", "n Y N", "n X (N - 1)", "()")}
			if draw("", "item") != "" {
				left = append(left, draw("h I", "h I", "h (f X)", "h o", "$h (f Y)"))
				right = append(right, draw("h o", "h (f X)", "h (f Y)", "()"))
			}
			for range rapid.IntRange(0, 1).Draw(t, "more") {
				left = append(left, draw("", "", "$", "!")+atom())
			}
			if draw("", "", "compare") != "" {
				left = append(left, draw("X <> Y", "X == Y", "X == a", "N > 1", "N >= 1", "1 < N"))
			}
			if draw("", "", "result") != "" {
				right = append(right, draw("", "", "", "!")+atom())
			}
			b.WriteString("  " + strings.Join(left, " * ") + " -o " + strings.Join(right, " * ") + ".\n")
		}
		b.WriteString("}\n")
	}
	b.WriteString("qui * stage one -o stage two.\nqui * stage two * r -o stage one * d a.\n#trace _ one { ")
	facts := rapid.SliceOfN(rapid.SampledFrom([]string{"p a", "p b", "p c", "q a b", "q b c", "q c a", "d a",
		"!d b", "h o", "h (f a)",
		"!d c", "r", "n a 0", "n b 2", "n c 1"}), 1, 9).Draw(t, "facts")
	b.WriteString(strings.Join(facts, ", ") + " }.\n")
	for i := range rapid.IntRange(0, 6).Draw(t, "statements") {
		in := draw("", "", "", " in one", " in two")
		body := draw("p X * d X", "q X Y * q Y X", "q X Y * q X Z * Y <> Z", "p X * p X", "n X N * n X M",
			"d X * d Y * X <> Y", "q X X", "r * r", "p a * q b X", "n X 2 * p X", "n _ 0", "n X 3",
			"h o * h (f _)", "h (f X) * h (f Y) * X <> Y", "h (f X) * p X", "h I * h I")
		kind := "never"
		if draw("never", "invariant") == "invariant" {
			kind, body = "invariant", draw("p X", "q X _", "q _ X", "p X + d X", "q X _ + q _ X", "sum N in n X N", "n X _", "r",
				"p _ + q _ _", "sum N in n _ N", "n X _ + d X", "2 * p a - q a _", "!d X", "p X - d X",
				"h _", "h (f _)", "h (f X)", "2 * h o + h (f _)", "h I")+" "+
				draw("<=", "<=", "=", ">=")+" "+draw("0", "1", "2", "3")
		}
		fmt.Fprintf(&b, "#%s s%d%s : %s.\n", kind, i, in, body)
	}
	return b.String()
}

// EachState calls f with the states that a program reaches from its first start, depth first, up to a number of them,
// and reports whether these are all.
func EachState(t require.TestingT, prog *lang.Program, most int, f func(m *exec.Machine, facts []lang.Initial)) bool {
	m, _ := exec.NewMachine(prog, prog.Traces[0], exec.Limits{})
	_, whole, err := m.EachState(context.Background(), most, func() error {
		var facts []lang.Initial
		for _, p := range prog.Preds {
			for _, r := range m.Context().Of(p) {
				facts = append(facts, lang.Initial{Fact: r.Fact, Permanent: r.Permanent})
			}
		}
		f(m, facts)
		return nil
	})
	require.NoError(t, err)
	return whole
}
