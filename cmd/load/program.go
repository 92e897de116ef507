// Package load reads the programs and the traces of runs that commands are about, and says what is wrong between
// the two.
package load

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/gdl"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/lang/webeditor"
)

// Program reads and checks a program. Warnings go to standard error; the error is
// a [syntax.ErrorList], or says that the file could not be read.
func Program(s cli.Streams, file string) (*lang.Program, error) {
	name, text, err := s.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Parse(s, name, text)
}

// NoRun returns the graph of a run of a program without steps, for pictures of its rules alone.
func NoRun(prog *lang.Program) *causal.Graph {
	return causal.New(&trace.Trace{Header: trace.Header{Program: exec.Describe(prog)}})
}

// Parse parses the text of a program, and prints its warnings.
func Parse(s cli.Streams, name string, text []byte) (*lang.Program, error) {
	prog, warnings, err := understand(name, text)
	if err != nil {
		return nil, err
	}
	return prog, s.Report(warnings)
}

// understand parses the text of a program, and returns its warnings.
func understand(name string, text []byte) (*lang.Program, syntax.ErrorList, error) {
	prog, errs := Text(name, text)
	if prog == nil {
		return nil, nil, cmp.Or(Foreign(name, text), error(errs))
	}
	return prog, errs, nil
}

// Text parses the text of a program in the language that the name of its file tells: Celf, or else Ceptre. It returns
// what [lang.Load] does.
func Text(name string, text []byte) (*lang.Program, syntax.ErrorList) {
	if celf.Is(name) {
		return celf.Load(name, text)
	}
	return lang.Load(name, text)
}

// InCeptre refuses a program in another language, for commands that change texts in Ceptre.
func InCeptre(file string) error {
	if !celf.Is(file) {
		return nil
	}
	return fmt.Errorf("%s: this world is in Celf; 'ceptre convert FILE.clf -o FILE.cep' makes a program of Ceptre of it",
		visible.Line(file))
}

// ErrIsTrace is the error of files that are not programs and have the extension of traces.
var ErrIsTrace = errors.New("want a program, but this looks like a trace")

// Foreign describes a text that is no program, as its content or the extension of its file tells; nil for others.
func Foreign(name string, text []byte) error {
	if webeditor.Is(text) {
		return fmt.Errorf("%s: want a program of Ceptre, but this is a file of the web editor; "+
			"'ceptre convert FILE -o FILE.cep' makes a program of it", visible.Line(name))
	}
	return Misfit(name)
}

// Misfit describes a file that is no program, as its extension tells; nil for others. The
// description replaces the syntax errors of the whole file.
func Misfit(name string) error {
	switch {
	case gdl.IsGame(name):
		return fmt.Errorf("%s: want a program of Ceptre, but this is a game as a logic program; "+
			"'ceptre run FILE -o trace.json' makes a trace of it", visible.Line(name))
	case form.Is(name):
		return fmt.Errorf("%s: %w", visible.Line(name), ErrIsTrace)
	case beside.IsProse(name):
		return fmt.Errorf("%s: want a program, but this looks like prose; %s", visible.Line(name), insteadOf(name))
	}
	return nil
}

// insteadOf names the file to give instead of prose.
func insteadOf(prose string) string {
	for _, ending := range []string{".cep", ".clf"} {
		program := strings.TrimSuffix(prose, filepath.Ext(prose)) + ending
		if _, err := os.Stat(program); err == nil {
			return "give " + visible.Line(program) + ", beside which it is found"
		}
	}
	return "give the program of this prose"
}
