package tell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// told returns a teller of a run, each event of which is a scene.
func told(t *testing.T, tr *trace.Trace) *Teller {
	tell, err := New(cut(t, causal.New(tr), scenes.Step, cast.Options{By: "character"}), nil)
	require.NoError(t, err)
	return tell
}

func retold(t *Teller, e int) string { return t.retell(causal.Event(e)) }

func TestTerms(t *testing.T) {
	n := NewNames(causal.Cast{Names: []string{"lady_capulet", "mcDuff"}}, prose.Front{})
	for want, term := range map[string]trace.Term{
		"Lady Capulet":      trace.Const("lady_capulet"),
		"McDuff":            trace.Const("mcDuff"),
		"market square":     trace.Const("market_square"),
		"half moon street":  trace.Const("half-moon_street"),
		"-":                 trace.Const("-"),
		"42":                {Head: "42", Number: true},
		"s (s z)":           {Head: "s", Args: []trace.Term{{Head: "s", Args: sitetest.Constants([]string{"z"})}}},
		`O "happy" dagger`:  trace.Const(`"O \"happy\"\tdagger\n"`),
		`"unfinished`:       trace.Const(`"unfinished`),
		"a\ufffdb\ufffd":    trace.Const("a\u202eb\x00"),
		"שלום":              trace.Const("שלום"),
		"<b>&amp; x</b>":    trace.Const("<b>&amp;_x</b>"),
		"many words inside": trace.Const(`"many   words inside"`),
	} {
		require.Equal(t, want, n.Term(term))
	}
	require.Equal(t, strings.Repeat("é", 59)+"…", n.Label(trace.Const(strings.Repeat("é", 10_000))))
}

func TestRetell(t *testing.T) {
	tr := sitetest.Duel()
	tell := told(t, tr)
	for i, want := range []string{
		"Insult: Tybalt and Mercutio, at the market square. Now: anger (Mercutio → Tybalt); Mercutio is depressed. " +
			"No longer: anger (Tybalt → Mercutio).",
		"Travel: Romeo, from the orchard to the market square.",
		"Kill: Tybalt and Mercutio, at the market square, about Romeo. Now: Mercutio is dead; " +
			"anger (Romeo → Tybalt). No longer: Mercutio at the market square; anger (Mercutio → Tybalt).",
		"Toll. No longer: bell.",
		"Nightfall. Day ends; night begins. Now: bell.",
	} {
		require.Equal(t, want, retold(tell, i))
	}
}

// A character that comes to others is told with the place it comes from; the others are met, not
// left.
func TestRetellMeetings(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard", "at juliet ballroom", "at paris orchard",
		"loves romeo juliet")
	h.Play("do/sneak romeo juliet", "-at romeo orchard", "-loves romeo juliet", "+at romeo ballroom", "+seen romeo juliet")
	h.Play("do/follow paris orchard romeo ballroom", "-at paris orchard", "-at romeo ballroom", "+at paris ballroom",
		"+at romeo ballroom")
	h.Play("do/leave paris ballroom romeo", "-at paris ballroom", "+at paris orchard")
	tell := told(t, h.Finish(trace.Quiescent))
	require.Equal(t, "Sneak: Romeo, from the orchard to the ballroom, meeting Juliet. Now: seen (Romeo → Juliet). No "+
		"longer: Romeo loves Juliet.", retold(tell, 0))
	require.Equal(t, "Follow: Paris and Romeo, at the ballroom, Paris from the orchard.", retold(tell, 1))
	require.Contains(t, retold(tell, 2), "Leave: Paris, from the ballroom to the orchard")
}

// A constructor around a single character gives its kind, and is not told.
func TestTermsOfKinds(t *testing.T) {
	of := func(kind, who string) trace.Term {
		return trace.Term{Head: kind, Args: sitetest.Constants([]string{who})}
	}
	facts := func(terms ...trace.Term) *trace.Trace {
		tr := new(trace.Trace)
		for _, x := range terms {
			tr.Resources = append(tr.Resources, trace.Resource{Pred: "here", Args: []trace.Term{x}})
		}
		return tr
	}
	n := NewNames(causal.Cast{Names: []string{"ann", "bob"}},
		prose.Front{Characters: map[string]prose.Person{"ann": {Name: "Ann the brave",
			Pronouns: prose.Pronouns{They: "she"}}}})
	require.Equal(t, "guest ann", n.Term(of("guest", "ann")), "nobody knows")
	n.Learn(facts(of("guest", "ann"), trace.Const("ann"), of("guest", "ann"), of("guest", "bob"), of("ghost", "bob"),
		of("hot", "tea")))
	require.Equal(t, "Ann the brave", n.Term(of("guest", "ann")))
	require.Equal(t, "she", n.Value(of("guest", "ann")).Pronouns.They)
	for _, kept := range []trace.Term{of("guest", "bob"), of("ghost", "bob"), of("ghost", "ann"), of("hot", "tea")} {
		require.Equal(t, kept.String(), n.Term(kept))
		_, person := n.Who(kept)
		require.False(t, person)
	}
}

func TestRetellManyThings(t *testing.T) {
	h := sitetest.New(sitetest.Program())
	h.Set("at romeo orchard", "at paris tomb", "depressed romeo")
	h.Play("do/find romeo ring poison ring orchard", "$at romeo orchard", "-depressed romeo", "+depressed romeo",
		"+has romeo ring", "+wants_to_kill romeo paris", "+close_to tomb romeo", "+jealous romeo juliet", "+lit",
		"+lit", "+lit")
	h.Play("clock three", "+lit")
	h.Play("do/spy romeo orchard paris tomb ring", "$at romeo orchard", "$at paris tomb")
	tell := told(t, h.Finish(trace.Quiescent))
	require.Equal(t, "Find: Romeo, at the orchard, with ring and poison, about Paris. Now: Romeo has ring; Romeo "+
		"wants to kill Paris; "+
		"tomb close to Romeo; Romeo is jealous of Juliet; 3 × lit.", retold(tell, 0))
	require.Equal(t, "Clock: three. Now: lit.", retold(tell, 1))
	require.Equal(t, "Spy: Romeo, at the orchard, with ring, about Paris.", retold(tell, 2))
}

// Where people are is told as the program says it: in rooms, on blocks, at any other place.
func TestRetellPlaces(t *testing.T) {
	for _, c := range []struct{ pred, typ, where string }{
		{"in", "spot", "in"}, {"on", "spot", "on"}, {"sits_inside", "spot", "inside"}, {"at", "room", "in"},
		{"at", "spot", "at"}, {"location", "spot", "at"},
	} {
		h := sitetest.New(&trace.Program{
			Types: []trace.Type{{Name: "character", Constants: []string{"ann", "bob"}},
				{Name: c.typ, Constants: []string{"hall", "attic"}}},
			Predicates: []trace.Predicate{{Name: c.pred, Args: []string{"character", c.typ}, Mode: trace.Linear}},
		}).Set(c.pred+" ann hall", c.pred+" bob hall", "tick", "tick")
		h.Play("meet ann bob", "$"+c.pred+" ann hall", "$"+c.pred+" bob hall").Play("flee ann",
			"-"+c.pred+" ann hall").Play("knock hall attic", "-tick", "-tick")
		tell := told(t, h.Finish(trace.Quiescent))
		require.Equal(t, "Meet: Ann and Bob, "+c.where+" the hall.", retold(tell, 0))
		require.Contains(t, retold(tell, 1), c.where+" the hall")
		require.Equal(t, "Knock: the hall and the attic. No longer: 2 × tick.", retold(tell, 2))
	}
}

// Adjectives make sentences with the names that the author gave.
func TestFactsWithAdjectives(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard")
	h.Play("die", "$at romeo orchard", "+dead nurse", "+dark tomb", "+angry nurse romeo")
	text, err := prose.Parse("p.md", []byte("---\ncharacters: {nurse: the Nurse}\nplaces: {tomb: the tomb}\n---\n"),
		prose.Options{})
	require.NoError(t, err)
	tell, err := New(cut(t, causal.New(h.Finish(trace.Quiescent)), "", cast.Options{By: "character"}), text)
	require.NoError(t, err)
	require.Contains(t, retold(tell, 0), "Now: the Nurse is dead; the tomb is dark; the Nurse is angry with Romeo.")
}

// In facts about possessions the number stands before the thing; other facts with three arguments
// are listed.
func TestFactsWithNumbers(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard")
	h.Play("sow", "$at romeo orchard", "+has romeo rose 3", "+has nurse 2 3", "+owes romeo nurse 2",
		"+has romeo rose thorn")
	tell := told(t, h.Finish(trace.Quiescent))
	require.Contains(t, retold(tell, 0),
		"Now: Romeo has 3 rose; has Nurse, 2, 3; owes Romeo, Nurse, 2; has Romeo, rose, thorn.")
}

// Two people are never called the same.
func TestNamesDiffer(t *testing.T) {
	n := NewNames(causal.Cast{Names: []string{"ann", "a_b", "a-b", "c_d"}}, prose.Front{})
	require.Equal(t, "Ann, a_b, a-b and C D", n.People([]string{"ann", "a_b", "a-b", "c_d"}))
}

// Whatever the author has a name for is called that, wherever in the front matter it stands:
// of a run not all are in the cast.
func TestNamesGiven(t *testing.T) {
	n := NewNames(causal.Cast{Names: []string{"romeo"}}, prose.Front{
		Characters: map[string]prose.Person{"romeo": {Name: "young Romeo"}, "nurse": {Name: "the Nurse"}, "paris": {}},
		Places:     map[string]string{"tomb": "the tomb"},
		Names:      map[string]string{"ring": "her ring"},
	})
	terms := sitetest.Constants([]string{"romeo", "nurse", "paris", "tomb", "ring", "true_love"})
	require.True(t, n.Given(terms[:2]))
	require.True(t, n.Given(nil))
	for _, unknown := range []trace.Term{terms[2], terms[5], {Head: "romeo", Args: terms[:1]}} {
		require.False(t, n.Given([]trace.Term{terms[0], unknown}))
	}
	require.Equal(t, []string{"young Romeo", "the Nurse", "paris", "the tomb", "her ring", "true love"}, n.Labels(terms))
}

// Each line is a scene, and who is in it where.
func TestWhoIsHere(t *testing.T) {
	story := sitetest.New(sitetest.Program()).Set("bell", "letter romeo juliet",
		"at romeo ballroom", "at juliet orchard", "at nurse orchard", "at paris tomb", "at tybalt tomb", "at mercutio cell")
	cast := NewNames(causal.Cast{Names: []string{"romeo", "juliet", "nurse", "paris", "tybalt", "mercutio"}},
		prose.Front{})
	var want []string
	scene := func(company, rule string, changes ...string) {
		story.Play(rule, changes...)
		want = append(want, company)
	}
	scene("Juliet and Nurse", "talk", "$at juliet orchard", "$at nurse orchard")
	scene("Juliet, about Romeo", "dream juliet romeo", "$at juliet orchard")
	scene("Juliet, about Romeo", "brood", "$at juliet orchard", "$at romeo ballroom")
	scene("Juliet and Nurse, about Romeo and Paris", "gossip romeo",
		"$at nurse orchard", "$at juliet orchard", "$at paris tomb")
	scene("Juliet, about Romeo, Tybalt and Paris", "count",
		"$at juliet orchard", "$at romeo ballroom", "$at paris tomb", "$at tybalt tomb")
	scene("Romeo, about Juliet", "write romeo juliet", "$letter romeo juliet") // he acts, where he is
	scene("Romeo and Juliet", "miss", "$letter romeo juliet")                  // nothing says where
	scene("Romeo, Juliet and Nurse", "visit", "-at romeo ballroom", "$at juliet orchard", "$at nurse orchard",
		"+at romeo orchard")
	scene("Romeo and Juliet, about Paris", "part", "-at romeo orchard", "-at paris tomb",
		"$at juliet orchard",
		"+at romeo ballroom", "+at paris cell")
	scene("Mercutio and Paris", "slay", "$at paris cell", "-at mercutio cell", "+!dead mercutio")
	scene("Paris, about Mercutio", "watch", "$at paris cell", "$dead mercutio")
	scene("Mercutio", "haunt", "+at mercutio cell")
	scene("", "toll", "-bell")
	list := told(t, story.Finish(trace.Quiescent)).performance.Scenes
	require.Len(t, list, len(want))
	for _, s := range list {
		i := s.Events[0]
		require.Equal(t, want[i], cast.Company(s), story.Steps[i].Rule)
	}
	require.Equal(t, "About Romeo", cast.Company(&scenes.Scene{InMind: []string{"romeo"}}))
}

// A hero without a name is called what the predicate says of who that is.
func TestNamesOfHeroes(t *testing.T) {
	for predicate, name := range map[string]string{"hero": "Hero", "player_at": "Player", "in_room": "the hero",
		"at": "the hero", "Position": "the hero", "atom": "Atom"} {
		cast := causal.Cast{Predicates: []string{predicate}, Names: []string{predicate}, Lone: true}
		require.Equal(t, name, NewNames(cast, prose.Front{}).Person(predicate))
		cast.Lone = false
		require.NotEqual(t, "the hero", NewNames(cast, prose.Front{}).Person(predicate))
	}
	cast := causal.Cast{Predicates: []string{"at"}, Names: []string{"at"}, Lone: true}
	require.Equal(t, "Ann", NewNames(cast,
		prose.Front{Characters: map[string]prose.Person{"at": {Name: "Ann"}}}).Person("at"))
}

// The steps of a lone character do not repeat its name and place, except on the way.
func TestRetellOfOneHero(t *testing.T) {
	h := sitetest.New(&trace.Program{
		Types: []trace.Type{{Name: "room", Constants: []string{"gate", "hall"}},
			{Name: "beast", Constants: []string{"rat"}}},
		Predicates: []trace.Predicate{{Name: "hero", Args: []string{"room"}, Mode: trace.Linear},
			{Name: "foe", Args: []string{"beast", "nat"}, Mode: trace.Linear}, {Name: "rested", Mode: trace.Linear}},
	}).Set("hero gate", "rested")
	h.Play("go gate hall", "-hero gate", "+hero hall", "-rested").Play("meet rat", "$hero hall", "+foe rat 3").Play("rest",
		"+rested").Play("wait").Play("end", "-hero hall").Play("wait").Play("wait")
	tell, err := New(cut(t, causal.New(h.Finish(trace.Quiescent)), "", cast.Options{}), nil)
	require.NoError(t, err)
	var said []string
	for e := range 5 {
		said = append(said, retold(tell, e))
	}
	require.Equal(t, []string{"Go: from the gate to the hall. No longer: rested.", "Meet: rat. Now: foe rat, 3.",
		"Rest. Now: rested.", "Wait.", "End. No longer: Hero in the hall."}, said)
}

// Facts of other languages than English have no English grammar.
func TestFactsInOtherLanguages(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard", "depressed romeo", "loves romeo juliet",
		"has romeo ring", "angry_at juliet romeo", "day 2", "night")
	text, err := prose.Parse("p.md", []byte("---\nlanguage: de\nwords: {fact-of: \"{things} ({what})\"}\n---\n"),
		prose.Options{})
	require.NoError(t, err)
	play := cut(t, causal.New(h.Play("toll", "-night").Finish(trace.Quiescent)), "", cast.Options{By: "character"})
	tell, err := New(play, text)
	require.NoError(t, err)
	var said []string
	for i := range tell.performance.Graph.Resources {
		said = append(said, tell.Fact(&tell.performance.Graph.Resources[i]))
	}
	require.Equal(t, []string{"Romeo (orchard)", "Romeo: depressed", "Romeo, Juliet (loves)", "Romeo, ring (has)",
		"Juliet, Romeo (angry at)", "day 2", "night"}, said)
}
