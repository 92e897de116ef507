package desk

import (
	"flag"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/render/chromium"
)

var (
	changes = flag.Int("changes", 1000, "how many random changes TestRandomChanges makes")
	seed    = flag.Int("seed", 1, "of the random changes")
)

// record is what came of a random change: see testdata/random.js.
type record struct {
	Do, Edit, Before, After, Notice, Problem string
	Done, Asked                              bool
	Cards                                    []string // paths and names, sorted
}

// inn has a part of each kind, and comments where they can be.
const inn = `% An inn by the sea.

room : type.  % where people are
hall : room.
attic : room.  % below the roof
guest : type.
ann : guest.
bob : guest.
nat : type.
#builtin NAT nat.

% Where a guest is.
at guest room : pred.
coins guest nat : pred.
next room room : bwd.
next hall attic.  % a stair
back : next X Y <- next Y X * X <> Y.
says string : pred.

% The day.
stage day = {
  % Guests walk about.
  walk : at G R * next R S -o at G S.
  pay : $at G hall * coins G (N + 1) -o coins G N * says "Thanks, \"%\"!".  % no comment
}
#interactive day.

stage night = {
  % They sleep.
  sleep : $at G attic -o ().
}

% When the day is over.
over : qui * stage day -o stage night.

context start = {
  at ann hall, !at bob attic,  % bob stays
  coins ann 3, purse
}.
context purse = { coins bob 1 }.

#trace 20 day start.
#never crowd : at ann hall * at bob hall.
#invariant purses in day : sum N in coins _ N + 2 * at ann _ <= 9.
`

// Through random changes, the text and the cards say the same, comments stay, and undo returns each text.
func TestRandomChanges(t *testing.T) {
	u := &user{T: t, ctx: chromium.Start(t)}
	u.serves(u.file("inn.cep", inn))
	u.opens(1600)
	first := u.text()
	script, err := os.ReadFile("testdata/random.js")
	require.NoError(t, err)
	u.do(chromedp.Evaluate[chromedp.Void](string(script)))
	read[any](u, `sows(`+strconv.Itoa(*seed)+`)`)
	again := &user{T: t, ctx: chromium.Start(t), url: u.url}
	again.opens(1600)
	again.do(chromedp.Evaluate[chromedp.Void](string(script)))

	done := make(map[string]int)
	for made := 0; made < *changes; made += chunk {
		if made == 2*chunk {
			read[any](u, `rests()`) // half of the time is that of the play, which has tests of its own
		}
		for i, r := range read[[]record](u, `wander(`+strconv.Itoa(chunk)+`)`) {
			u.doing = r.Do + " " + r.Edit
			require.Empty(t, r.Problem, "change %d: %s", made+i, u.doing)
			require.Equal(t, cardsOf(r.After), r.Cards, "change %d: %s\n%s\nto\n%s", made+i, u.doing, r.Before, r.After)
			if r.Done {
				done[r.Do]++
			} else {
				require.Equal(t, r.Before, r.After, r.Edit)
			}
			if r.Asked || slices.Contains([]string{"undo", "redo", "type", "delete", "comment", "replace"}, r.Do) {
				continue // which may leave comments out
			}
			after := comments(r.After)
			for text, n := range comments(r.Before) {
				require.GreaterOrEqual(t, after[text], n, "change %d: %s loses %s\n%s\nto\n%s", made+i, u.doing, text,
					r.Before, r.After)
			}
		}
		// A page that has shown nothing else before has the same cards.
		read[any](again, `workshop.open("").then(() => workshop.open(`+quoted(u.text())+`))`)
		require.Equal(t, read[string](again, `plain()`), read[string](u, `plain()`))
	}
	t.Log(done)

	ways := read[[][]string](u, `returns()`)
	require.Equal(t, first, ways[1][0])
	slices.Reverse(ways[0])
	require.Equal(t, ways[0], ways[1])
}

// chunk is how many changes the page makes before they are looked at.
const chunk = 50

var comment = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|%[^\n]*`)

// comments returns how often a text has each comment.
func comments(text string) map[string]int {
	found := make(map[string]int)
	for _, c := range comment.FindAllString(text, -1) {
		if c[0] == '%' {
			found[c]++
		}
	}
	return found
}

// cardsOf returns the paths and names of the cards that a text should have.
func cardsOf(text string) (all []string) {
	add := func(p outline.Part, name string) {
		if p.Path != "" {
			all = append(all, p.Path+" "+name)
		}
	}
	o := outline.Of(lang.Analyse("random.cep", []byte(text)))
	for _, t := range o.Types {
		add(t.Part, t.Name)
		for _, c := range t.Members {
			add(c.Part, strings.Join(append([]string{c.Name}, c.Args...), " "))
		}
	}
	for _, p := range o.Predicates {
		add(p.Part, p.Name)
		for _, c := range p.Clauses {
			add(c.Part, c.Name)
		}
	}
	rules := slices.Clone(o.Links)
	texts := slices.Clone(o.Texts)
	for _, s := range o.Stages {
		add(s.Part, s.Name)
		rules, texts = append(rules, s.Rules...), append(texts, s.Texts...)
	}
	for _, r := range rules {
		add(r.Part, r.Name)
	}
	for _, c := range o.Contexts {
		add(c.Part, c.Name)
	}
	for _, r := range o.Runs {
		add(r.Part, "")
	}
	for _, s := range o.Statements {
		add(s.Part, s.Name)
	}
	told := regexp.MustCompile(`^#(interactive|builtin\s+NAT)\s`)
	for _, t := range texts {
		if t.Broken || t.Comment != "" || !told.MatchString(t.Text) {
			add(t.Part, "")
		}
	}
	slices.Sort(all)
	return all
}
