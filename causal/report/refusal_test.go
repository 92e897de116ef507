package report

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
)

// A refusal in a clause names the missing facts, the stage, or the rule that comes first.
func TestBrief(t *testing.T) {
	const text = `n : type. #builtin NAT n.
thing : type. a : thing. b : thing.
p thing : pred. q thing : pred. r : pred. coins n : pred.
fine thing : bwd.
odd : fine b.
stage one = {
  able : $p X -o q X.
  bare : q X -o r.
  both : $q X * $p X * $r -o ().
  twice : p X * p X -o r.
  pair : q X * q Y * r * X != Y -o ().
  rich : $coins N * N > 7 -o r.
  good : $p a * fine a -o r.
}
next : qui * stage one -o stage two.
stage two = { later : $p X -o q X. }
#trace 1 one { p a, coins 3 }.
`
	prog, errs := lang.Load("brief.cep", []byte(text))
	require.False(t, errs.Failed(), errs)
	run, err := exec.Run(t.Context(), prog, prog.Traces[0], exec.Options{Limits: exec.Limits{Steps: 1}})
	require.NoError(t, err)
	for rule, want := range map[string]string{
		"able":  "",
		"bare":  "there is no q _",
		"both":  "there is no q a and no r",
		"pair":  "there is no r and there are not 2 q _",
		"twice": "needs 2 p a, there is 1",
		"rich":  "3 > 7 does not hold",
		"good":  "fine a cannot be proved",
		"next":  "able a comes first",
		"later": "the run is in stage one",
	} {
		found, err := WhyNot(t.Context(), prog, causal.New(run), rule, &run.Steps[0])
		require.NoError(t, err, rule)
		require.Equal(t, want, found[0].Brief(), rule)
	}
}
