package themes

import (
	"encoding/json"
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
	return m
}

// at returns what is at a path in a tree: `light.picture`.
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
		`fonts: is missing`:                                                            func(m map[string]any) { delete(m, "fonts") },
		`light: is missing`:                                                            func(m map[string]any) { delete(m, "light") },
		`light.picture.drain.ink: is missing`:                                          func(m map[string]any) { delete(at(m, "light.picture.drain"), "ink") },
		`dark.page.focus: is missing`:                                                  func(m map[string]any) { delete(at(m, "dark.page"), "focus") },
		`dark: is not an object`:                                                       func(m map[string]any) { m["dark"] = nil },
		`print.page: is not an object`:                                                 func(m map[string]any) { at(m, "print")["page"] = "white" },
		`colour: is not a key of themes`:                                               func(m map[string]any) { m["colour"] = "red" },
		`"-": is not a key of themes`:                                                  func(m map[string]any) { m["-"] = "red" },
		`Fonts: is not a key of themes`:                                                func(m map[string]any) { m["Fonts"] = m["fonts"] },
		`light.page."a\u202e\n": is not a key of themes`:                               func(m map[string]any) { at(m, "light.page")["a\u202e\n"] = "#fff" },
		`light.page.ink: is not a string`:                                              func(m map[string]any) { at(m, "light.page")["ink"] = 7 },
		`light.page.ink: "red" is not a colour such as #7a1f2b`:                        func(m map[string]any) { at(m, "light.page")["ink"] = "red" },
		`light.page.ink: "#12345" is not a colour such as #7a1f2b`:                     func(m map[string]any) { at(m, "light.page")["ink"] = "#12345" },
		`light.page.ink: "#000;}" is not a colour such as #7a1f2b`:                     func(m map[string]any) { at(m, "light.page")["ink"] = "#000;}" },
		`light.page.ink: "#000\n" is not a colour such as #7a1f2b`:                     func(m map[string]any) { at(m, "light.page")["ink"] = "#000\n" },
		`light.picture.threads: is not a list`:                                         func(m map[string]any) { at(m, "light.picture")["threads"] = "#000" },
		`light.picture.threads: has 0 colours: at least 6 are needed`:                  func(m map[string]any) { at(m, "light.picture")["threads"] = []string{} },
		`light.picture.threads[1]: is not a string`:                                    func(m map[string]any) { at(m, "light.picture")["threads"].([]any)[1] = nil },
		`light.picture.threads[0]: "" is not a colour such as #7a1f2b`:                 func(m map[string]any) { at(m, "light.picture")["threads"].([]any)[0] = "" },
		`ornaments.over: "a\nb" has what cannot be seen`:                               func(m map[string]any) { at(m, "ornaments")["over"] = "a\nb" },
		`ornaments.beside: "\u202e" has what cannot be seen`:                           func(m map[string]any) { at(m, "ornaments")["beside"] = "\u202e" },
		`description: "\x00" has what cannot be seen`:                                  func(m map[string]any) { m["description"] = "\x00" },
		`fonts.text: "" is not a list of fonts such as "Book Antiqua", Georgia, serif`: func(m map[string]any) { at(m, "fonts")["text"] = "" },
	} {
		m := tree(t, Default)
		spoil(m)
		_, err := parse(t, m)
		require.EqualError(t, err, "theme x.json: "+want)
	}
}

// All that is wrong is said at once, in the order of the structs.
func TestParseAllErrors(t *testing.T) {
	m := tree(t, Default)
	at(m, "light.page")["ink"] = "red"
	delete(at(m, "fonts"), "code")
	m["b"], m["a"] = 1, 2
	_, err := parse(t, m)
	require.EqualError(t, err, strings.Join([]string{
		"theme x.json: fonts.code: is missing",
		`theme x.json: light.page.ink: "red" is not a colour such as #7a1f2b`,
		"theme x.json: a: is not a key of themes",
		"theme x.json: b: is not a key of themes",
	}, "\n"))
}

func TestParseNoJSON(t *testing.T) {
	for data, want := range map[string]string{
		"":               "line 1: unexpected end of JSON input",
		"{\n\"fonts\":}": "line 2: invalid character '}' looking for beginning of value",
		"{}\n\n{}":       "line 3: invalid character '{' after top-level value",
		"null":           "is not an object",
		"[]":             "is not an object",
	} {
		_, err := Parse("dir/x.json", []byte(data))
		require.EqualError(t, err, "theme dir/x.json: "+want)
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
		"", " ", ",", "a,", "a;b", "a}", "a{", "<style>", `"a`, `"a"b"`, `'a"`, `"a'b"`, `a\62`, "a/**/", "url(x)", "a\nb", "a\u2028", "9a", `"a;b"`, "a !important", `"\"`,
	} {
		_, err := asFonts(bad)
		require.Error(t, err, bad)
	}
}

// What is taken as fonts is one value in CSS, whatever it is made of.
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

// FuzzParse: of anything, there is an error, or a theme that is the same when it is
// written and read again, and whose stylesheet is sound.
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
		require.Equal(t, theme, again)
		sound(t, string(theme.CSS()))
	})
}
