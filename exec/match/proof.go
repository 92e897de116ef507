package match

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Prover returns all facts that are instances of an atom and follow from clauses,
// and the number of steps that it took to find them. args are the values of the
// known variables.
type Prover func(ctx context.Context, a lang.Atom, args []lang.Value, known []bool) ([]lang.Fact, int, error)

// proof is a premise that clauses prove, at a place in a plan that determines which
// of its variables have a value. Clauses do not depend on the state, so their answers
// never change and are cached.
type proof struct {
	atom    lang.Atom
	types   []*lang.Type
	known   []bool
	asks    []lang.Variable // variables that have a value
	gives   []lang.Variable // variables that get a value
	columns []pattern
	asked   tuples
	found   []answers // by row of asked
	kept    int       // symbols in all of them
	args    []lang.Value
	key     []trace.Sym
	env     []trace.Sym
}

// answers are the values of proof.gives, for each answer in turn.
type answers struct {
	count  int
	values []trace.Sym
}

// mostKept bounds the symbols in the cached questions and answers.
const mostKept = 1 << 20

// newProof compiles a premise of a rule, and marks the variables that it gives
// values.
func (n *Network) newProof(r *Rule, i int, known []bool) *proof {
	p := &proof{atom: r.Proofs[i].Atom, types: r.Types, known: append([]bool(nil), known...)}
	seen := make(map[lang.Variable]bool)
	for _, t := range p.atom.Args {
		lang.EachVariable(t, func(v lang.Variable) {
			switch {
			case seen[v]:
			case known[v]:
				p.asks = append(p.asks, v)
			default:
				p.gives = append(p.gives, v)
			}
			seen[v] = true
		})
	}
	for _, t := range p.atom.Args {
		p.columns = append(p.columns, n.terms.newPattern(t, known))
	}
	p.args, p.env = make([]lang.Value, len(known)), make([]trace.Sym, len(known))
	p.key = make([]trace.Sym, len(p.asks))
	p.forget()
	return p
}

func (p *proof) forget() { p.asked, p.found, p.kept = newTuples(len(p.asks)), nil, 0 }

// answers returns the answers of the clauses for the values that a search has found.
func (p *proof) answers(ctx context.Context, s *search, env []trace.Sym) (answers, error) {
	for i, v := range p.asks {
		p.key[i] = env[v]
	}
	if row, ok := p.asked.find(p.key); ok {
		return p.found[row], s.spend(ctx, p.found[row].count+1)
	}
	a, steps, err := p.ask(ctx, s.network, env)
	if err != nil {
		return answers{}, err
	}
	if p.kept += s.network.terms.Symbols(p.key) + s.network.terms.Symbols(a.values) + 1; p.kept > mostKept {
		p.forget()
	}
	p.asked.add(p.key)
	p.found = append(p.found, a)
	return a, s.spend(ctx, steps+1)
}

func (p *proof) ask(ctx context.Context, n *Network, env []trace.Sym) (answers, int, error) {
	terms := n.terms
	for _, v := range p.asks {
		p.args[v] = terms.Value(env[v], p.types[v])
	}
	facts, steps, err := n.prover(ctx, p.atom, p.args, p.known)
	if err != nil {
		return answers{}, steps, err
	}
	var out answers
	for _, f := range facts {
		copy(p.env, env)
		if !p.fits(terms, f) {
			continue
		}
		out.count++
		for _, v := range p.gives {
			out.values = append(out.values, p.env[v])
		}
	}
	return out, steps, nil
}

func (p *proof) fits(terms *Terms, f lang.Fact) bool {
	for i := range p.columns {
		if !terms.match(&p.columns[i], terms.Intern(f.Args[i]), p.env) {
			return false
		}
	}
	return true
}

// prove tries the answers to a proof one after another, if the matches left differ in them.
func (l *lister) prove(i int, t turn) bool {
	all := l.left[t.part]
	if len(all) == 1 {
		return l.take(i + 1)
	}
	if err := l.rank(t, all); err != nil {
		return false
	}
	rank, size := l.ranks[t.part], l.matches.components[t.part].conflicts.size
	for group := range groups(all, func(match uint32) uint32 { return rank[int(match)/size] }) {
		l.left[t.part] = group
		if !l.take(i + 1) {
			return false
		}
	}
	l.left[t.part] = all
	return true
}

// rank records the index of the answer to a proof in each of some matches, which have the same
// facts and the same answers to earlier proofs. The answers have been found before, so only the
// context can cause an error.
func (l *lister) rank(t turn, matches []uint32) error {
	f := &l.matches.components[t.part]
	p, m := f.conflicts.proofs[t.index], f.conflicts
	find := m.network.search
	find.begin()
	m.read(matches[0], m.env)
	found, err := p.answers(l.done, find, m.env)
	if err != nil {
		return err
	}
	order := newTuples(len(p.gives))
	for i := range found.count {
		order.add(found.values[i*len(p.gives):][:len(p.gives)])
	}
	n := m.kept() + 1
	l.ranks[t.part] = slices.Grow(l.ranks[t.part][:0], n)[:n]
	given := make([]trace.Sym, len(p.gives))
	for _, match := range matches {
		m.read(match, m.env)
		for i, v := range p.gives {
			given[i] = m.env[v]
		}
		l.ranks[t.part][int(match)/m.size], _ = order.find(given)
	}
	return nil
}
