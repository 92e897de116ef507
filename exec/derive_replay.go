package exec

import (
	"math"

	"github.com/ceptre-graph/ceptre/lang"
)

// replayer makes a proof from the clauses that it uses. They fit, and what they
// compare and calculate is so, for it was when they were found.
type replayer struct {
	*solver
	left   proof // still to be used
	uses   []use
	values map[*node]lang.Value
	open   *lang.Constructor // what stands where any value would do
}

// use is the use of a clause. Its values become known as the proof goes on. One
// that stands for many uses in a row has no frame.
type use struct {
	proof       *Derivation
	args, frame []*node
}

func newReplayer(defined *definitions, used proof) *replayer {
	s := &solver{defined: defined, answer: func() error { return nil }}
	s.limits.ProofSteps = math.MaxInt
	return &replayer{solver: s, left: used, values: make(map[*node]lang.Value), open: &lang.Constructor{Name: "_"}}
}

// prove proves a goal, by a leap where the search took one.
func (r *replayer) prove(g *goal) *Derivation {
	pred := g.premise.Atom.Pred
	terms, _ := r.calculateAll(g.premise.Atom.Args, g.frame)
	args := buildAll(terms, g.frame)
	if g.premise.Kind.OnState() {
		return r.readFact(pred, args)
	}
	l := r.defined.of(pred).leap
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

// readFact uses the next fact of the state.
func (r *replayer) readFact(pred *lang.Pred, args []*node) *Derivation {
	r.unifyAll(r.left[0].fact.args, args)
	r.left = r.left[1:]
	out := &Derivation{Fact: lang.Fact{Pred: pred}}
	r.uses = append(r.uses, use{proof: out, args: args})
	return out
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

// read enters the values, now that all are known that ever are.
func (r *replayer) read() {
	for _, u := range r.uses {
		for i, n := range u.frame {
			r.settleNumber(deref(n), u.proof.Clause.Vars[i].Type)
		}
	}
	for _, u := range r.uses {
		u.proof.Fact.Args = r.valuesOf(u.args)
		if u.frame != nil {
			u.proof.Args = r.valuesOf(u.frame)
		}
	}
}

// settleNumber makes a number that is still open 0, so that what is more than it
// is a number, too.
func (r *replayer) settleNumber(n *node, t *lang.Type) {
	if n.isVar() && t.Counts() {
		n.ref = number(t, 0)
	}
}

func (r *replayer) valuesOf(nodes []*node) []lang.Value {
	out := make([]lang.Value, len(nodes))
	for i, n := range nodes {
		out[i] = r.valueOf(n)
	}
	return out
}

// valueOf returns the value of a node. Large terms are parts of each other, so
// each part is read once.
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
