package lang_test

import (
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

func TestDisable(t *testing.T) {
	prog, errs := lang.Load("d.cep", []byte(`a : pred. b : pred.
stage one { r : a -o b. r : b -o a. }
stage two { s : b -o (). }
l : qui * stage one -o stage two.
#trace _ one { a }.`))
	require.Empty(t, errs)
	all := prog.Rules()
	out := prog.Disable(all[1], all[3])
	require.Len(t, out.Rules(), len(all))
	for i, r := range out.Rules() {
		require.Equal(t, all[i].Label, r.Label)
		require.Equal(t, all[i].Variant, r.Variant)
		require.Equal(t, prog.Text(all[i]), out.Text(r))
		require.NotSame(t, all[i], r)
		require.Contains(t, out.Stages, r.Stage)
		if i == 1 || i == 3 {
			require.Len(t, r.Premises, len(all[i].Premises)+1)
		} else {
			require.Equal(t, all[i].Premises, r.Premises)
		}
	}
	require.Same(t, out.Stages[1], out.Rules()[3].Link().To)
	require.Same(t, out.Stages[0], out.Traces[0].Stage)
	require.Same(t, prog.Stages[0], prog.Traces[0].Stage, "the program itself is as it was")
	require.Len(t, all[1].Premises, 1)
}
