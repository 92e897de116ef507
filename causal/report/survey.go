package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Survey is the result of a search of the states that a program can reach.
type Survey struct {
	Program *lang.Program
	Space   *explore.Space
	Until   string        // the facts to be found; empty for none
	Cut     string        // why the search was cut short; empty for a whole one
	Failure error         // the error that stopped it, with its place; nil for none
	End     explore.State // the state that was to be found, or in which something went wrong
	Way     *trace.Trace  // a shortest run to End; nil where there is neither
	Claims  Answer        // the answers to questions about the states; nil if there were none
	// Interchangeable are the sets of constants that the search took as interchangeable: its states stand for all that
	// differ by their names.
	Interchangeable [][]*lang.Constructor
	// bindings are the values of the variables of Until at the end of the way.
	bindings goal.Bindings
}

// FindWay runs the program, with these options, from the start of the search to its end: to the state that was to be
// found, or in which something went wrong. Where there is neither, it does nothing.
func (v *Survey) FindWay(start *lang.Start, o exec.Options) error {
	v.End = v.Space.Goal
	if at, ok := errors.AsType[*explore.Error](v.Failure); ok {
		v.End = at.State
	}
	if !v.Found() && v.Failure == nil {
		return nil
	}
	choices, err := v.Space.Choices(v.End)
	if err == nil {
		v.Way, err = explore.Rerun(v.Program, start, choices, o)
	}
	if err != nil || !v.Found() {
		return err
	}
	return v.bind()
}

// bind finds the values of the variables at the end of the way. They may have other names in the state that stands for
// it.
func (v *Survey) bind() error {
	v.bindings = v.Space.Bindings
	if len(v.Interchangeable) == 0 {
		return nil
	}
	g, err := Goal(v.Program, v.Until)
	if err != nil {
		return err
	}
	match, _, err := g.First(g.State(v.Way.Final()), nil)
	v.bindings = match.Bindings
	return err
}

// last returns the facts of the state at the end of the way, as [explore.Space.Written] does.
func (v *Survey) last(shapes *shape.Set) []string {
	if len(v.Interchangeable) == 0 {
		return v.Space.Written(v.End, shapes)
	}
	var facts, stage []string
	for _, r := range v.Way.Final() {
		if r.Pred == trace.StagePred {
			stage = append(stage, r.String())
		} else {
			facts = append(facts, shapes.Resource(r).String())
		}
	}
	slices.Sort(facts)
	return append(facts, stage...)
}

// Lack says that no state has the facts that were to be found; "" if there is one, or there were none to be found.
func (v *Survey) Lack(facts *goal.Goal) string {
	if facts == nil || v.Found() {
		return ""
	}
	states, fact := "found so far", "a fact"
	if v.Space.Ended == explore.Complete && !v.Space.Deaf {
		states = "that can be reached"
	}
	if len(facts.Facts) > 1 {
		fact = "the facts"
	}
	return fmt.Sprintf("no state %s has %s %s", states, fact, visible.Line(v.Until))
}

// Found reports whether the state that was to be found is there.
func (v *Survey) Found() bool { return v.Until != "" && v.Space.Ended == explore.Found }

// Print prints the number of states, and the final ones or the run to what was found.
func (v *Survey) Print(b *Text) {
	b.Line("%s, %s; the farthest is %s from the start", english.Count(v.Space.Len(), "state"),
		english.Count(v.Space.Transitions, "transition"), english.Count(v.Space.Farthest(), "step"))
	v.printReduced(b)
	if v.Cut != "" {
		b.Line("%s with %s not looked at: there may be more", v.Cut, english.Count(v.Space.Len()-v.Space.Looked, "state"))
	}
	if v.Space.Deaf {
		b.Line("Rules ask sensors, which gave no answers: with answers, there may be more states")
	}
	if n := v.Space.Spilled(); n > 0 {
		b.Line("%d MB of the states were moved to a temporary file", (n+1e6-1)/1e6)
	}
	shapes := exec.Shapes(v.Program)
	if v.Found() {
		v.printWay(b, "a state with "+v.Until, shapes)
		if len(v.bindings) > 0 {
			b.Title("The variables: " + strings.Join(each(v.bindings, func(x goal.Binding) string {
				return x.Var + " = " + shapes.Short(x.Term).String()
			}), ", "))
		}
		return
	}
	if v.Claims != nil {
		v.Claims.Print(b)
	} else {
		v.printFinal(b, shapes)
	}
	if v.Way != nil {
		v.printWay(b, "the state in which it goes wrong", shapes)
	}
}

// printReduced says which states the search left out.
func (v *Survey) printReduced(b *Text) {
	if n := v.Space.Omitted; n > 0 {
		b.Line("Not counted: %s that only put steps into another order, and states that only these lead to",
			english.Count(n, "transition"))
	}
	for _, class := range v.Interchangeable {
		names := each(class, func(c *lang.Constructor) string { return c.Name })
		if most := 4; len(names) > most {
			names = append(names[:most-1:most-1], fmt.Sprintf("%d others", len(names)-most+1))
		}
		b.Line("States that differ only by the names %s are counted once", english.List(names))
	}
}

// printFinal prints the final states.
func (v *Survey) printFinal(b *Text, shapes *shape.Set) {
	final := make([]string, len(v.Space.Final)) // empty where a state is not to be listed
	for i, s := range v.Space.Final {
		if i < mostListed || b.All {
			final[i] = fmt.Sprintf("%s: %s", english.Count(v.Space.Depth(s), "step"),
				strings.Join(english.Counted(v.Space.Written(s, shapes)), ", "))
		}
	}
	if len(final) == 0 && v.Space.Ended == explore.Complete {
		b.Line("No state is final: in each something can happen")
	}
	b.List(english.Count(len(final), "final state"), final)
}

// printWay prints the run, and where it comes to.
func (v *Survey) printWay(b *Text, to string, shapes *shape.Set) {
	b.Title(fmt.Sprintf("A shortest run to %s: %s", to, english.Count(len(v.Way.Steps), "step")))
	for i := range v.Way.Steps {
		b.Item("%s", Named(v.Program.Labels(), shapes, &v.Way.Steps[i]))
	}
	b.Title("The state:")
	b.Item("%s", strings.Join(english.Counted(v.last(shapes)), ", "))
	if len(v.Way.Steps) > 0 {
		b.Title("'ceptre run' does it with --choose " + v.Way.Run.Choose)
	}
}

// surveyData is the result of a search, as data.
type surveyData struct {
	Complete    bool        `json:"complete"`
	Limit       explore.Why `json:"limit,omitempty"` // the limit that cut it short
	States      int         `json:"states"`
	Transitions int         `json:"transitions"` // of the states looked at, and what the search came to of the next
	Looked      int         `json:"looked"`
	Deaf        bool        `json:"deaf,omitempty"`    // rules ask sensors, which gave no answers
	Depth       int         `json:"depth"`             // of the farthest state
	Final       [][]string  `json:"final"`             // of the states looked at, in the order found
	Spilled     int         `json:"spilled,omitempty"` // bytes of states that were moved to a temporary file
	Reduced     *reduction  `json:"reduced,omitempty"`
	Until       *goalData   `json:"until,omitempty"`
	Claims      any         `json:"claims,omitempty"`
	Error       *errorData  `json:"error,omitempty"` // the error that stopped it
}

// reduction says what a search left out.
type reduction struct {
	Omitted         int        `json:"omitted"` // transitions
	Interchangeable [][]string `json:"interchangeable,omitempty"`
}

// goalData is the goal of a search.
type goalData struct {
	Fact  string `json:"fact"` // or several, with commas
	Found bool   `json:"found"`
	// Variables are the values of the variables in the state that was found.
	Variables map[string]string `json:"variables,omitempty"`
	runData
}

// errorData is an error, and the state in which it happened.
type errorData struct {
	Message string `json:"message"` // with its place in the program
	runData
}

// runData is a shortest run to a state, and that.
type runData struct {
	Steps   []string `json:"steps"`
	Choices string   `json:"choices,omitempty"` // as --choose takes them
	State   []string `json:"state"`
}

// Data returns the result as data.
func (v *Survey) Data() any {
	d := surveyData{
		Complete: v.Space.Ended == explore.Complete, Limit: v.Space.Ended,
		States: v.Space.Len(), Transitions: v.Space.Transitions,
		Looked: v.Space.Looked, Deaf: v.Space.Deaf, Depth: v.Space.Farthest(), Final: each(v.Space.Final, v.Space.Facts),
		Spilled: v.Space.Spilled(),
	}
	if v.Space.Omitted > 0 || len(v.Interchangeable) > 0 {
		d.Reduced = &reduction{v.Space.Omitted, each(v.Interchangeable, func(class []*lang.Constructor) []string {
			return each(class, func(c *lang.Constructor) string { return c.Name })
		})}
	}
	if v.Until != "" {
		d.Until = &goalData{Fact: v.Until, Found: v.Found(), runData: runData{Steps: []string{}, State: []string{}}}
	}
	if v.Claims != nil {
		d.Claims = v.Claims.Data()
	}
	switch {
	case v.Found():
		d.Until.runData = v.runData()
		d.Until.Variables = make(map[string]string)
		for _, x := range v.bindings {
			d.Until.Variables[x.Var] = x.Term.String()
		}
	case v.Way != nil:
		d.Error = &errorData{v.Failure.Error(), v.runData()}
	}
	return d
}

func (v *Survey) runData() runData {
	steps := each(v.Way.Steps, func(s trace.Step) string { return Unnumbered(v.Program.Labels(), nil, &s) })
	return runData{steps, v.Way.Run.Choose, v.last(nil)}
}
