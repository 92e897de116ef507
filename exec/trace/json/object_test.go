package json_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

// A long single object is streamed as Read reads it, whatever the order of its records.
func TestLongObjects(t *testing.T) {
	defer json.HoldLittle(1)()
	rapid.Check(t, func(t *rapid.T) {
		tr := tracetest.Traces().Draw(t, "trace")
		if rapid.Bool().Draw(t, "shuffled") {
			tr.Resources = rapid.Permutation(tr.Resources).Draw(t, "resources")
			tr.Steps = rapid.Permutation(tr.Steps).Draw(t, "steps")
		}
		checkStreamed(t, tracetest.Object(t, tr))
	})
}

// TestLongObjectsThatAreWrong: faults of a long single object are reported as Read reports them.
func TestLongObjectsThatAreWrong(t *testing.T) {
	defer json.HoldLittle(1)()
	for _, name := range []string{"verona", "bare", "nothing", "malformed", "inconsistent"} {
		for _, file := range tracetest.Corpus(t, name).Files {
			checkStreamed(t, file.Data)
			for _, cut := range []int{len(file.Data) / 3, len(file.Data) - 1} {
				checkStreamed(t, file.Data[:max(0, cut)])
			}
		}
	}
}

// checkStreamed compares the records and the error of a stream with those of reading the whole. It
// skips JSON Lines, for which a stream is stricter.
func checkStreamed(t require.TestingT, data []byte) {
	want, wantErr := tracefile.Read("a.json", bytes.NewReader(data), nil)
	if lines := bytes.Split(bytes.TrimSpace(data), []byte("}\n{")); len(lines) > 1 {
		return
	}
	for _, whole := range []bool{false, true} {
		got := &trace.Trace{}
		s, err := tracefile.NewStream("a.json", bytes.NewReader(data), nil)
		switch {
		case err == nil && whole:
			got, err = s.Trace()
		case err == nil:
			got.Header = *s.Header
			err = s.Each(func(r trace.Record) error {
				switch {
				case r.Resource != nil:
					got.Resources = append(got.Resources, *r.Resource)
				case r.Step != nil:
					got.Steps = append(got.Steps, *r.Step)
				default:
					got.End = r.End
				}
				return nil
			})
		}
		require.Equal(t, fmt.Sprint(wantErr), fmt.Sprint(err))
		if err == nil {
			require.Equal(t, string(tracetest.Written(t, json.Write, want)), string(tracetest.Written(t, json.Write, got)))
		}
	}
}

// A single object of which the steps come last is converted without being held.
func TestLongObjectsAreNotHeld(t *testing.T) {
	const steps = 100_000
	defer json.HoldLittle(1 << 16)()
	text := &bytes.Buffer{}
	text.WriteString(`{"format":"ceptre-trace/1","resources":[{"id":"x1","pred":"p"}`)
	for i := 2; i <= steps; i++ {
		fmt.Fprintf(text, `,{"id":"x%d","pred":"p","by":"t%d"}`, i, i-1)
	}
	text.WriteString(`],"steps":[`)
	for i := 1; i < steps; i++ {
		comma := strings.Repeat(",", min(1, i-1))
		fmt.Fprintf(text, `%s{"id":"t%d","rule":"r","consumes":["x%d"],"produces":["x%d"]}`, comma, i, i, i+1)
	}
	text.WriteString("]}")
	before := tracetest.InUse()
	s, err := tracefile.NewStream("a.json", io.LimitReader(text, int64(text.Len())), nil)
	require.NoError(t, err)
	var most tracetest.HeapWatch
	count := 0
	require.NoError(t, s.Each(func(r trace.Record) error {
		if count++; count%(steps/4) == 0 {
			_, _ = most.Write(nil)
		}
		return nil
	}))
	require.Equal(t, 2*steps-1, count)
	require.Less(t, uint64(most), before+4<<20)
}
