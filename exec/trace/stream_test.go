package trace_test

import (
	"bytes"
	"encoding/json"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

type writer = func(io.Writer, *trace.Trace) error

func writers() []writer { return []writer{trace.Write, trace.WriteLines, trace.WriteCompact} }

// From each form to each other and back, nothing changes.
func TestStreamConverts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := traces().Draw(t, "trace")
		for _, from := range writers() {
			file := written(t, from, want)
			for form, to := range []func(*trace.Stream, io.Writer) error{
				func(s *trace.Stream, w io.Writer) error {
					tr, err := s.Trace()
					require.NoError(t, err)
					return trace.Write(w, tr)
				},
				(*trace.Stream).WriteLines,
				(*trace.Stream).WriteCompact,
			} {
				s, err := trace.NewStream("a", bytes.NewReader(file))
				require.NoError(t, err)
				var b bytes.Buffer
				require.NoError(t, to(s, &b))
				require.True(t, bytes.Equal(written(t, writers()[form], want), b.Bytes()))
			}
		}
	})
}

// A stream takes what Validate takes, and nothing else.
func TestStreamValidates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := traces().Draw(t, "trace")
		what := change(t, tr)
		valid := trace.Validate(tr) == nil
		for _, write := range []writer{trace.WriteLines, trace.WriteCompact} {
			var b bytes.Buffer
			err := write(&b, tr)
			if err == nil {
				err = consume(b.String())
			}
			require.Equal(t, valid, err == nil, "%s: %v", what, err)
		}
	})
}

// consume reads a stream to its end.
func consume(text string) error {
	s, err := trace.NewStream("a", strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.Each(func(trace.Record) error { return nil })
}

// Resources may stand early in lines, but not late.
func TestStreamOrder(t *testing.T) {
	const head = `{"format":"ceptre-trace/1"}`
	early := strings.Join([]string{
		head, `{"id":"x1","pred":"p"}`, `{"id":"x2","pred":"p","by":"t1"}`, `{"id":"x3","pred":"p","by":"t2"}`,
		`{"id":"t1","rule":"r","produces":["x2"]}`, `{"id":"t2","rule":"r","consumes":["x2"],"produces":["x3"]}`, "",
	}, "\n")
	s, err := trace.NewStream("a", strings.NewReader(early))
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
		"a: step t1: produces x1, which is not there by then":              `{"id":"t1","rule":"r","produces":["x1"]} {"id":"x1","pred":"p","by":"t1"}`,
		"a: end: lists x1, which does not exist":                           `{"id":"t1","rule":"r"} {"why":"quiescent","alive":["x1"]}`,
		"a: resource x1: stands after step t1, which made it":              `{"id":"t1","rule":"r"} {"id":"x1","pred":"p","by":"t1"} {"why":"quiescent"}`,
		"a: resource x1: is of the initial state, and stands after a step": `{"id":"t1","rule":"r"} {"id":"x1","pred":"p"}`,
		"a: resource x2: stands after x1, which step t1 is to make":        `{"id":"x1","pred":"p","by":"t1"} {"id":"x2","pred":"p"}`,
		"a: resource x1: made by step t9, which does not exist":            `{"id":"x1","pred":"p","by":"t9"} {"id":"t1","rule":"r"}`,
		"a: resource x1: made by step t1, which does not list it":          `{"id":"x1","pred":"p","by":"t1"} {"id":"t1","rule":"r"}`,
		"a: step t2: consumes x1, which was consumed before":               `{"id":"x1","pred":"p"} {"id":"t1","rule":"r","consumes":["x1"]} {"id":"t2","rule":"r","consumes":["x1"]}`,
		"a: step t1: consumes and reads x1":                                `{"id":"x1","pred":"p"} {"id":"t1","rule":"r","consumes":["x1"],"reads":["x1"]}`,
		"a: end: lists x1, which was consumed before":                      `{"id":"x1","pred":"p"} {"id":"t1","rule":"r","consumes":["x1"]} {"why":"quiescent","alive":["x1"]}`,
		"a:2:69: want nothing after the end, found an object":              `{"id":"x1","pred":"p"} {"why":"quiescent","alive":["x1"]}           {"id":"t1","rule":"r"}`,
	} {
		require.ErrorContains(t, consume(head+"\n"+lines), want)
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
		require.ErrorIs(t, consume(head+lines), trace.ErrOrder, lines)
		s, err := trace.NewStream("a", strings.NewReader(head+lines))
		require.NoError(t, err)
		all, err := s.Trace()
		read, wrong := trace.Read("a", strings.NewReader(head+lines))
		require.Equal(t, wrong, err, lines)
		if can {
			require.NoError(t, err, lines)
			require.Equal(t, read, all)
			require.NoError(t, all.Stream().Each(func(trace.Record) error { return nil }))
		} else {
			require.Error(t, err, lines)
		}
	}
	require.NotErrorIs(t, consume(head+`{"id":"x1","pred":"p"} {"id":"t1","rule":"r","consumes":["x1","x1"]}`), trace.ErrOrder)
}

// Lines that stop without an end are read, and whoever asks is told where they stop; where
// a step is missing, the error says so, too.
func TestStreamUnended(t *testing.T) {
	const head, made = `{"format":"ceptre-trace/1"}`, `{"id":"x1","pred":"p","by":"t1"}`
	for _, c := range []struct{ lines, at, err string }{
		{`{"id":"x1","pred":"p"}` + "\n", "a:3:1", ""},
		{`{"id":"x1","pred":"p"}`, "a:2:23", ""},
		{`{"why":"stopped"}` + "\n", "", ""},
		{made + "\n", "", "a: resource x1: made by step t1, which does not exist\na:3:1: the lines stop before they say how the run ended: the file may be cut off"},
		{made + ` {"why":"stopped","alive":["x1"]}`, "", "a: resource x1: made by step t1, which does not exist"},
	} {
		for _, read := range []func(*trace.Stream) error{
			func(s *trace.Stream) error { _, err := s.Trace(); return err },
			func(s *trace.Stream) error { return s.Each(func(trace.Record) error { return nil }) },
		} {
			s, err := trace.NewStream("a", strings.NewReader(head+"\n"+c.lines))
			require.NoError(t, err)
			at := ""
			s.Unended = func(place string) { at = place }
			if err := read(s); c.err == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, c.err)
			}
			require.Equal(t, c.at, at)
		}
	}
}

// Long terms of which a small file has many do not fill the memory while they are written.
func TestLinesOfLongTerms(t *testing.T) {
	const terms = 40
	long := trace.Const(strings.Repeat("a", 1<<20))
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	for i := range terms {
		args := []trace.Term{{Head: "f", Args: []trace.Term{long, trace.Atomic(strconv.Itoa(i))}}}
		tr.Resources = append(tr.Resources, trace.Resource{ID: trace.ResourceID(i + 1), Pred: "p", Args: args})
	}
	file := written(t, trace.WriteCompact, tr)
	require.Less(t, len(file), 2<<20)
	s, err := trace.NewStream("a.ctrace", bytes.NewReader(file))
	require.NoError(t, err)
	var most heapWatch
	before := inUse()
	require.NoError(t, s.WriteLines(&most))
	require.Less(t, uint64(most), before+terms<<20/2)
}

// heapWatch is written to, and is the most memory that was in use meanwhile.
type heapWatch uint64

func (w *heapWatch) Write(p []byte) (int, error) {
	*w = max(*w, heapWatch(inUse()))
	return len(p), nil
}

// inUse returns how much memory is in use.
func inUse() uint64 {
	runtime.GC()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return now.HeapAlloc
}

// Lines are what encoding/json makes of the records.
func TestLinesAreJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := traces().Draw(t, "trace")
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
		require.Equal(t, want.String(), string(written(t, trace.WriteLines, tr)))
	})
}
