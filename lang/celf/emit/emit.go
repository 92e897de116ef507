// Package emit writes programs of Ceptre in Celf.
//
// A rule becomes a forward rule. All facts are affine, because a run of Celf is a solution only if its goal uses up
// all linear facts, and a run of Ceptre may end with any facts. A program of one stage without links becomes plain
// rules and the query `STATE -o {1}`, which stops after so many steps as the run has at most. A query is better than
// `#trace`, because its answer tells what used what, and because `#trace` fails if a run ends early. Stages of other
// programs become phases (stage.go).
//
// Terms of Celf have constructors alone, so numbers are written by zero and successor, texts are constants, and
// calculations and comparisons are relations that backward rules define (relation.go). `==` is solved when the file
// is written.
package emit

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Program returns the Celf file of a program: the answers of Celf to its queries are runs of the program. The list
// has the reasons why there is no file, which is nil then, or else warnings about parts that the file leaves out.
func Program(p *lang.Program) ([]byte, syntax.ErrorList) {
	w := newWriter(p)
	text := w.write()
	if w.errs.Failed() {
		return nil, slices.DeleteFunc(w.errs, func(e *syntax.Error) bool { return e.Warning })
	}
	return text, w.errs
}

// writer makes a Celf file of a program. Its sections are written in the order in which they become known, and joined
// by [writer.write].
type writer struct {
	prog *lang.Program
	errs syntax.ErrorList
	celfNames
	relations relations // calculations and comparisons in use
	// linear and permanent are the predicates of which rules and contexts make such facts. Some are both.
	linear, permanent map[*lang.Pred]bool
	always            map[*lang.Pred]string // predicates for permanent facts of a predicate, see setApart
	// staged says that the file has phases. bounded says that it counts their steps.
	staged, bounded bool
	most            int                 // the largest bound of a run, if the file counts steps
	bound           bound               // the names of the step counter
	silent          map[*lang.Pred]bool // actions with a warning already
	types           []*lang.Type        // that of texts included, if it is built in and in use
	phases          []string            // in the order in which they are written
	// overUsed says that a link ends the run, nextUsed that a rule leads to another phase.
	overUsed, nextUsed bool
	// Parts of the file, each in the order in which it was written.
	clauseText, ruleText, runText section
}

// newWriter returns a writer that knows the names of the file and the predicates that have linear or permanent facts.
func newWriter(p *lang.Program) *writer {
	w := &writer{prog: p, linear: make(map[*lang.Pred]bool), permanent: make(map[*lang.Pred]bool),
		silent: make(map[*lang.Pred]bool)}
	w.staged = len(p.Stages) > 1 || slices.ContainsFunc(p.Stages, func(s *lang.Stage) bool {
		return len(s.Links) > 0 || isOrdered(s)
	})
	made := func(of *lang.Pred, permanent bool) {
		if permanent {
			w.permanent[of] = true
		} else {
			w.linear[of] = true
		}
	}
	for _, r := range p.Rules() {
		for _, result := range r.Results {
			made(result.Atom.Pred, result.Permanent)
		}
	}
	for _, c := range w.contexts() {
		for _, f := range c.Facts {
			made(f.Fact.Pred, f.Permanent)
		}
	}
	w.celfNames = nameAll(p, w.staged)
	w.setApart()
	for _, t := range p.Traces {
		if w.staged && t.Bound <= largest {
			w.most = max(w.most, t.Bound)
		}
	}
	if w.bounded = w.most > 0; w.bounded {
		w.bound = bound{w.taken.Take("steps", "/type"), w.taken.Take("none", "/steps"), w.taken.Take("more", "/steps")}
	}
	w.relations.of = make(map[string]string)
	w.findTypes()
	return w
}

// setApart gives permanent facts a predicate of their own if a rule keeps a fact of their predicate. In Celf, a rule
// keeps a fact by using it up and making it again, and a permanent fact must not come back as a linear one.
func (w *writer) setApart() {
	w.always = make(map[*lang.Pred]string)
	for _, r := range w.prog.Rules() {
		for _, p := range r.Premises {
			of := p.Atom.Pred
			if p.Kind == lang.Keep && w.linear[of] && w.permanent[of] && w.always[of] == "" {
				w.always[of] = w.taken.Take(w.pred[of] + "/always")
			}
		}
	}
}

// predicate returns the name of a predicate for permanent facts, or for others.
func (w *writer) predicate(of *lang.Pred, permanent bool) string {
	if permanent && w.always[of] != "" {
		return w.always[of]
	}
	return w.pred[of]
}

// contexts returns the contexts of the program, those in place included.
func (w *writer) contexts() []*lang.Context {
	out := slices.Clone(w.prog.Contexts)
	for _, t := range w.prog.Traces {
		if !slices.Contains(out, t.Context) {
			out = append(out, t.Context)
		}
	}
	return out
}

// refuse enters a reason why there is no file.
func (w *writer) refuse(at syntax.Span, format string, args ...any) *syntax.Error {
	e := &syntax.Error{Source: w.prog.Source, Span: at, Code: syntax.NotSupported, Msg: fmt.Sprintf(format, args...)}
	w.errs = append(w.errs, e)
	return e
}

// omit enters a warning about what the file leaves out, which a comment in the file says, too.
func (w *writer) omit(at syntax.Span, format string, args ...any) {
	w.refuse(at, format, args...).Warning = true
}

// clauses writes the clauses of all backward predicates.
func (w *writer) clauses() {
	for _, p := range w.prog.Preds {
		if p.Kind != lang.Backward || len(p.Clauses) == 0 {
			continue
		}
		for _, c := range p.Clauses {
			w.clause(c)
		}
		w.clauseText.gap()
	}
}

// runs writes contexts as abbreviations, and runs as queries.
func (w *writer) runs() {
	for _, c := range w.prog.Contexts {
		bounded := func(t *lang.Start) bool { return t.Context == c && w.inPlace(t) }
		other := func(t *lang.Start) bool { return t.Context == c && !w.inPlace(t) }
		if c.Name == "" || slices.ContainsFunc(w.prog.Traces, bounded) && !slices.ContainsFunc(w.prog.Traces, other) {
			continue
		}
		w.runText.add(&celf.Abbreviation{Name: word(w.context[c]), Type: &celf.Kind{}, Value: &celf.Braces{X: w.state(c)}})
	}
	w.runText.gap()
	for _, t := range w.prog.Traces {
		w.query(t)
	}
}

// inPlace reports whether the query of a run has its state in place. To put one that an abbreviation stands for into
// the state is a step of its own, so the largest number of steps would not be that of the program.
func (w *writer) inPlace(t *lang.Start) bool { return t.Context.Name == "" || !w.staged && t.Bound > 0 }

// state returns the facts of a context as a state of Celf.
func (w *writer) state(c *lang.Context) celf.Expr {
	var parts []celf.Expr
	for _, f := range c.Facts {
		b := &ruleWriter{writer: w, at: c.Span}
		parts = append(parts, resource(f.Permanent, w.predicate(f.Fact.Pred, f.Permanent), b.exprs(b.values(f.Fact))))
	}
	return join(parts)
}

// query writes a run as `#query STEPS 1 * 1 STATE -o {GOAL}`: one solution is expected, and there is one try.
func (w *writer) query(t *lang.Start) {
	one, any := &celf.Arg{Num: 1}, &celf.Arg{Any: true}
	steps := any
	if !w.staged && t.Bound > 0 {
		steps = &celf.Arg{Num: t.Bound}
	}
	var from, goal celf.Expr
	if w.inPlace(t) {
		from = w.state(t.Context)
	} else {
		from = word(w.context[t.Context])
	}
	if goal = (&celf.Unit{}); w.staged {
		goal = w.begin(t)
	}
	w.runText.add(&celf.Directive{Word: word("#query"), Args: []*celf.Arg{steps, one, any, one},
		Of: &celf.Arrow{From: from, To: &celf.Braces{X: goal}}})
}

// write returns the file, and sorts the messages. Types, relations and numbers stand first and are written last, as
// the rest tells which are needed.
func (w *writer) write() []byte {
	w.check()
	w.clauses()
	w.stages()
	w.runs()
	var head, relations section
	w.relate(&relations)
	w.errs.Sort()
	w.introduce(&head)
	w.declareTypes(&head)
	w.predicates(&head)
	if w.staged {
		w.scheme(&head)
	}
	parts := []*section{&head, &relations, &w.clauseText, &w.ruleText, &w.runText}
	var out []byte
	for _, s := range parts {
		s.gap()
		out = append(out, s.Bytes()...)
	}
	return append(bytes.TrimRight(out, "\n"), '\n')
}

// introduce writes the comment at the beginning of the file.
func (w *writer) introduce(s *section) {
	s.comment("The program %s, written by 'ceptre convert'.", visible.Line(path.Base(w.prog.Source.Name)))
	s.comment("Facts are affine (@), so that a run may end with any of them.")
	if w.staged {
		s.comment("The rules of a phase fire until none can: 'run' begins it, it has the token 'stage', 'done' ends it.")
	}
	if len(w.renamed) > 0 {
		s.comment("Names that are others in the program: %s.", strings.Join(w.renamed, ", "))
	}
	for _, e := range w.errs {
		s.comment("Line %d: %s.", e.Start.Line, visible.Line(e.Msg))
	}
	s.gap()
}

// declareTypes writes the types with their constants. A constructor stands behind the types of its arguments.
func (w *writer) declareTypes(s *section) {
	known := make(map[*lang.Type]bool)
	var late []constructor
	for _, t := range w.types {
		known[t] = true
		s.add(declare(w.typ[t], &celf.Kind{}))
		for _, c := range w.constructors(t) {
			if slices.ContainsFunc(c.args, func(a *lang.Type) bool { return !known[a] }) {
				late = append(late, c)
				continue
			}
			w.constructor(s, c)
		}
		s.gap()
	}
	for _, c := range late {
		w.constructor(s, c)
	}
	s.gap()
	w.writeNumbers(s)
}

// constructor writes the declaration of a constructor.
func (w *writer) constructor(s *section, c constructor) {
	if c.text != "" {
		s.WriteString("% " + visible.Line(c.text) + "\n") // as it is, blanks included
	}
	s.add(declare(c.name, w.function(c.args, word(w.typ[c.of]))))
}

// function returns the type `args -> result`.
func (w *writer) function(args []*lang.Type, result celf.Expr) celf.Expr {
	for _, a := range slices.Backward(args) {
		result = &celf.Arrow{Mode: celf.Persistent, From: word(w.typ[a]), To: result}
	}
	return result
}

// predicates declares the predicates, but for those of the outside.
func (w *writer) predicates(s *section) {
	for _, p := range w.prog.Preds {
		if p.Kind == lang.OfState || p.Kind == lang.Backward {
			s.add(declare(w.pred[p], w.function(p.Args, &celf.Kind{})))
			if w.always[p] != "" {
				s.comment("Its facts that are permanent:")
				s.add(declare(w.always[p], w.function(p.Args, &celf.Kind{})))
			}
		}
	}
	s.gap()
}
