package trace

import (
	"errors"
	"math"
	"strconv"
)

// Recorder receives a run as it happens, so that no caller has to hold all of it. Begin comes
// first, once; then a Step for each firing, with calls of Forget between them; then End, once,
// also if the run failed. An error of any method ends the run.
//
// Arguments, slices included, are valid until the call returns, and stand for full [Step] and
// [Resource] records. Steps are numbered from t1 as they come, and resources from x1 as they are
// made.
type Recorder interface {
	// Begin takes the header, the table of terms and the initial state. The table
	// grows as the run goes on, and its entries stay as they are up to the next Forget.
	Begin(h *Header, terms Terms, initial []Made) error
	Step(e *Event) error
	// Forget says that numbers may stand for other terms from now on.
	Forget()
	// End takes the end of the run, or nil if it is unknown how the run ended.
	End(e *End) error
}

// Sym stands for a ground term: from [Numeral] on for the number that it is more
// than it, below it for an entry of a table of [Terms].
type Sym uint32

// Numeral is the Sym of the number 0; numbers up to [math.MaxInt32] follow.
const Numeral Sym = math.MaxInt32 + 1

// Terms is the table of the terms of a run.
type Terms interface {
	// Term returns the entry of a Sym below [Numeral].
	Term(Sym) Term
	// Args returns the arguments of this entry in numbers. With them a recorder takes down a
	// compound once, however many terms it is a part of.
	Args(Sym) []Sym
}

// Term returns the term that a number stands for in the table of a run.
func (x Sym) Term(of Terms) Term {
	if x < Numeral {
		return of.Term(x)
	}
	return Term{Head: strconv.Itoa(int(x - Numeral)), Number: true}
}

// Event is a step in numbers.
type Event struct {
	// Form is 0, or a small number that says what the events of a run that have it share:
	// the rule, how many there are of everything, and the predicates of the facts, of
	// which none is persistent. An argument of a fact is, place by place, the same
	// argument of the rule in all of them, or in all of them equal to none of the rule's.
	Form int
	// Rule is an index of the header's rules. Its stage is that of the step.
	Rule int
	Args []Sym
	// Uses are the resources that are consumed, as many as Consumes says, then those that
	// are read.
	Uses     []ResourceID
	Consumes int
	Makes    []Made
	// Proves, Absent, Sensed and Acts are as those of [Step].
	Proves, Absent, Sensed, Acts []Atom
	Choices                      int
	Chosen                       Chosen
}

// Made is a resource that is made, but for its number, which is the next.
type Made struct {
	Atom
	Persistent bool
}

// Atom is a fact in numbers.
type Atom struct {
	// Pred is an index of the header's predicates, or [StageToken].
	Pred int
	Args []Sym
}

// StageToken is the predicate of the stage token, [StagePred]. Its one argument is
// the name of a stage.
const StageToken = -1

// Recorders hands a run to several recorders, one after another; to none, and so keeps
// nothing of it, where it is empty. The first error of any ends the run, but all of them are
// told of its end.
type Recorders []Recorder

// Begin implements [Recorder].
func (rs Recorders) Begin(h *Header, terms Terms, initial []Made) error {
	for _, r := range rs {
		if err := r.Begin(h, terms, initial); err != nil {
			return err
		}
	}
	return nil
}

// Step implements [Recorder].
func (rs Recorders) Step(e *Event) error {
	for _, r := range rs {
		if err := r.Step(e); err != nil {
			return err
		}
	}
	return nil
}

// Forget implements [Recorder].
func (rs Recorders) Forget() {
	for _, r := range rs {
		r.Forget()
	}
}

// End implements [Recorder].
func (rs Recorders) End(e *End) error {
	errs := make([]error, len(rs))
	for i, r := range rs {
		errs[i] = r.End(e)
	}
	return errors.Join(errs...)
}
