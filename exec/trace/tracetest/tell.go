package tracetest

import (
	"errors"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// teller puts the terms of a run into a table.
type teller struct {
	trace *trace.Trace
	terms []trace.Term
}

// Term implements [trace.Terms].
func (e *teller) Term(x trace.Sym) trace.Term { return e.terms[x] }

// Args implements [trace.Terms].
func (e *teller) Args(x trace.Sym) []trace.Sym { return e.syms(e.terms[x].Args) }

// Tell tells a recorder of a run as an engine would.
func Tell(t *trace.Trace, to trace.Recorder) error {
	e := &teller{trace: t}
	rest := e.trace.Resources
	made := func(by trace.StepID) (all []trace.Made) {
		for len(rest) > 0 && rest[0].By == by {
			all = append(all, trace.Made{Atom: e.atom(rest[0].Fact()), Persistent: rest[0].Persistent})
			rest = rest[1:]
		}
		return all
	}
	err := to.Begin(&e.trace.Header, e, made(0))
	for _, s := range e.trace.Steps {
		err = errors.Join(err, to.Step(&trace.Event{
			Rule: ruleOf(e.trace, &s), Args: e.syms(s.Args),
			Uses: slices.Concat(s.Consumes, s.Reads), Consumes: len(s.Consumes), Makes: made(s.ID),
			Proves: e.atoms(s.Proves), Absent: e.atoms(s.Absent), Sensed: e.atoms(s.Sensed), Acts: e.atoms(s.Acts),
			Choices: s.Choices, Chosen: s.Chosen,
		}))
	}
	return errors.Join(err, to.End(e.trace.End))
}

func (e *teller) atoms(facts []trace.Fact) (atoms []trace.Atom) {
	for _, f := range facts {
		atoms = append(atoms, e.atom(f))
	}
	return atoms
}

func (e *teller) atom(f trace.Fact) trace.Atom {
	is := func(p trace.Predicate) bool { return p.Name == f.Pred }
	return trace.Atom{Pred: slices.IndexFunc(e.trace.Program.Predicates, is), Args: e.syms(f.Args)}
}

// syms puts terms into the table, small numbers not.
func (e *teller) syms(terms []trace.Term) (syms []trace.Sym) {
	for _, t := range terms {
		if n, err := strconv.ParseUint(t.Head, 10, 31); t.Number && err == nil {
			syms = append(syms, trace.Numeral+trace.Sym(n))
			continue
		}
		i := slices.IndexFunc(e.terms, t.Equal)
		if i < 0 {
			i = len(e.terms)
			e.terms = append(e.terms, t)
		}
		syms = append(syms, trace.Sym(i))
	}
	return syms
}
