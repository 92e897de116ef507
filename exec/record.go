package exec

import (
	"math/bits"
	"path/filepath"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// recordTerms are the terms of a run as records have them. Terms share their parts.
type recordTerms struct{ knownTerms[trace.Term] }

// Term implements [trace.Terms].
func (r *recordTerms) Term(s trace.Sym) trace.Term {
	if known := r.of(s); known.Head != "" {
		return *known
	}
	t := term.Head(r.terms.Entry(s))
	t.Args = r.all(r.Args(s))
	*r.of(s) = t
	return t
}

// Args implements [trace.Terms].
func (r *recordTerms) Args(s trace.Sym) []trace.Sym { return r.terms.RecordArgs(s) }

// all returns the terms of numbers.
func (r *recordTerms) all(syms []trace.Sym) []trace.Term {
	var out []trace.Term
	for _, s := range syms {
		out = append(out, s.Term(r))
	}
	return out
}

// recorded returns the arguments of a fact as records have them.
func (m *Machine) recorded(r *relation, args []trace.Sym) []trace.Sym {
	if r.plain {
		return args
	}
	return m.network.Terms().RecordAll(args, r.table.Pred().Args)
}

// resources returns what was made as traces hold it, but for the step that made it.
func (m *Machine) resources(first trace.ResourceID, makes []trace.Made) []trace.Resource {
	var out []trace.Resource
	for i, made := range makes {
		x := trace.Resource{ID: first + trace.ResourceID(i), Pred: trace.StagePred, Args: m.record.all(made.Args),
			Persistent: made.Persistent}
		if made.Pred != trace.StageToken {
			x.Pred = m.program.Preds[made.Pred].Name
		}
		out = append(out, x)
	}
	return out
}

// End returns what a trace says of the end of a run in the present state: why it ended,
// and with which error.
func (m *Machine) End(why trace.Why, err error) *trace.End {
	e := &trace.End{Why: why, Sensed: facts(m.senses.all), Alive: make([]trace.ResourceID, 0, m.network.Resources()+1)}
	for f := range m.network.All() {
		for id := range f.Resources() {
			e.Alive = append(e.Alive, id)
		}
	}
	if m.token != 0 {
		e.Alive = append(e.Alive, m.token)
	}
	inOrder(e.Alive, m.lastID)
	if err != nil {
		e.Message = err.Error()
	}
	return e
}

// inOrder sorts distinct ids up to last. Many ids are sorted by a bit set.
func inOrder(ids []trace.ResourceID, last trace.ResourceID) {
	if len(ids) < int(last)/64 {
		slices.Sort(ids)
		return
	}
	there := make([]uint64, last/64+1)
	for _, id := range ids {
		there[id/64] |= 1 << (id % 64)
	}
	n := 0
	for i, word := range there {
		for ; word != 0; word &= word - 1 {
			ids[n] = trace.ResourceID(64*i + bits.TrailingZeros64(word))
			n++
		}
	}
}

func facts(fs []lang.Fact) []trace.Fact {
	var out []trace.Fact
	for _, f := range fs {
		out = append(out, term.RecordFact(f))
	}
	return out
}

// Step returns a firing as traces hold it, without its chooser.
func (f Firing) Step(id trace.StepID) trace.Step {
	s := trace.Step{
		ID: id, Rule: f.Rule.Name, Variant: Variant(f.Rule), Args: term.RecordAll(f.Args), Consumes: f.Consumes,
		Reads: f.Reads,
		Stage: f.Stage.Name, Proves: facts(f.Proves), Sensed: facts(f.Sensed), Acts: facts(f.Acts),
	}
	for _, made := range f.Makes {
		s.Produces = append(s.Produces, made.ID)
	}
	return s
}

// Describe returns what traces say of a program.
func Describe(prog *lang.Program) *trace.Program {
	p := &trace.Program{
		Name:   prog.Name,
		File:   filepath.Base(prog.Source.Name),
		SHA256: prog.SHA256,
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
	return p
}

// Variant returns what traces say of the ordinal of a rule: nothing of the first.
func Variant(r *lang.Rule) int {
	if r.Variant == 1 {
		return 0
	}
	return r.Variant
}

// Header returns what a trace says of the program and of how it is run.
func Header(prog *lang.Program, start *lang.Start, o Options) trace.Header {
	o = o.orDefaults(prog, start)
	if o.Program == nil {
		o.Program = Describe(prog)
	}
	return trace.Header{
		Format:    trace.Format,
		Generator: o.Generator,
		Program:   o.Program,
		Run: &trace.Run{
			Stage:  start.Stage.Name,
			Seed:   o.Seed,
			Choose: o.Chooser.String(),
			Limits: &trace.Limits{Steps: o.Limits.Steps, Time: int(o.Limits.Time.Milliseconds()), Memory: o.Limits.Memory},
		},
	}
}

func typeHeader(t *lang.Type) trace.Type {
	out := trace.Type{Name: t.Name}
	for i, k := range t.Constructors {
		if len(k.Args) == 0 {
			if out.Constants == nil {
				out.Constants = make([]string, 0, len(t.Constructors)-i)
			}
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
	out := trace.Rule{Name: r.Name, Stage: r.Stage.Name, Variant: Variant(r), Link: link, Text: prog.Text(r),
		Line: r.Start.Line}
	for _, v := range r.Vars {
		out.Params = append(out.Params, trace.Param{Name: v.Name, Type: v.Type.Name})
	}
	return out
}

// Resources returns what there is as traces hold it, with the stage token, in
// ascending order of ids. The steps that made them are not remembered.
func (m *Machine) Resources() []trace.Resource {
	var out []trace.Resource
	for f := range m.network.All() {
		args := m.record.all(m.recorded(m.relations[f.Pred()], f.Args()))
		for id, permanent := range f.Resources() {
			out = append(out, trace.Resource{ID: id, Pred: f.Pred().Name, Args: args, Persistent: permanent})
		}
	}
	if m.stage != nil {
		out = append(out, trace.Resource{ID: m.token, Pred: trace.StagePred, Args: []trace.Term{trace.Const(m.stage.Name)}})
	}
	slices.SortStableFunc(out, func(a, b trace.Resource) int { return int(a.ID - b.ID) })
	return out
}

// Shapes returns which terms of a program are numbers and lists, so that they have short forms.
func Shapes(prog *lang.Program) *shape.Set {
	var shapes []shape.Shape
	for _, t := range prog.Types {
		if s, ok := ShapeOf(t); ok {
			shapes = append(shapes, s)
		}
	}
	return shape.NewSet(shapes...)
}

// ShapeOf returns the shape of the terms of a type in states; false where they have none.
func ShapeOf(t *lang.Type) (shape.Shape, bool) {
	if t.Unary() {
		return shape.Shape{Constructor: t.Succ.Name, End: t.Zero.Name}, true
	}
	if empty, cons := t.List(); cons != nil {
		return shape.Shape{Constructor: cons.Name, End: empty.Name, IsList: true}, true
	}
	return shape.Shape{}, false
}

// knownTerms caches a value for each term by its number, until numbers are reused. The zero value marks
// a term that is not cached.
type knownTerms[T any] struct {
	terms *term.Table
	known []T
	age   int // age of the terms that the cache is of
}

// of returns the cached value of a term that is not a small number, valid until the next call.
func (k *knownTerms[T]) of(s trace.Sym) *T {
	if age := k.terms.Age(); k.age != age {
		clear(k.known)
		k.age = age
	}
	if int(s) >= len(k.known) {
		k.known = append(k.known, make([]T, k.terms.Len()-len(k.known))...)
	}
	return &k.known[s]
}

// keep forgets all but the first terms.
func (k *knownTerms[T]) keep(terms int) { k.known = k.known[:min(len(k.known), terms)] }
