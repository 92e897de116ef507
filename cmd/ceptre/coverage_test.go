package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/coverage"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/stretchr/testify/require"
)

// In the data everything adds up, and rules fired as often as in a sweep.
func TestCoverageData(t *testing.T) {
	status, stdout, stderr := runCoins(t, context.Background(), "coverage", "--runs", "40", "--json")
	require.Equal(t, cli.OK, status, stderr)
	var d coverage.Report
	require.NoError(t, json.Unmarshal([]byte(stdout), &d))
	_, stdout, _ = runCoins(t, context.Background(), "sweep", "--runs", "40", "--json")
	var swept summary.Summary
	require.NoError(t, json.Unmarshal([]byte(stdout), &swept))

	require.Equal(t, swept.Series, d.Series)
	require.Equal(t, swept.Ends, d.Ends)
	require.Nil(t, d.Prose)
	require.Len(t, d.Rules, len(swept.Rules))
	fired, steps, expected := 0, 0, 0.0
	for i, r := range d.Rules {
		require.Equal(t, swept.Rules[i].Rule, r.Name)
		require.Equal(t, swept.Rules[i].Total, r.Fired)
		require.Equal(t, swept.Rules[i].Runs, r.Runs)
		lost := 0
		for _, l := range r.Lost {
			require.NotEqual(t, r.Name, l.To)
			require.LessOrEqual(t, l.Took, l.Times)
			lost += l.Times
		}
		require.Equal(t, r.Enabled, r.Fired+lost, "a rule fires where it is enabled, or another does")
		require.LessOrEqual(t, r.Runs, r.Enabling)
		require.Equal(t, r.Fired == 0, r.Cause != "")
		require.Equal(t, r.Fired == 0, r.Reason != "")
		fired += min(r.Fired, 1)
		steps += r.Fired
		expected += r.Expected
	}
	require.Equal(t, fired, d.Fired)
	require.Equal(t, swept.Steps.Total, steps)
	require.InDelta(t, float64(steps), expected, 1e-6, "something fires in each state")
	require.Equal(t, []*coverage.Stage{{Name: "play", Line: 5, Column: 7, Runs: 40, Visits: 40, Steps: steps}}, d.Stages)
}

// The variants of the prose are counted as the sites of the single runs tell them.
func TestCoverageProse(t *testing.T) {
	var out, errs bytes.Buffer
	status := cli.Run(context.Background(), root, cli.Streams{In: &bytes.Buffer{}, Out: &out, Err: &errs},
		[]string{"coverage", "../../examples/verona.cep", "--runs", "5", "--json"})
	require.Equal(t, cli.OK, status, errs.String())
	var d coverage.Report
	require.NoError(t, json.Unmarshal(out.Bytes(), &d))
	require.NotNil(t, d.Prose)

	words, err := fs.ReadFile(examples.FS, "verona.md")
	require.NoError(t, err)
	text, err := prose.Parse("verona.md", words, prose.Options{})
	require.NoError(t, err)
	prog := loadExample(t, "verona.cep")
	told, runs := make([]int, len(d.Prose.Variants)), make([]int, len(d.Prose.Variants))
	for seed := range uint64(5) {
		one, err := site.Told(causal.New(runExample(t, prog, prog.Traces[0], seed+1)), site.Options{Prose: text})
		require.NoError(t, err)
		for i, n := range one {
			told[i] += n
			runs[i] += min(n, 1)
		}
	}
	never := 0
	for i, v := range d.Prose.Variants {
		require.Equal(t, told[i], v.Told, v.Heading)
		require.Equal(t, runs[i], v.Runs, v.Heading)
		require.Equal(t, v.Told == 0, v.Reason != "", v.Heading)
		never += 1 - min(v.Told, 1)
	}
	require.Positive(t, never, "five runs do not tell it all")
}

// An interrupted command prints its results so far, and reports no rule as dead.
func TestCoverageInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	status, stdout, stderr := runCoins(t, ctx, "coverage", "--runs", "9", "--fail-under", "100")
	require.Equal(t, cli.Interrupted, status)
	require.Equal(t, "coins from stage play: interrupted when 0 of 9 runs had ended, seeds from 1, choice random\n",
		stdout)
	require.Equal(t, "interrupted\n", stderr)

	status, stdout, _ = runCoins(t, ctx, "coverage", "--json")
	require.Equal(t, cli.Interrupted, status)
	var d coverage.Report
	require.NoError(t, json.Unmarshal([]byte(stdout), &d))
	require.Equal(t, 100, d.Asked)
	require.Zero(t, d.Done)
	for _, r := range d.Rules {
		require.Empty(t, r.Reason)
	}
	for _, s := range d.Stages {
		require.Empty(t, s.Reason)
	}
}
