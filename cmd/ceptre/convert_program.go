package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/celf/emit"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/lang/webeditor"
	"github.com/spf13/cobra"
)

// translator holds the flags of the verb.
type translator struct {
	out, to     string
	interactive bool
}

// The forms of programs.
const (
	ceptreForm = "cep"
	editorForm = "editor"
	celfForm   = "celf"
)

func translating(s cli.Streams) *cobra.Command {
	var v translator
	cmd := &cobra.Command{
		Use:   "convert FILE",
		Short: "Turn a file of the web editor or of Celf into a program, or back",
		Long: `Turn a world in Celf (.clf) into a program of Ceptre, or a program into a world in Celf; and
the same with the JSON files of the web editor, which hold a program or an initial state.
Files of the web editor are recognized by their content, worlds in Celf by their names.

The program of a file of the web editor says the same as the file: kept conditions have a
'$', number tests are comparisons, expressions are calculations. Names that Ceptre does not
have are changed, and stand in comments as they were. A part without a counterpart, such as
a rule that is half finished, stays as a comment with the reason. Each such change has a
warning.

The program of a world in Celf has the same transitions as the world. Facts that follow
from clauses are written out, and a rule in the state becomes a fact and a rule. Comments
give the names in Celf, and what Ceptre cannot say: goals of queries, affine facts, and how
often a query is started.

With --to editor, a program becomes a file of the web editor if that can hold all of its
rules: one stage without links, one initial state, types of constants, natural numbers, and
facts that are used up or kept. Otherwise the messages say what does not fit.

With --to celf, or -o and a name that ends with .clf, a program becomes a file of Celf.
Rules stay as they are, numbers up to 1000 are written by zero and successor, and backward
rules calculate and compare. Stages, links, orders and bounds become phases, so that the
answers of Celf are the runs of the program. A program that asks sensors is refused.
Statements, players and actions are left out with a warning, and comments in the file say
so.

'ceptre trace convert' writes traces in other forms.`,
		Example: `  ceptre convert castle.txt -o castle.cep
  ceptre convert castle.txt --interactive -o castle.cep
  ceptre convert examples/lanterns.clf -o lanterns.cep
  ceptre convert castle.cep --to editor -o castle.json
  ceptre convert examples/verona.cep -o verona.clf`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return v.convert(c, s, args[0]) },
	}
	cli.FileFlag(cmd, &v.out, cli.Stdio, "write to `FILE`; - is standard output")
	cmd.Flags().StringVar(&v.to, "to", "", "the `FORM` to write: cep, editor or celf")
	cmd.Flags().BoolVar(&v.interactive, "interactive", false,
		"of a file of the web editor: the player chooses what happens")
	return cmd
}

// convert writes a file in the other form.
func (v *translator) convert(c *cobra.Command, s cli.Streams, input string) error {
	if v.to != "" && v.to != ceptreForm && v.to != editorForm && v.to != celfForm {
		other := ""
		if form.Is("." + v.to) {
			other = "; 'ceptre trace convert' writes traces"
		}
		return cli.BadFlag(c, "--to %q: want %s, %s or %s%s", v.to, ceptreForm, editorForm, celfForm, other)
	}
	if err := s.MayWrite(v.out, input); err != nil {
		return err
	}
	name, data, err := s.ReadFile(input)
	if err != nil {
		return err
	}
	var text []byte
	var messages syntax.ErrorList
	if webeditor.Is(data) {
		if err := v.wants(c, name, ceptreForm); err != nil {
			return err
		}
		text, messages = webeditor.Read(name, data)
		if v.interactive {
			text = append(text, "#interactive main.\n"...)
		}
	} else if celf.Is(name) {
		if err := v.wants(c, name, ceptreForm); err != nil {
			return err
		}
		if v.interactive {
			return cli.BadFlag(c, "--interactive is for files of the web editor, but %s is none", visible.Line(name))
		}
		text, messages = celf.Ceptre(name, data)
	} else {
		if foreign.Knows(data) {
			return fmt.Errorf("%s: want a program or a file of the web editor, but this looks like a trace, which "+
				"'ceptre trace convert' converts", visible.Line(name))
		}
		if form.Is(name) {
			return fmt.Errorf("%s: want a program or a file of the web editor, an array of its 8 parts or of the atoms of "+
				"an initial state, but this is neither", visible.Line(name))
		}
		becomes, write := editorForm, webeditor.Write
		if v.to == celfForm || v.to == "" && celf.Is(v.out) {
			becomes, write = celfForm, emit.Program
		}
		if err := cmp.Or(load.Misfit(name), v.wants(c, name, becomes)); err != nil {
			return err
		}
		prog, err := load.Parse(s, name, data)
		if err != nil {
			return err
		}
		text, messages = write(prog)
	}
	if messages.Failed() {
		return messages
	}
	return errors.Join(s.Report(messages), s.WriteFile(v.out, cli.Bytes(text)))
}

// wants refuses flags that ask for another form than the one that the file becomes.
func (v *translator) wants(c *cobra.Command, input, becomes string) error {
	ending := strings.ToLower(filepath.Ext(v.out))
	switch input = visible.Line(input); {
	case becomes == ceptreForm && v.to == celfForm && celf.Is(input):
		return cli.BadFlag(c, "--to celf: %s is a file of Celf already", input)
	case becomes == ceptreForm && v.to == editorForm && !celf.Is(input):
		return cli.BadFlag(c, "--to editor: %s is a file of the web editor already", input)
	case becomes == ceptreForm && v.to != "" && v.to != ceptreForm:
		return cli.BadFlag(c, "--to %s: convert %s to a program of Ceptre first", v.to, input)
	case becomes == ceptreForm && (form.Is(v.out) || celf.Is(v.out)):
		return cli.BadFlag(c, "-o %s: the name of a program ends with .cep", v.out)
	case becomes == ceptreForm:
		return nil
	case v.interactive:
		return cli.BadFlag(c, "--interactive is for files of the web editor, but %s is none", input)
	case v.to == ceptreForm || v.to == "" && ending == ".cep":
		return cli.BadFlag(c, "%s is a program already; --to editor makes a file of the web editor of it, and --to celf "+
			"one of Celf", input)
	case v.to == "" && ending != ".json" && becomes == editorForm:
		return cli.BadFlag(c, "give the form: --to editor or --to celf, or -o and a name that ends with .json or .clf")
	}
	wanted := map[string]string{editorForm: ".json", celfForm: ".clf"}[becomes]
	if asked := kindsOfNames[ending]; asked != "" && ending != wanted {
		return cli.Disagree(c, v.out, asked, "--to for "+kindsOfNames[wanted])
	}
	return nil
}

// kindsOfNames says which files have names with such endings.
var kindsOfNames = map[string]string{".cep": "a program", ".clf": "a file of Celf", ".json": "a file of the web editor"}
