package game

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/trace"
	program "github.com/ceptre-graph/ceptre/lang/logic"
)

// support returns the supporter of the atoms of a model of a stage at the present time. What the strategy sees rests
// on what makes it visible.
func (w *World) support(v *view) *supporter {
	return &supporter{
		model: v.Model,
		classify: func(a ground.Atom) (sort, ground.Atom) {
			switch p := w.base.Atoms.Predicate(a); {
			case p == atTimePred:
				args := w.base.Atoms.Args(a)
				if w.base.Terms.Value(args[0]) == int32(w.turn.Time) {
					return fluent, w.base.Atoms.Intern(atPred, args[1:])
				}
				return static, a // of the past
			case p == atPred && slices.Contains(w.turn.At, a):
				return fluent, a
			case p == memoryPred && slices.Contains(w.turn.Memory, a):
				return fluent, a
			case p == doPred && v.inputs[p]:
				return move, a
			case p == nowPred, !v.varies[p]:
				return static, a
			case p == observePred && v.inputs[p]:
				return elsewhere, a
			}
			return derived, a
		},
		absent: func(a ground.Atom) (ground.Atom, bool) {
			p := w.base.Atoms.Predicate(a)
			return a, v.varies[p] && p != nowPred
		},
		other: func() *supporter { return w.support(w.seen) },
	}
}

// record records what the strategy does and remembers, and the transitions to the next state.
func (w *World) record(ctx context.Context, strategy, nature *view, against *conflict, next *Turn) error {
	t := w.turn
	var changes []transition
	switch {
	case nature == nil:
		changes = []transition{w.blocked(against)}
	case next.Time > t.Time:
		e := &successor{
			supporter: w.support(nature), ctx: ctx, rules: deriving(nature.rules, nextAtPred),
			now:  func(f ground.Atom) ground.Atom { return f },
			next: func(f ground.Atom) ground.Atom { return w.base.Atoms.Intern(nextAtPred, w.base.Atoms.Args(f)) },
		}
		changes = transitions(t.At, next.At, e)
		if e.err != nil {
			return e.err
		}
	}
	if strategy != nil {
		w.decide(strategy, used(changes))
		w.think(strategy, next.Memory)
	}
	for _, c := range changes {
		e := w.entry(&c)
		if t.Blocked {
			e.name = "blocked"
		}
		w.recorder.step(e)
	}
	return nil
}

// see records that other cells are in fog than before: the step reads what the new fog rests on.
func (w *World) see() {
	before := w.fog
	w.fog = w.fogs()
	var observed, made, lost []ground.Atom
	for _, a := range w.fog {
		if !slices.Contains(before, a) {
			made = append(made, a)
			f := w.base.Terms.Compound(fogPred.Name, w.base.Atoms.Args(a)...)
			observed = append(observed, w.base.Atoms.Intern(observePred, []ground.Term{f}))
		}
	}
	for _, a := range before {
		if !slices.Contains(w.fog, a) {
			lost = append(lost, a)
		}
	}
	if len(made)+len(lost) == 0 {
		return
	}
	e := entry{name: "see", consumes: lost, produces: made}
	if len(observed) > 0 {
		e.reads = w.support(w.seen).of(observed...).fluents
		if r := w.seen.Reason(observed[0]); r != nil {
			e.rules = []*program.Rule{r.Rule}
		}
	}
	w.recorder.step(e)
}

// deriving returns the rules that derive a predicate.
func deriving(rules []*program.Rule, p program.Predicate) []*program.Rule {
	var found []*program.Rule
	for _, r := range rules {
		r.Derives(func(q program.Predicate) {
			if q == p {
				found = append(found, r)
			}
		})
	}
	return found
}

// blocked is the transition of moves to which nature has no answer: it uses up the moves, and reads what the violated
// constraints rest on.
func (w *World) blocked(against *conflict) transition {
	walk := w.support(against.view).walk()
	t := transition{}
	for _, r := range against.reasons {
		walk.reason(&r)
		if !slices.Contains(t.rules, r.Rule) {
			t.rules = append(t.rules, r.Rule)
		}
	}
	found := walk.found()
	t.moves, t.reads, t.absent, t.derived = found.moves, found.fluents, found.absent, found.derived
	return t
}

// decide records the moves of the strategy: each reads what it rests on, and makes a fact if a transition uses it up.
func (w *World) decide(v *view, used map[ground.Atom]bool) {
	for _, a := range w.turn.Do {
		e := w.support(v).conclusion(a)
		e.name, e.args = w.action(a)
		e.leaveOut(a)
		if e.chosen == "" {
			e.chosen = trace.ByScript
		}
		if used[a] {
			e.produces = []ground.Atom{a}
		}
		w.recorder.step(e)
	}
}

// action returns the name and the arguments of a move.
func (w *World) action(a ground.Atom) (string, []ground.Term) {
	args := w.base.Atoms.Args(a)
	if len(args) != 1 || w.base.Terms.Kind(args[0]) == ground.IntegerKind {
		return "do", args
	}
	return w.base.Terms.Name(args[0]), w.base.Terms.Args(args[0])
}

// think records what the strategy remembers and forgets.
func (w *World) think(v *view, memory []ground.Atom) {
	m := &memorizer{World: w, supporter: w.support(v), view: v}
	for _, t := range transitions(w.turn.Memory, memory, m) {
		e := w.entry(&t)
		e.name = "remember"
		if len(t.made) == 0 {
			e.name = "forget"
		}
		w.recorder.step(e)
	}
}

// memorizer explains the memory after a step: it stays until it is forgotten.
type memorizer struct {
	*World
	*supporter
	view *view
}

func (m *memorizer) stays(ground.Atom) bool { return true }

func (m *memorizer) made(a ground.Atom) (*support, *program.Rule) { return m.because(rememberPred, a) }

func (m *memorizer) lost(a ground.Atom) *support {
	s, _ := m.because(forgetPred, a)
	return s
}

// because returns the support of an update of the memory, and its rule.
func (m *memorizer) because(p program.Predicate, a ground.Atom) (*support, *program.Rule) {
	r := m.view.Reason(m.base.Atoms.Intern(p, m.base.Atoms.Args(a)))
	if r == nil {
		return &support{}, nil
	}
	return m.ofReason(r), r.Rule
}

// entry returns a transition as a step. The arguments are those of the one fluent that is made, or lost if none is
// made; if there are several, those of the move.
func (w *World) entry(t *transition) entry {
	e := t.entry()
	var actions []string
	for _, a := range t.moves {
		name, args := w.action(a)
		actions = append(actions, name)
		if len(t.moves) == 1 {
			e.args = args
		}
	}
	fluents := t.made
	if len(fluents) == 0 {
		fluents = t.lost
	}
	if len(fluents) == 1 {
		e.args = w.base.Atoms.Args(fluents[0])
	}
	e.name = transitionName(actions, w.recorder.heads(t.made))
	return e
}

// End records how the game ended, and returns its trace. The last step reads what the result rests on.
func (w *World) End(why trace.Why, message string) *trace.Trace {
	t := w.turn
	if t.Result != "" {
		end := t.Win
		if t.Result == Lose {
			end = t.Lose
		}
		e := w.support(w.goals).conclusion(end...)
		e.name, e.produces, e.chosen = string(t.Result), end, ""
		e.leaveOut(end...)
		w.recorder.step(e)
	}
	if run := w.recorder.trace.Run; run != nil {
		run.Choose = w.choose()
	}
	return w.recorder.end(why, message)
}
