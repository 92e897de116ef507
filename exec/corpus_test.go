package exec

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
)

// TestRuns runs the programs of testdata/*.txtar. NAME.cep is a program. NAME/choices, where it is
// there, has the choices of the run, as `ceptre run --choose` reads them: `first`, or the numbers of
// the moves. NAME/trace has the steps, one a line, and NAME/final the facts at the end, with why the
// run ended. Without choices the run is random: eight seeds must end alike, and there is no NAME/trace.
func TestRuns(t *testing.T) {
	corpustest.Check(t, "testdata/*.txtar", results, "choices")
}

// results runs a program of a corpus and returns the files with the outcome.
func results(t *testing.T, in corpustest.Input) []txtar.File {
	p := load(t, string(in.Data))
	run := func(o Options) *trace.Trace {
		tr, err := Run(context.Background(), p, p.Traces[0], o)
		require.NoError(t, trace.Validate(tr))
		if err != nil {
			require.Equal(t, trace.Failed, tr.End.Why)
			require.Equal(t, err.Error(), tr.End.Message)
		}
		return tr
	}
	choices, scripted := in.Given("choices")
	if !scripted {
		final := finalText(run(Options{}))
		for seed := range uint64(7) {
			require.Equal(t, final, finalText(run(Options{Seed: seed + 1})), "seed %d", seed+1)
		}
		return []txtar.File{in.Result("final", final)}
	}
	tr := run(Options{Chooser: chooserOf(t, choices)})
	return []txtar.File{in.Result("trace", stepText(tr)), in.Result("final", finalText(tr))}
}

// chooserOf returns the chooser that a file of choices asks for.
func chooserOf(t *testing.T, choices string) Chooser {
	words := strings.Fields(choices)
	if len(words) == 1 && words[0] == "first" {
		return First()
	}
	var numbers []int
	for _, word := range words {
		n, err := strconv.Atoi(word)
		require.NoError(t, err)
		numbers = append(numbers, n)
	}
	return Script(numbers)
}

// stepText returns the steps of a run, one a line.
func stepText(tr *trace.Trace) string {
	var b strings.Builder
	for _, s := range tr.Steps {
		fmt.Fprintln(&b, s)
	}
	return b.String()
}

// finalText returns the facts at the end of a run, one a line, and why it ended.
func finalText(tr *trace.Trace) string {
	var b strings.Builder
	for _, r := range tr.Final() {
		fmt.Fprintln(&b, r)
	}
	lines := strings.SplitAfter(b.String(), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "") + strings.TrimSpace("end: "+string(tr.End.Why)+" "+tr.End.Message) + "\n"
}
