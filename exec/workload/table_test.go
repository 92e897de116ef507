package workload

import (
	"flag"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var printTable = flag.Bool("table", false, "print the table of what the engine does, which takes some minutes")

// TestTable prints the table in the manual on speed, medians of five: steps a second on the
// engine, which part of the time goes into the trace, steps a second by hand, and the
// memory that a fact of the first state takes, where there are a hundred or more.
//
//	go test ./exec/workload -run Table -table -v
func TestTable(t *testing.T) {
	if !*printTable {
		t.Skip("-table prints the table")
	}
	start := startTime(t)
	w := os.Stdout
	fmt.Fprintln(w, "| workload | steps/s | trace | by hand | ratio | bytes/fact |\n|---|---|---|---|---|---|")
	for _, l := range loads {
		fmt.Fprintf(w, "| %s | %s | %s |\n", l.name, rates(t, l), memory(t, l))
	}
	fmt.Fprintf(w, "\n`ceptre run examples/blocks.cep` takes %.1f ms.\n", float64(start.Microseconds())/1000)
}

// rates returns the columns on speed. The programs take turns, and what is told of two of
// them is the median of what each turn tells, so that what else the computer does slows down
// both.
func rates(t *testing.T, l load) string {
	engine := l.engine(t)
	var traced, ratio []float64
	rate := median(5, func(i int) float64 {
		quiet := speed(engine, i, true)
		rate := speed(engine, i, false)
		traced = append(traced, 1-rate/quiet)
		if l.hand != nil {
			ratio = append(ratio, rate/speed(l.byHand(t), i, false))
		}
		return rate
	})
	at := func(all []float64) float64 { return median(5, func(i int) float64 { return all[i] }) }
	out := fmt.Sprintf("%s | %.0f %% | ", short(rate), 100*max(0, at(traced)))
	if l.hand == nil {
		return out + "– | –"
	}
	return out + fmt.Sprintf("%s | %.2f", short(rate/at(ratio)), at(ratio))
}

// memory returns the column on memory.
func memory(t *testing.T, l load) string {
	bytes, facts, ok := l.heap(t)
	if !ok || facts < 100 {
		return "–"
	}
	return fmt.Sprint(bytes / facts)
}

// speed measures steps a second, with the trace or none, over runs that take two tenths of a
// second together.
func speed(run func(uint64, *counter), seed int, none bool) float64 {
	c := counter{none: none}
	start := time.Now()
	for time.Since(start) < time.Second/5 {
		run(uint64(seed), &c)
	}
	return float64(c.steps) / time.Since(start).Seconds()
}

// median returns the median of so many measures.
func median(times int, measure func(int) float64) float64 {
	all := make([]float64, times)
	for i := range all {
		all[i] = measure(i)
	}
	slices.Sort(all)
	return all[times/2]
}

// short writes a number with two digits and a unit.
func short(x float64) string {
	unit := ""
	for _, u := range []string{"k", "M", "G"} {
		if x < 999.5 {
			break
		}
		x, unit = x/1000, " "+u
	}
	if x < 9.95 {
		return fmt.Sprintf("%.1f%s", x, unit)
	}
	return fmt.Sprintf("%.0f%s", x, unit)
}

// startTime builds the command and returns how long it takes for a small program.
func startTime(t *testing.T) time.Duration {
	command := filepath.Join(t.TempDir(), "ceptre")
	out, err := osexec.Command("go", "build", "-o", command, "../../cmd/ceptre").CombinedOutput()
	require.NoError(t, err, string(out))
	return time.Duration(median(20, func(int) float64 {
		start := time.Now()
		out, err := osexec.Command(command, "run", "../../examples/blocks.cep").CombinedOutput()
		require.NoError(t, err, string(out))
		return float64(time.Since(start))
	}))
}

func TestShort(t *testing.T) {
	var words []string
	for _, x := range []float64{0, 7.24, 9.96, 480, 999.6, 1234, 56_789, 1.5e6, 2.34e9} {
		words = append(words, short(x))
	}
	require.Equal(t, "0.0, 7.2, 10, 480, 1.0 k, 1.2 k, 57 k, 1.5 M, 2.3 G", strings.Join(words, ", "))
}
