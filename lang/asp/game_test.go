package asp

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

func source(name, text string) *syntax.Source { return &syntax.Source{Name: name, Text: []byte(text)} }

// Programs are strings of an object; what is missing is empty, and what is unknown is passed over.
func TestReadGame(t *testing.T) {
	src := source("g.json", "\ufeff{\n\"title\": [1, {\"a\": null}],\n \"nature_program\" : \"a.\\n\\u0022\",\n"+
		"\"goal_program\": \"x\", \"goal_program\": \"win.\"}\n")
	g, errs := ReadGame(src)
	require.False(t, errs.Failed())
	require.Equal(t, "g.json:2:1: warning: a game has no `title`\n"+
		"g.json:4:22: warning: there is another `goal_program` above, which this one replaces", errs.Error())
	require.Same(t, src, g.Source)
	require.Equal(t, "g.json (nature_program)", g.Nature.Name)
	require.Equal(t, "a.\n\"", string(g.Nature.Text))
	require.Equal(t, "win.", string(g.Goal.Text))
	require.Equal(t, "g.json (level_state)", g.State.Name)
	require.Empty(t, g.State.Text)
	require.True(t, IsGame([]byte(`{"nature_program": ""}`)))
}

// Files that are no games have one error, at its place.
func TestNoGame(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "g:1:1: this is not JSON: unexpected end of JSON input",
		"{":                                "g:1:2: this is not JSON: unexpected end of JSON input",
		"{\"goal_program\": \"a":           "g:1:20: this is not JSON: unexpected end of JSON input",
		"{}":                               "g:1:1: this object has none of the programs of a game",
		" [1]":                             "g:1:2: a game is a JSON object with a string for each program",
		"{\"goal_program\":\n  [\"a\"]}":   "g:2:3: `goal_program` is a string: the text of a program",
		"{\"goal_program\": \"a.\"\n x}":   "g:2:2: this is not JSON: invalid character 'x' after object key:value pair",
		"{\"goal_program\": \"a\"} 1":      "g:1:23: this is not JSON: invalid character '1' after top-level value",
		"{\"goal_program\": \"a\n\"}":      "g:1:20: this is not JSON: invalid character '\\n' in string literal",
		"{\"a\": tru}":                     "g:1:10: this is not JSON: invalid character '}' in literal true (expecting 'e')",
		"{\"goal_program\": \"\xff\"}":     "g:1:19: this is not UTF-8, the encoding of programs",
		strings.Repeat("{\"a\":", 100_000): "g:1:50001: this is not JSON: invalid character '{' exceeded max depth",
	} {
		g, errs := ReadGame(source("g", text))
		require.Nil(t, g)
		require.Len(t, errs, 1, "%.20s", text)
		require.Equal(t, want, errs[0].Error(), "%.20s", text)
	}
}

// Random integers are drawn in the order of the text, and all else keeps its place, where blanks can stand.
func TestDraw(t *testing.T) {
	var ranges [][2]int64
	draw := func(low, high int64) int64 {
		ranges = append(ranges, [2]int64{low, high})
		return low + int64(len(ranges))
	}
	a := source("a", "p(RANDINT(1,6),x). % RANDINT(007,9000000000000)\n"+
		"RANDINT(1, 2) xRANDINT(1,2)y RANDINT(1,6)RANDINT(1,6)")
	b := source("b", "none")
	c := source("c", "p(\"RANDINT(1,6)\",RANDINT(1,6)).\np(RANDINT(10,20)).")
	drawn, errs := Draw([]*syntax.Source{a, b, c}, draw)
	require.Empty(t, errs)
	require.Equal(t, "p(2           ,x). % 9                         \n"+
		"RANDINT(1, 2) x4y 56           ", string(drawn[0].Text))
	require.Same(t, b, drawn[1])
	require.Len(t, drawn[0].Text, len(a.Text)-len("ANDINT(1,2)")-len("ANDINT(1,6)"))
	require.Equal(t, "p(\"7\",8).\np(18            ).", string(drawn[2].Text))
	require.Equal(t, [][2]int64{{1, 6}, {7, 9000000000000}, {1, 2}, {1, 6}, {1, 6}, {1, 6}, {1, 6}, {10, 20}}, ranges)

	_, errs = Draw([]*syntax.Source{source("d", "p(RANDINT(6,1)). q(RANDINT(1,99999999999999999999)).")}, draw)
	require.Equal(t, "d:1:3: no integer can be drawn for `RANDINT(6,1)`\n"+
		"d:1:20: no integer can be drawn for `RANDINT(1,99999999999999999999)`", errs.Error())
}

// Messages about a game name the program, and each is given once.
func TestCheckGame(t *testing.T) {
	game := map[string]string{
		"aux_program":         "cell(R,C) :- row(R). unused(X) :- next(X,X,X). seen(X) :- observe(X,X).",
		"level_gen_program":   "at(1,RANDINT(1,6),flag).\nat(X,2,tree.",
		"visibility_program":  "observe(at(R,C,O)) :- at(R,C,O), RANDINT(1,2) = 1.",
		"player_move_program": "do(move) :- observe(at(R,C,player)), memory(X), observ(Y).",
		"nature_program":      "next(R,C,O) :- at(R,C,O), do(D), current_time(T), at_time(T,R,C), do(1,2).",
		"goal_program":        "win :- at(R,C,player), not at(R,C',flag).",
	}
	text, err := json.Marshal(game)
	require.NoError(t, err)
	g, errs := ReadGame(source("g", string(text)))
	require.Empty(t, errs)
	require.Equal(t, []string{
		"g (level_gen_program):2:12: expected `)`, found `.`",
		"g (visibility_program):1:34: no random integer is drawn here",
		"g (aux_program):1:8: nothing gives `C` a value",
		"g (player_move_program):1:49: warning: no rule derives `observ/1`",
		"g (nature_program):1:51: warning: no rule derives `at_time/3`",
		"g (nature_program):1:67: warning: no rule derives `do/2`",
		"g (goal_program):1:33: nothing gives `C'` a value",
	}, strings.Split(g.Check().Error(), "\n"))
}

// The games of others have no faults.
func TestGamesOfOthers(t *testing.T) {
	files, err := filepath.Glob("../../../shared/data/logic-game/*.json")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("there is no folder of games")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		isRun := strings.HasSuffix(file, ".run.json")
		require.Equal(t, !isRun, IsGame(text), file)
		if isRun {
			continue
		}
		g, errs := ReadGame(source(file, string(text)))
		require.Empty(t, errs)
		require.Empty(t, g.Check(), file)
	}
}

// FuzzReadGame looks for files that make the reader panic or lose its place.
func FuzzReadGame(f *testing.F) {
	for _, text := range []string{`{"goal_program": "win.", "x": [1]}`,
		`{"level_state": 1, "aux_program": "p(RANDINT(1,2))."}`, "\ufeff{\"nature_program\":\n\"a :- b(X\"", "[]"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		g, errs := ReadGame(&syntax.Source{Name: "g.json", Text: text})
		require.Equal(t, errs.Failed(), g == nil)
		if g != nil {
			errs = append(errs, g.Check()...)
		}
		for _, e := range errs {
			require.LessOrEqual(t, e.End.Offset, len(e.Source.Text))
			require.NoError(t, e.Fprint(io.Discard, syntax.Style{}))
		}
	})
}

// A warning about the auxiliary program is given if all stages have cause for it.
func TestCheckAuxiliary(t *testing.T) {
	g, errs := ReadGame(source("g", `{
		"aux_program": "cell(1). free(X) :- cells(X), at(X), label(X). label(X) :- decorate(label,X,_).",
		"nature_program": "at(X) :- cell(X)."}`))
	require.Empty(t, errs)
	require.Equal(t, "g (aux_program):1:21: warning: no rule derives `cells/1`", g.Check().Error())
}
