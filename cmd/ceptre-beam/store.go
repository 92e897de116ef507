package main

import (
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
)

// totalFile is the file with the tally of all shards.
const totalFile = "total"

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

// holds reports whether the file of a shard is there, of the same runs, and as it was written.
func (s *store) holds(ctx context.Context, h *shard.Header) bool {
	in, err := s.read(ctx, fileOf(h.Part))
	if err != nil {
		return false
	}
	defer in.Close()
	there, err := shard.Check(in)
	return err == nil && there.Part == h.Part && there.Differs(h) == ""
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
