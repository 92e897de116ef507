package prose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

const manor = `% made for a manor
Title: The Manor
by A. Nonymous
Four people,
one house.

:: greet 2
<1> greets <2>, who is in the <3>
<b>already</b>.

"Oh *you*." || {Again} <1>!
% the end
between

:: initial 4
Night.
:: final
Day.
`

func TestScript(t *testing.T) {
	require.True(t, isScript([]byte(manor)))
	p, err := Parse("manor.scenes", []byte(manor), Options{})
	require.NoError(t, err)
	require.NoError(t, p.Check(nil))
	require.Equal(t, Front{Title: "The Manor", Author: "A. Nonymous", Description: "Four people, one house."}, p.Front())
	require.EqualError(t, p.Notes(), "manor.scenes:13:1: text between scenes is left out")
	intro, err := p.Introduction()
	require.NoError(t, err)
	require.Equal(t, "<p>Four people, one house.</p>\n", string(intro))

	values := map[string]Value{"1": {Text: "the cook"}, "2": {Text: "Bob & Co"}, "3": {Text: "foyer"}}
	terms := map[string]trace.Term{"1": {}, "2": {}, "3": {}}
	texts := make(map[string]bool)
	n := p.Narrator(nil, 3)
	for range 30 {
		passage := n.Tell(Moment{Topic: Topic{Rule, "greet"}, Terms: terms})
		html, err := passage.HTML(values)
		require.NoError(t, err)
		texts[string(html)] = true
	}
	require.Equal(t, map[string]bool{
		"<p>The cook greets Bob &amp; Co, who is in the foyer &lt;b&gt;already&lt;/b&gt;.</p>\n<p>&quot;Oh " +
			"*you*.&quot;</p>\n": true,
		"<p>{Again} the cook!</p>\n": true,
	}, texts)
	require.Equal(t, "Night.", n.Tell(Moment{Topic: Topic{Kind: Beginning}}).Opening(nil))
	require.Equal(t, "Day.", n.Tell(Moment{Topic: Topic{Kind: Ending}}).Opening(nil))
}

func TestOtherTextsAreNoScripts(t *testing.T) {
	for _, src := range []string{"", "# Title\n\n## do/insult\n", ":: Start\nTwee\n", "---\ntitle: x\n---\n:: a 1\n",
		"::: a 1\n", "a :: b 1\n"} {
		require.False(t, isScript([]byte(src)), src)
	}
}
