package golden

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// stepsBefore is how many of the steps before one that failed are shown.
const stepsBefore = 3

// Print says of each run whether it is what it was.
func (d *Verdicts) Print(b *report.Text) {
	d.each(func(v *Verdict) {
		if !v.OK() || !d.Quiet {
			v.write(b, d.Update)
		}
	})
	for _, p := range d.Programs {
		if !p.Some && !p.Broken {
			b.Line("%s: no blessed runs yet; %s", p.Name, p.Hint)
		}
	}
	if d.Runs() > 1 && (!d.Quiet || d.Failed() > 0) {
		b.Line("%s", d.summary())
	}
}

// summary counts the runs.
func (d *Verdicts) summary() string {
	failed, updated := d.Failed(), len(d.Accepted())
	text := fmt.Sprintf("%s: %d ok", english.Count(d.Runs(), "run"), d.Runs()-failed-updated)
	if updated > 0 {
		text += fmt.Sprintf(", %d updated", updated)
	}
	if failed > 0 {
		text += fmt.Sprintf(", %d FAILED", failed)
	}
	return text
}

// write says of a run whether it is what it was.
func (v *Verdict) write(b *report.Text, update bool) {
	switch {
	case v.Err != nil:
		b.Line("%s: FAILED: %s", v.File, v.Err)
	case v.OK() && update && v.updatable():
		b.Line("%s: updated, with the names of now", v.File)
		v.renamed(b)
	case v.OK():
		b.Line("%s: ok: %s", v.File, english.Count(len(v.Again.Was.Steps), "step"))
		v.renamed(b)
		b.Items(v.quiet)
	case update && v.updatable():
		v.Failure(b, "updated")
	default:
		v.Failure(b, "FAILED")
		if update {
			b.Item("so it is left as it was: bless another run in its place, or delete it")
		}
	}
}

// renamed lists the rules that have another name now.
func (v *Verdict) renamed(b *report.Text) {
	var lines []string
	for _, r := range v.Again.Renamed {
		lines = append(lines, r.String())
	}
	b.Items(lines)
}

// Failure says where a run is first not what it was, and why.
func (v *Verdict) Failure(b *report.Text, what string) {
	first := &v.Again.Departures[0]
	b.Line("%s: %s %s", v.File, what, v.Where(first))
	v.reasons(b, first)
	rest := v.Again.Departures[1:]
	if first.Number == 0 && len(rest) > 0 { // the search looks for its consequences
		b.Item("then %s", v.Where(&rest[0]))
		v.reasons(b, &rest[0])
		first, rest = &rest[0], rest[1:]
	}
	v.renamed(b)
	v.before(b, first)
	v.rest(b, first, rest)
}

// Where names a place of a run.
func (v *Verdict) Where(d *inquiry.Departure) string {
	n := len(v.Again.Was.Steps)
	switch {
	case d.Number == 0:
		return "at the start"
	case d.Step == nil:
		return fmt.Sprintf("at the end, after all %s", english.Count(n, "step"))
	}
	return fmt.Sprintf("at step %d of %d: %s", d.Number, n, d.Step)
}

// reasons lists the differences from the golden run, each with its place in the program.
func (v *Verdict) reasons(b *report.Text, d *inquiry.Departure) {
	var lines []string
	for _, r := range v.reasonsOf(d) {
		lines = append(lines, r.String())
	}
	b.Items(lines)
	if d.RuleWas != "" {
		b.Item("the rule was: %s", onOneLine(d.RuleWas))
	}
}

func onOneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// before shows the steps before one that is not as it was.
func (v *Verdict) before(b *report.Text, d *inquiry.Departure) {
	steps := v.Again.Was.Steps[:max(d.Number-1, 0)]
	if len(steps) == 0 {
		return
	}
	b.Item("before it:")
	if more := len(steps) - stepsBefore; more > 0 {
		b.Item("  … %s that %s", english.Count(more, "step"), map[bool]string{true: "fits", false: "fit"}[more == 1])
		steps = steps[more:]
	}
	rules, shapes := v.Again.Was.Labels(), exec.Shapes(v.Again.Program)
	for i := range steps {
		b.Item("  %s", report.Named(rules, shapes, &steps[i]))
	}
}

// rest says what else is not as it was, and how far the run came: first is the place that was
// told before.
func (v *Verdict) rest(b *report.Text, first *inquiry.Departure, rest []inquiry.Departure) {
	if b.All {
		for i := range rest {
			b.Item("also %s", v.Where(&rest[i]))
			v.reasons(b, &rest[i])
		}
	} else {
		var lines []string
		for i := range rest {
			reasons := v.reasonsOf(&rest[i])
			line := "also " + v.Where(&rest[i]) + ": " + reasons[0].Why
			if more := len(reasons) - 1; more > 0 {
				line += fmt.Sprintf("; and %d more", more)
			}
			lines = append(lines, line)
		}
		b.Items(lines)
	}
	last := v.Again.Departures[len(v.Again.Departures)-1]
	left := len(v.Again.Was.Steps) - last.Number
	switch {
	case last.Stuck && last.Number == 0:
		b.Item("the run stops there: its %s could not be tried", english.Count(left, "step"))
	case last.Stuck && left > 0:
		b.Item("at step %d the run stops: the %s behind it could not be tried", last.Number, english.Count(left, "step"))
	default:
		v.stillFit(b, first, rest)
	}
}

// stillFit says how many of the steps behind the first place that is not as it was are.
func (v *Verdict) stillFit(b *report.Text, first *inquiry.Departure, rest []inquiry.Departure) {
	left := len(v.Again.Was.Steps) - first.Number
	fit := left
	for _, d := range rest {
		if d.Step != nil {
			fit--
		}
	}
	behind := ""
	if first.Step != nil {
		behind = " behind it"
	}
	switch {
	case left <= 0:
	case fit < left:
		b.Item("of the %s%s %d still %s", english.Count(left, "step"), behind, fit,
			map[bool]string{true: "fits", false: "fit"}[fit == 1])
	case left == 1:
		b.Item("the step%s still fits", behind)
	default:
		b.Item("the %d steps%s still fit", left, behind)
	}
}

// reason is why a step is not as it was.
type reason struct {
	Place string `json:"place,omitempty"` // file:line:col
	Why   string `json:"why"`
}

func (r reason) String() string {
	if r.Place == "" {
		return r.Why
	}
	return r.Place + ": " + r.Why
}

// reasonsOf returns why a place of a run is not as it was.
func (v *Verdict) reasonsOf(d *inquiry.Departure) []reason {
	out := []reason{}
	for _, x := range d.Differences {
		out = append(out, reason{v.placeOf(x), x.Text})
	}
	if d.Refusal == nil {
		return out
	}
	n := &d.Refusal.Nears[0]
	if len(n.Lacks) == 0 {
		return append(out, reason{v.at(d.Rule), "it cannot happen: " + report.Missing(n)})
	}
	r := report.NewRefusal(d.Refusal, v.Again.Program, causal.New(v.Again.Now),
		goal.Pattern{Term: trace.Const(d.Rule.Label)})
	for i := range n.Standings {
		if n.Standings[i] == exec.Unmet && n.Lack(i).Premise == &n.Rule.Premises[i] {
			out = append(out, v.lack(r, n, i))
		}
	}
	return out
}

// lack says why the i-th premise of a rule is not met.
func (v *Verdict) lack(r *report.Refusal, n *inquiry.NearMiss, i int) reason {
	p := &n.Rule.Premises[i]
	shapes := exec.Shapes(v.Again.Program)
	what := n.Premise(i, shapes)
	if p.Kind == lang.Keep { // whether it is kept does not matter where it is not there
		what = shapes.Fact(n.Fact(p.Atom)).String()
	}
	l := n.Lack(i)
	why := r.Lack(n, l)
	if l.Needs > 1 {
		return reason{v.placeOf(inquiry.Difference{Premise: p}), "it " + why}
	}
	if !p.Kind.OnState() || why == report.NeverThere || !slices.ContainsFunc(n.Fact(p.Atom).Args, trace.Term.IsOpen) {
		why = what + " " + why
	} // else it names a fact that comes near
	written := onOneLine(v.Again.Program.Source.Slice(p.Span))
	return reason{v.placeOf(inquiry.Difference{Premise: p}), fmt.Sprintf("it needs %s: %s", written, why)}
}

// placeOf returns where in the program a difference comes from.
func (v *Verdict) placeOf(d inquiry.Difference) string {
	name := v.Again.Program.Source.Name
	switch {
	case d.Statement != nil:
		return fmt.Sprintf("%s:%s", name, d.Statement.Start)
	case d.Premise != nil:
		return fmt.Sprintf("%s:%s", name, d.Premise.Start)
	case d.Rule != nil:
		return v.at(d.Rule)
	case d.Context != nil && d.Context.Start.IsValid():
		return fmt.Sprintf("%s:%s", name, d.Context.Start)
	}
	return name
}

func (v *Verdict) at(r *lang.Rule) string {
	return fmt.Sprintf("%s:%s", v.Again.Program.Source, r.Start)
}
