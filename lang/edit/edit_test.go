package edit

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/lang/corpustest"
)

// TestApply applies each of the edits that belong to a program to that program, and compares what changes: the lines
// that go and come, with one line around them, and the focus.
func TestApply(t *testing.T) {
	corpustest.Check(t, "testdata/*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		edits, ok := in.Given("edits")
		require.True(t, ok, "%s has no edits", in.Name)
		var out strings.Builder
		for _, line := range strings.Split(strings.TrimSpace(edits), "\n") {
			var e Edit
			decoder := json.NewDecoder(strings.NewReader(line))
			decoder.DisallowUnknownFields()
			require.NoError(t, decoder.Decode(&e), line)
			fmt.Fprintln(&out, ">", line)
			got, err := Apply(in.Name, string(in.Data), e)
			switch {
			case err != nil:
				fmt.Fprintln(&out, "error:", err)
			case got.Ask != nil:
				fmt.Fprintln(&out, "ask:", got.Ask.Text)
			default:
				fmt.Fprintln(&out, "focus:", got.Focus)
				out.WriteString(changed(string(in.Data), got.Text))
			}
		}
		return []txtar.File{in.Result("results", out.String())}
	}, "edits")
}

// changed returns the lines in which two texts differ, with one line before and behind them.
func changed(before, after string) string {
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var out strings.Builder
	put := func(mark string, lines []string) {
		for _, line := range lines {
			if line != "" {
				fmt.Fprintln(&out, mark+strings.TrimSuffix(line, "\n"))
			}
		}
	}
	put("  ", a[max(0, start-1):start])
	put("- ", a[start:len(a)-end])
	put("+ ", b[start:len(b)-end])
	put("  ", a[len(a)-end:min(len(a), len(a)-end+1)])
	return out.String()
}
