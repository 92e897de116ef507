package claims

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/explore/temporal"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Print prints the answers one after the other, each with the verdict first. The first case is told step by step.
func (r *Report) Print(b *report.Text) {
	shapes := exec.Shapes(r.prog)
	for _, a := range r.answers {
		b.Title(english.Capital(a.name()) + ": " + r.verdict(a))
		if len(a.runs) == 0 {
			continue
		}
		r.printCase(b, a, shapes)
		var others []string
		for i, run := range a.runs[1:] {
			c := &a.Cases[i+1]
			text := r.state(c, shapes)
			if n := len(c.Stay); n > 1 {
				text = english.Count(n, "state")
				if shared := r.common(c, shapes); len(shared) > 0 {
					text += ", each with " + strings.Join(english.Counted(shared), ", ")
				}
			}
			others = append(others, english.Count(len(run.Steps), "step")+": "+text, "  --choose "+run.Run.Choose)
		}
		if len(others) > 0 {
			b.Title("The others, with a shortest run to each:")
			for _, line := range others {
				b.Item("%s", line)
			}
		}
		if more := len(a.Cases) - len(a.runs); more > 0 {
			b.Item("and %d more; --all lists them", more)
		}
	}
}

// verdict says whether the claim holds, or how many counterexamples it has.
func (r *Report) verdict(a *answer) string {
	none := a.Kind == temporal.DeadEnds || a.Kind == temporal.Livelocks
	switch {
	case a.Verdict == temporal.Open && none:
		return fmt.Sprintf("none in the %s found so far", english.Count(r.space.Len(), "state"))
	case a.Verdict == temporal.Open:
		return fmt.Sprintf("not known: nothing in the %s found so far refutes it", english.Count(r.space.Len(), "state"))
	case a.Verdict == temporal.Holds && none:
		return "none"
	case a.Kind == temporal.DeadEnds:
		return english.Count(len(a.Cases), "final state")
	case a.Kind == temporal.Livelocks:
		return english.Count(len(a.Cases), "set") + " of states that no run leaves"
	}
	return string(a.Verdict)
}

// printCase prints the first case of an answer, with its run.
func (r *Report) printCase(b *report.Text, a *answer, shapes *shape.Set) {
	c, run := &a.Cases[0], a.runs[0]
	b.Title(heading(a, shapes))
	for i := range run.Steps {
		if i == c.Loop {
			b.Line("Again and again:")
		}
		if i == c.Lost {
			b.Line("From here on, '%s' can come no more:", a.F)
		}
		b.Item("%s", report.Named(r.prog.Labels(), shapes, &run.Steps[i]))
	}
	switch {
	case c.Loop >= 0:
		b.Title("The state that comes again:")
	case len(c.Stay) > 0:
		b.Title("The first of these states:")
	default:
		b.Title("The state:")
	}
	b.Item("%s", r.state(c, shapes))
	if len(c.Stay) > 0 {
		b.Title(english.Capital(r.stay(c)))
	}
	if len(c.Stay) > 1 {
		b.List("In each of these states", english.Counted(r.common(c, shapes)))
	}
	if len(run.Steps) > 0 {
		b.Title("'ceptre run' does it with --choose " + run.Run.Choose)
	}
}

// heading returns the title above the run of the first case of an answer. Dead ends have shortest runs even if the
// search left transitions out, see package stubborn; the other questions are refused then.
func heading(a *answer, shapes *shape.Set) string {
	c, steps := &a.Cases[0], len(a.runs[0].Steps)
	without := "it"
	if a.G != nil {
		without = "'" + a.G.String() + "'"
	}
	for i, v := range c.Values {
		without += [...]string{", where ", " and "}[min(i, 1)] + v.Var + " = " + shapes.Short(v.Term).String()
	}
	switch {
	case a.Kind == temporal.Always:
		return "A shortest run to a state without it: " + english.Count(steps, "step")
	case a.Kind == temporal.DeadEnds:
		return "A shortest run to a state in which nothing can happen: " + english.Count(steps, "step")
	case a.Kind == temporal.Livelocks:
		return "A shortest run into such states: " + english.Count(steps, "step")
	case c.Loop < 0:
		return fmt.Sprintf("A shortest run that ends without %s: %s", without, english.Count(steps, "step"))
	}
	return fmt.Sprintf("A shortest run that goes on for ever without %s: %s, then %s again and again", without,
		english.Count(c.Loop, "step"), english.Count(steps-c.Loop, "step"))
}

// state returns the facts of the state in which the run of a case ends.
func (r *Report) state(c *temporal.Case, shapes *shape.Set) string {
	return strings.Join(english.Counted(r.space.Written(c.End, shapes)), ", ")
}

// stay says among how many states a run stays, and by which rules.
func (r *Report) stay(c *temporal.Case) string {
	states := english.Count(len(c.Stay), "state")
	rules := english.List(c.Rules)
	switch {
	case c.Closed && len(c.Stay) == 1:
		return fmt.Sprintf("no run leaves this state; it goes on by %s", rules)
	case c.Closed:
		return fmt.Sprintf("no run leaves these %s; it goes on by %s", states, rules)
	case r.unfair:
		return fmt.Sprintf("a run may stay in %s, by %s", states, rules)
	}
	return fmt.Sprintf("the player can stay in %s, by %s", states, rules)
}

// common returns the facts that are in all states among which the run of a case stays, and the stage. Facts that are
// the same in all states of the program are left out.
func (r *Report) common(c *temporal.Case, shapes *shape.Set) []string {
	first := r.space.View(c.Stay[0])
	shared, stage := slices.Clone(first.Varying()), first.Stage()
	for _, s := range c.Stay[1:] {
		v := r.space.View(s)
		for i, h := range shared {
			other := v.Has(h.Fact)
			shared[i].Copies, shared[i].Permanent = min(h.Copies, other.Copies), h.Permanent && other.Permanent
		}
		shared = slices.DeleteFunc(shared, func(h explore.Held) bool { return h.Copies == 0 && !h.Permanent })
		if v.Stage() != stage {
			stage = nil
		}
	}
	texts := []string{}
	for _, h := range shared {
		text := shapes.Fact(term.RecordFact(r.space.Names().Fact(h.Fact))).String()
		texts = append(texts, slices.Repeat([]string{text}, int(h.Copies))...)
		if h.Permanent {
			texts = append(texts, "!"+text)
		}
	}
	slices.Sort(texts)
	if stage != nil {
		texts = append(texts, "stage "+stage.Name)
	}
	return texts
}
