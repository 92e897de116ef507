package console

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

const world = `
nat : type. #builtin NAT nat.
thing : type. brass_lamp : thing. old-map : thing. oil_lamp : thing. table : thing.
person : type. ann : person.
command : type. look : command. take thing : command. pick_up thing : command. put_on thing thing : command.
say_to string person : command. wait_for nat : command. give person thing : command.
pair thing nat : type.
heard string : pred. did command : pred. seen thing : pred. counted nat : pred.
line string : sense. #sensor line LINE.
deed command : sense. #sensor deed TERM. do_deed : pred.
word thing : sense. #sensor word WORD.
number nat : sense. #sensor number TERM.
order command : sense. #sensor order COMMAND.
tell string command nat : action. #action tell PRINT.
do_line : pred. do_word : pred. do_number : pred. do_order : pred.
stage s = {
  do_line * line X -o heard X.
  do_word * word X -o seen X.
  do_number * number X -o counted X.
  do_deed * deed X -o did X.
  do_order * order X -o did X * tell "now:" X 7.
}
`

// play runs the world from a fact, with lines as input; it returns the final
// state, what was printed and what was said.
func play(t *testing.T, fact, input string) (final, out, say string) {
	text := strings.Replace(world, "pair thing nat : type.\n", "", 1) + "#trace _ s { " + fact + " }."
	p, errs := lang.Load("p.cep", []byte(text))
	require.NotNil(t, p, "%v", errs)
	lines := strings.SplitAfter(input, "\n")
	var printed, said bytes.Buffer
	c := &Console{Program: p, Out: &printed, Say: &said, Line: func(context.Context) (string, error) {
		if len(lines) == 0 || lines[0] == "" {
			return "", io.EOF
		}
		line := lines[0]
		lines = lines[1:]
		return line, nil
	}}
	tr, err := exec.Run(context.Background(), p, p.Traces[0], exec.Options{Host: c.Host()})
	require.NoError(t, err)
	var facts []string
	for _, r := range tr.Final() {
		if r.Pred != "stage" {
			facts = append(facts, r.String())
		}
	}
	return strings.Join(facts, ", "), printed.String(), said.String()
}

func TestSensors(t *testing.T) {
	for _, c := range []struct{ fact, input, final, say string }{
		{"do_line", "  Good morning \n", `heard "Good morning"`, ""},
		{"do_line", "", "do_line", ""},
		{"do_word", "table\n", "seen table", ""},
		{"do_word", "the table\nchair\ntable\n", "seen table",
			"one word, please\nunknown constant `chair`; there are `brass_lamp`, `old-map`, `oil_lamp`, `table`\n"},
		{"do_number", "2 +\n3 * 4\n", "counted 12",
			"expected a name, a number, a string or `(`, found the end of the file; there are numbers\n"},
		{"do_number", "N\n\n7\n", "counted 7",
			"`N` is a variable, and has no value here; there are numbers\nsay something: numbers\n"},
		{"do_deed", "say_to \"Good day, Sir!\" ann\n", `did (say_to "Good day, Sir!" ann)`, ""},
		{"do_deed", "put on table\n", "do_deed", "unknown constant `put`; there are `look`, `take THING`, `pick_up THING`, " +
			"`put_on THING THING`, `say_to STRING PERSON`, `wait_for NAT`, `give PERSON THING`\n"},
		{"do_order", "LOOK.\n", "did look", ""},
		{"do_order", "take the brass lamp\n", "did (take brass_lamp)", ""},
		{"do_order", "take lamp\ntake map\n", "did (take old-map)", "is that `take brass_lamp` or `take oil_lamp`?\n"},
		{"do_order", "pick up a table\n", "did (pick_up table)", ""},
		{"do_order", "put the oil lamp on the table!\n", "did (put_on oil_lamp table)", ""},
		{"do_order", "say good day, sir to Ann\n", `did (say_to "good day sir" ann)`, ""},
		{"do_order", "wait for 12\n", "did (wait_for 12)", ""},
		{"do_order", "give ann map\n", "did (give ann old-map)", ""},
		{"do_order", "\nfly\n" + strings.Repeat("a b ", 30) + "\n", "do_order",
			"say something: `look`, `take THING`, `pick " +
				"up THING`, `put THING on THING`, `say STRING to PERSON`, `wait for NAT`, `give PERSON THING`\n" +
				"that makes no sense here; there are `look`, `take THING`, `pick up THING`, `put THING on THING`, `say STRING to " +
				"PERSON`, `wait for NAT`, `give PERSON THING`\n" +
				"say it in 20 words\n"},
	} {
		final, _, say := play(t, c.fact, c.input)
		require.Equal(t, c.final, final, c.input)
		require.Equal(t, c.say, say, c.input)
	}
}

// While a line is waited for, it is known what it may say.
func TestWanted(t *testing.T) {
	for fact, want := range map[string]string{"do_line": "", "do_number": "numbers",
		"do_word": "`brass_lamp`, `old-map`, `oil_lamp`, `table`",
		"do_deed": "`look`, `take THING`, `pick_up THING`, `put_on THING THING`, `say_to STRING PERSON`, `wait_for NAT`, " +
			"`give PERSON THING`",
		"do_order": "`look`, `take THING`, `pick up THING`, `put THING on THING`, `say STRING to PERSON`, `wait for NAT`, " +
			"`give PERSON THING`"} {
		text := strings.Replace(world, "pair thing nat : type.\n", "", 1) + "#trace _ s { " + fact + " }."
		p, errs := lang.Load("p.cep", []byte(text))
		require.NotNil(t, p, "%v", errs)
		c := &Console{Program: p, Out: io.Discard, Say: io.Discard}
		asked := false
		c.Line = func(context.Context) (string, error) {
			asked = true
			require.Equal(t, want, c.Wanted)
			return "", io.EOF
		}
		_, err := exec.Run(context.Background(), p, p.Traces[0], exec.Options{Host: c.Host()})
		require.NoError(t, err)
		require.True(t, asked, fact)
	}
}

func TestPrint(t *testing.T) {
	_, out, _ := play(t, "do_order", "say \x1b[2J to ann\n")
	require.Equal(t, "now: say_to \"\\x1b[2j\" ann 7\n", out)
}
