package themes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// tree returns a theme of this package as JSON has it, to be spoiled.
func tree(t *testing.T, name string) map[string]any {
	t.Helper()
	data, err := Source(name)
	require.NoError(t, err)
	var m map[string]any
	require.NoError(t, json.Unmarshal(data, &m))
	delete(m, "base") // which makes all else optional
	return m
}

// at returns the value at a path in a tree: `light.picture`.
func at(m map[string]any, path string) map[string]any {
	for _, key := range strings.Split(path, ".") {
		m = m[key].(map[string]any)
	}
	return m
}

func parse(t *testing.T, m map[string]any) (*Theme, error) {
	t.Helper()
	data, err := json.Marshal(m)
	require.NoError(t, err)
	return Parse("x.json", data)
}

func TestParseErrors(t *testing.T) {
	for want, spoil := range map[string]func(m map[string]any){
		`fonts: is missing`: func(m map[string]any) {
			delete(m, "fonts")
		},
		`light: is missing`: func(m map[string]any) {
			delete(m, "light")
		},
		`light.picture.drain.ink: is missing`: func(m map[string]any) {
			delete(at(m, "light.picture.drain"), "ink")
		},
		`dark.page.focus: is missing`: func(m map[string]any) {
			delete(at(m, "dark.page"), "focus")
		},
		`dark: is not an object`: func(m map[string]any) {
			m["dark"] = nil
		},
		`print.page: is not an object`: func(m map[string]any) {
			at(m, "print")["page"] = "white"
		},
		`colour: is not a key of themes`: func(m map[string]any) {
			m["colour"] = "red"
		},
		`"-": is not a key of themes`: func(m map[string]any) {
			m["-"] = "red"
		},
		`Fonts: is not a key of themes`: func(m map[string]any) {
			m["Fonts"] = m["fonts"]
		},
		`light.page."a\u202e\n": is not a key of themes`: func(m map[string]any) {
			at(m, "light.page")["a\u202e\n"] = "#fff"
		},
		`light.page.ink: is not a string`: func(m map[string]any) {
			at(m, "light.page")["ink"] = 7
		},
		`light.page.ink: "red" is not a colour such as #7a1f2b`: func(m map[string]any) {
			at(m, "light.page")["ink"] = "red"
		},
		`light.page.ink: "#12345" is not a colour such as #7a1f2b`: func(m map[string]any) {
			at(m, "light.page")["ink"] = "#12345"
		},
		`light.page.ink: "#000;}" is not a colour such as #7a1f2b`: func(m map[string]any) {
			at(m, "light.page")["ink"] = "#000;}"
		},
		`light.page.ink: "#000\n" is not a colour such as #7a1f2b`: func(m map[string]any) {
			at(m, "light.page")["ink"] = "#000\n"
		},
		`light.picture.threads: is not a list`: func(m map[string]any) {
			at(m, "light.picture")["threads"] = "#000"
		},
		`light.picture.threads: has 0 colours: at least 6 are needed`: func(m map[string]any) {
			at(m, "light.picture")["threads"] = []string{}
		},
		`light.picture.threads[1]: is not a string`: func(m map[string]any) {
			at(m, "light.picture")["threads"].([]any)[1] = nil
		},
		`light.picture.threads[0]: "" is not a colour such as #7a1f2b`: func(m map[string]any) {
			at(m, "light.picture")["threads"].([]any)[0] = ""
		},
		`ornaments.over: "a\nb" has invisible characters`: func(m map[string]any) {
			at(m, "ornaments")["over"] = "a\nb"
		},
		`ornaments.beside: "\u202e" has invisible characters`: func(m map[string]any) {
			at(m, "ornaments")["beside"] = "\u202e"
		},
		`description: "\x00" has invisible characters`: func(m map[string]any) {
			m["description"] = "\x00"
		},
		`fonts.text: "" is not a list of fonts such as "Book Antiqua", Georgia, serif`: func(m map[string]any) {
			at(m, "fonts")["text"] = ""
		},
	} {
		m := tree(t, Default)
		spoil(m)
		_, err := parse(t, m)
		require.Error(t, err)
		said := strings.TrimSuffix(strings.TrimPrefix(err.Error(), hint+"\n"), "\n"+hint)
		require.Equal(t, want, regexp.MustCompile(`^x\.json:1:\d+: `).ReplaceAllString(said, ""))
		require.Equal(t, strings.HasSuffix(want, "is missing"), strings.Contains(err.Error(), hint), want)
	}
}

// hint is said with whatever is missing.
const hint = "x.json:1:1: base: is missing, too: write `\"base\": \"stage\"`, or another of `blueprint`, `paper`, " +
	"`stage`, `terminal`, for everything that is left out"

// All that is wrong is said at once, in the order of the file, with its place.
func TestParseAllErrors(t *testing.T) {
	_, err := Parse("x.json", []byte(`{"base": "paper",
  "é": 1, "fonts": {"text": "a;"},
  "light": {"page": {"ink": "red"}, "picture":
    {"threads": ["#000"]}}, "print": 7}`))
	require.EqualError(t, err, strings.Join([]string{
		`x.json:2:8: "\u00e9": is not a key of themes`,
		`x.json:2:29: fonts.text: "a;" is not a list of fonts such as "Book Antiqua", Georgia, serif`,
		`x.json:3:29: light.page.ink: "red" is not a colour such as #7a1f2b`,
		`x.json:4:17: light.picture.threads: has 1 colours: at least 6 are needed`,
		`x.json:4:38: print: is not an object`,
	}, "\n"))
	_, err = Parse("x.json", []byte(`{"base": "none"}`))
	require.EqualError(t, err, `x.json:1:10: base: "none" is not one of blueprint, paper, stage, terminal`)
	_, err = Parse("x.json", []byte(`{"base": 7}`))
	require.EqualError(t, err, `x.json:1:10: base: is not a string`)
}

// Who has nothing yet is told how to begin.
func TestParseEmpty(t *testing.T) {
	want := "x.json: is empty: write `{\"base\": \"stage\"}`, or another of `blueprint`, `paper`, `stage`, `terminal`, " +
		"and after it what is to differ from there"
	for _, data := range []string{"", "\n{ }", mark, mark + "\r\n"} {
		_, err := Parse("x.json", []byte(data))
		require.EqualError(t, err, want)
	}
	dir := folder(t, map[string]string{"theme.json": "\n{}", "theme.css": ""})
	_, err := Find(dir)
	require.EqualError(t, err, filepath.Join(dir, strings.Replace(want, "x.json", "theme.json", 1)))
	_, err = Parse("x.json", []byte(`{"ornaments": {}}`))
	require.ErrorContains(t, err, "x.json:1:1: light: is missing\n"+hint+"\nx.json:1:15: ornaments.over: is missing\n")
}

// JSON lets the last of a key win; here both are shown, at every depth.
func TestParseRepeats(t *testing.T) {
	_, err := Parse("x.json", []byte(`{"base": "paper", "é": 1, "é": 2,
  "light": {"page": {"ink": "#111", "soft": "#222", "ink": "#333", "ink": "#444"}},
  "base": "paper"}`))
	require.EqualError(t, err, strings.Join([]string{
		`x.json:1:27: "\u00e9": stands here again, after 1:19: take one of them away`,
		`x.json:1:32: "\u00e9": is not a key of themes`,
		`x.json:2:53: light.page.ink: stands here again, after 2:22: take one of them away`,
		`x.json:2:68: light.page.ink: stands here again, after 2:22: take one of them away`,
		`x.json:3:3: base: stands here again, after 1:2: take one of them away`,
	}, "\n"))
}

// Only what differs from the base stands in a file.
func TestBase(t *testing.T) {
	for _, name := range Names() {
		theme, err := Parse("dir/mine.json", []byte(`{"light": {"page": {"ink": "#123456"}}, "base": "`+name+`"}`))
		require.NoError(t, err)
		want := find(t, name)
		want.Name, want.Light.Page.Ink = "mine", "#123456"
		want.warnings = theme.warnings
		require.Equal(t, want, theme)
		require.Equal(t, "#123456", theme.Light.Page.Ink)
	}
}

// Every value is found where it stands: it can be read alone from there.
func TestPlaces(t *testing.T) {
	values := rapid.Deferred(func() *rapid.Generator[any] { return anyJSON(3) })
	rapid.Check(t, func(t *rapid.T) {
		value := values.Draw(t, "value")
		data, err := json.MarshalIndent(value, " \t", rapid.SampledFrom([]string{"", " ", "\t"}).Draw(t, "indent"))
		require.NoError(t, err)
		n, err := parseTree(data)
		require.NoError(t, err)
		requirePlaces(t, data, n, value)
	})
}

func anyJSON(depth int) *rapid.Generator[any] {
	words := rapid.SampledFrom([]string{"a", "é", ": ,", `"`, "{", "]", "\\"})
	kinds := []*rapid.Generator[any]{words.AsAny(), rapid.Just[any](nil), rapid.Just[any](7.5), rapid.Just[any](true)}
	if depth > 0 {
		inner := anyJSON(depth - 1)
		kinds = append(kinds, rapid.SliceOfN(inner, 0, 3).AsAny(), rapid.MapOfN(words, inner, 0, 3).AsAny())
	}
	return rapid.OneOf(kinds...)
}

func requirePlaces(t *rapid.T, data []byte, n *node, value any) {
	var alone json.RawMessage
	require.NoError(t, json.NewDecoder(bytes.NewReader(data[n.at:])).Decode(&alone))
	want, err := json.Marshal(value)
	require.NoError(t, err)
	require.JSONEq(t, string(want), string(alone))
	require.NotContains(t, " \t\n,:", string(data[n.at]))
	switch v := value.(type) {
	case string:
		require.Equal(t, text, n.kind)
		require.Equal(t, v, n.text)
	case []any:
		require.Equal(t, list, n.kind)
		require.Len(t, n.values, len(v))
		for i := range v {
			requirePlaces(t, data, n.values[i], v[i])
		}
	case map[string]any:
		require.Equal(t, object, n.kind)
		require.Len(t, n.keys, len(v))
		for key := range v {
			requirePlaces(t, data, n.keys[key], v[key])
		}
	default:
		require.Equal(t, nothing, n.kind)
	}
}

func TestPosition(t *testing.T) {
	data := []byte("é\n\nxéy")
	require.Equal(t, "1:1", position(data, 0))
	require.Equal(t, "1:2", position(data, 2))
	require.Equal(t, "2:1", position(data, 3))
	require.Equal(t, "3:3", position(data, 7))
}

func TestParseNoJSON(t *testing.T) {
	for data, want := range map[string]string{
		"{":                   "1:1: unexpected end of JSON input",
		"{\n\"fonts\":}":      "2:9: invalid character '}' looking for beginning of value",
		"{}\n\n{}":            "3:1: invalid character '{' after top-level value",
		"{\"a\": 1,\n}":       "2:1: the comma before `}` is one too many",
		"{\"a\": [1, ]}":      "1:11: the comma before `]` is one too many",
		"// x\n{}":            "1:1: JSON has no comments",
		"{\"a\": 1 /*x*/}":    "1:9: JSON has no comments",
		"{'a': 1}":            "1:2: JSON has straight double quotes: `\"`",
		"{\"a\": #fff}":       "1:7: colours stand in quotes, such as `\"#7a1f2b\"`",
		"{\"a\": 1\n\"b\":2}": "2:1: a comma is missing before this",
		"[1 2]":               "1:4: invalid character '2' after array element",
		"[[] []]":             "1:5: a comma is missing before this",
		"null":                "1:1: is not an object",
		mark + "null":         "1:1: is not an object",
		"{\n\"\xff\":1}":      "2:2: is not text in UTF-8: save it as such",
		" []":                 "1:2: is not an object",
	} {
		_, err := Parse("dir/x.json", []byte(data))
		require.EqualError(t, err, "dir/x.json:"+want)
	}
}

// Long nonsense is not repeated at length.
func TestParseLong(t *testing.T) {
	m := tree(t, Default)
	at(m, "light.page")["ink"] = strings.Repeat("x", 10_000)
	m[strings.Repeat("y", 10_000)] = 1
	_, err := parse(t, m)
	require.Error(t, err)
	require.Less(t, len(err.Error()), 500)
}

// A file full of nonsense is not told of whole, nor for long.
func TestParseMany(t *testing.T) {
	m := tree(t, Default)
	for i := range 100_000 {
		m[fmt.Sprint(i)] = i
	}
	_, err := parse(t, m)
	require.ErrorContains(t, err, "\nx.json: and 99900 more")
}

// Dark and print are as light where a file leaves them out.
func TestParseDefaults(t *testing.T) {
	m := tree(t, Default)
	delete(m, "dark")
	delete(m, "print")
	at(m, "light.page")["ink"] = "#ABC"
	theme, err := parse(t, m)
	require.NoError(t, err)
	require.Equal(t, "#aabbcc", theme.Light.Page.Ink)
	require.Equal(t, theme.Light, theme.Dark)
	require.Equal(t, theme.Light, theme.Print)
	full := find(t, Default)
	require.NotEqual(t, full.Light, full.Dark)
	require.NotEqual(t, full.Light, full.Print)
}

func TestFonts(t *testing.T) {
	for _, good := range []string{
		"serif", "DejaVu Sans, Verdana,sans-serif", `"Iowan Old Style", 'Book Antiqua', -apple-system`, `"Zażółć 8.5"`,
	} {
		_, err := asFonts(good)
		require.NoError(t, err, good)
	}
	for _, bad := range []string{
		"", " ", ",", "a,", "a;b", "a}", "a{", "<style>", `"a`, `"a"b"`, `'a"`, `"a'b"`, `a\62`, "a/**/", "url(x)", "a\nb",
		"a\u2028", "9a", `"a;b"`, "a !important", `"\"`,
	} {
		_, err := asFonts(bad)
		require.Error(t, err, bad)
	}
}

// TestFontsStayFonts: accepted fonts are one value in CSS, whatever their text.
func TestFontsStayFonts(t *testing.T) {
	texts := rapid.StringOf(rapid.SampledFrom([]rune(`ab Z9,,""''-_.;{}<>()\/*@!&` + "\n\u202eé")))
	taken := regexp.MustCompile(`^("[^"'\\;{}<>]*"|'[^"'\\;{}<>]*'|[^"'\\;{}<>()/@!&])*$`)
	rapid.Check(t, func(t *rapid.T) {
		if s, err := asFonts(texts.Draw(t, "fonts")); err == nil {
			require.Regexp(t, taken, s)
			require.NotContains(t, s, "\n")
		}
	})
}

// FuzzParse: any input gives an error, or a theme that survives writing and reading, with a sound
// stylesheet.
func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		data, err := Source(name)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Add([]byte(`{"fonts": {"text": "}"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		theme, err := Parse("x.json", data)
		if err != nil {
			require.Nil(t, theme)
			return
		}
		written, err := json.Marshal(theme)
		require.NoError(t, err)
		again, err := Parse("x.json", written)
		require.NoError(t, err)
		theme.warnings, again.warnings = nil, nil // which have places
		require.Equal(t, theme, again)
		sound(t, string(theme.CSS()))
	})
}
