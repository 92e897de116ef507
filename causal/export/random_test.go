package export

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// unkind are names that mean something in one of the formats, or that it cannot
// hold as they are.
var unkind = []string{
	"ann", "bob", "cyd", "at_home", `a"b`, "a'b", "<b>", "a&b", "&lt;", "#35;", "%20", "a b", "end", "-->", "]]>", "<!--",
	`\`, `\n`, `a\Nb`,
	"line\nbreak", "\ttab ", "\x1b[31m", "\x00", "\u2028", "\ufffe", "\ufffd", "\u202e", "été", "日本", "👩‍🚀", "`md`",
	"**md**", "style a:#1;", "(nobody)", "run", "stage", "%%", ";", "{}",
	`"a \"literal\""`, `"<i>"`, "1. one", "- item", "# head", "$$x^2$$", "fa:fa-car", "https://a.b/?c=d&e", "click",
	"subgraph",
}

// unkindNames returns a run in which each of the names is that of a fact and of a
// rule.
func unkindNames() *trace.Trace {
	t := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	for i, name := range unkind {
		if name == trace.StagePred {
			continue
		}
		id := trace.ResourceID(i + 1)
		t.Resources = append(t.Resources, trace.Resource{ID: id, Pred: name})
		t.Steps = append(t.Steps, trace.Step{ID: trace.StepID(id), Rule: name, Consumes: []trace.ResourceID{id}})
	}
	return t
}

// drawer draws a trace.
type drawer struct {
	t     *rapid.T
	trace *trace.Trace
	alive []trace.ResourceID
	names []string
	rules []trace.Rule
}

// traces draws valid traces, half of them without any header, over few names so
// that things meet.
func traces() *rapid.Generator[*trace.Trace] {
	return rapid.Custom(func(t *rapid.T) *trace.Trace {
		d := &drawer{t: t, trace: &trace.Trace{Header: trace.Header{Format: trace.Format}}}
		d.names = rapid.SliceOfNDistinct(rapid.SampledFrom(unkind), 6, 6, rapid.ID[string]).Draw(t, "names")
		for i := range 3 {
			d.rules = append(d.rules, trace.Rule{Name: d.name() + strconv.Itoa(i),
				Params: make([]trace.Param, rapid.IntRange(0, 3).Draw(t, "parameters"))})
			for j := range d.rules[i].Params {
				d.rules[i].Params[j].Name = rapid.SampledFrom([]string{"_", "C" + strconv.Itoa(j)}).Draw(t, "parameter")
			}
		}
		if rapid.Bool().Draw(t, "header") {
			d.trace.Program = &trace.Program{Name: d.name(), Rules: d.rules, Types: []trace.Type{
				{Name: d.name(), Constants: d.names[:3]}, {Name: "thing'", Constants: d.names[2:4]},
			}}
		}
		d.run()
		require.NoError(t, trace.Validate(d.trace))
		return d.trace
	})
}

func (d *drawer) run() {
	for range rapid.IntRange(0, 4).Draw(d.t, "initial") {
		d.alive = append(d.alive, d.make(0))
	}
	staged := rapid.Bool().Draw(d.t, "staged")
	for i := range rapid.IntRange(0, 10).Draw(d.t, "steps") {
		d.step(trace.StepID(i*2+1), staged)
	}
}

func (d *drawer) name() string {
	return rapid.SampledFrom(d.names).Draw(d.t, "name")
}

func (d *drawer) make(by trace.StepID) trace.ResourceID {
	id := trace.ResourceID(len(d.trace.Resources)*3 + 1)
	r := trace.Resource{ID: id, By: by, Pred: d.name(), Args: d.terms(rapid.IntRange(0, 2).Draw(d.t, "arity"))}
	if r.Pred == trace.StagePred {
		r.Args = d.terms(1)
	}
	r.Persistent = r.Pred != trace.StagePred && rapid.IntRange(0, 3).Draw(d.t, "persistent") == 0
	d.trace.Resources = append(d.trace.Resources, r)
	return id
}

func (d *drawer) terms(n int) []trace.Term {
	var out []trace.Term
	for range n {
		term := trace.Const(d.name())
		switch rapid.IntRange(0, 5).Draw(d.t, "form") {
		case 0:
			term = trace.Term{Head: "f", Args: []trace.Term{term, {Head: "z"}}}
		case 1:
			term = trace.Term{Head: "42", Number: true}
		}
		out = append(out, term)
	}
	return out
}

func (d *drawer) step(id trace.StepID, staged bool) {
	rule := rapid.SampledFrom(d.rules).Draw(d.t, "rule")
	s := trace.Step{ID: id, Rule: rule.Name, Args: d.terms(len(rule.Params))}
	if staged {
		s.Stage = d.name()
	}
	var left []trace.ResourceID
	for _, x := range d.alive {
		switch use := rapid.IntRange(0, 4).Draw(d.t, "use"); {
		case use == 0 && !d.trace.Resources[x/3].Persistent:
			s.Consumes = append(s.Consumes, x)
			continue
		case use == 1:
			s.Reads = append(s.Reads, x)
		}
		left = append(left, x)
	}
	for range rapid.IntRange(0, 2).Draw(d.t, "products") {
		s.Produces = append(s.Produces, d.make(id))
	}
	d.alive = append(left, s.Produces...)
	d.trace.Steps = append(d.trace.Steps, s)
}

// castOf returns the default cast, or an empty one if the trace has none.
func castOf(t *trace.Trace) causal.Cast {
	cast, err := cast.Find(causal.New(t), cast.Options{})
	if err != nil {
		return causal.Cast{}
	}
	return cast
}

// random draws a run with its cast.
func random(t *rapid.T) *run {
	tr := traces().Draw(t, "trace")
	cast := castOf(tr)
	if rapid.Bool().Draw(t, "nobody") {
		cast = causal.Cast{}
	}
	return &run{Graph: causal.New(tr), cast: cast}
}

// arcCount returns how many arcs a run has of a kind.
func arcCount(t *trace.Trace, k kind) int {
	n := 0
	for _, s := range t.Steps {
		n += len(map[kind][]trace.ResourceID{consume: s.Consumes, read: s.Reads, produce: s.Produces}[k])
	}
	return n
}

// long returns a run of n steps in which two characters pass a ball, and a third
// only looks on.
func long(n int) *trace.Trace {
	t := &trace.Trace{Header: trace.Header{Format: trace.Format, Program: &trace.Program{
		Types: []trace.Type{{Name: "player", Constants: []string{"ann", "bob", "cyd"}}},
	}}}
	add := func(by trace.StepID, who string) trace.ResourceID {
		id := trace.ResourceID(len(t.Resources) + 1)
		t.Resources = append(t.Resources, trace.Resource{ID: id, Pred: "ball", Args: []trace.Term{trace.Const(who)}, By: by})
		return id
	}
	add(0, "cyd")
	ball := add(0, "ann")
	for i := range n {
		id, who := trace.StepID(i+1), []string{"bob", "ann"}[i%2]
		next := add(id, who)
		t.Steps = append(t.Steps, trace.Step{
			ID: id, Rule: "pass", Args: []trace.Term{trace.Const(who)},
			Consumes: []trace.ResourceID{ball}, Reads: []trace.ResourceID{1}, Produces: []trace.ResourceID{next},
		})
		ball = next
	}
	return t
}

func BenchmarkWrite(b *testing.B) {
	for _, steps := range []int{10_000, 100_000} {
		g := causal.New(long(steps))
		cast := castOf(g.Trace)
		for _, f := range Formats() {
			b.Run(fmt.Sprintf("%s/%d", f.Name, steps), func(b *testing.B) {
				for b.Loop() {
					if _, err := Write(discard{}, f.Name, g, cast); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// labelled returns a trace in which steps name their rules by labels, as written formats do.
func labelled(tr *trace.Trace) *trace.Trace {
	rules := tr.Labels()
	for _, s := range tr.Steps {
		rules.Enter(s.Key())
	}
	out := *tr
	out.Steps = slices.Clone(tr.Steps)
	for i := range out.Steps {
		out.Steps[i].Rule = rules.LabelOf(tr.Steps[i].Key())
	}
	return &out
}
