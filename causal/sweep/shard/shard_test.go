package shard

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/exec/solution"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The parts of a series are its runs, each once and in order, and their sizes differ by one at the most.
func TestPartsDivideRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "shards")
		runs := rapid.OneOf(rapid.IntRange(0, 300), rapid.IntRange(math.MaxInt-300, math.MaxInt)).Draw(t, "runs")
		next := 0
		for i := range n {
			from, to := Part{i + 1, n}.Range(runs)
			require.Equal(t, next, from)
			require.Contains(t, []int{runs / n, (runs-1)/n + 1}, to-from)
			next = to
		}
		require.Equal(t, runs, next)
	})
}

func TestParsePart(t *testing.T) {
	for text, why := range map[string]string{
		"3/7": "", "1/1": "", "10000000/10000000": "",
		"+1/7": "such as 3/7", "-1+1/7": "the shards of 7", "0/7": "the shards of 7 are 1/7 to 7/7",
		"8/7": "the shards of 7 are 1/7 to 7/7", "-1/7": "1/7 to 7/7",
		"3": "such as 3/7", "3/": "such as 3/7", "a/b": "such as 3/7", "": "such as 3/7", "3/7/9": "such as 3/7",
		"1/0": "want a number of shards from 1", "1/10000001": "want a number of shards from 1 to 10000000",
	} {
		p, err := ParsePart(text)
		if why == "" {
			require.NoError(t, err)
			require.Equal(t, text, p.String())
		} else {
			require.ErrorContains(t, err, why, text)
		}
	}
	for text, want := range map[string]Part{"0+1/7": {1, 7}, "6+1/7": {7, 7}} {
		p, err := ParsePart(text)
		require.NoError(t, err)
		require.Equal(t, want, p)
	}
}

// genHeader draws a header of few runs.
func genHeader(t *rapid.T) *Header {
	n := rapid.IntRange(1, 5).Draw(t, "of")
	name := rapid.StringMatching(`[a-z/]{1,9}`)
	h := &Header{Part: Part{rapid.IntRange(1, n).Draw(t, "index"), n}, Subject: total.Subject{
		Program: name.Draw(t, "program"), Seed: rapid.Uint64Max(math.MaxUint64-100).Draw(t, "seed"),
		Runs:   rapid.IntRange(0, 20).Draw(t, "runs"),
		Hashed: rapid.Bool().Draw(t, "hashed"), Goal: rapid.Bool().Draw(t, "goal"),
	}, Rowless: rapid.Bool().Draw(t, "rowless")}
	h.cook(rapid.SliceOf(rapid.Byte()).Draw(t, "text"))
	h.Recipe.Flags = rapid.SliceOfN(name, 1, 3).Draw(t, "flags")
	for range rapid.IntRange(0, 3).Draw(t, "rules") {
		h.Rules = append(h.Rules, total.Rule{Label: name.Draw(t, "rule"), Stage: "main"})
	}
	for range rapid.IntRange(0, 2).Draw(t, "tallies") {
		h.Facts = append(h.Facts, total.Tally{Facts: "purse _", Number: rapid.IntRange(-1, 1).Draw(t, "number")})
	}
	for range rapid.IntRange(0, 2).Draw(t, "metrics") {
		h.Metrics = append(h.Metrics, total.Metric{Text: name.Draw(t, "metric"), Names: rapid.Bool().Draw(t, "names")})
	}
	return h
}

// cook enters a program.
func (h *Header) cook(text []byte) {
	h.Recipe.Name, h.Recipe.Text, h.SHA256 = "coins.cep", text, fmt.Sprintf("%x", sha256.Sum256(text))
}

// genRow draws a row of a shard.
func genRow(t *rapid.T, h *Header, seed uint64) *sweep.Row {
	text, number := rapid.String(), rapid.Int()
	r := &sweep.Row{Seed: seed, Steps: number.Draw(t, "steps"), Message: text.Draw(t, "message"), Ending: sweep.Ending{
		Why: trace.Why(text.Draw(t, "why")), Limit: text.Draw(t, "limit"), Stage: text.Draw(t, "stage"),
		Link: text.Draw(t, "link"), Violates: text.Draw(t, "violates")}, Fired: make([]int, len(h.Rules))}
	if failed := text.Draw(t, "error"); failed != "" {
		r.Err = errors.New(failed)
	}
	for i := range r.Fired {
		r.Fired[i] = number.Draw(t, "fired")
	}
	digest := rapid.SliceOfN(rapid.Byte(), 32, 32)
	r.Final = sweep.State(digest.Draw(t, "final"))
	if h.Hashed {
		r.Hash = hash.Sum{Bytes: [32]byte(digest.Draw(t, "hash")), Exact: rapid.Bool().Draw(t, "exact")}
	}
	for range h.Facts {
		f, levels := sweep.Found{Copies: number.Draw(t, "copies")}, []sweep.Level(nil)
		for range rapid.IntRange(0, 3).Draw(t, "numbers") {
			f.Numbers = append(f.Numbers, number.Draw(t, "number"))
			levels = append(levels, sweep.Level{Fact: text.Draw(t, "level"), N: number.Draw(t, "sum")})
		}
		r.Facts, r.Levels = append(r.Facts, f), append(r.Levels, levels)
	}
	if h.Goal && rapid.Bool().Draw(t, "solution") {
		r.Solution = &solution.Result{Solved: rapid.Bool().Draw(t, "solved"), Cut: rapid.Bool().Draw(t, "cut")}
		fact := rapid.Map(rapid.StringMatching(`[a-z]+( [a-z]+)?`),
			func(text string) trace.Fact { return trace.Fact{Pred: text} })
		for range rapid.IntRange(0, 2).Draw(t, "lacking") {
			left := solution.Left{Fact: fact.Draw(t, "left"), Copies: number.Draw(t, "copies")}
			r.Solution.Left = append(r.Solution.Left, left)
			unmet := solution.Unmet{Fact: fact.Draw(t, "unmet"), Permanent: rapid.Bool().Draw(t, "permanent")}
			r.Solution.Unmet = append(r.Solution.Unmet, unmet)
		}
	}
	for range h.Metrics {
		r.Values = append(r.Values, rapid.Float64().Draw(t, "value"))
	}
	return r
}

// genRows draws the rows of a shard.
func genRows(t *rapid.T, h *Header) (rows sweep.Rows) {
	from, to := h.Part.Range(h.Runs)
	if h.Rowless {
		to = from
	}
	for n := from; n < to; n++ {
		rows = append(rows, genRow(t, h, h.Seed+uint64(n)))
	}
	return rows
}

// The header, the total and the rows that are written are read again.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := genHeader(t)
		rows := genRows(t, h)
		total := rapid.SliceOf(rapid.Byte()).Draw(t, "total")
		var file bytes.Buffer
		require.NoError(t, Write(&file, h, total, rows))
		got, err := Check(bytes.NewReader(file.Bytes()))
		require.NoError(t, err)
		require.Empty(t, h.Differs(got))
		require.Equal(t, h.Part, got.Part)
		require.Equal(t, h.Recipe, got.Recipe)
		sum, err := Total(bytes.NewReader(file.Bytes()), got)
		require.NoError(t, err)
		require.True(t, bytes.Equal(total, sum))
		var back sweep.Rows
		for row, err := range Read(&file, got) {
			require.NoError(t, err)
			back = append(back, row)
		}
		require.Equal(t, rows, back)
	})
}

// example returns a file with rows of all kinds.
func example(t *testing.T) (*Header, []byte) {
	h := &Header{Part: Part{2, 3}, Subject: total.Subject{Program: "coins", Seed: 5, Runs: 10, Hashed: true, Goal: true,
		Rules: []total.Rule{{Label: "flip", Stage: "play"}}, Facts: []total.Tally{{Facts: "purse _"}}}}
	h.cook([]byte("coins : pred."))
	rows := rapid.Custom(func(t *rapid.T) sweep.Rows { return genRows(t, h) }).Example(1)
	var file bytes.Buffer
	require.NoError(t, Write(&file, h, []byte("all"), rows))
	return h, file.Bytes()
}

// refused reports whether a file was.
func refused(err error) bool {
	return errors.Is(err, ErrDamaged) || errors.Is(err, ErrForeign) || errors.Is(err, ErrFormat)
}

// A file that is cut off, longer, or has another bit anywhere is noticed, and reading it ends.
func TestDamage(t *testing.T) {
	h, file := example(t)
	notice := func(data []byte) {
		t.Helper()
		_, err := Check(bytes.NewReader(data))
		require.True(t, refused(err), "%v", err)
		var last error
		for _, err := range Read(bytes.NewReader(data), h) { // without the check before
			require.NoError(t, last, "an error is the last")
			last = err
			require.True(t, err == nil || refused(err), "%v", err)
		}
		_, err = CheckTotal(bytes.NewReader(data))
		sum, totalErr := Total(bytes.NewReader(data), h)
		require.Equal(t, err, totalErr)
		if err == nil { // only rows are damaged
			require.Equal(t, "all", string(sum))
			return
		}
		require.True(t, refused(err), "%v", err)
	}
	for n := range file {
		notice(file[:n])
	}
	notice(append(bytes.Clone(file), 0))
	for n := range file {
		for bit := range 8 {
			data := bytes.Clone(file)
			data[n] ^= 1 << bit
			notice(data)
		}
	}
	fewer := *h
	fewer.Rowless = true
	for row, err := range Read(bytes.NewReader(file), &fewer) {
		require.Nil(t, row)
		require.ErrorIs(t, err, ErrDamaged, "there are more rows than runs")
		fewer.Rowless = false
	}
	require.False(t, fewer.Rowless)
	for _, change := range []func(*Header){func(h *Header) { h.Part.Index = 1 }, func(h *Header) { h.Seed++ }} {
		other := *h
		change(&other)
		_, err := Total(bytes.NewReader(file), &other)
		require.ErrorIs(t, err, ErrDamaged)
		for row, err := range Read(bytes.NewReader(file), &other) {
			require.Nil(t, row)
			require.ErrorIs(t, err, ErrDamaged)
		}
	}
	for range Read(bytes.NewReader(file), h) {
		break // there is no call after this one
	}
	_, err := Check(strings.NewReader("a text"))
	require.ErrorIs(t, err, ErrForeign)
	_, err = Check(strings.NewReader("ceptre shard 1\nthat of before"))
	require.ErrorIs(t, err, ErrFormat)
	_, err = Check(io.MultiReader(bytes.NewReader(file[:99]), failing{}))
	require.ErrorIs(t, err, errBroken)
}

// The bytes of a row, whatever they are, make a row of the same bytes, or none.
func TestHostileRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := genHeader(t)
		h.Goal = false // facts of goals are read as names, which may be written in another way
		data := appendRow(nil, h, genRow(t, h, 5))
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			at, b := rapid.IntRange(0, len(data)-1).Draw(t, "at"), rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(t, "bytes")
			data = slices.Replace(data, at, min(at+rapid.IntRange(0, 2).Draw(t, "less"), len(data)), b...)
		}
		row, err := decodeRow(data, h, 5)
		if err != nil {
			require.ErrorIs(t, err, ErrDamaged)
			return
		}
		require.True(t, bytes.Equal(data, appendRow(nil, h, row)))
	})
}

// failing is a file that cannot be read.
type failing struct{}

var errBroken = errors.New("the disk is broken")

func (failing) Read([]byte) (int, error) { return 0, errBroken }

// A file is not written unless it has as many rows as there are to be, of the program that its recipe has.
func TestWriteRefuses(t *testing.T) {
	h := &Header{Part: Part{1, 2}, Subject: total.Subject{Runs: 2}}
	h.cook(nil)
	ranged := func(metrics, bins int) func(h *Header, _ *sweep.Rows) {
		return func(h *Header, _ *sweep.Rows) {
			h.Report, h.Metrics, h.Bins = total.Range, make([]total.Metric, metrics), bins
		}
	}
	for why, change := range map[string]func(h *Header, rows *sweep.Rows){
		"shard 1/2 has 0 rows, not 1": func(_ *Header, rows *sweep.Rows) { *rows = nil },
		"shard 1/2 has 1 rows, not 0": func(h *Header, _ *sweep.Rows) { h.Rowless = true },
		"its program has the SHA-256": func(h *Header, _ *sweep.Rows) { h.Recipe.Text = []byte("a") },
		"there is no shard 3/2":       func(h *Header, _ *sweep.Rows) { h.Part.Index = 3 },
		"there are -1 runs":           func(h *Header, _ *sweep.Rows) { h.Runs = -1 },
		"there is no rule 0":          func(h *Header, _ *sweep.Rows) { h.By = []int{0} },
		"there is no rule -1":         func(h *Header, _ *sweep.Rows) { h.By = []int{-1} },
		"fewer than two metrics":      ranged(1, 5),
		"two metrics or bins":         ranged(2, 1),
	} {
		h, rows := *h, sweep.Rows{{}}
		require.NoError(t, Write(io.Discard, &h, nil, rows))
		change(&h, &rows)
		require.ErrorContains(t, Write(io.Discard, &h, nil, rows), why)
	}
	ranged(2, 2)(h, nil)
	h.Rules, h.By = make([]total.Rule, 1), []int{0}
	require.NoError(t, Write(io.Discard, h, nil, sweep.Rows{{Values: []float64{1, 2}}}))
}

// A header that claims to be large takes no memory for it.
func TestHugeHeader(t *testing.T) {
	claim := append([]byte(magic), 0xff, 0xff, 0xff, 0x1f) // 64 MB less one
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Check(bytes.NewReader(claim))
	runtime.ReadMemStats(&after)
	require.ErrorIs(t, err, ErrDamaged)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
}

// Files of other runs are refused by name, with what differs.
func TestSetsAreOfOneSeries(t *testing.T) {
	subject := total.Subject{Report: total.Sweep, Version: "1", Program: "coins", SHA256: "abc", Stage: "play",
		Seed: 5, Runs: 10, Choose: "random", Flags: []string{"--steps 9"}}
	header := func(i int) *Header { return &Header{Part: Part{i, 3}, Subject: subject} }
	flagged := func(flags ...string) func(*Header) { return func(h *Header) { h.Flags = flags } }
	for why, change := range map[string]func(*Header){
		"another report, coverage instead of sweep":                         func(h *Header) { h.Report = total.Coverage },
		"another program, dice instead of coins":                            func(h *Header) { h.Program = "dice" },
		"another text of the program, with the SHA-256, abd instead of abc": func(h *Header) { h.SHA256 = "abd" },
		"another version of ceptre, 2 instead of 1":                         func(h *Header) { h.Version = "2" },
		"another seed, 6 instead of 5":                                      func(h *Header) { h.Seed = 6 },
		"another number of runs, 11 instead of 10":                          func(h *Header) { h.Runs = 11 },
		"another number of shards, 4 instead of 3":                          func(h *Header) { h.Part.Of = 4 },
		"other flags, --steps 8 instead of --steps 9":                       flagged("--steps 8"),
		"other flags, the default instead of --steps 9":                     flagged(),
		"other flags, --time 1s instead of the default":                     flagged("--steps 9", "--time 1s"),
		"another choice, rule instead of random":                            func(h *Header) { h.Choose = "rule" },
		"other rules, statements or facts":                                  func(h *Header) { h.Hashed = true },
		"another first stage, night instead of play":                        func(h *Header) { h.Stage = "night" },
	} {
		var s Set
		require.NoError(t, s.Add("part3", header(3)))
		other := header(1)
		change(other)
		require.ErrorContains(t, s.Add("part1", other), "part1: this shard does not go with part3: it has "+why)
	}
	for _, order := range [][]int{{1, 3}, {3, 1}} {
		var s Set
		for _, i := range order {
			h := header(i)
			h.Recipe.Name = fmt.Sprint("folder", i)
			require.NoError(t, s.Add(h.Recipe.Name, h))
		}
		require.Equal(t, "folder1", s.Recipe().Name)
	}
	var s Set
	require.Empty(t, s.Missing())
	require.Nil(t, s.Subject())
	require.Nil(t, s.Recipe())
	require.NoError(t, s.Add("part3", header(3)))
	require.Equal(t, &subject, s.Subject())
	require.EqualError(t, s.Add("copy", header(3)),
		"copy: this is shard 3/3, and so is part3; give one of them")
	require.Equal(t, []Missing{{First: 1, Last: 2, Of: 3, Seed: 5, Runs: 6}}, s.Missing())
	require.Equal(t, "shards 1–2 of 3", Missed(s.Missing()))
	require.NoError(t, s.Add("part2", header(2)))
	require.Equal(t, "shard 1 of 3", Missed(s.Missing()))
	require.Equal(t, []File{{"part2", *header(2)}, {"part3", *header(3)}}, s.Files())
	s.Drop(Part{3, 3})
	require.Equal(t, "shards 1, 3 of 3", Missed(s.Missing()))
}
