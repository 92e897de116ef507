package game

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Findings that are kept from one view to the next change no view: each equals one of all facts
// grouped anew.
func TestFactGroups(t *testing.T) {
	for _, name := range []string{"verona", "villa", "workshop"} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				d, _ := sit(rt, name, rapid.Uint64Range(0, 9).Draw(rt, "seed"))
				for range rapid.IntRange(1, 12).Draw(rt, "acts") {
					wander(rt, d)
					most := Most{Facts: rapid.IntRange(0, 30).Draw(rt, "facts"),
						Find: rapid.SampledFrom([]string{"", "a", "o E"}).Draw(rt, "find")}
					v := d.Look(ctx, most)
					groups, more := anew(d, most)
					require.Equal(rt, groups, slices.Concat(v.Groups)) // nil where there are none
					require.Equal(rt, more, v.More)
				}
			})
		})
	}
}

// wander goes to another point, be it new or not.
func wander(t *rapid.T, d *Game) {
	switch rapid.IntRange(0, 3).Draw(t, "act") {
	case 0:
		path := d.Path()
		d.Go(path[rapid.IntRange(0, len(path)-1).Draw(t, "point")])
	default:
		if moves := view(t, d).Ways; moves > 0 {
			_ = d.Choose(ctx, rapid.IntRange(1, 3).Draw(t, "move"), Most{}) // there may be fewer
		}
	}
}

// anew returns the facts of a state by their subjects, and the number of those left out.
func anew(d *Game, most Most) (groups []Group, more int) {
	for _, name := range d.characters.cast.Names {
		groups = append(groups, Group{Character: name})
	}
	for _, p := range d.Program().Preds {
		for _, r := range d.Context().Of(p) {
			if Finder(most.Find)(r.String()) {
				groups = with(groups, r, d)
			}
		}
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return strings.Compare(alone(a), alone(b)) })
	return cut(d, groups, most.Facts)
}

// with enters a resource.
func with(groups []Group, r *exec.Resource, d *Game) []Group {
	owner, place := d.characters.about(r)
	i := slices.IndexFunc(groups, func(g Group) bool { return g.Character == owner && (owner != "" || g.Place == place) })
	if i < 0 {
		i = len(groups)
		groups = append(groups, Group{Character: owner})
	}
	g := &groups[i]
	if place != "" {
		g.Place = place
	}
	at := slices.IndexFunc(g.Lines, func(l Line) bool { return l.Fact == r.String() })
	if at < 0 {
		at = len(g.Lines)
		g.Lines = append(g.Lines, Line{Fact: r.String()})
	}
	g.Lines[at].Count++
	g.Lines[at].New = g.Lines[at].New || r.ID >= d.newFrom()
	return groups
}

// alone sorts groups without a subject last.
func alone(g Group) string {
	if g.Character+g.Place == "" {
		return "last"
	}
	return "first"
}

// cut leaves out all but the first facts, and groups without.
func cut(d *Game, groups []Group, most int) (out []Group, more int) {
	left := most
	for _, g := range groups {
		n := len(g.Lines)
		if most > 0 {
			n = min(left, n)
			left -= n
		}
		more += len(g.Lines) - n
		if g.Lines = g.Lines[:n]; n > 0 {
			d.label(&g)
			out = append(out, g)
		}
	}
	return out, more
}

// Findings about facts that are gone are dropped.
func TestFactGroupsForget(t *testing.T) {
	const people = 20
	prog := crowded(t, people)
	d, err := New(ctx, prog, prog.Traces[0], Options{Run: exec.Options{Limits: exec.Limits{Steps: 1000}}})
	require.NoError(t, err)
	for range 300 {
		require.NoError(t, d.Choose(ctx, 1, Most{}))
		view(t, d)
		require.LessOrEqual(t, len(d.facts.resources), 3*people+spare)
		require.LessOrEqual(t, len(d.facts.texts), 3*people+spare)
	}
}

// In a program with one character, facts without a place are about that character, at the place
// that its predicate gives.
func TestFactsOfOneHero(t *testing.T) {
	text, err := os.ReadFile("../../../examples/dungeon.cep")
	require.NoError(t, err)
	prog, errs := lang.Load("dungeon.cep", text)
	require.Empty(t, errs)
	d, err := New(ctx, prog, prog.Traces[0], Options{})
	require.NoError(t, err)
	var got []string
	for _, g := range view(t, d).Groups {
		line := g.Label + " " + g.Place + ":"
		for _, l := range g.Lines {
			line += " " + l.Fact
		}
		got = append(got, line)
	}
	require.Equal(t, []string{
		"Hero gate: hero gate health 12 strength 3 gold 0 rested", "Hall hall: lair rat hall 4",
		"Crypt crypt: lair ghoul crypt 9", "Vault vault: lair dragon vault 14",
	}, got)
}

// A character that is a predicate may have its place in any argument.
func TestFactsOfAGhost(t *testing.T) {
	for place, facts := range map[string]string{"at": "at anna hall, at bob attic",
		"inside": "inside hall anna, inside attic bob"} {
		prog, errs := lang.Load("x.cep", []byte(`person : type. anna : person. bob : person.
room : type. hall : room. attic : room.
ghost room : pred. at person room : pred. inside room person : pred. dark room : pred.
context init = { `+facts+`, ghost attic, dark attic }.
stage play = { float : $dark R * ghost R -o ghost hall. }
#trace 3 play init.`))
		require.NotNil(t, prog, errs)
		d, err := New(ctx, prog, prog.Traces[0], Options{By: "person,ghost", Place: place})
		require.NoError(t, err)
		var got []string
		for _, g := range view(t, d).Groups {
			got = append(got, g.Label+" "+g.Place)
		}
		require.Equal(t, []string{"Anna hall", "Bob attic", "Ghost attic", "Attic attic"}, got, place)
	}
}
