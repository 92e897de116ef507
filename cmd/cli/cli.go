// Package cli holds the parts that the project's commands share: reports of errors, exit statuses,
// and the writing of files.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"github.com/ceptre-graph/ceptre/cmd/release"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Version is the version of all commands.
const Version = release.Version

// The statuses that commands exit with.
const (
	OK          = 0
	Failed      = 1   // the input is bad, or the work could not be done
	Misused     = 2   // the command line makes no sense
	Interrupted = 130 // as shells say it of Ctrl-C
	Closed      = 141 // the status that shells report for a command killed by SIGPIPE
)

// ErrReported is the error of a verb that has reported its failure itself.
var ErrReported = errors.New("failed, with the reason printed before")

// ErrInterrupted is the error of a verb that was stopped by Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// Stopped returns [ErrInterrupted] if a verb is asked to stop, and nil if not.
func Stopped(ctx context.Context) error {
	if ctx.Err() != nil {
		return ErrInterrupted
	}
	return nil
}

// Streams are the standard files of a command.
type Streams struct {
	In io.Reader
	// Out and Err take texts for people; where a command runs, control characters in these become escapes.
	// [Data] and [Raw] return them for anything else.
	Out, Err io.Writer

	inputs *inputs // nil for none that must not be written over
	edited string  // the input that may be, all the same; "" for none
}

// Hushed returns the streams without warnings if quiet is set. It does not affect errors, which
// verbs return.
func (s Streams) Hushed(quiet bool) Streams {
	if quiet {
		s.Err = io.Discard
	}
	return s
}

// Main runs a command with the arguments and files of the process, and returns
// the status to exit with. The first Ctrl-C, request to end, or loss of the terminal asks
// the command to stop, a second one ends it. A command that does not stop soon is ended, too,
// unless it said [TakeTime].
func Main(build func(Streams) *cobra.Command) int {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	context.AfterFunc(ctx, stop)
	return Run(endSoon(ctx), build, Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Args[1:])
}

// Run runs a command with arguments and files of the caller's.
func Run(ctx context.Context, build func(Streams) *cobra.Command, s Streams, args []string) int {
	out, errs := newDoor(s.Out), newDoor(s.Err)
	defer errs.flush()
	errs.names = brokenNames(args)
	s.Out, s.Err = out, errs
	s.inputs = new(inputs)
	cmd := build(s)
	cmd.SetIn(s.In)
	cmd.SetOut(s.Out)
	cmd.SetErr(s.Err)
	cmd.SetArgs(shown(args))
	cmd.Version = Version
	cmd.SilenceUsage = true
	cmd.SilenceErrors = true
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return usageError{c, inWords(c, err)} })
	refuseUnknown(cmd)
	err := cmd.ExecuteContext(ctx)
	out.flush()
	if err == nil {
		err = out.failure() // such as of help, which cobra prints without a check
	}
	return s.report(err)
}

// report writes an error as its kind wants and returns the status.
func (s Streams) report(err error) int {
	var usage usageError
	switch {
	case err == nil:
		return OK
	case errors.Is(err, errClosed):
		s.write(err)
		return Closed
	case errors.Is(err, ErrInterrupted), errors.Is(err, context.Canceled):
		s.write(err)
		return Interrupted
	case errors.Is(err, ErrReported):
		s.write(err)
		return Failed
	case errors.As(err, &usage):
		fmt.Fprintf(s.Err, "%s: %v\nSee '%s --help'.\n", usage.cmd.CommandPath(), usage.err, usage.cmd.CommandPath())
		return Misused
	}
	s.write(err)
	return Failed
}

// write writes an error, those of programs with their lines, unless there is nothing to
// say of it. Nothing is left to do when that fails.
func (s Streams) write(err error) {
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			s.write(one)
		}
	case syntax.ErrorList:
		_ = s.Report(e)
	default:
		switch {
		case errors.Is(err, ErrReported), errors.Is(err, errClosed):
			return
		case errors.Is(err, context.Canceled):
			err = ErrInterrupted
		}
		fmt.Fprintln(s.Err, err)
	}
}

// inWords replaces the error of parsing a flag by one that describes the wanted value, as all other
// messages do, or names the flag that was meant.
func inWords(c *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if unknown.GetSpecifiedShortnames() != "" {
			return fmt.Errorf("%w; put a name that begins with - after --", err)
		}
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := label.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			return fmt.Errorf("%w; did you mean --%s?", err, near)
		}
		return err
	}
	bad, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err
	}
	f := bad.GetFlag()
	value := values[f.Value.Type()]
	wants := cmp.Or(value.want, bad.Unwrap().Error())
	if errors.Is(err, strconv.ErrRange) && !strings.HasPrefix(bad.GetValue(), "-") {
		wants += value.most
	}
	return fmt.Errorf("--%s %q: %s", f.Name, bad.GetValue(), wants)
}

// values describe the values that flags accept, by type, with an addition for numbers that are too
// large.
var values = map[string]struct{ want, most string }{
	"bool":     {"want true or false", ""},
	"int":      {"want a whole number", ", at most " + strconv.Itoa(math.MaxInt)},
	"uint":     {"want a whole number, not below 0", " and at most " + strconv.FormatUint(math.MaxUint, 10)},
	"uint64":   {"want a whole number, not below 0", " and at most " + strconv.FormatUint(math.MaxUint64, 10)},
	"seed":     {"want a whole number, not below 0, or random", ", at most " + strconv.FormatUint(math.MaxUint64, 10)},
	"float64":  {"want a number", ", at most " + strconv.FormatFloat(math.MaxFloat64, 'g', -1, 64)},
	"duration": {"want a time such as 500ms, 30s or 2m", ""},
}

// usageError says that the command line makes no sense.
type usageError struct {
	cmd *cobra.Command
	err error
}

func (e usageError) Error() string { return e.err.Error() }

// Usage makes what args refuses an error of usage. Where their number is wrong, it
// says which are wanted.
func Usage(args cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, words []string) error {
		err := args(c, words)
		if err == nil {
			return nil
		}
		if _, wanted, some := strings.Cut(c.Use, " "); some && ofNumber.MatchString(err.Error()) {
			got := "no arguments"
			if len(words) > 0 {
				got = english.Count(len(words), "argument")
			}
			err = fmt.Errorf("want %s, but got %s", wanted, got)
		}
		return usageError{c, err}
	}
}

// ofNumber matches cobra's message about a wrong number of arguments.
var ofNumber = regexp.MustCompile(`arg\(s\)`)

// BadFlag returns the error of a flag with an invalid value.
func BadFlag(c *cobra.Command, format string, args ...any) error {
	return usageError{c, fmt.Errorf(format, args...)}
}

// Disagree returns the error of an ambiguous output format: the name of the file asks for one, and
// a flag for another.
func Disagree(c *cobra.Command, file, named, other string) error {
	return BadFlag(c, "-o %s asks for %s, but %s", file, named, other)
}
