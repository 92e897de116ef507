package exec

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// genCompounds draws the text of a program whose steps make terms and large numbers that were
// not there before.
func genCompounds() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString("#builtin NAT n.\nn : type. u : type. z : u. s u : u. t : type. a : t. b : t. f t t : t. g n : t.\n")
		b.WriteString("p t : pred. q t t : pred. num n : pred. lone u : pred. m t : pred. w t t t : pred.\n")
		b.WriteString("e t t : bwd. e X (f X a). e (f X Y) Y. e (f X Y) X. e (g N) (g (N + 1)).\n")
		b.WriteString("stage one = {\n")
		for range rapid.IntRange(2, 8).Draw(t, "rules") {
			b.WriteString("  " + rapid.SampledFrom([]string{
				"w X Y Z -o w (f X Y) Z X", "w (f X Y) Z W -o w X Y Z", "w X Y Z * X <> Y * Y <> Z -o w Y Z (f Z a)",
				"p X * q Y Z -o w X Y Z",
				"p X -o p (f X a)", "p (f X Y) -o p X", "q X Y -o q (f X Y) a", "q (f X Y) Z -o q Y X",
				"p X * q Y Z -o p (f Y Z) * q X a",
				"p X * e X Y -o p Y", "$q X _ * e X Y * p Z -o p Y", "p (g N) * num M -o p (g M) * num N",
				"num N -o num (N * 70000)",
				"num N * N > 5 -o num (N / 3)", "lone X -o lone (s X)", "lone (s (s X)) -o lone X", "p X -o !m X * p a",
				"$!m X * p Y * X <> Y -o p X",
				"q X Y * X <> Y -o q Y X", "q X Z * Y == f X Z * p _ -o p Y", "p X * Y == f X X * $num N -o q X Y",
				"p X * p X -o p X * p b", "q X X -o q X (g 1)", "p X * num N * num M * N < M -o p (f X (g N)) * num N * num M",
			}).Draw(t, "rule") + ".\n")
		}
		facts := rapid.SliceOfN(rapid.SampledFrom([]string{
			"p a", "p a", "p b", "p (f a b)", "p (g 3)", "q a b", "q (f a b) b", "!q b b", "num 0", "num 7", "num 9", "lone z",
			"!m (f a a)", "w a b a", "w b a b",
		}), 1, 12).Draw(t, "facts")
		fmt.Fprintf(&b, "}\n#trace _ one { %s }.\n", strings.Join(facts, ", "))
		return b.String()
	})
}

// A run in which terms are collected all the time is the one in which none ever are.
func TestCollectChangesNothing(t *testing.T) {
	collected := 0
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genCompounds().Draw(rt, "program"))
		s := NewSeries(p, p.Traces[0])
		for seed := range uint64(3) {
			o := Options{Seed: seed, Limits: Limits{Steps: 200}, Loop: new(Loop)}
			never := NewSeries(p, p.Traces[0])
			want := recordedRun(rt, never.Record, o)
			require.Zero(rt, never.machine.network.Terms().Age())
			loop := *o.Loop
			o.Limits.fewTerms, o.Loop = 1, new(Loop)
			got := recordedRun(rt, s.Record, o)
			collected += s.machine.network.Terms().Age()
			require.Equal(rt, want, got)
			require.Equal(rt, loop, *o.Loop)
		}
	})
	if testing.Short() {
		return // Few samples need not have as many.
	}
	require.Greater(t, collected, 1000)
}

// All that take a run down write the same whether terms are collected or not.
func TestRecordersForget(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genCompounds().Draw(rt, "program"))
		o := Options{Limits: Limits{Steps: 200}, Loop: new(Loop)}
		whole := trace.NewBuilder()
		_ = Record(context.Background(), p, p.Traces[0], o, whole) // an error is in the record
		o.Limits.fewTerms, o.Loop = 1, new(Loop)
		var short, object, text bytes.Buffer
		again := trace.NewBuilder()
		all := trace.Recorders{compact.NewRecorder(&short), json.NewRecorder(&object), listing.NewRecorder(&text), again}
		_ = Record(context.Background(), p, p.Traces[0], o, all)
		require.Equal(rt, whole.Trace(), again.Trace())
		var want bytes.Buffer
		require.NoError(rt, compact.Write(&want, whole.Trace().Stream()))
		require.Equal(rt, want.String(), short.String())
		want.Reset()
		require.NoError(rt, json.Write(&want, whole.Trace().Stream()))
		require.Equal(rt, want.String(), object.String())
		want.Reset()
		require.NoError(rt, listing.Write(&want, whole.Trace().Stream()))
		require.Equal(rt, want.String(), text.String())
	})
}

// A machine whose terms are collected offers the same as one that keeps them, in each state, and
// returns to the same ones.
func TestCollectThenReturn(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genCompounds().Draw(rt, "program"))
		one, _ := NewMachine(p, p.Traces[0], Limits{fewTerms: 1})
		other, _ := NewMachine(p, p.Traces[0], Limits{})
		start, first := one.Mark(), other.Mark()
		wander(rt, one, other)
		one.Return(start)
		other.Return(first)
		require.Equal(rt, offers(rt, other), offers(rt, one))
	})
}

// wander has two machines do the same, the first of which collects terms all the time.
func wander(t *rapid.T, one, other *Machine) {
	var marks, others []Mark
	for range 16 {
		one.collect()
		require.Equal(t, offers(t, other), offers(t, one))
		if len(marks) > 0 && rapid.IntRange(0, 3).Draw(t, "return") == 0 {
			back := rapid.IntRange(0, len(marks)-1).Draw(t, "to")
			one.Return(marks[back])
			other.Return(others[back])
			marks, others = marks[:back], others[:back]
			continue
		}
		marks, others = append(marks, one.Mark()), append(others, other.Mark())
		e, err := one.Enabled(context.Background())
		require.NoError(t, err)
		if e.Len() == 0 {
			return
		}
		i := rapid.IntRange(0, e.Len()-1).Draw(t, "fires")
		fired := fires(t, one, i)
		require.Equal(t, fired, fires(t, other, i))
		if !fired {
			return
		}
	}
}

// offers returns the state of a machine, and what can happen in it.
func offers(t require.TestingT, m *Machine) []string {
	out := []string{fmt.Sprint(m.Fingerprint())}
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	for x := range e.All() {
		out = append(out, x.String())
	}
	return out
}

// fires fires a transition, and is false where a fact would be too large.
func fires(t require.TestingT, m *Machine, i int) bool {
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	_, err = m.Fire(e.At(i))
	return err == nil
}
