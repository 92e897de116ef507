package causal

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"sort"
)

// certificate says what a structure is, whatever the numbers of its nodes.
type certificate [sha256.Size]byte

// settler finds certificates of structures.
//
// A colouring that gives each node a colour of its own says all there is to say
// of a structure. Where some nodes share a colour, the structure falls into parts once the
// arcs are left out that tell nothing: those to a node with a colour of its own,
// and those that a node has with all nodes of a colour. In a part without two
// nodes of a colour, colours say which arcs there are; there may be many such
// parts that look just like each other, and often are. In any other part one
// of the alike nodes is given a colour of its own, and that again gives a structure to
// find the certificate of; the least that any choice leads to is that of the
// part (individualisation and refinement, as in McKay and Piperno, "Practical
// graph isomorphism II", 2014).
type settler struct {
	left int // work that may still be done, in nodes and arcs coloured
}

// certify returns the certificate of a structure, or false where the work was too much.
// How much it is depends on the structure and not on the numbers of its nodes, so that
// of two equal structures either both are settled or none.
func (s *settler) certify(n *structure) (certificate, bool) {
	colours, work := n.refine()
	if s.left -= work; s.left < 0 {
		return certificate{}, false
	}
	var parts []certificate
	for _, part := range n.unclear(colours) {
		c, ok := s.choose(n.part(part, colours))
		if !ok {
			return certificate{}, false
		}
		parts = append(parts, c)
	}
	return summarize(colours, parts), true
}

// choose returns the least certificate of a structure in which one node of the
// smallest set of alike ones has got a colour of its own.
func (s *settler) choose(n *structure) (least certificate, ok bool) {
	for i, v := range n.smallest() {
		label := n.labels[v]
		n.labels[v] = mix(label, chosen)
		c, ok := s.certify(n)
		n.labels[v] = label
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

// unclear returns the parts of a coloured structure whose arcs the colours do not tell.
func (n *structure) unclear(colours []uint64) [][]int32 {
	counts := newColourCount(n.size())
	counts.count(colours)
	if counts.distinct == n.size() {
		return nil
	}
	size := make([]int32, n.size()) // of the node's cell
	for v, colour := range colours {
		size[v] = counts.of(colour)
	}
	p := newPartition(n.size())
	for v := range n.size() {
		n.join(p, int32(v), colours, size)
	}
	return p.sets(func(part []int32) bool {
		if len(part) == 1 {
			return false
		}
		own := make([]uint64, len(part))
		for i, v := range part {
			own[i] = colours[v]
		}
		counts := newColourCount(len(own))
		counts.count(own)
		return counts.distinct < len(own)
	})
}

// join joins a node to those from which an arc comes that tells something. As
// colours are equitable, looking from one end is enough.
func (n *structure) join(p *partition, v int32, colours []uint64, size []int32) {
	if size[v] == 1 {
		return
	}
	var tails []tail
	for i := n.ins.first[v]; i < n.ins.first[v+1]; i++ {
		if w := n.ins.other[i]; size[w] > 1 {
			tails = append(tails, tail{colours[w], n.ins.kind[i], w})
		}
	}
	slices.SortStableFunc(tails, func(a, b tail) int { return cmp.Or(cmp.Compare(a.colour, b.colour), cmp.Compare(a.kind, b.kind)) })
	for len(tails) > 0 {
		k := 1
		for k < len(tails) && tails[k].colour == tails[0].colour && tails[k].kind == tails[0].kind {
			k++
		}
		if int32(k) < size[tails[0].node] {
			for _, s := range tails[:k] {
				p.join(v, s.node)
			}
		}
		tails = tails[k:]
	}
}

// tail is the node that an arc comes from.
type tail struct {
	colour uint64
	kind   uint8
	node   int32
}

// part returns the structure of some nodes, ascending, labelled with their colours, and
// of the arcs between them.
func (n *structure) part(nodes []int32, colours []uint64) *structure {
	index := make(map[int32]int32, len(nodes))
	labels := make([]uint64, len(nodes))
	for i, v := range nodes {
		index[v], labels[i] = int32(i), colours[v]
	}
	var list []arc
	for i, v := range nodes {
		for k := n.ins.first[v]; k < n.ins.first[v+1]; k++ {
			if from, ok := index[n.ins.other[k]]; ok {
				list = append(list, arc{from, int32(i), n.ins.kind[k]})
			}
		}
	}
	return newStructure(labels, list)
}

// summarize returns a digest of colours and of the certificates of parts, in
// whatever order.
func summarize(colours []uint64, parts []certificate) certificate {
	h := sha256.New()
	buf := make([]byte, 0, 1<<12)
	sorted := slices.Clone(colours)
	slices.Sort(sorted)
	for _, c := range sorted {
		if buf = binary.BigEndian.AppendUint64(buf, c); len(buf) == cap(buf) {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	h.Write(buf)
	// Not slices.SortFunc, of which there would be one for certificates alone: the engine for
	// pages is to be small.
	sort.Slice(parts, func(i, j int) bool { return bytes.Compare(parts[i][:], parts[j][:]) < 0 })
	for _, p := range parts {
		h.Write(p[:])
	}
	return certificate(h.Sum(nil))
}
