package themes

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestCSSFaults: an unclosed construct is reported where it opens.
func TestCSSFaults(t *testing.T) {
	for css, want := range map[string]string{
		"p { color: red;\nq { color: blue }":        "1:3: `{` opens here and is not closed: it takes in all that follows",
		"@media print {\n  p { color: red }\n  q {": "3:5: `{` opens here and is not closed: it takes in all that follows",
		"p {}\n /* é /* p {}": "2:2: the comment `/*` opens here and is not closed: it takes in " +
			"all that follows",
		"/*/ p {}": "1:1: the comment `/*` opens here and is not closed: it takes in " +
			"all that follows",
		"p { content: \"a; }\nq {}":              "1:14: the string opens here and is not closed in its line",
		"p { content: 'a\r\n' }":                 "1:14: the string opens here and is not closed in its line",
		`p { content: "a\" }`:                    "1:14: the string opens here and is not closed",
		`"\`:                                     "1:1: the string opens here and is not closed",
		"p { color: var(--ink; }\nq {}":          "1:15: `(` opens here and is not closed before the `}` in 1:23",
		"a[href { color: red }":                  "1:2: `[` opens here and is not closed: it takes in all that follows",
		"p { color: red }\n}\nq { color: blue }": "2:1: `}` closes nothing: what follows it is lost",
		"p) {}":                                  "1:2: `)` closes nothing: what follows it is lost",
		"p { background: url(a.png; }\nq { color: b }": "1:20: `(` opens here and is not closed: it takes " +
			"in all that follows",
		"@charset \"utf-8\";\n@import url(a.css);\n": "2:1: `@import` has no effect here: rules of the pages come before " +
			"it; copy the other file into this one",
		"@IMPORT'a.css'": "1:1: `@import` has no effect here: rules of the pages come before " +
			"it; copy the other file into this one",
		`p { \}`: "1:3: `{` opens here and is not closed: it takes in all that follows",
	} {
		require.EqualError(t, checkCSS("x.css", []byte(css)), "x.css:"+want, css)
	}
}

// What only looks open is not.
func TestCSSWithoutFaults(t *testing.T) {
	for _, css := range []string{
		"", "mine", `p { content: "}\"/*" }`, `p::before { content: '"{(' }`, "/* { ( \" ' */ p {}", "/**/",
		"p { content: \"a\\\nb\\\r\nc\" }",
		"p { background: url(data:image/svg+xml,{'/*) }", `p { background: url( "a)b" ) }`, "p { background: URL(//x/*y) }",
		"/* @import */ @important {} p::before { content: '@import' }",
		`.\{ {}`, "@media (width > 1em) { p:is([a], q) { color: var(--a) } }", "p { q { color: red } }", `\`,
	} {
		require.NoError(t, checkCSS("x.css", []byte(css)), css)
	}
}

// The stylesheets of this package have no faults; without any one of their brackets they
// have.
func TestCSSFaultsOfSheets(t *testing.T) {
	for name, css := range sheets(t) {
		require.NoError(t, checkCSS(name, []byte(css)))
		css = blank(css)
		for i, c := range css {
			if strings.ContainsRune("{}()[]", c) {
				require.Error(t, checkCSS(name, []byte(css[:i]+css[i+1:])), "%s without %q at %d", name, c, i)
			}
		}
	}
}

// Two stylesheets without faults have none together: nothing of the first is open where
// the second begins.
func TestCSSFaultsAreLocal(t *testing.T) {
	texts := rapid.StringOf(rapid.SampledFrom([]rune("{}()[]\"'\\/*\n é")))
	rapid.Check(t, func(t *rapid.T) {
		a, b := texts.Draw(t, "a"), texts.Draw(t, "b")
		alone := func(css string) bool { return checkCSS("x.css", []byte(css)) == nil }
		if alone(a) && !strings.HasSuffix(a, `\`) && !strings.HasSuffix(a, "/") {
			require.Equal(t, alone(b), alone(a+b))
		}
	})
}

func TestFolderCSSFaults(t *testing.T) {
	for _, name := range []string{"theme.css", "site.css"} {
		_, err := Find(folder(t, map[string]string{name: "p {}\nq {"}))
		require.ErrorContains(t, err, filepath.Join("mine", name)+":2:3: `{` opens here")
	}
}
