package report_test

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const household = `
thing : type. romeo : thing. romeo' : thing. x'' : thing. \y : thing. - : thing. do/it : thing. été : thing. t1 : thing.
num : type. z : num. s num : num.
day : type. #builtin NAT day. #builtin NAT_ZERO dawn. #builtin NAT_SUCC next. dawn : day. next day : day.
list : type. nil : list. cons thing list : list. tree : type. leaf' thing : tree. fork tree tree : tree.
note string day : tree.
said string : pred. told string thing : pred. counts num : pred. on day : pred. holds list : pred. grown tree : pred.
stage rest = { never : on N * N < N * counts z -o (). }
`

// texts draws the text of a string: signs that literals need, and anything else.
var texts = rapid.OneOf(rapid.StringOf(rapid.RuneFrom([]rune("\"\\\t\n\r\x00\x1b\x7f\u0085\u200d\u202e\ufeff\ufffd "+
	"(),[]%’'né\U0001F600"))), rapid.String())

// valueOf draws a ground term of a type.
func valueOf(t *rapid.T, of *lang.Type, depth int) lang.Value {
	switch {
	case of.Texts:
		return lang.Value{Text: strings.ToValidUTF8(texts.Draw(t, "text"), "")}
	case of.Counts():
		most := map[bool]int{true: 1 << 40, false: 30}[of.Numerals]
		return lang.NumberValue(of, lang.NewNat(int64(rapid.IntRange(0, most).Draw(t, "number"))))
	}
	var able []*lang.Constructor
	for _, c := range of.Constructors {
		if len(c.Args) == 0 || depth > 0 || c.Name == "leaf'" {
			able = append(able, c)
		}
	}
	c := rapid.SampledFrom(able).Draw(t, "constructor")
	var args []lang.Value
	for _, a := range c.Args {
		args = append(args, valueOf(t, a, depth-1))
	}
	return lang.NewValue(c, args)
}

// load reads a program, and returns the facts that its run begins with.
func load(t require.TestingT, text string) (*lang.Program, []string) {
	prog, errs := lang.Load("household.cep", []byte(text))
	require.NotNil(t, prog, "%s\n%v", text, errs)
	var facts []string
	for _, f := range prog.Traces[0].Context.Facts {
		facts = append(facts, identity(f.Fact.Pred.Name, term.RecordAll(f.Fact.Args), f.Permanent))
	}
	return prog, facts
}

// inContext returns the household with facts in a context, as programs write them.
func inContext(facts ...string) string {
	return household + "context now = { " + strings.Join(facts, ", ") + " }.\n#trace _ rest now.\n"
}

// identity returns a text that only equal facts have. It does without the printers that are tested.
func identity(pred string, args []trace.Term, permanent bool) string {
	return fmt.Sprint(permanent, identityOf(trace.Term{Head: pred, Args: args}))
}

func identityOf(t trace.Term) string {
	head := t.Head
	if text, literal := t.Literal(); literal {
		head = strconv.QuoteToASCII(text)
	}
	for _, arg := range t.Args {
		head += "(" + identityOf(arg) + ")"
	}
	return head
}

// Every text in which facts are printed is read as the same fact: by programs, and by questions about
// programs and runs.
func TestPrintedFactsReadBack(t *testing.T) {
	empty, _ := load(t, inContext())
	rapid.Check(t, func(t *rapid.T) {
		var printed, want []string
		for range rapid.IntRange(1, 5).Draw(t, "facts") {
			f := lang.Fact{Pred: rapid.SampledFrom(empty.Preds).Draw(t, "predicate")}
			for _, of := range f.Pred.Args {
				f.Args = append(f.Args, valueOf(t, of, 6))
			}
			permanent, mark := rapid.Bool().Draw(t, "permanent"), ""
			if permanent {
				mark = "!"
			}
			printed, want = append(printed, mark+f.String()),
				append(want, identity(f.Pred.Name, term.RecordAll(f.Args), permanent))
		}
		prog, got := load(t, inContext(printed...))
		require.Equal(t, want, got)
		laidOut, _, errs := syntax.Format(prog.Source)
		require.Empty(t, errs)
		_, got = load(t, string(laidOut))
		require.Equal(t, want, got)

		run, err := exec.Run(context.Background(), prog, prog.Traces[0], exec.Options{})
		require.NoError(t, err)
		requireRead(t, prog, run)
		var file bytes.Buffer
		require.NoError(t, json.Write(&file, run.Stream()))
		recorded, err := tracefile.Read("run.json", &file, nil)
		require.NoError(t, err)
		requireRead(t, prog, recorded)
	})
}

// requireRead reads the facts that a run prints at its end. Each line asks for the facts that are
// printed so, and for no others; together they are all.
func requireRead(t *rapid.T, prog *lang.Program, run *trace.Trace) {
	graph := causal.New(run)
	var out bytes.Buffer
	require.NoError(t, listing.Write(&out, run.Stream()))
	_, state, _ := strings.Cut(out.String(), "Final state (quiescent)\n")
	var all []string
	for line := range strings.Lines(state) {
		fact, copies := strings.TrimSpace(line), 1
		if n, of, several := strings.Cut(fact, " × "); several && strings.Trim(n, "12345") == "" {
			fact, copies = of, int(n[0]-'0')
		}
		_, facts := load(t, inContext(fact))
		require.Len(t, facts, 1)
		for range copies {
			all = append(all, facts[0])
		}
		requireMeans(t, prog, graph, fact, facts[0])
	}
	for _, r := range run.Final() {
		if r.Pred == trace.StagePred {
			continue
		}
		for _, shapes := range []*shape.Set{graph.Shapes(), exec.Shapes(prog)} {
			short := trace.Fact{Pred: r.Pred, Args: shapes.ShortAll(r.Args)}
			requireMeans(t, prog, graph, short.String(), identity(r.Pred, r.Args, false))
		}
	}
	var want []string
	for _, r := range run.Final() {
		if r.Pred != trace.StagePred {
			want = append(want, identity(r.Pred, r.Args, r.Persistent))
		}
	}
	require.ElementsMatch(t, want, all)
}

// requireMeans asks a program and a run for a fact, and wants those that are it.
func requireMeans(t *rapid.T, prog *lang.Program, graph *causal.Graph, text, want string) {
	g, err := report.Goal(prog, text)
	require.NoError(t, err, text)
	found, err := graph.Find(text)
	require.NoError(t, err, text)
	var got, meant []trace.ResourceID
	for _, target := range found {
		got = append(got, target.Resource.ID)
	}
	for _, r := range graph.Trace.Final() {
		same := want == identity(r.Pred, r.Args, r.Persistent) || want == identity(r.Pred, r.Args, false) // asks for both
		require.Equal(t, same, g.Facts[0].MatchesFact(r.Pred, r.Args, r.Persistent), "%s and %s", text, r)
		if same {
			meant = append(meant, r.ID)
		}
	}
	require.Equal(t, meant, got, text)
}

// Numbers and lists are written in a short form where people read them.
func TestShapes(t *testing.T) {
	prog, _ := load(t, inContext("counts (s (s z))", "counts z", "holds (cons romeo (cons x'' nil))", "holds nil", "on 3",
		`grown (fork (leaf' romeo) (note "s z" dawn))`))
	run, err := exec.Run(context.Background(), prog, prog.Traces[0], exec.Options{})
	require.NoError(t, err)
	for _, shapes := range []*shape.Set{causal.New(run).Shapes(), exec.Shapes(prog)} {
		var got []string
		for _, r := range run.Final() {
			got = append(got, trace.Fact{Pred: r.Pred, Args: shapes.ShortAll(r.Args)}.String())
		}
		require.ElementsMatch(t, []string{"counts 2", "counts 0", "holds [romeo, x'']", "holds []", "on 3",
			`grown (fork (leaf' romeo) (note "s z" 0))`, "stage rest"}, got)
	}
	_, err = report.Goal(prog, "counts 10000, on 10000")
	require.EqualError(t, err,
		`"counts 10000, on 10000", column 1: 10000 is too large: in a term s is applied 9990 times at the most`)
}
