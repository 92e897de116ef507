package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	// File systems of folders: those of the machine, and of gs:// buckets.
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// totalFile is the file with the total of all shards. 'ceptre merge', which adds up the shards of a folder itself,
// leaves hidden files out.
const totalFile = ".total"

// fileOf names the file of a shard.
func fileOf(p shard.Part) string { return fmt.Sprintf("shard-%08d-of-%08d", p.Index, p.Of) }

// store is a folder that all workers share.
type store struct {
	filesystem.Interface
	folder string
}

// open returns the folder of a name, such as runs or gs://bucket/runs.
func open(ctx context.Context, folder string) (*store, error) {
	files, err := filesystem.New(ctx, folder)
	return &store{files, strings.TrimSuffix(folder, "/")}, err
}

func (s *store) path(name string) string { return s.folder + "/" + name }

// total returns the total of the runs of a shard, and its form. It is nil if the file of the shard is not there, of
// other runs, or not as it was written.
func (s *store) total(ctx context.Context, h *shard.Header) (*total.Total, []byte) {
	data, err := s.get(ctx, fileOf(h.Part))
	if err != nil {
		return nil, nil
	}
	there, err := shard.Check(bytes.NewReader(data))
	if err != nil || there.Part != h.Part || there.Differs(h) != "" {
		return nil, nil
	}
	form, err := shard.Total(bytes.NewReader(data), h)
	if err != nil {
		return nil, nil
	}
	sum, err := total.Decode(form)
	if err != nil || sum.Differs(&h.Subject) != "" {
		return nil, nil
	}
	return sum, form
}

// all returns the total of all runs of a subject.
func (s *store) all(ctx context.Context, of *total.Subject) (*total.Total, error) {
	data, err := s.get(ctx, totalFile)
	if err != nil {
		return nil, err
	}
	name := s.path(totalFile)
	sum, err := total.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if why := of.Differs(&sum.Subject); why != "" {
		return nil, fmt.Errorf("%s: this is the total of other runs: it has %s", name, why)
	}
	if n := sum.Ends.Runs(); n != of.Runs {
		return nil, fmt.Errorf("%s: the runner has added up %s of %d", name, english.Count(n, "run"), of.Runs)
	}
	return sum, nil
}

// rows returns the rows of the file of a shard.
func (s *store) rows(ctx context.Context, h *shard.Header) iter.Seq2[*sweep.Row, error] {
	return func(yield func(*sweep.Row, error) bool) {
		in, err := s.read(ctx, fileOf(h.Part))
		if err != nil {
			yield(nil, err)
			return
		}
		defer in.Close()
		shard.Read(in, h)(yield)
	}
}

// get returns what a file holds.
func (s *store) get(ctx context.Context, name string) ([]byte, error) {
	in, err := s.read(ctx, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(in)
}

func (s *store) read(ctx context.Context, name string) (io.ReadCloser, error) {
	return s.OpenRead(ctx, s.path(name))
}

// write writes a file so that it is there whole or not at all, also if others write it at the same time. Buckets
// have a file only once it is closed; elsewhere a draft with a name of its own is renamed.
func (s *store) write(ctx context.Context, name string, data []byte) error {
	to := s.path(name)
	renamer, renames := s.Interface.(filesystem.Renamer)
	draft := to
	if renames {
		draft = s.path(fmt.Sprintf(".%s.%016x", name, rand.Uint64()))
	}
	out, err := s.OpenWrite(ctx, draft)
	if err != nil {
		return err
	}
	if _, err := out.Write(data); err != nil {
		out.Close()
		return err
	}
	if err := out.Close(); err != nil || !renames {
		return err
	}
	return renamer.Rename(ctx, draft, to)
}
