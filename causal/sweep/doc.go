// Package sweep runs a program many times, by chance, and counts what came of it.
//
// One run says what may happen; how often it does takes many of them. A sweep is
// runs with seeds one after the other. Of each a [Row] is kept: how it ended, how
// often each rule fired, and two digests by which runs are told apart, one of what
// led to what ([causal.Hash]) and one of the final state. Traces are not kept: a run
// is had again by its seed. What can be said of all rows together is counted from
// them afterwards, so that any part of the runs can be counted in the same way.
//
// Facts that somebody asks for are counted in each final state ([Tally]), with the number
// that stands in them, so that a game can be tuned by its scores; and the numbers of each
// character or good apart ([Level]).
//
// Where somebody asks for it, runs are watched as they choose: [Chances] say how often
// a rule could have fired, and [Loss] what fired in its place. Of rules that never could,
// [Absences] says which premises they lacked.
//
// Runs share nothing but the program, which nobody changes, so they go on as many
// processors as there are. Rows are put in the order of their seeds before anybody
// sees them: a sweep is the same on any number of processors.
package sweep
