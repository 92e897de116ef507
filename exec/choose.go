package exec

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Chooser decides which of the enabled transitions fires. All decisions of chance and of players go
// through it.
type Chooser interface {
	// Choose chooses one of the transitions, of which there is at least one.
	// [ErrStop] ends the run without an error.
	Choose(*Enabled) (Choice, error)
	// String describes the chooser, for the record.
	String() string
}

// Choice selects one of the enabled transitions: by its index, or as [Enabled.Draw], [Enabled.First]
// and [Move.Choice] return it.
type Choice struct {
	Index int // from 0 to Len less one; meaningless if one of the other fields is set
	By    trace.Chosen
	drawn *rule       // the rule, if the machine holds its choice of resources
	move  *Transition // the transition, if it was chosen from a menu
}

// Draw draws one of the transitions, each choice of resources with the same probability, in constant
// time. The choice is valid until the next draw.
func (e *Enabled) Draw(source *rand.PCG) (c Choice) {
	c.By = trace.ByChance
	c.drawn = e.draw(source)
	c.Index = e.index
	return c
}

// draw draws a choice of resources and returns its rule. For rules whose choices cannot be drawn it
// draws the index of a transition, and returns nil.
func (e *Enabled) draw(source *rand.PCG) *rule {
	if e.vast != nil {
		return e.drawBig(source)
	}
	at := e.some
	several := e.counts[at] != e.total
	if several {
		at = e.drawRule(source)
	}
	r := e.rules[at]
	switch {
	case r.matches != nil:
		e.machine.choice = r.matches.Draw(source)
		return r
	case !several:
		e.index = int(match.Below(source, uint64(e.total)))
	}
	return nil
}

// drawRule draws a transition and returns the place of its rule. It stores the index of the
// transition.
func (e *Enabled) drawRule(source *rand.PCG) (at int) {
	x := int(match.Below(source, uint64(e.total)))
	e.index = x
	if e.weights != nil {
		at, _ = e.weights.find(x)
		return at
	}
	for _, n := range e.counts {
		if x < n {
			break
		}
		x -= n
		at++
	}
	return at
}

// Transition returns the transition that was chosen.
func (e *Enabled) Transition(c Choice) Transition {
	switch {
	case c.drawn != nil:
		return e.machine.transition(c.drawn, e.machine.choice)
	case c.move != nil:
		return *c.move
	}
	return e.At(c.Index)
}

// values returns the values that a choice gives the variables of a rule.
func (m *Machine) values(r *rule, c *match.Choice) []lang.Value {
	out := make([]lang.Value, len(r.Vars))
	for i, v := range r.Vars {
		out[i] = m.network.Terms().Value(c.Values[i], v.Type)
	}
	return out
}

// transition returns a choice of resources of a rule as a transition.
func (m *Machine) transition(r *rule, c *match.Choice) Transition {
	t := Transition{Rule: r.Rule, Link: r.link, Args: m.values(r, c), Uses: make([]*Resource, len(c.Facts))}
	for i, f := range c.Facts {
		t.Uses[i] = m.context.Find(f.Pred(), c.Resources[i])
	}
	for _, p := range r.Premises {
		if p.Kind == lang.Prove {
			t.Proves = append(t.Proves, t.instance(p.Atom))
		}
	}
	return t
}

// ErrStop is the error with which a [Chooser] ends the run.
var ErrStop = errors.New("the run was stopped")

// Stage returns the stage of the state, for choosers that depend on it; nil after a link that ended
// the run.
func (e *Enabled) Stage() *lang.Stage { return e.machine.stage }

// Context returns the facts of the state, for choosers that show them.
func (e *Enabled) Context() *Context { return e.machine.context }

// Chance is the [Chooser] that draws at random. Its value is its state: a copy draws the same once more.
type Chance struct {
	source    rand.PCG
	ruleFirst bool
}

// Random chooses uniformly among all transitions, each choice of resources
// counted. The seed decides everything, on every machine.
func Random(seed uint64) *Chance { return &Chance{source: *rand.NewPCG(0x9e3779b97f4a7c15, seed)} }

// RuleFirst returns the chance of the same random numbers that draws one of the rules that can fire, each with the
// same probability, and then one of its transitions, each choice of resources with the same probability. Where the
// rules of a stage are quiescent, it draws one of the links that can fire, and then one of its transitions.
//
// Rules that are one rule as written ([lang.Rule.Written]) are one rule here, too.
func (c *Chance) RuleFirst() *Chance { return &Chance{c.source, true} }

// DrawsRules reports whether the chance draws a rule first.
func (c *Chance) DrawsRules() bool { return c.ruleFirst }

// For returns the chance of the same random numbers that draws as the program says, see [lang.Program].
func (c *Chance) For(prog *lang.Program) *Chance { return &Chance{c.source, prog.RuleFirst} }

// Choose implements [Chooser].
func (c *Chance) Choose(e *Enabled) (Choice, error) { return c.Draw(e), nil }

// Draw draws one of the transitions, of which there is at least one. The choice is valid until the next draw.
func (c *Chance) Draw(e *Enabled) Choice {
	if c.ruleFirst {
		return Choice{By: trace.ByChance, drawn: e.drawRuleFirst(&c.source)}
	}
	return e.Draw(&c.source)
}

// draw draws a transition as [Enabled.draw] does.
func (c *Chance) draw(e *Enabled) *rule {
	if c.ruleFirst {
		return e.drawRuleFirst(&c.source)
	}
	return e.draw(&c.source)
}

// Source returns the source of the random numbers, for other draws.
func (c *Chance) Source() *rand.PCG { return &c.source }

// String returns the name of the chooser in the flag --choose.
func (c *Chance) String() string {
	if c.ruleFirst {
		return "rule"
	}
	return "random"
}

// First always chooses the first transition.
func First() Chooser { return first{} }

type first struct{}

func (first) Choose(e *Enabled) (Choice, error) { return e.First(trace.ByScript), nil }
func (first) String() string                    { return "first" }

// Script chooses the moves with the given numbers, one for each step; numbers
// count from 1 in [Enabled.Moves]. It stops the run when the list is used up.
func Script(numbers []int) Chooser { return &script{all: numbers} }

type script struct {
	all  []int
	used int
}

func (s *script) Choose(e *Enabled) (Choice, error) {
	if s.used == len(s.all) {
		return Choice{}, ErrStop
	}
	n := s.all[s.used]
	s.used++
	moves := e.Moves()
	if n < 1 || n > len(moves) {
		return Choice{}, &ChoiceError{Choice: s.used, Number: n, Moves: len(moves)}
	}
	return moves[n-1].Choice(trace.ByScript), nil
}

func (s *script) String() string {
	words := make([]string, len(s.all))
	for i, n := range s.all {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ",")
}

// ChoiceError says that a list asks for a move that is not there.
type ChoiceError struct {
	Choice int // place in the list, from 1
	Number int // the number at that place
	Moves  int // number of moves
}

// Error returns the number and the range of valid numbers.
func (e *ChoiceError) Error() string {
	return fmt.Sprintf("choice %d of the list is %d, but the moves there are numbered from 1 to %d",
		e.Choice, e.Number, e.Moves)
}
