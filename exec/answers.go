package exec

import (
	"context"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/network"
	"github.com/ceptre-graph/ceptre/lang"
)

// answers keeps what was proved. Clauses do not depend on the state, so an
// answer once found is one for good.
type answers struct {
	defined map[*lang.Pred]*definition
	known   map[string][]lang.Fact
	symbols int // in all of it
}

// mostKept is how many symbols of questions and answers are kept, and mostAnswer
// how many one question may have to be worth keeping.
const (
	mostKept   = 1_000_000
	mostAnswer = 50_000
)

func newAnswers() *answers {
	return &answers{defined: make(map[*lang.Pred]*definition), known: make(map[string][]lang.Fact)}
}

// to returns all answers to an atom, and how many steps it took to find them, as
// [answers.prove] does.
func (a *answers) to(ctx context.Context, atom lang.Atom, args []lang.Value, bound []bool, limits Limits) ([]lang.Fact, int, error) {
	key, ok := question(atom, args, bound)
	if facts, known := a.known[key]; ok && known {
		return facts, 0, nil
	}
	facts, steps, err := a.prove(ctx, atom, args, bound, limits)
	if ok && err == nil {
		a.keep(key, facts)
	}
	return facts, steps, err
}

func (a *answers) keep(key string, facts []lang.Fact) {
	size := len(key)
	for _, f := range facts {
		for _, v := range f.Args {
			size += v.Size()
		}
	}
	if size > mostAnswer {
		return
	}
	if a.symbols += size; a.symbols > mostKept {
		clear(a.known)
		a.symbols = size
	}
	a.known[key] = facts
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
