package game

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Breakpoints stop chance after a choice, too; they are kept, as far as the program knows them.
func TestRequestsOfBreakpoints(t *testing.T) {
	s := sitting(t, shift, nil)
	a := asked(t, s, do{"do": "break", "what": "dream, stage night"})
	require.Equal(t, []string{"dream", "stage night"}, a.View.Breaks)
	require.Nil(t, a.Stop)
	a = asked(t, s, do{"do": "make", "move": "rest"})
	require.Equal(t, &stop{Why: "fact", What: "stage night", Text: "stage night is there"}, a.Stop)
	require.Equal(t, Chance, a.View.Status)
	require.Nil(t, asked(t, s, do{"do": "view"}).Stop, "that was before")

	for _, c := range []struct{ do, what, want string }{
		{"break", "earn, nix", "there is no rule and no predicate nix"},
		{"unbreak", "earn", "there is no breakpoint earn"},
		{"break", "", "a name is missing"},
	} {
		require.Contains(t, tried(t, s, do{"do": c.do, "what": c.what}).Error, c.want)
		require.Len(t, asked(t, s, do{"do": "view"}).View.Breaks, 2)
	}
	require.Equal(t, "there may be 100 breakpoints",
		tried(t, s, do{"do": "break", "what": strings.Repeat("earn,", 98) + "earn"}).Error)
	require.Equal(t, []string{"dream"}, asked(t, s, do{"do": "unbreak", "what": "stage night"}).View.Breaks)

	a = asked(t, s, do{"do": "break", "what": "coin,coin; dream"})
	require.Equal(t, []string{"dream", "coin, coin"}, a.View.Breaks)
	require.Equal(t, []string{"dream"}, asked(t, s, do{"do": "unbreak", "what": "coin, coin"}).View.Breaks)
	a = asked(t, new(Handler), reopening(s, shift, do{"breaks": []string{"earn", "coin, rested"}}))
	require.Equal(t, []string{"earn", "coin, rested"}, a.View.Breaks)
	a = asked(t, new(Handler), reopening(s, shift, do{"breaks": []string{"earn", "dream"}}))
	require.Equal(t, []string{"earn", "dream"}, a.View.Breaks)
	a = asked(t, s, do{"do": "break", "what": "earn"})
	require.Equal(t, []string{"dream", "earn"}, a.View.Breaks)
	a = asked(t, s, do{"do": "grow", "text": strings.ReplaceAll(shift, "dream", "sleep")})
	require.Equal(t, []string{"earn"}, a.View.Breaks)
}

// What a breakpoint is called enters it again.
func TestBreakAt(t *testing.T) {
	const program = "who : type. ann : who. says who string : pred. n nat : pred. nat : type. #builtin NAT nat.\n" +
		`talk : n N -o !says ann "a, \"b\"". #trace _ main { n 1 }.`
	open := func() *Game { return sitting(t, program, nil).game }
	d := open()
	for _, text := range []string{"talk", `!says _ "a, \"b\""`, "says ann"} {
		require.NoError(t, d.BreakAt(text))
	}
	require.Equal(t, []string{"talk", `!says _ "a, \"b\""`, "says ann"}, d.Breaks())
	again := open()
	require.NoError(t, again.BreakAt(strings.Join(d.Breaks(), ", ")))
	require.Equal(t, d.breaks, again.breaks)
	require.NoError(t, d.UnbreakAt(d.Breaks()[1]))
	require.Len(t, d.Breaks(), 2)
}

// A view says how the run has ended, and when the state was the same before.
func TestEndingAndAgain(t *testing.T) {
	const program = `coin : pred. debt : pred. won : pred.
stage day = { earn : coin -o coin * coin. lose : coin -o (). win : coin -o won. }
stage night = {}
dusk : qui * stage day -o stage night. end : qui * stage night * $won -o ().
#interactive day. #trace _ day { coin }.`
	s := sitting(t, program, do{"prose": "# A\n\n## ending (if won)\n### Luck\nYou keep it.\n", "proseName": "a.md"})
	play := func(move string) *View {
		a := asked(t, s, do{"do": "make", "move": move})
		require.Nil(t, a.Stop)
		return a.View
	}
	require.Empty(t, asked(t, s, do{"do": "view"}).View.Again)
	require.Empty(t, play("earn").Again)
	require.Equal(t, "as at the start", play("lose").Again)
	play("earn")
	v := play("lose")
	require.Equal(t, "as at the start", v.Again)
	require.Nil(t, v.Ending)
	play("earn")
	play("earn")
	require.Equal(t, "as after step 1", play("lose").Again)
	play("win")
	v = play("lose")
	require.Equal(t, &Ending{Text: "end has ended the run", Link: "end", Title: "Luck", Prose: "You keep it."}, v.Ending)
	for range 4 {
		asked(t, s, do{"do": "undo"})
	}
	require.Nil(t, asked(t, s, do{"do": "view"}).View.Ending)
	play("lose")
	v = play("lose")
	require.Equal(t, &Ending{Text: "nothing can happen any more in stage night"}, v.Ending)
	require.Empty(t, v.Again)
}

// Where nothing could happen from the start, the ending says what was missing.
func TestEndingOfNothing(t *testing.T) {
	s := sitting(t,
		`door : pred. key : pred. way : pred. open : door * key -o way. find : way -o key. #trace _ main { door }.`, do{})
	e := asked(t, s, do{"do": "view"}).View.Ending
	require.Equal(t, "nothing can happen any more", e.Text)
	require.Equal(t, []string{"nothing happened in stage main; of its rules, nearest to firing:", "  open: lacks `key`",
		"  find: lacks `way`"}, e.Missing[:3])
}

// A state that violates a statement ends the game, and can be taken back.
func TestViolation(t *testing.T) {
	s := sitting(t, shift+"\n#never rich : coin * coin * coin.\n", nil)
	a := asked(t, s, do{"do": "make", "move": "earn"})
	for a.View.Status != Violation {
		a = asked(t, s, do{"do": "make", "move": "earn"})
		require.LessOrEqual(t, a.View.Depth, 3)
	}
	require.Contains(t, a.View.Why, "rich is violated: 3 × coin are there together")
	require.Empty(t, a.View.Menu)
	require.NotEqual(t, Violation, asked(t, s, do{"do": "undo"}).View.Status)
}
