package presence

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// moment is an event that is about to be told, and what a reader of its facts knows.
type moment struct {
	told  *Telling
	event causal.Event
	says  map[string][]string // where the facts have people
	at    map[string]string   // where people are by now
}

// law checks each event of random runs before it is told, in the order of the run.
func law(t *testing.T, check func(t *rapid.T, m *moment)) {
	rapid.Check(t, func(t *rapid.T) {
		h := someRun(t)
		m := &moment{told: read(t, &h.Trace).Tell(Options{NoFarewells: rapid.Bool().Draw(t, "no farewells")}),
			at: make(map[string]string)}
		put := func(r *trace.Resource) {
			if r.Pred == "at" {
				m.at[r.Args[0].Head] = r.Args[1].Head
			}
		}
		for i := range h.Resources {
			if h.Resources[i].By == 0 {
				put(&h.Resources[i])
			}
		}
		for i := range h.Steps {
			s := &h.Steps[i]
			m.event, m.says = causal.Event(i), make(map[string][]string)
			for _, id := range slices.Concat(s.Consumes, s.Reads, s.Produces) {
				if r := &h.Resources[id-1]; r.Pred == "at" {
					m.says[r.Args[0].Head] = append(m.says[r.Args[0].Head], r.Args[1].Head)
				}
			}
			check(t, m)
			m.told.Settle(m.event)
			for _, id := range s.Consumes {
				if r := &h.Resources[id-1]; r.Pred == "at" {
					delete(m.at, r.Args[0].Head)
				}
			}
			for _, id := range s.Produces {
				put(&h.Resources[id-1])
			}
		}
	})
}

// place names a place, "" for none.
func (m *moment) place(number int) string {
	if number == 0 {
		return ""
	}
	return m.told.Place(number).String()
}

func TestEverybodyIsWhereTheFactsLeftThem(t *testing.T) {
	law(t, func(t *rapid.T, m *moment) {
		for who, name := range people {
			require.Equal(t, m.at[name], m.place(m.told.At[who]), name)
		}
	})
}

// TestSomebodyAttends: each event that mentions characters is attended, and only by characters it
// mentions.
func TestSomebodyAttends(t *testing.T) {
	law(t, func(t *rapid.T, m *moment) {
		involved, there := m.told.Involved(m.event), m.told.Attend(m.event)
		require.Equal(t, len(involved) > 0, len(there) > 0)
		require.Subset(t, append(involved, -1), there)
		require.True(t, slices.IsSorted(there))
	})
}

// TestFactsTellWhoAttends: a character that the facts have at the place of an event attends it. A
// character that they have elsewhere does not, except at the departure of travellers who meet no
// one.
func TestFactsTellWhoAttends(t *testing.T) {
	law(t, func(t *rapid.T, m *moment) {
		at := m.told.Spot(m.event)
		from, to := m.place(at.From), m.place(at.To)
		require.Equal(t, len(m.says) == 0, at.Nowhere())
		for name, places := range m.says {
			there := slices.Contains(names(m.told.Attend(m.event)), name)
			leaves := from != to && !at.Meets && slices.Contains(places, from) && !m.told.options.NoFarewells
			require.Equal(t, slices.Contains(places, to) || leaves, there, name)
		}
	})
}

// TestNobodyAttendsFromAfar: a character that the facts of an event do not place attends only if
// it is at the event's place, or is never placed. Doubts remain only if no fact places the event.
func TestNobodyAttendsFromAfar(t *testing.T) {
	law(t, func(t *rapid.T, m *moment) {
		place := m.place(m.told.scene(m.event))
		for _, who := range m.told.Attend(m.event) {
			if name := people[who]; place != "" && m.says[name] == nil && m.told.Placed(who) {
				require.Equal(t, place, m.at[name])
			}
		}
		for _, who := range m.told.Involved(m.event) {
			require.True(t, m.told.Placed(who) ||
				slices.Contains(m.told.Attend(m.event), who), "%s is always there", people[who])
		}
	})
}

// An event that says of everybody where they are has the same people in every order.
func TestFactsAreTheSameInEveryOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := someRun(t)
		p := read(t, &h.Trace)
		run, other := p.Tell(Options{}), p.Tell(Options{})
		for e := range causal.Event(len(h.Steps)) {
			run.Settle(e)
		}
		for _, e := range order(t, p.graph) {
			other.Attend(causal.Event(rapid.IntRange(0, len(h.Steps)-1).Draw(t, "asked")))
			before := other.Attend(e)
			other.Settle(e)
			require.Equal(t, before, other.Attend(e), "who was there stays so")
			elsewhere := func(who int) bool { return p.Placed(who) && !p.Spot(e).tells(who) }
			if !slices.ContainsFunc(p.Involved(e), elsewhere) {
				require.Equal(t, run.Attend(e), other.Attend(e))
			}
		}
	})
}

// TestAttended: threads keep the events that their character attends, and their groups.
func TestAttended(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := someRun(t)
		g := causal.New(&h.Trace)
		threads := g.Threads(causal.Cast{Names: people})
		told := New(g, threads, causal.Location{Pred: "at"}).Tell(Options{})
		for e := range causal.Event(len(h.Steps)) {
			told.Settle(e)
		}
		for who, thread := range told.Attended(threads) {
			require.Equal(t, people[who], thread.Character)
			for e := range causal.Event(len(h.Steps)) {
				require.Equal(t, slices.Contains(told.Attend(e), who), slices.Contains(thread.Events, e))
			}
			require.ElementsMatch(t, thread.Events, slices.Concat(thread.Groups...))
			require.NotContains(t, thread.Groups, []causal.Event(nil))
		}
	})
}

// Asking who would attend an event changes nothing, and neither does another telling.
func TestAskingChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := someRun(t)
		p := read(t, &h.Trace)
		plain, asked := p.Tell(Options{}), p.Tell(Options{})
		for e := range causal.Event(len(h.Steps)) {
			plain.Settle(e)
		}
		for e := range causal.Event(len(h.Steps)) {
			for range 3 {
				asked.Attend(causal.Event(rapid.IntRange(0, len(h.Steps)-1).Draw(t, "asked")))
			}
			asked.Settle(e)
			require.Equal(t, plain.Attend(e), asked.Attend(e))
		}
		require.Equal(t, plain.At, asked.At)
	})
}
