package exec

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// claimText is the same for claims of one rule with the same arguments and sets
// of resources.
func claimText(c Claim) string {
	return fmt.Sprint(c.Rule.Name, lang.Arguments(c.Args), ids(c.Consumes), ids(c.Reads))
}

func ids(rs []*Resource) []trace.ResourceID {
	out := []trace.ResourceID{}
	for _, r := range rs {
		out = append(out, r.ID)
	}
	slices.Sort(out)
	return out
}

func claimOf(t Transition) Claim {
	c := Claim{Rule: t.Rule, Args: t.Args}
	c.Consumes, c.Reads = t.Takes()
	return c
}

// possible lists the claims that fit the state of a machine, one for each
// transition of the stage's rules and links, whichever comes first.
func possible(t require.TestingT, m *Machine) map[string]Transition {
	out := make(map[string]Transition)
	rules := slices.Clone(m.Stage().Rules)
	for _, l := range m.Stage().Links {
		rules = append(rules, &l.Rule)
	}
	for _, r := range rules {
		require.NoError(t, m.match(context.Background(), m.rules[r], func(found *matcher) error {
			tr := found.transition()
			out[claimText(claimOf(tr))] = tr
			return nil
		}))
	}
	return out
}

// genClaim draws a claim about the state of a machine: one that fits, with a
// change or without, or any.
func genClaim(t *rapid.T, p *lang.Program, m *Machine, fit []Claim) Claim {
	state := all(m, p)
	var c Claim
	if len(fit) > 0 && rapid.IntRange(0, 9).Draw(t, "fitting") > 0 {
		c = rapid.SampledFrom(fit).Draw(t, "claim")
		c = Claim{c.Rule, slices.Clone(c.Args), slices.Clone(c.Consumes), slices.Clone(c.Reads), false}
	} else {
		c = Claim{Rule: rapid.SampledFrom(p.Rules()).Draw(t, "rule")}
		for range c.Rule.Vars {
			c.Args = append(c.Args, genConstant(t, p))
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "changes") {
		side := rapid.SampledFrom([]*[]*Resource{&c.Consumes, &c.Reads}).Draw(t, "side")
		switch rapid.IntRange(0, 2).Draw(t, "change") {
		case 0:
			if len(c.Args) > 0 {
				c.Args[rapid.IntRange(0, len(c.Args)-1).Draw(t, "argument")] = genConstant(t, p)
			}
		case 1:
			if n := len(*side); n > 0 {
				i := rapid.IntRange(0, n-1).Draw(t, "dropped")
				*side = slices.Delete(*side, i, i+1)
			}
		case 2:
			if len(state) > 0 {
				*side = append(*side, rapid.SampledFrom(state).Draw(t, "added"))
			}
		}
	}
	slices.Reverse(c.Consumes)
	slices.Reverse(c.Reads)
	return c
}

func genConstant(t *rapid.T, p *lang.Program) lang.Value {
	return lang.NewValue(rapid.SampledFrom(p.Types[0].Constructors).Draw(t, "constant"), nil)
}

// A claim fits just where the list of all transitions has it, and it is enabled
// just where nothing comes before it.
func TestInstanceAgainstEnumeration(t *testing.T) {
	fitted, refused := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program") + rapid.SampledFrom([]string{"", "#ordered one. #ordered two."}).Draw(rt,
			"ordered")
		p := load(rt, text)
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		chooser := Random(rapid.Uint64().Draw(rt, "seed"))
		for range 8 {
			state := newEnumeration(rt, m)
			for range 10 {
				if state.check(rt, genClaim(rt, p, m, state.claims)) {
					fitted++
				} else {
					refused++
				}
			}
			if state.Len() == 0 {
				return
			}
			choice, err := chooser.Choose(state.Enabled)
			require.NoError(rt, err)
			_, err = m.Fire(state.Transition(choice))
			require.NoError(rt, err)
			if m.Stage() == nil {
				return
			}
		}
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.Positive(t, fitted)
	require.Positive(t, refused)
}

// enumeration lists what is possible in a state, whichever comes first, and what
// is enabled.
type enumeration struct {
	*Enabled
	machine  *Machine
	possible map[string]Transition
	claims   []Claim // all that are possible
	enabled  map[string]bool
}

func newEnumeration(t require.TestingT, m *Machine) *enumeration {
	all, err := m.Enabled(context.Background())
	require.NoError(t, err)
	e := &enumeration{Enabled: all, machine: m, possible: possible(t, m), enabled: make(map[string]bool)}
	for _, tr := range sortedValues(e.possible) {
		e.claims = append(e.claims, claimOf(tr))
	}
	for tr := range all.All() {
		e.enabled[claimText(claimOf(tr))] = true
	}
	return e
}

// check holds what the machine says of a claim against the lists, and reports
// whether it fits.
func (e *enumeration) check(t require.TestingT, c Claim) bool {
	want, fits := e.possible[claimText(c)]
	got, err := e.machine.Instance(context.Background(), c)
	if !fits {
		require.ErrorAs(t, err, new(*Misfit), claimText(c))
		return false
	}
	require.NoError(t, err, claimText(c))
	require.Equal(t, claimText(c), claimText(claimOf(got)))
	require.Equal(t, fmt.Sprint(want.Proves, want.Results()), fmt.Sprint(got.Proves, got.Results()))
	first, earlier, err := e.machine.Before(context.Background(), c.Rule)
	require.NoError(t, err)
	require.Equal(t, !earlier, e.enabled[claimText(c)])
	require.True(t, !earlier || e.enabled[claimText(claimOf(first))])
	return true
}

func sortedValues(m map[string]Transition) []Transition {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	var out []Transition
	for _, k := range keys {
		out = append(out, m[k])
	}
	return out
}

// Each way in which a claim does not fit has its words.
func TestMisfits(t *testing.T) {
	p := load(t, `n : type. #builtin NAT n. w : type. up : w. down : w.
		c n : pred. d n : pred. flag : pred. hear w : sense. #sensor hear WORD. say w : action. #action say PRINT.
		odd n : bwd. odd 1. odd (N + 2) <- odd N.
		stage s = {
		  use  : c N -o ().
		  keep : $c N -o ().
		  perm : !c N -o ().
		  less : c N * d M * N < M -o ().
		  odd  : c N * odd N -o ().
		  ask  : c N * hear W -o say W.
		  take : c N -o c (N - 3).
		  math : c N * d (N * 2) -o ().
		}
		stage t = { nap : flag -o (). }
		#trace _ s { c 2, d 1, d 4, !c 5, flag }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	m.Tie(map[string]Sensor{"WORD": func(_ context.Context, p *lang.Pred) ([]lang.Fact, error) {
		return []lang.Fact{{Pred: p, Args: []lang.Value{lang.NewValue(p.Args[0].Constructors[0], nil)}}}, nil
	}})
	state := make(map[string]*Resource)
	for _, r := range all(m, p) {
		state[r.String()] = r
	}
	for _, c := range []struct {
		rule, args, consumes, reads, want string
	}{
		{"use", "2", "c 2", "", ""},
		{"use", "5", "", "!c 5", ""},
		{"keep", "2", "", "c 2", ""},
		{"perm", "5", "", "!c 5", ""},
		{"less", "2 4", "c 2,d 4", "", ""},
		{"odd", "5", "", "!c 5", ""},
		{"ask", "2 up", "c 2", "", ""},
		{"math", "2", "c 2,d 4", "", ""},
		{"nap", "", "flag", "", "the rule nap belongs to stage t, which the run is not in"},
		{"use", "2", "", "", "the rule use uses up c 2, but the step does not give it"},
		{"use", "2", "c 2,d 1", "", "no premise of the rule use takes d 1"},
		{"use", "5", "!c 5", "", "the rule use uses up c 5, but the step does not give it"},
		{"keep", "2", "", "", "the rule keep reads c 2, but the step does not give it"},
		{"perm", "2", "", "c 2", "the rule perm needs c 2 to hold permanently, but the step does not give it"},
		{"less", "2 1", "c 2,d 1", "", "2 < 1 does not hold"},
		{"odd", "2", "c 2", "", "odd 2 cannot be proved"},
		{"ask", "2 down", "c 2", "", "no sensor answers hear down"},
		{"take", "2", "c 2", "", "the calculation of the rule has no result: it goes below zero or divides by zero"},
		{"take", "5", "", "!c 5", ""},
	} {
		rule := p.Rules()[slices.IndexFunc(p.Rules(), func(r *lang.Rule) bool { return r.Name == c.rule })]
		claim := Claim{Rule: rule, Args: values(t, p, rule, c.args), Consumes: named(t, state, c.consumes),
			Reads: named(t, state, c.reads)}
		_, err := m.Instance(context.Background(), claim)
		if c.want == "" {
			require.NoError(t, err, c)
			continue
		}
		require.EqualError(t, err, c.want)
	}
}

// values returns terms that stand apart as the arguments of a rule.
func values(t *testing.T, p *lang.Program, rule *lang.Rule, text string) []lang.Value {
	var out []lang.Value
	for i, word := range strings.Fields(text) {
		v, err := p.ParseValue(word, rule.Vars[i].Type)
		require.NoError(t, err)
		out = append(out, v)
	}
	return out
}

// named returns the resources whose facts stand in a text, with commas between.
func named(t *testing.T, state map[string]*Resource, text string) []*Resource {
	var out []*Resource
	for _, fact := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		require.Contains(t, state, fact)
		out = append(out, state[fact])
	}
	return out
}

// Equal premises share equal resources out: many are little more work than
// few, also where one is missing.
func TestInstanceOfManyEqual(t *testing.T) {
	const n = 200
	p := load(t, "tok : pred. stage s = { r : "+strings.Repeat("tok * $tok * ", n)+"() -o (). } #trace _ s { "+
		strings.Repeat("tok, ", 2*n)+"!tok }.")
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	state := all(m, p)
	claim := Claim{Rule: p.Rules()[0], Consumes: state[:n], Reads: state[n : 2*n]}
	_, err := m.Instance(context.Background(), claim)
	require.NoError(t, err)
	claim.Reads = state[n : 2*n-1]
	_, err = m.Instance(context.Background(), claim)
	require.EqualError(t, err, "the rule r reads tok, but the step does not give it")
	claim.Reads = append(slices.Clone(claim.Reads), state[2*n])
	_, err = m.Instance(context.Background(), claim)
	require.NoError(t, err, "the permanent one is read in the place of one that is missing")
	claim.Reads = state[n:]
	_, err = m.Instance(context.Background(), claim)
	require.EqualError(t, err, "no premise of the rule r takes !tok")
}

func TestBeforeInAnOrderedStage(t *testing.T) {
	p := load(t, `a : pred. b : pred. stage s = { one : a -o (). two : b -o (). } #ordered s.
		qui * stage s -o (). #trace _ s { a, b }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	for i, want := range []string{"", "one", "one"} {
		tr, earlier, err := m.Before(context.Background(), p.Rules()[i])
		require.NoError(t, err)
		require.Equal(t, want != "", earlier)
		if earlier {
			require.Equal(t, want, tr.Rule.Name)
		}
	}
}
