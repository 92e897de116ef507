package cli

import (
	"bytes"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// Messages have the same text with and without colour. Only terminals get colour.
func TestColour(t *testing.T) {
	_, errs := lang.Load("p.cep", []byte("a : type. x : a. x : a. p : pred."))
	var plain, colour bytes.Buffer
	require.NoError(t, errs.Fprint(&plain, styleFor(&plain)))
	require.NotContains(t, plain.String(), "\x1b")
	require.NoError(t, errs.Fprint(&colour, coloured()))
	require.Contains(t, colour.String(), "\x1b[1;31m^\x1b[m")
	require.Contains(t, colour.String(), "\x1b[36mnote:\x1b[m declared here first")
}
