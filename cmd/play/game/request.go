package game

import (
	"context"
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/session"
)

// Handle answers a request, both in JSON. It never fails in another way than by a reply
// with an `error`, and whatever is asked takes bounded time. What a request may say, by
// its `do`:
//
//	open     what [Opening] holds
//	         a program, to be played from the start or as far as a tree fits that was kept
//	grow     text, prose, tree {at}: the program has changed; what was tried is tried again,
//	         under the names that things have now (`renamed` in the reply).
//	         Where the text is wrong, all stays as it was. At is for players who stood at a
//	         point that was lost, as `stood` said, and have not moved since
//	view     what there is to be seen now
//	choose   number: a move of the menu, as it was listed with the same `most`
//	make     move: the same by its name, `go ann hall`
//	run      until {steps, rules, facts, stage, turn}: chance chooses. Each text of rules
//	         may be a list of them, with commas; facts with commas are to be there together
//	turns    turns: the stages in which the player chooses from now on; chance goes on up to
//	         there
//	break    what: a rule or a fact at which chance stops from now on, or a list of them; facts
//	         with commas are to be there together, and semicolons stand between others
//	unbreak  what: of these, no more
//	say      line: the answer to a sensor of the program; without, there is none
//	ask      what was said to sensors here is taken back: they ask again
//	undo, redo
//	go       point
//	state    point: the view of another point, without going there
//	step     point: what the step to it used and made, the rule's text and the bindings
//	why      what, depth: what led to a fact or a step
//	whynot   what: why a rule, perhaps with arguments, cannot fire now
//	compare  left, right: how the ways to two points differ
//	trace    the run up to the present point, as `ceptre run -o` writes it
//	picture  picture {view, last, title}: the run as SVG
//
// Each may say in `most` what the view shows at most, in `known` how many points the page
// knows, and be in a `hurry`. Those up to `go` are answered by `view` and `points`, which
// are the points that the page does not know: what was tried is a tree, and what the page
// is to keep for a reload is what it opened with this list, `at` the view's point, the view's
// `breaks`, and `lost`:
//
//	{"do": "open", …, "breaks": […], "tree": {"points": […], "at": 7, "heard": […]}, "lost": […]}
//
// `heard` is what sensors said at the view's point and no step tells of; where something was
// opened, at all points. Of points on the way to another, nothing has to be kept.
//
// A reply may also have `stop`, why chance does not go on; and `stood`, where the player
// stood if that was lost: -1 is the first of the lost. In the place of the view's point it
// can be what the tree is `at`.
func (s *Session) Handle(ctx context.Context, data []byte) (out []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			s.game = nil // its state may be inconsistent
			out = encode(&reply{Error: fmt.Sprintf("something is wrong inside: %v", fault), Closed: true})
		}
	}()
	s.request = ctx
	s.give(s.Patience, patience)
	defer func() { s.cancel() }() // of the context that it has by then
	r, err := read(data)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return encode(&reply{Error: explain(s.cause(err))})
	}
	var a reply
	if err := s.answer(r, &a); err != nil {
		a = reply{Error: explain(s.cause(err)), Closed: s.game == nil}
	}
	return encode(&a)
}

// cause returns why the request ended, if it was cancelled from outside.
func (s *Session) cause(err error) error {
	if cause := context.Cause(s.request); cause != nil {
		return cause
	}
	return err
}

// answer does what a request asks for.
func (s *Session) answer(r *request, a *reply) error {
	if r.Do == "open" {
		return s.enter(r.Opening, r, a)
	}
	do, known := s.verbs()[r.Do]
	switch {
	case !known:
		return fmt.Errorf("there is no request %q", r.Do)
	case s.game == nil:
		return errors.New("no program is open")
	}
	if err := s.check(r.Point); err != nil {
		return err
	}
	return do(r, a)
}

// verbs are what requests can ask for, once a program is open.
func (s *Session) verbs() map[string]func(*request, *reply) error {
	return map[string]func(*request, *reply) error{
		"view": s.acts(func(*request, *reply) error { return nil }),
		"undo": s.acts(func(*request, *reply) error { s.game.Undo(); return nil }),
		"redo": s.acts(func(*request, *reply) error { s.game.Redo(); return nil }),
		"go":   s.acts(func(r *request, _ *reply) error { s.game.Go(r.Point); return nil }),
		"say":  s.acts(s.say),
		"ask":  s.acts(func(*request, *reply) error { s.game.AskAgain(); return nil }),

		"choose": s.acts(s.grows(s.plays(func(r *request) error { return s.game.Choose(s.ctx, r.Number, r.Most) }))),
		"make":   s.acts(s.grows(s.plays(func(r *request) error { return s.game.Make(s.ctx, r.Move) }))),
		"turns":  s.acts(s.grows(s.plays(s.turns))),
		"run":    s.acts(s.grows(s.run)),

		"break":   s.acts(s.breakAt),
		"unbreak": s.acts(func(r *request, _ *reply) error { return s.game.UnbreakAt(r.What) }),

		"grow": s.grow, "state": s.state, "step": s.step, "why": s.why, "whynot": s.whyNot,
		"compare": s.compare, "trace": s.trace, "picture": s.picture,
	}
}

// check refuses a point that is not there.
func (s *Session) check(at session.Point) error {
	if at < 0 || int(at) >= s.game.Len() {
		return fmt.Errorf("there is no point %d; they are numbered from 0 to %d", at, s.game.Len()-1)
	}
	return nil
}

// acts has a request do something, and then shows what there is to be seen.
func (s *Session) acts(do func(*request, *reply) error) func(*request, *reply) error {
	return func(r *request, a *reply) error {
		if err := s.pauses(do(r, a), a); err != nil {
			return err
		}
		return s.show(r, a)
	}
}

// show enters the view, and the points that the page does not know. Where it is not to be
// found out what can happen, it shows the rest.
func (s *Session) show(r *request, a *reply) error {
	s.give(s.Patience, patience)
	if r.Hurry {
		s.give(s.Pause, pause)
	}
	v, err := s.game.View(s.ctx, r.Most)
	switch {
	case s.request.Err() != nil:
		return s.request.Err()
	case errors.Is(err, errHear):
		v.Status, v.Wanted = Hears, s.console.Wanted
	case err != nil:
		v.Status, v.Why = Stuck, explain(err)
	}
	v.trim()
	a.View, a.Points, a.Said = v, s.found(r.Known), string(s.console.said)
	a.Heard = s.heard(r.Do)
	return nil
}

// trim leaves out most of what a move uses and makes, where that is much.
func (v *View) trim() {
	for _, r := range v.Menu {
		for i := range r.Moves {
			m := &r.Moves[i]
			for _, list := range []*[]string{&m.Uses, &m.Needs, &m.Makes, &m.Acts} {
				if len(*list) > mostEffects {
					*list = append((*list)[:mostEffects:mostEffects], "…")
				}
			}
		}
	}
}
