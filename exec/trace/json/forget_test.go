package json_test

import (
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

// Recorders tell of a run the same as the writers of the whole, where they forget terms all the time.

func TestForgetfulRecorder(t *testing.T) {
	tracetest.Forgetful(t, json.NewForgetfulRecorder, json.Write)
}

func TestForgetfulLineRecorder(t *testing.T) {
	tracetest.Forgetful(t, json.NewForgetfulLineRecorder, json.WriteLines)
}
