// Package turns divides a run into turns and rounds.
//
// Games mark turns in one of two ways: by stages, which follow each other, or by a fact of
// the state, such as `turn ann`, `phase draw`, `round 7`, or `day` and `night`. [Of] takes the
// stages if they make rounds, and otherwise looks for such a fact, the clock of the run. No
// name counts, only what happened, and only the part of the run that has to do with the fact
// by the causal order:
//
//   - There is exactly one such fact at a time, from its first to its last, through at least
//     a quarter of the events. It is of one predicate (place.go), or of several that are a
//     place invariant of the run with one token (invariant.go).
//   - It goes round: its values, or those of one of its arguments, come again in the same
//     order, except for a quarter of the changes; or it is a number that each change makes
//     larger or smaller by the same amount (rhythm.go).
//   - It drives the run: more than half of the events use the fact, or come of what its last
//     change made anew, such as the actions of a player at the beginning of a turn. And more
//     than half follow the change that begins their turn, and precede the one that ends it.
//     A mood that flips now and then, a score and the weather do neither (drive.go).
//
// Of several clocks, those with the most events in time come into question, give or take a
// tenth. One that goes round comes before one that counts up, and that before one that counts
// down. Of these, those that drive the most events come into question, give or take a tenth,
// and the one that changes most often is taken. A slower one takes its place if it changes
// only at the beginning of a round of the faster one, after equally many rounds: where a turn
// has phases, the rounds are those of the turn (clock.go).
package turns
