package match

// A caller that counts the choices of rules in each state keeps their matches up to date. If it also
// follows the rules, it need only count again the rules with changed matches.

// Keep keeps the matches of the rule up to date until [Network.Release], if the rule was weighed
// before. If weighing stopped at a component without matches, the components after it may stay
// unknown.
func (m *Matches) Keep() {
	for i := range m.components {
		m.components[i].conflicts.keeping = m.network.keeping
	}
}

// Follow is [Matches.Keep] for a rule that was weighed. From then on, [Network.Stale] returns the
// rule once its weight may have changed.
func (m *Matches) Follow() {
	m.Keep()
	for i := range m.components {
		m.components[i].conflicts.sampler.armed = true
	}
}

// Release ends keeping the matches of all rules. Until now they count as used.
func (n *Network) Release() {
	n.ask()
	n.keeping++
}

// ask marks the matches that are kept as used.
func (n *Network) ask() {
	for _, m := range n.conflictSets {
		if m.keeping == n.keeping {
			m.idle = 0
		}
	}
}

// Stale returns the rules with weights that may have changed since they were last followed, and
// possibly others. They must be followed again. The list is valid until the next call.
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

// tell adds rules to the list of stale ones.
func (n *Network) tell(rules []*Matches) {
	for _, m := range rules {
		if !m.stale {
			m.stale = true
			n.stale = append(n.stale, m)
		}
	}
}

// note records that weights of a conflict set have changed, once between two uses of it.
//
//go:noinline
func (m *conflictSet) note() {
	m.sampler.armed = false
	m.network.noted = append(m.network.noted, m)
}
