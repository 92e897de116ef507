package layered

// breakCycles turns round the links that lead back in a depth-first search, which goes
// in the order of the diagram. Without them there is no cycle. Loose links do not count.
func (p *part) breakCycles() {
	s := search{p: p, out: p.leaving(), state: make([]state, len(p.nodes)), next: make([]int32, len(p.nodes))}
	for v := range p.nodes {
		if s.state[v] == unseen {
			s.visit(int32(v))
		}
	}
	for i := range p.links {
		if l := &p.links[i]; l.flipped {
			l.from, l.to = l.to, l.from
		}
	}
}

// leaving returns for each node the links that lead from it and are not loose.
func (p *part) leaving() groups {
	return group(len(p.nodes), len(p.links), func(i int) int32 {
		if p.links[i].loose {
			return -1
		}
		return p.links[i].from
	})
}

// entering returns for each node the links that lead to it and are not loose.
func (p *part) entering() groups {
	return group(len(p.nodes), len(p.links), func(i int) int32 {
		if p.links[i].loose {
			return -1
		}
		return p.links[i].to
	})
}

type state int8

const (
	unseen state = iota
	open         // on the path from the root
	done
)

// search is a depth-first search.
type search struct {
	p     *part
	out   groups
	state []state
	next  []int32 // how many links of a node have been followed
	path  []int32
}

// visit follows all links from a node. It keeps its own stack: paths may be as long as
// the diagram.
func (s *search) visit(root int32) {
	s.path = append(s.path[:0], root)
	s.state[root] = open
	for len(s.path) > 0 {
		v := s.path[len(s.path)-1]
		links := s.out.of(v)
		if int(s.next[v]) == len(links) {
			s.state[v] = done
			s.path = s.path[:len(s.path)-1]
			continue
		}
		l := &s.p.links[links[s.next[v]]]
		s.next[v]++
		switch s.state[l.to] {
		case open:
			l.flipped = true
		case unseen:
			s.state[l.to] = open
			s.path = append(s.path, l.to)
		}
	}
}
