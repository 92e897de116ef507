package preview

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// Browsers read any injected page as the same page with one more element in its head.
func TestInject(t *testing.T) {
	inHead := rapid.SampledFrom([]string{
		"<title>A &amp; </head> B</title>", "<meta charset=utf-8>", "<!-- </head> -->", `<script>"</head>"</script>`,
		"<style>/* </head> */</style>", `<meta content="</head>">`, "<link rel=x>", "\n",
	})
	inBody := rapid.SampledFrom([]string{"text", "<p>", "</p>", "<!-- </head> -->", "<textarea></head></textarea>",
		"</div>", "é", "<svg><title>x</title></svg>"})
	rapid.Check(t, func(t *rapid.T) {
		page := "<!DOCTYPE html>" + rapid.SampledFrom(
			[]string{"", "<!-- <head></head> -->", "<html>", "<html lang=en><HEAD a='</head>'>"}).Draw(t, "start") +
			strings.Join(rapid.SliceOf(inHead).Draw(t, "head"), "") + rapid.SampledFrom([]string{"</head>", "</HEAD >"}).Draw(t,
			"end") +
			"<body>" + strings.Join(rapid.SliceOf(inBody).Draw(t, "body"), "")
		before, after := parsed(t, []byte(page)), parsed(t, inject([]byte(page), "v1"))
		element := `<script src="/:preview/reload.js" data-version="v1" defer=""></script>`
		require.Equal(t, before, strings.Replace(after, element+"</head>", "</head>", 1))
		require.NotEqual(t, before, after)
	})
}

// parsed returns a page as a browser understands it.
func parsed(t require.TestingT, page []byte) string {
	tree, err := html.Parse(bytes.NewReader(page))
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, html.Render(&out, tree))
	return out.String()
}
