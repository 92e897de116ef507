package foreign_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// older tells a run as the older Ceptre records it: what a rule keeps is used and
// made anew, under another id.
type older struct {
	*rapid.T
	run   *trace.Trace
	now   map[trace.ResourceID]int // the id that a resource has by now
	facts []trace.Resource         // by id, less 1
}

// olderStep is a step with ids of the older Ceptre.
type olderStep struct {
	*trace.Step
	uses, makes []int
}

func newOlder(t *rapid.T, run *trace.Trace) *older {
	o := &older{T: t, run: run, now: make(map[trace.ResourceID]int)}
	for _, x := range run.Resources {
		if x.By == 0 {
			o.name(x)
		}
	}
	return o
}

// name gives a resource the next id.
func (o *older) name(x trace.Resource) int {
	o.facts = append(o.facts, x)
	o.now[x.ID] = len(o.facts)
	return len(o.facts)
}

// steps returns the steps. Permanent facts may or may not be made anew.
func (o *older) steps() []olderStep {
	var all []olderStep
	for i := range o.run.Steps {
		s := olderStep{Step: &o.run.Steps[i]}
		for _, id := range slices.Concat(s.Consumes, s.Reads) {
			s.uses = append(s.uses, o.now[id])
		}
		for _, id := range s.Reads {
			if x := o.find(id); !x.Persistent || rapid.Bool().Draw(o.T, "anew") {
				s.makes = append(s.makes, o.name(x))
			}
		}
		for _, id := range s.Produces {
			s.makes = append(s.makes, o.name(o.find(id)))
		}
		all = append(all, s)
	}
	return all
}

func (o *older) find(id trace.ResourceID) trace.Resource { return o.run.Resources[id-1] }

// factText returns a fact as the older Ceptre prints it.
func factText(x trace.Resource) string {
	text := "(" + x.Fact().String() + ")"
	if x.Persistent {
		return "!" + text
	}
	return text
}

// dot returns the run as trace.dot, node lines in any order.
func (o *older) dot() string {
	var nodes, edges []string
	for i, s := range o.steps() {
		nodes = append(nodes, fmt.Sprintf(`t%d [shape=box,style=filled,fillcolor=green,label=%s];`, i,
			quoteDOT(s.Rule, argsText(s.Args))))
		for _, id := range s.uses {
			edges = append(edges, fmt.Sprintf("x%d -> t%d;", id, i))
		}
		for _, id := range s.makes {
			edges = append(edges, fmt.Sprintf("t%d -> x%d;", i, id))
		}
	}
	for i, x := range o.facts {
		nodes = append(nodes, fmt.Sprintf(`x%d [style=filled,fillcolor=skyblue,label=%s];`, i+1, quoteDOT(factText(x))))
	}
	lines := rapid.Permutation(nodes).Draw(o.T, "nodes")
	if rapid.Bool().Draw(o.T, "edges first") {
		lines = append(edges, lines...)
	} else {
		lines = append(lines, edges...)
	}
	return "digraph trace {\n" + strings.Join(lines, "\n") + "\n}\n"
}

func quoteDOT(lines ...string) string {
	for i, line := range lines {
		lines[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(line)
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}

// argText returns a term with parentheses around compounds.
func argText(t trace.Term) string {
	if len(t.Args) > 0 {
		return "(" + t.String() + ")"
	}
	return t.String()
}

func argTexts(args []trace.Term) []string {
	texts := []string{}
	for _, arg := range args {
		texts = append(texts, argText(arg))
	}
	return texts
}

func argsText(args []trace.Term) string { return strings.Join(argTexts(args), " ") }

type (
	command struct {
		Rule string   `json:"rulename"`
		Args []string `json:"args"`
	}
	change struct {
		Name string   `json:"varname"`
		Mode string   `json:"mode"`
		Pred string   `json:"pred"`
		Args []string `json:"args"`
	}
	step struct {
		Command command  `json:"command"`
		Removed []change `json:"removed"`
		Added   []change `json:"added"`
		Context []string `json:"context"`
	}
)

// json returns the run as JSON of single steps, each with the state after it.
func (o *older) json() string {
	state := make(map[int]bool)
	for i := range o.facts {
		state[i+1] = true
	}
	var b strings.Builder
	for _, s := range o.steps() {
		out := step{Command: command{s.Rule, argTexts(s.Args)}, Removed: o.changes(s.uses), Added: o.changes(s.makes)}
		for _, id := range s.uses {
			if !o.facts[id-1].Persistent {
				delete(state, id)
			}
		}
		for _, id := range s.makes {
			state[id] = true
		}
		out.Context = o.state(state)
		text, err := json.Marshal(out)
		require.NoError(o.T, err)
		b.Write(append(text, '\n'))
	}
	return b.String()
}

func (o *older) changes(ids []int) []change {
	list := []change{}
	for _, id := range ids {
		x := o.facts[id-1]
		mode := "lin"
		if x.Persistent {
			mode = "pers"
		}
		list = append(list, change{fmt.Sprintf("x%d", id), mode, x.Pred, argTexts(x.Args)})
	}
	return list
}

func (o *older) state(alive map[int]bool) []string {
	facts := []string{}
	for i, x := range o.facts {
		if text := factText(x); alive[i+1] && !(x.Persistent && slices.Contains(facts, text)) {
			facts = append(facts, text)
		}
	}
	return facts
}

// text returns a run without reads of linear facts as the older Ceptre prints it.
func text(run *trace.Trace) string {
	var b strings.Builder
	b.WriteString("Trace: \n")
	for _, s := range run.Steps {
		made := slices.Clone(s.Produces)
		slices.Reverse(made)
		fmt.Fprintf(&b, "let [%s] = (%s %s) ", ids(made), s.Rule, argsText(s.Args))
		for _, fact := range s.Proves {
			fmt.Fprintf(&b, "[(%s [(%s []), [[], []]]), ", fact, fact)
		}
		used := slices.Concat(s.Consumes, s.Reads)
		for _, id := range used {
			fmt.Fprintf(&b, "[%v, ", id)
		}
		b.WriteString("[]" + strings.Repeat("]", len(used)+len(s.Proves)) + ";\n")
	}
	return b.String()
}

// finalText returns the final state as the older Ceptre prints it.
func finalText(run *trace.Trace) string {
	var facts []string
	for _, x := range run.Final() {
		facts = append(facts, factText(x))
	}
	return "Final state:\n{" + strings.Join(facts, ", ") + "}\n\n"
}

// ids returns names with commas between.
func ids(list []trace.ResourceID) string {
	var texts []string
	for _, id := range list {
		texts = append(texts, id.String())
	}
	return strings.Join(texts, ", ")
}

// ends returns the resources of the initial state and of the final one.
func (c celfNames) ends() (initial, left []trace.ResourceID) {
	for _, x := range c.run.Resources {
		if x.By == 0 {
			initial = append(initial, x.ID)
		}
	}
	for _, x := range c.run.Final() {
		left = append(left, x.ID)
	}
	return initial, left
}

// celf returns a run without reads of linear facts as a proof term.
func celf(run *trace.Trace) string {
	c := celfNames{run}
	initial, left := c.ends()
	var b strings.Builder
	fmt.Fprintf(&b, "Solution: \\!'someone. \\%s. {\n", c.pairs(initial))
	for _, s := range run.Steps {
		fmt.Fprintf(&b, "  let {%s} = %s", c.pairs(s.Produces), s.Rule)
		for _, arg := range argTexts(s.Args) {
			b.WriteString(" !" + arg)
		}
		fmt.Fprintf(&b, " %s in\n", c.pairs(slices.Concat(s.Consumes, s.Reads)))
	}
	return b.String() + c.pairs(left) + "}\n"
}

// celfStages returns a run without reads of linear facts as a proof term in which some of the steps that use
// resources lead to the next stage.
func celfStages(t *rapid.T, run *trace.Trace) string {
	c := celfNames{run}
	initial, left := c.ends()
	var b strings.Builder
	fmt.Fprintf(&b, "Solution: \\%s. run/first (\\1. {\n", c.pairs(initial))
	ends := "})"
	for _, s := range run.Steps {
		args := ""
		for _, arg := range argTexts(s.Args) {
			args += " !" + arg
		}
		uses, makes := slices.Concat(s.Consumes, s.Reads), s.Produces
		if len(uses) == 0 || rapid.Bool().Draw(t, "let") {
			fmt.Fprintf(&b, "  let {%s} = %s%s %s in\n", c.pairs(makes), s.Rule, args, c.pairs(uses))
			continue
		}
		n := rapid.IntRange(0, len(makes)).Draw(t, "made by the step")
		next := fmt.Sprintf("\\%s. run/next (\\%s. {", c.pairs(makes[:n]), c.pairs(makes[n:]))
		if rapid.Bool().Draw(t, "in braces") {
			fmt.Fprintf(&b, "%s%s {", s.Rule, args)
			for _, id := range uses {
				fmt.Fprintf(&b, "[%s, ", c.pairs([]trace.ResourceID{id}))
			}
			b.WriteString(next + "\n")
			ends = "})" + strings.Repeat("]", len(uses)) + "}" + ends
		} else {
			fmt.Fprintf(&b, "%s%s (%s\n", s.Rule, args, next)
			ends = "})) " + c.pairs(uses) + ends
		}
	}
	return b.String() + c.pairs(left) + ends + "\n #N = 2\nQuery ok.\n"
}

type celfNames struct{ run *trace.Trace }

// pairs returns names in nested pairs, 1 for none.
func (c celfNames) pairs(list []trace.ResourceID) string {
	if len(list) == 0 {
		return "1"
	}
	name := fmt.Sprintf("X%d", list[0])
	if c.run.Resources[list[0]-1].Persistent {
		name = "!" + name
	}
	if len(list) == 1 {
		return name
	}
	return "[" + name + ", " + c.pairs(list[1:]) + "]"
}
