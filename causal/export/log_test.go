package export

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// TestTracks checks that a step is on the tracks of its characters, and a step without characters on a
// common track.
func TestTracks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := random(t)
		tracks := r.tracks()
		on := make(map[string][]causal.Event)
		for e, of := range tracks.of {
			require.NotEmpty(t, of)
			for _, i := range of {
				on[tracks.names[i]] = append(on[tracks.names[i]], causal.Event(e))
			}
		}
		names := slices.Sorted(slices.Values(tracks.names))
		require.Len(t, slices.Compact(names), len(tracks.names))
		if len(r.cast.Names) == 0 {
			return
		}
		acting := make(map[causal.Event]bool)
		for _, thread := range r.Threads(r.cast) {
			require.Equal(t, thread.Events, on[thread.Character])
			for _, e := range thread.Events {
				acting[e] = true
			}
			delete(on, thread.Character)
		}
		for _, events := range on {
			require.Len(t, events, r.Len()-len(acting))
		}
	})
}

// TestHosts compares the hosts of runs with the expected ones.
func TestHosts(t *testing.T) {
	terms := func(names ...string) (out []trace.Term) {
		for _, n := range names {
			out = append(out, trace.Const(n))
		}
		return out
	}
	tr := &trace.Trace{
		Resources: []trace.Resource{{ID: 1, Pred: "kin", Args: terms("bob", "ann")}},
		Steps: []trace.Step{
			{ID: 1, Rule: "a", Args: terms("inn", "cyd", "ann")},
			{ID: 2, Rule: "b", Args: []trace.Term{{Head: "f", Args: terms("bob")}}, Reads: []trace.ResourceID{1}},
			{ID: 3, Rule: "c", Reads: []trace.ResourceID{1}},
			{ID: 4, Rule: "d"},
		},
	}
	r := &run{Graph: causal.New(tr), cast: causal.Cast{Names: []string{"ann", "bob", "cyd", "(nobody)"}}}
	tracks := r.tracks()
	require.Equal(t, []string{"ann", "bob", "cyd", "(nobody)", "(nobody)'"}, tracks.names)
	require.Equal(t, [][]int{{2, 0}, {1, 0}, {0, 1}, {4}}, tracks.of)
}

// TestChromeSlices holds the slices of each track against the thread of its
// character: none overlaps the next.
func TestChromeSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := random(t)
		events := chromeEvents(t, r)
		names := make(map[int]string)
		on := make(map[string][]causal.Event)
		for _, e := range events {
			switch {
			case e.Name == "thread_name":
				names[e.Thread] = e.Args.(map[string]any)["name"].(string)
			case e.Phase == "X":
				require.Zero(t, e.Time%second)
				require.EqualValues(t, second, e.Duration)
				require.Equal(t, r.Named(causal.Event(e.Time/second)), e.Name)
				on[names[e.Thread]] = append(on[names[e.Thread]], causal.Event(e.Time/second))
			}
		}
		for i, events := range on {
			require.True(t, slices.IsSorted(events), i)
			require.Equal(t, events, slices.Compact(slices.Clone(events)))
		}
		if len(r.cast.Names) > 0 {
			for _, thread := range r.Threads(r.cast) {
				require.Equal(t, thread.Events, on[thread.Character])
			}
		}
	})
}

func chromeEvents(t require.TestingT, r *run) []chromeEvent {
	var doc chromeTrace
	require.NoError(t, json.Unmarshal(as(t, "chrome", r), &doc))
	return doc.Events
}

// TestChromeFlows says that arrows begin and end within slices, forwards, and
// between the makers and users that share no track.
func TestChromeFlows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := random(t)
		type slice struct{ thread, event int }
		slicesAt := make(map[slice]bool)
		events := chromeEvents(t, r)
		for _, e := range events {
			if e.Phase == "X" {
				slicesAt[slice{e.Thread, int(e.Time / second)}] = true
			}
		}
		starts := make(map[int]chromeEvent)
		var got []string
		for _, e := range events {
			if e.Phase != "s" && e.Phase != "f" {
				continue
			}
			require.True(t, slicesAt[slice{e.Thread, int(e.Time / second)}])
			if e.Phase == "s" {
				require.NotContains(t, starts, e.ID)
				starts[e.ID] = e
				continue
			}
			s, ok := starts[e.ID]
			require.True(t, ok)
			require.Equal(t, []string{s.Name, s.Category}, []string{e.Name, e.Category})
			got = append(got, flowName(s.Name, int(s.Time/second), int(e.Time/second)))
		}
		var want []string
		of := r.tracks().of
		for a := range arcs(r.Trace) {
			x := r.Resource(a.resource)
			user, _ := r.Event(a.step)
			if a.kind != produce && x.Producer != causal.Outside && !x.StageToken() && !meet(of[user], of[x.Producer]) {
				want = append(want, flowName(x.String(), int(x.Producer), int(user)))
			}
		}
		require.ElementsMatch(t, want, got)
	})
}

func flowName(fact string, from, to int) string {
	return fact + " " + strconv.Itoa(from) + " " + strconv.Itoa(to)
}

func meet(a, b []int) bool {
	return slices.ContainsFunc(a, func(x int) bool { return slices.Contains(b, x) })
}

// TestOCELRefers says that everything a log refers to is in it, once, and that
// each of the cast is related to just the events of the thread.
func TestOCELRefers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := random(t)
		var log ocelLog
		require.NoError(t, json.Unmarshal(as(t, "ocel", r), &log))
		types, attributes := make(map[string]bool), make(map[string]bool)
		for _, typ := range log.ObjectTypes {
			require.False(t, types["object "+typ.Name])
			types["object "+typ.Name] = true
		}
		for _, typ := range log.EventTypes {
			require.False(t, types["event "+typ.Name])
			types["event "+typ.Name] = true
			for _, a := range typ.Attributes {
				require.False(t, attributes[typ.Name+"\n"+a.Name])
				attributes[typ.Name+"\n"+a.Name] = true
			}
		}
		objects := make(map[string][]causal.Event)
		for _, o := range log.Objects {
			require.NotContains(t, objects, o.ID)
			require.True(t, types["object "+o.Type])
			objects[o.ID] = nil
		}
		require.Len(t, log.Events, r.Len())
		last := ""
		for i, e := range log.Events {
			s := r.Step(causal.Event(i))
			require.Equal(t, []string{s.ID.String(), r.Label(causal.Event(i))}, []string{e.ID, e.Type})
			require.True(t, types["event "+e.Type])
			_, err := time.Parse(time.RFC3339, e.Time)
			require.NoError(t, err)
			require.Less(t, last, e.Time)
			last = e.Time
			for _, v := range e.Attributes {
				require.True(t, attributes[e.Type+"\n"+v.Name])
			}
			seen := make(map[ocelRelation]bool)
			for _, rel := range e.Relationships {
				require.Contains(t, objects, rel.Object)
				require.False(t, seen[rel])
				seen[rel] = true
				if n := len(objects[rel.Object]); n == 0 || objects[rel.Object][n-1] != causal.Event(i) {
					objects[rel.Object] = append(objects[rel.Object], causal.Event(i))
				}
			}
		}
		if len(r.cast.Names) > 0 {
			for _, thread := range r.Threads(r.cast) {
				require.Equal(t, thread.Events, objects[thread.Character])
			}
		}
	})
}

// Characters that are predicates are objects, too, and related by taking part.
func TestOCELTakesPart(t *testing.T) {
	tr := long(2)
	r := &run{Graph: causal.New(tr), cast: causal.Cast{Names: []string{"ann", "bob"}}}
	l := &ocel{run: r, index: map[string]int{"ball": 0}, took: [][]string{{"ball"}, nil}}
	require.Equal(t, []ocelRelation{{"ball", "takes part"}}, l.relations(0))
	require.Equal(t, []ocelRelation{}, l.relations(1))

	constant := &ocel{run: r, index: map[string]int{"ann": 0}, took: [][]string{nil, nil}}
	require.NotEmpty(t, constant.relations(0))
	r.cast = causal.Cast{Predicates: []string{"ann"}, Names: []string{"ann"}}
	require.Empty(t, constant.relations(0), "the constant ann is not the predicate")
}

// TestITFStates replays the run and counts the facts of each state by hand.
func TestITFStates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := random(t)
		var doc itfTrace
		require.NoError(t, json.Unmarshal(as(t, "itf", r), &doc))
		require.Len(t, doc.States, r.Len()+1)
		alive := make(map[trace.ResourceID]bool)
		for _, x := range r.Trace.Resources {
			alive[x.ID] = x.By == 0
		}
		for i, text := range doc.States {
			fired := itfStep{Args: []string{}}
			if i > 0 {
				s := &r.Trace.Steps[i-1]
				for _, id := range s.Consumes {
					alive[id] = false
				}
				for _, id := range s.Produces {
					alive[id] = true
				}
				fired = itfStep{s.ID.String(), r.Label(causal.Event(i - 1)), terms(s.Args)}
			}
			want := make(map[string]string)
			counts := make(map[string]int)
			for _, x := range r.Trace.Resources {
				if alive[x.ID] {
					counts[x.String()]++
					want[x.String()] = strconv.Itoa(counts[x.String()])
				}
			}
			facts, state := readState(t, text)
			require.Equal(t, want, facts)
			require.Equal(t, fired, state.Fired)
			require.Equal(t, i, state.Meta.Index)
		}
	})
}

// readState returns the facts of a state with their counts.
func readState(t require.TestingT, text json.RawMessage) (map[string]string, itfState) {
	var state itfState
	require.NoError(t, json.Unmarshal(text, &state))
	facts := make(map[string]string)
	for _, pair := range state.Facts.Pairs {
		fact := pair[0].(string)
		require.NotContains(t, facts, fact)
		facts[fact] = pair[1].(map[string]any)["#bigint"].(string)
	}
	return facts, state
}

func TestITFLimit(t *testing.T) {
	r := &run{Graph: causal.New(long(100))}
	states, err := statesITF(r, 1<<20)
	require.NoError(t, err)
	require.Len(t, states, 101)
	_, err = statesITF(r, 1000)
	require.EqualError(t, err, "the states of the run do not fit into 1000 bytes: there are 101, each whole, with 2 "+
		"different facts in the one that is too much")
}

// logged is an event as ShiViz reads it.
type logged struct {
	host, event string
	clock       map[string]int
}

// readLog reads a log with the expression that the notes give.
func readLog(t require.TestingT, text string) []logged {
	pattern := regexp.MustCompile(strings.ReplaceAll(shiVizParser, "(?<", "(?P<"))
	var out []logged
	rest := text
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		l := logged{host: m[1], event: m[3]}
		require.NoError(t, json.Unmarshal([]byte(m[2]), &l.clock))
		out = append(out, l)
		var found bool
		rest, found = strings.CutPrefix(rest, m[0]+"\n")
		require.True(t, found, "%q", rest)
	}
	require.Empty(t, rest)
	return out
}

// below reports whether one clock is less than another: nowhere greater, and
// not the same.
func below(a, b map[string]int) bool {
	for host, n := range a {
		if n > b[host] {
			return false
		}
	}
	return !maps.Equal(a, b)
}

// TestShiVizClocks holds the order of clocks against its definition: the least
// order that has causes before effects and the events of a host one after
// another.
func TestShiVizClocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := random(t)
		log := readLog(t, string(as(t, "shiviz", r)))
		require.Len(t, log, r.Len())
		before := make([][]bool, len(log))
		own := make(map[string]int)
		for b, l := range log {
			own[l.host]++
			require.Equal(t, own[l.host], l.clock[l.host])
			before[b] = make([]bool, len(log))
			for a := range b {
				if log[a].host == l.host || r.Before(causal.Event(a), causal.Event(b)) {
					before[b][a] = true
					for c, earlier := range before[a] {
						before[b][c] = before[b][c] || earlier
					}
				}
			}
		}
		for a := range log {
			for b := range log {
				require.Equal(t, before[b][a], below(log[a].clock, log[b].clock))
				if r.Before(causal.Event(a), causal.Event(b)) {
					require.True(t, below(log[a].clock, log[b].clock))
				}
			}
		}
	})
}

func TestHostNames(t *testing.T) {
	require.Equal(t, []string{"ann", "a%20b", "a%2520b", "%0A", "日本", "%E2%80%A8"},
		hostNames([]string{"ann", "a b", "a%20b", "\n", "日本", "\u2028"}))
}
