package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/rename"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/plural"
)

// stepsBefore is how many of the steps before one that failed are shown.
const stepsBefore = 3

// say prints the verdicts.
func (t *tester) say(s cli.Streams, d *verdicts) error {
	if t.json {
		return writeJSON(s.Out, d.data())
	}
	b := &report.Text{All: t.all}
	d.each(func(v *verdict) {
		if !v.ok() || !t.quiet {
			v.write(b, d.update)
		}
	})
	for _, p := range d.programs {
		if !p.some && !p.broken {
			b.Line("%s: no blessed runs yet; %s", p.program, p.hint)
		}
	}
	if d.runs() > 1 && (!t.quiet || d.failed() > 0) {
		b.Line("%s", d.summary())
	}
	_, err := s.Out.Write(b.Bytes())
	return err
}

// summary counts the runs.
func (d *verdicts) summary() string {
	text := fmt.Sprintf("%s: %d ok", plural.Count(d.runs(), "run"), d.runs()-d.failed()-d.updated())
	if n := d.updated(); n > 0 {
		text += fmt.Sprintf(", %d updated", n)
	}
	if n := d.failed(); n > 0 {
		text += fmt.Sprintf(", %d FAILED", n)
	}
	return text
}

// write says of a run whether it is what it was.
func (v *verdict) write(b *report.Text, update bool) {
	switch {
	case v.err != nil:
		b.Line("%s: FAILED: %s", v.file, v.err)
	case v.ok() && update && v.updatable():
		b.Line("%s: updated, with the names of now", v.file)
		v.renamed(b)
	case v.ok():
		b.Line("%s: ok: %s", v.file, plural.Count(len(v.again.Was.Steps), "step"))
		v.renamed(b)
		b.Items(v.quiet)
	case update && v.updatable():
		v.failure(b, "updated")
	default:
		v.failure(b, "FAILED")
		if update {
			b.Item("so it is left as it was: bless another run in its place, or delete it")
		}
	}
}

// renamed lists the rules that have another name now.
func (v *verdict) renamed(b *report.Text) {
	b.Items(texts(v.again.Renamed, rename.Renaming.String))
}

// failure says where a run is first not what it was, and why.
func (v *verdict) failure(b *report.Text, what string) {
	first := &v.again.Departures[0]
	b.Line("%s: %s %s", v.file, what, v.where(first))
	v.reasons(b, first)
	rest := v.again.Departures[1:]
	if first.Number == 0 && len(rest) > 0 { // the search looks for its consequences
		b.Item("then %s", v.where(&rest[0]))
		v.reasons(b, &rest[0])
		first, rest = &rest[0], rest[1:]
	}
	v.renamed(b)
	v.before(b, first)
	v.rest(b, first, rest)
}

// where names a place of a run.
func (v *verdict) where(d *inquiry.Departure) string {
	n := len(v.again.Was.Steps)
	switch {
	case d.Number == 0:
		return "at the start"
	case d.Step == nil:
		return fmt.Sprintf("at the end, after all %s", plural.Count(n, "step"))
	}
	return fmt.Sprintf("at step %d of %d: %s", d.Number, n, d.Step)
}

// reasons lists the differences from the golden run, each with its place in the program.
func (v *verdict) reasons(b *report.Text, d *inquiry.Departure) {
	b.Items(texts(v.reasonsOf(d), func(r reason) string { return r.String() }))
	if d.RuleWas != "" {
		b.Item("the rule was: %s", onOneLine(d.RuleWas))
	}
}

func onOneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// before shows the steps before one that is not as it was.
func (v *verdict) before(b *report.Text, d *inquiry.Departure) {
	steps := v.again.Was.Steps[:max(d.Number-1, 0)]
	if len(steps) == 0 {
		return
	}
	b.Item("before it:")
	if more := len(steps) - stepsBefore; more > 0 {
		b.Item("  … %s that %s", plural.Count(more, "step"), map[bool]string{true: "fits", false: "fit"}[more == 1])
		steps = steps[more:]
	}
	rules, shapes := v.again.Was.Labels(), exec.Shapes(v.again.Program)
	for i := range steps {
		b.Item("  %s", report.Named(rules, shapes, &steps[i]))
	}
}

// rest says what else is not as it was, and how far the run came: first is the place that was
// told before.
func (v *verdict) rest(b *report.Text, first *inquiry.Departure, rest []inquiry.Departure) {
	if b.All {
		for i := range rest {
			b.Item("also %s", v.where(&rest[i]))
			v.reasons(b, &rest[i])
		}
	} else {
		b.Items(texts(rest, v.briefly))
	}
	last := v.again.Departures[len(v.again.Departures)-1]
	left := len(v.again.Was.Steps) - last.Number
	switch {
	case last.Stuck && left > 0:
		b.Item("at step %d the run stops: the %s behind it could not be tried", last.Number, plural.Count(left, "step"))
	default:
		v.stillFit(b, first, rest)
	}
}

// briefly returns the difference at one place in a line.
func (v *verdict) briefly(d inquiry.Departure) string {
	reasons := v.reasonsOf(&d)
	text := "also " + v.where(&d) + ": " + reasons[0].text
	if more := len(reasons) - 1; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}

// stillFit says how many of the steps behind the first place that is not as it was are.
func (v *verdict) stillFit(b *report.Text, first *inquiry.Departure, rest []inquiry.Departure) {
	left := len(v.again.Was.Steps) - first.Number
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
		b.Item("of the %s%s %d still %s", plural.Count(left, "step"), behind, fit,
			map[bool]string{true: "fits", false: "fit"}[fit == 1])
	case left == 1:
		b.Item("the step%s still fits", behind)
	default:
		b.Item("the %d steps%s still fit", left, behind)
	}
}

// reason is why a step is not as it was.
type reason struct {
	place string // file:line:col; empty for none
	text  string
}

func (r reason) String() string {
	if r.place == "" {
		return r.text
	}
	return r.place + ": " + r.text
}

// reasonsOf returns why a place of a run is not as it was.
func (v *verdict) reasonsOf(d *inquiry.Departure) []reason {
	out := each(d.Differences, func(x inquiry.Difference) reason { return reason{v.placeOf(x), x.Text} })
	if d.Refusal == nil {
		return out
	}
	n := &d.Refusal.Nears[0]
	if len(n.Lacks) == 0 {
		return append(out, reason{v.at(d.Rule), "it cannot happen: " + report.Missing(n)})
	}
	r := report.NewRefusal(d.Refusal, v.again.Program, causal.New(v.again.Now), goal.Pattern{Term: trace.Const(d.Rule.Label)})
	for i := range n.Standings {
		if n.Standings[i] == exec.Unmet && n.Lack(i).Premise == &n.Rule.Premises[i] {
			out = append(out, v.lack(r, n, i))
		}
	}
	return out
}

// lack says why the i-th premise of a rule is not met.
func (v *verdict) lack(r *report.Refusal, n *inquiry.NearMiss, i int) reason {
	p := &n.Rule.Premises[i]
	shapes := exec.Shapes(v.again.Program)
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
	written := onOneLine(v.again.Program.Source.Slice(p.Span))
	return reason{v.placeOf(inquiry.Difference{Premise: p}), fmt.Sprintf("it needs %s: %s", written, why)}
}

// placeOf returns where in the program a difference comes from.
func (v *verdict) placeOf(d inquiry.Difference) string {
	name := v.again.Program.Source.Name
	switch {
	case d.Premise != nil:
		return fmt.Sprintf("%s:%s", name, d.Premise.Start)
	case d.Rule != nil:
		return v.at(d.Rule)
	case d.Context != nil && d.Context.Start.IsValid():
		return fmt.Sprintf("%s:%s", name, d.Context.Start)
	}
	return name
}

func (v *verdict) at(r *lang.Rule) string {
	return fmt.Sprintf("%s:%s", v.again.Program.Source, r.Start)
}
