package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/cmd/findings"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
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

	Number int        `json:"number"` // choose
	Move   string     `json:"move"`   // make
	Until  until      `json:"until"`  // run
	Point  play.Point `json:"point"`  // go, state, step
	Line   *string    `json:"line"`   // say
	What   string     `json:"what"`   // why, whynot
	Left   play.Point `json:"left"`   // compare
	Right  play.Point `json:"right"`
	Depth  int        `json:"depth"`   // why
	Show   Picture    `json:"picture"` // picture
}

// reply is what it gets: an error, or what it asked for.
type reply struct {
	Error   string    `json:"error,omitempty"`
	Closed  bool      `json:"closed,omitempty"` // nothing was opened yet
	Program *account  `json:"program,omitempty"`
	View    *View     `json:"view,omitempty"`
	Points  []Found   `json:"points,omitempty"` // from [request.Known] on
	Lost    []Missing `json:"lost,omitempty"`
	Stop    *stop     `json:"stop,omitempty"`
	Said    string    `json:"said,omitempty"` // by sensors, of a line they did not understand
	Step    *Detail   `json:"step,omitempty"`
	Text    string    `json:"text,omitempty"`
	// Sections are of the comparison, which Text sums up.
	Sections []findings.Section `json:"sections,omitempty"`
	Trace    string             `json:"trace,omitempty"` // as it is written to a file
	Picture  string             `json:"picture,omitempty"`
}

// Handle answers a request, both in JSON. It never fails in another way than by a reply
// with an `error`, and whatever is asked takes bounded time. What a request may say, by
// its `do`:
//
//	open     what [Opening] holds
//	         a program, to be played from the start or as far as a tree fits that was kept
//	grow     text, prose: the program has changed; what was tried is tried again. Where
//	         the text is wrong, all stays as it was
//	view     what there is to be seen now
//	choose   number: a move of the menu, as it was listed with the same `most`
//	make     move: the same by its name, `go ann hall`
//	run      until {steps, rules, facts, stage, turn}: chance chooses
//	say      line: the answer to a sensor of the program; without, there is none
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
// Each may say in `most` what the view shows at most, and in `known` how many points the
// page knows, and be in a `hurry`. Those up to `go` are answered by `view` and `points`, which are the points
// that the page does not know: what was tried is a tree, and what the page is to keep for
// a reload is what it opened with this list, `at` the view's point, and `lost`:
//
//	{"do": "open", …, "tree": {"points": […], "at": 7}, "lost": […]}
//
// A reply may also have `stop`, why chance does not go on.
func (s *Session) Handle(ctx context.Context, data []byte) (out []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			s.desk = nil // who knows what state it is in
			out = encode(&reply{Error: fmt.Sprintf("something is wrong inside: %v", fault), Closed: true})
		}
	}()
	if s.room == nil {
		s.room = new(room)
	}
	s.room.Context = ctx
	s.room.give(s.Patience, patience)
	r, err := read(data)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return encode(&reply{Error: explain(s.cause(err))})
	}
	var a reply
	if err := s.answer(r, &a); err != nil {
		a = reply{Error: explain(s.cause(err)), Closed: s.desk == nil}
	}
	return encode(&a)
}

// cause returns why the request ended, where somebody else has ended it.
func (s *Session) cause(err error) error {
	if cause := context.Cause(s.room.Context); cause != nil {
		return cause
	}
	return err
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
	r.Most.clamp()
	return &r, nil
}

// clamp sees to it that not too much is shown, whatever a page asks for.
func (m *Most) clamp() {
	for _, bound := range []struct {
		asked *int
		most  int
	}{{&m.Moves, mostMoves}, {&m.All, mostMoves}, {&m.Facts, mostFacts}} {
		if *bound.asked <= 0 || *bound.asked > bound.most {
			*bound.asked = bound.most
		}
	}
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

// answer does what a request asks for.
func (s *Session) answer(r *request, a *reply) error {
	switch r.Do {
	case "open":
		return s.begin(r, a)
	case "view", "choose", "make", "run", "say", "undo", "redo", "go":
	case "grow", "state", "step", "why", "whynot", "compare", "trace", "picture":
	default:
		return fmt.Errorf("there is no request %q", r.Do)
	}
	if s.desk == nil {
		return errors.New("no program is open")
	}
	if err := s.check(r.Point); err != nil {
		return err
	}
	switch r.Do {
	case "grow":
		return s.grow(r, a)
	case "state":
		return s.state(r, a)
	case "step":
		a.Step = s.detail(r.Point)
		return nil
	case "why":
		return s.why(r, a)
	case "whynot":
		return s.whyNot(r, a)
	case "compare":
		return s.compare(r, a)
	case "trace":
		return s.trace(a)
	case "picture":
		return s.picture(r, a)
	}
	err := s.act(r, a)
	if err = s.pauses(err, a); err != nil {
		return err
	}
	return s.show(r, a)
}

// check refuses a point that is not there.
func (s *Session) check(at play.Point) error {
	if at < 0 || int(at) >= s.desk.Len() {
		return fmt.Errorf("there is no point %d; they are numbered from 0 to %d", at, s.desk.Len()-1)
	}
	return nil
}

// act does what the player wants.
func (s *Session) act(r *request, a *reply) error {
	switch r.Do {
	case "choose", "make", "run":
		if s.desk.Len() > mostPoints {
			return fmt.Errorf("there are %d points, and no room for more: open the program anew", s.desk.Len())
		}
		s.room.give(s.Pause, pause)
	}
	switch r.Do {
	case "choose":
		return s.desk.Choose(s.room, r.Number, r.Most)
	case "make":
		return s.desk.Make(s.room, r.Move)
	case "run":
		return s.run(r.Until, a)
	case "say":
		s.ears.line, s.ears.end = r.Line, r.Line == nil
		s.ears.said = nil
	case "undo":
		s.desk.Undo()
	case "redo":
		s.desk.Redo()
	case "go":
		s.desk.Go(r.Point)
	}
	return nil
}

// until says up to where chance is to choose: [play.Until], in words.
type until struct {
	Steps int      `json:"steps"`
	Rules []string `json:"rules"`
	Facts []string `json:"facts"`
	Stage string   `json:"stage"`
	Turn  bool     `json:"turn"`
}

// patterns returns what it waits for.
func (u until) patterns() (rules, facts []trace.Pattern, err error) {
	texts := slices.Clone(u.Facts)
	if u.Stage != "" {
		texts = append(texts, trace.StagePred+" "+u.Stage)
	}
	for _, of := range []struct {
		texts []string
		to    *[]trace.Pattern
	}{{u.Rules, &rules}, {texts, &facts}} {
		for _, text := range of.texts {
			p, err := trace.ParsePattern(text)
			if err != nil {
				return nil, nil, err
			}
			*of.to = append(*of.to, p)
		}
	}
	return rules, facts, nil
}

// stop is why chance does not go on.
type stop struct {
	// Why is `steps`, `rule`, `fact`, `turn`, `end` or `limit`; `time` where it has only
	// paused, and `line` where a sensor waits for one.
	Why  string `json:"why"`
	What string `json:"what,omitempty"` // the pattern that was waited for
}

// reasons are those of [play.Stop] in words.
func reason(why play.StopReason) string {
	return map[play.StopReason]string{play.AtSteps: "steps", play.AtRule: "rule", play.AtFact: "fact",
		play.AtTurn: "turn", play.AtEnd: "end", play.AtBound: "limit"}[why]
}

// run has chance choose. Without a bound, it pauses after some steps.
func (s *Session) run(u until, a *reply) error {
	rules, facts, err := u.patterns()
	if err != nil {
		return err
	}
	steps := pauseSteps
	if u.Steps > 0 {
		steps = min(u.Steps, pauseSteps)
	}
	why, err := s.desk.Run(s.room, play.Until{Steps: steps, Rules: rules, Facts: facts, Turn: u.Turn})
	if err != nil {
		return err
	}
	a.Stop = &stop{Why: reason(why.Why)}
	switch {
	case why.Why == play.AtRule || why.Why == play.AtFact:
		a.Stop.What = why.Pattern.String()
	case why.Why == play.AtSteps && steps != u.Steps:
		a.Stop.Why = "time"
	}
	return nil
}

// pauses takes it as a pause that the time was over, or that a sensor waits: what
// happened before has happened.
func (s *Session) pauses(err error, a *reply) error {
	switch {
	case errors.Is(err, errHear):
		a.Stop = &stop{Why: "line"}
	case errors.Is(err, context.DeadlineExceeded) && s.room.Context.Err() == nil:
		a.Stop = &stop{Why: "time"}
	default:
		return err
	}
	return nil
}

// show enters the view, and the points that the page does not know. Where it is not to be
// found out what can happen, it shows the rest.
func (s *Session) show(r *request, a *reply) error {
	s.room.give(s.Patience, patience)
	if r.Hurry {
		s.room.give(s.Pause, pause)
	}
	v, err := s.desk.View(s.room, r.Most)
	switch {
	case s.room.Context.Err() != nil:
		return err
	case errors.Is(err, errHear):
		v.Status = Hears
	case err != nil:
		v.Status, v.Why = Stuck, explain(err)
	}
	a.View, a.Points, a.Said = v, s.found(r.Known), string(s.ears.said)
	return nil
}

// Refuse returns the reply that a request has come to nothing for a reason, and whether
// the session was given up.
func Refuse(why error, closed bool) []byte {
	return encode(&reply{Error: explain(why), Closed: closed})
}
