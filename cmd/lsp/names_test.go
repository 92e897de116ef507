package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// world is a program with everything that has a name. Tests find places in it by
// the words around them.
const world = `% People of the play.
% ------
character : type.    % who acts
romeo : character.  tybalt : character.
nat : type.  #builtin NAT nat.
cup nat : character.
at character : pred.
near character character : bwd.
near/there : near romeo tybalt.
near A B <- near B A.
hear string : sense.  #sensor hear LINE.
say string : action.  #action say PRINT.

% Everything happens
% in *one* day.
stage day = {
  % A walk.
  go : $at C * near C C' * hear S -o at C' * say S.
  at C * C <> romeo -o !at C.
}
#ordered day.
#interactive day.
stage night = { }
fall : qui * stage day * at (cup N) -o stage night.
context extra = { at tybalt, at (cup 2) }
context start = { at romeo, extra }
#trace _ day start.
% Cups do not overflow.
#invariant full in day : sum M in at (cup M) + 2 * at tybalt < 5.
#never at C * near C C.
`

// in returns the place of the mark ‸ in words of the world.
func in(t testing.TB, marked string) positionParams {
	t.Helper()
	plain := strings.Replace(marked, "‸", "", 1)
	require.Equal(t, 1, strings.Count(world, plain), "%q is to be found once", plain)
	_, params := cut(strings.Replace(world, plain, marked, 1))
	return params
}

// lines returns a stretch of the world as line:column-column, from 1.
func short(r textRange) string {
	return fmt.Sprintf("%d:%d-%d", r.Start.Line+1, r.Start.Character+1, r.End.Character+1)
}

func TestHover(t *testing.T) {
	s, _ := opened(t, world)
	for at, want := range map[string]string{
		"ch‸aracter : type.": "character : type|3 constants|People of the play\\.  /who acts",
		"‸romeo : character": "romeo : character",
		"near rom‸eo tybalt": "romeo : character",
		"‸cup nat":           "cup nat : character",
		"at (cup‸ 2)":        "cup nat : character",
		"near‸ A B":          "near character character : bwd|2 clauses",
		"near ‸A B":          "A : character",
		"at (cup ‸N)":        "N : nat",
		"sa‸y S.":            "say string : action",
		"hear ‸S":            "S : string",
		"hear ‸string":       "string : type|0 constants",
		"stage ‸day =": "stage day|2 rules, 1 link; the player chooses; the first rule that applies is " +
			"taken|Everything happens  /in \\*one\\* day\\.",
		"-o stage ni‸ght":      "stage night|0 rules, 0 links",
		"‸go :":                "go : … % a rule|A walk\\.",
		"‸fall :":              "fall : … % a rule",
		"near/there‸":          "near/there : … % a clause",
		"{ at romeo, extra‸ }": "context extra|2 entries",
		"context ‸start":       "context start|2 entries",
		"#trace _ day ‸start":  "context start|2 entries",
		"#sensor ‸hear":        "hear string : sense",
		"#invariant ‸full": "#invariant full in day : sum M in at (cup M) + 2 * at tybalt <= 4.|The sum of M in " +
			"`at (cup M)` + 2 × the number of `at tybalt` <= 4, in every state of the stage day.|Cups do not overflow\\.",
		"‸#never":               "#never at C * near C C.|No state has `at C` with `near C C`.",
		"#ne‸ver":               "#never at C * near C C.|No state has `at C` with `near C C`.",
		"sum ‸M in":             "M : nat",
		"#never at ‸C":          "C : character",
		"‸#sensor":              "",
		"#sensor hear LIN‸E":    "",
		"%‸ in":                 "",
		"‸% Everything happens": "",
	} {
		var got *hoverResult
		s.ask("textDocument/hover", in(t, at), &got)
		if want == "" {
			require.Nil(t, got, at)
			continue
		}
		require.NotNil(t, got, at)
		require.Equal(t, "markdown", got.Contents.Kind)
		code, rest, _ := strings.Cut(want, "|")
		want = "```ceptre\n" + code + "\n```"
		if rest != "" {
			want += "\n\n" + strings.NewReplacer("|", "\n\n", "  /", "  \n").Replace(rest)
		}
		require.Equal(t, want, got.Contents.Value, at)
	}
}

func TestDefinition(t *testing.T) {
	s, _ := opened(t, world)
	for at, want := range map[string]string{
		"at chara‸cter : pred":  "3:1-10",
		"near rom‸eo tybalt":    "4:1-6",
		"‸near B A":             "8:1-5",
		"near B ‸A":             "10:6-7",
		"qui * stage ‸day":      "16:7-10",
		"#ordered ‸day":         "16:7-10",
		"{ at romeo, extra‸ }":  "25:9-14",
		"#trace _ day ‸start":   "26:9-14",
		"hear ‸string":          "",
		"#trace ‸_":             "",
		"‸near/there":           "9:1-11",
		"-o at ‸C' *":           "18:23-25",
		"#builtin NAT ‸nat":     "5:1-4",
		"at C * C <> r‸omeo -o": "4:1-6",
	} {
		var got *location
		s.ask("textDocument/definition", in(t, at), &got)
		if want == "" {
			require.Nil(t, got, at)
			continue
		}
		require.NotNil(t, got, at)
		require.Equal(t, uri, got.URI)
		require.Equal(t, want, short(got.Range), at)
	}
}

// References are all uses, and highlights show which place declares.
func TestReferences(t *testing.T) {
	s, _ := opened(t, world)
	for at, want := range map[string]string{
		"‸romeo : character":    "4:1-6 9:19-24 19:15-20 26:22-27",
		"at C * C <> r‸omeo -o": "4:1-6 9:19-24 19:15-20 26:22-27",
		"$at ‸C *":              "18:12-13 18:21-22",
		"at ‸C * C <>":          "19:6-7 19:10-11 19:28-29",
		"stage ‸day =":          "16:7-10 21:10-13 22:14-17 24:20-23 27:10-13 29:20-23",
		"sum M in at (cup ‸M)":  "29:30-31 29:43-44",
		"#trace _ day start‸.":  "26:9-14 27:14-19",
		"hear ‸string":          "11:6-12 12:5-11",
		"‸#sensor":              "",
	} {
		places := strings.Fields(want)
		declared := 0
		var all, others []location
		params := referenceParams{positionParams: in(t, at)}
		s.ask("textDocument/references", params, &others)
		params.Context.IncludeDeclaration = true
		s.ask("textDocument/references", params, &all)
		var shown []highlight
		s.ask("textDocument/documentHighlight", in(t, at), &shown)
		require.NotNil(t, all)
		require.NotNil(t, shown)
		require.Len(t, shown, len(places), at)
		for i, place := range places {
			require.Equal(t, place, short(all[i].Range), at)
			require.Equal(t, place, short(shown[i].Range), at)
			if shown[i].Kind == highlightWrite {
				require.Zero(t, i)
				declared++
			}
		}
		require.Equal(t, all[declared:], others)
		require.Equal(t, declared == 1, want != "" && !strings.Contains(at, "string"))
	}
}
