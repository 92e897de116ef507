package inquiry

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// mostNumber is the highest that variables are tried with.
const mostNumber = 9

// instances returns the facts that an atom can be in a way of its rule, by trying all values
// of the variables that are not known. It goes by what the machine makes of a rule with all of
// its values, and not by matching. A calculation without a result makes no fact.
func instances(n *NearMiss, a lang.Atom) map[string]bool {
	ways := []exec.NearMiss{{Rule: n.Rule, Args: n.Args, Known: n.Known}}
	for _, t := range a.Args {
		lang.EachVariable(t, func(v lang.Variable) { ways = settle(ways, v) })
	}
	out := make(map[string]bool)
	for _, way := range ways {
		if f := way.Fact(a).String(); !strings.Contains(f, trace.Open) {
			out[f] = true
		}
	}
	return out
}

// settle returns the ways with each value of a variable, unless it is known.
func settle(ways []exec.NearMiss, v lang.Variable) []exec.NearMiss {
	if ways[0].Known[v] {
		return ways
	}
	var out []exec.NearMiss
	for _, value := range valuesOf(ways[0].Rule.Vars[v].Type) {
		for _, way := range ways {
			way.Args, way.Known = slices.Clone(way.Args), slices.Clone(way.Known)
			way.Args[v], way.Known[v] = value, true
			out = append(out, way)
		}
	}
	return out
}

// valuesOf returns the values of a type; of numbers the lowest.
func valuesOf(t *lang.Type) []lang.Value {
	var out []lang.Value
	if t.Numerals {
		for i := range int64(mostNumber + 1) {
			out = append(out, lang.NumberValue(t, lang.NewNat(i)))
		}
		return out
	}
	for _, k := range t.Constructors {
		for _, args := range valuesOfAll(k.Args) {
			out = append(out, lang.NewValue(k, args))
		}
	}
	return out
}

// valuesOfAll returns the tuples of values of types.
func valuesOfAll(types []*lang.Type) [][]lang.Value {
	if len(types) == 0 {
		return [][]lang.Value{nil}
	}
	var out [][]lang.Value
	for _, first := range valuesOf(types[0]) {
		for _, rest := range valuesOfAll(types[1:]) {
			out = append(out, append([]lang.Value{first}, rest...))
		}
	}
	return out
}

// writer draws the text of programs.
type writer struct{ *rapid.T }

func (w writer) one(of ...string) string { return rapid.SampledFrom(of).Draw(w.T, "text") }

// some draws one up to so many texts.
func (w writer) some(most int, text func() string) []string {
	out := make([]string, rapid.IntRange(1, most).Draw(w.T, "texts"))
	for i := range out {
		out[i] = text()
	}
	return out
}

// fact draws a fact, which may be permanent.
func (w writer) fact() string {
	item := func() string { return w.one("a", "b") }
	number := func() string { return w.one("0", "1", "2", "4") }
	box := func() string { return w.one("none", "(put "+item()+" "+number()+")") }
	return w.one("", "", "", "!") +
		w.one("p "+item()+" "+item()+" "+number(), "q "+number()+" "+number(), "h "+box()+" "+item())
}

// premise draws a premise on such facts.
func (w writer) premise() string {
	x := func() string { return w.one("X", "X", "Y", "a") }
	n := func() string { return w.one("N", "N", "M", "(N + 1)", "(M + 2)", "2") }
	return w.one("", "$", "!") + w.one("p "+x()+" "+x()+" "+n(), "p X X N", "p X X 2", "q "+n()+" "+n(), "q N (N * 2)",
		"q (N - 1) N",
		"h (put "+x()+" "+n()+") "+x(), "h B "+x())
}

// history draws a program in which facts come and go, and a rule `ask` with premises of all
// patterns, which only sometimes could happen.
func history(t *rapid.T) *lang.Program {
	w := writer{t}
	var b strings.Builder
	b.WriteString("item : type. a : item. b : item. nat : type. #builtin NAT nat.\n")
	b.WriteString("box : type. none : box. put item nat : box.\n")
	b.WriteString("p item item nat : pred. q nat nat : pred. h box item : pred.\n")
	b.WriteString("at nat : pred. never : pred. always : pred.\nstage s = {\n")
	for i := range 3 {
		fmt.Fprintf(&b, "  make%d : at %d -o at %d * %s.\n", i, i, i+1, strings.Join(w.some(3, w.fact), " * "))
	}
	b.WriteString("  p _ _ _ * $at _ -o ().\n  q _ _ * $at _ -o ().\n  h _ _ * $at _ -o ().\n")
	fmt.Fprintf(&b, "  ask : %s * %s -o always.\n}\n", w.one("never", "always"), strings.Join(w.some(2, w.premise), " * "))
	fmt.Fprintf(&b, "#trace 12 s { at 0, always, %s }.\n", strings.Join(w.some(3, w.fact), ", "))
	return replaytest.Load(t, b.String())
}

// Each fact that is told of as one that was there, comes later or is there, but not
// permanently, fits the premise; and each that does is told of.
func TestWhyNotTellsOfWhatFits(t *testing.T) {
	seen := make(map[string]int)
	rapid.Check(t, func(t *rapid.T) {
		p := history(t)
		q := question{Subject: replaytest.Subject{Program: p, Run: replaytest.Run(t, p, rapid.Uint64().Draw(t, "seed"))}}
		q.graph = causal.New(q.Run)
		if i := rapid.IntRange(0, q.graph.Len()).Draw(t, "at"); i < q.graph.Len() {
			q.at = q.graph.Step(causal.Event(i))
		}
		r, err := WhyNot(context.Background(), p, q.graph, goal.Pattern{Term: trace.Const("ask")}, q.at)
		require.NoError(t, err)
		for i := range r.Nears {
			n := &r.Nears[i]
			for k := range n.Lacks {
				l := &n.Lacks[k]
				if l.Premise.Kind.OnState() {
					q.checkFate(t, n, l)
					q.checkOther(t, n, l)
					q.count(n, l, seen)
				}
			}
		}
	})
	if testing.Short() {
		return // few runs need not have all of these
	}
	for _, name := range []string{"last", "present", "linear", "next", "other", "unfit"} {
		require.NotZero(t, seen[name], name)
	}
}

// checkOther checks that facts present with other numbers would fit with other values, also for
// known variables.
func (q *question) checkOther(t require.TestingT, n *NearMiss, l *Lack) {
	if l.Other == nil {
		return
	}
	pred, other := l.Premise.Atom.Pred, *n
	other.Known = withoutNumbers(n.Rule, n.Known)
	require.True(t, q.there(l.Other))
	for f := range instances(&other, l.Premise.Atom) {
		parsed, err := goal.ParsePattern(f)
		require.NoError(t, err)
		if blind(trace.Fact{Pred: parsed.Head, Args: parsed.Args}, pred) == blind(l.Other.Fact(), pred) {
			return
		}
	}
	require.Fail(t, "it does not fit", "%s for %s in %s", l.Other, q.Program.Source.Slice(l.Premise.Span),
		q.Program.Source.Text)
}

// count counts reported resources, and resources omitted because they do not fit.
func (q *question) count(n *NearMiss, l *Lack, seen map[string]int) {
	for name, x := range map[string]*causal.Resource{"last": l.Last, "present": l.Present, "linear": l.Linear,
		"next": l.Next, "other": l.Other} {
		if x != nil {
			seen[name]++
		}
	}
	if _, _, unfit := q.fitting(n, l); len(unfit) > 0 && l.Last == nil && l.Next == nil {
		seen["unfit"]++
	}
}

// fate tells of all that is said of a premise.
func fate(l *Lack) string {
	parts := []string{l.Fact.String()}
	for _, told := range []struct {
		how string
		of  *causal.Resource
	}{{"last", l.Last}, {"present", l.Present}, {"linear", l.Linear}, {"next", l.Next}, {"other", l.Other}} {
		if told.of != nil {
			parts = append(parts, fmt.Sprintf("%s %s %s", told.how, told.of.ID, told.of))
		}
	}
	return strings.Join(parts, "; ")
}

func TestWhyNotOfPatterns(t *testing.T) {
	const (
		pairs   = "p : type. a : p. b : p. nat : type. #builtin NAT nat. pair p p : pred. score p p nat : pred. go : pred.\n"
		numbers = "nat : type. #builtin NAT nat. days nat : pred. gold : pred. much nat : pred. q nat nat : pred.\n"
		boxes   = "p : type. a : p. b : p. nat : type. #builtin NAT nat. box : type. put p nat : box. none : box. h box p " +
			": pred. go : pred.\n"
	)
	for name, c := range map[string]struct {
		text, ask string
		at        int // the step before which it is asked; 0 for the end
		want      string
	}{
		"a variable that stands there twice": {
			pairs + "stage s = { drop : pair X Y * X <> Y -o (). twin : pair X X * go -o (). } #trace _ s {pair a b, go}.",
			"twin", 0, "pair _ _",
		},
		"what is there is said not to fit": {
			pairs + "stage s = { twin : pair X X * go -o (). } #trace _ s {pair a b, go}.",
			"twin", 0, "pair _ _; present x1 pair a b",
		},
		"what is linear and does not fit": {
			pairs + "stage s = { twin : !pair X X * go -o (). } #trace _ s {pair a b, go}.",
			"twin", 0, "pair _ _",
		},
		"what is linear and fits": {
			pairs + "stage s = { twin : !pair X X * go -o (). } #trace _ s {pair a b, pair b b, go}.",
			"twin", 0, "pair _ _; linear x2 pair b b",
		},
		"other numbers, but other things, too": {
			pairs + "stage s = { win : score X X 20 * go -o (). } #trace _ s {score a b 4, go}.",
			"win", 0, "score _ _ 20",
		},
		"other numbers": {
			pairs + "stage s = { win : score X X 20 * go -o (). } #trace _ s {score b b 4, score a b 5, go}.",
			"win", 0, "score _ _ 20; other x1 score b b 4",
		},
		"a number that is too low was there": {
			numbers + "stage s = { buy : gold -o days 0. dig : days (D + 1) -o days D. end : days 0 -o (). } #trace _ s {gold}.",
			"dig", 0, "days _",
		},
		"a number that is too low comes": {
			numbers + "stage s = { buy : gold -o days 0. dig : days (D + 1) -o days D. end : days 0 -o (). } #trace _ s {gold}.",
			"dig", 1, "days _",
		},
		"the last number that was high enough": {
			numbers + "stage s = { dig : days (D + 1) -o days D * gold. } stage done = {} qui * stage s * days 0 -o stage " +
				"done. #trace _ s {days 2}.",
			"dig", 0, "days _; last x3 days 1",
		},
		"the variable is known": {
			numbers + "stage s = { drop : days _ -o (). dig : $much D * days (D + 1) * gold -o (). } #trace _ s {much 1, days " +
				"1, days 2}.",
			"dig 1", 0, "days 2; last x3 days 2|gold",
		},
		"a calculation that is known": {
			numbers + "stage s = { drop : q _ _ -o (). twice : q N (N * 2) * gold -o (). } #trace _ s {q 2 3, gold}.",
			"twice", 0, "q _ _",
		},
		"a calculation without a result": {
			numbers + "stage s = { drop : days _ -o (). less : $much N * days (N - 5) * $gold -o (). } #trace _ s {days 3, " +
				"much 2, gold}.",
			"less 2", 0, "days _",
		},
		"a calculation that nobody knows": {
			numbers + "stage s = { drop : days _ -o (). less : much N * days (N * 2) -o (). } #trace _ s {days 3}.",
			"less", 0, "much _|days _; last x1 days 3",
		},
		"a compound term": {
			boxes + "stage s = { drop : h _ _ -o (). own : h (put X (N + 1)) X * go -o (). } #trace _ s {h none a, h (put a " +
				"0) a, h (put a 1) b, go}.",
			"own", 0, "h (put _ _) _",
		},
		"a compound term that fits": {
			boxes + "stage s = { drop : h _ _ -o (). own : h (put X (N + 1)) X * $go * $go -o (). } #trace _ s {h none a, h " +
				"(put b 3) b}.",
			"own", 0, "h (put _ _) _; last x2 h (put b 3) b|go",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := replaytest.Load(t, c.text)
			tr, err := exec.Run(context.Background(), p, p.Traces[0], exec.Options{})
			require.NoError(t, err)
			g := causal.New(tr)
			var at *trace.Step
			if c.at > 0 {
				at = g.Step(causal.Event(c.at - 1))
			}
			pattern, err := goal.ParsePattern(c.ask)
			require.NoError(t, err)
			r, err := WhyNot(context.Background(), p, g, pattern, at)
			require.NoError(t, err)
			var got []string
			for i := range r.Nears[0].Lacks {
				got = append(got, fate(&r.Nears[0].Lacks[i]))
			}
			require.Equal(t, c.want, strings.Join(got, "|"))
		})
	}
}
