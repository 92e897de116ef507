package network

// Who counts the choices of many rules in each state looks only at those whose matches have
// changed: it follows them.

// Follow has [Network.Stale] tell of the rule when it may have another weight. Its matches are
// kept as long as they are followed. It must have been weighed before; where that stopped at
// a part that cannot be met, the parts after it need not be known.
func (m *Matches) Follow() {
	for i := range m.factors {
		f := m.factors[i].memory
		f.follow, f.sampler.armed = m.network.following, true
	}
}

// Unfollow ends following all rules. Their matches were asked for until now.
func (n *Network) Unfollow() {
	for _, m := range n.memories {
		if m.follow == n.following {
			m.idle = 0
		}
	}
	n.following++
}

// Stale returns the rules that may have another weight than when they were followed last, and
// maybe others. They are to be followed again. The list is good until the next one.
func (n *Network) Stale() []*Matches {
	for _, m := range n.stale {
		m.stale = false
	}
	n.stale = n.stale[:0]
	n.tell(n.merged)
	for _, m := range n.noted {
		n.tell(m.users)
	}
	n.merged, n.noted = n.merged[:0], n.noted[:0]
	return n.stale
}

// tell enters rules into the list of those that are stale.
func (n *Network) tell(rules []*Matches) {
	for _, m := range rules {
		if !m.stale {
			m.stale = true
			n.stale = append(n.stale, m)
		}
	}
}

// note notes that weights have changed. It happens once between two looks at a memory.
//
//go:noinline
func (m *memory) note() {
	m.sampler.armed = false
	m.network.noted = append(m.network.noted, m)
}
