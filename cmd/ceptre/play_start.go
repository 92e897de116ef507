package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/rename"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/spf13/cobra"
)

// sit returns a play as the flags say, where nothing has happened yet but what a saved
// game tells of.
func (p *playing) sit(c *cobra.Command, s cli.Streams, program string) (*sitting, error) {
	prog, err := load(s, program)
	switch {
	case errors.Is(err, errIsTrace):
		return nil, fmt.Errorf("%w; to go on with a saved game: ceptre play PROGRAM --resume %s", err, trace.Visible(program))
	case err != nil:
		return nil, err
	}
	saved, renamed, err := p.saved(s, prog)
	if err != nil {
		return nil, err
	}
	start, err := p.from(c, prog, saved)
	if err != nil {
		return nil, err
	}
	t := &sitting{Streams: s.InPlace(p.resume), room: room{p.bounds}, prog: prog, seed: p.seedFor(c, saved), printed: make(map[play.Point][]string), say: io.Discard, out: io.Discard, kept: p.out != "", safe: unsafe}
	if err := p.open(c, t, start); err != nil {
		return nil, allowingMore(place(prog, err))
	}
	if err := t.breakAt(p.breaks); err != nil {
		return nil, cli.BadFlag(c, "--break %s", trace.Visible(err.Error()))
	}
	stages, err := t.TurnsIn(p.turns)
	if err != nil {
		return nil, cli.BadFlag(c, "--turns %s: %s", p.turns, trace.Visible(err.Error()))
	}
	t.SetTurns(stages)
	if saved == nil {
		return t, nil
	}
	for _, r := range renamed {
		t.notes = append(t.notes, fmt.Sprintf("%s: %v", p.resume, r))
	}
	if err := t.follow(c.Context(), p.resume, saved); err != nil {
		return nil, err
	}
	if len(saved.Steps) > t.Depth() && p.out != "" && cli.SameFile(p.out, p.resume) {
		return nil, fmt.Errorf("%s\n%s is left as it is, for that would be lost which no longer fits; give another name with -o", trace.Visible(t.notes[len(t.notes)-1]), p.out)
	}
	return t, nil
}

// open begins the play.
func (p *playing) open(c *cobra.Command, t *sitting, start *lang.Start) error {
	limits, err := p.limits(c)
	if err != nil {
		return err
	}
	run := exec.Options{Seed: t.seed, Limits: limits, Host: t.outside(), Generator: &trace.Generator{Name: "ceptre", Version: cli.Version}}
	o := game.Options{Run: run, By: p.casting.By, Place: p.casting.Place, Each: t.step, Within: t.within, Forgot: t.forgot}
	if o.Prose, err = p.words(t, exec.Header(t.prog, start, run).Program); err != nil {
		return err
	}
	t.title = o.Prose.Front().Title
	if t.title == "" {
		t.title = t.prog.Name
	}
	t.Game, err = game.New(c.Context(), t.prog, start, o)
	return inCasting(err, p.casting, o.Prose)
}

// words returns the author's words. Of those that lie beside the program, sections that do
// not fit it are left out, and it is said why.
func (p *playing) words(t *sitting, program *trace.Program) (*prose.Prose, error) {
	text, notes, err := fittingProse(t.Streams, p.prose, besideProgram(t.prog.Source.Name), program)
	t.notes = append(t.notes, notes...)
	return text, err
}

// saved reads the game that is to go on, in the names that the program has now, and returns
// which these are; nil for none.
func (p *playing) saved(s cli.Streams, prog *lang.Program) (*trace.Trace, []rename.Renaming, error) {
	if p.resume == "" {
		return nil, nil, nil
	}
	name, t, err := s.ReadTrace(p.resume)
	if err != nil || ranFrom(prog, &t.Header) {
		return t, nil, err
	}
	warnOfOther(s.Err, prog, &t.Header, name)
	t, renamed := inquiry.RenamedIn(prog, t)
	return t, renamed, nil
}

// from returns where the play starts: where a saved game did, and with its bound, if
// there is something left of it.
func (p *playing) from(c *cobra.Command, prog *lang.Program, saved *trace.Trace) (*lang.Start, error) {
	if saved == nil {
		return p.start(c, prog)
	}
	start, err := replay.Resume(prog, &trace.Trace{Header: saved.Header, Resources: saved.Initial()})
	switch {
	case err == nil && start.Stage == nil:
		err = errors.New("the trace begins in no stage")
	case err != nil:
	case saved.Run != nil && saved.Run.Limits != nil && saved.Run.Limits.Steps > len(saved.Steps):
		start.Bound = saved.Run.Limits.Steps
	}
	if err != nil {
		return nil, fmt.Errorf("%s: its start does not fit %s: %s", p.resume, prog.Source, trace.Visible(err.Error()))
	}
	return start, nil
}

// seedFor returns the seed: the flag's, or else that of the saved game.
func (p *playing) seedFor(c *cobra.Command, saved *trace.Trace) uint64 {
	if saved != nil && saved.Run != nil && !c.Flags().Changed("seed") {
		return saved.Run.Seed
	}
	return p.seed
}
