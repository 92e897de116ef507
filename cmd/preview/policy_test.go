package preview

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every page of a site and of the server has a policy by which nothing of elsewhere, and
// nothing written into the page but its own stylesheets, is used.
func TestPolicy(t *testing.T) {
	s := New()
	get := func(path string) string { return ask(s, "GET", path).Header.Get("Content-Security-Policy") }
	strict := func(path string) {
		t.Helper()
		for _, part := range []string{"default-src 'none'", "script-src 'self'", "connect-src 'self'", "base-uri 'none'",
			"form-action 'none'"} {
			require.Contains(t, strings.Split(get(path), "; "), part, path)
		}
		require.NotContains(t, get(path), "unsafe")
		require.NotContains(t, get(path), "*")
	}
	strict("/") // there is no site yet
	s.Fail("<script>alert(1)</script>")
	strict("/")
	files := Files{
		"index.html": []byte("<!DOCTYPE html><title>1</title><style>\na > b { c: \"&amp;\" }</style><svg><style>d &gt; e " +
			"{}</style></svg>"),
		"plain.html":  []byte("<!DOCTYPE html><title>2</title><p style='color: red'>"),
		"picture.svg": []byte("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
		"play.cep":    []byte("tok : pred."),
	}
	s.Show(files)
	for _, path := range []string{"/", "/index.html", "/plain.html", "/none.html"} {
		strict(path)
	}
	hash := func(css string) string {
		sum := sha256.Sum256([]byte(css))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	want := "style-src 'self' " + hash("\na > b { c: \"&amp;\" }") + " " + hash("d > e {}")
	require.True(t, strings.HasSuffix(get("/"), want), get("/"))
	require.True(t, strings.HasSuffix(get("/plain.html"), "style-src 'self'"))
	require.Equal(t, get("/"), ask(s, "HEAD", "/").Header.Get("Content-Security-Policy"))
	for _, path := range []string{"/picture.svg", "/play.cep", scriptPath} {
		require.Contains(t, get(path), "default-src 'none'", path)
		require.NotContains(t, get(path), "script-src", path)
	}
}
