package game

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/exec/rename"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Handler answers the requests of one page for play: it opens a program, and holds the game of it
// from one request to the next. See [Handler.Handle].
// The zero value is ready; its fields are set before the first request. It is not safe for
// concurrent use.
type Handler struct {
	// Limits bound each run; those that a request may set are the lower of both.
	Limits exec.Limits
	// Generator is named in traces.
	Generator *trace.Generator
	// Draw draws pictures; nil where there are none.
	Draw Draw
	// Adapt is [session.Adapt], where programs change; else nil, for it is large.
	Adapt func(t session.Tree, was, now *session.Session) (session.Tree, []rename.Renaming)
	// Patience is how long an answer may take, and Pause after what time chance pauses,
	// so that a player can look and decide whether to go on. Zero is for the defaults.
	Patience, Pause time.Duration

	game    *Game
	open    Opening // the program, its start and its texts
	console *pageConsole
	lost    []missing // branches that did not fit the program when it was opened

	request context.Context    // of the request that is answered
	ctx     context.Context    // ends with that, and when the time of the work is over
	cancel  context.CancelFunc // of ctx

	reading chan struct{} // holds the one reading of texts that is going on
}

// Draw returns a run as a picture in SVG.
type Draw func(context.Context, *causal.Graph, Picture) ([]byte, error)

// Film is the view of a picture that shows boards at several moments; the board of package render is that
// of the moment at hand.
const Film = "film"

// Picture says what a picture shows.
type Picture struct {
	View  string `json:"view,omitempty"`  // a view of package render, or [Film]; "" for the causal one
	Last  int    `json:"last,omitempty"`  // how many steps it goes back; 0 for all
	Title string `json:"title,omitempty"` // "" for that of the view
	// Cast is the characters in lanes.
	Cast causal.Cast `json:"-"`
}

// The bounds of what a handler does.
const (
	patience    = 20 * time.Second
	pause       = time.Second
	pauseSteps  = 1000    // of chance, in one request
	mostRequest = 8 << 20 // bytes
	mostPoints  = 100_000 // of the tree
	mostBreaks  = 100     // breakpoints
	mostMoves   = 1000    // in a view
	mostFacts   = 3000    // different ones, in a view
	mostEffects = 20      // facts that a move uses, or makes
	mostPrinted = 1 << 16 // bytes, at a point
)

// give gives the work that follows some time from now on, or, of zero, another. It ends the context
// that the handler had before.
func (h *Handler) give(d, otherwise time.Duration) {
	if h.cancel != nil {
		h.cancel()
	}
	if d <= 0 {
		d = otherwise
	}
	ctx, cancel := context.WithTimeout(h.request, d)
	h.ctx, h.cancel = limit.Yielding(ctx), cancel
}

// foundPoint is a point that was found, with the data to keep and the text to tell of it.
type foundPoint struct {
	branch
	Text    string `json:"text"`
	Title   string `json:"title,omitempty"`
	Prose   string `json:"prose,omitempty"`
	Printed string `json:"printed,omitempty"` // by the program
}

// heard is a [session.Heard] as pages keep it.
type heard struct {
	At    session.Point       `json:"at,omitempty"`
	Asked []string            `json:"asked,omitempty"`
	Facts exact[[]trace.Fact] `json:"facts,omitzero"`
}

// branch is a [session.Branch] without what can be found out again. Where From is negative, it
// is one of those that were lost: -1 is the first.
type branch struct {
	From session.Point `json:"from,omitempty"`
	Step step          `json:"step"`
}

// step holds the data to keep of a step.
type step struct {
	Rule     string              `json:"rule"`
	Stage    string              `json:"stage,omitempty"`
	Variant  int                 `json:"variant,omitempty"`
	Args     exact[[]trace.Term] `json:"args,omitzero"`
	Consumes []trace.ResourceID  `json:"consumes,omitempty"`
	Reads    []trace.ResourceID  `json:"reads,omitempty"`
	Sensed   exact[[]trace.Fact] `json:"sensed,omitzero"`
	Chosen   trace.Chosen        `json:"chosen,omitempty"`
}

func lean(s *trace.Step) step {
	return step{s.Rule, s.Stage, s.Variant, exact[[]trace.Term]{s.Args}, s.Consumes, s.Reads,
		exact[[]trace.Fact]{s.Sensed}, s.Chosen}
}

func (s step) whole() trace.Step {
	return trace.Step{Rule: s.Rule, Stage: s.Stage, Variant: s.Variant, Args: s.Args.of, Consumes: s.Consumes,
		Reads: s.Reads, Sensed: s.Sensed.of, Chosen: s.Chosen}
}

// exact is kept as JSON in a text: pages read what they keep, and would round large numbers.
type exact[T any] struct{ of T }

// MarshalText implements [encoding.TextMarshaler].
func (e exact[T]) MarshalText() ([]byte, error) { return json.Marshal(e.of) }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (e *exact[T]) UnmarshalText(text []byte) error { return json.Unmarshal(text, &e.of) }

// found returns the points from one on.
func (h *Handler) found(from int) []foundPoint {
	var out []foundPoint
	for at := session.Point(max(from, 1)); int(at) < h.game.Len(); at++ {
		st := h.game.Step(at)
		f := foundPoint{branch: branch{h.game.Parent(at), lean(st)}, Text: h.game.Did(st), Printed: h.console.printed[at]}
		f.Title, f.Prose = h.game.teller.told(at)
		out = append(out, f)
	}
	return out
}

// heard returns what a page is to keep of what sensors said: after a request that opens
// something, at all points, and else at the present one.
func (h *Handler) heard(request string) []heard {
	var out []heard
	add := func(at session.Heard) {
		out = append(out, heard{at.At, at.Asked, exact[[]trace.Fact]{at.Facts}})
	}
	if request == "open" || request == "grow" {
		for _, at := range h.game.AllHeard() {
			add(at)
		}
	} else if at, ok := h.game.Heard(h.game.At()); ok {
		add(at)
	}
	return out
}

// pageConsole is the console of a program that is played on a page.
type pageConsole struct {
	at               func() session.Point
	line             *string // the line that was typed and not read yet
	end              bool    // nothing will be typed
	said             capped  // messages about lines that no sensor understands
	printed          map[session.Point]string
	*console.Console // once there is a program
}

// errHear says that a sensor waits for a line: the request has to be repeated with one. The answers
// of other sensors are remembered.
var errHear = errors.New("the program waits for a line of text")

// hear returns the line that was typed.
func (c *pageConsole) hear(context.Context) (string, error) {
	switch {
	case c.line != nil:
		line := *c.line
		c.line = nil
		return line, nil
	case c.end:
		c.end = false
		return "", io.EOF
	}
	return "", errHear
}

// Write takes what the program prints at the present point.
func (c *pageConsole) Write(text []byte) (int, error) {
	at := c.at()
	c.printed[at] += string(text[:min(len(text), max(0, mostPrinted-len(c.printed[at])))])
	return len(text), nil
}

// capped is a writer that keeps the beginning of its input.
type capped []byte

func (c *capped) Write(text []byte) (int, error) {
	*c = append(*c, text[:min(len(text), max(0, mostPrinted-len(*c)))]...)
	return len(text), nil
}
