package games

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/diagnostic"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Diagnostics returns the messages about a game.
func Diagnostics(s cli.Streams, file string) ([]diagnostic.Diagnostic, error) {
	if isWorld(file) {
		_, err := readWorld(s.Hushed(true), file)
		errs, _ := errors.AsType[syntax.ErrorList](err)
		if errs != nil {
			err = nil
		}
		return diagnostic.Of(errs), err
	}
	_, errs, err := parse(s, file)
	return diagnostic.Of(errs), err
}

// Check reports the errors of a game, or else prints a line about it.
func Check(s cli.Streams, file string) error {
	if isWorld(file) {
		g, err := readWorld(s, file)
		if err == nil {
			_, err = fmt.Fprintf(s.Out, "%s: ok\n", g.Source)
		}
		return err
	}
	g, err := read(s, file)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s: ok: %s, %s\n", g.Source, english.Count(len(g.Roles), "role"),
		english.Count(len(g.Program.Rules), "rule"))
	return err
}
