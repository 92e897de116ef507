package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// near describes a way of the rule with a line for each premise. It skips premises that need
// nothing.
func (r *Refusal) near(n *inquiry.NearMiss) []string {
	if len(n.Standings) == 0 && !n.NoResult {
		return nil
	}
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for i := range n.Standings {
		if n.Lack(i) != nil && n.Group(i) < i {
			continue // it is told of with the first that asks for the same fact
		}
		mark, about := r.standing(n, i)
		row(table, mark, n.Premise(i, r.short), about)
	}
	if n.NoResult {
		row(table, "✗", "what it makes", "a calculation has no result: below zero, or divided by zero")
	}
	table.Flush() // into memory
	return append([]string{"", n.Text(r.short)}, strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")...)
}

// standing says how the i-th premise stands.
func (r *Refusal) standing(n *inquiry.NearMiss, i int) (mark, about string) {
	switch l, x := n.Lack(i), n.By[i]; {
	case l != nil:
		return "✗", r.Lack(n, l)
	case n.Standings[i] == exec.Met && x != nil:
		return "✓", fmt.Sprintf("%s, %s", x.ID, r.since(x))
	case n.Standings[i] == exec.Met:
		return "✓", map[lang.PremiseKind]string{lang.Prove: "can be proved", lang.Ask: "answered",
			lang.Compare: "holds"}[n.Rule.Premises[i].Kind]
	}
	if len(n.Lacks) == 0 {
		return "?", "the search for a proof found no end"
	}
	return "?", "depends on what is missing"
}

func row(w io.Writer, mark, what, about string) {
	fmt.Fprintf(w, "  %s %s\t%s\n", mark, visible.Line(what), visible.Line(about))
}

// since says since when a resource is there.
func (r *Refusal) since(x *causal.Resource) string {
	if x.Producer == causal.Outside {
		return "from the start"
	}
	return "from " + r.event(x.Producer)
}

// Lack says why a premise is not met.
func (r *Refusal) Lack(n *inquiry.NearMiss, l *inquiry.Lack) string {
	switch {
	case l.Premise.Kind == lang.Prove && isOpen(n, l.Premise):
		return "cannot be proved so that the rest is met"
	case !l.Premise.Kind.OnState():
		return failing[l.Premise.Kind]
	}
	var parts []string
	if l.Needs > 1 {
		parts = append(r.copies(n, l), r.fate(l, "another ")...)
	} else {
		parts = append(r.present(n, l), r.fate(l, "")...)
	}
	if x := l.Other; x != nil {
		parts = append(parts, fmt.Sprintf("%s is there%s", r.fact(x), aside(x)))
	}
	return strings.Join(parts, "; ")
}

// isOpen reports whether a variable of a premise has no value. There may be proofs of it then, with
// which something else is not met.
func isOpen(n *inquiry.NearMiss, p *lang.Premise) (open bool) {
	for _, t := range p.Atom.Args {
		lang.EachVariable(t, func(v lang.Variable) { open = open || !n.Known[v] })
	}
	return open
}

// copies says how many of a fact the rule takes, and which are there.
func (r *Refusal) copies(n *inquiry.NearMiss, l *inquiry.Lack) []string {
	var ids []string
	for i, x := range n.By {
		if x != nil && n.Lack(i) == l {
			ids = append(ids, x.ID.String())
		}
	}
	if len(ids) == 0 {
		return []string{r.counted(l)}
	}
	return []string{fmt.Sprintf("%s (%s)", r.counted(l), strings.Join(ids, ", "))}
}

// counted says how many of a fact a rule takes, and how many there are.
func (r *Refusal) counted(l *inquiry.Lack) string {
	return fmt.Sprintf("needs %d %s, %s", l.Needs, r.short.Fact(l.Fact), There(l.There))
}

// There says how many there are.
func There(n int) string {
	switch n {
	case 0:
		return "there is none"
	case 1:
		return "there is 1"
	}
	return fmt.Sprintf("there are %d", n)
}

// present describes the facts at hand that come near to meeting a premise.
func (r *Refusal) present(n *inquiry.NearMiss, l *inquiry.Lack) []string {
	var parts []string
	if x := l.Present; x != nil {
		// The rule may state the premise in terms of other premises or by a calculation.
		why := "does not fit " + r.prog.Source.Slice(l.Premise.Span) + " with the rest"
		if slices.Contains(n.By, x) {
			why = "meets another premise"
		}
		parts = append(parts, fmt.Sprintf("%sis there%s, but %s", r.subject(l, x), aside(x), why))
	}
	if x := l.Linear; x != nil {
		parts = append(parts, fmt.Sprintf("%sis there%s, but not permanent", r.subject(l, x), aside(x)))
	}
	return parts
}

// NeverThere is the text for a premise that no fact came near to meeting.
const NeverThere = "was never there"

// fate tells the end of the last fact that would have met a premise, and the beginning of the next.
// It calls the fact by a name.
func (r *Refusal) fate(l *inquiry.Lack, name string) []string {
	var parts []string
	if x := l.Last; x != nil {
		who := cmp.Or(r.subject(l, x), name)
		parts = append(parts, fmt.Sprintf("%swas there %s%s, until %s used it up", who, r.since(x), aside(x),
			r.event(x.Consumer)))
	}
	if x := l.Next; x != nil {
		what := cmp.Or(strings.TrimSpace(r.subject(l, x)), strings.TrimSpace(name), "it")
		parts = append(parts, fmt.Sprintf("%s made %s later", r.event(x.Producer), what))
	}
	if len(parts) == 0 && l.Present == nil && l.Linear == nil && l.Needs < 2 {
		return []string{NeverThere}
	}
	return parts
}

// subject names a fact at the beginning of a sentence, if it is not the very one
// that stands before.
func (r *Refusal) subject(l *inquiry.Lack, x *causal.Resource) string {
	if x.Fact().String() == l.Fact.String() {
		return ""
	}
	return r.fact(x) + " "
}

// aside is the id of a resource.
func aside(x *causal.Resource) string { return fmt.Sprintf(" (%s)", x.ID) }

// Brief says in a clause why the rule cannot fire: `there is no arm-free`. Of several ways in which as little is
// missing, it tells of the first. Facts that read alike are told of once. It is empty if the rule can fire.
func (r *Refusal) Brief() string {
	switch {
	case r.Possible():
		return ""
	case r.Stage == "":
		return "the run has ended"
	case r.Stage != r.Rule.Stage.Name:
		return visible.Line("the run is in stage " + r.Stage)
	}
	var absent, others []string
	n := &r.Nears[0]
	for i := range n.Standings {
		l := n.Lack(i)
		if l == nil || n.Group(i) < i {
			continue
		}
		switch what := strings.TrimPrefix(n.Premise(i, r.short), "$"); {
		case l.Needs > 1:
			others = append(others, r.counted(l))
		case l.Premise.Kind.OnState():
			absent = append(absent, what)
		case l.Premise.Kind == lang.Compare:
			others = append(others, what+" does not hold")
		default:
			others = append(others, what+" "+r.Lack(n, l))
		}
	}
	others = append(absences(absent), others...)
	switch {
	case len(others) > 0:
	case !n.Met():
		others = append(others, Missing(n))
	case r.Before != nil:
		others = append(others, r.before()+" comes first")
	}
	return visible.Line(english.List(others))
}

// absences says in clauses which facts are not there: a fact may be named several times.
func absences(absent []string) (clauses []string) {
	times := make(map[string]int)
	for _, what := range absent {
		times[what]++
	}
	var single []string
	for _, what := range absent {
		switch n := times[what]; {
		case n == 1:
			single = append(single, "no "+what)
		case n > 1:
			clauses = append(clauses, fmt.Sprintf("there are not %d %s", n, what))
			times[what] = 0
		}
	}
	if len(single) > 0 {
		clauses = append([]string{"there is " + english.List(single)}, clauses...)
	}
	return clauses
}
