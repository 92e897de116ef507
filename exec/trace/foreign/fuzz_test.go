package foreign_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
)

// FuzzRead reads any bytes, in both readings. What it takes is sound, and
// it takes the same in both.
func FuzzRead(f *testing.F) {
	for _, file := range corpustest.Inputs(f, corpora) {
		f.Add(file.Data)
		f.Add(compressed(f, file.Data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tr, notes, err := foreign.Read("fuzz", bytes.NewReader(data), nil)
		if err == nil {
			requireSound(t, tr, notes)
		} else {
			require.True(t, strings.HasPrefix(err.Error(), "fuzz:"), err)
		}
	})
}
