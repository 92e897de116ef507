package lsp

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// labels returns the completions at the mark of a text, and the text that they would replace.
func labels(s *session, marked string) (list []string, replaced string) {
	text, at := cut(marked)
	s.change(2, contentChange{Text: text})
	var items []completionItem
	s.ask("textDocument/completion", at, &items)
	require.NotNil(s.t, items)
	for _, item := range items {
		list = append(list, item.Label)
		require.Equal(s.t, item.Label, item.TextEdit.NewText)
		r := item.TextEdit.Range
		t := newText(text, utf16Units)
		replaced = text[t.offset(r.Start):t.offset(r.End)]
	}
	return list, replaced
}

// Completions depend on the text around the place, even if it has errors.
func TestCompletion(t *testing.T) {
	s := begun(t, map[string]any{})
	s.open(world)
	const (
		people = "romeo tybalt cup"
		left   = "at near hear"
		right  = "at say"
	)
	for _, c := range []struct{ line, want string }{
		{"‸", "context stage qui near"},
		{"ne‸", "context stage qui near"},
		{"#‸", "#trace #interactive #ordered #builtin #sensor #action #invariant #never"},
		{"#tra‸", "#trace #interactive #ordered #builtin #sensor #action #invariant #never"},
		{"#trace ‸", "_"},
		{"#trace _ ‸", "day night"},
		{"#trace _ da‸", "day night"},
		{"#trace _ day ‸", "extra start"},
		{"#trace _ day { ‸", "at extra start"},
		{"#trace _ day { at ‸", people},
		{"#ordered ‸", "day night"},
		{"#interactive day ni‸", "day night"},
		{"#builtin ‸", "NAT NAT_ZERO NAT_SUCC"},
		{"#builtin NAT ‸", "character nat string"},
		{"#builtin NAT_ZERO ‸", "romeo tybalt cup"},
		{"#sensor ‸", "hear"},
		{"#sensor hear ‸", "LINE WORD TERM COMMAND"},
		{"#action ‸", "say"},
		{"#action say ‸", "PRINT"},
		{"#action say PRINT ‸", ""},

		{"#invariant ‸", "in at sum"},
		{"#invariant in ‸", "day night"},
		{"#invariant most ‸", "in"},
		{"#invariant most in ‸", "day night"},
		{"#invariant most in day : ‸", "at sum"},
		{"#invariant most : at C + su‸", "at sum"},
		{"#invariant at ‸", people},
		{"#invariant most : at C - 2 * ‸", "at sum"},
		{"#invariant most : at C = at ‸", people + " C"},
		{"#invariant most : sum N ‸", "in"},
		{"#invariant most : sum N in ‸", "at sum"},
		{"#invariant most : sum N in at ‸", people + " N"},
		{"#invariant most : sum N in at (cup ‸", "N"},
		{"#never ‸", "in at near"},
		{"#never in ‸", "day night"},
		{"#never both in day : at C * ‸", "at near"},
		{"#never both : at C * near ‸", people + " C"},
		{"#never both : at C * C <> ‸", people + " C"},

		{"mercutio : ‸", "type pred bwd sense action character nat string stage qui near"},
		{"mercutio : ch‸", "type pred bwd sense action character nat string stage qui near"},
		{"dead ‸", "character nat string"},
		{"dead ‸ : pred.", "character nat string"},
		{"near romeo ‸", people},
		{"near romeo tybalt ‸", ""},
		{"near/x : near ‸", people},
		{"near A B <- ‸", "at near"},
		{"near A B <- near B ‸", people + " A B"},
		{"near A C <- near A B <- near B ‸.", people + " A C B"},
		{"near A B -> ‸", "at near"},

		{"context c = { ‸", "at extra start"},
		{"context c = { at romeo, ‸ }", "at extra start"},
		{"context c = { !‸ }", "at"},
		{"context c = { at ‸ }", people},
		{"context c = { at (‸", people},
		{"context c = { at (cup ‸", ""},
		{"context c = { at romeo ‸ }", ""},

		{"stage s = { ‸", left},
		{"stage s = { x : ‸", left},
		{"stage s = { x : at C * ‸ -o at C. }", left},
		{"stage s = { x : at C * $‸", left},
		{"stage s = { x : at C * !a‸ -o tok. }", left},
		{"stage s = { x : at ‸ * near C D -o at D. }", people + " C D"},
		{"stage s = { x : at C -o ‸", right},
		{"stage s = { x : at C -o at ‸", people + " C"},
		{"stage s = { x : at C * (near ‸", people + " C"},
		{"stage s = { x : (at C) * ‸", left},
		{"stage s = { x : at (cup N) * near (cup N) ‸", people + " N"},
		{"stage s = { x : at (cup ‸", ""},
		{"stage s = { x : at C * C <> ‸", people + " C"},
		{"stage s = { x : at C * cup N <> cup ‸", "C N"},
		{"stage s = { x : ‸ o- at C. }", right},
		{"stage s = { x : at C o- ‸", left},
		{"stage s = { x : at C -o at C. ‸", left},
		{"stage s = { x : hear \"a. b % c\" * ‸", left},
		{"stage s = { % x : at. -o\n ‸", left},
		{"stage s = { x : hear \"at ‸\" }", ""},
		{"stage s = { x : hear \"at ‸", ""},
		{"stage s = { x : hear \"at\"‸", ""},
		{"% at ‸", ""},
		{"%‸", ""},

		{"qui * stage ‸", "day night"},
		{"qui * stage da‸ -o stage night.", "day night"},
		{"stage ‸", "day night"},
		{"qui * ‸", left + " stage qui"},
		{"qui * stage day * at ‸", people},
		{"qui * stage day * at A -o ‸", right + " stage qui"},
	} {
		got, _ := labels(s, world+c.line)
		require.Equal(t, c.want, strings.Join(got, " "), c.line)
		got, _ = labels(s, world+c.line+"\n\n% more\n")
		require.Equal(t, c.want, strings.Join(got, " "), c.line)
	}
}

// A completion replaces the whole name, with the characters that editors take for its ends.
func TestCompletionReplaces(t *testing.T) {
	s := begun(t, map[string]any{})
	s.open(world)
	for line, want := range map[string]string{
		"stage s = { x : do/tr‸": "do/tr", "stage s = { x : red-to'‸": "red-to'", "stage s = { x : ‸": "", "#tr‸": "#tr",
		"stage s = { x : a‸b": "a",
	} {
		_, got := labels(s, world+line)
		require.Equal(t, want, got, line)
	}
}

// In programs without stages, beginnings of rules are offered at the top level.
func TestCompletionWithoutStages(t *testing.T) {
	s := begun(t, map[string]any{})
	s.open("")
	got, _ := labels(s, "a : type. b : a. tok a : pred. go : tok X -o tok X. ‸")
	require.Equal(t, []string{"context", "stage", "qui", "tok"}, got)
	got, _ = labels(s, "a : type. b : a. tok a : pred. go : tok X * tok ‸ -o tok X.")
	require.Equal(t, []string{"b", "X"}, got)
}

// The words that are offered are the ones that are known.
func TestCompletionWords(t *testing.T) {
	s := begun(t, map[string]any{})
	s.open(world)
	directives, _ := labels(s, "#‸")
	require.NotEmpty(t, directives)
	for _, d := range directives {
		for _, e := range lang.Analyse("p.cep", []byte(d+".")).Errors {
			require.NotEqual(t, syntax.UnknownDirective, e.Code, d)
		}
	}
	outside := new(console.Console).Host()
	sensors, _ := labels(s, "#sensor hear ‸")
	require.ElementsMatch(t, slices.Collect(maps.Keys(outside.Sensors)), sensors)
	actions, _ := labels(s, "#action say ‸")
	require.ElementsMatch(t, slices.Collect(maps.Keys(outside.Actions)), actions)
}
