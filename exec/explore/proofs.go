package explore

import (
	"encoding/binary"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// answers are the answers to a question that does not read the state, as the arguments of the facts that were proved.
// They are kept for good: each question is asked once, whatever the state is.
type answers struct {
	args  []trace.Sym // of all answers, one after the other
	count int
	err   error // of the search for a proof
}

// meetProof meets a premise with every answer to it, in ascending order of their arguments.
func (x *expander) meetProof(i int, s *step, n *int) error {
	found, err := x.answers(s)
	if err == nil {
		err = found.err
	}
	if err != nil {
		if x.done.Err() != nil {
			return x.done.Err()
		}
		return &exec.RunError{Rule: x.rule.Rule, Err: err}
	}
	if err := x.spend(found.count + 1); err != nil {
		return err
	}
	width := len(s.columns)
	for k := range found.count {
		if !x.fit(s.columns, found.args[k*width:]) {
			continue
		}
		if err := x.meet(i+1, n); err != nil {
			return err
		}
	}
	return nil
}

// answers returns the answers to the premise of a step, given the values of its variables.
func (x *expander) answers(s *step) (*answers, error) {
	if s.reads {
		return x.answersHere(s)
	}
	e := x.of
	var few uint64
	if len(s.inputs) <= mostFew {
		for _, v := range s.inputs {
			few = few<<32 | uint64(x.env[v])
		}
		if known := e.knownFew[s.number][few]; known != nil {
			return known, nil
		}
	} else {
		x.key = binary.AppendUvarint(x.key[:0], uint64(s.number))
		for _, v := range s.inputs {
			x.key = binary.LittleEndian.AppendUint32(x.key, uint32(x.env[v]))
		}
		if known := e.known[string(x.key)]; known != nil {
			return known, nil
		}
	}
	if x.frozen {
		panic(term.ErrFrozen)
	}
	found, err := x.ask(e.proofs, s)
	if x.done.Err() != nil {
		return nil, x.done.Err()
	}
	found.err = err
	if len(s.inputs) <= mostFew {
		e.knownFew[s.number][few] = found
	} else {
		e.known[string(x.key)] = found
	}
	return found, nil
}

// mostFew is how many numbers of terms are a key without further ado.
const mostFew = 2

// ask proves the premise of a step.
func (x *expander) ask(table *prove.Table, s *step) (*answers, error) {
	values := make([]lang.Value, len(s.bound))
	for _, v := range s.inputs {
		values[v] = x.terms.Value(x.env[v], s.types[v])
	}
	limits := prove.Limits{Steps: x.of.limits.ProofSteps, Depth: x.of.limits.ProofDepth}
	found, _, err := table.Answers(x.done, s.premise.Atom, values, s.bound, limits)
	if err != nil {
		return &answers{}, err
	}
	// The numbers of terms give no order: other processes number them in another.
	facts := slices.SortedFunc(slices.Values(found.Facts), func(f, g lang.Fact) int {
		return term.CompareAll(f.Args, g.Args)
	})
	all := &answers{count: len(facts)}
	for _, f := range facts {
		all.args = x.terms.InternAll(all.args, f.Args)
	}
	return all, nil
}

// stateProofs proves what depends on the facts of a state.
type stateProofs struct {
	*expander
	table  *prove.Table
	states int // how many states were asked so far
	last   []Held
	stage  int
	facts  map[Fact]*prove.StateFact
}

// answersHere returns the answers to the premise of a step in the present state. Each goroutine has a prover of its
// own.
func (x *expander) answersHere(s *step) (*answers, error) {
	if x.proof == nil {
		x.proof = &stateProofs{expander: x, table: prove.NewTable(), facts: make(map[Fact]*prove.StateFact)}
		x.proof.table.State = x.proof
	}
	return x.ask(x.proof.table, s)
}

// Version implements [prove.State]: it rises with each state.
func (p *stateProofs) Version([]*lang.Pred) int {
	if p.states == 0 || !slices.Equal(p.last, p.held) {
		p.states++
		p.last = append(p.last[:0], p.held...)
	}
	return p.states
}

// Find implements [prove.Source]. The fact stands for the resource: its number is the id.
func (p *stateProofs) Find(premise *lang.Premise, columns []int, values []lang.Value) []*prove.StateFact {
	var out []*prove.StateFact
	syms := make([]trace.Sym, len(values))
	for i, v := range values {
		syms[i] = p.terms.Intern(v)
	}
	for _, h := range p.Of(premise.Atom.Pred) {
		if premise.Kind == lang.Permanent && !h.Permanent {
			continue
		}
		args, fits := p.argsOf(h.Fact), true
		for i, c := range columns {
			fits = fits && args[c] == syms[i]
		}
		if !fits {
			continue
		}
		f := p.facts[h.Fact]
		if f == nil {
			f = prove.NewStateFact(p.Fact(h.Fact), trace.ResourceID(h.Fact)+1)
			p.facts[h.Fact] = f
		}
		out = append(out, f)
	}
	return out
}
