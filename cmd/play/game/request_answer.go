package game

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// state enters the view of another point.
func (s *Session) state(r *request, a *reply) error {
	at := s.game.At()
	s.game.Go(r.Point)
	defer s.game.Go(at)
	return s.show(r, a)
}

// trace enters the run.
func (s *Session) trace(_ *request, a *reply) error {
	var out bytes.Buffer
	err := trace.Write(&out, s.game.Trace(s.room))
	a.Trace = out.String()
	return err
}

// picture enters a picture of the run.
func (s *Session) picture(r *request, a *reply) error {
	if s.Draw == nil {
		return errors.New("there are no pictures here")
	}
	g := causal.New(s.game.Trace(s.room))
	// Who draws may start others, which go on for a moment: not with the session's room.
	ctx, cancel := context.WithTimeout(s.room.Context, max(0, time.Until(s.room.until)))
	defer cancel()
	r.Show.Cast = s.game.Cast()
	picture, err := s.Draw(ctx, g, r.Show)
	a.Picture = string(picture)
	return err
}

// why enters what led to something.
func (s *Session) why(r *request, a *reply) error {
	g := causal.New(s.game.Trace(s.room))
	found, err := g.FindEach(r.What)
	if err != nil {
		return err
	}
	depth := r.Depth
	if depth <= 0 {
		depth = whyDepth
	}
	why := g.Why(found[len(found)-1], causal.Reach{Depth: depth})
	var out bytes.Buffer
	if err := why.Fprint(&out); err != nil {
		return err
	}
	if len(why.Ends) > 0 {
		fmt.Fprintf(&out, "\nThere is more before it: ask why of %s.\n", g.Steps(why.Ends))
	}
	a.Text = out.String()
	return nil
}

// whyDepth is the default number of steps that an explanation goes back.
const whyDepth = 8

// whyNot enters why a rule cannot fire now.
func (s *Session) whyNot(r *request, a *reply) error {
	g := causal.New(s.game.Trace(s.room))
	found, err := report.WhyNot(s.room, s.game.Program(), g, r.What, nil)
	if err == nil {
		for _, r := range found {
			r.Open = true
		}
		a.Text = strings.Join(found.Lines(), "\n") + "\n"
	}
	return err
}

// compare enters how the ways to two points differ.
func (s *Session) compare(r *request, a *reply) error {
	left, err := s.runTo(r.Left)
	if err != nil {
		return err
	}
	right, err := s.runTo(r.Right)
	if err != nil {
		return err
	}
	found := report.Compare(left, right, fmt.Sprintf("#%d", r.Left), fmt.Sprintf("#%d", r.Right))
	a.Text, a.Sections = found.Summary(), found.Sections()
	return nil
}

// runTo returns the run to a point.
func (s *Session) runTo(to session.Point) (*causal.Graph, error) {
	if err := s.check(to); err != nil {
		return nil, err
	}
	at := s.game.At()
	s.game.Go(to)
	defer s.game.Go(at)
	return causal.New(s.game.Trace(s.room)), nil
}
