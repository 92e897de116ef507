package main

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
)

// mendFiles applies the fixes that messages propose to programs, and prints them.
func mendFiles(s cli.Streams, files []*checked) error {
	var all error
	for _, f := range files {
		all = errors.Join(all, mendFile(s, f.program))
	}
	return all
}

func mendFile(s cli.Streams, file string) error {
	name, text, err := s.ReadFile(file)
	if err != nil {
		return err
	}
	better := lang.Mend(name, text).Tidied()
	if len(better.Done) == 0 {
		return nil
	}
	if err := s.InPlace(file).WriteFile(file, cli.Bytes(better.Source.Text)); err != nil {
		return err
	}
	for _, d := range better.Done {
		if _, err := fmt.Fprintf(s.Err, "%s:%s: mended: %s (%s)\n", name, better.Source.Pos(d.At), d.Msg, d.Fix); err != nil {
			return err
		}
	}
	return nil
}
