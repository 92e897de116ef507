package outline

import (
	"fmt"
	"sort"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// fitting returns the options that cause no error. It loads a program that consists of the declarations, and
// of copies of the rule, clause, statement or fact that the place is in: one as it is, and one for each option. An
// option fits if its copy has no errors that the first lacks.
func (p *place) fitting(options []Option) []Option {
	t := trial{}
	unchanged, before, behind := p.frame()
	form := t.declarations(p)
	t.copy(form, unchanged)
	numbers := make([]int, len(options)) // of the copies
	constants := 0
	for i, o := range options {
		// Whether a constant fits depends on its type alone, unless it is a number.
		if p.uniform && o.Kind == "constant" && constants > 0 {
			numbers[i] = constants
			continue
		}
		numbers[i] = t.copy(form, before+o.Term+behind)
		if o.Kind == "constant" {
			constants = numbers[i]
		}
	}
	wrong := t.wrong()
	fitting := []Option{}
	for i, o := range options {
		if !wrong[numbers[i]] {
			fitting = append(fitting, o)
		}
	}
	return fitting
}

// trial is a program by which options are tried.
type trial struct {
	text   strings.Builder
	starts []int  // of the copies
	end    string // of the program
}

// declarations writes what copies need, and returns the form of a copy: its number and the text of the copy.
func (t *trial) declarations(p *place) (form string) {
	for _, d := range p.analysis.File.Decls {
		switch d := d.(type) {
		case *syntax.Signature:
			t.text.WriteString(p.ended(d.Span) + "\n")
		case *syntax.Directive:
			if d.Name == "builtin" || d.Name == "sensor" || d.Name == "action" {
				t.text.WriteString(p.ended(d.Span) + "\n")
			}
		}
	}
	switch {
	case p.in == inContext:
		return "context c%[1]d = { %[2]s }\n"
	case p.Rule == nil:
		return "%[2]s\n"
	case p.Rule != nil && p.isLink(p.Rule):
		for _, s := range p.analysis.Known.Stages {
			t.text.WriteString("stage " + s.Name + " = {}\n")
		}
		return "%[2]s\n"
	}
	t.text.WriteString("stage trial = {\n")
	t.end = "}\n"
	return "%[2]s\n"
}

// copy writes a copy, and returns its number.
func (t *trial) copy(form, text string) int {
	n := len(t.starts)
	t.starts = append(t.starts, t.text.Len())
	fmt.Fprintf(&t.text, form, n, text)
	return n
}

// wrong loads the program, and returns which copies have errors that the first has not.
func (t *trial) wrong() []bool {
	_, errs := lang.Load("trial", []byte(t.text.String()+t.end))
	wrong := make([]bool, len(t.starts))
	known := make(map[string]bool)
	for _, e := range errs {
		switch i := sort.SearchInts(t.starts, e.Start.Offset+1) - 1; {
		case e.Warning || i < 0:
		case i == 0:
			known[e.Msg] = true
		default:
			wrong[i] = wrong[i] || !known[e.Msg]
		}
	}
	return wrong
}

// frame returns the rule, clause, statement or fact that the place is in, and the text before and behind an option
// there.
func (p *place) frame() (unchanged, before, behind string) {
	src := p.tree.Source
	holder := p.Node
	for holder.Expr != nil && !(p.in == inContext && holder.Up.Expr == nil) {
		holder = holder.Up
	}
	if p.in == inContext && p.Expr == nil {
		return "", "", ""
	}
	unchanged = p.ended(holder.Span)
	if p.in == inContext {
		unchanged = src.Slice(holder.Span)
	}
	skipped := 0 // of the text
	if s, ok := p.Decl.(*syntax.Statement); ok {
		// Two statements of one name would be an error.
		for _, name := range []*syntax.Name{s.Name, s.Stage} {
			if name != nil {
				skipped = p.tree.behind(name.End.Offset) + len(":") - holder.Start.Offset
			}
		}
		word := "#invariant"
		if s.Op == "" {
			word = "#never"
		}
		skipped = max(skipped, len(word))
		unchanged = word + " " + unchanged[skipped:]
		skipped -= len(word + " ")
	}
	at := func(pos syntax.Pos) int { return pos.Offset - holder.Start.Offset - skipped }
	if p.Expr != nil {
		return unchanged, unchanged[:at(p.Start)], unchanged[at(p.End):]
	}
	if parts := holder.Parts(p.side); len(parts) > 0 {
		first := at(parts[0].Start)
		return unchanged, unchanged[:first], " * " + unchanged[first:]
	}
	before = strings.TrimSuffix(unchanged, ".") + " "
	if p.Rule == nil {
		before += "<- "
	}
	return unchanged, before, "."
}

// ended returns the text of a declaration or rule, with the `.` that may be missing.
func (p *place) ended(span syntax.Span) string {
	text := p.tree.Source.Slice(span)
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + " ."
}
