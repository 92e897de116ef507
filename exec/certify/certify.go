// Package certify checks certificates: short texts that say why statements of a program are proved or refuted. It
// shares no code with what finds the proofs (packages structure, induction, explore and verdict).
//
// A certificate is accepted if its program and start are the ones at hand, and each of its claims is true:
//
//   - “by rules”: the statements that are proved so and the lemmas hold at the start, and whatever rule fires in a
//     state in which all of them hold, leads to one in which they hold (induction).
//   - “by states”: a plain search with the moves of the machine finds as many states, and all meet the statement.
//   - “by run”: the moves that it lists lead to a state that violates the statement.
//
// Beside the machine that runs programs, less than 300 lines of code have to be trusted: rules.go judges rules, and
// check.go all else.
package certify

import "github.com/ceptre-graph/ceptre/lang"

// Form names the form of certificates.
const Form = "ceptre certificate 1"

// Certificate says why statements about all states of all runs from a start are proved or refuted.
type Certificate struct {
	Form    string   `json:"form"`
	Program string   `json:"program"` // its SHA-256, in hexadecimal
	Stage   string   `json:"stage"`   // of the start
	Facts   []string `json:"facts"`   // of the start, as programs write them
	// Lemmas are statements that the program does not make, without their full stops, and hold by the rules.
	Lemmas []string `json:"lemmas"`
	Claims []Claim  `json:"claims"`
}

// Claim says why a statement is proved or refuted.
type Claim struct {
	Statement string `json:"statement"` // as written, without its full stop
	Verdict   string `json:"verdict"`   // proved or refuted
	By        string `json:"by"`        // rules, states or run
	// States is the number of states that were searched, and Choices are the numbers of the moves of a run.
	States  int   `json:"states,omitempty"`
	Choices []int `json:"choices,omitempty"`
}

// New returns a certificate without claims for a program and a start.
func New(prog *lang.Program, start *lang.Start) *Certificate {
	c := &Certificate{Form: Form, Program: prog.SHA256, Stage: start.Stage.Name, Facts: []string{}, Lemmas: []string{},
		Claims: []Claim{}}
	for _, f := range start.Context.Facts {
		c.Facts = append(c.Facts, f.String())
	}
	return c
}
