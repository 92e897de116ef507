package exec

import (
	"strconv"

	"github.com/ceptre-graph/ceptre/lang"
)

// answers keeps what was proved. Clauses do not depend on the state, so an
// answer once found is one for good.
type answers map[string][]lang.Fact

// mostAnswers is how many questions are kept.
const mostAnswers = 100_000

// to returns all answers to an atom, as [prove] does.
func (a answers) to(atom lang.Atom, args []lang.Value, bound []bool, limits Limits) ([]lang.Fact, error) {
	key, ok := question(atom, args, bound)
	if found, known := a[key]; ok && known {
		return found, nil
	}
	found, err := prove(atom, args, bound, limits)
	if ok && err == nil {
		if len(a) >= mostAnswers {
			clear(a)
		}
		a[key] = found
	}
	return found, err
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
		case allKnown(t, bound):
			key = append(key, '(')
			key = append(key, substitute(t, args).String()...)
			key = append(key, ')')
		default:
			return "", false
		}
	}
	return string(key), true
}
