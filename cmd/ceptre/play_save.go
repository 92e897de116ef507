package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
)

// save writes the game as a trace. It overwrites an existing file only if over is set; otherwise it
// returns [fs.ErrExist].
func (t *sitting) save(ctx context.Context, name string, over bool) (string, error) {
	name, err := saveName(name)
	if err != nil {
		return name, err
	}
	if err := t.MayWrite(name); err != nil {
		return name, err
	}
	if err := wantNew(name); err != nil && !over {
		return name, err
	}
	if err := t.write(ctx, name); err != nil {
		return name, err
	}
	t.safe = t.At()
	return name, nil
}

// wantNew returns [fs.ErrExist] for a file that holds something, which would be lost.
func wantNew(name string) error {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
		return fmt.Errorf("%s: %w", name, fs.ErrExist)
	}
	return nil
}

// wantFree refuses to write over what other games have left. A game that goes on is written over by
// itself, as is its transcript, which tells of it from the start.
func (p *playing) wantFree() error {
	if p.force {
		return nil
	}
	if err := wantNew(p.out); err != nil && !cli.SameFile(p.out, p.resume) {
		return fmt.Errorf("%w; --resume %s goes on with it, and --force writes over it", err, p.out)
	}
	if err := wantNew(p.transcript); err != nil && p.resume == "" {
		return fmt.Errorf("%w; --force writes over it", err)
	}
	return nil
}

// saveName returns the name under which a game is saved, which says in what form.
func saveName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if form.Is(name) {
		return name, nil
	}
	if name == "" || filepath.Ext(name) != "" {
		return name, fmt.Errorf("%q: want the name of a file that ends in .%s", name, strings.Join(form.Names(), ", ."))
	}
	return name + "." + form.Names()[0], nil
}

// wantFolder refuses a file in a folder that is not there, before a game is played that
// could not be kept.
func wantFolder(file string) error {
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: there is no folder %s", file, filepath.Dir(file))
	}
	return nil
}

func (t *sitting) write(ctx context.Context, name string) error {
	return t.StreamFile(name, func(w io.Writer) error { return form.Write(name, w, t.Trace(ctx)) })
}

// noteCut says that a saved game ends before others of its steps, which were taken back.
func (t *sitting) noteCut(name string) {
	if t.CanRedo() {
		fmt.Fprintf(t.Err, "%s: note: it ends at %s; what came after that was taken back\n", name, pointName(t.Depth()))
	}
}

// keep writes the files that the flags name at the end, also if the play was interrupted.
func (p *playing) keep(ctx context.Context, t *sitting) error {
	var err error
	if p.transcript != "" {
		err = t.WriteFile(p.transcript, t.writeTranscript)
	}
	return errors.Join(p.keepGame(ctx, t), err)
}

func (p *playing) keepGame(ctx context.Context, t *sitting) error {
	if p.out == "" {
		return nil
	}
	if err := t.write(ctx, p.out); err != nil {
		return err
	}
	t.safe = t.At()
	t.noteCut(p.out)
	return nil
}
