package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// aboutSteps is a line of a section.
type aboutSteps struct{ who, steps string }

// Threads are the threads of characters through a run, and what follows from them: meetings,
// partings, births and deaths.
type Threads struct {
	graph       *causal.Graph
	cast        causal.Cast
	threads     []causal.Thread
	meetings    []causal.Meeting
	separations []causal.Separation
	lives       []causal.Life
}

// Follow follows the characters of a cast through a run.
func Follow(g *causal.Graph, cast causal.Cast) *Threads {
	all := g.Threads(cast)
	return &Threads{
		graph: g, cast: cast, threads: all,
		meetings: causal.Meetings(all), separations: causal.Separations(all), lives: g.Lives(cast, all),
	}
}

// Print prints the threads, and what follows from them as far as there is any.
func (c *Threads) Print(b *Text) {
	out := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for i, t := range c.threads {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintln(out, visible.Line(t.Character))
		if len(t.Groups) == 0 {
			fmt.Fprintln(out, "  does nothing in this run")
		}
		for _, group := range t.Groups { // a line each: its steps tie
			fmt.Fprintf(out, "  %s\n", visible.Line(c.tied(group)))
		}
	}
	writeSection(out, "Meetings", each(c.meetings, func(m causal.Meeting) aboutSteps {
		return aboutSteps{strings.Join(m.Who, ", "), c.tied([]causal.Event{m.Event})}
	}))
	writeSection(out, "Partings", c.partingLines())
	writeSection(out, "Births", c.lifeLines(func(l causal.Life) []causal.Event { return l.Born }))
	writeSection(out, "Deaths", c.lifeLines(func(l causal.Life) []causal.Event { return l.Died }))
	out.Flush() // into memory
}

func writeSection(w io.Writer, title string, lines []aboutSteps) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", title)
	for _, l := range lines {
		fmt.Fprintf(w, "  %s\t%s\n", visible.Line(l.who), visible.Line(l.steps))
	}
}

// tied returns the steps of one group: in braces, if there are several.
func (c *Threads) tied(group []causal.Event) string {
	names := each(group, func(e causal.Event) string { return StepOf(c.graph, e) })
	if len(names) == 1 {
		return names[0]
	}
	return "{" + strings.Join(names, ", ") + "}"
}

func (c *Threads) partingLines() []aboutSteps {
	var lines []aboutSteps
	for _, s := range c.separations {
		var ways []string
		for _, way := range s.Ways {
			ways = append(ways, strings.Join(way, ", "))
		}
		lines = append(lines, aboutSteps{strings.Join(ways, " | "), c.tied(s.After)})
	}
	return lines
}

func (c *Threads) lifeLines(events func(causal.Life) []causal.Event) []aboutSteps {
	var lines []aboutSteps
	for _, l := range c.lives {
		if at := events(l); at != nil {
			lines = append(lines, aboutSteps{l.Character, c.tied(at)})
		}
	}
	return lines
}

type threadsData struct {
	Type       string        `json:"type"`       // of the characters; empty where they are none of a type
	Predicates []string      `json:"predicates"` // the characters who are predicates
	Picked     string        `json:"picked"`     // why; empty where they were asked for
	Threads    []threadData  `json:"threads"`
	Meetings   []meetingData `json:"meetings"`
	Partings   []partingData `json:"partings"`
	Births     []passingData `json:"births"`
	Deaths     []passingData `json:"deaths"`
}

// threadData is a thread; the steps of one group tie.
type threadData struct {
	Character string           `json:"character"`
	Groups    [][]trace.StepID `json:"groups"`
}

type meetingData struct {
	Step trace.StepID `json:"step"`
	Who  []string     `json:"who"`
}

type partingData struct {
	After []trace.StepID `json:"after"`
	Ways  [][]string     `json:"ways"`
}

// passingData is a birth or death.
type passingData struct {
	Character string         `json:"character"`
	Steps     []trace.StepID `json:"steps"`
}

// Data returns the threads as data. Steps are ids; lists are never null.
func (c *Threads) Data() any {
	d := threadsData{
		Type: c.cast.Type, Predicates: append([]string{}, c.cast.Predicates...), Picked: c.cast.Picked,
		Births: []passingData{}, Deaths: []passingData{},
	}
	d.Threads = each(c.threads, func(t causal.Thread) threadData {
		return threadData{t.Character, each(t.Groups, c.ids)}
	})
	d.Meetings = each(c.meetings, func(m causal.Meeting) meetingData {
		return meetingData{c.graph.Step(m.Event).ID, m.Who}
	})
	d.Partings = each(c.separations, func(s causal.Separation) partingData {
		return partingData{c.ids(s.After), s.Ways}
	})
	for _, l := range c.lives {
		d.Births = c.passing(d.Births, l.Character, l.Born)
		d.Deaths = c.passing(d.Deaths, l.Character, l.Died)
	}
	return d
}

func (c *Threads) ids(events []causal.Event) []trace.StepID {
	return each(events, func(e causal.Event) trace.StepID { return c.graph.Step(e).ID })
}

func (c *Threads) passing(list []passingData, character string, at []causal.Event) []passingData {
	if at == nil {
		return list
	}
	return append(list, passingData{character, c.ids(at)})
}
