package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// rejection tells why a rule did not fire.
type rejection struct {
	*inquiry.Refusal
	graph *causal.Graph
	asked string
}

// write writes the answer as text.
func (r *rejection) write(w io.Writer) error {
	var b bytes.Buffer
	for _, line := range r.verdict() {
		fmt.Fprintln(&b, trace.Visible(line))
	}
	for i := range r.Nears {
		fmt.Fprintln(&b)
		r.writeNear(&b, &r.Nears[i])
	}
	switch {
	case r.Cut:
		fmt.Fprintln(&b, "\nThere was too much to look at all of it: others may be nearer.")
	case r.More > 0:
		fmt.Fprintf(&b, "\nAnd %s with as much missing.\n", plural(r.More, "other way"))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// when says which moment is meant.
func (r *rejection) when() string {
	if r.At == nil {
		return "at the end of the run"
	}
	return "before " + r.At.ID.String()
}

// verdict says in a few lines why the rule did not fire.
func (r *rejection) verdict() []string {
	if r.Possible() {
		return []string{fmt.Sprintf("%s could have happened %s, %s.", r.asked, r.when(), r.instead())}
	}
	lines := []string{fmt.Sprintf("%s could not happen %s:", r.asked, r.when())}
	if r.Stage != r.Rule.Stage.Name {
		lines = append(lines, "  "+r.otherStage())
	}
	if r.Before != nil {
		lines = append(lines, "  "+r.tooEarly())
	}
	if n := &r.Nears[0]; !n.Met() {
		lines = append(lines, "  "+missing(n)+".")
	}
	return lines
}

// instead says what came of it that the rule could fire.
func (r *rejection) instead() string {
	if r.At != nil {
		return fmt.Sprintf("but %s was chosen", r.At)
	}
	return "but the run was ended"
}

// otherStage says where the run was, and when it was where the rule belongs.
func (r *rejection) otherStage() string {
	where := "the run was in stage " + r.Stage
	if r.Stage == "" {
		where = "the run had ended"
	}
	last := "and never before in " + r.Rule.Stage.Name
	if t := r.Token; t != nil {
		last = fmt.Sprintf("and last in %s %s until %s", r.Rule.Stage.Name, r.since(t), r.step(t.Consumer))
	}
	return where + ", " + last + "."
}

func (r *rejection) tooEarly() string {
	if r.Before.Rule.Stage.Ordered && !isLink(r.Rule) {
		return fmt.Sprintf("its stage is ordered, and %s comes first.", r.Before)
	}
	return fmt.Sprintf("a link waits until no rule applies, and %s does.", r.Before)
}

func isLink(rule *lang.Rule) bool {
	for _, l := range rule.Stage.Links {
		if &l.Rule == rule {
			return true
		}
	}
	return false
}

// missing says how much is missing in a way.
func missing(n *inquiry.NearMiss) string {
	switch {
	case len(n.Lacks) == 0:
		return "a calculation on its right side has no result"
	case len(n.Lacks) == 1:
		return "one of its premises was not met"
	}
	return fmt.Sprintf("%d of its premises were not met", len(n.Lacks))
}

// writeNear writes a line for each premise.
func (r *rejection) writeNear(w io.Writer, n *inquiry.NearMiss) {
	fmt.Fprintln(w, trace.Visible(n.String()))
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	lacks := n.Lacks
	for i := range n.Rule.Premises {
		p := &n.Rule.Premises[i]
		switch n.Standings[i] {
		case exec.Met:
			row(table, "✓", premise(n, p), r.met(n, i))
		case exec.Unknown:
			row(table, "?", premise(n, p), "depends on what is missing")
		case exec.Unmet:
			row(table, "✗", premise(n, p), r.lack(&lacks[0]))
			lacks = lacks[1:]
		}
	}
	if n.NoResult {
		row(table, "✗", "what it makes", "a calculation has no result: below zero, or divided by zero")
	}
	table.Flush() // into memory
}

func row(w io.Writer, mark, what, about string) {
	fmt.Fprintf(w, "  %s %s\t%s\n", mark, trace.Visible(what), trace.Visible(about))
}

// premise returns a premise as far as its values are known.
func premise(n *inquiry.NearMiss, p *lang.Premise) string {
	switch p.Kind {
	case lang.Compare:
		return fmt.Sprintf("%s %s %s", n.Instance(p.X), p.Op, n.Instance(p.Y))
	case lang.Keep:
		return "$" + n.Fact(p.Atom).String()
	case lang.Permanent:
		return "!" + n.Fact(p.Atom).String()
	}
	return n.Fact(p.Atom).String()
}

// met says by what the i-th premise is met.
func (r *rejection) met(n *inquiry.NearMiss, i int) string {
	if x := n.By[i]; x != nil {
		return fmt.Sprintf("%s, %s", x.ID, r.since(x))
	}
	return map[lang.PremiseKind]string{lang.Prove: "can be proved", lang.Ask: "answered", lang.Compare: "holds"}[n.Rule.Premises[i].Kind]
}

// since says since when a resource is there.
func (r *rejection) since(x *causal.Resource) string {
	if x.Producer == causal.Outside {
		return "from the start"
	}
	return "from " + r.step(x.Producer)
}

func (r *rejection) step(e causal.Event) string {
	s := r.graph.Step(e)
	return s.ID.String() + " " + s.String()
}

// lack says what became of what would meet a premise.
func (r *rejection) lack(l *inquiry.Lack) string {
	switch l.Premise.Kind {
	case lang.Compare:
		return "does not hold"
	case lang.Prove:
		return "cannot be proved"
	case lang.Ask:
		return "was not answered by the sensor"
	}
	var parts []string
	if x := l.Present; x != nil {
		parts = append(parts, fmt.Sprintf("there is %s (%s), but it meets another premise, or more would be missing with it", x.ID, x))
	}
	if x := l.Linear; x != nil {
		parts = append(parts, fmt.Sprintf("there is %s, but not permanently", x.ID))
	}
	if x := l.Last; x != nil {
		parts = append(parts, fmt.Sprintf("there was %s (%s), %s, until %s used it up", x.ID, x, r.since(x), r.step(x.Consumer)))
	}
	if len(parts) == 0 {
		parts = append(parts, "never there before")
	}
	if x := l.Next; x != nil {
		parts = append(parts, fmt.Sprintf("%s made it later", r.step(x.Producer)))
	}
	return strings.Join(parts, "; ")
}
