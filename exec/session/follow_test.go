package session

import (
	"context"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// house is a program in which one character walks about, and a key is found.
const house = `who : type. ann : who. ben : who.
place : type. hall : place. attic : place.
at who place : pred. key : pred. open : pred. asked : pred. yes : pred.
hear who : sense. #sensor hear TERM.
stage day = {
  go : at C L -o at C attic.
  find : $at C attic -o key.
  ask : asked * hear C -o yes.
}
stage night = { unlock : key -o open. }
dusk : qui * stage day * key -o stage night * key.
#trace 9 day { at ann hall, at ben hall }.
`

func pattern(t *testing.T, s string) goal.Pattern {
	p, err := goal.ParsePattern(s)
	require.NoError(t, err)
	return p
}

// choose takes the move of a name.
func choose(t *testing.T, p *Session, name string) {
	t.Helper()
	e, err := p.Enabled(ctx)
	require.NoError(t, err)
	for _, m := range e.Moves() {
		if m.String() == name {
			require.NoError(t, p.Choose(ctx, m))
			return
		}
	}
	require.Fail(t, "no such move", name)
}

// What was tried in a program is tried again in a changed one; what does not fit is told,
// and why.
func TestMisfit(t *testing.T) {
	for _, c := range []struct{ old, new, why string }{
		{"find : $at C attic -o key", "find : $at C attic * open -o key",
			"find ann: it needs open, which is not there"},
		{"find : $at C attic -o key", "find : $at C attic * $at C hall -o key",
			"find ann: it needs $at ann hall, which is not there"},
		{"go : at C L", "go : at C L * open",
			"go ann hall: it needs open, which is not there"}, // and nothing can happen
		{"find : ", "finds : ", "find ann: the program has no rule find; the nearest is finds"},
		{"find : $at C attic -o", "find : $at C L * $at D L * C <> D -o",
			"find ann: it has 1 argument, and in the program the rule find takes 3"},
		{"#trace 9", "#ordered day. #trace 9", "find ann: go ben hall comes first"},
		{"#trace 9 day", "#trace 9 night", "go ann hall: it belongs to stage day, and the run is in stage night"},
		{"#trace 9", "#trace 1", "find ann: the run has reached its limit of steps"},
	} {
		p := begin(t, load(t, "house.cep", house), 1, 0)
		choose(t, p, "go ann hall")
		choose(t, p, "find ann")
		choose(t, p, "find ann")
		require.Contains(t, house, c.old)
		changed := strings.Replace(house, c.old, c.new, 1)
		if strings.Contains(c.new, "night") {
			changed = strings.Replace(changed, "at ben hall }", "at ben hall, key }", 1)
		}
		again := begin(t, load(t, "house.cep", changed), 1, 0)
		lost := again.Grow(ctx, p.Tree())
		require.Len(t, lost, 1, "what comes after is not told of: %s", c.new)
		require.Equal(t, c.why, lost[0].Err.Error())
		require.Equal(t, int(lost[0].Point)-1, again.Depth(), "as far as it fits")
		require.Equal(t, lost[0].After, again.At())
	}
}

// A run that has left its last stage is over, whatever its record goes on with.
func TestMisfitAfterTheEnd(t *testing.T) {
	text := "a : pred. b : pred.\nstage s = { go : a -o b. }\nstage t = { stay : b -o a. }\nto : qui * stage s -o stage " +
		"t.\n#trace _ s { a }.\n"
	p := begin(t, load(t, "ends.cep", text), 1, 0)
	for range 3 {
		require.NoError(t, p.Draw(ctx))
	}
	again := begin(t, load(t, "ends.cep", strings.Replace(text, "-o stage t", "-o ()", 1)), 1, 0)
	lost := again.Grow(ctx, p.Tree())
	require.Len(t, lost, 1)
	require.EqualError(t, lost[0].Err, "stay: nothing can happen any more")
	require.Equal(t, 2, again.Depth())
}

// A change that does not touch what was tried changes nothing.
func TestFits(t *testing.T) {
	p := begin(t, load(t, "house.cep", house), 1, 0)
	choose(t, p, "go ben hall")
	choose(t, p, "find ben")
	p.Undo()
	choose(t, p, "go ann hall")
	changed := strings.Replace(house, "at ann hall, at ben hall", "open, at ben hall, at ann hall", 1) // other ids
	again := begin(t, load(t, "house.cep", changed), 1, 0)
	require.Empty(t, again.Grow(ctx, p.Tree()))
	require.Equal(t, p.Len(), again.Len())
	require.Equal(t, "go ann hall", again.Step(again.At()).String())
	require.Equal(t, []Point{2, 3}, again.Children(1))
}

// A tree from outside may say anything.
func TestBadTree(t *testing.T) {
	p := begin(t, load(t, "house.cep", house), 1, 0)
	step := trace.Step{Rule: "go", Args: []trace.Term{trace.Const("ann"), trace.Const("hall")},
		Consumes: []trace.ResourceID{-4, 0, 99}}
	lost := p.Grow(ctx, Tree{
		Points: []Branch{{From: 7, Step: step}, {From: -1, Step: trace.Step{}}, {From: 2}, {From: 1, Step: step}}, At: 50,
	})
	require.Len(t, lost, 2)
	require.Equal(t, []Point{2, 4}, []Point{lost[0].Point, lost[1].Point}, "the third comes after a lost one")
	require.Equal(t, Start, p.At())
	require.Equal(t, []Point{1}, p.Children(Start))
}

// TestUntil: chance chooses until a condition of Until holds.
func TestUntil(t *testing.T) {
	prog := load(t, "house.cep", house)
	find, key, never := pattern(t, "find"), pattern(t, "key"), pattern(t, "at ben cellar")
	for _, c := range []struct {
		until Until
		want  Stop
	}{
		{Until{Rules: []goal.Pattern{never, find}}, Stop{Why: AtRule, What: "find"}},
		{Until{Goals: []goal.Goal{goal.Of(never), goal.Of(key)}}, Stop{Why: AtFact, What: "key"}},
		{Until{Goals: []goal.Goal{goal.Of(never)}}, Stop{Why: AtBound}},
	} {
		p := begin(t, prog, 2, 0)
		stop, err := p.Run(ctx, c.until)
		require.NoError(t, err)
		require.Equal(t, c.want, stop)
		if c.want.Why != AtBound {
			require.Equal(t, "find", p.Step(p.At()).Rule)
		}
	}
	both, err := goal.Parse("at C attic, at D attic")
	require.NoError(t, err)
	q := begin(t, prog, 2, 0)
	stop, err := q.Run(ctx, Until{Goals: []goal.Goal{both}})
	require.NoError(t, err)
	require.Equal(t, AtFact, stop.Why)
	require.True(t, q.Holds(both))
	last := q.Step(q.At())
	require.Equal(t, "go", last.Rule)
	names := []string{stop.Bindings[0].Term.String(), stop.Bindings[1].Term.String()}
	require.ElementsMatch(t, []string{"ann", "ben"}, names)
	require.True(t, q.Undo())
	require.False(t, q.Holds(both))
	p := begin(t, prog, 2, 0)
	stop, err = p.Run(ctx, Until{Steps: 3})
	require.NoError(t, err)
	require.Equal(t, Stop{Why: AtSteps}, stop)
	require.Equal(t, 3, p.Depth())
	stop, err = p.Run(ctx, Until{Turn: true})
	require.NoError(t, err)
	require.Equal(t, Stop{Why: AtTurn}, stop, "without interactive stages it always is")
	require.Equal(t, 3, p.Depth())
	done, cancel := context.WithCancel(ctx)
	cancel()
	_, err = p.Run(done, Until{})
	require.ErrorIs(t, err, context.Canceled)
}

// Sensors are asked once at each point, and not at all where a record says what they
// answered.
func TestSensorsAreAskedOnce(t *testing.T) {
	prog := load(t, "house.cep", strings.Replace(house, "at ann hall, at ben hall", "asked, asked", 1))
	asked := 0
	o := quiet(prog)
	answer := o.Sensors["TERM"]
	o.Sensors["TERM"] = func(ctx context.Context, p *lang.Pred) ([]lang.Fact, error) {
		asked++
		return answer(ctx, p)
	}
	p, err := New(prog, prog.Traces[0], exec.Options{Host: o})
	require.NoError(t, err)
	choose(t, p, "ask ann")
	require.Equal(t, 1, asked)
	require.Len(t, p.Step(1).Sensed, 1)
	p.Undo()
	_, err = p.Enabled(ctx)
	require.NoError(t, err)
	choose(t, p, "ask ann")
	require.Equal(t, 1, asked)
	require.Equal(t, Point(1), p.At())

	again, err := New(prog, prog.Traces[0], exec.Options{Host: o})
	require.NoError(t, err)
	require.NoError(t, again.Follow(ctx, p.Trace(ctx).Steps))
	require.Equal(t, 2, asked, "for the end of the first, which its trace tells of")
	require.Equal(t, 1, again.Depth())
}

// What sensors said can be taken back at any point, and they are asked again; what followed
// from it stays, and who goes there finds that it was said.
func TestAskAgain(t *testing.T) {
	prog := load(t, "house.cep", strings.Replace(house, "at ann hall, at ben hall", "asked", 1))
	mood := 0
	p := sit(t, prog, exec.Options{Host: moody(prog, &mood)}, 9)
	require.False(t, p.AskAgain(), "nobody was asked")
	choose(t, p, "ask ann")
	require.False(t, p.AskAgain(), "nobody is asked here")
	p.Undo()
	mood = 1
	require.True(t, p.Answered())
	require.True(t, p.AskAgain())
	require.False(t, p.Answered())
	choose(t, p, "ask ben")
	require.Equal(t, Point(2), p.At())
	require.Equal(t, []Point{1, 2}, p.Children(Start))

	p.Go(1)
	require.Equal(t, "hear ann", p.Step(1).Sensed[0].String())
	require.Equal(t, "hear ben", p.Step(2).Sensed[0].String())
	p.Undo()
	choose(t, p, "ask ann")
	require.Equal(t, Point(1), p.At(), "as it was when it was said")
	p.Undo()
	require.True(t, p.AskAgain())
	require.True(t, p.Redo())
	require.Equal(t, Point(1), p.At())
	p.Undo()
	require.True(t, p.AskAgain())
	choose(t, p, "ask ben")
	require.Equal(t, Point(2), p.At(), "it is the same if the same is said again")

	mood = 2 // ann is the only character to follow here
	other := sit(t, prog, exec.Options{Host: moody(prog, &mood)}, 9)
	require.Empty(t, other.Grow(ctx, p.Tree()))
	require.Equal(t, p.Tree(), other.Tree())
}

// A tree keeps what sensors said and nothing followed from, at whatever point, and that they
// are to be asked again.
func TestHeardIsKept(t *testing.T) {
	prog := load(t, "house.cep", strings.Replace(house, "at ann hall, at ben hall", "asked", 1))
	mood := 0
	p := sit(t, prog, exec.Options{Host: moody(prog, &mood)}, 9)
	grown := func(tree Tree) *Session {
		other := begin(t, prog, 0, 9) // here the name ann is valid
		require.Empty(t, other.Grow(ctx, tree))
		return other
	}
	choose(t, p, "ask ann")
	require.Empty(t, p.Tree().Heard, "the step tells of it")
	p.Undo()
	require.True(t, p.AskAgain())
	require.Equal(t, []Heard{{}}, p.Tree().Heard, "nobody has answered yet")
	require.False(t, grown(p.Tree()).Answered())

	mood = 1
	require.Equal(t, "ask ben\n", menu(t, p))
	ben := p.Trace(ctx).End.Sensed
	require.Equal(t, []Heard{{Asked: []string{"hear"}, Facts: ben}}, p.Tree().Heard)
	require.Equal(t, "ask ben\n", menu(t, grown(p.Tree())))
	p.Go(1)
	other := grown(p.Tree())
	require.Equal(t, p.Tree(), other.Tree())
	require.True(t, other.Undo())
	require.Equal(t, "ask ann\n", menu(t, other), "as when this was chosen")

	hear := []string{"hear"}
	for _, h := range []Heard{{At: 9, Asked: hear, Facts: ben}, {At: -1, Asked: hear, Facts: ben},
		{Asked: hear, Facts: []trace.Fact{{Pred: "hear"}}}, {Facts: ben}} {
		require.Equal(t, "ask ann\n", menu(t, grown(Tree{Heard: []Heard{h}})), "it does not fit, and all are asked")
	}
	twice := Tree{Heard: []Heard{{Asked: hear, Facts: ben}, {Asked: hear, Facts: p.Step(1).Sensed}}}
	require.Equal(t, "ask ben\n", menu(t, grown(twice)))
	other = begin(t, prog, 0, 9)
	require.Len(t, other.Grow(ctx,
		Tree{Points: []Branch{{Step: trace.Step{Rule: "find"}}}, Heard: []Heard{{Asked: hear, Facts: ben}}}), 1)
	require.Equal(t, "ask ben\n", menu(t, other), "where something has just been looked for")
}
