package lang

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

const large = "nat : type. z : nat. s nat : nat. t : type. a : t. at t t : pred. num nat : pred. anger t t : pred. " +
	"sad t : pred.\n"

// rules writes so many bytes of rules, as authors write them.
func rules(size int) string {
	var b strings.Builder
	b.WriteString(large + "stage play = {\n")
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "  do/insult%d : $at C L * $at C' L * anger C C' * C <> C' -o sad C' * anger C' C.\n", i)
	}
	return b.String() + "}\n#trace _ play { at a a }.\n"
}

// Whatever is large is answered, and fills neither the stack nor the memory.
func TestLargePrograms(t *testing.T) {
	deep := strings.Repeat("(s ", 100_000) + "z" + strings.Repeat(")", 100_000)
	for name, c := range map[string]struct {
		text string
		want string // of the first message; empty for a right program
	}{
		"10 MB of rules": {rules(10_000_000), ""},
		"100,000 declarations": {large + numbered(100_000, "c%d : t.\n") +
			"#trace _ play { at a a }. stage play = { }", ""},
		"30,000 predicates": {numbered(30_000, "p%d : pred.\n") + "stage play = {" + numbered(30_000, "p%d -o p%d.\n") +
			"} #trace _ play { p0 }.", ""},
		"100,000 clauses": {large + "e nat t : bwd.\n" + strings.Repeat("e (s N) X <- e N X.\n", 100_000), ""},
		"100,000 facts": {large + "stage play = { at X Y -o sad X. } #trace _ play {" +
			strings.Repeat("at a a, ", 100_000) + "at a a }.", ""},
		"100,000 premises": {large + "stage play = { " + strings.Repeat("at X Y * ", 100_000) +
			"at X Y -o sad X. } #trace _ play { at a a }.", "a rule has at most 1000 premises"},
		"100,000 factors": {large + "#builtin NAT nat. stage play = { num N * N < " +
			strings.Repeat("2 * ", 100_000) + "2 -o num N. } #trace _ play { num 1 }.", ""},
		"1,000 comparisons": {large + "stage play = { at X0 Y * " + comparisons(990) +
			"at X Y -o sad X990. } #trace _ play { at a a }.", ""},
		"a term 100,000 deep": {large + "stage play = { num " + deep + " -o num z. }", "nested too deeply"},
		"100,000 open brackets": {large + "stage play = { " + strings.Repeat("(", 100_000) + " -o num z. }",
			"nested too deeply"},
		"100,000 marks": {large + "stage play = { " + strings.Repeat("$", 100_000) + "num z -o num z. }",
			"nested too deeply"},
		"100,000 unknown names": {large + numbered(100_000, "c%d : u%d.\n"), "unknown type `u0`"},
		"100,000 syntax errors": {strings.Repeat(": x.\n", 100_000), "expected a name"},
		"a name of 10 MB":       {strings.Repeat("x", 10_000_000) + " : type.", ""},
		"a numeral of 1 MB": {large + "#builtin NAT nat. num " + strings.Repeat("9", 1_000_000) + " -o num 1.",
			"a numeral has at most 10000 digits"},
		"a string of 10 MB": {"w string : pred. w \"" + strings.Repeat("x", 10_000_000) +
			"\" -o w \"\". #trace _ main { w \"\" }.", ""},
		"100,000 stages in a row": {numbered(100_000, "stage s%d = { }\nstage s%d -o stage s0.\n"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, errs := load(c.text)
			require.Equal(t, c.want != "", errs.Failed())
			if c.want != "" {
				require.Contains(t, errs[0].Msg, c.want)
			}
			require.NoError(t, errs.Fprint(&bytes.Buffer{}, syntax.Style{}))
		})
	}
}

// comparisons writes a chain of them, the last first.
func comparisons(n int) string {
	var b strings.Builder
	for i := n; i > 0; i-- {
		fmt.Fprintf(&b, "X%d == X%d * ", i, i-1)
	}
	return b.String()
}

// numbered repeats a line with its number in all places.
func numbered(n int, line string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

func BenchmarkLoad(b *testing.B) {
	text := []byte(rules(1_000_000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if p, errs := Load("p.cep", text); p == nil {
			b.Fatal(errs)
		}
	}
}
