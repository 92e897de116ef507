package trace

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxColumn is the widest text of a step that the columns make room for.
const maxColumn = 40

// Fprint writes a trace as text to read: what ran; a line for each step, with
// what it consumed (-) and made (+) and told the outside to do (>); and the facts
// that were left. What steps
// read is left out, and so are stage tokens: a step that passes from a stage
// says to which.
//
//	t3  do/mourn juliet romeo  -anger a b  +depressed juliet
//	t4  — stage night —
//
// Equal facts of the final state stand once, with their number. The trace must
// be one that [Validate] accepts.
func Fprint(w io.Writer, t *Trace) error {
	p := &text{out: bufio.NewWriter(w), trace: t, resources: make(map[ResourceID]Resource, len(t.Resources))}
	for _, r := range t.Resources {
		p.resources[r.ID] = r
	}
	p.head()
	p.steps()
	p.final()
	return p.out.Flush()
}

// text writes a trace as text.
type text struct {
	out       *bufio.Writer
	trace     *Trace
	resources map[ResourceID]Resource
}

func (p *text) line(s string) {
	p.out.WriteString(Visible(strings.TrimRight(s, " ")))
	p.out.WriteByte('\n')
}

// head writes what ran and how, as far as the trace says.
func (p *text) head() {
	var parts []string
	if program := p.trace.Program; program != nil {
		parts = append(parts, cmp.Or(program.Name, program.File, "a program without a name"))
	}
	if run := p.trace.Run; run != nil {
		if run.Stage != "" {
			parts = append(parts, "stage "+run.Stage)
		}
		parts = append(parts, fmt.Sprintf("seed %d", run.Seed))
		if run.Choose != "" {
			parts = append(parts, "choices "+run.Choose)
		}
		if run.Limits != nil && run.Limits.Steps > 0 {
			parts = append(parts, fmt.Sprintf("at most %d steps", run.Limits.Steps))
		}
	}
	if len(parts) > 0 {
		p.line(strings.Join(parts, ", "))
		p.line("")
	}
}

func (p *text) steps() {
	ids, names := 0, 0
	for _, s := range p.trace.Steps {
		ids = max(ids, len(s.ID.String()))
		if n := utf8.RuneCountInString(p.name(s)); n <= maxColumn {
			names = max(names, n)
		}
	}
	for _, s := range p.trace.Steps {
		effects := append(p.facts("-", s.Consumes), p.facts("+", s.Produces)...)
		for _, f := range s.Acts {
			effects = append(effects, ">"+f.String())
		}
		p.line(fmt.Sprintf("%-*s  %-*s  %s", ids, s.ID, names, p.name(s), strings.Join(effects, "  ")))
	}
	if len(p.trace.Steps) > 0 {
		p.line("")
	}
}

// name returns what a step is called in its line.
func (p *text) name(s Step) string {
	if !slices.ContainsFunc(s.Consumes, p.isToken) {
		return Visible(s.String())
	}
	for _, id := range s.Produces {
		if p.isToken(id) {
			return Visible("— " + p.resources[id].String() + " —")
		}
	}
	return "— end —"
}

func (p *text) isToken(id ResourceID) bool { return p.resources[id].Pred == StagePred }

// facts returns the facts of resources behind a sign, without stage tokens.
func (p *text) facts(sign string, ids []ResourceID) []string {
	var out []string
	for _, id := range ids {
		if !p.isToken(id) {
			out = append(out, sign+p.resources[id].String())
		}
	}
	return out
}

func (p *text) final() {
	title := "Final state"
	if end := p.trace.End; end != nil {
		title += " (" + string(end.Why)
		if end.Message != "" {
			title += ": " + end.Message
		}
		title += ")"
	}
	p.line(title)
	counts := make(map[string]int)
	for _, r := range p.trace.Final() {
		if r.Pred != StagePred {
			counts[r.String()]++
		}
	}
	for _, fact := range slices.SortedFunc(maps.Keys(counts), natural) {
		if n := counts[fact]; n > 1 {
			fact = fmt.Sprintf("%d × %s", n, fact)
		}
		p.line("  " + fact)
	}
}

// Visible escapes what a terminal would not show as a character of its own.
func Visible(s string) string {
	hidden := func(r rune) bool { return !unicode.IsGraphic(r) }
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
