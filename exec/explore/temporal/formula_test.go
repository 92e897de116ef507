package temporal

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// reader returns a reader of the formulas of a program, which takes any facts.
func reader(p *lang.Program) Reader {
	return Reader{Facts: goal.Parse, Statement: func(name string) *lang.Statement {
		for _, s := range p.Statements {
			if s.Name == name {
				return s
			}
		}
		return nil
	}}
}

const place = `u : type. a : u. b : u. c : u. p u : pred. q u u : pred. not u : pred. say string : pred.
	stage one = { p X -o (). }
	#never alone : p a.
	#trace _ one { p b, p b, q a b, !q b c, not a, say "a or not b" }.`

// startOf returns the state in which a program starts.
func startOf(t require.TestingT, p *lang.Program) Sight {
	s, err := explore.Search(context.Background(), p, p.Traces[0], explore.Options{MaxStates: 1})
	require.NoError(t, err)
	return Sight{View: s.View(0), Done: context.Background()}
}

func TestFormulas(t *testing.T) {
	p := replaytest.Load(t, place)
	for text, want := range map[string]bool{
		"p b":                                true,
		"p a":                                false,
		"p b, p b":                           true,
		"2 × p b, p b":                       false,
		"p b and p b and p b":                true, // the same fact may meet both
		"not p a":                            true,
		"not p b":                            false,
		"not p b, p a":                       true, // not both
		"p a or p b":                         true,
		"p a or q a a or q b c":              true,
		"p a or not p b":                     false,
		"not p a and not q a a":              true,
		"q X Y and p Y":                      true,
		"q X Y and p X":                      true,
		"q X Y and q Y X":                    false,
		"q X Y and not p Y":                  true, // q b c
		"not p Y and q X Y":                  true,
		"p X and not q X _":                  false,
		"p X and not q _ X":                  false,
		"p X and not q X b":                  true,
		"not q X X":                          true,
		"stage one and not stage two":        true,
		"alone":                              true,
		"not alone":                          false,
		"p a or alone and p b":               true,
		"!q b c":                             true,
		"!q a b":                             false,
		"(not a)":                            true,
		"(not b)":                            false,
		"not (not a)":                        false,
		"not (not b)":                        true,
		`say "a or not b"`:                   true,
		`say "a" or say "not b"`:             false,
		"\tp  a \n or\tp b ":                 true,
		"p a or not p X and not (not a)":     false,
		"q X Y and q Y Z and not p X":        true,
		"q X Y and q Y Z and not q X Z":      true,
		"q X Y and q Y Z and not q Z X, p Z": true,
	} {
		f, err := reader(p).Parse(text)
		require.NoError(t, err, text)
		holds, err := f.Holds(startOf(t, p), nil)
		require.NoError(t, err, text)
		require.Equal(t, want, holds, text)
	}
	for text, message := range map[string]string{
		"":           `"": facts are missing; they stand before and after "or" and "and", and after "not"`,
		"p a or":     `"p a or": facts are missing; they stand before and after "or" and "and", and after "not"`,
		"or p a":     `"or p a": facts are missing; they stand before and after "or" and "and", and after "not"`,
		"p a and or": `"p a and or": facts are missing; they stand before and after "or" and "and", and after "not"`,
		"not":        `"not": facts are missing; they stand before and after "or" and "and", and after "not"`,
		"p a or p (": `"p (", column 4: a name is missing`,
	} {
		_, err := reader(p).Parse(text)
		require.EqualError(t, err, message)
	}
}

// The values of variables that both formulas of a claim have come from the first.
func TestShared(t *testing.T) {
	r := reader(replaytest.Load(t, place))
	for text, want := range map[string]string{
		"p X => q X Y":                   "X",
		"p X => p Y":                     "",
		"q X Y => not p Y and not q Y X": "Y X",
		"p X or q X Y => p X":            "X",
		"p X and not q X Y => q X X":     "X",
	} {
		before, after, err := r.ParsePair(text)
		require.NoError(t, err, text)
		shared, err := Shared(before, after)
		require.NoError(t, err, text)
		require.Equal(t, want, strings.Join(shared, " "), text)
	}
	for text, message := range map[string]string{
		"not p X => p X":      `"not p X": X, which stands after =>, too, has no value in "not p X"`,
		"p X or q a b => p X": `"p X or q a b": X, which stands after =>, too, has no value in "q a b"`,
		"p X or alone => p X": `"p X or alone": X, which stands after =>, too, has no value in "alone"`,
		"p X":                 `"p X": want two formulas with => between them, such as 'asked X => answered X'`,
		"p X => ":             `" ": facts are missing; they stand before and after "or" and "and", and after "not"`,
	} {
		before, after, err := r.ParsePair(text)
		if err == nil {
			_, err = Shared(before, after)
		}
		require.EqualError(t, err, message)
	}
}

// Formulas hold as the definition has it: some values of the variables meet all facts without not, and no
// values of those that are left meet facts with it.
func TestFormulasAgainstOracle(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	held := 0
	for range cases {
		var facts []string
		for range rnd.IntN(6) {
			facts = append(facts, pick(rnd, "p a", "p b", "p c", "q a b", "q b c", "q c a", "q a a", "not a"))
		}
		p := replaytest.Load(t, "u : type. a : u. b : u. c : u. p u : pred. q u u : pred. not u : pred. "+
			"stage s = { p X -o p X. } "+
			"#trace _ s { "+strings.Join(facts, ", ")+" }.")
		var parts [][]string
		for range 1 + rnd.IntN(2) {
			var literals []string
			for range 1 + rnd.IntN(3) {
				fact := func() string { return pick(rnd, "p X", "p Y", "q X Y", "q Y X", "q X X", "q X Z", "p a", "(not X)") }
				literals = append(literals, pick(rnd, "", "", "not ")+fact()+pick(rnd, "", ", "+fact()))
			}
			parts = append(parts, literals)
		}
		text := ""
		want := false
		for i, literals := range parts {
			text += pick(rnd, " or ")[4*max(0, 1-i):] + strings.Join(literals, " and ")
			want = want || holdsPlainly(literals, facts)
		}
		f, err := reader(p).Parse(text)
		require.NoError(t, err, text)
		holds, err := f.Holds(startOf(t, p), nil)
		require.NoError(t, err, text)
		require.Equal(t, want, holds, "%s in %v", text, facts)
		if holds {
			held++
		}
	}
	require.Greater(t, held, cases/5)
	require.Less(t, held, cases*4/5)
}

func pick(rnd *rand.Rand, from ...string) string { return from[rnd.IntN(len(from))] }

// holdsPlainly tries all values of the variables of a part.
func holdsPlainly(literals, facts []string) bool {
	var positive, negative []string
	for _, l := range literals {
		if rest, negated := strings.CutPrefix(l, "not "); negated {
			negative = append(negative, rest)
			continue
		}
		positive = append(positive, l)
	}
	return slices.ContainsFunc(instances(positive), func(p []string) bool {
		if slices.ContainsFunc(p[:len(positive)], func(goal string) bool { return !together(goal, facts) }) {
			return false
		}
		for _, n := range negative { // with the values that the variables have
			for i, v := range []string{"X", "Y", "Z"} {
				if strings.Contains(strings.Join(positive, " "), v) {
					n = strings.ReplaceAll(n, v, p[len(positive)+i])
				}
			}
			if slices.ContainsFunc(instances([]string{n}), func(n []string) bool { return together(n[0], facts) }) {
				return false
			}
		}
		return true
	})
}

// instances returns some texts with all values for X, Y and Z, followed by these.
func instances(texts []string) (all [][]string) {
	for _, x := range []string{"a", "b", "c"} {
		for _, y := range []string{"a", "b", "c"} {
			for _, z := range []string{"a", "b", "c"} {
				var out []string
				for _, text := range texts {
					out = append(out, strings.NewReplacer("X", x, "Y", y, "Z", z).Replace(text))
				}
				all = append(all, append(out, x, y, z))
			}
		}
	}
	return all
}

// together reports whether facts without variables are among others, each copy once.
func together(goal string, facts []string) bool {
	left := slices.Clone(facts)
	for _, f := range strings.Split(goal, ", ") {
		at := slices.Index(left, strings.Trim(f, "()"))
		if at < 0 {
			return false
		}
		left = slices.Delete(left, at, at+1)
	}
	return true
}

// Formulas are shown as they were written, and parts with the facts first.
func TestString(t *testing.T) {
	p := replaytest.Load(t, place)
	f, err := reader(p).Parse(" not alone  and q X Y or p a ")
	require.NoError(t, err)
	require.Equal(t, "not alone  and q X Y or p a", f.String())
	require.Equal(t, "q X Y and not alone", fmt.Sprint(f.parts[0]))
}
