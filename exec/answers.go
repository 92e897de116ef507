package exec

import (
	"context"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/network"
	"github.com/ceptre-graph/ceptre/lang"
)

// answers keeps what was proved. Clauses do not depend on the state, so an
// answer once found is one for good.
//
// A run of a series has the answers of those before it, but counts the steps that they took as
// if it had found them itself: how long something takes decides what is kept of matches.
type answers struct {
	defined map[*lang.Pred]*definition
	known   map[string]*answer
	kept    int // symbols in all of it
	symbols int // in what the present run knows
	run     int // which is the present one
}

// answer is what was proved of a question.
type answer struct {
	facts []lang.Fact
	steps int // that it took
	size  int // in symbols, with the question
	run   int // the last that asked
}

// mostKept is how many symbols of questions and answers a run knows, and how many of runs
// before it are kept; mostAnswer is how many one question may have to be worth keeping.
const (
	mostKept   = 1_000_000
	mostAnswer = 50_000
)

func newAnswers() *answers {
	return &answers{defined: make(map[*lang.Pred]*definition), known: make(map[string]*answer)}
}

// next begins another run.
func (a *answers) next() {
	a.run++
	if a.symbols = 0; a.kept > mostKept {
		a.forget()
	}
}

func (a *answers) forget() {
	clear(a.known)
	a.kept = 0
}

// to returns all answers to an atom, and how many steps it took to find them, as
// [answers.prove] does.
func (a *answers) to(ctx context.Context, atom lang.Atom, args []lang.Value, bound []bool, limits Limits) ([]lang.Fact, int, error) {
	key, ok := question(atom, args, bound)
	if x := a.known[key]; ok && x != nil {
		if x.run == a.run {
			return x.facts, 0, nil
		}
		a.enter(key, x)
		return x.facts, x.steps, nil
	}
	facts, steps, err := a.prove(ctx, atom, args, bound, limits)
	if ok && err == nil {
		a.keep(key, facts, steps)
	}
	return facts, steps, err
}

func (a *answers) keep(key string, facts []lang.Fact, steps int) {
	size := len(key)
	for _, f := range facts {
		for _, v := range f.Args {
			size += v.Size()
		}
	}
	if size <= mostAnswer {
		a.enter(key, &answer{facts: facts, steps: steps, size: size})
	}
}

// enter notes that the present run knows an answer, and forgets all others where it knows too
// many.
func (a *answers) enter(key string, x *answer) {
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
		case network.Known(t, bound):
			v, err := evaluate(t, args)
			if err != nil {
				return "", false
			}
			key = appendKey(key, v)
		default:
			return "", false
		}
	}
	return string(key), true
}

// appendKeys appends a text that is the same for equal values only.
func appendKeys(key []byte, vs []lang.Value) []byte {
	for _, v := range vs {
		key = appendKey(key, v)
	}
	return key
}

func appendKey(key []byte, v lang.Value) []byte {
	key = append(key, '(')
	switch {
	case v.Of != nil:
		key = append(key, v.Num.String()...)
	case v.Con == nil:
		key = strconv.AppendQuote(key, v.Text)
	default:
		key = append(key, v.Con.Name...)
		key = appendKeys(key, v.Args)
	}
	return append(key, ')')
}
