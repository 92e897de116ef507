package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// played returns the host of an example: its sensors read the lines recorded for it, and its output
// goes to out.
func played(t *testing.T, p *lang.Program, out io.Writer) exec.Host {
	input, err := os.ReadFile("testdata/ends/" + p.Name + ".in")
	if !errors.Is(err, os.ErrNotExist) {
		require.NoError(t, err)
	}
	in := console.NewLines(bytes.NewReader(input))
	return (&console.Console{Program: p, Line: in.Next, Out: out, Say: out}).Host()
}

// Every example ends as it is recorded, from each of its starts, with seed 1.
func TestExamplesEnd(t *testing.T) {
	eachExample(t, func(t *testing.T, p *lang.Program) {
		got := new(txtar.Archive)
		for i, start := range p.Traces {
			var printed bytes.Buffer
			tr, err := exec.Run(context.Background(), p, start, exec.Options{Seed: 1, Host: played(t, p, &printed)})
			require.NoError(t, err)
			got.Files = append(got.Files,
				txtar.File{Name: fmt.Sprintf("trace %d", i+1), Data: []byte(ending(t, tr) + printed.String())})
		}
		file := "testdata/ends/" + p.Name + ".txtar"
		if *update {
			require.NoError(t, os.WriteFile(file, txtar.Format(got), 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), string(txtar.Format(got)))
	})
}

// ending returns the number of steps and the final facts of a run, as they are printed.
func ending(t *testing.T, tr *trace.Trace) string {
	var b bytes.Buffer
	require.NoError(t, listing.Write(&b, tr.Stream()))
	_, final, ok := strings.Cut(b.String(), "Final state")
	require.True(t, ok)
	return english.Count(len(tr.Steps), "step") + final
}

// leftOver returns the facts of a predicate that are left of a run.
func leftOver(tr *trace.Trace, pred string) []string {
	var out []string
	for _, r := range tr.Final() {
		if r.Pred == pred {
			out = append(out, r.String())
		}
	}
	return out
}

// The promises of some examples hold for all choices.
func TestExamplesKeepTheirPromises(t *testing.T) {
	for name, promise := range map[string]func(*testing.T, *trace.Trace){
		"sorting": func(t *testing.T, tr *trace.Trace) {
			values := make([]int, 0, 8)
			for i := range len(tr.Final()) - 1 {
				for _, cell := range leftOver(tr, "cell") {
					var at, value int
					_, err := fmt.Sscanf(cell, "cell %d %d", &at, &value)
					require.NoError(t, err)
					if at == i+1 {
						values = append(values, value)
					}
				}
			}
			require.IsNonDecreasing(t, values)
			require.NotEmpty(t, values)
		},
		"primes": func(t *testing.T, tr *trace.Trace) { require.Len(t, leftOver(tr, "number"), 17) },
		"hanoi":  func(t *testing.T, tr *trace.Trace) { require.Equal(t, []string{"moves 31"}, leftOver(tr, "moves")) },
		"vote":   func(t *testing.T, tr *trace.Trace) { require.Len(t, leftOver(tr, "elected"), 1) },
		"runoff": func(t *testing.T, tr *trace.Trace) { require.Len(t, leftOver(tr, "elected"), 1) },
		"absent": func(t *testing.T, tr *trace.Trace) { require.Len(t, leftOver(tr, "sweets"), 2) },
		"broadcast": func(t *testing.T, tr *trace.Trace) {
			require.Len(t, leftOver(tr, "heard"), 3)
		},
		"kitchen": func(t *testing.T, tr *trace.Trace) { require.Len(t, leftOver(tr, "board"), 2) },
		"cottage": func(t *testing.T, tr *trace.Trace) { require.Len(t, leftOver(tr, "won"), 1) },
		"snake": func(t *testing.T, tr *trace.Trace) {
			require.Len(t, leftOver(tr, "trail"), len(tr.Steps))
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := loadExample(t, name+".cep")
			for _, start := range p.Traces {
				for seed := range uint64(seeds) {
					promise(t, runExample(t, p, start, seed))
				}
			}
		})
	}
}

// The examples are laid out as `ceptre fmt` lays programs out.
func TestExamplesAreFormatted(t *testing.T) {
	eachExample(t, func(t *testing.T, p *lang.Program) {
		text, err := examples.FS.ReadFile(p.Name + ".cep")
		require.NoError(t, err)
		got, _, errs := syntax.Format(&syntax.Source{Name: p.Name, Text: text})
		require.Empty(t, errs)
		require.Equal(t, string(text), string(got))
	})
}
