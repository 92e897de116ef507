// Package account writes the steps of a run and its final state as JSON while the run goes on. Facts
// and terms are strings, as programs write them.
package account

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// head holds the fields of the object before the steps.
type head struct {
	Program string `json:"program"`
	Stage   string `json:"stage"` // the first
	Seed    uint64 `json:"seed"`
	Choose  string `json:"choose"`
}

// event is a step of a run.
type event struct {
	ID       trace.StepID `json:"id"`
	Rule     string       `json:"rule"`
	Args     []string     `json:"args"`
	Stage    string       `json:"stage"`
	Consumes []string     `json:"consumes"`
	Reads    []string     `json:"reads"`
	Produces []string     `json:"produces"`
	Choices  int          `json:"choices"`
	Chosen   trace.Chosen `json:"chosen"`
}

// tail holds the fields behind the steps.
type tail struct {
	Final   []string  `json:"final"` // oldest first
	Ended   trace.Why `json:"ended"`
	Message string    `json:"message,omitempty"` // what went wrong, or which limit it was if not that of steps
	// Solution says what came of the goal of the run.
	Solution any `json:"solution,omitempty"`
}

// Recorder is a [trace.Recorder] that writes a run as one object. It holds the state of the run.
type Recorder struct {
	// Solution returns what is said of the goal of the run, at the end of a run that did not fail; nil for nothing.
	Solution func() any
	out      *bufio.Writer
	program  *trace.Program
	labels   *label.Set // of the program's rules
	terms    trace.Terms
	state    map[trace.ResourceID]string // but for stage tokens
	made     trace.ResourceID
	steps    trace.StepID
	item     bytes.Buffer
	enc      *json.Encoder // to item
}

// NewRecorder returns a recorder that writes to w.
func NewRecorder(w io.Writer) *Recorder {
	a := &Recorder{out: bufio.NewWriterSize(w, 1<<16), state: make(map[trace.ResourceID]string)}
	a.enc = json.NewEncoder(&a.item)
	a.enc.SetEscapeHTML(false)
	return a
}

// encode returns the JSON of a value behind some indentation. The next call reuses the bytes.
func (a *Recorder) encode(value any, prefix string) ([]byte, error) {
	a.item.Reset()
	a.enc.SetIndent(prefix, "  ")
	err := a.enc.Encode(value)
	return bytes.TrimSuffix(a.item.Bytes(), []byte("\n")), err
}

// Begin implements [trace.Recorder].
func (a *Recorder) Begin(h *trace.Header, terms trace.Terms, initial []trace.Made) error {
	a.program, a.labels, a.terms = h.Program, h.Labels(), terms
	a.make(initial)
	data, err := a.encode(head{h.Program.Name, h.Run.Stage, h.Run.Seed, h.Run.Choose}, "")
	if err != nil {
		return err
	}
	a.out.Write(bytes.TrimSuffix(data, []byte("\n}")))
	_, err = a.out.WriteString(",\n  \"steps\": [")
	return err
}

// Step implements [trace.Recorder].
func (a *Recorder) Step(e *trace.Event) error {
	a.steps++
	rule := &a.program.Rules[e.Rule]
	v := event{
		ID: a.steps, Rule: a.labels.Label(e.Rule), Args: make([]string, len(e.Args)), Stage: rule.Stage,
		Consumes: a.facts(e.Uses[:e.Consumes]), Reads: a.facts(e.Uses[e.Consumes:]), Produces: a.make(e.Makes),
		Choices: e.Choices, Chosen: e.Chosen,
	}
	for i, x := range e.Args {
		v.Args[i] = x.Term(a.terms).String()
	}
	for _, id := range e.Uses[:e.Consumes] {
		delete(a.state, id)
	}
	data, err := a.encode(v, "    ")
	if err != nil {
		return err
	}
	if a.steps > 1 {
		a.out.WriteByte(',')
	}
	a.out.WriteString("\n    ")
	_, err = a.out.Write(data)
	return err
}

// Forget implements [trace.Recorder]. No term is known by its number.
func (a *Recorder) Forget() {}

// End implements [trace.Recorder].
func (a *Recorder) End(e *trace.End) error {
	if a.steps > 0 {
		a.out.WriteString("\n  ")
	}
	a.out.WriteString("],")
	last := tail{Final: a.facts(slices.Sorted(maps.Keys(a.state))), Ended: e.Why, Message: e.Message}
	if a.Solution != nil && e.Why != trace.Failed {
		last.Solution = a.Solution()
	}
	data, err := a.encode(last, "")
	if err != nil {
		return err
	}
	a.out.Write(append(bytes.TrimPrefix(data, []byte("{")), '\n'))
	return a.out.Flush()
}

// make adds new resources to the state, and returns them as text, without stage tokens.
func (a *Recorder) make(made []trace.Made) []string {
	out := []string{}
	for i := range made {
		a.made++
		m := &made[i]
		if m.Pred == trace.StageToken {
			continue
		}
		r := trace.Resource{Pred: a.program.Predicates[m.Pred].Name, Persistent: m.Persistent}
		for _, x := range m.Args {
			r.Args = append(r.Args, x.Term(a.terms))
		}
		a.state[a.made] = r.String()
		out = append(out, a.state[a.made])
	}
	return out
}

// facts returns facts of the state, without stage tokens.
func (a *Recorder) facts(ids []trace.ResourceID) []string {
	out := []string{}
	for _, id := range ids {
		if text, ok := a.state[id]; ok {
			out = append(out, text)
		}
	}
	return out
}
