package exec

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// genCalculating draws a program whose facts are calculated, from numbers of which some
// are about to become huge, or stand beside constants.
func genCalculating() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString("n : type. #builtin NAT n. t : type. o : t. w : t.\np n : pred. q t n n : pred.\nstage one = {\n")
		for range rapid.IntRange(1, 3).Draw(t, "rules") {
			fmt.Fprintf(&b, "  %s -o p %s * q %s %s %s.\n",
				rapid.SampledFrom([]string{"p X * q T Y Z", "p X * q T Y Y * Z == X", "p X * q T Y Z * X <> Y",
					"p X * q T Y (Z + 1)"}).Draw(t, "left"),
				genCalculation(t), rapid.SampledFrom([]string{"T", "o"}).Draw(t, "constant"), genCalculation(t), genCalculation(t))
		}
		facts := rapid.SliceOfN(rapid.SampledFrom([]string{
			"p 0", "p 1", "p 3", "p 2147483647", "p 4294967296", "q o 1 2", "q w 2 2", "q w 1 2147483647",
			"q o 18446744073709551616 3",
		}), 1, 8).Draw(t, "facts")
		fmt.Fprintf(&b, "}\n#trace _ one { %s }.\n", strings.Join(facts, ", "))
		return b.String()
	})
}

func genCalculation(t *rapid.T) string {
	return rapid.SampledFrom([]string{
		"X", "Y", "Z", "1", "4294967296", "(2 * 3)", "(X + 1)", "(X - 1)", "(Y - Z)", "(X + Y)", "(1 + Z)", "(Y * 3)",
		"(Z / X)", "(Y mod 3)", "((X + Z) mod 5)",
	}).Draw(t, "calculation")
}
