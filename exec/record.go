package exec

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// recorder writes down a run as it happens.
type recorder struct{ trace *trace.Trace }

func newRecorder(h trace.Header, initial []trace.Resource) *recorder {
	return &recorder{&trace.Trace{Header: h, Resources: initial}}
}

func (r *recorder) step(f Firing, choices int, by trace.Chosen) {
	step := trace.Step{
		ID:       trace.StepID(len(r.trace.Steps) + 1),
		Rule:     f.Rule.Name,
		Args:     terms(f.Args),
		Stage:    f.Stage.Name,
		Consumes: f.Consumes,
		Reads:    f.Reads,
		Choices:  choices,
		Chosen:   by,
	}
	step.Proves, step.Sensed, step.Acts = facts(f.Proves), facts(f.Sensed), facts(f.Acts)
	for i := range f.Makes {
		f.Makes[i].By = step.ID
		step.Produces = append(step.Produces, f.Makes[i].ID)
	}
	r.trace.Resources = append(r.trace.Resources, f.Makes...)
	r.trace.Steps = append(r.trace.Steps, step)
}

func (r *recorder) end(why trace.Why, sensed []lang.Fact, err error) *trace.Trace {
	r.trace.End = &trace.End{Why: why, Sensed: facts(sensed)}
	for _, x := range r.trace.Final() { // oldest first, so ids ascend
		r.trace.End.Alive = append(r.trace.End.Alive, x.ID)
	}
	if err != nil {
		r.trace.End.Message = err.Error()
	}
	return r.trace
}

// record returns a resource as traces hold it, but for the step that made it.
func record(r *Resource) trace.Resource {
	return trace.Resource{ID: r.ID, Pred: r.Fact.Pred.Name, Args: terms(r.Fact.Args), Persistent: r.Permanent}
}

func facts(fs []lang.Fact) []trace.Fact {
	var out []trace.Fact
	for _, f := range fs {
		out = append(out, trace.Fact{Pred: f.Pred.Name, Args: terms(f.Args)})
	}
	return out
}

func terms(values []lang.Value) []trace.Term {
	if len(values) == 0 {
		return nil
	}
	out := make([]trace.Term, len(values))
	for i, v := range values {
		out[i] = term(v)
	}
	return out
}

// term returns a value as traces hold it; a string literal keeps its quotes.
func term(v lang.Value) trace.Term {
	switch {
	case v.Of != nil && v.Of.Numerals:
		return trace.Term{Head: v.Num.String(), Number: true}
	case v.Of != nil:
		return unary(v)
	case v.Con == nil:
		return trace.Const(v.String())
	}
	return trace.Term{Head: v.Con.Name, Args: terms(v.Args)}
}

// unary returns a number as its constructors write it.
func unary(v lang.Value) trace.Term {
	t := trace.Const(v.Of.Zero.Name)
	for range v.Num.Int() {
		t = trace.Term{Head: v.Of.Succ.Name, Args: []trace.Term{t}}
	}
	return t
}

// header returns what a trace says of the program and of how it was run.
func header(prog *lang.Program, start *lang.Trace, o Options) trace.Header {
	sum := sha256.Sum256(prog.Source.Text)
	p := &trace.Program{
		Name:   prog.Name,
		File:   filepath.Base(prog.Source.Name),
		SHA256: hex.EncodeToString(sum[:]),
	}
	for _, t := range prog.Types {
		p.Types = append(p.Types, typeHeader(t))
	}
	for _, pred := range prog.Preds {
		p.Predicates = append(p.Predicates, predHeader(pred))
	}
	for _, s := range prog.Stages {
		p.Stages = append(p.Stages, trace.Stage{Name: s.Name, Interactive: s.Interactive})
		for _, r := range s.Rules {
			p.Rules = append(p.Rules, ruleHeader(prog, r, false))
		}
	}
	for _, s := range prog.Stages {
		for _, l := range s.Links {
			p.Rules = append(p.Rules, ruleHeader(prog, &l.Rule, true))
		}
	}
	return trace.Header{
		Format:    trace.Format,
		Generator: o.Generator,
		Program:   p,
		Run: &trace.Run{
			Stage:  start.Stage.Name,
			Seed:   o.Seed,
			Choose: o.Chooser.String(),
			Limits: &trace.Limits{Steps: o.Limits.Steps},
		},
	}
}

func typeHeader(t *lang.Type) trace.Type {
	out := trace.Type{Name: t.Name}
	for _, k := range t.Constructors {
		if len(k.Args) == 0 {
			out.Constants = append(out.Constants, k.Name)
		}
	}
	return out
}

func predHeader(p *lang.Pred) trace.Predicate {
	out := trace.Predicate{Name: p.Name, Mode: trace.Linear}
	switch {
	case p.Kind == lang.Backward:
		out.Mode = trace.Backward
	case p.Kind == lang.Sense:
		out.Mode = trace.Sense
	case p.Kind == lang.Action:
		out.Mode = trace.Action
	case p.Persistent:
		out.Mode = trace.Persistent
	}
	for _, t := range p.Args {
		out.Args = append(out.Args, t.Name)
	}
	return out
}

func ruleHeader(prog *lang.Program, r *lang.Rule, link bool) trace.Rule {
	out := trace.Rule{Name: r.Name, Stage: r.Stage.Name, Link: link, Text: prog.Text(r), Line: r.Start.Line}
	for _, v := range r.Vars {
		out.Params = append(out.Params, trace.Param{Name: v.Name, Type: v.Type.Name})
	}
	return out
}
