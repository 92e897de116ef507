package compact_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

const compactMagic = "\x89ctrace\n\x02"

// section is a section of the compact form.
type section struct {
	kind byte
	body []byte
}

// sections takes a file apart, without what stands behind the index.
func sections(t require.TestingT, file []byte) []section {
	rest := file[len(compactMagic) : len(file)-16]
	var all []section
	for len(rest) > 0 {
		length, n := binary.Uvarint(rest[1:])
		require.Positive(t, n)
		body := rest[1+n : 1+n+int(length)]
		all = append(all, section{rest[0], body})
		rest = rest[1+n+int(length)+4:]
	}
	return all
}

// sealed puts sections together, each with the right checksum.
func sealed(all []section) []byte {
	file := []byte(compactMagic)
	for _, s := range all {
		from := len(file)
		file = binary.AppendUvarint(append(file, s.kind), uint64(len(s.body)))
		file = append(file, s.body...)
		sum := crc32.Checksum(file[from:], crc32.MakeTable(crc32.Castagnoli))
		file = binary.LittleEndian.AppendUint32(file, sum)
	}
	return file
}

// verona returns the run of the corpus in the compact form.
func verona(t require.TestingT) (*trace.Trace, []byte) {
	tr, err := tracefile.Read("verona", bytes.NewReader(tracetest.Corpus(t, "verona").Files[0].Data), nil)
	require.NoError(t, err)
	return tr, tracetest.Written(t, compact.Write, tr)
}

func readCompact(data []byte) (*trace.Trace, error) {
	return tracefile.Read("a.ctrace", bytes.NewReader(data), nil)
}

// Whatever a run is, it comes back from the compact form.
func TestCompactRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := tracetest.Traces().Draw(t, "trace")
		compact := tracetest.Written(t, compact.Write, want)
		for _, file := range [][]byte{compact, tracetest.Compressed(t, compact)} {
			got, err := readCompact(file)
			require.NoError(t, err)
			require.Equal(t, want, tracetest.Normal(got))
		}
	})
}

// TestCompactOddities: unordered ids, terms of every kind and long lists survive a round trip.
func TestCompactOddities(t *testing.T) {
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	deep := trace.Const("z")
	for range 5000 {
		deep = trace.Term{Head: "s", Args: []trace.Term{deep}}
	}
	terms := []trace.Term{
		deep, trace.Const(`"a \" b"`), trace.Atomic("2147483647"), trace.Atomic("2147483648"),
		trace.Atomic(strings.Repeat("9", 400)),
		{Head: "f", Args: []trace.Term{trace.Atomic("0"), trace.Atomic("2147483648"), trace.Const("0")}},
	}
	s := trace.Step{ID: math.MaxInt, Rule: "r", Choices: math.MaxInt, Args: append(slices.Clone(terms), terms...)}
	for id := 1000; id > 0; id -= 3 {
		x := trace.Resource{ID: trace.ResourceID(id), Pred: "p", Args: terms}
		tr.Resources = append(tr.Resources, x)
		s.Consumes = append(s.Consumes, x.ID)
	}
	for id := trace.ResourceID(math.MaxInt); id > math.MaxInt-100; id-- {
		tr.Resources = append(tr.Resources, trace.Resource{ID: id, Pred: "q", Args: terms, Persistent: id%2 == 0, By: s.ID})
		s.Produces = append(s.Produces, id)
	}
	slices.Reverse(s.Produces[10:20])
	tr.Steps = []trace.Step{s, {ID: 1, Rule: "r", Args: s.Args, Reads: s.Produces}}
	require.NoError(t, trace.Validate(tr))
	got, err := readCompact(tracetest.Written(t, compact.Write, tr))
	require.NoError(t, err)
	require.Equal(t, tr, got)
}

// Of a file that was cut off, all whole blocks are handed out.
func TestCompactCut(t *testing.T) {
	_, file := verona(t)
	for n := 1; n < len(file); n++ {
		_, err := readCompact(file[:n])
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Regexp(t, fmt.Sprintf(`^a.ctrace: byte %d: the file is cut off here(; \d+ steps of it can be read)?$`, n),
			err.Error())
	}
	_, err := readCompact(nil)
	require.Error(t, err)

	b := trace.NewBuilder()
	require.NoError(t, tracetest.NewVillagers(10).Record(b, 150_000))
	file = tracetest.Written(t, compact.Write, b.Trace())
	requireStepsBeforeCut(t, file[:len(file)/2], fmt.Sprintf("a.ctrace: byte %d: the file is cut off here;", len(file)/2))
	zip := tracetest.Compressed(t, file)
	requireStepsBeforeCut(t, zip[:len(zip)/2], fmt.Sprintf(": the file is cut off after %d bytes;", len(zip)/2))
	cut := fmt.Sprintf("a.ctrace: byte %d: the file is cut off after %d bytes;", len(file), len(zip)-1)
	requireStepsBeforeCut(t, zip[:len(zip)-1], cut)
}

// requireStepsBeforeCut requires that the error of a file that was cut off says so, and how many
// steps were handed out before.
func requireStepsBeforeCut(t *testing.T, file []byte, want string) {
	s, err := tracefile.NewStream("a.ctrace", bytes.NewReader(file), nil)
	require.NoError(t, err)
	steps := 0
	err = s.Each(func(r trace.Record) error {
		if r.Step != nil {
			steps++
		}
		return nil
	})
	require.Positive(t, steps)
	require.ErrorContains(t, err, fmt.Sprintf("%s %d steps of it can be read", want, steps))
}

// A file in which a single bit is wrong is refused.
func TestCompactFlips(t *testing.T) {
	_, file := verona(t)
	for i := range file {
		for bit := range 8 {
			broken := bytes.Clone(file)
			broken[i] ^= 1 << bit
			_, err := readCompact(broken)
			require.Error(t, err, "bit %d of byte %d", bit, i)
		}
	}
	_, err := readCompact(append(bytes.Clone(file), 0))
	require.EqualError(t, err, fmt.Sprintf("a.ctrace: byte %d: want nothing after the trace", len(file)))
	_, err = readCompact(append(bytes.Clone(file), file...))
	want := fmt.Sprintf("a.ctrace: byte %d: want nothing after the trace, found another one", len(file))
	require.EqualError(t, err, want)
}

// TestCompactLies: bad content in a section with a valid checksum is refused or harmless.
func TestCompactLies(t *testing.T) {
	_, file := verona(t)
	all := sections(t, file)
	require.Equal(t, "HBEX", string([]byte{all[0].kind, all[1].kind, all[2].kind, all[3].kind}))
	for s := range all {
		body := all[s].body
		for i := range body {
			for _, b := range []byte{0, 0x7f, 0xff, body[i] + 1} {
				lie := bytes.Clone(body)
				lie[i] = b
				lies := slices.Clone(all)
				lies[s].body = lie
				broken := append(sealed(lies), file[len(file)-16:]...)
				if tr, err := readCompact(broken); err == nil {
					require.NoError(t, trace.Validate(tr))
				}
			}
		}
	}
}

// No room is made for what a file says is there and is not.
func TestCompactLyingLengths(t *testing.T) {
	_, file := verona(t)
	head := sections(t, file)[:1]
	huge := binary.AppendUvarint(nil, 1<<40)
	ones := bytes.Repeat([]byte{0xff}, 9)
	for name, data := range map[string][]byte{
		"section": append(sealed(head), append([]byte("B"), huge...)...),
		"number":  append(sealed(head), append([]byte("B"), ones...)...),
		"rows":    sealed(append(head, section{'B', slices.Concat([]byte{0, 1}, huge, make([]byte, 7))})),
		"part":    sealed(append(head, section{'B', slices.Concat([]byte{0, 1, 0}, huge)})),
		"symbol":  sealed(append(head, section{'B', slices.Concat([]byte{0, 1, 0, 8, 0, 1, 'a'}, huge, make([]byte, 6))})),
		"alive":   sealed(append(head, section{'E', huge})),
		"index":   sealed(append(head, section{'X', huge})),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := readCompact(data)
			runtime.ReadMemStats(&after)
			require.Error(t, err)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20))
		})
	}
}

// TestCompactLongSections reads sections that claim to be longer than any file. A section with a
// length that overflows when its checksum is added could carry a valid checksum within its own
// head.
func TestCompactLongSections(t *testing.T) {
	_, file := verona(t)
	start := sealed(sections(t, file)[:1])
	for _, length := range []uint64{1<<62 - 4, 1 << 62, 1<<63 - 5, 1<<63 - 4, 1 << 63, math.MaxUint64 - 4,
		math.MaxUint64 - 3, math.MaxUint64} {
		for kind := range 256 {
			data := binary.AppendUvarint(append(slices.Clone(start), byte(kind)), length)
			head := data[len(start):]
			sum := binary.LittleEndian.AppendUint32(nil, crc32.Checksum(head[:len(head)-1], crc32.MakeTable(crc32.Castagnoli)))
			data = append(data, sum[1:]...)
			_, err := readCompact(data)
			require.EqualError(t, err, fmt.Sprintf("a.ctrace: byte %d: the file is cut off here", len(data)), "%x", length)
		}
	}
}

// TestCompactLongTexts reads a term as long as terms may be, and one with one byte more.
func TestCompactLongTexts(t *testing.T) {
	const most = 16 << 20
	said := func(bytes int) error {
		symbol := binary.AppendUvarint([]byte{0}, uint64(bytes))
		symbol = append(symbol, strings.Repeat("a", bytes)...)
		body := append([]byte{0, 1, 0}, binary.AppendUvarint(nil, uint64(len(symbol)))...)
		body = append(append(body, symbol...), make([]byte, 6)...)
		_, err := readCompact(sealed([]section{{'H', []byte(`{"format":"ceptre-trace/1"}`)}, {'B', body}}))
		return err
	}
	require.ErrorContains(t, said(most), "the file is cut off here")
	require.EqualError(t, said(most+1), "a.ctrace: block 1: makes no sense")
}

// A term that says the same thing over and over cannot fill the memory, and a shape
// that takes no bytes is for one row.
func TestCompactTraps(t *testing.T) {
	head := []section{{'H', []byte(`{"format":"ceptre-trace/1"}`)}}
	block := func(symbols, shapes, rows []byte) []byte {
		body := []byte{0, 1, byte(len(rows))}
		for _, part := range [][]byte{symbols, shapes, rows, nil, nil, nil, make([]byte, len(rows))} {
			body = append(binary.AppendUvarint(body, uint64(len(part))), part...)
		}
		return sealed(append(head, section{'B', body}))
	}
	doubling := []byte{0, 1, 'z'}
	for i := range byte(60) {
		doubling = append(doubling, 4, 1, 'd', i*2, i*2)
	}
	_, err := readCompact(block(doubling, nil, nil))
	require.EqualError(t, err, "a.ctrace: block 1: term of more than 16777217 bytes")
	long := binary.AppendUvarint([]byte{0}, 1<<14)
	long = append(append(long, bytes.Repeat([]byte("z"), 1<<14)...), doubling[3:3+5*10]...)
	_, err = readCompact(block(long, nil, nil))
	require.EqualError(t, err, "a.ctrace: block 1: term of more than 16777217 bytes")

	shape := append([]byte{0, 1, 'r', 0, 0, 0, 0, 0, 40, 0, 0}, bytes.Repeat([]byte{1, 'p', 0}, 40)...)
	_, err = readCompact(block(nil, shape, []byte{0}))
	require.ErrorContains(t, err, "the file is cut off here; 1 step of it can be read")
	_, err = readCompact(block(nil, shape, []byte{0, 0}))
	require.EqualError(t, err, "a.ctrace: block 1: makes no sense")
	_, err = readCompact(block(nil, append(slices.Clone(shape), 0), []byte{0}))
	require.EqualError(t, err, "a.ctrace: block 1: makes no sense", "a byte stands behind the shapes")
}

// Each block can be read by itself, in any order.
func TestBlocksAlone(t *testing.T) {
	for _, declared := range []bool{false, true} {
		b, v := trace.NewBuilder(), tracetest.NewVillagers(50)
		v.Declared = declared
		require.NoError(t, v.Record(b, 200_000))
		requireAlone(t, b.Trace())
	}
}

// requireAlone requires that the blocks of a run are what it says, the last first.
func requireAlone(t *testing.T, tr *trace.Trace) {
	file := tracetest.Written(t, compact.Write, tr)
	whole, err := compact.OpenBlocks("a.ctrace", bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	require.Equal(t, tr.Header, *whole.Header)
	blocks := whole.Blocks()
	require.Greater(t, len(blocks), 2)
	for i := len(blocks) - 1; i >= 0; i-- {
		at := blocks[i]
		var steps []trace.Step
		made := at.FirstResource
		require.NoError(t, whole.Each(i, func(r trace.Record) error {
			if r.Step != nil {
				require.Equal(t, tr.Steps[at.FirstStep+len(steps)], *r.Step)
				steps = append(steps, trace.Step{})
			} else {
				require.Equal(t, tr.Resources[made], *r.Resource)
				made++
			}
			return nil
		}))
		require.Len(t, steps, at.Steps)
		require.Equal(t, at.Resources, made-at.FirstResource)
	}
}

// Blocks end after 65,536 rows, but where they say many names that others did they go on, so that
// these are not said again and again.
func TestBlocksOfManyNames(t *testing.T) {
	for _, c := range []struct{ persons, first, least, most int }{{50, 0, 50_000, 70_000},
		{60_000, 2, 100_000, 1_000_000}} {
		var file bytes.Buffer
		const steps = 600_000
		require.NoError(t, tracetest.NewVillagers(c.persons).Record(compact.NewRecorder(&file), steps))
		whole, err := compact.OpenBlocks("a.ctrace", bytes.NewReader(file.Bytes()), int64(file.Len()))
		require.NoError(t, err)
		blocks := whole.Blocks()
		for _, b := range blocks[c.first : len(blocks)-1] {
			require.Greater(t, b.Resources, c.least, "of %d persons", c.persons)
			require.Less(t, b.Resources, c.most, "of %d persons", c.persons)
		}
	}
}

// Constants that the header declares are not said in blocks, however many they are.
func TestBlocksOfDeclaredNames(t *testing.T) {
	for _, declared := range []bool{false, true} {
		var file bytes.Buffer
		v := tracetest.NewVillagers(3000)
		v.Declared = declared
		require.NoError(t, v.Record(compact.NewRecorder(&file), 20_000))
		all := sections(t, file.Bytes())
		require.Equal(t, byte('B'), all[1].kind)
		require.True(t, bytes.Contains(all[1].body, []byte("compliment")))
		require.Equal(t, !declared, bytes.Contains(all[1].body, []byte("c2999")))
	}
}

// TestCompactOlder reads what older versions of the form wrote: version 1, in which blocks name all
// their terms, and version 2, in which shapes do not count absent facts.
func TestCompactOlder(t *testing.T) {
	for _, name := range []string{"verona-1", "verona-2"} {
		file, err := os.ReadFile("testdata/" + name + ".ctrace")
		require.NoError(t, err)
		older, err := readCompact(file)
		require.NoError(t, err)
		newer := tracetest.Written(t, compact.Write, older)
		require.NotEqual(t, len(newer), len(file))
		got, err := readCompact(newer)
		require.NoError(t, err)
		require.Equal(t, older, got)
		for v, want := range map[byte]string{0: "0", 4: "4"} {
			file[len(compactMagic)-1] = v
			_, err = readCompact(file)
			require.EqualError(t, err, "a.ctrace: byte 8: version "+want+" of the compact form: want 1 to 3")
		}
		if name == "verona-2" {
			s := older.Steps[2]
			require.Equal(t, []int{1, 0, 1, 1}, []int{len(s.Proves), len(s.Absent), len(s.Sensed), len(s.Acts)})
		}
	}
}

// TestCompactOddConstants: a header may declare constants that are no terms, and duplicates.
func TestCompactOddConstants(t *testing.T) {
	for _, constants := range [][]string{{"b", "a", "c"}, {"b", `"`, "d"}, {"7", `"b"`, strings.Repeat("c", 1<<14), "d"},
		{"c\xff", "d"}, {"c\ufffd", "d"}} {
		types := []trace.Type{{Name: "t", Constants: []string{"a", "b"}}, {Name: "u", Constants: constants}}
		tr := &trace.Trace{Header: trace.Header{Format: trace.Format, Program: &trace.Program{Types: types}}}
		var want, got []trace.Term
		for i, name := range []string{"c", "a", "7", `"b"`, "d", "b"} {
			args := []trace.Term{trace.Const(name), {Head: "f", Args: []trace.Term{trace.Const(name)}}}
			tr.Resources = append(tr.Resources, trace.Resource{ID: trace.ResourceID(i + 1), Pred: "p", Args: args})
			want = append(want, args...)
		}
		s, err := tracefile.NewStream("a.ctrace", bytes.NewReader(tracetest.Written(t, compact.Write, tr)), nil)
		require.NoError(t, err)
		require.NoError(t, s.Each(func(r trace.Record) error {
			got = append(got, r.Resource.Args...)
			return nil
		}))
		require.Equal(t, want, got)
	}
}

// A file that is damaged anywhere is refused, or the block that is asked for is good.
func TestBlocksDamaged(t *testing.T) {
	tr, file := verona(t)
	blocks := func(file []byte) error {
		b, err := compact.OpenBlocks("a.ctrace", bytes.NewReader(file), int64(len(file)))
		if err != nil {
			return err
		}
		steps := 0
		for i := range b.Blocks() {
			err = errors.Join(err, b.Each(i, func(r trace.Record) error {
				if r.Step != nil {
					steps++
				}
				return nil
			}))
		}
		require.True(t, err != nil || steps == len(tr.Steps))
		return err
	}
	require.NoError(t, blocks(file))
	for i := range file {
		broken := bytes.Clone(file)
		broken[i] ^= 0x81
		_ = blocks(broken)
		require.Error(t, blocks(file[:i]))
	}
	all := sections(t, file)
	index := all[len(all)-1].body
	for i := range index {
		for _, b := range []byte{0, 0x7f, 0xff, index[i] + 1} {
			lie := bytes.Clone(index)
			lie[i] = b
			lies := append(slices.Clone(all[:len(all)-1]), section{'X', lie})
			_ = blocks(append(sealed(lies), file[len(file)-16:]...))
		}
	}
}

// A run that goes round and round leaves next to nothing behind when it is compressed,
// and can be read all the same; but it does not fill the memory.
func TestCompactRepeats(t *testing.T) {
	const steps = 100_000
	tr := tracetest.Village(steps)
	file := tracetest.Compressed(t, tracetest.Written(t, compact.Write, tr))
	require.Less(t, len(file), steps/30)
	back, err := readCompact(file)
	require.NoError(t, err)
	require.Len(t, back.Steps, steps)

	var trap bytes.Buffer
	zip := gzip.NewWriter(&trap)
	require.NoError(t, repeated(compact.NewRecorder(zip), 900_000))
	require.NoError(t, zip.Close())
	_, err = readCompact(trap.Bytes())
	require.EqualError(t, err, "a.ctrace: more than 20 parts for each byte of the file")
	require.NoError(t, tracetest.Consume(trap.String()))
}

// repeated records a run in which the same happens over and over.
func repeated(to trace.Recorder, steps int) error {
	rule := trace.Rule{Name: "r", Params: slices.Repeat([]trace.Param{{Name: "_"}}, 12)}
	h := &trace.Header{Format: trace.Format, Program: &trace.Program{Rules: []trace.Rule{rule}}}
	err := to.Begin(h, nil, nil)
	for range steps {
		err = errors.Join(err, to.Step(&trace.Event{Args: slices.Repeat([]trace.Sym{trace.Numeral}, 12)}))
	}
	return errors.Join(err, to.End(nil))
}

// saying returns a file each block of which has one row, a step that says a term of
// some 8 MB so many times.
func saying(rows, times int) []byte {
	const size = 1 << 13
	symbols := append(binary.AppendUvarint([]byte{0}, size), bytes.Repeat([]byte("z"), size)...)
	for i := range byte(10) {
		symbols = append(symbols, 4, 1, 'd', i*2, i*2)
	}
	shape := binary.AppendUvarint([]byte{0, 1, 'r', 0}, uint64(times))
	shape = append(append(shape, 0, 0, 0, 0, 0, 0), make([]byte, times)...)
	terms := bytes.Repeat([]byte{10}, times)
	all := []section{{'H', []byte(`{"format":"ceptre-trace/1"}`)}}
	for i := range rows {
		body := append(binary.AppendUvarint(nil, uint64(i)), 1, 1)
		for _, part := range [][]byte{symbols, shape, {0}, nil, terms, nil, {0}} {
			body = append(binary.AppendUvarint(body, uint64(len(part))), part...)
		}
		all = append(all, section{'B', body})
	}
	return sealed(all)
}

// What a small file says over and over does not fill the memory: not in one row, and not in
// many, where all of them are read at once.
func TestCompactSaysMuch(t *testing.T) {
	const row = "a.ctrace: block 1: step t1: terms of more than 67108868 bytes in one record"
	for _, times := range []int{8, 100_000} {
		file := saying(1, times)
		require.Less(t, len(file), 1<<20)
		require.EqualError(t, tracetest.Consume(string(file)), strings.Replace(row, "a.ctrace", "a", 1))
		_, err := readCompact(file)
		require.EqualError(t, err, row)
		s, err := tracefile.NewStream("a.ctrace", bytes.NewReader(file), nil)
		require.NoError(t, err)
		require.EqualError(t, json.WriteLines(new(tracetest.HeapWatch), s), row)
	}
	file := saying(40, 7)
	require.ErrorIs(t, tracetest.Consume(string(file)), io.ErrUnexpectedEOF, "each row is small enough")
	_, err := readCompact(file)
	require.EqualError(t, err, "a.ctrace: terms of more than 1000 bytes for each byte of the file")
}

// What no reader takes is not written, whatever the way.
func TestCompactWritesNoMore(t *testing.T) {
	args := slices.Repeat([]trace.Term{trace.Const(strings.Repeat("a", 15<<20))}, 5)
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}, Steps: []trace.Step{{ID: 1, Rule: "r", Args: args}}}
	require.NoError(t, trace.Validate(tr))
	err := compact.Write(io.Discard, tr.Stream())
	require.EqualError(t, err, "step t1: terms of more than 67108868 bytes in one record")

	rule := trace.Rule{Name: "r", Params: slices.Repeat([]trace.Param{{Name: "_"}}, 5)}
	to := compact.NewRecorder(io.Discard)
	h := &trace.Header{Format: trace.Format, Program: &trace.Program{Rules: []trace.Rule{rule}}}
	require.NoError(t, to.Begin(h, twoTerms{trace.Const("a"), args[0]}, nil))
	for range 3 {
		require.NoError(t, to.Step(&trace.Event{Args: make([]trace.Sym, 5), Chosen: trace.ByChance}))
	}
	err = to.Step(&trace.Event{Args: slices.Repeat([]trace.Sym{1}, 5), Chosen: trace.ByChance})
	require.EqualError(t, err, "step t4: terms of more than 67108868 bytes in one record")
}

type twoTerms [2]trace.Term

func (s twoTerms) Term(x trace.Sym) trace.Term { return s[x] }

func (twoTerms) Args(trace.Sym) []trace.Sym { return nil }
