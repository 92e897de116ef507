package report_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

const stock = `
num : type. z : num. s num : num.
day : type. #builtin NAT day. #builtin NAT_ZERO dawn. #builtin NAT_SUCC next. dawn : day. next day : day.
thing : type. key : thing. lamp : thing. pair thing thing : thing.
things : type. none : things. put thing things : things.
nums : type. no_num : nums. num_and num nums : nums.
tree : type. leaf : tree. fork tree tree : tree. knot tree tree : tree.
holds things : pred. counts num : pred. today day : pred. owed nums : pred. grown tree : pred.
said string : pred. open : pred.
near thing thing : bwd.
stage work = { go : open -o open. }
`

func stocked(t *testing.T) *lang.Program {
	prog, _ := lang.Load("stock.cep", []byte(stock)) // it warns of unused declarations
	require.NotNil(t, prog)
	return prog
}

// Goals have numbers and lists as states do, whichever way they were written.
func TestGoalsAsStatesHaveThem(t *testing.T) {
	prog := stocked(t)
	for text, want := range map[string]string{
		"counts 2":                       "counts (s (s z))",
		"counts z":                       "counts z",
		"counts 0":                       "counts z",
		"today dawn":                     "today 0",
		"today (next (next D))":          "today (next (next D))",
		"holds [key, (pair lamp X), _]":  "holds (put key (put (pair lamp X) (put _ none)))",
		"holds []":                       "holds none",
		"holds (put key [lamp])":         "holds (put key (put lamp none))",
		"owed [1, N, (s 1)]":             "owed (num_and (s z) (num_and N (num_and (s (s z)) no_num)))",
		`said "[1, 2]", holds [lamp], _`: `said "[1, 2]", holds (put lamp none), _`,
		"stage S, !open":                 "stage S, !open",
	} {
		g, err := report.Goal(prog, text)
		require.NoError(t, err, text)
		require.Equal(t, want, g.String())
	}
	for text, want := range map[string]string{
		"holds [key, 2]":         "there is no thing 2",
		"holds [key, [lamp]]":    "thing is no type of lists",
		"grown [leaf]":           "tree is no type of lists",
		"counts [1]":             "num is no type of lists",
		"counts key":             "there is no num key",
		"counts (s)":             "s has 0 arguments, but s takes 1 argument",
		"holds key":              "there is no things key",
		"holds [X], counts X":    `"holds [X], counts X", column 12: X cannot be a thing and a num`,
		"counts N, today N":      `"counts N, today N", column 11: N cannot be a num and a day`,
		"open, near key lamp":    `"open, near key lamp", column 7: near is proved, not a fact of a state`,
		"open, opne":             `"open, opne", column 7: no state has a fact of opne; did you mean open?`,
		"open, stage worl":       `"open, stage worl", column 7: there is no stage worl; did you mean work?`,
		"open, stage X, holds X": `"open, stage X, holds X", column 16: X cannot be a stage and a things`,
		"open, go":               `"open, go", column 7: go is a rule, not a fact; ask for what it makes: open`,
		"open, !stage work":      `"open, !stage work", column 7: stage is never permanent`,
	} {
		_, err := report.Goal(prog, text)
		require.EqualError(t, err, want, text)
	}
}

// Facts that a run prints are accepted as goals: of the program, of the run, and two at once.
func TestGoalsOfWhatRunsPrint(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		prog, _ := lang.Load(file, text)
		if len(prog.Traces) == 0 {
			continue
		}
		run, err := exec.Run(context.Background(), prog, prog.Traces[0],
			exec.Options{Host: exec.Silent(prog), Limits: exec.Limits{Steps: 30}})
		require.NoError(t, err, file)
		graph, final := causal.New(run), run.Final()
		for i, r := range final {
			g, err := report.Goal(prog, r.String())
			require.NoError(t, err, "%s: %s", file, r)
			require.True(t, g.Meets(final), "%s: %s", file, r)
			other := final[(i+1)%len(final)]
			both := goal.Of(append(g.Facts, pattern(t, other))...)
			require.Equal(t, len(final) > 1 || r.Persistent, both.Meets(final), "%s: %s", file, both)
			found, err := graph.Find(r.String() + ", " + other.String())
			if len(final) > 1 {
				require.NoError(t, err, "%s: %s", file, both)
				require.GreaterOrEqual(t, len(found), 2)
			}
		}
	}
}

func pattern(t *testing.T, r trace.Resource) goal.Pattern {
	p, err := goal.ParsePattern(r.String())
	require.NoError(t, err)
	return p
}
