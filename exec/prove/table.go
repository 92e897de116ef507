package prove

import (
	"context"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// Table keeps the answers to questions. Answers that rest on clauses alone never change. Answers
// whose proofs may read the state are good until facts of a predicate change that they may read.
//
// A run of a series has the answers of the runs before it, but counts their steps as if it had
// found them itself: the number of steps decides which matches are kept.
type Table struct {
	defined *definitions
	State   State // nil where there is none, as for the questions of tests
	known   map[string]*Answer
	kept    int // symbols of all questions and answers
	symbols int // symbols of those that the present run knows
	run     int // which is the present one
}

// State is the state of a machine as proofs read it.
type State interface {
	Source
	// Version returns a number that rises with each change of facts of some predicates.
	Version([]*lang.Pred) int
}

// Answer is the list of facts proved for a question.
type Answer struct {
	Facts   []lang.Fact
	Proofs  []Proof // of the facts; nil where these read nothing
	steps   int     // that it took
	size    int     // in symbols, with the question
	run     int     // the last that asked
	version int     // of the predicates of the state that proofs may read
}

// mostKept bounds the symbols of the questions and answers that a run knows, and of those kept from
// earlier runs; mostAnswer bounds those of one question that is kept.
const (
	mostKept   = 1_000_000
	mostAnswer = 50_000
)

// NewTable returns a table without answers.
func NewTable() *Table {
	return &Table{defined: newDefinitions(), known: make(map[string]*Answer)}
}

// Next begins another run, in which versions of the state count from the beginning.
func (a *Table) Next() {
	a.run++
	for key, x := range a.known {
		if x.version != 0 {
			a.drop(key, x)
		}
	}
	if a.defined.restart() {
		a.forget() // answers that tables found stand in another order
	}
	if a.symbols = 0; a.kept > mostKept {
		a.forget()
	}
}

func (a *Table) forget() {
	clear(a.known)
	a.kept = 0
}

// Answers returns all answers to an atom, and how many steps it took to find them, as
// [Table.Prove] does.
func (a *Table) Answers(ctx context.Context, atom lang.Atom, args []lang.Value, bound []bool, limits Limits) (
	*Answer, int, error) {
	key, ok := question(atom, args, bound)
	version := 0
	if reads := a.defined.of(atom.Pred).reads; len(reads) > 0 && a.State != nil {
		version = a.State.Version(reads)
	}
	x := a.known[key]
	if x != nil && x.version != version {
		a.drop(key, x)
		x = nil
	}
	if ok && x != nil {
		if x.run == a.run {
			return x, 0, nil
		}
		a.enter(key, x)
		return x, x.steps, nil
	}
	x, err := a.Prove(ctx, atom, args, bound, limits, a.State)
	x.version = version
	if ok && err == nil {
		a.keep(key, x)
	}
	return x, x.steps, err
}

// drop forgets an answer.
func (a *Table) drop(key string, x *Answer) {
	delete(a.known, key)
	a.kept -= x.size
	if x.run == a.run {
		a.symbols -= x.size
	}
}

func (a *Table) keep(key string, x *Answer) {
	x.size = len(key)
	for _, f := range x.Facts {
		for _, v := range f.Args {
			x.size += v.Size()
		}
	}
	for _, p := range x.Proofs {
		x.size += len(p)
	}
	if x.size <= mostAnswer {
		a.enter(key, x)
	}
}

// enter notes that the present run knows an answer, and forgets all others if it knows too many.
func (a *Table) enter(key string, x *Answer) {
	if a.symbols += x.size; a.symbols > mostKept {
		a.forget()
		a.symbols = x.size
	}
	if a.known[key] == nil {
		a.known[key] = x
		a.kept += x.size
	}
	x.run = a.run
}

// question returns a text that is the same for atoms that have the same answers:
// the predicate, and for each argument its value or which unknown it is. It is
// false for an atom with an argument that is known in part.
func question(atom lang.Atom, args []lang.Value, bound []bool) (string, bool) {
	key := []byte(atom.Pred.Name)
	for _, t := range atom.Args {
		key = append(key, ' ')
		switch v, isVar := t.(lang.Variable); {
		case isVar && !bound[v]:
			key = append(key, '_')
			key = strconv.AppendInt(key, int64(v), 10)
		case term.Known(t, bound):
			v, err := term.Evaluate(t, args)
			if err != nil {
				return "", false
			}
			key = term.AppendKey(key, v)
		default:
			return "", false
		}
	}
	return string(key), true
}
