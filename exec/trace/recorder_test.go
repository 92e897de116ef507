package trace_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// recording is a form of traces that is written as a run goes on, and of the whole.
type recording struct {
	record func(io.Writer) trace.Recorder
	write  writer
}

func recordings() map[string]recording {
	return map[string]recording{
		"object":  {func(w io.Writer) trace.Recorder { return trace.NewObjectRecorder(w) }, trace.Write},
		"lines":   {func(w io.Writer) trace.Recorder { return trace.NewLineRecorder(w) }, trace.WriteLines},
		"compact": {func(w io.Writer) trace.Recorder { return trace.NewCompactRecorder(w) }, trace.WriteCompact},
		"text":    {func(w io.Writer) trace.Recorder { return trace.NewTextRecorder(w) }, trace.Fprint},
	}
}

// All recorders tell of a run the same as the writers of the whole.
func TestRecordersAgree(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, persons := range []int{4, 10, 300} {
		b := trace.NewBuilder()
		require.NoError(t, newVillagers(persons).record(b, 100_000))
		require.NoError(t, trace.Validate(b.Trace()))
		for name, f := range recordings() {
			var out bytes.Buffer
			require.NoError(t, newVillagers(persons).record(f.record(&out), 100_000))
			require.True(t, bytes.Equal(written(t, f.write, b.Trace()), out.Bytes()), name)
		}
	}
	require.Empty(t, entries(t, os.TempDir()), "what waited in a file is gone")
}

func entries(t *testing.T, dir string) []os.DirEntry {
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	return files
}

// They do of any run that an engine can tell, too; and what the builder has is that run.
func TestRecordersTellTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := told(t)
		b := trace.NewBuilder()
		require.NoError(t, (&teller{trace: want}).tell(b))
		require.Equal(t, want, normal(b.Trace()))
		for name, f := range recordings() {
			var out bytes.Buffer
			require.NoError(t, (&teller{trace: want}).tell(f.record(&out)))
			require.Equal(t, string(written(t, f.write, want)), out.String(), name)
		}
	})
}

// They do where they forget terms all the time.
func TestForgetfulRecordersTellTheSame(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	forms := recordings()
	forms["small blocks"] = recording{func(w io.Writer) trace.Recorder { return trace.NewSmallBlocks(w) }, trace.WriteSmallBlocks}
	b := trace.NewBuilder()
	require.NoError(t, newVillagers(30).record(b, 100_000))
	for name, f := range forms {
		var out bytes.Buffer
		require.NoError(t, newVillagers(30).record(trace.Forgetful(f.record(&out)), 100_000))
		require.True(t, bytes.Equal(written(t, f.write, b.Trace()), out.Bytes()), name)
	}
	rapid.Check(t, func(t *rapid.T) {
		want := told(t)
		for name, f := range forms {
			var out bytes.Buffer
			require.NoError(t, (&teller{trace: want}).tell(trace.Forgetful(f.record(&out))))
			require.Equal(t, string(written(t, f.write, want)), out.String(), name)
		}
	})
}

// Several recorders have all of the run; the error of one ends it for all.
func TestRecorders(t *testing.T) {
	first, second := trace.NewBuilder(), trace.NewBuilder()
	require.NoError(t, newVillagers(4).record(trace.Recorders{first, second}, 100))
	require.Len(t, first.Trace().Steps, 100)
	require.Equal(t, first.Trace(), second.Trace())

	file, out := io.Pipe()
	require.NoError(t, file.Close())
	last := trace.NewBuilder()
	err := newVillagers(4).record(trace.Recorders{trace.NewLineRecorder(out), last}, 100_000)
	require.ErrorIs(t, err, io.ErrClosedPipe)
	require.Less(t, len(last.Trace().Steps), 100_000)
}

// told draws a run with a header, with ids that count up and the stages and variants of the rules.
func told(t *rapid.T) *trace.Trace {
	tr := traces().Filter(func(tr *trace.Trace) bool { return tr.Program != nil }).Draw(t, "trace")
	ids := make(map[trace.ResourceID]trace.ResourceID)
	steps := make(map[trace.StepID]trace.StepID)
	for i := range tr.Steps {
		s := &tr.Steps[i]
		steps[s.ID] = trace.StepID(i + 1)
		s.ID = trace.StepID(i + 1)
		rule := tr.Program.Rules[ruleOf(tr, s)]
		s.Stage, s.Variant = rule.Stage, rule.Variant
	}
	for i := range tr.Resources {
		r := &tr.Resources[i]
		ids[r.ID] = trace.ResourceID(i + 1)
		r.ID, r.By = trace.ResourceID(i+1), steps[r.By]
	}
	lists := [][]trace.ResourceID{}
	for _, s := range tr.Steps {
		lists = append(lists, s.Consumes, s.Reads, s.Produces)
	}
	if tr.End != nil {
		lists = append(lists, tr.End.Alive)
	}
	for _, list := range lists {
		for i, id := range list {
			list[i] = ids[id]
		}
	}
	if tr.End != nil {
		slices.Sort(tr.End.Alive)
	}
	return tr
}

func ruleOf(tr *trace.Trace, s *trace.Step) int { return tr.Labels().Find(s.Key()) }

// teller tells a recorder of a run, as an engine would.
type teller struct {
	trace *trace.Trace
	terms []trace.Term
}

// Term implements [trace.Terms].
func (e *teller) Term(x trace.Sym) trace.Term { return e.terms[x] }

func (e *teller) tell(to trace.Recorder) error {
	rest := e.trace.Resources
	made := func(by trace.StepID) (all []trace.Made) {
		for len(rest) > 0 && rest[0].By == by {
			all = append(all, trace.Made{Atom: e.atom(rest[0].Fact()), Persistent: rest[0].Persistent})
			rest = rest[1:]
		}
		return all
	}
	err := to.Begin(&e.trace.Header, e, made(0))
	for _, s := range e.trace.Steps {
		err = errors.Join(err, to.Step(&trace.Event{
			Rule: ruleOf(e.trace, &s), Args: e.syms(s.Args), Uses: slices.Concat(s.Consumes, s.Reads), Consumes: len(s.Consumes), Makes: made(s.ID),
			Proves: e.atoms(s.Proves), Sensed: e.atoms(s.Sensed), Acts: e.atoms(s.Acts), Choices: s.Choices, Chosen: s.Chosen,
		}))
	}
	return errors.Join(err, to.End(e.trace.End))
}

func (e *teller) atoms(facts []trace.Fact) (atoms []trace.Atom) {
	for _, f := range facts {
		atoms = append(atoms, e.atom(f))
	}
	return atoms
}

func (e *teller) atom(f trace.Fact) trace.Atom {
	is := func(p trace.Predicate) bool { return p.Name == f.Pred }
	return trace.Atom{Pred: slices.IndexFunc(e.trace.Program.Predicates, is), Args: e.syms(f.Args)}
}

// syms puts terms into the table, small numbers not.
func (e *teller) syms(terms []trace.Term) (syms []trace.Sym) {
	for _, t := range terms {
		if n, err := strconv.ParseUint(t.Head, 10, 31); t.Number && err == nil {
			syms = append(syms, trace.Numeral+trace.Sym(n))
			continue
		}
		i := slices.IndexFunc(e.terms, t.Equal)
		if i < 0 {
			i = len(e.terms)
			e.terms = append(e.terms, t)
		}
		syms = append(syms, trace.Sym(i))
	}
	return syms
}

func BenchmarkRecord(b *testing.B) {
	for _, persons := range []int{10, 100, 1000} {
		recorders := map[string]func(io.Writer) trace.Recorder{
			"nothing": func(io.Writer) trace.Recorder { return trace.Recorders(nil) },
			"builder": func(io.Writer) trace.Recorder { return trace.NewBuilder() },
		}
		for name, f := range recordings() {
			recorders[name] = f.record
		}
		for name, to := range recorders {
			b.Run(fmt.Sprintf("%s-%d", name, persons), func(b *testing.B) {
				b.ReportAllocs()
				size := new(countWriter)
				v := newVillagers(persons)
				r := to(size)
				require.NoError(b, v.begin(r))
				b.ResetTimer()
				for range b.N {
					if err := r.Step(v.step()); err != nil {
						b.Fatal(err)
					}
				}
				require.NoError(b, r.End(v.end()))
				b.ReportMetric(float64(size.n)/float64(b.N), "bytes/step")
			})
		}
	}
}

type countWriter struct{ n int }

func (c *countWriter) Write(p []byte) (int, error) {
	c.n += len(p)
	return len(p), nil
}
