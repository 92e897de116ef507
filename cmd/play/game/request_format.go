package game

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/rename"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// request is what a page asks for.
type request struct {
	Do string `json:"do"`
	Opening
	// Known is how many points the page knows, the start included: the reply has the
	// others.
	Known int `json:"known"`
	// Hurry says not to search long for what can happen.
	Hurry bool `json:"hurry"`
	// Most bounds what the view shows.
	Most Most `json:"most"`

	// Told is the point up to which the page has told the play as a story, -1 for none; nil where it
	// tells none.
	Told *session.Point `json:"told"`

	Number int           `json:"number"` // choose
	Move   string        `json:"move"`   // make
	Until  until         `json:"until"`  // run
	Point  session.Point `json:"point"`  // go, state, step
	Line   *string       `json:"line"`   // say
	What   string        `json:"what"`   // break, unbreak, why, whynot
	Left   session.Point `json:"left"`   // compare
	Right  session.Point `json:"right"`
	Depth  int           `json:"depth"`   // why
	Runs   int           `json:"runs"`    // coverage
	Show   Picture       `json:"picture"` // picture
}

// reply is what it gets: an error, or what it asked for.
type reply struct {
	Error   string       `json:"error,omitempty"`
	Closed  bool         `json:"closed,omitempty"` // nothing was opened yet
	Program *account     `json:"program,omitempty"`
	View    *View        `json:"view,omitempty"`
	Tale    *tale        `json:"tale,omitempty"`
	Points  []foundPoint `json:"points,omitempty"` // from [request.Known] on
	Heard   []heard      `json:"heard,omitempty"`
	Lost    []missing    `json:"lost,omitempty"`
	// Renamed are the names of what was tried that are other ones in the changed program.
	Renamed []rename.Renaming `json:"renamed,omitempty"`
	// Stood is where the player stood, if that is one of Lost: -1 is the first.
	Stood session.Point `json:"stood,omitempty"`
	Stop  *stop         `json:"stop,omitempty"`
	Said  string        `json:"said,omitempty"` // by sensors, of a line they did not understand
	Step  *detail       `json:"step,omitempty"`
	Text  string        `json:"text,omitempty"`
	Brief string        `json:"brief,omitempty"` // of whynot: the missing facts, in a clause; "" if none is missing
	// Sections are of the comparison, which Text sums up.
	Sections []report.Section `json:"sections,omitempty"`
	Trace    string           `json:"trace,omitempty"` // as it is written to a file
	Picture  string           `json:"picture,omitempty"`
	Covered  *covered         `json:"covered,omitempty"`
}

// read reads a request.
func read(data []byte) (*request, error) {
	if len(data) > mostRequest {
		return nil, fmt.Errorf("the request is too large: it may have %d bytes", mostRequest)
	}
	in := json.NewDecoder(bytes.NewReader(data))
	in.DisallowUnknownFields()
	var r request
	if err := in.Decode(&r); err != nil {
		return nil, fmt.Errorf("the request is not understood: %w", err)
	}
	if in.More() {
		return nil, errors.New("the request is not understood: something comes after it")
	}
	for _, bound := range []struct { // on how much is shown, whatever a page asks for
		asked *int
		most  int
	}{{&r.Most.Moves, mostMoves}, {&r.Most.All, mostMoves}, {&r.Most.Facts, mostFacts}} {
		if *bound.asked <= 0 || *bound.asked > bound.most {
			*bound.asked = bound.most
		}
	}
	return &r, nil
}

// encode writes a reply. `<` and `>` stay as they are: whoever shows texts escapes them.
func encode(a *reply) []byte {
	var out bytes.Buffer
	to := json.NewEncoder(&out)
	to.SetEscapeHTML(false)
	if err := to.Encode(a); err != nil {
		return []byte(`{"error":"the reply cannot be written"}`)
	}
	return out.Bytes()
}

// explain says what went wrong: of programs with their lines.
func explain(err error) string {
	var list syntax.ErrorList
	var limit *exec.LimitError
	switch {
	case errors.As(err, &list):
		var out strings.Builder
		_ = list.Fprint(&out, syntax.Style{}) // into memory
		return strings.TrimRight(out.String(), "\n")
	case errors.As(err, &limit):
		return limit.Reason
	case errors.Is(err, context.DeadlineExceeded):
		return "it took too long, and was given up"
	case errors.Is(err, context.Canceled):
		return "it was stopped"
	}
	return err.Error()
}

// Refuse returns the reply that a request has come to nothing for a reason, and whether
// the handler was given up.
func Refuse(why error, closed bool) []byte {
	return encode(&reply{Error: explain(why), Closed: closed})
}
