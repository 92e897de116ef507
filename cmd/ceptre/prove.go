package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/proofs"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/verdict"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// prover holds the flags of the verb.
type prover struct {
	flags.Starter
	flags.Bounds // all but --steps
	picture      cli.Picture
	most         int
	names        []string
	certificate  string
	checked      string
	json         bool
	all          bool

	inStep exec.Limits // of searches within a step
}

func proving(s cli.Streams) *cobra.Command {
	var p prover
	cmd := &cobra.Command{
		Use:   "prove PROGRAM",
		Short: "Prove or refute the statements of a program, and find invariants",
		Long: `Settle each #invariant and #never of a program, for all runs from a #trace. A statement is

  proved   if it holds in all states of all runs,
  refuted  if a run breaks it: a shortest one is shown, and the exit status is 1,
  open     if neither is known: prove says how much was covered.

Below, prove lists what it finds in the rules by itself: invariants, as lines to paste into
the program, with a sentence each; facts that, once gone, never come back, or that never
go; facts that may grow without bound; and rules that never fire. A program without
statements is a good start.

Statements are proved from the rules where each rule keeps them. The others need a search:
states are searched as 'ceptre explore' does, breadth first, until all are settled. At
--max-states, --time or --memory, and when you interrupt it, the search stops, and the
statements that are not settled stay open. Sensors give no answers, so a search proves
nothing about programs that ask some. The goals of queries in Celf files are no statements.

With -o, the run that breaks the first statement is written as a trace, or as a picture of
it if the name ends like one.

--certificate writes why each statement is proved or refuted, in a form that
--check-certificate accepts or refuses, by a checker that shares no code with the prover. It
takes each rule and each run as it stands in the program. Proofs that it cannot follow are
not in the certificate; prove names them.`,
		Example: `  ceptre prove examples/blocks.cep
  ceptre prove examples/verona.cep --time 10s
  ceptre prove examples/vending.cep --json
  ceptre prove mine.cep --statement one_place -o broken.svg
  ceptre prove mine.cep --certificate mine.proof.json
  ceptre prove mine.cep --check-certificate mine.proof.json`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return p.prove(c, s, args[0]) },
	}
	p.Starter.Flags(cmd)
	f := cmd.Flags()
	f.IntVar(&p.most, "max-states", mostFound, "stop after `N` states; 0 for no limit")
	f.DurationVar(&p.Time, "time", 0, "stop after this `DURATION`, such as 30s or 5m (default: no limit)")
	f.Var(&p.Memory, "memory", "stop when it takes this much memory: a `SIZE` such as 500MB or 2GiB (default: no limit)")
	f.StringArrayVar(&p.names, "statement", nil, "settle only the statement of this `NAME`; may be given again")
	f.StringVar(&p.certificate, "certificate", "", "write a certificate of the verdicts to `FILE`, as JSON")
	f.StringVar(&p.checked, "check-certificate", "",
		"check the certificate in this `FILE` for the program, and prove nothing")
	p.picture.Flags(cmd)
	f.Lookup("output").Usage = "write to `FILE` the run that breaks a statement, as a trace or, if the name ends like " +
		"one, as a picture; - prints only the trace"
	p.Searches(cmd)
	f.BoolVar(&p.json, "json", false, "print the verdicts as JSON")
	f.BoolVar(&p.all, "all", false, answer.AllUsage)
	return cmd
}

// prove settles the statements according to the flags, and prints the verdicts.
func (p *prover) prove(c *cobra.Command, s cli.Streams, program string) error {
	if err := p.check(c, s, program); err != nil {
		return err
	}
	var certificate []byte
	if p.checked != "" {
		var err error
		if _, certificate, err = s.ReadFile(p.checked); err != nil {
			return err
		}
	}
	prog, err := load.Program(s, program)
	if err != nil {
		return err
	}
	if p.checked != "" {
		return p.checkCertificate(c, s, prog, certificate)
	}
	statements, err := p.selected(prog)
	if err != nil {
		return err
	}
	start, err := p.Start(c, prog)
	if err != nil {
		return err
	}
	return p.settle(c, s, prog, start, statements)
}

// check refuses flags that make no sense.
func (p *prover) check(c *cobra.Command, s cli.Streams, program string) (err error) {
	switch {
	case p.most < 0:
		return cli.BadFlag(c, "--max-states %d: give a positive number, or 0 for no bound", p.most)
	case p.Time < 0:
		return cli.BadFlag(c, "--time %v: give a positive time", p.Time)
	}
	file := p.picture.File
	if err := answer.CheckOutput(c, p.json, "-o", file); err != nil {
		return err
	}
	isTrace := file == cli.Stdio || form.Is(file)
	if file != "" && !isTrace && !p.drawn() {
		return cli.BadFlag(c, "-o %q: the name of a trace ends with .%s, followed by %s if compressed; that of a picture "+
			"with %s", file, strings.Join(form.Names(), ", ."), form.Gzip, english.Either(cli.PictureEnds()))
	}
	if isTrace {
		p.picture.File = "" // its theme is checked all the same
	}
	if celf.Is(program) && (p.certificate != "" || p.checked != "") {
		return cli.BadFlag(c, "certificates are about programs of Ceptre: 'ceptre convert %s -o FILE.cep' makes one of this "+
			"world", visible.Line(program))
	}
	inputs := []string{program}
	if p.checked != "" {
		inputs = append(inputs, p.checked)
	}
	err = p.picture.Check(c, s, inputs...)
	p.picture.File = file
	if err == nil && isTrace {
		err = s.MayWrite(file, inputs...)
	}
	if err = errors.Join(err, s.MayWrite(p.certificate, inputs...)); err != nil {
		return err
	}
	if p.checked != "" && (p.certificate != "" || file != "" || p.names != nil) {
		return cli.BadFlag(c, "--check-certificate proves nothing: leave --certificate, --statement and -o out")
	}
	p.inStep, err = p.SearchLimits(c)
	return err
}

// drawn says that the file to write is a picture.
func (p *prover) drawn() bool {
	f := render.FormatOf(filepath.Ext(p.picture.File))
	return f != "" && f != render.JSONFormat
}

// selected returns the statements that --statement names, all without.
func (p *prover) selected(prog *lang.Program) ([]*lang.Statement, error) {
	if p.names == nil {
		return prog.Statements, nil
	}
	var out []*lang.Statement
	for _, s := range prog.Statements {
		if slices.Contains(p.names, s.Label) {
			out = append(out, s)
		}
	}
	for _, name := range p.names {
		if !slices.ContainsFunc(out, func(s *lang.Statement) bool { return s.Label == name }) {
			var labels []string
			for _, s := range prog.Statements {
				labels = append(labels, s.Label)
			}
			have := "the program has none"
			if len(labels) > 0 {
				have = "the program has " + english.List(labels)
			}
			return nil, fmt.Errorf("%s: --statement %q: there is no such statement; %s", prog.Source, name,
				visible.Line(have))
		}
	}
	return out, nil
}

// settle settles statements, and prints the verdicts, however the search ended.
func (p *prover) settle(c *cobra.Command, s cli.Streams, prog *lang.Program, start *lang.Start,
	statements []*lang.Statement) error {
	outer := c.Context()
	cli.TakeTime(outer)
	defer p.Confine(c)()
	result, failure := p.search(c, s, prog, start, statements)
	verdicts := &report.Verdicts{Program: prog, Result: result, Cut: p.cut(result)}
	err := verdicts.FindWays(start, exec.Options{
		Seed: 1, Limits: p.inStep, Generator: &trace.Generator{Name: "ceptre", Version: cli.Version},
	})
	if err == nil {
		err = p.tell(c, s, verdicts)
	}
	if err == nil && p.certificate != "" {
		err = proofs.Write(c.Context(), s, p.certificate, prog, start, result)
	}
	err = errors.Join(load.Place(prog, err), p.refuted(prog, verdicts), flags.AllowingMore(load.Place(prog, failure)))
	if errors.Is(err, cli.ErrInterrupted) {
		return err // which says how it ended
	}
	return errors.Join(err, cli.Stopped(outer))
}

// search settles the statements, and shows on a terminal how far it is.
func (p *prover) search(c *cobra.Command, s cli.Streams, prog *lang.Program, start *lang.Start,
	statements []*lang.Statement) (*verdict.Result, error) {
	progress := s.Progress("proving", -1)
	defer progress.Close()
	return verdict.Settle(c.Context(), prog, start, verdict.Options{
		Statements: statements, MaxStates: p.most, Limits: p.inStep,
		Progress: func(found, looked int) {
			progress.Say(fmt.Sprintf("%s, %d looked at", english.Count(found, "state"), looked))
		},
	})
}

// cut returns the reason why the search was cut short. It is empty if it was complete or settled everything.
func (p *prover) cut(r *verdict.Result) string {
	if r.Space == nil {
		return ""
	}
	return p.Cut(r.Space.Ended, p.most)
}

// tell prints the verdicts unless standard output has another use, and writes the requested file.
func (p *prover) tell(c *cobra.Command, s cli.Streams, v *report.Verdicts) error {
	file := p.picture.File
	if file != cli.Stdio {
		if err := answer.Print(s, v, p.json, p.all); err != nil {
			return err
		}
	}
	way, _ := v.Way()
	switch {
	case file == "":
		return nil
	case way == nil:
		return answer.NoTrace(s, file, "no statement is refuted")
	case p.drawn():
		return p.picture.Draw(c.Context(), s, causal.New(way), render.Options{View: render.Steps})
	}
	return s.WriteFile(file, func(w io.Writer) error { return form.Write(file, w, way) })
}

// refuted returns the error that names the statements that are refuted.
func (p *prover) refuted(prog *lang.Program, v *report.Verdicts) error {
	labels := v.Refuted()
	if len(labels) == 0 {
		return nil
	}
	is := "is"
	if len(labels) > 1 {
		is = "are"
	}
	return fmt.Errorf("%s: %s %s refuted", prog.Source, visible.Line(english.List(labels)), is)
}

// checkCertificate checks a certificate of the program, and prints its claims.
func (p *prover) checkCertificate(c *cobra.Command, s cli.Streams, prog *lang.Program, data []byte) error {
	outer := c.Context()
	cli.TakeTime(outer)
	defer p.Confine(c)()
	accepted, err := proofs.Check(c.Context(), prog, p.checked, data,
		func(prog *lang.Program) (*lang.Start, error) { return p.Start(c, prog) }, p.inStep)
	if stopped := cli.Stopped(outer); stopped != nil {
		return stopped
	}
	if err != nil {
		return err
	}
	return answer.Print(s, accepted, p.json, p.all)
}
