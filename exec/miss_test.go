package exec

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// world is a rule in a state, about which everything is found out by plain enumeration.
type world struct {
	rule   *lang.Rule
	state  []*Resource
	consts []lang.Value
}

func (w *world) tuples() [][]lang.Value { return tuples(w.consts, len(w.rule.Vars)) }

// onState returns the premises on the state, or the others.
func (w *world) onState(wanted bool) []lang.Premise {
	return slices.DeleteFunc(slices.Clone(w.rule.Premises),
		func(p lang.Premise) bool { return p.Kind.OnState() != wanted })
}

// fits reports whether a resource meets a premise with some arguments, of which all but those
// of some variables are given.
func (w *world) fits(p lang.Premise, r *Resource, args []lang.Value, loose []lang.Variable) bool {
	if p.Kind == lang.Permanent && !r.Permanent {
		return false
	}
	return slices.ContainsFunc(w.tuples(), func(other []lang.Value) bool {
		for v := range args {
			if !slices.Contains(loose, lang.Variable(v)) && !other[v].Equal(args[v]) {
				return false
			}
		}
		return asked(p, other) == r.Fact.String()
	})
}

// most returns how many premises can be met at once, each by a resource of its own.
func (w *world) most(premises []lang.Premise, used []*Resource, fits func(lang.Premise, *Resource) bool) int {
	if len(premises) == 0 {
		return 0
	}
	best := w.most(premises[1:], used, fits)
	for _, r := range w.state {
		if fits(premises[0], r) && (r.Permanent || !slices.Contains(used, r)) {
			best = max(best, 1+w.most(premises[1:], append(slices.Clone(used), r), fits))
		}
	}
	return best
}

// joined reports whether all premises on the state can be met where some variables may have
// another value in each.
func (w *world) joined(loose []lang.Variable) bool {
	premises := w.onState(true)
	return slices.ContainsFunc(w.tuples(), func(args []lang.Value) bool {
		return len(premises) == w.most(premises, nil,
			func(p lang.Premise, r *Resource) bool { return w.fits(p, r, args, loose) })
	})
}

// requireShort holds what is said to be missing against all ways to give each premise a resource.
func (w *world) requireShort(t require.TestingT, short []Shortage) {
	any := make([]lang.Variable, len(w.rule.Vars))
	for v := range any {
		any[v] = lang.Variable(v)
	}
	alone := func(p lang.Premise, r *Resource) bool { return w.fits(p, r, w.tuples()[0], any) }
	premises, missing := w.onState(true), 0
	for _, s := range short {
		there := 0
		for _, r := range w.state {
			if slices.ContainsFunc(s.Premises, func(i int) bool { return alone(w.rule.Premises[i], r) }) {
				require.False(t, r.Permanent)
				there++
			}
		}
		require.Equal(t, there, s.There)
		require.Less(t, there, len(s.Premises))
		missing += len(s.Premises) - there
	}
	require.Equal(t, len(premises)-w.most(premises, nil, alone), missing)
}

// requireScarce requires that no fact meets all of some premises, each by a copy of its own.
func (w *world) requireScarce(t require.TestingT, premises []int) {
	for _, r := range w.state {
		there := 0
		for _, other := range w.state {
			if other.Fact.String() == r.Fact.String() {
				there++
			}
		}
		for _, i := range premises {
			meets := slices.ContainsFunc(w.tuples(),
				func(args []lang.Value) bool { return w.fits(w.rule.Premises[i], r, args, nil) })
			require.False(t, meets && (r.Permanent || there >= len(premises)))
		}
	}
}

// failing returns the sets of other premises that fail where those on the state are met, as text.
func (w *world) failing() (sets []string, least int) {
	least = len(w.rule.Premises)
	state := byText(w.state)
	for _, args := range w.tuples() {
		if len(choices(w.onState(true), args, state, nil)) == 0 {
			continue
		}
		var fails []int
		for i, p := range w.rule.Premises {
			if !p.Kind.OnState() && len(choices([]lang.Premise{p}, args, state, nil)) == 0 {
				fails = append(fails, i)
			}
		}
		sets, least = append(sets, fmt.Sprint(fails)), min(least, len(fails))
	}
	return sets, least
}

// genScarce draws a program with one rule and few facts, in which premises often want the same copy.
func genScarce() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		list := func(of []string, least, most int) []string {
			return rapid.SliceOfN(rapid.SampledFrom(of), least, most).Draw(t, "list")
		}
		premises := list([]string{"p X", "p Y", "$p X", "p a", "q X Y", "q X X"}, 2, 4)
		facts := list([]string{"p a", "p b", "q a a", "q a b", "q b b"}, 1, 5)
		return "t : type. a : t. b : t.\np t : pred. q t t : pred.\nstage one = {\n  rule : " +
			strings.Join(premises, " * ") +
			" -o ().\n}\n#trace 12 one { " + strings.Join(facts, ", ") + " }.\n"
	})
}

// All that is said of a rule without a transition is so, and it is said where it is so.
func TestMissAgainstOracle(t *testing.T) {
	kinds := make(map[string]int)
	check := func(rt *rapid.T) {
		p := load(rt, rapid.OneOf(genProgram(), genScarce()).Draw(rt, "program"))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		rule := rapid.SampledFrom(p.Rules()).Draw(rt, "rule")
		w := &world{rule, all(m, p), constants(p)}
		miss, err := m.Miss(context.Background(), rule, nil, nil)
		require.NoError(rt, err)
		require.False(rt, miss.Unknown)
		w.requireShort(rt, miss.Short)
		sets, least := w.failing()
		switch {
		case len(miss.Short) > 0:
			kinds["short"]++
			require.Empty(rt, miss.Apart)
			require.Empty(rt, miss.Fails)
		case len(sets) == 0:
			kinds["apart"]++
			require.NotEmpty(rt, miss.Apart, p.Text(rule))
			require.True(rt, w.joined(miss.Apart), p.Text(rule))
			require.False(rt, w.joined(nil), p.Text(rule))
			require.Empty(rt, miss.Fails)
			w.requireScarce(rt, miss.Copies)
			if len(miss.Copies) > 0 {
				kinds["copies"]++
			}
		default:
			kinds[fmt.Sprint(least)]++
			require.Empty(rt, miss.Apart)
			require.Len(rt, miss.Fails, least)
			require.Contains(rt, sets, fmt.Sprint(miss.Fails))
		}
	}
	all := []string{"short", "apart", "copies", "0", "1"}
	for tries := 0; tries == 0 || tries < 20 &&
		slices.ContainsFunc(all, func(kind string) bool { return kinds[kind] == 0 }); tries++ {
		rapid.Check(t, check) // some kinds are rare
	}
	if testing.Short() {
		return // few samples need not have all of these
	}
	for _, kind := range all {
		require.NotZero(t, kinds[kind], kind)
	}
}

// told is what a miss says, as text.
func told(m Miss, p *lang.Program) string {
	written := func(premises []int) string {
		var out []string
		for _, i := range premises {
			out = append(out, p.Source.Slice(m.Rule.Premises[i].Span))
		}
		return strings.Join(out, ", ")
	}
	var out []string
	for _, s := range m.Short {
		out = append(out, fmt.Sprintf("%s: %d of %d alike %v",
			written(s.Premises), s.There, len(s.Premises), s.Alike(m.Rule)))
	}
	for _, v := range m.Apart {
		out = append(out, "apart "+m.Rule.Vars[v].Name)
	}
	if len(m.Copies) > 0 {
		out = append(out, "copies "+written(m.Copies))
	}
	if len(m.Fails) > 0 {
		out = append(out, "fails "+written(m.Fails))
	}
	if m.NoResult {
		out = append(out, "no result")
	}
	return strings.Join(out, "; ")
}

func TestMiss(t *testing.T) {
	const decls = `
c : type. red : c. blue : c. num : type. #builtin NAT num. l : type. nil : l. cons c l : l.
seat : pred. key c : pred. door c : pred. room c c : pred. at c c : pred. coin num : pred.
price num : pred. bag l : pred. older c c : bwd. older red blue. same num num num num : bwd. same N N N N. end : pred.
`
	for _, c := range []struct{ rule, state, want string }{
		{"seat * seat * $seat -o end", "seat, seat", "seat, seat, $seat: 2 of 3 alike true"},
		{"seat * seat -o end", "", "seat, seat: 0 of 2 alike true"},
		{"seat * key C * door C -o end", "key red, door blue", "seat: 0 of 1 alike true"},
		{"key C * door C -o end", "key red, door blue", "apart C"},
		{"key C * door D * room C D -o end", "key red, door blue, room blue blue, room red red", "apart C"},
		{"key C * door D * room C D -o end", "key red, door blue, room blue red", "apart C; apart D"},
		{"$at C L * at C' L -o end", "at red red", "$at C L, at C' L: 1 of 2 alike false"},
		{"$at C L * at C' L -o end", "at red red, at blue blue", "apart L"},
		{"coin N * coin N -o end", "coin 3", "coin N, coin N: 1 of 2 alike true"},
		{"coin N * coin N -o end", "coin 3, coin 5", "apart N; copies coin N, coin N"},
		{"coin N * coin N * coin N -o end", "coin 3, coin 3, coin 5", "apart N; copies coin N, coin N, coin N"},
		{"coin N * coin N * price N -o end", "coin 3, coin 3, price 5", "apart N"},
		{"coin N * coin N -o end", "coin 3, !coin 3", ""},
		{"at C D * at C D * at D C -o end", "at red blue, at blue red, at blue red", ""},
		{"key C * key D * at C D * $at C D -o end", "key red, key blue, at red blue, at blue red",
			"apart C; apart D; copies at C D, $at C D"},
		{"key C * at C D * at C D -o end", "key red, at blue red, at red red", "apart C; apart D; copies at C D, at C D"},
		{"coin 3 * coin N * coin M -o end", "coin 3, coin 4", "coin 3, coin N, coin M: 2 of 3 alike false"},
		{"!seat * seat -o end", "seat, seat", "!seat: 0 of 1 alike true"},
		{"seat * seat * seat -o end", "!seat", ""},
		{"key C * !key C * key D -o end", "key red", "key C, key D: 1 of 2 alike false; !key C: 0 of 1 alike true"},
		{"coin N * N >= 5 -o end", "coin 3, coin 4", "fails N >= 5"},
		{"coin N * price M * N >= M * M > 1 -o end", "coin 3, price 4", "fails N >= M"},
		{"coin N * price (N * 2) -o end", "coin 3, price 4", "apart N"},
		{"coin N -o coin (N - 5)", "coin 3", "no result"},
		{"coin (N + 5) -o coin N", "coin 3", "coin (N + 5): 0 of 1 alike true"},
		{"key C * door D * older C D -o end", "key blue, door red", "fails older C D"},
		{"coin N * same (N - 5) (N - 6) (N - 7) (N - 8) -o end", "coin 3", "fails same (N - 5) (N - 6) (N - 7) (N - 8)"},
		{"coin N * N - 5 > 1 * same (N - 5) (N - 6) (N - 7) (N - 8) -o coin (N - 9)", "coin 3",
			"fails N - 5 > 1, same (N - 5) (N - 6) (N - 7) (N - 8); no result"},
		{"bag (cons C nil) -o end", "bag nil", "bag (cons C nil): 0 of 1 alike true"},
		{"bag (cons C L) * bag L -o end", "bag (cons red nil), bag (cons blue (cons red nil))", ""},
		{"bag (cons C L) * bag L * key C -o end", "bag (cons red nil), bag nil, key blue", "apart C"},
	} {
		p := load(t, decls+"stage s = { r : "+c.rule+". } #trace _ s { "+c.state+" }.")
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		miss, err := m.Miss(context.Background(), p.Rules()[0], nil, nil)
		require.NoError(t, err)
		require.Equal(t, c.want, told(miss, p), "%s in %s", c.rule, c.state)
		require.False(t, miss.Unknown)
	}
}

// Where there are too many ways to look at, only what is known anyway is said.
func TestMissGivesUp(t *testing.T) {
	var state []string
	for i := range 200 {
		state = append(state, fmt.Sprintf("a %d, b %d, c %d", i, i, i))
	}
	for rule, want := range map[string]string{
		"a X * b Y * c Z * X + Y + Z > 900 -o ()":               "fails X + Y + Z > 900",
		"a X * b Y * c Z * d (X + Y) * d (Y + Z) -o ()":         "apart Y",
		"a X * b Y * c Z * d (X + Y) * d (Y + Z) * X > Z -o ()": "",
	} {
		p := load(t, `num : type. #builtin NAT num. a num : pred. b num : pred. c num : pred. d num : pred.
stage s = { r : `+rule+". } #trace _ s { "+strings.Join(state, ", ")+", d 900, d 901 }.")
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		miss, err := m.Miss(context.Background(), p.Rules()[0], nil, nil)
		require.NoError(t, err)
		require.Equal(t, want, told(miss, p))
		require.Equal(t, want == "", miss.Unknown)
	}
}
