package report

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Count holds the numbers of a trace's parts.
type Count struct {
	Steps   int         `json:"steps"`
	Initial int         `json:"initial"` // resources at the start
	Made    int         `json:"made"`    // by steps
	Alive   int         `json:"alive"`   // at the end
	End     trace.Why   `json:"end,omitempty"`
	Bytes   int64       `json:"bytes"` // of the file
	Rules   []ruleCount `json:"rules"`

	labels *label.Set
}

type ruleCount struct {
	Rule  string `json:"rule"`
	Count int    `json:"count"`
}

// CountRecords counts the parts of a trace. The rules that the header declares come first, in
// order, with a rule that never fires among them.
func CountRecords(t *trace.Stream) (*Count, error) {
	n := &Count{labels: t.Header.Labels()}
	n.Rules = make([]ruleCount, n.labels.Len())
	if err := t.Each(n.add); err != nil {
		return nil, err
	}
	for i := range n.Rules { // all labels are known now
		n.Rules[i].Rule = n.labels.Label(i)
	}
	return n, nil
}

// add counts a record.
func (n *Count) add(r trace.Record) error {
	switch {
	case r.Step != nil:
		n.Steps++
		n.Alive -= len(r.Step.Consumes)
		n.rule(r.Step).Count++
	case r.End != nil:
		n.End = r.End.Why
	case r.Resource.By == 0:
		n.Initial++
		n.Alive++
	default:
		n.Made++
		n.Alive++
	}
	return nil
}

// rule returns the count of a step's rule.
func (n *Count) rule(s *trace.Step) *ruleCount {
	i := n.labels.Enter(s.Key())
	for i >= len(n.Rules) {
		n.Rules = append(n.Rules, ruleCount{})
	}
	return &n.Rules[i]
}

// Data returns the counts as data.
func (n *Count) Data() any { return n }

// Print prints the counts, the rules by how often they fired.
func (n *Count) Print(b *Text) {
	b.Line("%s, ended: %s", english.Count(n.Steps, "step"), cmp.Or(string(n.End), "not said"))
	b.Line("%s: %d at the start, %d made; %d left", english.Count(n.Initial+n.Made, "resource"), n.Initial, n.Made,
		n.Alive)
	size := fmt.Sprintf("%d bytes", n.Bytes)
	if n.Steps > 0 {
		size += fmt.Sprintf(", %.1f a step", float64(n.Bytes)/float64(n.Steps))
	}
	b.Line("%s", size)
	if len(n.Rules) > 0 {
		b.Line("")
	}
	rules := slices.SortedStableFunc(slices.Values(n.Rules),
		func(a, b ruleCount) int { return cmp.Compare(b.Count, a.Count) })
	width := 0
	for _, r := range rules {
		width = max(width, utf8.RuneCountInString(visible.Line(r.Rule)))
	}
	for _, r := range rules {
		b.Line("%-*s  %d", width, visible.Line(r.Rule), r.Count)
	}
}
