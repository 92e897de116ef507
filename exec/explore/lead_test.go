package explore

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// together searches by some members, each with a program of its own. Ask returns the options of one.
func together(t require.TestingT, ctx context.Context, text string, members int, ask func(*lang.Program) Options) (
	*Space, error) {
	var links []Link
	for range members {
		p := replaytest.Load(t, text)
		fromLeader, toMember := io.Pipe()
		fromMember, toLeader := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			err := Serve(p, p.Traces[0], ask(p), fromLeader, toLeader)
			fromLeader.Close()
			toLeader.Close()
			ended <- err
		}()
		end := sync.OnceValue(func() error {
			toMember.Close()
			fromMember.Close()
			return <-ended
		})
		links = append(links, Link{In: fromMember, Out: toMember, End: end})
	}
	p := replaytest.Load(t, text)
	return Lead(ctx, p, p.Traces[0], ask(p), links)
}

// requireSameSpace requires that a search by several processes found the same as one by one process.
func requireSameSpace(t require.TestingT, want, got *Space) {
	require.Equal(t, want.Ended, got.Ended)
	require.Equal(t, want.Len(), got.Len())
	require.Equal(t, want.Looked, got.Looked)
	require.Equal(t, want.Transitions, got.Transitions)
	require.Equal(t, want.Farthest(), got.Farthest())
	require.Equal(t, want.Final, got.Final)
	require.Equal(t, want.Goal, got.Goal)
	require.Equal(t, want.Bindings, got.Bindings)
	require.Equal(t, want.levels, got.levels)
	require.Equal(t, want.Deaf, got.Deaf)
	for s := range State(want.Len()) {
		require.Equal(t, want.store.parent(s), got.store.parent(s), s)
		require.Equal(t, want.Facts(s), got.Facts(s), s)
	}
}

// However many members there are, and wherever the search ends, it finds the same as one process.
func TestMembersAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program")
		o := Options{MaxStates: rapid.IntRange(1, 300).Draw(rt, "most")}
		if rapid.Bool().Draw(rt, "until") {
			goals := []string{"p X, q X Y", "n N, n N", "stage two", "r, r", "k L"}
			o.Until = asked(rt, rapid.SampledFrom(goals).Draw(rt, "goal"))
		}
		p := replaytest.Load(rt, text)
		want, err := Search(context.Background(), p, p.Traces[0], o)
		require.NoError(rt, err)
		n := rapid.SampledFrom([]int{1, 2, 3, 7}).Draw(rt, "members")
		got, err := together(rt, context.Background(), text, n, func(*lang.Program) Options { return o })
		require.NoError(rt, err)
		defer got.Close()
		requireSameSpace(rt, want, got)
		if want.Ended == Found {
			choices, err := want.Choices(want.Goal)
			require.NoError(rt, err)
			same, err := got.Choices(got.Goal)
			require.NoError(rt, err)
			require.Equal(rt, choices, same)
		}
	})
}

// The same holds for the models, whose states fill many frames.
func TestMembersAgreeOnModels(t *testing.T) {
	for _, name := range models(t) {
		o := Options{MaxStates: 6000, Memory: 1 << 16}
		p := replaytest.Load(t, readModel(t, name))
		want, err := Search(context.Background(), p, p.Traces[0], o)
		require.NoError(t, err)
		got, err := together(t, context.Background(), readModel(t, name), 3, func(*lang.Program) Options { return o })
		require.NoError(t, err)
		require.Equal(t, want.levels, got.levels)
		require.Equal(t, want.Final, got.Final)
		require.Equal(t, want.Transitions, got.Transitions)
		for s := State(0); int(s) < want.Len(); s += 37 {
			require.Equal(t, want.store.parent(s), got.store.parent(s))
			require.Equal(t, want.Facts(s), got.Facts(s))
		}
		require.NoError(t, got.Close())
	}
}

// An error is the one that a single process meets first, with its way, and the states found before it count.
func TestErrorOfMembers(t *testing.T) {
	text := `nat : type. #builtin NAT nat. n nat nat : pred. up nat : bwd. up N <- up (N + 1).
		more : n X Y -o n (X + 1) Y. other : n X Y -o n X (Y + 1). wrong : $n 9 8 * up 3 -o (). #trace _ main { n 0 0 }.`
	var o Options
	o.Limits.ProofSteps = 1000
	p := replaytest.Load(t, text)
	want, wrong := Search(context.Background(), p, p.Traces[0], o)
	require.ErrorContains(t, wrong, "rule wrong: gave up the search for a proof after")
	got, err := together(t, context.Background(), text, 3, func(*lang.Program) Options { return o })
	require.EqualError(t, err, wrong.Error())
	require.IsType(t, errors.Unwrap(wrong), errors.Unwrap(err))
	requireSameSpace(t, want, got)
	require.NoError(t, got.Close())
}

// oddly is met by states with an odd number of facts that vary, or by no state.
type oddly struct{ never bool }

func (q oddly) Meets(v *View) (bool, error) { return !q.never && len(v.Varying())%2 == 1, nil }

// Each of several questions has its first state, and the search ends at the last of these, unless one has none.
func TestQuestionsOfMembers(t *testing.T) {
	p := replaytest.Load(t, blocks(4))
	first := func(o Options) State {
		s, err := Search(context.Background(), p, p.Traces[0], o)
		require.NoError(t, err)
		require.Equal(t, Found, s.Ended)
		return s.Goal
	}
	odd := first(Options{Question: oddly{}})
	tower := asked(t, "on b1 X, on X Y")
	last, err := Search(context.Background(), p, p.Traces[0], Options{Until: tower})
	require.NoError(t, err)
	require.Less(t, odd, last.Goal)
	ask := func(never bool) func(*lang.Program) Options {
		return func(*lang.Program) Options { return Options{Each: []Question{oddly{never}}, Until: tower} }
	}
	got, err := together(t, context.Background(), blocks(4), 3, ask(false))
	require.NoError(t, err)
	requireSameSpace(t, last, got)
	require.Equal(t, map[int]State{0: odd, 1: last.Goal}, got.Met)
	require.NoError(t, got.Close())

	got, err = together(t, context.Background(), blocks(4), 3, ask(true))
	require.NoError(t, err)
	require.Equal(t, Complete, got.Ended)
	require.Equal(t, map[int]State{1: last.Goal}, got.Met)
	require.NoError(t, got.Close())
}

// wide is a program without end, whose levels grow.
const wide = `nat : type. #builtin NAT nat. n nat nat : pred. a : n X Y -o n (X + 1) Y. b : n X Y -o n X (Y + 1).
	#trace _ main { n 0 0 }.`

// A search that is interrupted, or takes too much memory, has whole levels. Here they have 1, 2, 3, … states.
func TestMembersStop(t *testing.T) {
	for _, want := range []Why{Interrupted, OutOfMemory} {
		ctx, cancel := context.WithCancel(context.Background())
		o := Options{Memory: 1 << 16}
		o.Progress = func(found, _ int) {
			if found > 5000 && want == Interrupted {
				cancel()
			}
		}
		if want == OutOfMemory {
			taken := 0
			o.Most, o.Taken = 100, func() int { taken++; return taken }
		}
		s, err := together(t, ctx, wide, 2, func(*lang.Program) Options {
			mine := o
			if want == OutOfMemory {
				mine.Taken = func() int { return 40 }
			}
			return mine
		})
		require.NoError(t, err)
		require.Equal(t, want, s.Ended)
		levels := s.Farthest() + 1
		require.Equal(t, levels*(levels+1)/2, s.Len())
		require.Equal(t, levels*(levels-1)/2, s.Looked)
		require.Equal(t, 2*s.Looked, s.Transitions)
		require.Empty(t, s.Final)
		require.Len(t, s.Way(State(s.Len()-1)), levels-1)
		require.NoError(t, s.Close())
		cancel()
	}
}

// A member that is lost ends the search with an error that says which, and so do states that are read from it.
func TestLostMember(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	p := replaytest.Load(t, wide)
	half := Link{In: strings.NewReader("\x01\x00\x01\x01"), Out: nopCloser{io.Discard}, End: func() error { return nil }}
	_, err := Lead(ctx, p, p.Traces[0], Options{}, []Link{half})
	require.EqualError(t, err, "worker 1 of 1: it ended early")

	s, err := together(t, ctx, wide, 3, func(*lang.Program) Options { return Options{MaxStates: 1000} })
	require.NoError(t, err)
	lead := s.store.(*leader)
	require.NoError(t, lead.members[1].Out.Close())
	<-lead.closed
	read := func() (err error) {
		defer Recover(&err)
		s.View(999)
		return nil
	}
	require.EqualError(t, read(), "worker 2 of 3: it ended early")
	require.NoError(t, s.Close())
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// Whatever a leader reads, it comes to an end.
func FuzzFrames(f *testing.F) {
	var hello bytes.Buffer
	w := bufio.NewWriter(&hello)
	for _, fr := range []frame{{frameHello, 0, []byte{1}}, {frameKeys, 0, []byte{0, 0}}, {kind: frameKeys},
		{kind: frameReport}, {frameFacts, 0, []byte{0, 0, 0, 1, '1', 0, 1, '0'}}, {kind: frameDone}, {kind: frameDone},
		{frameStates, 1, []byte{0, 0, 2, 1, 1}}, {kind: frameKeys}, {kind: frameReport}, {frameFinish, 0, []byte{0, 1, 0}}} {
		require.NoError(f, writeFrame(w, fr))
	}
	require.NoError(f, w.Flush())
	f.Add(hello.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		p := replaytest.Load(t, wide)
		s, err := Lead(t.Context(), p, p.Traces[0], Options{MaxStates: 20},
			[]Link{{In: bytes.NewReader(data), Out: nopCloser{io.Discard}, End: func() error { return nil }}})
		if err == nil {
			require.NoError(t, s.Close())
		}
	})
}

// BenchmarkMembers searches three counters by some members in one process, which share the work of the leader, too.
func BenchmarkMembers(b *testing.B) {
	const text = `nat : type. #builtin NAT nat. x nat : pred. y nat : pred. z nat : pred.
		stage s = { x (N + 1) -o x N. y (N + 1) -o y N. z (N + 1) -o z N. } #trace _ s { x 69, y 69, z 69 }.`
	for _, n := range []int{1, 2} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				s, err := together(b, context.Background(), text, n, func(*lang.Program) Options { return Options{} })
				require.NoError(b, err)
				require.Equal(b, 343000, s.Len())
				require.NoError(b, s.Close())
			}
		})
	}
}
