// Package statement checks statements about states: the invariants of a program, and the facts that are
// never together.
//
// [Check] is the definition read aloud. An invariant holds in a state if, for each value of its free
// variables, the sum of its counts compares with its bound. A linear fact counts as often as there are copies
// of it, a permanent one once. All terms of a type are values, those that no fact has, too: of infinite types
// one of these stands for all. A state violates a `#never` if its premises are met together, as those of a rule
// that keeps all that it needs: no two of them by the same linear fact.
//
// A [Monitor] finds the same in a state that changes, at a cost that depends on what changes.
package statement

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Violation is a way in which a state violates a statement.
type Violation struct {
	Statement *lang.Statement
	// Values are the values of the free variables of an invariant, or of all variables of a `#never`. The constant `_`
	// stands for values that no fact has.
	Values []lang.Value
	// Sum is the number that the counts of an invariant add up to, in digits; empty of a `#never`.
	Sum string
	// Facts are the facts that an invariant counts, each copy by itself, or that meet the premises of a
	// `#never`, in their order.
	Facts []lang.Initial
}

// Failure says that it is not known whether a state violates a statement: a proof or a search came to no end.
type Failure struct {
	Statement *lang.Statement
	Err       error
}

// Error returns which statement could not be checked, and why.
func (f *Failure) Error() string { return f.Statement.Label + " cannot be checked: " + f.Err.Error() }

// Unwrap returns the error without the statement.
func (f *Failure) Unwrap() error { return f.Err }

// Check returns the first way in which a state violates a statement, nil if it does not. The stage is nil in
// the state in which a link has ended the run. Equal permanent facts are one. The error is a [Failure].
func Check(ctx context.Context, s *lang.Statement, stage *lang.Stage, facts []lang.Initial, limits prove.Limits) (
	*Violation, error) {
	if s.Stage != nil && s.Stage != stage {
		return nil, nil
	}
	facts = Set(relevant(s, facts))
	if s.Kind == lang.Never {
		return together(ctx, s, facts, limits)
	}
	return newTally(s, facts).violation(), nil
}

// CompareSums compares what the counts of an invariant add up to in two lists of facts, for values of its free
// variables. It returns a negative number, 0 or a positive one as the first sum is less than, equal to or greater than
// the second.
func CompareSums(s *lang.Statement, values []lang.Value, facts, others []lang.Initial) int {
	return newTally(s, facts).sum(values).compare(newTally(s, others).sum(values))
}

// relevant returns the facts on which it depends whether a state violates a statement: those of its predicates, and of
// equal ones that follow each other as many as premises can take. Where clauses may ask for others, they are all facts.
func relevant(s *lang.Statement, facts []lang.Initial) []lang.Initial {
	preds := make(map[*lang.Pred]bool)
	for _, p := range s.AsPremises() {
		if p.Kind == lang.Prove {
			return facts
		}
		preds[p.Atom.Pred] = true
	}
	var out []lang.Initial
	copies := 0 // of the last fact, side by side
	for i, f := range facts {
		if copies++; i == 0 || f.Permanent != facts[i-1].Permanent || !f.Fact.Equal(facts[i-1].Fact) {
			copies = 1
		}
		if preds[f.Fact.Pred] && (s.Kind == lang.Invariant || copies <= len(s.Premises)) {
			out = append(out, f)
		}
	}
	return out
}

// Set returns the facts of a state from a list in which permanent ones may stand several times: each of these once.
func Set(facts []lang.Initial) []lang.Initial {
	seen := make(map[string]bool)
	var out []lang.Initial
	for _, f := range facts {
		if f.Permanent {
			key := string(term.AppendKeys([]byte(f.Fact.Pred.Name), f.Fact.Args))
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		out = append(out, f)
	}
	return out
}

// Error returns the violation as a sentence: "one_place is violated: at romeo _ + dead romeo is 2, not 1: at
// romeo tomb, dead romeo".
func (v *Violation) Error() string { return v.Statement.Label + " is violated: " + v.Reason() }

// Reason returns how the statement is violated: "at romeo _ + dead romeo is 2, not 1: at romeo tomb, dead
// romeo".
func (v *Violation) Reason() string {
	held := Set(v.Facts) // a permanent fact may meet several premises
	var facts []string
	for _, f := range held {
		facts = append(facts, f.String())
	}
	facts = english.Counted(facts)
	if v.Statement.Kind == lang.Never {
		if len(facts) == 0 {
			return v.proofs()
		}
		if len(held) == 1 {
			return "there is " + facts[0]
		}
		return english.List(facts) + " are there together"
	}
	text := fmt.Sprintf("%s is %s, %s", v.counted(), v.Sum, misses(v.Statement))
	if len(facts) == 0 {
		return text
	}
	return text + ": " + strings.Join(facts, ", ")
}

// proofs says which premises are proved where a `#never` asks for no facts: "rich jon holds".
func (v *Violation) proofs() string {
	known := slices.Repeat([]bool{true}, len(v.Values))
	var atoms []string
	for _, p := range v.Statement.Premises {
		if p.Kind != lang.Prove || len(v.Values) < len(v.Statement.Vars) {
			continue
		}
		f := trace.Fact{Pred: p.Atom.Pred.Name}
		for _, t := range p.Atom.Args {
			f.Args = append(f.Args, term.Partial(t, v.Values, known, nil))
		}
		atoms = append(atoms, f.String())
	}
	switch len(atoms) {
	case 0:
		return "its premises hold"
	case 1:
		return atoms[0] + " holds"
	}
	return english.List(atoms) + " hold"
}

// misses says how a number fails to compare with the bound of an invariant.
func misses(s *lang.Statement) string {
	switch s.Op {
	case lang.LessEq:
		return fmt.Sprintf("more than %d", s.Bound)
	case lang.MoreEq:
		return fmt.Sprintf("less than %d", s.Bound)
	}
	return fmt.Sprintf("not %d", s.Bound)
}

// counted returns the sum of an invariant for the values of its free variables: `at romeo _ + dead romeo`.
func (v *Violation) counted() string {
	s := v.Statement
	var b strings.Builder
	for i := range s.Sum {
		c := &s.Sum[i]
		times := newTotal(c.Times)
		switch {
		case i > 0 && times.negative:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		case times.negative:
			b.WriteString("-")
		}
		if n := times.amount.String(); n != "1" {
			b.WriteString(n + " * ")
		}
		b.WriteString(v.pattern(c))
	}
	return b.String()
}

// pattern returns a count for the values of the free variables: `sum N in coin N`.
func (v *Violation) pattern(c *lang.Count) string {
	s := v.Statement
	args, known := make([]lang.Value, len(s.Vars)), make([]bool, len(s.Vars))
	for i, x := range v.Values {
		args[i], known[i] = x, true
	}
	name := func(of lang.Variable) string {
		if of == c.Of {
			return s.Vars[of].Name
		}
		return trace.Open
	}
	f := trace.Fact{Pred: c.Pattern.Pred.Name}
	for _, t := range c.Pattern.Args {
		f.Args = append(f.Args, term.Partial(t, args, known, name))
	}
	text := f.String()
	if c.Permanent {
		text = "!" + text
	}
	if c.Of >= 0 {
		return fmt.Sprintf("sum %s in %s", s.Vars[c.Of].Name, text)
	}
	return text
}
