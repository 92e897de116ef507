package replay

import (
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/stretchr/testify/require"
)

// Whatever a trace says, it is a run or the error says why not; and it is a run
// in some order if it is one in its own.
func FuzzVerify(f *testing.F) {
	p := replaytest.LoadTown(f)
	for seed := range uint64(3) {
		f.Add(written(replaytest.Run(f, p, seed)))
	}
	f.Add(written(crowdRun(3)))
	f.Fuzz(func(t *testing.T, text string) {
		tr, err := tracefile.Read("fuzz", strings.NewReader(text), nil)
		if err != nil {
			return
		}
		err = verify(p, tr)
		if err != nil {
			require.ErrorAs(t, err, new(*Fault))
			require.Error(t, verifyExactly(p, tr))
		}
	})
}
