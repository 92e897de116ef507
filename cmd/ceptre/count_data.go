package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// counts holds the numbers of a trace's parts, as --json prints them.
type counts struct {
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

// print prints the counts, the rules by how often they fired.
func (n *counts) print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, ended: %s\n", plural(n.Steps, "step"), cmp.Or(string(n.End), "not said"))
	fmt.Fprintf(&b, "%s: %d at the start, %d made; %d left\n", plural(n.Initial+n.Made, "resource"), n.Initial, n.Made, n.Alive)
	fmt.Fprintf(&b, "%d bytes", n.Bytes)
	if n.Steps > 0 {
		fmt.Fprintf(&b, ", %.1f a step", float64(n.Bytes)/float64(n.Steps))
	}
	b.WriteByte('\n')
	if len(n.Rules) > 0 {
		b.WriteByte('\n')
		n.printRules(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (n *counts) printRules(b *strings.Builder) {
	rules := slices.Clone(n.Rules)
	slices.SortStableFunc(rules, func(a, b ruleCount) int { return cmp.Compare(b.Count, a.Count) })
	width := 0
	for i := range rules {
		rules[i].Rule = trace.Visible(rules[i].Rule)
		width = max(width, utf8.RuneCountInString(rules[i].Rule))
	}
	for _, r := range rules {
		fmt.Fprintf(b, "%-*s  %d\n", width, r.Rule, r.Count)
	}
}
