package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// outcome tells which steps contributed to the end of a run, and which did not.
type outcome struct {
	*causal.Outcome
	*Question
}

// Shown implements [Explanation].
func (o *outcome) Shown() *causal.Graph { return o.Graph }

// Picture shows the whole run, and marks the final facts and the steps without effect on them.
func (o *outcome) Picture() Picture {
	sides := compare.NewSides()
	for _, e := range o.DeadEnds {
		step := o.Graph.Step(e)
		sides.Steps[step.ID] = compare.Left
		for _, id := range step.Produces {
			sides.Resources[id] = compare.Left
		}
	}
	for _, r := range o.Left {
		if r.Producer != causal.Outside {
			sides.Resources[r.ID] = compare.Right
		}
	}
	return Picture{"what the end rests on", o.Reach.Stages, sides, "led to nothing that is left", "left at the end"}
}

// Print prints the summary, and which facts remain and which steps led to none of them.
func (o *outcome) Print(b *Text) {
	b.Line("%s", o.summary())
	made, initial := o.left()
	b.List("Left at the end, with the steps that made it", made)
	b.List("There since the start", initial)
	if n, steps := len(o.DeadEnds), o.Graph.Len(); n > 0 {
		b.List(fmt.Sprintf("%d of %s (%s) led to nothing that is left", n, english.Count(steps, "step"), percent(n, steps)),
			each(o.DeadEnds, func(e causal.Event) string {
				s := o.Graph.Step(e)
				if len(s.Acts) == 0 {
					return o.say(s)
				}
				told := each(s.Acts, func(f trace.Fact) string { return o.Graph.Shapes().Fact(f).String() })
				return o.say(s) + ", which told: " + strings.Join(told, ", ")
			}))
		b.List("How often each rule led to nothing that is left", each(o.rules(), func(r ruleData) string {
			return fmt.Sprintf("%s: %d of %d", r.Rule, r.DeadEnds, r.Steps)
		}))
	}
}

// mostTraced bounds for how many facts of how many steps it is said how many led to each.
const mostTraced = 5_000_000

// summary returns a line about the steps that contributed to the end.
func (o *outcome) summary() string {
	steps := o.Graph.Len()
	if steps == 0 {
		return "Nothing happened: all facts were there from the start."
	}
	n := len(o.RestsOn)
	text := fmt.Sprintf("The end rests on %d of %s (%s).", n, english.Count(steps, "step"), percent(n, steps))
	if moves := len(o.Moves); moves > 0 {
		text += " " + english.Count(moves, "step") +
			" only led from one stage to the next, or to the end; --stages follows them."
	}
	if len(o.DeadEnds) == 0 {
		text += " No step was in vain."
	}
	return text
}

// left lists the facts that remain: those that steps made, and those of the start. Equal facts of
// one step are listed once.
func (o *outcome) left() (made, initial []string) {
	type origin struct {
		fact string
		by   causal.Event
	}
	of := func(r *causal.Resource) origin { return origin{factOf(o.Graph, r), r.Producer} }
	copies := make(map[origin]int)
	for _, r := range o.Left {
		copies[of(r)]++
	}
	for _, r := range o.Left {
		text, n := o.fact(r), copies[of(r)]
		if n > 1 {
			text = fmt.Sprintf("%d × %s", n, text)
		}
		copies[of(r)] = 0
		switch {
		case n == 0:
		case r.Producer == causal.Outside:
			initial = append(initial, text)
		default:
			made = append(made, text+" ← "+o.say(o.Graph.Step(r.Producer))+o.before(r))
		}
	}
	return made, initial
}

// before says how many steps led to the one that made a fact, unless it would take long.
func (o *outcome) before(r *causal.Resource) string {
	if len(o.Left)*o.Graph.Len() > mostTraced {
		return ""
	}
	why := o.Graph.Why([]causal.Target{{Resource: r, Event: r.Producer}}, causal.Reach{})
	if n := len(why.Events) - 1; n > 0 {
		return fmt.Sprintf(" (%s before it)", english.Count(n, "step"))
	}
	return ""
}

// ruleData says how often the firings of a rule led to nothing.
type ruleData struct {
	Rule     string `json:"rule"`
	Steps    int    `json:"steps"`
	DeadEnds int    `json:"deadEnds"`
}

// rules counts the dead ends of each rule that has some, in the order in which these fired.
func (o *outcome) rules() []ruleData {
	at := make(map[string]int)
	out := []ruleData{}
	for _, e := range o.DeadEnds {
		name := o.Graph.Label(e)
		if _, known := at[name]; !known {
			at[name] = len(out)
			out = append(out, ruleData{Rule: name})
		}
		out[at[name]].DeadEnds++
	}
	for e := range causal.Event(o.Graph.Len()) {
		if i, known := at[o.Graph.Label(e)]; known {
			out[i].Steps++
		}
	}
	slices.SortStableFunc(out, func(a, b ruleData) int { return b.DeadEnds - a.DeadEnds })
	return out
}

// outcomeData is an outcome as data.
type outcomeData struct {
	Steps    int        `json:"steps"`
	Left     []leftData `json:"left"`
	RestsOn  []StepData `json:"restsOn"`
	DeadEnds []StepData `json:"deadEnds"`
	Moves    []StepData `json:"moves"` // only led from one stage to the next, or to the end
	Rules    []ruleData `json:"rules"` // rules with dead ends
}

// leftData is a fact that is left at the end.
type leftData struct {
	ID   string `json:"id"`
	Fact string `json:"fact"`
	By   string `json:"by,omitempty"` // the step that made it; empty for those of the start
}

// Data returns the answer as data.
func (o *outcome) Data() any {
	steps := func(events []causal.Event) []StepData { return stepsOf(o.Graph, events) }
	return outcomeData{
		Steps: o.Graph.Len(), RestsOn: steps(o.RestsOn), DeadEnds: steps(o.DeadEnds), Moves: steps(o.Moves), Rules: o.rules(),
		Left: each(o.Left, func(r *causal.Resource) leftData {
			d := leftData{ID: r.ID.String(), Fact: r.String()}
			if r.Producer != causal.Outside {
				d.By = o.Graph.Step(r.Producer).ID.String()
			}
			return d
		}),
	}
}
