package desk

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/tell"
)

// people is who is there and where.
type people struct {
	cast  causal.Cast
	is    map[string]bool // a character's name
	where *lang.Type      // of places; nil for none
}

// pilot bounds the run that shows who acts in a program. Where it takes more to find out
// what can happen, what has happened before has to do.
func pilot() exec.Limits {
	return exec.Limits{Steps: 300, MatchSteps: 1_000_000, ProofSteps: 100_000}
}

// meet finds out who the characters of a program are, by a run that nobody sees. Where it
// shows nobody, there is nobody, unless the options name them, or the author does.
func meet(ctx context.Context, prog *lang.Program, start *lang.Start, o Options) (people, error) {
	t, _ := exec.Run(ctx, prog, start, exec.Options{Host: exec.Silent(prog), Limits: pilot()})
	cast, err := causal.FindCast(t, tell.Casting(o.Prose, causal.Casting{By: o.By, Place: o.Place}))
	if err != nil {
		if _, none := errors.AsType[causal.NoCharactersError](err); none {
			err = nil
		}
		return people{}, err
	}
	p := people{cast: cast, is: make(map[string]bool, len(cast.Names))}
	for _, name := range cast.Names {
		p.is[name] = true
	}
	if i := slices.IndexFunc(prog.Preds, func(q *lang.Pred) bool { return p.cast.Location.Tells(q.Name) }); i >= 0 {
		arg, _ := p.cast.Location.Where(prog.Preds[i].Name)
		p.where = prog.Preds[i].Args[arg]
	}
	return p, nil
}

// about returns whom a fact is about, and where it says that they are: the first character
// that it mentions, or else the first place, or else one who is alone.
func (p *people) about(r *exec.Resource) (owner, place string) {
	args := r.Fact.Args
	if p.is[r.Fact.Pred.Name] && p.cast.Location.Tells(r.Fact.Pred.Name) {
		return r.Fact.Pred.Name, args[0].String()
	}
	if r.Fact.Pred.Name == p.cast.Location.Pred {
		return args[p.cast.Location.Who].String(), args[1-p.cast.Location.Who].String()
	}
	if p.cast.IsPredicate(r.Fact.Pred.Name) {
		return r.Fact.Pred.Name, ""
	}
	for _, v := range args {
		if name := v.String(); p.is[name] && !p.cast.IsPredicate(name) {
			return name, ""
		}
	}
	for i, v := range args {
		if p.where != nil && r.Fact.Pred.Args[i] == p.where {
			return "", v.String()
		}
	}
	if p.cast.Lone { // so it is about the only one there is
		return p.cast.Names[0], ""
	}
	return "", ""
}

// name is how a character or a place is called in a program.
func name(s string) trace.Term { return trace.Const(s) }
