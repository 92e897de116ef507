package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/explain"
	"github.com/ceptre-graph/ceptre/lang/label"
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
		return noCode(code)
	}
	text := fmt.Sprintf("%s: %s.\n\n%s\n", e.Code, e.Summary, e.Text)
	if e.Wrong != "" {
		text += "\nWrong:\n\n" + indent(e.Wrong)
	}
	_, err := io.WriteString(w, text+"\nRight:\n\n"+indent(e.Right))
	return err
}

// noCode refuses an unknown code, and suggests the nearest ones.
func noCode(code string) error {
	near := nearCodes(strings.ToLower(code))
	if len(near) == 0 {
		return fmt.Errorf("there is no code %q; 'ceptre explain' lists them", code)
	}
	return fmt.Errorf("there is no code %q; did you mean %s?", code, strings.Join(near, " or "))
}

// nearCodes returns the code that is spelt almost so, or else those with a word
// in common.
func nearCodes(code string) []string {
	all := explain.Codes()
	if near := label.Nearest(code, all); near != "" {
		return []string{near}
	}
	words := strings.Split(code, "-")
	return slices.DeleteFunc(all, func(known string) bool {
		return !slices.ContainsFunc(strings.Split(known, "-"), func(word string) bool {
			return len(word) > shortWord && slices.Contains(words, word)
		})
	})
}

// shortWord is as long as words that say nothing: `a`, `no`, `in`, `not`.
const shortWord = 3

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}
