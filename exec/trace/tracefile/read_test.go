package tracefile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

// withTerm returns as JSON a trace with one fact, which has the given argument.
func withTerm(term string) string {
	return `{"format":"ceptre-trace/1","resources":[{"id":"x1","pred":"p","args":[` + term + `]}],"steps":[]}`
}

func read(text string) (*trace.Trace, error) {
	return tracefile.Read("a.json", strings.NewReader(text), nil)
}

func TestReadBytes(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"not UTF-8":        {withTerm("\"a\xffb\""), "a.json:1:71: string that is not UTF-8"},
		"half a character": {"{\xc3", `a.json:1:2: want a string, found '�'`},
		"zero byte":        {"{\x00", `a.json:1:2: want a string, found '\x00'`},
		"zero at the end":  {withTerm("1") + "\x00", `a.json:1:87: want nothing after the trace, found '\x00'`},
		"mark of order":    {"\ufeff{}", `a.json:1:1: want an object, found '\ufeff'`},
		"lone backslash":   {`{"\`, "a.json:1:4: want the closing quote, found the end of the text"},
		"long string": {withTerm(`"` + strings.Repeat("a", 17<<20) + `"`),
			"a.json:1:71: string of more than 16777216 bytes"},
		"long number": {withTerm(strings.Repeat("1", 17<<20)), "a.json:1:71: number of more than 16777216 bytes"},
		"long key": {`{"` + strings.Repeat("a", 99) + `":`, `a.json:1:2: unknown field "` + strings.Repeat("a", 40) +
			`" in trace`},
		"deep term": {withTerm(strings.Repeat(`["s",`, 9_990) + "0" + strings.Repeat("]", 9_990)),
			"a.json: resource x1: term nested deeper than 9990"},
		"deep text": {withTerm(strings.Repeat(`["s",`, 1e6)), "a.json:1:50051: nested deeper than 10000"},
		"deep head": {withTerm(strings.Repeat(`[`, 1e6)), "a.json:1:10067: nested deeper than 10000"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(c.text)
			require.Error(t, err)
			require.EqualError(t, err, c.want)
		})
	}
}

// TestReadDeepest reads a term as deep as may be; it comes back from both forms.
func TestReadDeepest(t *testing.T) {
	const depth = 9_989
	tr, err := read(withTerm(strings.Repeat(`["s",`, depth) + `"z"` + strings.Repeat("]", depth)))
	require.NoError(t, err)
	require.Equal(t, depth, strings.Count(tr.Resources[0].String(), "s"))
	tr.Steps = []trace.Step{{ID: 1, Rule: "r", Proves: []trace.Fact{tr.Resources[0].Fact()}}}
	for _, write := range []func(io.Writer, *trace.Stream) error{json.Write, json.WriteLines} {
		back, err := tracefile.Read("a.json", bytes.NewReader(tracetest.Written(t, write, tr)), nil)
		require.NoError(t, err)
		require.True(t, tr.Steps[0].Proves[0].Args[0].Equal(back.Steps[0].Proves[0].Args[0]))
	}
}

// Behind a compressed text, in any form, nothing may stand but another: then both are one text.
// What stands there is not told as an end that is missing.
func TestReadBehindCompressed(t *testing.T) {
	tr, err := read(withTerm(`"romeo"`))
	require.NoError(t, err)
	for _, write := range []func(io.Writer, *trace.Stream) error{json.Write, json.WriteLines, compact.Write} {
		text := tracetest.Written(t, write, tr)
		good := tracetest.Compressed(t, text)
		for _, more := range []string{"x", "\x00", "\n", "garbage", "ten letter", "\x1f", "\x1fx",
			strings.Repeat("\x00", 512), strings.Repeat("long ", 10_000)} {
			_, err := tracefile.Read("a.gz", strings.NewReader(string(good)+more), nil)
			require.ErrorContains(t, err,
				fmt.Sprintf(": the compressed text ends after %d bytes, and the file goes on with something else", len(good)))
			require.NotErrorIs(t, err, io.ErrUnexpectedEOF)
		}
		for n := range text {
			parts := append(tracetest.Compressed(t, text[:n]), tracetest.Compressed(t, text[n:])...)
			back, err := tracefile.Read("a.gz", bytes.NewReader(parts), nil)
			require.NoError(t, err)
			require.Equal(t, tr.Resources, back.Resources)
			if n%10 > 0 {
				continue
			}
			_, err = tracefile.Read("a.gz", bytes.NewReader(parts[:len(parts)-3]), nil)
			require.ErrorContains(t, err, fmt.Sprintf("the file is cut off after %d bytes", len(parts)-3))
		}
		_, err = tracefile.Read("a.gz", bytes.NewReader(append(good, good[:5]...)), nil)
		require.ErrorContains(t, err, fmt.Sprintf("the file is cut off after %d bytes", len(good)+5))
	}
}

func TestReadCompressed(t *testing.T) {
	good := tracetest.Compressed(t, []byte(withTerm(`"romeo"`)))
	_, err := tracefile.Read("a.gz", bytes.NewReader(good), nil)
	require.NoError(t, err)

	_, err = tracefile.Read("a.gz", bytes.NewReader(tracetest.Compressed(t, []byte("{\n\"colour\""))), nil)
	require.EqualError(t, err, "a.gz:2:9: want ':', found the end of the text")

	for n := 1; n < len(good); n++ {
		_, err = tracefile.Read("a.gz", bytes.NewReader(good[:n]), nil)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Regexp(t, fmt.Sprintf(`^a.gz:1:\d+: the file is cut off after %d bytes?$`, n), err.Error())
	}

	cut := tracetest.Compressed(t, []byte(`{"format":"ceptre-trace/1","resources":[{"id":"x1","pred":"p","persistent":tr`))
	_, err = tracefile.Read("a.gz", bytes.NewReader(cut[:len(cut)-1]), nil)
	require.EqualError(t, err, fmt.Sprintf("a.gz:1:78: the file is cut off after %d bytes", len(cut)-1),
		"it is not said that tr is no word")

	_, err = tracefile.Read("a.gz", strings.NewReader("\x1f\x8b nothing of the kind"), nil)
	require.EqualError(t, err, "a.gz:1:1: compressed text: gzip: invalid header")

	broken := bytes.Clone(good)
	broken[len(broken)-6] ^= 1
	_, err = tracefile.Read("a.gz", bytes.NewReader(broken), nil)
	require.ErrorContains(t, err, "compressed text: gzip: invalid checksum")
}

// TestReadTrap reads texts that grow out of all proportion.
func TestReadTrap(t *testing.T) {
	for _, filler := range []string{" ", `{"id":"x1","pred":"p"},`} {
		text := `{"format":"ceptre-trace/1","resources":[` + strings.Repeat(filler, 64<<20/len(filler))
		_, err := tracefile.Read("a.gz", bytes.NewReader(tracetest.Compressed(t, []byte(text))), nil)
		require.ErrorContains(t, err, "more than 250 times the compressed size")
	}
}

func TestReadBrokenReader(t *testing.T) {
	broken := errors.New("disk on fire")
	text := withTerm("1")
	for n := range len(text) {
		_, err := tracefile.Read("a.json", io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(broken)), nil)
		require.ErrorIs(t, err, broken, "after %d bytes", n)
	}
}

// TestReadCut reads each beginning of a trace; only the whole is one.
func TestReadCut(t *testing.T) {
	text := withTerm(`"a\n", 12, ["s", "z"]`)
	for n := range len(text) {
		_, err := read(text[:n])
		require.ErrorContains(t, err, fmt.Sprintf("a.json:1:%d: ", n+1), "after %d bytes", n)
	}
	_, err := read(text)
	require.NoError(t, err)
}

func TestReadSlowly(t *testing.T) {
	tr, err := tracefile.Read("a.json", iotest.OneByteReader(strings.NewReader(withTerm("1"))), nil)
	require.NoError(t, err)
	require.Equal(t, "p 1", tr.Resources[0].String())
}

func TestTermString(t *testing.T) {
	two, err := read(withTerm(`["s", ["s", "z"]], "\"a b\"", ["f", 7, ["g", "x"], "y"]`))
	require.NoError(t, err)
	require.Equal(t, `p (s (s z)) "a b" (f 7 (g x) y)`, two.Resources[0].String())
	require.Equal(t, `s (s z)`, two.Resources[0].Args[0].String())
}
