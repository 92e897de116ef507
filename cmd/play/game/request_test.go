package game

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/rename"
	"github.com/ceptre-graph/ceptre/exec/session"
	tracejson "github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// do is a request.
type do = map[string]any

// tried sends a request to a handler.
func tried(t require.TestingT, s *Handler, request do) *reply {
	data, err := json.Marshal(request)
	require.NoError(t, err)
	var a reply
	require.NoError(t, json.Unmarshal(s.Handle(ctx, data), &a))
	return &a
}

// asked sends a request that must not fail.
func asked(t require.TestingT, s *Handler, request do) *reply {
	a := tried(t, s, request)
	require.Empty(t, a.Error)
	return a
}

// attic is a program in which a character walks, and says a line that the player types. Otherwise
// night comes, in which the player has no choice.
const attic = `who : type. ann : who. ben : who.
place : type. hall : place. attic : place.
at who place : pred. key : pred. open : pred. asked : pred. heard string : pred.
hear string : sense. #sensor hear LINE.
tell string who : action. #action tell PRINT.
stage day = {
  go : at C hall -o at C attic * tell "gone" C.
  find : $at C attic -o key.
  ask : asked * hear X -o heard X.
}
stage night = { turn : key -o open. back : open -o key. }
dusk : qui * stage day * key -o stage night * key.
#interactive day.
#trace 5000 day { at ann hall, at ben hall }.
#trace 9 day { asked }.
`

func sitting(t require.TestingT, text string, more do) *Handler {
	s := new(Handler)
	request := do{"do": "open", "name": "attic.cep", "text": text}
	for k, v := range more {
		request[k] = v
	}
	asked(t, s, request)
	return s
}

// moves returns the menu of a view.
func moves(a *reply) string {
	var out []string
	for _, r := range a.View.Menu {
		for _, m := range r.Moves {
			out = append(out, m.Text)
		}
	}
	return strings.Join(out, ", ")
}

// Each act is answered by the view and by the points that are new to the page.
func TestRequests(t *testing.T) {
	s := sitting(t, attic, do{"seed": "18446744073709551615"})
	a := asked(t, s, do{"do": "view"})
	require.Equal(t, "go ann, go ben", moves(a))
	require.Empty(t, a.Points)

	a = asked(t, s, do{"do": "choose", "number": 2, "known": 1})
	require.Equal(t, "go ann, find ben", moves(a))
	require.Len(t, a.Points, 1)
	require.Equal(t, "go ben", a.Points[0].Text)
	require.Equal(t, "gone ben\n", a.Points[0].Printed)
	require.Equal(t, []Line{{Fact: "at ben attic", Count: 1}}, a.View.Came)

	a = asked(t, s, do{"do": "make", "move": "find", "known": 2})
	require.Equal(t, "find ben", a.Points[0].Text)
	a = asked(t, s, do{"do": "undo", "known": 3})
	require.Empty(t, a.Points)
	require.Equal(t, 1, a.View.Depth)
	a = asked(t, s, do{"do": "go", "point": 0})
	require.False(t, a.View.CanUndo)
	a = asked(t, s, do{"do": "redo"})
	require.Equal(t, 1, int(a.View.Point))
	a = asked(t, s, do{"do": "make", "move": "go ann", "known": 3})
	require.Equal(t, 1, int(a.Points[0].From), "a branch")

	d := asked(t, s, do{"do": "step", "point": 2}).Step
	require.Equal(t, []binding{{"C", "who", "ben"}}, d.Bindings)
	require.Equal(t, "find : $at C attic -o key.", d.Source)
	require.Equal(t, 8, d.Line)
	require.Equal(t, []thing{{ID: 4, Fact: "at ben attic", By: 1}}, d.Needs)
	require.Equal(t, []thing{{ID: 5, Fact: "key", By: 2}}, d.Makes)
	d = asked(t, s, do{"do": "step", "point": 3}).Step
	require.Equal(t, []thing{{ID: 1, Fact: "at ann hall", By: 0}}, d.Uses)
	require.Equal(t, []string{`tell "gone" ann`}, d.Acts)
	require.Len(t, asked(t, s, do{"do": "step", "point": 0}).Step.Makes, 2)

	a = asked(t, s, do{"do": "state", "point": 2})
	require.Equal(t, 2, int(a.View.Point))
	require.Equal(t, 3, int(asked(t, s, do{"do": "view"}).View.Point), "and back")

	require.Contains(t, asked(t, s, do{"do": "why", "what": "at ann attic"}).Text, "t2 go ann")
	require.Contains(t, asked(t, s, do{"do": "whynot", "what": "ask"}).Text, "✗ asked   was never there")
	require.Equal(t, "there is no asked and hear _ was not answered by the sensor",
		asked(t, s, do{"do": "whynot", "what": "ask"}).Brief)
	a = asked(t, s, do{"do": "compare", "left": 2, "right": 3})
	require.Equal(t, "The runs have 1 step in common.", a.Text)
	require.Equal(t, []string{"t2 find ben (nothing followed from it)"}, a.Sections[4].Items)

	run, err := tracefile.Read("t.json", strings.NewReader(asked(t, s, do{"do": "trace"}).Trace), nil)
	require.NoError(t, err)
	require.Equal(t, uint64(1<<64-1), run.Run.Seed)
	require.Equal(t, "ask", run.Run.Choose[len(run.Run.Choose)-3:])
	require.Equal(t, "attic.cep", run.Program.File)
}

// Chance goes on until something happens, or pauses.
func TestRequestsOfChance(t *testing.T) {
	s := sitting(t, attic, nil)
	for _, c := range []struct {
		until do
		why   string
		depth int
	}{
		{do{"steps": 1}, "steps", 1},
		{do{"facts": []string{"key"}}, "fact", 2},
		{do{"turn": true}, "turn", 2},
		{do{"rules": []string{"find ben"}, "steps": 0}, "rule", -1},
		{do{"rules": []string{"find ann, find ben", "go"}}, "rule", -1},
		{do{"stage": "day", "steps": 3}, "steps", -1},
	} {
		a := asked(t, s, do{"do": "run", "until": c.until})
		require.Equal(t, c.why, a.Stop.Why, "%v", c.until)
		if c.depth >= 0 {
			require.LessOrEqual(t, a.View.Depth, c.depth+1)
		}
	}
}

// A stage without an end pauses, by steps and by time, and can be gone on with up to the
// limit of the run.
func TestEndlessStage(t *testing.T) {
	night := strings.Replace(attic, "#interactive day.", "", 1)
	night = strings.Replace(night, "5000 day { at ann hall, at ben hall }", "5000 night { key }", 1)
	s := sitting(t, strings.Replace(night, "#trace 5000", "#interactive day. #trace 5000", 1), nil)
	for depth := pauseSteps; depth <= 5000; depth += pauseSteps {
		a := asked(t, s, do{"do": "run", "until": do{"turn": true}, "known": depth - pauseSteps + 1})
		require.Equal(t, "time", a.Stop.Why)
		require.Equal(t, depth, a.View.Depth)
		require.Len(t, a.Points, pauseSteps)
	}
	a := asked(t, s, do{"do": "run", "until": do{"turn": true}})
	require.Equal(t, "limit", a.Stop.Why)
	require.Equal(t, Bound, a.View.Status)

	hurried := sitting(t, night, nil)
	hurried.Pause = time.Nanosecond
	a = asked(t, hurried, do{"do": "run", "until": do{}})
	require.Equal(t, "time", a.Stop.Why)
	require.NotEmpty(t, a.View.Menu, "it can be looked at all the same")
	hurried.Patience = time.Nanosecond
	a = asked(t, hurried, do{"do": "run", "until": do{}})
	require.Equal(t, Stuck, a.View.Status)
	require.Equal(t, "it took too long, and was given up", a.View.Why)
	require.NotEmpty(t, a.View.Groups)
	hurried.Patience = 0
	require.NotEmpty(t, asked(t, hurried, do{"do": "view"}).View.Menu, "the next time it is found out")

	done, cancel := context.WithCancelCause(ctx)
	cancel(&exec.LimitError{Limit: "memory", Reason: "it took more than 1 MB of memory"})
	require.JSONEq(t, `{"error": "it took more than 1 MB of memory"}`,
		string(hurried.Handle(done, []byte(`{"do": "view"}`))))
}

// A sensor waits for a line that the player types, and asks for it once.
func TestRequestsOfSensors(t *testing.T) {
	s := sitting(t, attic, do{"trace": 2})
	a := asked(t, s, do{"do": "view"})
	require.Equal(t, Hears, a.View.Status)
	require.Empty(t, a.View.Menu)
	a = asked(t, s, do{"do": "run", "until": do{}})
	require.Equal(t, "line", a.Stop.Why)
	require.Empty(t, a.Heard)
	a = asked(t, s, do{"do": "say", "line": "hello <b>"})
	require.Equal(t, `ask "hello <b>"`, moves(a))
	require.Equal(t, []heard{{Asked: []string{"hear"}, Facts: a.Heard[0].Facts}}, a.Heard)
	back := asked(t, s, reopening(s, attic, do{"trace": 2}))
	require.Equal(t, moves(a), moves(back), "what was said is kept before it led to something, too")
	require.Equal(t, a.Heard, back.Heard)
	changed := asked(t, s, do{"do": "grow", "text": attic + "% more"})
	require.Equal(t, moves(a), moves(changed))
	a = asked(t, s, do{"do": "choose", "number": 1, "known": 1})
	require.Equal(t, `heard "hello <b>"`, a.View.Came[0].Fact)
	require.Len(t, a.Points[0].Step.Sensed.of, 1)
	again := asked(t, s, reopening(s, attic, do{"trace": 2}))
	require.Empty(t, again.Lost)
	require.Equal(t, 1, again.View.Depth, "what was said is kept")

	asked(t, s, do{"do": "undo"})
	a = asked(t, s, do{"do": "ask"})
	require.Equal(t, Hears, a.View.Status, "it can be taken back")
	require.Equal(t, []heard{{}}, a.Heard)
	require.Equal(t, Hears, asked(t, new(Handler), reopening(s, attic, do{"trace": 2})).View.Status)
	require.Equal(t, `ask "bye"`, moves(asked(t, s, do{"do": "say", "line": "bye"})))
	a = asked(t, s, do{"do": "go", "point": 1})
	require.Equal(t, `heard "hello <b>"`, a.View.Groups[0].Lines[0].Fact, "what was said stays beside it")

	s = sitting(t, attic, do{"trace": 2})
	a = asked(t, s, do{"do": "say"})
	require.Equal(t, Over, a.View.Status, "nothing is said")
	require.True(t, a.View.Answered)
	a = asked(t, s, do{"do": "ask"})
	require.Equal(t, Hears, a.View.Status)
	require.Empty(t, a.View.Wanted, "any text will do")

	number := strings.NewReplacer("hear string", "hear who", "LINE", "TERM", "heard string", "heard who").Replace(attic)
	s = sitting(t, number, do{"trace": 2})
	a = asked(t, s, do{"do": "say", "line": "cid"})
	require.Equal(t, "unknown constant `cid`; there are `ann`, `ben`\n", a.Said)
	require.Equal(t, Hears, a.View.Status)
	require.Equal(t, "`ann`, `ben`", a.View.Wanted)
	require.Equal(t, "ask ben", moves(asked(t, s, do{"do": "say", "line": "ben"})))
}

// reopening returns the request that a page makes of what it has kept.
func reopening(s *Handler, text string, more do) do {
	a := asked(nil, s, do{"do": "view", "known": 1})
	points := []branch{}
	for _, p := range a.Points {
		points = append(points, p.branch)
	}
	lost := []branch{}
	for _, m := range s.lost {
		lost = append(lost, m.branch)
	}
	r := do{"do": "open", "name": "attic.cep", "text": text,
		"tree": kept{Points: points, At: a.View.Point, Heard: s.heard("open")}, "lost": lost}
	for k, v := range more {
		r[k] = v
	}
	return r
}

// What a page keeps brings everything back, whatever was done.
func TestKept(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		more := do{"seed": fmt.Sprint(rapid.IntRange(0, 9).Draw(rt, "seed"))}
		s := sitting(rt, attic, more)
		known := 1
		for range rapid.IntRange(1, 15).Draw(rt, "acts") {
			a := asked(rt, s, anyAct(rt, s, known))
			known += len(a.Points)
			require.Equal(rt, s.game.Len(), known)
		}
		again := new(Handler)
		back := asked(rt, again, reopening(s, attic, more))
		require.Empty(rt, back.Lost)
		require.Equal(rt, asked(rt, s, do{"do": "trace"}).Trace, asked(rt, again, do{"do": "trace"}).Trace)
		require.Equal(rt, asked(rt, s, do{"do": "view"}).Points, back.Points)
	})
}

func anyAct(rt *rapid.T, s *Handler, known int) do {
	r := rapid.SampledFrom([]do{{"do": "choose", "number": 1}, {"do": "run", "until": do{"steps": 2}}, {"do": "undo"},
		{"do": "redo"}, {"do": "go"}}).Draw(rt, "act")
	out := do{"known": known}
	for k, v := range r {
		out[k] = v
	}
	switch {
	case r["do"] == "go":
		out["point"] = rapid.IntRange(0, known-1).Draw(rt, "point")
	case r["do"] == "choose" && asked(rt, s, do{"do": "view"}).View.Ways == 0:
		return do{"do": "view", "known": known}
	}
	return out
}

// Pages pass kept data through JavaScript, in which all numbers are floating-point: that changes no
// step.
func TestKeptByScripts(t *testing.T) {
	const large = `nat : type. n nat : pred. #builtin NAT nat.
up : n N -o n (N + 1).
#trace 9 main { n 12345678901234567890 }.
`
	s := sitting(t, large, nil)
	asked(t, s, do{"do": "choose", "number": 1})
	data, err := json.Marshal([]branch{asked(t, s, do{"do": "view", "known": 1}).Points[0].branch})
	require.NoError(t, err)
	var read []any
	require.NoError(t, json.Unmarshal(data, &read))
	again := new(Handler)
	back := asked(t, again, do{"do": "open", "name": "large.cep", "text": large, "tree": do{"points": read, "at": 1}})
	require.Empty(t, back.Lost)
	require.Equal(t, "up 12345678901234567890", back.Points[0].Text)
}

// When the program changes, what was tried is tried again. What does not fit is told, kept,
// and tried another time.
func TestGrow(t *testing.T) {
	s := sitting(t, attic, nil)
	for _, move := range []string{"go ann", "find ann", "find ann", "go ben"} {
		asked(t, s, do{"do": "make", "move": move})
	}
	asked(t, s, do{"do": "go", "point": 1})
	asked(t, s, do{"do": "make", "move": "go ben"})
	locked := strings.Replace(attic, "find : $at C attic -o", "find : $at C attic * open -o", 1)
	a := asked(t, s, do{"do": "grow", "text": locked})
	require.Len(t, a.Points, 2, "go ann, go ben")
	require.Equal(t, "go ben", a.Points[1].Text)
	require.Equal(t, 2, int(a.View.Point))
	require.Len(t, a.Lost, 3)
	require.Equal(t, "it needs open, which is not there", a.Lost[0].Why)
	require.Equal(t, []missing{{branch{1, a.Lost[0].Step}, "find ann", a.Lost[0].Why},
		{branch{-1, a.Lost[1].Step}, "find ann", ""}, {branch{-2, a.Lost[2].Step}, "go ben", ""}}, a.Lost)

	wrong := tried(t, s, do{"do": "grow", "text": strings.Replace(attic, "key", "<b>", 1)})
	require.Contains(t, wrong.Error, "attic.cep:3:")
	require.False(t, wrong.Closed)
	require.Equal(t, 2, int(asked(t, s, do{"do": "view"}).View.Point), "as before")

}

// What was tried goes on under new names, on all branches, and the old ones again.
func TestGrowRenamed(t *testing.T) {
	s := sitting(t, attic, nil)
	s.Adapt = session.Adapt
	for _, move := range []string{"go ann", "find ann", "go ben"} {
		asked(t, s, do{"do": "make", "move": move})
	}
	asked(t, s, do{"do": "go", "point": 1})
	asked(t, s, do{"do": "make", "move": "go ben"})
	other := strings.NewReplacer("go :", "climb :", "find :", "discover :", "ann", "anna", "key", "coin").Replace(attic)
	a := asked(t, s, do{"do": "grow", "text": other})
	require.Empty(t, a.Lost)
	require.Equal(t, []rename.Renaming{{What: "constant", Was: "ann", Now: "anna"},
		{What: "rule", Was: "go", Now: "climb"}, {What: "rule", Was: "find", Now: "discover"}}, a.Renamed)
	var texts []string
	for _, p := range a.Points {
		texts = append(texts, p.Text)
	}
	require.Equal(t, []string{"climb anna", "discover anna", "climb ben", "climb ben"}, texts)
	require.Equal(t, 4, int(a.View.Point))
	back := asked(t, s, do{"do": "grow", "text": attic})
	require.Empty(t, back.Lost)
	require.Len(t, back.Renamed, 3)
	require.Equal(t, "find ann", back.Points[1].Text)
	require.Empty(t, asked(t, s, do{"do": "grow", "text": attic}).Renamed)
}

// What was lost comes back when it fits again, from what the handler knows and from what a
// page has kept.
func TestLostComesBack(t *testing.T) {
	s := sitting(t, attic, nil)
	for _, move := range []string{"go ann", "find ann", "go ben"} {
		asked(t, s, do{"do": "make", "move": move})
	}
	locked := strings.Replace(attic, "find : $at C attic -o", "find : $at C attic * open -o", 1)
	require.Len(t, asked(t, s, do{"do": "grow", "text": locked}).Lost, 2)
	asked(t, s, do{"do": "make", "move": "go ben"})
	again := new(Handler)
	require.Len(t, asked(t, again, reopening(s, locked, nil)).Lost, 2)
	for _, one := range []*Handler{s, again} {
		a := asked(t, one, do{"do": "grow", "text": attic})
		require.Empty(t, a.Lost)
		require.Len(t, a.Points, 4)
		require.Equal(t, []string{"go ann", "go ben", "find ann", "go ben"},
			[]string{a.Points[0].Text, a.Points[1].Text, a.Points[2].Text, a.Points[3].Text})
		require.Equal(t, "go ben", one.game.Step(one.game.At()).String())
	}
}

// Who stood at a point that was lost stands there when it comes back, after other changes,
// too, unless they have gone elsewhere.
func TestStoodAtLost(t *testing.T) {
	s := sitting(t, attic, nil)
	for _, move := range []string{"go ann", "find ann", "go ben"} {
		asked(t, s, do{"do": "make", "move": move})
	}
	asked(t, s, do{"do": "go", "point": 2})
	locked := strings.Replace(attic, "find : $at C attic -o", "find : $at C attic * open -o", 1)
	a := asked(t, s, do{"do": "grow", "text": locked})
	require.Equal(t, 1, int(a.View.Point))
	require.Equal(t, -1, int(a.Stood), "find ann")
	a = asked(t, s, do{"do": "grow", "text": locked + "\n", "tree": do{"at": -1}})
	require.Equal(t, -1, int(a.Stood))
	again := new(Handler)
	reopened := reopening(s, locked, nil)
	reopened["tree"] = kept{Points: reopened["tree"].(kept).Points, At: -1}
	require.Equal(t, -1, int(asked(t, again, reopened).Stood))
	for _, one := range []*Handler{s, again} {
		a = asked(t, one, do{"do": "grow", "text": attic, "tree": do{"at": -1}})
		require.Zero(t, a.Stood)
		require.Equal(t, "find ann", one.game.Step(a.View.Point).String())
	}
	asked(t, s, do{"do": "grow", "text": locked})
	require.Equal(t, "go ann", s.game.Step(asked(t, s, do{"do": "grow", "text": attic}).View.Point).String(),
		"nobody says where the player stood")
	require.Zero(t, asked(t, s, do{"do": "grow", "text": attic, "tree": do{"at": -99}}).View.Point)
}

// Whatever is wrong with a request is said, and nothing changes by it.
func TestBadRequests(t *testing.T) {
	s := sitting(t, attic, nil)
	asked(t, s, do{"do": "choose", "number": 1})
	before := string(s.Handle(ctx, []byte(`{"do": "view", "known": 1}`)))
	for request, want := range map[string]string{
		``:                                 "the request is not understood: EOF",
		`[]`:                               "the request is not understood",
		`{"do": "view"} {}`:                "something comes after it",
		`{"do": "view", "speed": 1}`:       `unknown field "speed"`,
		`{"do": "fly"}`:                    `there is no request "fly"`,
		`{}`:                               `there is no request ""`,
		`{"do": "choose"}`:                 "there is no move 0; the moves are numbered from 1 to 2",
		`{"do": "choose", "number": 1e99}`: "the request is not understood",
		`{"do": "choose", "number": 1, "most": {"filter": "zebra"}}`: "there is no move 1",
		`{"do": "make", "move": "fly"}`:                              "there is no move fly",
		`{"do": "make", "move": "(("}`:                               "name is missing",
		`{"do": "go", "point": 2}`: "there is no point 2; they " +
			"are numbered from 0 to 1",
		`{"do": "go", "point": -1}`:                   "there is no point -1",
		`{"do": "step", "point": 99}`:                 "there is no point 99",
		`{"do": "compare", "left": 1, "right": 7}`:    "there is no point 7",
		`{"do": "run", "until": {"rules": ["fnid"]}}`: "did you mean find?",
		`{"do": "run", "until": {"rules": ["key"]}}`: "key is a predicate, and no " +
			"rule",
		`{"do": "run", "until": {"facts": ["find"]}}`: "find is a rule, and no " +
			"predicate",
		`{"do": "run", "until": {"facts": ["at anne"]}}`: "there is no who anne; did " +
			"you mean ann?",
		`{"do": "run", "until": {"facts": ["at Who Who"]}}`: "Who cannot be a who and a " +
			"place",
		`{"do": "run", "until": {"facts": ["key _"]}}`: "key _ has 1 argument, but " +
			"key takes 0 arguments",
		`{"do": "run", "until": {"stage": "dawn"}}`:                "there is no stage dawn",
		`{"do": "run", "until": {"facts": ["at ann attic, kye"]}}`: "did you mean key?",
		`{"do": "run", "until": {"rules": ["find,"]}}`:             "name is missing",
		`{"do": "run", "until": {"rules": ["(("]}}`:                "name is missing",
		`{"do": "why", "what": "nobody"}`:                          "nobody",
		`{"do": "why"}`:                                            "",
		`{"do": "whynot", "what": "key"}`: "key is a predicate; ask " +
			"about a rule that makes it: find",
		`{"do": "whynot", "what": "fin"}`:    "find",
		`{"do": "picture"}`:                  "there are no pictures here",
		`{"do": "open", "text": ""}`:         "there is no #trace to play",
		`{"do": "open", "text": "a : type"}`: "program.cep:1:",
		`{"do": "open", "text": ` + quoted(attic) +
			`, "trace": 3}`: "there is no #trace 3: the program has 2",
		`{"do": "open", "text": ` + quoted(attic) + `, "stage": "dawn", "context": "x"}`:     `there is no stage "dawn"`,
		`{"do": "open", "text": ` + quoted(attic) + `, "by": "nobody"}`:                      "nobody",
		`{"do": "open", "text": "` + strings.Repeat("x", mostRequest) + `"}`:                 "the request is too large",
		`{"do": "open", "text": ` + quoted(attic) + `, "seed": "-1"}`:                        "the request is not understood",
		`{"do": "grow", "text": ` + quoted(strings.Replace(attic, "LINE", "NOISE", 1)) + `}`: "NOISE",
	} {
		var a reply
		require.NoError(t, json.Unmarshal(s.Handle(ctx, []byte(request)), &a))
		require.NotEmpty(t, a.Error, "%.200s", request)
		require.Contains(t, a.Error, want, "%.200s", request)
		require.Nil(t, a.View)
		require.Equal(t, before, string(s.Handle(ctx, []byte(`{"do": "view", "known": 1}`))), "%.200s", request)
	}
	fresh := new(Handler)
	require.JSONEq(t, `{"error": "no program is open", "closed": true}`,
		string(fresh.Handle(ctx, []byte(`{"do": "view"}`))))
}

// Prose of which a section fits no rule any more is told as far as it fits.
func TestProseFits(t *testing.T) {
	s := sitting(t, "coin : pred. earn : coin -o coin. #trace 3 main { coin }.",
		do{"prose": "## dig\nA hole.\n\n## earn\n### Work\nYou earn it.\n"})
	happened := asked(t, s, do{"do": "make", "move": "earn"}).View.Happened
	require.Equal(t, "Work", happened[0].Title)
	sitting(t, "coin : pred. earn : coin -o coin. #trace 3 main { coin }.", do{"prose": "\xff"})
}

func quoted(s string) string {
	data, _ := json.Marshal(s)
	return string(data)
}

// A tree from outside may say anything.
func TestBadTrees(t *testing.T) {
	for _, tree := range []string{
		`{"points": [{"from": 9, "step": {"rule": "go", "args": "[\"ann\"]"}}], "at": 7}`,
		`{"points": [{"from": -9, "step": {"rule": "go"}}, {"step": {"rule": "go", "args": "[\"ann\"]", ` +
			`"consumes": ["x1", "x99"]}}], "at": -3}`,
		`{"points": [{"step": {"rule": "<b>"}}, {"from": 1, "step": {"rule": "go", "args": "[\"ann\"]"}}], "at": 2}`,
		`{"at": 1}`,
		`{"at": 0, "heard": [{"at": -4}, {"at": 3}, {"asked": ["nix"], "facts": "[{\"pred\": \"nix\"}]"}]}`,
	} {
		s := new(Handler)
		request := `{"do": "open", "text": ` + quoted(attic) + `, "tree": ` + tree +
			`, "lost": [{"from": -5, "step": {"rule": "find"}}, {"from": 4, "step": {"rule": "find"}}]}`
		var a reply
		require.NoError(t, json.Unmarshal(s.Handle(ctx, []byte(request)), &a))
		require.Empty(t, a.Error, tree)
		require.NotEmpty(t, a.Lost)
		back := asked(t, new(Handler), reopening(s, attic, nil))
		require.Equal(t, a.Lost, back.Lost, "they stay as they are")
	}
}

// Whatever comes in, something that is JSON comes out, and the handler goes on.
func FuzzHandle(f *testing.F) {
	for _, r := range []string{
		`{"do":"view"}`, `{"do":"choose","number":1}`, `{"do":"go","point":-1}`, `{"do":"why","what":"t1"}`,
		`{"do":"break","what":"go ann, at _"}`, `{"do":"open","text":"stage s = {}. #trace _ s {}."}`,
	} {
		f.Add([]byte(r))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := sitting(t, attic, nil)
		s.Patience, s.Pause = time.Second, 100*time.Millisecond
		var a reply
		require.NoError(t, json.Unmarshal(s.Handle(ctx, data), &a))
		require.NotContains(t, a.Error, "internal error")
		require.NoError(t, json.Unmarshal(s.Handle(ctx, []byte(`{"do":"view"}`)), &a))
	})
}

// A picture is drawn by whoever can; a fault inside is a reply, and its game is given up.
func TestDraw(t *testing.T) {
	s := sitting(t, attic, nil)
	s.Draw = func(_ context.Context, g *causal.Graph, p Picture) ([]byte, error) {
		return fmt.Appendf(nil, "<svg>%s %d %d</svg>", p.View, p.Last, g.Len()), nil
	}
	asked(t, s, do{"do": "choose", "number": 1})
	require.Equal(t, "<svg>steps 3 1</svg>",
		asked(t, s, do{"do": "picture", "picture": do{"view": "steps", "last": 3}}).Picture)
	s.Draw = func(context.Context, *causal.Graph, Picture) ([]byte, error) { panic("no ink") }
	a := tried(t, s, do{"do": "picture"})
	require.Equal(t, "internal error: no ink", a.Error)
	require.True(t, a.Closed)
	require.True(t, tried(t, s, do{"do": "view"}).Closed)
}

// However much there is, little of it is shown, and all of it can be found.
func TestMuch(t *testing.T) {
	const n = 1000
	var b strings.Builder
	b.WriteString("x : type. a x : pred. b x : pred. got x x : pred.\n")
	for i := range n {
		fmt.Fprintf(&b, "x%d : x. ", i)
	}
	b.WriteString("\nstage s = { take : $a X * $b Y -o got X Y. }\n#trace _ s { ")
	for i := range n {
		fmt.Fprintf(&b, "a x%d, b x%d, ", i, i)
	}
	text := strings.TrimSuffix(b.String(), ", ") + " }."
	s := sitting(t, text, nil)
	most := do{"moves": 100, "facts": 50}
	require.Less(t, len(s.Handle(ctx, []byte(`{"do": "view", "most": {"moves": 100, "facts": 50}}`))), 100_000)
	require.Less(t, len(s.Handle(ctx, []byte(`{"do": "view"}`))), 1_000_000, "there is no request for all")
	a := asked(t, s, do{"do": "choose", "number": 100, "most": most})
	require.Equal(t, n*n, a.View.Ways)
	require.Equal(t, "take x0 x99", a.View.Happened[0].Text)
	require.False(t, a.View.Whole)
	lines := 0
	for _, g := range a.View.Groups {
		lines += len(g.Lines)
	}
	require.Equal(t, 50, lines)
	require.Equal(t, 2*n+1-50, a.View.More)

	most = do{"moves": 100, "facts": 50, "filter": "TAKE x998 x999", "find": "GOT"}
	a = asked(t, s, do{"do": "view", "most": most})
	require.Equal(t, "take x998 x999, take x999 x998", moves(a))
	require.Equal(t, []Line{{Fact: "got x0 x99", Count: 1, New: true}}, a.View.Groups[0].Lines)
	require.Zero(t, a.View.More)
	a = asked(t, s, do{"do": "choose", "number": 1, "most": most})
	require.Equal(t, "take x998 x999", a.View.Happened[0].Text)
}

// A step may use and make much: little of that is shown, too.
func TestMuchAtOnce(t *testing.T) {
	var facts []string
	for i := range 900 {
		facts = append(facts, fmt.Sprintf("c %d", i))
	}
	all := strings.Join(facts, " * ")
	s := sitting(t, "n : type. #builtin NAT n. c n : pred. start : pred. end : pred.\nstage s = { make : start -o "+all+
		". drop : "+all+" -o end. }\n#trace _ s { start }.\n", nil)
	reply := s.Handle(ctx, []byte(`{"do": "choose", "number": 1, "most": {"facts": 100}}`))
	require.Less(t, len(reply), 20_000)
	require.Contains(t, string(reply), `"more":800`)
	require.Contains(t, string(reply), `"…"`)
	require.Len(t, asked(t, s, do{"do": "step", "point": 1}).Step.Makes, 900)
}

// The trace of what only chance has chosen is the one that is written of a run.
func TestTraceOfChance(t *testing.T) {
	for _, name := range []string{"verona", "workshop"} {
		text, err := os.ReadFile("../../../examples/" + name + ".cep")
		require.NoError(t, err)
		s := sitting(t, string(text), do{"name": name + ".cep", "seed": "4", "steps": 40})
		asked(t, s, do{"do": "run", "until": do{"steps": 50}})
		prog, _ := lang.Load(name+".cep", text)
		run, err := exec.Run(ctx, prog, prog.Traces[0],
			exec.Options{Seed: 4, Limits: exec.Limits{Steps: 40}, Host: exec.Silent(prog)})
		require.NoError(t, err)
		var want strings.Builder
		require.NoError(t, tracejson.Write(&want, run.Stream()))
		require.Equal(t, want.String(), asked(t, s, do{"do": "trace"}).Trace, name)
	}
}

// TestManual checks what the manual says of pauses.
func TestManual(t *testing.T) {
	data, err := os.ReadFile("../../ceptre/manual/playing.md")
	require.NoError(t, err)
	require.Contains(t, string(data), "pauses after 1,000 steps or a second")
	require.Equal(t, 1000, pauseSteps)
	require.Equal(t, time.Second, pause)
}

// BenchmarkHandle is a choice by a request, in a state of so many facts in which as many
// transitions are enabled.
func BenchmarkHandle(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := new(Handler)
			asked(b, s, do{"do": "open", "text": string(crowded(b, n).Source.Text)})
			for i := 0; b.Loop(); i++ {
				request := fmt.Appendf(nil, `{"do": "choose", "number": %d, "known": %d, "most": {"moves": 100, "facts": 300}}`,
					1+i%100, i+1)
				reply := s.Handle(ctx, request)
				require.Contains(b, string(reply[:20]), `"view"`)
				require.Less(b, len(reply), 200_000)
			}
		})
	}
}

// An opening may say in which order a rule lists its variables.
func TestListedVariables(t *testing.T) {
	const text = "who : type. ann : who. place : type. hall : place. at who place : pred.\n" +
		"stage day = { go : at C L -o (). }\n#trace 5 day { at ann hall }."
	for want, listed := range map[string][]string{"go ann hall": nil, "go hall ann": {"gone", "L", "C"}} {
		o := Opening{Text: text, Listed: map[string][]string{"go": listed, "other": {"C"}}}
		prog, errs := o.load("day.cep")
		require.Empty(t, errs)
		e, err := exec.Run(ctx, prog, prog.Traces[0], exec.Options{Chooser: exec.First()})
		require.NoError(t, err)
		step := e.Steps[0]
		require.Equal(t, want, step.Rule+" "+step.Args[0].String()+" "+step.Args[1].String())
	}
}

// An opening may say that chance draws a rule first, and a program that has changed says so anew. Rules of a name are
// one then.
func TestRuleFirst(t *testing.T) {
	s := &Handler{}
	const twice = "p : pred. stage day = { go : p -o (). go : p * p -o p. }\n#trace 5 day { p }."
	asked(t, s, do{"do": "open", "text": twice, "ruleFirst": true})
	rules := s.game.Program().Rules()
	require.Same(t, rules[0], rules[1].Written)
	asked(t, s, do{"do": "open", "text": attic, "ruleFirst": true})
	require.True(t, s.game.Program().RuleFirst)
	require.Equal(t, "rule", s.game.Trace(ctx).Run.Choose)
	asked(t, s, do{"do": "grow", "text": attic + "% more", "ruleFirst": true})
	require.True(t, s.game.Program().RuleFirst)
	asked(t, s, do{"do": "grow", "text": attic})
	require.Equal(t, "random", s.game.Trace(ctx).Run.Choose)
}
