// Package joint has mergeable statistics of the values of metrics: of one metric ([Numbers]), and of two metrics
// together ([Pairs]). They add up like the statistics of package mergeable.
//
// Up to a bound of different values, the counts are exact. Beyond it, numbers are rounded down to a decimal grid, the
// multiples of a power of ten: the finest grid on which few enough points have a number. Each number is rounded on its
// own, the points of a grid are points of all finer grids, and more numbers never allow a finer grid. So the grid, and
// the counts of its points, are a function of the multiset of all numbers.
//
// The bounds of the bins of a histogram are multiples of a power of ten, too. If the grid is as fine as this power, no
// run is counted in a wrong bin.
package joint
