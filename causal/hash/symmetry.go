package hash

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"slices"
)

// certificate says what a structure is, whatever the numbers of its nodes.
type certificate [sha256.Size]byte

// settler finds certificates of structures within a budget.
//
// A colouring that gives each node a colour of its own determines a structure.
// Where nodes share a colour, the structure falls into parts once the arcs are left
// out that the colours determine: arcs to a node with a colour of its own,
// and arcs between a node and all nodes of a colour. In a part without two
// nodes of a colour, the colours determine the arcs; many such parts may look just
// like each other, and often do. In any other part one node of
// a shared colour is given a colour of its own, and the certificate of the result is
// found in the same way; the least certificate of all choices is the certificate of the
// part (individualisation and refinement, as in McKay and Piperno, "Practical
// graph isomorphism II", 2014).
type settler struct {
	left int // work that may still be done, in nodes and arcs coloured
}

// certify returns the certificate of a structure, or false where the work was too much. Colours
// take the place of its labels.
// How much it is depends on the structure and not on the numbers of its nodes, so that
// of two equal structures either both are settled or none.
func (s *settler) certify(n *structure) (certificate, bool) {
	colours, classes, work := n.refine()
	if s.left -= work; s.left < 0 {
		return certificate{}, false
	}
	sum := newSummary(colours)
	if classes == n.size() {
		return sum.certificate(nil), true
	}
	var parts []certificate
	for _, part := range n.unclear(newCellSizes(colours)) {
		c, ok := s.choose(n.part(part))
		if !ok {
			return certificate{}, false
		}
		parts = append(parts, c)
	}
	return sum.certificate(parts), true
}

// choose returns the least certificate of a structure in which one node of the
// smallest set of alike ones has got a colour of its own.
func (s *settler) choose(n *structure) (least certificate, ok bool) {
	for i, v := range n.smallest() {
		one := structure{slices.Clone(n.labels), n.arcs}
		one.labels[v] = Mix(one.labels[v], chosen)
		c, ok := s.certify(&one)
		if !ok {
			return c, false
		}
		if i == 0 || bytes.Compare(c[:], least[:]) < 0 {
			least = c
		}
	}
	return least, true
}

// chosen is mixed into the label of a node that is given a colour of its own.
const chosen = 0x2545f4914f6cdd1d

// smallest returns the nodes of the smallest of the sets of nodes that share a
// label, of equals that with the least label.
func (n *structure) smallest() []int32 {
	var best []int32
	for _, cell := range cells(n.labels) {
		if len(cell) > 1 && (best == nil || len(cell) < len(best)) {
			best = cell
		}
	}
	return best
}

// cells returns the nodes by colour, the lowest colour first.
func cells(colours []uint64) [][]int32 {
	nodes := make([]int32, len(colours))
	for v := range nodes {
		nodes[v] = int32(v)
	}
	slices.SortFunc(nodes, func(a, b int32) int { return cmp.Or(cmp.Compare(colours[a], colours[b]), cmp.Compare(a, b)) })
	var out [][]int32
	for len(nodes) > 0 {
		i := 1
		for i < len(nodes) && colours[nodes[i]] == colours[nodes[0]] {
			i++
		}
		out = append(out, nodes[:i])
		nodes = nodes[i:]
	}
	return out
}

// summary is a digest of colours, and then of the certificates of parts.
type summary struct{ hash.Hash }

// newSummary returns the summary of colours in ascending order.
func newSummary(colours []uint64) summary {
	s := summary{sha256.New()}
	buf := make([]byte, 0, 1<<12)
	for _, c := range colours {
		if buf = binary.BigEndian.AppendUint64(buf, c); len(buf) == cap(buf) {
			s.Write(buf)
			buf = buf[:0]
		}
	}
	s.Write(buf)
	return s
}

// certificate adds the certificates of parts, in any order, and returns the certificate of the
// whole.
func (s summary) certificate(parts []certificate) certificate {
	slices.SortFunc(parts, func(a, b certificate) int { return bytes.Compare(a[:], b[:]) })
	for _, p := range parts {
		s.Write(p[:])
	}
	return certificate(s.Sum(nil))
}
