package runs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/coverage"
	"github.com/ceptre-graph/ceptre/causal/golden"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Options say which golden runs are tested, and what comes of it.
type Options struct {
	Only   []string // patterns of the names of runs, as [path.Match] has them; none for all runs
	Update bool     // runs that are not what they were are accepted as they are now
	Quiet  bool     // only errors are printed
}

// Test makes the choices of the golden runs of programs again, and of those in folders. The error is about programs and
// their folders; the verdicts are nil if there are none for it.
func Test(ctx context.Context, s cli.Streams, args []string, o Options) (*golden.Verdicts, error) {
	programs, err := programs(args)
	if err != nil {
		return nil, err
	}
	done := &golden.Verdicts{Update: o.Update, Quiet: o.Quiet}
	for _, program := range programs {
		of, failed := test(ctx, s, program, o)
		if interrupted := cli.Stopped(ctx); interrupted != nil {
			return nil, interrupted
		}
		done.Programs = append(done.Programs, of)
		err = errors.Join(err, failed)
	}
	return done, err
}

// test tries the golden runs of a program. The error is about the program or its folder.
func test(ctx context.Context, s cli.Streams, program string, o Options) (*golden.Program, error) {
	out := &golden.Program{Name: program}
	files, listed := Files(program)
	prog, err := load.Program(s.Hushed(o.Quiet), program)
	if err != nil {
		out.Broken = true
		if errors.Is(err, fs.ErrNotExist) && len(files) > 0 {
			err = fmt.Errorf("%w; its blessed runs are still in %s", err, beside.Runs(program))
		}
		return out, err
	}
	if listed != nil {
		return out, listed
	}
	out.Some, out.Hint = len(files) > 0, First(program, prog)
	for _, file := range files {
		if len(o.Only) == 0 || slices.ContainsFunc(o.Only, func(glob string) bool {
			ok, _ := path.Match(glob, Name(file)) // of another form nothing is blessed
			return ok
		}) {
			out.Runs = append(out.Runs, try(ctx, s, prog, file))
		}
	}
	return out, nil
}

// try makes the choices of a golden run again.
func try(ctx context.Context, s cli.Streams, prog *lang.Program, file string) *golden.Verdict {
	name, t, err := s.ReadTrace(file)
	if err != nil {
		return &golden.Verdict{Name: Name(file), File: file, Err: fmt.Errorf("cannot be read: %w", err)}
	}
	v, err := golden.Try(ctx, prog, t)
	if err != nil {
		v = &golden.Verdict{Err: load.Blame(ctx, prog, name, err)}
	}
	v.Name, v.File = Name(file), file
	return v
}

// Accept writes the runs that are accepted as they are now.
func Accept(s cli.Streams, done *golden.Verdicts) (err error) {
	for _, v := range done.Accepted() {
		err = errors.Join(err, save(s.InPlace(v.File), v.File, v.Again.Now))
	}
	return err
}

// Read reads a trace that is a run of the program as it is, with the names that the program has now.
func Read(ctx context.Context, s cli.Streams, prog *lang.Program, file string) (*trace.Trace, error) {
	shown, read, err := s.ReadTrace(file)
	if err != nil {
		return nil, err
	}
	r, err := inquiry.RunAgain(ctx, prog, read)
	switch {
	case err != nil:
		return nil, load.Blame(ctx, prog, shown, err)
	case len(r.Departures) > 0:
		b := &report.Text{}
		(&golden.Verdict{File: shown, Again: r}).Failure(b, "not blessed, as it is no run of "+prog.Source.String()+":")
		return nil, errors.New(strings.TrimSuffix(b.String(), "\n"))
	case len(r.Renamed) > 0:
		return r.Now, nil
	}
	return read, nil
}

// Cover makes the golden runs of a program again, as they go now, to see what of it they reach. A run that is not what
// it was counts as far as it goes, which is noted unless quiet is set.
func Cover(ctx context.Context, s cli.Streams, prog *lang.Program, program string, o sweep.Options, quiet bool) (
	out []*coverage.Batch, err error) {
	files, err := Files(program)
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s: no blessed runs yet; %s", program, First(program, prog))
	}
	for _, file := range files {
		v := try(ctx, s, prog, file)
		if v.Err == nil && !v.OK() && v.Again.Start != nil && !quiet {
			fmt.Fprintf(s.Err, "note: %s: changed %s; the run as it is now is counted ('ceptre test' says more)\n",
				visible.Line(file), visible.Line(v.Where(&v.Again.Departures[0])))
		}
		b, failed := cover(ctx, v, o)
		out, err = append(out, b), errors.Join(err, failed)
	}
	return out, err
}

// cover runs a program as a golden run goes now.
func cover(ctx context.Context, v *golden.Verdict, o sweep.Options) (*coverage.Batch, error) {
	switch {
	case v.Err != nil:
		return nil, fmt.Errorf("%s: %w", v.File, v.Err)
	case v.Again.Start == nil:
		return nil, fmt.Errorf("%s: %s", v.File, v.Again.Departures[0].Differences[0].Text)
	}
	o.Runs, o.Set = 1, func(uint64) exec.Options { return v.Again.Again() }
	b := coverage.Golden(sweep.Made{Options: o, Program: v.Again.Program, Start: v.Again.Start}, v.Name, v.File)
	o.Each = b.Add
	made, err := sweep.Run(ctx, v.Again.Program, v.Again.Start, o)
	if err != nil {
		return nil, err
	}
	b.AddLosses(made.Losses)
	return b, nil
}
