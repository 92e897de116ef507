package inquiry

import (
	"context"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/rename"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// again makes the choices of a run again in a program of that text.
func again(t testing.TB, text string, run *trace.Trace) *Rerun {
	p, errs := lang.Load("now.cep", []byte(text))
	require.NotNil(t, p, "%v", errs)
	r, err := RunAgain(context.Background(), p, run)
	require.NoError(t, err)
	if r.Now != nil && len(r.Departures) == 0 {
		require.NoError(t, trace.Validate(r.Now))
		require.NoError(t, replay.Verify(context.Background(), p, r.Now, replay.VerifyOptions{}))
	}
	return r
}

// In the program that it was a run of, a run is what it was, to the hash.
func TestRunAgainUnchanged(t *testing.T) {
	for _, s := range replaytest.Subjects(t) {
		r, err := RunAgain(context.Background(), s.Program, s.Run)
		require.NoError(t, err)
		require.Empty(t, r.Departures, s.Program.Source.Name)
		require.Empty(t, r.Renamed)
		require.Equal(t, hash.Of(causal.New(s.Run)), hash.Of(causal.New(r.Now)), s.Program.Source.Name)
		require.NoError(t, verify(s.Program, r.Now))
	}
}

// townWith returns the town with each of some texts in the place of another.
func townWith(t testing.TB, pairs ...string) string {
	text := replaytest.Town
	for i := 0; i < len(pairs); i += 2 {
		require.Contains(t, text, pairs[i])
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	return text
}

// TestRunAgainRenamed: names of every kind are matched after renaming.
func TestRunAgainRenamed(t *testing.T) {
	day := replaytest.Run(t, replaytest.LoadTown(t), 3)
	for _, c := range []struct {
		name  string
		pairs []string
		want  []rename.Renaming
	}{
		{"rule", []string{"walk :", "stroll :"}, []rename.Renaming{{What: "rule", Was: "walk", Now: "stroll"}}},
		{"predicate", []string{"mood", "temper"}, []rename.Renaming{{What: "predicate", Was: "mood", Now: "temper"}}},
		{"constant", []string{"inn", "tavern"}, []rename.Renaming{{What: "constant", Was: "inn", Now: "tavern"}}},
		{"constructor", []string{"s nat : nat", "succ nat : nat", "(s ", "(succ "},
			[]rename.Renaming{{What: "constant", Was: "s", Now: "succ"}}},
		{"stage", []string{"day", "noon"}, []rename.Renaming{{What: "stage", Was: "day", Now: "noon"}}},
		{"type", []string{"place", "spot"}, nil},
		{"variables", []string{" P", " X", " Q", " Y", " A", " Z", " B", " W"}, nil},
		{"variables that trade places", []string{" P", " #", " Q", " P", " #", " Q"}, nil},
		{"proved predicate", []string{"road", "street"}, []rename.Renaming{{What: "predicate", Was: "road", Now: "street"}}},
		{"many", []string{"ann", "eve", "cup", "mug", "fill", "pour", "day", "noon"}, []rename.Renaming{
			{What: "constant", Was: "ann", Now: "eve"}, {What: "predicate", Was: "cup", Now: "mug"},
			{What: "stage", Was: "day", Now: "noon"}, {What: "rule", Was: "fill", Now: "pour"},
		}},
		{"order of premises and results", []string{
			"at P A * road A B * energy P (s N) -o at P B * energy P N",
			"energy P (s N) * at P A * road A B -o energy P N * at P B",
			"!met P Q * mood Q \"merry\" * $energy P _", "$energy P _ * mood Q \"merry\" * !met P Q",
		}, nil},
		{"order of facts", []string{"at ann inn, at ben inn, at cleo well", "at cleo well, at ann inn, at ben inn"}, nil},
		{
			"stage, with a rule more", []string{
				"day", "noon", "stage noon = {", "stage noon = { spill : cup * night * $met ann ann -o ().",
			}, []rename.Renaming{{What: "stage", Was: "day", Now: "noon"}},
		},
		{"a comparison that holds", []string{"at P A * road", "at P A * A <> B * road"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := again(t, townWith(t, c.pairs...), day)
			require.Empty(t, r.Departures)
			require.Equal(t, c.want, r.Renamed)
		})
	}
}

// TestRunAgainRenamedAndChanged: names are matched although rules or the start have changed, so
// that only the change is reported.
func TestRunAgainRenamedAndChanged(t *testing.T) {
	day := replaytest.Day(t, replaytest.LoadTown(t))
	r := again(t, townWith(t, "cup", "mug", "night", "gloom", "fill : $at P well", "fill : $at P well * $mug"), day)
	require.Equal(t, []rename.Renaming{{What: "predicate", Was: "cup", Now: "mug"},
		{What: "predicate", Was: "night", Now: "gloom"}}, r.Renamed)
	require.Equal(t, 1, r.Departures[0].Number)
	require.Equal(t, "it also reads mug", r.Departures[0].Differences[0].Text)
	require.Equal(t, "fill : $at P well -o cup * night.", r.Departures[0].RuleWas)

	r = again(t, townWith(t, "cup", "mug", "night", "gloom", "fill : $at P well", "fill : $at P well * $mug * $gloom"),
		day)
	require.Equal(t, []rename.Renaming{{What: "predicate", Was: "cup", Now: "mug"},
		{What: "predicate", Was: "night", Now: "gloom"}}, r.Renamed)
	require.Equal(t, 1, r.Departures[0].Number)
	require.Len(t, r.Departures[0].Refusal.Nears[0].Lacks, 1)

	r = again(t, townWith(t, "ann", "eve", "at eve inn, ", "at eve well, "), day)
	require.Equal(t, []rename.Renaming{{What: "constant", Was: "ann", Now: "eve"}}, r.Renamed)
	require.Equal(t, 0, r.Departures[0].Number)
	require.Equal(t, "it no longer starts with at eve inn", r.Departures[0].Differences[0].Text)
}

// A rule of which only names are others is the rule that it was.
func TestRunAgainSameRule(t *testing.T) {
	const before = "cup : pred. full : pred. pour : cup -o full. #trace _ main { cup, cup }."
	p, errs := lang.Load("before.cep", []byte(before))
	require.NotNil(t, p, "%v", errs)
	r := again(t, "mug : pred. full : pred. pour : mug -o full. #trace _ main { mug }.", replaytest.Run(t, p, 1))
	last := r.Departures[len(r.Departures)-1]
	require.Equal(t, 2, last.Number)
	require.NotNil(t, last.Refusal)
	require.Empty(t, last.RuleWas)
}

// A run may have been started from a context of the program that is in none of its #traces.
func TestRunAgainFromContext(t *testing.T) {
	const before = "p : pred. q : pred. stage s = { r : p -o q. } stage u = { v : q -o p. } context c = { q, q, p }. " +
		"#trace _ s { p }."
	p, errs := lang.Load("before.cep", []byte(before))
	require.NotNil(t, p, "%v", errs)
	for _, stage := range p.Stages {
		run, err := exec.Run(context.Background(), p, &lang.Start{Stage: stage, Context: p.Contexts[0]}, exec.Options{})
		require.NoError(t, err)
		require.Empty(t, again(t, before, run).Departures)
		r := again(t, strings.Replace(before, "{ q, q, p }", "{ q, p, p, q }", 1), run)
		require.Equal(t, "it also starts with p", r.Departures[0].Differences[0].Text)
		require.Empty(t, again(t, strings.NewReplacer("stage u", "stage other", "stage s", "stage some", "_ s",
			"_ some").Replace(before), run).Departures)
	}
}

// Rules without a name are called by their place, which may be another's now.
func TestRunAgainRulesWithoutName(t *testing.T) {
	const before = "p : pred. q : pred. stage s = { p -o q. q -o (). p * q -o p. } #trace _ s { p, p, q }."
	p, errs := lang.Load("before.cep", []byte(before))
	require.NotNil(t, p, "%v", errs)
	for seed := range uint64(10) {
		r := again(t, "p : pred. q : pred. stage s = { q * p -o p. p -o q. q -o (). } #trace _ s { p, p, q }.",
			replaytest.Run(t, p, seed))
		require.Empty(t, r.Departures)
		require.Empty(t, r.Renamed)
	}
}

// TestRunAgainTells: a departure is reported at the first step that has it.
func TestRunAgainTells(t *testing.T) {
	day := replaytest.Day(t, replaytest.LoadTown(t))
	for _, c := range []struct {
		name  string
		pairs []string
		at    int
		want  string // want is the difference; empty for an unmet premise
		stuck bool
	}{
		{"fact more", []string{"at dan hill, ", "at dan hill, at dan hill, "}, 0, "it also starts with at dan hill", false},
		{"fact less", []string{"!met ann ben, ", ""}, 0, "it no longer starts with !met ann ben", false},
		{"other stage", []string{"#trace 25 day", "#trace 25 dusk"}, 0, "it started in stage day, and now starts in dusk",
			false},
		{"premise kept", []string{"fill : $at P well", "fill : $at P well * $cup"}, 1, "it also reads cup", false},
		{"premise used up", []string{"fill : $at P well", "fill : $at P well * cup"}, 1, "it also uses up cup", false},
		{"kept no more", []string{"fill : $at P well", "fill : at P well"}, 1, "it uses up at cleo well, which it only read",
			false},
		{"premise that is not met", []string{"fill : $at P well", "fill : $at P well * $night"}, 1, "", true},
		{"proved premise", []string{"fill : $at P well", "fill : $at P well * road well B"}, 1,
			"it also needs road well hill, which holds", false},
		{"comparison that does not hold", []string{"fill : $at P well", "fill : $at P well * P <> cleo"}, 1, "", true},
		{"variable more", []string{"fill : $at P well", "fill : $at P _"}, 1, "it is fill cleo well now", false},
		{"result more", []string{"-o cup * night", "-o cup * night * !met P P"}, 1, "it also makes !met cleo cleo", false},
		{"result less", []string{"-o cup * night", "-o cup"}, 1, "it no longer makes night", false},
		{"rule gone", []string{"fill : $at P well -o cup * night.", ""}, 1, "the program has no rule fill", true},
		{"rule gone, and another", []string{"fill : $at P well -o", "drink : $at P well * cup -o"}, 1,
			"the program has no rule fill; new in it, and made otherwise, is drink", true},
		{
			"rule of another stage", []string{
				"fill : $at P well -o cup * night.", "", "stage dusk = {", "stage dusk = { fill : $at P well -o cup * night.",
			}, 1, "it belongs to stage dusk, and the run is in stage day", true,
		},
		{"other rule first", []string{"#trace", "#ordered day. #trace", "stage day = {", "stage day = { wait : cup -o cup."},
			1, "in an ordered stage the first rule written that applies goes first, and wait applies", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := again(t, townWith(t, c.pairs...), day)
			require.NotEmpty(t, r.Departures)
			first := r.Departures[0]
			require.Equal(t, c.at, first.Number)
			require.Equal(t, c.stuck, first.Stuck)
			if c.want == "" {
				require.Empty(t, first.Differences)
				require.NotEmpty(t, first.Refusal.Nears[0].Lacks)
				return
			}
			require.Equal(t, c.want, first.Differences[0].Text)
			require.Nil(t, first.Refusal)
		})
	}
}

// A proof that does not end is told at the step that needs it.
func TestRunAgainWithoutEnd(t *testing.T) {
	r := again(t, townWith(t, "back hill well.", "back hill well. deep place : place. back X Y <- back (deep X) Y.",
		"fill : $at P well", "fill : $at P well * back well well"), replaytest.Day(t, replaytest.LoadTown(t)))
	require.Len(t, r.Departures, 1)
	require.Equal(t, 1, r.Departures[0].Number)
	require.True(t, r.Stuck())
	require.Contains(t, r.Departures[0].Differences[0].Text, "rule fill: gave up the search for a proof")
}

// A run that was over and is not now, or the other way round, is not what it was.
func TestRunAgainEnds(t *testing.T) {
	const before = "p : pred. q : pred. r : p -o q. #trace %s main { p, p }."
	load := func(bound string) *trace.Trace {
		p, errs := lang.Load("before.cep", []byte(strings.Replace(before, "%s", bound, 1)))
		require.NotNil(t, p, "%v", errs)
		return replaytest.Run(t, p, 1)
	}
	over := again(t, "p : pred. q : pred. r : p -o q. end : q * q -o (). #trace _ main { p, p }.", load("_"))
	require.Len(t, over.Departures, 1)
	require.Equal(t, 3, over.Departures[0].Number)
	require.Equal(t, "it was over, as nothing could happen; now it can go on with end",
		over.Departures[0].Differences[0].Text)
	require.Equal(t, "end", over.Departures[0].Rule.Name)
	require.False(t, over.Stuck())

	short := load("1")
	require.Equal(t, trace.LimitHit, short.End.Why)
	require.Empty(t, again(t, strings.Replace(before, "%s", "5", 1), short).Departures, "the bound does not count")
	cut := again(t, "p : pred. q : pred. r : p * $q -o q. #trace 1 main { p, q }.", short)
	require.Equal(t, 0, cut.Departures[0].Number)
}

// TestRunAgainIsARun: an accepted result is a run of the program, and running it again gives the
// same.
func TestRunAgainIsARun(t *testing.T) {
	all := replaytest.Subjects(t)
	r := replaytest.Rand(7)
	stuck, other := 0, 0
	for _, s := range all {
		q := replaytest.Pick(r, all).Program
		again, err := RunAgain(context.Background(), q, s.Run)
		require.NoError(t, err)
		if again.Now == nil || again.Stuck() {
			stuck++
			continue
		}
		other++
		require.NoError(t, trace.Validate(again.Now))
		require.NoError(t, verify(q, again.Now))
		requireAgain(t, again)
		next, err := RunAgain(context.Background(), q, again.Now)
		require.NoError(t, err)
		require.Empty(t, next.Departures)
		require.Equal(t, hash.Of(causal.New(again.Now)), hash.Of(causal.New(next.Now)))
	}
	require.NotZero(t, stuck)
	require.NotZero(t, other)
}

// A trace that says nothing of its program is in the names that the program has.
func TestRunAgainWithoutHeader(t *testing.T) {
	p := replaytest.LoadTown(t)
	day := replaytest.Run(t, p, 3)
	day.Program, day.Run = nil, nil
	for i := range day.Steps {
		day.Steps[i].Proves, day.Steps[i].Stage = nil, ""
	}
	require.Empty(t, again(t, replaytest.Town, day).Departures)
	require.Equal(t, "the program has no rule fill",
		again(t, townWith(t, "fill :", "pour :"), day).Departures[0].Differences[0].Text)
}

// market is a world of prices, with holes for two of them.
const market = `num : type. #builtin NAT num. ware : type. sword : ware. bread : ware.
gold num : pred. price ware num : pred. has ware : pred. paid num : pred. seen num : pred.
stage s = {
  buy : gold N * $price W P * N >= P -o gold (N - P) * has W * paid P.
  look : $seen N -o ().
}
#trace 3 s { gold 20, price sword %s, price bread %s, seen 1 }.`

func prices(sword, bread string) string {
	return strings.Replace(strings.Replace(market, "%s", sword, 1), "%s", bread, 1)
}

// shopping is a run in which a sword is bought, a bread, and something is looked at.
func shopping(t *testing.T) *trace.Trace {
	p, errs := lang.Load("before.cep", []byte(prices("5", "1")))
	require.NotNil(t, p, "%v", errs)
	return replaytest.Firing(t, p, "buy 20 sword 5", "buy 15 bread 1", "look 1")
}

// Another price is another run, but not another story: it goes on with the numbers of now.
func TestRunAgainNumbers(t *testing.T) {
	r := again(t, prices("7", "1"), shopping(t))
	require.False(t, r.Stuck())
	require.Len(t, r.Departures, 3) // the start, and both steps
	require.Equal(t, []string{
		"P is 7 now, was 5", "it reads price sword 7, and read price sword 5",
		"it makes gold 13, and made gold 15", "it makes paid 7, and made paid 5",
	}, differences(&r.Departures[1]))
	require.Equal(t, []string{"N is 13 now, was 15", "it uses up gold 13, and used up gold 15",
		"it makes gold 12, and made gold 14"}, differences(&r.Departures[2]))
	require.Equal(t, &Numbers{
		Changed: []Number{{"P", trace.Term{Head: "5", Number: true}, trace.Term{Head: "7", Number: true}}},
	}, r.Departures[1].Numbers)
	require.NoError(t, trace.Validate(r.Now))
	require.NoError(t, verify(r.Program, r.Now))
	require.Equal(t, "buy 20 sword 7", r.Now.Steps[0].String())
	requireAgain(t, r)
}

func differences(d *Departure) []string {
	var out []string
	for _, x := range d.Differences {
		out = append(out, x.Text)
	}
	return out
}

// Of several choices of numbers it is the first, and that is said.
func TestRunAgainOneOfManyNumbers(t *testing.T) {
	r := again(t, strings.Replace(prices("5", "1"), "seen 1", "seen 4, seen 2, seen 3", 1), shopping(t))
	last := r.Departures[len(r.Departures)-1]
	require.Equal(t, 3, last.Number)
	require.Equal(t, "N is 4 now, was 1: the first of 3 choices of numbers that fit", last.Differences[0].Text)
}

// Where no numbers fit, the run stops, and it is told why those that are there do not.
func TestRunAgainWithoutNumbers(t *testing.T) {
	r := again(t, prices("50", "1"), shopping(t))
	require.True(t, r.Stuck())
	last := r.Departures[len(r.Departures)-1]
	require.Equal(t, 1, last.Number)
	require.Nil(t, last.Numbers)
	near := &last.Refusal.Nears[0]
	require.Len(t, near.Lacks, 1)
	require.Equal(t, "20 >= 50", near.Premise(2, nil))

	gone := again(t, strings.ReplaceAll(prices("5", "1"), "sword", "shield"), shopping(t))
	require.Empty(t, gone.Departures, "a name is no number")
}
