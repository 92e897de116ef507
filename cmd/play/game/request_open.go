package game

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/rename"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// Opening is what a page opens: a program, with how it is played and what was tried of it.
type Opening struct {
	Name string `json:"name,omitempty"` // of the program's file
	Text string `json:"text"`
	// Listed has, by the names of rules, the variables that come first in their order: see [syntax.Rule]. It is empty of
	// programs that were written in Ceptre.
	Listed map[string][]string `json:"listed,omitempty"`
	// RuleFirst says that chance draws a rule first: see [lang.Program]. Rules of a name are one rule then, as in the
	// language that the program was written in.
	RuleFirst bool `json:"ruleFirst,omitempty"`
	// Prose is what the author wrote to it, in the file ProseName, which ends as
	// [prose.ParseFitting] wants it. What does not fit the program is left out.
	Prose     string   `json:"prose,omitempty"`
	ProseName string   `json:"proseName,omitempty"`
	Seed      *uint64  `json:"seed,string,omitempty"` // 1 where there is none
	Trace     int      `json:"trace,omitempty"`       // which of the program's, from 1; 0 for the first
	Stage     string   `json:"stage,omitempty"`       // with Context, in the place of a trace
	Context   string   `json:"context,omitempty"`
	Steps     int      `json:"steps,omitempty"`  // how long the run may be; 0 for what the program says
	By        string   `json:"by,omitempty"`     // who the characters are, as [Options.By]
	Place     string   `json:"place,omitempty"`  // what says where they are, as [Options.Place]
	Turns     []string `json:"turns,omitempty"`  // the stages in which the player chooses; none for those of the program
	Breaks    []string `json:"breaks,omitempty"` // breakpoints; what the program does not know is none
	Tree      kept     `json:"tree,omitzero"`
	Lost      []branch `json:"lost,omitempty"`

	was *Game // of the program before it was changed; nil for none
}

// kept is a [session.Tree] as pages keep it.
type kept struct {
	Points []branch      `json:"points"`
	At     session.Point `json:"at"` // of the lost, where it is negative
	Heard  []heard       `json:"heard,omitempty"`
}

// account is what there is to be told of a program.
type account struct {
	Name   string   `json:"name"`
	Title  string   `json:"title,omitempty"` // the author's
	Stages []string `json:"stages"`
	Rules  []string `json:"rules"`
	Preds  []string `json:"preds"`
	Cast   []string `json:"cast"`
	Turns  []string `json:"turns"` // the stages in which it is the player's turn; none is for all
	Seed   uint64   `json:"seed,string"`
}

// missing is a point that was found once and does not fit the program any longer. With
// the first of those that come after each other is said why.
type missing struct {
	branch
	Text string `json:"text"`
	Why  string `json:"why,omitempty"`
}

// grow opens the program as it has become.
func (h *Handler) grow(r *request, a *reply) error {
	o := h.open
	o.Text, o.Prose, o.ProseName = r.Text, r.Prose, r.ProseName
	o.Listed, o.RuleFirst = r.Listed, r.RuleFirst
	o.Tree = kept{At: h.game.At()}
	if r.Tree.At < 0 {
		o.Tree.At = r.Tree.At
	}
	for _, f := range h.found(1) {
		o.Tree.Points = append(o.Tree.Points, f.branch)
	}
	o.Tree.Heard = h.heard("open")
	o.Breaks = h.game.Breaks()
	o.Lost, o.was = nil, h.game
	for _, m := range h.lost {
		o.Lost = append(o.Lost, m.branch)
	}
	return h.enter(o, r, a)
}

// enter opens a program, if it can, and takes the steps of the tree again.
func (h *Handler) enter(o Opening, r *request, a *reply) error {
	if len(o.Tree.Points)+len(o.Lost) > mostPoints {
		return fmt.Errorf("there are too many points: there may be %d", mostPoints)
	}
	d, heard, err := h.sit(o)
	if err != nil {
		return err
	}
	heard.at = d.At
	tree := o.tree()
	if o.was != nil && h.Adapt != nil {
		var renamed []rename.Renaming
		tree, renamed = h.Adapt(tree, o.was.Session, d.Session)
		a.Renamed = renamed
	}
	lost := d.Grow(h.ctx, tree)
	if err := h.ctx.Err(); err != nil {
		return err
	}
	h.game, h.console = d, heard
	h.lost, a.Stood = h.game.missing(tree, lost)
	a.Lost = h.lost
	o.Tree, o.Lost, o.was = kept{}, nil, nil
	h.open = o
	a.Program = h.account()
	r.Known = 0
	return h.show(r, a)
}

// sit returns a game for a program.
func (h *Handler) sit(o Opening) (*Game, *pageConsole, error) {
	heard := &pageConsole{printed: make(map[session.Point]string), at: func() session.Point { return session.Start }}
	name := cmp.Or(o.Name, "program.cep")
	read, err := h.read(name, &o)
	if err != nil {
		return nil, heard, err
	}
	prog := read.prog
	start, err := o.start(prog)
	if err != nil {
		return nil, heard, err
	}
	limits := h.Limits
	if o.Steps > 0 && (limits.Steps == 0 || o.Steps < limits.Steps) {
		limits.Steps = o.Steps
	}
	seed := uint64(1)
	if o.Seed != nil {
		seed = *o.Seed
	}
	heard.Console = &console.Console{Program: prog, Line: heard.hear, Out: heard, Say: &heard.said}
	run := exec.Options{Seed: seed, Limits: limits, Generator: h.Generator, Host: heard.Host()}
	d, err := New(h.ctx, prog, start,
		Options{Run: run, Prose: read.prose, By: o.By, Place: o.Place, Chance: pauseSteps})
	if err == nil {
		for _, text := range first(o.Breaks, mostBreaks) {
			if a, err := d.Awaited(text); err == nil { // the program still has what it waits for
				d.Break(a)
			}
		}
		d.SetTurns(slices.DeleteFunc(slices.Clone(o.Turns), func(name string) bool { return d.wantStage(name) != nil }))
	}
	return d, heard, err
}

// sources are the texts of an opening, once they are read.
type sources struct {
	prog  *lang.Program
	errs  syntax.ErrorList
	prose *prose.Prose
	fault any // the value with which reading panicked
}

// read reads the texts of an opening within the time of the request. Reading does not look at
// the clock, so it goes on alone when the time is over. The next reading of the handler waits
// for it: there is one at a time.
func (h *Handler) read(name string, o *Opening) (*sources, error) {
	if h.reading == nil {
		h.reading = make(chan struct{}, 1)
	}
	select {
	case h.reading <- struct{}{}:
	case <-h.ctx.Done():
		return nil, h.ctx.Err()
	}
	done := make(chan *sources, 1)
	go func() {
		defer func() { <-h.reading }()
		t := new(sources)
		defer func() {
			t.fault = recover()
			done <- t
		}()
		if t.prog, t.errs = o.load(name); !t.errs.Failed() {
			t.prose = o.words(name, t.prog)
		}
	}()
	select {
	case t := <-done:
		switch {
		case t.fault != nil:
			panic(t.fault) // as if it had been read here
		case t.errs.Failed():
			return nil, t.errs
		}
		return t, nil
	case <-h.ctx.Done():
		return nil, h.ctx.Err()
	}
}

// load checks the program.
func (o *Opening) load(name string) (*lang.Program, syntax.ErrorList) {
	file, errs := syntax.Parse(&syntax.Source{Name: name, Text: []byte(o.Text)})
	for _, d := range file.Decls {
		if stage, ok := d.(*syntax.Stage); ok {
			for _, r := range stage.Rules {
				o.list(r)
			}
		}
	}
	prog, errs := lang.LoadTree(file, errs)
	if prog != nil && o.RuleFirst {
		prog.RuleFirst = true
		prog.JoinVariants()
	}
	return prog, errs
}

// list lists the variables of a rule, but for those that it no longer has.
func (o *Opening) list(r *syntax.Rule) {
	if r.Name == nil || len(o.Listed[r.Name.Text]) == 0 {
		return
	}
	there := make(map[string]*syntax.Name)
	for _, x := range syntax.Joined(r.Left) {
		syntax.EachVariable(x, func(n *syntax.Name) { there[n.Text] = n })
	}
	for _, name := range o.Listed[r.Name.Text] {
		if n := there[name]; n != nil {
			r.Listed = append(r.Listed, n)
		}
	}
}

// words returns the prose as far as it fits a program, so that an author who has just renamed a
// rule can play on. Sites report the parts left out.
func (o *Opening) words(program string, prog *lang.Program) *prose.Prose {
	if o.Prose == "" {
		return nil
	}
	name := cmp.Or(o.ProseName, strings.TrimSuffix(program, ".cep")+".md")
	text, _, _ := prose.ParseFitting(name, []byte(o.Prose),
		prose.Options{Program: exec.Describe(prog)}) // nil where nothing can be read
	return text
}

// start returns where the run starts.
func (o *Opening) start(prog *lang.Program) (*lang.Start, error) {
	if o.Stage != "" || o.Context != "" {
		stage := slices.IndexFunc(prog.Stages, func(s *lang.Stage) bool { return s.Name == o.Stage })
		context := slices.IndexFunc(prog.Contexts, func(c *lang.Context) bool { return c.Name == o.Context })
		if stage < 0 || context < 0 {
			return nil, fmt.Errorf("there is no stage %q with a context %q", o.Stage, o.Context)
		}
		return &lang.Start{Stage: prog.Stages[stage], Context: prog.Contexts[context]}, nil
	}
	n := max(o.Trace, 1)
	switch {
	case len(prog.Traces) == 0:
		return nil, errors.New("there is no #trace to play; add one, `#trace _ STAGE CONTEXT.`")
	case n > len(prog.Traces):
		return nil, fmt.Errorf("there is no #trace %d: the program has %d", n, len(prog.Traces))
	}
	return prog.Traces[n-1], nil
}

// tree returns the tree of an opening with the lost points.
func (o *Opening) tree() session.Tree {
	t := session.Tree{At: o.whole(o.Tree.At)}
	for _, h := range o.Tree.Heard {
		t.Heard = append(t.Heard, session.Heard{At: h.At, Asked: h.Asked, Facts: h.Facts.of})
	}
	for i, b := range slices.Concat(o.Tree.Points, o.Lost) {
		if i >= len(o.Tree.Points) {
			b.From = o.whole(b.From)
		}
		t.Points = append(t.Points, session.Branch{From: b.From, Step: b.Step.whole()})
	}
	return t
}

// whole returns a point of the tree with what was lost, which comes after the others.
func (o *Opening) whole(p session.Point) session.Point {
	if p < 0 {
		return session.Point(len(o.Tree.Points)) - p
	}
	return p
}

// missing returns the points of a tree that were lost, those that come after them
// included: they may fit another time. Where the player stood is one of these, or 0.
func (g *Game) missing(t session.Tree, lost []session.Lost) (out []missing, stood session.Point) {
	number := make(map[session.Point]session.Point) // of lost points of the tree
	for i, b := range t.Points {
		at, from := session.Point(i+1), number[b.From]
		m := missing{branch: branch{from, lean(&b.Step)}, Text: g.Did(&b.Step)}
		switch {
		case len(lost) > 0 && lost[0].Point == at:
			m.From, m.Why = lost[0].After, lost[0].Err.Error()
			if misfit, ok := errors.AsType[*session.Misfit](lost[0].Err); ok { // which also names the step
				m.Why = misfit.Err.Error()
			}
			lost = lost[1:]
		case from == 0:
			continue
		}
		out = append(out, m)
		number[at] = -session.Point(len(out))
	}
	return out, number[t.At]
}

// account tells of the program.
func (h *Handler) account() *account {
	prog := h.game.Program()
	a := &account{Name: prog.Name, Title: h.game.teller.prose.Front().Title, Stages: h.game.Stages(),
		Turns: h.game.Turns(), Seed: h.game.teller.seed}
	for _, x := range prog.Rules() {
		a.Rules = append(a.Rules, x.Label)
	}
	for _, x := range prog.Preds {
		a.Preds = append(a.Preds, x.Name)
	}
	a.Cast = h.game.Cast().Names
	return a
}
