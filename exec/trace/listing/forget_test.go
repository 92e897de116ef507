package listing_test

import (
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

// Recorders tell of a run the same as the writers of the whole, where they forget terms all the time.

func TestForgetfulRecorder(t *testing.T) {
	tracetest.Forgetful(t, listing.NewForgetfulRecorder, listing.Write)
}
