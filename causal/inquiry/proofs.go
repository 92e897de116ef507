package inquiry

import (
	"context"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// Proofs returns what finds out how facts that steps proved follow from a program,
// for [causal.Why]: by the first proof that a run finds, from what the step used and read. Where
// one does not follow it says why. The error is that of ctx.
func Proofs(ctx context.Context, prog *lang.Program, g *causal.Graph) func(causal.Event, trace.Fact) (
	*causal.Derivation, error) {
	p := &proofs{replay.NewNames(prog), prove.NewDeriver(prove.Limits{}), g.Shapes()}
	return func(e causal.Event, f trace.Fact) (*causal.Derivation, error) {
		d, err := p.of(ctx, f, p.state(g, g.Step(e)))
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return &causal.Derivation{Fact: p.shapes.Fact(f), How: fmt.Sprintf("(proved in the run; %v)", err)}, nil
		}
		return d, nil
	}
}

// proofs finds proofs.
type proofs struct {
	names   *replay.Names
	deriver *prove.Deriver
	shapes  *shape.Set // of the graph
}

// state returns the facts that a step used up and read.
func (p *proofs) state(g *causal.Graph, s *trace.Step) []prove.Resource {
	var out []prove.Resource
	for _, ids := range [][]trace.ResourceID{s.Consumes, s.Reads} {
		for _, id := range ids {
			x := g.Resource(id)
			if f, err := p.names.Fact(x.Fact()); err == nil {
				out = append(out, prove.Resource{ID: id, Fact: f, Permanent: x.Persistent})
			}
		}
	}
	return out
}

// of returns how a fact follows, given a state. The error says why it does not.
func (p *proofs) of(ctx context.Context, recorded trace.Fact, state []prove.Resource) (*causal.Derivation, error) {
	f, err := p.names.Fact(recorded)
	if err != nil {
		return nil, err
	}
	if f.Pred.Kind == lang.Sense {
		return &causal.Derivation{Fact: p.shapes.Fact(recorded), How: "(answered)"}, nil
	}
	d, err := p.deriver.Derive(ctx, f, state)
	if err != nil {
		return nil, err
	}
	return p.derivation(d), nil
}

// derivation returns a proof as explanations show it, comparisons included.
func (p *proofs) derivation(d *prove.Derivation) *causal.Derivation {
	if d.Clause == nil {
		return &causal.Derivation{Fact: p.written(d), Cut: d.Large(), How: "(in the state)", State: true}
	}
	out := &causal.Derivation{Fact: p.written(d), Cut: d.Large(), How: how(d)}
	if d.Times > 0 {
		out.From = []*causal.Derivation{p.derivation(d.From[0])}
		return out
	}
	proofs := d.From
	for _, premise := range d.Clause.Premises {
		if premise.Kind == lang.Compare {
			out.From = append(out.From, &causal.Derivation{Fact: comparison{d, premise, p.shapes}})
			continue
		}
		out.From = append(out.From, p.derivation(proofs[0]))
		proofs = proofs[1:]
	}
	return out
}

// written returns the fact that is proved, as [prove.Derivation] writes it but for numbers and lists.
func (p *proofs) written(d *prove.Derivation) fmt.Stringer {
	if d.Large() {
		return d
	}
	return p.shapes.Fact(term.RecordFact(d.Fact))
}

// how says which clause a proof uses: by its name or its place, but of those that
// ask for nothing only that they are facts of the program.
func how(d *prove.Derivation) string {
	given := len(d.Clause.Premises) == 0
	by := d.Clause.Name
	switch {
	case by == "" && given:
		return "(given)"
	case by == "":
		by = fmt.Sprintf("line %d", d.Clause.Start.Line)
	}
	switch {
	case given:
		return "← " + by + " (given)"
	case d.Times > 0:
		return fmt.Sprintf("← %s, %d times", by, d.Times)
	}
	return "← " + by
}

// comparison is a premise of a proof that is a comparison.
type comparison struct {
	of      *prove.Derivation
	premise lang.Premise
	shapes  *shape.Set
}

// String returns it with values in the place of variables.
func (c comparison) String() string { return c.of.Comparison(c.premise, c.shapes) }
