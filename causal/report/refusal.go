package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Refusal tells why a rule did not fire.
type Refusal struct {
	*inquiry.Refusal
	Graph *causal.Graph // of the run
	Asked string        // the rule, with some of its arguments
	Open  bool          // the run is being played: its end is now
	prog  *lang.Program
	short *shape.Set      // how the answer is written
	words string          // the question as it was written
	did   bool            // the step before which it was to fire is what was asked for
	other []causal.Target // the other steps of the run that are
}

// WhyNot finds out why the rules of a selector, with some of their arguments, did not fire in a run
// before a step, or at the end where this is nil. There is a refusal for each of these rules that
// can have the arguments. It returns an error if the words cannot be read or name unknown things,
// if the context ends, or if a search exceeds its limits.
func WhyNot(ctx context.Context, prog *lang.Program, g *causal.Graph, what string, at *trace.Step) (Refusals, error) {
	pattern, err := goal.ParsePattern(what)
	switch {
	case err == nil && pattern.Permanent:
		err = fmt.Errorf("%s is a permanent fact; ask about a rule", pattern)
	case err == nil:
		err = wantRule(prog, pattern.Head)
	}
	if err != nil {
		return nil, err
	}
	rules := prog.Select(pattern.Head)
	if len(rules) == 0 {
		_, err := inquiry.WhyNot(ctx, prog, g, pattern, at)
		return nil, err // which lists the known names
	}
	var all Refusals
	var wrong error
	for _, r := range rules {
		refusal, err := whyNot(ctx, prog, g, r, pattern, at)
		if err == nil {
			all = append(all, refusal)
		} else if wrong = cmp.Or(wrong, err); ctx.Err() != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, wrong
	}
	return all, nil
}

// whyNot finds out why one of the rules of a selector did not fire. Where it is the only one, it goes
// by the name that was asked for.
func whyNot(ctx context.Context, prog *lang.Program, g *causal.Graph, r *lang.Rule, asked goal.Pattern,
	at *trace.Step) (*Refusal, error) {
	var types []*lang.Type
	for _, v := range r.Vars {
		types = append(types, v.Type)
	}
	var err error
	if asked.Args, err = InStates(asked.Args, types); err != nil {
		return nil, err
	}
	if len(prog.Select(asked.Head)) > 1 {
		asked.Head = r.Label
	}
	refusal, err := inquiry.WhyNot(ctx, prog, g, asked, at)
	if err != nil {
		return nil, err
	}
	return NewRefusal(refusal, prog, g, asked), nil
}

// Refusals tell why several rules of one name did not fire.
type Refusals []*Refusal

// Lines returns the answers as text, with an empty line between them. Nothing in it would do
// something to a terminal.
func (all Refusals) Lines() []string {
	var lines []string
	for i, r := range all {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, r.Lines()...)
	}
	return lines
}

// Print prints the answers.
func (all Refusals) Print(b *Text) { b.Lines(all.Lines()) }

// Data returns the answers as data: a single one by itself.
func (all Refusals) Data() any {
	if len(all) == 1 {
		return all[0].Data()
	}
	return each(all, (*Refusal).Data)
}

// wantRule refuses a predicate, and names the rules that make its facts, which can be asked about
// instead.
func wantRule(prog *lang.Program, name string) error {
	at := slices.IndexFunc(prog.Preds, func(p *lang.Pred) bool { return p.Name == name })
	if at < 0 {
		return nil
	}
	if len(prog.Select(name)) > 0 {
		return nil
	}
	makers, askers := Makers(prog, name), askers(prog, prog.Preds[at])
	switch {
	case prog.Preds[at].Kind == lang.Backward && len(askers) > 0:
		return fmt.Errorf("%s is proved, and no rule makes it; ask about a rule that needs it: %s", name,
			strings.Join(askers, ", "))
	case len(makers) == 0:
		return fmt.Errorf("%s is a predicate, and no rule makes it", name)
	}
	return fmt.Errorf("%s is a predicate; ask about a rule that makes it: %s", name, strings.Join(makers, ", "))
}

// askers returns the names of the rules that need a predicate.
func askers(prog *lang.Program, pred *lang.Pred) []string {
	var askers []string
	for _, r := range prog.Rules() {
		if slices.ContainsFunc(r.Premises,
			func(p lang.Premise) bool { return p.Kind != lang.Compare && p.Atom.Pred == pred }) {
			askers = append(askers, r.Label)
		}
	}
	return askers
}

// Makers returns the names of the rules that make facts of a predicate.
func Makers(prog *lang.Program, pred string) []string {
	var makers []string
	for _, r := range prog.Rules() {
		if slices.ContainsFunc(r.Results, func(f lang.Result) bool { return f.Atom.Pred.Name == pred }) {
			makers = append(makers, r.Label)
		}
	}
	return makers
}

// NewRefusal returns the finding for a refusal: why the step asked about did not happen in a run.
func NewRefusal(refusal *inquiry.Refusal, prog *lang.Program, g *causal.Graph, asked goal.Pattern) *Refusal {
	r := &Refusal{Refusal: refusal, prog: prog, Graph: g, Asked: asked.String(), short: exec.Shapes(prog)}
	r.words = trace.Term{Head: asked.Head, Args: r.short.ShortAll(asked.Args)}.String()
	selected := g.Selected(asked.Head)
	for e := range causal.Event(g.Len()) {
		switch step := g.Step(e); {
		case !selected(g.Rule(e)) || !asked.Matches(asked.Head, step.Args):
		case step == r.At:
			r.did = true
		default:
			r.other = append(r.other, causal.Target{Event: e})
		}
	}
	return r
}

// Lines returns the answer as text. Nothing in it would do something to a terminal.
func (r *Refusal) Lines() []string {
	lines := r.verdict()
	for i := range r.Nears {
		lines = append(lines, r.near(&r.Nears[i])...)
	}
	lines = append(lines, r.rest()...)
	for i, line := range lines {
		lines[i] = visible.Line(line)
	}
	return lines
}

// rest returns lines about the ways that were not told.
func (r *Refusal) rest() []string {
	switch {
	case r.Cut:
		return []string{"", "There was too much to look at all of it: others may be nearer."}
	case r.More > 0 && r.Nears[0].Met():
		return []string{"", fmt.Sprintf("And %s.", english.Count(r.More, "other way"))}
	case r.More > 0:
		return []string{"", fmt.Sprintf("And %s with as much missing.", english.Count(r.More, "other way"))}
	}
	return nil
}

// when says which moment is meant.
func (r *Refusal) when() string {
	switch {
	case r.At == nil && r.Open:
		return "now"
	case r.At == nil:
		return "at the end of the run"
	}
	return "before " + r.At.ID.String()
}

// verdict says in a few lines why the rule did not fire, and when it did.
func (r *Refusal) verdict() []string {
	var lines []string
	switch {
	case r.did:
		lines = append(lines, fmt.Sprintf("%s did happen there: it is %s.", r.words, r.step(r.At)))
	case r.Possible() && r.Open && r.At == nil:
		lines = append(lines, fmt.Sprintf("%s can happen now.", r.words))
	case r.Possible():
		lines = append(lines, fmt.Sprintf("%s could have happened %s, but %s.", r.words, r.when(), r.instead()))
	default:
		lines = append(lines, fmt.Sprintf("%s could not happen %s:", r.words, r.when()))
		lines = append(lines, r.reasons()...)
	}
	if len(r.other) > 0 {
		lines = append(lines, fmt.Sprintf("It did happen elsewhere in the run: %s.", r.Graph.Names(r.other)))
	}
	return lines
}

// reasons lists the obstacles.
func (r *Refusal) reasons() []string {
	var lines []string
	if r.Stage != r.Rule.Stage.Name {
		lines = append(lines, "  "+r.otherStage())
	}
	if r.Before != nil {
		why := "  a link waits until no rule applies, and %s does."
		if r.Before.Rule.Stage.Ordered && r.Rule.Link() == nil {
			why = "  its stage is ordered, and %s comes first."
		}
		lines = append(lines, fmt.Sprintf(why, r.before()))
	}
	if n := &r.Nears[0]; !n.Met() {
		lines = append(lines, "  "+Missing(n)+".")
	}
	return lines
}

// Missing says how much is missing in a way.
func Missing(n *inquiry.NearMiss) string {
	switch {
	case len(n.Lacks) == 0 && n.NoResult:
		return "a calculation on its right side has no result"
	case len(n.Lacks) == 0:
		return "the search for a proof of one of its premises found no end"
	case n.Unmet() == 1:
		return "at least one of its premises was not met"
	}
	return fmt.Sprintf("at least %d of its premises were not met", n.Unmet())
}

// instead says why the rule did not fire although it could.
func (r *Refusal) instead() string {
	end := r.Graph.Trace.End
	switch {
	case r.At != nil:
		return Unnumbered(r.Graph.Rules(), r.short, r.At) + " was chosen"
	case end == nil:
		return "the trace ends there"
	}
	switch end.Why {
	case trace.LimitHit:
		if end.Message != "" {
			return "the run had reached a limit: " + end.Message
		}
		return "the run had reached its limit of steps"
	case trace.Stopped:
		return "the run was stopped"
	case trace.Interrupted:
		return "the run was interrupted"
	case trace.Failed:
		return "the run broke off"
	}
	return "the run ended"
}

// otherStage says where the run was, and when it was where the rule belongs.
func (r *Refusal) otherStage() string {
	where := "the run was in stage " + r.Stage
	if r.Stage == "" {
		where = "the run had ended"
	}
	last := "and was never before in " + r.Rule.Stage.Name
	if t := r.Token; t != nil {
		last = fmt.Sprintf("and was last in %s %s until %s", r.Rule.Stage.Name, r.since(t), r.event(t.Consumer))
	}
	return where + ", " + last + "."
}

// before returns the transition that comes first.
func (r *Refusal) before() string {
	return trace.Term{Head: r.Before.Rule.Label, Args: r.short.ShortAll(term.RecordAll(r.Before.Args))}.String()
}

func (r *Refusal) step(s *trace.Step) string { return Named(r.Graph.Rules(), r.short, s) }

func (r *Refusal) event(e causal.Event) string { return r.step(r.Graph.Step(e)) }

func (r *Refusal) fact(x *causal.Resource) string { return r.short.Resource(*x.Resource).String() }

// StepOf returns an event of a run as [Named] does.
func StepOf(g *causal.Graph, e causal.Event) string { return Named(g.Rules(), g.Shapes(), g.Step(e)) }

// factOf returns a resource of a run, with numbers and lists in their short forms.
func factOf(g *causal.Graph, r *causal.Resource) string {
	return g.Shapes().Resource(*r.Resource).String()
}
