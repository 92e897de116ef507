package render

import (
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// teller makes a trace of a text with one record a line:
//
//	program verona
//	type character romeo juliet
//	rule do/kiss | the text of the rule
//	init at romeo town, !open gate
//	do/kiss romeo juliet : - shy romeo, $ at romeo town, + happy romeo
//
// A step consumes (-), reads ($) or makes (+) facts; facts are found by their
// text, the oldest first.
type teller struct {
	tb    fataler
	trace *trace.Trace
	alive map[string][]trace.ResourceID
}

// tell returns the graph of a told run.
func tell(tb fataler, text string) *causal.Graph {
	tb.Helper()
	t := &teller{tb: tb, alive: make(map[string][]trace.ResourceID), trace: &trace.Trace{
		Header: trace.Header{Format: trace.Format, Program: &trace.Program{}},
	}}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			t.record(line)
		}
	}
	return causal.New(t.trace)
}

func (t *teller) record(line string) {
	word, rest, _ := strings.Cut(line, " ")
	p := t.trace.Program
	switch word {
	case "program":
		p.Name = rest
	case "type":
		names := strings.Fields(rest)
		p.Types = append(p.Types, trace.Type{Name: names[0], Constants: names[1:]})
	case "rule":
		name, text, _ := strings.Cut(rest, " | ")
		p.Rules = append(p.Rules, trace.Rule{Name: name, Text: text})
	case "init":
		for fact := range strings.SplitSeq(rest, ", ") {
			t.make(fact, 0)
		}
	default:
		t.step(line)
	}
}

func (t *teller) step(line string) {
	head, body, _ := strings.Cut(line, " : ")
	f := fact(head)
	s := trace.Step{ID: trace.StepID(len(t.trace.Steps) + 1), Rule: f.Pred, Args: f.Args}
	for part := range strings.SplitSeq(body, ", ") {
		switch text := part[2:]; part[0] {
		case '-':
			s.Consumes = append(s.Consumes, t.find(text))
			t.alive[text] = t.alive[text][1:]
		case '$':
			s.Reads = append(s.Reads, t.find(text))
		case '+':
			s.Produces = append(s.Produces, t.make(text, s.ID))
		}
	}
	t.trace.Steps = append(t.trace.Steps, s)
}

func (t *teller) find(text string) trace.ResourceID {
	require.NotEmpty(t.tb, t.alive[text], "step %d: no %s", len(t.trace.Steps)+1, text)
	return t.alive[text][0]
}

func (t *teller) make(text string, by trace.StepID) trace.ResourceID {
	bare, persistent := strings.CutPrefix(text, "!")
	f := fact(bare)
	id := trace.ResourceID(len(t.trace.Resources) + 1)
	t.trace.Resources = append(t.trace.Resources, trace.Resource{
		ID: id, Pred: f.Pred, Args: f.Args, Persistent: persistent, By: by,
	})
	t.alive[text] = append(t.alive[text], id)
	return id
}

func fact(text string) trace.Fact {
	words := strings.Fields(text)
	f := trace.Fact{Pred: words[0]}
	for _, w := range words[1:] {
		number := strings.Trim(w, "0123456789") == ""
		f.Args = append(f.Args, trace.Term{Head: w, Number: number})
	}
	return f
}
