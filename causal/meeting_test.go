package causal

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Ann and Bob meet twice at once, and part; Cyd is born, and dies; Dot is there
// as long as anything is.
func party() *trace.Trace {
	return causaltest.Run("at ann, at bob, !kin dot",
		"wave : ?at ann, ?at bob",
		"smile : ?at ann, ?at bob",
		"bear : -at ann, +at ann, +at cyd, +child cyd",
		"sulk : -at bob, +at bob",
		"hurt : -at cyd, +!scar cyd",
		"kill : -child cyd",
		"mourn : ?!scar cyd, ?at ann",
	)
}

func TestParty(t *testing.T) {
	g := New(party())
	cast := Cast{Names: []string{"ann", "bob", "cyd", "dot"}}
	threads := g.Threads(cast)
	require.Equal(t, [][]Event{{2}, {4, 5}, {6}}, threads[2].Groups)
	require.Equal(t, []Meeting{
		{0, []string{"ann", "bob"}}, {1, []string{"ann", "bob"}}, {2, []string{"ann", "cyd"}}, {6, []string{"ann", "cyd"}},
	}, Meetings(threads))
	require.Equal(t, []Separation{
		{After: []Event{0, 1}, Ways: [][]string{{"ann"}, {"bob"}}},
		{After: []Event{2}, Ways: [][]string{{"ann"}, {"cyd"}}},
	}, Separations(threads))
	require.Equal(t, []Life{
		{Character: "ann"}, {Character: "bob"},
		{Character: "cyd", Born: []Event{2}, Died: []Event{4, 5}},
		{Character: "dot"},
	}, g.Lives(cast, threads))
}

// A third character ties two together who have no next event in common.
func TestTogetherByAThird(t *testing.T) {
	g := New(causaltest.Run("a 0, b 0, c 0",
		"meet : -a 0, -b 0, -c 0, +a 1, +b 1, +c 1",
		"left : ?a 1, ?b 1",
		"right : ?b 1, ?c 1",
	))
	threads := g.Threads(Cast{Predicates: []string{"a", "b", "c"}, Names: []string{"a", "b", "c"}})
	require.Empty(t, Separations(threads))
	threads = g.Threads(Cast{Predicates: []string{"a", "c"}, Names: []string{"a", "c"}})
	require.Equal(t, []Separation{{After: []Event{0}, Ways: [][]string{{"a"}, {"c"}}}}, Separations(threads))
}

func TestMeetings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr, cast := randomTrace(t), threadCast(t)
		var want []Meeting
		for e := range tr.Steps {
			m := Meeting{Event: Event(e)}
			for _, name := range cast.Names {
				if takesPart(tr, &tr.Steps[e], cast, name) {
					m.Who = append(m.Who, name)
				}
			}
			if len(m.Who) > 1 {
				want = append(want, m)
			}
		}
		require.Equal(t, want, Meetings(New(tr).Threads(cast)))
	})
}

// TestSeparations asks of each two at each event whether they stay together.
func TestSeparations(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		tr, cast := randomTrace(t), threadCast(t)
		threads := New(tr).Threads(cast)
		var want []Separation
		var companies []string
		for e := range tr.Steps {
			goers, company := meetingGoers(threads, Event(e))
			ways := meetingWays(goers)
			if len(ways) < 2 {
				continue
			}
			if i := slices.Index(companies, company); i >= 0 {
				want[i].After = append(want[i].After, Event(e))
				continue
			}
			companies = append(companies, company)
			want = append(want, Separation{After: []Event{Event(e)}, Ways: ways})
		}
		found += len(want)
		require.Equal(t, want, Separations(threads))
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.NotZero(t, found)
}

// goer is a character with the events that are next.
type goer struct {
	name string
	next []Event
}

// meetingGoers returns who goes on from an event, and as text who they are and
// from which group.
func meetingGoers(threads []Thread, e Event) (goers []goer, company string) {
	for _, th := range threads {
		k := slices.IndexFunc(th.Groups, func(group []Event) bool { return slices.Contains(group, e) })
		if k >= 0 && k+1 < len(th.Groups) {
			goers = append(goers, goer{th.Character, th.Groups[k+1]})
			company += th.Character + strings.Repeat("'", k) + " "
		}
	}
	return goers, company
}

func meetingWays(goers []goer) [][]string {
	together := make([][]bool, len(goers))
	for i, a := range goers {
		together[i] = make([]bool, len(goers))
		for j, b := range goers {
			together[i][j] = slices.ContainsFunc(a.next, func(e Event) bool { return slices.Contains(b.next, e) })
		}
	}
	for k := range goers {
		for i := range goers {
			for j := range goers {
				together[i][j] = together[i][j] || together[i][k] && together[k][j]
			}
		}
	}
	var ways [][]string
	for i := range goers {
		if slices.Contains(together[i][:i], true) {
			continue
		}
		var way []string
		for j, b := range goers {
			if together[i][j] {
				way = append(way, b.name)
			}
		}
		ways = append(ways, way)
	}
	return ways
}

// TestLives looks for births and deaths by what the definitions say.
func TestLives(t *testing.T) {
	born, died := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		tr, cast := randomTrace(t), threadCast(t)
		g := New(tr)
		threads := g.Threads(cast)
		for i, life := range g.Lives(cast, threads) {
			want := lifeOf(tr, cast, threads[i])
			require.Equal(t, want, life)
			born, died = born+len(want.Born), died+len(want.Died)
		}
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.NotZero(t, born)
	require.NotZero(t, died)
}

func lifeOf(t *trace.Trace, cast Cast, thread Thread) Life {
	is := func(id trace.ResourceID) bool {
		r := t.Resources[id-1]
		return takesPart(t, &trace.Step{Reads: ids{r.ID}}, cast, thread.Character)
	}
	life := Life{Character: thread.Character}
	var atStart, atEnd bool
	for _, r := range t.Resources {
		used := slices.ContainsFunc(t.Steps, func(s trace.Step) bool { return slices.Contains(s.Consumes, r.ID) })
		atStart = atStart || is(r.ID) && r.By == 0
		atEnd = atEnd || is(r.ID) && !used && !r.Persistent
	}
	for _, group := range thread.Groups {
		var makers, users []Event
		for _, e := range group {
			if slices.ContainsFunc(t.Steps[e].Produces, is) {
				makers = append(makers, e)
			}
			if slices.ContainsFunc(t.Steps[e].Consumes, is) {
				users = append(users, e)
			}
		}
		if !atStart && life.Born == nil {
			life.Born = makers
		}
		if !atEnd && users != nil {
			life.Died = users
		}
	}
	return life
}
