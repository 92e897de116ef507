package prose

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

func mustParse(t require.TestingT, src string) *Prose {
	p, err := Parse("p.md", []byte(src), Options{})
	require.NoError(t, err, src)
	return p
}

// facts answers conditions from a list of facts without compound terms.
func facts(list ...string) func(string, []trace.Term) bool {
	return func(pred string, args []trace.Term) bool {
		pattern := goal.Pattern{Term: trace.Term{Head: pred, Args: args}}
		return slices.ContainsFunc(list, func(fact string) bool {
			words := strings.Fields(fact)
			return pattern.Matches(words[0], sitetest.Constants(words[1:]))
		})
	}
}

// told returns the texts about the topic at moments with these facts.
func told(t *testing.T, n *Narrator, m Moment, states ...string) []string {
	var out []string
	for _, state := range states {
		m.Holds = facts(strings.Split(state, "; ")...)
		text := ""
		if passage := n.Tell(m); passage != nil {
			text = passage.Opening(nil)
			html, err := passage.HTML(nil)
			require.NoError(t, err)
			require.Equal(t, "<p>"+text+"</p>\n", string(html))
		}
		out = append(out, text)
	}
	return out
}

func insult(terms ...string) Moment {
	m := Moment{Topic: Topic{Rule, "do/insult"}, Terms: make(map[string]trace.Term)}
	for i, name := range []string{"C", "L", "C'"}[:len(terms)] {
		m.Terms[name] = trace.Const(terms[i])
	}
	return m
}

// Several facts of a condition hold together, for the same names. Those that the rule does not
// have stand for whatever the facts have in common.
func TestConditionsOfSeveralFacts(t *testing.T) {
	n := mustParse(t, "## do/insult (if loves C X, dead X)\nmourner\n## do/insult (if seat, seat)\nseats\n## do/insult "+
		"(unless at C L, at C' L)\napart\n## do/insult\nplain\n").Narrator(nil, 0)
	var got []string
	for _, state := range []string{"", "loves romeo juliet; !dead paris", "loves romeo juliet; !dead juliet",
		"at romeo tomb; seat", "at romeo tomb; at paris tomb", "at romeo tomb; seat; seat"} {
		m := insult("romeo", "tomb", "paris")
		m.Meets = func(g goal.Goal) bool {
			var there []trace.Resource
			for _, text := range strings.FieldsFunc(state, func(r rune) bool { return r == ';' }) {
				p, err := goal.ParsePattern(text)
				require.NoError(t, err)
				there = append(there, trace.Resource{Pred: p.Head, Args: p.Args, Persistent: p.Permanent})
			}
			return g.Meets(there)
		}
		got = append(got, n.Tell(m).Opening(nil))
	}
	require.Equal(t, []string{"apart", "apart", "mourner", "apart", "plain", "seats"}, got)
	program := &trace.Program{Rules: []trace.Rule{{Name: "go", Params: []trace.Param{{Name: "C"}}}},
		Predicates: []trace.Predicate{{Name: "at", Args: []string{"who", "place"}, Mode: trace.Linear},
			{Name: "dead", Args: []string{"who"}, Mode: trace.Persistent}}}
	for text, want := range map[string]string{
		"## go (if at X L, dead X)\na\n":      "p.md:1:11: no variable L in rule go",
		"## go (if at X _, ded X)\na\n":       "p.md:1:19: no predicate ded in the program; did you mean dead?",
		"## go (if at C _, at X _, dead X)\n": "",
	} {
		err := mustParse(t, text).Check(program)
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, want)
	}
}

// A text without a title takes the title of the first unconditional section about the same topic,
// if the variables of that title have values.
func TestTitlesOfVariants(t *testing.T) {
	n := mustParse(t, "## do/insult (first time)\n### The first\na\n## do/insult\n### {C} is rude\nb\n"+
		"## do/insult (if depressed C)\nc\n## do/insult\n### Again\nd\n## do/insult\ne\n## toll (later times)\n### "+
		"No\nf\n## toll\ng\n").Narrator(nil, 0)
	values := map[string]Value{"C": {Text: "Romeo"}}
	var got []string
	for _, state := range []string{"x", "x", "depressed romeo", "x", "x"} {
		m := insult("romeo", "tomb", "paris")
		m.Holds = facts(state)
		passage := n.Tell(m)
		got = append(got, passage.Opening(values)+": "+passage.Title(values))
	}
	require.Equal(t, []string{"a: The first", "b: Romeo is rude", "c: Romeo is rude", "d: Again", "e: Romeo is rude"}, got)
	require.Equal(t, "", n.Tell(Moment{Topic: Topic{Rule, "toll"}}).Title(nil), "conditions would not hold")
	unbound := mustParse(t, "## do/insult\n### {C} is rude\n## do/insult\na\n").Narrator(nil, 0)
	require.Equal(t, "", unbound.Tell(insult()).Title(nil))
}

// The opening can be read by itself.
func TestOpeningNamesFirst(t *testing.T) {
	values := map[string]Value{"C": {Text: "the Nurse"}, "L": {Text: "the tomb"}}
	for text, want := range map[string]string{
		"{C.They} {C.does} not rest in {L}. {C.They} {C.is} tired.": "The Nurse does not rest in the tomb. They are " +
			"tired.",
		"{C} rest{C.s}, for {C.they} {C.is} tired.": "The Nurse rests, for they are tired.",
		"In {L}, {C.they} walk{C.s}, and {C.is} seen; {C.they} stop{C.s}.": "In the tomb, the Nurse walks, and is seen; " +
			"they stop.",
		"{C.Their} *shoes* {C.them} hurt, {C.name} say{C.s}.": "The Nurse’s shoes them hurt, the Nurse says.",
		"Shoes that are {C.theirs}: “{C.They} {C.was}.”":      "Shoes that are the Nurse’s: “They were.”",
		"“{C.They} {C.was},” somebody says.":                  "“The Nurse was,” somebody says.",
	} {
		n := mustParse(t, "## do/insult\n### {C.They}\n"+text+"\n").Narrator(nil, 0)
		passage := n.Tell(insult("nurse", "tomb"))
		require.Equal(t, want, passage.Opening(values), text)
		require.Equal(t, "They", passage.Title(values))
	}
}

func TestNarrator(t *testing.T) {
	for name, test := range map[string]struct {
		src    string
		moment Moment
		states []string
		want   []string
	}{
		"in turn": {"## do/insult\na\n## do/insult\nb\n## toll\nx", insult(), []string{"x", "x", "x"},
			[]string{"a", "b", "a"}},
		"first and later": {
			"## do/insult (first time)\na\n## do/insult (later times)\nb\n## do/insult\nc", insult(),
			[]string{"x", "x", "x"}, []string{"a", "b", "b"},
		},
		"conditions win": {
			"## do/insult\na\n## do/insult (if depressed C')\nb\n## do/insult (if dead _; unless at C L)\nc",
			insult("romeo", "tomb", "paris"),
			[]string{"depressed romeo", "depressed paris", "dead x", "dead x; at romeo tomb", "dead x; depressed paris",
				"dead x; depressed paris"},
			[]string{"a", "b", "c", "a", "b", "c"},
		},
		"not": {"## do/insult (if not dead C)\na", insult("romeo"), []string{"dead paris", "dead romeo"},
			[]string{"a", ""}},
		"unbound":         {"## do/insult (if not dead C)\na\n## do/insult\n{C'}", insult(), []string{"x"}, []string{""}},
		"empty":           {"## do/insult\n\n<!-- later -->\n\n## toll\nx", insult(), []string{"x"}, []string{""}},
		"rules go before": {"## nightfall\na\n## toll\nb", Moment{Topic: Topic{Rule, "toll"}}, []string{"x"}, []string{"b"}},
		"of all": {
			"## ending (if not dead C)\na\n## ending romeo (if dead romeo)\nb",
			Moment{Topic: Topic{Ending, "romeo"}, Terms: map[string]trace.Term{"C": trace.Const("romeo")}},
			[]string{"x", "dead romeo"}, []string{"a", "b"},
		},
		"of the whole": {"## ending\na", Moment{Topic: Topic{Ending, "romeo"}}, []string{"x"}, []string{""}},
	} {
		p := mustParse(t, test.src)
		require.NoError(t, p.Check(sitetest.Program()), name)
		require.Equal(t, test.want, told(t, p.Narrator(sitetest.Program(), 1), test.moment, test.states...), name)
	}
}

// A rule's name is a rule's, whatever else it looks like.
func TestRuleNamedLikeATopic(t *testing.T) {
	program := &trace.Program{Rules: []trace.Rule{{Name: "beginning", Params: []trace.Param{{Name: "X"}}}}}
	p := mustParse(t, "## beginning\n{X}\n")
	require.NoError(t, p.Check(program))
	require.Error(t, p.Check(sitetest.Program()))
	n := p.Narrator(program, 0)
	require.Nil(t, n.Tell(Moment{Topic: Topic{Kind: Beginning}, Terms: map[string]trace.Term{"X": {}}}))
	require.NotNil(t, n.Tell(Moment{Topic: Topic{Rule, "beginning"}, Terms: map[string]trace.Term{"X": {}}}))
}

// The chosen texts follow the rules of choice, and a second narrator chooses the same.
func TestChoicesKeepToTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.SliceOfN(rapid.SampledFrom([]string{"", " (at random)", " (first time)", " (later times)", " (if p)",
			" (unless p; at random)", " (if q; if p)"}), 1, 6).Draw(t, "variants")
		var src strings.Builder
		for i, kind := range kinds {
			fmt.Fprintf(&src, "## r%s\n%d\n\n", kind, i)
		}
		p := mustParse(t, src.String())
		seed := rapid.Uint64().Draw(t, "seed")
		one, two := p.Narrator(nil, seed), p.Narrator(nil, seed)
		tellings, last := make([]int, len(kinds)), make([]int, len(kinds))
		for time := range rapid.IntRange(1, 12).Draw(t, "times") {
			holds := map[string]bool{"p": rapid.Bool().Draw(t, "p"), "q": rapid.Bool().Draw(t, "q")}
			m := Moment{Topic: Topic{Rule, "r"}, Holds: func(pred string, _ []trace.Term) bool { return holds[pred] }}
			passage, again := one.Tell(m), two.Tell(m)
			may := competitors(kinds, time, holds, tellings, last)
			if len(may) == 0 {
				require.Nil(t, passage)
				continue
			}
			var got int
			_, err := fmt.Sscan(passage.Opening(nil), &got)
			require.NoError(t, err)
			require.Contains(t, may, got)
			require.Equal(t, passage.Opening(nil), again.Opening(nil))
			tellings[got]++
			last[got] = time + 1
		}
	})
}

// competitors is the oracle: which variants may be told.
func competitors(kinds []string, time int, holds map[string]bool, tellings, last []int) []int {
	var fit []int
	best := 0
	for i, kind := range kinds {
		ok := !strings.Contains(kind, "first") || time == 0
		ok = ok && (!strings.Contains(kind, "later") || time > 0)
		ok = ok && (!strings.Contains(kind, "if p") || holds["p"])
		ok = ok && (!strings.Contains(kind, "if q") || holds["q"])
		ok = ok && (!strings.Contains(kind, "unless p") || !holds["p"])
		rank := 0
		if kind != "" && kind != " (at random)" {
			rank = 1
		}
		if ok && rank > best {
			fit, best = nil, rank
		}
		if ok && rank == best {
			fit = append(fit, i)
		}
	}
	if slices.ContainsFunc(fit, func(i int) bool { return strings.Contains(kinds[i], "random") }) {
		latest := 0
		for _, i := range fit {
			latest = max(latest, last[i])
		}
		if len(fit) == 1 || latest == 0 {
			return fit
		}
		return slices.DeleteFunc(fit, func(i int) bool { return last[i] == latest })
	}
	slices.SortStableFunc(fit, func(a, b int) int { return tellings[a] - tellings[b] })
	return fit[:min(1, len(fit))]
}

// Chance takes each variant now and then.
func TestAtRandomTakesAll(t *testing.T) {
	n := mustParse(t, "## r (at random)\na\n## r\nb\n## r\nc\n").Narrator(nil, 7)
	count := make(map[string]int)
	for range 300 {
		count[n.Tell(Moment{Topic: Topic{Rule, "r"}}).Opening(nil)]++
	}
	require.Len(t, count, 3)
	for text, times := range count {
		require.InDelta(t, 100, times, 40, text)
	}
}

func TestPronouns(t *testing.T) {
	she, err := parsePronouns("she/her")
	require.NoError(t, err)
	own, err := parsePronouns("ze / zir/zir/zirs/zirself")
	require.NoError(t, err)
	values := map[string]Value{
		"N": {Text: "the Nurse", Pronouns: she}, "P": {Text: "Paris"}, "Z": {Text: "Zed", Pronouns: own},
	}
	for src, want := range map[string]string{
		"{N} says {N.they} walk{N.s}, {N.them} and {N.theirs}.": "<p>The Nurse says she walks, her and hers.</p>\n",
		"{P} says {P.they} walk{P.s} by {P.themself}.":          "<p>Paris says they walk by themself.</p>\n",
		"So {Z.they} {Z.is}, {Z.was}, {Z.has}; {Z.Their}.":      "<p>So ze is, was, has; Zir.</p>\n",
		"{P.they} {P.is}, {P.was}, {P.has}, {P.does} go{P.es}.": "<p>They are, were, have, do go.</p>\n",
		"It is {N}. {N} goes. {N.name} goes, {N.Name} too": "<p>It is the Nurse. The Nurse goes. the Nurse goes, The " +
			"Nurse too</p>\n",
		"“{N}!” (*{N}*) --- {N}, 3.{N}": "<p>“The Nurse!” (<em>The Nurse</em>) &mdash; the Nurse, " +
			"3.the Nurse</p>\n",
		"Well … {N}.\n{N}\n\n* {N}": "<p>Well … the Nurse.\nThe Nurse</p>\n<ul>\n<li>The " +
			"Nurse</li>\n</ul>\n",
		`"Go!" {N} goes: {N}`: "<p>&ldquo;Go!&rdquo; The Nurse goes: the Nurse</p>\n",
	} {
		require.Equal(t, want, tellOnce(t, "## r\n\n"+src+"\n", Options{}, values), src)
	}
	for _, bad := range []string{"", "her", "a/b/c/d", "a/b//d/e", "/", "she/him"} {
		_, err := parsePronouns(bad)
		require.Error(t, err, bad)
	}
}

func TestTitles(t *testing.T) {
	p := mustParse(t, "## r\n\n<!-- note -->\n\n### {N} *leaves* &amp; goes\n\nText.\n\n### Not this\n\n## q\n### Alone\n")
	n := p.Narrator(nil, 0)
	values := map[string]Value{"N": {Text: `the <b>"Nurse"</b>`}}
	passage := n.Tell(Moment{Topic: Topic{Rule, "r"}, Terms: map[string]trace.Term{"N": {}}})
	require.Equal(t, `The <b>"Nurse"</b> leaves & goes`, passage.Title(values))
	html, err := passage.HTML(values)
	require.NoError(t, err)
	require.Equal(t, "<p>Text.</p>\n<h2>Not this</h2>\n", string(html))
	passage = n.Tell(Moment{Topic: Topic{Rule, "q"}})
	require.Equal(t, "Alone", passage.Title(nil))
	html, err = passage.HTML(nil)
	require.NoError(t, err)
	require.Empty(t, html)
}

func TestHTMLWhereAskedFor(t *testing.T) {
	values := map[string]Value{"C": {Text: `<script>x</script>`}}
	for src, want := range map[string]string{
		"a <em onclick=x>{C}</em>":  "<p>a <em>&lt;script&gt;x&lt;/script&gt;</em></p>\n",
		"<b>*x*":                    "<p><b><em>x</em></b></p><b>\n</b>",
		"<script>alert(1)</script>": "",
		"<b id=a>x</b></p></div>":   "<p><b>x</b></p><p></p>\n",
		"<a href='x.html'>a</a> <a href='https://e.org'>b</a>": "<p>a <a href=\"https://e.org\">b</a></p>\n",
	} {
		require.Equal(t, strings.TrimSpace(want),
			strings.TrimSpace(tellOnce(t, "## r\n\n"+src+"\n", Options{HTML: true}, values)), src)
	}
}

func TestFrontMatter(t *testing.T) {
	src := "---\r\ntitle: 1597\nlanguage: pt-BR\ntheme: plain\nurl: https://e.org/v/\ndescription: >\n  two\n  " +
		"lines\ncharacters:\n  nurse: {name: the Nurse, pronouns: she, plural: true}\n" +
		"  romeo: R.\n  paris:\nplaces: {tomb: " +
		"" +
		"" +
		"" +
		"" +
		"" +
		"" +
		"the tomb}\nnames: {ring: a ring}\n---\n\n# Heading\n\nHi.\n"
	p := mustParse(t, src)
	require.Equal(t, Front{
		Title: "1597", Language: "pt-BR", Theme: "plain", URL: "https://e.org/v/", Description: "two lines",
		Characters: map[string]Person{"nurse": {"the Nurse", Pronouns{"she", "her", "her", "hers", "herself", false}, true},
			"romeo": {Name: "R."}, "paris": {}},
		Places: map[string]string{"tomb": "the tomb"}, Names: map[string]string{"ring": "a ring"},
	}, p.Front())
	intro, err := p.Introduction()
	require.NoError(t, err)
	require.Equal(t, "<p>Hi.</p>\n", string(intro))
	require.NoError(t, p.Check(sitetest.Program()))
}

// Ten thousand events with conditions and variants, chosen and rendered.
func BenchmarkTell(b *testing.B) {
	p := mustParse(b, "## do/insult (if depressed C; at random)\n{C} and {C.their} “rage”.\n## do/insult (first "+
		"time)\n{C'}\n## do/insult\nIn the {L}, *{C}* bites a thumb at {C'}.\n")
	m := insult("romeo", "tomb", "paris")
	m.Holds = func(string, []trace.Term) bool { return true }
	values := map[string]Value{"C": {Text: "Romeo"}, "C'": {Text: "Paris"}, "L": {Text: "tomb"}}
	for b.Loop() {
		n := p.Narrator(sitetest.Program(), 1)
		for range 10_000 {
			_, err := n.Tell(m).HTML(values)
			require.NoError(b, err)
		}
	}
}

// Verbs agree with what was said last: of a name there is one, of "they" are several.
func TestVerbsAgree(t *testing.T) {
	they, she := Value{Text: "Quill"}, Value{Text: "Ann", Pronouns: knownPronouns()[1]}
	for src, want := range map[string]string{
		"{C} leave{C.s} and {C.is} gone.":                             "Quill leaves and is gone.",
		"{C} stop{C.s}. {C.They} {C.has} to go{C.es}.":                "Quill stops. They have to go.",
		"{C.They} {C.is} late; {C} {C.was} not, and {D} watch{D.es}.": "They are late; Quill was not, and Ann watches.",
		"{D.They} see{D.s} {C}, who do{C.es} not.":                    "She sees Quill, who does not.",
		"Where {C.is} {C}?":                                           "Where is Quill?",
		"“Hush,” say{C.s} {C}.":                                       "“Hush,” says Quill.",
		"{E} leave{E.s}; {E.they} {E.is} gone. Where {E.was} {E}?": "The otters leave; they are gone. Where were the " +
			"otters?",
		"{E} amuse{E.s} {E.themself}, {C} {C.themself}.": "The otters amuse themselves, Quill themself.",
		"Glad {D.is} {D.them}.":                          "Glad is her.",
	} {
		p := mustParse(t, "## r\n"+src+"\n")
		passage := p.Narrator(&trace.Program{Rules: []trace.Rule{{Name: "r"}}}, 0).Tell(Moment{
			Topic: Topic{Rule, "r"}, Terms: map[string]trace.Term{"C": trace.Const("c"), "D": trace.Const("d"),
				"E": trace.Const("e")},
		})
		html, err := passage.HTML(map[string]Value{"C": they, "D": she, "E": {Text: "the otters", Plural: true}})
		require.NoError(t, err)
		require.Equal(t, "<p>"+want+"</p>\n", string(html))
	}
}

// The variants of a text are those with something to tell, and each is counted.
func TestVariants(t *testing.T) {
	p := mustParse(t, "## do/kill (if dead C')\n{C} kills.\n## do/kill\n<!-- later -->\n## stage day (in turn)\n### "+
		"Day\n## do/kill (at random)\nIt is done.\n")
	require.Equal(t, []Variant{
		{Topic{Rule, "do/kill"}, "do/kill (if dead C')", "p.md:1:4", true},
		{Topic{Stage, "day"}, "stage day (in turn)", "p.md:5:4", false},
		{Topic{Rule, "do/kill"}, "do/kill (at random)", "p.md:7:4", false},
	}, p.Variants(sitetest.Program()))
	n := p.Narrator(sitetest.Program(), 0)
	require.Equal(t, []int{0, 0, 0}, n.Told())
	for _, topic := range []Topic{{Rule, "do/kill"}, {Rule, "do/insult"}, {Stage, "day"}, {Rule, "do/kill"}} {
		n.Tell(Moment{Topic: topic})
	}
	require.Equal(t, []int{0, 1, 2}, n.Told())

	var none *Prose
	require.Empty(t, none.Variants(nil))
	require.Empty(t, none.Narrator(nil, 0).Told())
}
