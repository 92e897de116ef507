package code

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/lang/grammar"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site/sitetest"
	"github.com/ceptre-graph/ceptre/themes"
)

// program has a token of every kind.
const program = `#builtin NAT nat.  % numbers
nat : type.  zero : nat.  at who nat : pred.
stage day { go : $at C _ * C <> d -o at C (N + 1) * say "a\n\q". }
`

func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"":           "",
		"tok -o ().": `tok <span class="ow">-o</span> <span class="p">()</span><span class="p">.</span>`,
		"a * B\n% <x>\n\n": "a <span class=\"o\">*</span> <span class=\"nv\">B</span>\n<span class=\"c1\">% " +
			"&lt;x&gt;</span>\n\n",
		`"<b>&" & <`:       `<span class="s2">&#34;&lt;b&gt;&amp;&#34;</span> &amp; <span class="o">&lt;</span>`,
		"C\u202e\x00\xff’": `<span class="nv">C</span>` + "\ufffd\ufffd\ufffd’",
	} {
		got, err := HTML(text)
		require.NoError(t, err)
		require.Equal(t, want, string(got), "%q", text)
	}
}

// Whatever the text, all of it is shown and none of it is markup.
func FuzzCode(f *testing.F) {
	f.Add(program)
	f.Add(`</code></pre><script>alert("1")</script>` + "\r\n\r\u202e\xff")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := HTML(text)
		require.NoError(t, err)
		page := []byte("<code>" + got + "</code>")
		require.NoError(t, sitetest.Nesting(page))
		shown := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(visible.Page(text)) // as HTML reads line ends
		require.Equal(t, []string{shown}, sitetest.Texts(page, "code"))
	})
}

// Every scope of the grammar has a class that the library knows, and every theme a colour for it.
func TestColours(t *testing.T) {
	for _, token := range grammar.Tokens(program) {
		if token.Scope != "" {
			require.NotEmpty(t, token.Class(), token.Scope)
			require.Contains(t, tokenTypes(), token.Class())
		}
	}
	html, err := HTML(program)
	require.NoError(t, err)
	classes := regexp.MustCompile(`class="([^"]*)"`).FindAllStringSubmatch(string(html), -1)
	require.NotEmpty(t, classes)
	for _, name := range themes.Names() {
		theme, err := themes.Find(name)
		require.NoError(t, err)
		for _, class := range classes {
			require.Regexp(t, `\.`+class[1]+`\b`, string(theme.CSS()), name)
		}
	}
}
