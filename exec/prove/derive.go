package prove

import (
	"context"
	"errors"
	"math"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// Derivation is a proof of a fact: the use of a clause, and proofs of what that
// asks for; or a fact of the state, which needs no proof. A value that the proof
// leaves open, since any would do, is `_`, or 0 where it is a number.
type Derivation struct {
	Fact   lang.Fact
	Clause *lang.Clause // nil for a fact of the state
	// Args are the values of the clause's variables; nil where Times is not 0.
	Args []lang.Value
	// Times is how often in a row the clause was used, if it only counts and that
	// was more than once; otherwise 0.
	Times int64
	// From are the proofs of those of the clause's premises that are not comparisons, in order. If
	// Times is not 0, they are those of the last use.
	From []*Derivation
}

// ErrUnproved says that a fact does not follow.
var ErrUnproved = errors.New("it does not follow from the clauses of the program")

// Deriver finds derivations. It is not safe for concurrent use.
type Deriver struct {
	limits  Limits
	defined *definitions
}

// NewDeriver returns a deriver whose searches are limited as those of runs are.
func NewDeriver(limits Limits) *Deriver {
	return &Deriver{limits: limits.orDefaults(), defined: newDefinitions()}
}

// Derive returns the first proof of a fact in the order in which runs prove: depth first, and
// clauses in the order written. The error is [ErrUnproved] if there is none, that of ctx, or that
// of a search that is given up. Premises on the state are met by the resources given, which are
// those that the step used and read.
//
// The search finds the sequence of clauses that the proof uses. Using them again, which takes no
// search, gives the values.
func (d *Deriver) Derive(ctx context.Context, f lang.Fact, state []Resource) (*Derivation, error) {
	g := d.defined.call(f.Pred, nodesOf(f.Args))
	var s *solver
	var err error
	for again := true; again; again = d.defined.again(f.Pred, err) {
		s = &solver{done: ctx, limits: d.limits, defined: d.defined, source: Resources(state),
			answer: func() error { return errProved }}
		err = s.begin(g)
	}
	switch {
	case err == nil:
		return nil, ErrUnproved
	case !errors.Is(err, errProved):
		return nil, err
	}
	var used Proof
	s.used.each(func(x inference) { used = append(used, x) })
	r := newReplayer(d.defined, used)
	proof := r.prove(g)
	r.read()
	return proof, nil
}

// Large reports whether the fact is larger than facts of runs may be. Facts within proofs can be.
func (d *Derivation) Large() bool { return tooLarge(d.Fact.Args) }

// String returns the proved fact as programs write it, or just the predicate of a large one.
func (d *Derivation) String() string {
	if d.Large() {
		return d.Fact.Pred.Name + " …"
	}
	return d.Fact.String()
}

// Comparison returns a premise of the clause that is a comparison, with values in
// the place of variables: `3 < 5`, and with what was calculated: `4 == 3 + 1`. Terms of some shapes
// have their short forms.
func (d *Derivation) Comparison(p lang.Premise, shapes *shape.Set) string {
	if tooLarge(d.Args) {
		return "… " + string(p.Op) + " …"
	}
	return d.side(p.X, shapes) + " " + string(p.Op) + " " + d.side(p.Y, shapes)
}

// side returns a side of a comparison. It has a value, for the comparison holds.
func (d *Derivation) side(t lang.Term, shapes *shape.Set) string {
	if c, ok := t.(*lang.Calculation); ok {
		return d.operand(c.X, shapes) + " " + string(c.Op) + " " + d.operand(c.Y, shapes)
	}
	v, _ := term.Evaluate(t, d.Args)
	return shapes.Short(term.Record(v)).String()
}

func (d *Derivation) operand(t lang.Term, shapes *shape.Set) string {
	if _, ok := t.(*lang.Calculation); ok {
		return "(" + d.side(t, shapes) + ")"
	}
	return d.side(t, shapes)
}

// mostSymbols is how many symbols a fact of a run has at the most, unless its limits say otherwise.
const mostSymbols = 5_000

// tooLarge reports whether values are larger than those of facts in runs.
func tooLarge(vs []lang.Value) bool {
	size := 1
	for _, v := range vs {
		size += v.Size()
	}
	return size > mostSymbols
}

// replayer makes a proof from the clauses that it uses. Heads, comparisons and calculations are not
// checked again: they held when the search found the proof.
type replayer struct {
	*solver
	left   Proof // still to be used
	uses   []use
	values map[*node]lang.Value
	open   *lang.Constructor // the constant for values that the proof leaves open
}

// use is the use of a clause. Its values become known as the proof goes on. One
// that stands for many uses in a row has no frame.
type use struct {
	proof       *Derivation
	args, frame []*node
}

func newReplayer(defined *definitions, used Proof) *replayer {
	s := &solver{defined: defined, answer: func() error { return nil }}
	s.limits.Steps = math.MaxInt
	return &replayer{solver: s, left: used, values: make(map[*node]lang.Value), open: &lang.Constructor{Name: "_"}}
}

// prove proves a goal, and skips recursion where the search did.
func (r *replayer) prove(g *goal) *Derivation {
	pred := g.premise.Atom.Pred
	terms, _ := r.calculateAll(g.premise.Atom.Args, g.frame)
	args := buildAll(terms, g.frame)
	if g.premise.Kind.OnState() {
		r.unifyAll(r.left[0].fact.args, args) // the next fact of the state
		r.left = r.left[1:]
		fact := &Derivation{Fact: lang.Fact{Pred: pred}}
		r.uses = append(r.uses, use{proof: fact, args: args})
		return fact
	}
	l := r.defined.of(pred).skip
	if l == nil {
		return r.step(pred, args)
	}
	landed, times, _ := l.take(r.solver, args)
	if times == 0 {
		return r.step(pred, args)
	}
	proof := &Derivation{Fact: lang.Fact{Pred: pred}, Clause: l.clause.from, Times: times}
	r.uses = append(r.uses, use{proof: proof, args: args})
	proof.From = []*Derivation{r.step(pred, landed)}
	return proof
}

// step uses the next clause, and proves its premises.
func (r *replayer) step(pred *lang.Pred, args []*node) *Derivation {
	c := r.left[0].clause
	r.left = r.left[1:]
	frame, _ := r.fit(c, args)
	proof := &Derivation{Fact: lang.Fact{Pred: pred}, Clause: c.from}
	r.uses = append(r.uses, use{proof, args, frame[:len(c.from.Vars)]})
	for i := range c.premises {
		p := &c.premises[i]
		g := &goal{premise: p, frame: frame}
		if p.Kind == lang.Compare {
			r.compare(g)
			continue
		}
		proof.From = append(proof.From, r.prove(g))
	}
	return proof
}

// read enters the values, after the proof has bound all variables that it binds.
func (r *replayer) read() {
	for _, u := range r.uses {
		for i, n := range u.frame {
			// A number that is still open becomes 0, so that what is more than it is a number, too.
			if n, t := deref(n), u.proof.Clause.Vars[i].Type; n.isVar() && t.Counts() {
				n.ref = number(t, 0)
			}
		}
	}
	for _, u := range r.uses {
		u.proof.Fact.Args = r.valuesOf(u.args)
		if u.frame != nil {
			u.proof.Args = r.valuesOf(u.frame)
		}
	}
}

func (r *replayer) valuesOf(nodes []*node) []lang.Value {
	out := make([]lang.Value, len(nodes))
	for i, n := range nodes {
		out[i] = r.valueOf(n)
	}
	return out
}

// valueOf returns the value of a node. Large terms share parts, so each part is read once.
func (r *replayer) valueOf(n *node) lang.Value {
	n = deref(n)
	switch {
	case n.of != nil:
		return lang.NumberValue(n.of, n.num)
	case n.literal:
		return lang.Value{Text: n.text}
	case n.isVar():
		return lang.Value{Con: r.open}
	}
	v, known := r.values[n]
	if !known {
		v = lang.NewValue(n.con, r.valuesOf(n.args))
		r.values[n] = v
	}
	return v
}
