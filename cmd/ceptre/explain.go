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
		Short: "Explain the code of a message",
		Long: `Explain the code in brackets at the end of a message, with a small program that is wrong
and its corrected form. Without a code, list all codes.`,
		Example: `  ceptre explain
  ceptre explain unbound-variable`,
		Args:      cli.Usage(cobra.MaximumNArgs(1)),
		ValidArgs: explain.Codes(),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listCodes(s.Out)
			}
			e, err := explain.Get(strings.Trim(args[0], "[]"))
			if err != nil {
				return err
			}
			_, err = io.WriteString(s.Out, e.String())
			return err
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
