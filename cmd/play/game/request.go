package game

import (
	"context"
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/statement"
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
//	undo     the last action of the player is taken back, with all steps that followed
//	redo     it is done again
//	go       point
//	state    point: the view of another point, without going there
//	step     point: what the step to it used and made, the rule's text and the bindings
//	why      what, depth: what led to a fact or a step
//	whynot   what: why a rule, perhaps with arguments, cannot fire now
//	compare  left, right: how the ways to two points differ
//	trace    the run up to the present point, as `ceptre run -o` writes it
//	picture  picture {view, last, title}: the run as SVG
//	coverage runs: how often each rule fires in so many random runs from the start
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
// A page that tells the play as a story says in `told` up to which point it has told it, -1 for none. Then
// the reply has the `tale` from there on, too.
//
// A reply may also have `stop`, why chance does not go on; and `stood`, where the player
// stood if that was lost: -1 is the first of the lost. In the place of the view's point it
// can be what the tree is `at`.
func (h *Handler) Handle(ctx context.Context, data []byte) (out []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			h.game = nil // its state may be inconsistent
			out = encode(&reply{Error: fmt.Sprintf("internal error: %v", fault), Closed: true})
		}
	}()
	h.request = ctx
	h.give(h.Patience, patience)
	defer func() { h.cancel() }() // of the context that it has by then
	r, err := read(data)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return encode(&reply{Error: explain(h.cause(err))})
	}
	var a reply
	if err := h.answer(r, &a); err != nil {
		a = reply{Error: explain(h.cause(err)), Closed: h.game == nil}
	}
	return encode(&a)
}

// cause returns why the request ended, if it was cancelled from outside.
func (h *Handler) cause(err error) error {
	if cause := context.Cause(h.request); cause != nil {
		return cause
	}
	return err
}

// answer does what a request asks for.
func (h *Handler) answer(r *request, a *reply) error {
	if r.Do == "open" {
		return h.enter(r.Opening, r, a)
	}
	do, known := h.verbs()[r.Do]
	switch {
	case !known:
		return fmt.Errorf("there is no request %q", r.Do)
	case h.game == nil:
		return errors.New("no program is open")
	}
	if err := h.check(r.Point); err != nil {
		return err
	}
	return do(r, a)
}

// verbs are what requests can ask for, once a program is open.
func (h *Handler) verbs() map[string]func(*request, *reply) error {
	return map[string]func(*request, *reply) error{
		"view": h.acts(func(*request, *reply) error { return nil }),
		"undo": h.acts(func(*request, *reply) error { h.game.UndoAct(); return nil }),
		"redo": h.acts(func(*request, *reply) error { h.game.RedoAct(); return nil }),
		"go":   h.acts(func(r *request, _ *reply) error { h.game.Go(r.Point); return nil }),
		"say":  h.acts(h.say),
		"ask":  h.acts(func(*request, *reply) error { h.game.AskAgain(); return nil }),

		"choose": h.acts(h.grows(h.plays(func(r *request) error { return h.game.Choose(h.ctx, r.Number, r.Most) }))),
		"make":   h.acts(h.grows(h.plays(func(r *request) error { return h.game.Make(h.ctx, r.Move) }))),
		"turns":  h.acts(h.grows(h.plays(h.turns))),
		"run":    h.acts(h.grows(h.run)),

		"break":   h.acts(h.breakAt),
		"unbreak": h.acts(func(r *request, _ *reply) error { return h.game.UnbreakAt(r.What) }),

		"grow": h.grow, "state": h.state, "step": h.step, "why": h.why, "whynot": h.whyNot,
		"compare": h.compare, "trace": h.trace, "picture": h.picture, "coverage": h.cover,
	}
}

// check refuses a point that is not there.
func (h *Handler) check(at session.Point) error {
	if at < 0 || int(at) >= h.game.Len() {
		return fmt.Errorf("there is no point %d; they are numbered from 0 to %d", at, h.game.Len()-1)
	}
	return nil
}

// acts has a request do something, and then shows what there is to be seen: also that it has led to a violation.
func (h *Handler) acts(do func(*request, *reply) error) func(*request, *reply) error {
	return func(r *request, a *reply) error {
		if err := h.pauses(do(r, a), a); err != nil && !violates(err) {
			return err
		}
		return h.show(r, a)
	}
}

// show enters the view, and the points that the page does not know. Where it is not to be
// found out what can happen, it shows the rest.
func (h *Handler) show(r *request, a *reply) error {
	h.give(h.Patience, patience)
	if r.Hurry {
		h.give(h.Pause, pause)
	}
	v, err := h.game.View(h.ctx, r.Most)
	switch {
	case h.request.Err() != nil:
		return h.request.Err()
	case errors.Is(err, errHear):
		v.Status, v.Wanted = Hears, h.console.Wanted
	case err != nil:
		v.Status, v.Why = Stuck, explain(err)
		if violates(err) {
			v.Status = Violation
		}
	}
	v.trim()
	a.View, a.Points, a.Said = v, h.found(r.Known), string(h.console.said)
	a.Heard = h.heard(r.Do)
	if r.Told != nil {
		return h.tale(*r.Told, a)
	}
	return nil
}

// violates reports whether an error is that a state violates a statement.
func violates(err error) bool {
	_, ok := errors.AsType[*statement.Violation](err)
	return ok
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
