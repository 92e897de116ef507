// Package joint has statistics of the values of metrics that add up, as those of package mergeable do: of one metric
// ([Numbers]), and of two together ([Pairs]).
//
// Up to a bound of different values they are exact. Beyond it, numbers are rounded down to a decimal grid, the
// multiples of a power of ten: the finest one with few enough points that have a number. Each number is rounded on its
// own, the points of a grid are points of all finer ones, and more numbers never allow a finer grid. So the grid, and
// the counts of its points, are a function of the multiset of all numbers.
//
// The bounds of the bins of a histogram are multiples of a power of ten, too. Where the grid is as fine as these, no
// run is counted in a wrong bin.
package joint
