package proofterm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/lang/celf/proofterm"
)

// names are names that Celf accepts.
var names = rapid.SampledFrom([]string{"ann", "'bob", "loc*", "-", "-2", "<->", "adj/sym", "X1", "X20", "Xn", "#a",
	"étage", "a=b?;"})

// printer draws an object, and prints it as Celf would.
type printer struct {
	*rapid.T
	b strings.Builder
}

func (p *printer) object(depth int) {
	for range rapid.IntRange(0, 2).Draw(p.T, "binders") {
		p.b.WriteString(`\`)
		p.pattern(2)
		p.b.WriteString(". ")
	}
	if depth == 0 || rapid.Bool().Draw(p.T, "applied") {
		p.applied(depth)
		return
	}
	p.body(depth)
}

func (p *printer) applied(depth int) {
	p.b.WriteString(names.Draw(p.T, "head"))
	for range rapid.IntRange(0, depth).Draw(p.T, "arguments") {
		p.b.WriteString(" ")
		p.part(depth-1, 2, true)
	}
}

func (p *printer) body(depth int) {
	p.b.WriteString("{")
	for range rapid.IntRange(0, 2).Draw(p.T, "steps") {
		p.b.WriteString("\n    let {")
		p.pattern(2)
		p.b.WriteString("} = ")
		p.applied(depth - 1)
		p.b.WriteString(" in")
	}
	p.b.WriteString(" ")
	p.part(depth-1, 2, false)
	p.b.WriteString("}")
}

// part prints an argument, which stands in parentheses if it is more than a name and a single one.
func (p *printer) part(depth, pairs int, single bool) {
	if pairs > 0 && rapid.Bool().Draw(p.T, "pair") {
		p.b.WriteString("[")
		p.part(depth, 0, false)
		p.b.WriteString(", ")
		p.part(depth, pairs-1, false)
		p.b.WriteString("]")
		return
	}
	if rapid.IntRange(0, 4).Draw(p.T, "unit") == 0 {
		p.b.WriteString("1")
		return
	}
	p.b.WriteString(rapid.SampledFrom([]string{"", "!", "@"}).Draw(p.T, "mark"))
	if !single {
		p.object(depth)
		return
	}
	if depth <= 0 || rapid.Bool().Draw(p.T, "a name") {
		p.b.WriteString(names.Draw(p.T, "name"))
		return
	}
	in := &printer{T: p.T}
	in.object(depth)
	if text := in.b.String(); strings.ContainsAny(text, ` \{`) {
		p.b.WriteString("(" + text + ")")
	} else {
		p.b.WriteString(text)
	}
}

func (p *printer) pattern(pairs int) {
	if pairs > 0 && rapid.Bool().Draw(p.T, "pair") {
		p.b.WriteString("[")
		p.pattern(0)
		p.b.WriteString(", ")
		p.pattern(pairs - 1)
		p.b.WriteString("]")
		return
	}
	if rapid.IntRange(0, 4).Draw(p.T, "unit") == 0 {
		p.b.WriteString("1")
		return
	}
	p.b.WriteString(rapid.SampledFrom([]string{"", "!", "@"}).Draw(p.T, "mark") + names.Draw(p.T, "bound"))
}

// object prints a tree again.
func object(o *proofterm.Object) string {
	var b strings.Builder
	for _, x := range o.Binders {
		b.WriteString(`\` + pattern(x.Pattern) + ". ")
	}
	if o.Body == nil {
		return b.String() + applied(o)
	}
	b.WriteString("{")
	for _, l := range o.Body.Lets {
		b.WriteString("\n    let {" + pattern(l.Pattern) + "} = " + applied(l.Rule) + " in")
	}
	return b.String() + " " + part(o.Body.Value, object) + "}"
}

func applied(o *proofterm.Object) string {
	text := o.Head
	for _, x := range o.Spine {
		text += " " + part(x, func(o *proofterm.Object) string {
			if len(o.Binders) == 0 && o.Body == nil && len(o.Spine) == 0 {
				return o.Head
			}
			return "(" + object(o) + ")"
		})
	}
	return text
}

func part(x proofterm.Part, single func(*proofterm.Object) string) string {
	switch {
	case x.Pair != nil:
		first := part(x.Pair[0], object)
		if len(x.Pair) == 1 {
			return first
		}
		return "[" + first + ", " + part(proofterm.Part{Pair: x.Pair[1:]}, object) + "]"
	case x.Object == nil:
		return "1"
	}
	return mark(x.Mark) + single(x.Object)
}

func pattern(names []proofterm.Bound) string {
	first := mark(names[0].Mark) + names[0].Name
	if names[0].Name == "" {
		first = "1"
	}
	if len(names) == 1 {
		return first
	}
	return "[" + first + ", " + pattern(names[1:]) + "]"
}

func mark(m proofterm.Mark) string {
	if m == proofterm.Linear {
		return ""
	}
	return string(rune(m))
}

// A proof term that is printed and read again is the same, and what stands behind it is not read.
func TestParsePrinted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &printer{T: t}
		p.object(3)
		text := p.b.String()
		behind := rapid.SampledFrom([]string{"", "\n #X = ann\n", "\nQuery ok.\n", "\n\nIteration 2\nSolution: {1}\n"}).Draw(
			t, "behind")
		o, end, err := proofterm.Parse(text+behind, 0)
		require.NoError(t, err, text)
		// Marks of units are lost, as is the one before a pair.
		require.Equal(t, strings.ReplaceAll(text, "@1", "1"), object(o), text)
		require.Empty(t, strings.TrimSpace(text[min(end, len(text)):]), text)
		require.LessOrEqual(t, len(strings.TrimSpace((text + behind)[:end])), len(text))
	})
}

// TestPlaces checks that each name of a proof term stands where the tree says.
func TestPlaces(t *testing.T) {
	const text = ` \!'ann. \[X1, @X2]. { let {X3} = go !(s !z) [X1, adj !-1] in [X3, !X2]}`
	o, _, err := proofterm.Parse(text, 0)
	require.NoError(t, err)
	var found []string
	name := func(at int, name string) {
		require.True(t, strings.HasPrefix(text[at:], name), "%s at %d", name, at)
		found = append(found, name)
	}
	for _, b := range o.Binders {
		for _, x := range b.Pattern {
			name(x.At, x.Name)
		}
	}
	var visit func(o *proofterm.Object)
	visit = func(o *proofterm.Object) {
		name(o.At+len(text[o.At:])-len(strings.TrimPrefix(text[o.At:], "(")), o.Head)
		for x := range proofterm.Leaves(o.Spine...) {
			visit(x.Object)
		}
	}
	for _, l := range o.Body.Lets {
		name(l.At, "let")
		name(l.Pattern[0].At, l.Pattern[0].Name)
		visit(l.Rule)
	}
	require.Equal(t, "'ann X1 X2 let X3 go s z X1 adj -1", strings.Join(found, " "))
	require.Equal(t, byte('}'), text[o.Body.End])
}

func TestAnswers(t *testing.T) {
	const text = "a : type.\nQuery (1, *, *, 2) a -o {b}.\nIteration 1\nIteration 2\n  Solution: {1}\n" +
		"not Solution: {1}\nQuery ok.\nQuery (1, *, *, 1) a.\nSolution: \\X1.\n  {1}\n"
	var got []string
	for _, a := range proofterm.Answers(text) {
		o, _, err := proofterm.Parse(text, a.At)
		require.NoError(t, err)
		got = append(got, fmt.Sprint(a.Query, a.Iteration, len(o.Binders)))
	}
	require.Equal(t, []string{"1 2 0", "2 0 1"}, got)
	require.True(t, strings.HasPrefix(text[proofterm.Begins(text):], "Solution: {1}\nnot"))
	require.Equal(t, -1, proofterm.Begins("not Solution: {1}"))
	require.Equal(t, 12, proofterm.Fails("Iteration 1\nNo solutions found.\n"))
	require.Equal(t, -1, proofterm.Fails(text))
	require.Empty(t, proofterm.Answers(""))
}
