package inquiry

import (
	"context"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// again makes the choices of a run again in a program of that text.
func again(t testing.TB, text string, run *trace.Trace) *Rerun {
	p, errs := lang.Load("now.cep", []byte(text))
	require.NotNil(t, p, "%v", errs)
	r, err := RunAgain(context.Background(), p, run)
	require.NoError(t, err)
	if r.Now != nil && len(r.Departures) == 0 {
		require.NoError(t, trace.Validate(r.Now))
		require.NoError(t, Verify(context.Background(), p, r.Now, VerifyOptions{}))
	}
	return r
}

// In the program that it was a run of, a run is what it was, to the hash.
func TestRunAgainUnchanged(t *testing.T) {
	for _, s := range subjects(t) {
		r, err := RunAgain(context.Background(), s.program, s.run)
		require.NoError(t, err)
		require.Empty(t, r.Departures, s.program.Source.Name)
		require.Empty(t, r.Renamed)
		require.Equal(t, causal.New(s.run).Hash(), causal.New(r.Now).Hash(), s.program.Source.Name)
		require.NoError(t, verify(s.program, r.Now))
	}
}

// texted returns the town with a change of its text.
func changedTown(t testing.TB, pairs ...string) string {
	text := town
	for i := 0; i < len(pairs); i += 2 {
		require.Contains(t, text, pairs[i])
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	return text
}
