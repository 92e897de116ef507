package scenes

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// cut cuts a run with the cast that the options name.
func cut(t require.TestingT, g *causal.Graph, m Method, o cast.Options) *Performance {
	return Cut(g, castBy(t, g, o), m)
}

// uncut returns a run with the cast that the options name, without scenes.
func uncut(t require.TestingT, g *causal.Graph, m Method, o cast.Options) *Performance {
	return New(g, castBy(t, g, o), m)
}

func castBy(t require.TestingT, g *causal.Graph, o cast.Options) causal.Cast {
	who, err := cast.Optional(cast.Find(g, o))
	require.NoError(t, err)
	return who
}

func staged(t require.TestingT, tr *trace.Trace, m Method) *Performance {
	require.NoError(t, trace.Validate(tr))
	p := cut(t, causal.New(tr), m, cast.Options{By: "character"})
	return p
}

// law checks plays of random runs, cut by every method.
func law(t *testing.T, check func(t *rapid.T, p *Performance, m Method)) {
	t.Helper()
	for _, m := range Methods() {
		t.Run(string(m), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { check(t, staged(t, someRun(t), m), m) })
		})
	}
}

func numbers(scenes []*Scene) []int {
	out := []int{}
	for _, s := range scenes {
		out = append(out, s.Number)
	}
	return out
}

// shared reports whether both scenes have a character in common.
func shared(a, b *Scene) bool {
	return slices.ContainsFunc(a.Cast, func(c string) bool { return slices.Contains(b.Cast, c) })
}

// order returns the order of scenes by its definition: an event of one precedes an event of the
// other, or a character goes or is sent from the one to the other; closed by Floyd and Warshall's
// algorithm.
func order(p *Performance) [][]bool {
	n := len(p.Scenes)
	before := make([][]bool, n)
	for i, a := range p.Scenes {
		before[i] = make([]bool, n)
		for j, b := range p.Scenes {
			before[i][j] = i != j && leads(p, a, b)
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				before[i][j] = before[i][j] || before[i][k] && before[k][j]
			}
		}
	}
	return before
}

// leads reports whether an event of a scene directly precedes one of another, or a character is in
// both, or is sent there, and is in no scene between.
func leads(p *Performance, a, b *Scene) bool {
	if slices.ContainsFunc(b.Events, func(e causal.Event) bool {
		return slices.ContainsFunc(p.Graph.Causes(e), func(c causal.Event) bool { return slices.Contains(a.Events, c) })
	}) {
		return true
	}
	return slices.ContainsFunc(p.Cast.Names, func(c string) bool {
		return a.Number < b.Number && touched(p, a, c) && touched(p, b, c) &&
			!slices.ContainsFunc(p.Scenes[a.Number:b.Number-1], func(s *Scene) bool { return touched(p, s, c) })
	})
}

// touched reports whether a character is in a scene, or comes to a place or leaves one in it.
func touched(p *Performance, s *Scene, character string) bool {
	return slices.Contains(s.Cast, character) || slices.ContainsFunc(s.Events, func(e causal.Event) bool {
		step := p.Graph.Step(e)
		return slices.ContainsFunc(slices.Concat(step.Consumes, step.Produces), func(id trace.ResourceID) bool {
			r := p.Graph.Resource(id)
			return p.Cast.Location.Pred != "" && r.Pred == p.Cast.Location.Pred && r.Args[0].Head == character
		})
	})
}

func TestEachEventIsInOneScene(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, m Method) {
		var all []causal.Event
		for i, s := range p.Scenes {
			require.Equal(t, i+1, s.Number)
			require.NotEmpty(t, s.Events)
			require.LessOrEqual(t, len(s.Events), m.most(false))
			require.True(t, slices.IsSorted(s.Events))
			require.Equal(t, p.Graph.Step(s.Events[0]).ID, s.ID)
			for _, e := range s.Events {
				require.Same(t, s, p.Of(e))
			}
			all = append(all, s.Events...)
		}
		slices.Sort(all)
		for i, e := range all {
			require.Equal(t, causal.Event(i), e)
		}
		require.Len(t, all, p.Graph.Len())
	})
}

func TestHours(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, _ Method) {
		before := order(p)
		hours := 0
		for i, s := range p.Scenes {
			require.False(t, before[i][i], "a scene comes back to itself")
			longest := 0
			for j, o := range p.Scenes {
				if before[j][i] {
					require.Less(t, j, i)
					longest = max(longest, o.Hour)
				}
				if i != j && s.Hour == o.Hour {
					require.False(t, before[i][j])
					require.False(t, shared(s, o))
				}
			}
			require.Equal(t, longest+1, s.Hour)
			require.Contains(t, p.Hours[s.Hour-1], s)
			hours = max(hours, s.Hour)
		}
		require.Len(t, p.Hours, hours)
		require.Equal(t, p.Scenes, slices.Concat(p.Hours...))
	})
}

// Following a character from scene to scene is following the thread, both ways.
func TestWaysFollowThreads(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, _ Method) {
		for _, thread := range p.Threads {
			way := p.Way(thread.Character)
			var events []causal.Event
			for i, s := range way {
				events = append(events, s.Events...)
				require.Equal(t, i == 0, slices.Contains(s.Begins, thread.Character))
				require.Equal(t, i == len(way)-1, slices.Contains(s.Ends, thread.Character))
				var back, on []*Scene
				if i > 0 {
					back = way[i-1 : i]
				}
				if i+1 < len(way) {
					on = way[i+1 : i+2]
				}
				require.Equal(t, back, taken(s.Entrances, thread.Character))
				require.Equal(t, on, taken(s.Exits, thread.Character))
			}
			require.Subset(t, append(events, causal.Outside), thread.Events)
			for _, s := range p.Scenes {
				has := slices.ContainsFunc(s.Events, func(e causal.Event) bool { return slices.Contains(thread.Events, e) })
				require.Equal(t, has, slices.Contains(s.Cast, thread.Character))
				require.Equal(t, has, slices.Contains(way, s))
			}
		}
	})
}

// taken returns where a character goes.
func taken(passages []Passage, character string) []*Scene {
	var out []*Scene
	for _, p := range passages {
		if slices.Contains(p.Cast, character) {
			out = append(out, p.Scene)
		}
	}
	return out
}

func TestPassages(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, _ Method) {
		for _, s := range p.Scenes {
			ends := func(passages []Passage) (out []*Scene) {
				for _, x := range passages {
					out = append(out, x.Scene)
				}
				return out
			}
			exits := numbers(ends(s.Exits))
			require.True(t, slices.IsSorted(exits))
			require.Equal(t, slices.Compact(slices.Clone(exits)), exits, "one passage a scene")
			entrances := numbers(ends(s.Entrances))
			slices.Reverse(entrances)
			require.True(t, slices.IsSorted(entrances))
			require.Equal(t, slices.Compact(slices.Clone(entrances)), entrances)
			for _, x := range s.Exits {
				require.True(t, len(x.Rooms)+len(x.Cast) > 0)
				var comers []string
				for _, c := range x.Scene.Cast {
					if !slices.Contains(s.Cast, c) {
						comers = append(comers, c)
					}
				}
				require.Equal(t, comers, x.Comers)
			}
		}
	})
}

func TestWhoStaysSeesTheNextHourOfTheRoom(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, _ Method) {
		seen := 0
		for _, r := range p.Rooms {
			for i, s := range r.Scenes {
				seen++
				room, ok := s.Room()
				require.True(t, ok)
				require.True(t, room.Equal(r.Place))
				require.True(t, i == 0 || r.Scenes[i-1].Number < s.Number)
				hour := 0
				for _, o := range r.Scenes {
					if o.Hour > s.Hour && (hour == 0 || o.Hour < hour) {
						hour = o.Hour
					}
				}
				var stays []Passage
				alone := true // no character goes to a scene of that hour
				for _, x := range s.Exits {
					next := slices.Contains(r.Scenes, x.Scene) && x.Scene.Hour == hour
					alone = alone && !(next && len(x.Cast) > 0)
					if len(x.Rooms) > 0 {
						require.True(t, next)
						stays = append(stays, x)
					}
				}
				require.Len(t, stays, min(hour, 1), "one, unless the room stays empty")
				require.True(t, hour == 0 || alone == (len(stays[0].Cast) == 0), "with others, if there are any")
			}
		}
		for _, s := range p.Scenes {
			if _, ok := s.Room(); ok {
				seen--
			}
		}
		require.Zero(t, seen, "each scene is in its room")
	})
}

// Causes and effects are the direct ones, without a common character and without a scene between.
func TestCausesAndEffects(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, _ Method) {
		before := order(p)
		tied := func(i, j int) bool {
			between := false
			for k := range p.Scenes {
				between = between || before[i][k] && before[k][j]
			}
			return leads(p, p.Scenes[i], p.Scenes[j]) && i != j && !between && !shared(p.Scenes[i], p.Scenes[j])
		}
		for i, s := range p.Scenes {
			var causes, effects []*Scene
			for j, o := range p.Scenes {
				if tied(j, i) {
					causes = append(causes, o)
				}
				if tied(i, j) {
					effects = append(effects, o)
				}
			}
			slices.Reverse(causes)
			slices.SortStableFunc(effects, func(a, b *Scene) int {
				return min(len(a.Cast), 1) - min(len(b.Cast), 1)
			})
			require.Equal(t, numbers(causes), numbers(s.Causes))
			require.Equal(t, numbers(effects), numbers(s.Effects))
		}
	})
}

func TestMeanwhile(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, _ Method) {
		for _, s := range p.Scenes {
			require.Len(t, s.Meanwhile, min(mostMeanwhile, len(p.Hours[s.Hour-1])-1))
			require.True(t, slices.IsSorted(numbers(s.Meanwhile)))
			for _, o := range s.Meanwhile {
				require.Equal(t, s.Hour, o.Hour)
				require.NotSame(t, s, o)
				require.False(t, shared(s, o))
				for _, e := range s.Events {
					for _, f := range o.Events {
						require.True(t, p.Graph.Concurrent(e, f))
					}
				}
			}
		}
	})
}

// One cast, one place: the scenes of a chain are told one after another. Characters at a scene's
// place leave it only on a journey, and each character that is told of as present is there when the
// scene ends, unless it is no longer anywhere.
func TestChainsAreFrenchScenes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := staged(t, someRun(t), Chain)
		at := make(map[string]trace.Term)
		put := func(ids []trace.ResourceID, there bool) (moved []string) {
			for _, id := range ids {
				r := p.Graph.Resource(id)
				if r.Pred != p.Cast.Location.Pred || p.Cast.Location.Pred == "" {
					continue
				}
				who := r.Args[0].Head
				moved = append(moved, who)
				delete(at, who)
				if there {
					at[who] = r.Args[1]
				}
			}
			return moved
		}
		for i := range p.Graph.Resources {
			if r := &p.Graph.Resources[i]; r.Producer == causal.Outside {
				put([]trace.ResourceID{r.ID}, true)
			}
		}
		for _, s := range p.Scenes {
			room, _ := s.Room()
			swapped := make(map[string]bool)
			for _, e := range s.Events {
				step := p.Graph.Step(e)
				was := make(map[string]trace.Term)
				for who, place := range at {
					was[who] = place
				}
				put(step.Consumes, false)
				moved := put(step.Produces, true)
				for _, who := range moved {
					if slices.ContainsFunc(moved, func(other string) bool { return other != who && at[other].Equal(room) }) {
						swapped[who] = true // another takes their place
						continue
					}
					if left, ok := was[who]; ok && !left.Equal(at[who]) && !s.Journey && len(s.Places) > 0 {
						require.False(t, left.Equal(room), "%v goes in %v", who, s.ID)
					}
				}
			}
			for _, c := range s.Cast {
				if place, ok := at[c]; ok && len(s.Places) == 1 && !swapped[c] {
					require.True(t, place.Equal(room), "%v in %v", c, s.ID)
				}
			}
		}
	})
}

// A visit's scene is of that visit only, and turns are told alone.
func TestStagesAreNotMixed(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, m Method) {
		token := func(ids []trace.ResourceID) (out []trace.ResourceID) {
			for _, id := range ids {
				if p.Graph.Resource(id).StageToken() {
					out = append(out, id)
				}
			}
			return out
		}
		for _, s := range p.Scenes {
			visits := make(map[trace.ResourceID]bool)
			for _, e := range s.Events {
				step := p.Graph.Step(e)
				for _, id := range token(step.Reads) {
					visits[id] = true
				}
				if len(token(step.Consumes)) > 0 {
					require.Len(t, s.Events, 1)
				}
			}
			require.LessOrEqual(t, len(visits), 1)
		}
	})
}

func TestPlacesHaveOneRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := staged(t, someRun(t), Place)
		for _, s := range p.Scenes {
			require.LessOrEqual(t, len(s.Places), 1)
			for _, e := range s.Events {
				if at := p.places.Spot(e); !at.Nowhere() {
					require.True(t, p.places.Place(at.To).Equal(s.Places[0]))
				}
			}
		}
	})
}

// The order of concurrent steps changes no scene.
func TestCutsDoNotDependOnTheOrder(t *testing.T) {
	for _, m := range []Method{Chain, Place, Stage} {
		t.Run(string(m), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				tr := someRun(t)
				require.Equal(t, told(staged(t, tr, m)), told(staged(t, shuffled(t, tr), m)))
			})
		})
	}
}

// told returns for each scene what happens in it and where its people go; without
// what says which of several equal facts is meant.
func told(p *Performance) [][]string {
	var out [][]string
	for _, s := range p.Scenes {
		var events []string
		for _, e := range s.Events {
			events = append(events, label(p.Graph, e))
		}
		slices.Sort(events)
		for _, x := range s.Exits {
			events = append(append(events, strconv.Itoa(x.Scene.Number)), x.Cast...)
		}
		out = append(out, append(events, company(s)))
	}
	return out
}

func TestEveryWayEnds(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, _ Method) {
		require.NoError(t, p.Check())
		ends := make([]bool, len(p.Scenes)+1)
		for _, s := range slices.Backward(p.Scenes) {
			next := s.Next()
			require.Equal(t, len(next) == 0, s.Ending())
			ends[s.Number] = true
			seen := make(map[*Scene]bool)
			for _, n := range next {
				require.False(t, seen[n], "each once")
				seen[n] = true
				require.Greater(t, n.Hour, s.Hour)
				require.True(t, ends[n.Number])
			}
		}
	})
}
