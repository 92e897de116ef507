package ranges

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/runs"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/spf13/cobra"
)

// ExampleFlags holds the flags for example runs.
type ExampleFlags struct {
	Folder string // folder for the traces of the examples; "" for none
	Sites  bool   // the folder gets a site for each example, too
}

// Flags enters the flags into a verb.
func (t *ExampleFlags) Flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&t.Folder, "examples", "", "write the traces of the examples of each cell into this `FOLDER`")
	f.BoolVar(&t.Sites, "sites", false, "publish each example in the folder of --examples, too")
}

// Check refuses flags that make no sense.
func (t *ExampleFlags) Check(c *cobra.Command) error {
	if t.Sites && t.Folder == "" {
		return cli.BadFlag(c, "--sites needs --examples, the folder for them")
	}
	return nil
}

// Wanted reports whether examples are made: for a page that is written to the file of a range, or for their folder.
func (t *ExampleFlags) Wanted(file string) bool { return t.Folder != "" || End(file) == Page }

// Source is a series of runs, with its prose and its command.
type Source struct {
	Made    sweep.Made                   // plan of the runs; its rows are not needed
	Rows    iter.Seq2[*sweep.Row, error] // rows of all runs
	Text    *prose.Prose                 // prose of the program; nil for names alone
	Command string                       // the command that makes a run, if `--seed N` and Input are added
	Input   string                       // the redirection of standard input for sensors; "" for none
	fired   map[string]int               // the firings of each rule in all runs, by its label
	ends    map[uint64]sweep.Ending      // ends of the examples, by their seeds
}

// read counts the firings in all runs, and looks up the ends of the examples, which are given by their seeds.
func (s *Source) read(examples []uint64) error {
	s.fired, s.ends = make(map[string]int), make(map[uint64]sweep.Ending)
	for _, seed := range examples {
		s.ends[seed] = sweep.Ending{}
	}
	for row, err := range s.Rows {
		if err != nil {
			return err
		}
		for i, rule := range s.Made.Program.Rules() {
			s.fired[rule.Label] += row.Fired[i]
		}
		if _, example := s.ends[row.Seed]; example {
			s.ends[row.Seed] = row.Ending
		}
	}
	return nil
}

// NewSource returns the runs of a task, without rows, with the prose beside their program. Notes on the prose go to
// standard error. The input is the file that sensors hear; "" for none. The trace is the number of the #trace where the
// runs begin, from 1; 0 for another place.
func NewSource(s cli.Streams, t *flags.Task, input string, trace int) (Source, error) {
	made, err := t.Plan(t.Command, t.Program, t.Start, sweep.Options{})
	if err != nil {
		return Source{}, err
	}
	file := t.Program.Source.Name
	text, notes, err := beside.Fitting(s, "", beside.Program(file), exec.Describe(t.Program))
	if err != nil {
		return Source{}, err
	}
	for _, note := range notes {
		fmt.Fprintln(s.Err, note)
	}
	command := []string{"ceptre run", runs.ShellWord(file), "--choose", t.Chosen(t.Program)}
	if trace > 1 {
		command = append(command, "--trace", strconv.Itoa(trace))
	}
	for _, name := range []string{"stage", "context", "steps", "proof-steps", "match-steps"} {
		if f := t.Command.Flags().Lookup(name); f.Changed {
			command = append(command, "--"+name, runs.ShellWord(f.Value.String()))
		}
	}
	return Source{Made: made, Text: text, Command: strings.Join(command, " "), Input: redirection(t.Program, input)}, nil
}

// redirection returns how a shell gives a run of a program the standard input that its sensors heard here: a run that
// waits at a terminal, or hears other lines, is another one. Where that was the standard input of this command, it
// has no name.
func redirection(prog *lang.Program, input string) string {
	hears := slices.ContainsFunc(prog.Preds, func(p *lang.Pred) bool { return p.Kind == lang.Sense })
	switch {
	case !hears || input == cli.Stdio:
		return ""
	case input == "":
		return " < /dev/null"
	}
	return " < " + runs.ShellWord(input)
}
