package exec

// Changes tells from one state of a run to the next which rules have more or fewer
// transitions than before, so that who counts what is enabled need not do so for each rule
// in each state. The zero value has seen no state yet.
type Changes struct {
	rules  []*rule // of the stage, or its links, in the state that was seen last
	counts []int   // of these, how many transitions they had
}

// To calls tell with each rule that has not as many transitions as in the state before, by
// its index in [lang.Program.Rules], and with how many it has now. The rules of another
// stage have none.
func (c *Changes) To(e *Enabled, tell func(rule, transitions int)) {
	if len(c.rules) == 0 || len(e.rules) == 0 || c.rules[0] != e.rules[0] {
		c.set(nil, tell)
		c.rules = e.rules
	}
	c.set(e.counts, tell)
}

// set tells of what differs from the counts before. In an ordered stage there are counts up
// to the rule that applies.
func (c *Changes) set(counts []int, tell func(rule, transitions int)) {
	for len(c.counts) < len(counts) {
		c.counts = append(c.counts, 0)
	}
	for i, n := range counts {
		if n != c.counts[i] {
			c.counts[i] = n
			tell(c.rules[i].index, n)
		}
	}
	for i := len(counts); i < len(c.counts); i++ {
		if c.counts[i] != 0 {
			tell(c.rules[i].index, 0)
		}
	}
	c.counts = c.counts[:len(counts)]
}
