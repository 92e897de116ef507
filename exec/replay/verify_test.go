package replay

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

func verify(p *lang.Program, tr *trace.Trace) error {
	return Verify(context.Background(), p, tr, VerifyOptions{})
}

func verifyExactly(p *lang.Program, tr *trace.Trace) error {
	return Verify(context.Background(), p, tr, VerifyOptions{Exact: true})
}

func TestVerifyAcceptsRuns(t *testing.T) {
	p := replaytest.LoadTown(t)
	for seed := range uint64(20) {
		require.NoError(t, verify(p, replaytest.Run(t, p, seed)))
		require.NoError(t, verifyExactly(p, replaytest.Run(t, p, seed)))
	}
}

func TestVerifyRefuses(t *testing.T) {
	p := replaytest.LoadTown(t)
	first := replaytest.Day(t, p)
	for _, c := range []struct {
		name   string
		change func(*trace.Trace)
		want   string
	}{
		{"unknown predicate", func(tr *trace.Trace) { tr.Resources[0].Pred = "on" },
			"resource x1: the program has no predicate for on ann inn"},
		{"unknown constant", func(tr *trace.Trace) { tr.Resources[0].Args[0] = trace.Const("eve") },
			"resource x1: the program has no person eve"},
		{"wrong type", func(tr *trace.Trace) { tr.Resources[0].Args[0] = trace.Const("inn") },
			"resource x1: the program has no person inn"},
		{"no stage", func(tr *trace.Trace) { tr.Resources[11].Args[0] = trace.Const("noon") },
			"resource x12: the program has no stage noon"},
		{"fact twice", func(tr *trace.Trace) {
			tr.Resources[0] = tr.Resources[4]
			tr.Resources[0].ID = 1
		}, "resource x5: the initial state holds the permanent fact !met ann ben twice"},
		{"other arguments", func(tr *trace.Trace) { tr.Steps[0].Args[0] = trace.Const("eve") }, "step t1: "},
		{"other rule", func(tr *trace.Trace) { tr.Steps[0].Rule = "fly" }, "step t1: fly "},
		{"not used", func(tr *trace.Trace) { tr.Steps[0].Consumes = nil; tr.Steps[0].Reads = nil },
			"step t1: fill cleo: it does not take x3 (at cleo well), which the rule reads"},
		{"read for consumed", func(tr *trace.Trace) {
			tr.Steps[0].Consumes, tr.Steps[0].Reads = tr.Steps[0].Reads, tr.Steps[0].Consumes
		}, "step t1: fill cleo: it uses up x3 (at cleo well), which the rule reads"},
		{"token not read", func(tr *trace.Trace) {
			tr.Steps[0].Reads = slices.DeleteFunc(slices.Clone(tr.Steps[0].Reads),
				func(id trace.ResourceID) bool { return id == 12 })
		}, "a rule reads the stage token, x12 (stage day), and the trace says otherwise"},
		{"other stage", func(tr *trace.Trace) { tr.Steps[0].Stage = "dusk" },
			"the trace says that it fires in stage dusk, but the run is in stage day"},
		{"other proof", func(tr *trace.Trace) {
			for i := range tr.Steps {
				if len(tr.Steps[i].Proves) > 0 {
					tr.Steps[i].Proves = []trace.Fact{{Pred: "road", Args: []trace.Term{trace.Const("inn"), trace.Const("hill")}}}
					return
				}
			}
		}, "step t2: walk dan hill well z: the trace says that it proves road inn hill, but it proves road hill well"},
		{"literal for a name", func(tr *trace.Trace) { tr.Resources[0].Args[0] = trace.Const(`"ann"`) },
			`resource x1: the program has no person "ann"`},
		{"fact of another's making", func(tr *trace.Trace) {
			meet := slices.IndexFunc(tr.Steps, func(s trace.Step) bool { return s.Rule == "meet" })
			made := tr.Steps[meet].Produces[0]
			tr.Steps[meet].Produces = tr.Steps[meet].Produces[1:]
			tr.Steps[meet+1].Produces = append(slices.Clone(tr.Steps[meet+1].Produces), made)
		}, "step t4: fill dan: it does not make x17 (!met cleo dan)"},
		{"left out", func(tr *trace.Trace) { tr.Steps[0].Produces = nil }, "which the trace leaves out"},
		{"permanent fact left out", func(tr *trace.Trace) {
			for i := range tr.Steps {
				if tr.Steps[i].Rule == "meet" {
					left := tr.Steps[i].Produces[0]
					tr.Steps[i].Produces = tr.Steps[i].Produces[1:]
					cut(tr, i+1)
					tr.Resources = slices.DeleteFunc(tr.Resources, func(r trace.Resource) bool { return r.ID == left })
					return
				}
			}
		}, "step t3 makes !met cleo dan, which the trace leaves out"},
		{"too much", func(tr *trace.Trace) {
			tr.Steps[0].Produces = append(slices.Clone(tr.Steps[0].Produces), 1)
		}, "it does not make x1 (at ann inn)"},
		{"not the end", func(tr *trace.Trace) {
			cut(tr, 1)
			tr.End = &trace.End{Why: trace.Quiescent}
		}, "the trace says that nothing is enabled at its end, but "},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := replaytest.Day(t, p)
			require.Equal(t, first.Steps, tr.Steps)
			c.change(tr)
			require.ErrorContains(t, verify(p, tr), c.want)
		})
	}
}

// TestVerifyChoices changes how many transitions a trace says were enabled, in each step by itself. A
// number of 0 says nothing; every other number has to be right, 1 where there were more, too.
func TestVerifyChoices(t *testing.T) {
	p := replaytest.LoadTown(t)
	for at, step := range replaytest.Day(t, p).Steps {
		for _, said := range []int{0, 1, 2, step.Choices - 1, step.Choices, step.Choices + 1} {
			tr := replaytest.Day(t, p)
			tr.Steps[at].Choices = said
			require.NoError(t, verify(p, tr), "only an exact trace has to be right there")
			err := verifyExactly(p, tr)
			if said == 0 || said == step.Choices {
				require.NoError(t, err)
				continue
			}
			require.ErrorContains(t, err,
				fmt.Sprintf("the trace says that the number of enabled transitions is %d, but it is %d", said, step.Choices))
		}
	}
}

// cut leaves the first steps of a trace.
func cut(tr *trace.Trace, steps int) {
	tr.Resources = slices.DeleteFunc(tr.Resources, func(r trace.Resource) bool { return int(r.By) > steps })
	tr.Steps, tr.End = tr.Steps[:steps], nil
}

// Which of two equal facts is kept, and which is used up, is part of the record.
func TestVerifyTellsKeptFromUsed(t *testing.T) {
	p, errs := lang.Load("tok.cep",
		[]byte("tok : pred. stage s = { r : tok * $tok -o (). } #trace _ s { tok, tok, tok }."))
	require.NotNil(t, p, "%v", errs)
	for seed := range uint64(10) {
		require.NoError(t, verify(p, replaytest.Run(t, p, seed)))
		require.NoError(t, verifyExactly(p, replaytest.Run(t, p, seed)))
	}
}

// TestVerifyStream: reading a run record by record verifies it as a whole trace does, with the
// same errors.
func TestVerifyStream(t *testing.T) {
	refused := 0
	for _, s := range replaytest.Subjects(t) {
		m := newMutator(replaytest.Rand(3), s.Run)
		for i := range 10 {
			run := s.Run
			if _, changed := m.mutant(); i > 0 && changed != nil && trace.Validate(changed) == nil {
				run = changed
			}
			var file bytes.Buffer
			if compact.Write(&file, run.Stream()) != nil {
				continue
			}
			stream, err := tracefile.NewStream("run.ctrace", &file, nil)
			require.NoError(t, err)
			steps, err := VerifyStream(context.Background(), s.Program, stream, VerifyOptions{})
			if want := verify(s.Program, run); want != nil {
				require.EqualError(t, err, want.Error())
				refused++
				continue
			}
			require.NoError(t, err)
			require.Len(t, run.Steps, steps)
		}
	}
	require.Greater(t, refused, 100)
}

// A run of one program is no run of another.
func TestVerifyOtherProgram(t *testing.T) {
	p := replaytest.LoadTown(t)
	other, errs := lang.Load("town.cep", []byte(fmt.Sprintf("%s\ntoll : pred.", replaytest.Town)))
	require.NotNil(t, other, "%v", errs)
	require.NoError(t, verify(other, replaytest.Run(t, p, 3)), "an unused predicate changes nothing")
	const old, new = "energy P (s N) -o", "energy P N -o"
	stricter, errs := lang.Load("town.cep", []byte(strings.Replace(replaytest.Town, old, new, 1)))
	require.NotNil(t, stricter, "%v", errs)
	require.ErrorContains(t, verify(stricter, replaytest.Day(t, p)), "step t")
}
