package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// The account of a run that --json prints is an object with the fields of accountHead, then
// the steps, then the fields of accountTail.

// accountHead is what there is to say of a run before it starts.
type accountHead struct {
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

// accountTail is what there is to say of a run after it has ended.
type accountTail struct {
	Final   []string  `json:"final"` // oldest first
	Ended   trace.Why `json:"ended"`
	Message string    `json:"message,omitempty"` // what went wrong, or which limit it was if not that of steps
}

// accountant is a recorder that prints the account of a run as it goes on. What it holds is
// the state.
type accountant struct {
	out     *bufio.Writer
	program *trace.Program
	labels  *label.Set // of the program's rules
	terms   trace.Terms
	state   map[trace.ResourceID]string // but for stage tokens
	made    trace.ResourceID
	steps   trace.StepID
	item    bytes.Buffer
	enc     *json.Encoder // to item
}

func newAccountant(w io.Writer) *accountant {
	a := &accountant{out: bufio.NewWriterSize(w, 1<<16), state: make(map[trace.ResourceID]string)}
	a.enc = json.NewEncoder(&a.item)
	a.enc.SetEscapeHTML(false)
	a.enc.SetIndent("    ", "  ")
	return a
}

// Begin implements [trace.Recorder].
func (a *accountant) Begin(h *trace.Header, terms trace.Terms, initial []trace.Made) error {
	a.program, a.labels, a.terms = h.Program, h.Labels(), terms
	a.make(initial)
	var b bytes.Buffer
	if err := writeJSON(&b, accountHead{h.Program.Name, h.Run.Stage, h.Run.Seed, h.Run.Choose}); err != nil {
		return err
	}
	a.out.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n}\n")))
	_, err := a.out.WriteString(",\n  \"steps\": [")
	return err
}

// Step implements [trace.Recorder].
func (a *accountant) Step(e *trace.Event) error {
	a.steps++
	rule := &a.program.Rules[e.Rule]
	v := event{
		ID: a.steps, Rule: a.labels.Label(e.Rule), Args: each(e.Args, func(x trace.Sym) string { return a.term(x).String() }), Stage: rule.Stage,
		Consumes: a.facts(e.Uses[:e.Consumes]), Reads: a.facts(e.Uses[e.Consumes:]), Produces: a.make(e.Makes),
		Choices: e.Choices, Chosen: e.Chosen,
	}
	for _, id := range e.Uses[:e.Consumes] {
		delete(a.state, id)
	}
	a.item.Reset()
	if err := a.enc.Encode(v); err != nil {
		return err
	}
	if a.steps > 1 {
		a.out.WriteByte(',')
	}
	a.out.WriteString("\n    ")
	_, err := a.out.Write(bytes.TrimSuffix(a.item.Bytes(), []byte("\n")))
	return err
}

// Forget implements [trace.Recorder]. No term is known by its number.
func (a *accountant) Forget() {}

// End implements [trace.Recorder].
func (a *accountant) End(e *trace.End) error {
	if a.steps > 0 {
		a.out.WriteString("\n  ")
	}
	a.out.WriteString("],")
	var b bytes.Buffer
	final := a.facts(slices.Sorted(maps.Keys(a.state)))
	if err := writeJSON(&b, accountTail{final, e.Why, e.Message}); err != nil {
		return err
	}
	a.out.Write(bytes.TrimPrefix(b.Bytes(), []byte("{")))
	return a.out.Flush()
}

// make adds new resources to the state, and returns them as text, without stage tokens.
func (a *accountant) make(made []trace.Made) []string {
	out := []string{}
	for i := range made {
		a.made++
		if m := &made[i]; m.Pred != trace.StageToken {
			a.state[a.made] = a.fact(m)
			out = append(out, a.state[a.made])
		}
	}
	return out
}

func (a *accountant) fact(m *trace.Made) string {
	r := trace.Resource{Pred: a.program.Predicates[m.Pred].Name, Persistent: m.Persistent}
	for _, x := range m.Args {
		r.Args = append(r.Args, a.term(x))
	}
	return r.String()
}

func (a *accountant) term(x trace.Sym) trace.Term {
	if x < trace.Numeral {
		return a.terms.Term(x)
	}
	return trace.Term{Head: strconv.Itoa(int(x - trace.Numeral)), Number: true}
}

// facts returns facts of the state, without stage tokens.
func (a *accountant) facts(ids []trace.ResourceID) []string {
	out := []string{}
	for _, id := range ids {
		if text, ok := a.state[id]; ok {
			out = append(out, text)
		}
	}
	return out
}
