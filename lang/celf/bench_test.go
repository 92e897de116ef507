package celf

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/stretchr/testify/require"
)

// town is a world with guests who walk about and meet, in some 300 lines.
func town() string {
	var b strings.Builder
	b.WriteString(`
person : type.  place : type.  thing : type.  mood : type.  glad : mood.  sad : mood.
at : person -> place -> type.  door : place -> place -> type.  reach : place -> place -> type.
feels : person -> mood -> type.  knows : person -> person -> type.  has : person -> thing -> type.
door/sym : door X Y <- door Y X.
reach/1 : reach X Y <- door X Y.
reach/2 : reach X Z <- reach X Y <- door Y Z.
`)
	for i := range 60 {
		fmt.Fprintf(&b, "place%d : place.\nthing%d : thing.\n", i, i)
	}
	for i := range 60 {
		fmt.Fprintf(&b, "- : door place%d place%d.\n", i, (i*7+1)%60)
	}
	for i := range 30 {
		fmt.Fprintf(&b, "person%d : person.\n", i)
		fmt.Fprintf(&b, `
meet%d : at person%[1]d P * at B P * feels B M
    -o {at person%[1]d P * at B P * feels B glad * @knows B person%[1]d}.
give%[1]d : has person%[1]d thing%[1]d * at person%[1]d P * at B P
    -o {has B thing%[1]d * at person%[1]d P * at B P}.
`, i)
	}
	b.WriteString("walk : at A P * door P Q * feels A glad -o {at A Q * @feels A sad}.\n")
	b.WriteString("start : type = {")
	for i := range 30 {
		fmt.Fprintf(&b, "\n  at person%d place%d * @feels person%[1]d sad * has person%[1]d thing%[1]d *", i, i*2)
	}
	b.WriteString(" 1 }.\n#query 300 * * 10 (start -o {1}).\n")
	return b.String()
}

// BenchmarkTenIterations loads a world of some 300 lines, and runs it ten times with 300 steps at the most.
func BenchmarkTenIterations(b *testing.B) {
	text := []byte(town())
	for b.Loop() {
		prog, errs := Load("town.clf", text)
		require.NotNil(b, prog, errs)
		for seed := range 10 {
			_, err := exec.Run(context.Background(), prog, prog.Traces[0], exec.Options{Chooser: exec.Random(uint64(seed)),
				Host: exec.Silent(prog)})
			require.NoError(b, err)
		}
	}
}

// BenchmarkLoad loads a file of 10 MB with symmetric facts.
func BenchmarkLoad(b *testing.B) {
	var t strings.Builder
	t.WriteString("place : type. door : place -> place -> type. at : place -> type.\n")
	const places = 1_000
	for i := range places {
		fmt.Fprintf(&t, "place%d : place.\n", i)
	}
	for i := 0; t.Len() < 10<<20; i++ {
		fmt.Fprintf(&t, "- : door place%d place%d.\n", i%places, i/places)
	}
	t.WriteString("walk : at P * door P Q -o {at Q}.\n#trace 10 {at place1}.\n")
	b.SetBytes(int64(t.Len()))
	for b.Loop() {
		prog, errs := Load("doors.clf", []byte(t.String()))
		require.NotNil(b, prog, errs)
	}
}
