package exec

import (
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/network"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Near is a way to meet some premises of a rule, while others are not met.
type Near struct {
	Rule *lang.Rule
	// Args are the values of Rule.Vars, where Known says that they have one.
	Args  []lang.Value
	Known []bool
	// Standings and Uses are of Rule.Premises, in their order. Uses are the
	// resources that meet premises on the state; nil elsewhere.
	Standings []Standing
	Uses      []*Resource
	// NoResult says that a calculation of the right side has no value.
	NoResult bool
}

// Standing says how a premise stands.
type Standing int

// The standings.
const (
	Met     Standing = iota
	Unmet            // nothing meets it
	Unknown          // it is about values that premises would give which are not met
)

// Nears are the ways of a rule in which the fewest premises are not met.
type Nears struct {
	// Ways are those that leave the least unknown first, of these those in which the
	// fewest proofs are missing, and else in the order in which transitions are found.
	Ways []Near
	// More is how many ways there are beside.
	More int
	// Cut says that the search was ended before it had seen everything.
	Cut bool
}

// key is the same for ways that differ in equal resources only.
func (n *Near) key() string {
	var key []byte
	for i, known := range n.Known {
		if known {
			key = appendKey(key, n.Args[i])
		} else {
			key = append(key, '_')
		}
	}
	for i, s := range n.Standings {
		key = append(key, byte('0'+s))
		if r := n.Uses[i]; r != nil {
			key = append(append(key, r.Fact.String()...), ';')
		}
	}
	return string(key)
}

func (n *Near) unknown() int {
	count := 0
	for _, known := range n.Known {
		if !known {
			count++
		}
	}
	return count
}

// unproved returns how many premises are not met that facts to come cannot meet.
func (n *Near) unproved() int {
	count := 0
	for i, s := range n.Standings {
		if s == Unmet && n.Rule.Premises[i].Kind == lang.Prove {
			count++
		}
	}
	return count
}

// String returns the rule's name and arguments, with `_` for those that are
// unknown.
func (n *Near) String() string {
	var b strings.Builder
	b.WriteString(n.Rule.Name)
	for i, known := range n.Known {
		arg := " " + trace.Open
		if known {
			arg = lang.Arguments(n.Args[i : i+1])
		}
		b.WriteString(arg)
	}
	return b.String()
}

// Instance returns a term of the rule as far as its values are known, with
// [trace.Open] for what is not.
func (n *Near) Instance(t lang.Term) trace.Term {
	if network.Known(t, n.Known) {
		if v, err := evaluate(t, n.Args); err == nil {
			return term(v)
		}
		return trace.Const(trace.Open)
	}
	c, ok := t.(*lang.Compound)
	if !ok {
		return trace.Const(trace.Open)
	}
	out := trace.Term{Head: c.Con.Name}
	for _, a := range c.Args {
		out.Args = append(out.Args, n.Instance(a))
	}
	return out
}

// Fact returns the atom of a premise as far as its values are known.
func (n *Near) Fact(a lang.Atom) trace.Fact {
	f := trace.Fact{Pred: a.Pred.Name}
	for _, t := range a.Args {
		f.Args = append(f.Args, n.Instance(t))
	}
	return f
}

// Premise returns the i-th premise as programs write it, as far as its values are known.
func (n *Near) Premise(i int) string {
	p := &n.Rule.Premises[i]
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
