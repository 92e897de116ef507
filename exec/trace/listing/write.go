// Package listing writes traces as text to read.
package listing

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Write writes a run as text to read: what ran; a line for each step, with
// what it consumed (-) and made (+) and told the outside to do (>); and the facts
// that were left. What steps
// read is left out, and so are stage tokens: a step that passes from a stage
// says to which.
//
//	t3  do/mourn juliet romeo  -anger a b  +depressed juliet
//	t4  — stage night —
//
// Equal facts of the final state stand once, with their number. How wide the columns are
// is for the first steps to say. The trace must be one that [trace.Validate] accepts.
func Write(w io.Writer, s *trace.Stream) error {
	in := row.NewInterner()
	return row.Copy(newPrinter(w, in), in, s)
}

// NewRecorder returns a recorder that writes the text as the run goes on: just what [Write] writes
// of the whole, many lines at once; End writes the last. What it holds is the state, and the first
// steps until there are enough of them.
func NewRecorder(w io.Writer) trace.Recorder {
	in := row.NewInterner()
	return row.NewEvents(newPrinter(w, in), in)
}

const (
	// maxColumn is the widest text of a step that the columns make room for.
	maxColumn = 40
	// firstSteps is how many steps say how wide the columns are.
	firstSteps = 1000
)

// printer writes rows as text.
type printer struct {
	out   io.Writer
	in    *row.Interner
	names row.NameTexts
	rules *label.Set     // nil where each rule has a name of its own
	terms *row.TermTexts // behind blanks
	token row.Name
	state map[trace.ResourceID]standing
	first []printed // first holds the steps that are yet to be written
	wide  bool      // wide: the columns have their widths
	steps int       // steps is the number of steps so far
	most  int       // most is the number of steps to expect; 0 if unknown
	id    int       // id is the width of the column of step ids
	name  int       // name is the width of the column of rule names
	buf   []byte
}

// standing is a resource that is there.
type standing struct {
	text  string
	token bool
}

// printed is a step as text.
type printed struct{ id, name, effects string }

func newPrinter(w io.Writer, in *row.Interner) *printer {
	p := &printer{
		out: w, in: in, names: row.NewNameTexts(in, visible.Line),
		token: in.Name(trace.StagePred), state: make(map[trace.ResourceID]standing),
	}
	p.terms = row.NewTermTexts(in, p.appendTerm)
	return p
}

// appendTerm appends a term behind a blank, as programs write it.
func (p *printer) appendTerm(b []byte, x trace.Sym) []byte {
	b = append(b, ' ')
	if x >= trace.Numeral {
		return strconv.AppendUint(b, uint64(x-trace.Numeral), 10)
	}
	e := &p.in.Terms[x]
	if len(e.Args) == 0 {
		return append(b, visible.Line(e.Head)...)
	}
	b = append(append(b, '('), visible.Line(e.Head)...)
	for _, arg := range e.Args {
		b = p.appendTerm(b, arg)
	}
	return append(b, ')')
}

// text appends a name with arguments.
func (p *printer) text(b []byte, head row.Name, args []trace.Sym) []byte {
	b = append(b, p.names.Of(head)...)
	for _, x := range args {
		if x >= trace.Numeral {
			b = p.appendTerm(b, x)
		} else {
			b = p.terms.Append(b, x)
		}
	}
	return b
}

// Begin writes what ran and how, as far as the header says.
func (p *printer) Begin(h *trace.Header) error {
	if rules := h.Labels(); !rules.Distinct() {
		p.rules = rules
	}
	var parts []string
	if program := h.Program; program != nil {
		parts = append(parts, cmp.Or(program.Name, program.File, "a program without a name"))
	}
	if run := h.Run; run != nil {
		if run.Stage != "" {
			parts = append(parts, "stage "+run.Stage)
		}
		parts = append(parts, fmt.Sprintf("seed %d", run.Seed))
		if run.Choose != "" {
			parts = append(parts, "choices "+run.Choose)
		}
		if run.Limits != nil && run.Limits.Steps > 0 {
			p.most = run.Limits.Steps
			parts = append(parts, "at most "+english.Count(p.most, "step"))
		}
	}
	if len(parts) > 0 {
		p.line(visible.Line(strings.Join(parts, ", ")))
		p.line("")
	}
	return nil
}

// line writes a line without the blanks at its end.
func (p *printer) line(text string) {
	p.buf = append(append(p.buf, strings.TrimRight(text, " ")...), '\n')
}

func (p *printer) Row(r *row.Row) error {
	for i, id := range r.Made {
		p.state[id] = standing{p.fact(&r.Facts[i]), r.Facts[i].Pred == p.token}
	}
	if !r.Initial {
		p.step(r)
	}
	p.in.Tidy(0)
	if len(p.buf) >= row.FlushSize {
		return p.Flush()
	}
	return nil
}

func (p *printer) fact(a *row.Fact) string {
	var b []byte
	if a.Persistent {
		b = append(b, '!')
	}
	return string(p.text(b, a.Pred, a.Args))
}

// step writes a step, or keeps it as long as the columns have no widths.
func (p *printer) step(r *row.Row) {
	p.steps++
	s := printed{r.ID.String(), p.nameOf(r), p.effects(r)}
	for _, id := range r.Consumes {
		delete(p.state, id)
	}
	if p.wide {
		p.write(s)
		return
	}
	if p.first = append(p.first, s); p.steps == firstSteps {
		p.id = len(trace.StepID(p.most).String())
		p.release()
	}
}

// nameOf returns what a step is called in its line.
func (p *printer) nameOf(r *row.Row) string {
	isToken := func(id trace.ResourceID) bool { return p.state[id].token }
	if !slices.ContainsFunc(r.Consumes, isToken) {
		rule := r.Rule
		if p.rules != nil {
			k := label.Key{Stage: p.in.Names[r.Stage], Name: p.in.Names[r.Rule], Variant: max(r.Variant, 1)}
			rule = p.in.Name(p.rules.LabelOf(k))
		}
		return string(p.text(nil, rule, r.Args))
	}
	if i := slices.IndexFunc(r.Produces, isToken); i >= 0 {
		return "— " + p.state[r.Produces[i]].text + " —"
	}
	return "— end —"
}

// effects returns what a step does, each behind two blanks and a sign.
func (p *printer) effects(r *row.Row) string {
	var b []byte
	add := func(sign string, ids []trace.ResourceID) {
		for _, id := range ids {
			if x := p.state[id]; !x.token {
				b = append(append(b, sign...), x.text...)
			}
		}
	}
	add("  -", r.Consumes)
	add("  +", r.Produces)
	for i := len(r.Made) + r.Proves + r.Absent + r.Sensed; i < len(r.Facts); i++ {
		b = p.text(append(b, "  >"...), r.Facts[i].Pred, r.Facts[i].Args)
	}
	return string(b)
}

// release writes the first steps, in columns that have room for all of them.
func (p *printer) release() {
	for _, s := range p.first {
		p.id = max(p.id, len(s.id))
		if n := utf8.RuneCountInString(s.name); n <= maxColumn {
			p.name = max(p.name, n)
		}
	}
	for _, s := range p.first {
		p.write(s)
	}
	p.first, p.wide = nil, true
}

func (p *printer) write(s printed) {
	if s.effects == "" {
		p.line(pad(s.id, p.id) + "  " + s.name)
		return
	}
	p.line(pad(s.id, p.id) + "  " + pad(s.name, p.name) + s.effects)
}

// pad makes a text so wide.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

// End writes the facts that are left.
func (p *printer) End(end *trace.End) error {
	p.release()
	if p.steps > 0 {
		p.line("")
	}
	title := "Final state"
	if end != nil {
		title += " (" + string(end.Why)
		if end.Message != "" {
			title += ": " + visible.Line(end.Message)
		}
		title += ")"
	}
	p.line(title)
	p.facts()
	return p.Flush()
}

// facts writes the state.
func (p *printer) facts() {
	counts := make(map[string]int)
	for _, x := range p.state {
		if !x.token {
			counts[x.text]++
		}
	}
	for _, fact := range slices.SortedFunc(maps.Keys(counts), natural) {
		if n := counts[fact]; n > 1 {
			fact = fmt.Sprintf("%d × %s", n, fact)
		}
		p.line("  " + fact)
	}
}

func (p *printer) Flush() error {
	_, err := p.out.Write(p.buf)
	p.buf = p.buf[:0]
	return err
}

// natural compares texts by their letters, and runs of digits in them by the
// number that they are: `cell 9` comes before `cell 10`.
func natural(a, b string) int {
	for a != "" && b != "" {
		var x, y string
		x, a = chunk(a)
		y, b = chunk(b)
		if c := compareChunks(x, y); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// chunk takes a run of digits, or of anything else, off a text.
func chunk(s string) (first, rest string) {
	digits := isDigit(s[0])
	i := 1
	for i < len(s) && isDigit(s[i]) == digits {
		i++
	}
	return s[:i], s[i:]
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func compareChunks(x, y string) int {
	if isDigit(x[0]) && isDigit(y[0]) {
		m, n := strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
		return cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n), cmp.Compare(len(x), len(y)))
	}
	return cmp.Compare(x, y)
}
