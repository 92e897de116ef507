package exec

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
)

// ending ends a context for a limit after so many choices.
type ending struct {
	Chooser
	after int
	end   context.CancelCauseFunc
}

func (e *ending) Choose(enabled *Enabled) (Choice, error) {
	if e.after == 0 {
		e.end(&LimitError{Limit: "patience", Reason: "it took too long"})
	}
	e.after--
	return e.Chooser.Choose(enabled)
}

// A limit of the context ends a run as the limit of steps does: the trace is whole, and says why
// the run ended.
func TestLimitOfContext(t *testing.T) {
	p := load(t, village)
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	o := Options{Chooser: &ending{First(), 7, cancel}, Limits: Limits{Time: 1500 * time.Millisecond, Memory: 1 << 20}}
	var left []trace.Resource
	o.Final = func(m *Machine) { left = m.Resources() }
	tr, err := Run(ctx, p, p.Traces[0], o)
	require.NoError(t, err)
	require.NoError(t, trace.Validate(tr))
	require.Len(t, tr.Steps, 7)
	require.Equal(t, trace.LimitHit, tr.End.Why)
	require.Equal(t, "it took too long", tr.End.Message)
	require.Equal(t, &trace.Limits{Steps: 30, Time: 1500, Memory: 1 << 20}, tr.Run.Limits)
	require.Equal(t, numbered(tr.Final()), numbered(left))
}

// numbered are resources as texts, with their ids.
func numbered(rs []trace.Resource) []string {
	var out []string
	for _, r := range rs {
		out = append(out, fmt.Sprint(r.ID, " ", r))
	}
	return out
}

// Such a limit ends a search for matches, too.
func TestLimitEndsMatching(t *testing.T) {
	var facts []string
	for i := range 60 {
		facts = append(facts, fmt.Sprintf("log %d", i))
	}
	p := load(t,
		`#builtin NAT n. n : type. log n : pred. far : log A * log B * log C * log D * log E * A > B + C + D + E + 5000 -o ().
		#trace _ main { `+strings.Join(facts, ", ")+` }.`)
	ctx, cancel := context.WithTimeoutCause(context.Background(), 20*time.Millisecond,
		&LimitError{Limit: "time", Reason: "it took longer than 20ms"})
	defer cancel()
	tr, err := Run(ctx, p, p.Traces[0], Options{Limits: Limits{MatchSteps: math.MaxInt}})
	require.NoError(t, err)
	require.Equal(t, trace.LimitHit, tr.End.Why)
	require.Equal(t, "it took longer than 20ms", tr.End.Message)
}

// A run that has come to rest was not ended by a limit that is reached then.
func TestLimitAfterTheEnd(t *testing.T) {
	p := load(t, `tok : pred. go : tok -o (). #trace _ main { tok }.`)
	ctx, cancel := context.WithCancelCause(context.Background())
	o := Options{Final: func(*Machine) { cancel(&LimitError{Limit: "time"}) }}
	tr, err := Run(ctx, p, p.Traces[0], o)
	require.NoError(t, err)
	require.Equal(t, trace.Quiescent, tr.End.Why)
	require.Empty(t, tr.End.Message)
}
