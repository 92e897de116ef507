package export

import (
	"io"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
)

// second is a second in the microseconds of the format.
const second = 1_000_000

type (
	chromeTrace struct {
		Events []chromeEvent `json:"traceEvents"`
		Unit   string        `json:"displayTimeUnit"`
	}
	// chromeEvent is a record of the Trace Event Format.
	chromeEvent struct {
		Name     string `json:"name"`
		Category string `json:"cat,omitempty"`
		Phase    string `json:"ph"`
		Time     int64  `json:"ts"`
		Duration int64  `json:"dur,omitempty"`
		Process  int    `json:"pid"`
		Thread   int    `json:"tid"`
		ID       int    `json:"id,omitempty"`
		Bind     string `json:"bp,omitempty"` // "e": the arrow ends at the slice around it
		Args     any    `json:"args,omitempty"`
	}
	chromeName struct {
		Name string `json:"name"`
	}
	chromeIndex struct {
		Index int `json:"sort_index"`
	}
	// chromeStep is what a viewer shows of a step that is picked.
	chromeStep struct {
		Step     string   `json:"step"`
		Rule     string   `json:"rule"`
		Args     []string `json:"args,omitempty"`
		Stage    string   `json:"stage,omitempty"`
		Depth    int      `json:"depth"` // causal
		Consumes []string `json:"consumes,omitempty"`
		Reads    []string `json:"reads,omitempty"`
		Produces []string `json:"produces,omitempty"`
		Proves   []string `json:"proves,omitempty"`
		Absent   []string `json:"absent,omitempty"`
		Sensed   []string `json:"sensed,omitempty"`
		Acts     []string `json:"acts,omitempty"`
		Choices  int      `json:"choices,omitempty"`
		Chosen   string   `json:"chosen,omitempty"`
	}
)

// writeChrome writes trace events in JSON: a thread for each track, and on each
// track of a step a slice of a second. Time is the order of firing, a second a
// step, so that slices of a track never overlap; how deep a step lies in the
// causal order is among its arguments. An arrow goes from the host of the step
// that made a fact to the host of each that uses it, where they share no track;
// stage tokens, which all use, have none.
func writeChrome(w io.Writer, r *run) ([]string, error) {
	t := r.tracks()
	c := &chrome{run: r, tracks: t}
	c.names()
	depths := r.Depths()
	for e := range r.Len() {
		c.slices(causal.Event(e), depths[e])
	}
	for a := range arcs(r.Trace) {
		c.flow(a)
	}
	notes := append(t.notes, "time is the order of firing, a second a step; the trace has no clock",
		"facts stand as text: equal ones cannot be told apart")
	return append(notes, leftOut(r.Trace, stages, proofs, absent, sensed, acts, choices)...), writeJSON(w, c.out)
}

// chrome is a list of events in the making.
type chrome struct {
	*run
	*tracks
	out   chromeTrace
	flows int
}

func (c *chrome) add(e chromeEvent) {
	e.Process = 1
	c.out.Events = append(c.out.Events, e)
}

// names names the process and its threads, which count from 1.
func (c *chrome) names() {
	c.out.Unit = "ms"
	title := "run"
	if p := c.Trace.Program; p != nil && p.Name != "" {
		title = p.Name
	}
	c.add(chromeEvent{Name: "process_name", Phase: "M", Args: chromeName{title}})
	for i, name := range c.tracks.names {
		c.add(chromeEvent{Name: "thread_name", Phase: "M", Thread: i + 1, Args: chromeName{name}})
		c.add(chromeEvent{Name: "thread_sort_index", Phase: "M", Thread: i + 1, Args: chromeIndex{i + 1}})
	}
}

// slices shows an event on each of its tracks.
func (c *chrome) slices(e causal.Event, depth int) {
	args := c.args(e, depth)
	for _, track := range c.of[e] {
		c.add(chromeEvent{
			Name: c.Named(e), Category: "step", Phase: "X", Time: int64(e) * second, Duration: second,
			Thread: track + 1, Args: args,
		})
	}
}

func (c *chrome) args(e causal.Event, depth int) chromeStep {
	s := c.Step(e)
	return chromeStep{
		Step: s.ID.String(), Rule: c.Label(e), Args: terms(s.Args), Stage: s.Stage, Depth: depth,
		Consumes: c.facts(s.Consumes), Reads: c.facts(s.Reads), Produces: c.facts(s.Produces),
		Proves: factTexts(s.Proves), Absent: factTexts(s.Absent), Sensed: factTexts(s.Sensed),
		Acts:    factTexts(s.Acts),
		Choices: s.Choices, Chosen: string(s.Chosen),
	}
}

// flow draws an arrow along an arc from another track.
func (c *chrome) flow(a arc) {
	r := c.Resource(a.resource)
	if a.kind == produce || r.Producer == causal.Outside || r.StageToken() {
		return
	}
	user, _ := c.Event(a.step)
	if slices.ContainsFunc(c.of[user], func(track int) bool { return slices.Contains(c.of[r.Producer], track) }) {
		return
	}
	c.flows++
	end := chromeEvent{Name: r.String(), Category: string(a.kind), ID: c.flows}
	for _, at := range []struct {
		event causal.Event
		phase string
		bind  string
	}{{r.Producer, "s", ""}, {user, "f", "e"}} {
		end.Phase, end.Bind = at.phase, at.bind
		end.Time, end.Thread = int64(at.event)*second+second/2, c.of[at.event][0]+1
		c.add(end)
	}
}
