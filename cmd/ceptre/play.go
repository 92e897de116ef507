package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/games"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/play"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// playing holds the flags of the verb.
type player struct {
	flags.Starter
	flags.Bounds
	seed       uint64
	drawn      *flags.Seed // the flag for it
	prose      string
	casting    cast.Options
	resume     string
	out        string
	transcript string
	breaks     []string
	turns      string
	plain      bool
	force      bool
	game       games.Player
}

func playProgram(s cli.Streams) *cobra.Command {
	var p player
	cmd := &cobra.Command{
		Use:   "play PROGRAM",
		Short: "Play a program: choose, undo, try another way, and ask why",
		Long: `Play a program. The screen shows the state, grouped by character and place, with new facts
(+) and facts that are gone (-), and the choices by rule, in the author's words if
PROGRAM.md has some. In a program with stages marked #interactive, you choose in these
stages, and the other choices are random; in any other program you make all choices, or
leave them to chance. When you let chance go on until something happens, it makes your
choices, too, unless you ask it to stop at your turn. --turns names the stages in which
you choose, instead of the marked ones. Nothing is lost when you go back: you can return
to any point of the run, and to any branch that you tried.

  ↑ ↓ j k, Enter  select a choice, take it    c   take one step at random
  1 2 3 …, Enter  take a choice by number     r   run until …
  /               find choices by typing      b   breakpoints
  u, U            undo, redo                  w   why does a fact exist?
  g               go to any point or branch   n   why can a rule not fire?
  s               save the game as a trace    T   the stages in which you choose
  ?               all keys                    q   quit

When --memory is used up, chance stops, and you play on; going back frees the memory of
the steps after that point. --steps limits the length of the run.

On a pipe, with TERM=dumb or with --plain, play is a plain dialogue with one command per
line and comments after %; 'help' lists the commands. When more than 200 steps happen at
once, it prints the first and the last; --transcript has all of them. If a command fails
on a pipe, play reports its line and goes on; at the end, the exit status is 1. Sensors of
the program read lines, too; while one asks, put a slash before a command.

A saved game is a trace. --resume repeats its steps, with the same start and seed, and
goes on from there. If the program has changed, renamed rules and facts are recognised; if
the game no longer fits, play names the first step that does not, and goes on from the
step before. --output and 'save' do not overwrite another game unless you tell them to. As
long as all choices are random, they are those of 'ceptre run' with the same seed.

In a game (.kif, .ggd) you are one of the roles. The others choose by chance, or play the
moves of --moves. Games are played in the plain dialogue.`,
		Example: `  ceptre play examples/verona.cep
  ceptre play examples/workshop.cep --transcript tale.txt
  ceptre play examples/verona.cep --break 'do/slay' --break 'dead romeo'
  ceptre play examples/verona.cep --turns day,night
  ceptre play examples/verona.cep -o game.json
  ceptre play examples/verona.cep --resume game.json -o game.json
  ceptre play examples/tictactoe.kif --role oplayer
  printf '1\nuntil dead _\nwhy dead _\n' | ceptre play examples/verona.cep`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return p.play(c, s, args[0]) },
	}
	p.flags(cmd)
	return cmd
}

// flags enters the flags into the verb.
func (p *player) flags(c *cobra.Command) {
	f := c.Flags()
	p.drawn = flags.SeedFlag(c, &p.seed, flags.SeedUsage+" (default with --resume: the seed of the trace)")
	p.Bounds.Timeless(c)
	p.Starter.Flags(c)
	f.StringVar(&p.prose, "prose", "", "read the prose from `FILE` (default: the one beside the program)")
	cli.CastFlags(c, &p.casting)
	f.StringVar(&p.resume, "resume", "", "go on from the end of the run in this `TRACE`")
	cli.FileFlag(c, &p.out, "",
		"at the end, save the game up to the current step to `FILE`, as a trace: .json, .jsonl or .ctrace")
	f.StringVar(&p.transcript, "transcript", "", "at the end, write the story of the game to `FILE`, as text")
	f.StringArrayVar(&p.breaks, "break", nil,
		"stop chance when a rule fires or a fact is made, given as `RULE|FACT`; 'FACT, FACT' are facts that exist "+
			"together; separate several by semicolons (repeatable)")
	f.StringVar(&p.turns, "turns", "",
		"choose in these `STAGES`, separated by commas, or all (default: those marked #interactive, or all)")
	f.BoolVar(&p.force, "force", false, "overwrite the files of --output and --transcript if they exist")
	p.game.Flags(c)
	f.Lookup("moves").Usage =
		"of a game in GDL: the other roles play the moves in `FILE`, a line a turn with a move of each role"
	f.StringVar(&p.game.Role, "role", "", "of a game: play this `ROLE` (default: the first)")
	f.BoolVar(&p.plain, "plain", false, "use a plain dialogue instead of the screen")
}

// play plays a program.
func (p *player) play(c *cobra.Command, s cli.Streams, program string) error {
	if err := p.check(c, s, program); err != nil {
		return err
	}
	if games.Is(s, program) {
		return p.converse(c, s, program)
	}
	if err := games.None(c, program); err != nil {
		return err
	}
	defer limit.Collect(p.Memory)()
	l, err := p.open(c, s.InPlace(p.resume), program)
	if err != nil {
		return err
	}
	cli.TakeTime(c.Context())
	screen := !p.plain && os.Getenv("TERM") != "dumb" && cli.IsTerminal(s.In) && cli.IsTerminal(s.Out)
	return errors.Join(l.Play(c.Context(), screen), cli.Stopped(c.Context()))
}

// converse plays a game in a dialogue.
func (p *player) converse(c *cobra.Command, s cli.Streams, file string) error {
	err := games.Refuse(c, file, "stage", "trace", "context", "prose", "by", "place", "resume", "break",
		"turns", "steps", "proof-steps", "match-steps")
	if err != nil {
		return err
	}
	p.drawn.Say(c.ErrOrStderr())
	p.game.Seed = p.seed
	run, failed := p.game.Converse(c, s, file)
	if run != nil && p.out != "" {
		err = s.WriteNamed(p.out, func(w io.Writer) error { return form.Write(p.out, w, run.Trace) })
	}
	if run != nil && p.transcript != "" {
		tale := func(w io.Writer) error { return listing.Write(w, run.Trace.Stream()) }
		err = errors.Join(err, s.WriteNamed(p.transcript, tale))
	}
	return errors.Join(err, failed, cli.Stopped(c.Context()))
}

// check refuses flags that make no sense together.
func (p *player) check(c *cobra.Command, s cli.Streams, program string) error {
	changed := c.Flags().Changed
	switch {
	case program == cli.Stdio || p.resume == cli.Stdio || p.prose == cli.Stdio:
		return cli.BadFlag(c, "standard input is for the player; give program, prose and trace as files")
	case p.resume != "" && (changed("trace") || changed("stage") || changed("context")):
		return cli.BadFlag(c, "--resume starts where its trace starts; leave out --trace, --stage and --context")
	case p.out == cli.Stdio || p.transcript == cli.Stdio:
		return cli.BadFlag(c, "standard output is for the player; give --output and --transcript files")
	case p.out != "" && p.out == p.transcript:
		return cli.BadFlag(c, "--output and --transcript would both write %s", p.out)
	}
	err := errors.Join(s.InPlace(p.resume).MayWrite(p.out, program, p.resume), s.MayWrite(p.transcript, program, p.resume),
		s.RoomFor(p.out), s.RoomFor(p.transcript))
	switch {
	case err != nil:
		return err
	case p.out != "" && !form.Is(p.out):
		return cli.BadFlag(c, "--output %q: want the name of a file that ends in .%s", p.out,
			strings.Join(form.Names(), ", ."))
	}
	return p.wantFree()
}

// wantFree refuses to write over what other games have left. A game that goes on is written over by
// itself, as is its transcript, which tells of it from the start.
func (p *player) wantFree() error {
	if p.force {
		return nil
	}
	if err := play.WantNew(p.out); err != nil && !cli.SameFile(p.out, p.resume) {
		return fmt.Errorf("%w; --resume %s continues it, and --force overwrites it", err, p.out)
	}
	if err := play.WantNew(p.transcript); err != nil && p.resume == "" {
		return fmt.Errorf("%w; --force overwrites it", err)
	}
	return nil
}

// open returns a game as the flags say, where nothing has happened yet but the steps of a saved one.
func (p *player) open(c *cobra.Command, s cli.Streams, program string) (*play.Local, error) {
	prog, err := load.Program(s, program)
	switch {
	case errors.Is(err, load.ErrIsTrace):
		return nil, fmt.Errorf("%w; to go on with a saved game: ceptre play PROGRAM --resume %s", err, visible.Line(program))
	case err != nil:
		return nil, err
	}
	var saved *play.Saved
	if p.resume != "" {
		if saved, err = play.ReadSaved(s, prog, p.resume); err != nil {
			return nil, err
		}
	}
	l, err := p.begin(c, s, prog, saved)
	if err != nil {
		return nil, err
	}
	if err := l.BreakAll(p.breaks); err != nil {
		return nil, cli.BadFlag(c, "--break %s", visible.Line(err.Error()))
	}
	stages, err := l.TurnsIn(p.turns)
	if err != nil {
		return nil, cli.BadFlag(c, "--turns %s: %s", p.turns, visible.Line(err.Error()))
	}
	l.SetTurns(stages)
	if saved == nil {
		return l, nil
	}
	misfit, err := l.Resume(c.Context(), saved)
	if err != nil {
		return nil, err
	}
	if len(saved.Steps) > l.Depth() && p.out != "" && cli.SameFile(p.out, p.resume) {
		return nil, fmt.Errorf("%s\n%s is left as it is, since the steps that no longer fit would be lost; give another "+
			"name with -o", visible.Line(misfit), p.out)
	}
	return l, nil
}

// begin returns a game at its start.
func (p *player) begin(c *cobra.Command, s cli.Streams, prog *lang.Program, saved *play.Saved) (*play.Local, error) {
	start, err := p.from(c, prog, saved)
	if err != nil {
		return nil, err
	}
	limits, err := p.Limits(c)
	if err != nil {
		return nil, err
	}
	p.drawn.Say(s.Err)
	seed := p.seed
	if saved != nil && saved.Run != nil && !c.Flags().Changed("seed") {
		seed = saved.Run.Seed
	}
	text, notes, err := beside.Fitting(s, p.prose, beside.Program(prog.Source.Name), exec.Describe(prog))
	if err != nil {
		return nil, flags.Explain(prog, err)
	}
	l, err := play.New(c.Context(), play.Options{
		Streams: s, Program: prog, Start: start, Prose: text, By: p.casting.By, Place: p.casting.Place, Notes: notes,
		Run:    exec.Options{Seed: seed, Limits: limits, Generator: &trace.Generator{Name: "ceptre", Version: cli.Version}},
		Memory: p.Memory, Save: p.out, Transcript: p.transcript,
	})
	return l, flags.Explain(prog, flags.Miscast(err, p.casting, text))
}

// from returns where the play starts: where a saved game did, if one goes on.
func (p *player) from(c *cobra.Command, prog *lang.Program, saved *play.Saved) (*lang.Start, error) {
	if saved == nil {
		return p.Start(c, prog)
	}
	return saved.Start()
}
