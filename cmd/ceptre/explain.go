package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/explain"
	"github.com/spf13/cobra"
)

func explanation(s cli.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Say what the code of a message means",
		Long: `Messages end with a code in brackets. This says what it means, with a small program
that is wrong and the same put right; without a code, it lists all there are.`,
		Example: `  ceptre explain
  ceptre explain unbound-variable`,
		Args:      cli.Usage(cobra.MaximumNArgs(1)),
		ValidArgs: explain.Codes(),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listCodes(s.Out)
			}
			return explainCode(s.Out, strings.Trim(args[0], "[]"))
		},
	}
}

// listCodes writes a line for each code.
func listCodes(w io.Writer) error {
	codes := explain.Codes()
	width := 0
	for _, code := range codes {
		width = max(width, len(code))
	}
	for _, code := range codes {
		e, _ := explain.Find(code)
		if _, err := fmt.Fprintf(w, "%-*s  %s\n", width, code, e.Summary); err != nil {
			return err
		}
	}
	return nil
}

func explainCode(w io.Writer, code string) error {
	e, ok := explain.Find(code)
	if !ok {
		return fmt.Errorf("there is no code %q; 'ceptre explain' lists them", code)
	}
	text := fmt.Sprintf("%s: %s.\n\n%s\n", e.Code, e.Summary, e.Text)
	if e.Wrong != "" {
		text += "\nWrong:\n\n" + indent(e.Wrong)
	}
	_, err := io.WriteString(w, text+"\nRight:\n\n"+indent(e.Right))
	return err
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}
