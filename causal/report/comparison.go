package report

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Comparison tells how two runs differ.
type Comparison struct {
	*compare.Diff
	left, right branch
}

// branch is the part that only one of two runs has.
type branch struct {
	name    string // of the trace
	graph   *causal.Graph
	initial []*causal.Resource // of the initial state
	made    []*causal.Resource // by steps that are common
	first   []causal.Event     // where it parts from the other
	steps   []causal.Event     // all of them
	// followed is the number of steps that followed from each of the first, without common steps,
	// which would have happened anyway.
	followed []int
	// rivals are the steps of the other run that took a resource that one of the first steps
	// needed.
	rivals map[causal.Event]rival
}

// rival is a step that took a resource that another step needed.
type rival struct {
	step *trace.Step
	name string // of the step, as [Named] returns it
	over *causal.Resource
	what string // the resource, in words
}

// Compare finds out how two runs differ, which have names.
func Compare(a, b *causal.Graph, leftName, rightName string) *Comparison {
	d := compare.Runs(a, b)
	p := &Comparison{
		Diff:  d,
		left:  branch{name: leftName, graph: a, steps: d.OnlyLeft},
		right: branch{name: rightName, graph: b, steps: d.OnlyRight},
	}
	p.left.initial, p.right.initial = d.Initial()
	p.left.first, p.right.first = d.Firsts()
	p.left.followed, p.right.followed = compare.Followers(a, p.left.first, d.OnlyLeft),
		compare.Followers(b, p.right.first, d.OnlyRight)
	p.findMade()
	p.left.rivals, p.right.rivals = rivals(d, p.left.first), rivals(d.Mirrored(), p.right.first)
	return p
}

// Names returns the names of the runs.
func (p *Comparison) Names() (left, right string) { return p.left.name, p.right.name }

// findMade finds resources of common steps without a counterpart in the other run, as rules may
// make other resources in another program.
func (p *Comparison) findMade() {
	inLeft, inRight := permanent(p.Left), permanent(p.Right)
	known := make([]bool, len(p.Right.Resources))
	for x, y := range p.Resources {
		if y >= 0 {
			known[y] = true
		} else {
			p.left.addMade(&p.Left.Resources[x], inRight)
		}
	}
	for y := range known {
		if !known[y] {
			p.right.addMade(&p.Right.Resources[y], inLeft)
		}
	}
}

// addMade enters a resource if a common step made it. A permanent fact that the other run has, too,
// is not entered, as its maker does not matter.
func (b *branch) addMade(r *causal.Resource, other map[string]bool) {
	if r.Producer == causal.Outside || r.Persistent && other[r.String()] {
		return
	}
	if _, own := slices.BinarySearch(b.steps, r.Producer); !own {
		b.made = append(b.made, r)
	}
}

// permanent returns the permanent facts of a run.
func permanent(g *causal.Graph) map[string]bool {
	facts := make(map[string]bool)
	for i := range g.Resources {
		if r := &g.Resources[i]; r.Persistent {
			facts[r.String()] = true
		}
	}
	return facts
}

// rivals returns the steps of the right run that took resources needed by steps of the left run, by
// the latter. The relation need not be symmetric: a step may need resources that several others
// took.
func rivals(d *compare.Diff, of []causal.Event) map[causal.Event]rival {
	found := make(map[causal.Event]rival)
	for _, e := range of {
		if f, over := d.Rivals(e); f != causal.Outside {
			found[e] = rival{d.Right.Step(f), StepOf(d.Right, f), over, factOf(d.Left, over)}
		}
	}
	return found
}

// Section is a part of an answer.
type Section struct {
	Heading string   `json:"heading"`
	Items   []string `json:"items"`
}

// Summary says in a sentence how much the runs have in common.
func (p *Comparison) Summary() string {
	switch common := p.Left.Len() - len(p.OnlyLeft); {
	case p.Same:
		return fmt.Sprintf("The runs are the same, but for the order of steps that have nothing to do with each other: %s.",
			english.Count(p.Left.Len(), "step"))
	case common == 0:
		return "The runs have no steps in common."
	default:
		return fmt.Sprintf("The runs have %s in common.", english.Count(common, "step"))
	}
}

// Sections tell how the runs begin, where they part, and what followed. There may be no
// items in some, and equal ones several times.
func (p *Comparison) Sections() []Section {
	if p.Same {
		return nil
	}
	l, r := &p.left, &p.right
	return []Section{
		{l.name + " alone starts with", each(l.initial, l.fact)},
		{r.name + " alone starts with", each(r.initial, r.fact)},
		{"In " + l.name + " alone steps that are common made", each(l.made, l.byWhom)},
		{"In " + r.name + " alone steps that are common made", each(r.made, r.byWhom)},
		{"They part where " + l.name + " goes on with", p.partings(l, r)},
		{"They part where " + r.name + " goes on with", p.partings(r, l)},
		{"What followed in " + l.name, each(l.others(), l.say)},
		{"What followed in " + r.name, each(r.others(), r.say)},
	}
}

// Print prints the summary and the sections, in which equal items stand once with their number.
func (p *Comparison) Print(b *Text) {
	b.Line("%s", p.Summary())
	for _, section := range p.Sections() {
		b.List(section.Heading, english.Counted(section.Items))
	}
}

func (b *branch) fact(r *causal.Resource) string { return factOf(b.graph, r) }

func (b *branch) byWhom(r *causal.Resource) string {
	return fmt.Sprintf("%s (made by %s)", b.fact(r), b.say(r.Producer))
}

// say returns a step with its id.
func (b *branch) say(e causal.Event) string { return StepOf(b.graph, e) }

// partings tells of the steps with which one run parts from the other.
func (p *Comparison) partings(b, other *branch) []string {
	out := make([]string, len(b.first))
	for i, e := range b.first {
		follow := "nothing"
		if n := b.followed[i]; n > 0 {
			follow = english.Count(n, "step")
		}
		out[i] = fmt.Sprintf("%s (%s followed from it)", b.say(e), follow)
		r, ok := b.rivals[e]
		if !ok {
			continue
		}
		did := fmt.Sprintf("%s took %s", r.name, r.what)
		if s := b.graph.Step(e); r.step.Key() == s.Key() && slices.EqualFunc(r.step.Args, s.Args, trace.Term.Equal) {
			did = r.step.ID.String() + " did the same, with others of equal facts"
		}
		out[i] += "; in " + other.name + " " + did
	}
	return out
}

// others returns the steps but for those with which the run parts from the other.
func (b *branch) others() []causal.Event {
	return slices.DeleteFunc(slices.Clone(b.steps), func(e causal.Event) bool {
		_, first := slices.BinarySearch(b.first, e)
		return first
	})
}

// comparisonData is how two runs differ, as data.
type comparisonData struct {
	Same   bool        `json:"same"`
	Common [][2]string `json:"common"` // steps of left and right that correspond
	Left   branchData  `json:"left"`
	Right  branchData  `json:"right"`
}

// branchData is the part that only one of two runs has.
type branchData struct {
	Name    string      `json:"name"`
	Initial []string    `json:"initial"`
	Made    []string    `json:"made"` // by steps that are common
	First   []firstData `json:"first"`
	Steps   []StepData  `json:"steps"` // the first included
}

// firstData is a step with which a run parts from the other.
type firstData struct {
	StepData
	Followed int    `json:"followed"`        // how many steps followed from it
	Rival    string `json:"rival,omitempty"` // the step of the other run that took
	Over     string `json:"over,omitempty"`  // the resource that this step needed
}

// Data returns the answer as data.
func (p *Comparison) Data() any {
	d := comparisonData{Same: p.Same, Common: [][2]string{}, Left: p.left.data(), Right: p.right.data()}
	for e, f := range p.Events {
		if f != causal.Outside {
			d.Common = append(d.Common, [2]string{p.Left.Step(causal.Event(e)).ID.String(), p.Right.Step(f).ID.String()})
		}
	}
	return d
}

func (b *branch) data() branchData {
	d := branchData{
		Name: b.name, Initial: each(b.initial, (*causal.Resource).String), Made: each(b.made, (*causal.Resource).String),
		First: []firstData{},
		Steps: stepsOf(b.graph, b.steps),
	}
	for i, e := range b.first {
		d.First = append(d.First, b.firstData(e, b.followed[i]))
	}
	return d
}

func (b *branch) firstData(e causal.Event, followed int) firstData {
	d := firstData{StepData: NewStepData(b.graph.Rules(), b.graph.Step(e)), Followed: followed}
	if r, ok := b.rivals[e]; ok {
		d.Rival, d.Over = r.step.ID.String(), r.over.String()
	}
	return d
}
