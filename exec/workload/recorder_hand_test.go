package workload

import (
	"math/bits"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// source is a stream of random numbers: Wang Yi's wyrand, the quickest that is good
// enough here.
type source uint64

func (s *source) next() uint64 {
	*s += 0xa0761d6478bd642f
	high, low := bits.Mul64(uint64(*s), uint64(*s)^0xe7037ed1a0b428db)
	return high ^ low
}

// below draws from 0 to n less one, all equally likely (Lemire, "Fast random integer
// generation in an interval", ACM TOMACS 29, 2019).
func (s *source) below(n int) int {
	high, low := bits.Mul64(s.next(), uint64(n))
	if low < uint64(n) {
		for least := -uint64(n) % uint64(n); low < least; {
			high, low = bits.Mul64(s.next(), uint64(n))
		}
	}
	return int(high)
}

// stage is the only one of the programs that are run by hand.
const stage = "main"

// hand is what all programs by hand have: chance, and the record.
type hand struct {
	source
	rec   trace.Recorder
	last  trace.ResourceID
	token trace.ResourceID // of the stage
	names names
	types []trace.Type // of the constants
	made  []trace.Made // the initial state, until the record begins
}

// newHand returns a hand whose first term is the stage.
func newHand(seed uint64, rec trace.Recorder) *hand {
	return &hand{source: source(seed), rec: rec, names: names{stage}}
}

// constants names n constants of a type, as a text does, and returns the first.
func (h *hand) constants(name, prefix string, n int) trace.Sym {
	first := len(h.names)
	for i := range n {
		h.names = append(h.names, prefix+strconv.Itoa(i))
	}
	h.types = append(h.types, trace.Type{Name: name, Constants: h.names[first:]})
	return trace.Sym(first)
}

// start makes a fact of the initial state.
func (h *hand) start(pred int, args ...trace.Sym) trace.ResourceID {
	h.made = append(h.made, trace.Made{Atom: trace.Atom{Pred: pred, Args: args}})
	return h.fresh()
}

// fresh returns the number of the next resource.
func (h *hand) fresh() trace.ResourceID {
	h.last++
	return h.last
}

// begin makes the stage token and begins the record.
func (h *hand) begin(predicates []trace.Predicate, rules ...trace.Rule) error {
	h.token = h.start(trace.StageToken, 0)
	program := &trace.Program{Types: h.types, Predicates: predicates, Stages: []trace.Stage{{Name: stage}}, Rules: rules}
	return h.rec.Begin(&trace.Header{Format: trace.Format, Program: program}, h.names, h.made)
}

// rule returns what a header says of a rule.
func rule(name string, params ...string) trace.Rule {
	r := trace.Rule{Name: name, Stage: stage}
	for _, p := range params {
		r.Params = append(r.Params, trace.Param{Name: p})
	}
	return r
}

// linear returns what a header says of a predicate of the state.
func linear(name string, args ...string) trace.Predicate {
	return trace.Predicate{Name: name, Args: args, Mode: trace.Linear}
}

// shape is how many of each a rule has.
type shape struct {
	args, consumes, reads int
}

// event returns a step of a rule that is filled in anew whenever the rule fires.
// Last of all it reads the stage token.
func (h *hand) event(rule int, s shape, makes ...trace.Atom) *trace.Event {
	e := &trace.Event{
		Form:     rule + 1,
		Rule:     rule,
		Args:     make([]trace.Sym, s.args),
		Uses:     make([]trace.ResourceID, s.consumes+s.reads+1),
		Consumes: s.consumes,
		Chosen:   trace.ByChance,
	}
	e.Uses[s.consumes+s.reads] = h.token
	for _, a := range makes {
		e.Makes = append(e.Makes, trace.Made{Atom: a})
	}
	return e
}

// atom returns a fact whose n arguments are yet to be filled in.
func atom(pred, n int) trace.Atom { return trace.Atom{Pred: pred, Args: make([]trace.Sym, n)} }

// names is a table of constants.
type names []string

// Term implements [trace.Terms].
func (n names) Term(s trace.Sym) trace.Term { return trace.Const(n[s]) }

// Args implements [trace.Terms].
func (names) Args(trace.Sym) []trace.Sym { return nil }
