package symmetry

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/explore/stubborn"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The oracle is the whole space, and each way to rename the constants.

// genProgram draws a program in which no rule names the constants of two types, but maybe one of each.
func genProgram() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString("u : type. a : u. b : u. c : u. d : u. v : type. x : v. y : v. z : v. w : type. in v : w. " +
			"two w w : w.\n" +
			"p u : pred. q u v : pred. l u u : pred. r : pred. h u w : pred. near u u : bwd. near X Y <- l X Y.\n" +
			"stage one = {\n")
		for range rapid.IntRange(2, 5).Draw(t, "rules") {
			left := rapid.SampledFrom([]string{"p X", "p X * q Y V", "q X V", "p X * l X Y", "p X * p Y * X <> Y",
				"q X V * $p Y", "h X (in V) * p Y",
				"h X W * l X Y", "q X V * q Y V", "p X * near Y X", "l X Y * l Y X", "p X * q a V * X == Y",
				"r * p X * q Y z",
				"q X V * q Y U * V <> U"}).Draw(t, "left")
			results := []string{"p X", "r", "l X X", "()"}
			if strings.Contains(left, "Y") {
				results = append(results, "p Y", "l X Y", "l Y X")
			}
			if strings.Contains(left, "V") {
				results = append(results, "q X V", "h X (in V)", "h X (two (in V) (in V))")
			}
			if strings.Contains(left, "W") {
				results = append(results, "h X W")
			}
			right := rapid.SliceOfN(rapid.SampledFrom(results), 1, 2).Draw(t, "right")
			fmt.Fprintf(&b, "  %s -o %s.\n", left, strings.Join(right, " * "))
		}
		b.WriteString("}\nstage two = { p X * l X Y -o p Y. }\n")
		b.WriteString(rapid.SampledFrom([]string{"", "qui * stage one -o stage two.\n",
			"qui * stage one * p X -o stage two.\n"}).Draw(t, "link"))
		facts := rapid.SliceOfN(rapid.SampledFrom([]string{"p a", "p b", "p c", "p d", "q a x", "q b y", "q c z", "q d x",
			"r", "l a b", "l b c", "l c d", "l d a", "h a (in x)", "h b (in y)", "!l a b", "!l b c", "!l c d", "!l d a",
			"h c (two (in x) (in y))"}), 5, 10).Draw(t, "facts")
		fmt.Fprintf(&b, "#trace _ one { %s }.\n", strings.Join(facts, ", "))
		return b.String()
	})
}

// orbits names the states of a space up to renaming.
type orbits struct {
	classes [][]*lang.Constructor
	all     []map[*lang.Constructor]*lang.Constructor
}

// newOrbits lists the renamings within classes that keep the facts which are the same in all states.
func newOrbits(s *explore.Space, classes [][]*lang.Constructor) *orbits {
	o := &orbits{classes: classes}
	numbers := make(map[*lang.Constructor]int32)
	var sets [][]int32
	var constants []*lang.Constructor
	for _, class := range classes {
		var set []int32
		for _, c := range class {
			numbers[c] = int32(len(constants))
			set = append(set, int32(len(constants)))
			constants = append(constants, c)
		}
		sets = append(sets, set)
	}
	var fixed []lang.Initial
	v := s.View(0)
	for _, h := range v.Fixed() {
		fixed = append(fixed, lang.Initial{Fact: v.Fact(h.Fact), Permanent: h.Permanent})
	}
	for _, r := range renamings(len(constants), sets) {
		names := make(map[*lang.Constructor]*lang.Constructor)
		for k, to := range r {
			names[constants[k]] = constants[to]
		}
		if textOf(names, fixed) == textOf(nil, fixed) {
			o.all = append(o.all, names)
		}
	}
	return o
}

// of returns the least of the renamed states.
func (o *orbits) of(stage *lang.Stage, facts []lang.Initial) string {
	var texts []string
	for _, names := range o.all {
		texts = append(texts, textOf(names, facts))
	}
	if stage == nil {
		return slices.Min(texts)
	}
	return slices.Min(texts) + ", stage " + stage.Name
}

func textOf(names map[*lang.Constructor]*lang.Constructor, facts []lang.Initial) string {
	var rename func(v lang.Value) lang.Value
	rename = func(v lang.Value) lang.Value {
		if to := names[v.Con]; to != nil {
			return lang.NewValue(to, nil)
		}
		if len(v.Args) == 0 {
			return v
		}
		args := slices.Clone(v.Args)
		for i := range args {
			args[i] = rename(args[i])
		}
		return lang.NewValue(v.Con, args)
	}
	var out []string
	for _, f := range facts {
		args := slices.Clone(f.Fact.Args)
		for i := range args {
			args[i] = rename(args[i])
		}
		out = append(out, lang.Initial{Fact: lang.Fact{Pred: f.Fact.Pred, Args: args}, Permanent: f.Permanent}.String())
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// mostStates is how many states the oracle looks at.
const mostStates = 300

// A search with symmetry, and maybe with stubborn sets, finds the same final states up to renaming, and each at its
// distance from the start. With symmetry alone it finds the same states up to renaming.
func TestStatesUpToRenaming(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program")
		p := replaytest.Load(rt, text)
		search := func(o explore.Options) *explore.Space {
			o.MaxStates = mostStates
			s, err := explore.Search(context.Background(), p, p.Traces[0], o)
			require.NoError(rt, err)
			return s
		}
		whole := search(explore.Options{})
		if whole.Ended == explore.TooMany {
			rt.Skip("too many states")
		}
		classes := Classes(p)
		o := newOrbits(whole, classes)
		depths := func(s *explore.Space, final bool) map[string]int {
			out := make(map[string]int)
			for i := range explore.State(s.Len()) {
				if final && !slices.Contains(s.Final, i) {
					continue
				}
				key := o.of(s.At(i))
				if known, ok := out[key]; !ok || s.Depth(i) < known {
					out[key] = s.Depth(i)
				}
			}
			return out
		}
		less := search(explore.Options{Symmetry: New(classes)})
		require.Equal(rt, depths(whole, false), depths(less, false), text)
		require.Equal(rt, depths(whole, true), depths(less, true), text)
		require.LessOrEqual(rt, less.Len(), whole.Len(), text)
		if v := whole.View(0); len(v.Fixed()) == 0 {
			require.Len(rt, depths(whole, false), less.Len(), text)
		}
		reducer := stubborn.New(p, p.Traces[0], stubborn.Questions{})
		both := search(explore.Options{Symmetry: New(classes), Reducer: reducer})
		require.Equal(rt, depths(whole, true), depths(both, true), text)
		for _, i := range both.Final {
			requireRun(rt, p, both, i, o)
		}
	})
}

// requireRun requires that the choices that lead to a state make a run to a state of its kind.
func requireRun(t require.TestingT, p *lang.Program, s *explore.Space, to explore.State, o *orbits) {
	choices, err := s.Choices(to)
	require.NoError(t, err)
	require.Len(t, choices, s.Depth(to))
	m, _ := exec.NewMachine(p, p.Traces[0], exec.Limits{})
	for _, n := range choices {
		e, err := m.Enabled(context.Background())
		require.NoError(t, err)
		_, err = m.Fire(e.Moves()[n-1].Transition)
		require.NoError(t, err)
	}
	var facts []lang.Initial
	for _, pred := range p.Preds {
		for _, r := range m.Context().Of(pred) {
			facts = append(facts, lang.Initial{Fact: r.Fact, Permanent: r.Permanent})
		}
	}
	require.Equal(t, o.of(s.At(to)), o.of(m.Stage(), facts))
}

// A goal is as far from the start as in the whole space, and the choices lead to it.
func TestGoalsStay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program")
		p := replaytest.Load(rt, text)
		facts := rapid.SliceOfN(rapid.SampledFrom([]string{"p a", "p X", "q b x", "q X V, h X (in V)", "l X Y, p Y",
			"stage two",
			"r", "h X (two W W)", "l b b", "q X y", "p d"}), 1, 2).Draw(rt, "facts")
		g, err := goal.Parse(strings.Join(facts, ", "))
		require.NoError(rt, err)
		search := func(o explore.Options) *explore.Space {
			o.Until, o.MaxStates = &g, mostStates
			s, err := explore.Search(context.Background(), p, p.Traces[0], o)
			require.NoError(rt, err)
			return s
		}
		whole := search(explore.Options{})
		if whole.Ended == explore.TooMany {
			rt.Skip("too many states")
		}
		less := search(explore.Options{Symmetry: New(Classes(p, &g)),
			Reducer: stubborn.New(p, p.Traces[0], stubborn.Questions{Goals: []*goal.Goal{&g}})})
		require.Equal(rt, whole.Ended, less.Ended, text)
		require.Equal(rt, whole.Depth(whole.Goal), less.Depth(less.Goal), text)
		if whole.Ended == explore.Found {
			choices, err := less.Choices(less.Goal)
			require.NoError(rt, err)
			tr, err := exec.Run(context.Background(), p, p.Traces[0],
				exec.Options{Chooser: exec.Script(choices), Limits: exec.Limits{Steps: len(choices)}})
			require.NoError(rt, err)
			require.True(rt, g.Meets(tr.Final()), "%s %v", text, choices)
		}
	})
}

// Constants that something other than a context names are left as they are.
func TestClasses(t *testing.T) {
	p := replaytest.Load(t, "u : type. a : u. b : u. c : u. d : u. e : u. f : u. g : u. h : u. i : u.\n"+
		"p u : pred. near u u : bwd. near a X.\n"+
		"say u : action. stage one = { p b * p X * X <> c -o say d * p X * p i. }\n#never p e.\n#trace _ one { p f }.\n"+
		"n : type. z : n. s n : n. one : type. only : one.\n")
	g, err := goal.Parse("p g, p X")
	require.NoError(t, err)
	var names []string
	for _, class := range Classes(p, &g) {
		for _, c := range class {
			names = append(names, c.Name)
		}
	}
	require.Equal(t, []string{"f", "h"}, names)
}
