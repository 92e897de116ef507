package exec

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// trial matches a rule premise by premise in the order of its plan, and tries every
// resource of a predicate for each: nested loops, which say what the fixed order is.
type trial struct {
	*matcher
	found []Transition
}

// inLoops lists the transitions of some rules as nested loops find them.
func inLoops(t require.TestingT, m *Machine, rules []*lang.Rule) []Transition {
	var out []Transition
	for _, r := range rules {
		s := &trial{matcher: newMatcher(context.Background(), m, m.rules[r])}
		s.try(t, 0)
		out = append(out, s.found...)
	}
	return out
}

func (s *trial) try(t require.TestingT, i int) {
	if i == len(s.plan) {
		s.found = append(s.found, s.transition())
		return
	}
	p := s.plan[i]
	switch p.Kind {
	case lang.Compare:
		s.compare(t, i, p)
	case lang.Prove:
		answers, _, err := s.proofTable.Answers(s.done, p.Atom, s.Args, s.Bound, s.limits.proofs())
		require.NoError(t, err)
		s.tryFacts(t, i, p, answers.Facts)
	case lang.Ask:
		answers, err := s.senses.sense(s.done, p.Atom.Pred)
		require.NoError(t, err)
		s.tryFacts(t, i, p, answers)
	default:
		s.tryResources(t, i, p)
	}
}

func (s *trial) tryFacts(t require.TestingT, i int, p lang.Premise, facts []lang.Fact) {
	for _, f := range facts {
		s.proves = append(s.proves, f)
		s.fitting(t, i, p.Atom.Args, f.Args)
		s.proves = s.proves[:len(s.proves)-1]
	}
}

func (s *trial) tryResources(t require.TestingT, i int, p lang.Premise) {
	for _, r := range s.context.Of(p.Atom.Pred) {
		if !r.Permanent && (p.Kind == lang.Permanent || slices.Contains(s.uses, r)) {
			continue
		}
		s.uses = append(s.uses, r)
		s.fitting(t, i, p.Atom.Args, r.Fact.Args)
		s.uses = s.uses[:len(s.uses)-1]
	}
}

// fitting goes on where terms fit values.
func (s *trial) fitting(t require.TestingT, i int, ts []lang.Term, vs []lang.Value) {
	defer s.Undo(len(s.Trail))
	for k := range ts {
		if !s.Fit(ts[k], vs[k]) {
			return
		}
	}
	s.try(t, i+1)
}

func (s *trial) compare(t require.TestingT, i int, p lang.Premise) {
	y, err := term.Evaluate(p.Y, s.Args)
	if err != nil {
		return
	}
	if p.Op == lang.Same && term.IsPattern(p.X) {
		s.fitting(t, i, []lang.Term{p.X}, []lang.Value{y})
		return
	}
	if x, err := term.Evaluate(p.X, s.Args); err == nil && term.Holds(p.Op, x, y) {
		s.try(t, i+1)
	}
}

// menuOf counts transitions that look alike, one by one.
func menuOf(ts []Transition) []string {
	counts := make(map[string]int)
	var order []string
	first := make(map[string]Transition)
	for _, t := range ts {
		consumes, reads := t.Takes()
		key := fmt.Sprint(t.Rule.Name, lang.Arguments(t.Args), texts(consumes), texts(reads))
		if counts[key]++; counts[key] == 1 {
			order = append(order, key)
			first[key] = t
		}
	}
	var out []string
	for _, key := range order {
		out = append(out, fmt.Sprintf("%d× %s", counts[key], labelled(first[key])))
	}
	return out
}

// genRich draws the text of a program with terms, numbers, permanent facts, equal
// facts, proofs with several answers, and rules whose premises share nothing.
func genRich() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString("#builtin NAT n.\nn : type. t : type. a : t. b : t. f t t : t.\n")
		b.WriteString(
			"p t : pred. q t t : pred. num n : pred. r : pred. in t n : pred. heard t : sense. #sensor heard EAR.\n")
		b.WriteString("e t t : bwd. e b a. e a (f a b). e a b. e a a. e b (f a b). e b b. e (f a b) a. k t n : bwd. k a 2. " +
			"k a 0. k b 2. k b 1. k (f a b) 0. k a 1. k (f a b) 2.\n")
		ordered := rapid.SampledFrom([]string{"", "#ordered one.\n"}).Draw(t, "ordered")
		b.WriteString(ordered + "stage one = {\n")
		for range rapid.IntRange(1, 4).Draw(t, "rules") {
			b.WriteString("  " + richRule(t) + ".\n")
		}
		b.WriteString("}\nqui * stage one * p X * $q Y Z -o stage one * p Y.\n")
		facts := rapid.SliceOfN(rapid.SampledFrom([]string{
			"p a", "p a", "p b", "!p a", "p (f a b)", "q a b", "q a b", "q (f a b) b", "!q b b", "num 0", "num 1", "num 2",
			"num 2", "!num 3",
			"r", "r", "!r", "in a 2", "in (f b a) 0", "!in b 2",
		}), 1, 10).Draw(t, "facts")
		fmt.Fprintf(&b, "#trace 12 one { %s }.\n", strings.Join(facts, ", "))
		return b.String()
	})
}

// richRule draws a rule whose first premises give values to all its variables.
func richRule(t *rapid.T) string {
	mark := func() string { return rapid.SampledFrom([]string{"", "", "$", "!"}).Draw(t, "mark") }
	left := []string{rapid.SampledFrom([]string{
		"q X Y * num N", "$q X Y * $num N", "num N * q X Y", "p X * p Y * num N", "p X * in Y N", "p (f X Y) * num N",
		"in X N * e X Y",
		"p X * e X Y * k Y N", "num (N + 1) * q X Y", "p X * r * k X N * e X Y", "r * e X Y * num N",
		"p X * Y == f X X * num N", "in X N * Y == X",
	}).Draw(t, "first")}
	for range rapid.IntRange(0, 3).Draw(t, "more") {
		left = append(left, rapid.SampledFrom([]func() string{
			func() string { return mark() + "p X" },
			func() string { return mark() + "p _" },
			func() string { return mark() + "q Y X" },
			func() string { return mark() + "q X _" },
			func() string { return mark() + "r" },
			func() string { return mark() + "num (N + 1)" },
			func() string { return mark() + "num (N * 2)" },
			func() string { return mark() + "num _" },
			func() string { return "e X _" },
			func() string { return "k _ N" },
			func() string { return "heard X" },
			func() string { return "heard _" },
			func() string { return "X <> Y" },
			func() string { return "N > 0" },
		}).Draw(t, "premise")())
	}
	right := rapid.SampledFrom([]string{"()", "p Y", "num (N + 2)", "q Y X * r", "!p X", "num (N - 1) * p X"}).Draw(t,
		"right")
	return strings.Join(left, " * ") + " -o " + right
}

// parrot says the same in every state, a word twice.
func parrot(_ context.Context, heard *lang.Pred) ([]lang.Fact, error) {
	var out []lang.Fact
	for _, word := range []int{1, 0, 1} {
		out = append(out, lang.Fact{Pred: heard, Args: []lang.Value{lang.NewValue(heard.Args[0].Constructors[word], nil)}})
	}
	return out, nil
}

// In every state of random runs, transitions are listed in the order of nested loops;
// the menu shows what counting them one by one would; and the first is the first.
func TestListAgainstLoops(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genRich().Draw(rt, "program"))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		m.Tie(map[string]Sensor{"EAR": parrot})
		for range 8 {
			wanted := enabledInLoops(rt, m)
			e, err := m.Enabled(context.Background())
			require.NoError(rt, err)
			require.Len(rt, wanted, e.Len())
			require.Equal(rt, labels(wanted), labels(slices.Collect(e.All())))
			require.Equal(rt, menuOf(wanted), menuShown(e))
			partOfMenu(rt, e)
			if len(wanted) == 0 {
				return
			}
			choice, err := First().Choose(e)
			require.NoError(rt, err)
			require.Equal(rt, labelled(wanted[0]), labelled(e.Transition(choice)))
			t := wanted[rapid.IntRange(0, len(wanted)-1).Draw(rt, "transition")]
			_, err = m.Fire(t)
			require.NoError(rt, err)
		}
	})
}

// Each transition is found by its number, and the first one of a rule of any stage.
func TestFindAgainstLoops(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genRich().Draw(rt, "program"))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		m.Tie(map[string]Sensor{"EAR": parrot})
		e, err := m.Enabled(context.Background())
		require.NoError(rt, err)
		for i, wanted := range enabledInLoops(rt, m) {
			require.Equal(rt, labelled(wanted), labelled(e.At(i)))
		}
		for _, r := range p.Rules() {
			wanted := inLoops(rt, m, []*lang.Rule{r})
			found, ok, err := m.first(context.Background(), r)
			require.NoError(rt, err)
			require.Equal(rt, len(wanted) > 0, ok)
			if ok {
				require.Equal(rt, labelled(wanted[0]), labelled(found))
			}
		}
	})
}

// enabledInLoops lists what is enabled.
func enabledInLoops(t require.TestingT, m *Machine) []Transition {
	if m.Stage() == nil {
		return nil
	}
	found := inLoops(t, m, m.Stage().Rules)
	switch {
	case len(found) == 0:
		return inLoops(t, m, linkRules(m))
	case m.Stage().Ordered:
		return slices.DeleteFunc(found, func(t Transition) bool { return t.Rule != found[0].Rule })
	}
	return found
}

func linkRules(m *Machine) []*lang.Rule {
	var out []*lang.Rule
	for _, l := range m.Stage().Links {
		out = append(out, &l.Rule)
	}
	return out
}

// partOfMenu holds what is listed of a menu against the whole: of each rule no more than so
// many, and only those that are wanted.
func partOfMenu(rt *rapid.T, e *Enabled) {
	most, rest := rapid.IntRange(1, 3).Draw(rt, "most"), rapid.IntRange(0, 1).Draw(rt, "rest")
	wanted := func(t Transition) bool { return len(t.String())%2 == rest }
	counts := make(map[*lang.Rule]int)
	want, all := []string{}, true
	for _, move := range e.Moves() {
		if !wanted(move.Transition) {
			continue
		}
		if counts[move.Rule]++; counts[move.Rule] > most {
			all = false
			continue
		}
		want = append(want, move.String())
	}
	moves, whole := e.Find(most, wanted)
	require.Equal(rt, want, append([]string{}, movesOf(moves)...))
	require.Equal(rt, all, whole)
}

func movesOf(moves []Move) []string {
	var out []string
	for _, m := range moves {
		out = append(out, m.String())
	}
	return out
}

func labels(ts []Transition) []string {
	var out []string
	for _, t := range ts {
		out = append(out, labelled(t))
	}
	return out
}

func menuShown(e *Enabled) []string {
	var out []string
	for _, move := range e.Moves() {
		out = append(out, fmt.Sprintf("%d× %s", move.Count, labelled(move.Transition)))
	}
	return out
}

// Millions of transitions are few moves, and a list of them ends with its context.
func TestListMillions(t *testing.T) {
	p := load(t, `wood : pred. tool : pred. stage s = { wood * wood * wood * wood * wood -o tool. }
		#trace _ s { wood`+strings.Repeat(", wood", 59)+" }.")
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	ctx, cancel := context.WithCancel(context.Background())
	e, err := m.Enabled(ctx)
	require.NoError(t, err)
	require.Equal(t, []string{"655381440× s/1[x1 x2 x3 x4 x5][]"}, menuShown(e))
	cancel()
	listed := 0
	for range e.All() {
		listed++
	}
	require.Less(t, listed, 10_000)
}

// A list is whole though others are made while it is.
func TestListWithinList(t *testing.T) {
	p := load(t, `p : pred. q : pred. stage s = { p * q * p -o (). } #trace _ s { p, p, p, q, q }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	wanted := labels(inLoops(t, m, p.Rules()))
	var found []string
	for i := range e.Len() {
		require.Equal(t, wanted[i], labelled(e.At(i)))
	}
	for one := range e.All() {
		require.Equal(t, wanted, labels(slices.Collect(e.All())))
		require.Len(t, e.Moves(), 1)
		found = append(found, labelled(one))
	}
	require.Equal(t, wanted, found)
}
