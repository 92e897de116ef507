package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// writeTranscript writes the steps on the way to the present point: the player's choices behind a
// `>`, those of chance behind a dot, and below each the prose and the program's output; then how
// the run ended.
func (t *sitting) writeTranscript(w io.Writer) error {
	b := &report.Text{}
	b.Line("%s", t.title)
	b.Line("seed %d, %s", t.seed, plural(t.Depth(), "step"))
	for _, at := range t.Path()[1:] {
		b.Line("")
		t.writeEvent(b, t.Event(at))
	}
	if e := t.Ending(); e != nil {
		b.Line("")
		b.Line("%s", theEnd(e))
		writeEnding(b, e)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeEvent writes a step with its prose.
func (t *sitting) writeEvent(b *report.Text, e game.Event) {
	b.Line("%s %s %s", chosenMark(e.Chosen), e.Step, e.Text)
	for _, text := range append([]string{e.Title, e.Prose}, t.printed[e.Point]...) {
		if text != "" {
			writeIndented(b, text)
		}
	}
}

// indented writes the lines of a text a bit further right.
func writeIndented(b *report.Text, text string) {
	for line := range strings.Lines(text) {
		b.Line("    %s", strings.TrimRight(line, "\n"))
	}
}

// chosenMark returns the mark for the chooser of a step.
func chosenMark(by trace.Chosen) string {
	if by == trace.ByPlayer || by == trace.ByScript {
		return ">"
	}
	return "·"
}

// pointName returns how a point of the path is called.
func pointName(depth int) string {
	if depth == 0 {
		return "the start"
	}
	return fmt.Sprintf("t%d", depth)
}
