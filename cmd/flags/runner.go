// Package flags holds the flags that several verbs share, and does what they ask for: where a run starts, what bounds
// it, who chooses, and how many runs are made.
package flags

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/play/ask"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/spf13/cobra"
)

// Runner holds the flags of the verbs that run a program.
type Runner struct {
	Starter
	Bounds
	Seed   uint64
	Choose string
	Quiet  bool
	// Printed takes what the program prints; nil for standard output.
	Printed io.Writer
	// Alone says that chance chooses in interactive stages, too, where --choose does not say otherwise.
	Alone bool
	// Lively says that steps are shown on a terminal as they come.
	Lively bool
	// Most is the number of steps of a run if the program bounds it by more and no flag does; 0 for
	// no such bound.
	Most int
	// Final, if not nil, is called with the state in which the run ended.
	Final func(*exec.Machine)
	// Outcome says what came of the goal of the last run; nil if it had none, or if the run failed.
	Outcome *Outcome
	// Short is an error if the last run ended before it had as many steps as the program expects.
	Short error
	// Once says that a run does not start over until it meets its goal, even if the program says so.
	Once bool
	seed *Seed
}

// QuietUsage describes --quiet of verbs that have --json: data that is asked for by name is printed.
const QuietUsage = "print only errors, and the output of --json"

// Flags enters the flags into a verb.
func (r *Runner) Flags(c *cobra.Command) {
	f := c.Flags()
	r.seed = SeedFlag(c, &r.Seed, SeedUsage)
	r.Bounds.Flags(c)
	r.Starter.Flags(c)
	f.StringVar(&r.Choose, "choose", "",
		"let `WHO` choose the steps: random (each transition is as likely), rule (each rule is, and then each of its "+
			"transitions), first (the first move), ask (you), or a list of moves such as 3,1,2 (default: random, or "+
			"rule in Celf files; but ask in interactive stages)")
	f.BoolVar(&r.Quiet, "quiet", false, "print only errors")
}

// SaySeed prints the seed that was drawn, if one was.
func (r *Runner) SaySeed(w io.Writer) { r.seed.Say(w) }

// Run runs the program as the flags say. With an error that is not about the
// flags, the trace holds what happened until then. Of a run that is not wanted any more,
// for the verb was stopped, there is none: it may be large.
func (r *Runner) Run(c *cobra.Command, prog *lang.Program) (*trace.Trace, error) {
	b := trace.NewBuilder()
	begun, err := r.Record(c, prog, b)
	if !begun || cli.Stopped(c.Context()) != nil {
		return nil, err
	}
	return b.Trace(), err
}

// Record is [Runner.Run] for a run that need not be held in memory, and reports whether it began.
func (r *Runner) Record(c *cobra.Command, prog *lang.Program, to trace.Recorder) (begun bool, err error) {
	start, err := r.Start(c, prog)
	if err != nil {
		return false, err
	}
	defer r.Confine(c)()
	o, err := r.options(c, prog)
	if err != nil {
		return false, err
	}
	bounded := r.Most > 0 && o.Limits.Steps == 0 && start.Bound > r.Most
	if bounded {
		o.Limits.Steps = r.Most
	}
	if !r.Quiet {
		r.seed.Say(c.ErrOrStderr())
	}
	solver := r.newSolver(prog, start)
	if !r.Once {
		o = solver.repeat(c.Context(), o)
	}
	watched := r.watch(c, prog, o.Chooser, solver.follow(c.Context(), &o, to))
	err = solver.ended(exec.Record(c.Context(), prog, start, o, watched))
	r.Short = nil
	if start.Whole && watched.end.Why == trace.Quiescent && watched.steps < start.Bound {
		r.Short = fmt.Errorf("%s:%s: the run is to have %s, but nothing can happen after %d", prog.Source, start.Start,
			english.Count(start.Bound, "step"), watched.steps)
	}
	watched.leave(c.ErrOrStderr())
	if v, ok := errors.AsType[*statement.Violation](err); ok {
		err = &Violated{v, watched.steps, prog.Rules()[watched.rule]}
	}
	if watched.end.Why == trace.LimitHit && !r.Quiet {
		halt{watched, o, start, bounded}.tell(c.ErrOrStderr(), prog.Source.String(), context.Cause(c.Context()))
	}
	return watched.begun, Explain(prog, err)
}

// Violated says at which step a run violated a statement.
type Violated struct {
	*statement.Violation
	Steps int        // up to the violation
	Rule  *lang.Rule // of the last one, if there is one
}

// Error returns which statement is violated, after which step, and how.
func (v *Violated) Error() string {
	where := "at the start"
	if v.Steps > 0 {
		where = fmt.Sprintf("after step %d, %s", v.Steps, v.Rule.Label)
	}
	return fmt.Sprintf("%s is violated %s: %s", v.Statement.Label, where, v.Reason())
}

// Unwrap returns the violation alone.
func (v *Violated) Unwrap() error { return v.Violation }

// options returns what the flags say of a run.
func (r *Runner) options(c *cobra.Command, prog *lang.Program) (o exec.Options, err error) {
	in := console.NewLines(c.InOrStdin())
	if o.Chooser, err = r.chooser(c, prog, in); err != nil {
		return o, err
	}
	if o.Limits, err = r.Limits(c); err != nil {
		return o, err
	}
	o.Seed, o.Host, o.Loop = r.Seed, r.outside(c, prog, in), new(exec.Loop)
	o.Final = r.Final
	o.Generator = &trace.Generator{Name: "ceptre", Version: cli.Version}
	return o, nil
}

// outside ties the program to standard input and output. Where standard input
// holds the program, there are no lines.
func (r *Runner) outside(c *cobra.Command, prog *lang.Program, in *console.Lines) exec.Host {
	console := &console.Console{Program: prog, Line: in.Next, Out: r.Printed, Say: c.ErrOrStderr()}
	if r.Printed == nil {
		console.Out = c.OutOrStdout()
	}
	if cli.IsTerminal(c.InOrStdin()) {
		console.Prompt = "> "
	}
	if c.Flags().Arg(0) == cli.Stdio {
		console.Line = func(context.Context) (string, error) { return "", io.EOF }
	}
	return console.Host()
}

// halt is a run that a limit has ended.
type halt struct {
	*progress
	exec.Options
	start   *lang.Start
	bounded bool // the bound is not that of the program, nor of who runs it
}

// tell says which limit ended the run, unless the user asked for just that many steps, and whether
// it could go on. The name is that of the program.
func (h halt) tell(w io.Writer, name string, cause error) {
	limit, _ := errors.AsType[*exec.LimitError](cause)
	asked := h.Limits.Steps > 0 || h.start.Bound > 0
	cut := h.end.Message != "" // by another limit
	stopped := ""
	switch {
	case cut:
		fmt.Fprintf(w, "%s: stopped after %s: %s; --%s allows more\n", name, english.Count(h.steps, "step"),
			h.end.Message, limit.Limit)
	case h.bounded && !h.Loop.Forever:
		fmt.Fprintf(w, "%s: stopped after %d of %d steps, to keep the site small; --steps sets another limit\n", name,
			h.steps, h.start.Bound)
	case asked && !h.bounded:
	case h.Loop.Forever:
		stopped = fmt.Sprintf("stopped after %d steps: ", h.steps)
	default:
		fmt.Fprintf(w, "%s: stopped after %d steps, the default limit; --steps sets another\n", name, h.steps)
	}
	if l := h.Loop; l.Forever || l.To > 0 && (cut || !asked) {
		fmt.Fprintf(w, "%s: %sthe state after step %d is the same as after step %d%s\n",
			name, stopped, l.To, l.From, further(l))
	}
}

// further says what may come of it that the run came back to a state.
func further(l *exec.Loop) string {
	if l.Forever {
		return ", and nothing else can follow: the run repeats itself for ever"
	}
	return "; other choices may lead elsewhere, or the run may repeat itself without end"
}

// chooser returns the chooser of a run. For all stages it is the one that --choose names. Without
// the flag it is chance, but the player in interactive stages. Questions to the player go to standard
// error, apart from the output of the command.
func (r *Runner) chooser(c *cobra.Command, prog *lang.Program, in *console.Lines) (exec.Chooser, error) {
	player := ask.Player{Context: c.Context(), Program: prog, In: in, Out: c.ErrOrStderr(),
		Terminal: cli.IsTerminal(c.InOrStdin())}
	if c.Flags().Arg(0) == cli.Stdio {
		player.In = nil
	}
	if !c.Flags().Changed("choose") && !r.Alone {
		return player.WhereInteractive(exec.Random(r.Seed).For(prog), !r.Quiet), nil
	}
	if chooser := r.unattended(prog, r.Seed); chooser != nil && (r.Alone || r.Choose != "") {
		return chooser, nil
	}
	if r.Choose == ask.Name {
		return player.Chooser(), nil
	}
	if list, ok := numbers(r.Choose); ok {
		return exec.Script(list), nil
	}
	return nil, cli.BadFlag(c, "--choose %q: want random, rule, first, ask, or a list of numbers from 1 such as 3,1,2",
		r.Choose)
}

// unattended returns the chooser that --choose names, if that needs no player and no list, and otherwise nil. Without
// the flag it is chance, as the program says.
func (r *Runner) unattended(prog *lang.Program, seed uint64) exec.Chooser {
	chance := exec.Random(seed)
	switch r.Choose {
	case "":
		return chance.For(prog)
	case "random":
		return chance
	case "rule":
		return chance.RuleFirst()
	case "first":
		return exec.First()
	}
	return nil
}

// numbers reads a list such as 3,1,2; false where it is none.
func numbers(list string) ([]int, bool) {
	var out []int
	for _, word := range strings.Split(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || n < 1 {
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}
