package shelf

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/shelftest"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// latin matches a letter of our words.
var latin = regexp.MustCompile(`\p{Latin}`)

// cyrillic puts a Cyrillic letter in the place of each Latin one in the names of a run.
func cyrillic(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			cyrillic(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			cyrillic(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			cyrillic(v.Index(i))
		}
	case reflect.String:
		if text := v.String(); v.CanSet() && v.Type() == reflect.TypeOf("") && text != "stage" { // of the language
			v.SetString(latin.ReplaceAllStringFunc(text, func(s string) string {
				return string('а' + rune(strings.ToLower(s)[0]-'a'))
			}))
		}
	}
}

// run returns a run with Cyrillic names.
func run(t *trace.Trace) *causal.Graph {
	cyrillic(reflect.ValueOf(t))
	return causal.New(t)
}

// ours matches what may have Latin letters: identifiers of steps and facts, the arrow of rules, the predicate of
// stages, and the name of a format.
var ours = regexp.MustCompile(`\b[txr]\d+\b|-o\b|\bstage\b|\(JSON\)`)

// requireNoWords requires that a page or picture shows no word of ours.
func requireNoWords(t *testing.T, name string, page []byte) {
	t.Helper()
	tokens, code := html.NewTokenizer(bytes.NewReader(page)), 0
	hidden := func(element string) bool { return slices.Contains([]string{"code", "style", "script"}, element) }
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			if hidden(token.Data) && token.Type == html.StartTagToken {
				code++
			}
			for _, a := range token.Attr {
				if slices.Contains([]string{"aria-label", "title", "alt", "placeholder"}, a.Key) {
					require.NotRegexp(t, latin, ours.ReplaceAllString(a.Val, ""), "%s: %v", name, token)
				}
			}
		case html.EndTagToken:
			if hidden(tokens.Token().Data) {
				code--
			}
		case html.TextToken:
			if code == 0 {
				require.NotRegexp(t, latin, ours.ReplaceAllString(tokens.Token().Data, ""), name)
			}
		}
	}
}

// Every fixed word of what is published can be the author's: with a number in the place of each, the letters that
// are left are those of names.
func TestAllWordsAreKeys(t *testing.T) {
	options := site.Options{Prose: shelftest.Prose(t, "ru"), PlayURL: "/play/"}
	cut := sitetest.Verona(30, 5)
	cut.End.Why = trace.LimitHit
	all, err := site.Collect(context.Background(), []*causal.Graph{run(sitetest.Duel()), run(cut)}, options)
	require.NoError(t, err)
	one, err := site.Build(context.Background(), run(sitetest.Verona(60, 3)), options)
	require.NoError(t, err)
	for _, s := range []*site.Site{all, one} {
		require.Equal(t, "ru", s.Words.Language)
		for _, p := range s.Pages {
			if ext := path.Ext(p.Path); ext == ".html" || ext == ".svg" {
				requireNoWords(t, p.Path, p.Data)
			}
		}
	}
	for _, form := range Forms() {
		var out bytes.Buffer
		switch form.Name {
		case "html":
			require.NoError(t, form.Write(&out, one))
			requireNoWords(t, form.Name, out.Bytes())
		case "epub":
			require.NoError(t, form.Write(&out, one))
			book, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
			require.NoError(t, err)
			for _, f := range book.File {
				if path.Ext(f.Name) != ".xhtml" {
					continue
				}
				r, err := f.Open()
				require.NoError(t, err)
				data, err := io.ReadAll(r)
				require.NoError(t, err)
				requireNoWords(t, f.Name, data)
			}
		}
	}
}
