package gdl

import (
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// A closing bracket that is missing from a game in GGDL is reported once, in its statement; the statements behind it
// are read. For each bracket of each game that plays.
func TestMissingBrackets(t *testing.T) {
	for _, in := range corpustest.Inputs(t, "testdata/ggdl.txtar") {
		text := string(in.Data)
		for i, c := range text {
			if !strings.ContainsRune(")]}", c) {
				continue
			}
			p := &parser{reader: newReader(&syntax.Source{Name: in.Name, Text: []byte(text[:i] + text[i+1:])})}
			p.tokens = p.scan()
			p.statements()
			var wrong syntax.ErrorList
			for _, e := range p.errs {
				if !e.Warning {
					wrong = append(wrong, e)
				}
			}
			place := p.src.Pos(i)
			require.Len(t, wrong, 1, "%s:%s", in.Name, place)
			require.Contains(t, wrong[0].Msg, "`"+string(c)+"`", "%s:%s", in.Name, place)
			full := &parser{reader: newReader(&syntax.Source{Name: in.Name, Text: []byte(text)})}
			full.tokens = full.scan()
			full.statements()
			require.Equal(t, full.tree.count()-1, p.tree.count(), "%s:%s", in.Name, place)
		}
	}
}

// count returns the number of statements.
func (t *tree) count() int { return len(t.roles) + len(t.data) + len(t.inits) + len(t.rules) }

// A bracket that is missing from a game in KIF is reported at the statement that lacks it, and the rules from the
// next one on are read. For each closing bracket of a game.
func TestMissingBracketsOfKIF(t *testing.T) {
	const game = "(role ann)\n(init (at 1))\n(<= (legal ann (go ?x)) (true (at ?x)))\n(<= (next (at ?y))\n" +
		"    (does ann (go ?x))\n    (or (succ ?x ?y) (succ ?y ?x)))\n(<= terminal (true (at 2)))\n" +
		"(<= (goal ann 100) terminal)\n"
	starts := []int{0}
	for i := range game {
		if strings.HasPrefix(game[i:], "\n(") {
			starts = append(starts, i+1)
		}
	}
	read := func(text string) (statements []expr, errs syntax.ErrorList) {
		k := &kifReader{reader: newReader(&syntax.Source{Name: "p.kif", Text: []byte(text)})}
		return k.statements(), k.errs
	}
	whole, errs := read(game)
	require.Empty(t, errs)
	require.Len(t, whole, len(starts))
	for i, c := range game {
		if c != ')' {
			continue
		}
		of, found := slices.BinarySearch(starts, i)
		if !found {
			of--
		}
		statements, errs := read(game[:i] + game[i+1:])
		require.Len(t, errs, 1, "bracket at %d", i)
		require.Equal(t, starts[of], errs[0].Start.Offset, "bracket at %d", i)
		// Facts behind it are within it, up to the next rule.
		next := of + 1
		for next < len(starts) && !strings.HasPrefix(game[starts[next]:], "(<=") {
			next++
		}
		require.Len(t, statements, of+len(starts)-next, "bracket at %d", i)
	}
}
