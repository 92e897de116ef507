// Package shards writes the files of shards of runs, and reads many of them as one series.
package shards

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Finished reports whether a file has a shard already, undamaged. It prints so on standard error, or that the file is
// damaged and the shard is made again. Any other file is an error, and is not written over.
func Finished(ctx context.Context, s cli.Streams, file string, h *shard.Header) (bool, error) {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err == nil && info.IsDir():
		return false, fmt.Errorf("%s: this is a folder; want a file for the shard", visible.Line(file))
	case err == nil && !info.Mode().IsRegular():
		return false, fmt.Errorf("%s: want a file for the shard", visible.Line(file))
	}
	there, err := check(ctx, s, file, shard.Check)
	name := visible.Line(file)
	switch {
	case errors.Is(err, shard.ErrDamaged):
		_, err = fmt.Fprintf(s.Err, "%v; it is made again\n", err)
		return false, err
	case errors.Is(err, shard.ErrForeign), errors.Is(err, shard.ErrFormat):
		return false, fmt.Errorf("%w, and is not overwritten", err)
	case err != nil:
		return false, err
	}
	if why := h.Differs(there); why != "" {
		return false, fmt.Errorf("%s: this is a shard of other runs, and is not overwritten: it has %s", name,
			visible.Line(why))
	}
	if there.Part != h.Part {
		return false, fmt.Errorf("%s: this is shard %v of these runs, and is not overwritten by shard %v", name, there.Part,
			h.Part)
	}
	_, err = fmt.Fprintf(s.Err, "%s: shard %v is finished already\n", name, h.Part)
	return true, err
}

// check reads a file as far as a function does, and returns its header.
func check(ctx context.Context, s cli.Streams, file string, by func(io.Reader) (*shard.Header, error)) (*shard.Header,
	error) {
	in, err := s.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	h, err := by(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return h, nil
}

// Write writes the file of a shard.
func Write(s cli.Streams, file string, h *shard.Header, total []byte, rows sweep.Rows) error {
	return s.StreamFile(file, func(w io.Writer) error { return shard.Write(w, h, total, rows) })
}

// Series is the runs of several files.
type Series struct {
	*shard.Set
	partial bool
	streams cli.Streams
	ctx     context.Context
}

// Gather reads the files of a series: their totals, and with rows also their rows. Files that cannot be read, damage
// and missing shards are errors that name the file or the shard; if partial is set, Gather prints them on standard
// error and goes on. A shard of other runs is always an error. A folder stands for the files in it.
func Gather(ctx context.Context, s cli.Streams, files []string, partial, rows bool) (*Series, error) {
	files, err := inFolders(files)
	if err != nil {
		return nil, err
	}
	series := &Series{Set: new(shard.Set), partial: partial, streams: s, ctx: ctx}
	p := s.Progress("reading shards", len(files))
	defer p.Close()
	by := shard.CheckTotal
	if rows {
		by = shard.Check
	}
	var damaged []error
	for _, file := range files {
		h, err := check(ctx, s, file, by)
		switch {
		case ctx.Err() != nil:
			return nil, err
		case err != nil:
			damaged = append(damaged, err)
		default:
			if err := series.Add(file, h); err != nil {
				return nil, err
			}
		}
		p.Done()
	}
	if series.Subject() == nil {
		return nil, errors.Join(damaged...)
	}
	missing := series.Missing()
	if len(missing) > 0 {
		are := "are"
		if len(missing) == 1 && missing[0].First == missing[0].Last {
			are = "is"
		}
		damaged = append(damaged, fmt.Errorf("%s %s missing", shard.Missed(missing), are))
	}
	err = errors.Join(damaged...)
	switch {
	case err == nil:
		return series, nil
	case !partial:
		return nil, others(err)
	}
	_, err = fmt.Fprintln(s.Err, err)
	return series, err
}

// others adds to an error that there may be a report without some shards.
func others(err error) error { return fmt.Errorf("%w; --partial reports the others", err) }

// Totals calls add with the total of each file, in the order of runs. If add returns an error, it has added nothing
// of this total. The error then names the file; if the series may be partial, Totals prints it on standard error, and
// the series goes on without the file.
func (s *Series) Totals(add func(total []byte) error) error {
	for _, file := range s.Files() {
		err := s.total(file, add)
		switch {
		case err == nil:
			continue
		case s.ctx.Err() != nil:
			return err
		case !s.partial:
			return others(err)
		}
		s.Drop(file.Part)
		if _, err := fmt.Fprintln(s.streams.Err, err); err != nil {
			return err
		}
	}
	return nil
}

// total calls add with the total of a file.
func (s *Series) total(file shard.File, add func(total []byte) error) error {
	in, err := s.streams.Open(s.ctx, file.Name)
	if err != nil {
		return err
	}
	defer in.Close()
	total, err := shard.Total(in, &file.Header)
	if err == nil {
		err = add(total)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", in.Name, err)
	}
	return nil
}

// Rows returns the rows of all files, in the order of seeds. They are read bit by bit, and the first error ends them.
func (s *Series) Rows() iter.Seq2[*sweep.Row, error] {
	return func(yield func(*sweep.Row, error) bool) {
		for _, file := range s.Files() {
			if !s.read(file, yield) {
				return
			}
		}
	}
}

// read hands on the rows of a file, and reports whether all are read and more are wanted.
func (s *Series) read(file shard.File, yield func(*sweep.Row, error) bool) bool {
	in, err := s.streams.Open(s.ctx, file.Name)
	if err != nil {
		return yield(nil, err)
	}
	defer in.Close()
	for row, err := range shard.Read(in, &file.Header) {
		if err != nil {
			yield(nil, fmt.Errorf("%s: %w", in.Name, err))
			return false
		}
		if !yield(row, nil) {
			return false
		}
	}
	return true
}
