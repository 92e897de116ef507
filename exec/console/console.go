// Package console ties programs to lines of text: its sensors read lines, and its action prints.
//
// LINE, WORD, TERM and COMMAND answer a predicate of one argument with one fact for each line that
// is read; at the end of the input they answer nothing. A line that cannot be understood gets a
// message and no answer: the next one is read. PRINT writes the arguments of a fact in a line,
// string literals without their quotes.
//
// The package knows no terminal: lines come in by a function, texts go out to
// writers.
package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Console connects the sensors and actions of a program with lines and writers.
type Console struct {
	Program *lang.Program
	// Line returns the next line without its end; [io.EOF] says that there is
	// none.
	Line func(context.Context) (string, error)
	// Out gets the output of actions, and Say the messages about lines that cannot be understood.
	Out, Say io.Writer
	// Prompt is written before each line. It may be empty.
	Prompt string
	// Wanted describes the lines that the sensor which asks, or asked last, understands: "`look`,
	// `take THING`", or "" for any text.
	Wanted string
}

// Host returns the sensors LINE, WORD, TERM and COMMAND, and the action PRINT.
func (c *Console) Host() exec.Host {
	return exec.Host{
		Sensors: map[string]exec.Sensor{
			"LINE":    c.sensor(c.line, asTerm),
			"WORD":    c.sensor(c.word, asTerm),
			"TERM":    c.sensor(c.term, asTerm),
			"COMMAND": c.sensor(c.command, asCommand),
		},
		Actions: map[string]exec.Action{"PRINT": c.print},
	}
}

// Unattended returns a host that reads some lines and discards output.
func Unattended(prog *lang.Program, lines []string) exec.Host {
	c := &Console{Program: prog, Out: io.Discard, Say: io.Discard}
	c.Line = func(context.Context) (string, error) {
		if len(lines) == 0 {
			return "", io.EOF
		}
		line := strings.TrimRight(lines[0], "\r\n")
		lines = lines[1:]
		return line, nil
	}
	return c.Host()
}

// sensor returns the sensor that reads lines until one is understood, in which constructors
// have a form.
func (c *Console) sensor(understand func(string, *lang.Type) (lang.Value, error),
	form func(*lang.Constructor) string) exec.Sensor {
	return func(ctx context.Context, p *lang.Pred) ([]lang.Fact, error) {
		if len(p.Args) != 1 {
			return nil, fmt.Errorf("it answers a predicate of one argument, and `%s` has %d", p.Name, len(p.Args))
		}
		c.Wanted = ""
		if !p.Args[0].Texts {
			c.Wanted = examples(p.Args[0], form)
		}
		for {
			fmt.Fprint(c.Say, c.Prompt)
			line, err := c.Line(ctx)
			switch {
			case errors.Is(err, io.EOF):
				return nil, nil
			case err != nil:
				return nil, err
			}
			v, err := understand(strings.TrimSpace(line), p.Args[0])
			if err == nil {
				return []lang.Fact{{Pred: p, Args: []lang.Value{v}}}, nil
			}
			fmt.Fprintln(c.Say, visible.Text(err.Error()))
		}
	}
}

// print is the action PRINT.
func (c *Console) print(_ context.Context, f lang.Fact) error {
	words := make([]string, len(f.Args))
	for i, v := range f.Args {
		words[i] = v.String()
		if v.IsLiteral() {
			words[i] = v.Text
		}
	}
	_, err := fmt.Fprintln(c.Out, visible.Text(strings.Join(words, " ")))
	return err
}

// line understands every line as a string.
func (c *Console) line(text string, want *lang.Type) (lang.Value, error) {
	if !want.Texts {
		return c.term(text, want)
	}
	return lang.Value{Text: strings.ToValidUTF8(text, string(unicode.ReplacementChar))}, nil
}

// word understands a word: as a string, or as the constant or number that it is.
func (c *Console) word(text string, want *lang.Type) (lang.Value, error) {
	if len(strings.Fields(text)) != 1 {
		return lang.Value{}, errors.New("one word, please")
	}
	return c.line(text, want)
}

// term understands terms as programs write them.
func (c *Console) term(text string, want *lang.Type) (lang.Value, error) {
	if text == "" {
		return lang.Value{}, errors.New("say something: " + examples(want, asTerm))
	}
	v, err := c.Program.ParseValue(text, want)
	if err != nil {
		return lang.Value{}, fmt.Errorf("%w; there are %s", err, examples(want, asTerm))
	}
	return v, nil
}

// mostExamples is how many constructors a message names.
const mostExamples = 12

// examples lists the constructors of a type, each in a form that may be typed.
func examples(t *lang.Type, form func(*lang.Constructor) string) string {
	var names []string
	for _, k := range t.Constructors {
		if len(names) == mostExamples {
			return strings.Join(names, ", ") + ", …"
		}
		names = append(names, "`"+form(k)+"`")
	}
	switch {
	case len(names) > 0 && !t.Numerals:
		return strings.Join(names, ", ")
	case t.Numerals:
		return "numbers"
	}
	return "texts"
}

// asTerm returns the form of a constructor as programs write it: `put_on THING
// THING`.
func asTerm(k *lang.Constructor) string {
	out := k.Name
	for _, a := range k.Args {
		out += " " + strings.ToUpper(a.Name)
	}
	return out
}
