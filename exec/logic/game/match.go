package game

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/gdl"
	program "github.com/ceptre-graph/ceptre/lang/logic"
)

// RandomRole is the role of GDL-II that chance plays.
const RandomRole = "random"

// Match is a game of GDL that is being played. It is always in a position whose legal moves and goals are known.
type Match struct {
	game  *gdl.Game
	base  *logic.Base
	roles []ground.Term
	// state derives legal moves and goals of a position, and step the next position.
	state, step *logic.Program
	varies      map[program.Predicate]bool // predicates that depend on the state or on moves
	params      map[string][]string        // names for the arguments of moves, by action
	rules       map[program.Predicate][]*program.Rule
	recorder    *recorder
	start       []ground.Atom // fluents
	position    Position
	past        []PositionAccount
}

// Position is a state of a match.
type Position struct {
	Turn     int             // from 0
	Fluents  []ground.Atom   // facts that hold, as atoms true(F), in the order of terms
	Legal    [][]ground.Term // the actions of each role, in the order of terms
	Terminal bool
	// Goals are the values of each role's goal in this state; a well-formed game has at most one, and one at the end.
	Goals [][]ground.Term
	// Percepts are what each role was told after the last moves (GDL-II).
	Percepts [][]ground.Term

	model *logic.Model
}

// NewMatch begins a match. The options bound the evaluation of rules; Inputs and Outputs are set here. The error is
// that of a program without a model, of rules with too many instances, or of a first state that lets a role do
// nothing.
func NewMatch(ctx context.Context, game *gdl.Game, header trace.Header, o logic.Options) (*Match, error) {
	m := &Match{game: game, base: &logic.Base{}, params: actionParams(game.Program.Rules)}
	compile := func(inputs, outputs []program.Predicate) (*logic.Program, error) {
		o.Inputs, o.Outputs = inputs, outputs
		return logic.Compile(ctx, m.base, game.Program, o)
	}
	asked := []program.Predicate{gdl.Role, gdl.Init, gdl.Legal, gdl.Goal, gdl.Terminal}
	var err error
	if m.state, err = compile([]program.Predicate{gdl.True}, asked); err != nil {
		return nil, err
	}
	results := []program.Predicate{gdl.Next, gdl.Sees}
	if game.Conflict.Name != "" {
		results = append(results, game.Conflict)
	}
	if m.step, err = compile([]program.Predicate{gdl.True, gdl.Does}, results); err != nil {
		return nil, err
	}
	m.varies = varying(game.Program.Rules, gdl.True, gdl.Does)
	m.rules = make(map[program.Predicate][]*program.Rule)
	for _, r := range game.Program.Rules {
		r.Derives(func(p program.Predicate) { m.rules[p] = append(m.rules[p], r) })
	}
	start, err := m.solve(ctx, m.state, nil)
	if err != nil {
		return nil, err
	}
	var fluents []ground.Atom
	for _, a := range start.Atoms(gdl.Init) {
		fluents = append(fluents, m.fluent(m.base.Atoms.Args(a)[0]))
	}
	for _, a := range start.Atoms(gdl.Role) {
		m.roles = append(m.roles, m.base.Atoms.Args(a)[0])
	}
	slices.SortStableFunc(m.roles, func(a, b ground.Term) int {
		return slices.Index(game.Roles, termText(m.base, a)) - slices.Index(game.Roles, termText(m.base, b))
	})
	m.start = fluents
	return m, m.Restart(ctx, header)
}

// Restart begins another match of the same game.
func (m *Match) Restart(ctx context.Context, header trace.Header) error {
	m.position, m.past = Position{}, nil
	roles := trace.Type{Name: "role"}
	for _, r := range m.roles {
		if m.base.Terms.Kind(r) == ground.SymbolKind {
			roles.Constants = append(roles.Constants, m.base.Terms.Name(r))
		}
	}
	m.recorder = newRecorder(m.base, header, roles, m.fact)
	m.recorder.produce(0, m.start)
	return m.enter(ctx, m.start, nil)
}

func (m *Match) fluent(f ground.Term) ground.Atom {
	return m.base.Atoms.Intern(gdl.True, []ground.Term{f})
}

// fact returns an atom as traces have it.
func (m *Match) fact(a ground.Atom) trace.Fact {
	if m.base.Atoms.Predicate(a) == gdl.True {
		return fluentFact(m.base, m.base.Atoms.Args(a)[0])
	}
	return atomFact(m.base, a)
}

// solve returns the one model of a program. GDL's programs are stratified, so they have one.
func (m *Match) solve(ctx context.Context, p *logic.Program, facts []ground.Atom) (*logic.Model, error) {
	answer, err := p.Solve(ctx, facts, 0, 1)
	if err != nil {
		return nil, err
	}
	return answer.Models[0], nil
}

// enter makes a position of fluents.
func (m *Match) enter(ctx context.Context, fluents []ground.Atom, percepts [][]ground.Term) error {
	model, err := m.solve(ctx, m.state, fluents)
	if err != nil {
		return err
	}
	p := Position{
		Turn: m.position.Turn, Fluents: fluents, Terminal: model.Holds(m.base.Atoms.Intern(gdl.Terminal, nil)),
		Legal: m.byRole(model, gdl.Legal), Goals: m.byRole(model, gdl.Goal), Percepts: percepts, model: model,
	}
	m.position = p
	return nil
}

// byRole returns the second arguments of the atoms of a predicate, by the role that is the first.
func (m *Match) byRole(model *logic.Model, p program.Predicate) [][]ground.Term {
	all := make([][]ground.Term, len(m.roles))
	for _, a := range model.Atoms(p) {
		args := m.base.Atoms.Args(a)
		if i := slices.Index(m.roles, args[0]); i >= 0 {
			all[i] = append(all[i], args[1])
		}
	}
	return all
}

// Position returns the position of the match.
func (m *Match) Position() *Position { return &m.position }

// Game returns the game that is played.
func (m *Match) Game() *gdl.Game { return m.game }

// Roles returns the names of the roles, in the order of the game.
func (m *Match) Roles() []string { return m.game.Roles }

// Text returns a term as programs write it.
func (m *Match) Text(t ground.Term) string { return termText(m.base, t) }

// State returns the fluents of the position as programs write them, in the order of terms.
func (m *Match) State() []string {
	state := make([]string, len(m.position.Fluents))
	for i, a := range m.position.Fluents {
		state[i] = termText(m.base, m.base.Atoms.Args(a)[0])
	}
	return state
}

// Check returns an error for a position that no well-formed game has: a role without a legal move before the end, or
// without exactly one goal value at it. The error names the role and the state.
func (m *Match) Check() error {
	p := &m.position
	for i, role := range m.game.Roles {
		values := p.Goals[i]
		switch {
		case !p.Terminal && len(p.Legal[i]) == 0:
			return fmt.Errorf("%s: %s has no legal move %s", m.game.Source, role, m.where())
		case p.Terminal && len(values) == 0:
			return fmt.Errorf("%s: %s has no goal value at the end, %s", m.game.Source, role, m.where())
		case p.Terminal && len(values) > 1:
			return fmt.Errorf("%s: %s has several goal values at the end (%s), %s", m.game.Source, role,
				strings.Join(m.texts(values), ", "), m.where())
		}
	}
	return nil
}

// where describes the position for messages.
func (m *Match) where() string {
	const most = 12
	state := m.State()
	if len(state) > most {
		state = append(state[:most], "…")
	}
	return fmt.Sprintf("in state %d: %s", m.position.Turn, strings.Join(state, " "))
}

func (m *Match) texts(terms []ground.Term) []string {
	all := make([]string, len(terms))
	for i, t := range terms {
		all[i] = termText(m.base, t)
	}
	return all
}

// Move is what a role does, and how that was decided.
type Move struct {
	Action ground.Term
	Chosen trace.Chosen
}

// Play lets each role do something, and goes to the next position. It refuses moves that are not legal.
func (m *Match) Play(ctx context.Context, moves []Move) error {
	p := &m.position
	facts := slices.Clone(p.Fluents)
	done := make([]ground.Atom, len(moves))
	for i, move := range moves {
		if !slices.Contains(p.Legal[i], move.Action) {
			return m.illegal(i, termText(m.base, move.Action))
		}
		done[i] = m.base.Atoms.Intern(gdl.Does, []ground.Term{m.roles[i], move.Action})
	}
	model, err := m.solve(ctx, m.step, append(facts, done...))
	if err != nil {
		return err
	}
	if c := m.game.Conflict; c.Name != "" && len(model.Atoms(c)) > 0 {
		field := m.base.Atoms.Args(model.Atoms(c)[0])[0]
		return fmt.Errorf("%s: %s is given two values at once %s", m.game.Source, termText(m.base, field), m.where())
	}
	var next []ground.Atom
	for _, a := range model.Atoms(gdl.Next) {
		next = append(next, m.fluent(m.base.Atoms.Args(a)[0]))
	}
	if err := m.record(ctx, moves, done, next, model); err != nil {
		return err
	}
	a := m.account()
	for i, move := range moves {
		a.Does = append(a.Does, [2]string{m.game.Roles[i], termText(m.base, move.Action)})
	}
	m.past = append(m.past, a)
	m.position.Turn++
	return m.enter(ctx, next, m.byRole(model, gdl.Sees))
}

// illegal describes a move that a role cannot make.
func (m *Match) illegal(role int, action string) error {
	legal := m.texts(m.position.Legal[role])
	const most = 12
	if len(legal) > most {
		legal = append(legal[:most], "…")
	}
	return fmt.Errorf("%s is not a legal move of %s in state %d; legal are %s", action, m.game.Roles[role],
		m.position.Turn, strings.Join(legal, " "))
}

// support returns the supporter of the atoms of a model.
func (m *Match) support(model *logic.Model) *supporter {
	return &supporter{
		model: model,
		classify: func(a ground.Atom) (sort, ground.Atom) {
			switch p := m.base.Atoms.Predicate(a); {
			case p == gdl.True:
				return fluent, a
			case p == gdl.Does:
				return move, a
			case !m.varies[p]:
				return static, a
			}
			return derived, a
		},
		absent: func(a ground.Atom) (ground.Atom, bool) { return a, m.varies[m.base.Atoms.Predicate(a)] },
	}
}

// successor returns what explains the state that a model leads to.
func (m *Match) successor(ctx context.Context, model *logic.Model) *successor {
	return &successor{
		supporter: m.support(model), ctx: ctx, rules: m.rules[gdl.Next],
		now:  func(f ground.Atom) ground.Atom { return f },
		next: func(f ground.Atom) ground.Atom { return m.base.Atoms.Intern(gdl.Next, m.base.Atoms.Args(f)) },
	}
}

// record records the moves and the transitions to a new state.
func (m *Match) record(ctx context.Context, moves []Move, done, next []ground.Atom, model *logic.Model) error {
	e := m.successor(ctx, model)
	changes := transitions(m.position.Fluents, next, e)
	if e.err != nil {
		return e.err
	}
	used := used(changes)
	state := m.support(m.position.model)
	for i, move := range moves {
		e := state.conclusion(m.base.Atoms.Intern(gdl.Legal, []ground.Term{m.roles[i], move.Action}))
		name, args := m.action(move.Action)
		e.name, e.params = name, m.params[actionKey(name, len(args))]
		e.args = append([]ground.Term{m.roles[i]}, args...)
		if used[done[i]] {
			e.produces = []ground.Atom{done[i]}
		}
		e.choices, e.chosen = len(m.position.Legal[i]), move.Chosen
		m.recorder.step(e)
	}
	for _, t := range changes {
		m.recorder.step(m.entry(&t))
	}
	return nil
}

// action returns the name and the arguments of an action.
func (m *Match) action(t ground.Term) (string, []ground.Term) {
	return m.base.Terms.Name(t), m.base.Terms.Args(t)
}

// entry returns a transition as a step. Its name says what was done and what came of it: mark/cell. The arguments are
// those of the move if there is one, or else those of the fluent if one is made.
func (m *Match) entry(t *transition) entry {
	e := t.entry()
	var actions []string
	for _, a := range t.moves {
		name, args := m.action(m.base.Atoms.Args(a)[1])
		actions = append(actions, name)
		e.args = append([]ground.Term{m.base.Atoms.Args(a)[0]}, args...)
		e.params = m.params[actionKey(name, len(args))]
	}
	switch {
	case len(t.moves) > 1:
		e.args, e.params = nil, nil
	case len(t.moves) == 1:
	case len(t.made) == 1:
		e.args = m.base.Terms.Args(m.base.Atoms.Args(t.made[0])[0])
		if len(t.rules) == 1 {
			e.params = variables(t.rules[0].Head.(*program.Atom).Args[0])
		}
	case len(t.made) == 0:
		for _, a := range t.lost {
			e.args = append(e.args, m.base.Atoms.Args(a)[0])
		}
	}
	e.name = transitionName(actions, m.recorder.heads(t.made))
	return e
}

// End records how the match ended, and returns its trace. The last step reads what the end and the goals rest on.
func (m *Match) End(why trace.Why, message string) *trace.Trace {
	p := &m.position
	if p.Terminal {
		end := []ground.Atom{m.base.Atoms.Intern(gdl.Terminal, nil)}
		for i, values := range p.Goals {
			for _, v := range values {
				end = append(end, m.base.Atoms.Intern(gdl.Goal, []ground.Term{m.roles[i], v}))
			}
		}
		e := m.support(p.model).conclusion(end...)
		e.name, e.produces = "terminal", end
		e.leaveOut(end...)
		m.recorder.step(e)
	}
	return m.recorder.end(why, message)
}
