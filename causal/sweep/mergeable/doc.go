// Package mergeable has statistics that add up: of two sets of runs, counted by different processes, they make the
// statistics of both together.
//
// Each type is a commutative monoid: Merge is commutative and associative, and a new value is its unit. More than
// that, a value is a function of the multiset of all that was added, so its canonical form (Append) has the same
// bytes in whatever order and grouping the parts were merged, and on all processors.
//
// Memory is bounded. Up to a bound everything is exact; beyond, a [Histogram] gives quantiles within a relative
// error, a [Distinct] an estimate, and [Groups] and a [Reservoir] keep those with the smallest hashes, which is a
// random sample. Each says which it is.
//
// Readers are safe on hostile input: they allocate no more than the input pays for, and refuse all but the canonical
// form.
package mergeable
