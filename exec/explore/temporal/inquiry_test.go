package temporal

import (
	"context"
	"fmt"
	"slices"

	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// ask searches a program from its first trace, and answers questions about it.
func ask(t require.TestingT, p *lang.Program, most int, unfair bool, questions ...*Question) (
	*explore.Space, []*Answer) {
	q := &Inquiry{Questions: questions, Unfair: unfair, Done: context.Background()}
	s, err := explore.Search(context.Background(), p, p.Traces[0], explore.Options{
		MaxStates: most, Question: q, KeepEdges: q.NeedsEdges(),
	})
	require.NoError(t, err)
	answers, err := q.Answers(context.Background(), s)
	require.NoError(t, err)
	require.Len(t, answers, len(questions))
	return s, answers
}

// question reads a question as flags have it.
func question(t require.TestingT, p *lang.Program, kind Kind, text string) *Question {
	q, err := reader(p).Question(kind, text)
	require.NoError(t, err)
	return q
}

// A cook makes soup or goes, as chance has it; then the guests may eat, or wait.
const inn = `guest : type. ann : guest. bob : guest.
	hungry guest : pred. fed guest : pred. soup : pred. cook : pred. idle : pred.
	stage kitchen = {
		boil : cook -o soup * idle.
		leave : cook -o idle.
		think : $cook -o ().
	}
	stage table = {
		eat : hungry G * soup -o fed G.
		rest : $idle -o ().
	}
	#interactive table.
	qui * stage kitchen -o stage table.
	#trace _ kitchen { hungry ann, hungry bob, cook }.`

func TestAnswers(t *testing.T) {
	p := replaytest.Load(t, inn)
	for _, c := range []struct {
		kind    Kind
		text    string
		verdict Verdict // with fairness
		unfair  Verdict
		cases   int
		run     string // of the first case, with fairness
	}{
		{Always, "hungry ann or fed ann", Holds, Holds, 0, ""},
		{Always, "not fed _", Refuted, Refuted, 1, "boil kitchen/to-table eat ann"},
		{Eventually, "stage table", Holds, Refuted, 0, ""},
		{Eventually, "fed _", Refuted, Refuted, 1, "boil kitchen/to-table | rest"},
		{LeadsTo, "soup => fed _", Refuted, Refuted, 1, "boil kitchen/to-table | rest"},
		{LeadsTo, "fed X => not hungry X", Holds, Holds, 0, ""},
		{LeadsTo, "hungry X => fed X", Refuted, Refuted, 1, "boil kitchen/to-table | rest"},
		{LeadsTo, "cook => not cook", Holds, Refuted, 0, ""},
		{DeadEnds, "", Holds, Holds, 0, ""},
		{Livelocks, "", Refuted, Refuted, 3, "leave kitchen/to-table"},
		{Livelocks, "fed _", Refuted, Refuted, 1, "leave # kitchen/to-table"},
	} {
		s, answers := ask(t, p, 0, false, question(t, p, c.kind, c.text))
		a := answers[0]
		name := fmt.Sprintf("%s %q: %+v", c.kind, c.text, a.Cases)
		require.Equal(t, c.verdict, a.Verdict, name)
		require.Len(t, a.Cases, c.cases, name)
		if c.cases > 0 {
			require.Equal(t, c.run, runOf(t, p, s, a.Cases[0]), name)
		}
		_, answers = ask(t, p, 0, true, question(t, p, c.kind, c.text))
		require.Equal(t, c.unfair, answers[0].Verdict, name)
	}
}

// If the context has ended, what takes another look at all states is not known.
func TestAnswersInterrupted(t *testing.T) {
	p := replaytest.Load(t, inn)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	q := &Inquiry{Questions: []*Question{question(t, p, LeadsTo, "fed X => not hungry X"),
		question(t, p, Eventually, "stage table")}, Done: ctx}
	s, err := explore.Search(context.Background(), p, p.Traces[0], explore.Options{Question: q, KeepEdges: true})
	require.NoError(t, err)
	answers, err := q.Answers(ctx, s)
	require.NoError(t, err)
	require.Equal(t, Open, answers[0].Verdict)
	require.Equal(t, Holds, answers[1].Verdict)
}

// A statement that cannot be checked in a state ends the search, and leaves all questions open.
func TestAnswersAfterError(t *testing.T) {
	p := replaytest.Load(t, `u : type. a : u. b : u. c : u. next u : u. p u : pred. loop u : bwd. loop X <- loop (next X).
		stage s = { one : p a -o p b. two : p b -o p c. }
		#never bad : p c * loop c.
		#trace _ s { p a }.`)
	kinds := map[Kind]string{Always: "bad", Eventually: "p (next _)", LeadsTo: "p a => p (next _)", DeadEnds: "",
		Livelocks: ""}
	for first, text := range kinds {
		asked := []*Question{question(t, p, first, text), question(t, p, Always, "bad")}
		for kind, text := range kinds {
			asked = append(asked, question(t, p, kind, text))
		}
		q := &Inquiry{Questions: asked, Done: context.Background()}
		s, err := explore.Search(context.Background(), p, p.Traces[0], explore.Options{Question: q, KeepEdges: true,
			Limits: exec.Limits{ProofSteps: 100}})
		require.ErrorContains(t, err, "bad cannot be checked")
		require.Equal(t, 3, s.Len())
		answers, err := q.Answers(context.Background(), s)
		require.NoError(t, err)
		for _, a := range answers {
			require.Equal(t, Open, a.Verdict, a.Kind)
		}
	}
}

// runOf runs the program along a case, and returns the steps, with a bar where the cycle begins, and a hash
// where the formula is lost.
func runOf(t require.TestingT, p *lang.Program, s *explore.Space, c Case) string {
	choices, err := s.Along(c.Path(s))
	require.NoError(t, err)
	run, err := exec.Run(context.Background(), p, p.Traces[0],
		exec.Options{Chooser: exec.Script(choices), Limits: exec.Limits{Steps: len(choices) + 1}})
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(run.Steps), len(choices))
	var texts []string
	for i := range run.Steps[:len(choices)] {
		if i == c.Loop {
			texts = append(texts, "|")
		}
		if i == c.Lost {
			texts = append(texts, "#")
		}
		texts = append(texts, run.Steps[i].String())
	}
	return strings.Join(texts, " ")
}

// genProgram draws a small program, in which facts do not grow in number.
func genProgram() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString("u : type. a : u. b : u. c : u. p u : pred. q u : pred. r : pred.\n")
		for _, stage := range []string{"one", "two"} {
			fmt.Fprintf(&b, "stage %s = {\n", stage)
			for range rapid.IntRange(1, 3).Draw(t, "rules") {
				left := rapid.SampledFrom([]string{"p X", "q X", "p X * q Y", "p X * $q Y", "q c * p X", "r * q X"})
				right := rapid.SampledFrom([]string{"()", "q X", "p X", "q a", "p b", "r"})
				fmt.Fprintf(&b, "  %s -o %s.\n", left.Draw(t, "left"), right.Draw(t, "right"))
			}
			b.WriteString("}\n")
		}
		b.WriteString(rapid.SampledFrom([]string{"", "#interactive one.\n"}).Draw(t, "player"))
		b.WriteString("qui * stage one -o stage two.\nqui * stage two * $q _ -o stage one.\n")
		facts := rapid.SliceOfN(rapid.SampledFrom([]string{"p a", "p b", "p c", "q b", "q c", "r"}), 1, 4).Draw(t, "facts")
		fmt.Fprintf(&b, "#trace _ one { %s }.\n", strings.Join(facts, ", "))
		return b.String()
	})
}

// A claim about all values of a variable gets the same answer as the claims about each, and the runs refute it.
func TestAnswersOfPrograms(t *testing.T) {
	said := make(map[Verdict]int)
	rapid.Check(t, func(rt *rapid.T) {
		p := replaytest.Load(rt, genProgram().Draw(rt, "program"))
		most := rapid.SampledFrom([]int{0, 0, 5}).Draw(rt, "most")
		claims := rapid.SampledFrom([]string{"p X => q X", "q X => not q X", "p X and not q X => q X or p b"})
		claim := claims.Draw(rt, "claim")
		asked := []*Question{question(rt, p, LeadsTo, claim), question(rt, p, Eventually, "not p _"),
			question(rt, p, DeadEnds, "q _"), question(rt, p, Livelocks, "q _"), question(rt, p, Always, "p _ or q _")}
		for _, v := range []string{"a", "b", "c"} {
			asked = append(asked, question(rt, p, LeadsTo, strings.ReplaceAll(claim, "X", v)))
		}
		s, answers := ask(rt, p, most, false, asked...)
		want := answers[5].Verdict
		for _, a := range answers[5:] {
			if a.Verdict == Refuted || want == Holds {
				want = a.Verdict
			}
		}
		require.Equal(rt, want, answers[0].Verdict)
		said[want]++
		for _, a := range answers {
			require.Equal(rt, a.Verdict == Refuted, len(a.Cases) > 0)
			for _, c := range a.Cases {
				requireCase(rt, p, s, a, c)
			}
		}
	})
	require.Len(t, said, 3)
}

// requireCase checks that a run leads to the end of a case, and that this is as the question asks.
func requireCase(t require.TestingT, p *lang.Program, s *explore.Space, a *Answer, c Case) {
	m, _ := exec.NewMachine(p, p.Traces[0], exec.Limits{})
	choices, err := s.Along(c.Path(s))
	require.NoError(t, err)
	state := func() string {
		var facts []string
		for _, r := range m.Resources() {
			facts = append(facts, r.String())
		}
		slices.Sort(facts)
		return strings.Join(facts, ", ")
	}
	states := []string{state()}
	for _, n := range choices {
		enabled, err := m.Enabled(context.Background())
		require.NoError(t, err)
		_, err = m.Fire(enabled.Moves()[n-1].Transition)
		require.NoError(t, err)
		states = append(states, state())
	}
	end := states[len(choices)]
	require.Equal(t, strings.Join(s.Facts(c.End), ", "), end)
	if c.Loop >= 0 {
		require.Equal(t, states[c.Loop], end)
		require.Greater(t, len(choices), c.Loop)
		require.NotEmpty(t, c.Rules)
		require.Contains(t, c.Stay, c.End)
		return
	}
	enabled, err := m.Enabled(context.Background())
	require.NoError(t, err)
	switch a.Kind {
	case Always:
	case Livelocks:
		require.Positive(t, enabled.Len())
		require.NotEmpty(t, c.Rules)
		require.True(t, c.Closed)
	default:
		require.Zero(t, enabled.Len())
	}
	if a.Kind != LeadsTo {
		holds, err := a.F.Holds(Sight{View: s.View(c.End), Done: context.Background()}, nil)
		require.NoError(t, err)
		require.False(t, holds)
	}
}
