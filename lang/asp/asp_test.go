package asp

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/doubling"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

func parse(text string) (*logic.Program, syntax.ErrorList) {
	return Parse(&syntax.Source{Name: "p.lp", Text: []byte(text)})
}

// printed returns a program, a rule a line.
func printed(p *logic.Program) string {
	var b strings.Builder
	for _, r := range p.Rules {
		b.WriteString(r.String() + "\n")
	}
	if p.Shows != nil {
		b.WriteString("#show.\n")
	}
	for _, s := range p.Shows {
		b.WriteString("#show " + s.String() + ".\n")
	}
	return b.String()
}

// Each program has its normal form beside it, and all messages.
func TestCorpus(t *testing.T) {
	corpustest.Check(t, "testdata/*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		p, errs := Parse(&syntax.Source{Name: in.Name, Text: in.Data})
		if !errs.Failed() {
			errs = append(errs, logic.Check(p)...)
		}
		var messages bytes.Buffer
		require.NoError(t, errs.Fprint(&messages, syntax.Style{}))
		return []txtar.File{in.Result("rules", printed(p)), in.Result("messages", messages.String())}
	})
}

// Sources are one program: constants hold in all, and messages come in the order of sources.
func TestSources(t *testing.T) {
	a := &syntax.Source{Name: "a.lp", Text: []byte("p(n). q(. #show p/1.")}
	b := &syntax.Source{Name: "b.lp", Text: []byte("r( #const n = 3.")}
	c := &syntax.Source{Name: "c.lp", Text: []byte("s. \x00")}
	d := &syntax.Source{Name: "d.lp", Text: []byte("#const n = 2*m. #const m = 4. t(n,1;m). t :- ,.")}
	p, errs := Parse(a, b, c, d)
	require.Equal(t, "p(8).\nt(8,1).\nt(4).\n#show.\n#show p/1.\n", printed(p))
	require.Same(t, d, p.Rules[1].Source)
	require.Equal(t, "t(n,1;m).", d.Slice(p.Rules[1].Span))
	require.Equal(t, `a.lp:1:9: expected a term, found `+"`.`"+`
b.lp:1:4: expected a term, found `+"`#const`"+`
c.lp:1:4: this is not UTF-8, the encoding of programs
d.lp:1:46: expected a term, found `+"`,`", errs.Error())
	p, errs = Parse()
	require.Empty(t, p.Rules)
	require.Empty(t, errs)
	require.Nil(t, p.Shows)
	_, errs = Parse(d, &syntax.Source{Name: "e.lp", Text: []byte("#const m = 5.")})
	require.ErrorContains(t, errs, "e.lp:1:8: `m` is defined twice")
}

// Text that is long or deep is read, or refused with a message.
func TestLimits(t *testing.T) {
	deep := strings.Repeat("(", 100_000)
	long := strings.Repeat("1+", 100_000) + "1"
	const pools = "p.lp:1:1: the pools of this statement stand for more than a million terms"
	const tooDeep = "terms are nested too deeply: 500 levels are allowed"
	for text, want := range map[string]string{
		"p(" + deep:             "p.lp:1:502: " + tooDeep,
		"p(" + long + ").":      "p.lp:1:2004: a term has too many operators: 1000 are allowed",
		"p(2" + long[1:] + ").": "p.lp:1:2004: a term has too many operators: 1000 are allowed",
		"p(" + strings.ReplaceAll(long, "+", "**") + ").": "p.lp:1:1500: " + tooDeep,
		"p(" + strings.Repeat("-", 100_000) + "1).":       "p.lp:1:502: " + tooDeep,
		"p(" + strings.Repeat("(1;2),", 30) + "1).":       pools,
	} {
		_, errs := parse(text)
		require.Len(t, errs, 1, "%.20s", text)
		require.Equal(t, want, errs[0].Error())
	}
	p, errs := parse("p(" + strings.Repeat("1;", 50_000) + "1). q :- " + strings.Repeat("not p(X) : r(X); ", 50_000) +
		"s.")
	require.Empty(t, errs)
	require.Len(t, p.Rules, 50_002)
}

// BenchmarkParse reads, unfolds and checks programs that double in size, with a rule whose variables get their values
// one from the other, last to first.
func BenchmarkParse(b *testing.B) {
	doubling.Measure(b, 1000, func(n int) func() {
		var text strings.Builder
		text.WriteString("a :- b(X0)")
		for i := n; i > 0; i-- {
			fmt.Fprintf(&text, ", X%d = X%d", i, i-1)
		}
		text.WriteString(".\n")
		for range n {
			text.WriteString("p(1..2,X,r) :- q(X), r(X+1), not s(X') : t(X'); X < 7.\n")
		}
		return func() {
			p, errs := parse(text.String())
			require.Empty(b, errs)
			require.Empty(b, logic.Check(p))
		}
	})
}
