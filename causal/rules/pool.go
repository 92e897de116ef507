package rules

import "slices"

// Told returns the changes as readers are told them: for each pool either the changes of its
// quantities or, where these are not all exact and the total says more, the change of the total.
// The result has no pools.
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

// pools returns the pools for which the change of the total says more than the changes of the
// quantities.
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

// level returns the changes of rules with either the quantities of each pool or its total, the
// same in all rules: the total where in some rule the total alone is exact.
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

// Observed returns the changes of a rule with inexact changes of quantities replaced by the changes
// observed in a run, and reports whether there are any. Quantities of a pool with an exact total
// are not replaced.
func (n Incidence) Observed(run Incidence) (all Incidence, some bool) {
	for _, c := range n {
		if c.Quantity && !c.Exact() && (c.Pool == "" || !n.total(c.Pool).Exact()) {
			c, some = changeIn(run, c), true
		}
		all = append(all, c)
	}
	return NewIncidence(all), some
}
