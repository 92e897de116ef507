package game

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/tell"
)

// characters are the characters of a program, and the type of their places.
type characters struct {
	cast  causal.Cast
	is    map[string]bool // a character's name
	where *lang.Type      // of places; nil for none
	run   *trace.Trace    // the hidden one
}

// meet finds the characters of a program by a hidden run. The cast is empty if the run shows none,
// unless the options or the author name some.
func meet(ctx context.Context, prog *lang.Program, start *lang.Start, o Options) (characters, error) {
	limits := exec.Limits{Steps: 300, MatchSteps: 1_000_000, ProofSteps: 100_000}
	t, _ := exec.Run(ctx, prog, start, exec.Options{Host: exec.Silent(prog), Limits: limits}) // the steps so far will do
	who, err := cast.Optional(cast.Find(causal.New(t), tell.CastOptions(o.Prose, cast.Options{By: o.By, Place: o.Place})))
	if err != nil {
		return characters{}, err
	}
	p := characters{cast: who, is: make(map[string]bool, len(who.Names)), run: t}
	for _, name := range who.Names {
		p.is[name] = true
	}
	if i := slices.IndexFunc(prog.Preds, func(q *lang.Pred) bool { return p.cast.Location.Tells(q.Name) }); i >= 0 {
		arg, _ := p.cast.Location.Where(prog.Preds[i].Name)
		p.where = prog.Preds[i].Args[arg]
	}
	return p, nil
}

// about returns the subject of a fact and the place that it gives: the first character that it
// mentions, or else the first place, or else the only character.
func (p *characters) about(r *exec.Resource) (owner, place string) {
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
