package exec

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
)

// worlds are small states with transitions of every kind: equal facts, permanent
// ones, facts that may meet several premises, several parts that share nothing,
// proofs with several answers, and calculations.
var worlds = map[string]string{
	"equal facts": `p : pred. q : pred. stage s = { a : p * p * p -o q. b : p * $q -o (). } ` +
		`#trace _ s { p, p, p, p, q, q, q }.`,
	"permanent": `t : type. a : t. b : t. p t : pred. stage s = { r : p X * p X * $p Y -o (). k : !p X * p X -o (). } ` +
		`#trace _ s { p a, p a, !p a, p b, p b, !p b }.`,
	"overlapping": `t : type. a : t. b : t. c : t. p t : pred. stage s = { r : p X * p Y * X <> Y -o (). ` +
		`all : p X * p Y * $p Z -o (). } #trace _ s { p a, p a, p a, p b, p c }.`,
	"cards": `t : type. a : t. b : t. c : t. p t : pred. q t t : pred. ` +
		`stage s = { deal : p X * p Y * $p Z * q V W -o (). q : q A B * q C D * q E F -o (). } ` +
		`#trace _ s { p a, p a, !p a, p b, !p c, !p c, q a b, q a b, q b c, q a a }.`,
	"parts": `t : type. a : t. b : t. p t t : pred. q t : pred. r : pred. stage s = { w : p X Y * q Y * r * r -o r. ` +
		`v : q X * r -o (). } #trace _ s { p a b, p a b, p b a, p b b, q a, q b, q b, r, r, r }.`,
	"proofs": `t : type. a : t. b : t. c : t. p t : pred. e t t : bwd. e a b. e a c. e b c. ` +
		`stage s = { go : p X * e X Y -o p Y. back : p Y * e X Y -o p X. } #trace _ s { p a, p a, p b, p c }.`,
	"calculations": `#builtin NAT n. n : type. p n : pred. stage s = { up : p (N + 1) * p N -o p (N * 2). ` +
		`half : p N * p (N / 2) * N > 1 -o (). less : p N * p M -o p (N - M). } ` +
		`#trace _ s { p 1, p 1, p 2, p 2, p 3, p 5, p 4 }.`,
	"in order": `#builtin NAT n. n : type. p n : pred. q n : pred. stage s = { less : p N * $p M * N < M -o (). ` +
		`most : $p N * q M * M >= N -o (). same : p N * p M * N <= M -o (). } ` +
		`#trace _ s { p 1, p 1, !p 1, p 2, p 5, p 5, q 0, q 5, q 9 }.`,
	"rarely in order": `#builtin NAT n. n : type. p n : pred. q n : pred. stage s = { less : p N * q M * N < M -o (). } ` +
		`#trace _ s { p 5, p 5, p 6, p 7, p 9, p 9, p 9, p 9, p 9, p 9, p 9, p 9, p 9, p 9, p 9, p 9, p 9, p 9, p 9, ` +
		`p 9, p 9, p 9, p 9, p 9, p 9, p 9, p 9, p 9, p 9, p 2, q 5, q 5, q 4, q 3, q 0, q 0, q 0, q 0, q 0, q 0, q 0, ` +
		`q 0, q 0, q 0, q 0, q 0, q 0, q 0, q 0, q 0, q 0, q 0, q 0, q 0, q 0, q 0, q 0, q 0, q 0 }.`,
	"terms": `t : type. a : t. f t t : t. p t : pred. stage s = { fold : p (f X Y) * p X -o p Y. ` +
		`pair : p X * p Y -o p (f X Y). } #trace _ s { p a, p a, p (f a a), p (f a (f a a)), p (f (f a a) a) }.`,
	"many of a kind": `t : type. a : t. b : t. anger t t : pred. ` +
		`stage s = { kill : anger X Y * anger X Y * anger X Y * anger X Y -o (). } ` +
		`#trace _ s { anger a b, anger a b, anger a b, anger a b, anger a b, anger b a, anger b a, anger b a, anger b a }.`,
}

// Chance draws every transition as often: by the chi-square test, at a point that a
// fair draw exceeds once in a hundred thousand. Seeds are fixed, so the test cannot
// flicker.
func TestDrawsAreUniform(t *testing.T) {
	for name, text := range worlds {
		t.Run(name, func(t *testing.T) {
			p := load(t, text)
			m, _ := NewMachine(p, p.Traces[0], Limits{})
			e, err := m.Enabled(context.Background())
			require.NoError(t, err)
			counts := make(map[string]int)
			for _, label := range listed(e) {
				counts[label] = 0
			}
			require.Len(t, counts, e.Len(), "each transition is listed once")
			chooser, draws := Random(42), 400*e.Len()
			for range draws {
				choice, err := chooser.Choose(e)
				require.NoError(t, err)
				counts[labelled(e.Transition(choice))]++
			}
			require.Len(t, counts, e.Len(), "each draw is of those that are listed")
			require.Less(t, chiSquare(counts, 400), chiBound(e.Len()-1))
		})
	}
}

func chiSquare(counts map[string]int, expected float64) float64 {
	chi := 0.0
	for _, n := range counts {
		chi += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	return chi
}

// chiBound is where the chi-square distribution leaves 10⁻⁵ beyond, by the cube root
// of Wilson and Hilferty (PNAS 17, 1931).
func chiBound(degrees int) float64 {
	d, z := float64(degrees), 4.265
	return d * math.Pow(1-2/(9*d)+z*math.Sqrt(2/(9*d)), 3)
}

// labelled tells a transition from all others.
func labelled(t Transition) string {
	ids := []trace.ResourceID{}
	for _, r := range t.Uses {
		ids = append(ids, r.ID)
	}
	return fmt.Sprintf("%s%v%v", t, ids, t.Proves)
}
