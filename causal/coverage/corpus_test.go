package coverage

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
)

// TestCoverage makes twenty runs from each #trace of the programs of testdata/*.txtar. NAME/report is
// what of NAME.cep they covered, NAME/annotated the program with the counts before its lines, and
// NAME/causes the rules that never fired, with the causes in a word.
func TestCoverage(t *testing.T) {
	corpustest.Check(t, "testdata/*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		c := covered(t, in.Name, in.Data)
		var text, annotated report.Text
		text.All = true
		c.Print(&text)
		c.Annotate = true
		c.Print(&annotated)
		var causes strings.Builder
		for _, r := range c.Rules {
			require.Equal(t, r.Fired == 0, r.Cause != "", r.Name)
			if r.Fired == 0 {
				causes.WriteString(r.Name + ": " + string(r.Cause) + "\n")
			}
		}
		return []txtar.File{
			in.Result("report", text.String()), in.Result("annotated", annotated.String()),
			in.Result("causes", causes.String()),
		}
	})
}

// covered returns what of a program twenty runs from each of its traces cover.
func covered(t *testing.T, name string, text []byte) *Report {
	prog, errs := lang.Load(name, text)
	require.False(t, errs.Failed(), "%v", errs)
	var from []*Batch
	for i, start := range prog.Traces {
		o := sweep.Options{Runs: 20, Seed: 1, NoHash: true, Chances: true, Set: func(seed uint64) exec.Options {
			return exec.Options{Seed: seed, Limits: exec.Limits{Steps: 50}, Host: exec.Silent(prog)}
		}}
		b := Runs(sweep.Made{Options: o, Program: prog, Start: start}, i+1)
		o.Each = b.Add
		made, err := sweep.Run(t.Context(), prog, start, o)
		require.NoError(t, err)
		b.AddLosses(made.Losses)
		from = append(from, b)
	}
	c, err := New(t.Context(), from, Options{Seed: 1, Choose: "random"})
	require.NoError(t, err)
	return c
}
