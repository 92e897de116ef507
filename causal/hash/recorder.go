package hash

import (
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Recorder is a [trace.Recorder] that keeps what the hash of a run depends on, which is a small part of
// the run.
type Recorder struct {
	run       runStructure
	terms     trace.Terms
	rules     []uint64 // digests of their names
	preds     []uint64
	token     uint64
	digests   []uint64 // digests of terms by symbol; 0 if not yet computed
	resources []vertex // resources by number, from 0
	uses      []vertex // uses of an event
}

// Sum returns the hash of the run so far, which is that of its graph.
func (h *Recorder) Sum() Sum { return h.run.sum() }

// Begin implements [trace.Recorder].
func (h *Recorder) Begin(head *trace.Header, terms trace.Terms, initial []trace.Made) error {
	h.terms, h.token = terms, digestText(trace.StagePred)
	for i := range head.Program.Rules {
		h.rules = append(h.rules, digestText(head.Program.Rules[i].Name))
	}
	for i := range head.Program.Predicates {
		h.preds = append(h.preds, digestText(head.Program.Predicates[i].Name))
	}
	h.make(initial, unmade)
	return nil
}

// Step implements [trace.Recorder].
func (h *Recorder) Step(e *trace.Event) error {
	h.uses = h.uses[:0]
	for _, id := range e.Uses {
		h.uses = append(h.uses, h.resources[id-1])
	}
	did := Mix(h.compound(h.rules[e.Rule], e.Args), h.facts(e.Proves))
	h.make(e.Makes, h.run.event(Mix(did, h.facts(e.Acts)), h.uses, e.Consumes))
	return nil
}

// Forget implements [trace.Recorder].
func (h *Recorder) Forget() { clear(h.digests) }

// End implements [trace.Recorder].
func (h *Recorder) End(*trace.End) error { return nil }

// make adds the resources that an event makes.
func (h *Recorder) make(made []trace.Made, maker vertex) {
	for i := range made {
		m := &made[i]
		h.resources = append(h.resources, h.run.resource(h.fact(&m.Atom), m.Persistent, maker))
	}
}

// facts is [digestFacts] for atoms.
func (h *Recorder) facts(atoms []trace.Atom) uint64 {
	sum := uint64(len(atoms))
	for i := range atoms {
		sum = Mix(sum, h.fact(&atoms[i]))
	}
	return sum
}

func (h *Recorder) fact(a *trace.Atom) uint64 {
	if a.Pred == trace.StageToken {
		return h.compound(h.token, a.Args)
	}
	return h.compound(h.preds[a.Pred], a.Args)
}

// compound is [digestTerm] for a head of that digest and arguments.
func (h *Recorder) compound(head uint64, args []trace.Sym) uint64 {
	for _, x := range args {
		head = Mix(head, h.term(x))
	}
	return Mix(head, uint64(len(args)))
}

// term is [digestTerm] for a symbol.
func (h *Recorder) term(x trace.Sym) uint64 {
	if x >= trace.Numeral {
		var digits [20]byte
		return Mix(Mix(digestText(strconv.AppendInt(digits[:0], int64(x-trace.Numeral), 10)), 1), 0)
	}
	if int(x) < len(h.digests) && h.digests[x] != 0 {
		return h.digests[x]
	}
	sum := h.compound(digestHead(h.terms.Term(x)), h.terms.Args(x))
	for len(h.digests) <= int(x) {
		h.digests = append(h.digests, 0)
	}
	h.digests[x] = sum
	return sum
}

// OfStream returns the hash of a run that is read record by record. The error is the
// stream's.
func OfStream(s *trace.Stream) (Sum, error) {
	h := &streamRecorder{waiting: make(map[trace.ResourceID]waiting), resources: make(map[trace.ResourceID]vertex)}
	if err := s.Each(h.record); err != nil {
		return Sum{}, err
	}
	return h.run.sumOnce(), nil
}

// streamRecorder is a [Recorder] of records. It keeps the resources that later steps may use.
type streamRecorder struct {
	run       runStructure
	waiting   map[trace.ResourceID]waiting // resources before the step that makes them
	resources map[trace.ResourceID]vertex
	uses      []vertex
}

// waiting is a resource that is yet to be made.
type waiting struct {
	digest    uint64
	permanent bool
}

func (h *streamRecorder) record(r trace.Record) error {
	switch x := r.Resource; {
	case r.Step != nil:
		h.step(r.Step)
	case x == nil:
	case x.By == 0:
		h.resources[x.ID] = h.run.resource(Fact(x.Fact()), x.Persistent, unmade)
	default:
		h.waiting[x.ID] = waiting{Fact(x.Fact()), x.Persistent}
	}
	return nil
}

func (h *streamRecorder) step(s *trace.Step) {
	h.uses = h.uses[:0]
	for _, id := range s.Consumes {
		h.uses = append(h.uses, h.resources[id])
		delete(h.resources, id)
	}
	for _, id := range s.Reads {
		h.uses = append(h.uses, h.resources[id])
	}
	v := h.run.event(Step(s), h.uses, len(s.Consumes))
	for _, id := range s.Produces {
		w := h.waiting[id]
		delete(h.waiting, id)
		h.resources[id] = h.run.resource(w.digest, w.permanent, v)
	}
}
