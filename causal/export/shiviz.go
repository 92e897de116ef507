package export

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// shiVizParser is the expression by which ShiViz reads what we write.
const shiVizParser = `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`

// writeShiViz writes a log of events with vector clocks, two lines each:
//
//	romeo {"juliet":1,"romeo":2}
//	do/kiss romeo juliet (t4)
//
// The hosts are the tracks, and an event stands on one host, even if several characters take part.
// The clock of an event is the maximum, host by host, of the clocks of its direct causes and of
// the previous event on its host, incremented for its host. So one clock is below another exactly
// if a path of causes, and of neighbours on hosts, leads from event to event: the causal order is
// preserved, and the only addition is that the events of a host are sequential (Fidge 1988;
// Mattern, "Virtual time and global states of distributed systems", 1989).
//
// ShiViz asks for the expression that parses a log: it is shiVizParser. Time
// and length are in the order of steps times hosts.
func writeShiViz(w io.Writer, r *run) ([]string, error) {
	t := r.tracks()
	hosts := hostNames(t.names)
	clocks := r.clocks(t)
	for e, clock := range clocks {
		times := make(map[string]int)
		for host, n := range clock {
			if n > 0 {
				times[hosts[host]] = n
			}
		}
		text, err := json.Marshal(times) // in the order of names
		if err != nil {
			return nil, err
		}
		s := r.Step(causal.Event(e))
		if _, err = fmt.Fprintf(w, "%s %s\n%s (%v)\n", hosts[t.of[e][0]], text, visible.Line(r.Named(causal.Event(e))),
			s.ID); err != nil {
			return nil, err
		}
	}
	notes := append(t.notes,
		"an event stands on one host: if several characters take part, on that of the first in its arguments",
		"a host does one thing after another, so its events are ordered even where nothing else orders them",
		"ShiViz reads the log with the expression "+shiVizParser)
	notes = append(notes, "facts are left out: there are only the steps and their order")
	return append(append(notes, leftOut(r.Trace)...), escapes(r, visible.Line)...), nil
}

// clocks returns the vector clock of each event, with a component for each track.
func (r *run) clocks(t *tracks) [][]int {
	clocks := make([][]int, r.Len())
	last := make([]causal.Event, len(t.names))
	for i := range last {
		last[i] = causal.Outside
	}
	for e := range clocks {
		clock, host := make([]int, len(t.names)), t.of[e][0]
		for _, cause := range r.Causes(causal.Event(e)) {
			join(clock, clocks[cause])
		}
		if last[host] != causal.Outside {
			join(clock, clocks[last[host]])
		}
		clock[host]++
		clocks[e], last[host] = clock, causal.Event(e)
	}
	return clocks
}

// join raises each component of clock to that of other.
func join(clock, other []int) {
	for i, n := range other {
		clock[i] = max(clock[i], n)
	}
}

// hostNames returns names without characters that end a host in the log: spaces and invisible
// characters become their codes, as in `%20`.
func hostNames(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		var b strings.Builder
		for _, c := range name {
			if c == '%' || unicode.IsSpace(c) || !unicode.IsGraphic(c) {
				b.WriteString(url.PathEscape(string(c)))
			} else {
				b.WriteRune(c)
			}
		}
		out[i] = b.String()
	}
	return out
}
