package celf

import (
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
	lines "github.com/ceptre-graph/ceptre/lang/wrap"
)

// Ceptre returns the text of a program of Ceptre that has the same transitions as the world that [Load] reads. Comments
// tell the names in Celf that the program has not, and what Ceptre cannot say. The text is nil where more than warnings
// are wrong with the world.
func Ceptre(name string, text []byte) ([]byte, syntax.ErrorList) {
	t, errs := understand(name, text)
	if errs.Failed() {
		return nil, errs
	}
	prog, all := lang.LoadTree(t.file(), errs)
	all = t.reword(all, errs)
	if prog == nil {
		return nil, all
	}
	p := &ceptreWriter{translation: t, about: make(map[string]string)}
	p.explain()
	p.head()
	p.declarations()
	p.stageText()
	for _, c := range t.contexts {
		p.context(c)
	}
	for i, r := range t.traces {
		p.trace(t.sig.runs[i], r)
	}
	out, _, wrong := syntax.Format(&syntax.Source{Name: name, Text: []byte(p.String())})
	if len(wrong) > 0 { // a fault of this package, which must not go unnoticed
		return nil, append(all, &syntax.Error{Source: t.sig.source, Span: t.sig.source.Pos(0).Span(),
			Code: wrong[0].Code, Msg: "the program that the world is cannot be written: " + wrong[0].Msg})
	}
	return out, all
}

// ceptreWriter writes a translation.
type ceptreWriter struct {
	*translation
	strings.Builder
	about map[string]string // remarks on names of the program
}

// say writes a comment in lines of its own.
func (p *ceptreWriter) say(indent, format string, args ...any) {
	p.WriteString(lines.Words(strings.Fields(fmt.Sprintf(format, args...)), indent+"% ", indent+"% "))
}

// head writes where the program comes from, and how runs of it differ from those of Celf.
func (p *ceptreWriter) head() {
	p.say("", "The world %s, which was written in Celf.", visible.Line(p.sig.source.Name))
	p.say("", "Celf draws a rule first and then one of its transitions, as `ceptre run --choose rule` does.")
	var affine []string
	for _, q := range p.preds {
		if q.made[Affine].Start.IsValid() {
			affine = append(affine, "`"+q.name+"`")
		}
	}
	if len(affine) > 0 {
		p.say("", "In Celf, facts of %s are affine: a goal may leave them over.", english.List(affine))
	}
}

// declarations writes types with their constants, predicates and clauses.
func (p *ceptreWriter) declarations() {
	for _, d := range p.types {
		typ := d.(*syntax.Signature)
		p.WriteByte('\n')
		p.declaration(typ)
		p.members(p.constants, typ.Name.Text, "")
		p.members(p.fresh, typ.Name.Text, "% Fresh names of the runs:\n")
	}
	p.WriteByte('\n')
	for _, d := range p.predDecls {
		p.declaration(d.(*syntax.Signature))
	}
	if len(p.clauses) > 0 {
		p.WriteByte('\n')
		p.decls(p.clauses)
	}
}

// decls writes declarations in lines of their own.
func (p *ceptreWriter) decls(ds []syntax.Decl) {
	_ = syntax.Fprint(&p.Builder, &syntax.File{Decls: ds}) // a builder never fails
}

// declaration writes a declaration, with what there is to say about its name behind it.
func (p *ceptreWriter) declaration(s *syntax.Signature) {
	text := strings.TrimSuffix(text(s), "\n")
	if about := p.about[s.Name.Text]; about != "" {
		text += "  % " + about
	}
	p.WriteString(text + "\n")
}

// explain finds out what there is to say about the names of the program.
func (p *ceptreWriter) explain() {
	for name, old := range p.was {
		p.about[name] = "`" + visible.Line(old) + "` in Celf"
	}
	for _, name := range p.held {
		p.about[name] = "a rule that is in the state"
	}
	for _, q := range p.preds {
		if q.kept != "" {
			p.about[q.kept] = "the persistent facts of `" + visible.Line(q.of.name.Text) + "` in Celf"
		}
		if q.proved != "" && q.proved != q.name {
			p.about[q.proved] = "what clauses prove of `" + visible.Line(q.of.name.Text) + "` in Celf"
		}
	}
}

// text returns a declaration as programs write it.
func text(d syntax.Decl) string {
	var b strings.Builder
	_ = syntax.Fprint(&b, &syntax.File{Decls: []syntax.Decl{d}}) // a builder never fails
	return b.String()
}

// members writes the declarations whose result is a type: those that keep their names in lines of several. The title
// stands before the first.
func (p *ceptreWriter) members(ds []syntax.Decl, result, title string) {
	var same []string
	var changed []*syntax.Signature
	for _, d := range ds {
		switch s := d.(*syntax.Signature); {
		case s.Result.Text != result:
		case p.was[s.Name.Text] != "":
			changed = append(changed, s)
		default:
			same = append(same, strings.TrimSuffix(text(s), "\n"))
		}
	}
	if len(same)+len(changed) > 0 {
		p.WriteString(title)
	}
	if len(same) > 0 {
		p.WriteString(lines.Words(same, "", ""))
	}
	for _, s := range changed {
		p.declaration(s)
	}
}

// stageText writes the stages with their rules, and the links.
func (p *ceptreWriter) stageText() {
	for _, s := range p.stages {
		p.WriteByte('\n')
		if p.was[s.Name.Text] != "" {
			p.say("", "%s", p.about[s.Name.Text])
		}
		p.WriteString("stage " + s.Name.Text + " = {\n")
		for i, r := range s.Rules {
			if i > 0 {
				p.WriteByte('\n')
			}
			p.ruleText("  ", r, parts(r.Left))
		}
		p.WriteString("}\n")
	}
	for _, d := range p.ordered {
		p.WriteString("#ordered " + syntax.ExprString(d.Args[0]) + ".\n")
	}
	for _, r := range p.links {
		p.WriteByte('\n')
		left := parts(r.Left)
		if !p.taken.Has("qui") { // a predicate, without which a link is one, too
			left = append([]string{"qui"}, left...)
		}
		p.ruleText("", r, left)
	}
}

// ruleText writes a rule or a link.
func (p *ceptreWriter) ruleText(indent string, r *syntax.Rule, left []string) {
	if p.was[r.Name.Text] != "" {
		p.say(indent, "%s", p.about[r.Name.Text])
	}
	p.WriteString(lines.Rule(r.Name.Text, left, parts(r.Right)))
}

// parts returns the texts of what a join joins, without the marks of affine facts.
func parts(x syntax.Expr) []string {
	var out []string
	for _, x := range syntax.Joined(x) {
		out = append(out, syntax.ExprString(unmarked(x)))
	}
	return out
}

// unmarked takes the mark of an affine fact off.
func unmarked(x syntax.Expr) syntax.Expr {
	if p, ok := x.(*syntax.Prefix); ok && p.Op == syntax.Affine {
		return p.X
	}
	return x
}

// context writes a context.
func (p *ceptreWriter) context(c *syntax.Context) {
	p.WriteByte('\n')
	if c.Name.Start == c.Start { // other contexts are named elsewhere
		p.say("", "The facts of the signature, and all that follow from its clauses.")
	}
	if p.was[c.Name.Text] != "" {
		p.say("", "%s", p.about[c.Name.Text])
	}
	p.WriteString("context " + c.Name.Text + " = {\n" + facts(c) + "}.\n")
}

// facts returns the facts of a context in lines.
func facts(c *syntax.Context) string {
	if len(c.Facts) == 0 {
		return ""
	}
	out := make([]string, len(c.Facts))
	for i, x := range c.Facts {
		out[i] = syntax.ExprString(unmarked(x)) + ","
	}
	last := len(out) - 1
	out[last] = strings.TrimSuffix(out[last], ",")
	return lines.Words(out, "  ", "  ")
}

// trace writes a directive, and what of it Ceptre cannot say.
func (p *ceptreWriter) trace(r *run, t *syntax.Trace) {
	p.WriteByte('\n')
	if t.Goal != nil {
		goal := strings.Join(parts(t.Goal), " * ")
		if goal == "" {
			goal = "1"
		}
		p.say("", "In Celf, the run is to end in `%s`, with no other facts but permanent and affine ones.", goal)
	}
	if r.braces > 0 {
		p.say("", "In Celf, the bound of the run is %d: it takes the state out of its braces in %s.", r.steps+r.braces,
			english.Count(r.braces, "step"))
	}
	if t.Whole {
		p.say("", "In Celf, the run fails if it ends after fewer steps.")
	}
	if r.tries > 1 {
		p.say("", "In Celf, the query is started up to %s.", english.Count(r.tries, "time"))
	}
	if r.expected >= 0 && r.word.Text == "#query" {
		p.say("", "In Celf, the query expects %s.", english.Count(r.expected, "solution"))
	}
	p.WriteString("#trace ")
	p.WriteString(syntax.ExprString(t.Bound) + " " + t.Stage.Text + " ")
	if t.Inline == nil {
		p.WriteString(t.Context.Text + ".\n")
		return
	}
	p.WriteString("{\n" + facts(t.Inline) + "}.\n")
}
