package site

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

func TestTerms(t *testing.T) {
	n := newNames([]string{"lady_capulet", "mcDuff"})
	for want, term := range map[string]trace.Term{
		"Lady Capulet":      trace.Const("lady_capulet"),
		"McDuff":            trace.Const("mcDuff"),
		"market square":     trace.Const("market_square"),
		"half moon street":  trace.Const("half-moon_street"),
		"-":                 trace.Const("-"),
		"42":                {Head: "42", Number: true},
		"s (s z)":           {Head: "s", Args: []trace.Term{{Head: "s", Args: constants([]string{"z"})}}},
		`O "happy" dagger`:  trace.Const(`"O \"happy\"\tdagger\n"`),
		`"unfinished`:       trace.Const(`"unfinished`),
		"a\ufffdb\ufffd":    trace.Const("a\u202eb\x00"),
		"שלום":              trace.Const("שלום"),
		"<b>&amp; x</b>":    trace.Const("<b>&amp;_x</b>"),
		"many words inside": trace.Const(`"many   words inside"`),
	} {
		require.Equal(t, want, n.term(term))
	}
	require.Equal(t, strings.Repeat("é", 59)+"…", n.label(trace.Const(strings.Repeat("é", 10_000))))
}

func TestRuleTitle(t *testing.T) {
	for rule, want := range map[string]string{
		"do/insult":          "Insult",
		"do/flirt/in_secret": "Flirt, in secret",
		"mouse/move":         "Mouse, move",
		"red-to-blue":        "Red to blue",
		"play/12":            "Play",
		"do/7":               "7",
		"do":                 "Do",
		"do/":                "do/",
		"/":                  "/",
		"élan":               "Élan",
	} {
		require.Equal(t, want, ruleTitle(rule))
	}
}

func TestCountingWords(t *testing.T) {
	require.Equal(t, "the first hour", hourName(1))
	require.Equal(t, "the twelfth hour", hourName(12))
	for n, want := range map[int]string{13: "13th", 21: "21st", 22: "22nd", 23: "23rd", 100: "100th", 101: "101st", 111: "111th", 112: "112th", 1013: "1013th"} {
		require.Equal(t, want, ordinal(n))
	}
	require.Equal(t, "", list(nil))
	require.Equal(t, "a", list([]string{"a"}))
	require.Equal(t, "a and b", list([]string{"a", "b"}))
	require.Equal(t, "a, b and c", list([]string{"a", "b", "c"}))
}

func TestGuess(t *testing.T) {
	candidates := []string{"do/insult", "do/travel", "C", "C'"}
	for name, want := range map[string]string{
		"do/insul":                 "; did you mean do/insult?",
		"C''":                      "; did you mean C'?",
		"D":                        "",
		"c":                        "; did you mean C?",
		"do/soliloquy":             "",
		strings.Repeat("x", 10000): "",
	} {
		require.Equal(t, want, guess(name, candidates), name)
	}
}

func TestRetell(t *testing.T) {
	tr := duel()
	g, _, scenes := scenesFor(t, tr)
	tell := &teller{graph: g, names: newNames(tr.Program.Types[0].Constants), location: "at"}
	for i, want := range []string{
		"Insult: Tybalt and Mercutio, at market square. Now: anger Mercutio → Tybalt; depressed Mercutio. No longer: anger Tybalt → Mercutio.",
		"Travel: Romeo, from orchard to market square.",
		"Kill: Tybalt and Mercutio, at market square, with Romeo in mind. Now: dead Mercutio; anger Romeo → Tybalt. No longer: Mercutio at market square; anger Mercutio → Tybalt.",
		"Toll. No longer: bell.",
		"Nightfall. Day ends; night begins. Now: bell.",
	} {
		require.Equal(t, want, tell.retell(scenes[i], causal.Event(i)))
	}
}

func TestRetellManyThings(t *testing.T) {
	h := newStageHand(veronaProgram())
	h.set("at romeo orchard", "at paris tomb", "depressed romeo")
	h.play("do/find romeo ring poison ring orchard", "$at romeo orchard", "-depressed romeo", "+depressed romeo",
		"+has romeo ring", "+wants_to_kill romeo paris", "+close_to tomb romeo", "+jealous romeo juliet", "+lit", "+lit", "+lit")
	h.play("clock three", "+lit")
	h.play("do/spy romeo orchard paris tomb ring", "$at romeo orchard", "$at paris tomb")
	g, _, scenes := scenesFor(t, h.end(trace.Quiescent))
	tell := &teller{graph: g, names: newNames([]string{"romeo", "juliet", "paris"}), location: "at"}
	require.Equal(t, "Find: Romeo, at orchard, with ring and poison, with Juliet and Paris in mind. Now: Romeo has ring; Romeo wants to kill Paris; "+
		"tomb close to Romeo; jealous Romeo → Juliet; lit; and 2 more.", tell.retell(scenes[0], 0))
	require.Equal(t, "Clock: three. Now: lit.", tell.retell(scenes[1], 1))
	require.Equal(t, "Spy: Romeo, at orchard, with ring, with Paris elsewhere (tomb).", tell.retell(scenes[2], 2))
}

// Two people are never called the same.
func TestNamesDiffer(t *testing.T) {
	n := newNames([]string{"ann", "a_b", "a-b", "c_d"})
	require.Equal(t, "Ann, a_b, a-b and C D", n.people([]string{"ann", "a_b", "a-b", "c_d"}))
}
