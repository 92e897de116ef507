package main

import (
	"encoding/json"
	"io"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	tracejson "github.com/ceptre-graph/ceptre/exec/trace/json"
)

// This file holds how answers are printed. In JSON, facts and terms are strings, as programs write them.

// allUsage is the help of the flag that asks for all.
const allUsage = "list everything, however much it is"

// goalUsage says how facts are asked for.
const goalUsage = `

In facts, a name that begins with a capital is a variable, and the same wherever it
stands; _ is anything, and arguments at the end may be left out. '!won' is only a permanent
fact, and 'stage night' is a fact, too. Several facts with commas between them are there
together: 'at C L, dead C'; 'seat, seat' asks for two, and so does '2 × seat'.`

// writeJSON writes a value over several lines. `<` and `>` stay as they are.
func writeJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(cli.Data(w))
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

// show prints an answer on standard output, as JSON or as text; all lists everything.
func show(s cli.Streams, a report.Answer, asJSON, all bool) error {
	if asJSON {
		data := a.Data()
		if t, ok := data.(*trace.Trace); ok {
			return tracejson.Write(cli.Data(s.Out), t.Stream())
		}
		return writeJSON(s.Out, data)
	}
	b := &report.Text{All: all}
	if a.Print(b); b.Err != nil {
		return b.Err
	}
	_, err := s.Out.Write(b.Bytes())
	return err
}

// each returns the results of f for each item. The list is never nil, as JSON distinguishes null
// from an empty list.
func each[T, U any](items []T, f func(T) U) []U {
	out := make([]U, len(items))
	for i, item := range items {
		out[i] = f(item)
	}
	return out
}

// texts returns the text of f for each item.
func texts[T any](items []T, f func(T) string) []string { return each(items, f) }
