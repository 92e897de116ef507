package exec

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Fingerprint stands for a state: the multiset of its facts, which of them are
// permanent, and its stage. Neither the ids of resources nor the way to the
// state count, and it is the same on every machine.
//
// It is the sum, modulo 2¹²⁸, of a hash of each fact (Clarke et al.,
// "Incremental Multiset Hash Functions", ASIACRYPT 2003), so it is kept up by
// what changes. Two states have the same one by chance only: among a million
// states with a probability below 10⁻²⁶, among 10⁹ below 10⁻²⁰. Programs that are
// made for states to collide are beyond what it is for.
type Fingerprint [2]uint64 // the low half first

func (f *Fingerprint) add(g Fingerprint) {
	var carry uint64
	f[0], carry = bits.Add64(f[0], g[0], 0)
	f[1], _ = bits.Add64(f[1], g[1], carry)
}

func (f *Fingerprint) subtract(g Fingerprint) {
	var borrow uint64
	f[0], borrow = bits.Sub64(f[0], g[0], 0)
	f[1], _ = bits.Sub64(f[1], g[1], borrow)
}

// mix takes in one more part of what is hashed, in an order that counts.
func (f *Fingerprint) mix(g Fingerprint) {
	f[0] = scramble(f[0]*0x9e3779b97f4a7c15 + g[0])
	f[1] = scramble(f[1]*0xd1342543de82ef95 + g[1] ^ f[0])
}

// scramble is a bijection in which every bit counts for every other (the finalizer
// of Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
// OOPSLA 2014).
func scramble(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Fingerprint returns the fingerprint of the state.
func (m *Machine) Fingerprint() Fingerprint {
	j := m.journaled()
	sum := j.sum
	if m.stage != nil {
		sum.add(j.prints.stage(m.stage))
	}
	return sum
}

// prints are the hashes of facts.
type prints struct {
	knownTerms[Fingerprint]
	preds  map[*lang.Pred]Fingerprint
	stages map[*lang.Stage]Fingerprint
}

func newPrints(terms *match.Terms) *prints {
	return &prints{knownTerms: knownTerms[Fingerprint]{terms: terms}, preds: make(map[*lang.Pred]Fingerprint), stages: make(map[*lang.Stage]Fingerprint)}
}

// stage returns what the stage adds to the fingerprint of a state.
func (p *prints) stage(s *lang.Stage) Fingerprint {
	sum, ok := p.stages[s]
	if !ok {
		sum = digest("stage", s.Name)
		p.stages[s] = sum
	}
	return sum
}

// fact returns what a resource adds to the fingerprint of its state.
func (p *prints) fact(pred *lang.Pred, args []trace.Sym, permanent bool) Fingerprint {
	sum, ok := p.preds[pred]
	if !ok {
		sum = digest("predicate", pred.Name)
		p.preds[pred] = sum
	}
	for _, s := range args {
		sum.mix(p.term(s))
	}
	if permanent {
		sum.mix(Fingerprint{1, 1})
	}
	return sum
}

func (p *prints) term(s trace.Sym) Fingerprint {
	if s >= trace.Numeral {
		return Fingerprint{scramble(uint64(s)), scramble(^uint64(s))}
	}
	known := p.of(s)
	if *known == (Fingerprint{}) {
		*known = digest("term", string(term.AppendKey(nil, p.terms.Entry(s))))
	}
	return *known
}

// digest returns half of a strong hash of a name of some kind. No kind has a zero
// byte in it.
func digest(kind, name string) Fingerprint {
	sum := sha256.Sum256([]byte(kind + "\x00" + name))
	return Fingerprint{binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:])}
}
