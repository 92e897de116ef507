package inquiry

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// names finds what a trace names in a program.
type names struct {
	preds map[string]*lang.Pred
	cons  map[string]*lang.Constructor
}

func newNames(prog *lang.Program) *names {
	n := &names{preds: make(map[string]*lang.Pred), cons: make(map[string]*lang.Constructor)}
	for _, p := range prog.Preds {
		n.preds[p.Name] = p
	}
	for _, t := range prog.Types {
		for _, k := range t.Constructors {
			n.cons[k.Name] = k
		}
	}
	return n
}

// initial returns a resource as a fact to start from.
func (n *names) initial(r trace.Resource) (lang.Initial, error) {
	f, err := n.fact(r.Fact())
	if err == nil && f.Pred.Kind != lang.OfState {
		err = fmt.Errorf("%s is %s in the program, and no fact of the state", f.Pred.Name, f.Pred.Kind)
	}
	if err != nil {
		return lang.Initial{}, fmt.Errorf("resource %s: %w", r.ID, err)
	}
	return lang.Initial{Fact: f, Permanent: r.Persistent}, nil
}

func (n *names) fact(f trace.Fact) (lang.Fact, error) {
	p := n.preds[f.Pred]
	if p == nil || len(p.Args) != len(f.Args) {
		return lang.Fact{}, fmt.Errorf("the program has no predicate for %s", f)
	}
	args, err := n.values(f.Args, p.Args)
	return lang.Fact{Pred: p, Args: args}, err
}

func (n *names) values(terms []trace.Term, types []*lang.Type) ([]lang.Value, error) {
	out := make([]lang.Value, len(terms))
	for i, t := range terms {
		v, err := n.value(t, types[i])
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (n *names) value(t trace.Term, want *lang.Type) (lang.Value, error) {
	if text, ok := t.Literal(); ok && want.Name == lang.StringType {
		return lang.Value{Text: text}, nil
	}
	if t.Number && want.Numerals {
		return lang.NumberValue(want, lang.ParseNat(t.Head)), nil
	}
	if t.Number && want.Numerals {
		return lang.NumberValue(want, lang.ParseNat(t.Head)), nil
	}
	k := n.cons[t.Head]
	if t.Number || k == nil || k.Result != want || len(k.Args) != len(t.Args) {
		return lang.Value{}, fmt.Errorf("the program has no %s %s", want.Name, t)
	}
	args, err := n.values(t.Args, k.Args)
	return lang.NewValue(k, args), err
}
