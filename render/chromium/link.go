package chromium

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// Packed returns a text as links of our pages carry it behind their `#`: deflated, in base64 for URLs.
func Packed(t testing.TB, text string) string {
	t.Helper()
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	require.NoError(t, err)
	_, err = io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return base64.RawURLEncoding.EncodeToString(out.Bytes())
}
