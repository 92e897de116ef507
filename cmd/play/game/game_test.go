package game

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/tell"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var ctx = context.Background()

// example returns a program of the examples with its prose.
func example(t require.TestingT, name string) (*lang.Program, *prose.Prose) {
	read := func(file string) []byte {
		data, err := os.ReadFile(filepath.Join("../../../examples", file))
		require.NoError(t, err)
		return data
	}
	prog, errs := lang.Load(name+".cep", read(name+".cep"))
	require.Empty(t, errs)
	text, err := prose.Parse(name+".md", read(name+".md"), prose.Options{})
	require.NoError(t, err)
	return prog, text
}

func sit(t require.TestingT, name string, seed uint64) (*Game, *prose.Prose) {
	prog, text := example(t, name)
	d, err := New(ctx, prog, prog.Traces[0], Options{Run: exec.Options{Seed: seed, Host: exec.Silent(prog)}, Prose: text})
	require.NoError(t, err)
	return d, text
}

func view(t require.TestingT, d *Game) *View {
	v, err := d.View(ctx, Most{})
	require.NoError(t, err)
	return v
}

// The text of the way to a point is that of a site of the same run, however the player got there;
// and a view shows the state and the news.
func TestToldAsTheSiteTells(t *testing.T) {
	for _, name := range []string{"verona", "villa", "workshop"} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				d, text := sit(rt, name, rapid.Uint64Range(0, 9).Draw(rt, "seed"))
				before := alive(d)
				for range rapid.IntRange(1, 12).Draw(rt, "acts") {
					from := d.At()
					act(rt, d)
					sane(rt, d, view(rt, d))
					if d.At() != session.Start && d.At() != from && d.Parent(d.At()) == from {
						news(rt, d, before)
					}
					before = alive(d)
				}
				sameWords(rt, d, text)
			})
		})
	}
}

func act(rt *rapid.T, d *Game) {
	switch rapid.SampledFrom([]string{"choose", "choose", "run", "undo", "redo", "go", "spent", "grow"}).Draw(rt, "act") {
	case "choose":
		if v := view(rt, d); len(v.Menu) > 0 {
			rule := rapid.SampledFrom(v.Menu).Draw(rt, "rule")
			number := rapid.SampledFrom(rule.Moves).Draw(rt, "move").Number
			takesBack(rt, d, func() error { return d.Choose(ctx, number, Most{}) })
		}
	case "run":
		steps := rapid.IntRange(1, 5).Draw(rt, "steps")
		takesBack(rt, d, func() error {
			_, err := d.Run(ctx, session.Until{Steps: steps})
			return err
		})
	case "undo":
		require.Equal(rt, d.Depth() > 0, d.UndoAct())
	case "redo":
		require.Equal(rt, d.CanRedo(), d.RedoAct())
	case "spent": // what was found after the point to which one goes is forgotten
		d.bound.spent = new(exec.LimitError)
		d.Go(session.Point(rapid.IntRange(0, d.Len()-1).Draw(rt, "back to")))
		require.Equal(rt, int(d.At())+1, d.Len())
		d.bound.spent = nil
	case "go":
		d.Go(session.Point(rapid.IntRange(0, d.Len()-1).Draw(rt, "to")))
	case "grow":
		tree := d.Tree()
		again, _ := sit(rt, strings.TrimSuffix(d.Program().Source.Name, ".cep"), d.teller.seed)
		require.Empty(rt, again.Grow(ctx, tree))
		*d = *again
	}
}

// takesBack performs an action, takes it back whole and does it again.
func takesBack(rt *rapid.T, d *Game, do func() error) {
	from := d.At()
	require.NoError(rt, do())
	to, since := d.At(), d.since
	if to == from {
		return
	}
	require.True(rt, d.UndoAct())
	require.Equal(rt, from, d.At())
	require.True(rt, d.RedoAct())
	require.Equal(rt, to, d.At())
	d.since = since
}

// alive counts the facts of a state.
func alive(d *Game) map[string]int {
	out := make(map[string]int)
	for _, p := range d.Program().Preds {
		for _, r := range d.Context().Of(p) {
			out[r.String()]++
		}
	}
	return out
}

// sane holds a view against the state.
func sane(rt *rapid.T, d *Game, v *View) {
	shown, total := make(map[string]int), 0
	for _, g := range v.Groups {
		for _, l := range g.Lines {
			shown[l.Fact] += l.Count
			total += l.Count
		}
	}
	require.Equal(rt, alive(d), shown)
	require.Equal(rt, v.Facts, total)
	ways, number := 0, 0
	for _, r := range v.Menu {
		for _, m := range r.Moves {
			number++
			ways += m.Count
			require.Equal(rt, number, m.Number)
		}
	}
	require.Equal(rt, v.Ways, ways)
	require.Equal(rt, v.Ways == 0, v.Status == Over)
}

// news compares the news of a view with the state before a single step.
func news(rt *rapid.T, d *Game, before map[string]int) {
	v := view(rt, d)
	require.Len(rt, v.Happened, 1)
	now := alive(d)
	for _, l := range v.Came {
		now[l.Fact] -= l.Count
	}
	for _, l := range v.Gone {
		now[l.Fact] += l.Count
	}
	for fact, n := range now {
		require.Equal(rt, before[fact], n, fact)
	}
}

// sameWords holds what was told against what the site's teller says of the trace.
func sameWords(rt *rapid.T, d *Game, text *prose.Prose) {
	g := causal.New(d.Trace(ctx))
	who, err := cast.Optional(cast.Find(g, cast.Options{}))
	require.NoError(rt, err)
	play := scenes.Cut(g, who, "")
	teller, err := tell.New(play, text)
	require.NoError(rt, err)
	tellings := make(map[causal.Event]tell.Telling)
	for _, s := range play.Scenes {
		told, err := teller.Events(s)
		require.NoError(rt, err)
		for i, e := range s.Events {
			tellings[e] = told[i]
		}
	}
	for i, at := range d.Path()[1:] {
		telling, e := tellings[causal.Event(i)], d.Event(at)
		if telling.Titled {
			require.Equal(rt, telling.Title, e.Title)
		} else {
			require.Empty(rt, e.Title)
		}
		require.Equal(rt, telling.Prose == "", e.Prose == "", e.Text)
	}
}

// A move says what the variables of its rule stand for, but those without a name.
func TestNamed(t *testing.T) {
	prog, errs := lang.Load("named.cep",
		[]byte("nat : type. #builtin NAT nat. energy nat : pred. note string : pred. full : pred.\n"+
			"eat : energy E * $note T * energy _ -o energy (E + 2). rest : $full -o ().\n#trace _ main { energy 4, energy 4, "+
			"note \"a, b\", full }."))
	require.Empty(t, errs)
	d, err := New(ctx, prog, prog.Traces[0], Options{})
	require.NoError(t, err)
	menu := view(t, d).Menu
	require.Equal(t, `eat 4 "a, b" 4`, menu[0].Moves[0].Text)
	require.Equal(t, `eat E=4 T="a, b" 4`, d.Named(menu[0].Moves[0].Text))
	for _, as := range []string{"rest", "fly 4", "eat 4", "((", ""} {
		require.Equal(t, as, d.Named(as))
	}
}

// The moves of a name can be made by it.
func TestMake(t *testing.T) {
	d, _ := sit(t, "verona", 1)
	m := view(t, d).Menu[0].Moves[0]
	require.ErrorContains(t, d.Make(ctx, "no/such"), "there is no move no/such")
	never := shifts(t).Make(ctx, "dream")
	require.ErrorIs(t, never, ErrNotNow)
	require.EqualError(t, never, "dream cannot happen now")
	require.EqualError(t, d.Make(ctx, "do/slay romoe"), "the program has no romoe; did you mean romeo?")
	require.ErrorContains(t, d.Make(ctx, "_"), "_ may be ")
	require.ErrorContains(t, d.Make(ctx, "(("), "name is missing")
	require.NoError(t, d.Make(ctx, m.Text))
	require.Equal(t, m.Text, d.Step(d.Path()[1]).String())
	require.ErrorContains(t, d.Choose(ctx, 0, Most{}), "there is no move 0; the moves are numbered from 1 to ")
}

// Facts stand with the characters that they are about, in the order of the cast, and
// characters where they are.
func TestGroups(t *testing.T) {
	d, _ := sit(t, "verona", 1)
	v := view(t, d)
	var names []string
	for _, g := range v.Groups {
		if g.Character != "" {
			names = append(names, g.Character)
			require.NotEmpty(t, g.Place)
			require.Contains(t, g.Lines, Line{Fact: "at " + g.Character + " " + g.Place, Count: 1})
		}
	}
	require.Equal(t, slices.Collect(slices.Values(d.Cast().Names)), names)
	few, err := d.View(ctx, Most{Moves: 2})
	require.NoError(t, err)
	require.False(t, few.Whole)
	require.True(t, v.Whole)
	for _, r := range few.Menu {
		require.LessOrEqual(t, len(r.Moves), 2)
	}
}
