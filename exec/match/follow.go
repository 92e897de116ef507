package match

// Who counts the choices of rules in each state keeps their matches up to date for as long, and
// of many rules looks only at those whose matches have changed: it follows them.

// Keep has the matches of the rule, if it was weighed before, kept up to date until
// [Network.Release]. Where that stopped at a component that cannot be met, the components after it need
// not be known.
func (m *Matches) Keep() {
	for i := range m.components {
		m.components[i].conflicts.keeping = m.network.keeping
	}
}

// Follow is [Matches.Keep] of a rule that was weighed, and has [Network.Stale] tell of it when it
// may have another weight.
func (m *Matches) Follow() {
	m.Keep()
	for i := range m.components {
		m.components[i].conflicts.sampler.armed = true
	}
}

// Release ends keeping the matches of all rules. They were asked for until now.
func (n *Network) Release() {
	n.ask()
	n.keeping++
}

// ask notes that somebody asks for the matches that are kept.
func (n *Network) ask() {
	for _, m := range n.conflictSets {
		if m.keeping == n.keeping {
			m.idle = 0
		}
	}
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

// note notes that weights have changed. It happens once between two looks at a conflict set.
//
//go:noinline
func (m *conflictSet) note() {
	m.sampler.armed = false
	m.network.noted = append(m.network.noted, m)
}
