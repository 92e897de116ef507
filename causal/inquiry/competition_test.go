package inquiry

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

func compete(t *testing.T, p *lang.Program, tr *trace.Trace, limits CompetitionLimits) *Competition {
	c, err := Compete(context.Background(), p, tr, limits)
	require.NoError(t, err)
	return c
}

// listed returns preventions, one a line: `t1 eat ann > eat ben (x3)`, and after
// it the step that fired later.
func listed(c *Competition) []string {
	var out []string
	for _, p := range c.Preventions {
		line := fmt.Sprintf("%v %v > %s%s (%v)", p.Winner.ID, p.Winner, p.Rule.Label, lang.Arguments(p.Args), p.Resource)
		if p.Later != nil {
			line += " later " + p.Later.ID.String()
		}
		out = append(out, line)
	}
	return out
}

func TestCompetition(t *testing.T) {
	const table = `
who : type. ann : who. ben : who.
apple : pred. hungry who : pred. full who : pred. smell : pred.
stage table = {
  eat : hungry W * apple -o full W.
  sniff : $apple -o smell.
  toss : apple -o ().
}
`
	for _, c := range []struct {
		name, rest string
		order      []string
		want       []string
	}{
		{"one thing, and two who want it", "#trace 1 table { hungry ann, hungry ben, apple }.", []string{"eat ann"},
			[]string{"t1 eat ann > eat ben (x3)", "t1 eat ann > sniff (x3)", "t1 eat ann > toss (x3)"}},
		{"enough for both", "#trace 1 table { hungry ann, hungry ben, apple, apple }.", []string{"eat ann"}, nil},
		{"readers take nothing", "#trace 1 table { hungry ann, hungry ben, apple }.", []string{"sniff"}, nil},
		{"a permanent fact is enough for all", "#trace 1 table { hungry ann, hungry ben, !apple }.", []string{"eat ann"},
			nil},
		{"a permanent fact takes the place of what is lost", "#trace 1 table { hungry ann, !apple, apple }.",
			[]string{"toss (x3)"}, nil},
		{"the first thing lost is named", "#trace 1 table { apple, hungry ann }.", []string{"toss"},
			[]string{"t1 toss > eat ann (x1)", "t1 toss > sniff (x1)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := replaytest.Load(t, table+c.rest)
			require.Equal(t, c.want, listed(compete(t, p, replaytest.Firing(t, p, c.order...), CompetitionLimits{})))
		})
	}
}

// Who lost may come by what it needs later; what a step makes anew is not lost;
// links compete for the token.
func TestCompetitionLater(t *testing.T) {
	p := replaytest.Load(t, `
tool : pred. idle : pred. done : pred. job : pred. twice : pred.
stage shop = { mend : tool * job -o done. lend : tool -o idle. fetch : idle -o tool. pair : tool * tool -o twice.
  use : tool * $idle -o tool. }
stage home = { rest : done -o (). }
a : stage shop * qui -o stage home.
b : stage shop * qui -o ().
#trace _ shop { tool, job }.
`)
	c := compete(t, p, replaytest.Firing(t, p, "lend", "fetch", "mend", "a", "rest"), CompetitionLimits{})
	require.Equal(t, []string{
		"t1 lend > mend (x1) later t3",
		"t3 mend > lend (x5)",
		"t4 a > b (x3)",
	}, listed(c))
	require.Equal(t, []rules.Prevention{
		{Winner: "a", Loser: "b", Count: 1, Kinds: []string{trace.StagePred}},
		{Winner: "lend", Loser: "mend", Count: 1, Later: 1, Kinds: []string{"tool"}},
		{Winner: "mend", Loser: "lend", Count: 1, Kinds: []string{"tool"}},
	}, c.Rules)
}

func TestCompetitionLimits(t *testing.T) {
	p := replaytest.Load(t,
		"n : type. a : n. b : n. c : n. d : n. cake : pred. guest n : pred.\nstage s = { eat : guest X * cake -o (). }\n"+
			"#trace _ s { cake, guest a, guest b, guest c, guest d }.\n")
	tr := replaytest.Run(t, p, 1)
	require.Len(t, compete(t, p, tr, CompetitionLimits{}).Preventions, 3)
	few := compete(t, p, tr, CompetitionLimits{All: 2})
	require.Len(t, few.Preventions, 2)
	require.Equal(t, 3, few.Rules[0].Count, "all are counted")
	require.Zero(t, few.Cut)
	cut := compete(t, p, tr, CompetitionLimits{State: 2})
	require.Equal(t, 1, cut.Cut)
	require.Less(t, len(cut.Preventions), 3)
}

// After so many transitions it looks at no more states, and says how many it left out.
func TestCompetitionEndsSomewhere(t *testing.T) {
	p := replaytest.Load(t, "n : type. a : n. b : n.\ncake n : pred. guest n : pred.\n"+
		"stage s = { eat : guest X * cake Y -o (). }\n#trace _ s { cake a, cake b, guest a, guest b }.\n")
	tr := replaytest.Run(t, p, 1)
	require.Len(t, tr.Steps, 2)
	require.Zero(t, compete(t, p, tr, CompetitionLimits{}).Cut)
	require.Equal(t, 1, compete(t, p, tr, CompetitionLimits{Total: 2}).Cut)
}

func TestCompetitionOfAnotherProgram(t *testing.T) {
	p := replaytest.LoadTown(t)
	tr := replaytest.Run(t, p, 1)
	_, err := Compete(context.Background(), replaytest.Load(t, rulesOf("make : end -o p a.")), tr, CompetitionLimits{})
	_, ok := errors.AsType[*replay.Fault](err)
	require.True(t, ok, "%v", err)
	over, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Compete(over, p, tr, CompetitionLimits{})
	require.ErrorIs(t, err, context.Canceled)
}

// The losers of a step are those that were enabled before it and are not enabled
// after it. (They are where they are of the winner's stage, and the sensors say
// the same: rules ask for nothing that is not there.)
func TestCompetitionIsWhatIsNoLongerEnabled(t *testing.T) {
	programs := replaytest.Examples(t)
	for seed := range uint64(250) {
		programs = append(programs, replaytest.Load(t, replaytest.World(replaytest.Rand(1000+seed))))
	}
	compared := 0
	for i, p := range programs {
		if !slices.ContainsFunc(p.Stages, func(s *lang.Stage) bool { return s.Ordered }) { // where earlier rules come first
			compared += requireLosers(t, p, replaytest.RandomRun(t, p, uint64(i), 40))
		}
	}
	require.Greater(t, compared, 400)
}

// requireLosers compares the losers of each step of a run with the transitions enabled before and
// after, and returns their number.
func requireLosers(t *testing.T, p *lang.Program, tr *trace.Trace) int {
	losers := losersOf(compete(t, p, tr, CompetitionLimits{}))
	r, err := replay.New(p, tr, tr.Initial())
	require.NoError(t, err)
	compared := 0
	for i := range tr.Steps {
		step := &tr.Steps[i]
		winner, err := r.Find(context.Background(), step)
		require.NoError(t, err)
		before := enabledNow(t, r.Machine)
		_, err = r.Fire(winner, step)
		require.NoError(t, err)
		if winner.Link != nil && r.Machine.Stage() == winner.Rule.Stage {
			continue // its links may be enabled again when the stage comes to rest
		}
		after := enabledNow(t, r.Machine)
		lost := slices.DeleteFunc(before,
			func(name string) bool { return slices.Contains(after, name) || name == winner.String() })
		require.ElementsMatch(t, lost, losers[step.ID], "%v of\n%s", step, p.Source.Text)
		compared += len(lost)
	}
	return compared
}

// losersOf returns the transitions that each step prevented, but for those that
// ask.
func losersOf(c *Competition) map[trace.StepID][]string {
	out := make(map[trace.StepID][]string)
	for _, p := range c.Preventions {
		if !asks(p.Rule) {
			out[p.Winner.ID] = append(out[p.Winner.ID], p.Rule.Label+lang.Arguments(p.Args))
		}
	}
	return out
}

func asks(r *lang.Rule) bool {
	return slices.ContainsFunc(r.Premises, func(p lang.Premise) bool { return p.Kind == lang.Ask })
}

// enabledNow returns the transitions enabled in a state, once each, but for those
// that ask.
func enabledNow(t *testing.T, m *exec.Machine) []string {
	enabled, err := m.Enabled(context.Background())
	require.NoError(t, err)
	var out []string
	for next := range enabled.All() {
		if !asks(next.Rule) {
			out = append(out, next.String())
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// The cost of looking for who lost, where few transitions are enabled, and where many are
// of which few need the same.
func BenchmarkCompete(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"town", strings.Replace(replaytest.Town, "#trace 25", "#trace 2000", 1)},
		{"wide", wide(200, 2000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := replaytest.Load(b, c.text)
			tr := replaytest.Run(b, p, 1)
			b.ReportMetric(float64(len(tr.Steps)), "steps")
			for b.Loop() {
				_, err := Compete(context.Background(), p, tr, CompetitionLimits{})
				require.NoError(b, err)
			}
		})
	}
}

// wide returns a program in which so many give what they have to one of three, in so many
// steps.
func wide(people, steps int) string {
	var b strings.Builder
	b.WriteString("who : type. has who who : pred. friend who who : pred.\n")
	b.WriteString("stage s = { give : has A X * $friend A B -o has B X. }\n")
	fmt.Fprintf(&b, "#trace %d s { ", steps)
	for i := range people {
		fmt.Fprintf(&b, "has p%d p%d, has p%d p%d, ", i, i, i, (i+1)%people)
		for k := range 3 {
			fmt.Fprintf(&b, "friend p%d p%d, ", i, (i*7+k+1)%people)
		}
	}
	text := strings.TrimSuffix(b.String(), ", ") + " }.\n"
	for i := range people {
		text += fmt.Sprintf("p%d : who. ", i)
	}
	return text
}
