package game

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/asp"
	program "github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// The predicates of logic-game.
var (
	atPred       = program.Predicate{Name: "at", Arity: 3}
	atTimePred   = program.Predicate{Name: "at_time", Arity: 4}
	nowPred      = program.Predicate{Name: "current_time", Arity: 1}
	nextAtPred   = program.Predicate{Name: "next", Arity: 3}
	observePred  = program.Predicate{Name: "observe", Arity: 1}
	memoryPred   = program.Predicate{Name: "memory", Arity: 1}
	rememberPred = program.Predicate{Name: "remember", Arity: 1}
	forgetPred   = program.Predicate{Name: "forget", Arity: 1}
	doPred       = program.Predicate{Name: "do", Arity: 1}
	fogPred      = program.Predicate{Name: "fog", Arity: 2}
)

// MostSteps is the number of steps after which a game of logic-game ends.
const MostSteps = 500

// Result says how a game of logic-game ended.
type Result string

// The results. A game that goes on has none.
const (
	Win  Result = "win"
	Lose Result = "lose"
)

// WorldOptions say how a game of logic-game is played.
type WorldOptions struct {
	logic.Options        // bounds of the evaluation; the game sets Inputs and Outputs
	Seed          uint64 // decides random integers, and which of several models is taken
	NewLevel      bool   // a level is generated; otherwise the stored one is played
	// Draws are random integers that are used, in this order, before others are drawn.
	Draws []int64
}

// Draw is a random integer with its bounds.
type Draw struct{ Low, High, Value int64 }

// World is a game of logic-game that is being played.
type World struct {
	game    *asp.Game // with the settings of the level that is played
	base    *logic.Base
	options WorldOptions
	// integers draws random integers, and models seeds for the choice of models, so that the integers can be given
	// without a change of the models.
	integers, models *rand.Rand
	draws            []Draw // of the whole game
	misdrawn         error  // a given integer is out of its bounds
	compiled         map[*asp.Stage]*stage
	history          []ground.Atom // at_time(T, R, C, O)
	recorder         *recorder
	level            []Draw // drawn for the level
	levelless        bool   // no level could be generated
	turn             *Turn
	past             []*Turn
	seen             *view         // the model of the present visibility
	fog              []ground.Atom // fog(R,C) where the strategy sees nothing now
	goals            *view         // the model of the present goals
}

// Turn is what happened at one time of a game. Lists are in the order of terms.
type Turn struct {
	Time                       int
	At, Observe, Memory        []ground.Atom
	Win, Lose                  []ground.Atom
	Result                     Result
	Do, Updates, Next          []ground.Atom // moves, memory updates, and the answer of nature
	StrategyDraws, NatureDraws []Draw
	Blocked                    bool // nature had no model, so the state stayed
}

// stage is a stage of a game, compiled.
type stage struct {
	rules  []*program.Rule
	code   *logic.Program
	inputs map[program.Predicate]bool
	varies map[program.Predicate]bool
}

// view is a model of a stage.
type view struct {
	*stage
	*logic.Model
}

// NewWorld begins a game: it generates a level, or takes the stored one. Messages about programs name the file, the
// program and the place.
func NewWorld(ctx context.Context, game *asp.Game, header trace.Header, o WorldOptions) (*World, error) {
	copied := *game
	w := &World{
		game: &copied, base: &logic.Base{}, options: o, compiled: make(map[*asp.Stage]*stage),
		integers: rand.New(rand.NewPCG(o.Seed, 0)), models: rand.New(rand.NewPCG(o.Seed, 1)),
	}
	var state []ground.Atom
	if o.NewLevel {
		v, draws, against, err := w.solve(ctx, asp.GenerationStage)
		if err != nil {
			return nil, err
		}
		w.level, w.levelless = draws, against != nil
		state = w.atoms(v, "at")
		settings := w.facts(w.atoms(v, "setting", "decorate"))
		w.game.Settings = &syntax.Source{Name: game.Source.Name + " (generated level_settings)", Text: []byte(settings)}
	} else {
		v, _, _, err := w.solve(ctx, asp.StateStage)
		if err != nil {
			return nil, err
		}
		state = w.atoms(v, "at")
	}
	state = slices.DeleteFunc(state, func(a ground.Atom) bool { return w.base.Atoms.Predicate(a) != atPred })
	w.history = w.at(0, state)
	w.turn = &Turn{At: state}
	w.recorder = newRecorder(w.base, header, w.pieces(), func(a ground.Atom) trace.Fact { return atomFact(w.base, a) })
	if err := w.look(ctx); err != nil {
		return nil, err
	}
	w.fog = w.fogs()
	w.recorder.produce(0, slices.Concat(state, w.fog))
	w.recorder.lasting(slices.DeleteFunc(w.atoms(w.seen, "setting", "decorate"), func(a ground.Atom) bool {
		return strings.HasPrefix(text(w.base, a), "decorate(game_type,") // about the page of logic-game, not its pieces
	}))
	return w, nil
}

// pieces returns the things of which there is one at the start: a player and not a wall.
func (w *World) pieces() trace.Type {
	counts := make(map[ground.Term]int)
	for _, a := range w.turn.At {
		counts[w.base.Atoms.Args(a)[2]]++
	}
	pieces := trace.Type{Name: "piece"}
	for _, a := range w.turn.At {
		if t := w.base.Atoms.Args(a)[2]; counts[t] == 1 && w.base.Terms.Kind(t) == ground.SymbolKind {
			pieces.Constants = append(pieces.Constants, w.base.Terms.Name(t))
		}
	}
	return pieces
}

// facts returns atoms as a program.
func (w *World) facts(atoms []ground.Atom) string {
	var b strings.Builder
	for _, a := range atoms {
		b.WriteString(text(w.base, a) + ".\n")
	}
	return b.String()
}

// at returns the facts at_time(T,R,C,O) of a state at(R,C,O).
func (w *World) at(time int, state []ground.Atom) []ground.Atom {
	var facts []ground.Atom
	for _, a := range state {
		args := append([]ground.Term{w.base.Terms.Integer(int32(time))}, w.base.Atoms.Args(a)...)
		facts = append(facts, w.base.Atoms.Intern(atTimePred, args))
	}
	return facts
}

// stage returns a stage of the game, compiled, and the random integers that were drawn for it. Stages without random
// integers are compiled once.
func (w *World) stage(ctx context.Context, which *asp.Stage) (*stage, []Draw, error) {
	if s := w.compiled[which]; s != nil {
		return s, nil, nil
	}
	sources := which.Sources(w.game)
	var draws []Draw
	if which.Random {
		drawn, errs := asp.Draw(sources, func(low, high int64) int64 {
			d := Draw{low, high, w.draw(low, high)}
			draws, w.draws = append(draws, d), append(w.draws, d)
			return d.Value
		})
		if errs.Failed() {
			return nil, nil, errs
		}
		if w.misdrawn != nil {
			return nil, nil, w.misdrawn
		}
		sources = drawn
	}
	p, errs := asp.Parse(sources...)
	if errs.Failed() {
		return nil, nil, errs
	}
	s := &stage{rules: p.Rules, inputs: make(map[program.Predicate]bool)}
	o := w.options.Options
	o.Inputs = which.Given
	for _, q := range which.Given {
		s.inputs[q] = true
	}
	s.varies = varying(s.rules, which.Given...)
	var err error
	if s.code, err = logic.Compile(ctx, w.base, p, o); err != nil {
		return nil, nil, err
	}
	if len(draws) == 0 {
		w.compiled[which] = s
	}
	return s, draws, nil
}

// draw returns a random integer.
func (w *World) draw(low, high int64) int64 {
	if len(w.options.Draws) > 0 {
		n := w.options.Draws[0]
		w.options.Draws = w.options.Draws[1:]
		if (n < low || n > high) && w.misdrawn == nil {
			w.misdrawn = fmt.Errorf("the random integer %d is given where one from %d to %d is drawn", n, low, high)
		}
		return n
	}
	return int64(uint64(low) + w.integers.Uint64N(uint64(high-low)+1))
}

// conflict says why a stage has no model.
type conflict struct {
	*view   // atoms that were decided before
	reasons []logic.Reason
}

// solve returns a model of a stage with facts added, or else the conflict, and the random integers that were drawn.
func (w *World) solve(
	ctx context.Context, which *asp.Stage, facts ...[]ground.Atom,
) (*view, []Draw, *conflict, error) {
	s, draws, err := w.stage(ctx, which)
	if err != nil {
		return nil, nil, nil, err
	}
	var known []ground.Atom
	for _, a := range slices.Concat(facts...) {
		if s.inputs[w.base.Atoms.Predicate(a)] {
			known = append(known, a)
		}
	}
	answer, err := s.code.Solve(ctx, known, w.models.Uint64(), 1)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(answer.Models) == 0 {
		return nil, draws, &conflict{&view{s, answer.Decided}, answer.Conflict}, nil
	}
	return &view{s, answer.Models[0]}, draws, nil, nil
}

// atoms returns the atoms of a model whose predicates have one of the names, in the order of the names, arities and
// terms.
func (w *World) atoms(v *view, names ...string) []ground.Atom {
	if v == nil {
		return nil
	}
	var predicates []program.Predicate
	add := func(p program.Predicate) {
		if slices.Contains(names, p.Name) && !slices.Contains(predicates, p) {
			predicates = append(predicates, p)
		}
	}
	for _, r := range v.rules {
		r.Derives(add)
		r.Dependencies(func(p program.Predicate, _ program.Literal, _ bool) { add(p) })
	}
	for p := range v.inputs {
		add(p)
	}
	slices.SortFunc(predicates, func(a, b program.Predicate) int {
		if i := slices.Index(names, a.Name) - slices.Index(names, b.Name); i != 0 {
			return i
		}
		return a.Arity - b.Arity
	})
	var found []ground.Atom
	for _, p := range predicates {
		found = append(found, v.Atoms(p)...)
	}
	return found
}

// look finds what the strategy sees now, and whether the game has ended.
func (w *World) look(ctx context.Context) error {
	t := w.turn
	var err error
	if w.seen, _, _, err = w.solve(ctx, asp.VisibilityStage, w.history); err != nil {
		return err
	}
	t.Observe = w.atoms(w.seen, "observe")
	if w.goals, _, _, err = w.solve(ctx, asp.GoalStage, w.history); err != nil {
		return err
	}
	t.Win, t.Lose = w.atoms(w.goals, "win"), w.atoms(w.goals, "lose")
	switch {
	case len(t.Lose) > 0:
		t.Result = Lose
	case len(t.Win) > 0:
		t.Result = Win
	}
	return nil
}

// Levelless reports whether there is no level that the program for levels allows. The game is then played without
// one.
func (w *World) Levelless() bool { return w.levelless }

// Undrawn returns the number of the given random integers that were not used.
func (w *World) Undrawn() int { return len(w.options.Draws) }

// Turn returns the events of the present time so far.
func (w *World) Turn() *Turn { return w.turn }

// Step lets the strategy and nature move, and goes to the next time. It must not be called for a game that has ended.
func (w *World) Step(ctx context.Context) error {
	t := w.turn
	var seen []ground.Atom
	if w.seen != nil {
		seen = w.atoms(w.seen, "observe", "setting", "decorate")
	}
	strategy, draws, _, err := w.solve(ctx, asp.StrategyStage, seen, t.Memory)
	if err != nil {
		return err
	}
	t.StrategyDraws = draws
	t.Do, t.Updates = w.atoms(strategy, "do"), w.atoms(strategy, "forget", "remember")
	memory := w.recall(t)

	nature, draws, against, err := w.solve(ctx, asp.NatureStage, w.history, t.Do)
	if err != nil {
		return err
	}
	t.NatureDraws = draws
	t.Next = w.atoms(nature, "next")
	t.Next = slices.DeleteFunc(t.Next, func(a ground.Atom) bool { return w.base.Atoms.Predicate(a) != nextAtPred })
	next := &Turn{Time: t.Time, At: t.At, Memory: memory}
	switch {
	case nature == nil:
		t.Blocked = true
		next.Time++
	case len(t.Next) > 0:
		next.Time++
		next.At = nil
		for _, a := range t.Next {
			next.At = append(next.At, w.base.Atoms.Intern(atPred, w.base.Atoms.Args(a)))
		}
	}
	if err := w.record(ctx, strategy, nature, against, next); err != nil {
		return err
	}
	if next.Time > t.Time {
		w.history = append(w.history, w.at(next.Time, next.At)...)
	}
	w.past = append(w.past, t)
	w.turn = next
	if err := w.look(ctx); err != nil {
		return err
	}
	w.see()
	return nil
}

// fogs returns the atoms fog(R,C) that the strategy observes.
func (w *World) fogs() []ground.Atom {
	var all []ground.Atom
	for _, a := range w.turn.Observe {
		args := w.base.Atoms.Args(a)
		if len(args) != 1 || w.base.Terms.Kind(args[0]) != ground.CompoundKind {
			continue
		}
		place := w.base.Terms.Args(args[0])
		if w.base.Terms.Name(args[0]) == fogPred.Name && len(place) == fogPred.Arity {
			all = append(all, w.base.Atoms.Intern(fogPred, place))
		}
	}
	return all
}

// recall returns the memory after the updates: remembering an atom beats forgetting it.
func (w *World) recall(t *Turn) []ground.Atom {
	var kept []ground.Atom
	about := func(p program.Predicate, a ground.Atom) bool {
		return slices.Contains(t.Updates, w.base.Atoms.Intern(p, w.base.Atoms.Args(a)))
	}
	for _, a := range t.Memory {
		if !about(forgetPred, a) {
			kept = append(kept, a)
		}
	}
	for _, a := range t.Updates {
		if w.base.Atoms.Predicate(a) == rememberPred {
			m := w.base.Atoms.Intern(memoryPred, w.base.Atoms.Args(a))
			if !slices.Contains(kept, m) {
				kept = append(kept, m)
			}
		}
	}
	slices.SortFunc(kept, func(a, b ground.Atom) int {
		return w.base.Terms.Compare(w.base.Atoms.Args(a)[0], w.base.Atoms.Args(b)[0])
	})
	return kept
}

// Play plays the game to its end, or for a number of steps, and says why it ended.
func (w *World) Play(ctx context.Context, steps int) (trace.Why, error) {
	for n := 0; w.turn.Result == ""; n++ {
		if n >= steps {
			return trace.LimitHit, nil
		}
		if err := w.Step(ctx); err != nil {
			return trace.Failed, err
		}
	}
	return trace.Quiescent, nil
}
