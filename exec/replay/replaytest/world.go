// Package replaytest has programs and runs for tests of packages that need both.
package replaytest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// Rand returns a source of random numbers that depend on the seed alone.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 4)) }

// Pick returns one of some items.
func Pick[T any](r *rand.Rand, items []T) T { return items[r.IntN(len(items))] }

// World returns the text of a random program over four constants, with premises
// and results of all kinds.
func World(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("t : type. a : t. b : t. c : t. d : t.\np t : pred. q t t : pred. r : pred.\n")
	b.WriteString("e t t : bwd. f t t : bwd. f a b. f b c. f c d. e X Y <- f X Y. e X Z <- f X Y <- e Y Z.\n")
	b.WriteString("hear t : sense. #sensor hear TERM. say t : action. #action say PRINT.\n")
	for _, stage := range []string{"one", "two"} {
		fmt.Fprintf(&b, "stage %s = {\n", stage)
		for range 2 + r.IntN(3) {
			b.WriteString("  " + worldRule(r) + ".\n")
		}
		b.WriteString("}\n")
	}
	b.WriteString(Pick(r, []string{"", "", "#ordered one.\n"}))
	b.WriteString("qui * stage one -o stage two * p c.\nqui * stage two * $r -o stage one.\nqui * stage two * q X X -o " +
		"().\n")
	var facts []string
	for range 5 + r.IntN(8) {
		facts = append(facts, Pick(r, []string{"p a", "p b", "p b", "p c", "q a b", "q b b", "q c a", "q d c", "r", "r"}))
	}
	facts = append(facts, Pick(r, []string{"!p a", "!r", "!q b c", "!q a a"}))
	fmt.Fprintf(&b, "#trace 20 one { %s }.\n", strings.Join(facts, ", "))
	return b.String()
}

func worldRule(r *rand.Rand) string {
	atom := func() string {
		term := func() string { return Pick(r, []string{"X", "Y", "X", "Y", "a", "c"}) }
		switch r.IntN(5) {
		case 0, 1:
			return "p " + term()
		case 2, 3:
			return "q " + term() + " " + term()
		}
		return "r"
	}
	left := []string{
		Pick(r, []string{"q X Y", "$q X Y", "!q X Y", "p X * p Y", "p X * e X Y", "$p X * hear Y", "p X * $p X * p Y"}),
	}
	for range r.IntN(3) {
		left = append(left, Pick(r, []string{"", "$", "$", "!"})+atom())
	}
	if r.IntN(4) == 0 {
		left = append(left, Pick(r, []string{"X <> Y", "e X Y", "e Y _", "p _", "hear X"}))
	}
	right := []string{"()"}
	for range r.IntN(4) {
		right = append(right, Pick(r, []string{"", "", "", "!"})+atom())
	}
	if r.IntN(4) == 0 {
		right = append(right, "say X")
	}
	return strings.Join(left, " * ") + " -o " + strings.Join(right, " * ")
}

// Examples returns the programs in the folder of examples, for tests in folders at the second level of
// the module.
func Examples(t testing.TB) []*lang.Program {
	files, err := filepath.Glob("../../examples/*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var out []*lang.Program
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		p, errs := lang.Load(filepath.Base(file), text)
		require.NotNil(t, p, "%v", errs)
		out = append(out, p)
	}
	return out
}

// RandomRun runs a program by chance, which answers for its sensors, too.
func RandomRun(t testing.TB, p *lang.Program, seed uint64, steps int) *trace.Trace {
	r := Rand(seed)
	outside := exec.Host{Sensors: make(map[string]exec.Sensor), Actions: make(map[string]exec.Action)}
	for _, pred := range p.Preds {
		switch pred.Kind {
		case lang.Sense:
			outside.Sensors[pred.Handler] = func(_ context.Context, p *lang.Pred) ([]lang.Fact, error) {
				return heard(r, p), nil
			}
		case lang.Action:
			outside.Actions[pred.Handler] = func(context.Context, lang.Fact) error { return nil }
		}
	}
	start := Pick(r, p.Traces)
	if start.Bound > 0 {
		steps = min(steps, start.Bound)
	}
	tr, err := exec.Run(context.Background(), p, start,
		exec.Options{Seed: seed, Host: outside, Limits: exec.Limits{Steps: steps}})
	require.NoError(t, err)
	require.NoError(t, trace.Validate(tr))
	return tr
}

// heard returns the answer of a sensor: no fact, one or two.
func heard(r *rand.Rand, p *lang.Pred) []lang.Fact {
	var out []lang.Fact
	for range r.IntN(3) {
		f := lang.Fact{Pred: p}
		for _, t := range p.Args {
			f.Args = append(f.Args, randomValue(r, t, 4))
		}
		out = append(out, f)
	}
	return out
}

// randomValue returns a term of a type that is nested to a depth, if there is one.
func randomValue(r *rand.Rand, t *lang.Type, depth int) lang.Value {
	switch {
	case t.Name == lang.StringType:
		return lang.Value{Text: Pick(r, []string{"", "yes", "a \"b\""})}
	case t.Numerals:
		return lang.NumberValue(t, lang.NewNat(int64(r.IntN(10))))
	}
	k := Pick(r, t.Constructors)
	for range 20 {
		if len(k.Args) == 0 || depth > 0 {
			break
		}
		k = Pick(r, t.Constructors)
	}
	var args []lang.Value
	for _, of := range k.Args {
		args = append(args, randomValue(r, of, depth-1))
	}
	return lang.NewValue(k, args)
}
