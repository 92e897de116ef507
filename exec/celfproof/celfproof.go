// Package celfproof replays the answers of Celf on the program that they are about. A proof term names resources by
// their places alone: the conjuncts of the state in their order, the results of each rule in theirs. With the program
// they are facts, so an answer becomes a trace like any other, and it is checked on the way whether it is a run of
// the program.
//
// For each step of the proof term:
//
//  1. The rule is found by its name in Celf, or by the fact that stands for it if it is kept in the state. Of several
//     rules that one rule in Celf became, it is the one whose premises are met in the way that the proof has.
//  2. Premises are matched with the resources that the step names, and then with what proofs by the signature show:
//     those are evaluated as terms with variables, by unification (Robinson, “A machine-oriented logic based on the
//     resolution principle”, Journal of the ACM 12, 1965). Both give the variables of the rule their values.
//  3. The machine fires the rule with these resources, and the names of the step stand for the facts that it makes.
//
// The end has to meet the goal of the query: each linear resource is listed there, or it is left over. Of a file with
// stages, the clauses by which a stage begins and ends are replayed, too (stages.go).
package celfproof

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf/proofterm"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Solutions returns how many solutions Celf printed, or else how many runs of `#trace`.
func Solutions(text string) int {
	if n := len(proofterm.Answers(text)); n > 0 {
		return n
	}
	return len(proofterm.RunsOf(text))
}

// Trace returns the trace of a solution of a program in Celf, by its place in the text that Celf printed, from 1 on.
// In a text without solutions it is that of the states of a `#trace`, for which steps are found that lead to them. If
// the text does not tell which query it answers, that is the first that it is an answer of. The error names a place
// in the text, as `name:line:column: message`: of the first step that the program does not allow, of a name that it
// lacks, or of the end, if it is not that of the query. It may also be that of ctx, or an [*exec.RunError].
func Trace(ctx context.Context, prog *lang.Program, name, text string, solution int) (*trace.Trace, error) {
	answers := proofterm.Answers(text)
	switch {
	case len(answers) == 0:
		return traceStates(ctx, prog, name, text, solution)
	case solution < 1 || solution > len(answers):
		return nil, fmt.Errorf("%s: there is no solution %d in it; it has %s", name, solution,
			english.Count(len(answers), "solution"))
	}
	a := answers[solution-1]
	o, end, err := proofterm.Parse(text, a.At)
	if err != nil {
		return nil, place(name, text, err)
	}
	starts := asked(prog, a.Query)
	if len(starts) == 0 {
		return nil, fmt.Errorf("%s: %s has no #query", name, prog.Source)
	}
	names, values := newVocabulary(prog), proofterm.Values(text, end)
	return furthest(name, text, starts, func(start *lang.Start) (*trace.Trace, error) {
		r := newReading(ctx, prog, names, start, text)
		r.values = values
		return r.read(o)
	})
}

// furthest returns the trace that reading a text gives with the first start that it fits. If it fits none, the error
// is the one that is furthest in the text.
func furthest(name, text string, starts []*lang.Start, read func(*lang.Start) (*trace.Trace, error)) (*trace.Trace,
	error) {
	var worst *proofterm.Error
	for _, start := range starts {
		t, err := read(start)
		wrong, ok := errors.AsType[*proofterm.Error](err)
		if !ok {
			return t, err
		}
		if worst == nil || wrong.At > worst.At {
			worst = wrong
		}
	}
	return nil, place(name, text, worst)
}

// asked returns the starts of a program that are queries: the one that is told, or all.
func asked(prog *lang.Program, query int) []*lang.Start {
	var starts []*lang.Start
	for _, s := range prog.Traces {
		if s.Goal != nil {
			starts = append(starts, s)
		}
	}
	if 0 < query && query <= len(starts) {
		return starts[query-1 : query]
	}
	return starts
}

// place puts the place of a mistake before its message.
func place(name, text string, err error) error {
	wrong, ok := errors.AsType[*proofterm.Error](err)
	if !ok {
		return err
	}
	before := text[:wrong.At]
	line := strings.LastIndexByte(before, '\n') + 1
	return fmt.Errorf("%s:%d:%d: %s", name, 1+strings.Count(before, "\n"), 1+utf8.RuneCountInString(before[line:]),
		wrong.Msg)
}

// errorf returns an error at an offset of the text; [place] makes a line and a column of it.
func errorf(at int, format string, args ...any) error {
	return &proofterm.Error{At: at, Msg: fmt.Sprintf(format, args...)}
}

// reading is a solution that is being replayed.
type reading struct {
	*vocabulary
	done    context.Context
	prog    *lang.Program
	start   *lang.Start
	text    string
	machine *exec.Machine
	trace   trace.Trace
	// unpacks are the steps that only take a resource apart, by the name of the resource: `let {[X1, X2]} = X0 in`.
	// They are no steps of the run: X1 and X2 are named where X0 is.
	unpacks map[string]*proofterm.Let
	// resources are the resources that the proof term has named so far, used up or not.
	resources map[string]*resource
	// values are the values of the query's variables that Celf printed below the answer.
	values []proofterm.Value
	// token is the token of the current stage; nil before the first stage.
	token *node
	// permanent are the machine's ids of permanent facts, by the text of the fact.
	permanent map[string]trace.ResourceID
}

// resource is a name of the proof term.
type resource struct {
	fact      lang.Fact
	token     *node // token of a stage, which is no fact of the program; nil for a fact
	permanent bool
	affine    bool
	id        trace.ResourceID
	taker     *taker // what used it up; nil while it is there
}

// taker is the step that used a resource up, or the end.
type taker struct {
	called string
	at     int // the offset in the answer
}

// newReading returns a reading of a text as a run from a start. The names are those of the program.
func newReading(ctx context.Context, prog *lang.Program, names *vocabulary, start *lang.Start, text string) *reading {
	return &reading{vocabulary: names, done: ctx, prog: prog, start: start, text: text,
		unpacks: make(map[string]*proofterm.Let), resources: make(map[string]*resource),
		permanent: make(map[string]trace.ResourceID)}
}

// read replays a proof term. The error is a [*proofterm.Error], that of the context, or an [*exec.RunError].
func (r *reading) read(o *proofterm.Object) (*trace.Trace, error) {
	replay := r.replayStages
	if r.scheme == nil {
		replay = r.replayRules
		switch {
		case o.Nests() && (o.Body == nil || o.Body.Value.Object != nil && o.Body.Value.Object.Nests()):
			return nil, errorf(o.At, "%s has no stages, and this is the proof of one", r.prog.Source)
		case o.Body == nil:
			return nil, errorf(o.At, "want the steps of a run in braces")
		}
	}
	d := distinct{r, make(map[string]bool)}
	if err := d.object(o, true); err != nil {
		return nil, err
	}
	if err := r.begin(o); err != nil {
		return nil, err
	}
	if err := replay(o); err != nil {
		return nil, err
	}
	return &r.trace, nil
}

// replayRules replays the answer of a file without stages.
func (r *reading) replayRules(o *proofterm.Object) error {
	value := o.Body.Value
	if err := r.replayLets(o.Body, r.bound()); err != nil {
		return err
	}
	if err := r.goal(value.At, []proofterm.Part{value}, nil); err != nil {
		return err
	}
	return r.end(value.At, len(o.Body.Lets), "the answer ends")
}

// replayLets replays the steps of a body. More steps than the bound are an error; 0 for no bound.
func (r *reading) replayLets(b *proofterm.Body, bound int) error {
	for i := range b.Lets {
		if err := r.done.Err(); err != nil {
			return err
		}
		l := &b.Lets[i]
		if bound > 0 && i >= bound {
			return errorf(l.Rule.At, "the query allows %s, and this is one more", english.Count(bound, "step"))
		}
		if r.unpacks[l.Rule.Head] != l {
			if err := r.step(l); err != nil {
				return err
			}
		}
	}
	return nil
}

// startMachine starts the machine and the trace. It returns the resources of the initial state.
func (r *reading) startMachine() []trace.Resource {
	r.machine, r.trace.Resources = exec.NewMachine(r.prog, r.start, exec.Limits{})
	r.trace.Header = trace.Header{Format: trace.Format, Program: exec.Describe(r.prog)}
	return r.trace.Resources
}

// begin starts the machine, and names the resources of its state.
func (r *reading) begin(o *proofterm.Object) error {
	var pattern []proofterm.Bound
	for _, b := range o.Binders {
		pattern = append(pattern, b.Pattern...)
	}
	names := r.unpacked(nil, pattern)
	if o.Body != nil && len(o.Binders) == 0 && len(o.Body.Lets) > 0 {
		if first := &o.Body.Lets[0]; r.unpacks[first.Rule.Head] == first {
			names = r.unpacked(nil, first.Pattern)
		}
	}
	order := r.order(r.query(r.start).Of)
	n := len(order)
	if len(names) != n {
		return errorf(o.At, "%s of the initial state %s named here, and the query of %s:%s has %d",
			english.Count(len(names), "resource"), be(len(names)), r.prog.Source, r.start.Start, n)
	}
	names = reordered(names, order)
	facts, made := r.start.Context.Facts, r.startMachine()
	first := len(facts) - n // the facts of the signature come first
	for i, f := range facts {
		id := made[0].ID
		made = r.record(f, made)
		if i >= first {
			if err := r.name(names[i-first], f, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// record notes the id of a fact that the machine has made, if it was not there before, and returns the resources made
// after it.
func (r *reading) record(f lang.Initial, made []trace.Resource) []trace.Resource {
	if f.Permanent {
		text := f.Fact.String()
		if r.permanent[text] != 0 {
			return made
		}
		r.permanent[text] = made[0].ID
	}
	return made[1:]
}

// name binds a name to a fact.
func (r *reading) name(b proofterm.Bound, f lang.Initial, id trace.ResourceID) error {
	if f.Permanent {
		id = r.permanent[f.Fact.String()]
	}
	if marked := b.Mark == proofterm.Persistent; marked != f.Permanent {
		is := "is not permanent"
		if f.Permanent {
			is = "is permanent"
		}
		return errorf(b.At, "%s is %s here, which %s", b.Name, r.atomNode(f.Fact), is)
	}
	r.resources[b.Name] = &resource{fact: f.Fact, permanent: f.Permanent, affine: f.Affine, id: id}
	return nil
}

// be returns the verb of a subject of that number.
func be(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
