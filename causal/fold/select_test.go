package fold

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// randomPatterns draws what matches something in a run that has an event.
func randomPatterns(t *rapid.T, g *causal.Graph, label string) []string {
	var all []string
	for e := range causal.Event(g.Len()) {
		all = append(all, g.Step(e).ID.String(), g.Step(e).Rule)
	}
	for i := range g.Resources {
		r := &g.Resources[i]
		all = append(all, r.ID.String(), r.Pred, r.String())
	}
	return rapid.SliceOfN(rapid.SampledFrom(all), 0, 2).Draw(t, label)
}

func TestSelectionIsWhatOptionsWant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGraph(t)
		if g.Len() == 0 {
			return
		}
		o := Options{Focus: randomPatterns(t, g, "focus"), Ignore: randomPatterns(t, g, "ignore"),
			Past: randomPatterns(t, g, "past"), Future: randomPatterns(t, g, "future")}
		id := rapid.IntRange(0, g.Len())
		o.From = trace.StepID(id.Draw(t, "from"))
		if o.To = trace.StepID(id.Draw(t, "to")); o.To != 0 && o.To < o.From {
			o.To = o.From
		}
		s, err := Select(g, o)
		require.NoError(t, err)
		var want []causal.Event
		for e := range causal.Event(g.Len()) {
			if wanted(g, o, e) {
				want = append(want, e)
			}
		}
		require.Equal(t, want, s.Events)
		for i := range g.Resources {
			r := &g.Resources[i]
			ignored := matches(g, o.Ignore, func(target causal.Target) bool { return target.Resource == r })
			fromStart := r.Persistent && r.Producer == causal.Outside
			require.Equal(t, !ignored && !r.StageToken() && !fromStart, s.Shows(r))
		}
	})
}

// wanted asks each option about an event, by the causal order as it is defined.
func wanted(g *causal.Graph, o Options, e causal.Event) bool {
	is := func(target causal.Target) bool { return target.Resource == nil && target.Event == e }
	made := func(target causal.Target) bool { return target.Event == e }
	touches := func(target causal.Target) bool {
		return target.Event == e || target.Resource != nil && slices.Contains(target.Resource.Users(), e)
	}
	before := func(f func(causal.Target, causal.Event) bool) func(causal.Target) bool {
		return func(target causal.Target) bool {
			for other := range causal.Event(g.Len()) {
				if f(target, other) {
					return true
				}
			}
			return false
		}
	}
	at := func(target causal.Target, other causal.Event) bool {
		return target.Event == other || target.Resource != nil && slices.Contains(target.Resource.Users(), other)
	}
	precedes := before(func(target causal.Target, other causal.Event) bool {
		return target.Event == other && g.Before(e, other)
	})
	follows := before(func(target causal.Target, other causal.Event) bool {
		return (target.Resource == nil || target.Event != other) && at(target, other) && g.Before(other, e)
	})
	around := before(func(target causal.Target, other causal.Event) bool {
		return at(target, other) && (g.Before(e, other) || g.Before(other, e))
	})
	holds := func(patterns []string, tests ...func(causal.Target) bool) bool {
		if len(patterns) == 0 {
			return true
		}
		return slices.ContainsFunc(tests, func(test func(causal.Target) bool) bool { return matches(g, patterns, test) })
	}
	return holds(o.Focus, touches, around) && holds(o.Past, made, precedes) && holds(o.Future, touches, follows) &&
		!matches(g, o.Ignore, is) && g.Step(e).ID >= o.From && (o.To == 0 || g.Step(e).ID <= o.To)
}

// matches reports whether a test holds of something that matches.
func matches(g *causal.Graph, patterns []string, test func(causal.Target) bool) bool {
	for _, p := range patterns {
		found, err := g.Find(p)
		if err == nil && slices.ContainsFunc(found, test) {
			return true
		}
	}
	return false
}

func TestSelectionWithoutOptionsIsTheRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, err := Select(randomGraph(t), Options{})
		require.NoError(t, err)
		require.Len(t, s.Events, s.Graph.Len())
		require.Empty(t, s.Left)
	})
}

// Two days in a house: ann walks and bob reads; at night a ghost walks.
func house() *causal.Graph {
	t := causaltest.Run("stage day, at ann, at bob, !door",
		"walk ann : -at ann, ?stage day, ?!door, +at ann",
		"read bob : ?stage day, ?at bob, +lamp",
		"dusk : -stage day, +stage night",
		"haunt : -lamp, ?stage night",
		"sleep ann : ?stage night, ?at ann",
	)
	for i, stage := range []string{"day", "day", "day", "night", "night"} {
		t.Steps[i].Stage = stage
	}
	t.Program = &trace.Program{
		Types: []trace.Type{{Name: "person", Constants: []string{"ann", "bob"}}},
		Predicates: []trace.Predicate{{Name: "at", Args: []string{"person"}, Mode: trace.Linear},
			{Name: "door", Mode: trace.Persistent}, {Name: "lamp", Mode: trace.Linear}, {Name: "rain", Mode: trace.Linear}},
	}
	return causal.New(t)
}

func TestSelect(t *testing.T) {
	requireValid(t, house().Trace)
	for _, c := range []struct {
		name    string
		options Options
		events  []causal.Event
		left    []Left
	}{
		{"all", Options{}, []causal.Event{0, 1, 2, 3, 4}, nil},
		{"stage", Options{Ignore: []string{"night"}}, []causal.Event{0, 1, 2}, []Left{{"Ignore", 2}}},
		{"facts are not left out", Options{Ignore: []string{"lamp"}}, []causal.Event{0, 1, 2, 3, 4}, nil},
		{"steps", Options{From: 2, To: 4}, []causal.Event{1, 2, 3}, []Left{{"From", 1}, {"To", 1}}},
		{"focus", Options{Focus: []string{"walk ann"}}, []causal.Event{0, 2, 3, 4}, []Left{{"Focus", 1}}},
		{"past", Options{Past: []string{"t4"}, Ignore: []string{"dusk"}}, []causal.Event{0, 1, 3},
			[]Left{{"Past", 1}, {"Ignore", 1}}},
		{"past of a fact", Options{Past: []string{"lamp"}}, []causal.Event{1}, []Left{{"Past", 4}}},
		{"future of a fact", Options{Future: []string{"lamp"}}, []causal.Event{1, 3}, []Left{{"Future", 3}}},
		{"between", Options{Future: []string{"t1"}, Past: []string{"t5"}}, []causal.Event{0, 2, 4},
			[]Left{{"Past", 1}, {"Future", 1}}},
		{"character", Options{Characters: []string{"bob"}}, []causal.Event{1}, []Left{{"Characters", 4}}},
		{"type", Options{Characters: []string{"person"}}, []causal.Event{0, 1, 4}, []Left{{"Characters", 2}}},
		{"predicate", Options{Characters: []string{"lamp"}}, []causal.Event{1, 3}, []Left{{"Characters", 3}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := Select(house(), c.options)
			require.NoError(t, err)
			require.Equal(t, c.events, s.Events)
			require.Equal(t, c.left, s.Left)
		})
	}
}

func TestShows(t *testing.T) {
	for _, c := range []struct {
		options Options
		want    []trace.ResourceID
	}{
		{Options{}, []trace.ResourceID{2, 3, 5, 6}},
		{Options{StageTokens: true, Persistent: true}, []trace.ResourceID{1, 2, 3, 4, 5, 6, 7}},
		{Options{HidePredicates: []string{"at", "rain"}}, []trace.ResourceID{6}},
		{Options{Ignore: []string{"at ann", "x6"}}, []trace.ResourceID{3}},
	} {
		s, err := Select(house(), c.options)
		require.NoError(t, err)
		var shown []trace.ResourceID
		for i := range s.Graph.Resources {
			if r := &s.Graph.Resources[i]; s.Shows(r) {
				shown = append(shown, r.ID)
			}
		}
		require.Equal(t, c.want, shown)
	}
}

func TestSelectRefuses(t *testing.T) {
	for want, o := range map[string]Options{
		"Focus: no fact or rule wlak in the run; did you mean walk?":        {Focus: []string{"walk", "wlak"}},
		"Ignore: no at cyd in the run; the run has at ann and at bob":       {Ignore: []string{"at cyd"}},
		"Past: no step t9: the last is t5":                                  {Past: []string{"t9"}},
		`Future: "": a name is missing`:                                     {Future: []string{""}},
		`HidePredicates: no predicate "dor" in the run; did you mean door?`: {HidePredicates: []string{"dor"}},
		`HidePredicates: no predicate "snowfall" in the run`:                {HidePredicates: []string{"snowfall"}},
		"From: no step t9: the last is t5":                                  {From: 9},
		"To: no step t6: the last is t5":                                    {To: 6},
		"To: t2 fired before t4":                                            {From: 4, To: 2},
		"Characters: a name is missing":                                     {Characters: []string{""}},
		`Characters: no type, predicate or constant "cyd" in the trace; there is person, at, door, lamp and rain`: {
			Characters: []string{"cyd"},
		},
	} {
		_, err := Select(house(), o)
		require.EqualError(t, err, want)
		var option *OptionError
		require.ErrorAs(t, err, &option)
		require.Equal(t, want, option.Field+": "+errors.Unwrap(err).Error())
	}
}

// TestSelectionSpans: pieces of a selection are consecutive and describe the others.
func TestSelectionSpans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSelection(t)
		size := rapid.IntRange(1, 40).Draw(t, "size")
		var all []causal.Event
		order := restricted(s)
		for i, piece := range s.Spans(size) {
			require.Len(t, piece.Events, min(size, len(s.Events)-i*size))
			left := 0
			for _, l := range piece.Left {
				left += l.Events
			}
			require.Equal(t, s.Graph.Len(), left+len(piece.Events))
			f := piece.Fold()
			for a := range piece.Events { // nothing of the order within a piece is lost
				require.Equal(t, order[len(all)+a][len(all):len(all)+len(piece.Events)], drawn(f, f.Ties()).close()[a])
			}
			all = append(all, piece.Events...)
		}
		require.Equal(t, s.Events, all)
	})
}
