package summary

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/stretchr/testify/require"
)

// manyRows are runs of which none is like another, nor has as many steps, firings and coins.
func manyRows(n int, of *total.Subject) (rows sweep.Rows) {
	for i := range n {
		d := sha256.Sum256(binary.AppendVarint(nil, int64(i)))
		r := &sweep.Row{Seed: uint64(i), Steps: i, Final: sweep.State(d)}
		r.Hash.Bytes, r.Hash.Exact = d, true
		r.Why = "quiescent"
		for range of.Rules {
			r.Fired = append(r.Fired, i)
		}
		for range of.Facts {
			r.Facts = append(r.Facts, sweep.Found{Copies: i, Numbers: []int{i}})
			r.Levels = append(r.Levels, []sweep.Level{{Fact: fmt.Sprintf("coin c%d _", i), N: i}})
		}
		rows = append(rows, r)
	}
	return rows
}

// summaries returns the summary of rows, and the summary of parts of the rows, merged from their forms in another
// order.
func summaries(t *testing.T, of *total.Subject, rows sweep.Rows) (whole, merged *Summary) {
	all := total.New(*of)
	for _, part := range slices.Backward(slices.Collect(slices.Chunk(rows, len(rows)/3))) {
		form, err := total.Of(*of, part).MarshalBinary()
		require.NoError(t, err)
		read, err := total.Decode(form)
		require.NoError(t, err)
		require.NoError(t, all.Merge(read))
	}
	return New(total.Of(*of, rows), nil), New(all, nil)
}

// written returns the text and the JSON of a summary.
func written(t *testing.T, s *Summary) (text, data string) {
	var b report.Text
	s.Print(&b)
	require.NoError(t, b.Err)
	all, err := json.Marshal(s)
	require.NoError(t, err)
	return b.String(), string(all)
}

// requireSame requires that merged totals have the summary of one, and returns it.
func requireSame(t *testing.T, of *total.Subject, rows sweep.Rows) (whole *Summary, text, data string) {
	whole, merged := summaries(t, of, rows)
	text, data = written(t, whole)
	textAgain, dataAgain := written(t, merged)
	require.True(t, text == textAgain && data == dataAgain)
	return whole, text, data
}

// Of more different runs than there is room for, a summary has estimates, and says so.
func TestEstimates(t *testing.T) {
	n, of := mergeable.MostDistinct+1, &total.Subject{Report: total.Sweep, Hashed: true}
	whole, text, data := requireSame(t, of, manyRows(n, of))
	require.InEpsilon(t, n, whole.Different.Runs, 4*mergeable.Error)
	require.InEpsilon(t, n, whole.Finals, 4*mergeable.Error)
	require.InEpsilon(t, n/2, whole.Steps.Median, mergeable.Accuracy)
	require.Equal(t, n-1, whole.Steps.Max)
	for _, want := range []string{
		fmt.Sprintf("runs, but for the order of independent steps: about %d (beyond 65536, a HyperLogLog with a standard "+
			"error of 0.8 %%)\n", whole.Different.Runs),
		fmt.Sprintf("final states: about %d (", whole.Finals),
		fmt.Sprintf("and %d more; --all lists them", n-total.MostListed),
		"~ quartiles of more than 16384 different numbers are within ",
		fmt.Sprintf(" %d~ ", whole.Steps.Median),
	} {
		require.Contains(t, text, want)
	}
	require.Contains(t, data, `"approximate":true,"inexact":0`)
	require.Contains(t, data, `"approximateFinalStates":true`)
}

const sampled = "these are a random sample of more than 16384, each with all of its runs\n"

// Of more parts and levels than are counted, and more runs than have their seeds listed, a summary has samples.
func TestSamples(t *testing.T) {
	n := mergeable.MostGroups + 100
	of := &total.Subject{Report: total.Sweep, By: []int{0}, Rules: []total.Rule{{Label: "walk"}},
		Facts: []total.Tally{{Facts: "coin C N", Number: 1}}}
	whole, text, data := requireSame(t, of, manyRows(n, of))
	require.Equal(t, []string{"facts", "by", "seeds"}, whole.Sampled)
	require.Contains(t, data, `"sampled":["facts","by","seeds"]`)
	require.Equal(t, 2, strings.Count(text, sampled))
	require.Len(t, whole.Facts[0].Levels, mergeable.MostGroups)
	require.Len(t, whole.By, mergeable.MostGroups)
	seeds := 0
	for _, p := range whole.By {
		require.Equal(t, 1, p.Runs)
		seeds += len(p.Seeds)
	}
	require.Positive(t, seeds)
	require.LessOrEqual(t, seeds, mergeable.MostSample)
}

// There may be more ways to end than are counted, or more reasons to fail.
func TestManyEnds(t *testing.T) {
	for _, reasons := range []bool{false, true} {
		of := &total.Subject{Report: total.Sweep}
		rows := manyRows(mergeable.MostGroups+100, of)
		for i, r := range rows {
			if r.Why = "failed"; reasons {
				r.Message = fmt.Sprint("error ", i)
			} else {
				r.Stage = fmt.Sprint("stage", i)
			}
		}
		whole, text, _ := requireSame(t, of, rows)
		require.Equal(t, 1, strings.Count(text, sampled))
		ends, wrong, ok := strings.Cut(text, "What went wrong:")
		require.Equal(t, reasons, ok)
		if reasons {
			require.Contains(t, wrong, sampled)
			require.Empty(t, whole.Sampled)
		} else {
			require.Contains(t, ends, sampled)
			require.Equal(t, []string{"ends"}, whole.Sampled)
			require.Len(t, whole.Ends, mergeable.MostGroups)
		}
	}
}
