// Package emittest draws programs that package emit writes in Celf, for tests.
package emittest

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// Choices are random choices for a program or a file.
type Choices struct{ *rapid.T }

// Number draws a number from least to most.
func (d Choices) Number(least, most int, what string) int {
	return rapid.IntRange(least, most).Draw(d.T, what)
}

// Of draws one of several texts.
func (d Choices) Of(what string, all ...string) string { return rapid.SampledFrom(all).Draw(d.T, what) }

// Mixed draws an order of texts.
func (d Choices) Mixed(all []string) []string { return rapid.Permutation(all).Draw(d.T, "order") }

// declared is the text of the declarations of all random programs. Facts of k are permanent, and facts of m may be.
const declared = `t : type. a : t. b : t. c : t.
nat : type. #builtin NAT nat.
p t : pred. q t t : pred. r : pred. n nat : pred. k t : pred. m t : pred. says string : pred.
e t t : bwd. d t t : bwd. below nat nat : bwd.
d a b. d b c. e X Y <- d X Y. e X Z <- d X Y <- d Y Z <- X <> Z.
below N (N + 1). below N (M + 1) <- below N M.
`

// Program draws the text of a program in Ceptre, with one plain stage or, if staged is set, with two stages, links,
// orders and bounds.
func Program(t *rapid.T, staged bool) string {
	d := Choices{t}
	var b strings.Builder
	b.WriteString(declared)
	stages := []string{"one", "two"}
	if !staged {
		stages = []string{"main"}
	}
	for _, s := range stages {
		fmt.Fprintf(&b, "stage %s = {\n", s)
		for range d.Number(0, 3, "rules") {
			b.WriteString("  " + d.rule() + ".\n")
		}
		b.WriteString("}\n")
		if staged && d.Number(0, 3, "ordered") == 0 {
			fmt.Fprintf(&b, "#ordered %s.\n", s)
		}
	}
	if staged {
		for range d.Number(0, 4, "links") {
			fmt.Fprintf(&b, "%s.\n", d.link())
		}
	}
	facts := []string{"p a", "p b", "p b", "q a b", "q b b", "q c a", "r", "n 0", "n 2", "n 3", "!k a", "!k b", "m a",
		"!m a", "!m b", `says "hi"`}
	facts = rapid.SliceOfN(rapid.SampledFrom(facts), 0, 8).Draw(d.T, "facts")
	fmt.Fprintf(&b, "#trace %s %s { n 2, q a b, m b, !m a%s }.\n", d.Of("bound", "_", "2", "5"), stages[0],
		strings.Join(append([]string{""}, facts...), ", "))
	return b.String()
}

func (d Choices) link() string {
	left := "qui * stage " + d.Of("from", "one", "two")
	if d.Number(0, 2, "conditional") > 0 {
		left += " * " + d.Of("condition", "p X", "$p X", "$r", "q X X", "n (N + 1)", "$n N * N < 2", "!k X", "m X", "$m X")
	}
	right := d.Of("right", "()", "stage one", "stage two", "stage two * r", "stage one * p a")
	return left + " -o " + right
}

// rule draws a rule. Its first premises give its variables values.
func (d Choices) rule() string {
	term := func() string { return d.Of("term", "X", "Y", "a", "c") }
	atom := func(all ...string) string {
		switch p := d.Of("atom", all...); p {
		case "q":
			return "q " + term() + " " + term()
		case "r":
			return "r"
		case "n":
			return "n " + d.Of("number", "N", "0", "1", "(N + 1)", "7")
		default:
			return p + " " + term()
		}
	}
	left := []string{d.Of("first", "q X Y", "$q X Y", "p X * p Y", "p X * e X Y", "k X * $p Y", "m X * m Y", "$m X * m Y"),
		d.Of("counts", "n N", "$n N", "n (N + 1)", "n N * below M N", "n (N + 2)")}
	for range d.Number(0, 2, "more") {
		mark := d.Of("mark", "", "$", "!")
		if mark == "$" {
			left = append(left, "$"+atom("p", "q", "r", "n", "k", "m"))
		} else {
			left = append(left, mark+atom("p", "q", "r", "k", "m"))
		}
	}
	if d.Number(0, 2, "tested") == 0 {
		left = append(left, d.Of("test", "X <> Y", "X == Y", "e X Y", "e Y _", "p _", "N < 2", "N >= 1", "N <> 1",
			"N + 1 == 2", "N * N <= 4", "N mod 2 == 1", "$q _ Z * Z <> X", "$n M * M <> N", "$says T"))
	}
	if d.Number(0, 4, "forward") == 0 { // a comparison may stand before what gives its variables values
		slices.Reverse(left)
	}
	right := []string{"()"}
	for range d.Number(0, 2, "results") {
		right = append(right, d.Of("result", "p X", "p a", "q Y X", "r", "n (N + 1)", "n (N - 1)", "n (N / 2)",
			"n (N * 2)", "!k Y", "m X", "!m Y", `says "ho"`))
	}
	return strings.Join(left, " * ") + " -o " + strings.Join(right, " * ")
}
