package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// aboutSteps is a line of a section.
type aboutSteps struct{ who, steps string }

// chronicle is what the threads of a run tell.
type chronicle struct {
	graph       *causal.Graph
	cast        causal.Cast
	threads     []causal.Thread
	meetings    []causal.Meeting
	separations []causal.Separation
	lives       []causal.Life
}

func newChronicle(g *causal.Graph, cast causal.Cast) *chronicle {
	all := g.Threads(cast)
	return &chronicle{
		graph: g, cast: cast, threads: all,
		meetings: causal.Meetings(all), separations: causal.Separations(all), lives: g.Lives(cast, all),
	}
}

// write writes the threads as text, and what follows from them as far as there is
// any.
func (c *chronicle) write(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i, t := range c.threads {
		if i > 0 {
			fmt.Fprintln(out)
		}
		c.writeThread(out, t)
	}
	writeSection(out, "Meetings", c.meetingLines())
	writeSection(out, "Partings", c.partingLines())
	writeSection(out, "Births", c.lifeLines(func(l causal.Life) []causal.Event { return l.Born }))
	writeSection(out, "Deaths", c.lifeLines(func(l causal.Life) []causal.Event { return l.Died }))
	return out.Flush()
}

// writeCells writes who, and the steps it is about.
func writeCells(w io.Writer, who, steps string) {
	fmt.Fprintf(w, "%s\t%s\n", trace.Visible(who), trace.Visible(steps))
}

func writeSection(w io.Writer, title string, lines []aboutSteps) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", title)
	for _, l := range lines {
		writeCells(w, "  "+l.who, l.steps)
	}
}

// writeThread writes who it is of, and below a line for each step; ties share one.
func (c *chronicle) writeThread(w io.Writer, t causal.Thread) {
	fmt.Fprintln(w, trace.Visible(t.Character))
	if len(t.Groups) == 0 {
		fmt.Fprintln(w, "  does nothing in this run")
	}
	for _, group := range t.Groups {
		fmt.Fprintf(w, "  %s\n", trace.Visible(c.tied(group)))
	}
}

// tied returns the steps of one group: in braces, if there are several.
func (c *chronicle) tied(group []causal.Event) string {
	names := make([]string, len(group))
	for i, e := range group {
		names[i] = report.StepOf(c.graph, e)
	}
	if len(names) == 1 {
		return names[0]
	}
	return "{" + strings.Join(names, ", ") + "}"
}

func (c *chronicle) meetingLines() []aboutSteps {
	var lines []aboutSteps
	for _, m := range c.meetings {
		lines = append(lines, aboutSteps{strings.Join(m.Who, ", "), c.tied([]causal.Event{m.Event})})
	}
	return lines
}

func (c *chronicle) partingLines() []aboutSteps {
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

func (c *chronicle) lifeLines(events func(causal.Life) []causal.Event) []aboutSteps {
	var lines []aboutSteps
	for _, l := range c.lives {
		if at := events(l); at != nil {
			lines = append(lines, aboutSteps{l.Character, c.tied(at)})
		}
	}
	return lines
}
