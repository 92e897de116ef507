package outline

import (
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// world is a program with places of all kinds.
const world = `nat : type.  #builtin NAT nat.
place : type.  % where agents are
hall : place.  % a room
yard : place.
- : place.
list : type.
nil : list.
cons place list : list.
hat : type.
count : type.
z : count.
s count : count.

at place : pred.
% how rich one is
rich nat : pred.
path place place : pred.
seen list : pred.
says string nat : pred.
worn hat : pred.
level count : pred.
near place place : bwd.
more nat nat : bwd.
heard string : sense.
shout string place : action.
#sensor heard LINE.
#action shout PRINT.
near/path : near A B <- path A B * A <> B.
path A C * near C B -> near A B.
more (N + 1) N.
more N M <- N > M.

stage play = {
  go : at X * $path X Y * near X Y -o at Y * shout "gone" X.
  earn : $rich N * N < 5 * heard T -o says T (N + 1) * rich (2 * N).
  at Y o- (at X * path Y X) * X == Y.
  climb : level C * seen (cons _ L) -o level (s C) * seen L.
}
stage rest = { none : at X -o. }
next : qui * stage play * $rich N -o stage rest * rich N.
qui * stage rest -o ().
context base = { at hall, !path hall yard }.
context start = { base, rich 3, seen (cons hall nil), says "hello" 0, level (s z) }.
#trace 20 play start.
#trace _ play { at (hall), rich (1 + 1) }.
#never nowhere in play : at X * at Y * X <> Y.
#never rich N * says _ N * N - 1 > 2.
#invariant one : at _ = 1.
`

// written returns the terms of options.
func written(options []Option) string {
	var terms []string
	for _, o := range options {
		terms = append(terms, o.Term)
	}
	return strings.Join(terms, ", ")
}

// locate returns the path of the last part that the outline of a program has with a text.
func locate(t *testing.T, text, part string) string {
	last := Part{From: -1}
	for _, c := range cardsOf(t, Of(analyse(text))) {
		if c.Text == part && c.From > last.From {
			last = c
		}
	}
	require.NotEmpty(t, last.Path, part)
	return last.Path
}

func TestOptionsOfArguments(t *testing.T) {
	const numbers = "0, 1, 2, 3, 5"
	for _, c := range []struct{ part, step, want string }{
		{`$path X Y`, "/0", "X, Y, P, _, hall, yard, (-)"},
		{`rich (2 * N)`, "/0", "N, " + numbers + ", (N + 1), (N - 1)"},
		{`shout "gone" X`, "/0", `"gone", "hello", ""`},
		{`$rich N`, "/0", "N, (N + 1)"}, // where N gets its value
		{`N < 5`, "/0", "N, " + numbers + ", N + 1, N - 1"},
		{`N < 5`, "/1", "N, " + numbers + ", N + 1, N - 1"},
		{`says T (N + 1)`, "/1", "N, " + numbers + ", (N + 1), (N - 1)"},
		{`X == Y`, "/1", "X, Y, P, _, hall, yard, (-)"},
		{`level C`, "/0", "C, (s C)"},
		{`seen (cons _ L)`, "/0/0", "P, _, hall, yard, (-)"},
		{`seen L`, "/0", "L, nil, (cons hall L)"},
		{`level (s z)`, "/0", "z, (s z)"},
		{`seen (cons hall nil)`, "/0", "nil, (cons hall nil)"},
		{`at (hall)`, "/0", "hall, yard, (-)"},
		{`rich (1 + 1)`, "/0", numbers},
		{`more (N + 1) N`, "/0/1", "N, " + numbers + ", (N + 1), (N - 1)"},
		{`N - 1 > 2`, "/0/0", "N, 1, 2, 3, 5, (N + 1), (N - 1)"}, // 0 - 1 is no number
		{`#invariant one : at _ = 1.`, "/c0/0", "P, _, hall, yard, (-)"},
		{`says _ N`, "/0", `S, _, "gone", "hello", ""`},
	} {
		got := Options(analyse(world), locate(t, world, c.part)+c.step, "")
		require.Equal(t, c.want, written(got), "%s of %s", c.step, c.part)
	}
}

func TestOptionsOfSides(t *testing.T) {
	const facts = `at hall, rich 0, path hall hall, seen nil, says "" 0, level z`
	for _, c := range []struct{ part, side, want string }{
		{"none : at X -o.", "l", "at P, rich N, path X P, seen L, says S N, worn H, level C, near X P, more N N2, heard S"},
		{"none : at X -o.", "r", `at X, rich 0, path X X, seen nil, says "" 0, level z, shout "" X`},
		{"qui * stage rest -o ().", "r", facts + `, shout "" hall`},
		{"near/path : near A B <- path A B * A <> B.", "l",
			"at A, rich N, path P B, seen L, says S N, worn H, level C, near A B, more N N2"},
		{"#never rich N * says _ N * N - 1 > 2.", "l",
			"at P, rich N2, path P P2, seen L, says S N, worn H, level C, near P P2, more N N2"},
		{"context base = { at hall, !path hall yard }.", "",
			`at yard, rich 0, path yard hall, seen nil, says "" 0, level z`},
		{"#trace _ play { at (hall), rich (1 + 1) }.", "",
			`at yard, rich 0, path hall yard, seen nil, says "" 0, level z, base, start`},
		{"#trace 20 play start.", "", ""},
		{"#invariant one : at _ = 1.", "l", ""},
		{"#invariant one : at _ = 1.", "c", "at _, rich _, path _ _, seen _, says _ _, worn _, level _"},
		{"at place : pred.", "l", ""},
	} {
		got := Options(analyse(world), locate(t, world, c.part), c.side)
		require.Equal(t, c.want, written(got), "%s of %s", c.side, c.part)
	}
}

// A context includes each other one once, and none that leads back to it.
func TestIncludableContexts(t *testing.T) {
	const text = "p : pred. d : pred.\ncontext a = { b, p }. context b = { c }. context c = { p }. context d = { }.\n" +
		"context e = { c, a }. context f = { f }. context f = { g }. #trace _ main { a, b }."
	for path, want := range map[string]string{"2": "c f", "3": "f", "4": "f", "5": "a b c e f", "6": "b f",
		"2/0": "b c f", "6/0": "b c f", "6/1": "a b f", "9": "c e f", "9/0": "a c e f", "2/1": "", "0": ""} {
		var got []string
		for _, o := range Options(analyse(text), path, "") {
			if o.Kind == "context" {
				got = append(got, o.Term)
			}
		}
		require.Equal(t, want, strings.Join(got, " "), path)
	}
}

func TestOptionsSayWhatTheyAre(t *testing.T) {
	a := analyse(world)
	at := locate(t, world, "go : at X * $path X Y * near X Y -o at Y * shout \"gone\" X.")
	options := Options(a, at+"/l0/0", "")
	require.Equal(t, Option{Kind: "variable", Label: "X", Term: "X", Note: "place"}, options[0])
	require.Equal(t, Option{Kind: "new variable", Label: "P", Term: "P", Note: "place"}, options[2])
	require.Equal(t, Option{Kind: "any", Label: "any", Term: "_", Note: "place"}, options[3])
	require.Equal(t, Option{Kind: "constant", Label: "hall", Term: "hall", Note: "a room"}, options[4])
	rich := Option{Kind: "predicate", Label: "rich nat", Term: "rich N", Note: "how rich one is", Pred: "rich"}
	require.Equal(t, rich, Options(a, at, "l")[1])
}

// Paths of no place have no options, in texts with mistakes as well.
func TestOptionsOfMutations(t *testing.T) {
	all := programs(t)
	rapid.Check(t, func(r *rapid.T) {
		text := mutation(r, all)
		path := rapid.StringMatching(`[0-9]{1,2}(/(t|l|r|h|)[0-9]?){0,3}`).Draw(r, "path")
		side := rapid.SampledFrom([]string{"", "l", "r", "x"}).Draw(r, "side")
		_, there := Locate(analyse(text).File, path)
		if options := Options(analyse(text), path, side); !there {
			require.Empty(r, options)
		}
		choose(r, text)
	})
}

// chosen is an option of a program in its place.
type chosen struct {
	path, side string
	option     Option
	text       string // of the program
}

// choose draws an option at a place of a program, and reports whether the place drawn has any.
func choose(r *rapid.T, text string) (c chosen, ok bool) {
	a := analyse(text)
	n := root(a.File)
	for {
		var parts []*Node
		for _, side := range []string{"", "h", "l", "r", "c"} {
			parts = append(parts, n.Parts(side)...)
		}
		if len(parts) == 0 || n.Path != "" && rapid.IntRange(0, 3).Draw(r, "stop") == 0 {
			break
		}
		n = rapid.SampledFrom(parts).Draw(r, "part")
	}
	c.path, c.side = n.Path, rapid.SampledFrom([]string{"l", "r"}).Draw(r, "side")
	options := Options(a, c.path, c.side)
	if len(options) == 0 {
		return c, false
	}
	c.option = rapid.SampledFrom(options).Draw(r, "option")
	from, to, term := n.Start.Offset, n.End.Offset, c.option.Term
	if n.Expr == nil {
		from, to, term = addition(n, c.side, term)
	}
	c.text = text[:from] + term + text[to:]
	return c, true
}

// addition returns where a premise or fact is added, and what is written there.
func addition(n *Node, side, term string) (from, to int, text string) {
	if _, rule := n.Decl.(*syntax.Context); rule {
		side = ""
	}
	if _, rule := n.Decl.(*syntax.Trace); rule {
		side = ""
	}
	parts := n.Parts(side)
	switch _, clause := n.Decl.(*syntax.Clause); {
	case len(parts) > 0 && side == "":
		at := parts[len(parts)-1].End.Offset
		return at, at, ", " + term
	case side == "":
		at := n.End.Offset - len("}.")
		return at, at, term
	case len(parts) > 0:
		at := parts[len(parts)-1].End.Offset
		return at, at, " * " + term
	case clause:
		at := n.End.Offset - len(".")
		return at, at, " <- " + term
	}
	at := n.End.Offset - len(".")
	return at, at, " " + term
}

// No option makes a right program wrong.
func TestOptionsKeepProgramsRight(t *testing.T) {
	all := append(programs(t), world)
	right := all[:0]
	for _, text := range all {
		if analyse(text).Program != nil {
			right = append(right, text)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.SampledFrom(right).Draw(r, "program")
		if c, ok := choose(r, text); ok {
			a := analyse(c.text)
			require.False(r, a.Errors.Failed(), "%s %s: %s\n%v", c.path, c.side, c.option.Term, a.Errors)
		}
	})
}
