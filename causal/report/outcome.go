package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/plural"
)

// Outcome tells which steps contributed to the end of a run, and which did not.
type Outcome struct {
	*causal.Outcome
	Graph *causal.Graph
}

// mostTraced bounds for how many facts of how many steps it is said how many led to each.
const mostTraced = 5_000_000

// Summary returns a line about the steps that contributed to the end.
func (o *Outcome) Summary() string {
	steps := o.Graph.Len()
	if steps == 0 {
		return "Nothing happened: all that there is was there from the start."
	}
	n := len(o.RestsOn)
	text := fmt.Sprintf("The end rests on %d of %s (%s).", n, plural.Count(steps, "step"), percent(n, steps))
	if moves := len(o.Moves); moves > 0 {
		text += " " + plural.Count(moves, "step") +
			" only led from one stage to the next, or to the end; --stages follows them."
	}
	if len(o.DeadEnds) == 0 {
		text += " No step was in vain."
	}
	return text
}

// Sections list the facts that remain, and the steps that led to none of them. The function say
// describes a step.
func (o *Outcome) Sections(say func(*trace.Step) string) []Section {
	made, initial := o.left(say)
	n, steps := len(o.DeadEnds), o.Graph.Len()
	sections := []Section{{"Left at the end, and what made it", made}, {"There since the start", initial}}
	if n == 0 {
		return sections
	}
	heading := fmt.Sprintf("%d of %s (%s) led to nothing that is left", n, plural.Count(steps, "step"), percent(n, steps))
	ends := each(o.DeadEnds, func(e causal.Event) string { return o.deadEnd(o.Graph.Step(e), say) })
	return append(sections, Section{heading, ends}, Section{"How often each rule led to nothing that is left", each(o.rules(), ruleText)})
}

// left lists the facts that remain: those that steps made, and those of the start. Equal facts of
// one step are listed once.
func (o *Outcome) left(say func(*trace.Step) string) (made, initial []string) {
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
		text, n := factOf(o.Graph, r), copies[of(r)]
		if n > 1 {
			text = fmt.Sprintf("%d × %s", n, text)
		}
		copies[of(r)] = 0
		switch {
		case n == 0:
		case r.Producer == causal.Outside:
			initial = append(initial, text)
		default:
			made = append(made, text+" ← "+say(o.Graph.Step(r.Producer))+o.before(r))
		}
	}
	return made, initial
}

// before says how many steps led to the one that made a fact, unless it would take long.
func (o *Outcome) before(r *causal.Resource) string {
	if len(o.Left)*o.Graph.Len() > mostTraced {
		return ""
	}
	why := o.Graph.Why([]causal.Target{{Resource: r, Event: r.Producer}}, causal.Reach{})
	if n := len(why.Events) - 1; n > 0 {
		return fmt.Sprintf(" (%s before it)", plural.Count(n, "step"))
	}
	return ""
}

// deadEnd returns a text about a step that led to nothing, with its messages to the outside.
func (o *Outcome) deadEnd(s *trace.Step, say func(*trace.Step) string) string {
	text := say(s)
	if len(s.Acts) > 0 {
		text += ", which told: " + strings.Join(each(s.Acts, func(f trace.Fact) string { return o.Graph.Shapes().Fact(f).String() }), ", ")
	}
	return text
}

// ruleData says how often the firings of a rule led to nothing.
type ruleData struct {
	Rule     string `json:"rule"`
	Steps    int    `json:"steps"`
	DeadEnds int    `json:"deadEnds"`
}

// rules counts the dead ends of each rule that has some, in the order in which these fired.
func (o *Outcome) rules() []ruleData {
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

func ruleText(r ruleData) string { return fmt.Sprintf("%s: %d of %d", r.Rule, r.DeadEnds, r.Steps) }

// outcomeData is an [Outcome] as data.
type outcomeData struct {
	Steps    int        `json:"steps"`
	Left     []leftData `json:"left"`
	RestsOn  []StepData `json:"restsOn"`
	DeadEnds []StepData `json:"deadEnds"`
	Moves    []StepData `json:"moves"` // only led from one stage to the next, or to the end
	Rules    []ruleData `json:"rules"` // those with dead ends
}

// leftData is a fact that is left at the end.
type leftData struct {
	ID   string `json:"id"`
	Fact string `json:"fact"`
	By   string `json:"by,omitempty"` // the step that made it; empty for those of the start
}

// Data returns the answer as data.
func (o *Outcome) Data() any {
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
