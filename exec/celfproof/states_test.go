package celfproof

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// printStates prints the states of a run as #trace does.
func printStates(t *rapid.T, prog *lang.Program, got *trace.Trace) string {
	v := newVocabulary(prog)
	names := replay.NewNames(prog)
	affine := make(map[trace.ResourceID]bool)
	alive := make(map[trace.ResourceID]bool)
	line := func() string {
		var parts []string
		for _, x := range got.Resources {
			if !alive[x.ID] {
				continue
			}
			f, err := names.Initial(x)
			require.NoError(t, err)
			text := v.atomNode(f.Fact).String()
			if rapid.Bool().Draw(t, "quoted") {
				text = strings.ReplaceAll(text, " eve", " 'eve")
			}
			if len(v.kept[f.Fact.Pred]) > 0 {
				text = "(a -o {b * c})"
			}
			switch {
			case x.Persistent:
				parts = append(parts, "x_3:"+text)
			case affine[x.ID]:
				parts = append(parts, text+" aff")
			default:
				parts = append(parts, text+" lin")
			}
		}
		return "-- " + strings.Join(rapid.Permutation(parts).Draw(t, "order"), ", ") + "\n"
	}
	facts := prog.Traces[len(prog.Traces)-1].Context.Facts
	signature := slices.IndexFunc(facts, func(f lang.Initial) bool { return !f.Permanent })
	for i, x := range got.Initial() {
		if x.Pred == trace.StagePred {
			continue
		}
		affine[x.ID] = facts[i].Affine
		alive[x.ID] = !facts[i].Permanent || i >= signature
	}
	text := ""
	for _, s := range got.Steps {
		rule, err := names.Rule(&s)
		require.NoError(t, err)
		for _, id := range s.Consumes {
			delete(alive, id)
		}
		for _, id := range s.Produces {
			alive[id] = true
			for _, r := range rule.Results {
				if r.Atom.Pred.Name == got.Resources[id-1].Pred {
					affine[id] = r.Affine
				}
			}
		}
		text += line()
	}
	return text + fmt.Sprintf("Success: %d steps\n", len(got.Steps))
}

// TestStates: the states of a run lead to a run with the same facts.
func TestStates(t *testing.T) {
	prog := load(t, world+"#trace * init * at 'ann hall * at bob loc* * energy.")
	start := prog.Traces[len(prog.Traces)-1]
	rapid.Check(t, func(t *rapid.T) {
		want, err := exec.Run(context.Background(), prog, start, exec.Options{Seed: rapid.Uint64().Draw(t, "seed")})
		require.NoError(t, err)
		text := printStates(t, prog, want)
		got, err := Trace(context.Background(), prog, "in", text, 1)
		require.NoError(t, err, text)
		require.NoError(t, replay.Verify(context.Background(), prog, got, replay.VerifyOptions{Exact: true}))
		again := strings.ReplaceAll(printStates(t, prog, got), "'eve", "eve")
		require.Equal(t, sortedStates(strings.ReplaceAll(text, "'eve", "eve")), sortedStates(again))
	})
}

// sortedStates sorts the facts of each state.
func sortedStates(text string) []string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		parts := strings.Split(strings.TrimPrefix(line, "-- "), ", ")
		slices.Sort(parts)
		lines[i] = strings.Join(parts, ", ")
	}
	return lines
}

// TestStatesRefused has what is said of states that are not those of a run.
func TestStatesRefused(t *testing.T) {
	prog := load(t, "a : type. b : type. n : type. s : n -> n. p : n -> type. z : n.\n"+
		"r : a -o {@b * !p (s z)}.\n#trace * a * a.\n#exec 2 { a * a * a }.")
	for _, c := range []struct{ text, want string }{
		{"-- a lin, b aff, x_1:p (s !z)\n-- b aff, b aff, x_2:p (s z)\nSuccess: 2 steps\n",
			""},
		{"-- a lin, a lin, a lin\n-- a lin, a lin, b aff, p (s z)\nSuccess: 2 steps\n",
			""},
		{"-- a lin, b aff, x_1:p (s z)\nSuccess: 1 steps\n",
			"in:1:1: the states end here, but r can still happen"},
		{"-- a lin, b lin, x_1:p (s z)\nSuccess: 1 steps\n",
			"in:1:1: no rule leads from the start of the world to this state"},
		{"-- a lin, b ) aff, x_1:p (s z)\nSuccess: 1 steps\n",
			"in:1:11: want a fact"},
		{"-- a lin, [ aff, x_1:p (s z)\nSuccess: 1 steps\n",
			"in:1:11: want a term, found '['"},
		{"-- b aff, b aff, x_1:p (s z)\nSuccess: 2 steps\n",
			"in:1:1: these are 1 of 2 states, as #exec prints them; only #trace prints each"},
		{"-- a lin\n",
			"in: there is neither a solution 1 in it nor a #trace 1"},
	} {
		_, err := Trace(context.Background(), prog, "in", c.text, 1)
		if c.want == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, c.want, c.text)
		}
	}
}
