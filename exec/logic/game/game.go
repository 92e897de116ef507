// Package game plays games that are written as logic programs, and records the runs.
//
// Two systems describe games in this way: the Game Description Language ([Match]) and logic-game ([World]). Neither
// has a law of inertia: each state is derived anew from the one before. The trace of such a run cannot be read off
// the rules, so it is made of the reasons for which the atoms of the new state hold:
//
//	state, moves ──evaluate──▶ model with reasons ──transitions──▶ steps of a trace
//
//	match.go      the loop of GDL: legal moves, the next state, goals; account.go: a match as JSON
//	world.go      the loop of logic-game: levels, sight, strategy, nature; world_record.go: its transitions
//	support.go    the leaves of derivations: what an atom rests on
//	successor.go  why the fluents of a new state hold, and why others are lost
//	changes.go    the transitions between two states
//	recorder.go   transitions as steps of a trace; forms.go: atoms as facts
package game
