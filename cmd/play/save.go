package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// save writes the game as a trace. It overwrites an existing file only if over is set; otherwise it
// returns [fs.ErrExist].
func (l *Local) save(ctx context.Context, name string, over bool) (string, error) {
	name, err := saveName(name)
	if err != nil {
		return name, err
	}
	if err := l.o.MayWrite(name); err != nil {
		return name, err
	}
	if err := WantNew(name); err != nil && !over {
		return name, err
	}
	if err := l.write(ctx, name); err != nil {
		return name, err
	}
	l.safe = l.At()
	return name, nil
}

// WantNew returns [fs.ErrExist] for a file that holds something, which would be lost.
func WantNew(name string) error {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
		return fmt.Errorf("%s: %w", name, fs.ErrExist)
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

// write writes the game as a trace.
func (l *Local) write(ctx context.Context, name string) error {
	return l.o.StreamFile(name, func(w io.Writer) error { return form.Write(name, w, l.Trace(ctx)) })
}

// noteCut says that a saved game ends before others of its steps, which were taken back.
func (l *Local) noteCut(name string) {
	if l.CanRedo() {
		fmt.Fprintf(l.o.Err, "%s: note: it ends at %s; what came after that was taken back\n", name, pointName(l.Depth()))
	}
}

// keep writes the files that the options name.
func (l *Local) keep(ctx context.Context) error {
	var transcript error
	if l.o.Transcript != "" {
		transcript = l.o.WriteFile(l.o.Transcript, l.writeTranscript)
	}
	if l.o.Save == "" {
		return transcript
	}
	err := l.write(ctx, l.o.Save)
	if err == nil {
		l.safe = l.At()
		l.noteCut(l.o.Save)
	}
	return errors.Join(err, transcript)
}

// writeTranscript writes the steps on the way to the present point: the player's choices behind a
// `>`, those of chance behind a dot, and below each the prose and the program's output; then how
// the run ended.
func (l *Local) writeTranscript(w io.Writer) error {
	b := &report.Text{}
	b.Line("%s", l.title)
	b.Line("seed %d, %s", l.o.Run.Seed, english.Count(l.Depth(), "step"))
	for _, at := range l.Path()[1:] {
		b.Line("")
		writeEvent(b, l.Event(at), l.printed[at]...)
	}
	if e := l.Ending(); e != nil {
		b.Line("")
		b.Line("%s", theEnd(e))
		writeIndented(b, e.Title, e.Prose)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeEvent writes a step with a mark for its chooser, its prose, and the output of the program.
func writeEvent(b *report.Text, e game.Event, printed ...string) {
	mark := "·"
	if e.Chosen == trace.ByPlayer || e.Chosen == trace.ByScript {
		mark = ">"
	}
	b.Line("%s %s %s", mark, e.Step, e.Text)
	writeIndented(b, append([]string{e.Title, e.Prose}, printed...)...)
}

// writeIndented writes the lines of texts a bit further right.
func writeIndented(b *report.Text, texts ...string) {
	for _, text := range texts {
		for line := range strings.Lines(text) {
			b.Line("    %s", strings.TrimRight(line, "\n"))
		}
	}
}

// pointName returns how a point of the path is called.
func pointName(depth int) string {
	if depth == 0 {
		return "the start"
	}
	return fmt.Sprintf("t%d", depth)
}
