package trace

import "slices"

// Builder is a [Recorder] that holds the whole run, for all that explains runs.
type Builder struct {
	header    Header
	resources pile[Resource]
	steps     pile[Step]
	last      *End
	table     Terms
	ids       arena[ResourceID]
	terms     arena[Term]
	facts     arena[Fact]
}

// NewBuilder returns a Builder of a trace.
func NewBuilder() *Builder { return new(Builder) }

// Trace returns what was recorded so far.
func (b *Builder) Trace() *Trace {
	return &Trace{Header: b.header, Resources: b.resources.all(), Steps: b.steps.all(), End: b.last}
}

// Begin implements [Recorder].
func (b *Builder) Begin(h *Header, terms Terms, initial []Made) error {
	b.header, b.table = *h, terms
	b.make(initial, 0)
	return nil
}

// make adds resources and returns their ids.
func (b *Builder) make(made []Made, by StepID) []ResourceID {
	ids := b.ids.take(len(made))
	for i, m := range made {
		ids[i] = ResourceID(b.resources.count + 1)
		f := b.fact(m.Atom)
		b.resources.add(Resource{ID: ids[i], Pred: f.Pred, Args: f.Args, Persistent: m.Persistent, By: by})
	}
	return ids
}

// Step implements [Recorder].
func (b *Builder) Step(e *Event) error {
	rule := &b.header.Program.Rules[e.Rule]
	id := StepID(b.steps.count + 1)
	b.steps.add(Step{
		ID: id, Rule: rule.Name, Variant: rule.Variant, Args: b.args(e.Args), Stage: rule.Stage,
		Consumes: b.ids.copy(e.Uses[:e.Consumes]), Reads: b.ids.copy(e.Uses[e.Consumes:]), Produces: b.make(e.Makes, id),
		Proves: b.list(e.Proves), Absent: b.list(e.Absent), Sensed: b.list(e.Sensed), Acts: b.list(e.Acts),
		Choices: e.Choices, Chosen: e.Chosen,
	})
	return nil
}

// Forget implements [Recorder]. No term is known by its number.
func (b *Builder) Forget() {}

// End implements [Recorder].
func (b *Builder) End(e *End) error {
	b.last = e.clone()
	return nil
}

func (b *Builder) list(atoms []Atom) []Fact {
	facts := b.facts.take(len(atoms))
	for i, a := range atoms {
		facts[i] = b.fact(a)
	}
	return facts
}

func (b *Builder) fact(a Atom) Fact {
	if a.Pred == StageToken {
		return Fact{Pred: StagePred, Args: b.args(a.Args)}
	}
	return Fact{Pred: b.header.Program.Predicates[a.Pred].Name, Args: b.args(a.Args)}
}

func (b *Builder) args(syms []Sym) []Term {
	terms := b.terms.take(len(syms))
	for i, x := range syms {
		terms[i] = x.Term(b.table)
	}
	return terms
}

// pile is a list that grows without being moved.
type pile[T any] struct {
	full  [][]T
	last  []T
	count int
}

func (p *pile[T]) add(x T) {
	if len(p.last) == cap(p.last) {
		p.full = append(p.full, p.last)
		p.last = make([]T, 0, pieceAfter(cap(p.last)))
	}
	p.last = append(p.last, x)
	p.count++
}

// all returns a slice of all items, nil for none.
func (p *pile[T]) all() []T {
	if p.count == 0 {
		return nil
	}
	return slices.Concat(append(slices.Clip(p.full), p.last)...)
}

// arena hands out pieces of large slices: a run is recorded in a great many short
// lists that are let go all at once.
type arena[T any] struct {
	rest []T
	size int // of the slice that this is the rest of
}

const (
	// firstPiece is how many items are had at once at first, and largestPiece in the end: most
	// runs are short.
	firstPiece   = 32
	largestPiece = 4096
)

// pieceAfter returns how many items are had at once after so many.
func pieceAfter(last int) int { return min(max(2*last, firstPiece), largestPiece) }

// take returns a slice of that many zeros, nil for none.
func (a *arena[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(a.rest) {
		a.size = pieceAfter(a.size)
		a.rest = make([]T, max(n, a.size))
	}
	taken := a.rest[:n:n]
	a.rest = a.rest[n:]
	return taken
}

func (a *arena[T]) copy(items []T) []T {
	taken := a.take(len(items))
	copy(taken, items)
	return taken
}
