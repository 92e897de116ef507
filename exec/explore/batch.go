package explore

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// A batch of states is expanded by all workers, each of which takes one part after another. While they do, nothing is
// added: not to the states, nor to the numbers of facts and terms. Then the outcomes are merged, state by state.

const (
	partStates  = 1 << 6  // states of a part
	batchStates = 1 << 14 // the most states of a batch
	fewestBatch = 1 << 8  // fewer states than these are expanded by the search itself, except in tests
	// batchRecords is how many transitions a batch is likely to have at the most: they take some tens of megabytes.
	batchRecords = 1 << 19
	partRecords  = 1 << 16 // the most transitions of a part; states that lead to more are late
)

// part is a part of a batch: the outcomes of some states, one after the other.
type part struct {
	outcomes []outcome
	records  []record
	states   []byte       // the states that were not known, one after the other
	edges    []recordEdge // of the records, if edges are kept
	args     []trace.Sym  // of these
}

// outcome is the result of expanding a state.
type outcome struct {
	records int  // that it has
	omitted int  // transitions that the reducer left out
	late    bool // it has to be expanded when it is its turn
	err     error
}

// record is a transition to a state that was known, or to one whose bytes it has.
type record struct {
	to     State // unknown if it was not known before the batch
	length uint32
	hash   uint64
}

// unknown is no state.
const unknown State = math.MaxUint32

type recordEdge struct {
	rule *rule
	args int // where its arguments begin
}

func (p *part) reset() {
	p.outcomes, p.records, p.states, p.edges, p.args = p.outcomes[:0], p.records[:0], p.states[:0], p.edges[:0], p.args[:0]
}

// add adds a transition of the state that a worker expands.
func (p *part) add(w *worker, hash uint64, state []byte, r *rule, args []trace.Sym) error {
	if len(p.records) == partRecords {
		panic(errMany)
	}
	to, known := w.search.store.find(hash, state, &w.seen)
	if !known {
		to = unknown
		p.states = append(p.states, state...)
	}
	p.records = append(p.records, record{to, uint32(len(state)), hash})
	if w.search.KeepEdges {
		p.edges = append(p.edges, recordEdge{r, len(p.args)})
		p.args = append(p.args, args[:len(r.Vars)]...)
	}
	return nil
}

// errMany is the value of the panic if there are more transitions than a part holds.
var errMany = &outcome{late: true}

// expandPart expands the states from one on, up to another.
func (w *worker) expandPart(p *part, from, to State) {
	p.reset()
	w.part = p
	for ; from < to; from++ {
		before := *p
		o := w.tryOne(from)
		if o.late {
			*p = before
		}
		o.records = len(p.records) - len(before.records)
		p.outcomes = append(p.outcomes, o)
	}
	w.part = nil
}

// tryOne expands a state, unless this needs a new number, or there is no room for its transitions.
func (w *worker) tryOne(from State) (o outcome) {
	defer func() {
		switch r := recover(); r := r.(type) {
		case nil:
		case readError:
			o.err = r.error
		default:
			if r != any(term.ErrFrozen) && r != any(errMany) {
				panic(r)
			}
			o.late = true
		}
	}()
	err := w.expandOne(from)
	return outcome{err: err, omitted: w.omitted}
}

// batch returns how many states are to be expanded at once, and false if the search is to expand the next ones itself:
// there are few, or most of those before were late.
func (s *search) batch() (int, bool) {
	n := s.Len() - s.Looked
	if s.Reducer != nil {
		n = min(n, int(s.level)-s.Looked)
	}
	if s.Transitions > 0 {
		n = min(n, 1+batchRecords*s.Looked/s.Transitions)
	}
	if s.MaxStates > 0 && s.Looked > 0 { // twice as many as are likely to lead to so many states
		n = min(n, 1+2*(s.MaxStates-s.Len())*s.Looked/s.Len())
	}
	if len(s.workers) == 1 || n < s.fewest || s.Looked < s.alone {
		return 0, false
	}
	return min(n, batchStates), true
}

// expandBatch expands some states, and merges the outcomes.
func (s *search) expandBatch(n int) error {
	first := State(s.Looked)
	parts := (n + partStates - 1) / partStates
	for len(s.parts) < parts {
		s.parts = append(s.parts, new(part))
	}
	s.names.freeze(true)
	var next atomic.Int64
	var all sync.WaitGroup
	for _, w := range s.workers {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < parts; i = int(next.Add(1)) - 1 {
				from := first + State(i*partStates)
				w.expandPart(s.parts[i], from, min(from+partStates, first+State(n)))
			}
		})
	}
	all.Wait()
	s.names.freeze(false)
	late := 0
	for _, p := range s.parts[:parts] {
		for _, o := range p.outcomes {
			if o.late {
				late++
			}
		}
	}
	if 2*late > n {
		s.alone = s.Looked + n + aloneFactor*n
	}
	for _, p := range s.parts[:parts] {
		if err := s.merge(p); err != nil || s.Ended != Complete {
			return err
		}
	}
	return nil
}

// aloneFactor is how many times as many states the search expands itself after a batch of which most were late.
const aloneFactor = 4

// merge adds the transitions of a part.
func (s *search) merge(p *part) error {
	records, states, edges := p.records, p.states, p.edges
	for _, o := range p.outcomes {
		from := State(s.Looked)
		if o.late {
			if err := s.workers[0].expandHere(from); err != nil || s.Ended != Complete {
				return err
			}
			s.Looked++
			continue
		}
		for i := range records[:o.records] {
			r := &records[i]
			var move Move
			if s.KeepEdges {
				move = s.move(edges[i].rule, p.args[edges[i].args:])
			}
			if r.to != unknown {
				s.connect(from, r.to, move)
				continue
			}
			state := states[:r.length]
			states = states[r.length:]
			if err := s.arrive(from, r.hash, state, move); err == errStop {
				return nil
			} else if err != nil {
				return err
			}
		}
		if o.err != nil {
			return o.err
		}
		if o.records == 0 {
			s.Final = append(s.Final, from)
		}
		s.Omitted += o.omitted
		records = records[o.records:]
		if s.KeepEdges {
			edges = edges[o.records:]
		}
		s.Looked++
	}
	return nil
}
