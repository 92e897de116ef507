package exec

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// looped runs the first trace of a program and returns what came of it.
func looped(t require.TestingT, text string, o Options) (*trace.Trace, Loop) {
	o.Loop = new(Loop)
	tr, err := runText(t, text, o)
	require.NoError(t, err)
	return tr, *o.Loop
}

// statesOf returns the states of a run as texts, that at the start first.
func statesOf(tr *trace.Trace) []string {
	facts := make(map[trace.ResourceID]string)
	alive := make(map[trace.ResourceID]bool)
	for _, r := range tr.Resources {
		facts[r.ID] = r.String()
		if r.By == 0 {
			alive[r.ID] = true
		}
	}
	text := func() string {
		var all []string
		for id := range alive {
			all = append(all, facts[id])
		}
		slices.Sort(all)
		return strings.Join(all, ", ")
	}
	states := []string{text()}
	for _, s := range tr.Steps {
		for _, id := range s.Consumes {
			delete(alive, id)
		}
		for _, id := range s.Produces {
			alive[id] = true
		}
		states = append(states, text())
	}
	return states
}

// hasLoop reports whether a state came again from one that is watched to the next.
func hasLoop(states []string) bool {
	for from := 0; from < len(states); from = max(1, 2*from) {
		if slices.Contains(states[from+1:min(max(2, 2*from+1), len(states))], states[from]) {
			return true
		}
	}
	return false
}

// What is found is so, and in short runs all that is watched is found. A run that is said
// to go round for ever does it a few times more.
func TestLoopsAreTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := genProgram().Draw(t, "program")
		choosers := map[string]func() Chooser{"first": First, "random": func() Chooser { return Random(3) }}
		chooser := choosers[rapid.SampledFrom([]string{"first", "random"}).Draw(t, "chooser")]
		n := rapid.IntRange(1, 40).Draw(t, "steps")
		tr, loop := looped(t, text, Options{Chooser: chooser(), Limits: Limits{Steps: n}})
		states := statesOf(tr)
		require.Equal(t, hasLoop(states), loop.To > 0)
		require.Equal(t, states[loop.From], states[loop.To])
		if !loop.Forever {
			return
		}
		round := loop.To - loop.From
		tr, _ = looped(t, text, Options{Chooser: chooser(), Limits: Limits{Steps: loop.To + 4*round}})
		require.Equal(t, trace.LimitHit, tr.End.Why)
		for i, s := range tr.Steps[loop.To:] {
			require.Equal(t, tr.Steps[loop.From+i%round].String(), s.String())
		}
	})
}

func TestLoops(t *testing.T) {
	const clock = "n : type. #builtin NAT n. at n : pred. left n : pred. far n : pred.\n"
	for _, c := range []struct {
		name, program string
		options       Options
		want          Loop
	}{
		{"nothing but itself", `tok : pred. go : tok -o tok. #trace 5 main { tok }.`, Options{}, Loop{0, 1, true}},
		{"one way, though a long one", clock + `on : at (N + 1) -o at N. back : at 0 -o at 9. #trace 50 main { at 4 }.`,
			Options{}, Loop{16, 26, true}},
		{"it grows", `tok : pred. seen : pred. go : tok -o tok * seen. #trace 500 main { tok }.`, Options{}, Loop{}},
		{"two ways", `tok : pred. go : tok -o tok. walk : tok -o tok. #trace 5 main { tok }.`, Options{}, Loop{4, 5, false}},
		{"two ways, the first chosen", `tok : pred. go : tok -o tok. walk : tok -o tok. #trace 5 main { tok }.`,
			Options{Chooser: First()}, Loop{0, 1, true}},
		{
			"the first, with the order of facts",
			`t : type. a : t. b : t. c : t. p t : pred. go : p X -o p X. #trace 40 main { p a, p b, p c }.`,
			Options{Chooser: First()}, Loop{4, 7, true},
		},
		{
			"a stage is of the state",
			`stage one = { } stage two = { } qui * stage one -o stage two. qui * stage two -o stage one. #trace 9 one { }.`,
			Options{}, Loop{2, 4, true},
		},
		{"after a long way", clock +
			`on : left (N + 1) -o left N. there : left 0 -o far 2. round : far (N + 1) -o far N. back : far 0 -o far 2. ` +
			`#trace 9000 main { left 7000 }.`,
			Options{}, Loop{8192, 8195, true}},
		{"a late circle that is too long", clock +
			`on : at (N + 1) -o at N. back : at 0 -o at 4999. #trace 16000 main { at 0 }.`, Options{}, Loop{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, loop := looped(t, c.program, c.options)
			require.Equal(t, c.want, loop)
		})
	}
}

// Sensors may answer otherwise when the state is the same.
func TestSensorsEndLoops(t *testing.T) {
	p := load(t, `ear string : sense. #sensor ear EAR. tok : pred. go : tok * ear _ -o tok. #trace 5 main { tok }.`)
	o := Options{Loop: new(Loop),
		Host: Host{Sensors: map[string]Sensor{"EAR": func(_ context.Context, p *lang.Pred) ([]lang.Fact, error) {
			return []lang.Fact{{Pred: p, Args: []lang.Value{{Text: "x"}}}}, nil
		}}}}
	_, err := Run(context.Background(), p, p.Traces[0], o)
	require.NoError(t, err)
	require.Equal(t, Loop{From: 4, To: 5}, *o.Loop)
}

// Runs with and without a cycle detector, by the size of the state.
func BenchmarkCycleDetector(b *testing.B) {
	for _, tokens := range []int{10, 1000} {
		text := fmt.Sprintf("n : type. #builtin NAT n. tok n : pred. go : tok N -o tok (N + 1). #trace _ main { tok 0%s }.",
			strings.Repeat(", tok 0", tokens-1))
		p := load(b, text)
		for _, watched := range []bool{false, true} {
			b.Run(fmt.Sprintf("%d/watched=%v", tokens, watched), func(b *testing.B) {
				o := Options{Limits: Limits{Steps: b.N}}
				if watched {
					o.Loop = new(Loop)
				}
				require.NoError(b, Record(context.Background(), p, p.Traces[0], o, json.NewLineRecorder(nowhere{})))
			})
		}
	}
}

type nowhere struct{}

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }
