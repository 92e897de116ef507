package exec

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// picture is all that can be seen of a machine: ids, too.
func picture(t require.TestingT, m *Machine, p *lang.Program) string {
	var b strings.Builder
	for _, r := range all(m, p) {
		fmt.Fprintln(&b, r.ID, r)
	}
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	fmt.Fprintln(&b, listed(e), e.Moves())
	if m.Stage() != nil {
		fmt.Fprintln(&b, m.Stage().Name)
	}
	return b.String()
}

// key is the state, without ids.
func key(m *Machine, p *lang.Program) string {
	words := texts(all(m, p))
	if m.Stage() != nil {
		words = append(words, "stage "+m.Stage().Name)
	}
	return strings.Join(words, ", ")
}

// fireAny fires one of the transitions that are enabled; false where there are none.
func fireAny(t *rapid.T, m *Machine) (Firing, bool) {
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	if e.Len() == 0 {
		return Firing{}, false
	}
	f, err := m.Fire(e.At(rapid.IntRange(0, e.Len()-1).Draw(t, "transition")))
	require.NoError(t, err)
	return f, true
}

// The states of three tokens that go to and fro are visited once each, and no more of them than wanted.
func TestEachState(t *testing.T) {
	const tokens = "a : pred. b : pred. c string : pred. hear string : sense. #sensor hear line. stage s = { " +
		"to : a -o b. fro : b -o a. %s } #trace _ s { a, a, a }."
	visit := func(rule string, most int, fails error) (seen []string, whole bool, err error) {
		p := load(t, fmt.Sprintf(tokens, rule))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		before := picture(t, m, p)
		n, whole, err := m.EachState(context.Background(), most, func() error {
			seen = append(seen, key(m, p))
			return fails
		})
		require.Len(t, seen, n)
		require.Equal(t, before, picture(t, m, p))
		return seen, whole, err
	}
	seen, whole, err := visit("", 4, nil)
	require.NoError(t, err)
	require.True(t, whole)
	require.Equal(t, []string{"a, a, a, stage s", "a, a, b, stage s", "a, b, b, stage s", "b, b, b, stage s"}, seen)
	seen, whole, err = visit("", 3, nil)
	require.NoError(t, err)
	require.False(t, whole)
	require.Len(t, seen, 3)
	seen, whole, err = visit("listen : a * hear X -o c X.", 9, nil) // a sensor may answer
	require.NoError(t, err)
	require.False(t, whole)
	require.Len(t, seen, 4)
	seen, _, err = visit("", 9, ErrStop)
	require.ErrorIs(t, err, ErrStop)
	require.Len(t, seen, 1)
}

// However a machine goes back and forth, a return brings back all that can be seen,
// and the same transitions then do the same again.
func TestReturn(t *testing.T) {
	type point struct {
		mark Mark
		seen string
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program")
		p := load(rt, text)
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		var points []point
		for range rapid.IntRange(1, 20).Draw(rt, "acts") {
			switch rapid.IntRange(0, 3).Draw(rt, "act") {
			case 0:
				points = append(points, point{m.Mark(), picture(rt, m, p)})
			case 1:
				if len(points) == 0 {
					continue
				}
				i := rapid.IntRange(0, len(points)-1).Draw(rt, "point")
				m.Return(points[i].mark)
				require.Equal(rt, points[i].seen, picture(rt, m, p), text)
				points = points[:i+1]
			default:
				fireAny(rt, m)
			}
		}
	})
}

func TestFiringAgainDoesTheSame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genProgram().Draw(rt, "program"))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		start := m.Mark()
		first, ok := fireAny(rt, m)
		if !ok {
			return
		}
		after := picture(rt, m, p)
		m.Return(start)
		second, err := m.Fire(first.Transition) // without a look at what is enabled
		require.NoError(rt, err)
		require.Equal(rt, first, second)
		require.Equal(rt, after, picture(rt, m, p))
	})
}

// What has changed since a mark is what the firings say, in their order.
func TestChanges(t *testing.T) {
	ids := func(rs []*Resource) []trace.ResourceID {
		out := []trace.ResourceID{}
		for _, r := range rs {
			out = append(out, r.ID)
		}
		return out
	}
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genProgram().Draw(rt, "program"))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		fireAny(rt, m)
		mark, gone, come := m.Mark(), []trace.ResourceID{}, []trace.ResourceID{}
		for range rapid.IntRange(0, 4).Draw(rt, "steps") {
			f, _ := fireAny(rt, m)
			for _, id := range f.Consumes {
				if f.Link == nil || id != f.Consumes[len(f.Consumes)-1] { // that is the token
					gone = append(gone, id)
				}
			}
			for _, r := range f.Makes {
				if r.Pred != trace.StagePred {
					come = append(come, r.ID)
				}
			}
		}
		left, made := m.Changes(mark)
		require.Equal(rt, gone, ids(left))
		require.Equal(rt, come, ids(made))
	})
}

// Two states have one fingerprint exactly if they are the same, whether it was kept
// up from the start or is asked for now.
func TestFingerprint(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genProgram().Draw(rt, "program"))
		prints, keys := make(map[string]Fingerprint), make(map[Fingerprint]string)
		for range 3 {
			m, _ := NewMachine(p, p.Traces[0], Limits{})
			start := m.Mark()
			late := rapid.IntRange(0, 5).Draw(rt, "late")
			for i := range 8 {
				if i == late {
					m.Return(start)
				}
				k, f := key(m, p), m.Fingerprint()
				if old, known := prints[k]; known {
					require.Equal(rt, old, f, k)
				}
				if old, known := keys[f]; known {
					require.Equal(rt, old, k)
				}
				prints[k], keys[f] = f, k
				require.Equal(rt, f, afresh(p, m).Fingerprint(), k)
				fireAny(rt, m)
			}
		}
	})
}

// States that are nearly the same have different fingerprints.
func TestFingerprintsDiffer(t *testing.T) {
	contexts := []string{"", "a", "!a", "a, !a", "a, a", "b", "a, b", "p 1", "p 2", "p 12", "p 1, p 2", "p 4294967296",
		"p 4294967297",
		"q x y", "q y x", "q x x", "q (f x y) x", "q (f y x) x", "q x (f x y)", "q (f x (f y x)) x", "q (f (f x y) x) x",
		`n "x"`, `n "x y"`, `n ""`, "r x"}
	seen := make(map[Fingerprint]string)
	for _, stage := range []string{"one", "two"} {
		for _, c := range contexts {
			p := load(t, `nat : type. #builtin NAT nat. u : type. x : u. y : u. f u u : u.
				a : pred. b : pred. p nat : pred. q u u : pred. n string : pred. r u : pred.
				stage one = { a -o (). } stage two = { b -o (). }
				#trace _ `+stage+` { `+c+` }.`)
			m, _ := NewMachine(p, p.Traces[0], Limits{})
			f := m.Fingerprint()
			require.NotContains(t, seen, f, "%s and %s in %s", seen[f], c, stage)
			seen[f] = c
		}
	}
}

// afresh returns a machine that has come to a state in no way.
func afresh(p *lang.Program, m *Machine) *Machine {
	var facts []lang.Initial
	for _, r := range slices.Backward(all(m, p)) {
		facts = append(facts, lang.Initial{Fact: r.Fact, Permanent: r.Permanent})
	}
	stage := m.Stage()
	if stage == nil {
		stage = p.Stages[0]
	}
	other, _ := NewMachine(p, &lang.Start{Stage: stage, Context: &lang.Context{Facts: facts}}, Limits{})
	if m.Stage() == nil {
		other.Adjust(nil, nil, nil)
	}
	return other
}

// A machine adjusted from one state to another is in it as if it had come there.
func TestAdjust(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genProgram().Draw(rt, "program"))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		other, _ := NewMachine(p, p.Traces[0], Limits{})
		for range rapid.IntRange(0, 6).Draw(rt, "steps") {
			fireAny(rt, other)
		}
		for range rapid.IntRange(0, 6).Draw(rt, "steps elsewhere") {
			fireAny(rt, m)
		}
		m.Adjust(without(all(m, p), all(other, p)), without(all(other, p), all(m, p)), other.Stage())
		require.Equal(rt, key(other, p), key(m, p))
		require.Equal(rt, other.Fingerprint(), m.Fingerprint())
		e, err := m.Enabled(context.Background())
		require.NoError(rt, err)
		want, err := other.Enabled(context.Background())
		require.NoError(rt, err)
		require.Equal(rt, distinct(want), distinct(e))
		require.Equal(rt, want.Len(), e.Len())

		mark, seen := m.Mark(), picture(rt, m, p)
		fireAny(rt, m)
		m.Return(mark)
		require.Equal(rt, seen, picture(rt, m, p))
	})
}

// without returns the facts of some resources for which there are none among others.
func without(rs, others []*Resource) []lang.Initial {
	left := texts(others)
	var out []lang.Initial
	for _, r := range rs {
		if i := slices.Index(left, r.String()); i >= 0 {
			left = slices.Delete(left, i, i+1)
			continue
		}
		out = append(out, lang.Initial{Fact: r.Fact, Permanent: r.Permanent})
	}
	return out
}

// A return mends a machine whose firing failed half-way.
func TestReturnAfterFailure(t *testing.T) {
	p := load(t, `t : type. z : t. s t : t. a t : pred. b : pred.
		stage x = { a N * b -o b * b * a (s (s N)). } #trace _ x { a (s (s (s z))), b }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{FactSize: 6})
	mark, seen := m.Mark(), picture(t, m, p)
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	_, err = m.Fire(e.At(0))
	require.ErrorContains(t, err, "would have more than 6 symbols")
	m.Return(mark)
	require.Equal(t, seen, picture(t, m, p))
}
