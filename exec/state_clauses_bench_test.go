package exec

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// openDoors returns a program with a rule that moves a walker through a network of open doors, two
// for each room.
func openDoors(count int, rule string) string {
	source := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("room : type.\n")
	rooms := count / 2
	for i := range rooms {
		fmt.Fprintf(&b, "r%d : room.\n", i)
	}
	b.WriteString("at room : pred. open room room : pred. reach room room : bwd.\n")
	b.WriteString("reach X Y <- open X Y. reach X Z <- open X Y <- reach Y Z.\n")
	fmt.Fprintf(&b, "stage s = { %s }\n#trace _ s { at r0", rule)
	for i := range rooms {
		fmt.Fprintf(&b, ", open r%d r%d, open r%d r%d", i, (i+1)%rooms, i, source.IntN(rooms))
	}
	b.WriteString(" }.\n")
	return b.String()
}

// BenchmarkReach walks through a thousand open doors: to a neighbour from which there is a way home,
// with doors that stay as they are, and with one that changes in each step; and to any room that can
// be reached. It reports the time of a step.
func BenchmarkReach(b *testing.B) {
	for _, c := range []struct{ name, rule string }{
		{"home", "walk : at X * $open X Y * reach Y r0 -o at Y."},
		{"change", "walk : at X * open X Y * reach Y r0 -o at Y * open X Y."},
		{"anywhere", "walk : at X * reach X Y -o at Y."},
		{"anywhere, change", "walk : at X * open X Z * reach X Y -o at Y * open X Z."},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := load(b, openDoors(1000, c.rule))
			const steps = 1000
			for b.Loop() {
				tr, err := Run(context.Background(), p, p.Traces[0], Options{Limits: Limits{Steps: steps}})
				require.NoError(b, err)
				require.Len(b, tr.Steps, steps)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*steps), "µs/step")
		})
	}
}
