// Package inquiry answers questions that need a program and a trace together.
//
// The first is whether the trace is a run of the program at all ([Verify], and
// [Belongs] for its header alone): what a trace says of causes can be trusted as
// far as that goes. [Replay] fires the steps of a trace again, one by one; others
// rest on it:
//
//   - [WhyNot]: which premises of a rule were missing at a moment of the run, and
//     what became of them;
//   - [WhatIf]: the run as it would have been without some steps or facts;
//   - [RunAgain]: the run as it is in a program that has changed since, and where
//     it is not what it was;
//   - [Compete]: which transitions kept others from happening.
//
// [NewPotential] says what the rules of a program can do for each other in any
// run, [Proofs] how facts follow that steps proved, and [Resume] goes on from where
// a trace ends.
package inquiry
