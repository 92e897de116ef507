// Package sweep runs a program many times, by chance, and counts the outcomes.
//
// One run shows a possible outcome; its frequency takes many runs. A sweep is a set of runs with
// consecutive seeds. For each it keeps a [Row]: the ending, the number of firings of each rule,
// and two digests that tell runs apart, one of the causal structure ([hash.Sum]) and one of the
// final state. Traces are not kept: a seed reproduces its run. Package total counts rows, of any
// subset of the runs in the same way.
//
// Facts named in the options are counted in each final state ([Tally]), with the number in them,
// so that a game can be tuned by its scores; numbers are also kept for each character or good
// apart ([Level]).
//
// On request, runs are watched as they choose: [Chances] count how often a rule could have fired,
// and [Loss] the rules that fired in its place. For rules that never could, [Absences] name the
// missing premises.
//
// Runs share only the program, which is immutable, so they use as many processors as there are.
// Rows are sorted by seed before they are returned: the result does not depend on the number of
// processors.
package sweep
