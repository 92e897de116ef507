// Package foreign reads the traces of other engines as traces of ours: what the
// older Ceptre prints after a run, its trace.dot and its JSON of single steps,
// and proof terms of Celf.
//
// Each of them records the same thing, firings of rules over facts with an identity, and each
// leaves out something else: some have no facts, none has types, seeds or stages of steps. The
// reader of a format fills a [run] with the content of the file and its positions; the run derives
// the rest, once for all formats:
//
//   - A fact that a step uses and makes anew is one that its rule keeps, with `$`
//     or because it is permanent. It is read, and the fact made anew is the same
//     resource still. Permanent facts are a set: making one that exists
//     changes nothing.
//   - A fact that the file does not give is named after the step that made it: the
//     second resource made by `greet ann bob` is `greet/2 ann bob`, the second of
//     the initial state `initial/2`. So equal names are equal facts.
//   - A stage token `stage day` is ours. Where one is there that a step does not
//     touch, the step belongs to that stage and reads the token.
//
// Losses of a format are reported in notes. Types, parameters of rules and the setup of a run are
// left out if the file does not give them.
package foreign

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/lang/celf/proofterm"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Note says what a file does not tell, or what was made of it where more than
// one reading is possible.
type Note string

// Read reads a trace in our own format, see [tracefile.Read], or in one of [Formats],
// plain or compressed with gzip; it tells them apart by what they hold. What it
// returns, [trace.Validate] accepts. The notes are in a fixed order and differ. The function unended is
// that of [tracefile.Read].
//
// The name is that of the file. Errors are `name:line:column: message`, of the
// text without compression; for errors of our own format see there.
func Read(name string, r io.Reader, unended func(place string)) (*trace.Trace, []Note, error) {
	in := bufio.NewReaderSize(r, headSize)
	if isOurs(head(in)) {
		t, err := tracefile.Read(name, in, unended)
		return t, nil, err
	}
	return readOther(name, in)
}

// readOther reads a trace in one of [Formats].
func readOther(name string, in *bufio.Reader) (*trace.Trace, []Note, error) {
	f, err := load(name, in)
	if err != nil {
		return nil, nil, err
	}
	k, at := kindOf(f.text)
	if at < 0 && len(proofterm.RunsOf(f.text)) > 0 {
		return nil, nil, f.errorf(0, "these are states of Celf, which do not tell the rules; they are read with the world: "+
			"ceptre trace convert FILE --program WORLD.clf")
	}
	if at < 0 {
		names := []string{trace.Format}
		for _, f := range Formats() {
			names = append(names, f.Name)
		}
		return nil, nil, cmp.Or(f.unsolved(),
			f.errorf(0, "not a trace that we know: want one of %s", strings.Join(names, ", ")))
	}
	return k.trace(f, at)
}

// unsolved returns the error for a text in which Celf says that it found no solution; nil for other texts.
func (f *file) unsolved() error {
	at := proofterm.Fails(f.text)
	if at < 0 {
		return nil
	}
	return f.errorf(at, "Celf found no solution, so that there is no run")
}

// Solution is [Read] of one of the solutions in what Celf printed, by its place there, from 1 on. The error says so of
// other texts, and of texts with fewer.
func Solution(name string, r io.Reader, n int) (*trace.Trace, []Note, error) {
	f, err := load(name, bufio.NewReaderSize(r, headSize))
	if err != nil {
		return nil, nil, err
	}
	answers := proofterm.Answers(f.text)
	switch k, _ := kindOf(f.text); {
	case k.Name != celfName:
		return nil, nil, cmp.Or(f.unsolved(),
			f.errorf(0, "this is no answer of Celf, so that there are no solutions to choose from"))
	case n < 1 || n > len(answers):
		return nil, nil, f.errorf(0, "there is no solution %d in it; it has %s", n, english.Count(len(answers), "solution"))
	}
	k := kind{read: func(r *run, _ int) error { return readAnswer(r, answers[n-1]) }}
	return k.trace(f, 0)
}

// Answers returns what Celf printed, as text without compression, if that is what a reader holds. Otherwise the text is
// empty, and the reader returned has everything from the start again. It is an error if Celf found no solution.
func Answers(name string, r io.Reader) (string, io.Reader, error) {
	in := bufio.NewReaderSize(r, headSize)
	if isOurs(head(in)) {
		return "", in, nil
	}
	f, err := load(name, in) // traces of others are held in memory anyway
	if err != nil {
		return "", nil, err
	}
	if k, at := kindOf(f.text); k.Name != celfName && len(proofterm.RunsOf(f.text)) == 0 {
		if err := f.unsolved(); at < 0 && err != nil {
			return "", nil, err
		}
		return "", strings.NewReader(f.text), nil
	}
	return f.text, nil, nil
}

// Stream is [Read] record by record, see [tracefile.NewStream]. Of other formats than ours
// it holds all.
func Stream(name string, r io.Reader, unended func(place string)) (*trace.Stream, []Note, error) {
	in := bufio.NewReaderSize(r, headSize)
	if isOurs(head(in)) {
		t, err := tracefile.NewStream(name, in, unended)
		return t, nil, err
	}
	t, notes, err := readOther(name, in)
	if err != nil {
		return nil, notes, err
	}
	return t.Stream(), notes, nil
}

// trace reads a file as of a kind, from an offset.
func (k kind) trace(f *file, at int) (*trace.Trace, []Note, error) {
	r := &run{file: f, names: make(map[string]*resource), noted: make(map[Note]bool)}
	if err := k.read(r, at); err != nil {
		return nil, nil, err
	}
	t := r.trace()
	if err := trace.Validate(t); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.name, err)
	}
	return t, r.notes, nil
}

// Knows reports whether a text looks like a trace that [Read] can read, ours or
// another's, plain or compressed. Programs do not.
func Knows(data []byte) bool {
	in := bufio.NewReaderSize(bytes.NewReader(data), headSize)
	if isOurs(head(in)) {
		return true
	}
	f, err := load("", in)
	if err != nil {
		return false
	}
	_, at := kindOf(f.text)
	return at >= 0
}

// Format is a format that [Read] understands beside our own.
type Format struct {
	Name  string // a word or two
	About string // how to know one, in a line
}

// Formats returns the formats that [Read] understands beside our own, for help
// texts.
func Formats() []Format {
	var all []Format
	for _, k := range kinds() {
		all = append(all, k.Format)
	}
	return all
}

// kind is a format with its reader.
type kind struct {
	Format
	begins func(text string) int // the offset where the trace begins; negative where there is none
	read   func(r *run, at int) error
}

// kindOf returns the format of a text and where the trace begins, or a negative offset
// for a text of none.
func kindOf(text string) (kind, int) {
	for _, k := range kinds() {
		if at := k.begins(text); at >= 0 {
			return k, at
		}
	}
	return kind{}, -1
}

// celfName is the name of the format of Celf's answers.
const celfName = "Celf's proof term"

// kinds returns the formats; the first that has a beginning is the one.
func kinds() []kind {
	return []kind{
		{Format{"older Ceptre's JSON", `single steps, one or many: {"command": …, "removed": …, "added": …}`}, beginsSteps,
			readSteps},
		{Format{"older Ceptre's trace.dot", "a digraph of facts and steps, also what 'ceptre trace export --to dot' writes"},
			beginsDOT, readDOT},
		{Format{celfName, "the answer of a query, from a line Solution:"},
			proofterm.Begins, readCelf},
		{Format{"older Ceptre's text", "what it prints after a run, from a line Final state: or Trace:"}, beginsText,
			readText},
	}
}
