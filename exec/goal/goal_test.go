package goal

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for text, want := range map[string][]string{
		"at C L, dead C":                {"at C L", "dead C"},
		" !open gate ,at _ (s (s z))":   {"!open gate", "at _ (s (s z))"},
		`said "a, \", b" , age 2`:       {`said "a, \", b"`, "age 2"},
		"p (f (a) b),q":                 {"p (f a b)", "q"},
		"seat, seat, seat":              {"seat", "seat", "seat"},
		"has ada [key, lamp], at ada _": {"has ada [key, lamp]", "at ada _"},
	} {
		g, err := Parse(text)
		require.NoError(t, err, text)
		var got []string
		for _, p := range g.Facts {
			got = append(got, p.String())
		}
		require.Equal(t, want, got)
		require.Equal(t, strings.Join(want, ", "), g.String())
	}
	g, err := Parse("at C L, near L M, dead C")
	require.NoError(t, err)
	require.Equal(t, []string{"C", "L", "M"}, g.Vars())
	g = g.Knowing(func(name string) bool { return name == "L" })
	require.Equal(t, []string{"C", "M"}, g.Vars())
}

// A number of copies, as states are printed, asks for the fact so many times, and prints so again.
func TestCopies(t *testing.T) {
	for text, want := range map[string]string{
		"2 × seat":                   "seat, seat",
		" 3×at C L ,!open ":          "at C L, at C L, at C L, !open",
		"1 × seat":                   "seat",
		`seat, 2 × said "3 × a, b"`:  `seat, said "3 × a, b", said "3 × a, b"`,
		`said "3 × a"`:               `said "3 × a"`,
		"2 × seat, 1 × seat, 2×seat": "seat, seat, seat, seat, seat",
	} {
		g, err := Parse(text)
		require.NoError(t, err, text)
		plain, err := Parse(want)
		require.NoError(t, err)
		require.Equal(t, plain.Facts, g.Facts, text)
		again, err := Parse(g.String())
		require.NoError(t, err)
		require.Equal(t, g.Facts, again.Facts)
	}
	g, err := Parse("2×at C L, seat, seat")
	require.NoError(t, err)
	require.Equal(t, "2 × at C L, seat, seat", g.String())
}

// Errors say in which column something is wrong, as people count characters.
func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                `"": a name is missing`,
		"a,":              `"a,", column 3: a name is missing`,
		"a, , b":          `"a, , b", column 4: a name is missing`,
		"é b, c (d":       `"é b, c (d", column 8: a parenthesis is not closed`,
		"a b, c d) e":     `"a b, c d) e", column 9: a closing parenthesis too many`,
		"at C L * dead C": `"at C L * dead C", column 1: separate facts by commas, not by *`,
		"at C L, C <> D": `"at C L, C <> D", column 9: facts have no comparisons; a variable has the same value ` +
			"wherever it stands",
		"a, at(romeo, square)": "\"a, at(romeo, square)\", column 4: separate arguments by spaces, as in `at " +
			"romeo square`",
		`a, say "b`:                 `"a, say \"b", column 8: a string is not closed`,
		"a, 0 × b":                  `"a, 0 × b", column 4: want a number of facts from 1 to 999`,
		"1000 × b":                  `"1000 × b", column 1: want a number of facts from 1 to 999`,
		"999999999999999999999 × b": `"999999999999999999999 × b", column 1: want a number of facts from 1 to 999`,
		"a, 2 × 3 × b":              `"a, 2 × 3 × b", column 4: a fact has at most one number`,
		"a, 2 × ":                   `"a, 2 × ", column 7: a name is missing`,
		"a, é × b":                  "\"a, é × b\", column 4: the number of a fact goes before it, as in `2 × seat`",
		"b × 2":                     "\"b × 2\", column 1: the number of a fact goes before it, as in `2 × seat`",
	} {
		_, err := Parse(text)
		require.EqualError(t, err, want)
	}
}

// stateOf adds facts, as they are written, in their order.
func stateOf(t require.TestingT, facts ...string) (*State, []*Fact) {
	s := new(State)
	var all []*Fact
	for i, text := range facts {
		p, err := ParsePattern(text)
		require.NoError(t, err)
		all = append(all, s.Add(trace.Fact{Pred: p.Head, Args: p.Args}, p.Permanent, i))
	}
	return s, all
}

// matches returns all matches as text.
func matches(t require.TestingT, text string, s *State, fresh []*Fact) (out []string) {
	g, err := Parse(text)
	require.NoError(t, err)
	require.NoError(t, g.Each(s, fresh, func(m Match) bool {
		var facts []string
		for _, f := range m.Facts {
			facts = append(facts, trace.Resource{Pred: f.Pred, Args: f.Args, Persistent: f.Permanent}.String())
		}
		out = append(out, strings.Join(facts, ", "))
		return true
	}))
	return out
}

func TestMatch(t *testing.T) {
	s, all := stateOf(t, "at romeo tomb", "at juliet tomb", "at paris hall", "!dead romeo", "!dead paris", "seat", "seat",
		"age nurse (s (s z))", "age lady (s z)")
	for text, want := range map[string][]string{
		"at C tomb, dead C":        {"at romeo tomb, !dead romeo"},
		"at C L, !dead C":          {"at romeo tomb, !dead romeo", "at paris hall, !dead paris"},
		"at C L, at D L":           {"at romeo tomb, at juliet tomb"},
		"at _ _, at _ _, at _ _":   {"at romeo tomb, at juliet tomb, at paris hall"},
		"seat, seat":               {"seat, seat"},
		"seat, seat, seat":         nil,
		"dead romeo, dead romeo":   {"!dead romeo, !dead romeo"},
		"age X (s N), age Y N":     {"age nurse (s (s z)), age lady (s z)"},
		"_ romeo, at juliet":       {"!dead romeo, at juliet tomb", "at romeo tomb, at juliet tomb"},
		"dead C, at C hall, age C": nil,
		"dead _, at juliet L, at _ L ": {"!dead romeo, at juliet tomb, at romeo tomb",
			"!dead paris, at juliet tomb, at romeo tomb"},
	} {
		require.ElementsMatch(t, want, matches(t, text, s, nil), text)
	}
	require.Equal(t, []string{"at paris hall, !dead paris"}, matches(t, "at C L, dead C", s, all[2:3]))
	s.Remove(all[5].Fact, false, 5)
	require.Empty(t, matches(t, "seat, seat", s, nil))
}

// A goal that no state meets ends soon, however many ways there would be to try.
func TestMany(t *testing.T) {
	var facts []string
	for i := range 39 {
		facts = append(facts, fmt.Sprintf("at c%d hall", i), fmt.Sprintf("has c%d %d", i, i))
	}
	s, _ := stateOf(t, facts...)
	require.Len(t, matches(t, strings.Repeat("at _ hall, ", 38)+"at _ hall", s, nil), 1)
	require.Empty(t, matches(t, strings.Repeat("at _ hall, ", 39)+"at _ hall", s, nil))
	g, err := Parse("at A L, at B L, at C L, at D L, at E L, at F L, has A N, has B N")
	require.NoError(t, err)
	require.NoError(t, g.Each(s, nil, func(Match) bool { t.Fatal("no two have the same"); return false }))
	g, err = Parse("at A L, at B L, at C L, at D L, at E L, at F L")
	require.NoError(t, err)
	require.ErrorIs(t, g.Each(s, nil, func(Match) bool { return true }), ErrTooMuch)
}

// copyOf is a copy of a fact, for the plain enumeration.
type copyOf struct {
	text   string
	number int
}

// plain returns the sets of copies that meet a goal: each fact of it is tried with each copy.
func plain(g Goal, copies []copyOf, fresh map[int]bool) map[string]bool {
	out := make(map[string]bool)
	var try func(i int, b Bindings, taken []int)
	try = func(i int, b Bindings, taken []int) {
		if i == len(g.Facts) {
			if len(fresh) > 0 && !slices.ContainsFunc(taken, func(n int) bool { return fresh[n] }) {
				return
			}
			var texts []string
			for _, n := range taken {
				if text := copies[n].text; text[0] != '!' || !slices.Contains(texts, text) {
					texts = append(texts, text)
				}
			}
			slices.Sort(texts)
			out[strings.Join(texts, ", ")] = true
			return
		}
		for n, c := range copies {
			f, _ := ParsePattern(c.text)
			if slices.Contains(taken, n) && !f.Permanent {
				continue
			}
			if more, ok := g.Facts[i].Bind(slices.Clone(b), trace.Fact{Pred: f.Head, Args: f.Args}, f.Permanent); ok {
				try(i+1, more, append(slices.Clone(taken), n))
			}
		}
	}
	try(0, nil, nil)
	return out
}

// The matches of random goals are those of plain enumeration, also where facts come and go.
func TestMatchesPlainly(t *testing.T) {
	terms := []string{"a", "b", "(f a)", "(f b)", "1", "2"}
	open := append(slices.Clone(terms), "_", "X", "Y", "(f X)", "(f _)", "(f (f a))")
	rapid.Check(t, func(rt *rapid.T) {
		s := new(State)
		var copies []copyOf
		fresh := make(map[int]bool)
		var freshFacts []*Fact
		wantFresh := rapid.Bool().Draw(rt, "fresh")
		drawn := func(terms []string, most int) string {
			text := rapid.SampledFrom([]string{"", "", "!"}).Draw(rt, "permanent") +
				rapid.SampledFrom([]string{"p", "q"}).Draw(rt, "pred")
			for range rapid.IntRange(0, most).Draw(rt, "args") {
				text += " " + rapid.SampledFrom(terms).Draw(rt, "term")
			}
			return text
		}
		number := 0
		for range rapid.IntRange(0, 9).Draw(rt, "facts") {
			text := drawn(terms, 2)
			p, err := ParsePattern(text)
			require.NoError(rt, err)
			f := s.Add(trace.Fact{Pred: p.Head, Args: p.Args}, p.Permanent, number)
			switch {
			case rapid.IntRange(0, 3).Draw(rt, "goes") == 0:
				s.Remove(f.Fact, p.Permanent, number)
			case wantFresh && rapid.Bool().Draw(rt, "isFresh"):
				fresh[len(copies)] = true
				freshFacts = append(freshFacts, f)
				copies = append(copies, copyOf{text, number})
			default:
				copies = append(copies, copyOf{text, number})
			}
			number++
		}
		// A fact is fresh with all its copies.
		for n, c := range copies {
			for m := range copies {
				if fresh[m] && copies[m].text == c.text {
					fresh[n] = true
				}
			}
		}
		var facts []string
		for range rapid.IntRange(1, 4).Draw(rt, "goal") {
			facts = append(facts, drawn(open, 2))
		}
		g, err := Parse(strings.Join(facts, ", "))
		require.NoError(rt, err)
		again, err := Parse(g.String())
		require.NoError(rt, err)
		require.Equal(rt, g.String(), again.String())
		got := make(map[string]bool)
		for _, m := range matches(rt, g.String(), s, freshFacts) {
			var parts []string
			for _, text := range strings.Split(m, ", ") {
				if text[0] != '!' || !slices.Contains(parts, text) {
					parts = append(parts, text)
				}
			}
			slices.Sort(parts)
			sorted := strings.Join(parts, ", ")
			require.False(rt, got[sorted], "%s twice", sorted)
			got[sorted] = true
		}
		require.Equal(rt, plain(g, copies, fresh), got)
		_, met, err := g.First(s, freshFacts)
		require.NoError(rt, err)
		require.Equal(rt, len(got) > 0, met)
	})
}

// FuzzParse: no panic, what is read is read again from its text, and it can be looked for.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"at C L, dead C", `say "a, \"b", !x`, "p (f X) [a, b], q", "((,", "a, , b",
		"_ 2, s (s N)", "[(0)0", "(0 [0)]", "0 \x00),0[,0", "a], b[, c", "1×0×", "(][),0", "a[1,2], b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text)
		if err != nil || slices.ContainsFunc(g.Facts, func(p Pattern) bool { return strings.HasPrefix(p.Head, "!") }) {
			return // one `!` says nothing, two are a name
		}
		again, err := Parse(g.String())
		require.NoError(t, err)
		require.Equal(t, g.String(), again.String())
		s, _ := stateOf(t, "at romeo tomb", "!dead romeo", "p (f a) 2", "q")
		_, _, err = g.First(s, nil)
		require.NoError(t, err)
	})
}
