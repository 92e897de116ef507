package hash

import (
	"math/bits"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Step returns a digest of what a step did, whatever resources it did it with. It uses the plain
// name of the rule, so that runs of programs with other rules of the name compare. Absent facts are
// explanations, not parts of what the step did, and do not count.
func Step(s *trace.Step) uint64 {
	sum := Mix(digestTerm(trace.Term{Head: s.Rule, Args: s.Args}), digestFacts(s.Proves))
	return Mix(sum, digestFacts(s.Acts))
}

// Fact returns a digest of a fact.
func Fact(f trace.Fact) uint64 { return digestTerm(trace.Term{Head: f.Pred, Args: f.Args}) }

func digestFacts(fs []trace.Fact) uint64 {
	sum := uint64(len(fs))
	for _, f := range fs {
		sum = Mix(sum, Fact(f))
	}
	return sum
}

// digestTerm uses the parts of a term and not its text: names from outside may look like any
// text.
func digestTerm(t trace.Term) uint64 {
	sum := digestHead(t)
	for _, arg := range t.Args {
		sum = Mix(sum, digestTerm(arg))
	}
	return Mix(sum, uint64(len(t.Args)))
}

// digestHead returns a digest of a term without its arguments.
func digestHead(t trace.Term) uint64 {
	if t.Number {
		return Mix(digestText(t.Head), 1)
	}
	return digestText(t.Head)
}

// digestText is the 64-bit hash of Fowler, Noll and Vo (FNV-1a).
func digestText[T string | []byte](s T) uint64 {
	sum := uint64(14695981039346656037)
	for i := range len(s) {
		sum = (sum ^ uint64(s[i])) * 1099511628211
	}
	return sum
}

// Mix returns a number that depends on both, each in its place: both halves of a
// product, as in the hash functions of W. Yi's wyhash.
func Mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0xa0761d6478bd642f, b^0xe7037ed1a0b428db)
	hi, lo = bits.Mul64(hi^a^0x8ebc6af09c88c6e3, lo^b^0x589965cc75374cc3)
	return hi ^ lo
}
