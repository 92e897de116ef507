package themes

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sheets returns the stylesheets of this package by their names.
func sheets(t *testing.T) map[string]string {
	t.Helper()
	found := make(map[string]string)
	for _, name := range append(Names(), "site") {
		data, err := stylesheets.ReadFile(name + ".css")
		require.NoError(t, err)
		found[name+".css"] = string(data)
	}
	return found
}

// matches returns what the group of a pattern matches, sorted, each once.
func matches(pattern, text string) []string {
	var found []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// without returns the elements of a list that are not in the other.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
}

// The stylesheets use only properties that are there, and among them all that themes
// set. They have no colours and fonts of their own, and fetch nothing.
func TestProperties(t *testing.T) {
	all := string(find(t, Default).CSS())
	var used []string
	for name, css := range sheets(t) {
		css = blank(css)
		uses := matches(`var\((--[a-z-]+)\)`, css)
		require.Empty(t, without(uses, matches(`(--[a-z-]+):`, all+css)), name)
		require.NotRegexp(t, `#[0-9a-f]{3}\b|#[0-9a-f]{6}\b|rgb|hsl|\bserif\b|\bmonospace\b|url\(|@import`, css, name)
		require.Equal(t, strings.Count(css, "{"), strings.Count(css, "}"), name)
		require.NotContains(t, css, `"`, name)
		used = append(used, uses...)
	}
	set, _, _ := strings.Cut(all, "@layer")
	require.Empty(t, without(matches(`(--[a-z-]+):`, set), used))
}

// Text that the stylesheets add is ornament: it has another text, an empty one, for
// ears.
func TestOrnamentsAreSilent(t *testing.T) {
	for name, css := range sheets(t) {
		css = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(css, "")
		for _, content := range matches(`[ {]content: ([^;]*);`, css) {
			if content != `""` && content != "none" && content != "counter(page)" {
				require.Regexp(t, ` / ""$`, content, name)
			}
		}
	}
}

// Every class that a stylesheet speaks of is on some page: one that is not is a
// slip, or left behind.
func TestClassesAreOnPages(t *testing.T) {
	pages := pageSources(t)
	for name, css := range sheets(t) {
		css = regexp.MustCompile(`\{[^{}]*\}`).ReplaceAllString(blank(css), "{}") // selectors
		css = regexp.MustCompile(`\bcode [^{]*`).ReplaceAllString(css, "")        // tokens have chroma's classes
		for _, class := range matches(`\.([a-z][a-z0-9-]*)`, css) {
			on := regexp.MustCompile("[\"'`. ]" + class + "[\"'`. {]").MatchString(pages)
			assert.True(t, on, "%s: .%s is on no page", name, class)
		}
	}
}

// Every class of the templates is known to the stylesheets.
func TestClassesHaveLooks(t *testing.T) {
	var css strings.Builder
	for _, name := range append(Names(), "site") {
		css.WriteString(blank(sheets(t)[name+".css"]))
	}
	known := append(matches(`\.([a-z][a-z0-9-]*)`, css.String()), plain...)
	templates, err := filepath.Glob("../site/templates/*.html")
	require.NoError(t, err)
	require.NotEmpty(t, templates)
	for _, file := range templates {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, classes := range matches(` class="([^"{]*)`, string(data)) {
			require.Empty(t, without(strings.Fields(classes), known), file)
		}
	}
}

// plain are the classes that only the script looks for, or that say what a thing is
// for other people's stylesheets.
var plain = []string{"way", "nothing", "program", "prev", "next", "thread"}

// pageSources returns all text that classes of pages come from.
func pageSources(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range []string{"../site/templates/*.html", "../site/*.go", "../site/site.js", "../site/code/*.go",
		"../site/tell/*.go", "../render/svg/*.go"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		for _, file := range found {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			all.Write(data)
		}
	}
	return all.String()
}
