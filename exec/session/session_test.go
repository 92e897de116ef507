package session

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	tracejson "github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// ctx is one that never ends.
var ctx = context.Background()

// quiet is an outside in which sensors say yes to what they are asked first, with the
// first constant there is, and actions do nothing.
func quiet(prog *lang.Program) exec.Host { return moody(prog, new(int)) }

// moody is quiet, but that sensors answer with one of the constants as their mood is.
func moody(prog *lang.Program, mood *int) exec.Host {
	o := exec.Host{Sensors: make(map[string]exec.Sensor), Actions: make(map[string]exec.Action)}
	for _, p := range prog.Preds {
		switch p.Kind {
		case lang.Sense:
			o.Sensors[p.Handler] = func(_ context.Context, p *lang.Pred) ([]lang.Fact, error) {
				var can []lang.Fact
				for _, k := range p.Args[0].Constructors {
					if len(k.Args) == 0 {
						can = append(can, lang.Fact{Pred: p, Args: []lang.Value{lang.NewValue(k, nil)}})
					}
				}
				if len(can) == 0 {
					return nil, nil
				}
				i := *mood % len(can)
				return can[i : i+1], nil
			}
		case lang.Action:
			o.Actions[p.Handler] = func(context.Context, lang.Fact) error { return nil }
		}
	}
	return o
}

func load(t require.TestingT, name, text string) *lang.Program {
	p, errs := lang.Load(name, []byte(text))
	require.NotNil(t, p, errs)
	return p
}

// examples are programs of all kinds. The package that holds them is none that this one
// may import.
func examples(t *testing.T) []*lang.Program {
	files, err := filepath.Glob("../../examples/*.cep")
	require.NoError(t, err)
	var out []*lang.Program
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if p := load(t, filepath.Base(file), string(text)); len(p.Traces) > 0 {
			out = append(out, p)
		}
	}
	require.Greater(t, len(out), 15)
	return out
}

func begin(t require.TestingT, prog *lang.Program, seed uint64, steps int) *Session {
	return sit(t, prog, exec.Options{Seed: seed, Host: quiet(prog)}, steps)
}

func sit(t require.TestingT, prog *lang.Program, o exec.Options, steps int) *Session {
	o.Limits.Steps = steps
	p, err := New(prog, prog.Traces[0], o)
	require.NoError(t, err)
	return p
}

// beside returns a play of the same program and seed, of which sensors say what they say
// at the present point of another.
func beside(t require.TestingT, p *Session) *Session {
	o := quiet(p.prog)
	for name := range o.Sensors {
		o.Sensors[name] = func(_ context.Context, of *lang.Pred) ([]lang.Fact, error) { return p.heard().known[of], nil }
	}
	return sit(t, p.prog, exec.Options{Seed: p.options.Seed, Host: o}, 12)
}

func bytesOf(t require.TestingT, tr *trace.Trace) string {
	require.NoError(t, trace.Validate(tr))
	var b bytes.Buffer
	require.NoError(t, tracejson.Write(&b, tr.Stream()))
	return b.String()
}

// A play in which chance chooses everything is the run of the seed, byte for byte; also
// when it is taken back and done again, and when it is followed.
func TestPlayIsTheRun(t *testing.T) {
	for _, prog := range examples(t) {
		for seed := range uint64(3) {
			const steps = 60
			run, err := exec.Run(ctx, prog, prog.Traces[0],
				exec.Options{Seed: seed, Host: quiet(prog), Limits: exec.Limits{Steps: steps}})
			require.NoError(t, err)
			p := begin(t, prog, seed, steps)
			want := bytesOf(t, run)
			_, err = p.Run(ctx, Until{})
			require.NoError(t, err, prog.Name)
			require.Equal(t, want, bytesOf(t, p.Trace(ctx)), prog.Name)

			end := p.At()
			p.Go(Start)
			require.Equal(t, 0, p.Depth())
			p.Go(end)
			require.Equal(t, want, bytesOf(t, p.Trace(ctx)), prog.Name)

			again := begin(t, prog, seed, steps)
			require.NoError(t, again.Follow(ctx, run.Steps[:len(run.Steps)/2]))
			_, err = again.Run(ctx, Until{})
			require.NoError(t, err)
			require.Equal(t, want, bytesOf(t, again.Trace(ctx)), prog.Name)
		}
	}
}

// Whatever a player does, the play is where a run is that has only taken the steps of the
// path; its trace is accepted as one of the program; and a tree that was kept grows again.
func TestPlayIsItsPath(t *testing.T) {
	programs := examples(t)
	rapid.Check(t, func(rt *rapid.T) {
		prog := rapid.SampledFrom(programs).Draw(rt, "program")
		mood := 0
		p := sit(rt, prog, exec.Options{Seed: rapid.Uint64Range(0, 9).Draw(rt, "seed"), Host: moody(prog, &mood)}, 12)
		for range rapid.IntRange(1, 25).Draw(rt, "acts") {
			mood = rapid.IntRange(0, 3).Draw(rt, "mood")
			act(rt, p)
			straight(rt, p)
			seen(rt, p)
		}
		run := p.Trace(ctx)
		bytesOf(rt, run)
		require.NoError(rt, replay.Verify(ctx, prog, run, replay.VerifyOptions{}))
		grown(rt, p)
	})
}

// act does one of the things that players do.
func act(rt *rapid.T, p *Session) {
	before := p.At()
	switch rapid.SampledFrom([]string{"choose", "choose", "draw", "draw", "undo", "take back", "redo", "go", "run",
		"forget", "again"}).Draw(rt, "act") {
	case "choose":
		e, err := p.Enabled(ctx)
		require.NoError(rt, err)
		moves := e.Moves()
		if len(moves) == 0 {
			return
		}
		require.Contains(rt, []error{nil, ErrLimit}, p.Choose(ctx, rapid.SampledFrom(moves).Draw(rt, "move")))
	case "draw":
		require.Contains(rt, []error{nil, ErrLimit, ErrOver}, p.Draw(ctx))
	case "undo":
		require.Equal(rt, before != Start, p.Undo())
		require.Equal(rt, p.Parent(before), p.At())
	case "take back":
		to, ok := p.Choice()
		way := p.Path()
		chosen := slices.IndexFunc(way, func(at Point) bool { return at != Start && p.Step(at).Chosen == trace.ByPlayer })
		require.Equal(rt, chosen >= 0, ok)
		if ok {
			depth := slices.Index(way, to)
			require.Equal(rt, trace.ByPlayer, p.Step(way[depth+1]).Chosen)
			for _, at := range way[depth+2:] {
				require.NotEqual(rt, trace.ByPlayer, p.Step(at).Chosen)
			}
			p.Go(to)
		}
	case "redo":
		if p.Redo() {
			require.Equal(rt, before, p.Parent(p.At()))
		}
	case "go":
		p.Go(Point(rapid.IntRange(0, p.Len()-1).Draw(rt, "to")))
	case "forget":
		forget(rt, p)
	case "again":
		require.Equal(rt, p.Answered(), p.AskAgain())
		require.False(rt, p.Answered())
	case "run":
		_, err := p.Run(ctx, Until{Steps: rapid.IntRange(1, 4).Draw(rt, "steps")})
		require.NoError(rt, err)
	}
}

// forget compares the remaining tree with the original one.
func forget(rt *rapid.T, p *Session) {
	was := p.Tree()
	p.Forget()
	kept := p.Tree()
	require.Equal(rt, int(p.At())+1, p.Len())
	require.Equal(rt, append([]Branch(nil), was.Points[:len(kept.Points)]...), kept.Points)
	require.False(rt, p.CanRedo())
	for at := range Point(p.Len()) {
		for _, child := range p.Children(at) {
			require.Less(rt, child, Point(p.Len()))
		}
		require.True(rt, p.points[at].latest == Start || slices.Contains(p.Children(at), p.points[at].latest))
	}
}

// straight holds a play against one that goes straight to the same point.
func straight(rt *rapid.T, p *Session) {
	want := p.Trace(ctx) // asks what there is to be asked
	other := beside(rt, p)
	require.NoError(rt, other.Follow(ctx, want.Steps))
	require.Equal(rt, p.machine.Resources(), other.machine.Resources())
	require.Equal(rt, bytesOf(rt, want), bytesOf(rt, other.Trace(ctx)))
	require.Equal(rt, menu(rt, p), menu(rt, other))
}

func menu(rt require.TestingT, p *Session) string {
	e, err := p.Enabled(ctx)
	require.NoError(rt, err)
	var b strings.Builder
	for _, m := range e.Moves() {
		b.WriteString(m.String() + "\n")
	}
	return b.String()
}

// grown has the tree of a play grow again from its JSON, where sensors say nothing any more.
func grown(rt *rapid.T, p *Session) {
	run := bytesOf(rt, p.Trace(ctx)) // asks what there is to be asked
	data, err := json.Marshal(p.Tree())
	require.NoError(rt, err)
	var kept Tree
	require.NoError(rt, json.Unmarshal(data, &kept))
	other := begin(rt, p.prog, p.options.Seed, 12)
	same, renamed := Adapt(kept, p, other)
	require.Empty(rt, renamed)
	adapted, err := json.Marshal(same)
	require.NoError(rt, err)
	require.JSONEq(rt, string(data), string(adapted), "where nothing has changed")
	require.Empty(rt, other.Grow(ctx, kept))
	again, err := json.Marshal(other.Tree())
	require.NoError(rt, err)
	require.JSONEq(rt, string(data), string(again))
	require.Equal(rt, run, bytesOf(rt, other.Trace(ctx)))
}
