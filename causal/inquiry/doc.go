// Package inquiry answers questions that need a program and a trace together. The trace is a run of
// the program, as [replay.Verify] says.
//
//   - [WhyNot]: which premises of a rule were missing at a moment of the run, and
//     what became of them;
//   - [WhatIf]: the run as it would have been without some steps or facts;
//   - [RunAgain]: the run as it is in a program that has changed since, and where
//     it is not what it was;
//   - [Compete]: which transitions kept others from happening;
//   - [NewPotential]: what the rules of a program can do for each other in any run;
//   - [Proofs]: how facts follow that steps proved.
package inquiry
