// Package rename finds out what the names of a trace are called in a program that has changed since
// it ran. A name that both programs have stands for itself. Another name is paired with the name at
// the same position in rules, declarations and the initial state, as far as that is unambiguous.
package rename

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Renaming is a name of the trace that is another one in the program now.
type Renaming struct {
	What string `json:"what"` // "rule", "predicate" and so on
	Was  string `json:"was"`
	Now  string `json:"now"`
}

// String returns a line for a report.
func (r Renaming) String() string {
	return fmt.Sprintf("the %s %s is now called %s", r.What, r.Was, r.Now)
}

// Correspondence maps the names of a trace to the names of a program that may have changed since. A
// trace without a header of its program keeps its names.
type Correspondence struct {
	from, to *vocabulary
	partner  map[symbol]symbol // of names that are other ones now
	values   map[string][]int  // by rule, as [Correspondence.places] says
	changed  map[string]bool   // rules that are known to need or make something else
}

// Find returns the correspondence between the program of a trace and another program with its initial
// state.
func Find(t *trace.Trace, now *trace.Program, start []trace.Resource) *Correspondence {
	was := t.Program
	if was == nil {
		was = &trace.Program{}
	}
	c := &Correspondence{
		from: newVocabulary(was, t.Initial()), to: newVocabulary(now, start),
		partner: make(map[symbol]symbol), values: make(map[string][]int), changed: make(map[string]bool),
	}
	m := newMatcher(c.from, c.to, c.open(), func(a, b symbol) bool { return a.name == b.name })
	if !slices.ContainsFunc(m.open[0], func(s symbol) bool { return s.kind != variableName }) {
		return c
	}
	for again := true; again; {
		m.match(variableName)
		again = m.matchWeakly(variableName, ruleName) || c.pairOnly(m)
	}
	maps.Copy(c.partner, m.partner)
	return c
}

// open returns the names that need a partner: those that only one side has, variables, and the
// names made for rules without one.
func (c *Correspondence) open() (open [2][]symbol) {
	sides := [2]*vocabulary{c.from, c.to}
	for i, side := range sides {
		for _, s := range side.symbols {
			if s.kind == variableName || !sides[1-i].known[s] || c.from.isMade(s) || c.to.isMade(s) {
				open[i] = append(open[i], s)
			}
		}
	}
	return open
}

// pairOnly pairs names that stand in other places than they did, but are the only ones of their
// sort that are left on either side, and rules without a name if the names made for them are equal.
// It reports whether there were any.
func (c *Correspondence) pairOnly(m *matcher) (some bool) {
	left, right := c.sorts(m, 0), c.sorts(m, 1)
	for _, s := range slices.Clone(m.open[0]) {
		sort := c.sort(m, 0, s)
		if sort != "" && len(left[sort]) == 1 && len(right[sort]) == 1 {
			m.pair(s, right[sort][0])
			some = true
		}
	}
	return some
}

// sorts returns the unmatched symbols of a side by sort.
func (c *Correspondence) sorts(m *matcher, side int) map[string][]symbol {
	out := make(map[string][]symbol)
	for _, s := range m.open[side] {
		sort := c.sort(m, side, s)
		out[sort] = append(out[sort], s)
	}
	return out
}

// sort returns the kind of a name with its types, which are those of every name that it may be
// paired with; "" for names that may be paired with any.
func (c *Correspondence) sort(m *matcher, side int, s symbol) string {
	of := m.sides[side]
	switch {
	case s.kind == variableName:
		return ""
	case s.kind == ruleName && of.isMade(s):
		return "made " + s.name
	case s.kind == ruleName:
		return ""
	case s.kind == typeName || s.kind == stageName:
		return s.kind.word()
	}
	for _, t := range of.says {
		if n := len(t.args); n > 0 &&
			(t.name == "constant" && t.args[n-1].symbol == s || s.kind == predicateName && t.args[0].symbol == s) {
			return t.name + m.types(side, t)
		}
	}
	return ""
}

// types returns the types in a declaration, as the second side calls them.
func (m *matcher) types(side int, t tree) string {
	var b strings.Builder
	for _, a := range t.args {
		if a.kind == typeName || a.kind == literal {
			b.WriteString(" " + m.now(side, a.symbol).name)
		}
	}
	return b.String()
}

// now returns what a name of a side is called on the second side.
func (m *matcher) now(side int, s symbol) symbol {
	if other, ok := m.partner[s]; ok && side == 0 {
		return other
	}
	return s
}

// name returns the present name of a symbol.
func (c *Correspondence) name(kind symbolKind, was string) string {
	if s, ok := c.partner[symbol{kind, was}]; ok {
		return s.name
	}
	return was
}

// TextThen returns the recorded text of the rule of a step, if the rule is gone, or needs or makes
// something else now; "" for others, and if it is not known.
func (c *Correspondence) TextThen(s *trace.Step) string {
	rule := c.from.label(s)
	c.places(rule)
	was, now := c.from.rules[rule], c.to.rules[c.name(ruleName, rule)]
	if was == nil || now != nil && !c.changed[rule] {
		return ""
	}
	return was.Text
}

// mostNew bounds how many new rules are named.
const mostNew = 3

// NewRules lists the rules that only the present program has, for messages about a rule that is not
// found; it is empty if there are none, or too many.
func (c *Correspondence) NewRules() string {
	known := make(map[symbol]bool)
	for s := range c.from.known {
		known[symbol{s.kind, c.name(s.kind, s.name)}] = true
	}
	var names []string
	for _, s := range c.to.of(ruleName) {
		if !known[s] && !c.to.isMade(s) {
			names = append(names, s.name)
		}
	}
	if len(names) == 0 || len(names) > mostNew || len(c.from.rules) == 0 {
		return ""
	}
	return "; new in it, and made otherwise, is " + strings.Join(names, ", ")
}

// places says where the values of a rule's variables stood, by their order now, in the
// arguments of steps then; -1 for variables that are new. It is nil where nothing is known
// of the rule.
//
// If the rule needs and makes the same as before, whatever the order and the names of its
// variables, the positions of the variables identify them. Otherwise their names do.
func (c *Correspondence) places(rule string) []int {
	if known, ok := c.values[rule]; ok {
		return known
	}
	was, now := c.from.rules[rule], c.to.rules[c.name(ruleName, rule)]
	var out []int
	if was != nil && now != nil && (len(was.Params) > 0 || len(now.Params) == 0) { // not all traces list them
		partner := c.variables(rule, was, now)
		for _, p := range now.Params {
			out = append(out, slices.IndexFunc(was.Params, func(q trace.Param) bool { return partner[q.Name] == p.Name }))
		}
	}
	c.values[rule] = out
	return out
}

// variables returns what the variables of a rule are called now.
func (c *Correspondence) variables(rule string, was, now *trace.Rule) map[string]string {
	other := c.name(ruleName, rule)
	left, right := c.from.sketches[rule], c.to.sketches[other]
	if left != nil && right != nil {
		from, to := &vocabulary{known: make(map[symbol]bool)}, &vocabulary{known: make(map[symbol]bool)}
		for _, t := range operands(rule, left) {
			from.say(c.translated(t))
		}
		for _, t := range operands(other, right) {
			to.say(t)
		}
		partner, ok := sameForm(rule, other, from, to)
		if ok {
			return partner
		}
		c.changed[rule] = true
	}
	return c.byName(was, now)
}

// sameForm matches the variables of two rules that need and make the same; it is false if they do
// not.
func sameForm(was, now string, from, to *vocabulary) (map[string]string, bool) {
	plain := func(rule string, s symbol) string { return strings.TrimPrefix(s.name, rule+" ") }
	m := newMatcher(from, to, [2][]symbol{from.of(variableName), to.of(variableName)},
		func(a, b symbol) bool { return plain(was, a) == plain(now, b) })
	m.match()
	if !slices.Equal(m.forms(0), m.forms(1)) {
		return nil, false
	}
	out := make(map[string]string)
	for a, b := range m.partner {
		out[plain(was, a)] = plain(now, b)
	}
	return out, true
}

// forms returns the colours of all statements of a side.
func (m *matcher) forms(side int) []int {
	var out []int
	for _, t := range m.sides[side].says {
		out = append(out, m.colour(side, t))
	}
	slices.Sort(out)
	return out
}

// byName matches variables of the same name and, where only one of a type is left on
// either side, this one.
func (c *Correspondence) byName(was, now *trace.Rule) map[string]string {
	out := make(map[string]string)
	left, right := make(map[string][]string), make(map[string][]string)
	for _, p := range was.Params {
		if slices.ContainsFunc(now.Params, func(q trace.Param) bool { return q.Name == p.Name }) {
			out[p.Name] = p.Name
		} else {
			t := c.name(typeName, p.Type)
			left[t] = append(left[t], p.Name)
		}
	}
	for _, q := range now.Params {
		if out[q.Name] == "" {
			right[q.Type] = append(right[q.Type], q.Name)
		}
	}
	for t, names := range left {
		if len(names) == 1 && len(right[t]) == 1 {
			out[names[0]] = right[t][0]
		}
	}
	return out
}

// translated returns a tree in the names of now; variables keep theirs.
func (c *Correspondence) translated(t tree) tree {
	out := tree{symbol: t.symbol, unordered: t.unordered}
	if t.kind != variableName && t.kind != literal {
		out.name = c.name(t.kind, t.name)
	}
	for _, a := range t.args {
		out.args = append(out.args, c.translated(a))
	}
	return out
}
