package exec

import (
	"context"
	"errors"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

const echo = `
word string : sense. say string : action. turn : pred. heard string : pred. tired : pred.
#sensor word EAR. #action say MOUTH.
stage go = {
  repeat : turn * word W -o turn * heard W * say W.
  leave : turn * word "stop" -o say "bye" * say "done".
  rest : turn * tired * word W -o turn.
}
#trace _ go { turn }.
`

// ear answers the words one after another, and counts how often it was asked.
func ear(asked *int, words ...string) Sensor {
	return func(_ context.Context, p *lang.Pred) ([]lang.Fact, error) {
		*asked++
		if len(words) == 0 {
			return nil, nil
		}
		f := lang.Fact{Pred: p, Args: []lang.Value{{Text: words[0]}}}
		words = words[1:]
		return []lang.Fact{f}, nil
	}
}

func runEcho(t *testing.T, o Host) (*trace.Trace, error) {
	p := load(t, echo)
	tr, err := Run(context.Background(), p, p.Traces[0], Options{Chooser: Script([]int{1, 1, 2}), Host: o})
	if tr != nil {
		require.NoError(t, trace.Validate(tr))
	}
	return tr, err
}

// Sensors are asked once in a state; the trace has their answers, and the actions.
func TestHost(t *testing.T) {
	asked := 0
	var said []string
	tr, err := runEcho(t, Host{
		Sensors: map[string]Sensor{"EAR": ear(&asked, "hello", "you", "stop")},
		Actions: map[string]Action{"MOUTH": func(_ context.Context, f lang.Fact) error {
			said = append(said, f.Args[0].Text)
			return nil
		}},
	})
	require.NoError(t, err)
	require.Equal(t, 3, asked)
	require.Equal(t, []string{"hello", "you", "bye", "done"}, said)
	require.Equal(t, []string{`heard "hello"`, `heard "you"`}, finalFacts(tr))
	last := tr.Steps[2]
	stop := []trace.Fact{{Pred: "word", Args: []trace.Term{trace.Const(`"stop"`)}}}
	require.Equal(t, stop, last.Sensed)
	require.Equal(t, stop, last.Proves)
	require.Equal(t, `[say "bye" say "done"]`, "["+last.Acts[0].String()+" "+last.Acts[1].String()+"]")
}

// A sensor without an answer leaves the rules that need one alone.
func TestSensorSaysNothing(t *testing.T) {
	asked := 0
	tr, err := runEcho(t, Host{
		Sensors: map[string]Sensor{"EAR": ear(&asked, "hello")},
		Actions: map[string]Action{"MOUTH": func(context.Context, lang.Fact) error { return nil }},
	})
	require.NoError(t, err)
	require.Equal(t, trace.Quiescent, tr.End.Why)
	require.Equal(t, 2, asked)
	require.Empty(t, tr.End.Sensed)
}

func TestHostErrors(t *testing.T) {
	broken := errors.New("deaf")
	deaf := func(context.Context, *lang.Pred) ([]lang.Fact, error) { return nil, broken }
	mute := func(context.Context, lang.Fact) error { return broken }
	asked := 0
	for want, o := range map[string]Host{
		"there is no sensor `EAR`, nor any other": {},
		"there is no action `MOUTH`; there are A": {Sensors: map[string]Sensor{"EAR": deaf},
			Actions: map[string]Action{"A": mute}},
		"rule repeat: sensor `EAR`: deaf": {Sensors: map[string]Sensor{"EAR": deaf},
			Actions: map[string]Action{"MOUTH": mute}},
		"rule repeat: action `MOUTH`: deaf": {Sensors: map[string]Sensor{"EAR": ear(&asked, "a")},
			Actions: map[string]Action{"MOUTH": mute}},
	} {
		tr, err := runEcho(t, o)
		require.ErrorContains(t, err, want)
		if tr != nil {
			require.Equal(t, trace.Failed, tr.End.Why)
		}
	}
}
