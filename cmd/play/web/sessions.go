package web

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/session"
)

// mostSessions is the number of sessions at a time. A new session beyond it replaces the one that
// was idle longest; the page of that session can open it again, with all its branches.
const mostSessions = 16

// sessions are those of pages, the one that was heard of last at the end.
type sessions []*pageSession

// pageSession is the session of a page.
type pageSession struct {
	id     string
	answer Session
	turn   chan struct{}           // holds a token while a request is answered
	number uint64                  // of the latest request
	cancel context.CancelCauseFunc // of it; nil before
}

// session returns the one with an id, which is made where there is none.
func (h *Host) session(id string) *pageSession {
	h.lock.Lock()
	defer h.lock.Unlock()
	i := slices.IndexFunc(h.sessions, func(s *pageSession) bool { return s.id == id })
	s := &pageSession{id: id, turn: make(chan struct{}, 1)}
	if i >= 0 {
		s = h.sessions[i]
		h.sessions = slices.Delete(h.sessions, i, i+1)
	} else {
		play := &game.Handler{Limits: h.Limits, Generator: h.Generator, Draw: h.draw, Adapt: session.Adapt}
		if s.answer = play; h.Session != nil {
			s.answer = h.Session(play)
		}
	}
	h.sessions = append(h.sessions, s)
	if len(h.sessions) > mostSessions {
		h.sessions[0].stop()
		h.sessions = slices.Delete(h.sessions, 0, 1)
	}
	return s
}

// drop forgets those sessions that are to go.
func (h *Host) drop(goes func(*pageSession) bool) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.sessions = slices.DeleteFunc(h.sessions, func(s *pageSession) bool {
		if goes(s) {
			s.stop()
			return true
		}
		return false
	})
}

// errOvertaken is why a request ends that the page does not want any longer.
var errOvertaken = errors.New("it was stopped")

func (s *pageSession) stop() {
	if s.cancel != nil {
		s.cancel(errOvertaken)
	}
}

// overtake makes a request the latest of a session, and ends the one before, if that is
// still going on. It reports false if a later one has come first, as it may on its way
// through the network.
func (h *Host) overtake(s *pageSession, number uint64, cancel context.CancelCauseFunc) bool {
	h.lock.Lock()
	defer h.lock.Unlock()
	if number < s.number {
		return false
	}
	s.stop()
	s.number, s.cancel = number, cancel
	return true
}

// handle answers a request of a page, which numbers them.
func (h *Host) handle(ctx context.Context, id string, number uint64, request []byte) []byte {
	s := h.session(id)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if !h.overtake(s, number, cancel) {
		return game.Refuse(errOvertaken, false)
	}
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return game.Refuse(context.Cause(ctx), false)
	}
	defer func() { <-s.turn }()
	if h.Within != nil {
		within, free := h.Within(ctx)
		defer free()
		ctx = within
	}
	reply := s.answer.Handle(ctx, request)
	if limit, ok := errors.AsType[*exec.LimitError](context.Cause(ctx)); ok && limit.Limit == "memory" {
		h.drop(func(*pageSession) bool { return true }) // together they are too large
		return game.Refuse(limit, true)
	}
	return reply
}
