package compact_test

import (
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

// Recorders tell of a run the same as the writers of the whole, where they forget terms all the time.

func TestForgetfulRecorder(t *testing.T) {
	tracetest.Forgetful(t, compact.NewForgetfulRecorder, compact.Write)
}

func TestForgetfulSmallBlocks(t *testing.T) {
	tracetest.Forgetful(t, compact.NewForgetfulSmallBlocks, compact.WriteSmallBlocks)
}
