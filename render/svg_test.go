package render

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// picture is what the tests want to know of an SVG.
type picture struct {
	ids     map[string]int
	classes map[string]int // of groups: edges of a kind, nodes of a kind
	texts   []string
	tips    []string
	links   []string
	edges   []string // from and to, by ids
	root    xml.Name
}

type fataler interface {
	require.TestingT
	Helper()
}

// read fails the test unless the SVG is well-formed XML.
func read(t fataler, svg []byte) *picture {
	t.Helper()
	p := &picture{ids: map[string]int{}, classes: map[string]int{}}
	d := xml.NewDecoder(bytes.NewReader(svg))
	d.Strict = true
	var open []xml.StartElement
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err, "%s", svg)
		switch token := token.(type) {
		case xml.StartElement:
			if len(open) == 0 {
				p.root = token.Name
			}
			open = append(open, token.Copy())
			p.element(token)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			p.chars(open, string(token))
		}
	}
	return p
}

func (p *picture) element(e xml.StartElement) {
	id := ""
	for _, a := range e.Attr {
		switch {
		case a.Name.Local == "data-from":
			p.edges = append(p.edges, a.Value)
		case a.Name.Local == "data-to":
			p.edges[len(p.edges)-1] += " " + a.Value
		case a.Name.Local == "id":
			id = a.Value
			p.ids[id]++
		case a.Name.Local == "class":
			for c := range strings.FieldsSeq(a.Value) {
				p.classes[c]++
			}
		case a.Name.Local == "href":
			p.links = append(p.links, a.Value)
		}
	}
}

func (p *picture) chars(open []xml.StartElement, s string) {
	if len(open) == 0 {
		return
	}
	switch open[len(open)-1].Name.Local {
	case "text", "tspan":
		p.texts = append(p.texts, s)
	case "title":
		p.tips = append(p.tips, s)
	}
}

func mustSVG(t fataler, g *causal.Graph, o Options) []byte {
	t.Helper()
	svg, err := mustDraw(t, g, o).SVG(context.Background())
	require.NoError(t, err)
	return svg
}

func TestCausalSVG(t *testing.T) {
	g := verona(t)
	svg := mustSVG(t, g, Options{Link: scene})
	require.True(t, bytes.HasPrefix(svg, []byte("<svg ")))
	p := read(t, svg)
	require.Equal(t, xml.Name{Space: "http://www.w3.org/2000/svg", Local: "svg"}, p.root)
	require.Regexp(t, `^verona · \d+ steps · \d+ reads told in boxes$`, p.tips[0])

	reads, others := 0, 0
	for e := range g.Len() {
		step := g.Step(causal.Event(e))
		require.Equal(t, 1, p.ids[step.ID.String()], step.ID)
		require.Contains(t, p.links, scene(step))
		for _, id := range step.Reads {
			if r := g.Resource(id); !r.StageToken() && !(r.Persistent && r.Producer == causal.Outside) {
				reads++
			}
		}
		for _, id := range append(step.Consumes, step.Produces...) {
			if !g.Resource(id).StageToken() {
				others++
			}
		}
	}
	require.Positive(t, reads)
	require.Positive(t, p.classes["order"])
	told := len(mustDraw(t, g, Options{}).told)
	require.Positive(t, told)
	require.Equal(t, reads, p.classes["read"]+told)
	require.Equal(t, others, p.classes["consume"]+p.classes["produce"])
	require.Equal(t, g.Len(), p.classes["transition"])
	for i := range g.Resources {
		r := &g.Resources[i]
		want := 1
		if r.StageToken() || r.Pred == "idle" || r.Persistent && r.Producer == causal.Outside {
			want = 0 // not asked for; not touched by any event
		}
		require.Equal(t, want, p.ids[r.ID.String()], r)
	}
	require.Contains(t, p.texts, "romeo square ballroom")
}

func TestThreadsSVG(t *testing.T) {
	g := verona(t)
	p := read(t, mustSVG(t, g, Options{View: Threads}))
	cast, err := cast.Find(g, cast.Options{})
	require.NoError(t, err)
	for _, thread := range g.Threads(cast) {
		require.Contains(t, p.texts, thread.Character)
		require.GreaterOrEqual(t, p.classes[class("who", thread.Character)], len(thread.Events))
		for _, e := range thread.Events {
			require.Equal(t, 1, p.ids[g.Step(e).ID.String()])
		}
	}
	require.Zero(t, p.classes["rule-night"]) // without a character
	require.Empty(t, p.links)
}

func TestRulesSVG(t *testing.T) {
	g := verona(t)
	p := read(t, mustSVG(t, g, Options{View: Rules, Link: scene}))
	rg := rules.Condense(g, kinds.Table{})
	reads := 0
	for _, e := range rg.Edges {
		if e.Consumed == 0 {
			reads++
		}
	}
	require.Equal(t, reads, p.classes["read"])
	require.Equal(t, len(rg.Edges)-reads, p.classes["feed"])
	require.Positive(t, p.classes["order"])
	for i, n := range rg.Nodes {
		require.Equal(t, 1, p.ids[ruleName(i)])
		require.Contains(t, p.texts, n.Rule)
		require.Contains(t, p.links, scene(g.Step(n.First)))
	}
	require.Contains(t, p.texts, "13×")
}

func TestEmptySVG(t *testing.T) {
	for _, v := range Views() {
		if v == Why {
			continue // of nothing
		}
		p := read(t, mustSVG(t, causal.New(&trace.Trace{}), Options{View: v}))
		require.Contains(t, p.texts, "Nothing happened.")
	}
}

// one returns a run of one step with names as given.
func one(name string) *causal.Graph {
	args := []trace.Term{trace.Const(name)}
	return causal.New(&trace.Trace{
		Header: trace.Header{Program: &trace.Program{
			Name:  name,
			Types: []trace.Type{{Name: name, Constants: []string{name, "other"}}},
			Rules: []trace.Rule{{Name: name, Text: name + "\n" + name}},
		}},
		Resources: []trace.Resource{{ID: 1, Pred: name, Args: args}, {ID: 2, Pred: name, Args: args, By: 1}},
		Steps: []trace.Step{{
			ID: 1, Rule: name, Args: args,
			Consumes: []trace.ResourceID{1}, Produces: []trace.ResourceID{2},
		}},
	})
}

// checkName draws a name everywhere a name can stand, in each view, and checks
// that it is seen as it is.
func checkName(t fataler, name string) {
	t.Helper()
	link := func(*trace.Step) string { return "scenes/" + name }
	for _, v := range Views() {
		p := read(t, mustSVG(t, one(name), Options{View: v, Link: link, Of: []string{"t1"}}))
		seen := short(name)
		if strings.TrimSpace(seen) != "" && !(v == State && isText(name)) { // a text is not a character's name
			require.True(t, slices.ContainsFunc(p.texts, func(text string) bool { return isLabel(text, seen, v) }),
				"%s view: %q", v, p.texts)
		}
		if v == Causal {
			tip := visible.Picture(name)
			require.Contains(t, p.tips, "x1 "+tip+" "+tip)
			if _, err := url.Parse("scenes/" + tip); err == nil { // an invalid URL is not linked
				require.Equal(t, slices.Repeat([]string{"scenes/" + tip}, 3), p.links) // of the step and two facts
			}
			require.Equal(t, short(name)+" · 1 step", p.tips[0])
		}
	}
}

// isLabel reports whether a text is the label of a name. Boards have a sign before it; storylines have less
// room, and cut names by their width.
func isLabel(text, name string, v View) bool {
	start, cut := strings.CutSuffix(text, "…")
	return text == name || v == Board && strings.HasSuffix(text, " "+name) ||
		v == Storyline && cut && utf8.RuneCountInString(start) >= 8 && strings.HasPrefix(name, start)
}

func TestHostileNames(t *testing.T) {
	for _, name := range []string{
		`"`, `\`, `\\`, `\"`, `a\`, `\N`, `\G\L\E\T\H\l\r\n`, `]; x [label="`, "<script>alert(1)</script>",
		"<<b>bold</b>>", "<b>", "&lt;", "&amp;lt;", "&#60;", "&", "-->", "]]>", "</title>", "%3", "a\nb", "a\x00b", "a\rb",
		"שלום", "\u202eevil", "🎭", "\xff", "\ufffe", "two  spaces", " ", "'", "#", "//", "/*", "\\\n", "\\x", "a--b",
		strings.Repeat("long", 2500), strings.Repeat(`\"&`, 3000), "{a|b}", "${x}", "\u00a0", "é", "tab\tstop",
	} {
		t.Run("", func(t *testing.T) { checkName(t, name) })
	}
}

func FuzzNames(f *testing.F) {
	f.Add(`\N"&lt;<b>`)
	f.Fuzz(func(t *testing.T, name string) {
		if name != "" {
			checkName(t, name)
		}
	})
}

func TestAnyName(t *testing.T) {
	bits := rapid.SampledFrom([]string{`\`, `"`, "&", "<", ">", ";", "#", "N", "G", "lt;", "amp;", "é", "\n", " ", "'",
		"-", "蝶", "x"})
	rapid.Check(t, func(t *rapid.T) {
		checkName(t, strings.Join(rapid.SliceOfN(bits, 1, 12).Draw(t, "name"), ""))
	})
}

func TestConcurrentSVG(t *testing.T) {
	graphs := []*causal.Graph{verona(t), one("a"), one("b"), tell(t, chain(10))}
	var want [][]byte
	for _, g := range graphs {
		want = append(want, mustSVG(t, g, Options{}))
	}
	got := make([][]byte, 8)
	errs := make([]error, len(got))
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() { got[i], errs[i] = Write(t.Context(), graphs[i%len(graphs)], Options{}, SVGFormat) })
	}
	all.Wait()
	for i := range got {
		require.NoError(t, errs[i])
		require.Equal(t, string(want[i%len(want)]), string(got[i]))
	}
}

// chain tells of n events, each following from the one before and reading the
// same fact.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("init at 0, !law\n")
	for i := range n {
		fmt.Fprintf(&b, "go %d : - at %d, $ !law, + at %d\n", i, i, i+1)
	}
	return b.String()
}

func TestCancel(t *testing.T) {
	small := mustSVG(t, one("a"), Options{})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, f := range Formats() {
		if f == DOTFormat || f == TextFormat {
			continue // there at once
		}
		_, err := Write(ended, one("a"), Options{}, f)
		require.ErrorIs(t, err, context.Canceled, f)
	}

	// While it is laid out, by Graphviz and by us; and the next picture is right.
	for _, steps := range []int{40, 20000} {
		long := tell(t, chain(steps))
		soon, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		_, err := Write(soon, long, Options{}, SVGFormat)
		cancel()
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, string(small), string(mustSVG(t, one("a"), Options{})))
	}
}

// The first two are whole runs of the examples, drawn with the sides as 3 to 2
// and 2 to 1; the other way they would be 3 to 1.
func TestIsBroad(t *testing.T) {
	for s, want := range map[extent]bool{
		{nodes: 212, rows: 24, bends: 876}: true,
		{nodes: 208, rows: 23, bends: 280}: false,
		{nodes: 50, rows: 2}:               false, // small
	} {
		require.Equal(t, want, s.isBroad(), "%+v", s)
	}
}

// A run in which much goes on at once is drawn from left to right, one in which
// one thing follows from another from top to bottom.
func TestDirection(t *testing.T) {
	run := func(steps int, chain bool) *causal.Graph {
		tr := &trace.Trace{}
		for i := 1; i <= steps; i++ {
			used, made := trace.ResourceID(2*i-1), trace.ResourceID(2*i)
			if chain && i > 1 {
				used = made - 2
			} else {
				tr.Resources = append(tr.Resources, trace.Resource{ID: used, Pred: "p"})
			}
			tr.Resources = append(tr.Resources, trace.Resource{ID: made, Pred: "q", By: trace.StepID(i)})
			tr.Steps = append(tr.Steps, trace.Step{
				ID: trace.StepID(i), Rule: "go", Consumes: []trace.ResourceID{used}, Produces: []trace.ResourceID{made},
			})
		}
		return causal.New(tr)
	}
	for direction, g := range map[string]*causal.Graph{"LR": run(40, false), "TB": run(40, true)} {
		dot, err := Write(t.Context(), g, Options{}, DOTFormat)
		require.NoError(t, err)
		require.Contains(t, string(dot), `rankdir="`+direction+`"`)
	}
}
