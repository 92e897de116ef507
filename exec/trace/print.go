package trace

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Fprint writes a trace as text to read: what ran; a line for each step, with
// what it consumed (-) and made (+) and told the outside to do (>); and the facts
// that were left. What steps
// read is left out, and so are stage tokens: a step that passes from a stage
// says to which.
//
//	t3  do/mourn juliet romeo  -anger a b  +depressed juliet
//	t4  — stage night —
//
// Equal facts of the final state stand once, with their number. How wide the columns are
// is for the first steps to say. The trace must be one that [Validate] accepts.
func Fprint(w io.Writer, t *Trace) error {
	in := newInterner()
	return t.Stream().copy(newPrinter(w, in), in)
}

// TextRecorder is a [Recorder] that writes text to read as the run goes on: just what
// [Fprint] writes of the whole. What it holds is the state, and the first steps until there
// are enough of them.
type TextRecorder struct{ *events }

// NewTextRecorder returns a recorder that writes to w, many lines at once; End writes the
// last.
func NewTextRecorder(w io.Writer) *TextRecorder {
	in := newInterner()
	return &TextRecorder{newEvents(newPrinter(w, in), in)}
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
	names nameTexts
	rules *label.Set // nil where each rule has a name of its own
	terms termTexts  // behind blanks
	token name
	state map[ResourceID]standing
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

func newPrinter(w io.Writer, in *interner) *printer {
	p := &printer{out: w, names: nameTexts{in: in, text: Visible}, token: in.name(StagePred), state: make(map[ResourceID]standing)}
	p.terms = termTexts{in: in, add: p.appendTerm}
	in.forgets(p.terms.forget)
	return p
}

// appendTerm appends a term behind a blank, as programs write it.
func (p *printer) appendTerm(b []byte, x Sym) []byte {
	b = append(b, ' ')
	if x >= Numeral {
		return strconv.AppendUint(b, uint64(x-Numeral), 10)
	}
	e := &p.terms.in.terms[x]
	if len(e.args) == 0 {
		return append(b, Visible(e.head)...)
	}
	b = append(append(b, '('), Visible(e.head)...)
	for _, arg := range e.args {
		b = p.appendTerm(b, arg)
	}
	return append(b, ')')
}

// text appends a name with arguments.
func (p *printer) text(b []byte, head name, args []Sym) []byte {
	b = append(b, p.names.of(head)...)
	for _, x := range args {
		if x >= Numeral {
			b = p.appendTerm(b, x)
		} else {
			b = p.terms.append(b, x)
		}
	}
	return b
}

// begin writes what ran and how, as far as the header says.
func (p *printer) begin(h *Header) error {
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
			parts = append(parts, fmt.Sprintf("at most %d steps", p.most))
		}
	}
	if len(parts) > 0 {
		p.line(Visible(strings.Join(parts, ", ")))
		p.line("")
	}
	return nil
}

// line writes a line without the blanks at its end.
func (p *printer) line(text string) {
	p.buf = append(append(p.buf, strings.TrimRight(text, " ")...), '\n')
}

func (p *printer) row(r *row) error {
	for i, id := range r.made {
		p.state[id] = standing{p.fact(&r.facts[i]), r.facts[i].pred == p.token}
	}
	if !r.initial {
		p.step(r)
	}
	p.terms.in.tidy(0)
	if len(p.buf) >= flushSize {
		return p.flush()
	}
	return nil
}

func (p *printer) fact(a *atom) string {
	var b []byte
	if a.persistent {
		b = append(b, '!')
	}
	return string(p.text(b, a.pred, a.args))
}

// step writes a step, or keeps it as long as the columns have no widths.
func (p *printer) step(r *row) {
	p.steps++
	s := printed{r.id.String(), p.nameOf(r), p.effects(r)}
	for _, id := range r.consumes {
		delete(p.state, id)
	}
	if p.wide {
		p.write(s)
		return
	}
	if p.first = append(p.first, s); p.steps == firstSteps {
		p.id = len(StepID(p.most).String())
		p.release()
	}
}

// nameOf returns what a step is called in its line.
func (p *printer) nameOf(r *row) string {
	isToken := func(id ResourceID) bool { return p.state[id].token }
	if !slices.ContainsFunc(r.consumes, isToken) {
		return string(p.text(nil, p.ruleName(r), r.args))
	}
	if i := slices.IndexFunc(r.produces, isToken); i >= 0 {
		return "— " + p.state[r.produces[i]].text + " —"
	}
	return "— end —"
}

// ruleName returns the label of a step's rule.
func (p *printer) ruleName(r *row) name {
	if p.rules == nil {
		return r.rule
	}
	k := label.Key{Stage: p.names.in.names[r.stage], Name: p.names.in.names[r.rule], Variant: max(r.variant, 1)}
	return p.names.in.name(p.rules.LabelOf(k))
}

// effects returns what a step does, each behind two blanks and a sign.
func (p *printer) effects(r *row) string {
	var b []byte
	add := func(sign string, ids []ResourceID) {
		for _, id := range ids {
			if x := p.state[id]; !x.token {
				b = append(append(b, sign...), x.text...)
			}
		}
	}
	add("  -", r.consumes)
	add("  +", r.produces)
	for i := len(r.made) + r.proves + r.sensed; i < len(r.facts); i++ {
		b = p.text(append(b, "  >"...), r.facts[i].pred, r.facts[i].args)
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

// end writes the facts that are left.
func (p *printer) end(end *End) error {
	p.release()
	if p.steps > 0 {
		p.line("")
	}
	title := "Final state"
	if end != nil {
		title += " (" + string(end.Why)
		if end.Message != "" {
			title += ": " + Visible(end.Message)
		}
		title += ")"
	}
	p.line(title)
	p.facts()
	return p.flush()
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

func (p *printer) flush() error {
	_, err := p.out.Write(p.buf)
	p.buf = p.buf[:0]
	return err
}

// Visible returns a text as one line that shows what a terminal would obey ([visible.Line]).
func Visible(s string) string { return visible.Line(s) }
