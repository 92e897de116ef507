package causaltest

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Run makes a trace without a header from lines such as `walk ann : -at ann home, +at ann well, ?open`;
// the first are the initial facts. A fact is used that was made last. Permanent ones have a `!`.
func Run(initial string, steps ...string) *trace.Trace {
	r := &scriptReader{trace: &trace.Trace{Header: trace.Header{Format: trace.Format}}}
	for fact := range strings.SplitSeq(initial, ", ") {
		r.make(fact, 0)
	}
	for i, line := range steps {
		r.step(trace.StepID(i+1), line)
	}
	return r.trace
}

// House is a run with two people, each a predicate, in a house, and with a marker of turns.
func House() *trace.Trace {
	return Run("tamara hall, luisa attic, turn one",
		"walk attic hall : -luisa attic, +luisa hall, ?turn one",
		"talk hall : ?tamara hall, ?luisa hall, -turn one, +turn two",
		"walk hall attic : -tamara hall, +tamara attic, ?turn two",
	)
}

type scriptReader struct{ trace *trace.Trace }

// fact reads a fact.
func (r *scriptReader) fact(text string) trace.Resource {
	words := strings.Fields(strings.TrimPrefix(text, "!"))
	return trace.Resource{Pred: words[0], Args: terms(words[1:]), Persistent: text[0] == '!'}
}

// make adds a fact.
func (r *scriptReader) make(fact string, by trace.StepID) trace.ResourceID {
	x := r.fact(fact)
	x.ID, x.By = trace.ResourceID(len(r.trace.Resources)+1), by
	r.trace.Resources = append(r.trace.Resources, x)
	return x.ID
}

// last returns the fact that was made last and reads so.
func (r *scriptReader) last(fact string) trace.ResourceID {
	wanted := r.fact(fact)
	for _, x := range slices.Backward(r.trace.Resources) {
		if x.String() == wanted.String() {
			return x.ID
		}
	}
	panic("no " + fact)
}

func (r *scriptReader) step(id trace.StepID, line string) {
	head, facts, _ := strings.Cut(line, " : ")
	words := strings.Fields(head)
	s := trace.Step{ID: id, Rule: words[0], Args: terms(words[1:])}
	for fact := range strings.SplitSeq(facts, ", ") {
		switch fact[0] {
		case '-':
			s.Consumes = append(s.Consumes, r.last(fact[1:]))
		case '?':
			s.Reads = append(s.Reads, r.last(fact[1:]))
		case '+':
			s.Produces = append(s.Produces, r.make(fact[1:], id))
		}
	}
	r.trace.Steps = append(r.trace.Steps, s)
}

func terms(words []string) []trace.Term {
	var out []trace.Term
	for _, word := range words {
		out = append(out, term(word))
	}
	return out
}

// term reads a term without spaces: `s(s(z))`, `cons(a,nil)`.
func term(word string) trace.Term {
	if head, args, compound := strings.Cut(word, "("); compound {
		return trace.Term{Head: head, Args: arguments(strings.TrimSuffix(args, ")"))}
	}
	return trace.Term{Head: word, Number: strings.Trim(word, "0123456789") == ""}
}

// arguments reads the arguments of a term: one, or two of which the first is a constant.
func arguments(text string) []trace.Term {
	first, second, several := strings.Cut(text, ",")
	if !several || strings.Contains(first, "(") {
		return []trace.Term{term(text)}
	}
	return []trace.Term{term(first), term(second)}
}
