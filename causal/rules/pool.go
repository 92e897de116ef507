package rules

import "slices"

// Told returns the changes as they are told to readers: of a pool either the changes of its
// quantities or, where these are not all exact and it says more, that of all together. These are of
// no pool any more.
func (n Incidence) Told() Incidence {
	together := n.pools()
	var told Incidence
	for _, c := range n {
		if c.Total && !together[c.Kind] || !c.Total && together[c.Pool] {
			continue
		}
		c.Pool, c.Total = "", false
		told = append(told, c)
	}
	return told
}

// pools returns of which pools the change of all quantities together says more than the changes of
// each.
func (n Incidence) pools() map[string]bool {
	parts := make(map[string][]Change)
	for _, c := range n {
		if c.Pool != "" {
			parts[c.Pool] = append(parts[c.Pool], c)
		}
	}
	more := make(map[string]bool)
	for pool, parts := range parts {
		var sum Change
		for _, c := range parts {
			sum = sum.plus(c)
		}
		total := n.total(pool)
		inexact := slices.ContainsFunc(parts, func(c Change) bool { return !c.Exact() })
		more[pool] = inexact && (total.Least > sum.Least || total.Most < sum.Most)
	}
	return more
}

// total returns the change of all quantities of a pool together.
func (n Incidence) total(pool string) Change {
	return changeIn(n, Change{Kind: pool, Quantity: true, Total: true})
}

// level returns the changes of some rules with those of the quantities of each pool or with that of
// the pool, in all rules the same: of the pool where it alone is exact in some rule.
func level(rules []Incidence) []Incidence {
	pooled := make(map[string]bool)
	for _, n := range rules {
		for _, c := range n {
			if c.Pool != "" && !c.Exact() && n.total(c.Pool).Exact() {
				pooled[c.Pool] = true
			}
		}
	}
	out := make([]Incidence, len(rules))
	for i, n := range rules {
		out[i] = n.only(func(c Change) bool {
			if c.Total {
				return pooled[c.Kind]
			}
			return !pooled[c.Pool]
		})
	}
	return out
}

// Observed returns what firings of a rule add, with quantities of which it does not say by how
// much they change as they changed in a run. It reports whether there are any. Of a pool that it
// says this of, the quantities need no such.
func (n Incidence) Observed(run Incidence) (all Incidence, some bool) {
	for _, c := range n {
		if c.Quantity && !c.Exact() && (c.Pool == "" || !n.total(c.Pool).Exact()) {
			c, some = changeIn(run, c), true
		}
		all = append(all, c)
	}
	return NewIncidence(all), some
}
