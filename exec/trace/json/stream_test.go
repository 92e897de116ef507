package json_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	tracejson "github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

// Resources may stand early in lines, but not late.
func TestStreamOrder(t *testing.T) {
	const head = `{"format":"ceptre-trace/1"}`
	early := strings.Join([]string{
		head, `{"id":"x1","pred":"p"}`, `{"id":"x2","pred":"p","by":"t1"}`, `{"id":"x3","pred":"p","by":"t2"}`,
		`{"id":"t1","rule":"r","produces":["x2"]}`, `{"id":"t2","rule":"r","consumes":["x2"],"produces":["x3"]}`, "",
	}, "\n")
	s, err := tracefile.NewStream("a", strings.NewReader(early), nil)
	require.NoError(t, err)
	var order []string
	require.NoError(t, s.Each(func(r trace.Record) error {
		if r.Step != nil {
			order = append(order, r.Step.ID.String())
		} else {
			order = append(order, r.Resource.ID.String())
		}
		return nil
	}))
	require.Equal(t, []string{"x1", "x2", "t1", "x3", "t2"}, order)

	for want, lines := range map[string]string{
		"a: step t1: produces x1, which is not there by then": `{"id":"t1","rule":"r","produces":["x1"]} ` +
			`{"id":"x1","pred":"p","by":"t1"}`,
		"a: end: lists x1, which does not exist": `{"id":"t1","rule":"r"} {"why":"quiescent","alive":["x1"]}`,
		"a: resource x1: stands after step t1, which made it": `{"id":"t1","rule":"r"} ` +
			`{"id":"x1","pred":"p","by":"t1"} {"why":"quiescent"}`,
		"a: resource x1: is of the initial state, and stands after a step": `{"id":"t1","rule":"r"} {"id":"x1","pred":"p"}`,
		"a: resource x2: stands after x1, " +
			"which step t1 is to make": `{"id":"x1","pred":"p","by":"t1"} {"id":"x2","pred":"p"}`,
		"a: resource x1: made by step t9, which does not exist":   `{"id":"x1","pred":"p","by":"t9"} {"id":"t1","rule":"r"}`,
		"a: resource x1: made by step t1, which does not list it": `{"id":"x1","pred":"p","by":"t1"} {"id":"t1","rule":"r"}`,
		"a: step t2: consumes x1, which was consumed before": `{"id":"x1","pred":"p"} ` +
			`{"id":"t1","rule":"r","consumes":["x1"]} {"id":"t2","rule":"r","consumes":["x1"]}`,
		"a: step t1: consumes and reads x1": `{"id":"x1","pred":"p"} {"id":"t1","rule":"r","consumes":["x1"],"reads":["x1"]}`,
		"a: end: lists x1, which was consumed before": `{"id":"x1","pred":"p"} ` +
			`{"id":"t1","rule":"r","consumes":["x1"]} {"why":"quiescent","alive":["x1"]}`,
		"a:2:69: want nothing after the end, found an object": `{"id":"x1","pred":"p"} ` +
			`{"why":"quiescent","alive":["x1"]}           {"id":"t1","rule":"r"}`,
	} {
		require.ErrorContains(t, tracetest.Consume(head+"\n"+lines), want)
	}
}

// Lines out of order are told from such as can be those of no run: all of them, as Trace
// reads them, are those of a run.
func TestStreamOutOfOrder(t *testing.T) {
	const head = `{"format":"ceptre-trace/1"}` + "\n"
	for lines, can := range map[string]bool{
		`{"id":"t1","rule":"r","produces":["x1"]} {"id":"x1","pred":"p","by":"t1"}`:                                  true,
		`{"id":"t1","rule":"r","consumes":["x1"]} {"id":"x1","pred":"p"}`:                                            true,
		`{"id":"t1","rule":"r"} {"id":"x1","pred":"p"} {"why":"quiescent","alive":["x1"]}`:                           true,
		`{"id":"t1","rule":"r","consumes":["x1"]}`:                                                                   false,
		`{"id":"x1","pred":"p","by":"t2"} {"id":"x2","pred":"p","by":"t1"} {"id":"t1","rule":"r","produces":["x2"]}`: false,
		`{"id":"t1","rule":"r","consumes":["x1"]} {"id":"x1","pred":"p"} {"id":"t2","rule":"r","consumes":["x1"]}`:   false,
	} {
		require.ErrorIs(t, tracetest.Consume(head+lines), tracejson.ErrOrder, lines)
		s, err := tracefile.NewStream("a", strings.NewReader(head+lines), nil)
		require.NoError(t, err)
		all, err := s.Trace()
		read, wrong := tracefile.Read("a", strings.NewReader(head+lines), nil)
		require.Equal(t, wrong, err, lines)
		if can {
			require.NoError(t, err, lines)
			require.Equal(t, read, all)
			require.NoError(t, all.Stream().Each(func(trace.Record) error { return nil }))
		} else {
			require.Error(t, err, lines)
		}
	}
	require.NotErrorIs(t, tracetest.Consume(head+`{"id":"x1","pred":"p"} {"id":"t1","rule":"r","consumes":["x1","x1"]}`),
		tracejson.ErrOrder)
}

// Lines that stop without an end are read, and whoever asks is told where they stop; where
// a step is missing, the error says so, too.
func TestStreamUnended(t *testing.T) {
	const head, made = `{"format":"ceptre-trace/1"}`, `{"id":"x1","pred":"p","by":"t1"}`
	for _, c := range []struct{ lines, at, err string }{
		{`{"id":"x1","pred":"p"}` + "\n", "a:3:1", ""},
		{`{"id":"x1","pred":"p"}`, "a:2:23", ""},
		{`{"why":"stopped"}` + "\n", "", ""},
		{
			made + "\n", "", "a: resource x1: made by step t1, which does not exist\na:3:1: the lines end before the end of " +
				"the run: the file may be cut off",
		},
		{made + ` {"why":"stopped","alive":["x1"]}`, "", "a: resource x1: made by step t1, which does not exist"},
	} {
		for _, read := range []func(*trace.Stream) error{
			func(s *trace.Stream) error { _, err := s.Trace(); return err },
			func(s *trace.Stream) error { return s.Each(func(trace.Record) error { return nil }) },
		} {
			at := ""
			s, err := tracefile.NewStream("a", strings.NewReader(head+"\n"+c.lines), func(place string) { at = place })
			require.NoError(t, err)
			if err := read(s); c.err == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, c.err)
			}
			require.Equal(t, c.at, at)
		}
	}
}

// Lines are what encoding/json makes of the records.
func TestLinesAreJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := tracetest.Traces().Draw(t, "trace")
		if len(tr.Resources)+len(tr.Steps) == 0 && tr.End == nil {
			return
		}
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		line := func(x any) { require.NoError(t, enc.Encode(x)) }
		made := func(by trace.StepID) {
			for _, r := range tr.Resources {
				if r.By == by {
					line(r)
				}
			}
		}
		line(tr.Header)
		made(0)
		for _, s := range tr.Steps {
			made(s.ID)
			line(s)
		}
		if tr.End != nil {
			line(tr.End)
		}
		require.Equal(t, want.String(), string(tracetest.Written(t, tracejson.WriteLines, tr)))
	})
}

func TestParseTermRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1}`:  "term:1:1: want a term, found an object",
		`["s", ""]`: "term:1:7: want a name, found an empty string",
		`null`:      "term:1:1: want a term, found null",
	} {
		_, err := tracejson.ParseTerm("term", []byte(text))
		require.EqualError(t, err, want)
	}
}
