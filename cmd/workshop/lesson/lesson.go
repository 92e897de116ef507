// Package lesson checks the tasks of the guided tour, on which a blocks world is built. It looks at what a program
// does, not at its names: things, facts and rules may have any names, and the world may keep account of the arm and of
// blocks with nothing on them in any way.
//
//	things      there is a kind of things with three of them
//	on          a predicate says of two things where they are
//	facts       the other predicates are there
//	start       one block stands on another, the rest on the table
//	pick        a block is taken from the table, and only where that can be
//	rules       each state has just the moves of a blocks world
//	arms        two blocks can be in the air at once, and no more
//	more        one more block can be picked up than before
//	end         a rule ends the program, which goes on without it
//
// Where blocks are is read off the start of the program ([roles]), and what happens from all states that it can
// reach, up to a bound ([world]).
package lesson

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Answer says whether a task is done.
type Answer struct {
	Done bool   `json:"done"`
	Says string `json:"says"` // sentences about what was found or is missing
	// Number is how many things can be picked up, for the task `more` to begin with; 0 where that was not looked at.
	Number int `json:"number,omitempty"`
}

// tasks are the checks, by the names of the tasks.
var tasks = map[string]func(*check) string{
	"things": (*check).things, "on": (*check).on, "facts": (*check).facts, "start": (*check).start,
	"pick": exploring((*check).pick), "rules": exploring((*check).rules), "arms": exploring((*check).arms),
	"more": exploring((*check).more), "end": exploring((*check).end),
}

// check is a task for a program. Each check returns a sentence about the missing part, or "" and sets says.
type check struct {
	ctx  context.Context
	prog *lang.Program
	was  int // how many things could be picked up before
	says string
	can  int // how many things can be picked up
}

// exploring returns a check that looks at the states of the program.
func exploring(does func(*check, *world) string) func(*check) string {
	return func(c *check) string {
		w, reason := c.explored()
		if w == nil {
			return reason
		}
		defer w.close()
		return does(c, w)
	}
}

// least is how many blocks the world has.
const least = 3

// Check looks whether a program does what a task asks for. Was is how many things could be picked up before, for the
// task `more`; 0 is for three. A search of states that takes too long, or is ended by the context, counts as not done.
func Check(ctx context.Context, prog *lang.Program, task string, was int) (*Answer, error) {
	does, ok := tasks[task]
	if !ok {
		return nil, fmt.Errorf("there is no task %q", task)
	}
	c := &check{ctx: ctx, prog: prog, was: max(was, least)}
	missing := does(c)
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return nil, err
	}
	if missing != "" {
		return &Answer{Says: visible.Line(missing), Number: c.can}, nil
	}
	return &Answer{Done: true, Says: visible.Line(c.says), Number: c.can}, nil
}

// blocks returns the type with the most constants that are not built up of others, nil if none has any.
func blocks(prog *lang.Program) (most *lang.Type, names []string) {
	for _, t := range prog.Types {
		if t.Counts() {
			continue
		}
		var own []string
		for _, c := range t.Constructors {
			if len(c.Args) == 0 {
				own = append(own, c.Name)
			}
		}
		if len(own) > len(names) {
			most, names = t, own
		}
	}
	return most, names
}

// takes returns the predicates of facts about n things of a type.
func takes(prog *lang.Program, of *lang.Type, n int) (found []*lang.Pred) {
	for _, p := range prog.Preds {
		if p.Kind == lang.OfState && len(p.Args) == n && !slices.ContainsFunc(p.Args,
			func(t *lang.Type) bool { return t != of }) {
			found = append(found, p)
		}
	}
	return found
}

func (c *check) things() string {
	t, names := blocks(c.prog)
	switch {
	case t == nil && len(c.prog.Types) == 0:
		return "There is no type yet."
	case t == nil:
		return "The type has no constants yet: add a, b and c."
	case len(names) < least:
		return fmt.Sprintf("There is %s so far; the world needs %d.", english.List(names), least)
	}
	c.says = fmt.Sprintf("The type %s has %s.", t.Name, english.List(names))
	return ""
}

func (c *check) on() string {
	if missing := c.things(); missing != "" {
		return missing
	}
	t, _ := blocks(c.prog)
	if found := takes(c.prog, t, 2); len(found) > 0 {
		c.says = fmt.Sprintf("%s says something of two things of the type %s.", found[0].Name, t.Name)
		return ""
	}
	if i := slices.IndexFunc(c.prog.Preds, func(p *lang.Pred) bool { return len(p.Args) < 2 }); i >= 0 {
		return fmt.Sprintf("%s needs two arguments of the type %s.", c.prog.Preds[i].Name, t.Name)
	}
	return fmt.Sprintf("There is no predicate yet that says of two things of the type %s where they are.", t.Name)
}

func (c *check) facts() string {
	if missing := c.on(); missing != "" {
		return missing
	}
	t, _ := blocks(c.prog)
	single, alone := takes(c.prog, t, 1), takes(c.prog, t, 0)
	switch {
	case len(single) < 3:
		return fmt.Sprintf("%s about one thing of the type %s so far; the world needs 3: on_table, clear and arm_holding.",
			english.Capital(english.Count(len(single), "predicate")), t.Name)
	case len(alone) == 0:
		return "There is no predicate without arguments yet: arm_free."
	}
	c.says = "All predicates are there."
	return ""
}
