package lang

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Hints returns what could be written better in a program that is right, and that nothing would
// change of its runs: linear facts that are kept in a roundabout way. Rules use them up and make
// them again, where `$` would do, or nothing ever uses them up, as if they were permanent. Facts
// of predicates that have permanent facts, too, are left out: a premise that a permanent fact
// meets uses up none, and the rule makes one more.
func (p *Program) Hints() syntax.ErrorList {
	h := &hints{prog: p, linear: make(map[*Pred]bool), permanent: make(map[*Pred]bool)}
	h.made()
	consumed, kept := make(map[*Pred]bool), make(map[*Pred]bool)
	for _, r := range p.Rules() {
		for _, premise := range r.Premises {
			switch premise.Kind {
			case Consume:
				consumed[premise.Atom.Pred] = true
			case Keep:
				kept[premise.Atom.Pred] = true
			}
		}
		h.madeAgain(r)
	}
	for _, pred := range p.Preds {
		if kept[pred] && !consumed[pred] && h.linear[pred] && !h.permanent[pred] {
			e := h.add(syntax.OnlyTested, pred.Span, "no rule uses up a fact of `%s`; rules only test them", pred.Name)
			note(e, syntax.Span{}, "they could be permanent: write `!%s` where contexts and rules make them", pred.Name)
		}
	}
	h.errs.Sort()
	return h.errs
}

// hints are what could be written better in a program.
type hints struct {
	prog              *Program
	linear, permanent map[*Pred]bool // there are such facts
	errs              syntax.ErrorList
}

// made finds out of which predicates there are linear and permanent facts.
func (h *hints) made() {
	enter := func(pred *Pred, permanent bool) {
		if permanent {
			h.permanent[pred] = true
		} else {
			h.linear[pred] = true
		}
	}
	for _, c := range h.prog.Contexts {
		for _, f := range c.Facts {
			enter(f.Fact.Pred, f.Permanent)
		}
	}
	for _, t := range h.prog.Traces {
		for _, f := range t.Context.Facts {
			enter(f.Fact.Pred, f.Permanent)
		}
	}
	for _, r := range h.prog.Rules() {
		for _, result := range r.Results {
			enter(result.Atom.Pred, result.Permanent)
		}
	}
}

func (h *hints) add(code syntax.Code, span syntax.Span, format string, args ...any) *syntax.Error {
	e := &syntax.Error{Source: h.prog.Source, Span: span, Code: code, Msg: fmt.Sprintf(format, args...), Warning: true,
		Hint: true}
	h.errs = append(h.errs, e)
	return e
}

// madeAgain hints at the facts that a rule uses up and makes again unchanged. What it proposes keeps
// the first of them: then the hint is about the others.
func (h *hints) madeAgain(r *Rule) {
	var first *syntax.Error
	var facts []string
	made := make([]bool, len(r.Results)) // again, of a premise before
	for _, p := range r.Premises {
		if p.Kind != Consume || h.permanent[p.Atom.Pred] {
			continue
		}
		for i, result := range r.Results {
			if made[i] || !result.Atom.Equal(p.Atom) {
				continue
			}
			made[i] = true
			facts = append(facts, "`"+strings.Join(strings.Fields(h.prog.Source.Slice(p.Span)), " ")+"`")
			if first == nil {
				first = h.add(syntax.MadeAgain, p.Span, "rule `%s` uses up this fact and makes it again: keep it with `$`", r.Name)
				first.Fix = h.keeping(r, p.Span, result.Span)
				note(first, result.Span, "it is made again here")
			}
			break
		}
	}
	if last := len(facts) - 1; last > 0 {
		all := strings.Join(facts[:last], ", ") + " and " + facts[last]
		first.Msg = fmt.Sprintf("rule `%s` uses up %s and makes them again: keep them with `$`", r.Name, all)
		first.Notes[0].Msg = facts[0] + " is made again here"
	}
}

const spaces = " \t\r\n"

// keeping puts a `$` before a premise of a rule, and takes a result away with a `*` beside it, or
// puts `()` into its place where there is none.
func (h *hints) keeping(r *Rule, premise, result syntax.Span) *syntax.Fix {
	text := h.prog.Source.Text
	start, end, instead := result.Start.Offset, result.End.Offset, "()"
	behind := bytes.TrimLeft(text[end:r.End.Offset], spaces)
	before := bytes.TrimRight(text[r.Start.Offset:start], spaces)
	if bytes.HasPrefix(behind, []byte("*")) {
		end, instead = r.End.Offset-len(bytes.TrimLeft(behind[1:], spaces)), ""
	} else if rest, ok := bytes.CutSuffix(before, []byte("*")); ok {
		start, instead = r.Start.Offset+len(bytes.TrimRight(rest, spaces)), ""
	}
	at := premise.Start.Offset
	if at < start {
		return &syntax.Fix{Span: h.part(r, at, end), Text: "$" + string(text[at:start]) + instead}
	}
	return &syntax.Fix{Span: h.part(r, start, at), Text: instead + string(text[end:at]) + "$"}
}

// part returns the span between two offsets within a rule.
func (h *hints) part(r *Rule, start, end int) syntax.Span {
	pos := func(offset int) syntax.Pos {
		p := r.Start
		for _, char := range string(h.prog.Source.Text[p.Offset:offset]) {
			if p.Col++; char == '\n' {
				p.Line, p.Col = p.Line+1, 1
			}
		}
		p.Offset = offset
		return p
	}
	return syntax.Span{Start: pos(start), End: pos(end)}
}
