package sweep_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/sweeptest"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// worlds are programs of all kinds: with stages, links, an end by a link, and errors.
func worlds(t *testing.T) map[string]*lang.Program {
	all := map[string]*lang.Program{"stuck": parse(t, stuck)}
	for _, name := range []string{"verona", "blocks", "dungeon", "vote"} {
		all[name] = load(t, name)
	}
	return all
}

// stuck is a world in which some runs end with an error.
const stuck = `
tok : pred. lost : pred. won : pred. again : pred.
n : type. z : n. s n : n. round n : bwd.
round N <- round (s N).
stage play = {
  left : tok -o lost.
  right : tok -o won.
  stay : again -o again.
  never : lost * round z -o won.
}
#trace 5 play { tok }.
#trace 5 play { tok, again }.
`

func parse(t *testing.T, text string) *lang.Program {
	prog, errs := lang.Load("world.cep", []byte(text))
	require.NotNil(t, prog, "%v", errs)
	return prog
}

// set keeps proofs short, so that those without an end are soon given up.
func set(seed uint64) exec.Options {
	return exec.Options{Seed: seed, Limits: exec.Limits{ProofSteps: 50_000}}
}

func run(t *testing.T, prog *lang.Program, o sweep.Options) *sweep.Sweep {
	o.Set = set
	s, err := sweep.Run(context.Background(), prog, prog.Traces[len(prog.Traces)-1], o)
	require.NoError(t, err)
	return s
}

// A sweep is the same on any number of processors, and its rows are those of the
// runs made one by one.
func TestSweepIsSingleRuns(t *testing.T) {
	for name, prog := range worlds(t) {
		t.Run(name, func(t *testing.T) {
			one := run(t, prog, sweep.Options{Runs: 12, Seed: 5, Jobs: 1})
			require.Equal(t, one, run(t, prog, sweep.Options{Runs: 12, Seed: 5, Jobs: 8}))
			require.Len(t, one.Rows, 12)
			finals := make(map[string]sweep.State)
			for i, row := range one.Rows {
				require.Equal(t, uint64(5+i), row.Seed)
				tr, _ := exec.Run(context.Background(), prog, prog.Traces[len(prog.Traces)-1], set(row.Seed))
				requireRowOf(t, one, row, tr)
				text := stateText(tr)
				if known, ok := finals[text]; ok {
					require.Equal(t, known, row.Final)
				}
				finals[text] = row.Final
			}
			require.Len(t, sweeptest.Finals(one.Rows), len(finals))
		})
	}
}

// requireRowOf counts a run the slow way.
func requireRowOf(t *testing.T, s *sweep.Sweep, row *sweep.Row, tr *trace.Trace) {
	require.Equal(t, len(tr.Steps), row.Steps)
	require.Equal(t, tr.End.Why, row.Why)
	require.Equal(t, tr.End.Message, row.Message)
	require.Equal(t, hash.Of(causal.New(tr)), row.Hash)
	stage := ""
	for _, r := range tr.Final() {
		if r.Pred == trace.StagePred {
			stage = r.Args[0].String()
		}
	}
	require.Equal(t, stage, row.Stage)
	link := ""
	if stage == "" {
		link = tr.Steps[len(tr.Steps)-1].Rule
	}
	require.Equal(t, link, row.Link)
	for i, rule := range s.Rules {
		n := 0
		for _, step := range tr.Steps {
			if step.Rule == rule.Name {
				n++
			}
		}
		require.Equal(t, n, row.Fired[i], rule.Name)
	}
}

// stateText returns the final state as text, the facts in a fixed order.
func stateText(tr *trace.Trace) string {
	var facts []string
	for _, r := range tr.Final() {
		facts = append(facts, r.String())
	}
	slices.Sort(facts)
	var text string
	for _, f := range facts {
		text += f + "\n"
	}
	return text
}

// Errors are a way to end, and others end otherwise.
func TestErrorsAreEnds(t *testing.T) {
	prog := parse(t, stuck)
	s, err := sweep.Run(context.Background(), prog, prog.Traces[0], sweep.Options{Runs: 40, Set: set})
	require.NoError(t, err)
	var ends []sweep.Ending
	for _, e := range sweeptest.Ends(s.Rows) {
		ends = append(ends, e.Of)
	}
	require.ElementsMatch(t, []sweep.Ending{{Why: trace.Failed, Stage: "play"}, {Why: trace.Quiescent, Stage: "play"}},
		ends)
	wrong := sweeptest.Messages(s.Rows)
	require.Len(t, wrong, 1)
	require.Contains(t, wrong[0].Of, "rule never: ")
	inRule, ok := errors.AsType[*exec.RunError](wrong[0].Rows[0].Err)
	require.True(t, ok)
	require.Equal(t, "never", inRule.Rule.Name)
	require.Len(t, wrong[0].Rows, sweeptest.Count(s.Rows, sweep.Ending{Why: trace.Failed, Stage: "play"}))
}

// Runs that were ended by different links have ended differently.
func TestLinksAreEnds(t *testing.T) {
	prog := parse(t, `
tok : pred. good : pred. bad : pred.
stage play = { good : tok -o good. bad : tok -o bad. stay : tok -o (). }
won : qui * stage play * good -o ().
lost : qui * stage play * bad -o ().
#trace _ play { tok }.`)
	s := run(t, prog, sweep.Options{Runs: 40})
	var ends []sweep.Ending
	for _, e := range sweeptest.Ends(s.Rows) {
		ends = append(ends, e.Of)
	}
	require.ElementsMatch(t, []sweep.Ending{
		{Why: trace.Quiescent, Link: "won"}, {Why: trace.Quiescent, Link: "lost"}, {Why: trace.Quiescent, Stage: "play"},
	}, ends)
}

// What cannot begin is an error of the sweep.
func TestUntied(t *testing.T) {
	prog := parse(t, "hear string : sense. #sensor hear EAR. said string : pred. a : hear S -o said S. #trace _ main { }.")
	_, err := sweep.Run(context.Background(), prog, prog.Traces[0], sweep.Options{Runs: 20, Jobs: 4})
	var untied *exec.UntiedError
	require.ErrorAs(t, err, &untied)
}

// Where it is interrupted there are rows of runs that had ended, and they are no
// others than without.
func TestInterruptedSweep(t *testing.T) {
	prog := load(t, "dungeon")
	whole := run(t, prog, sweep.Options{Runs: 60})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var done atomic.Int64
	s, err := sweep.Run(ctx, prog, prog.Traces[0], sweep.Options{Runs: 60, Jobs: 3, Set: set, Done: func() {
		if done.Add(1) == 10 {
			cancel()
		}
	}})
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(s.Rows), 10)
	require.Less(t, len(s.Rows), 60)
	require.Len(t, s.Rows, int(done.Load()))
	for _, row := range s.Rows {
		require.Equal(t, whole.Rows[row.Seed], row)
	}
}

// Whoever interrupts before the first run has ended gets no row.
func TestInterruptedAtOnce(t *testing.T) {
	prog := load(t, "dungeon")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, err := sweep.Run(ctx, prog, prog.Traces[0], sweep.Options{Runs: 60})
	require.NoError(t, err)
	require.Empty(t, s.Rows)
}

// Each run has what Set returns for it, and hashes only where they are wanted.
func TestSetAndNoHash(t *testing.T) {
	prog := load(t, "blocks")
	s, err := sweep.Run(context.Background(), prog, prog.Traces[0],
		sweep.Options{Runs: 3, Seed: 1, NoHash: true, Set: func(seed uint64) exec.Options {
			return exec.Options{Chooser: exec.First(), Seed: seed, Limits: exec.Limits{Steps: int(seed)}}
		}})
	require.NoError(t, err)
	require.False(t, s.Hashed)
	for i, row := range s.Rows {
		require.Equal(t, i+1, row.Steps)
		require.Zero(t, row.Hash)
	}
}

// Without hashes all else is the same.
func TestNoHashIsTheSame(t *testing.T) {
	for name, prog := range worlds(t) {
		t.Run(name, func(t *testing.T) {
			whole, bare := run(t, prog, sweep.Options{Runs: 12}), run(t, prog, sweep.Options{Runs: 12, NoHash: true})
			for i, row := range bare.Rows {
				require.Zero(t, row.Hash)
				row.Hash = whole.Rows[i].Hash
				require.Equal(t, whole.Rows[i], row)
			}
		})
	}
}

// A run that is ended by a limit from outside is a row like the others.
func TestLimitsFromOutside(t *testing.T) {
	prog := parse(t, "tok : pred. go : tok -o tok. #trace 9 main { tok }.")
	var freed atomic.Int64
	made, err := sweep.Run(context.Background(), prog, prog.Traces[0],
		sweep.Options{Runs: 5, Jobs: 2, Set: set, Within: func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(ctx)
			cancel(&exec.LimitError{Limit: "time", Reason: "it took too long"})
			return ctx, func() { freed.Add(1) }
		}})
	require.NoError(t, err)
	require.Len(t, made.Rows, 5)
	require.EqualValues(t, 5, freed.Load())
	require.Equal(t, []sweeptest.Group[sweep.Ending]{
		{Of: sweep.Ending{Why: trace.LimitHit, Limit: "it took too long", Stage: "main"}, Rows: made.Rows},
	}, sweeptest.Ends(made.Rows))
	require.Empty(t, sweeptest.Messages(made.Rows))
}

// Sweeps that share engines make the same runs as one sweep with its own.
func TestEngines(t *testing.T) {
	for name, prog := range worlds(t) {
		all := run(t, prog, sweep.Options{Runs: 9, Seed: 3})
		var parts sweep.Rows
		engines := new(sweep.Engines)
		for i, jobs := range []int{1, 3, 2} {
			o := sweep.Options{Runs: 3, Seed: 3 + uint64(3*i), Jobs: jobs, Engines: engines}
			parts = append(parts, run(t, prog, o).Rows...)
			stopped, cancel := context.WithCancel(t.Context()) // in a run, which leaves its engine anywhere
			o.Done, o.Set = cancel, set
			_, err := sweep.Run(stopped, prog, prog.Traces[len(prog.Traces)-1], o)
			require.NoError(t, err)
		}
		require.Equal(t, all.Rows, parts, name)
	}
}
